"""What decks are called: conditions in a file (``rules``), read as a ``tree``; groups of alike decks that
suggest more of them (``cluster``); and labels in the log, of which every change is an event (``label``).

Modules are imported one by one: clusters load much that labels have no use for.
"""
