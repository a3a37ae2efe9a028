"""The front door: the command line and the public names."""
