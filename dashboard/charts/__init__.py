"""Charts as functions from a table to a specification in Vega-Lite. No numbers are made here."""
