"""Tables of the cards of decks: how many copies, which together, and how decks with them did."""
