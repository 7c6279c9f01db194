"""What happens where something goes wrong: a lost cookie, a dead print engine, a list of something else."""

from __future__ import annotations

import gzip
import multiprocessing
import os
import re
import signal
import time
from dataclasses import replace
from pathlib import Path

import pytest
from starlette.testclient import TestClient

from cardtools.errors import CardtoolsError
from cardtools.web.app import create_app
from cardtools.web.forms import Upload
from cardtools.web.print_order import Order
from cardtools.web.settings import Settings, lasting_secret
from cardtools.web.workshop import Workshop
from tests.web.conftest import DECKS, PORT, Table, plain

PATIENCE_S = 120
SENT = {"origin": f"http://127.0.0.1:{PORT}", "referer": f"http://127.0.0.1:{PORT}/decks/some?q=a"}


def test_tables_side_by_side_leave_each_others_cookies_alone(tmp_path: Path) -> None:
    tables = []
    for port in (PORT, PORT + 1):
        folder = tmp_path / str(port)
        folder.mkdir()
        tables.append(Settings(folder, port, lasting_secret(folder)))
    jar = TestClient(create_app(tables[0]), base_url=f"http://127.0.0.1:{PORT}")
    jar.get("/")
    other = TestClient(create_app(tables[1]), base_url=f"http://127.0.0.1:{PORT + 1}", cookies=jar.cookies)
    other.get("/")
    jar.cookies = other.cookies  # a browser has one jar for all ports of a host
    form = {"form": tables[0].form_token, "language": "hu", "back": "/"}
    assert jar.post("/language", data=form, follow_redirects=False).status_code == 303


@pytest.mark.parametrize(("language", "words"), [("en", "send it once more"), ("hu", "küldd el még egyszer")])
def test_a_form_without_our_mark_is_answered_by_a_page_with_a_way_back(table: Table, language: str, words: str) -> None:
    table.client.cookies.clear()
    answer = table.send("/decks", {"game": "hkk"}, headers={**SENT, "accept-language": language})
    assert answer.status_code == 403
    assert f'<html lang="{language}">' in answer.text
    assert words in plain(answer.text)
    assert '<a href="/decks/some?q=a">' in answer.text
    assert table.send("/decks", {"game": "hkk"}, headers=SENT).status_code == 200  # the mark is there again


def test_a_script_without_our_mark_is_told_in_words_and_may_go_on(table: Table) -> None:
    deck = table.begin("3 Rettegés\n")
    table.client.cookies.clear()
    told = table.change(deck, "undo")
    assert told.status_code == 403
    assert '<ul class="findings">' in told.text
    assert "<html" not in told.text
    assert table.change(deck, "undo").status_code == 200


def test_the_way_back_is_never_to_another_site(table: Table) -> None:
    table.client.cookies.clear()
    answer = table.send("/decks", {"game": "hkk"}, headers={"referer": "http://evil.example/x"})
    assert answer.status_code == 403
    assert "evil" not in answer.text
    foreign = table.get("/", host="evil.example")
    assert (foreign.status_code, table.token in foreign.text) == (421, False)


def test_pages_and_scripts_are_packed_and_pictures_are_not(table: Table) -> None:
    with table.client.stream("GET", "/decks") as answer:
        packed = b"".join(answer.iter_raw())
    assert answer.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in answer.headers["vary"].lower()
    whole = gzip.decompress(packed)
    assert b"</html>" in whole
    assert len(packed) < len(whole) / 2
    style = re.search(rb'href="(/static/[^"]+table\.css)"', whole)
    assert style is not None
    sheet = table.get(style[1].decode())
    assert sheet.headers["content-encoding"] == "gzip"
    font = re.search(r"url\((/static/[^)]+woff2)\)", sheet.text)
    assert font is not None
    assert "content-encoding" not in table.get(font[1]).headers


def stands(workshop: Workshop, job: str) -> str:
    until = time.monotonic() + PATIENCE_S
    while not workshop.job(job).finished:
        assert time.monotonic() < until
        time.sleep(0.05)
    return workshop.job(job).stage


