"""The exit statuses of commands.

Not here: which command ends with which of them.
"""

FINE, FINDINGS, MISUSE = 0, 1, 2
"""No findings; the records have findings; the command could not be carried out."""
INTERRUPTED = 130
"""The command was stopped with Ctrl-C; shells use the same status."""
