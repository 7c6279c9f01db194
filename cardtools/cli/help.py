"""Help in the user's language: click's own words and ours go through one catalogue when they are shown."""

from __future__ import annotations

import gettext
import sys
from collections.abc import Sequence
from functools import cache

import click

from cardtools.words.catalog import DOMAIN, LOCALES, Words, locale_language


@cache
def help_words() -> Words:
    """Return the words of this run: ``--lang`` where it is given, else the locale's."""
    return Words(asked_language(sys.argv[1:]) or locale_language())


def asked_language(arguments: Sequence[str]) -> str | None:
    """Return the language that ``--lang`` names among raw arguments, before click has read them."""
    for index, argument in enumerate(arguments):
        if argument == "--lang" and index + 1 < len(arguments):
            return arguments[index + 1]
        if argument.startswith("--lang="):
            return argument.removeprefix("--lang=")
    return None


def speak_users_language() -> None:
    """Let click's own words (``Usage``, ``Options``) come from our catalogue."""
    import os

    os.environ["LANGUAGE"] = help_words().language
    gettext.bindtextdomain(DOMAIN, str(LOCALES))
    gettext.textdomain(DOMAIN)


class TranslatedCommand(click.Command):
    """A command whose help is translated when it is shown."""

    def get_help(self, ctx: click.Context) -> str:
        """Return the help in the user's language."""
        _translate(self)
        return super().get_help(ctx)


class TranslatedGroup(click.Group):
    """A group whose help is translated when it is shown."""

    def get_help(self, ctx: click.Context) -> str:
        """Return the help in the user's language."""
        _translate(self)
        for name in self.list_commands(ctx):
            if (command := self.get_command(ctx, name)) is not None:
                _translate(command)
        return super().get_help(ctx)


def _translate(command: click.Command) -> None:
    """Put the user's language into a command that is about to be shown; English stays where nothing is known."""
    speak_users_language()
    words = help_words()
    command.help = words.plain(command.help or "")
    command.epilog = words.plain(command.epilog) if command.epilog else None
    for parameter in command.params:
        if isinstance(parameter, click.Option) and parameter.help:
            parameter.help = words.plain(parameter.help)
