"""A print run: cards, of whatever source, laid out, placed, read back, and only then written."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Final

from cardtools.app.desk import LANGUAGES, Desk
from cardtools.app.print_options import Printed, SheetOptions
from cardtools.documents.card_faces import PrintedCard
from cardtools.documents.faces import Face
from cardtools.errors import CardtoolsError, refuse
from cardtools.imposition.grid import GridSpec
from cardtools.imposition.plan import MOST_CARDS, Faces, Group, impose_groups
from cardtools.model.finding import Finding
from cardtools.model.game import GameInfo
from cardtools.model.printing import Size
from cardtools.store.workspace import shipped
from cardtools.words.catalog import Words

if TYPE_CHECKING:
    from cardtools.render.documents import DrawPack, Keep
    from cardtools.render.faces import Renderer, Trim
    from cardtools.render.html import Templates
    from cardtools.render.pack import Pack

OUTPUT: Final = Path("output")
"""Where files go that nobody named."""
_READ_BACK: Final = frozenset(("print.fonts", "print.pages", "print.boxes", "print.outside"))
"""What is found wrong in a finished file, which may come of what the cache holds."""


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a run is: of ``total`` faces that had to be laid out, ``done`` are."""

    done: int
    total: int
    reused: int
    cards: int
    sheets: int


class Press:
    """What lays faces out. It stays warm: a second run costs what has changed since the first.

    Args:
        progress: Told how far a run is.
    """

    def __init__(self, progress: Callable[[Progress], None] | None = None) -> None:
        self._progress = progress
        self._renderers: dict[Trim, Renderer] = {}
        self._believing = True

    @contextmanager
    def anew(self) -> Iterator[None]:
        """Forget what was laid out, and believe nothing in the cache meanwhile: what is made takes its place."""
        self._renderers.clear()
        self._believing = False
        try:
            yield
        finally:
            self._renderers.clear()
            self._believing = True

    def keep(self, templates: Templates) -> Keep:
        """Return what keeps small print from run to run."""
        from cardtools.render.pack_cache import keeper
        from cardtools.store.cache import Cache

        return keeper(Cache.of_user(believed=self._believing), templates)

    def draw(self, run: CardRun, options: SheetOptions, cards: int, sheets: int) -> DrawPack:
        """Return what lays out the faces of a run of so many cards on so many sheets."""
        from cardtools.render.faces import Renderer
        from cardtools.render.fitting import Setting
        from cardtools.store.cache import Cache

        dpi = options.dpi if run.oversized else None  # the others are made for their place on the card

        def draw(faces: Sequence[Face], trim: Trim, templates: Templates, *, lang: str, title: str) -> Pack:
            def tell(done: int, total: int) -> None:
                if self._progress is not None:
                    self._progress(Progress(done, total, len(faces) - total, cards, sheets))

            renderer = self._renderers.setdefault(trim, Renderer(Cache.of_user(believed=self._believing)))
            return renderer.render(Setting(trim, templates, lang, title, run.folders, dpi), faces, tell)

        return draw


@dataclass(frozen=True, slots=True)
class CardRun:
    """Cards ready to be printed.

    Attributes:
        document: ``cards`` or ``proxies``.
        stem: What its file is called before profile and language.
        groups: The cards by size.
        templates: Where their templates are found.
        folders: The only folders that pictures may be read from.
        oversized: Whether pictures may have more pixels than their place on the card needs.
        findings: What is to be said so far; errors only in a draft.
        counts: See Printed.
        sources: Files that it is made of, which it must not write over.
        second: The second language of the cards, if they have one.
    """

    document: str
    stem: str
    title: str
    language: str
    groups: tuple[tuple[Size, tuple[PrintedCard, ...]], ...]
    templates: Templates
    game: str | None = None
    folders: tuple[Path, ...] = ()
    oversized: bool = False
    findings: tuple[Finding, ...] = ()
    counts: Mapping[str, int] = field(default_factory=dict)
    sources: tuple[str, ...] = ()
    second: str | None = None

    @property
    def cards(self) -> tuple[PrintedCard, ...]:
        """All cards."""
        return tuple(card for _, cards in self.groups for card in cards)

    @property
    def faces(self) -> list[Face]:
        """Every distinct face."""
        sides = (face for card in self.cards for face in ((card.front, card.back) if card.back_key else (card.front,)))
        return list({face.key: face for face in sides}.values())

    @property
    def copies(self) -> int:
        """Cards, each copy counted."""
        return sum(card.copies for card in self.cards)

    def path(self, output: Path | None, options: SheetOptions, ending: str = ".pdf") -> Path:
        """Return where the file or, without an ending, the folder goes."""
        profile = options.profile
        variant = f"-{profile.id}" if profile is not None and profile.output != "sheets" else ""
        variant = f"-economy{variant}" if options.economy else variant
        languages = "-".join((self.language, *([self.second] if self.second else [])))
        return output or OUTPUT / f"{self.stem}{variant}-{languages}{ending}"


def templates() -> Templates:
    """Return our own templates, compiled once a process."""
    from cardtools.render.html import templates_at

    return templates_at(shipped("templates"))


def print_run(desk: Desk, run: CardRun, output: Path | None, options: SheetOptions, press: Press) -> Printed:
    """Print cards: on sheets, or as the maker of the profile wants them.

    What is found in the cache and turns out to be of no use, whatever it is, is made again.

    Raises:
        CardtoolsError: Whatever is wrong, all of it at once; then nothing is written. A draft is written although
            there are errors, which its findings tell.
    """
    if not run.copies:
        raise refuse("print.no-cards", exit_code=1)
    if run.copies > MOST_CARDS:  # before the copies are written out
        raise refuse("print.too-many", cards=run.copies, most=MOST_CARDS, exit_code=1)
    try:
        return _print_once(desk, run, output, options, press)
    except CardtoolsError as error:
        if not _READ_BACK.intersection(finding.code for finding in error.findings):
            raise
    except Exception:  # noqa: BLE001, S110 - if it is not the cache, it comes again, and is told
        pass
    with press.anew():
        return _print_once(desk, run, output, options, press)


