from __future__ import annotations

import csv
import io
from collections.abc import Callable

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.errors import CardtoolsError
from cardtools.model.deck import DeckList
from cardtools.names.folding import clean
from cardtools.store.deck_lists import read_deck_list
from tests.factories import grammar_of

NAMES = (
    "Életerő",
    "Turul",
    "A halál angyala",
    "X8, az utazó",
    "X 1, a xenomorf",
    "Tűzmadár",
    "Tűzmadár (2020)",
    "Krigis, a lélekkufár",
    "Zu'lit kísérlete",
    "7 törpe",
    "Sárkány",
    "Sárkány 2",
    "Állj!",
    "Mi az?",
)
GRAMMAR = grammar_of(*NAMES)
HEADINGS = {"main": "Pakli", "side": "[Sideboard]", "rule": "Szabálylap:", "follower": "követő"}
SPELLINGS: tuple[Callable[[int, str], str], ...] = (
    lambda count, name: f"{count} {name}",
    lambda count, name: f"{count}x {name}",
    lambda count, name: f"x{count} {name}",
    lambda count, name: f"{count} x {name}",
    lambda count, name: f"{count}× {name}",
    lambda count, name: f"{count} db {name}",
    lambda count, name: f"{name} x{count}",
    lambda count, name: f"{name} ({count})",
    lambda count, name: f"{name};{count}",
    lambda count, name: f"{count}\t{name}",
    lambda count, name: f"{count}\u00a0{name}",
    lambda count, name: f"  {count}  {name.upper()} ",
    lambda count, name: f"{count} {name.replace(chr(39), chr(0x2019))}",
    lambda count, name: name if count == 1 else f"{count} {name}",
)
CARDS = st.tuples(st.integers(1, 999), st.sampled_from(NAMES), st.sampled_from(tuple(HEADINGS)))


@given(
    cards=st.lists(st.tuples(CARDS, st.sampled_from(SPELLINGS)), max_size=30),
    end=st.sampled_from(["\n", "\r\n", "\r"]),
    mark=st.sampled_from(["", "\ufeff"]),
)
@settings(max_examples=60, deadline=None)
def test_any_list_in_any_spelling_reads_back_to_the_same_entries(
    cards: list[tuple[tuple[int, str, str], Callable[[int, str], str]]], end: str, mark: str
) -> None:
    lines: list[str] = []
    expected: list[tuple[int, int, str, str]] = []
    current = "main"
    for (count, name, zone), spelled in cards:
        if zone == "side" and spelled(count, name).startswith(f"{count} "):
            lines.append(f"SB: {spelled(count, name)}")
        else:
            if zone != current:
                lines.extend(["", "# next", HEADINGS[zone]])
                current = zone
            lines.append(spelled(count, name))
        expected.append((len(lines), count, name, zone))
    listing = read_deck_list((mark + end.join(lines)).encode(), "deck.txt", GRAMMAR)
    assert listing.findings == ()
    assert [
        (entry.line, entry.count, entry.name if entry.name in NAMES else known(entry.name), entry.zone)
        for entry in listing.entries
    ] == expected


def known(name: str) -> str:
    """Return the name that was written in capitals."""
    return {one.upper(): one for one in NAMES}[name]


@given(cards=st.lists(CARDS, max_size=20), delimiter=st.sampled_from(",;\t"), end=st.sampled_from(["\n", "\r\n"]))
@settings(max_examples=40, deadline=None)
def test_any_table_reads_back_to_the_same_entries(cards: list[tuple[int, str, str]], delimiter: str, end: str) -> None:
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=delimiter, lineterminator=end)
    writer.writerow(("Zóna", "Név", "Mennyiség"))
    writer.writerows((zone, name, count) for count, name, zone in cards)
    listing = read_deck_list(stream.getvalue().encode(), "deck.csv", GRAMMAR)
    assert listing.findings == ()
    assert [(entry.line, entry.count, entry.name, entry.zone) for entry in listing.entries] == [
        (line, *card) for line, card in enumerate(cards, start=2)
    ]


PIECES = st.sampled_from(
    [
        *NAMES,
        *HEADINGS.values(),
        "SB:",
        "KP:",
        "x",
        "×",
        "db",
        "(",
        ")",
        "[",
        "]",
        ":",
        ";",
        "\t",
        "\u00a0",
        "\u200b",
        " ",
    ]
)
LINES = st.lists(st.one_of(PIECES, st.integers(-5, 2000).map(str), st.text(max_size=8)), max_size=6).map(" ".join)
TEXTS = st.one_of(st.text(), st.lists(LINES, max_size=12).map("\n".join))


@given(text=TEXTS)
@settings(max_examples=250, deadline=None)
def test_every_line_of_a_text_is_an_entry_a_heading_a_comment_or_a_finding(text: str) -> None:
    # Broken UTF-16 surrogates cannot stand in a file, and a zero byte makes it no text at all.
    content = text.replace("\0", "").encode("utf-8", "replace")
    listing = read_deck_list(content, "deck.txt", GRAMMAR)
    told = {finding.location.line for finding in listing.findings} | {entry.line for entry in listing.entries}
    lines = content.decode("utf-8-sig")
    for end in ("\r\n", "\r", "\x85", "\u2028", "\u2029"):
        lines = lines.replace(end, "\n")
    for number, raw in enumerate(lines.split("\n"), start=1):
        line = clean(raw)
        silent = not line or line.startswith(("#", "//", ";")) or is_heading(line)
        assert silent or number in told, line
    assert all(1 <= entry.count <= 999 and entry.name and entry.zone for entry in listing.entries)


def is_heading(line: str) -> bool:
    words = line.rstrip(": ")
    words = words[1:-1] if words.startswith("[") and words.endswith("]") else words
    return GRAMMAR.zone(words) is not None


@pytest.mark.parametrize("path", ["deck.txt", "deck.csv", "deck.xlsx", "deck.yaml", "deck.json", "deck.cod", "-"])
@given(content=st.one_of(st.binary(), TEXTS.map(lambda text: text.encode("utf-8", "replace"))))
@settings(max_examples=80, deadline=None)
def test_whatever_a_file_holds_is_read_or_refused_in_words(path: str, content: bytes) -> None:
    try:
        listing = read_deck_list(content, path, GRAMMAR)
    except CardtoolsError as error:
        listing = DeckList(path, (), {}, error.findings)
    assert {finding.location.path for finding in listing.findings} <= {path}
    assert all(finding.code.startswith(("deck.", "file.", "data.")) for finding in listing.findings)
    assert all(1 <= entry.count <= 999 for entry in listing.entries)


@given(text=TEXTS)
@settings(max_examples=100, deadline=None)
def test_every_row_of_a_table_with_anything_in_it_is_an_entry_or_a_finding(text: str) -> None:
    cells = text.replace('"', "").replace("\0", "").replace("\r", " ")
    content = f"qty\tname\n{cells}".encode("utf-8", "replace")
    listing = read_deck_list(content, "deck.csv", GRAMMAR)
    told = {finding.location.line for finding in listing.findings} | {entry.line for entry in listing.entries}
    for number, raw in enumerate(content.decode().split("\n")[1:], start=2):
        row = [clean(cell) for cell in raw.split("\t")]
        silent = not any(row) or row[0].startswith(("#", "//"))
        assert silent or number in told, raw
