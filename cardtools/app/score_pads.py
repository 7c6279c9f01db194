"""Print score pads: empty ones, or one filled from a kept evening or a score file."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from cardtools.app.desk import Desk
from cardtools.app.evening_files import holds_session, look
from cardtools.app.print_options import Printed
from cardtools.app.print_output import check_pdf, write_pdf
from cardtools.app.print_run import document_language
from cardtools.app.scores import score_file
from cardtools.documents.pad_page import Drawing
from cardtools.documents.pad_room import NumberUp
from cardtools.documents.score_chart import ChartWords
from cardtools.documents.score_pad import MOST_PLAYERS, MOST_ROUNDS, PadRequest, score_pad
from cardtools.errors import CardtoolsError, refuse
from cardtools.model.base import text_in
from cardtools.model.finding import Finding
from cardtools.model.game_folder import Game
from cardtools.model.scoring import Scoresheet
from cardtools.store.workspace import shipped
from cardtools.words.catalog import Words


@dataclass(frozen=True, slots=True)
class PadOptions:
    """How score pads are printed.

    Attributes:
        players: Columns; None for those of the session, or as many as usually play.
        rounds: Rounds, or games where the pad counts those; None for as many as there is room for.
        n_up: Pads on a sheet.
        economy: Without tints.
        session: A kept evening, or a score file, that fills the pad.
        variant: Way to score, by its id, for an empty pad; a kept score knows its own.
        chart: Whether a filled pad has the chart of totals, where it shows rounds.
        strict: Whether warnings are taken for errors.
        preview: Whether pictures of its pages are written, too.
    """

    players: int | None = None
    rounds: int | None = None
    n_up: NumberUp = 1
    paper: str = "a4"
    economy: bool = False
    session: Path | None = None
    variant: str | None = None
    chart: bool = True
    strict: bool = False
    preview: bool = False


def print_score_pad(desk: Desk, game: str, output: Path | None, options: PadOptions | None = None) -> Printed:
    """Print the score pad of a game.

    Raises:
        CardtoolsError: ``usage.pad-players`` and ``usage.pad-rounds`` for numbers that cannot be;
            ``score.unknown-variant``; for a broken session or score file; where the file cannot be made whole and
            right.
    """
    options = options or PadOptions()
    info = desk.catalog.info(game)
    desk.check_language(info)
    loaded = desk.library.game(game)
    _check(loaded, options)
    language, warnings = document_language(desk, info.languages, "scorepad")
    paper = desk.library.paper(options.paper)
    path = output or Path("output") / f"{game}-scorepad-{language}.pdf"
    check_pdf(path, desk, (options.session,), preview=options.preview)
    kept, date, told = _kept(desk, game, options.session)
    if kept and options.players and options.players < len(kept.players):
        raise refuse("usage.pad-players", players=options.players, least=len(kept.players), most=MOST_PLAYERS)
    from cardtools.render.html import Templates
    from cardtools.render.score_pads import draw_chart, render_score_pad

    templates = Templates(shipped("templates"))

    def draw(width_mm: float) -> Drawing:
        assert kept is not None  # noqa: S101 - drawn for a kept score only
        return draw_chart(kept, _chart_words(loaded, kept, language), width_mm, templates, language)

    request = PadRequest(options.players, options.rounds, options.n_up, date, options.variant or "")
    with_chart = kept is not None and options.chart and sum(not one.refused for one in kept.rounds) > 1
    pad = score_pad(loaded, language, paper, request, kept, draw if with_chart else None)
    made = render_score_pad(pad, templates, economy=options.economy)
    errors = [one for one in made.findings if one.severity == "error"]
    told = (*warnings, *told)
    errors += [one for one in told if options.strict and one.severity == "warning"]
    if errors:
        raise CardtoolsError(*errors, exit_code=1)
    preview = write_pdf(path, made.pdf, preview=options.preview)
    return Printed(
        path,
        made.pages,
        smallest_pt=made.smallest_pt,
        findings=told,
        document="scorepad",
        game=game,
        language=language,
        title=pad.heading,
        preview=preview,
        paper=paper.id,
    )


def _check(game: Game, options: PadOptions) -> None:
    players, rounds = options.players, options.rounds
    most = game.info.players.max or MOST_PLAYERS
    if players is not None and not 1 <= players <= most:
        raise refuse("usage.pad-players", players=players, least=game.info.players.min or 1, most=most)
    if rounds is not None and not 1 <= rounds <= MOST_ROUNDS:
        raise refuse("usage.pad-rounds", rounds=rounds, most=MOST_ROUNDS)
    variants = [one.id for one in game.scoring.variants] if game.scoring else []
    if options.variant is not None and options.variant not in variants:
        raise refuse("score.unknown-variant", variant=options.variant[:80], known=", ".join(variants) or "–")


def _kept(desk: Desk, game: str, path: Path | None) -> tuple[Scoresheet | None, str, tuple[Finding, ...]]:
    """Return what a session or a score file holds, its date, and what is to be said about it."""
    if path is None:
        return None, "", ()
    if not holds_session(str(path)):
        _, sheet = score_file(desk, game, str(path))
        return sheet, "", _softened(sheet.findings)
    kept = look(desk, path)
    if kept.log.new.game != game:
        raise refuse("session.other-game", path=path, line=1, game=kept.log.new.game, asked=game)
    return kept.sheet, kept.log.new.at, _softened(kept.findings)


def _softened(findings: tuple[Finding, ...]) -> tuple[Finding, ...]:
    """Return findings as warnings: a refused round stands on no pad, and that is said."""
    return tuple(
        one.model_copy(update={"severity": "warning", "effect": "none"}) if one.severity == "error" else one
        for one in findings
    )


def _chart_words(game: Game, sheet: Scoresheet, language: str) -> ChartWords:
    words = Words(language)
    target = "" if sheet.target is None else words.text("chart.target", target=sheet.target)
    title = words.text("chart.title", game=text_in(game.info.name, language))
    return ChartWords(title, words.text("chart.rounds"), words.text("chart.points"), target)
