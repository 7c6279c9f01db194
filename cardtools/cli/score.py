"""``cardtools score``: rounds in, a breakdown that explains every point out."""

from __future__ import annotations

from pathlib import Path
from typing import Final

import click

from cardtools.app.desk import Desk
from cardtools.app.evening_files import holds_session, score_session
from cardtools.app.scores import score_file
from cardtools.app.spoken_rounds import score_words
from cardtools.cli.best import tell_best
from cardtools.cli.help import TranslatedCommand
from cardtools.cli.options import Settings, common_options
from cardtools.cli.score_told import SCHEMA, ScoreShown, tell_refusal
from cardtools.cli.told import echo_json, read_stdin, say
from cardtools.errors import CardtoolsError, refuse
from cardtools.model.finding import worst
from cardtools.model.game_folder import Game
from cardtools.model.scoring import Scoresheet

_EXAMPLES: Final = (
    "\b\n"
    "A round in words, in each game; a semicolon stands before each player:\n"
    "  uno        Anna out; Béla r7 y+2 w; Cili swap g0; last g+2\n"
    "  nepmesek   Anna: 1 1 1 1 / 3 pinko / 2 3 4 / -1 -3; Béla: 4; Béla hand -2\n"
    "  panda      Anna red 10; Béla b10; Cili monkey > Béla\n"
    "  unikornis  Anna: Llamacorn, Rhinocorn; Béla: Ginormous Unicorn; pile out\n"
    "  hkk        Kati 2; Balázs 0\n"
    "             Kati; Balázs; draw\n"
    "             seats A B C D; out D; out B + C\n"
    "             A > B C; B > A; out B\n"
    "             Kati reserve 0 spent 2 Balázs -3\n"
    "A name of several words takes a colon: Nagy Anna: r7 w\n"
    "\n"
    "\b\n"
    "Keys of a score file (YAML); totals is what each player had before:\n"
    "  uno        players, rounds: out, hands, last; variant, target, deck, customizable\n"
    "  nepmesek   players: melds, negatives, hand, hussar_on\n"
    "  panda      players, rounds: plays, monkey_target; rounds_played, target\n"
    "  unikornis  profile, players, stables, pile_out, digraphs, first, target\n"
    "  hkk        mode, life | games | seats, knocked_out | enemies | turns\n"
    "  others     players, rounds: cards\n"
    "Numbers of a game, such as what Panda! dragons are worth, can be your own: --data DIR"
)


@click.command(
    cls=TranslatedCommand,
    epilog=_EXAMPLES,
    help="Score rounds with a breakdown of every point.\n\nFILE is a score file in YAML, a kept session, a round in "
    "words such as 'Anna out; Béla r7 y+2 w', or - for standard input.",
)
@click.argument("game", metavar="GAME")
@click.argument("file", metavar="[FILE]", required=False)
@click.option(
    "--best",
    metavar="CARDS",
    help="Loose cards to lay down for the most points, such as '1 1 2 3 3 4 pinko' (nepmesek).",
)
@click.option("--exit-zero", is_flag=True, help="Leave with 0 even where there are findings.")
@common_options
def score(game: str, file: str | None, best: str | None, exit_zero: bool, settings: Settings) -> int:
    """Print the score and return the exit code."""
    desk = Desk.open(settings.language, settings.data)
    if file is None or best is not None:
        if file is not None or best is None:
            raise refuse("usage.best-or-file")
        told = tell_best(desk, game, best, settings.report)
        return 0 if exit_zero else told
    try:
        loaded, sheet = _scored(desk, game, file, settings)
    except CardtoolsError as error:
        if error.exit_code != 1:
            raise
        tell_refusal(desk, game, error, settings.report)
        return 0 if exit_zero else 1
    shown = ScoreShown(sheet, loaded, desk.words)
    if settings.report == "json":
        echo_json(shown.json())
    elif settings.report == "jsonl":
        whole = shown.json()
        for one in whole["rounds"]:
            echo_json({"schema": SCHEMA, "game": game, "round": one})
        # The rounds stand in documents of their own; the key stays for programs that look for it.
        echo_json({**whole, "rounds": [], "rounds_told": len(whole["rounds"])})
    elif settings.report == "csv":
        say(shown.csv())
    else:
        say(shown.text())
    return 1 if worst(sheet.findings) == "error" and not exit_zero else 0


def _scored(desk: Desk, game: str, file: str, settings: Settings) -> tuple[Game, Scoresheet]:
    """Return the game and the score of a file, a kept session, standard input or a round in words.

    Raises:
        CardtoolsError: ``file.unreadable`` for what is neither a file nor a round in words; and as these are read.
    """
    if not _is_file(file):
        return score_words(desk, game, file)
    stdin = read_stdin((file,))
    if holds_session(file, stdin):
        return score_session(desk, game, file, stdin)
    if file != "-" and not _exists(file) and not any(sign in file for sign in "./\\"):
        raise refuse("file.unreadable", path=file, wording="file.unreadable.no-round")
    return score_file(desk, game, file, stdin, settings.encoding)


def _is_file(argument: str) -> bool:
    """Return whether an argument names a file; a round in words is parted by blanks or semicolons."""
    if argument == "-":
        return True
    return bool(argument.strip()) and (_exists(argument) or not any(sign in argument for sign in " ;:\n"))


def _exists(argument: str) -> bool:
    """Return whether there is a file of this name; a name that no file can have has none."""
    try:
        return Path(argument).exists()
    except (OSError, ValueError):
        return False
