"""Settings of the working folder: what its ``cardtools.yaml`` says stands behind the options of every command."""

from __future__ import annotations

from pathlib import Path
from typing import Any, Final

import click
from click.core import ParameterSource

_GAME: Final = "cardtools.project"
_OF_A_GAME: Final = ("pool", "formats", "format_id", "owned")
"""Settings of a folder that mean something for its own game only."""


class _Below(dict[str, Any]):
    """The settings of a group, which are those of each of its commands."""

    def get(self, name: str, default: Any = None) -> Any:  # noqa: ARG002 - a command is known by any name
        """Return the settings of the command called ``name``."""
        return self


class _Settings(dict[str, Any]):
    """The settings of every command, made when one is asked for."""

    def __init__(self, settings: dict[str, Any], groups: tuple[str, ...]) -> None:
        super().__init__()
        self._settings = settings
        self._groups = groups

    def get(self, name: str, default: Any = None) -> Any:  # noqa: ARG002 - the signature is click's
        """Return the settings of the command or group called ``name``."""
        return _Below(self._settings) if name in self._groups else self._settings


def settle(context: click.Context, groups: tuple[str, ...]) -> None:
    """Let ``cardtools.yaml`` stand behind the options of all commands; those of ``groups`` have commands of their own.

    Raises:
        CardtoolsError: Where the file is broken.
    """
    if not Path("cardtools.yaml").exists():  # and nothing is imported for it
        return
    from cardtools.store.project import read_project, settings_of

    project = read_project()
    settings = settings_of(project)
    context.meta[_GAME] = project.game
    context.default_map = _Settings(settings, groups)


def own(name: str, value: Any) -> Any:
    """Return the value of an option; None where the folder says it of another game than the one asked for."""
    context = click.get_current_context()
    from_folder = context.get_parameter_source(name) is ParameterSource.DEFAULT_MAP
    other = context.params.get("game") != context.meta.get(_GAME)
    return None if name in _OF_A_GAME and from_folder and other else value


def typed(name: str) -> bool:
    """Return whether the user typed the option of this name, so that it is no setting and no default."""
    return click.get_current_context().get_parameter_source(name) is ParameterSource.COMMANDLINE
