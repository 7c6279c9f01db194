"""What a refused round, and an evening that cannot begin, is told with: whose it is, and no word of a file."""

from __future__ import annotations

import html
import json
import re
from typing import Any

import pytest

from cardtools.words.messages import MESSAGES
from tests.web.conftest import Table, plain
from tests.web.test_scores import enter, preview, start, step

HUNGARIAN = {"accept-language": "hu"}


def told(page: Any) -> str:
    """Return the findings of a page, or of a part of one."""
    return html.unescape(
        " ".join(plain(one) for one in re.findall(r'<li class="finding.*?</li>', page.text, re.DOTALL))
    )


def pad(page: Any) -> Any:
    """Return what the pad of a page begins with."""
    return json.loads(html.unescape(re.search(r'data-pad="([^"]*)"', page.text).group(1)))  # type: ignore[union-attr]


def in_hungarian(table: Table, evening: str, words: str) -> Any:
    fields = {"do": "add", "words": words, "step": step(table, evening)}
    return table.send(evening, fields, headers=HUNGARIAN)


REFUSED = [
    ("uno", "", "Béla: r7"),
    ("nepmesek", "", "Béla: 1 huszár"),
    ("nepmesek", "", "Béla: 1 1 -1"),
    ("nepmesek", "", "Béla: bögre"),
    ("nepmesek", "", "Béla: 1 1 ház"),
    ("nepmesek", "", "Béla: kézben -1 / huszár -1"),
    ("nepmesek", "", "Béla: előtte 1"),
    ("panda", "", "Anna piros 10; Béla majom; Cili kék 10"),
    ("hkk", "final-war", "ülés Anna Béla"),
    ("hkk", "final-war", "Anna 5"),
    ("hkk", "war-of-the-gods", "ki Anna"),
    ("unikornis", "", "Anna: Nagyszerű; elsőként Béla"),
]


@pytest.mark.parametrize(("game", "variant", "words"), REFUSED)
def test_no_key_of_a_file_reaches_the_table(table: Table, game: str, variant: str, words: str) -> None:
    evening = start(table, game, "Anna,Béla,Cili", **({"variant": variant} if variant else {}))
    answer = in_hungarian(table, evening, words)
    assert answer.status_code == 422
    assert told(answer)
    assert not re.search(r"„[a-z]+(_[a-z]+)*”", told(answer)), told(answer)
    assert "sor:" not in told(answer)


KEYS = r'"(?:out|last|life|seats|enemies|games|hand|negatives|hussar_on|monkey_target|target|first|customizable|totals|players|expect)"'  # noqa: E501
ONLY_OF_FILES = {
    "score.expected", "score.total-player", "score.players.games", "score.stables-more",
}  # fmt: skip
"""Said of score files, which the pages neither read nor write."""


def test_every_message_with_a_key_of_a_file_has_words_for_the_table() -> None:
    keyed = {key for key, text in MESSAGES.items() if key.startswith("score.") and re.search(KEYS, text)}
    assert {key for key in keyed if f"web.told.{key}" not in MESSAGES} <= ONLY_OF_FILES
    own = {text for key, text in MESSAGES.items() if key.startswith("web.told.score.")}
    assert [text for text in own if re.search(KEYS, text)] == []


def test_a_refused_meld_is_that_of_a_player_whose_tab_is_marked(table: Table) -> None:
    evening = start(table, "nepmesek", "Anna,Béla")
    words = "Anna: 1 1 1; Béla: 1 2"
    answer = enter(table, evening, words)
    assert "Béla: [1 2]" in told(answer)
    assert pad(answer)["faulty"] == ["Béla"]
    part = table.send(evening, {"words": words, "do": "add"}, headers={"X-Part": "preview"})
    assert 'data-faulty="[&#34;Béla&#34;]"' in part.text
    assert "Béla: [1 2]" in html.unescape(plain(part.text))
    assert pad(enter(table, evening, "Anna: 1 1 1"))["faulty"] == []


def test_whoever_is_missing_in_a_round_is_turned_to(table: Table) -> None:
    answer = enter(table, start(table), "Anna out; Béla r7")
    assert pad(answer)["faulty"] == ["Cili"]
    assert told(answer).count("Cili") == 1


def test_a_refused_tap_shows_no_words_of_the_command_line_and_typed_ones_are_told_as_understood(table: Table) -> None:
    evening = start(table, "hkk", "Kati,Balázs", variant="turns")
    tapped = told(enter(table, evening, "Kati: reserve 0 spent 9"))
    assert "spends 9 VP" in tapped
    assert "understood" not in tapped
    typed = enter(table, evening, "Kati reserve")
    assert "understood as: Kati: reserve" in told(typed)
    assert "Kati 2; Balázs 0" not in told(typed)
    assert "for example: Kati reserve 0 spent 2 Balázs -3" in plain(typed.text)


