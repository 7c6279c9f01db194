"""Games that need code to be scored: one small module each, found by the name in ``scoring.yaml``."""
