"""Escapes text from outside, so that Markdown makes no link, picture or colour of it.

Not here: texts of the pages, which are written in Markdown.
"""

import re

_SIGNS = re.compile(r"([\\`*_{}\[\]()#+\-.!|~$<>:&])")


def escaped(text: str) -> str:
    """``text`` on one line, with every Markdown sign escaped."""
    return _SIGNS.sub(r"\\\1", " ".join(text.split()))
