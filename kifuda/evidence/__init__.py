"""Evidence about one match, in one file that a stranger can check without kifuda.

Not here: the log and its seal (``events``), nor what the rules say of a match (``engine``).
"""


class EvidenceError(Exception):
    """Why a bundle cannot be made or read. ``code`` names the text that says so, ``facts`` fill it in."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(f"{code}: {', '.join(f'{name} {fact}' for name, fact in facts.items())}")
        self.code, self.facts = code, facts


__all__ = ["EvidenceError"]
