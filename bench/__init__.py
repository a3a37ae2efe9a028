"""Reproducible benchmarks: ``python -m bench`` measures, prints and stores them."""