def _print_once(desk: Desk, run: CardRun, output: Path | None, options: SheetOptions, press: Press) -> Printed:
    if options.profile is not None and options.profile.output != "sheets":
        from cardtools.app.print_makers import print_for_maker

        return print_for_maker(desk, run, output, options, press)
    return _print_sheets(desk, run, output, options, press)


def _print_sheets(desk: Desk, run: CardRun, output: Path | None, options: SheetOptions, press: Press) -> Printed:
    from cardtools.app.print_output import check_pdf, checked, write_pdf
    from cardtools.render.documents import render_plan

    path = run.path(output, options)
    check_pdf(path, desk, run.sources, options.images, preview=options.preview)
    paper = desk.library.paper(options.paper)
    groups = [Group(written_out(cards), _spec(paper, size, options)) for size, cards in run.groups]
    plan = impose_groups(groups, options.backs, options.marks, options.shift, options.slots)
    if options.sheets:
        from cardtools.imposition.selection import pick_sheets

        plan = pick_sheets(plan, options.sheets)
    placed = {one.face for sheet in plan.sheets for one in sheet.placements}
    faces = [face for face in run.faces if face.key in placed]
    fronts = {card.front.key for card in run.cards}
    cards = sum(one.face in fronts for sheet in plan.sheets for one in sheet.placements if sheet.side == "front")
    sheets = sum(sheet.side == "front" for sheet in plan.sheets)
    draw = press.draw(run, options, cards, sheets)
    drawn_wrong: list[Finding] = []
    if options.draft:
        from cardtools.render.drafts import forgiving

        draw = forgiving(draw, drawn_wrong)
    words = Words(run.language)
    made = render_plan(
        plan, faces, run.templates, run.language, run.title, words,
        draft=options.draft, draw=draw, keep=press.keep(run.templates),
    )  # fmt: skip
    found = (*run.findings, *drawn_wrong, *made.findings, *unknown_facts(run.cards))
    findings = checked(found, strict=options.strict, draft=options.draft)
    preview = write_pdf(path, made.pdf, preview=options.preview)
    return Printed(
        path,
        pages=made.preflight.pages,
        cards=cards,
        faces=made.preflight.rendered + made.preflight.reused,  # one that two sizes of card have is laid out twice
        sheets=sheets,
        smallest_pt=made.preflight.smallest_pt,
        findings=findings,
        document=run.document,
        game=run.game,
        language=run.language,
        title=run.title,
        preview=preview,
        counts=run.counts,
        rendered=made.preflight.rendered,
        reused=made.preflight.reused,
        lowest_ppi=made.preflight.lowest_ppi,
        ruler=not any(finding.code == "print.no-ruler" and finding.wording is None for finding in made.findings),
        paper=paper.id,
        profile=None if options.profile is None else options.profile.id,
        draft=options.draft,
    )


def written_out(cards: Sequence[PrintedCard]) -> list[Faces]:
    """Return the keys of front and back of each card, copies written out."""
    return [(card.front.key, card.back_key) for card in cards for _ in range(card.copies)]


def unknown_facts(cards: Sequence[PrintedCard]) -> tuple[Finding, ...]:
    """Return a warning that counts what is not known and prints as a blank to fill in by hand."""
    count = sum(len(one.front.blanks) * one.copies for one in cards)
    if not count:
        return ()
    return (Finding(code="print.unknown-fact", severity="warning", effect="none", params={"count": count}),)


def document_language(desk: Desk, languages: Sequence[str], document: str) -> tuple[str, tuple[Finding, ...]]:
    """Return the language to print in: the asked one, else English, else the first, with a warning."""
    if desk.language in languages:
        return desk.language, ()
    used = "en" if "en" in languages else languages[0]
    return used, (_gap(desk, document, desk.language, used),)


def second_language(
    desk: Desk, info: GameInfo, asked: str | None, first: str, document: str
) -> tuple[str | None, tuple[Finding, ...]]:
    """Return the second language of cards: the asked one; None, with a warning, where the game does not have it.

    Args:
        desk: The words of the warning.
        info: The game.
        asked: What was asked for; None for nothing.
        first: The first language.
        document: What is printed, such as ``cards``.

    Raises:
        CardtoolsError: ``usage.unknown-language``.
    """
    if asked is None or asked == first:
        return None, ()
    known = tuple(dict.fromkeys((*LANGUAGES, *info.languages)))
    if asked not in known:
        raise refuse("usage.unknown-language", language=asked, known=", ".join(known))
    if asked in info.languages:
        return asked, ()
    return None, (_gap(desk, document, asked, first),)


def _gap(desk: Desk, document: str, language: str, used: str) -> Finding:
    named = desk.words.text(f"document.{document}")
    params: dict[str, str | int] = {"document": named, "language": language, "used": used}
    return Finding(code="language.gap", severity="warning", effect="none", params=params)


def _spec(paper: Size, card: Size, options: SheetOptions) -> GridSpec:
    return GridSpec(
        paper_width_mm=paper.width_mm,
        paper_height_mm=paper.height_mm,
        card_width_mm=card.width_mm,
        card_height_mm=card.height_mm,
        margin_mm=options.margin_mm,
        gap_mm=options.gap_mm,
        bleed_mm=options.bleed_mm,
        orientation=options.orientation,
    )
