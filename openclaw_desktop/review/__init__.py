"""Between an agent's wish and the disk: proposals, decisions, approved versions."""