def test_a_print_engine_that_dies_is_replaced_at_the_next_order(settings: Settings) -> None:
    workshop = Workshop(settings)
    order = Order("reference", "uno", "en", {"paper": "a4"})
    about = {"document": "reference", "game": "uno", "language": "en"}
    before = set(multiprocessing.active_children())
    try:
        lost = workshop.order(order, about, {})
        until = time.monotonic() + PATIENCE_S
        while workshop.job(lost).stage == "waiting":
            assert time.monotonic() < until
            time.sleep(0.01)
        (engine,) = set(multiprocessing.active_children()) - before
        assert engine.pid is not None
        os.kill(engine.pid, signal.SIGKILL)
        assert stands(workshop, lost) == "failed"
        (why,) = workshop.job(lost).findings
        assert (why.code, why.wording) == ("web.print.stopped", "web.print.stopped.died")
        assert stands(workshop, workshop.order(order, about, {})) == "done"
        assert workshop.job(lost).findings == (why,)
    finally:
        workshop.close()


def test_an_order_that_cannot_be_kept_leaves_nothing_behind(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*_: object) -> None:
        raise CardtoolsError

    monkeypatch.setattr("cardtools.web.workshop.keep_files", full)
    workshop = Workshop(settings)
    with pytest.raises(CardtoolsError):
        workshop.order(Order("reference", "uno", "en", {}), {"game": "uno"}, {"table": [Upload("a.csv", b"")]})
    assert list((settings.folder / "prints").iterdir()) == []


def test_a_list_of_thousands_of_unknown_names_is_shown_in_part(table: Table) -> None:
    deck = table.begin("".join(f"1 Nobody {n:05}x\n" for n in range(5000)))
    page = table.get(deck).text
    assert page.count('class="row ') == 85
    assert "Rows 1 to 85 of 5000" in plain(page)
    assert "and 4981 more" in plain(page)  # places where something is found
    assert len(page) < 73_000
    assert len(table.get(f"{deck}/mend").text) < 60_000
    assert table.text(deck).count("\n") == 5000  # all of it is kept


def test_later_rows_of_a_long_list_are_turned_to_and_stay_while_it_is_changed(table: Table) -> None:
    deck = table.begin("".join(f"1 Nobody {n:05}x\n" for n in range(250)))
    page = table.get(f"{deck}?rows=main:200").text
    assert "Rows 201 to 250 of 250" in plain(page)
    assert 'rows=main:115#zone-main" data-rows="main:115">Earlier' in page
    assert "Further" not in page.partition('id="zone-main"')[2]
    assert 'href="?rows=main:200&amp;row=201#row-201"' in page
    assert "no card is called &#34;Nobody 00200x&#34;" in page
    changed = table.send(
        f"{deck}?rows=main:200",
        {"version": table.version(deck), "do": "more|main|name:Nobody 00249x"},
        headers={"X-Part": "deck"},
    )
    assert "Rows 201 to 250 of 250" in plain(changed.text)
    assert "2 Nobody 00249x" in table.text(deck)
    plainly = table.send(
        deck, {"version": table.version(deck), "do": "less|main|name:Nobody 00249x", "query": "rows=main:200"}
    )
    assert "Rows 201 to 250 of 250" in plain(plainly.text)
    for nonsense in ("main:999", "nowhere:3", "main:x", ":"):
        assert "Rows 1 to 85 of 250" in plain(table.get(f"{deck}?rows={nonsense}").text), nonsense


def test_many_findings_fold_so_that_the_deck_is_seen(table: Table) -> None:
    deck = table.begin("6 Piros 0\n", game="uno", form="box")
    page = table.get(deck).text
    open_ones, fold, _ = page.partition('<details class="more-findings">')
    assert fold
    assert open_ones.count('<li class="finding') == 8


def test_the_number_of_a_thing_that_is_not_there_is_refused_and_none_other_taken(table: Table) -> None:
    deck = table.begin("3 Rettegés\n")
    text = table.text(deck)
    for at in ("99999", "-1", "x"):
        assert table.change(deck, f"back|{at}").status_code == 422
        assert table.get(f"{deck}/diff?state={at}").status_code == 404
    assert table.text(deck) == text


