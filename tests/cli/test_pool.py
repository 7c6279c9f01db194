from __future__ import annotations

import csv
import io
import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from tests.conftest import Outcome

Command = Callable[..., Outcome]
TABLE = """\
id,név,isten,típus,költség,SB,ÉP,szöveg,isteni
1,Turul,Raia,szörny,2,3,4,Repül.,igen
2,Griff,Leah,szörny,,1,1,-,nem
3,Életerő,Leah,azonnali,1,,,,
4,Eletero,Tharr,azonnali,1,,,,nem
"""


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    path = tmp_path / "cards.csv"
    path.write_text(TABLE, encoding="utf-8")
    return path


def document(outcome: Outcome) -> dict[str, Any]:
    loaded = json.loads(outcome.out)
    assert isinstance(loaded, dict)
    return loaded


def test_import_lays_overlays_over_and_tells_what_each_found(command: Command, pool: Path, tmp_path: Path) -> None:
    one, two, target = tmp_path / "one.yaml", tmp_path / "two.csv", tmp_path / "made" / "pool.json"
    one.write_text("Turul: {max_copies: 4}\nNobody: {SB: 1}\n", encoding="utf-8")
    two.write_text("név,példány\n*,-\n", encoding="utf-8")
    arguments = ("pool", "import", pool, "-g", "hkk", "--overlay", one, "--overlay", two, "-o", target)
    outcome = command(*arguments, "--report", "json")
    told = document(outcome)
    assert outcome.code == 1
    assert (told["cards"], told["rows"], told["refused"]) == (4, 4, 0)
    assert [entry["cards"] for entry in told["overlays"]] == [1, 0]
    errors = [(found["code"], found["location"]["line"]) for found in told["findings"] if found["severity"] == "error"]
    assert errors == [("pool.overlay-unknown", 2)]
    assert {"divine", "max_copies"} <= set(told["facts"])
    assert json.loads(target.read_bytes())["cards"][0]["max_copies"] == 4
    text = command(*arguments)
    assert (text.code, text.out) == (1, f"{target}\n")
    assert "two.csv: facts of 0 cards" in text.err


def test_a_deck_is_judged_by_what_an_overlay_tells(command: Command, tmp_path: Path) -> None:
    raw, mine, made, deck = (tmp_path / name for name in ("cards.txt", "mine.csv", "pool.json", "deck.txt"))
    raw.write_text("1 | Turul | Raia szörny\n2 | Griff | Raia szörny\n", encoding="utf-8")
    mine.write_text("id,max_copies\n1,any\n", encoding="utf-8")
    assert command("pool", "import", raw, "-g", "hkk", "--overlay", mine, "-o", made).code == 0
    for content, code in (("30 Turul\n", 0), ("26 Turul\n4 Griff\n", 1)):
        deck.write_text(content, encoding="utf-8")
        assert command("validate", deck, "-g", "hkk", "-f", "home", "--pool", made).code == code


def test_search_tells_hits_the_total_and_what_cannot_be_decided(command: Command, pool: Path) -> None:
    outcome = command("pool", "search", "cost<=2 -god:Tharr", "-g", "hkk", "--pool", pool, "--most", "1")
    assert (outcome.code, outcome.out) == (0, "3  Életerő (Leah, instant spell, 1)\n")
    assert "2 cards found, 1 shown; 1 more cannot be decided" in outcome.err


def test_search_as_json_has_every_key(command: Command, pool: Path) -> None:
    told = document(command("pool", "search", "isten:Leah", "-g", "hkk", "--pool", pool, "--report", "json"))
    assert {key: told[key] for key in ("schema", "game", "pool", "query", "total", "shown", "undecided")} == {
        "schema": "cardtools.pool-search/1",
        "game": "hkk",
        "pool": str(pool),
        "query": "isten:Leah",
        "total": 2,
        "shown": 2,
        "undecided": 0,
    }
    life = told["cards"][0]
    assert (life["id"], life["name"], life["colours"], life["damage"]) == ("3", {"hu": "Életerő"}, ["leah"], None)
    assert {"text", "divine", "rarity"} <= set(life["unknown"])
    assert "damage" not in life["unknown"]
    assert "text" not in told["cards"][1]["unknown"]


def test_words_of_a_query_may_stand_apart(command: Command, pool: Path) -> None:
    together = command("pool", "search", "type:szörny god:Leah", "-g", "hkk", "--pool", pool)
    assert command("pool", "search", "type:szörny", "god:Leah", "-g", "hkk", "--pool", pool) == together
    assert together.out.startswith("2  Griff")


