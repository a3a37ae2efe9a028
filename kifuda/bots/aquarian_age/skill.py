"""What the bots know of Aquarian Age."""

from kifuda.bots.aquarian_age.heuristic import AquarianAgePlayer
from kifuda.bots.skill import DRAFT, Skill, no_wide_choice

SKILL = Skill(no_wide_choice, AquarianAgePlayer, (DRAFT, "swift", "ward", "arcane", "empire"))
