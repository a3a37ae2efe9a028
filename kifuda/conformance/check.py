"""What the files of a game lack: texts in both languages, citations, cases for clauses and settings.

Only the installed package is read. Not here: what play shows (``play``).
"""

from collections.abc import Iterator
from pathlib import Path

from engine.audit.coverage import Shown, cited_in_code, game_folder, shown_cases
from engine.case.batch import case_files, run_each
from engine.case.file import read_cases
from engine.case.problem import CaseErrors
from engine.kernel.ruleset import Ruleset
from engine.text.phrase import find
from kifuda.cli.rules.card_words import superfluous, unexplained
from kifuda.conformance.miss import Miss

CASES, CLAUSES, SETTINGS = "cases/*.toml", "clauses.toml", "settings.toml"
TEXTS, WORDS = "texts.toml", "words.toml"


def written(rules: Ruleset) -> Iterator[Miss]:
    """What the files of a game lack: texts in both languages, citations, cases. Where a file of cases cannot
    be read, nobody can say what the cases show: then only that is told of them."""
    unreadable = list(_unreadable(rules))
    shown = None if unreadable else shown_cases(rules)
    yield from unreadable
    yield from _clauses(rules, shown)
    yield from _settings(rules, shown)
    yield from _verbs(rules)
    yield from _kinds(rules)
    yield from _words(rules)
    yield from _cases(rules)


def _unreadable(rules: Ruleset) -> Iterator[Miss]:
    for file in case_files([_case_folder(rules)]):
        try:
            read_cases(file)
        except CaseErrors as errors:
            yield from _problems(errors)


def _problems(errors: CaseErrors) -> Iterator[Miss]:
    for problem in errors.problems:
        yield Miss("case-unreadable", f"{Path(problem.file).name}:{problem.line}", {"says": problem.what})


def _clauses(rules: Ruleset, shown_by: list[Shown] | None) -> Iterator[Miss]:
    cited = cited_in_code(rules)
    shown = rules.clauses.keys() if shown_by is None else {one.clause for one in shown_by}
    for id, clause in rules.clauses.items():
        if not (clause.en.strip() and clause.ja.strip()):
            yield Miss("clause-text", CLAUSES, {"clause": id})
        if clause.definition:
            continue
        if not cited[id]:
            yield Miss("clause-not-cited", "*.py", {"clause": id, "says": clause.says})
        if id not in shown:
            yield Miss("clause-not-shown", CASES, {"clause": id, "says": clause.says})
    for name in (rules.frame_clause, rules.end_clause, rules.copies_clause):
        if name not in rules.clauses:
            yield Miss("unknown-clause", "ruleset.py", {"clause": name})


def _settings(rules: Ruleset, shown_by: list[Shown] | None) -> Iterator[Miss]:
    """Every choice beside the default has a case that shows what it changes."""
    tried: dict[str, list[object]] = {}
    for one in shown_by or ():
        for name, value in one.case.settings.items():
            tried.setdefault(name, []).append(value)
    for name, setting in rules.settings.items():
        if setting.clause not in rules.clauses:
            yield Miss("unknown-clause", SETTINGS, {"clause": setting.clause})
        if shown_by is None:
            continue
        for choice in setting.choices:
            if choice != setting.default and not any(
                value == choice and type(value) is type(choice) for value in tried.get(name, ())
            ):
                yield Miss("setting-not-shown", CASES, {"setting": name, "choice": choice})
        if setting.least is not None and not any(value != setting.default for value in tried.get(name, ())):
            yield Miss("setting-not-shown", CASES, {"setting": name, "choice": "…"})


def _verbs(rules: Ruleset) -> Iterator[Miss]:
    """Each act has its sentences, and the names of its words and of each reason for which it is refused."""
    for verb in rules.verbs.values():
        for key in (f"act.{verb.name}", f"cannot.{verb.name}"):
            if find(rules, key) is None:
                yield Miss("no-text", TEXTS, {"key": key})
        for word in verb.words:
            if find(rules, f"word.{word}") is None:
                yield Miss("no-text", TEXTS, {"key": f"word.{word}"})
        for requirement in (*verb.requirements, *verb.elsewhere):
            if requirement.clause not in rules.clauses:
                yield Miss("unknown-clause", "verbs.py", {"clause": requirement.clause})
            if find(rules, f"why.{requirement.why}") is None:
                yield Miss("no-text", TEXTS, {"key": f"why.{requirement.why}"})


def _kinds(rules: Ruleset) -> Iterator[Miss]:
    """Each kind of card has the name that a board shows."""
    for kind in rules.vocabulary.kinds:
        if find(rules, f"symbol.{kind}") is None:
            yield Miss("no-text", TEXTS, {"key": f"symbol.{kind}"})


def _words(rules: Ruleset) -> Iterator[Miss]:
    """Each word of card text means something, in both languages (``kifuda cards words``)."""
    for key in unexplained(rules):
        yield Miss("no-text", WORDS, {"key": key})
    for key in superfluous(rules):
        yield Miss("text-of-nothing", WORDS, {"key": key})


def _cases(rules: Ruleset) -> Iterator[Miss]:
    unreadable = {miss.where.partition(":")[0] for miss in _unreadable(rules)}
    files = [file for file in case_files([_case_folder(rules)]) if file.name not in unreadable]
    for result in run_each((file, None) for file in files):
        if isinstance(result, CaseErrors):
            yield from _problems(result)
            continue
        for failure in result.failures:
            where = f"{result.path.name}:{result.line}"
            yield Miss("case-fails", where, {"title": result.title, "failure": failure})


def _case_folder(rules: Ruleset) -> Path:
    return game_folder(rules) / "cases"
