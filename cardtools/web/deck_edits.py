"""What buttons of the deck builder do: one change of a deck each."""

from __future__ import annotations

from dataclasses import dataclass, replace

from cardtools.app.deck_lists import write_list
from cardtools.app.deck_suggest import suggest
from cardtools.decks.repair import home_of
from cardtools.errors import refuse
from cardtools.legality.selectors import selects
from cardtools.model.rules import DropRule
from cardtools.web.deck_files import DeckState, KeptDeck
from cardtools.web.deck_show import Table, bench_of
from cardtools.web.deck_text import card_of, moved, opened, renamed, with_copies
from cardtools.web.forms import Form, which_number
from cardtools.web.pages import Visit
from cardtools.web.warm import Bench

_ALL_COPIES = 999
_LONGEST_DO = 400
_LAST_LINE = 1_000_000


@dataclass(frozen=True, slots=True)
class Change:
    """A change as it was sent: ``do`` is a word and what it is about, with strokes between."""

    do: str
    text: str
    fields: dict[str, str]

    @classmethod
    def of(cls, form: Form) -> Change:
        """Return the change that a form asks for."""
        return cls(form.text("do", _LONGEST_DO), form.fields.get("text", ""), form.fields)


def apply(visit: Visit, kept: KeptDeck, version: int, change: Change) -> KeptDeck:
    """Change a deck and return it.

    Raises:
        Conflict: Where it has changed since ``version``.
        CardtoolsError: ``web.broken-form`` for a change that there is not; what is wrong with it else.
    """
    decks = visit.warm.decks
    word, *about = change.do.split("|")
    if word == "undo":
        return decks.step(kept.id, version, "undo")
    if word == "redo":
        return decks.step(kept.id, version, "redo")
    state = kept.state
    made = _set(visit, state, change) if word == "set" else replace(state, text=_text(visit, kept, word, about, change))
    return decks.change(kept.id, version, made)


def _text(visit: Visit, kept: KeptDeck, word: str, about: list[str], change: Change) -> str:
    state = kept.state
    bench = bench_of(visit, state)
    zones = bench.builder.zones
    match word, about:
        case "text", []:
            return opened(bench.builder, change.text.encode("utf-8", "replace"), "deck.txt").text
        case "add", [card_id, *_]:
            into = change.fields.get("into", "")
            zone = into if into in zones else home_zone(bench, state.format, card_id)
            return with_copies(bench, state.text, (zone, card_of(bench, card_id).id), 1)
        case (("more" | "less" | "drop"), [zone, *key]):
            step = {"more": 1, "less": -1, "drop": -_ALL_COPIES}[word]
            return with_copies(bench, state.text, (zone, "|".join(key)), step)
        case "move", [to, zone, *key] if to in zones:
            return moved(bench, state.text, (zone, "|".join(key)), to)
        case "name", [line, *name]:
            return renamed(bench.builder, state.text, which_number(line, _LAST_LINE) or 0, "|".join(name))
        case "mend", []:
            table = Table.lay(visit, kept)
            mended = suggest(table.validator, table.deck)[0].deck
            return write_list(bench.builder, mended.listing, "text").decode()
        case "back", [place]:
            at = which_number(place, len(kept.states) - 1)
            if at is not None:
                return kept.states[at][1].text
    raise refuse("web.broken-form", exit_code=1)


def home_zone(bench: Bench, format_id: str, card_id: str) -> str:
    """Return the zone that a card goes to where nobody says another."""
    rules = [rule for one in bench.judging(format_id).formats for rule in one.rules if not isinstance(rule, DropRule)]
    return home_of(card_of(bench, card_id), bench.builder.zones, rules, selects) or bench.builder.zones[0]


def _set(visit: Visit, state: DeckState, change: Change) -> DeckState:
    """Return a deck with another name, format, pool or choices.

    Raises:
        CardtoolsError: For a format, pool or choice that there is not.
    """
    fields = change.fields
    choices = {
        key.removeprefix("choice-"): value.strip()[:80] for key, value in fields.items() if key.startswith("choice-")
    }
    made = replace(
        state,
        name=fields.get("name", state.name).strip()[:120],
        format=fields.get("format", state.format),
        pool=fields.get("pool", state.pool),
        choices={**state.choices, **{key: value for key, value in choices.items() if value}},
    )
    for key in [key for key, value in choices.items() if not value]:
        made = replace(made, choices={one: value for one, value in made.choices.items() if one != key})
    bench_of(visit, made).judging(made.format)
    return made
