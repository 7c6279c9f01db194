"""The group of all commands, loaded one by one, and the one place where errors become exit codes."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from contextlib import suppress
from importlib import import_module
from typing import Final

import click

from cardtools import __version__
from cardtools.cli.help import COMPLETING, TranslatedGroup, group_language, speak, words_for
from cardtools.cli.project import settle
from cardtools.cli.streams import INTERRUPTED, heed_interrupts, prepare_streams, silence_stdout, was_interrupted
from cardtools.words.catalog import Words

SECTIONS: Final[dict[str, dict[str, str]]] = {
    "decks": {
        "validate": "cardtools.cli.validate:validate",
        "deck": "cardtools.cli.deck:deck",
        "pool": "cardtools.cli.pool:pool",
    },
    "scores": {
        "score": "cardtools.cli.score:score",
        "session": "cardtools.cli.session:session",
    },
    "table": {
        "print": "cardtools.cli.printing:print_group",
        "setup": "cardtools.cli.setup:setup",
        "serve": "cardtools.cli.serve:serve",
    },
    "games": {
        "games": "cardtools.cli.games:games",
        "new": "cardtools.cli.authoring:new",
        "check": "cardtools.cli.games:check",
        "schema": "cardtools.cli.authoring:schema",
    },
    "program": {
        "doctor": "cardtools.cli.doctor:doctor",
        "completion": "cardtools.cli.completion:completion",
    },
}
"""Where each command is, by the section of the help it stands in; nothing is imported before it is asked for."""

COMMANDS: Final = {name: place for section in SECTIONS.values() for name, place in section.items()}
"""Where each command is."""

GROUPS: Final = ("pool", "deck", "session", "print")
"""The commands that hold commands."""

UNSETTLED: Final = ("doctor", "completion")
"""The commands that work beside a broken ``cardtools.yaml``."""

_EXAMPLES: Final = (
    "\b\n"
    "Examples:\n"
    "  cardtools validate my-deck.txt -g hkk\n"
    "  cardtools score uno 'Anna out; Béla r7 y+2 w'\n"
    "  cardtools print cards uno\n"
    "\n"
    "Begin with cardtools games; cardtools COMMAND --help tells the rest. If anything is amiss: cardtools doctor"
)

USAGE: Final = 2
INTERNAL: Final = 101


class Commands(TranslatedGroup):
    """The top group; its commands are imported when they are used."""

    def list_commands(self, ctx: click.Context) -> list[str]:  # noqa: ARG002 - click's signature
        """Return the names of all commands, in the order people meet them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:  # noqa: ARG002 - click's signature
        """Import and return one command."""
        if cmd_name not in COMMANDS:
            return None
        module, name = COMMANDS[cmd_name].split(":")
        command = getattr(import_module(module), name)
        assert isinstance(command, click.Command)  # noqa: S101 - the table above says so
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands under headings that say what they are for."""
        words = ctx.find_object(Words) or Words("en")
        longest = max(map(len, COMMANDS))
        for section, names in SECTIONS.items():
            rows = [
                (name.ljust(longest), command.get_short_help_str(formatter.width - 6 - longest))
                for name in names
                if (command := self.get_command(ctx, name)) is not None
            ]
            with formatter.section(words.text(f"help.section.{section}")):
                formatter.write_dl(rows)


@click.command(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    help="Validate decks, score rounds and print reference sheets and cards for tabletop card games.",
    epilog=_EXAMPLES,
)
@click.version_option(__version__, "-V", "--version", prog_name="cardtools", help="Show the version and exit.")
@group_language
@click.pass_context
def cardtools(context: click.Context) -> None:
    """Hold the commands, with the settings of the working folder behind their options."""
    if context.invoked_subcommand not in UNSETTLED:
        settle(context, GROUPS)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code; no traceback gets out without ``--debug``."""
    given = list(sys.argv[1:] if arguments is None else arguments)
    prepare_streams()
    with heed_interrupts():
        try:
            code = _run(given)
            sys.stdout.flush()
        except BrokenPipeError:
            silence_stdout()
            return 0
        except OSError as error:
            silence_stdout()
            return _tell_unwritable(error, given)
        except KeyboardInterrupt:
            return INTERRUPTED
    return INTERRUPTED if was_interrupted() else code


def _run(given: Sequence[str]) -> int:
    """Run one command; what is left to raise is an interrupt, or a stream that cannot be written."""
    words = words_for(given)
    speak(words)
    if instruction := os.environ.get(COMPLETING):
        from cardtools.cli.completion import complete

        return complete(cardtools, instruction)
    try:
        outcome = cardtools.main(args=list(given), prog_name="cardtools", standalone_mode=False, obj=words)
    except click.exceptions.Exit as leave:
        return leave.exit_code
    except click.Abort:
        return INTERRUPTED
    except SystemExit:  # click's own way to leave where the pipe is closed
        raise BrokenPipeError from None
    except OSError:
        raise
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        return 0
    except click.ClickException as error:
        return _usage(error, given)
    except Exception as error:  # noqa: BLE001 - the last net: one short line, the code says it is our fault
        return _failed(error, given)
    return outcome if isinstance(outcome, int) else 0


def _usage(error: click.ClickException, given: Sequence[str]) -> int:
    from cardtools.cli.misuse import told_of
    from cardtools.cli.told import tell_usage

    return tell_usage(told_of(error, words_for(given)), given)


def _failed(error: Exception, given: Sequence[str]) -> int:
    from cardtools.cli.told import tell_error, tell_internal
    from cardtools.errors import CardtoolsError
    from cardtools.store.project import with_place

    if was_interrupted():  # whatever a library made of it
        return INTERRUPTED
    if isinstance(error, CardtoolsError):
        try:
            tell_error(with_place(error, given), given)
        except OSError:
            raise
        except Exception as fault:  # noqa: BLE001 - a message that cannot be made is our fault, too
            error = fault
        else:
            return error.exit_code
    if "--debug" in given:
        import traceback

        traceback.print_exception(error)
    tell_internal(error, given)
    return INTERNAL


def _tell_unwritable(error: OSError, given: Sequence[str]) -> int:
    """Tell on stderr, if that can still be written, that stdout cannot."""
    words = words_for(given)
    why = words.plain(error.strerror or str(error))
    with suppress(OSError):
        click.echo(f"cardtools: {words.text('file.stdout', why=why)}", err=True)
    return USAGE
