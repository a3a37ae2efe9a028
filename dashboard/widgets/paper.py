"""PDF pages: the font and the styles of everything that is printed.

The same content gives the same bytes. Not here: the content.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from html import escape
from io import BytesIO
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from reportlab.lib.styles import ParagraphStyle
    from reportlab.platypus import Flowable

FONT = "HeiseiKakuGo-W5"
"""A Japanese font that every PDF reader has, so that none has to be shipped."""
MARGIN = 48
"""In points (1/72 inch)."""
JAPANESE = re.compile(r"[\u2e80-\uffef]")
"""A sign of a script without blanks between words."""
_MARGINS = ("leftMargin", "rightMargin", "topMargin", "bottomMargin")


class Paper:
    """Styles of a document, and its bytes. reportlab is imported here alone, and only when something is
    printed."""

    def __init__(self) -> None:
        from reportlab.lib.styles import ParagraphStyle
        from reportlab.pdfbase import pdfmetrics
        from reportlab.pdfbase.cidfonts import UnicodeCIDFont

        pdfmetrics.registerFont(UnicodeCIDFont(FONT))
        plain = {"fontName": FONT, "wordWrap": "CJK"}
        self.title = ParagraphStyle("title", fontSize=17, leading=24, **plain)
        self.head = ParagraphStyle(
            "head", fontSize=11, leading=18, spaceBefore=8, textColor="#0072B2", **plain
        )
        self.text = ParagraphStyle("text", fontSize=9.5, leading=14, **plain)
        self.small = ParagraphStyle("small", fontSize=8, leading=12, textColor="#555555", **plain)

    def paragraph(self, text: str, style: ParagraphStyle | None = None) -> Flowable:
        """A paragraph of plain text, broken between words, or anywhere where it has Japanese."""
        from reportlab.lib.styles import ParagraphStyle
        from reportlab.platypus import Paragraph

        style = style or self.text
        if not JAPANESE.search(text):
            style = ParagraphStyle(style.name, parent=style, wordWrap=None)
        return Paragraph(escape(text), style)

    def word_width(self, text: str, style: ParagraphStyle) -> float:
        """The width of the longest Latin word in a text, in points; 0 where there is none."""
        from reportlab.pdfbase.pdfmetrics import stringWidth

        words = re.findall(r"[!-~]+", text)
        return max((float(stringWidth(word, FONT, style.fontSize)) for word in words), default=0)

    def document(self, title: str, parts: Sequence[Flowable]) -> bytes:
        """The bytes of a PDF (A4) of these parts. Below each page stand the title and its number: a page that
        comes loose says what it belongs to."""
        from reportlab.lib.pagesizes import A4
        from reportlab.platypus import SimpleDocTemplate

        def foot(canvas: Any, document: Any) -> None:
            canvas.setFont(FONT, self.small.fontSize)
            canvas.drawString(MARGIN, MARGIN / 2, title)
            canvas.drawRightString(A4[0] - MARGIN, MARGIN / 2, str(document.page))

        out = BytesIO()
        document = SimpleDocTemplate(
            out, pagesize=A4, title=title, author="kifuda", invariant=1, **dict.fromkeys(_MARGINS, MARGIN)
        )
        document.build(list(parts), onFirstPage=foot, onLaterPages=foot)
        return out.getvalue()
