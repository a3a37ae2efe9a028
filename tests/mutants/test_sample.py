"""The sample of mutants is the same each time and does not depend on the order of the modules."""

from tests.mutants.sample import sample

MODULES = ["events/seal/paths.py", "events/model/upcast.py"]


def test_a_sample_is_the_same_for_any_order_of_the_modules() -> None:
    drawn = sample(MODULES, 5)
    assert len(drawn) == 5 and drawn == sample(reversed(MODULES), 5) == sample(MODULES, 8)[:5]


def test_a_sample_is_not_larger_than_what_there_is() -> None:
    everything = sample(MODULES, 10**6)
    assert len(everything) == len(set(everything))
    assert all(name.startswith(("events.seal.paths.", "events.model.upcast.")) for name in everything)
