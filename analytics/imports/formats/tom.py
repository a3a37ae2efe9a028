"""Tournaments of the Pokémon Tournament Operations Manager (``.tdf``, XML).

Birth dates are removed while reading: the bytes that are stored are written without them. Rounds and tables
belong to pods, one or several age divisions that play among themselves; elimination rounds are in the pod of
its Swiss rounds. The files hold neither games nor decks.
"""

import re
from collections import Counter
from collections.abc import Iterator
from datetime import datetime
from xml.etree.ElementTree import Element, ParseError, tostring

from defusedxml.common import DefusedXmlException
from defusedxml.ElementTree import fromstring

from analytics.imports.formats.contradictions import NUMBERS, consistent_lines, consistent_rounds
from analytics.imports.formats.format import Options, TournamentFormat, TournamentReading, one_file
from analytics.imports.formats.rows import COUNTED, RowReader, all_players, checked_bytes
from analytics.imports.problem import BadFile, Problem
from analytics.imports.source import Source
from analytics.imports.tournament import Kind, Outcome, Pairing, Player, Round, Standing, Tournament, slug

OUTCOMES: dict[str, tuple[Outcome, int | None]] = {
    "": ("unfinished", None),
    "0": ("unfinished", None),
    "1": ("win", 0),
    "2": ("win", 1),
    "3": ("tie", None),
    "4": ("forfeit", 0),
    "5": ("bye", 0),
    "8": ("forfeit", 1),
    "10": ("double-loss", None),
}
"""Outcome and winner by the number that the program writes."""
KINDS: dict[str, Kind] = {"1": "elimination", "2": "swiss", "3": "swiss"}
PODS = {
    "0": "junior",
    "1": "senior",
    "2": "master",
    "8": "junior-senior",
    "9": "senior-master",
    "10": "junior-senior-master",
}
"""Age divisions by number; 8 to 10 play together and are ranked apart."""
UNDIVIDED = "PRERELEASE"
"""The mode of tournaments that may have one pod for everybody, with the number of some division."""
GAMES = {"TRADING_CARD_GAME": "pokemon-tcg", "VIDEO_GAME": "pokemon-vgc"}
BIRTH = "birth"
"""Part of the name of every element and attribute with a birth date."""


def recognises(source: Source) -> bool:
    """Whether this is a file of this program: XML whose outermost element is a tournament with a type."""
    return re.search(rb"<tournament\s[^>]*\b(gametype|stage)\s*=", source.data[:4096]) is not None


def read(source: Source, options: Options) -> TournamentReading:
    """The tournament in a file. Raises ``BadFile``."""
    root = _root(source)
    remove_birth_dates(root)
    reading = _Reader(source.name, root, options).read()
    return reading._replace(stored=(tostring(root, encoding="utf-8", xml_declaration=True),))


def _root(source: Source) -> Element:
    try:
        root: Element = fromstring(checked_bytes(source), forbid_dtd=True)
    except (ParseError, DefusedXmlException, ValueError, LookupError, RecursionError) as error:
        detail = str(error) if isinstance(error, ParseError) else type(error).__name__
        raise BadFile([Problem(source.name, "", "xml", {"detail": detail})]) from error
    if root.tag != "tournament":
        raise BadFile([Problem(source.name, root.tag, "no-tournament")])
    return root


def remove_birth_dates(root: Element) -> None:
    """Remove every birth date, whatever its element or attribute is called exactly."""
    for element in root.iter():
        for name in [name for name in element.attrib if BIRTH in name.casefold()]:
            del element.attrib[name]
        if BIRTH in str(element.tag).casefold():
            tail = element.tail
            element.clear()
            element.tail = tail


