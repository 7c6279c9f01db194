"""Orders that wait in line, those that are kept, and what stays of an order for the next one."""

from __future__ import annotations

import json
import os
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from cardtools.web import print_kept, workshop
from cardtools.web.print_kept import GONE, kept_orders, make_room
from tests.web.conftest import Table, plain
from tests.web.test_print_room import begun, finished
from tests.web.test_prints import LEGAL, TABLE, made, picture


@pytest.fixture
def idle(table: Table, monkeypatch: pytest.MonkeyPatch) -> Iterator[Table]:
    """A table whose orders all wait."""
    rest = threading.Event()
    monkeypatch.setattr(table.app.state.workshop, "_make", lambda *_: rest.wait())
    yield table
    rest.set()


def order(prints: Path, name: str, age: int, *, done: bool = True, size: int = 10) -> Path:
    """Keep an order that was made, or came to nothing, some hours ago."""
    folder = prints / name
    (folder / "sent" / "table").mkdir(parents=True)
    about = {"document": "cards", "game": "uno", "language": "en", "options": {"gap_mm": "2"}}
    (folder / "about.json").write_text(json.dumps(about))
    (folder / "sent" / "table" / "a.csv").write_bytes(b"x" * size)
    (folder / "report.json").write_text('{"done": false, "findings": []}')
    if done:
        (folder / "document.pdf").write_bytes(b"%PDF")
    os.utime(folder, (10**9 - age * 3600,) * 2)
    return folder


def names(prints: Path) -> set[str]:
    return {one.name for one in kept_orders(prints)}


def test_what_came_to_nothing_goes_before_what_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_kept, "MOST_KEPT", 10)
    for age in range(20):
        order(tmp_path, f"print-{age}", age, done=age % 2 == 1)
    make_room(tmp_path, {"print-18"})
    late, made_before = {f"print-{age}" for age in range(6)}, {f"print-{age}" for age in (7, 9, 11)}
    assert names(tmp_path) == late | made_before | {"print-18"}


def test_what_is_too_large_together_goes_the_oldest_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_kept, "MOST_BYTES", 2500)
    for age in range(5):
        order(tmp_path, f"print-{age}", age, size=1000)
    make_room(tmp_path, ())
    assert names(tmp_path) == {"print-0", "print-1"}
    assert [path.name for path in sorted((tmp_path / "print-4").iterdir())] == ["about.json", GONE]