def test_a_duel_by_turns_stands_at_its_first_points_and_keeps_vp(table: Table) -> None:
    evening = start(table, "hkk", "Kati,Balázs", variant="turns")
    assert re.search(r"Kati 20 ÉP · 0 VP .*Balázs 20 ÉP · 0 VP", plain(table.get(evening).text))
    enter(table, evening, "Kati: reserve 0 Balázs -3")
    assert re.search(r"Kati 20 ÉP · 1 VP .*Balázs 17 ÉP · 0 VP", plain(table.get(evening).text))
    duel = start(table, "hkk", "Kati,Balázs", variant="duel")
    enter(table, duel, "Kati 12; Balázs 7")
    assert re.search(r"Kati 12 ÉP .*Balázs 7 ÉP ", plain(table.get(duel).text))


def test_the_turn_goes_to_the_next_player(table: Table) -> None:
    evening = start(table, "hkk", "Kati,Balázs", variant="turns")
    turns = []
    for words in ("Kati: reserve 0", "Balázs: reserve 0", ""):
        turns.append(pad(table.get(evening))["standing"]["player"])
        if words:
            enter(table, evening, words)
    assert turns == ["Kati", "Balázs", "Kati"]


@pytest.mark.parametrize("points", ["½", "999999999999", "1,234", "nan", "-5"])
def test_points_from_before_that_cannot_be_are_told_with_their_player_and_bounds(table: Table, points: str) -> None:
    sent = {"game": "uno", "player": ["Anna", "Béla"], "before": ["", points]}
    answer = table.send("/scores", sent)  # type: ignore[arg-type]
    assert answer.status_code == 422
    assert f"Béla: “{points}” cannot be points from before; write a number from 0 to 1000000" in told(answer)
    assert f'value="{points}"' in answer.text


def test_points_from_before_may_be_below_zero_where_the_game_has_such(table: Table) -> None:
    sent = {"game": "nepmesek", "player": ["Anna", "Béla"], "before": ["−5", "2,5"]}
    page = table.send("/scores", sent)  # type: ignore[arg-type]
    assert page.status_code == 200
    assert re.search(r"Béla 2.5 .*Anna −5", plain(page.text))


@pytest.mark.parametrize("name", ["B" * 61, "Bé\u202ela"])
def test_a_name_that_cannot_be_is_told_as_that_of_a_player(table: Table, name: str) -> None:
    fields = {"game": "uno", "player": ["Anna", name]}
    answer = table.send("/scores", fields, headers=HUNGARIAN)  # type: ignore[arg-type]
    assert answer.status_code == 422
    assert "név" in told(answer)
    assert "„”" not in told(answer)


@pytest.mark.parametrize("key", ["target", "customizable"])
@pytest.mark.parametrize("number", ["abc", "1,5", "-5", "1000001", "٣", "+3"])
def test_a_number_that_was_asked_for_is_never_another_in_silence(table: Table, key: str, number: str) -> None:
    fields = {"game": "uno", "player": ["Anna", "Béla"], key: number}
    answer = table.send("/scores", fields)  # type: ignore[arg-type]
    assert answer.status_code == 422
    assert f"“{number}” cannot be the" in told(answer)
    assert not list((table.settings.folder / "evenings").glob("*"))


@pytest.mark.parametrize(("target", "status"), [("0", 422), ("", 200)])
def test_a_game_ends_at_no_less_than_a_point(table: Table, target: str, status: int) -> None:
    fields = {"game": "uno", "player": ["Anna", "Béla"], "target": target}
    assert table.send("/scores", fields).status_code == status  # type: ignore[arg-type]


def test_hungarian_says_rounds_with_their_article(table: Table) -> None:
    evening = start(table)
    said = []
    for _ in range(2):
        fields = {"do": "add", "words": "Anna ki; Béla r7; Cili b1", "step": step(table, evening)}
        answer = table.send(evening, fields, headers={**HUNGARIAN, "X-Part": "evening"})
        said.append(re.search(r'data-said="([^"]*)"', answer.text).group(1))  # type: ignore[union-attr]
    assert said == ["Az 1. forduló rögzítve.", "A 2. forduló rögzítve."]


def test_words_of_a_round_that_is_explained_are_folded_away(table: Table) -> None:
    evening = start(table)
    enter(table, evening, "Anna out; Béla r7; Cili b1")
    words = r'<details class="said"><summary>[^<]*</summary><code>Anna out; Béla r7; Cili b1</code></details>'
    assert re.search(words, table.get(evening).text)


def test_what_is_explained_has_the_sign_of_print_for_minus(table: Table) -> None:
    said, _ = preview(table, start(table, "nepmesek", "Anna,Béla"), "Anna: 1 1 1 / -2 / hussar -2")
    assert "−2" in said
    assert not re.search(r"(?<!\w)-\d", said)


def test_a_card_with_two_faces_lies_alone_in_front(table: Table) -> None:
    evening = start(table, "nepmesek", "Anna,Béla")
    assert enter(table, evening, "Anna: satchel").status_code == 422
    words = "Anna: 1 1 1 / front satchel"
    said, state = preview(table, evening, words)
    assert "Satchel" in said
    assert state["trays"]["Anna"]["front"] == ["satchel"]
    assert enter(table, evening, words).status_code == 200
