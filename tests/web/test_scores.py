from __future__ import annotations

import html
import json
import re
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from cardtools.app import sessions
from cardtools.app.desk import Desk
from cardtools.app.newgame import new_game
from cardtools.store.sessions import read_log
from cardtools.web.settings import Settings
from tests.web.conftest import Table, plain

UNO = "Anna out; Béla r7 y+2 w; Cili swap g0"


def start(table: Table, game: str = "uno", players: str = "Anna,Béla,Cili", **fields: str) -> str:
    """Begin an evening and return its address."""
    data = {"game": game, "player": players.split(","), **fields}
    made = table.send("/scores", data)  # type: ignore[arg-type]
    assert made.status_code == 200, plain(made.text)
    return str(made.url.path)


def step(table: Table, evening: str) -> str:
    return str(table.get(evening, **{"X-Part": "step"}).text)


def enter(table: Table, evening: str, words: str, do: str = "add", **fields: str) -> Any:
    fields.setdefault("step", step(table, evening))
    return table.send(evening, {"do": do, "words": words, **fields})


def file_of(table: Table, evening: str) -> Path:
    return table.settings.folder / "evenings" / f"{evening.rpartition('/')[2]}.jsonl"


def events(table: Table, evening: str) -> list[str]:
    return [one.event for one in read_log(file_of(table, evening)).events]


def preview(table: Table, evening: str, words: str) -> tuple[str, Any]:
    """Return what the preview says, and the state of the pad that comes along."""
    answer = table.send(evening, {"words": words, "do": "add"}, headers={"X-Part": "preview"})
    assert answer.status_code == 200
    state = re.search(r'data-state="([^"]*)"', answer.text)
    told = html.unescape(state.group(1)) if state else ""
    return html.unescape(plain(answer.text)), json.loads(told) if told else None


def test_the_first_page_offers_every_scored_game(table: Table) -> None:
    page = table.get("/scores")
    assert page.status_code == 200
    for game in ("uno", "nepmesek", "panda", "unikornis", "hkk"):
        assert f'name="pick" value="{game}"' in page.text


@pytest.mark.parametrize("language", ["en", "hu"])
@pytest.mark.parametrize(
    ("game", "players", "variant"),
    [
        ("uno", "Anna,Béla,Cili", "standard"),
        ("uno", "Anna,Béla", "lowest"),
        ("panda", "Anna,Béla,Cili", ""),
        ("nepmesek", "Anna,Béla", ""),
        ("unikornis", "Anna,Béla", "hu"),
        ("hkk", "Kati,Balázs", "duel"),
        ("hkk", "Kati,Balázs", "match"),
        ("hkk", "Kati,Balázs", "pairs"),
        ("hkk", "Kati,Balázs", "turns"),
        ("hkk", "A,B,C,D", "final-war"),
        ("hkk", "A,B,C", "war-of-the-gods"),
    ],
)
def test_an_evening_of_every_kind_begins_and_shows_its_pad(
    table: Table, game: str, players: str, variant: str, language: str
) -> None:
    table.client.headers["accept-language"] = language
    evening = start(table, game, players, variant=variant)
    page = table.get(evening)
    assert page.status_code == 200
    assert 'id="pad"' in page.text
    assert "{name}" not in plain(page.text)


ROUNDS = [
    ("uno", "", "Anna,Béla,Cili", UNO, "Anna +117"),
    ("panda", "", "Anna,Béla,Cili", "Anna red 10; Béla blue 10; Cili monkey > Béla", "Béla"),
    ("nepmesek", "", "Anna,Béla", "Anna: 1 1 1 1 / 3 pinko / 2 3 4 / -1 -3; Béla: 4", "Anna"),
    ("unikornis", "hu", "Anna,Béla", "Anna: Basic Unicorn (Red), Llamacorn; Béla: Ginormous Unicorn", "Béla +2"),
    ("hkk", "duel", "Kati,Balázs", "Kati 2; Balázs 0", "Kati"),
    ("hkk", "match", "Kati,Balázs", "Kati: won; best of 3", "Kati +1"),
    ("hkk", "final-war", "A,B,C,D", "out D", "D"),
    ("hkk", "war-of-the-gods", "A,B,C", "A > B C; B > A; C > A", "A"),
    ("hkk", "turns", "Kati,Balázs", "Kati reserve 0 spent 1 Balázs -3", "Balázs"),
]


