"""How bots play FERTCG."""
