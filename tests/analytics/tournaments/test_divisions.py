"""Who is ranked together, and who plays on in each division."""

from analytics.imports.tournament import Kind, Pairing, Player, Round, Standing, Tournament
from analytics.tournaments.divisions import divisions
from analytics.tournaments.outlook import cut_of, last_swiss_round, outlooks


def played(number: int, pod: str, *tables: str, kind: Kind = "swiss") -> Round:
    """A round of these tables; the first player of each wins."""
    return Round(number, f"{number}", kind, tuple(Pairing(tuple(one), "win", 0) for one in tables), pod)


def cup(*rounds: Round, apart: str = "") -> Tournament:
    """A tournament in which the juniors ``apart`` have a table of their own."""
    ids = sorted({player for one in rounds for pairing in one.pairings for player in pairing.players})
    lines = tuple(Standing(id, division="junior" if id in apart else "senior") for id in ids) if apart else ()
    players = tuple(Player(id, id) for id in ids)
    return Tournament("t", "T", "magic", players=players, rounds=rounds, standings=lines)


def told(tournament: Tournament) -> dict[str, str]:
    return {one.name: "".join(sorted(one.players)) for one in divisions(tournament)}


def test_pods_without_common_players_are_divisions() -> None:
    assert told(cup(played(1, "x", "ab"), played(1, "y", "cd"), played(2, "y", "cd"))) == {
        "x": "ab",
        "y": "cd",
    }
    assert told(cup(played(1, "", "ab", "cd"))) == {"": "abcd"}
    assert told(cup()) == {"": ""}


def test_pods_of_one_field_are_none() -> None:
    """Drafts at several tables, after which all play together."""
    assert told(cup(played(1, "x", "ab"), played(1, "y", "cd"), played(2, "", "ac"))) == {"": "abcd"}


def test_who_plays_together_may_be_ranked_apart() -> None:
    mixed = cup(played(1, "mixed", "ab", "cd"), played(1, "master", "xy"), apart="d")
    lines = tuple(line for line in mixed.standings if line.player in "abcd")
    mixed = Tournament("t", "T", "magic", players=mixed.players, rounds=mixed.rounds, standings=lines)
    assert told(mixed) == {"senior": "abc", "junior": "d", "master": "xy"}


def test_only_who_is_ranked_together_are_rivals() -> None:
    """The junior leads, which takes no place from the seniors."""
    rounds = (played(1, "", "ab", "jc"), played(2, "", "ja", "bc"), played(3, "", "jb", "ac"))
    final = played(4, "", "ab", kind="elimination")
    everybody = cup(*rounds, final, apart="j")
    seniors, juniors = divisions(everybody)
    assert (seniors.name, juniors.name) == ("senior", "junior")
    assert (cut_of(seniors.played, seniors.players), cut_of(juniors.played, juniors.players)) == (2, None)
    assert last_swiss_round(seniors.played) == 3
    found = {one.player: one for one in outlooks(everybody, cut=1, ranked=seniors.players)}
    assert set(found) == {"a", "b", "c"}
    assert found["a"].chances["win"] == "level", "only b can be level with a"
    assert [one.chances["win"] for one in outlooks(everybody, cut=1) if one.player == "a"] == ["open"]
    alone = {one.player: one for one in outlooks(everybody, cut=1, ranked=juniors.players)}
    assert alone["j"].safe
