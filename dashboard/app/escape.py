"""Escapes text from outside, so that Markdown makes no link, picture or colour of it.

Not here: texts of the pages, which are written in Markdown.
"""

import re

_ADDRESS = re.compile(r"https?(?=:)|www(?=\.)|mailto(?=:)|xmpp(?=:)|@", re.IGNORECASE)
_WORD_JOINER = "\u2060"
_SIGNS = re.compile(r"[\\`*_{}\[\]#!|~$<>&]|(?<=\])\(|:(?!\s)|(?<!\w)-|-(?!\w)")
_FIRST = re.compile(r"\d+(?=[.)](?:\s|$))|(?=[(+=])")
"""What makes a list, a heading, or a link behind a bracket of the page: signs that mean nothing later on."""


def escaped(text: str) -> str:
    """``text`` on one line, with every sign escaped that Markdown would read there; other signs stay as they
    are, for a label is read to whoever does not see it with its backslashes.

    Addresses become links even where their signs are escaped: an invisible word joiner breaks them up.
    """
    broken = _ADDRESS.sub(f"\\g<0>{_WORD_JOINER}", " ".join(text.split()))
    safe = _SIGNS.sub(r"\\\g<0>", broken)
    first = _FIRST.match(safe)
    return safe if first is None else f"{first[0]}\\{safe[first.end() :]}"
