"""An evening as its page shows it: totals, the pad for the next round, every round explained, a chart and notes."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from cardtools.app.evening_files import Kept, own_rounds, said_document
from cardtools.app.scores import Table
from cardtools.documents.score_chart import ChartWords, ScoreChart, score_chart
from cardtools.errors import CardtoolsError
from cardtools.model.base import text_in
from cardtools.model.finding import Finding
from cardtools.model.scoring import Scoresheet
from cardtools.web.kept_rows import moment
from cardtools.web.pages import Told, Visit
from cardtools.web.score_faults import Faults, faults_of
from cardtools.web.score_files import step_of
from cardtools.web.score_pads import Pad, entries_are_rounds, hussar_of, pad_of, said_words
from cardtools.web.score_states import Fighter, fighters_of, standing_state, state_of, state_of_words
from cardtools.web.score_told import Place, ToldRound, ToldScore, points_text
from cardtools.words.messages import MESSAGES

_CHART_MM: Final = 104.0
"""Width of the chart, so that its type is read on a phone, too."""
_TOLD_AT_THE_END: Final = frozenset({"melds", "stables"})
"""Pads that tell how a game ended player by player: it may be over and something still missing."""


@dataclass(frozen=True, slots=True)
class Entry:
    """A round as it was entered; ``told`` is None where all entries make one game, which is told as a whole."""

    n: int
    said: str
    at: str
    corrected: bool
    told: ToldRound | None
    findings: tuple[Told, ...]
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Draft:
    """What stands in the entry form.

    Attributes:
        n: Round that is told anew, None where a new one is entered.
        words: What stands in the text box.
        told: What was wrong with it.
        late: Whether another window has changed the evening meanwhile.
    """

    n: int | None = None
    words: str = ""
    told: tuple[Finding, ...] = ()
    late: bool = False


def evening_values(visit: Visit, evening: str, kept: Kept, draft: Draft, said: str = "") -> dict[str, object]:
    """Return what the page of an evening needs; ``said`` is announced to those who do not see it."""
    words, language = visit.words, visit.language
    score = ToldScore(kept.sheet, kept.game, words)
    rounds = score.rounds()
    one_each = entries_are_rounds(kept.table)
    count = len(kept.evening.rounds)
    n = draft.n if draft.n is not None and 1 <= draft.n <= count else None
    text = draft.words or (kept.evening.rounds[n - 1].said if n else "")
    pad = pad_of(kept.table, kept.sheet.variant, language)
    closed = kept.sheet.finished and pad.kind not in _TOLD_AT_THE_END and n is None and not text and not draft.told
    places = score.places()
    if pad.kind in ("life", "turns"):
        places = tuple(_fighter(visit, one, fighters_of(kept)[one.player]) for one in places)
    charted = [one for one in kept.sheet.rounds if not one.refused]
    faults = faults_of(visit, kept, draft.told, score.named, text)
    told_of = {id(finding) for one in kept.sheet.rounds for finding in one.findings}
    beside = [finding for finding in kept.findings if id(finding) not in told_of or not one_each]
    return {
        "evening": evening,
        "game": kept.game.info.id,
        "game_name": text_in(kept.game.info.name, language),
        "variant": _variant(kept, language),
        "since": moment(kept.log.new.at),
        "players": kept.log.new.players,
        "places": places,
        "state": score.state(),
        "finished": kept.sheet.finished,
        "rounds": rounds,
        "one_each": one_each,
        "entries": _entries(visit, kept, score, rounds),
        "chart": _chart(visit, kept.sheet, text_in(kept.game.info.name, language)) if len(charted) > 1 else None,
        "notes": [one.text for one in kept.evening.notes if one.round is None],
        "undo": _change(visit, kept, back=True),
        "redo": _change(visit, kept, back=False),
        "step": step_of(kept.log),
        "n": n,
        "next": count + 1,
        "closed": closed,
        "entry_key": entry_key(kept.table),
        "entry_title": _entry_title(visit, kept, pad, n, closed=closed),
        "words_said": text,
        "late": draft.late,
        "told": faults.told,
        "more": faults.more,
        "beside": faults_of(visit, kept, beside, score.named).told,
        "pad": pad,
        "pad_data": _pad_data(visit, kept, pad, n, text, faults),
        "example": _example(visit, kept, pad),
        "loose": kept.game.scoring is not None and kept.game.scoring.scorer == "nepmesek",
        "in_steps": kept.game.scoring is not None and kept.game.scoring.scorer == "panda",
        "last_cards": _last_cards(pad),
        "said": said,
    }


def _fighter(visit: Visit, place: Place, stands: Fighter) -> Place:
    """Return the place of a player of a duel: the points are ÉP, and VP stand beside them where they are kept."""
    units = [visit.words.text("web.score.life")]
    if stands.magic is not None:
        units.append(f"{stands.magic} {visit.words.text('web.score.magic')}")
    return replace(place, total=points_text(stands.life, visit.language), unit=" · ".join(units))


def entry_key(table: Table) -> str:
    """Return the end of the keys of what is said of an entry, where it is no round of its own."""
    return "" if entries_are_rounds(table) else ".entry"


def _entry_title(visit: Visit, kept: Kept, pad: Pad, n: int | None, *, closed: bool) -> str:
    """Return what the entry is called: of a round its number, of all others what its pad asks for."""
    end = entry_key(kept.table)
    if n is not None:
        return visit.words.text(f"web.score.correcting{end}", n=n)
    if closed:
        return visit.words.text(f"web.score.closed{end}")
    if not end:
        return visit.words.text("web.score.entering", n=len(kept.evening.rounds) + 1)
    key = f"web.score.entering.{pad.kind}"
    return visit.words.text(key if key in MESSAGES else "web.score.entering.game")


def preview_values(visit: Visit, kept: Kept, text: str, n: int | None) -> dict[str, object]:
    """Return what a round in words would bring, were it counted; nothing is written."""
    score = ToldScore(kept.sheet, kept.game, visit.words)
    kind = pad_of(kept.table, kept.sheet.variant, visit.language).kind
    state = state_of_words(kept, kind, text, visit.language)
    values: dict[str, object] = {
        "told": [],
        "faulty": "[]",
        "rounds": (),
        "in_steps": kept.game.scoring is not None and kept.game.scoring.scorer == "panda",
        "one_each": entries_are_rounds(kept.table),
        "state": json.dumps(state, ensure_ascii=False) if state is not None else "",
    }
    number = n or len(kept.evening.rounds) + 1
    try:
        said = kept.table.read(text, kept.log.new.players)
        sheet = kept.table.score(said_document(kept.table, kept.log, kept.evening, number, said))
    except CardtoolsError as error:
        return {**values, **_still(faults_of(visit, kept, error.findings, score.named, text))}
    own = own_rounds(kept.table, sheet, number)
    faults = [finding for one in own for finding in one.findings]
    numbers = {one.n for one in own if not one.refused}
    rounds = tuple(one for one in ToldScore(sheet, kept.game, visit.words).rounds() if one.n in numbers)
    shown = rounds if entries_are_rounds(kept.table) else rounds[-1:]
    return {**values, "rounds": shown, **_still(faults_of(visit, kept, faults, score.named, text))}


def _still(faults: Faults) -> dict[str, object]:
    """Return what a preview says is missing or wrong, and at whose cards the pad shows it, as JSON."""
    return {"told": faults.told, "faulty": json.dumps(faults.players, ensure_ascii=False)}


def _entries(visit: Visit, kept: Kept, score: ToldScore, rounds: Sequence[ToldRound]) -> tuple[Entry, ...]:
    """Return the rounds as they were entered, the last one first."""
    one_each = entries_are_rounds(kept.table)
    by_number = {one.n: one for one in rounds}
    said_at = {line: moment(event.at)[-5:] for line, event in zip(kept.log.lines, kept.log.events, strict=True)}
    found: list[Entry] = []
    for n, one in enumerate(kept.evening.rounds, start=1):
        own = own_rounds(kept.table, kept.sheet, n) if one_each else ()
        found.append(
            Entry(
                n,
                " ".join(one.said.split()),
                said_at[one.line],
                one.corrected,
                by_number.get(n) if one_each else None,
                faults_of(visit, kept, [fault for each in own for fault in each.findings], score.named).told,
                tuple(note.text for note in kept.evening.notes if note.round == n),
            )
        )
    return tuple(reversed(found))


def _variant(kept: Kept, language: str) -> str:
    variants = kept.game.scoring.variants if kept.game.scoring else ()
    if len(variants) < 2:
        return ""
    return next((text_in(one.name, language) for one in variants if one.id == kept.sheet.variant), "")


def _change(visit: Visit, kept: Kept, *, back: bool) -> str:
    """Return what the next step back, or forth again, is called; "" where there is none."""
    changes = kept.evening.done if back else kept.evening.undone
    if not changes:
        return ""
    key = f"web.score.{'undo' if back else 'redo'}{entry_key(kept.table)}"
    return visit.words.text(key if changes[-1].before is None else f"{key}.correction", n=changes[-1].n)


def _chart(visit: Visit, sheet: Scoresheet, game: str) -> ScoreChart:
    """Return the chart, one for all screens."""
    text = visit.words.text
    target = "" if sheet.target is None else text("chart.target", target=sheet.target)
    labels = ChartWords(text("chart.title", game=game), text("chart.rounds"), text("chart.points"), target)
    return score_chart(sheet, labels, _CHART_MM)


def _pad_data(visit: Visit, kept: Kept, pad: Pad, n: int | None, text: str, faults: Faults) -> str:
    """Return what the pad begins with, as JSON for the script."""
    language = visit.language
    standing = standing_state(kept, pad.kind, language)
    state = None
    if n is not None:
        state = state_of(kept.table, pad.kind, kept.evening.rounds[n - 1].input, language)
    if text and (state is None or text != kept.evening.rounds[(n or 1) - 1].said):
        state = state_of_words(kept, pad.kind, text, language) or state
    data = {
        "kind": pad.kind,
        "players": kept.log.new.players,
        "standing": standing,
        "state": state,
        "labels": _labels(pad),
        "say": said_words(visit.words),
        "faulty": faults.players,
        "hussar": hussar_of(kept.table, language) if pad.kind == "melds" else None,
    }
    return json.dumps(data, ensure_ascii=False)


def _labels(pad: Pad) -> dict[str, tuple[str, str]]:
    """Return what the card of each word is called on a small button and in full."""
    named = {key.word: (key.label, key.name) for group in pad.groups for key in group.keys}
    for face in pad.faces:
        named |= {word: (face.names[suit], face.names[suit]) for suit, word in face.words.items()}
    return named


def _example(visit: Visit, kept: Kept, pad: Pad) -> str:
    """Return a round in words to go by."""
    own = f"score.words.example.{kept.game.info.id}"
    by_kind = f"web.score.example.{pad.kind}"
    if by_kind in MESSAGES:
        return visit.words.text(by_kind)
    if own in MESSAGES:
        return visit.words.text(own)
    labels = list(_labels(pad))
    players = kept.log.new.players
    cards = [" ".join(labels[:2]), *labels[-1:]]
    example = "; ".join(f"{name}: {held}" for name, held in zip(players, cards, strict=False))
    return visit.words.text("score.words.example", example=example)


def _last_cards(pad: Pad) -> tuple[tuple[str, str], ...]:
    """Return the cards that make somebody draw when they are the last of a round, on a pad of hands."""
    if pad.kind != "hands":
        return ()
    faces = [
        (face.words[suit], face.names[suit]) for face in pad.faces if face.label.startswith("+") for suit in face.words
    ]
    return (
        *faces,
        *((key.word, key.name) for group in pad.groups for key in group.keys if key.icon == "wild-draw-four"),
    )
