"""Pages of the menu About the data: data health and metric definitions."""
