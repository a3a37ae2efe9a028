"""What the bots know of Blade Rondo."""

from kifuda.bots.blade_rondo.heuristic import BladeRondoPlayer
from kifuda.bots.blade_rondo.plans import PLANS
from kifuda.bots.blade_rondo.random_choice import random_keep
from kifuda.bots.skill import Skill

SKILL = Skill(random_keep, BladeRondoPlayer, tuple(PLANS))
