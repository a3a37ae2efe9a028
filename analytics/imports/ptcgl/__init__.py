"""Game logs that Pokémon TCG Live exports (English), as matches of the common event kinds.

``sentences.toml`` holds the sentences of the program, ``statement`` parses them, ``match_builder`` makes
events of them; ``origins.toml`` holds facts that the log omits and the text of a card states. There is no
ruleset for the game: such a match is shown and counted, never judged.
"""
