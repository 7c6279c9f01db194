"""What lies where on the finished sheets: measured in the file, for every way that backs come behind fronts."""

from __future__ import annotations

import io
from dataclasses import replace

import pikepdf
import pytest

from cardtools.documents.labels import label as label_of
from cardtools.imposition.grid import GridSpec
from cardtools.imposition.plan import Group, impose_groups
from cardtools.imposition.selection import pick_sheets
from cardtools.model.printing import Backs, Imposition, Orientation, Shift, apply
from cardtools.render.faces import Pack, Trim
from cardtools.render.html import Templates
from cardtools.render.sheets import SmallPrint, place
from cardtools.render.strips import Labels, LabelSide, draw_strips
from cardtools.store.workspace import shipped
from cardtools.words.catalog import Words
from tests.factories import impose
from tests.imposition.specs import A4
from tests.render.packs import plain_pack
from tests.render.reading import MM, letters, read_page

TEMPLATES = Templates(shipped("templates"))
SIDES: dict[Backs, tuple[LabelSide, ...]] = {"fold": ("fold",)}


def sheets(plan: Imposition, title: str = "Próba", *, draft: bool = False) -> bytes:
    packs = []
    for number, layout in enumerate(plan.layouts):
        used = {one.face for sheet in plan.sheets if sheet.layout == number for one in sheet.placements}
        packs.append(plain_pack(sorted(used), Trim(layout.card_width_mm, layout.card_height_mm, layout.bleed_mm)))
    return placed(plan, packs, title, draft=draft)


def placed(plan: Imposition, packs: list[Pack], title: str = "Próba", *, draft: bool = False) -> bytes:
    labels = Labels(title, Words("hu"), SIDES.get(plan.backs, ("front", "back")), draft)
    return place(plan, packs, SmallPrint(labels, draw_strips(labels, TEMPLATES, "hu")), title, "hu")


def cards(count: int, *, own: bool = True) -> list[tuple[str, str | None]]:
    return [(f"front {n:02}", f"back {n:02}" if own else "back") for n in range(count)]


def check_where_cards_lie(pdf: bytes, plan: Imposition) -> None:
    """Assert that every card lies in the file where the plan has it, unscaled."""
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert len(document.pages) == len(plan.sheets)
        for page, sheet in zip(document.pages, plan.sheets, strict=True):
            layout = plan.layouts[sheet.layout]
            found = [one for one in read_page(page).placed if one.name.startswith("F")]
            assert len(found) == len(sheet.placements)
            bleed = layout.bleed_mm
            for one, planned in zip(found, sheet.placements, strict=True):
                size = (layout.card_width_mm + 2 * bleed, layout.card_height_mm + 2 * bleed)
                assert (one.width, one.height) == pytest.approx(size, abs=1e-3)
                a, b, c, d, _, _ = one.matrix
                assert a * d - b * c == pytest.approx(1, abs=1e-6)
                trim = ((bleed, bleed), (size[0] - bleed, size[1] - bleed))
                for point, corner in zip(trim, planned.corners_mm[::2], strict=True):
                    assert apply(one.matrix, *point) == pytest.approx(corner, abs=0.01)


@pytest.mark.parametrize("backs", ["none", "long", "short", "fold"])
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
@pytest.mark.parametrize("shift", [Shift(), Shift(0.8, -1.2, 0.75)], ids=["still", "moved"])
def test_cards_lie_in_the_file_where_the_plan_has_them(backs: Backs, orientation: Orientation, shift: Shift) -> None:
    plan = impose(cards(11), replace(A4, bleed_mm=2, orientation=orientation), backs, "crop", shift)
    check_where_cards_lie(sheets(plan), plan)


@pytest.mark.parametrize(
    ("backs", "duplex"),
    [("none", "/Simplex"), ("fold", "/Simplex"), ("long", "/DuplexFlipLongEdge"), ("short", "/DuplexFlipShortEdge")],
)
@pytest.mark.parametrize("orientation", ["portrait", "landscape"])
def test_the_file_asks_to_be_printed_at_its_own_size_and_turned_over_that_edge_of_the_paper(
    backs: Backs, duplex: str, orientation: Orientation
) -> None:
    pdf = sheets(impose(cards(1), replace(A4, orientation=orientation), backs, "crop"))
    with pikepdf.open(io.BytesIO(pdf)) as document:
        preferences = document.Root.ViewerPreferences
        assert preferences.PrintScaling == "/None"
        assert preferences.Duplex == duplex
        size = (297, 210) if orientation == "landscape" else (210, 297)
        assert [float(length) * MM for length in document.pages[0].mediabox] == pytest.approx([0, 0, *size], abs=1e-3)


def test_crop_marks_of_moved_backs_stand_at_the_edges_of_the_moved_cards() -> None:
    plan = impose(cards(9), A4, "long", "crop", Shift(1.5, -2))
    with pikepdf.open(io.BytesIO(sheets(plan))) as document:
        front, back = (read_page(page) for page in document.pages)
    for one, other in zip(front.lines, back.lines, strict=True):
        assert other.x1 - one.x1 == pytest.approx(1.5, abs=1e-3)
        assert other.y1 - one.y1 == pytest.approx(-2, abs=1e-3)
    # The ruler goes with its sheet, so that it never lies under a card.
    rulers = [next(one.box for one in side.placed if one.name == "Ruler") for side in (front, back)]
    assert rulers[1].x_mm - rulers[0].x_mm == pytest.approx(1.5, abs=1e-3)