def test_orders_that_are_gone_are_known_for_a_while(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(print_kept, "MOST_KEPT", 2)
    monkeypatch.setattr(print_kept, "_MOST_NAMED", 3)
    for age in range(9):
        order(tmp_path, f"print-{age}", age)
    make_room(tmp_path, ())
    assert names(tmp_path) == {"print-0"}
    assert len(list(tmp_path.iterdir())) == 1 + 3


def test_the_address_of_an_order_that_is_gone_says_so_and_offers_it_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    prints = table.settings.folder / "prints"
    order(prints, "print-1", 1)
    monkeypatch.setattr(print_kept, "MOST_KEPT", 1)
    make_room(prints, ())
    page = table.get("/print/print-1/document")
    assert str(page.url.path) == "/print/print-1"
    assert "no longer kept: only the last 60 are, 200 MB together" in plain(page.text)
    assert 'href="/print?gap_mm=2&amp;document=cards&amp;game=uno"' in page.text
    assert 'data-finished="1"' in page.text
    assert "/print/print-1" not in table.get("/print").text
    assert table.get("/print/print-2").status_code == 404


def test_orders_wait_in_line_and_are_told_their_place(idle: Table) -> None:
    first, second, third = (begun(idle, document="reference", game="uno") for _ in range(3))
    places = [plain(idle.get(f"/print/{one.name}", **{"X-Part": "job"}).text) for one in (first, second, third)]
    assert [re.findall(r"\d+ orders? before", one) for one in places] == [[], ["1 order before"], ["2 orders before"]]
    idle.send(f"/print/{second.name}/stop")
    assert "– 1 order before it" in plain(idle.get(f"/print/{third.name}").text)


def test_no_more_orders_wait_than_may(idle: Table) -> None:
    for _ in range(21):
        begun(idle, document="calibration")
    refused = idle.send("/print", {"document": "calibration"})
    assert refused.status_code == 422
    assert "20 orders wait already" in plain(refused.text)
    assert len(list((idle.settings.folder / "prints").iterdir())) == 21


def test_no_larger_files_wait_than_may(idle: Table, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(workshop, "_MOST_WAITING_BYTES", 150)
    large = [("table", ("t.csv", b"name\n" + b"a" * 95))]
    answers = [idle.send("/print", {"document": "prototypes"}, files=large).status_code for _ in range(4)]
    assert answers == [200, 200, 422, 422]  # the first is worked on, the second waits


def test_a_dozen_registration_sheets_are_ordered_one_after_another(idle: Table) -> None:
    deck = idle.begin(LEGAL).rpartition("/")[2]
    every = [begun(idle, document="registration", deck=deck, player=f"Player {number}") for number in range(12)]
    assert "– 11 orders before it" in plain(idle.get(f"/print/{every[-1].name}").text)


def test_orders_in_line_are_all_made(table: Table) -> None:
    every = [begun(table, document="calibration") for _ in range(4)]
    assert all("stage done" in finished(table, folder) for folder in every)


def again(table: Table, path: str) -> tuple[str, dict[str, str]]:
    """Return the form that a finished order leads back to, and the fields its address holds."""
    (link,) = re.findall(r'href="(/print\?[^"]*)"', table.get(path).text)
    address = link.replace("&amp;", "&")
    return str(table.get(address).text), dict(parse_qsl(urlsplit(address).query, keep_blank_values=True))


def test_what_was_sent_with_an_order_that_failed_is_taken_again_but_for_what_is_chosen_now(table: Table) -> None:
    pictures = [("pictures", ("Őz.png", picture())), ("pictures", ("other.png", picture()))]
    path = made(table, "prototypes", [("table", TABLE), *pictures], strict="1")
    page = table.get(path).text
    assert "stage failed" in page
    assert "choose it under &#34;Pictures&#34;, where the table is chosen" in page
    form, fields = again(table, path)
    assert fields.pop("document") == "prototypes"
    assert "Take the 1 file sent before: beasts.csv" in plain(form)
    assert "Take the 2 files sent before: Őz.png, other.png" in plain(form)
    assert re.search(r'<input type="file" name="table" [^>]*required', form) is None
    made_again = made(table, "prototypes", [("pictures", ("sárkány.png", picture()))], **fields)
    page = table.get(made_again).text
    assert "stage done" in page, plain(page)
    assert "beasts" in page
    sent = table.settings.folder / made_again.lstrip("/").replace("print/", "prints/", 1) / "sent"
    assert sorted(one.name for one in (sent / "pictures").iterdir()) == ["other.png", "sárkány.png", "Őz.png"]
    other = made(table, "prototypes", [("table", ("own.csv", b"name\nA\n"))], **{**fields, "strict": ""})
    assert "own" in table.get(other).text
    assert "beasts" not in plain(table.get(other).text)


def test_no_file_but_those_of_an_order_of_the_same_document_is_taken_again(table: Table) -> None:
    path = made(table, "prototypes", [("table", TABLE)])
    job = path.rpartition("/")[2]
    for document, field, value in (
        ("prototypes", "sent_table", "../../decks"),
        ("prototypes", "sent_table", "print-0"),
        ("prototypes", "sent_pictures", job),
        ("verdicts", "sent_lists", job),
    ):
        answer = table.send("/print", {"document": document, "game": "hkk", field: value}, files=[("table", TABLE)])
        assert answer.status_code == 422, (document, field)
        assert "no longer kept; choose them again" in plain(answer.text)


def test_an_event_and_its_day_stay_for_the_next_sheet(idle: Table) -> None:
    deck = idle.begin(LEGAL).rpartition("/")[2]
    said = {"document": "registration", "deck": deck, "event": "Tavaszi kupa", "date": "2026-04-05"}
    bare = begun(idle, **{**said, "event": "", "date": ""})
    begun(idle, **said, player="Árpád")
    page = idle.get(f"/print?document=registration&deck={deck}").text
    assert 'value="Tavaszi kupa"' in page
    assert 'value="2026-04-05"' in page
    assert "Árpád" not in page
    idle.send(f"/print/{bare.name}/stop")
    form, fields = again(idle, f"/print/{bare.name}")
    assert 'value="Tavaszi kupa"' not in form
    assert fields["event"] == ""
    assert "sent_deck" not in fields


def test_the_page_speaks_as_a_page_in_hungarian(table: Table) -> None:
    deck = table.begin("3 Rettegés\n3 Nobody Knows This\n", name="Hét vezér").rpartition("/")[2]
    spoken = {"accept-language": "hu"}

    def shown(path: Any) -> str:
        return plain(table.get(path, **spoken).text)

    page = shown(made(table, "proxies", deck=deck))
    assert "Hét vezér, 2. sor" in page
    assert "deck.txt" not in page
    files = [("table", ("t.csv", "név,szöveg\nŐz,Fut.\n".encode("cp1250")))]
    page = shown(made(table, "prototypes", files))
    assert "--encoding" not in page
    assert "válaszd ki a kódolását" in page
    assert "különböző lapoldal" in page
    folder = order(table.settings.folder / "prints", "print-1", 0)
    report = {"done": True, "findings": [], "sizes": [], "pictures": [], "figures": {"smallest_pt": 6.4, "pages": 2}}
    (folder / "report.json").write_text(json.dumps(report))
    assert "oldal 2 legkisebb betű (pt) 6,4 " in shown("/print/print-1")


def test_a_choice_that_does_not_go_with_another_is_told_by_the_names_on_the_page(table: Table) -> None:
    sent = {"game": "uno", "fold": "pocket", "large": "1"}
    page = plain(table.get(made(table, "reference", None, **sent)).text)
    assert "leave out the large print or the fold" in page
    assert "--" not in page
