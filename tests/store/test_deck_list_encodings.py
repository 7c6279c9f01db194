from __future__ import annotations

import pytest

from cardtools.model.deck import DeckList
from cardtools.store.deck_lists import decode, read_deck_list
from tests.factories import grammar_of, refused

TEXT = "# játékos: Ágnes\n3 Életerő\n2 Tűzmadár\n"
GRAMMAR = grammar_of("Életerő", "Tűzmadár")


def read(content: bytes, encoding: str | None = None, path: str = "deck.txt") -> DeckList:
    return read_deck_list(content, path, GRAMMAR, encoding)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_unicode_is_read_without_a_word(encoding: str) -> None:
    listing = read(TEXT.encode(encoding))
    assert [(e.line, e.count, e.name) for e in listing.entries] == [(2, 3, "Életerő"), (3, 2, "Tűzmadár")]
    assert dict(listing.headers) == {"player": "Ágnes"}
    assert listing.findings == ()


@pytest.mark.parametrize(("mark", "encoding"), [(b"\xff\xfe", "utf-16-le"), (b"\xfe\xff", "utf-16-be")])
def test_both_byte_orders_of_utf_16(mark: bytes, encoding: str) -> None:
    assert [e.name for e in read(mark + TEXT.encode(encoding)).entries] == ["Életerő", "Tűzmadár"]


@pytest.mark.parametrize("path", ["deck.txt", "deck.csv"])
def test_cp1250_is_read_with_a_warning_that_names_it(path: str) -> None:
    text = "3 Életerő\n" if path.endswith("txt") else "qty;name\n3;Életerő\n"
    listing = read(text.encode("cp1250"), path=path)
    assert [(e.count, e.name) for e in listing.entries] == [(3, "Életerő")]
    (finding,) = listing.findings
    assert (finding.code, finding.severity, finding.effect) == ("file.encoding", "warning", "none")
    assert finding.params["encoding"] == "CP1250"
    assert finding.location.line == (1 if path.endswith("txt") else 2)


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
@pytest.mark.parametrize("path", ["deck.txt", "deck.csv"])
def test_the_warning_names_the_line_at_any_line_end(end: str, path: str) -> None:
    text = end.join(["# a", "3 Turul", "", "3 Életerő", ""])
    (finding,) = read(text.encode("cp1250"), path=path).findings
    assert (finding.code, finding.location.line) == ("file.encoding", 4)


def test_half_signs_that_an_odd_encoding_makes_are_refused() -> None:
    (finding,) = refused(lambda: read(rb"3 \ud800", "raw_unicode_escape"))
    assert finding.wording == "file.encoding.named"


def test_the_encoding_named_by_the_user_counts_and_warns_of_nothing() -> None:
    assert [e.name for e in read(TEXT.encode("cp1250"), "cp1250").entries] == ["Életerő", "Tűzmadár"]
    assert [e.name for e in read(TEXT.encode("iso8859-2"), "latin2").entries] == ["Életerő", "Tűzmadár"]
    assert [e.name for e in read(TEXT.encode("utf-16-le"), "utf-16-le").entries] == ["Életerő", "Tűzmadár"]
    assert read(TEXT.encode("utf-8-sig"), "utf-8").findings == ()
    assert read(b"\xef\xbb\xbf3 T", "utf-8").entries[0].count == 3


@pytest.mark.parametrize(
    ("content", "encoding"),
    [
        ("Életerő".encode("cp1250"), "utf-8"),
        (b"\xff", "ascii"),
        (b"abc", "no-such-encoding"),
        (b"abc", ""),
        (b"abc", "rot13"),
        (b"abc", "hex"),
        (b"abc", "undefined"),
        (b"xn--a\xff", "idna"),
        (b"abc", "a\0b"),
    ],
)
def test_an_encoding_that_does_not_fit_or_exist_is_refused(content: bytes, encoding: str) -> None:
    (finding,) = refused(lambda: read(content, encoding))
    assert (finding.code, finding.wording) == ("file.encoding", "file.encoding.named")


@pytest.mark.parametrize("encoding", ["utf-16-le", "utf-16-be"])
def test_utf_16_without_its_mark_is_refused_with_the_encoding_to_name(encoding: str) -> None:
    (finding,) = refused(lambda: read(TEXT.encode(encoding)))
    assert (finding.code, finding.wording) == ("file.unreadable", "file.unreadable.unmarked")
    assert finding.params["encoding"] == encoding
    assert read(TEXT.encode(encoding), str(finding.params["encoding"])).entries == read(TEXT.encode()).entries


@pytest.mark.parametrize(
    "content",
    [
        b"%PDF-1.7\n%\xe2\xe3",
        b"PK\x03\x04rest",
        b"\x89PNG\r\n\x1a\n",
        b"\xff\xd8\xff\xe0JFIF",
        b"3 Turul\0",
        b"\xfe\xff\x00",
        b"\xff\xfe\x00\xd8",
        bytes(range(1, 256)) * 4,
        b"\x81\x83\x88",
    ],
)
@pytest.mark.parametrize("path", ["deck.txt", "deck.csv"])
def test_what_is_no_text_is_unreadable(content: bytes, path: str) -> None:
    (finding,) = refused(lambda: read(content, path=path))
    assert (finding.code, finding.wording, finding.location.path) == ("file.unreadable", "file.unreadable.binary", path)


def test_an_empty_file_is_text() -> None:
    assert decode(b"", "deck.txt") == ("", ())
