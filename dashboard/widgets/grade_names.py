"""Grades of audits in words, as pages show them; their ids stand in addresses, files and on the command line.

Not here: the words themselves (``engine/text/kernel.toml``), what grades mean (``engine.audit.verdict``).
"""

from analytics.query.filters import GRADES
from dashboard.app.language import say
from engine.text.messages import say as rules_say
from engine.text.phrase import capital


def grade_name(language: str, grade: str) -> str:
    """The word for a grade: ``Diverged``."""
    return capital(rules_say(None, f"grade.{grade}", language))


def grade_meaning(language: str, grade: str) -> str:
    """What it says of a match: ``The record and the rules part``."""
    return capital(rules_say(None, f"graded.{grade}", language))


def grade_help(language: str) -> str:
    """A line for each grade, as Markdown: word, id and meaning."""
    return "  \n".join(
        say(
            language,
            "grade.told",
            name=grade_name(language, grade),
            id=grade,
            meaning=grade_meaning(language, grade),
        )
        for grade in GRADES
    )
