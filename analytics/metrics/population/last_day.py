"""The last day of play under filters without their days: what is said where a range of days is empty.

Not here: what the filters select on these days (``summary``).
"""

from dataclasses import replace
from datetime import date

from analytics.metrics.population.census import matches
from analytics.query.filters import Filters
from analytics.store.reader import Store


def last_day(store: Store, filters: Filters) -> date | None:
    """The day of the last match under filters that were checked, whatever days they are of; None where no
    match has a day."""
    day = matches(store, replace(filters, since=None, until=None))["last_day"].max()
    return day if isinstance(day, date) else None
