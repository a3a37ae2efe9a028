"""Uploaded files: how many and how large, under which names, and what is in them.

A name is shown and never a path; the bytes are read in a process of its own
(``analytics.imports.reading.sandbox``). Not page: drawing what was found (``preview``), and importing it
(``import_job``).
"""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple

import streamlit as st

from analytics.imports.formats.format import Options
from analytics.imports.reading.preview import Preview
from analytics.imports.reading.sandbox import preview_in_sandbox
from analytics.imports.source import Source
from dashboard.app.page_context import PageContext

FILE_MIB, ALL_MIB, MAX_FILES = 16, 48, 100
"""Limits of one upload; ``server.maxUploadSize`` in ``config.toml`` is the first of them."""
NAME_LENGTH = 80
MIB = 2**20
UPLOAD, PREVIEWED = "import-round", "import-found"
"""Keys of the session: the number of this upload, and what was found in it."""


class UploadTooLarge(Exception):
    """More than one upload may hold: ``key`` names the text, ``facts`` fill it in."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key, self.facts = key, facts


class _Previewed(NamedTuple):
    sources: list[Source]
    options: dict[str, Options]
    previews: list[Preview]


def uploaded_files(page: PageContext) -> list[Source]:
    """The uploaded files, each name only once. Raises ``UploadTooLarge``."""
    files = st.file_uploader(
        page.say("import.files"),
        accept_multiple_files=True,
        max_upload_size=FILE_MIB,
        key=f"import-files-{st.session_state.setdefault(UPLOAD, 0)}",
    )
    if len(files) > MAX_FILES:
        raise UploadTooLarge("import.too-many", n=len(files), most=MAX_FILES)
    for file in files:
        if file.size > FILE_MIB * MIB:
            raise UploadTooLarge("import.too-large", name=display_name(file.name), most=FILE_MIB)
    if sum(file.size for file in files) > ALL_MIB * MIB:
        raise UploadTooLarge("import.too-much", most=ALL_MIB)
    return distinct([(file.name, file.getvalue()) for file in files])


def distinct(files: Sequence[tuple[str, bytes]]) -> list[Source]:
    """Files with names that differ; the same bytes uploaded twice are one file."""
    found: dict[str, bytes] = {}
    for path_name, data in files:
        if data in found.values():
            continue
        name = display_name(path_name)
        path, number = PurePosixPath(name), 1
        while name in found:
            number += 1
            name = f"{path.stem} ({number}){path.suffix}"
        found[name] = data
    return [Source(name, data) for name, data in found.items()]


def display_name(path_name: str) -> str:
    """The name that is shown: no folders, no invisible characters, not too long."""
    name = path_name.replace("\\", "/").rpartition("/")[2]
    path = PurePosixPath("".join(sign for sign in name if sign.isprintable()).strip() or "?")
    return path.stem[:NAME_LENGTH] + path.suffix[:NAME_LENGTH]


def previews(page: PageContext, sources: list[Source]) -> list[Preview]:
    """What is in the files, with the options below them; read again only if either changes."""
    last: _Previewed | None = st.session_state.get(PREVIEWED)
    options = _options(last.previews) if last is not None and last.sources == sources else {}
    if last is None or (last.sources, last.options) != (sources, options):
        with st.spinner(page.say("import.looking")):
            last = _Previewed(sources, options, preview_in_sandbox(sources, options))
        st.session_state[PREVIEWED] = last
    return last.previews


def _options(previews: Sequence[Preview]) -> dict[str, Options]:
    """The options that are filled in below the files, by digest."""
    state: Mapping[str, Any] = {str(key): value for key, value in st.session_state.items()}
    options = {
        preview.digest: Options(
            game=(state.get(key_of("game", preview)) or "").strip(),
            name=(state.get(key_of("name", preview)) or "").strip(),
            accept_partial=bool(state.get(key_of("partial", preview))),
        )
        for preview in previews
    }
    return {digest: one for digest, one in options.items() if one != Options()}


def key_of(field: str, preview: Preview) -> str:
    """The key of a field below a file."""
    return f"import-{field}-{preview.digest}"


def reset() -> None:
    """Empty the upload field, after its files were imported."""
    st.session_state[UPLOAD] = st.session_state.get(UPLOAD, 0) + 1
    st.session_state.pop(PREVIEWED, None)
