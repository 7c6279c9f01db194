"""The form of the print room, and what becomes of orders whose process is killed or stopped."""

from __future__ import annotations

import json
import os
import signal
import time
from contextlib import suppress
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest

from cardtools.app import sessions
from cardtools.app.desk import Desk
from cardtools.web.print_worker import REPORT, STAGE
from tests.web.conftest import DECKS, Table, plain
from tests.web.test_prints import LEGAL, PATIENCE_S, TABLE, made, picture

TEMPLATE = "<div style='position:absolute;left:5mm;top:9mm;font-size:11pt'>{{ face.name }} saját kép</div>"


def words_of(table: Table, path: str, page: int = 0) -> str:
    content = table.get(f"{path}/document").content
    with pdfium.PdfDocument(content) as pdf:
        return " ".join(pdf[page].get_textpage().get_text_bounded().split())


def until(condition: Any) -> None:
    end = time.monotonic() + PATIENCE_S
    while not condition():
        assert time.monotonic() < end
        time.sleep(0.01)


@pytest.mark.parametrize(
    ("document", "sent", "told"),
    [
        ("reference", {"paper": "a9"}, "Paper: “a9” is not among what can be chosen; choose one of a3, a4, a5, letter"),
        ("reference", {"language": "xx"}, "Language: “xx” is not among what can be chosen; choose one of cs, en, hu"),
        ("reference", {"economy": "yes"}, "Without tints, to save ink: “yes” is neither 1"),
        ("cards", {"gap_mm": "NaN"}, "Gap (mm): “NaN” is no number from 0 to 50"),
        ("cards", {"copies": "1000"}, "Copies of each: “1000” is no whole number from 1 to 999"),
        ("cards", {"copies": "1.5"}, "Copies of each: “1.5” is no whole number from 1 to 999"),
        ("cards", {"sheets": "0"}, "Only these sheets (1,3-5): “0” names no numbers from 1 to 10000"),
        ("cards", {"printer": "Nowhere"}, "Printer: “Nowhere” is not among"),
        (
            "cards",
            {"profile": "mpc-63x88", "paper": "a3"},
            "leave these as they were (Paper), or choose a home",
        ),
        ("cards", {"profile": "mpc-63x88", "draft": "1"}, "which is never a draft: take the tick out"),
        ("setup", {"players": "2-11"}, "Players (4 or 3,5-6): “2-11” names no numbers from 2 to 10"),
        ("scorepad", {"evening": "e-1"}, "Filled in from: “e-1” is not among"),
        ("checklist", {"strict": "on"}, "Take warnings for errors: “on” is neither"),
    ],
)
def test_what_the_form_cannot_be_is_refused_and_stands_there_as_sent(
    table: Table, document: str, sent: dict[str, str], told: str
) -> None:
    answer = table.send("/print", {"document": document, "game": "uno", "language": "en", **sent, "rounds": "7"})
    assert answer.status_code == 422
    assert told in plain(answer.text)
    assert 'role="alert"' in answer.text
    assert 'name="rounds" ' in answer.text
    assert not list((table.settings.folder / "prints").glob("*"))


def test_all_that_is_wrong_is_told_at_once_and_marked(table: Table) -> None:
    sent = {"document": "cards", "game": "uno", "gap_mm": "51", "copies": "x", "paper": "a3"}
    answer = table.send("/print", sent)
    assert answer.text.count('class="finding error"') == 2
    assert answer.text.count('aria-invalid="true"') == 2
    marked = 'name="gap_mm" aria-invalid="true" aria-describedby="told"'
    assert f'{marked} min="0" max="50" step="0.01" value="51"' in answer.text
    assert '<option value="a3" selected>' in answer.text
    assert "<details open>" in answer.text


def test_more_files_than_are_taken_are_refused(table: Table) -> None:
    answer = table.send("/print", {"document": "prototypes"}, files=[("table", TABLE), ("table", TABLE)])
    assert answer.status_code == 422
    assert "Table of cards: more files than can be taken at once; choose at most 1" in plain(answer.text)


def test_a_wrong_turn_of_a_printer_is_not_taken_for_none(table: Table, tmp_path: Path, monkeypatch: Any) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    sent = {"document": "calibration", "name": "Office", "x_mm": "0.4", "y_mm": "1", "degrees": "a bit"}
    answer = table.send("/print/printers", sent)
    assert answer.status_code == 422
    assert "Backs turned (°): “a bit” is no number from -5 to 5" in plain(answer.text)
    assert answer.text.count('aria-invalid="true"') == 1
    assert 'name="name" value="Office"' in answer.text
    assert not (tmp_path / "config").exists()


