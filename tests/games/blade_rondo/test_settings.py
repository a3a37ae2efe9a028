"""The settings of Blade Rondo that list steps in an order."""

from engine.games.blade_rondo.ruleset import BLADE_RONDO


def test_turn_start_orders_differ_only_in_what_is_open() -> None:
    orders = BLADE_RONDO.settings["turn_start_order"].choices
    for order in map(str, orders):
        assert sorted(order.split()) == ["attached", "coins", "followers", "voltage"]
        assert order.startswith("voltage "), "only what follows the voltage step is open"
    assert len(set(orders)) == len(orders)
