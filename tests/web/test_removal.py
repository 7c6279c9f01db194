from __future__ import annotations

import pytest

from cardtools.app import sessions
from cardtools.app.desk import Desk
from tests.web.conftest import Table, plain


def evening(table: Table, name: str = "e-1") -> str:
    path = table.settings.folder / "evenings" / f"{name}.jsonl"
    desk = Desk.open("en")
    sessions.begin(desk, path, "uno", ["Anna", "Béla"], totals={"Anna": "12"})
    sessions.add_round(desk, path, "Béla out; Anna r7")
    return f"/scores/{name}"


def test_home_lists_decks_and_evenings_with_game_day_and_totals(table: Table) -> None:
    table.begin("1 Gnóm\n", name="Három isten")
    evening(table)
    home = plain(table.get("/").text)
    assert "Három isten Hatalom Kártyái Kártyajáték · Tournament" in home
    assert "UNO Anna 12, Béla 7 · 1 round 20" in home
    for path in ("/decks", "/scores"):
        assert "Remove" in plain(table.get(path).text)


def test_a_deck_is_removed_after_a_question_and_brought_back_as_it_was(table: Table) -> None:
    deck = table.begin("1 Gnóm\n", name="Három isten")
    address = f"/kept{deck}/remove"
    asked = table.get(address)
    assert "Három isten" in asked.text
    assert table.get(deck).status_code == 200  # asking removes nothing
    home = table.send(address)
    assert home.url.path == "/"
    assert "Your decks" not in home.text
    assert '<details id="removed" open>' in home.text
    assert table.get(deck).status_code == 404
    assert table.get(address).status_code == 404
    back = table.send(f"/kept{deck}/restore")
    assert (back.url.path, back.status_code) == (deck, 200)
    assert table.text(deck).strip() == "1 Gnóm"
    assert 'id="removed"' not in table.get("/").text


def test_an_evening_is_removed_and_brought_back(table: Table) -> None:
    address = evening(table)
    content = (table.settings.folder / "evenings/e-1.jsonl").read_bytes()
    table.send("/kept/evenings/e-1/remove")
    assert table.get(address).status_code == 404
    assert (table.settings.folder / "removed/evenings/e-1.jsonl").read_bytes() == content
    assert table.send("/kept/evenings/e-1/restore").status_code == 200
    assert (table.settings.folder / "evenings/e-1.jsonl").read_bytes() == content


def test_a_second_click_changes_nothing(table: Table) -> None:
    evening(table)
    for end in ("remove", "remove", "restore", "restore"):
        assert table.send(f"/kept/evenings/e-1/{end}").status_code == 200
    assert table.get("/scores/e-1").status_code == 200


def test_a_broken_evening_can_be_removed(table: Table) -> None:
    folder = table.settings.folder / "evenings"
    folder.mkdir()
    (folder / "e-2.jsonl").write_text("broken\n")
    assert table.get("/kept/evenings/e-2/remove").status_code == 200
    assert "broken" in plain(table.send("/kept/evenings/e-2/remove").text)
    assert list(folder.iterdir()) == []


@pytest.mark.parametrize(
    "address", ["decks/none", "prints/print-1", "evenings/..%2f..%2fx", "evenings/A", "pools/x", "decks/forms.secret"]
)
@pytest.mark.parametrize("end", ["remove", "restore"])
def test_nothing_else_is_removed_or_brought_back(table: Table, address: str, end: str) -> None:
    before = sorted(table.settings.folder.rglob("*"))
    assert table.send(f"/kept/{address}/{end}").status_code == 404
    assert sorted(table.settings.folder.rglob("*")) == before


def test_a_deck_that_is_open_in_another_window_is_not_written_once_it_is_removed(table: Table) -> None:
    deck = table.begin("1 Gnóm\n")
    version = table.version(deck)
    table.send(f"/kept{deck}/remove")
    assert table.change(deck, "undo", version=version).status_code == 404
    assert table.change(deck, "text", version=version, text="2 Gnóm").status_code == 404
