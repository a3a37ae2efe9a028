"""Parts of the page that puts one thing beside another: decks, days, weeks, and cards of decks."""
