"""Figures that anyone can measure again: ``python -m bench`` prints and keeps them."""
