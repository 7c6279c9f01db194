"""The chart of totals: lines that can be told apart in any print, and labels that do not collide."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import pairwise
from xml.etree.ElementTree import fromstring

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.documents.inks import PAPER, contrast
from cardtools.documents.score_chart import ChartWords, ScoreChart, score_chart, spread
from cardtools.model.finding import Finding
from cardtools.model.scoring import Fault, RoundScore, ScoreLine, Scoresheet, Standing
from cardtools.render.engine import lay_out, write
from cardtools.render.fonts import font_face_css
from cardtools.render.html import Templates
from cardtools.render.preflight import check_fonts
from cardtools.store.workspace import shipped

WORDS = ChartWords("UNO: az állás", "Forduló", "Pont", "cél")
GAP = 4.6


def sheet(
    points: Sequence[Sequence[int]], players: Sequence[str] | None = None, target: int | None = None
) -> Scoresheet:
    """A score of rounds, each the points of all players."""
    names = tuple(players or [f"Player {number}" for number in range(len(points[0]))])
    rounds = tuple(
        RoundScore(n, tuple(ScoreLine(one, "x", 1, Fraction(p), "why") for one, p in zip(names, row, strict=True)))
        for n, row in enumerate(points, start=1)
    )
    totals = [Fraction(sum(column)) for column in zip(*points, strict=True)]
    standings = tuple(Standing(1, one, total, winner=False) for one, total in zip(names, totals, strict=True))
    start = dict.fromkeys(names, Fraction(0))
    return Scoresheet("uno", "", target, names, start, rounds, standings, finished=False, decided_by=None, findings=())


def drawn(chart: ScoreChart) -> str:
    return Templates(shipped("templates")).render("charts/totals.svg.j2", {"chart": chart, "lang": "hu"})


def test_each_line_has_a_point_a_round_and_one_before_the_first() -> None:
    chart = score_chart(sheet([[10, 0], [0, 5]]), WORDS)
    assert [len(line.points) for line in chart.lines] == [3, 3]
    first = chart.lines[0]
    assert (first.points[0], first.points[-1][0]) == ((chart.left_mm, chart.zero_y_mm), chart.right_mm)
    assert first.points[1][1] < first.points[0][1]
    assert [line.total for line in chart.lines] == ["10", "5"]


def test_refused_rounds_are_left_out() -> None:
    whole = sheet([[10, 0]])
    refused = RoundScore(2, faults=(Fault(Finding(code="score.no-out")),))
    with_refused = Scoresheet(
        "uno", "", None, whole.players, whole.starting, (*whole.rounds, refused), whole.standings, False, None, ()
    )
    assert score_chart(with_refused, WORDS).lines == score_chart(whole, WORDS).lines


def test_no_two_lines_look_the_same_without_colour_and_all_can_be_read() -> None:
    chart = score_chart(sheet([list(range(24))]), WORDS)
    assert len({(line.dash, line.marker) for line in chart.lines}) == 24
    assert all(contrast(line.colour, PAPER) >= 4.5 for line in chart.lines)


@pytest.mark.parametrize(("most", "is_drawn"), [(500, True), (200, True), (40, False)])
def test_the_target_line_is_drawn_where_somebody_has_come_near_enough(most: int, is_drawn: bool) -> None:
    chart = score_chart(sheet([[most, 0]], target=500), WORDS)
    assert (chart.target_y_mm is not None) is is_drawn
    if chart.target_y_mm is not None:
        assert chart.top_mm <= chart.target_y_mm < chart.bottom_mm


@settings(max_examples=50, deadline=None)
@given(st.lists(st.lists(st.integers(-300, 300), min_size=3, max_size=3), min_size=1, max_size=30))
def test_everything_lies_inside_the_chart(points: list[list[int]]) -> None:
    chart = score_chart(sheet(points), WORDS)
    for line in chart.lines:
        assert all(chart.left_mm <= x <= chart.right_mm + 0.001 for x, _ in line.points)
        assert all(chart.top_mm - 0.001 <= y <= chart.bottom_mm + 0.001 for _, y in line.points)
        assert line.marked[-1] == line.points[-1]
    assert chart.top_mm <= chart.zero_y_mm <= chart.bottom_mm
    assert 2 <= len(chart.y_ticks) <= 9
    assert len(chart.x_ticks) <= 18


@settings(max_examples=50, deadline=None)
@given(st.lists(st.integers(0, 500), min_size=1, max_size=30))
def test_labels_never_collide_and_stay_in_the_order_of_the_totals(totals: list[int]) -> None:
    chart = score_chart(sheet([totals]), WORDS)
    placed = sorted((line.label_y_mm, -int(line.total)) for line in chart.lines)
    assert all(low[0] + GAP <= high[0] + 0.001 for low, high in pairwise(placed))
    assert [total for _, total in placed] == sorted(total for _, total in placed)
    assert chart.top_mm - 0.001 <= placed[0][0]
    assert placed[-1][0] <= chart.bottom_mm + 0.001


@settings(max_examples=50, deadline=None)
@given(st.lists(st.floats(0, 100), max_size=20))
def test_places_are_moved_apart_and_only_where_they_must(wanted: list[float]) -> None:
    places = sorted(spread(wanted, 4, 0, 100))
    assert all(high - low >= 4 - 0.001 for low, high in pairwise(places))
    assert all(-0.001 <= place <= 100.001 for place in places)
    if all(high - low >= 4 for low, high in pairwise(sorted(wanted))):
        assert places == sorted(wanted)


def test_the_drawing_is_plain_svg_in_which_names_are_only_names() -> None:
    svg = drawn(score_chart(sheet([[500, 3]], ["<script>alert(1)</script>", 'Őzike & "Bé"'], target=500), WORDS))
    root = fromstring(svg)  # noqa: S314 - our own drawing
    names = {element.tag.rpartition("}")[2] for element in root.iter()}
    assert names <= {"svg", "title", "rect", "text", "tspan", "g", "path", "circle"}
    assert "<script>" not in svg
    assert "href" not in svg
    texts = "".join(root.itertext())
    assert 'Őzike & "Bé"' in texts
    assert all(word in texts for word in ("UNO: az állás", "Forduló", "Pont", "cél"))
    width, height = root.attrib["width"], root.attrib["height"]
    assert root.attrib["viewBox"] == f"0 0 {width.removesuffix('mm')} {height.removesuffix('mm')}"


def test_a_page_takes_the_drawing_with_our_fonts_and_without_a_complaint() -> None:
    svg = drawn(score_chart(sheet([[500, 3, -20]] * 3, ["Őzike", "Žofie", "Łucja"], target=500), WORDS))
    html = f"<html><head><title>x</title><style>{font_face_css()}</style></head><body>{svg}</body></html>"
    assert list(check_fonts(write(lay_out(html)))) == []


def test_a_long_name_is_shortened_on_the_drawing_and_whole_in_its_title() -> None:
    name = "Krisztofóró Gergő Zoltán az elsőszülött"
    svg = drawn(score_chart(sheet([[1, 2]], [name, "B"]), WORDS))
    assert f"<title>{name}</title>" in svg
    assert "Krisztofóró Gergő…" in svg
