"""Evidence about one match, in one file that anybody can check without kifuda.

Not here: the log and its signatures (``events``), the judgement by the rules (``engine``).
"""


class EvidenceError(Exception):
    """A bundle cannot be made or read. ``code`` is the key of the message, ``facts`` fill it in."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(f"{code}: {', '.join(f'{name} {fact}' for name, fact in facts.items())}")
        self.code, self.facts = code, facts


__all__ = ["EvidenceError"]