def test_another_document_and_game_keep_what_was_filled_in(table: Table) -> None:
    typed = {"document": "cards", "game": "uno", "language": "hu", "copies": "3", "only": "Vad & <kék>", "economy": "1"}
    shown = table.client.post("/print/form", data={"form": table.token, **typed, "game": ["uno", "hkk"]})
    assert shown.url.path == "/print"
    assert table.token not in str(shown.url)
    assert 'name="game" value="hkk"' in shown.text
    for field in ('name="copies" min="1" max="999" step="1" value="3"', 'value="Vad &amp; &lt;kék&gt;"'):
        assert field in shown.text
    assert 'name="economy" value="1" checked' in shown.text
    assert '<option value="hu" lang="hu" selected>' in shown.text
    assert "paper=" not in str(shown.url)  # nobody chose another
    away = table.client.post("/print/form", data={"form": table.token, **typed, "document": ["cards", "reference"]})
    assert '<input type="hidden" name="copies" value="3">' in away.text
    assert 'name="economy" value="1" checked' in away.text
    sent = {"form": table.token, **dict(away.url.params), "document": ["reference", "cards"]}
    back = table.client.post("/print/form", data=sent)
    assert 'name="copies" min="1" max="999" step="1" value="3"' in back.text


def test_the_form_of_another_deck_is_shown_where_decks_are_of_several_games(table: Table) -> None:
    first = table.begin(LEGAL).rpartition("/")[2]
    assert "Show the options of this deck" not in table.get("/print?document=proxies").text
    other = table.begin("4 Piros 5\n", game="uno", form="classic").rpartition("/")[2]
    page = table.get(f"/print?document=proxies&deck={first}").text
    assert "Show the options of this deck" in page
    assert '<option value="pl">' not in page
    sent = {"document": "proxies", "deck": other, "dpi": "150"}
    page = table.send("/print/form", sent).text
    assert '<option value="pl">' in page
    assert f'<option value="{other}" selected>' in page
    assert 'name="dpi" min="72" max="1200" step="1" value="150"' in page


def test_a_template_and_an_encoding_are_taken_for_prototypes(table: Table) -> None:
    content = "name,text\nÁrvíztűrő,Repül.\n".encode("cp852")
    files = [("table", ("beasts.csv", content)), ("template", ("mine.html.j2", TEMPLATE.encode()))]
    path = made(table, "prototypes", files, encoding="cp852", backs="none")
    assert "stage done" in table.get(path).text, plain(table.get(path).text)
    assert "Árvíztűrő saját kép" in words_of(table, path)


def test_a_template_comes_with_what_it_uses(table: Table) -> None:
    art = ("template", ("seal.png", picture()))
    whole = "{% include 'name.html.j2' %}<img src='seal.png' style='position:absolute;left:20mm;top:40mm;width:20mm'>"
    parts = [("name.html.j2", TEMPLATE), ("front.html.j2", whole)]
    sent = [("table", TABLE), art, *(("template", (name, text.encode())) for name, text in parts)]
    path = made(table, "prototypes", sent, backs="none")
    assert "stage done" in table.get(path).text, plain(table.get(path).text)
    assert "Sárkány saját kép" in words_of(table, path)
    with pdfium.PdfDocument(table.get(f"{path}/document").content) as pdf:
        colours = pdf[0].render().to_pil().convert("RGB").getcolors(1 << 20)
    assert (0, 128, 128) in {colour for _, colour in colours}
    unclear = [("table", TABLE), *(("template", (name, b"x")) for name in ("a.html.j2", "b.html.j2"))]
    page = plain(table.get(made(table, "prototypes", unclear)).text)
    assert "name that one front.html.j2" in page


def test_a_template_reads_nothing_of_this_machine(table: Table, tmp_path: Path) -> None:
    (tmp_path / "secret.txt").write_text("titok", "utf-8")
    secret = f"{{% include '{tmp_path}/secret.txt' %}}"
    for reading in (secret, "{% include '../../about.json' %}", "{{ ''.__class__ }}"):
        files = [("table", TABLE), ("template", ("mine.j2", reading.encode()))]
        page = table.get(made(table, "prototypes", files))
        assert "stage failed" in page.text, reading
        assert "titok" not in page.text
        assert str(table.settings.folder) not in page.text


