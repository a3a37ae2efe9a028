"""Archetypes of decks: conditions in a file (``rules``), read as a ``tree``; clusters of similar decks that
suggest more of them (``cluster``); and labels in the log, every change of which is an event (``label``).

Modules are imported one by one: clusters load large libraries that labels do not need.
"""
