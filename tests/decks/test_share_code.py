from __future__ import annotations

import tracemalloc
import zlib
from base64 import urlsafe_b64encode
from xml.etree import ElementTree as ET

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.decks.qr import MOST_LETTERS, qr_modules, qr_svg
from cardtools.decks.share_code import MOST_SIGNS, is_code, make_code, open_code
from cardtools.errors import CardtoolsError
from cardtools.model.deck import DeckList, Entry
from cardtools.names.folding import clean
from tests.factories import codes, refused

LIST = DeckList(
    "deck.txt",
    (Entry(1, 1, 3, "Zu'lit kísérlete", "main"), Entry(2, 1, 1, "X8, az utazó", "side"), Entry(3, 1, 2, "Ő", "main")),
    {"name": "Három isten", "player": "Anna"},
)
names = st.text(st.characters(codec="utf-8", categories=("L", "N", "P", "S", "Zs")), min_size=1, max_size=30).filter(
    lambda name: clean(name) != "" and clean(name).isprintable()
)
lines = st.tuples(st.integers(1, 999), names, st.sampled_from(["main", "side", "rule", "follower"]))


def packed(text: str, *, checksum: int | None = None, version: int = 1) -> str:
    """Return a code with this text, made as a stranger would who knows how."""
    content = text.encode()
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    body = packer.compress(content) + packer.flush()
    told = zlib.crc32(content, 1) if checksum is None else checksum
    return f"CT{version}~{urlsafe_b64encode(told.to_bytes(4, 'big') + body).rstrip(b'=').decode()}"


def told(listing: DeckList) -> list[tuple[int, str, str]]:
    return [(entry.count, entry.name, entry.zone) for entry in listing.entries]


@given(st.lists(lines, max_size=20), st.one_of(st.just(""), names))
@settings(max_examples=50, deadline=None)
def test_what_a_code_is_made_of_comes_out_of_it(cards: list[tuple[int, str, str]], name: str) -> None:
    entries = tuple(Entry(number, 1, *line) for number, line in enumerate(cards, start=1))
    shared = open_code(make_code("hkk", DeckList("deck.txt", entries, {"name": name} if name else {})))
    zones = list(dict.fromkeys(zone for _, _, zone in cards))
    wanted = sorted(((n, clean(name), zone) for n, name, zone in cards), key=lambda line: zones.index(line[2]))
    assert (shared.game, told(shared.listing)) == ("hkk", wanted)
    assert shared.listing.headers.get("name", "") == clean(name)


def test_a_code_is_one_short_line_that_may_stand_in_an_address() -> None:
    code = make_code("hkk", LIST)
    assert is_code(code)
    assert set(code) <= set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_~")
    assert len(code) < 150


def test_blanks_and_line_ends_that_a_message_puts_in_do_not_matter() -> None:
    code = make_code("hkk", LIST)
    broken = f"  {code[:20]}\r\n{code[20:40]} \n{code[40:]}\n"
    assert told(open_code(broken).listing) == told(open_code(code).listing)


def test_every_letter_changed_or_lost_is_noticed() -> None:
    code = make_code("hkk", LIST)
    for index in range(4, len(code)):
        wrong = "A" if code[index] != "A" else "B"
        for bad in (code[:index] + wrong + code[index + 1 :], code[:index], code[:index] + code[index + 1 :]):
            try:
                opened = open_code(bad)
            except CardtoolsError:
                continue
            assert told(opened.listing) == told(open_code(code).listing)  # the last sign has bits to spare


@pytest.mark.parametrize(
    ("code", "finding"),
    [
        ("", "share.none"),
        ("deck.txt", "share.none"),
        ("CT1~", "share.none"),
        ("ct1~abc", "share.none"),
        ("CT1~" + "A" * MOST_SIGNS, "share.none"),
        (packed("hkk\n\n", version=2), "share.version"),
        (packed("hkk\n\n", version=0), "share.version"),
        (packed("hkk\n\n", checksum=1), "share.checksum"),
        ("CT1~A", "share.checksum"),
        ("CT1~AAAA", "share.checksum"),
        (packed("hkk"), "share.broken"),
        (packed("../hkk\n\n>main\n1 Turul\n"), "share.broken"),
        (packed("hkk\n\n1 Turul\n"), "share.broken"),
        (packed("hkk\n\n>main\n0 Turul\n"), "share.broken"),
        (packed("hkk\n\n>main\n1000 Turul\n"), "share.broken"),
        (packed("hkk\n\n>main\nTurul\n"), "share.broken"),
        (packed("hkk\n\n>Main\n1 Turul\n"), "share.broken"),
        (packed("hkk\n\n>main\n1 \x1b[31mTurul\n"), "share.broken"),
        (packed("hkk\n\n>main\n1 " + "x" * 401 + "\n"), "share.broken"),
        (packed("hkk\n\n>main\n" + "1 x\n" * 2001), "share.broken"),
        (packed("hkk\n\x07\n>main\n1 x\n"), "share.broken"),
        (packed("x" * 5_000_000), "share.too-long"),
    ],
)
def test_a_code_that_is_none_is_refused_by_what_is_wrong_with_it(code: str, finding: str) -> None:
    assert codes(refused(lambda: open_code(code))) == [finding]


