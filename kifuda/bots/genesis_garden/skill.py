"""What the bots know of Genesis Garden."""

from kifuda.bots.genesis_garden.heuristic import GenesisGardenPlayer
from kifuda.bots.genesis_garden.random_choice import occasional_pass
from kifuda.bots.skill import DRAFT, Skill

SKILL = Skill(occasional_pass, GenesisGardenPlayer, (DRAFT, "dragons", "demons", "beasts", "undead"))
