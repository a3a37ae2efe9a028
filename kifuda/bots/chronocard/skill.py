"""What the bots know of ChronoCard TCG."""

from kifuda.bots.chronocard.heuristic import ChronoCardPlayer
from kifuda.bots.chronocard.random_choice import occasional_charm
from kifuda.bots.skill import DRAFT, Skill

SKILL = Skill(occasional_charm, ChronoCardPlayer, (DRAFT, "blaze", "ensemble", "mist", "newmoon"))
