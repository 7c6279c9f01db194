"""Print proxies of a deck list: as the game draws its cards, in words, or with the user's own pictures of them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from cardtools.app.desk import Desk
from cardtools.app.print_cards import own_templates
from cardtools.app.print_options import Printed, SheetOptions
from cardtools.app.print_run import CardRun, Press, document_language, print_run, second_language
from cardtools.app.validation import STDIN, Validator
from cardtools.decks.share_code import make_code
from cardtools.decks.spelling import spelled
from cardtools.documents.card_choice import copies, missing_only, only, owned_copies
from cardtools.documents.card_faces import PrintedCard, lacking, outlined, proxies
from cardtools.documents.card_gaps import text_gaps
from cardtools.documents.card_tokens import unknown_tokens_on
from cardtools.documents.deck_card import deck_card
from cardtools.documents.faces import Face
from cardtools.documents.labels import label as label_of
from cardtools.errors import CardtoolsError, refuse
from cardtools.legality.formats import resolve
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.deck import Deck
from cardtools.model.finding import Finding
from cardtools.model.game import GameInfo
from cardtools.model.printing import Size
from cardtools.names.folding import fold
from cardtools.store.deck_lists.grammar import headings
from cardtools.store.files import LIST_LIMIT, read_bytes
from cardtools.store.workspace import shipped

_FRONT: Final = "front.html.j2"
Wanted = tuple[tuple[Card, int], ...]
"""Cards and their copies."""


def print_proxies(
    desk: Desk,
    game: str,
    list_path: str,
    pool: Path | None,
    output: Path | None,
    options: SheetOptions,
    stdin: bytes | None = None,
    encoding: str | None = None,
    *,
    owned: Path | None = None,
    owned_encoding: str | None = None,
    format_id: str | None = None,
    press: Press | None = None,
) -> Printed:
    """Print proxies of every card of a deck list, in the order of the list.

    Args:
        desk: Games and language.
        game: The game's id.
        list_path: The list; ``-`` for ``stdin``.
        pool: The card pool; the game's own cards where it is absent.
        output: The file or folder to write; in ``output`` where it is absent.
        options: What is printed, and how.
        stdin: What stood on standard input.
        encoding: Of the lists, where it is not UTF-8.
        owned: A list of owned cards: only what lacks is printed then.
        owned_encoding: Of that list alone, where it is not that of the other.
        format_id: The format that the deck card names.
        press: What lays faces out, if it is to stay warm.

    Raises:
        CardtoolsError: For a list with an error of reading or an unknown card: then nothing is printed, unless it
            is a draft.
    """
    validator = Validator.prepare(desk, game, (), pool)
    info = validator.info
    language, gap = document_language(desk, info.languages, "proxies")
    second, untold = second_language(desk, info, options.second, language, "proxies")
    format_name = _format_name(desk, info, format_id, language)
    deck = _deck(validator, _content(list_path, stdin), list_path, encoding, draft=options.draft)
    wanted, told = _gathered(deck, info.languages[0], draft=options.draft), (*deck.listing.findings, *deck.findings)
    if owned is not None:
        have = validator.read(_content(str(owned), None), str(owned), owned_encoding or encoding)
        told += have.listing.findings
        wanted = missing_only(wanted, owned_copies(have))
        if not wanted:
            raise refuse("print.no-cards", path=list_path, wording="print.no-cards.owned", exit_code=1)
    size = desk.library.card_size(options.card_size or info.card_size)
    with _pictured(wanted, language, size, options) as pictured:
        found, own = own_templates(desk, game)
        cards = _cards(
            desk, validator, wanted, pictured.pictures, (language, second), options,
            drawn_here=_FRONT in own, of_box=pool is None,
        )  # fmt: skip
        told = (*told, *text_gaps(cards), *(unknown_tokens_on(cards) if _FRONT not in own else ()))
        count = len(cards)
        stem = "stdin" if list_path == STDIN else Path(list_path).stem
        if options.deck_card and cards:
            named = (info.id if list_path == STDIN else stem, format_name)
            extra, wrong = _deck_card(info, deck, size, (language, second), named, cards[0].back, draft=options.draft)
            cards, told = (*cards, *(outlined(extra) if options.economy else extra)), (*told, *wrong)
        run = CardRun(
            document="proxies",
            stem=f"{game}-proxies-{stem}",
            title=f"{text_in(info.name, language)} – {label_of('title-proxies', language)}",
            language=language,
            groups=((size, cards),),
            templates=found,
            game=game,
            folders=pictured.folders,
            findings=(*validator.pool_findings, *told, *gap, *untold, *pictured.findings),
            counts={"cards": count},
            sources=tuple(str(one) for one in (list_path, pool, owned) if one is not None),
            second=second,
        )
        return print_run(desk, run, output, options, press or Press())


def _cards(
    desk: Desk,
    validator: Validator,
    wanted: Wanted,
    pictures: Mapping[str, str],
    languages: tuple[str, str | None],
    options: SheetOptions,
    *,
    drawn_here: bool,
    of_box: bool,
) -> tuple[PrintedCard, ...]:
    """Return the proxies as they are printed, those that were chosen and as often as was asked.

    Args:
        desk: Games.
        validator: Knows the cards.
        wanted: The cards of the list.
        pictures: The user's pictures by card id.
        languages: Of the words on them, and the second one.
        options: What is printed, and how.
        drawn_here: Whether the user's folder has a template for the fronts of this game.
        of_box: Whether the cards are those of the game's box, and not of a pool.
    """
    info, (language, second) = validator.info, languages
    box = desk.catalog.cards(info)
    known = box.cards if box is not None and box.complete else ()
    template = _FRONT if drawn_here else f"games/{info.id}/{_FRONT}"
    drawn = drawn_here or (bool(known) and (shipped("templates") / template).is_file())
    cards = tuple(
        proxies(
            info,
            wanted,
            language,
            label_of("proxy", language),
            texts_known="text" in validator.facts or (bool(known) and of_box),
            pictures=pictures,
            second=second,
            lacking=lacking(known, validator.cards) if known else (),
            drawn={card.id for card in box.cards} if box is not None and drawn and of_box else (),
            template=template,
        )
    )
    if options.economy:
        cards = tuple(outlined(cards))
    if options.only:
        cards = only(cards, options.only, validator.names.knows)
    return cards if options.copies is None else copies(cards, options.copies)


def _content(path: str, stdin: bytes | None) -> bytes:
    return (stdin or b"") if path == STDIN else read_bytes(Path(path), LIST_LIMIT)


def _format_name(desk: Desk, info: GameInfo, format_id: str | None, language: str) -> str:
    """Return the name of a format, empty for none."""
    return "" if format_id is None else text_in(resolve(format_id, desk.catalog.formats(info.id)).name, language)


def _deck(validator: Validator, content: bytes, path: str, encoding: str | None, *, draft: bool) -> Deck:
    """Return a list with its cards looked up; one with errors is good for a draft only."""
    deck = validator.read(content, path, encoding)
    errors = [finding for finding in (*deck.listing.findings, *deck.findings) if finding.severity == "error"]
    if errors and not draft:
        raise CardtoolsError(*errors, exit_code=1)
    return deck


def _deck_card(
    info: GameInfo,
    deck: Deck,
    size: Size,
    languages: tuple[str, str | None],
    named: tuple[str, str],
    back: Face,
    *,
    draft: bool,
) -> tuple[tuple[PrintedCard, ...], tuple[Finding, ...]]:
    """Return the deck card; in a draft none, and why, where its code has no room.

    Args:
        info: The game.
        deck: The deck.
        size: The trimmed card.
        languages: Of its words, and the second one.
        named: What the deck is called where its list does not say, and its format in words.
        back: The common back of the proxies.
        draft: Whether errors are told only.
    """
    name, format_name = named
    language, second = languages
    try:
        code = make_code(info.id, spelled(deck, info.languages[0]), headings(deck.listing))
        card = deck_card(
            info, deck, code, size, language, back, name=name, format_name=format_name, second=second
        )  # fmt: skip
    except CardtoolsError as error:
        if not draft:
            raise
        return (), error.findings
    return (card,), ()


def _gathered(deck: Deck, language: str, *, draft: bool) -> Wanted:
    """Return the cards of a deck, each once with all its copies.

    In a draft a card that nobody knows has its name as it was written, and blanks.
    """
    found: dict[str, tuple[Card, int]] = {}
    for slot in deck.slots:
        card = slot.card
        if card is None and draft:
            name = slot.entry.name[:60]
            card = Card(id=f"unknown-{fold(name).encode().hex()[:60]}", name={language: name}, unknown=("text",))
        if card is not None:
            before = found.get(card.id, (card, 0))[1]
            found[card.id] = (card, before + slot.entry.count)
    return tuple(found.values())


@dataclass(frozen=True, slots=True)
class _Pictured:
    """Prepared pictures by card id, the folder they lie in, and what is to be said of them."""

    pictures: Mapping[str, str] = field(default_factory=dict)
    folders: tuple[Path, ...] = ()
    findings: tuple[Finding, ...] = ()


@contextmanager
def _pictured(
    wanted: Iterable[tuple[Card, int]], language: str, size: Size, options: SheetOptions
) -> Iterator[_Pictured]:
    """Lend the user's pictures of cards, made ready; none without a folder of pictures."""
    if options.images is None:
        yield _Pictured()
        return
    from cardtools.app.pictures import card_pictures
    from cardtools.store.pictures import picture_desk

    with picture_desk(options.dpi) as ready:
        pictures, findings = card_pictures((card for card, _ in wanted), language, size, ready, options.images)
        yield _Pictured(pictures, (ready.folder,), findings)