class _Reader:
    def __init__(self, file: str, root: Element, options: Options) -> None:
        self.root, self.rows, self.options = root, RowReader(file), options
        pods = (*root.iterfind("pods/pod"), *root.iterfind("standings/pod"))
        one_pod = len({pod.get("category") for pod in pods}) < 2
        self.pods = {} if one_pod and root.get("mode") == UNDIVIDED else PODS

    def read(self) -> TournamentReading:
        root = self.root
        name = _text(root, "data/name")
        id = self.options.name or slug(_text(root, "data/id"))
        if not name or not id:
            raise self.rows.fail("data", "no-name")
        players = {player.id: player for player in self._players()}
        remarks: Counter[str] = Counter()
        rounds = consistent_rounds(self.rows, tuple(self._rounds()), remarks)
        everybody = all_players(players.values(), rounds, remarks)
        fields = {name: "place" for name in NUMBERS}  # the only number of a line
        tournament = Tournament(
            id=self.options.name or f"tom-{id}",
            name=name,
            game=self.options.game or GAMES.get(root.get("gametype", ""), "pokemon"),
            play=slug(root.get("mode", "")),
            date=self._date(),
            rules="pokemon",
            players=everybody,
            rounds=rounds,
            standings=consistent_lines(self.rows, self._standings(), remarks, fields),
            remarks=dict(remarks),
        )
        return TournamentReading(tournament, tuple(self.rows.problems))

    def _date(self) -> str:
        """The first day; the program writes MM/DD/YYYY."""
        start = _text(self.root, "data/startdate")
        if not start:
            return ""
        try:
            return f"{datetime.strptime(start, '%m/%d/%Y'):%Y-%m-%d}"
        except ValueError:
            self.rows.problem("data/startdate", "us-date", given=start)
            return ""

    def _players(self) -> Iterator[Player]:
        for place, element in _each(self.root, "players/player"):
            id = element.get("userid", "")
            if not id:
                self.rows.problem(place, "no-id")
                continue
            names = (_text(element, part) for part in ("firstname", "lastname"))
            dropped = _text(element, "dropped/round")
            yield Player(id, " ".join(filter(None, names)) or id, dropped=_number(dropped))

    def _rounds(self) -> Iterator[Round]:
        for pod_place, pod in _each(self.root, "pods/pod"):
            category = pod.get("category", "")
            for place, round in _each(pod, "rounds/round", pod_place):
                number = _number(round.get("number", ""))
                if number is None:
                    given = round.get("number", "")
                    self.rows.problem(f"{place}/@number", "round-number", given=given, accepted=COUNTED)
                    continue
                kind = KINDS.get(round.get("type", ""), "")
                pairings = (self._pairing(at, match) for at, match in _each(round, "matches/match", place))
                played = tuple(pairing for pairing in pairings if pairing is not None)
                yield Round(number, str(number), kind, played, self.pods.get(category, ""))

    def _pairing(self, place: str, match: Element) -> Pairing | None:
        seats = [match.find(tag) for tag in ("player", "player1", "player2")]
        players = tuple(seat.get("userid", "") for seat in seats if seat is not None)
        table = _text(match, "tablenumber")
        code = match.get("outcome", "").strip()
        if code not in OUTCOMES:
            self.rows.problem(place, "tom-outcome", given=code, accepted=", ".join(filter(None, OUTCOMES)))
            return None
        if not self.rows.check_players(players, place):
            return None
        outcome, winner = OUTCOMES[code]
        if len(players) == 1:
            outcome, winner = _alone(outcome, winner)
        elif outcome == "bye":
            self.rows.problem(place, "tom-bye", given=", ".join(players))
            return None
        return Pairing(players, outcome, winner, table="" if table == "0" else table, place=place)

    def _standings(self) -> Iterator[tuple[str, Standing]]:
        for pod_place, pod in _each(self.root, "standings/pod"):
            category = pod.get("category", "")
            for place, line in _each(pod, "player", pod_place):
                rank = _number(line.get("place", ""))
                if rank is None and pod.get("type") == "finished":
                    self.rows.problem(place, "rank", given=line.get("place", ""))
                    continue
                yield place, Standing(line.get("id", ""), rank, division=self.pods.get(category, ""))


def _alone(outcome: Outcome, winner: int | None) -> tuple[Outcome, int | None]:
    """The outcome for a player without an opponent: a win is a bye, a loss means that they did not come."""
    if outcome == "unfinished":
        return outcome, None
    return ("bye", 0) if winner == 0 else ("no-show", None)


def _each(parent: Element, path: str, above: str = "") -> Iterator[tuple[str, Element]]:
    """The elements under ``path`` with their places, counted from 1."""
    for number, element in enumerate(parent.findall(path), start=1):
        yield "/".join(filter(None, (above, f"{path}[{number}]"))), element


def _text(element: Element, path: str) -> str:
    return (element.findtext(path) or "").strip()


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else None


FORMAT = TournamentFormat("tom", recognises, one_file(read))
