"""Files that somebody sends: how many and how large, under which names, and what is in them.

A name is shown and never a path; bytes are read by a process of its own
(``analytics.imports.files.sandbox``). Not here: showing what was found (``preview``), and putting it into
the log (``arrival``).
"""

from collections.abc import Mapping, Sequence
from pathlib import PurePosixPath
from typing import Any, NamedTuple

import streamlit as st

from analytics.imports.files.inspected import Found, Wish
from analytics.imports.files.sandbox import look_apart
from analytics.imports.tournament import Source
from dashboard.app.page_context import PageContext

FILE_MIB, ALL_MIB, MOST_FILES = 16, 48, 100
"""Bounds of what is sent at once; ``server.maxUploadSize`` in ``config.toml`` is the first of them."""
NAME_LENGTH = 80
MIB = 2**20
ROUND, KEPT = "import-round", "import-found"
"""Where this session keeps which upload this is, and what was found in it."""


class TooMuch(Exception):
    """More than can be sent at once: ``key`` names the text, ``facts`` fill it in."""

    def __init__(self, key: str, **facts: object) -> None:
        super().__init__(key)
        self.key, self.facts = key, facts


class _Kept(NamedTuple):
    sources: list[Source]
    wishes: dict[str, Wish]
    found: list[Found]


def received(here: PageContext) -> list[Source]:
    """The files that were sent, each name only once. Raises ``TooMuch``."""
    sent = st.file_uploader(
        here.say("import.files"),
        accept_multiple_files=True,
        max_upload_size=FILE_MIB,
        key=f"import-files-{st.session_state.setdefault(ROUND, 0)}",
    )
    if len(sent) > MOST_FILES:
        raise TooMuch("import.too-many", n=len(sent), most=MOST_FILES)
    for file in sent:
        if file.size > FILE_MIB * MIB:
            raise TooMuch("import.too-large", name=named(file.name), most=FILE_MIB)
    if sum(file.size for file in sent) > ALL_MIB * MIB:
        raise TooMuch("import.too-much", most=ALL_MIB)
    return distinct([(file.name, file.getvalue()) for file in sent])


def distinct(files: Sequence[tuple[str, bytes]]) -> list[Source]:
    """Files with names that differ; the same bytes sent twice are one file."""
    found: dict[str, bytes] = {}
    for written, data in files:
        if data in found.values():
            continue
        name = named(written)
        path, number = PurePosixPath(name), 1
        while name in found:
            number += 1
            name = f"{path.stem} ({number}){path.suffix}"
        found[name] = data
    return [Source(name, data) for name, data in found.items()]


def named(written: str) -> str:
    """What a file is called here: no folders, nothing that cannot be seen, not too long."""
    name = written.replace("\\", "/").rpartition("/")[2]
    path = PurePosixPath("".join(sign for sign in name if sign.isprintable()).strip() or "?")
    return path.stem[:NAME_LENGTH] + path.suffix[:NAME_LENGTH]


def looked_at(here: PageContext, sources: list[Source]) -> list[Found]:
    """What is in the files, by what the reader says beside them; looked at again only if either changes."""
    kept: _Kept | None = st.session_state.get(KEPT)
    wishes = _wishes(kept.found) if kept is not None and kept.sources == sources else {}
    if kept is None or (kept.sources, kept.wishes) != (sources, wishes):
        with st.spinner(here.say("import.looking")):
            kept = _Kept(sources, wishes, look_apart(sources, wishes))
        st.session_state[KEPT] = kept
    return kept.found


def _wishes(found: Sequence[Found]) -> dict[str, Wish]:
    """What the fields below the files say, where they say anything."""
    state: Mapping[str, Any] = {str(key): value for key, value in st.session_state.items()}
    wishes = {
        one.digest: Wish(
            game=(state.get(key_of("game", one)) or "").strip(),
            name=(state.get(key_of("name", one)) or "").strip(),
            accept_partial=bool(state.get(key_of("partial", one))),
        )
        for one in found
    }
    return {digest: wish for digest, wish in wishes.items() if wish != Wish()}


def key_of(what: str, found: Found) -> str:
    """The key of a field below a file."""
    return f"import-{what}-{found.digest}"


def forget() -> None:
    """Begin anew: the files were dealt with."""
    st.session_state[ROUND] = st.session_state.get(ROUND, 0) + 1
    st.session_state.pop(KEPT, None)
