"""``cardtools session``: an evening kept in a file, round by round."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from cardtools.app import sessions
from cardtools.app.desk import Desk
from cardtools.app.evening_files import Kept, look
from cardtools.cli.help import TranslatedCommand, TranslatedGroup, group_language
from cardtools.cli.options import Settings, common_options
from cardtools.cli.score_told import tell_refusal
from cardtools.cli.session_told import FORMS, KeptShown, exported, form_of
from cardtools.cli.told import echo_file, echo_json, read_stdin, say
from cardtools.errors import CardtoolsError, refuse
from cardtools.model.finding import worst
from cardtools.model.session import ROUND_LIMIT
from cardtools.names.folding import clean
from cardtools.store.deck_lists import decode
from cardtools.store.files import write_whole
from cardtools.store.targets import check_target

_GRAMMAR: Final = (
    "\b\n"
    "A round in each game:\n"
    "  uno        Anna out; Béla r7 y+2 w; Cili swap g0; last g+2\n"
    "  nepmesek   Anna: 1 1 1 1 / 3 pinko / 2 3 4 / -1 -3; Béla: 4\n"
    "  panda      Anna red 10; Béla b10; Cili monkey > Béla\n"
    "  unikornis  Anna: Llamacorn, Rhinocorn; Béla: Ginormous Unicorn; pile out\n"
    "  hkk        Kati 2; Balázs 0\n"
    "  others     Anna: r1 r4; Béla: 2x b9"
)

_DIGITS: Final = 6

_file = click.argument("file", metavar="FILE", type=click.Path(path_type=Path))
_words = click.argument("words", metavar="WORDS")


@click.group(cls=TranslatedGroup, help="Keep the score of an evening in a file that survives anything.")
@group_language
def session() -> None:
    """Hold the session commands."""


@session.command(
    "new",
    cls=TranslatedCommand,
    help="Begin an evening in a new FILE.\n\nName the players in seat order, the one who begins first.",
)
@_file
@click.option("-g", "--game", required=True, metavar="GAME", help="Game, see: cardtools games")
@click.option(
    "--player",
    "players",
    multiple=True,
    required=True,
    metavar="NAME",
    help="A player; name each with an option of its own.",
)
@click.option("--variant", metavar="ID", help="Way to score, where the game has several.")
@click.option(
    "--target",
    type=click.IntRange(1, 1_000_000),
    metavar="N",
    help="Points that end the game, if not the rules' own.",
)
@click.option("--deck", metavar="ID", help="Deck that hands are counted against: box or classic.")
@click.option(
    "--choose",
    "choices",
    multiple=True,
    metavar="KEY=N",
    help="What the players agreed on, such as customizable=1 for UNO's Customizable Wilds.",
)
@click.option("--total", "totals", multiple=True, metavar="NAME=N", help="What a player had before, such as Anna=40.")
@common_options
def new(
    file: Path,
    game: str,
    players: tuple[str, ...],
    variant: str | None,
    target: int | None,
    deck: str | None,
    choices: tuple[str, ...],
    totals: tuple[str, ...],
    settings: Settings,
) -> int:
    """Begin an evening."""
    desk = Desk.open(settings.language, settings.data)
    before, agreed = _totals(totals), _choices(choices)
    kept = sessions.begin(
        desk, file, game, players, variant=variant, target=target, deck=deck, totals=before, choices=agreed
    )
    return _tell(kept, desk, settings, KeptShown(kept, desk.words).began())


@session.command(
    "add",
    cls=TranslatedCommand,
    help="Add a round in words.\n\nWORDS is what was played, or - for standard input; statements are parted by "
    "semicolons, each begins with a player.",
    epilog=_GRAMMAR,
)
@_file
@_words
@common_options
def add(file: Path, words: str, settings: Settings) -> int:
    """Add a round."""
    desk = Desk.open(settings.language, settings.data)
    said = _said(words, settings)
    try:
        kept = sessions.add_round(desk, file, said)
    except CardtoolsError as error:
        return _refused(error, desk, file, settings)
    return _tell(kept, desk, settings, KeptShown(kept, desk.words).told_round())


@session.command(
    "correct",
    cls=TranslatedCommand,
    help="Tell round N anew.\n\nWORDS is the whole round, as for add.",
    epilog=_GRAMMAR,
)
@_file
@click.argument("n", metavar="N")
@_words
@common_options
def correct(file: Path, n: str, words: str, settings: Settings) -> int:
    """Tell a round anew."""
    desk = Desk.open(settings.language, settings.data)
    number, said = _number(n, file), _said(words, settings)
    try:
        kept = sessions.correct_round(desk, file, number, said)
    except CardtoolsError as error:
        return _refused(error, desk, file, settings)
    return _tell(kept, desk, settings, KeptShown(kept, desk.words).told_round())


@session.command("undo", cls=TranslatedCommand, help="Take back the last round or correction.")
@_file
@common_options
def undo(file: Path, settings: Settings) -> int:
    """Take back the last change."""
    desk = Desk.open(settings.language, settings.data)
    kept = sessions.undo(desk, file)
    return _tell(kept, desk, settings, KeptShown(kept, desk.words).changed())


@session.command("redo", cls=TranslatedCommand, help="Let what was taken back last count again.")
@_file
@common_options
def redo(file: Path, settings: Settings) -> int:
    """Bring the last change back."""
    desk = Desk.open(settings.language, settings.data)
    kept = sessions.redo(desk, file)
    return _tell(kept, desk, settings, KeptShown(kept, desk.words).changed())


@session.command("note", cls=TranslatedCommand, help="Keep a remark about the evening or one of its rounds.")
@_file
@click.argument("text", metavar="TEXT")
@click.option("--round", "n", metavar="N", help="Number of the round that the note is about.")
@common_options
def note(file: Path, text: str, n: str | None, settings: Settings) -> int:
    """Keep a remark."""
    desk = Desk.open(settings.language, settings.data)
    kept = sessions.note(desk, file, _said(text, settings), None if n is None else _number(n, file))
    return _tell(kept, desk, settings, KeptShown(kept, desk.words).noted())


@session.command("show", cls=TranslatedCommand, help="Show how an evening stands.")
@_file
@click.option("--exit-zero", is_flag=True, help="Leave with 0 even where there are findings.")
@common_options
def show(file: Path, exit_zero: bool, settings: Settings) -> int:
    """Show an evening."""
    desk = Desk.open(settings.language, settings.data)
    kept = look(desk, file)
    _tell(kept, desk, settings, KeptShown(kept, desk.words).whole())
    return 1 if worst(kept.findings) == "error" and not exit_zero else 0


@session.command(
    "export",
    cls=TranslatedCommand,
    help="Export an evening: a table, the score, a file for Board Game Stats, or a chart.",
)
@_file
@click.option(
    "--to", "form", type=click.Choice(FORMS), help="Form of the export; told by the ending of --output if absent."
)
@click.option(
    "-o",
    "--output",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="File to write; standard output if absent.",
)
@common_options
def export(file: Path, form: str | None, output: Path | None, settings: Settings) -> int:
    """Export an evening."""
    desk = Desk.open(settings.language, settings.data)
    form = form or form_of(output)
    kept = look(desk, file)
    for line in KeptShown(kept, desk.words).beside(""):
        say(line, to_stderr=True)
    text = exported(kept, desk, form)
    if output is None:
        echo_file(text)
        return 0
    if not output.parent.is_dir():
        raise refuse(
            "file.unwritable", path=output, wording="file.unwritable.missing-folder", folder=str(output.parent)
        )
    check_target(output, (f".{form}",), (file,), desk.catalog.folders)
    write_whole(output, text.encode("utf-8"))
    say(str(output))
    return 0


def _tell(kept: Kept, desk: Desk, settings: Settings, text: str) -> int:
    """Tell how an evening stands after a command; what is wrong with it goes beside, for the command was done."""
    shown = KeptShown(kept, desk.words)
    if settings.report in ("json", "jsonl"):
        echo_json(shown.json())
    elif settings.report == "csv":
        say(shown.csv())
    else:
        for line in shown.beside(text):
            say(line, to_stderr=True)
        say(text)
    return 0


def _refused(error: CardtoolsError, desk: Desk, file: Path, settings: Settings) -> int:
    """Tell why a round was refused, and how the evening stands without it; the exit code is returned.

    Raises:
        CardtoolsError: The same, where it is not the round that is wrong.
    """
    if error.exit_code != 1 or any(one.code.startswith("session.") for one in error.findings):
        raise error
    kept = look(desk, file)
    tell_refusal(desk, kept.game.info.id, error, settings.report, KeptShown(kept, desk.words).json())
    return error.exit_code


def _number(written: str, file: Path) -> int:
    """Return the number of a round.

    Raises:
        CardtoolsError: ``session.no-round`` for what is no number of any.
    """
    if not written.isdecimal() or not 1 <= int(written[:_DIGITS]) <= ROUND_LIMIT or len(written) > _DIGITS:
        raise refuse("session.no-round", path=file, wording="session.no-round.number", n=written[:20])
    return int(written)


def _said(words: str, settings: Settings) -> str:
    """Return words from the command line, or those on standard input where it says so."""
    stdin = read_stdin((words,))
    return words if stdin is None else decode(stdin, words, settings.encoding)[0]


def _totals(totals: tuple[str, ...]) -> dict[str, str]:
    """Return points by player.

    Raises:
        CardtoolsError: ``session.total`` for what is not ``NAME=POINTS``, or the same player twice.
    """
    points: dict[str, str] = {}
    for one in totals:
        name, sign, value = one.rpartition("=")
        if not sign or not clean(name) or not value.strip() or clean(name) in points:
            raise refuse("session.total", value=one)
        points[clean(name)] = value.strip()
    return points


def _choices(choices: tuple[str, ...]) -> dict[str, str]:
    """Return what was agreed on, by key.

    Raises:
        CardtoolsError: ``session.choice`` for what is not ``KEY=N``, or the same key twice.
    """
    agreed: dict[str, str] = {}
    for one in choices:
        key, sign, value = (part.strip() for part in one.partition("="))
        if not sign or not key or not value or key in agreed:
            raise refuse("session.choice", value=one)
        agreed[key] = value
    return agreed
