"""The legend of all metrics as a table in Markdown, for pages and documents.

Not here: the metrics (``registry``).
"""

from analytics.metrics.metric import Metric, Rate
from analytics.metrics.registry import METRICS
from engine.name import Name

HEAD = (
    Name("指標", "metric"),
    Name("式", "formula"),
    Name("単位", "unit"),
    Name("重み", "weighting"),
    Name("種類", "tag"),
    Name("版", "version"),
    Name("例", "example"),
)
WORDS = {
    "share": Name("割合", "share"),
    "per game": Name("一試合あたり", "per game"),
    "game-weighted": Name("試合ごと", "game-weighted"),
    "copy-weighted": Name("枚数ごと", "copy-weighted"),
    "per action": Name("行動ごと", "per action"),
    "association": Name("相関", "association"),
    "randomised": Name("無作為", "randomised"),
    "descriptive": Name("記述", "descriptive"),
}


def legend(language: str) -> str:
    """All metrics in ``ja`` or ``en``, one a line."""
    lines = [[name[language] for name in HEAD], ["---"] * len(HEAD)]
    lines += [_line(metric, language) for metric in METRICS.values()]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in lines)


def _line(metric: Metric, language: str) -> list[str]:
    sums = ", ".join(f"{name} {value}" for name, value in metric.example.sums.items())
    return [
        f"{metric.name[language]} `{metric.id}`",
        metric.formula[language],
        WORDS[metric.unit][language],
        WORDS[metric.weighting][language],
        WORDS[metric.tag][language],
        str(metric.version),
        f"{sums} → {_said(metric.example.rate)}",
    ]


def _said(rate: Rate) -> str:
    """The value, its interval where there is one, and always n."""
    if rate.value is None:
        return f"– (n {rate.n})"
    within = f" [{rate.low:.4f}, {rate.high:.4f}]" if rate.low is not None else ""
    return f"{rate.value:.4f}{within} (n {rate.n})"


if __name__ == "__main__":
    print(legend("en"))
