"""The fact tables, one a file: the columns of a row, and the function that makes rows of a match."""
