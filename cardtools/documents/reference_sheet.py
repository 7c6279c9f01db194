"""The rules-reference sheet: a game's structured reference becomes a page model, worded."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from string import ascii_lowercase
from typing import Final, assert_never, get_args

from cardtools.documents.chips import chips_of, swatches
from cardtools.documents.inks import PAPER, darkened, mixed
from cardtools.documents.inline import Runs, inline_runs, without_lonely_end
from cardtools.documents.labels import label, language_name
from cardtools.documents.reference_columns import column_shares, holds_numbers, with_initials
from cardtools.documents.reference_page import (
    BlockView,
    CardView,
    CellView,
    EntryView,
    FactView,
    Imprint,
    Mark,
    ReferenceSheet,
    RowView,
    SignView,
    StepView,
)
from cardtools.errors import refuse
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.game import GameInfo, Source
from cardtools.model.game_folder import Game
from cardtools.model.reference import (
    Block,
    CardsBlock,
    ExamplesBlock,
    GlossaryBlock,
    PointsBlock,
    Reference,
    RulingsBlock,
    Statement,
    Step,
    StepsBlock,
    TableBlock,
)

_MARKS: Final[tuple[Mark, ...]] = get_args(Mark)
_ICONS: Final[Mapping[str, str]] = {
    "steps": "steps",
    "points": "pin",
    "table": "grid",
    "cards": "deck",
    "glossary": "book",
    "examples": "pencil",
    "rulings": "scales",
}
"""Drawings of blocks that name none, by kind."""
_OUR_OWN: Final = "ruling"
"""Key of the source that stands for our rulings; they have a sign, so they need no number."""


def reference_sheet(game: Game, language: str, *, completeness: int | None = None) -> ReferenceSheet:
    """Return the page model of a game's reference sheet.

    The intro of the first block says what the game is about; it stands in the title band.

    Args:
        game: The game, with a reference in ``language``.
        language: Which of its references; fixed words we do not have in it are English.
        completeness: How much of the game's texts there is in this language, in whole per cent.

    Raises:
        CardtoolsError: ``data.no-reference`` where the game has none in this language; ``data.unknown-card``
            where it speaks of a card that the game does not have.
    """
    reference = game.references.get(language)
    if reference is None:
        raise refuse("data.no-reference", game=game.info.id, language=language)
    first, *others = map(_Writer(game, language).block, reference.blocks)
    blocks = (replace(first, intro=()), *others)
    facts = tuple(_facts(game, language))
    name = text_in(game.info.name, language)
    tint = mixed(game.info.accent, PAPER, 0.91)
    return ReferenceSheet(
        language=language,
        heading=reference.title if name in reference.title else f"{name} – {reference.title}",
        title=reference.title,
        subtitle=reference.subtitle,
        aim=first.intro,
        facts=facts,
        accent=game.info.accent,
        ink=darkened(game.info.accent, tint),
        tint=tint,
        palette=swatches(game.info.colours, language),
        blocks=blocks,
        example=label("example", language),
        continued=label("continued", language),
        left_out=label("left-out", language),
        signs=tuple(SignView(mark, label(mark, language)) for mark in _marks(facts, blocks)),
        imprint=tuple(_imprint(game.info, reference, language, completeness)),
        notice=text_in(game.info.notice, language),
    )


class _Writer:
    """Writes the blocks of one game in one language."""

    def __init__(self, game: Game, language: str) -> None:
        self.info = game.info
        self.language = language
        self.cards: Mapping[str, Card] = {card.id: card for card in game.cards.cards} if game.cards else {}

    def block(self, block: Block) -> BlockView:
        """Return a block as it is printed."""
        view = BlockView(
            kind=block.kind,
            id=block.id,
            title=self._runs(block.title),
            intro=self._runs(block.intro),
            source=self._source(block.source),
            icon=block.icon or _ICONS[block.kind],
            pocket=block.pocket,
        )
        match block:
            case StepsBlock():
                return replace(view, steps=tuple(self._steps(block.steps, numbered=True)))
            case PointsBlock():
                return replace(view, steps=tuple(self._steps(block.points, numbered=False)))
            case TableBlock():
                return self._table(view, block)
            case CardsBlock():
                return self._cards(view, block)
            case GlossaryBlock():
                entries = (self._entry(term, term.term, term.text, icon=term.icon) for term in block.terms)
                lettered = with_initials(tuple(entries))
                return replace(view, entries=lettered, is_lettered=any(entry.letter for entry in lettered))
            case ExamplesBlock():
                examples = block.examples
                return replace(view, entries=tuple(self._entry(each, each.result, each.text) for each in examples))
            case RulingsBlock():
                rulings = block.rulings
                return replace(view, entries=tuple(self._entry(each, each.question, each.ruling) for each in rulings))
            case _:
                assert_never(block)

    def _steps(self, steps: tuple[Step, ...], *, numbered: bool, inner: bool = False) -> Iterator[StepView]:
        for n, step in enumerate(steps):
            number = ascii_lowercase[n % 26] if inner else str(n + 1)
            yield StepView(
                number=number if numbered else "",
                title=self._runs(step.title),
                text=self._runs(step.text),
                steps=tuple(self._steps(step.steps, numbered=numbered, inner=True)),
                mark=_mark(step.certainty),
                source=self._source(step.source),
            )

    def _table(self, view: BlockView, block: TableBlock) -> BlockView:
        rows = block.full_rows
        columns = tuple(zip(block.columns, *(row.cells for row in rows), strict=True))
        flush_right = tuple(n > 0 and holds_numbers(cells) for n, (_, *cells) in enumerate(columns))
        return replace(
            view,
            heads=self._cells(block.columns, flush_right),
            shares=column_shares(columns),
            rows=tuple(
                RowView(self._cells(row.cells, flush_right), _mark(row.certainty), self._source(row.source))
                for row in rows
            ),
            note=self._runs(block.note),
        )

    def _cells(self, cells: tuple[str, ...], flush_right: tuple[bool, ...]) -> tuple[CellView, ...]:
        return tuple(CellView(self._named(cell), number) for cell, number in zip(cells, flush_right, strict=True))

    def _cards(self, view: BlockView, block: CardsBlock) -> BlockView:
        has_opening = any(note.opening for note in block.cards)
        words = [label("card", self.language), label("effect", self.language)]
        if has_opening:
            words.append(block.opening_title or label("opening", self.language))
        cards = tuple(
            CardView(
                chips=chips_of(tuple(map(self._card, note.cards)), self.info, self.language),
                title=self._runs(note.title),
                points=self._runs(note.points),
                text=self._runs(note.text),
                opening=self._runs(note.opening),
                mark=_mark(note.certainty),
                source=self._source(note.source),
            )
            for note in block.cards
        )
        heads = tuple(CellView(self._runs(word), number=False) for word in words)
        return replace(view, heads=heads, cards=cards)

    def _entry(self, statement: Statement, lead: str, text: str, *, icon: str | None = None) -> EntryView:
        mark, source = _mark(statement.certainty), self._source(statement.source)
        return EntryView(self._runs(lead), self._runs(text), icon, mark, source=source)

    def _runs(self, text: str | None) -> Runs:
        return without_lonely_end(self._named(text or ""))

    def _named(self, text: str) -> Runs:
        return tuple(
            replace(run, text=text_in(self._card(run.text).name, self.language)) if run.kind == "card" else run
            for run in inline_runs(text)
        )

    def _card(self, card_id: str) -> Card:
        card = self.cards.get(card_id)
        if card is None:
            raise refuse("data.unknown-card", path=f"reference.{self.language}.yaml", name=card_id)
        return card

    def _source(self, source: str | None) -> str:
        """Return the number of a source; the first of a game has none, as most comes from it."""
        keys = [key for key in self.info.sources if key != _OUR_OWN]
        key = (source or "").partition(":")[0]
        return str(keys.index(key) + 1) if key in keys[1:] else ""


def _mark(certainty: str) -> Mark | None:
    return next((mark for mark in _MARKS if mark == certainty), None)


def _facts(game: Game, language: str) -> Iterator[FactView]:
    players, age = game.info.players, game.info.age
    total = game.cards.total if game.cards else None
    if players.min is not None or players.max is not None:
        yield FactView("players", _span(players.min, players.max), label("players", language), _mark(players.certainty))
    if age and age.value is not None:
        yield FactView("age", f"{age.value}+", label("age", language), _mark(age.certainty))
    if total and total.value is not None:
        yield FactView("deck", str(total.value), label("cards", language), _mark(total.certainty))


def _span(least: int | None, most: int | None) -> str:
    if most is None:
        return f"{least}+"
    return "–".join(dict.fromkeys(str(bound) for bound in (1 if least is None else least, most)))


def _marks(facts: Iterable[FactView], blocks: Iterable[BlockView]) -> tuple[Mark, ...]:
    used = {fact.mark for fact in facts}
    for block in blocks:
        used.update(entry.mark for entry in block.entries)
        used.update(row.mark for row in block.rows)
        used.update(card.mark for card in block.cards)
        used.update(_step_marks(block.steps))
    return tuple(mark for mark in _MARKS if mark in used)


def _step_marks(steps: Iterable[StepView]) -> Iterator[Mark | None]:
    for step in steps:
        yield step.mark
        yield from _step_marks(step.steps)


def _imprint(info: GameInfo, reference: Reference, language: str, completeness: int | None) -> Iterator[Imprint]:
    yield Imprint(label("edition", language), f"{text_in(info.edition, language)} – {info.publisher}")
    sources = [source for key, source in info.sources.items() if key != _OUR_OWN]
    cited = [_cited(source) for source in sources]
    numbered = [each if n == 1 else f"[{n}] {each}" for n, each in enumerate(cited, start=1)]
    if len(numbered) > 1:
        numbered[0] += f" – {label('unnumbered', language)}"
    yield Imprint(label("sources", language), "; ".join(numbered))
    translated = "" if completeness is None else f", {label('complete', language, n=completeness)}"
    yield Imprint(label("language", language), language_name(language) + translated)
    yield Imprint(label("version", language), reference.version)
    if reference.changes:
        yield Imprint(label("changes", language), "; ".join(reference.changes))


def _cited(source: Source) -> str:
    details = [source.publisher, source.edition, str(source.year) if source.year else None]
    inside = ", ".join(detail for detail in details if detail)
    return f"{source.title} ({inside})" if inside else source.title
