"""The audit page: what a judge needs to decide a dispute."""

import re
from pathlib import Path

import pytest

from dashboard.app.escape import escaped
from dashboard.app.language import TEXTS
from dashboard.match.card_names import CardNames
from dashboard.match.dispute_text import dispute_text
from engine.shuffle.provable import ALGORITHM
from engine.text.phrase import KERNEL
from engine.text.sentence import clause_text
from events.log.sqlite_log import SqliteLog
from kifuda import deposit, prepare
from tests.dashboard.conftest import LogOf
from tests.dashboard.logs import CLEAN, OVERSPENT, POISON, RULING, SAMPLES
from tests.dashboard.opening import LANGUAGES, load, opened, text_of


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", [POISON, OVERSPENT, RULING])
def test_audit_names_line_event_and_clause(log_of: LogOf, id: str, language: str) -> None:
    log = log_of("disputed")
    match = load(log, id)
    app = opened(log, "audit", language, match=id)
    page = text_of(app)
    finding = match.verdict.divergence or match.verdict.findings[0]
    assert match.verdict.grade in page
    dispute = dispute_text(match, finding, language)
    if dispute is not None and dispute.about:
        assert dispute.about in page and f"{dispute.ruled}" in page
    else:
        assert CardNames(match.rules, language).translated(finding.what[language]) in page
    other = next(one for one in LANGUAGES if one != language)
    assert clause_text(match.rules, finding.clause, language) in page
    assert clause_text(match.rules, finding.clause, other) not in page
    assert str(finding.line) in app.subheader[1].value
    assert f"#{finding.seq}" in app.subheader[1].value
    listed = app.dataframe[0].value
    assert len(listed) == len(match.verdict.findings)


def test_audit_shows_what_was_legal_and_the_line(log_of: LogOf) -> None:
    log = log_of("disputed")
    app = opened(log, "audit", match=OVERSPENT)
    page = text_of(app)
    for legal in ("B breath Heat", "B use Dancing Sword", "B end"):
        assert f"- {legal}" in page
    assert ":red-background[`▶\u00a058" in page


def test_audit_of_a_clean_match_says_so(log_of: LogOf) -> None:
    app = opened(log_of("one"), "audit", match=CLEAN)
    assert TEXTS["audit.clean"].en in [message.value for message in app.success]


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_an_act_is_refused_is_said_once(log_of: LogOf, language: str) -> None:
    """Beside it stands what the record has; of a wrong number both values stand there."""
    log = log_of("mixed")
    app = opened(log, "audit", language, match=OVERSPENT)
    shown = [one.value for one in app.markdown]
    recorded, ruled = (f":gray[{TEXTS[f'column.{side}'][language]}]" for side in ("recorded", "ruled"))
    assert sum(one.startswith(recorded) for one in shown) == 1
    assert not any(one.startswith(ruled) for one in shown)
    assert sum("BR-5.2-2a" in one.value for one in app.error) == 1
    of_a_number = [one.value for one in opened(log, "audit", language, match=POISON).markdown]
    assert any(one.startswith(ruled) for one in of_a_number)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("id", [POISON, OVERSPENT, RULING])
def test_every_clause_that_is_cited_on_the_page_stands_there_in_full(
    log_of: LogOf, id: str, language: str
) -> None:
    log = log_of("disputed")
    match, texts = load(log, id), [one.value for one in opened(log, "audit", language, match=id).markdown]
    cited = {one for text in texts for one in re.findall(r"\[(BR-[\w.-]+)\]", text.replace("\\", ""))}
    assert cited
    for one in cited:
        assert f":blue-badge[{one}] {match.clause_text(one, language)}" in texts


def test_the_name_of_a_winner_is_no_markup(tmp_path: Path) -> None:
    text, name = (SAMPLES / f"{CLEAN}.kfd").read_text("utf-8"), "[click](javascript:alert) **b**"
    record, path = tmp_path / f"{CLEAN}.kfd", tmp_path / "named.db"
    record.write_text(re.sub(r"(?m)^players .*$", f'players = ["A", "{name}"]', text), "utf-8")
    with SqliteLog(path, writing=True) as log:
        deposit(log, prepare(record))
    winner = opened(path, "audit", match=CLEAN).metric[0]
    assert winner.value == escaped(f"B ({name})")


def test_a_finding_can_be_linked_to(log_of: LogOf) -> None:
    log = log_of("disputed")
    findings = load(log, POISON).verdict.findings
    app = opened(log, "audit", match=POISON, finding="1")
    assert f"#{findings[1].seq}" in app.subheader[1].value
    assert app.query_params["finding"] == "1"


@pytest.mark.parametrize("language", LANGUAGES)
def test_audit_says_how_the_shuffle_is_vouched_for(log_of: LogOf, language: str) -> None:
    page = text_of(opened(log_of("one"), "audit", language, match=CLEAN))
    assert KERNEL["vouched.declared"][language] in page


@pytest.mark.parametrize("language", LANGUAGES)
def test_audit_shows_proofs_of_shuffles(log_of: LogOf, language: str) -> None:
    log = log_of("proven")
    with SqliteLog(log) as source:
        good, bad = [info.match for info in source.matches()]
    page = text_of(opened(log, "audit", language, match=good))
    assert KERNEL["vouched.proven"][language].format(how=ALGORITHM) in page
    page = text_of(opened(log, "audit", language, match=bad))
    assert KERNEL["vouched.unproven"][language].format(how=ALGORITHM) in page
    assert KERNEL["finding.no-reveal"][language].format(party="B") in page
    text_of(opened(log, "replay", language, match=bad, at="5"))


def test_findings_that_follow_are_marked_and_no_clause_stands_twice(log_of: LogOf) -> None:
    follows, ruled, clause = (TEXTS[f"column.{name}"].en for name in ("follows", "ruled", "clause"))
    of_one = opened(log_of("disputed"), "audit", match=OVERSPENT).dataframe[0].value
    assert follows not in of_one.columns
    assert of_one[clause][0] not in of_one[ruled][0]
    of_many = opened(log_of("disputed"), "audit", match=POISON).dataframe[0].value
    assert of_many[follows].to_list() == ["", "↳", "↳"]
