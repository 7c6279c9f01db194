"""A cache that somebody else has written to: every entry has a right checksum, and what is in it is none of ours."""

from __future__ import annotations

import hashlib
import io
import json
import os
import pickle
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pikepdf
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardtools.app.desk import Desk
from cardtools.app.print_options import SheetOptions
from cardtools.app.print_run import Press
from cardtools.app.printing import print_cards
from cardtools.store.cache import Cache

OPTIONS = SheetOptions(only=("red-0", "red-1"), copies=1, backs="none")
KINDS = ("index", "pack", "print", "run")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder whose cache is the user's."""
    made = tmp_path_factory.mktemp("forged")
    before = os.environ.get("XDG_CACHE_HOME")
    os.environ["XDG_CACHE_HOME"] = str(made)
    yield made
    if before is None:
        del os.environ["XDG_CACHE_HOME"]
    else:
        os.environ["XDG_CACHE_HOME"] = before


@pytest.fixture(scope="module")
def whole(folder: Path) -> tuple[bytes, dict[str, bytes]]:
    """The file printed without a cache, and the entries that this leaves in it."""
    return printed(folder), entries(folder)


def printed(folder: Path, press: Press | None = None) -> bytes:
    path = folder / "cards.pdf"
    path.unlink(missing_ok=True)
    print_cards(Desk.open("en", None), "uno", path, OPTIONS, press)
    return path.read_bytes()


def cache(folder: Path) -> Cache:
    return Cache(folder / "cardtools")


def entries(folder: Path) -> dict[str, bytes]:
    names = [path.name for path in (folder / "cardtools").iterdir()]
    found = {name: cache(folder).get(name) for name in names}
    return {name: content for name, content in found.items() if content is not None}


def forge(folder: Path, whole: dict[str, bytes], kind: str, change: Callable[[bytes], bytes]) -> None:
    """Put changed entries of a kind into the cache, each under a name and with a checksum that are right for it."""
    for path in (folder / "cardtools").iterdir():
        path.unlink()
    store = cache(folder)
    renamed: dict[str, str] = {}
    for name, content in whole.items():
        if name.startswith(kind):
            forged = change(content)
            if kind == "pack":  # is called after its content
                renamed[name] = name = f"pack-{hashlib.sha256(forged).hexdigest()[:40]}"
            store.put(name, forged)
        elif not (kind in ("index", "pack") and name.startswith("run")):  # or nobody would look at the others
            store.put(name, content)
    for name, content in whole.items():
        if name.startswith("index") and renamed:
            text = content.decode()
            for old, new in renamed.items():
                text = text.replace(old, new)
            store.put(name, text.encode())


def changed_pdf(content: bytes, change: Callable[[pikepdf.Pdf], None]) -> bytes:
    with pikepdf.open(io.BytesIO(content)) as document:
        change(document)
        output = io.BytesIO()
        document.save(output)
    return output.getvalue()


def pdf_only(change: Callable[[pikepdf.Pdf], None]) -> Callable[[bytes], bytes]:
    """Return what changes the PDF of an entry, and leaves what stands before it."""

    def changed(content: bytes) -> bytes:
        start = content.index(b"%PDF")
        return content[:start] + changed_pdf(content[start:], change)

    return changed


def last_page_gone(document: pikepdf.Pdf) -> None:
    del document.pages[-1]


def no_page(document: pikepdf.Pdf) -> None:
    del document.pages[:]


def pages_without_resources(document: pikepdf.Pdf) -> None:
    for page in document.pages:
        if "/Resources" in page:
            del page.Resources


def other_size(document: pikepdf.Pdf) -> None:
    for page in document.pages:
        page.mediabox = pikepdf.Array([0, 0, 10, 10])


def no_box(document: pikepdf.Pdf) -> None:
    for page in document.pages:
        del page.obj.MediaBox


def odd_box(document: pikepdf.Pdf) -> None:
    for page in document.pages:
        page.obj.MediaBox = pikepdf.Array([0, pikepdf.Name("/A"), 3])


def foreign_font(document: pikepdf.Pdf) -> None:
    font = document.make_indirect(
        pikepdf.Dictionary(Type=pikepdf.Name.Font, Subtype=pikepdf.Name.Type1, BaseFont=pikepdf.Name.Courier)
    )
    for page in document.pages:
        page.obj.Resources = pikepdf.Dictionary(Font=pikepdf.Dictionary(F9=font))
        page.Contents = document.make_stream(b"BT /F9 9 Tf 20 20 Td (x) Tj ET")


def strange_resources(document: pikepdf.Pdf) -> None:
    for page in document.pages:
        page.obj.Resources = pikepdf.Array([1, 2])


