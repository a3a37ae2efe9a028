"""Pages of the menu Meta and cards: win rates by archetype, card, seat and act."""
