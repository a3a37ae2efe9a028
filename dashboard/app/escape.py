"""Escapes text from outside, so that Markdown makes no link, picture or colour of it.

Not here: texts of the pages, which are written in Markdown.
"""

import re

_ADDRESS = re.compile(r"https?(?=:)|www(?=\.)|mailto(?=:)|xmpp(?=:)|@", re.IGNORECASE)
_WORD_JOINER = "\u2060"
_SIGNS = re.compile(r"([\\`*_{}\[\]()#+\-.!|~$<>:&])")


def escaped(text: str) -> str:
    """``text`` on one line, with every Markdown sign escaped.

    Addresses become links even where their signs are escaped: an invisible word joiner breaks them up.
    """
    return _SIGNS.sub(r"\\\1", _ADDRESS.sub(f"\\g<0>{_WORD_JOINER}", " ".join(text.split())))
