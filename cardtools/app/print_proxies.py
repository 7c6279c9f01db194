"""Print proxies of a deck list: in words, or with the user's own pictures of the cards."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from cardtools.app.desk import Desk
from cardtools.app.print_options import Printed, SheetOptions
from cardtools.app.print_run import CardRun, Press, document_language, print_run, second_language, templates
from cardtools.app.validation import STDIN, Validator
from cardtools.documents.card_choice import copies, missing_only, only, owned_copies
from cardtools.documents.card_faces import outlined, proxies
from cardtools.errors import CardtoolsError, refuse
from cardtools.model.base import text_in
from cardtools.model.card import Card
from cardtools.model.deck import Deck
from cardtools.model.finding import Finding
from cardtools.model.printing import Size
from cardtools.names.folding import fold
from cardtools.store.files import LIST_LIMIT, read_bytes
from cardtools.words.catalog import Words

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
        press: What lays faces out, if it is to stay warm.

    Raises:
        CardtoolsError: For a list with an error of reading or an unknown card: then nothing is printed, unless it
            is a draft.
    """
    validator = Validator.prepare(desk, game, (), pool)
    info = validator.info
    language, gap = document_language(desk, info.languages, "proxies")
    second, untold = second_language(desk, info, options.second, language, "proxies")
    wanted, told = _wanted(validator, _content(list_path, stdin), list_path, encoding, draft=options.draft)
    if owned is not None:
        have = validator.read(_content(str(owned), None), str(owned), encoding)
        told += have.listing.findings
        wanted = missing_only(wanted, owned_copies(have))
        if not wanted:
            raise refuse("print.no-cards", path=list_path, wording="print.no-cards.owned", exit_code=1)
    size = desk.library.card_size(options.card_size or info.card_size)
    with _pictured(wanted, language, size, options) as pictured:
        label = Words(language).text("label.proxy")
        known = "text" in validator.facts
        cards = tuple(
            proxies(
                info,
                wanted,
                language,
                label,
                texts_known=known,
                pictures=pictured.pictures,
                second=second,
            )
        )
        if options.economy:
            cards = tuple(outlined(cards))
        if options.only:
            cards = only(cards, options.only)
        if options.copies is not None:
            cards = copies(cards, options.copies)
        stem = "stdin" if list_path == STDIN else Path(list_path).stem
        run = CardRun(
            document="proxies",
            stem=f"{game}-proxies-{stem}",
            title=f"{text_in(info.name, language)} – {Words(language).text('document.proxies')}",
            language=language,
            groups=((size, cards),),
            templates=templates(),
            game=game,
            folders=pictured.folders,
            findings=(*validator.pool_findings, *told, *gap, *untold, *pictured.findings),
            counts={"cards": len(cards)},
            sources=tuple(str(one) for one in (list_path, pool, owned) if one is not None),
            second=second,
        )
        return print_run(desk, run, output, options, press or Press())


def _content(path: str, stdin: bytes | None) -> bytes:
    return (stdin or b"") if path == STDIN else read_bytes(Path(path), LIST_LIMIT)


def _wanted(
    validator: Validator, content: bytes, path: str, encoding: str | None, *, draft: bool
) -> tuple[Wanted, tuple[Finding, ...]]:
    """Return the cards of a list, each once with all its copies, and what was found on the way.

    In a draft a card that nobody knows has its name as it was written, and blanks.
    """
    deck = validator.read(content, path, encoding)
    told = (*deck.listing.findings, *deck.findings)
    errors = [finding for finding in told if finding.severity == "error"]
    if errors and not draft:
        raise CardtoolsError(*errors, exit_code=1)
    return _gathered(deck, validator.info.languages[0], draft=draft), told


def _gathered(deck: Deck, language: str, *, draft: bool) -> Wanted:
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