@pytest.mark.parametrize(("game", "variant", "players", "words", "told"), ROUNDS)
def test_a_round_in_words_is_previewed_counted_and_explained(
    table: Table, game: str, variant: str, players: str, words: str, told: str
) -> None:
    evening = start(table, game, players, variant=variant)
    before = events(table, evening)
    said, state = preview(table, evening, words)
    assert told in said
    assert state is not None
    assert events(table, evening) == before
    page = enter(table, evening, words)
    assert page.status_code == 200, plain(page.text)
    assert told in plain(page.text)
    assert events(table, evening) == [*before, "round"]


@pytest.mark.parametrize(("game", "variant", "players", "words", "told"), ROUNDS)
def test_a_round_to_be_corrected_stands_on_the_pad_again(
    table: Table, game: str, variant: str, players: str, words: str, told: str
) -> None:
    evening = start(table, game, players, variant=variant)
    enter(table, evening, words)
    page = table.get(f"{evening}?round=1").text
    found = re.search(r'data-pad="([^"]*)"', page)
    assert found is not None
    data = json.loads(html.unescape(found.group(1)))
    assert data["state"] is not None
    assert html.escape(words) in page or words in page
    assert told


def test_the_command_reads_and_goes_on_with_the_same_file(table: Table) -> None:
    evening = start(table)
    enter(table, evening, UNO)
    kept = sessions.add_round(Desk.open("en"), file_of(table, evening), "Béla out; Anna w; Cili g1")
    assert {one.player: one.total for one in kept.sheet.standings} == {"Anna": 117, "Béla": 51, "Cili": 0}
    assert "Béla +51" in plain(table.get(evening).text)


def test_a_correction_an_undo_and_a_redo_change_the_totals(table: Table) -> None:
    evening = start(table)
    enter(table, evening, UNO)
    page = enter(table, evening, "Anna out; Béla r7; Cili g0 g1", "correct", n="1")
    assert "Anna +8" in plain(page.text)
    assert "corrected" in plain(page.text)
    page = enter(table, evening, "", "undo")
    assert "Anna +117" in plain(page.text)
    assert "Bring back the correction of round 1" in page.text
    page = enter(table, evening, "", "redo")
    assert "Anna +8" in plain(page.text)
    assert events(table, evening) == ["new", "round", "correct", "undo", "redo"]


def test_a_round_that_cannot_be_is_told_and_stays_in_the_form(table: Table) -> None:
    evening = start(table)
    words = "Anna out; Béla q9; Cili g0"
    page = enter(table, evening, words)
    assert page.status_code == 422
    assert "q9" in plain(page.text)
    assert words in html.unescape(page.text)
    assert events(table, evening) == ["new"]


def test_a_round_from_a_window_that_is_late_is_told_and_kept_in_the_form(table: Table) -> None:
    evening = start(table)
    seen = step(table, evening)
    enter(table, evening, UNO, step=seen, n="1")
    other = "Béla out; Anna w; Cili g1"
    late = enter(table, evening, other, step=seen, n="1")
    assert late.status_code == 409
    assert "another window" in plain(late.text)
    assert other in html.unescape(late.text)
    assert "as round 2" in plain(late.text)
    assert events(table, evening) == ["new", "round"]
    again = enter(table, evening, other, n="2")
    assert again.status_code == 200
    assert events(table, evening) == ["new", "round", "round"]


@pytest.mark.parametrize("do", ["add", "correct"])
def test_the_very_same_entry_sent_twice_counts_once(table: Table, do: str) -> None:
    evening = start(table)
    if do == "correct":
        enter(table, evening, "Cili out; Anna w; Béla g1")
    seen = step(table, evening)
    first = enter(table, evening, UNO, do, step=seen, n="1")
    second = enter(table, evening, UNO, do, step=seen, n="1")
    assert (first.status_code, second.status_code) == (200, 200)
    assert len(events(table, evening)) == (3 if do == "correct" else 2)


@pytest.mark.parametrize("do", ["undo", "redo", "correct"])
def test_a_late_step_back_changes_nothing(table: Table, do: str) -> None:
    evening = start(table)
    enter(table, evening, UNO)
    enter(table, evening, "", "undo")
    seen = step(table, evening)
    enter(table, evening, "Béla out; Anna w; Cili g1")
    before = events(table, evening)
    late = enter(table, evening, "Anna out; Béla r1; Cili r2", do, step=seen, n="1")
    assert late.status_code == 409
    assert events(table, evening) == before


