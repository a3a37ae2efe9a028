"""Text from elsewhere as it is, where Markdown would make something else of it: a link, a picture, a colour.

Not here: texts of the pages, which are Markdown on purpose.
"""

import re

_SIGNS = re.compile(r"([\\`*_{}\[\]()#+\-.!|~$<>:&])")


def plain(text: str) -> str:
    """``text`` so that Markdown shows just that, on one line."""
    return _SIGNS.sub(r"\\\1", " ".join(text.split()))
