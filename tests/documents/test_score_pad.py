"""Score pads: columns and rows from the game's own data, nothing lost between panels, what was played in its place."""

from __future__ import annotations

from contextlib import suppress
from fractions import Fraction
from typing import get_args

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.app.desk import Desk
from cardtools.app.scores import score_file
from cardtools.documents.inks import PAPER, contrast
from cardtools.documents.pad_page import Cell, Drawing, Grid, Row, ScorePad
from cardtools.documents.pad_room import LEAST_PT, NumberUp, lines_of, name_pt, shares, text_mm
from cardtools.documents.pad_words import filled
from cardtools.documents.score_pad import PadRequest, score_pad
from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding
from cardtools.model.game_folder import Game
from cardtools.model.pads import CategoriesPad, CountersPad, RoundsPad
from cardtools.model.printing import Size
from cardtools.model.scoring import Fault, RoundScore, ScoreLine, Scoresheet, Standing
from cardtools.store.workspace import shipped

LIBRARY = Desk.open("en").library
GAMES = {game: LIBRARY.game(game) for game in LIBRARY.game_ids()}
PAPERS = {name: LIBRARY.paper(name) for name in ("a4", "a5", "letter")}
A4 = PAPERS["a4"]
LONG = "Nagykaposvári Bartholomeusz Éva"
LONGEST = "Wolframmegszentségteleníthetetl"


def pad_of(
    game: str | Game, request: PadRequest | None = None, kept: Scoresheet | None = None, **more: str
) -> ScorePad:
    loaded = GAMES[game] if isinstance(game, str) else game
    return score_pad(loaded, more.get("language", "en"), PAPERS[more.get("paper", "a4")], request, kept)


def grids(pad: ScorePad, look: str) -> list[Grid]:
    """Every table of a look, once a panel of equal ones."""
    panels = [panel for page in pad.pages for panel in dict.fromkeys(page)]
    blocks = [block for panel in panels for band in panel.bands for block in band.blocks]
    return [block for block in blocks if isinstance(block, Grid) and block.look == look]


def cells(grid: Grid, look: str) -> list[Cell]:
    return [cell for row in grid.rows for cell in row.cells if look in cell.look.split()]


def body(grid: Grid) -> list[Row]:
    return [row for row in grid.rows if row.cells[0].look == "number"]


def sheet(
    points: list[list[int]],
    players: tuple[str, ...],
    *,
    category: str = "number",
    finished: bool = False,
    starting: int = 0,
    winner: str = "",
) -> Scoresheet:
    rounds = tuple(
        RoundScore(n, tuple(ScoreLine(one, category, 1, Fraction(p), "w") for one, p in zip(players, row, strict=True)))
        for n, row in enumerate(points, start=1)
    )
    start = {player: Fraction(starting) for player in players}
    places = tuple(Standing(1, one, Fraction(0), winner=one == winner) for one in players)
    return Scoresheet("g", "", None, players, start, rounds, places, finished, None, ())


def test_an_uno_pad_has_points_and_a_running_total_for_each_player_and_a_mark_for_the_dealer() -> None:
    (grid,) = grids(pad_of("uno", PadRequest(players=4)), "rounds")
    assert len(cells(grid, "name")) == 4
    first = body(grid)[0]
    assert [cell.look for cell in first.cells[1:]] == ["points", "so-far"] * 4
    assert [cell.dealer for cell in first.cells[1:]] == [True, False] * 4


def test_an_uno_pad_says_what_the_cards_are_worth_by_its_own_data() -> None:
    (worth,) = grids(pad_of("uno"), "worth")
    told = {row.cells[at].text: row.cells[at + 1].text for row in worth.rows for at in range(0, len(row.cells), 2)}
    assert told["20"] == "Draw Two, Reverse, Skip"
    assert set(told) == {"0–9", "20", "40", "50"}


def test_a_panda_pad_has_its_twelve_rounds_and_the_table_of_the_seventh_trick() -> None:
    pad = pad_of("panda")
    assert sum(len(body(grid)) for grid in grids(pad, "rounds")) == 12
    help_ = grids(pad, "help")
    text = " ".join(cell.text for grid in help_ for row in grid.rows for cell in row.cells)
    assert "blue 25, purple 20, green 15, red 10" in text
    assert "−20; next deal 14 cards" in text
    assert {name for name, _ in pad.pages[0][0].signs} == {"likely", "ruling"}


