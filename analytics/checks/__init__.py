"""Statistical checks of one match: how likely its cards are, how unusual its times."""
