"""Cards from a plain table: read, given their pictures, and made faces, ready to be laid on sheets size by size."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardtools.app.desk import Desk
from cardtools.app.pictures import row_pictures
from cardtools.documents.card_choice import copies, only
from cardtools.documents.card_faces import PrintedCard
from cardtools.documents.card_tokens import unknown_tokens
from cardtools.documents.prototype_faces import FRONT, Look, prototype_cards
from cardtools.errors import CardtoolsError, refuse
from cardtools.model.finding import Finding
from cardtools.model.printing import Size
from cardtools.model.prototype import CardRow, CardTable
from cardtools.store.card_tables import parse_card_table, read_card_table
from cardtools.store.pictures import picture_desk
from cardtools.store.workspace import shipped

if TYPE_CHECKING:
    from cardtools.render.html import Templates

SIZE: Final = "tcg"
STDIN: Final = "-"
_IN_MM: Final = re.compile(r"(\d{2,4}(?:[.,]\d{1,2})?)\s*[x×*]\s*(\d{2,4}(?:[.,]\d{1,2})?)\s*(?:mm)?", re.IGNORECASE)
_LEAST_MM: Final = 20.0
_MOST_MM: Final = 1300.0


@dataclass(frozen=True, slots=True)
class PrototypeOptions:
    """What is printed of a table, and how.

    Attributes:
        card_size: Size of the cards whose row names none.
        images: The folder of pictures.
        dpi: Resolution that pictures are reduced to.
        template: The user's own template for fronts.
        only: Names or ids of the cards to print; empty for all.
        copies: Copies of each card in place of those the table says.
        encoding: Of a CSV or YAML file.
        draft: Whether cards are made even though there are errors.
    """

    card_size: str = SIZE
    images: Path | None = None
    dpi: int = 300
    template: Path | None = None
    only: tuple[str, ...] = ()
    copies: int | None = None
    encoding: str | None = None
    draft: bool = False


@dataclass(frozen=True, slots=True)
class SizeGroup:
    """The cards of one size, in the order of the table; they lie on sheets of their own."""

    size: Size
    cards: tuple[PrintedCard, ...]


@dataclass(frozen=True, slots=True)
class Prototypes:
    """Cards ready to be printed.

    Attributes:
        title: What the document is called: the name of the table's file.
        groups: At least one, in the order their sizes first stand in the table.
        templates: Where their faces' templates are found.
        folders: The only folders that pictures may be read from, there until the cards are let go.
        findings: What is to be said; errors only in a draft.
        pictures: The user's pictures that they show.
        counts: ``rows`` of the table, ``cards`` and ``copies`` to print, ``skipped`` (quantity 0) and ``refused`` rows.
    """

    title: str
    language: str
    groups: tuple[SizeGroup, ...]
    templates: Templates
    folders: tuple[Path, ...]
    findings: tuple[Finding, ...]
    counts: Mapping[str, int]
    pictures: tuple[Path, ...] = ()

    @property
    def cards(self) -> tuple[PrintedCard, ...]:
        """All cards."""
        return tuple(card for group in self.groups for card in group.cards)


@contextmanager
def open_prototypes(
    desk: Desk, path: str, options: PrototypeOptions, stdin: bytes | None = None
) -> Iterator[Prototypes]:
    """Lend the cards of a table; their prepared pictures are there as long as they are lent.

    Args:
        desk: Sizes and language.
        path: The table; ``-`` for ``stdin``.
        options: What is printed of it, and how.
        stdin: What stood on standard input.

    Raises:
        CardtoolsError: Where it is no table, or with every error of it unless it is a draft.
    """
    desk.check_language()
    templates, front = _templates(options.template)
    table = _table(path, options, stdin)
    sizes, wrong = _sizes(desk, table, options)
    rows = tuple(row for row in table.rows if row in sizes)
    table = CardTable(
        table.path, table.columns, table.extra, rows, table.read, table.skipped, (*table.findings, *wrong)
    )
    beside = None if path == STDIN else Path(path).parent
    with picture_desk(options.dpi) as pictures:
        pictured = row_pictures(table, sizes, pictures, options.images, beside, own=options.template is not None)
        title = "cards" if path == STDIN else Path(path).stem
        look = Look(desk.language, title, front)
        cards, told = prototype_cards(table, look, pictured.shown)
        if options.template is None:  # what tokens stand for in the user's own template, only they know
            told += _unknown_tokens(table, templates)
        findings = (*table.findings, *pictured.findings, *told)
        errors = [finding for finding in findings if finding.severity == "error"]
        if errors and not options.draft:
            raise CardtoolsError(*errors, exit_code=1)
        groups = _groups(table.rows, _chosen(cards, options), sizes)
        if not groups:
            if errors:  # a draft of nothing: what is wrong is why
                raise CardtoolsError(*errors, exit_code=1)
            wording = "print.no-cards.skipped" if table.skipped and not table.rows else None
            raise refuse("print.no-cards", path=path, wording=wording, count=table.skipped, exit_code=1)
        counts = _counts(table, groups)
        yield Prototypes(title, desk.language, groups, templates, (pictures.folder,), findings, counts, pictured.used)


def _templates(own: Path | None) -> tuple[Templates, str]:
    """Return where templates are found, and the one of fronts."""
    if own is None:
        from cardtools.render.html import templates_at

        return templates_at(shipped("templates")), FRONT
    from cardtools.render.own_templates import OwnTemplates

    templates = OwnTemplates(shipped("templates"), own)
    return templates, templates.name


def _table(path: str, options: PrototypeOptions, stdin: bytes | None) -> CardTable:
    if path == STDIN:
        return parse_card_table(stdin or b"", STDIN, options.encoding)
    return read_card_table(Path(path), options.encoding)


def _sizes(desk: Desk, table: CardTable, options: PrototypeOptions) -> tuple[dict[CardRow, Size], list[Finding]]:
    """Return the size of every row, and an error for each that names none there is."""
    usual = card_size(desk, options.card_size)
    known: dict[str, Size | Finding] = {"": usual}
    sizes: dict[CardRow, Size] = {}
    findings: list[Finding] = []
    for row in table.rows:
        if row.size not in known:
            try:
                known[row.size] = card_size(desk, row.size)
            except CardtoolsError as error:
                known[row.size] = error.findings[0]
        found = known[row.size]
        if isinstance(found, Size):
            sizes[row] = found
        else:
            findings.append(found.model_copy(update={"location": row.location, "params": _short(found.params)}))
    return sizes, findings


def card_size(desk: Desk, name: str) -> Size:
    """Return a card size by its name, or by its millimetres such as ``63x88``.

    Raises:
        CardtoolsError: ``usage.unknown-card-size``.
    """
    if match := _IN_MM.fullmatch(name.strip()):
        width, height = (float(side.replace(",", ".")) for side in match.groups())
        if all(_LEAST_MM <= side <= _MOST_MM for side in (width, height)):
            return Size(id=f"{width:g}x{height:g}", width_mm=width, height_mm=height, source="as asked for")
    return desk.library.card_size(name.strip())


def _short(params: Mapping[str, str | int]) -> dict[str, str | int]:
    return {key: value if key == "known" else str(value)[:60] for key, value in params.items()}


def _unknown_tokens(table: CardTable, templates: Templates) -> tuple[Finding, ...]:
    rows = [row for row in table.rows if "{" in row.text]
    icons = templates.icons() if rows else frozenset()
    return tuple(one for row in rows for one in unknown_tokens(row.name, row.text, icons, row.location))


def _chosen(cards: Sequence[PrintedCard], options: PrototypeOptions) -> list[PrintedCard | None]:
    """Return what is printed of each card, None for one that is not."""
    kept = {id(card) for card in (only(cards, options.only) if options.only else cards)}
    chosen = [card if id(card) in kept else None for card in cards]
    if options.copies is None:
        return chosen
    return [copies([card], options.copies)[0] if card else None for card in chosen]


def _groups(
    rows: Sequence[CardRow], cards: Sequence[PrintedCard | None], sizes: Mapping[CardRow, Size]
) -> tuple[SizeGroup, ...]:
    """Return the cards by size; a size said in millimetres is the one of that width and height."""
    grouped: dict[tuple[float, float], tuple[Size, list[PrintedCard]]] = {}
    for row, card in zip(rows, cards, strict=True):
        if card is not None:
            size = sizes[row]
            grouped.setdefault((size.width_mm, size.height_mm), (size, []))[1].append(card)
    return tuple(SizeGroup(size, tuple(found)) for size, found in grouped.values())


def _counts(table: CardTable, groups: Sequence[SizeGroup]) -> dict[str, int]:
    printed = [card for group in groups for card in group.cards]
    return {
        "rows": table.read,
        "cards": len(printed),
        "copies": sum(card.copies for card in printed),
        "skipped": table.skipped,
        "refused": table.read - table.skipped - len(table.rows),
    }