def test_a_code_that_unpacks_to_much_never_takes_much_memory() -> None:
    bomb = packed("x" * 10_000_000)
    assert len(bomb) < MOST_SIGNS
    tracemalloc.start()
    refused(lambda: open_code(bomb))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert peak < 2_000_000


@pytest.mark.parametrize(
    "entry", [Entry(7, 1, 1, "a\x00b", "main"), Entry(7, 1, 1, "x", "Main"), Entry(7, 1, 0, "x", "main")]
)
def test_what_no_code_can_hold_is_refused_with_its_line(entry: Entry) -> None:
    (finding,) = refused(lambda: make_code("hkk", DeckList("deck.txt", (entry,))))
    assert (finding.code, finding.location.line) == ("share.unwritable", 7)


def test_a_list_too_long_for_a_code_is_refused() -> None:
    entries = tuple(Entry(number, 1, 1, f"Lap {number}", "main") for number in range(1, 2002))
    assert codes(refused(lambda: make_code("hkk", DeckList("deck.txt", entries)))) == ["share.too-long"]


def test_the_picture_of_a_code_has_a_quiet_zone_around_its_modules() -> None:
    code = make_code("hkk", LIST)
    root = ET.fromstring(qr_svg(code))  # noqa: S314 - our own
    assert root.attrib["viewBox"] == f"0 0 {qr_modules(code) + 8} {qr_modules(code) + 8}"
    dark = root.findall("{http://www.w3.org/2000/svg}path")[1].attrib["d"]
    assert dark.startswith("M4 4h7v1h-7z")


def test_a_code_too_long_for_a_picture_is_told() -> None:
    assert qr_modules("x" * MOST_LETTERS) == 177
    assert codes(refused(lambda: qr_svg("x" * (MOST_LETTERS + 1)))) == ["share.qr-too-long"]


@pytest.mark.parametrize(
    "around",
    [
        '"{}"',
        "`{}`",
        "\ufeff{}\n",
        "{}.",
        "_{}_",
        "Itt a pakli: {} – jó játékot!",
        "> {}\n> Anna",
        "nézd (<{}>)",
        "{} ez az\n{}",
    ],
)
def test_a_code_is_found_in_what_was_pasted_with_it(around: str) -> None:
    code = make_code("hkk", LIST)
    assert told(open_code(around.replace("{}", code)).listing) == told(open_code(code).listing)


@pytest.mark.parametrize("at", [2, 5, 30])
def test_signs_that_nobody_sees_do_not_matter(at: int) -> None:
    code = make_code("hkk", LIST)
    assert told(open_code(f"{code[:at]}\u200b{code[at:]}").listing) == told(open_code(code).listing)


def test_a_quoted_code_that_was_broken_into_lines_is_whole() -> None:
    code = make_code("hkk", LIST)
    assert told(open_code(f"> {code[:30]}\n> {code[30:]}\n> Anna").listing) == told(open_code(code).listing)


@pytest.mark.parametrize(
    ("text", "finding"),
    [
        ("CT99999~AAAA", "share.version"),
        ("CT01~AAAA", "share.none"),
        ("xCT1~AAAA", "share.none"),
        (make_code("hkk", LIST) + "AAAA", "share.checksum"),
        (make_code("hkk", LIST) + " és " + make_code("uno", LIST), "share.several"),
    ],
)
def test_what_is_not_one_whole_code_of_this_version_is_refused(text: str, finding: str) -> None:
    assert codes(refused(lambda: open_code(text))) == [finding]


@pytest.mark.parametrize("sign", ["\u3164", "\u115f", "\u1160", "\uffa0", "\u202e", "\u2003", "\U000e0041"])
def test_a_name_that_shows_nothing_or_something_else_is_refused_both_ways(sign: str) -> None:
    assert codes(refused(lambda: open_code(packed(f"hkk\n\n>main\n1 {sign}Turul\n")))) == ["share.broken"]
    if sign not in "\u2003":  # a blank of another width is a blank in a list
        entry = Entry(1, 1, 1, f"{sign}Turul", "main")
        assert codes(refused(lambda: make_code("hkk", DeckList("deck.txt", (entry,))))) == ["share.unwritable"]


def test_cards_under_a_heading_that_names_no_zone_keep_it() -> None:
    listing = DeckList("deck.txt", (Entry(2, 1, 3, "Turul", "unplaced"), Entry(9, 1, 1, "Ő", "main")))
    opened = open_code(make_code("hkk", listing, {(2, 1): "Kincstár"})).listing
    assert told(opened) == [(3, "Turul", "unplaced"), (1, "Ő", "main")]
    assert [one.params["words"] for one in opened.findings] == ["Kincstár"]