def test_a_nepmesek_pad_has_a_row_for_each_of_its_categories_and_the_tie_below_the_sum() -> None:
    first = grids(pad_of("nepmesek", language="hu"), "categories")[0]
    labels = [row.cells[0].text for row in first.rows[1:]]
    assert labels == [
        "Csoportok", "Sorok", "Teljes sor", "Magában lerakott +4-esek", "Lila lapok", "Különleges lapok levonása",
        "Huszár", "Összesen", "Lerakott lapok",
    ]  # fmt: skip


def test_a_unikornis_pad_counts_to_seven_in_many_games_on_one_page() -> None:
    pad = pad_of("unikornis", PadRequest(players=4))
    games = grids(pad, "counters")
    assert len(games) >= 8
    assert len(pad.pages) == 1
    for game in games:
        assert all([bead.text for bead in cell.beads[0]] == list("1234567") for cell in cells(game, "beads"))


def test_an_hkk_pad_has_circles_to_twenty_and_the_gain_of_each_turn() -> None:
    first = grids(pad_of("hkk"), "tracks")[0]
    for track in cells(first, "beads"):
        assert [bead.text for line in track.beads for bead in line] == [str(n) for n in range(1, 21)]
    assert [cell.text for cell in cells(first, "gain")[1:7]] == ["+1", "+2", "+3", "+4", "+5", "+5"]
    starts = [bead.text for line in cells(first, "beads")[0].beads for bead in line if bead.look == "start"]
    assert starts == ["18", "20"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("n_up", get_args(NumberUp))
@pytest.mark.parametrize("paper", PAPERS)
def test_everything_has_room_for_any_number_of_players(game: str, n_up: NumberUp, paper: str) -> None:
    for players in (1, 2, 5, 10):
        request = PadRequest(players=players, n_up=n_up)
        if (paper, n_up) == ("a5", 4) or (paper, n_up, game) == ("a5", 2, "hkk"):
            with suppress(CardtoolsError):  # a pad the size of a playing card
                check_room(pad_of(game, request, paper=paper))
        else:
            check_room(pad_of(game, request, paper=paper))


def check_room(pad: ScorePad) -> None:
    for page in pad.pages:
        assert len(page) <= pad.size.columns * pad.size.rows
        for panel in page:
            height = sum(band.height_mm + band.after_mm for band in panel.bands)
            assert height <= pad.size.height_mm + 0.01, (height, pad.size.height_mm)
            for band in panel.bands:
                width = sum(block.width_mm for block in band.blocks) + band.between_mm * (len(band.blocks) - 1)
                assert width <= pad.size.width_mm + 0.01


@settings(max_examples=50, deadline=None)
@given(
    game=st.sampled_from(sorted(GAMES)),
    players=st.integers(1, 30),
    rounds=st.integers(1, 60),
    n_up=st.sampled_from(get_args(NumberUp)),
    language=st.sampled_from(["hu", "en"]),
)
def test_any_number_of_players_and_rounds_has_room_and_none_is_lost(
    game: str, players: int, rounds: int, n_up: NumberUp, language: str
) -> None:
    pad = pad_of(game, PadRequest(players=players, rounds=rounds, n_up=n_up), language=language)
    check_room(pad)
    if isinstance(GAMES[game].scoring.pad, RoundsPad):  # type: ignore[union-attr] # all of ours are scored
        numbers = [row.cells[0].text for grid in grids(pad, "rounds") for row in body(grid)]
        assert set(numbers) == {str(n) for n in range(1, rounds + 1)}


@pytest.mark.parametrize("game", GAMES)
def test_every_line_to_write_on_is_seven_millimetres_high(game: str) -> None:
    for n_up in get_args(NumberUp):
        pad = pad_of(game, PadRequest(players=10, n_up=n_up))
        for look in ("rounds", "categories", "counters", "tracks"):
            for grid in grids(pad, look):
                written = [
                    row
                    for row in grid.rows
                    if any(not cell.text and not cell.beads for cell in row.cells if cell.look != "corner")
                ]
                assert all(row.height_mm >= 7 for row in written)


def test_rounds_that_go_on_are_carried_over_and_summed_at_the_end_only() -> None:
    pad = pad_of("uno", PadRequest(players=4, rounds=60))
    assert len(pad.pages) > 1
    parts = grids(pad, "rounds")
    assert [bool(cells(grid, "carried")) for grid in parts] == [False, *[True] * (len(parts) - 1)]
    assert [bool(cells(grid, "sum")) for grid in parts] == [*[False] * (len(parts) - 1), True]
    assert [page[0].part for page in pad.pages] == [f"{n}/{len(parts)}" for n in range(1, len(parts) + 1)]


def test_an_empty_sheet_holds_equal_pads_so_that_a_pile_is_cut_into_piles_of_pads() -> None:
    pad = pad_of("uno", PadRequest(players=5, rounds=30, n_up=4))
    assert len(pad.pages) > 1
    for page in pad.pages:
        assert len(page) == 4
        assert len(set(page)) == 1


def test_the_paper_lies_where_that_saves_pages() -> None:
    few, many = (pad_of("uno", PadRequest(players=players)) for players in (6, 10))
    assert few.size.paper_width_mm < few.size.paper_height_mm
    assert many.size.paper_width_mm > many.size.paper_height_mm
    assert len(many.pages) == 1


def test_a_kept_score_stands_in_its_rounds_with_running_totals_and_the_winner() -> None:
    kept = sheet([[10, 0], [0, 25]], ("Anna", "Béla"), finished=True, winner="Béla")
    (grid,) = grids(pad_of("uno", kept=kept), "rounds")
    assert [[cell.text for cell in row.cells] for row in body(grid)] == [
        ["1", "10", "10", "0", "0"],
        ["2", "0", "10", "25", "25"],
    ]
    assert [(cell.text, "won" in cell.look) for cell in cells(grid, "sum")[1:]] == [("10", False), ("25", True)]


def test_an_unfinished_score_leaves_rounds_to_play_and_totals_from_before_are_carried_over() -> None:
    kept = sheet([[10, -4]], ("Anna", "Béla"), starting=100)
    (grid,) = grids(pad_of("uno", kept=kept), "rounds")
    rows = body(grid)
    assert len(rows) > 10
    assert [cell.text for cell in cells(grid, "carried") if cell.look.startswith("so-far")] == ["100", "100"]
    assert [cell.text for cell in rows[0].cells] == ["1", "10", "110", "−4", "96"]
    assert not any(cell.text for cell in rows[1].cells[1:])


def test_refused_rounds_are_left_out() -> None:
    kept = sheet([[10, 0]], ("A", "B"), finished=True)
    refused = RoundScore(2, faults=(Fault(Finding(code="score.no-out")),))
    kept = Scoresheet("g", "", None, kept.players, kept.starting, (refused, *kept.rounds), (), True, None, ())
    (grid,) = grids(pad_of("uno", kept=kept), "rounds")
    assert len(body(grid)) == 1


def test_a_kept_count_fills_as_many_circles() -> None:
    kept = sheet([[3, 7]], ("Anna", "Béla"), category="basic", finished=True, winner="Béla")
    first = grids(pad_of("unikornis", kept=kept), "counters")[0]
    full = [sum(bead.look == "full" for bead in cell.beads[0]) for cell in cells(first, "beads")]
    assert full == [3, 7]


@pytest.mark.parametrize("kept", [True, False])
def test_a_pair_has_circles_to_forty_and_starts_there(kept: bool) -> None:
    line = ScoreLine("A & B", "life", 12, Fraction(12), "w")
    score = Scoresheet("hkk", "pairs", None, ("A & B", "C & D"), {}, (RoundScore(1, (line,)),), (), True, None, ())
    pad = pad_of("hkk", None, score) if kept else pad_of("hkk", PadRequest(variant="pairs"))
    life, vp = cells(grids(pad, "tracks")[0], "beads")
    beads = [bead for line in life.beads for bead in line]
    assert [bead.text for bead in beads] == [str(n) for n in range(1, 41)]
    assert [bead.text for bead in beads if bead.look == "start"] == ["40"]
    assert [bead.text for bead in beads if bead.look == "full"] == (["12"] if kept else [])
    assert sum(map(len, vp.beads)) == 20


def kept_hkk(name: str) -> Scoresheet:
    return score_file(Desk.open("en"), "hkk", f"{shipped('data')}/games/hkk/examples/{name}.yaml")[1]


def test_a_war_of_the_gods_shows_how_many_opponents_are_out_and_who_has_won() -> None:
    pad = pad_of("hkk", None, kept_hkk("war-of-the-gods"))
    first = grids(pad, "categories")[0]
    assert [[cell.text for cell in row.cells] for row in first.rows] == [
        ["Game 1", "A", "B", "C", "D", "E"],
        ["Opponents out", "2/2", "0/2", "1/2", "0/2", "0/1"],
        ["Out", "", "×", "", "×", ""],
    ]
    assert [cell.text for cell in cells(first, "won")] == ["A"]


def test_an_empty_pad_of_a_war_of_the_gods_has_the_same_rows_for_more_than_two() -> None:
    first = grids(pad_of("hkk", PadRequest(variant="war-of-the-gods")), "categories")[0]
    assert [row.cells[0].text for row in first.rows] == ["Game 1", "Opponents out", "Out"]
    assert len(cells(first, "name")) == 6
    assert not cells(first, "won")


@pytest.mark.parametrize(
    ("game", "variant", "mode", "goal"),
    [
        ("hkk", "", "", "Bring your opponent down to 0 ÉP."),
        ("hkk", "war-of-the-gods", "War of the Gods", "The first whose opponents are all out wins."),
        ("hkk", "pairs", "Paired play", "Bring the other pair’s shared ÉP down to 0."),
        ("uno", "standard", "", "First to 500 points wins."),
        ("uno", "lowest", "Lowest total wins", "Once somebody has 500 points, the fewest points win."),
    ],
)
def test_a_pad_says_how_it_is_played_and_what_wins_then(game: str, variant: str, mode: str, goal: str) -> None:
    pad = pad_of(game, PadRequest(variant=variant))
    assert (pad.mode, pad.goal) == (mode, goal)


def test_a_target_that_was_agreed_on_is_the_one_that_is_told() -> None:
    kept = Scoresheet("uno", "standard", 300, ("A", "B"), {}, (), (), False, None, ())
    assert pad_of("uno", None, kept).goal == "First to 300 points wins."


def test_a_pair_at_nothing_is_crossed_out_and_the_other_one_has_won() -> None:
    lost, won = grids(pad_of("hkk", None, kept_hkk("pairs")), "tracks")
    beads = [bead.look for line in cells(lost, "beads")[0].beads for bead in line]
    assert (beads, cells(lost, "track")[0].text) == (["gone"] * 40, "ÉP: 0")
    assert [cell.text for cell in cells(won, "won")] == ["Réka & Zsófi"]
    assert not cells(lost, "won")
    assert not cells(won, "games")  # one game: there are none to count


def test_circles_where_a_game_may_start_are_explained_below() -> None:
    (_, words), *_ = [one for one in pad_of("hkk").pages[0][0].signs if one[0] == "start"]
    assert words == "where you start: 20, with an epic follower 18"
    assert not pad_of("hkk", PadRequest(variant="pairs")).pages[0][0].signs


def test_a_whole_game_stands_on_a_postcard_without_hints_rather_than_on_two() -> None:
    pad = pad_of("nepmesek", PadRequest(n_up=4), language="hu")
    (grid,) = grids(pad, "categories")
    assert len(pad.pages) == 1
    assert [bool(cell.small) for cell in cells(grid, "label")] == [False] * 9
    assert min(row.height_mm for row in grid.rows) >= 7.5


def test_two_games_of_five_stand_on_a_postcard() -> None:
    assert len(grids(pad_of("unikornis", PadRequest(n_up=4), language="hu"), "counters")) == 2


def test_each_part_of_a_pad_says_which_players_it_is_for() -> None:
    parts = grids(pad_of("uno", PadRequest(players=10, n_up=4)), "rounds")
    assert [part.rows[0].cells[0].text for part in parts] == ["Player 1–5", "Player 6–10"]
    assert grids(pad_of("uno", PadRequest(players=4)), "rounds")[0].rows[0].cells[0].text == "Player"


def test_a_chart_that_is_higher_than_a_postcard_is_left_out() -> None:
    def draw(width_mm: float) -> Drawing:
        return Drawing("<svg/>", width_mm, 120.0)

    kept = sheet([[10, 0], [0, 25]], ("Anna", "Béla"), finished=True)
    pad = score_pad(GAMES["uno"], "en", A4, PadRequest(n_up=4), kept, draw)
    assert not any(isinstance(block, Drawing) for one in pad.pages[0] for band in one.bands for block in band.blocks)
    check_room(pad)


def test_a_kept_score_that_tells_of_no_track_is_a_table_of_its_points() -> None:
    lines = (
        ScoreLine("A", "neighbour", 1, Fraction(1), "w"),
        ScoreLine("A", "survivor", 3, Fraction(3, 2), "w"),
        ScoreLine("B", "neighbour", 1, Fraction(0), "w"),
    )
    places = (Standing(1, "A", Fraction(5, 2), winner=True), Standing(2, "B", Fraction(0), winner=False))
    kept = Scoresheet("hkk", "final-war", None, ("A", "B"), {}, (RoundScore(1, lines),), places, True, None, ())
    pad = pad_of("hkk", None, kept)
    assert grids(pad, "tracks") == []
    first = grids(pad, "categories")[0]
    assert [[cell.text for cell in row.cells] for row in first.rows[1:]] == [
        ["Left neighbour out", "1", "0"],
        ["Last one in", "1.5", "–"],
        ["Total", "2.5", "0"],
    ]
    assert [cell.text for cell in cells(first, "won")] == ["2.5"]


@pytest.mark.parametrize(
    ("paper", "n_up"), [("a4", 1), ("a4", 2), ("a4", 4), ("letter", 1), ("letter", 2), ("letter", 4), ("a5", 1)]
)
@pytest.mark.parametrize("language", ["hu", "en"])
def test_circles_of_games_won_have_room_in_their_cell(language: str, paper: str, n_up: NumberUp) -> None:
    pad = pad_of("hkk", PadRequest(n_up=n_up), language=language, paper=paper)
    for grid in grids(pad, "tracks"):
        (cell,) = cells(grid, "games")
        wide = sum(grid.widths_mm[-cell.span :]) - 2.0
        beads = len(cell.beads[0]) * (cell.bead_mm + 2 * cell.gap_mm)
        words = text_mm(cell.text, 7.5)
        assert (max(words, beads) if "above" in cell.look.split() else words + 1.5 + beads) <= wide


def test_kept_turns_stand_in_the_log_and_on_the_tracks() -> None:
    def turn(n: int, player: str, vp: int, life: int) -> RoundScore:
        lines = (
            ScoreLine(player, "vp", vp, Fraction(0), "w"),
            ScoreLine("Kati", "life", life, Fraction(life), "w"),
            ScoreLine(player, "state", vp, Fraction(0), "w"),
        )
        return RoundScore(n, lines)

    kept = Scoresheet(
        "hkk",
        "turns",
        None,
        ("Kati", "Balázs"),
        {},
        (turn(1, "Kati", 1, 20), turn(2, "Balázs", 1, -3)),
        (),
        False,
        None,
        (),
    )
    kati = grids(pad_of("hkk", kept=kept), "tracks")[0]
    assert [cell.text for cell in cells(kati, "points") if cell.text] == ["20", "1"]
    full = [bead.text for line in cells(kati, "beads")[0].beads for bead in line if bead.look == "full"]
    assert full == ["17"]


def test_a_game_scored_by_tally_gets_a_row_for_each_category_without_any_pad_in_its_data() -> None:
    uno = GAMES["uno"]
    assert uno.scoring is not None
    tally = uno.model_copy(update={"scoring": uno.scoring.model_copy(update={"pad": None, "scorer": None})})
    kept = sheet([[10, 4], [5, 5]], ("Anna", "Béla"), category="number")
    first, second, *_ = grids(pad_of(tally, kept=kept), "categories")
    rows = {row.cells[0].text: [cell.text for cell in row.cells[1:]] for row in second.rows}
    assert rows["Number cards"] == ["5", "5"]
    assert rows["So far"] == ["15", "9"]
    assert {cell.small for cell in cells(first, "label") if cell.text == "Wild"} == {"50 points each"}


def test_a_game_without_categories_gets_rounds() -> None:
    panda = GAMES["panda"]
    assert panda.scoring is not None
    bare = panda.scoring.model_copy(update={"pad": None, "categories": ()})
    assert grids(pad_of(panda.model_copy(update={"scoring": bare})), "rounds")
    assert grids(pad_of(panda.model_copy(update={"scoring": None})), "rounds")


def test_counters_without_a_target_become_another_pad() -> None:
    unikornis = GAMES["unikornis"]
    assert unikornis.scoring is not None
    assert isinstance(unikornis.scoring.pad, CountersPad)
    untold = unikornis.model_copy(update={"scoring": unikornis.scoring.model_copy(update={"target": None})})
    assert grids(pad_of(untold), "categories")


def test_more_categories_than_a_panel_holds_go_on_on_the_next() -> None:
    game = GAMES["nepmesek"]
    assert game.scoring is not None
    assert isinstance(game.scoring.pad, CategoriesPad)
    rows = tuple(game.scoring.pad.rows[0] for _ in range(30))
    pad = game.scoring.pad.model_copy(update={"rows": rows})
    made = pad_of(game.model_copy(update={"scoring": game.scoring.model_copy(update={"pad": pad})}), PadRequest(n_up=4))
    parts = grids(made, "categories")
    assert sum(len(cells(grid, "label")) for grid in parts) == 31
    assert [bool(cells(grid, "sum")) for grid in parts] == [*[False] * (len(parts) - 1), True]
    check_room(made)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("n_up", get_args(NumberUp))
def test_ten_names_of_thirty_letters_have_room_in_their_cells(game: str, n_up: NumberUp) -> None:
    names = tuple(f"{LONG if n % 2 else LONGEST}{n}" for n in range(10))
    pad = pad_of(game, PadRequest(n_up=n_up), sheet([[1] * 10], names))
    check_room(pad)
    found = set()
    for look in ("rounds", "categories", "counters", "tracks"):
        for grid in grids(pad, look):
            for row in grid.rows:
                at = 0
                for cell in row.cells:
                    width = sum(grid.widths_mm[at : at + cell.span])
                    at += cell.span
                    if cell.text in names:
                        found.add(cell.text)
                        assert cell.type_pt >= LEAST_PT
                        lines = lines_of(cell.text, width - 2.2, cell.type_pt)
                        assert lines * cell.type_pt * 0.41 <= row.height_mm
    assert found == set(names)


@pytest.mark.parametrize("game", GAMES)
def test_all_type_can_be_read_on_its_ground(game: str) -> None:
    pad = pad_of(game)
    assert contrast(pad.ink, pad.tint) >= 4.5
    assert contrast(pad.ink, PAPER) >= 4.5
    assert contrast("#595959", pad.tint) >= 4.5


def test_numbers_that_a_game_does_not_have_are_question_marks() -> None:
    text = filled("{target} {fact:rounds} {fact:nothing} {card:blue-dragon} {card:nobody} {else}", GAMES["panda"], "en")
    assert text == "222 12 ? 25 ? {else}"


def test_facts_and_cards_that_the_texts_of_pads_name_exist() -> None:
    for game in GAMES:
        pad = pad_of(game)
        shown = [
            cell.text + cell.small
            for look in ("help", "categories")
            for grid in grids(pad, look)
            for row in grid.rows
            for cell in row.cells
        ]
        assert not any("?" in one for one in (*shown, pad.goal) if one != "?")


@given(st.integers(1, 200), st.integers(1, 60))
def test_shares_are_about_equal_and_none_is_too_large(count: int, most: int) -> None:
    parts = shares(count, most)
    assert sum(parts) == count
    assert max(parts) <= most
    assert max(parts) - min(parts) <= 1


def test_names_are_as_large_as_they_can_be_whole() -> None:
    size, lines = name_pt(("Anna", "Béla"), 30, 12)
    assert (size, lines) == (12, 1)
    smaller, _ = name_pt((LONG,), 24, 12)
    assert LEAST_PT <= smaller < 12
    assert all(text_mm(one, smaller) <= 24 for one in LONG.split())


def test_small_paper_is_turned_like_large() -> None:
    tiny = Size(id="x", width_mm=74, height_mm=105, source="ISO 216")
    check_room(score_pad(GAMES["uno"], "en", tiny, PadRequest(players=3, rounds=3)))


def test_pads_that_have_no_room_are_refused() -> None:
    tiny = Size(id="x", width_mm=74, height_mm=105, source="ISO 216")
    with pytest.raises(CardtoolsError) as refusal:
        score_pad(GAMES["hkk"], "en", tiny, PadRequest(n_up=4))
    assert [one.code for one in refusal.value.findings] == ["print.pad-small"]


@pytest.mark.parametrize("game", ["hkk", "panda", "unikornis"])
def test_four_pads_on_a_small_sheet_are_refused_where_a_column_would_vanish(game: str) -> None:
    library = Desk.open("en").library
    with pytest.raises(CardtoolsError) as refusal:
        score_pad(library.game(game), "hu", library.paper("a5"), PadRequest(n_up=4))
    assert [one.code for one in refusal.value.findings] == ["print.pad-small"]
