"""The one way in for files: records, files of tournaments and game logs of other programs.

A ``Source`` is a file by its name and bytes. ``formats.registry.recognise`` finds its format,
``reading.grouping.group`` puts together files that make one tournament, ``reading.read.read`` returns a
``Record`` or ``Results``, and ``writing.deposit`` appends either to a log. ``reading.sandbox`` previews files
of strangers in a process of its own. The command line and the pages call these same functions.
"""
