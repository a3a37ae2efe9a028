"""Card text as data: the language, what reads and prints it, what checks it, and what carries it out."""
