from __future__ import annotations

import pytest

from cardtools.model.deck import DeckList
from cardtools.store.deck_lists import read_deck_list
from tests.factories import codes, grammar_of, places, refused

GRAMMAR = grammar_of("Életerő", "Turul", 'A "nagy" ló')

DECK = """\
<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_deck version="1">
    <lastLoadedTimestamp/>
    <deckname>Paklim &amp; más</deckname>
    <bannerCard providerId="">Turul</bannerCard>
    <comments>játékos: Anna
some words: of mine
date: 2026-11-29</comments>
    <tags><tag>x</tag></tags>
    <zone name="main">
        <card number="3" name="Turul" setShortName="A"/>
        <card number="1" name="A &quot;nagy&quot; ló"/>
    </zone>
    <zone name="side">
        <card number="2" name="&#xC9;leterő"></card>
    </zone>
</cockatrice_deck>
"""


def read(text: str, path: str = "deck.cod", encoding: str = "utf-8") -> DeckList:
    return read_deck_list(text.encode(encoding), path, GRAMMAR)


def deck(inside: str) -> str:
    return f'<?xml version="1.0"?>\n<cockatrice_deck version="1">\n{inside}\n</cockatrice_deck>'


@pytest.mark.parametrize("path", ["deck.cod", "deck.txt", "deck.csv", "deck.json", "-"])
def test_zones_cards_name_and_comments_are_read_with_their_lines(path: str) -> None:
    listing = read(DECK, path)
    assert [(e.line, e.column, e.count, e.name, e.zone) for e in listing.entries] == [
        (11, 9, 3, "Turul", "main"),
        (12, 9, 1, 'A "nagy" ló', "main"),
        (15, 9, 2, "Életerő", "side"),
    ]
    assert dict(listing.headers) == {"name": "Paklim & más", "player": "Anna", "date": "2026-11-29"}
    assert listing.findings == ()


@pytest.mark.parametrize("encoding", ["utf-8-sig", "utf-16"])
def test_marks_of_byte_order_are_understood(encoding: str) -> None:
    assert [entry.name for entry in read(DECK, encoding=encoding).entries] == ["Turul", 'A "nagy" ló', "Életerő"]


def test_the_encoding_it_declares_counts() -> None:
    text = DECK.replace('"UTF-8"', '"ISO-8859-2"')
    listing = read(text, encoding="iso8859-2")
    assert listing.entries[2].name == "Életerő"
    assert listing.findings == ()


@pytest.mark.parametrize("number", ['number="0"', 'number="-1"', 'number="x"', 'number="1000"', 'number=""', ""])
def test_a_quantity_that_no_deck_holds_is_told(number: str) -> None:
    listing = read(deck(f'<zone name="side">\n<card {number} name="Turul"/></zone>'))
    assert listing.entries == ()
    assert places(listing.findings) == [("deck.count", 4, 1)]
    assert listing.findings[0].location.zone == "side"


@pytest.mark.parametrize("zone", ['name="tokens"', 'name=""', ""])
def test_a_zone_nobody_knows_is_told_and_its_cards_are_unplaced(zone: str) -> None:
    listing = read(deck(f'<zone {zone}><card number="2" name="Turul"/></zone>'))
    assert [(entry.count, entry.zone) for entry in listing.entries] == [(2, "unplaced")]
    assert places(listing.findings) == [("deck.section", 3, 1)]


def test_main_is_the_first_zone_of_any_game() -> None:
    listing = read_deck_list(DECK.encode(), "deck.cod", grammar_of("Turul", zones=()))
    assert [entry.zone for entry in listing.entries] == ["main", "main", "unplaced"]


@pytest.mark.parametrize(
    "inside",
    [
        '<card number="3" name="Turul"/>',
        '<zone name="main"><x><card number="3" name="Turul"/></x></zone>',
        '<zone name="main"><card number="3"/></zone>',
        '<zone name="main"><card number="3" name=" "/></zone>',
        '<x><zone name="main"><card number="3" name="Turul"/></zone></x>',
    ],
)
def test_a_card_without_a_name_or_outside_of_a_zone_is_told(inside: str) -> None:
    listing = read(deck(inside))
    assert listing.entries == ()
    assert [(one.code, one.location.line) for one in listing.findings] == [("deck.row", 3)]


@pytest.mark.parametrize(
    ("text", "wording"),
    [
        (deck("<zone>"), "file.unreadable.cockatrice"),
        (deck("</zone>"), "file.unreadable.cockatrice"),
        (deck("&unknown;"), "file.unreadable.cockatrice"),
        ("<?xml version='1.0'?><html></html>", "file.unreadable.cockatrice"),
        ("<?xml version='1.0'?>", "file.unreadable.cockatrice"),
        ("<cockatrice_deck>", "file.unreadable.cockatrice"),
        ("<!DOCTYPE cockatrice_deck><cockatrice_deck/>", "file.unreadable.entities"),
        ('<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b "c">]><cockatrice_deck/>', "file.unreadable.entities"),
        (
            '<?xml version="1.0"?>\n<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>\n<cockatrice_deck>&b;</cockatrice_deck>',
            "file.unreadable.entities",
        ),
    ],
)
@pytest.mark.parametrize("path", ["deck.cod", "deck.txt"])
def test_what_is_broken_or_declares_entities_is_refused(text: str, wording: str, path: str) -> None:
    (finding,) = refused(lambda: read(text, path))
    assert (finding.code, finding.wording, finding.location.path) == ("file.unreadable", wording, path)
    assert finding.location.line is not None


def test_an_encoding_it_declares_but_is_not_in_is_refused() -> None:
    assert codes(refused(lambda: read(DECK.replace("UTF-8", "no-such"), "deck.cod"))) == ["file.encoding"]
    assert codes(refused(lambda: read(DECK, encoding="iso8859-2"))) == ["file.encoding"]


def test_depth_costs_nothing() -> None:
    listing = read(deck("<x>" * 50_000 + "</x>" * 50_000))
    assert (listing.entries, listing.findings) == ((), ())


def test_a_plain_list_that_is_called_a_cockatrice_deck_is_a_plain_list() -> None:
    assert [(entry.count, entry.name) for entry in read("3 Turul\nSB: 2 Életerő\n").entries] == [
        (3, "Turul"),
        (2, "Életerő"),
    ]
