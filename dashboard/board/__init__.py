"""The board: where everything lies, and how it is drawn."""
