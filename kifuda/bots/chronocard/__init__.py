"""How bots play ChronoCard TCG."""
