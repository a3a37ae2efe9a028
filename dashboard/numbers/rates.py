"""Numbers of many rows as a chart of whiskers, and what has to be said beside them.

Not here: the numbers (``analytics.metrics``), and drawing (``charts``).
"""

from collections.abc import Sequence
from typing import Any

import polars as pl
import streamlit as st

from analytics.metrics import Metric
from analytics.metrics.intervals import interval_marks
from dashboard.app.escape import escaped
from dashboard.app.page_context import PageContext
from dashboard.charts.chart import Chart, draw
from dashboard.charts.whiskers import whiskers
from dashboard.numbers import number_format
from dashboard.widgets import listing

POINTS = 100
"""A difference of shares is shown in percentage points."""
UNITS = {"difference": "points", "seconds": "seconds", "per 1000": "per-1000"}
"""What names its unit beside its name, by the texts for it."""
MOST_ROWS = 40
"""More rows than this make no chart that one can read; the table has all of them."""
MOST_NAMES = 20
"""So many rows are named that are not in a chart."""
NOTHING = "–"
"""What stands where there is no number."""


def scale(metric: Metric) -> int:
    """By how much its numbers are multiplied to be read: differences are told in percentage points."""
    return POINTS if metric.unit == "difference" else 1


def title(page: PageContext, metric: Metric) -> str:
    """Its name, with the unit where it is none of itself."""
    name, unit = metric.name[page.language], UNITS.get(metric.unit)
    return page.say(f"rates.{unit}", name=name) if unit else name


def of_metric(found: pl.DataFrame, metric: Metric, names: str) -> pl.DataFrame:
    """A metric of a profile as rows ``name rate low high n over``, highest lower end first.

    ``names`` is the column of the names. Differences come in percentage points.
    """
    times, twice = scale(metric), pl.col(names).is_duplicated()  # a row of a chart goes by its name
    rows = found.select(
        name=pl.when(twice).then(pl.format("{} ({})", names, "card")).otherwise(names),
        rate=pl.col(metric.id) * times,
        low=pl.col(f"{metric.id}_low") * times,
        high=pl.col(f"{metric.id}_high") * times,
        n=pl.col(f"{metric.id}_n"),
        over=pl.col(f"{metric.id}_over"),
    )
    return rows.sort(pl.coalesce("low", "rate"), "n", "name", descending=True, nulls_last=True)


def base(metric: Metric) -> float | None:
    """What the metric comes to where nothing makes a difference; None where there is no such number."""
    if metric.unit == "difference":
        return 0.0
    return 0.5 if metric.is_win_rate else None


def chart(
    page: PageContext,
    rows: pl.DataFrame,
    title: str,
    *,
    least: int,
    share: bool = True,
    base: float | None = None,
) -> Chart | None:
    """Draw ``name rate low high n`` in their order, and say which rows are withheld; None without a chart.

    Rows that know what their interval is ``over`` are marked where that is not games alone.
    """
    enough = rows.filter(pl.col("n") >= least, pl.col("rate").is_not_null())
    drawn = None
    if enough.height:
        shown = _labelled(enough.head(MOST_ROWS), share=share)
        names = {name: page.say(f"column.{name}") for name in ("name", "label", "interval")}
        drawn = whiskers(shown, title=title, base=base, names=names, share=share)
        draw(drawn, alt=page.say("meta.alt", metric=title, n=shown.height))
        legend(page, shown)
    if enough.height > MOST_ROWS:
        st.caption(page.say("rates.most", most=MOST_ROWS, n=enough.height))
    withheld(page, rows.filter(pl.col("n").is_between(1, least, closed="left")), least=least)
    return drawn


def withheld(page: PageContext, few: pl.DataFrame, *, least: int) -> None:
    """Say which rows ``name n`` are not in a chart, as ``n`` is below ``least``; the largest, where they are
    many."""
    if few.is_empty():
        return
    largest = few.sort("n", descending=True, maintain_order=True).head(MOST_NAMES)
    named = ", ".join(f"{escaped(name)} ({n})" for name, n in largest.select("name", "n").iter_rows())
    more = few.height - largest.height
    key = "meta.withheld-more" if more else "meta.withheld"
    st.caption(page.say(key, least=least, names=named, more=more))


def listed(
    page: PageContext,
    rows: pl.DataFrame,
    title: str,
    *,
    key: str,
    ways: Sequence[pl.Series] = (),
    record: bool = False,
) -> None:
    """Rates ``name rate low high n`` as a table, however few they are of, with the ways on from each row.

    ``title`` is what the rate is called; with ``record`` the rows have ``wins losses ties`` too.
    """
    told = rows.select("rate", "n").iter_rows()
    shown = rows.with_columns(
        rate=pl.Series([number_format.rate(rate, n) for rate, n in told], dtype=pl.String),
        interval=spans(rows),
    ).with_columns(ways)
    headed = {"name": page.say("column.name"), "rate": title}
    headed |= {"interval": page.say("column.interval"), "n": "n"}
    if record:
        headed["record"] = page.say("archetype.record")
        shown = shown.with_columns(record=pl.format("{}-{}-{}", "wins", "losses", "ties"))
    table(page, shown, headed, key=key)