def test_many_windows_at_once_lose_and_double_nothing(table: Table) -> None:
    evening = start(table)
    hands = [f"Anna out; Béla r{n}; Cili y{n}" for n in range(1, 9)]

    def window(words: str) -> int:
        seen = step(table, evening)
        while True:
            answer = enter(table, evening, words, step=seen, n="1")
            if answer.status_code == 200:
                return 1
            assert answer.status_code == 409
            seen = step(table, evening)

    with ThreadPoolExecutor(8) as many:
        assert sum(many.map(window, hands)) == len(hands)
    said = [getattr(one, "said", "") for one in read_log(file_of(table, evening)).events[1:]]
    assert sorted(said) == sorted(hands)


def test_a_note_is_kept_about_the_evening_or_a_round_and_shown_literally(table: Table) -> None:
    evening = start(table)
    enter(table, evening, UNO)
    table.send(evening, {"do": "note", "note": "<b>Béla</b> cooked", "round": "0"})
    page = table.send(evening, {"do": "note", "note": "{{ 7 * 7 }}", "round": "1"})
    assert "&lt;b&gt;Béla&lt;/b&gt; cooked" in page.text
    assert "{{ 7 * 7 }}" in page.text
    assert events(table, evening)[-2:] == ["note", "note"]


def test_a_note_of_another_window_makes_no_round_late(table: Table) -> None:
    evening = start(table)
    seen = step(table, evening)
    table.send(evening, {"do": "note", "note": "late start"})
    assert enter(table, evening, UNO, step=seen).status_code == 200


def test_names_and_words_are_shown_literally(table: Table) -> None:
    evening = start(table, players='<script>alert(1)</script>,O\'Neill "B"')
    page = table.get(evening).text
    assert "<script>alert" not in page
    assert "&lt;script&gt;" in page


def test_players_that_cannot_be_are_told_and_stay_in_the_form(table: Table) -> None:
    made = table.send("/scores", {"game": "uno", "player": ["Anna", "anna"]})  # type: ignore[dict-item]
    assert made.status_code == 422
    assert 'value="anna"' in made.text
    made = table.send("/scores", {"game": "uno", "player": [""]})  # type: ignore[dict-item]
    assert made.status_code == 422
    assert "name the players" in plain(made.text)


def test_points_from_before_and_a_target_count(table: Table) -> None:
    before = {"player": ["Anna", "", "Béla"], "before": ["40", "", "12,5"]}
    made = table.send("/scores", {"game": "uno", "target": "60", **before})  # type: ignore[dict-item]
    assert made.status_code == 200, plain(made.text)
    said = plain(made.text)
    assert "1. Anna 40" in said
    assert "2. Béla 12.5" in said
    assert "60" in said


def test_rounds_played_before_count_towards_the_end(table: Table) -> None:
    evening = start(table, "panda", "Anna,Béla,Cili", rounds_played="11")
    assert read_log(file_of(table, evening)).new.header["rounds_played"] == "11"
    page = enter(table, evening, "Anna red 10; Béla blue 10; Cili monkey > Béla")
    assert "The game is over" in plain(page.text)


@pytest.mark.parametrize(
    ("form", "start_of"), [("csv", "round,player"), ("bgsplay", "{"), ("svg", "\n"), ("jsonl", '{"schema"')]
)
def test_an_evening_is_taken_away(table: Table, form: str, start_of: str) -> None:
    evening = start(table)
    enter(table, evening, UNO)
    taken = table.get(f"{evening}/file/{form}")
    assert taken.status_code == 200
    assert taken.text.startswith((start_of, "<svg"))
    assert 'filename="uno-' in taken.headers["content-disposition"]
    assert "Anna" in taken.text


def test_an_evening_without_rounds_is_taken_away_as_its_file_only(table: Table) -> None:
    evening = start(table)
    assert table.get(f"{evening}/file/jsonl").status_code == 200
    assert table.get(f"{evening}/file/svg").status_code == 404
    assert table.get(f"{evening}/file/exe").status_code == 404


def test_a_name_that_a_spreadsheet_would_reckon_is_text_in_the_table(table: Table) -> None:
    evening = start(table, players="=1+1,Béla")
    enter(table, evening, "Béla out; =1+1 r7")
    assert ",'=1+1," in table.get(f"{evening}/file/csv").text


def test_an_evening_is_brought_as_a_file(table: Table) -> None:
    evening = start(table)
    enter(table, evening, UNO)
    content = file_of(table, evening).read_bytes()
    page = table.send("/scores/import", files={"file": ("evening.jsonl", content)})
    assert page.status_code == 200
    assert str(page.url.path) != evening
    assert "Anna +117" in plain(page.text)


