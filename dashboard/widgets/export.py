"""The export menu: the rows and the chart of a page as files, with a citation.

Not here: the contents of an export (``analytics.metrics.publish.export``).
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
"""Of a line of the citation below a chart, in characters."""
WIDTH = 300
"""Of a picture without its axes, in pixels."""
PNG_SCALE = 2
"""Twice the size on the page, for print."""


def menu(
    page: PageContext, export: Export | Callable[[], Export], chart: Chart | None = None, *, key: str
) -> None:
    """A button that opens the menu. Files are made on download; an ``export`` given as a function is computed
    when the menu is opened."""
    opened = st.popover(page.say("export.open"), icon=":material/download:", key=key, on_change="rerun")
    if opened.open:
        found = export() if callable(export) else export
        with opened:
            _downloads(
                page, found if page.source.sees_sizes else found.without_state_of_log(), chart, key=key
            )


def _downloads(page: PageContext, export: Export, chart: Chart | None, *, key: str) -> None:
    """A button for each format, and the citation."""
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
    """The rows as a Parquet file; its metadata describe the population."""
    file = BytesIO()
    pq.write_table(export.arrow(), file, compression="zstd")
    return file.getvalue()


def png(chart: Chart, citation: str) -> bytes:
    """The chart as a PNG with the citation below it."""
    import vl_convert

    made: bytes = vl_convert.vegalite_to_png(_cited(chart, citation), scale=PNG_SCALE)
    return made


def svg(chart: Chart, citation: str) -> str:
    """The chart as an SVG with the citation below it."""
    import vl_convert

    made: str = vl_convert.vegalite_to_svg(_cited(chart, citation))
    return made


def _cited(chart: Chart, citation: str) -> str:
    """The chart's Vega-Lite specification with the citation as its title, on a white background."""
    spec = chart.to_dict()
    spec["title"] = {
        "text": wrap(citation, CITED_WIDTH),
        "anchor": "start",
        "orient": "bottom",
        "fontSize": 9,
        "fontWeight": "normal",
    }
    spec["background"] = "white"
    spec["config"] = {"view": {"continuousWidth": WIDTH}, **LOCALE}
    return json.dumps(spec)
