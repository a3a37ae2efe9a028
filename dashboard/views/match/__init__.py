"""Pages of the menu Matches: the list, replay, audit, record, import."""
