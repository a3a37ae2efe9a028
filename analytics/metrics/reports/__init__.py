"""Tables of numbers that pages, command line and library show."""
