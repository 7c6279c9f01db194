"""``cardtools print``: documents as PDF; each command stands in a module of its own and is imported when it is used.

Behind the options of all of them stands ``cardtools.yaml`` of the working folder.
"""

from __future__ import annotations

from importlib import import_module
from typing import Final

import click

from cardtools.cli.help import TranslatedGroup, group_language

PRINT_COMMANDS: Final = {
    "reference": "cardtools.cli.print_reference:reference",
    "cards": "cardtools.cli.print_cards:cards",
    "proxies": "cardtools.cli.print_proxies:proxies",
    "scorepad": "cardtools.cli.print_scorepad:scorepad",
    "registration": "cardtools.cli.print_forms:registration",
    "setup": "cardtools.cli.print_forms:setup",
    "checklist": "cardtools.cli.print_forms:checklist",
    "verdicts": "cardtools.cli.print_forms:verdicts",
    "calibration": "cardtools.cli.print_calibration:calibration",
}
"""Where each command is."""


class PrintCommands(TranslatedGroup):
    """The group of print commands."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of all commands, in the order people meet them."""
        return list(PRINT_COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """Import and return one command."""
        if cmd_name not in PRINT_COMMANDS:
            return None
        module, name = PRINT_COMMANDS[cmd_name].split(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)  # noqa: S101 - the table above says so
        return command


@click.group(
    cls=PrintCommands,
    help="Print reference sheets, cards, proxies and other documents.\n\n"
    "What cardtools.yaml in the working folder says need not be told: game, pool, owned, lang, paper, printer, data.",
)
@group_language
def print_group() -> None:
    """Hold the print commands."""
