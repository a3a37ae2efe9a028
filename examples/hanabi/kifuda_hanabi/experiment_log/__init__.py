"""Logs of an experiment in which persons played Hanabi with programs (github.com/yawgmoth/HanabiData)."""

from analytics.imports.formats.format import MatchFormat
from kifuda_hanabi.experiment_log.read import read, recognises

FORMATS = (MatchFormat("hanabi-data", recognises, read),)
