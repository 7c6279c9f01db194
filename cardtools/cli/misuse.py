"""What is wrong with a command line, where click's own words would be of little help."""

from __future__ import annotations

from typing import Any

import click

from cardtools.words.catalog import Words


def told_of(error: click.ClickException, words: Words) -> str:
    """Return what is wrong: a number with its bounds, a command with those it resembles, else as click has it."""
    if isinstance(error, click.exceptions.NoSuchCommand):
        context = error.ctx
        if context is not None and isinstance(context.command, click.Group):
            known = context.command.list_commands(context)
            error = click.exceptions.NoSuchCommand(error.command_name, possibilities=known, ctx=context)
    elif type(error) is click.BadParameter and error.param is not None:  # and not one that is missing
        told = _number(error.param.type, words) or error.message
        error = click.BadParameter(told, error.ctx, error.param)
    return error.format_message()


def _number(kind: click.ParamType[Any], words: Words) -> str | None:
    """Return which numbers an option takes, or None where it takes none."""
    if isinstance(kind, click.IntRange | click.FloatRange) and kind.min is not None and kind.max is not None:
        whole = isinstance(kind, click.IntRange)
        key = "usage.number.whole.bounds" if whole else "usage.number.bounds"
        return words.text(key, least=f"{kind.min:g}", most=f"{kind.max:.10g}")
    if isinstance(kind, type(click.INT)):
        return words.text("usage.number.whole")
    return None
