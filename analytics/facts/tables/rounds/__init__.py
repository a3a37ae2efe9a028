"""Facts of games that count points: what a round or a match gave, what it was given for, who went on."""
