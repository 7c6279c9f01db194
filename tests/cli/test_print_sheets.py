"""Cards of plain tables on sheets, read back from the file that the command wrote."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from math import ceil
from pathlib import Path

import pikepdf
import pytest

from tests.cli.printed import laid_out, table
from tests.conftest import Outcome
from tests.render.reading import squeezed, text_of

Command = Callable[..., Outcome]


@pytest.fixture(scope="module")
def cache(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("cache")


@pytest.fixture(autouse=True)
def own_cache(cache: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(cache))


def numbered(count: int, backs: bool = True) -> list[list[object]]:
    return [[f"Front {n:02}", "", 1, f"Back {n:02}" if backs else ""] for n in range(1, count + 1)]


@pytest.mark.parametrize("count", [9, 10, 11, 18])
def test_each_own_back_lies_mirrored_behind_its_front_and_there_is_no_blank_page(
    command: Command, tmp_path: Path, count: int
) -> None:
    target = tmp_path / "t.pdf"
    outcome = command("print", "cards", table(tmp_path, numbered(count)), "-o", target)
    assert (outcome.code, outcome.out) == (0, f"{target}\n")
    pages = laid_out(target.read_bytes())
    assert len(pages) == 2 * ceil(count / 9)
    for sheet in range(0, len(pages), 2):
        fronts, backs = pages[sheet], pages[sheet + 1]
        first = sheet // 2 * 9 + 1
        numbers = range(first, min(first + 9, count + 1))
        assert [f"Front{n:02}" in one.words for n, one in zip(numbers, fronts, strict=True)] == [True] * len(numbers)
        behind = {(round(210 - one.x_mm, 1), round(one.y_mm, 1)): one.words for one in backs}
        for n, one in zip(numbers, fronts, strict=True):
            assert f"Back{n:02}" in behind[round(one.x_mm, 1), round(one.y_mm, 1)]


def test_the_tenth_card_has_its_back_top_right(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "t.pdf"
    assert command("print", "cards", table(tmp_path, numbered(10)), "-o", target).code == 0
    (back,) = laid_out(target.read_bytes())[3]
    assert (back.x_mm, back.y_mm) == pytest.approx((210 - 42, 297 - 60.5), abs=0.1)


def test_cards_without_a_back_leave_its_place_empty(command: Command, tmp_path: Path) -> None:
    rows = [[f"Front {n:02}", "", 1, f"Back {n:02}" if n % 2 else "-"] for n in range(1, 11)]
    target = tmp_path / "t.pdf"
    assert command("print", "cards", table(tmp_path, rows), "-o", target).code == 0
    pages = laid_out(target.read_bytes())
    assert [len(page) for page in pages] == [9, 5, 1, 0]
    fronts = {one.words[-2:]: (210 - one.x_mm, one.y_mm) for one in pages[0]}
    for one in pages[1]:
        assert (one.x_mm, one.y_mm) == pytest.approx(fronts[one.words[-2:]], abs=0.1)


def test_where_no_card_has_a_back_there_are_fronts_only(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "t.pdf"
    assert command("print", "cards", table(tmp_path, numbered(10, backs=False)), "-o", target).code == 0
    assert [len(page) for page in laid_out(target.read_bytes())] == [9, 1]


def test_no_cards_are_an_error_and_no_file(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "t.pdf"
    outcome = command("print", "cards", table(tmp_path, [["A", "", 0, ""], ["B", "", 0, ""]]), "-o", target)
    assert (outcome.code, outcome.out) == (1, "")
    assert "print.no-cards" in outcome.err
    assert not target.exists()


def test_texts_are_printed_letter_by_letter(command: Command, tmp_path: Path) -> None:
    texts = ('Kard & <Pajzs> "éles" <b>', "{{ x }} {% raw %} {# y #}", "%nev% %s ${z}", "<script>alert(1)</script>")
    rows = [[text, text, 1, ""] for text in texts]
    target = tmp_path / "t.pdf"
    assert command("print", "cards", table(tmp_path, rows), "-o", target).code == 0
    read = squeezed(text_of(target.read_bytes()))
    for text in texts:
        assert read.count(squeezed(text)) == 2, text


def test_card_text_runs_no_template_code(command: Command, tmp_path: Path) -> None:
    attack = "{{ ''.__class__.__mro__ }}{{ 7 * 191 }}{% for x in range(9) %}!{% endfor %}"
    target = tmp_path / "t.pdf"
    assert command("print", "cards", table(tmp_path, [["A", attack, 1, ""]]), "-o", target).code == 0
    read = squeezed(text_of(target.read_bytes()))
    assert squeezed(attack) in read
    assert "1337" not in read
    assert "class'" not in read


def test_a_paper_too_small_for_a_card_is_refused_with_the_sum(command: Command, tmp_path: Path) -> None:
    path = table(tmp_path, numbered(1))
    outcome = command("print", "cards", path, "--paper", "a5", "--size", "150x211", "-o", tmp_path / "t.pdf")
    assert outcome.code == 1
    assert "150 mm > 148 − 2 × 5 = 138 mm" in outcome.err
    assert not (tmp_path / "t.pdf").exists()


def test_five_thousand_cards_are_as_many_pages_and_few_faces(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "t.pdf"
    rows = [[f"Front {n:02}", "", 500, f"Back {n:02}"] for n in range(1, 11)]
    outcome = command("print", "cards", table(tmp_path, rows), "-o", target, "--report", "json")
    report = json.loads(outcome.out)
    assert (report["cards_read"], report["cards"], report["faces"]) == (10, 5000, 20)
    assert (report["sheets"], report["pages"]) == (556, 1112)
    with pikepdf.open(target) as document:
        assert len(document.pages) == 1112
    assert target.stat().st_size < 2_000_000


def test_more_cards_than_anybody_prints_are_refused_before_any_work(command: Command, tmp_path: Path) -> None:
    rows = [[f"Front {n}", "", 999, ""] for n in range(11)]
    outcome = command("print", "cards", table(tmp_path, rows), "-o", tmp_path / "t.pdf")
    assert outcome.code == 1
    assert "print.too-many" in outcome.err


def test_sizes_have_sheets_of_their_own_and_backs_stay_behind_their_fronts(command: Command, tmp_path: Path) -> None:
    rows = [["Small", "", 1, "Back small", "mini-euro"], ["Large", "", 10, "Back large", ""]]
    target = tmp_path / "t.pdf"
    path = table(tmp_path, rows, "name,text,qty,back,size")
    assert command("print", "cards", path, "-o", target).code == 0
    pdf = target.read_bytes()
    assert [len(page) for page in laid_out(pdf, (44.0, 68.0))] == [1, 1, 0, 0, 0, 0]
    assert [len(page) for page in laid_out(pdf)] == [0, 0, 9, 9, 1, 1]


def test_one_sheet_can_be_printed_again_with_its_number(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "t.pdf"
    arguments = ("print", "cards", table(tmp_path, numbered(18)), "-o", target)
    outcome = command(*arguments, "--sheets", "2", "--report", "json")
    assert (outcome.code, json.loads(outcome.out)["cards"]) == (0, 9)
    fronts, backs = laid_out(target.read_bytes())
    assert {one.words[-2:] for one in fronts} == {one.words[-2:] for one in backs} == {f"{n}" for n in range(10, 19)}
    assert "2/2" in squeezed(text_of(target.read_bytes()))
    refused = command(*arguments, "--sheets", "3")
    assert (refused.code, "print.sheets" in refused.err) == (1, True)


def test_spare_places_of_an_earlier_sheet_are_filled_first(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "t.pdf"
    outcome = command("print", "cards", table(tmp_path, numbered(3)), "-o", target, "--slots", "3,7")
    assert outcome.code == 0
    pages = laid_out(target.read_bytes())
    assert [len(page) for page in pages] == [2, 2, 1, 1]
    assert [(round(one.x_mm), round(one.y_mm)) for one in pages[0]] == [(168, 237), (42, 61)]


def test_some_cards_are_chosen_with_copies_of_their_own(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "t.pdf"
    path = table(tmp_path, numbered(5))
    chosen = ("--only", "front 02", "--only", "FRONT 04", "--copies", "2", "--backs", "none")
    assert command("print", "cards", path, "-o", target, *chosen).code == 0
    assert [one.words[-2:] for one in laid_out(target.read_bytes())[0]] == ["02", "02", "04", "04"]
    unknown = command("print", "cards", path, "-o", target, "--only", "Front 2")
    assert unknown.code == 2
    assert "Front 02" in unknown.err


def test_backs_lie_across_a_fold(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "t.pdf"
    assert command("print", "cards", table(tmp_path, numbered(4)), "-o", target, "--backs", "fold").code == 0
    (page,) = laid_out(target.read_bytes())
    assert sum(one.words.startswith("Front") for one in page) == sum("Back" in one.words for one in page) == 4
    with pikepdf.open(io.BytesIO(target.read_bytes())) as document:
        assert "/Duplex" not in document.Root.ViewerPreferences or "Simplex" in str(
            document.Root.ViewerPreferences.Duplex
        )


def test_a_table_comes_from_standard_input(command: Command, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stdin:
        buffer = io.BytesIO("név;darab\nKard;2\n".encode())

    monkeypatch.setattr("sys.stdin", Stdin)
    monkeypatch.chdir(tmp_path)
    outcome = command("print", "cards", "-", "--lang", "hu")
    assert (outcome.code, outcome.out) == (0, "output/cards-hu.pdf\n")


def test_a_face_of_two_sizes_is_two_faces_and_the_figures_add_up(command: Command, tmp_path: Path) -> None:
    path = table(tmp_path, [["A", "tcg", 1], ["B", "tcg", 1], ["C", "square", 1]], "name,size,qty")
    outcome = command("print", "cards", path, "-o", tmp_path / "t.pdf", "--report", "json")
    told = json.loads(outcome.out)
    assert (told["faces"], told["faces_rendered"] + told["faces_reused"]) == (5, 5)  # 3 fronts, the back in 2 sizes