@pytest.mark.parametrize("content", [b"", b"not an evening", b'{"schema":"cardtools.session/1"', b"\xff\xfe\n"])
def test_what_is_no_evening_is_refused_and_not_kept(table: Table, content: bytes) -> None:
    page = table.send("/scores/import", files={"file": ("evening.jsonl", content)})
    assert page.status_code == 422
    assert list(table.settings.folder.glob("evenings/*")) == []


@pytest.mark.parametrize("name", ["evening-none", "..%2fforms", "Evening", "a/b"])
def test_what_is_no_evening_of_ours_is_not_found(table: Table, name: str) -> None:
    assert table.get(f"/scores/{name}").status_code == 404


def test_a_broken_file_is_listed_and_says_why_it_cannot_be_opened(table: Table) -> None:
    evening = start(table)
    path = file_of(table, evening)
    path.write_bytes(b"broken\n" + path.read_bytes())
    assert "broken" in plain(table.get("/scores").text)
    assert table.get(evening).status_code == 422


def test_a_torn_line_is_told_and_the_evening_goes_on(table: Table) -> None:
    evening = start(table)
    with file_of(table, evening).open("ab") as stream:
        stream.write(b'{"seq":2,"event":"ro')
    assert "not written to its end" in plain(table.get(evening).text)
    assert enter(table, evening, UNO).status_code == 200
    assert events(table, evening) == ["new", "round"]


def test_the_best_laying_of_loose_cards_is_offered_with_its_words(table: Table) -> None:
    evening = start(table, "nepmesek", "Anna,Béla")
    page = table.get(f"{evening}/best?cards=1+1+2+3+3+4+pinko")
    assert "at best" in plain(page.text)
    part = table.get(f"{evening}/best?cards=1+1+2+3+3+4+pinko", **{"X-Part": "best"})
    found = re.search(r'data-tray="([^"]*)"', part.text)
    assert found is not None
    tray = json.loads(html.unescape(found.group(1)))
    laid = sorted(card for meld in tray["melds"] for card in meld) + tray["hand"]
    assert sorted(laid) == sorted(["1", "1", "2", "3", "3", "4", "pinko"])
    words = re.search(r"<code>([^<]*)</code>", part.text)
    assert words is not None
    assert enter(table, evening, f"Anna: {words.group(1)}").status_code == 200


def test_loose_cards_that_cannot_be_are_told(table: Table) -> None:
    evening = start(table, "nepmesek", "Anna,Béla")
    assert "qq" in plain(table.get(f"{evening}/best?cards=1+qq").text)


def test_the_steps_of_a_seventh_trick_stand_in_their_order(table: Table) -> None:
    evening = start(table, "panda", "Anna,Béla,Cili")
    page = enter(table, evening, "Anna red 10; Béla blue 10; Cili monkey > Béla").text
    steps = plain(page.partition('<ol class="steps-told">')[2].partition("</ol>")[0])
    assert 0 <= steps.find("banker") < steps.find("Monkey")


def test_hungarian_pages_speak_hungarian_and_write_hungarian_words(table: Table) -> None:
    table.client.headers["accept-language"] = "hu"
    evening = start(table, "panda", "Anna,Béla,Cili")
    page = html.unescape(table.get(evening).text)
    assert "Az állás" in page or "1. forduló beírása" in page
    assert "kék 10" in page


def test_an_entry_without_the_token_of_our_pages_is_refused(table: Table) -> None:
    evening = start(table)
    answer = table.client.post(evening, data={"do": "add", "words": UNO, "step": step(table, evening)})
    assert answer.status_code >= 400
    assert events(table, evening) == ["new"]


def test_a_game_of_your_own_is_tapped_on_a_pad_of_its_cards(settings: Settings, tmp_path: Path) -> None:
    data = tmp_path / "data"
    new_game(Desk.open("en"), "sun-moon", data)
    table = Table(replace(settings, data=data))
    with table.client:
        evening = start(table, "sun-moon", "Anna,Béla")
        page = html.unescape(table.get(evening).text)
        assert 'class="pad pad-cards"' in page
        words = re.findall(r'data-word="([^"]*)"', page) or re.findall(r'"([^"]+)"\}', page)
        said, state = preview(table, evening, f"Anna: {words[0]}")
        assert state["hands"]["Anna"] == [words[0]]
        assert said
