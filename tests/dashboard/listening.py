"""Somebody without a browser who opens pages as a browser does, and keeps what the server sends: enough where
it matters what reaches somebody and not what it looks like, and far quicker.

Not here: a real browser (``browsing``), pages without a server (``opening``).
"""

from collections.abc import Iterator
from contextlib import contextmanager
from http.cookiejar import CookieJar
from urllib.parse import urljoin
from urllib.request import HTTPCookieProcessor, build_opener

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.Button_pb2 import Button
from streamlit.proto.ClientState_pb2 import ClientState
from streamlit.proto.Element_pb2 import Element
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from streamlit.proto.WidgetStates_pb2 import WidgetState, WidgetStates
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin, Subprotocol

PATIENCE = 60
"""Seconds: far more than a page needs, for machines that do many things at once."""
TOKEN = "_streamlit_xsrf"
"""The cookie by which the server knows scripts of its own pages."""


class Listener:
    """``sent`` is everything that the server has told so far; ``cookies`` are those that it has left."""

    def __init__(self, address: str) -> None:
        self.address, self.sent, self.cookies = address, list[bytes](), CookieJar()
        self._get("/_stcore/health")  # brings the token

    def _get(self, path: str) -> None:
        """What a path leads to, in several steps where the server says so."""
        build_opener(HTTPCookieProcessor(self.cookies)).open(
            urljoin(self.address, path), timeout=PATIENCE
        ).close()

    @contextmanager
    def visit(self, path: str) -> "Iterator[Visit]":
        """A page that stays open as long as the block lasts."""
        kept = {cookie.name: cookie.value or "" for cookie in self.cookies}
        with connect(
            f"ws{self.address.removeprefix('http')}/_stcore/stream",
            origin=Origin(self.address),
            subprotocols=[Subprotocol("streamlit"), Subprotocol(kept[TOKEN])],
            additional_headers={"Cookie": "; ".join(f"{name}={value}" for name, value in kept.items())},
            max_size=None,
        ) as socket:
            yield Visit(socket, path, self.sent)

    def open(self, path: str) -> "Visit":
        """A page when the server has sent all of it."""
        with self.visit(path) as visit:
            return visit

    def log_in(self, path: str) -> None:
        """Press the button for it on a page, and go where that leads."""
        with self.visit(path) as visit:
            visit.press("Log in")
        [redirect] = [message.auth_redirect for message in visit.told if message.HasField("auth_redirect")]
        self._get(redirect.url)


class Visit:
    """A page at an address; ``told`` are the messages of its last run."""

    def __init__(self, socket: ClientConnection, path: str, sent: list[bytes]) -> None:
        self._socket, self._sent = socket, sent
        self._name, _, self._query = path.partition("?")
        self.told: list[ForwardMsg] = []
        self._run()

    def _run(self, *widgets: WidgetState) -> None:
        state = ClientState(
            page_name=self._name, query_string=self._query, widget_states=WidgetStates(widgets=widgets)
        )
        self._socket.send(BackMsg(rerun_script=state).SerializeToString())
        self.told = []
        while not self.told or not _is_end(self.told[-1]):
            frame = self._socket.recv(PATIENCE)
            assert isinstance(frame, bytes)
            self._sent.append(frame)
            self.told.append(ForwardMsg.FromString(frame))

    def press(self, label: str) -> None:
        """Press a button, and wait until the page is drawn anew."""
        self._run(WidgetState(id=self.buttons[label].id, trigger_value=True))

    @property
    def elements(self) -> list[Element]:
        """What is on the page."""
        return [message.delta.new_element for message in self.told if message.delta.HasField("new_element")]

    @property
    def buttons(self) -> dict[str, Button]:
        """Those on the page by what stands on them."""
        pressed = [element.button for element in self.elements if element.HasField("button")]
        return {button.label: button for button in pressed}

    @property
    def menu(self) -> set[str]:
        """The pages that stand in the menu, as their addresses name them."""
        pages = (page for message in self.told for page in message.navigation.app_pages)
        return {page.url_pathname for page in pages if not page.is_hidden}

    def has(self, kind: str) -> bool:
        """Whether there is an element of a kind."""
        return any(element.WhichOneof("type") == kind for element in self.elements)


def _is_end(message: ForwardMsg) -> bool:
    """Of a run that comes to its end; one that begins anew does not."""
    return message.HasField("script_finished") and message.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY
