"""Game logs as Pokémon TCG Live exports them (English), as matches of the common event kinds.

``sentences.toml`` holds the sentences of the program, ``statement`` reads them, ``telling`` makes events of
them; ``origins.toml`` holds what the log leaves out and the text of a card says. There is no ruleset for the
game: such a match is told and counted, never judged.
"""