def test_a_pool_that_was_brought_is_chosen_and_counted(table: Table) -> None:
    pool = ("cards.csv", "name,type\nElső,monster\nMásodik,spell\n".encode())
    page = table.send("/decks/pool", {"game": "hkk"}, files={"file": pool})
    assert page.status_code == 200
    kept = next((table.settings.folder / "pools").glob("*.about")).stem
    if page.url.path == "/decks/pool":  # something was found in it
        page = table.get(f"/decks?game=hkk&pool={kept}")
    assert f'<option value="{kept}" selected>cards.csv</option>' in page.text
    assert "cards.csv: 2 cards kept" in plain(page.text)
    table.begin("1 Első\n", pool=kept)
    assert f'<option value="{kept}" selected>' in table.get("/decks?game=hkk").text


@pytest.mark.parametrize("language", ["en", "hu"])
def test_nobody_at_the_table_is_told_of_flags(table: Table, language: str) -> None:
    spoken = {"accept-language": language}
    decks = [
        table.begin(),
        table.begin("4 Rettegés\n4 Rettegés (új)\n"),
        table.begin((DECKS / "illegal-copies.txt").read_text("utf-8")),
        table.begin("6 Piros 0\n5 Üres joker\n", game="uno", form="box"),
    ]
    for deck in decks:
        for end in ("", "/mend", "/text"):
            said = plain(table.get(f"{deck}{end}", **spoken).text)
            assert not re.search(r"--[a-z]|max_copies|\{vp\}|cardtools serve", said), (deck, end)


def test_what_players_agree_on_has_words(table: Table) -> None:
    deck = table.begin(game="uno", form="box")
    assert "Customizable Wilds" in plain(table.get(deck).text)
    page = plain(table.get(table.begin()).text)
    assert "Versions of a card" in page
    assert "are counted together" in page


def test_a_cost_is_shown_as_a_number(table: Table) -> None:
    deck = table.begin()
    found = plain(table.get(f"{deck}/cards?q=vadak+ura", **{"X-Part": "cards"}).text)
    assert "A vadak ura" in found
    assert "· 2" in found
    assert "{" not in found


def test_signs_that_turn_letters_do_not_turn_a_finding(table: Table) -> None:
    page = table.get(table.begin("1 \u202eTurul\n")).text
    about = [one for one in re.findall(r'<li class="finding.*?</li>', page, re.DOTALL) if "Turul" in one]
    assert about
    assert not any("\u202e" in one for one in about)


def test_states_of_a_deck_say_when_and_what_was_changed(table: Table) -> None:
    deck = table.begin("2 Rettegés\n")
    table.send(deck, {"version": table.version(deck), "do": "text", "text": "3 Rettegés\n"})
    table.send(deck, {"version": table.version(deck), "do": "text", "text": "1 Rettegés\n"})
    page = plain(table.get(f"{deck}/diff").text)
    assert re.search(r"State 2 \d{4}-\d\d-\d\d \d\d:\d\d · \+1 Rettegés", page)
    assert "UTC" not in page


def test_cards_with_numbers_stand_by_their_value(table: Table) -> None:
    deck = table.begin(game="panda", form=_first_format(table, "panda"))
    page = table.get(f"{deck}/cards?q=k%C3%A9k", **{"X-Part": "cards"}).text
    numbers = [int(one) for one in re.findall(r'class="card-name">Kék (\d+)<', page)]
    assert len(numbers) > 5
    assert numbers == sorted(numbers)


def _first_format(table: Table, game: str) -> str:
    found = re.search(r'<select name="format">\s*<option value="([^"]+)"', table.get(f"/decks?game={game}").text)
    assert found is not None
    return found[1]


def test_a_pool_of_the_command_line_is_not_taken_for_a_game_that_has_all_its_cards(settings: Settings) -> None:
    named = Table(replace(settings, pools=(settings.folder / "hkk.txt",)))
    assert '<option value="own" selected>' in named.get("/decks?game=uno").text
    assert '<option value="named-1" selected>' in named.get("/decks?game=hkk").text
