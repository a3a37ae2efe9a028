"""Grades of audits in words, as pages show them; their ids stand in addresses, files and on the command line.

Not here: the words themselves (``engine/text/kernel.toml``), what grades mean (``engine.audit.verdict``).
"""

from analytics.query.filters import GRADES
from dashboard.app.page_context import PageContext
from engine.text.messages import say
from engine.text.phrase import capital


def grade_name(language: str, grade: str) -> str:
    """The word for a grade: ``Diverged``."""
    return capital(say(None, f"grade.{grade}", language))


def grade_meaning(language: str, grade: str) -> str:
    """What it says of a match: ``The record and the rules part``."""
    return capital(say(None, f"graded.{grade}", language))


def grade_help(page: PageContext) -> str:
    """A line for each grade, as Markdown: word, id and meaning."""
    return "  \n".join(
        page.say(
            "grade.told",
            name=grade_name(page.language, grade),
            id=grade,
            meaning=grade_meaning(page.language, grade),
        )
        for grade in GRADES
    )
