"""Who plays and what a note is about: names that words can carry, numbers that name one round and no other."""

from __future__ import annotations

import re

import pytest

from cardtools.model.session import NoteEvent
from cardtools.store.sessions import read_log
from tests.web.conftest import Table, plain
from tests.web.test_scores import UNO, enter, file_of, preview, start


@pytest.mark.parametrize(("sent", "about"), [("0", None), ("1", 1), ("", None)])
def test_a_note_is_about_what_was_chosen(table: Table, sent: str, about: int | None) -> None:
    evening = start(table)
    enter(table, evening, UNO)
    table.send(evening, {"do": "note", "note": "Esett.", "round": sent})
    last = read_log(file_of(table, evening)).events[-1]
    assert isinstance(last, NoteEvent)
    assert last.round == about


@pytest.mark.parametrize("n", ["0", "2", "9999", "-1", "x"])
def test_a_round_that_is_not_there_is_not_corrected(table: Table, n: str) -> None:
    evening = start(table)
    enter(table, evening, UNO)
    before = file_of(table, evening).read_bytes()
    assert enter(table, evening, "Béla out; Anna r1", do="correct", n=n).status_code == 422
    assert file_of(table, evening).read_bytes() == before


@pytest.mark.parametrize(
    ("game", "variant", "name"),
    [
        *((game, "", "A:B") for game in ("uno", "panda", "nepmesek", "unikornis")),
        ("uno", "", "A;B"),
        *(("hkk", way, "A > B") for way in ("duel", "match", "turns", "war-of-the-gods")),
        ("hkk", "war-of-the-gods", "A, B"),
        ("hkk", "final-war", "A + B"),
        ("hkk", "match", "A 20"),
        ("hkk", "turns", "A 20"),
    ],
)
def test_a_name_that_no_round_could_be_said_with_is_refused_at_the_start(
    table: Table, game: str, variant: str, name: str
) -> None:
    answer = table.send("/scores", {"game": game, "variant": variant, "player": [name, "Zsolt"]})  # type: ignore[dict-item]
    assert answer.status_code == 422
    assert f"the name &#34;{name.replace('>', '&gt;')}&#34;" in answer.text
    assert "leave" in plain(answer.text)
    assert not list(table.settings.folder.glob("evenings/*"))


@pytest.mark.parametrize(
    ("variant", "name", "words"),
    [
        ("duel", "A 20", "A 20: 12; Zsolt: 0"),
        ("duel", "A, B", "A, B: 12; Zsolt: 0"),
        ("match", "Kiss-Nagy Anna", "Kiss-Nagy Anna: won"),
        ("match", "draw", "draw: won"),
        ("war-of-the-gods", "A 20", "A 20 > Zsolt, Cili; Zsolt > A 20,; out A 20"),
        ("final-war", "A 20", "out A 20 + Zsolt"),
        ("turns", "Kiss Anna", "Kiss Anna: reserve 0 spent 0 Zsolt -3"),
    ],
)
def test_a_name_that_is_taken_can_be_said(table: Table, variant: str, name: str, words: str) -> None:
    many = ["Cili", "Dezső"] if variant in ("final-war", "war-of-the-gods") else []
    made = table.send("/scores", {"game": "hkk", "variant": variant, "player": [name, "Zsolt", *many]})  # type: ignore[dict-item]
    assert made.status_code == 200, plain(made.text)
    assert enter(table, made.url.path, words).status_code == 200


def test_a_duel_stands_at_its_first_points_before_anything_is_said(table: Table) -> None:
    page = table.get(start(table, "hkk", "Anna,Béla", variant="duel")).text
    assert re.findall(r'class="place-total">([^<]*)<', page) == ["20", "20"]


@pytest.mark.parametrize(
    ("variant", "title"), [("match", "Enter a game of the match"), ("turns", "Enter a turn"), ("duel", "Enter how it")]
)
def test_an_entry_is_called_what_its_pad_asks_for(table: Table, variant: str, title: str) -> None:
    page = table.get(start(table, "hkk", "Anna,Béla", variant=variant)).text
    found = re.search(r'id="entry-title"[^>]*>([^<]*)<', page)
    assert found is not None
    assert found[1].startswith(title)


def test_after_the_end_no_round_is_asked_for_and_any_may_be_corrected(table: Table) -> None:
    evening = start(table, target="20")
    enter(table, evening, UNO)
    page = table.get(evening).text
    assert "No further round" in plain(page)
    assert "Enter round 2" not in plain(page)
    correcting = table.get(f"{evening}?round=1").text
    assert "No further round" not in plain(correcting)
    assert "<div hidden>" not in correcting
    assert preview(table, evening, "Béla out; Anna r1")[0]
    assert enter(table, evening, "Anna out; Béla r1; Cili g0", do="correct", n="1").status_code == 200
    assert "Enter round 2" in plain(table.get(evening).text)


def test_the_list_of_evenings_follows_a_file_that_changes(table: Table) -> None:
    evening = start(table)
    assert "Cili · 0 rounds" in plain(table.get("/scores").text)
    enter(table, evening, UNO)
    assert "Cili · 1 round 2" in plain(table.get("/scores").text)
    file_of(table, evening).unlink()
    assert "Cili" not in plain(table.get("/scores").text).partition("Evenings")[2]
