"""The same acts give the same bytes in every process, whatever order its sets and hashes have (invariant 3).

Each run is a fresh interpreter with another hash seed. That the source has no clock, chance, float or
order of sets in it is read off by ``tests/test_architecture``.
"""

import os
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

from engine.audit.adjudicate import adjudicate
from engine.games.registry import RULESETS
from events.model.codec import encode_event
from events.view.view import PUBLIC, view
from kifuda.bots.simulate import simulate
from tests.laws.matches import WORLDS, matches
from tests.support.effort import some

ROOT = Path(__file__).parents[2]
HASH_SEEDS = ("0", "1", "31337")


def digest() -> str:
    """SHA-256 over the events, the public view and the verdict of matches of every world, and over simulated
    matches with all cards and with provable shuffles, which have ids and secrets."""
    whole = sha256()
    for ruleset, cards in WORLDS:
        for derived in matches(ruleset, cards, 1):
            for event, cause in (*derived, *view(derived, RULESETS[ruleset], PUBLIC)):
                whole.update(encode_event(event) + f"{cause}\n".encode())
            whole.update(repr(adjudicate(derived)).encode())
    rules = RULESETS["blade-rondo@1.03"]
    mixed = simulate(rules, matches=6, seed=5, cards="mixed")
    proven = simulate(rules, matches=2, seed=5, proven=True)
    for match in (*mixed, *proven):
        for event, cause in match.derived:
            whole.update(f"{match.id} {cause} ".encode() + encode_event(event) + b"\n")
    return whole.hexdigest()


def test_every_process_gives_the_same_bytes() -> None:
    command = [sys.executable, "-c", "from tests.laws.test_determinism import digest; print(digest())"]
    found = {}
    for seed in some(HASH_SEEDS, each=len(HASH_SEEDS)):
        environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
        run = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True, text=True, check=True)
        found[seed] = run.stdout.strip()
    assert set(found.values()) == {digest()}, found
