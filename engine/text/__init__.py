"""The words for what happens: names at one table, sentences, computations, refusals.

Not here: the texts (``engine/text/kernel.toml`` and those of each game), and nothing that decides a match.
"""
