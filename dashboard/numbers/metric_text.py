"""What a page says about a metric: its title with the unit, its definition, its neutral value.

Not here: the definitions (``analytics.metrics.definitions``).
"""

import polars as pl
import streamlit as st

from analytics.metrics import Metric
from dashboard.app.page_context import PageContext
from engine.text.phrase import capital

POINTS = 100
"""Differences of shares are shown in percentage points."""
UNITS = {"difference": "points", "seconds": "seconds", "per 1000": "per-1000"}
"""Units that stand in the title, with the text keys for them."""

COUNTED = {"turns_held": "copy-weighted"}
"""Metrics whose n is not of what they weigh: each copy is held for itself."""


def title(page: PageContext, metric: Metric) -> str:
    """The name of a metric, with its unit unless that is a share or a count."""
    name, unit = capital(metric.name[page.language]), UNITS.get(metric.unit)
    return page.say(f"rates.{unit}", name=name) if unit else name


def scale(metric: Metric) -> int:
    """The factor from the values of a metric to the numbers that are shown."""
    return POINTS if metric.unit == "difference" else 1


def neutral_value(metric: Metric) -> float | None:
    """The value of the metric where nothing makes a difference: 0 or 0.5; None if there is no such value."""
    if metric.unit == "difference":
        return 0.0
    return 0.5 if metric.is_win_rate else None


def unit_of_n(page: PageContext, metric: Metric) -> str:
    """What its n counts: copies, games, acts …"""
    return page.say(f"counted.{COUNTED.get(metric.id, metric.weighting)}")


def show_definition(page: PageContext, metric: Metric, *, ranked: pl.DataFrame | None = None) -> None:
    """Draw the formula, the kind of the metric, its weighting and its version. ``ranked`` are the rows of the
    chart: if they have intervals, the caption also says how they are sorted."""
    tag, weighting = page.say(f"tag.{metric.tag}"), page.say(f"weighting.{metric.weighting}")
    definition = page.say("meta.definition", version=metric.version)
    formula = f"{metric.name[page.language]} = {metric.formula[page.language]}"
    by_lower_end = ranked is not None and ranked["low"].is_not_null().any()
    order = [page.say("rates.ranked")] if by_lower_end else []
    st.caption("  \n".join((*order, formula, f"{tag} · {weighting} · {definition}")))
