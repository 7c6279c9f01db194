"""What a card pool from a stranger may hold at most; see test_bounds."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from cardtools.model.card import Card
from cardtools.model.finding import MOST_OF_A_KIND
from cardtools.names.index import NameIndex
from cardtools.store.pools import cockatrice, fields, imported, read_pool, reading
from cardtools.store.pools.overlay import lay_over_pool
from tests.factories import card, codes, game_info, refused

INFO = game_info()


POOLS: Mapping[str, Callable[[int], str]] = {
    "cards.txt": lambda n: "".join(f"{i} | n{i} | Raia szörny\n" for i in range(n)),
    "bad.txt": lambda n: "1 | n | Raia szörny\n" + "x\n" * (n - 1),
    "cards.csv": lambda n: "name\n" + "".join(f"n{i}\n" for i in range(n)),
    "meta.json": lambda n: json.dumps([{"ID": i, "name": f"n{i}"} for i in range(n)]),
    "cards.xml": lambda n: _database("".join(f"<card><name>n{i}</name></card>" for i in range(n))),
    "pool.json": lambda n: _pool([{"id": f"c{i}", "name": {"hu": "n"}} for i in range(n)]),
}


def _database(inside: str) -> str:
    return f"<cockatrice_carddatabase><cards>{inside}</cards></cockatrice_carddatabase>"


def _pool(cards: list[dict[str, object]]) -> str:
    head = {"schema": "cardtools.pool/1", "game": INFO.id, "source": "x", "language": "hu", "facts": []}
    return json.dumps({**head, "cards": cards})


@pytest.mark.parametrize("name", POOLS)
def test_a_pool_holds_so_many_cards_and_no_more(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, name: str) -> None:
    from cardtools.store.pools import cards_txt, hkkmeta, table

    for module in (cards_txt, hkkmeta, table, cockatrice, imported):
        monkeypatch.setattr(module, "MOST_CARDS", 9)
    monkeypatch.setattr(imported, "_FEW", 9)
    path = tmp_path / name
    path.write_text(POOLS[name](9))
    read_pool(path, INFO)
    path.write_text(POOLS[name](10))
    (finding,) = refused(lambda: read_pool(path, INFO))
    assert (finding.key, finding.params) == ("pool.too-many", {"most": 9})


def test_an_imported_pool_is_looked_at_before_a_model_is_made_of_it(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    path = tmp_path / "pool.json"
    path.write_text(_pool([{"id": "a", "name": {"hu": "b"}, "aliases": [1] * 1001}]))
    assert codes(refused(lambda: read_pool(path, INFO))) == ["pool.broken"]
    monkeypatch.setattr(imported, "_FEW", 9)
    assert codes(refused(lambda: read_pool(path, INFO))) == ["pool.too-many"]
    monkeypatch.setattr(imported, "_MOST", 1000)
    (finding,) = refused(lambda: read_pool(path, INFO))
    assert finding.params == {"most": 1000}


def test_cards_bear_so_many_different_marks(tmp_path: Path) -> None:
    path, over = tmp_path / "cards.csv", tmp_path / "over.csv"
    for most, is_read in ((200, True), (201, False)):
        text = "name,marks\n" + "".join(f"n{n},m{n}\n" for n in range(most))
        path.write_text("name\n" + "".join(f"n{n}\n" for n in range(most)))
        plain = read_pool(path, INFO).pool
        path.write_text(text)
        over.write_text(text)
        for call in (lambda: read_pool(path, INFO), lambda plain=plain: lay_over_pool(plain, over, INFO)):
            if is_read:
                call()
            else:
                assert [one.key for one in refused(call)] == ["pool.too-many.marks"]


def test_with_very_many_cards_fewer_marks_are_read(tmp_path: Path) -> None:
    reading.check_marks(40, 100_000, tmp_path)
    (finding,) = refused(lambda: reading.check_marks(41, 100_000, tmp_path))
    assert finding.params == {"cards": 100_000, "most": 40}


def test_names_that_fold_to_one_are_numbered_without_counting_anew() -> None:
    class Taken(set[str]):
        asked = 0

        def __contains__(self, one: object) -> bool:
            Taken.asked += 1
            return super().__contains__(one)

    taken, numbers = Taken(), dict[str, int]()
    for number in range(100):
        taken.add(reading.made_id("a" + "!" * number, taken, numbers))
    assert len(taken) == 100
    assert Taken.asked <= 300


def test_cards_of_one_name_are_not_held_against_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    cards = [card("Aa" if n % 2 else "aA", id=f"c{n}") for n in range(300)]
    compared: list[object] = []

    def never(self: Card, other: object) -> bool:
        compared.append(other)
        return self is other

    monkeypatch.setattr(Card, "__eq__", never)
    names = NameIndex(cards)
    assert [len(names.find(name)) for name in ("Aa", "aA", "aa", "b")] == [150, 150, 300, 0]
    assert compared == []


def test_a_card_of_a_database_has_so_many_elements(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(cockatrice, "_MOST_PARTS", 9)
    path = tmp_path / "cards.xml"
    card = "<card><name>a</name>{}</card>"
    path.write_text(_database(card.format("<set/>" * 7) * 3))
    assert read_pool(path, INFO).rows == 3
    path.write_text(_database(card.format("<set/>" * 8)))
    assert [one.key for one in refused(lambda: read_pool(path, INFO))] == ["file.too-large.xml"]


def test_a_database_with_a_tag_of_its_own_for_every_card_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cards.xml"
    path.write_text(_database("".join(f"<card><name>n{i}</name><z{i}/></card>" for i in range(1100))))
    assert [one.key for one in refused(lambda: read_pool(path, INFO))] == ["file.too-large.xml"]


def test_rows_that_are_no_cards_are_counted_and_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("name,type\nTurul,szörny\n" + ",szörny\n" * 1000)
    made = read_pool(path, INFO)
    assert len(made.findings) == MOST_OF_A_KIND + 1
    assert (made.rows, made.refused) == (1, 1000)


def test_words_that_are_not_read_are_counted_and_not_kept(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("name,type\n" + "".join(f"n{n},t{n}\n" for n in range(1000)))
    made = read_pool(path, INFO)
    told = [one for one in made.findings if one.code == "pool.unknown-word"]
    assert len(told) == MOST_OF_A_KIND + 1
    assert [one.params["count"] for one in told if one.key == "found.others"] == [1000 - MOST_OF_A_KIND]
    reader = fields.FieldReader(INFO, path)
    for number in range(1000):
        reader.unclear("pool.value", "cost", str(number), number)
    assert len(reader.findings()) == MOST_OF_A_KIND + 1


def test_reasons_why_a_whole_file_is_no_pool_are_counted_too(tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text("name,type\n" + ",szörny\n" * 500)
    told = refused(lambda: read_pool(path, INFO))
    assert (len(told), told[-1].params["count"]) == (reading.MOST_TOLD + 1, 500 - reading.MOST_TOLD)
