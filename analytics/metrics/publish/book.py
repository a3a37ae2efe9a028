"""The book of metrics, ``docs/metrics.md`` and ``docs/metrics.ja.md``, written from the registry.

``python -m analytics.metrics.publish.book en > docs/metrics.md``. Not here: the metrics (``registry``).
"""

import sys
from collections.abc import Iterable
from pathlib import Path

import tomli

from analytics.metrics.definitions.metric import OF_MATCHES, Metric
from analytics.metrics.definitions.registry import DEFINITIONS, FAMILIES, METRICS
from analytics.metrics.definitions.terms import TERMS
from analytics.metrics.estimators.estimate import Estimate

TEXTS = tomli.loads(Path(__file__).with_name("book.toml").read_text("utf-8"))
INDEPENDENT = " (D = 1)"
"""Behind the interval of as many independent acts."""
COLUMNS = ("metric", "formula", "unit", "weighting", "tag", "version")
SUM_COLUMNS = ("sum", "rows", "added")


def book(language: str) -> str:
    """The whole book in ``ja`` or ``en``."""
    head, worked, sums = (TEXTS[name][language] for name in ("head", "examples", "sums"))
    parts = [head.format(version=DEFINITIONS)]
    for family, metrics in FAMILIES.items():
        parts += [
            f"## {family[language]}",
            legend(metrics, language),
            f"{worked}:",
            examples(metrics, language),
        ]
    parts += [f"## {sums}", TEXTS["sums-text"][language], _sums(language)]
    return "\n\n".join(parts) + "\n"


def legend(metrics: Iterable[Metric], language: str) -> str:
    """The definitions of these metrics, as a table in Markdown."""
    return _table(COLUMNS, (_line(metric, language) for metric in metrics), language)


def examples(metrics: Iterable[Metric], language: str) -> str:
    """The worked examples of these metrics, as a list in Markdown."""
    listed = "\n".join(f"* {_example(metric, language)}" for metric in metrics)
    return f"{listed}\n\n{TEXTS['effect'][language]}" if INDEPENDENT in listed else listed


def word(name: str, language: str) -> str:
    """The name of a unit, a weighting or a tag."""
    found: str = TEXTS["word"][name][language]
    return found


def _line(metric: Metric, language: str) -> list[str]:
    return [
        f"{metric.name[language]} `{metric.id}`",
        metric.formula[language],
        word(metric.unit, language),
        word(metric.weighting, language),
        word(metric.tag, language),
        str(metric.version),
    ]


def _example(metric: Metric, language: str) -> str:
    """The sums, the draw policy, and the result."""
    example = metric.example
    given = ", ".join(f"{name} {_listed(example.sums[name])}" for name in (*metric.by, *metric.sums))
    named = example.item if isinstance(example.item, str) else " / ".join(example.item)
    item = f"{named}: " if named else ""
    policy = f" (`{example.draws}`)" if example.draws != "exclude" else ""
    by = TEXTS["by"][language].format(by=", ".join(metric.by))
    grouped = f" {by}" if metric.by else ""
    effect = INDEPENDENT if metric.formula.en.endswith(OF_MATCHES.en) else ""
    return f"`{metric.id}`{grouped}: {given}{policy} → {item}{_estimate(example.estimate)}{effect}"


def _listed(value: object) -> str:
    return f"({' '.join(map(str, value))})" if isinstance(value, list | tuple) else str(value)


def _estimate(rate: Estimate) -> str:
    """The value, the interval if there is one, and n."""
    if rate.value is None:
        return f"– (n {rate.n})"
    ends = [f"{end:.4f}" if end is not None else "–" for end in (rate.low, rate.high)]
    within = "" if rate.low is rate.high is None else f" [{', '.join(ends)}]"
    return f"{rate.value:.4f}{within} (n {rate.n})"


def _sums(language: str) -> str:
    used = {name for metric in METRICS.values() for name in metric.sums}
    lines = ([f"`{name}`", f"`{term.rows}`", term.what] for name, term in TERMS.items() if name in used)
    return _table(SUM_COLUMNS, lines, language)


def _table(columns: tuple[str, ...], lines: Iterable[list[str]], language: str) -> str:
    rows = [[TEXTS["column"][name][language] for name in columns], ["---"] * len(columns), *lines]
    return "\n".join(f"| {' | '.join(row)} |" for row in rows)


if __name__ == "__main__":
    print(book(sys.argv[1]), end="")
