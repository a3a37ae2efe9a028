"""Records of matches as the program KoiKoi-AI keeps them (github.com/guansanghai/KoiKoi-AI)."""

from analytics.imports.formats.format import MatchFormat
from kifuda_koikoi.game_record.read import read, recognises

FORMATS = (MatchFormat("koi-koi-ai", recognises, read),)
