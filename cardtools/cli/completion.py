"""``cardtools completion``: the script that lets a shell complete commands, and what it completes values by.

Shells ask by running the program with ``_CARDTOOLS_COMPLETE`` set, through click's own mechanism. What is listed
comes from the data folders in force; where they are broken nothing is listed, and nothing is complained of.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import click
from click.shell_completion import CompletionItem, ShellComplete, get_completion_class, shell_complete

from cardtools.cli.help import COMPLETING, TranslatedCommand

PROGRAM: Final = "cardtools"
SHELLS: Final = ("bash", "zsh", "fish")


@click.command(
    cls=TranslatedCommand,
    help="Print the script by which a shell completes commands.\n\n\b\n"
    'bash  add to ~/.bashrc:  eval "$(cardtools completion bash)"\n'
    'zsh   add to ~/.zshrc:   eval "$(cardtools completion zsh)"\n'
    "fish  run once:          cardtools completion fish > ~/.config/fish/completions/cardtools.fish",
)
@click.argument("shell", metavar="SHELL", type=click.Choice(SHELLS))
@click.option("--lang", metavar="LANG", expose_value=False, help="Language of this help: en or hu.")
def completion(shell: str) -> int:
    """Print the script of a shell."""
    made = get_completion_class(shell)
    assert made is not None  # noqa: S101 - click knows all three
    root = click.get_current_context().find_root().command
    # That of the base class: bash's own would start bash to ask for its version, and complain on stderr.
    click.echo(ShellComplete.source(made(root, {}, PROGRAM, COMPLETING)))
    return 0


def complete(root: click.Command, instruction: str) -> int:
    """Answer a shell, and return the exit code; ``instruction`` is such as ``bash_complete``."""
    return shell_complete(root, {}, PROGRAM, COMPLETING, instruction)


def suggest(parameters: Iterable[click.Parameter]) -> None:
    """Let parameters of free text know what usually stands there."""
    for one in parameters:
        if one.name in _LISTED and isinstance(one.type, click.types.StringParamType):
            one.type = _Listed(one.name, files="FILE" in str(one.metavar) or "FOLDER" in str(one.metavar))
        elif one.name in _FILES and isinstance(one.type, click.types.StringParamType):
            one.type = _Listed("", files=True)


class _Listed(click.types.StringParamType):
    """A text of which the usual values are known."""

    def __init__(self, of: str, *, files: bool) -> None:
        self._of = of
        self._files = files

    def shell_complete(self, ctx: click.Context, param: click.Parameter, incomplete: str) -> list[CompletionItem]:  # noqa: ARG002 - click's signature
        """Return the values that begin as what is typed, and the files where one may stand there."""
        found: list[CompletionItem] = []
        if self._of:
            with suppress(Exception):  # a shell has no place for complaints
                values = _LISTED[self._of](_Asked(ctx))
                found = [CompletionItem(one) for one in values if one.startswith(incomplete)]
        return [*found, CompletionItem(incomplete, type="file")] if self._files else found


class _Asked:
    """What a half written command line says so far, with ``cardtools.yaml`` of the working folder behind it."""

    def __init__(self, context: click.Context) -> None:
        from cardtools.store.project import read_project

        self._typed: dict[str, Any] = context.params
        self._project = read_project()

    @property
    def game(self) -> str | None:
        """The game.

        Click reads no argument where the last word is an option that lacks its value, so the words are looked at, too.
        """
        known = set(_games(self))
        spoken = (word for word in os.environ.get("COMP_WORDS", "").split() if word in known)
        return self._typed.get("game") or next(spoken, None) or self._project.game

    @property
    def folders(self) -> tuple[Path, ...]:
        """The data folders in force."""
        from cardtools.store.project import settings_of
        from cardtools.store.workspace import data_folders

        named = self._typed.get("data") or settings_of(self._project).get("data")
        return data_folders(None if named is None else Path(str(named)))


def _games(asked: _Asked) -> Sequence[str]:
    from cardtools.store.catalog import Catalog

    return Catalog(asked.folders).game_ids()


def _formats(asked: _Asked) -> Sequence[str]:
    from cardtools.store.catalog import Catalog

    return [] if asked.game is None else [one.id for one in Catalog(asked.folders).formats(asked.game)]


def _variants(asked: _Asked) -> Sequence[str]:
    from cardtools.store.library import Library

    if asked.game is None:
        return []
    library = Library(asked.folders)
    scoring = library.scoring(asked.game)
    ids = [*(one.id for one in library.setups(asked.game)), *(one.id for one in (scoring.variants if scoring else ()))]
    return list(dict.fromkeys(ids))


def _languages(asked: _Asked) -> Sequence[str]:
    from cardtools.app.desk import LANGUAGES
    from cardtools.store.catalog import Catalog

    named = Catalog(asked.folders).info(asked.game).languages if asked.game else ()
    return list(dict.fromkeys((*LANGUAGES, *named)))


def _papers(asked: _Asked) -> Sequence[str]:
    from cardtools.store.library import Library

    return [one.id for one in Library(asked.folders).papers()]


def _card_sizes(asked: _Asked) -> Sequence[str]:
    from cardtools.store.library import Library

    return [one.id for one in Library(asked.folders).card_sizes()]


def _profiles(asked: _Asked) -> Sequence[str]:
    from cardtools.store.print_profiles import profiles

    return [one.id for one in profiles(asked.folders)]


def _printers(asked: _Asked) -> Sequence[str]:  # noqa: ARG001 - as the others
    from cardtools.store.printers import known_printers

    return [one.name for one in known_printers()]


_LISTED: Final[dict[str, Callable[[_Asked], Sequence[str]]]] = {
    "game": _games,
    "what": _games,
    "formats": _formats,
    "format_id": _formats,
    "variant": _variants,
    "lang": _languages,
    "paper": _papers,
    "card_size": _card_sizes,
    "profile": _profiles,
    "printer": _printers,
}
"""Where usual values come from, by the name of the parameter."""

_FILES: Final = ("lists", "listed", "deck_list", "file", "before", "after", "written")
"""Parameters that name files, though other things may stand there too."""
