"""The group of all commands, loaded one by one, and the one place where errors become exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Final

import click

from cardtools import __version__
from cardtools.cli.help import TranslatedGroup, group_language, speak, words_for

COMMANDS: Final = {
    "games": "cardtools.cli.games:games",
    "check": "cardtools.cli.games:check",
    "schema": "cardtools.cli.authoring:schema",
    "new": "cardtools.cli.authoring:new",
    "setup": "cardtools.cli.setup:setup",
    "validate": "cardtools.cli.validate:validate",
    "score": "cardtools.cli.score:score",
    "pool": "cardtools.cli.pool:pool",
    "print": "cardtools.cli.printing:print_group",
}
"""Where each command is; nothing is imported before it is asked for."""

INTERNAL: Final = 101
INTERRUPTED: Final = 130


class Commands(TranslatedGroup):
    """The top group; its commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of all commands, in the order people meet them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002
        """Import and return one command."""
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name].split(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)  # noqa: S101 - the table above says so
        return command


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="Validate decks, score rounds and print reference sheets and cards for tabletop card games.",
    epilog="Start with: cardtools games",
)
@click.version_option(__version__, "-V", "--version", prog_name="cardtools", help="Show the version and exit.")
@group_language
def cardtools() -> None:
    """Hold the commands."""


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; no traceback gets out without ``--debug``."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    debug = "--debug" in given
    words = words_for(given)
    speak(words)
    try:
        outcome = cardtools.main(args=given, prog_name="cardtools", standalone_mode=False, obj=words)
        sys.stdout.flush()
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.Abort:
        return INTERRUPTED
    except KeyboardInterrupt:
        return INTERRUPTED
    except (BrokenPipeError, SystemExit):  # click itself leaves with SystemExit where the pipe is closed
        return _quiet_pipe()
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0
    except click.ClickException as error:
        return _usage(error, given)
    except Exception as error:  # noqa: BLE001 - the last net: one short line, the code says it is our fault
        return _failed(error, given, debug=debug)
    return outcome if isinstance(outcome, int) else 0


def _usage(error: click.ClickException, given: Sequence[str]) -> int:
    from cardtools.cli.told import tell_usage

    return tell_usage(error.format_message(), given)


def _failed(error: Exception, given: Sequence[str], *, debug: bool) -> int:
    from cardtools.cli.told import tell_error, wants_json
    from cardtools.errors import CardtoolsError

    if isinstance(error, CardtoolsError):
        try:
            tell_error(error, given)
        except Exception as fault:  # noqa: BLE001 - a message that cannot be made is our fault, too
            error = fault
        else:
            return error.exit_code
    if debug:
        import traceback

        traceback.print_exception(error)
    what = f"{type(error).__name__}: {error}".splitlines()[0][:200]
    message = words_for(given).text("error.internal", what=what)
    if wants_json(given):
        import json

        click.echo(json.dumps({"schema": "cardtools.error/1", "internal": message, "findings": []}))
    click.echo(f"cardtools: {message}", err=True)
    return INTERNAL


def _quiet_pipe() -> int:
    """Somebody closed the pipe we write to: stop without a word, as ``head`` expects."""
    sink = os.open(os.devnull, os.O_WRONLY)
    os.dup2(sink, sys.stdout.fileno())
    return 0
