"""The words that a ruleset allows in its card files.

Not here: the words of the card language itself (``tree``), or the roles, tags and names that a card file
defines.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field


@dataclass(frozen=True, slots=True, kw_only=True)
class Vocabulary:
    """What ``lint`` checks the names in card files against. Each tuple lists every word accepted."""

    kinds: tuple[str, ...]
    """Kinds of cards."""
    role_kinds: tuple[str, ...]
    """Kinds of roles: what a card can be while it lies attached."""
    moments: Mapping[str, tuple[str, ...]]
    """Moment (the ``on`` of an ability) → the kinds of cards and roles for which it occurs."""
    fields: Mapping[str, tuple[str, ...]]
    """Field of a card or role (of ``shape.FIELDS_READ``) → the kinds for which the rules read it."""
    needed: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Kind → the optional fields that a card or role of that kind must have."""
    actions: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Moment → the kinds for which an ability of that moment is an action of its own: it needs a ``symbol``
    and may have a ``name``. Elsewhere these two are not read."""
    headers: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Field of an ability's header (``shape.HEADER``) → the moments at which it is read."""
    asked: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Moment → the fields of the header that an ability at that moment must have."""
    prices: tuple[str, ...] = ()
    """Tags of the words with which a line of a ``price`` may begin."""
    names_unique: bool = True
    """Whether printed names are unique; numbers and ids always are."""
    variable: tuple[str, ...] = ()
    """Keywords of an ability that give it an X of its own."""
    symbols: tuple[str, ...] = ()
    """Symbols of actions: in ``answers``, in ``symbol``, and in ``action is …``."""
    keywords: tuple[str, ...] = ()
    stats: tuple[str, ...] = ()
    """Printed numbers in ``stats``; ``printed … of`` knows ``cost`` as well."""
    diagrams: tuple[str, ...] = ()
    """Printed patterns in ``diagrams``."""
    limits: Mapping[str, tuple[int, int]] = field(default_factory=dict)
    """Printed number → its minimum and maximum."""
    settings: tuple[str, ...] = ()
    """Settings that a ``cost_setting`` may name."""
    zones: tuple[str, ...] = ()
    tracks: tuple[str, ...] = ()
    traits: tuple[str, ...] = ()
    """What can be true of cards, beside the tags that card files make."""
    names: tuple[str, ...] = ()
    """Names under which the rules themselves set cards aside, such as the paid cards."""
    quantities: tuple[str, ...] = ()
    """What ``modify`` changes."""
    measures: tuple[str, ...] = ()
    """Values of cards in ``current … of``."""
    styles: tuple[str, ...] = ()
    """Styles of attacks."""
    measured: tuple[str, ...] = ()
    """The styles whose attack needs an amount; the others take none."""
    ignorable: tuple[str, ...] = ()
    """What an attack may ignore."""
    deeds: tuple[str, ...] = ()
    """What may be forbidden."""
    times: tuple[str, ...] = ()
    """States of the game, in ``it is …``."""
    lasting: tuple[str, ...] = ()
    """Moments whose text acts while its card is in place: ``bearer`` and ``while here`` mean something."""
    delays: tuple[str, ...] = ()
    """Moments that an effect may wait for, in ``at …:``."""
    only_at: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    """Tag of a word of the language (or ``controller``) → the only moments where it is meaningful."""
