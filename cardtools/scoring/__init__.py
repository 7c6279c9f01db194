"""Scoring: rounds folded into totals and standings; knows no game by name."""
