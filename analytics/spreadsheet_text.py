"""Texts in CSV files, which people open in spreadsheets: none of them is taken for a formula.

A name that begins with ``=`` would be computed, and may fetch what it likes from elsewhere. As OWASP advises
(CSV injection), such a text gets an apostrophe before it; full-width signs count, which Japanese spreadsheets
take for the others. Numbers stay numbers. Reading takes the apostrophe away again, so that nothing is lost on
the way there and back. Not here: the files themselves.
"""

import re

FORMULA = r"^'*[=+\-@\t\r\n＝＋－＠]"
"""How a text begins that a spreadsheet would compute, or that was kept from it by an apostrophe."""
NUMBER = r"^[+\-]?\d+(\.\d+)?$"


def guarded(text: str) -> str:
    """The text as a cell of a CSV file."""
    return f"'{text}" if re.search(FORMULA, text) and not re.search(NUMBER, text) else text


def unguarded(cell: str) -> str:
    """The text of a cell that may have been guarded."""
    return cell[1:] if cell.startswith("'") and re.search(FORMULA, cell) else cell
