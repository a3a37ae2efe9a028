"""Signs by which two ids could look the same: letters of another script, and other forms of ASCII signs.

After Unicode Technical Standard 39, section 5.2, level *highly restrictive*: the letters of an id are of one
script, or Latin together with those of one East Asian language. Scripts are told by the names of signs. Not
here: ids that are written in another script as a whole, and words that differ in signs of one script, such as
``l`` and ``1``; Unicode has tables for those, and they must be compared with all other ids.
"""

import unicodedata

HAN = ("CJK", "IDEOGRAPHIC")
JAPANESE = frozenset({"LATIN", *HAN, "HIRAGANA", "KATAKANA", "KATAKANA-HIRAGANA", "HALFWIDTH"})
KOREAN = frozenset({"LATIN", *HAN, "HANGUL"})
CHINESE = frozenset({"LATIN", *HAN, "BOPOMOFO"})
EVERYWHERE = frozenset({"MODIFIER", "MASCULINE", "FEMININE"})
"""First words in the names of letters that belong to no script of their own."""


FORMS = ("<wide>", "<narrow>", "<font>")
"""Kinds of signs that are another one in another width or type, as Unicode marks them."""


def look_alike(name: str) -> str:
    """The first sign of an id that could be taken for another: a form of an ASCII sign, or a letter of a
    script that is not written together with those before it. ``""`` if there is none."""
    scripts: set[str] = set()
    for sign in name:
        form = unicodedata.decomposition(sign).startswith(FORMS)
        if form and unicodedata.normalize("NFKC", sign).isascii():
            return sign
        if unicodedata.category(sign).startswith("L"):
            script = unicodedata.name(sign, "?").partition(" ")[0]
            if script not in EVERYWHERE:
                scripts.add(script)
                if len(scripts) > 1 and not any(scripts <= known for known in (JAPANESE, KOREAN, CHINESE)):
                    return sign
    return ""
