"""Words: every message in the asked language, made from codes and numbers at the edge."""
