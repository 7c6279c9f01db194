"""Decks: pure functions for who builds one: numbers, odds, differences, what is missing, edits, and share codes."""
