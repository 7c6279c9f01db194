"""Help in the user's language: click's own words and ours go through one catalogue when they are shown."""

from __future__ import annotations

import gettext
import itertools
import os
from collections.abc import Callable, Sequence
from typing import Any, Final

import click

from cardtools.words.catalog import DOMAIN, LOCALES, Words, locale_language

COMPLETING: Final = "_CARDTOOLS_COMPLETE"
"""The variable by which a shell asks what may stand where the cursor is; its name is click's."""


def words_for(arguments: Sequence[str]) -> Words:
    """Return the words of this run: ``--lang`` among the raw arguments, else those of the folder, else the locale's.

    Of two languages, as cards may be printed in, the first one speaks.

    >>> words_for(["print", "cards", "uno", "--lang", "HU,en"]).language
    'hu'

    Click cannot tell: what it complains of may stand before ``--lang``.
    """
    for argument, following in itertools.pairwise([*arguments, ""]):
        if argument == "--lang":
            return Words(_first(following))
        if argument.startswith("--lang="):
            return Words(_first(argument.removeprefix("--lang=")))
    return Words(_folder_language() or locale_language())


def _first(languages: str) -> str:
    return languages.partition(",")[0].strip().lower()


def _folder_language() -> str | None:
    """Return the language that ``cardtools.yaml`` of the working folder names."""
    if not os.path.exists("cardtools.yaml"):  # noqa: PTH110 - and nothing is imported for it
        return None
    from cardtools.store.project import folder_language

    return folder_language()


def speak(words: Words) -> None:
    """Let click's own words (``Usage``, ``Options``) come from our catalogue in this language."""
    os.environ["LANGUAGE"] = words.language
    gettext.bindtextdomain(DOMAIN, str(LOCALES))
    gettext.textdomain(DOMAIN)


def group_language(function: Callable[..., Any]) -> Callable[..., Any]:
    """Let a group take ``--lang`` for its help; its commands have their own."""
    option = click.option("--lang", metavar="LANG", expose_value=False, help="Language of this help: en or hu.")
    return option(function)


class TranslatedCommand(click.Command):
    """A command whose help is translated when it is shown."""

    def get_help(self, ctx: click.Context) -> str:
        """Return the help in the user's language."""
        _translate(self, ctx)
        return super().get_help(ctx)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Return the parameters; where a shell asks what may stand there, those of free text know what is usual."""
        found = super().get_params(ctx)
        if COMPLETING in os.environ:
            from cardtools.cli.completion import suggest

            suggest(found)
        return found


class TranslatedGroup(click.Group):
    """A group whose help is translated when it is shown."""

    def get_help(self, ctx: click.Context) -> str:
        """Return the help in the user's language, a line for each of its commands."""
        _translate(self, ctx)
        for name in self.list_commands(ctx):
            if (command := self.get_command(ctx, name)) is not None:
                _translate(command, ctx)
        return super().get_help(ctx)


def _translate(command: click.Command, ctx: click.Context) -> None:
    """Put the user's language into a command that is about to be shown; English stays where nothing is known."""
    words = ctx.find_object(Words)
    if words is None:
        return
    command.help = words.plain(_english(command, "help"))
    command.options_metavar = words.plain("[OPTIONS]")
    if isinstance(command, click.Group):
        command.subcommand_metavar = words.plain("COMMAND [ARGS]...")
    command.epilog = words.plain(_english(command, "epilog")) or None
    for parameter in (*command.params, command.get_help_option(ctx)):
        if isinstance(parameter, click.Option):
            parameter.help = words.plain(_english(parameter, "help"))


def _english(owner: click.Command | click.Option, name: str) -> str:
    """Return a text as it stands in the code, however often it was translated since."""
    kept: dict[str, str] = owner.__dict__.setdefault("english", {})
    return kept.setdefault(name, getattr(owner, name) or "")
