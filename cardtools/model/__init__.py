"""Frozen models of games, cards, decks, scores and print: the bottom layer, which touches no file."""