ANY: dict[str, Callable[[bytes], bytes]] = {
    "nothing": lambda _: b"",
    "zeros": lambda _: bytes(200),
    "words": lambda _: b"not what it was",
    "pickle": lambda _: pickle.dumps({"a": [1]}),
    "cut": lambda content: content[: len(content) // 2],
    "doubled": lambda content: content + content[len(content) // 3 :],
    "null": lambda _: b"null",
    "number": lambda _: b"7",
    "list": lambda _: b"[[1, 2], 3]",
    "deep": lambda _: b"[" * 100_000,
    "infinite": lambda _: b'{"a": [Infinity, 1e999, NaN]}',
    "long": lambda _: b'{"a": ' + b"9" * 6000 + b"}",
    "header": lambda _: b"%PDF-1.7\n%%EOF\n",
    "bad-letters": lambda _: b"\xff\xfe[\xed\xa0\x80]",
}
OF_NO_USE = (last_page_gone, no_page, other_size, no_box, odd_box, foreign_font)
OF_OTHER_LOOK = (pages_without_resources, strange_resources)


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("change", ANY.values(), ids=ANY)
def test_an_entry_that_is_something_else_is_made_again(
    folder: Path, whole: tuple[bytes, dict[str, bytes]], kind: str, change: Callable[[bytes], bytes]
) -> None:
    forge(folder, whole[1], kind, change)
    assert printed(folder) == whole[0]


@pytest.mark.parametrize("kind", ["pack", "run"])
@pytest.mark.parametrize("change", OF_NO_USE)
def test_a_pdf_that_holds_no_such_faces_is_made_again(
    folder: Path, whole: tuple[bytes, dict[str, bytes]], kind: str, change: Callable[[pikepdf.Pdf], None]
) -> None:
    forge(folder, whole[1], kind, pdf_only(change))
    assert printed(folder) == whole[0]


@pytest.mark.parametrize("change", [last_page_gone, no_page, foreign_font])
def test_small_print_that_cannot_be_placed_is_made_again(
    folder: Path, whole: tuple[bytes, dict[str, bytes]], change: Callable[[pikepdf.Pdf], None]
) -> None:
    forge(folder, whole[1], "print", pdf_only(change))
    assert printed(folder) == whole[0]


@pytest.mark.parametrize("kind", ["pack", "print", "run"])
@pytest.mark.parametrize("change", [*OF_OTHER_LOOK, no_box, odd_box])
def test_pages_that_merely_look_otherwise_end_no_run(
    folder: Path, whole: tuple[bytes, dict[str, bytes]], kind: str, change: Callable[[pikepdf.Pdf], None]
) -> None:
    forge(folder, whole[1], kind, pdf_only(change))
    with pikepdf.open(io.BytesIO(printed(folder))) as document:
        assert len(document.pages) == 1


FACTS: list[Callable[[list[Any]], object]] = [
    lambda one: [one[0], -1, *one[2:]],
    lambda one: [one[0], 10**9, *one[2:]],
    lambda one: [one[0], 1.0, *one[2:]],
    lambda one: [one[0], "0", *one[2:]],
    lambda one: ["pack-" + "0" * 40, *one[1:]],
    lambda one: ["../../etc/passwd", *one[1:]],
    lambda one: [7, *one[1:]],
    lambda one: [*one[:2], "6", *one[3:]],
    lambda one: [*one[:2], None, *one[3:]],
    lambda one: [*one[:2], float("nan"), *one[3:]],
    lambda one: [*one[:2], -3, *one[3:]],
    lambda one: [*one[:3], True, *one[4:]],
    lambda one: [*one[:4], float("inf"), *one[5:]],
    lambda one: [*one[:4], -1, *one[5:]],
    lambda one: [*one[:5], {"F": ["x"]}],
    lambda one: [*one[:5], {"F": [-1]}],
    lambda one: [*one[:5], {name: [10**30] for name in one[5]}],
    lambda one: [*one[:5], {name: [65535] for name in one[5]}],
    lambda one: [*one[:5], []],
    lambda one: [*one[:5], None],
    lambda one: [*one, 1],
    lambda _: [],
    lambda _: {},
]


@pytest.mark.parametrize("number", range(len(FACTS)))
def test_an_index_with_facts_that_cannot_be_is_made_again(
    folder: Path, whole: tuple[bytes, dict[str, bytes]], number: int
) -> None:
    def change(content: bytes) -> bytes:
        return json.dumps({key: FACTS[number](one) for key, one in json.loads(content).items()}).encode()

    forge(folder, whole[1], "index", change)
    assert printed(folder) == whole[0]


@pytest.mark.parametrize("kind", KINDS)
@given(data=st.data())
@settings(deadline=None, max_examples=12, suppress_health_check=[HealthCheck.function_scoped_fixture])
def test_whatever_bytes_of_an_entry_are_others_something_right_is_printed(
    folder: Path, whole: tuple[bytes, dict[str, bytes]], kind: str, data: st.DataObject
) -> None:
    def change(content: bytes) -> bytes:
        mutable = bytearray(content)
        for at in data.draw(st.lists(st.integers(0, len(content) - 1), min_size=1, max_size=6)):
            mutable[at] = data.draw(st.integers(0, 255))
        return bytes(mutable)

    forge(folder, whole[1], kind, change)
    assert printed(folder).startswith(b"%PDF")


def test_after_it_was_made_again_the_cache_is_right_and_used(
    folder: Path, whole: tuple[bytes, dict[str, bytes]]
) -> None:
    forge(folder, whole[1], "run", pdf_only(foreign_font))
    printed(folder)
    path = folder / "cards.pdf"
    again = print_cards(Desk.open("en", None), "uno", path, OPTIONS)
    assert (again.rendered, path.read_bytes()) == (0, whole[0])


def test_a_press_that_stays_warm_goes_on_after_it(folder: Path, whole: tuple[bytes, dict[str, bytes]]) -> None:
    press = Press()
    forge(folder, whole[1], "print", lambda _: b"none")
    assert printed(folder, press) == whole[0]
    assert printed(folder, press) == whole[0]