def meaning(page: PageContext, metric: Metric, *, ranked: pl.DataFrame | None = None) -> None:
    """The formula, what kind of number it is, what is counted, and by which definition; first, where they are
    ``ranked`` by it, in which order the rows stand."""
    tag, weighting = page.say(f"tag.{metric.tag}"), page.say(f"weighting.{metric.weighting}")
    definition = page.say("meta.definition", version=metric.version)
    formula = f"{metric.name[page.language]} = {metric.formula[page.language]}"
    by_ends = ranked is not None and ranked["low"].is_not_null().any()
    lines = [page.say("rates.ranked")] if by_ends else []
    st.caption("  \n".join((*lines, formula, f"{tag} · {weighting} · {definition}")))


def numbers(page: PageContext, found: pl.DataFrame, metrics: list[Metric], *, key: str) -> None:
    """Metrics of one row of a profile as a table, each with its interval and n; not those that it has no
    value of."""
    told = []
    for metric in metrics:
        value, n, low, high, over = found.select(
            metric.id, *(f"{metric.id}_{end}" for end in ("n", "low", "high", "over"))
        ).row(0)
        if value is None:
            continue
        if metric.unit == "share":
            texts = number_format.rate(value, n), number_format.interval(low, high, n, over)
        else:
            texts = number_format.amount(value, low, high, n), number_format.ends(low, high, over)
        told.append({"name": title(page, metric), "label": texts[0], "interval": texts[1], "n": n})
    headed = {name: page.say(f"column.{name}") for name in ("name", "label", "interval")} | {"n": "n"}
    if told:
        table(page, pl.DataFrame(told), headed, key=key)
        legend(page, found)


def events(page: PageContext, rows: pl.DataFrame) -> pl.Series:
    """Addresses of the events ``match seq`` of the rows."""
    asked = ({"match": match, "at": seq} for match, seq in rows.select("match", "seq").iter_rows())
    return listing.addresses(page, "replay", asked)


def table(page: PageContext, rows: pl.DataFrame, headed: dict[str, Any], *, key: str) -> None:
    """Rows with the columns ``headed``, and before them the ways on (``listing.addresses``)."""
    counts = {
        name: st.column_config.NumberColumn(label, format="localized")
        for name, label in headed.items()
        if isinstance(label, str) and rows[name].dtype.is_integer()
    }
    headed = listing.columns(page, rows) | headed | counts
    st.dataframe(
        rows.select(*headed).to_arrow(),  # as it is sent: of anything else Streamlit makes pandas first
        lazy=False,  # to find out whether it could be, pandas is loaded
        hide_index=True,
        column_config=headed,
        key=key,
        height=listing.height(rows.height),
        placeholder=NOTHING,
    )


def spans(rows: pl.DataFrame, *, prefix: str = "") -> pl.Series:
    """The intervals of shares as texts, of the columns ``low high n`` behind a ``prefix``, and ``over`` where
    that is told."""
    names = (prefix + end for end in ("low", "high", "n", "over"))
    told = rows.select(name for name in names if name in rows.columns).iter_rows()
    return pl.Series([number_format.interval(*row) for row in told], dtype=pl.String)


def legend(page: PageContext, rows: pl.DataFrame) -> None:
    """Say what the marks beside intervals mean, as far as there are such in these rows."""
    if lines := interval_marks.legend(interval_marks.count_bases(rows), page.language):
        st.caption("  \n".join(lines))


def spread(rows: pl.DataFrame, metric: Metric) -> tuple[pl.Series, str]:
    """The intervals of a metric that is no share as texts, and the format that its numbers go with: with no
    more decimals than the surest row supports."""
    times = scale(metric)
    told = rows.select(f"{metric.id}_{end}" for end in ("low", "high", "over")).rows()
    ends = [
        (None, None) if low is None or high is None else (low * times, high * times) for low, high, _ in told
    ]
    digits = max(
        (number_format.decimals(low, high) for low, high in ends if low is not None and high is not None),
        default=number_format.MOST,
    )
    texts = [
        number_format.ends(low, high, over) for (low, high), (_, _, over) in zip(ends, told, strict=True)
    ]
    return pl.Series(texts, dtype=pl.String), f"%.{digits}f"


def _labelled(rows: pl.DataFrame, *, share: bool) -> pl.DataFrame:
    """With the texts that stand beside the points."""
    told = list(rows.iter_rows(named=True))
    if share:
        values = [number_format.rate(row["rate"], row["n"]) for row in told]
        spans = [number_format.interval(row["low"], row["high"], row["n"], row.get("over")) for row in told]
    else:
        values = [number_format.amount(row["rate"], row["low"], row["high"], row["n"]) for row in told]
        spans = [number_format.ends(row["low"], row["high"], row.get("over")) for row in told]
    labels = [
        f"{value} · n {row['n']:,}{interval_marks.mark(row.get('over'))}"
        for value, row in zip(values, told, strict=True)
    ]
    return rows.with_columns(
        label=pl.Series(labels, dtype=pl.String), interval=pl.Series(spans, dtype=pl.String)
    )
