"""Taking away exactly what a page shows: the rows and the chart, with all that one needs to quote them.

Not here: what stands in an export (``analytics.metrics.publish.export``).
"""

import json
from collections.abc import Callable
from io import BytesIO
from textwrap import wrap

import pyarrow.parquet as pq
import streamlit as st

from analytics.metrics.publish.export import Export
from dashboard.app.page_context import PageContext
from dashboard.charts.chart import LOCALE, Chart

CITED_WIDTH = 80
"""Characters in a line below a chart."""
WIDTH = 300
"""Of a picture without its axes."""
PNG_SCALE = 2
"""Twice the size on the page, so that it is sharp on paper."""


def menu(
    page: PageContext, export: Export | Callable[[], Export], chart: Chart | None = None, *, key: str
) -> None:
    """A button that opens the ways to take rows and chart along; files are made when they are asked for, and
    so is an ``export`` that is yet to be made."""
    ways = st.popover(page.say("export.open"), icon=":material/download:", key=key, on_change="rerun")
    if ways.open:
        with ways:
            _ways(page, export() if callable(export) else export, chart, key=key)


def _ways(page: PageContext, export: Export, chart: Chart | None, *, key: str) -> None:
    """A button for each kind of file, and what is to be quoted with it."""
    files: dict[str, tuple[str, Callable[[], str | bytes]]] = {
        "csv": ("text/csv", lambda: export.csv(page.language)),
        "parquet": ("application/vnd.apache.parquet", lambda: parquet(export)),
        "json": ("application/json", lambda: json.dumps(export.data(page.language), ensure_ascii=False)),
    }
    if chart is not None:
        files["png"] = ("image/png", lambda: png(chart, export.citation(page.language)))
        files["svg"] = ("image/svg+xml", lambda: svg(chart, export.citation(page.language)))
    with st.container(horizontal=True, gap="small"):
        for ending, (mime, made) in files.items():
            st.download_button(
                ending.upper(),
                data=made,
                file_name=f"kifuda-{export.view}.{ending}",
                mime=mime,
                key=f"{key}-{ending}",
                on_click="ignore",
            )
    st.caption(page.say("export.cite"))
    st.code(export.citation(page.language), language=None, wrap_lines=True)


def parquet(export: Export) -> bytes:
    """The rows as a Parquet file whose metadata say what they are about."""
    file = BytesIO()
    pq.write_table(export.arrow(), file, compression="zstd")
    return file.getvalue()


def png(chart: Chart, citation: str) -> bytes:
    """The chart as a picture, with the citation below it."""
    import vl_convert

    made: bytes = vl_convert.vegalite_to_png(_cited(chart, citation), scale=PNG_SCALE)
    return made


def svg(chart: Chart, citation: str) -> str:
    """The chart as a drawing that scales, with the citation below it."""
    import vl_convert

    made: str = vl_convert.vegalite_to_svg(_cited(chart, citation))
    return made


def _cited(chart: Chart, citation: str) -> str:
    """The chart's specification with the citation below it, on white ground."""
    told = chart.to_dict()
    told["title"] = {
        "text": wrap(citation, CITED_WIDTH),
        "anchor": "start",
        "orient": "bottom",
        "fontSize": 9,
        "fontWeight": "normal",
    }
    told["background"] = "white"
    told["config"] = {"view": {"continuousWidth": WIDTH}, **LOCALE}
    return json.dumps(told)
