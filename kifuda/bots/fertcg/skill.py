"""What the bots know of FERTCG."""

from engine.kernel.ask import TABLE
from events.model.kinds import Declared
from kifuda.bots.fertcg.heuristic import FertcgPlayer
from kifuda.bots.skill import DRAFT, Skill, no_wide_choice

SKILL = Skill(
    no_wide_choice,
    FertcgPlayer,
    (DRAFT, "riders", "mages", "fortress", "league"),
    overtime=Declared(TABLE, "time-called"),
)
