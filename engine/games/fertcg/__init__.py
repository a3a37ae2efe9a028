"""The ruleset of FERTCG: chapter 3 of its rules, and what a whole match needs in addition."""