def test_a_fold_line_is_drawn_half_way_between_fronts_and_backs() -> None:
    plan = impose(cards(4), replace(A4, bleed_mm=3), "fold", "crop")
    with pikepdf.open(io.BytesIO(sheets(plan))) as document:
        (content,) = (read_page(page) for page in document.pages)
    longest = max(content.lines, key=lambda line: abs(line.x2 - line.x1) + abs(line.y2 - line.y1))
    assert longest.level
    assert longest.y1 == pytest.approx(105, abs=1e-3)
    tops = {round(one.box.y_mm, 2) for one in content.placed if one.name.startswith("F")}
    assert tops == {105, 105 - 94}


def test_sizes_are_kept_apart_even_where_their_faces_are_the_same() -> None:
    groups = [Group([("ace", "back")] * 2, A4), Group([("ace", "back")] * 3, GridSpec(210, 297, 70, 120))]
    plan = impose_groups(groups, "long", "crop")
    pdf = sheets(plan)
    check_where_cards_lie(pdf, plan)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        assert [len(read_page(page).placed) for page in document.pages] == [4, 4, 5, 5]


def test_chosen_sheets_are_labelled_with_the_numbers_they_have_in_the_whole_run() -> None:
    plan = impose(cards(30, own=False), A4, "long", "crop")
    whole, some = sheets(plan), sheets(pick_sheets(plan, (2, 4)))
    assert labels_of(some) == [label for label in labels_of(whole) if "2/4" in label or "4/4" in label]
    assert labels_of(some) == [f"Próba · {side} {n}/4" for n in (2, 4) for side in ("előlap", "hátlap")]


def labels_of(pdf: bytes) -> list[str]:
    """Return the text of the label on each page."""
    found: dict[int, str] = {}
    for letter in letters(pdf):
        if letter.form == "Label":
            found[letter.page] = found.get(letter.page, "") + letter.text
    return [found[page] for page in sorted(found)]


@pytest.mark.parametrize("title", ["Próba", "Megszentségteleníthetetlenségeskedéseitekért " * 6])
def test_labels_end_at_their_right_edge_and_never_run_out_of_their_place(title: str) -> None:
    pdf = sheets(impose(cards(2), replace(A4, card_width_mm=60), "long", "crop"), title)
    with pikepdf.open(io.BytesIO(pdf)) as document:
        box = next(one.box for one in read_page(document.pages[0]).placed if one.name == "Label")
    shown = [one.box for one in letters(pdf) if one.form == "Label" and one.page == 0]
    assert min(one.x_mm for one in shown) >= box.x_mm - 0.01
    assert max(one.right_mm for one in shown) == pytest.approx(box.right_mm, abs=0.2)
    (first, second) = labels_of(pdf)
    assert first.endswith("· előlap 1/1")
    assert second.endswith("· hátlap 1/1")


def test_a_longer_run_takes_no_more_small_print() -> None:
    def pieces(count: int) -> int:
        with pikepdf.open(io.BytesIO(sheets(impose([("a", "b")] * count, A4, "long", "crop")))) as document:
            forms = [one for one in document.objects if isinstance(one, pikepdf.Stream) and one.get("/BBox")]
            return len(forms) - len(document.pages)  # each page has its label

    assert pieces(9 * 200) == pieces(9 * 100)


def test_the_same_plan_gives_the_same_bytes() -> None:
    plan = impose(cards(12), A4, "short", "crop", Shift(0.5, 0.5, 0.3))
    assert sheets(plan) == sheets(plan)


def test_there_is_no_date_in_a_file_unless_one_is_given(monkeypatch: pytest.MonkeyPatch) -> None:
    plan = impose(cards(1), A4, "none", "crop")
    monkeypatch.delenv("SOURCE_DATE_EPOCH", raising=False)
    with pikepdf.open(io.BytesIO(sheets(plan))) as document:
        assert "/CreationDate" not in document.docinfo
    monkeypatch.setenv("SOURCE_DATE_EPOCH", "1700000000")
    with pikepdf.open(io.BytesIO(sheets(plan))) as document:
        assert document.docinfo["/CreationDate"] == "D:20231114221320Z"
    assert sheets(plan) == sheets(plan)
    for nonsense in ("yesterday", "", "9" * 30):
        monkeypatch.setenv("SOURCE_DATE_EPOCH", nonsense)
        with pikepdf.open(io.BytesIO(sheets(plan))) as document:
            assert "/CreationDate" not in document.docinfo


def test_every_sheet_of_a_draft_says_so() -> None:
    plan = impose(cards(10), A4, "long", "crop")
    draft = label_of("draft", "hu")
    pages = dict.fromkeys(range(4), "")
    for letter in letters(sheets(plan, draft=True)):
        if letter.form == "Draft":
            pages[letter.page] += letter.text
            assert 0 < letter.box.x_mm < letter.box.right_mm < 210
    assert pages == dict.fromkeys(range(4), draft)
