"""``cardtools deck``: what players do with lists between the idea and the table.

The commands stand in the modules ``deck_…`` beside this one. Behind their options stands
``cardtools.yaml`` of the working folder.
"""

from __future__ import annotations

import click

from cardtools.cli.deck_lists import convert, diff, fmt, merge
from cardtools.cli.deck_missing import missing
from cardtools.cli.deck_odds import hand, odds
from cardtools.cli.deck_share import code, open_command
from cardtools.cli.deck_stats import stats
from cardtools.cli.deck_suggest import suggest
from cardtools.cli.help import TranslatedGroup, group_language

_COMMANDS = (stats, odds, hand, diff, convert, fmt, missing, merge, suggest, code, open_command)


@click.group(
    cls=TranslatedGroup,
    help="Build decks: numbers, odds, lists compared and joined, what is missing, what to change, share codes.\n\n"
    "What cardtools.yaml in the working folder says need not be told: game, format, pool, owned, lang, data.",
)
@group_language
def deck() -> None:
    """Hold the deck commands."""


for _command in _COMMANDS:
    deck.add_command(_command)
