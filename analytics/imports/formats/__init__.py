"""The formats that can be imported: how a file is recognised and read."""
