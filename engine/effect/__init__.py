"""Card text as data: the language, its parser and printer, its checks, and its interpreter."""
