"""Legality: pure rules that say of a deck what is wrong with it, all at once."""
