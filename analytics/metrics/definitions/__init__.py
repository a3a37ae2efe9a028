"""Every metric, defined once: formula, sums, unit, worked example."""
