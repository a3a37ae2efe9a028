"""Recording by touch: how many taps and keys an act takes, and how long."""