def test_owned_cards_come_in_another_encoding_than_the_deck(table: Table) -> None:
    deck = table.begin(LEGAL).rpartition("/")[2]
    part = LEGAL.replace("3 Rettegés\n", "").encode("cp852")
    page = table.get(made(table, "proxies", [("owned", ("mine.txt", part))], deck=deck, encoding="cp852"))
    assert "stage done" in page.text, plain(page.text)
    assert "<dt>cards</dt><dd>3</dd>" in page.text


def test_setup_slips_are_for_several_numbers_of_players_or_for_none(table: Table) -> None:
    path = made(table, "setup", game="uno", players="2,4-5", slips="4")
    page = table.get(path)
    assert "stage done" in page.text, plain(page.text)
    assert "players=2%2C4-5" in page.text  # asked for again
    none = made(table, "setup", game="nepmesek", players="", variant="advanced")
    assert "stage done" in table.get(none).text, plain(table.get(none).text)
    missing = table.get(made(table, "setup", game="unikornis", players=""))
    assert "stage failed" in missing.text
    assert made(table, "setup", game="unikornis")  # the field that was not sent is as it stands there at first


def test_lists_are_judged_by_the_day_the_players_and_what_they_agreed_on(table: Table) -> None:
    files = [("lists", ("list.txt", LEGAL.encode()))]
    fields = {"on": "2025-04-05", "choice-versions": "separate", "format": "tournament-2025"}
    path = made(table, "verdicts", files, game="hkk", **fields)
    assert "stage done" in table.get(path).text, plain(table.get(path).text)
    assert "2025-04-05" in words_of(table, path)
    files = [("lists", ("duel.txt", b"1 Unikornis\n"))]
    path = made(table, "verdicts", files, game="unikornis", players="2")
    assert "stage done" in table.get(path).text, plain(table.get(path).text)
    named = Desk.open("en").catalog.formats("unikornis")
    (two,) = [one.name["en"] for one in named if one.id == "two-player"]
    assert two in words_of(table, path)


def test_a_deck_is_registered_for_a_day_and_so_many_players(table: Table) -> None:
    deck = table.begin(LEGAL, name="Hét vezér").rpartition("/")[2]
    path = made(table, "registration", deck=deck, on="2025-04-05", players="2", player="Árpád")
    assert "Árpád" in words_of(table, path)
    assert "Hét vezér" in words_of(table, path)
    refused = table.get(made(table, "registration", deck=deck, players="1"))
    assert "stage failed" in refused.text


def test_a_score_pad_is_filled_in_from_a_file_that_was_sent(table: Table, tmp_path: Path) -> None:
    begun = sessions.begin(Desk.open("en"), tmp_path / "e.jsonl", "uno", ["Annamária", "Béla"])
    sessions.add_round(Desk.open("en"), Path(begun.path), "Béla out; Annamária r7")
    sent = [("session", ("e.jsonl", Path(begun.path).read_bytes()))]
    assert "Annamária" in words_of(table, made(table, "scorepad", sent, game="uno"))
    sessions.begin(Desk.open("en"), table.settings.folder / "evenings/e-1.jsonl", "uno", ["Cili", "Dani"])
    both = table.send("/print", {"document": "scorepad", "game": "uno", "evening": "e-1"}, files=sent)
    assert both.status_code == 422
    assert "not both" in both.text


def test_findings_are_told_as_by_the_command(table: Table, command: Any, tmp_path: Path) -> None:
    text = (DECKS / "illegal-copies.txt").read_text("utf-8")
    deck = table.begin(text).rpartition("/")[2]
    page = plain(table.get(made(table, "registration", deck=deck)).text)
    asked = ("print", "registration", DECKS / "illegal-copies.txt", "-g", "hkk", "-f", "tournament", "--lang", "en")
    told = json.loads(command(*asked, "--report", "json", "-o", tmp_path / "r.pdf").out)["findings"]
    places = [page.find(one["message"].partition(";")[0]) for one in told]
    assert len(places) > 1
    assert places == sorted(place for place in places if place >= 0), [one["message"] for one in told]


