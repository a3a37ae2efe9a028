"""Widgets that any page can use: tables, links from rows, tiles, tabs, export menus."""