@pytest.mark.parametrize("report", ["text", "json", "jsonl", "csv"])
def test_a_wrong_query_is_one_line_and_leaves_with_2(command: Command, report: str) -> None:
    outcome = command("pool", "search", "wings:2", "-g", "hkk", "--report", report)
    assert outcome.code == 2
    assert outcome.err.startswith(
        'cardtools: usage.search-key position 1: there is no key "wings"; there are: name (név)'
    )
    assert len(outcome.err.splitlines()) == 1


def test_without_a_pool_the_cards_of_the_game_are_searched(command: Command) -> None:
    assert "A vadak ura" in command("pool", "search", "vadak", "-g", "hkk", "--lang", "hu").out


def test_list_tells_ids_and_names_in_every_form(command: Command, pool: Path) -> None:
    given = ("pool", "list", "-g", "hkk", "--pool", pool, "--report")
    assert command(*given, "text").out.splitlines()[0] == "1  Turul"
    told = document(command(*given, "json"))
    assert (told["schema"], told["total"], told["cards"][1]) == (
        "cardtools.pool-list/1",
        4,
        {"id": "2", "name": {"hu": "Griff"}},
    )
    lines = [json.loads(line) for line in command(*given, "jsonl").out.splitlines()]
    assert [line["id"] for line in lines] == ["1", "2", "3", "4"]
    rows = list(csv.reader(io.StringIO(command(*given, "csv").out)))
    assert rows[:2] == [["id", "name"], ["1", "Turul"]]


@pytest.mark.parametrize("words", [["Turul"], ["turul"], ["1"]])
def test_show_tells_what_is_known_and_what_is_not(command: Command, pool: Path, words: list[str]) -> None:
    outcome = command("pool", "show", *words, "-g", "hkk", "--pool", pool)
    assert outcome.code == 0
    lines = outcome.out.splitlines()
    assert lines[0] == "Turul [1]"
    assert {"  type: monster", "  cost: 2", "  damage (SB): 3", "  text: Repül.", "  marks: divine (Š)"} <= set(lines)
    assert lines[-1].startswith("  not known whether: epic follower")


def test_show_parts_unknown_from_none(command: Command, pool: Path) -> None:
    griff = command("pool", "show", "Griff", "-g", "hkk", "--pool", pool).out
    assert "  cost: not known\n" in griff
    assert "  text: none\n" in griff


def test_show_lists_all_cards_a_name_may_be_and_chooses_none(command: Command, pool: Path) -> None:
    outcome = command("pool", "show", "ELETERŐ", "-g", "hkk", "--pool", pool)
    assert (outcome.code, len(outcome.out.splitlines())) == (1, 2)
    assert "pool.ambiguous-card" in outcome.err
    told = document(command("pool", "show", "ELETERŐ", "-g", "hkk", "--pool", pool, "--report", "json"))
    assert [found["code"] for found in told["findings"]] == ["pool.ambiguous-card"]
    assert [one["id"] for one in told["cards"]] == ["3", "4"]


def test_show_suggests_what_an_unknown_name_may_mean(command: Command, pool: Path) -> None:
    outcome = command("pool", "show", "Turull", "-g", "hkk", "--pool", pool)
    assert (outcome.code, outcome.out) == (1, "")
    assert "did you mean: Turul" in outcome.err


def test_show_takes_a_word_from_the_table(command: Command) -> None:
    assert command("pool", "show", "r7", "-g", "uno").out.splitlines()[0].startswith("Red 7")


def test_signs_that_steer_a_terminal_or_a_spreadsheet_come_out_tame(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "cards.csv"
    path.write_text('id,name,text\n=1+1,"\x1b[2JTurul\x07",x\x1b]0;y\n', encoding="utf-8")
    for words in (("show", "=1+1"), ("search", "turul"), ("list",)):
        for report in ("text", "csv"):
            outcome = command("pool", *words, "-g", "hkk", "--pool", path, "--report", report)
            assert "Turul" in outcome.out
            assert not {"\x1b", "\x07"} & {*outcome.out, *outcome.err}
            if report == "csv":
                assert "'=1+1" in outcome.out


@pytest.mark.parametrize("words", [["search", "x"], ["show", "x"], ["list"]])
def test_looking_up_needs_a_game_that_is_and_a_pool_that_can_be_read(command: Command, words: list[str]) -> None:
    assert command("pool", *words, "-g", "chess").code == 2
    missing = command("pool", *words, "-g", "hkk", "--pool", "missing.json")
    assert (missing.code, missing.out) == (2, "")
    assert missing.err.startswith("missing.json: file.unreadable")