def test_a_draft_says_that_it_is_one_and_why(table: Table) -> None:
    deck = table.begin("3 Rettegés\n3 Nobody Knows This\n").rpartition("/")[2]
    page = plain(table.get(made(table, "proxies", deck=deck, draft="1")).text)
    assert "a DRAFT, as there are errors" in page
    assert "Nobody Knows This" in page
    whole = table.begin("3 Rettegés\n").rpartition("/")[2]
    assert "a DRAFT" not in table.get(made(table, "proxies", deck=whole, draft="1")).text


def test_rows_of_a_table_are_counted(table: Table) -> None:
    content = b"name,qty\nA,2\n,\nB,1\nC,0\n"
    page = plain(table.get(made(table, "prototypes", [("table", ("t.csv", content))])).text)
    assert "rows read 3 rows with quantity 0 1 cards 3" in page
    assert "t.csv, line 5: C is left out: its quantity is 0" in page


def begun(table: Table, **fields: str) -> Path:
    """Order a document and return its folder, without waiting."""
    answer = table.send("/print", {"language": "en", **fields})
    assert answer.status_code == 200, plain(answer.text)
    return table.settings.folder / "prints" / str(answer.url.path).rpartition("/")[2]


def processes(table: Table) -> list[int]:
    process = table.app.state.workshop._process
    return list((process._processes if process else None) or {})


def kill_at_work(table: Table, folder: Path) -> None:
    until((folder / STAGE).is_file)
    for pid in processes(table):
        os.kill(pid, signal.SIGKILL)


def finished(table: Table, folder: Path) -> str:
    path = f"/print/{folder.name}"
    until(lambda: 'data-finished="1"' in table.get(path, **{"X-Part": "job"}).text)
    return str(table.get(path).text)


def test_of_a_killed_process_only_the_order_that_it_worked_on_fails(table: Table) -> None:
    first = begun(table, document="cards", game="nepmesek")
    second = begun(table, document="reference", game="uno")
    assert "Waits for another document" in table.get(f"/print/{second.name}").text
    kill_at_work(table, first)
    page = finished(table, first)
    assert "stage failed" in page
    assert "broke off at this" in page
    assert "stage done" in finished(table, second)


def helpers(pid: int) -> list[int]:
    """Return the processes that help another one to set cards."""
    found = []
    for child in Path(f"/proc/{pid}/task/{pid}/children").read_text("ascii").split():
        with suppress(OSError):
            if b"spawn_main" in Path(f"/proc/{child}/cmdline").read_bytes():
                found.append(int(child))
    return found


@pytest.mark.skipif(len(os.sched_getaffinity(0)) < 2, reason="one processor has nobody to help it")
def test_where_a_helper_is_killed_the_order_says_so_and_nobody_waits_for_ever(table: Table) -> None:
    rows = "name,text\n" + "".join(f"Lap {number},Szöveg {number}.\n" for number in range(400))
    answer = table.send(
        "/print", {"document": "prototypes", "language": "en"}, files=[("table", ("many.csv", rows.encode()))]
    )
    folder = table.settings.folder / "prints" / str(answer.url.path).rpartition("/")[2]
    until((folder / STAGE).is_file)
    (pid,) = processes(table)

    def none_is_left() -> bool:
        for helper in helpers(pid):
            with suppress(ProcessLookupError):
                os.kill(helper, signal.SIGKILL)
        return (folder / REPORT).is_file()

    until(none_is_left)  # some rest when their share is done, which nobody misses
    page = finished(table, folder)
    assert "stage failed" in page
    assert "broke off at this" in page
    assert "stage done" in finished(table, begun(table, document="calibration"))


def test_an_order_for_a_process_that_died_idle_is_made_by_a_new_one(table: Table) -> None:
    assert "stage done" in finished(table, begun(table, document="calibration"))
    for pid in processes(table):
        os.kill(pid, signal.SIGKILL)
    assert "stage done" in finished(table, begun(table, document="calibration"))


def test_an_order_is_stopped_where_it_works_and_where_it_waits(table: Table) -> None:
    first = begun(table, document="cards", game="nepmesek")
    second = begun(table, document="cards", game="uno")
    until((first / STAGE).is_file)
    for folder in (second, first):
        page = table.send(f"/print/{folder.name}/stop").text
        assert "stage failed" in page
        assert "stopped before it was finished" in page
    third = begun(table, document="calibration")
    assert "stage done" in finished(table, third)
    assert "stage done" in table.send(f"/print/{third.name}/stop").text
    assert "stage failed" in finished(table, second)
    assert not (second / STAGE).exists()
    assert table.send("/print/print-0/stop").status_code == 404
