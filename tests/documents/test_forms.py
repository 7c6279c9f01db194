"""Page models of registration sheets, setup slips, checklists and verdict lists."""

from __future__ import annotations

import pytest

from cardtools.app.desk import Desk
from cardtools.app.setup import set_up
from cardtools.app.validation import Validator
from cardtools.documents.checklist import Checklist, Start, checklist, in_columns
from cardtools.documents.form_page import card_words, shortened
from cardtools.documents.registration import Entrant, RegistrationSheet, registration_sheet
from cardtools.documents.setup_sheet import SetupSlip, setup_slip
from cardtools.documents.verdict_list import Judged, VerdictSheet, verdict_list
from cardtools.model.finding import Finding
from cardtools.names.folding import fold
from cardtools.store.workspace import shipped

LEGAL = "demo-tournament.txt"


def hkk(name: str) -> bytes:
    return (shipped("data") / "games" / "hkk" / "decks" / name).read_bytes()


def registered(
    text: bytes, entrant: Entrant | None = None, language: str = "en", game: str = "hkk"
) -> RegistrationSheet:
    desk = Desk.open(language)
    validator = Validator.prepare(desk, game)
    deck = validator.read(text, "list.txt")
    (verdict,) = validator.judge_deck(deck)
    named = desk.names_of(validator.info) | card_words(validator.cards, validator.info, language)
    return registration_sheet(validator.info, deck, verdict, "Tournament", desk.words, named, entrant)


def box(game: str, language: str = "en") -> Checklist:
    desk = Desk.open(language)
    info = desk.catalog.info(game)
    file = desk.catalog.cards(info)
    assert file is not None
    return checklist(info, file.cards, language)


def slip(game: str, players: int | None, variant: str | None = None, language: str = "en") -> SetupSlip:
    desk = Desk.open(language)
    info, plan = set_up(desk, game, players, variant)
    return setup_slip(info, plan, language)


def judged(*names: str) -> VerdictSheet:
    desk = Desk.open("en")
    validator = Validator.prepare(desk, "hkk")
    rows: list[Judged] = []
    for name in names:
        deck = validator.read(hkk(name), f"decks/{name}")
        rows.append(Judged(f"decks/{name}", deck, validator.judge_deck(deck)[0]))
    return verdict_list(validator.info, rows, "Tournament", desk.words, desk.names_of(validator.info))


class TestRegistration:
    def test_player_and_deck_come_from_the_headers_and_the_rest_is_left_to_be_written(self) -> None:
        values = {field.label: field.value for field in registered(hkk(LEGAL)).fields}
        assert values == {"Player": "Kati", "Event": "", "Date": "", "Deck name": "Három isten / Three gods"}

    def test_what_is_given_goes_before_the_headers(self) -> None:
        sheet = registered(hkk(LEGAL), Entrant("Anna", "Autumn Cup", "2026-11-30"))
        assert [field.value for field in sheet.fields][:3] == ["Anna", "Autumn Cup", "2026-11-30"]
        assert sheet.head.running == "Anna · Autumn Cup · Deck registration"

    def test_each_zone_has_its_sum_and_its_groups_add_up_to_it(self) -> None:
        sheet = registered(hkk(LEGAL))
        assert [(section.name, section.count) for section in sheet.sections] == [
            ("Main deck", 50),
            ("Rule card", 1),
            ("Follower", 1),
        ]
        for section in sheet.sections:
            assert sum(card.count for group in section.groups for card in group.cards) == section.count
            assert sum(group.count for group in section.groups) == section.count
        assert (sheet.facts[0].value, sheet.facts[0].words) == ("50", "Main deck")

    def test_cards_stand_by_type_in_the_order_of_the_game_then_by_name_without_accents(self) -> None:
        main = registered(hkk(LEGAL), language="hu").sections[0]
        assert [group.name for group in main.groups] == [
            "Szörny", "Kalandozó", "Építmény", "Helyszín", "Bűbáj", "Azonnali", "Általános",
        ]  # fmt: skip
        names = [card.name for card in main.groups[0].cards]
        assert names == ["Agglomerátor", "Gyevi bíró", "Ifjú sárkánykígyó", "Óriás skorpió", "Sírásó", "Védelmező morf"]

    def test_a_zone_of_one_type_of_its_own_name_does_not_say_it_twice(self) -> None:
        rule = registered(hkk(LEGAL), language="hu").sections[1]
        assert [group.name for group in rule.groups] == [""]

    def test_lines_of_one_card_are_one_row(self) -> None:
        main = registered(hkk("illegal-copies.txt"), language="hu").sections[0]
        rows = [card for group in main.groups for card in group.cards if card.name == "Solkim, az alkimista"]
        assert [row.count for row in rows] == [4]

    def test_colours_are_counted_with_a_sign_beside_each(self) -> None:
        sheet = registered(hkk(LEGAL))
        assert {one.swatch.name: one.count for one in sheet.colours} == {
            "Chara-din": 13, "Fairlight": 15, "Sheran": 12, "Colourless": 8, "Bufa": 4,
        }  # fmt: skip
        assert all(one.swatch.sign for one in sheet.colours)

    def test_an_illegal_deck_says_so_and_why(self) -> None:
        verdict = registered(hkk("illegal-colours.txt")).verdict
        assert verdict.status == "illegal"
        assert verdict.words == "illegal"
        assert "4 colours" in verdict.findings[0]
        assert "line 34" in verdict.findings[0]

    def test_rules_that_could_not_be_checked_are_named(self) -> None:
        assert any("not checked" in remark for remark in registered(hkk(LEGAL)).verdict.remarks)

    def test_unknown_cards_stand_last_under_their_own_head(self) -> None:
        main = registered(b"3 Nosuchcard\n2 Gnom\n").sections[0]
        assert [(group.name, group.count) for group in main.groups][-1] == ("Unknown cards", 3)
        assert main.groups[-1].cards[0].colours_words == "not known"

    def test_a_card_without_a_colour_says_none(self) -> None:
        main = registered(b"4 Wild\n", game="uno").sections[0]
        assert main.groups[0].cards[0].colours_words == "none"

    def test_a_row_that_the_verdict_speaks_of_is_marked_and_called_the_same_there(self) -> None:
        sheet = registered(hkk("illegal-copies.txt"))
        rows = [card for section in sheet.sections for group in section.groups for card in group.cards]
        assert [row.name for row in rows if row.at_fault] == ["Solkim the Alchemist"]
        assert sheet.verdict.findings[0].startswith("Solkim the Alchemist: 4 copies")

    def test_a_colour_that_all_cards_of_a_type_have_stands_at_the_head_of_the_type(self) -> None:
        (section,) = registered(b"1 Americorn\n1 Rhinocorn\n2 Back Kick\n", game="unikornis").sections
        assert section.is_of_one_colour_each
        assert [group.shared.colours_words for group in section.groups if group.shared] == ["light blue", "green"]
        assert not registered(hkk(LEGAL)).sections[0].is_of_one_colour_each

    def test_one_article_does_not_end_a_line_of_a_title(self) -> None:
        assert slip("nepmesek", None, language="hu").head.title == "Magyar népmesék: A\u00a0kártyajáték"


class TestChecklist:
    def test_what_goes_on_in_the_next_column_says_so_without_the_count_of_the_whole(self) -> None:
        parted = in_columns(box("uno"), {0: [Start(12, "column"), Start(36, "page")]}, 2, by_colour=False)
        first, second, third, *_ = parted.groups
        assert [one.name for one in (first, second, third)] == ["Number card", *["Number card – continued"] * 2]
        assert [len(one.cards) for one in (first, second, third)] == [12, 24, 4]
        assert [(one.is_rest, one.begins) for one in (first, second, third)] == [
            (False, ""), (True, "column"), (True, "page"),
        ]  # fmt: skip

    def test_a_colour_that_has_only_just_begun_goes_to_the_next_column(self) -> None:
        parted = in_columns(box("uno"), {0: [Start(12, "column"), Start(36, "page")]}, 2, by_colour=True)
        assert [len(one.cards) for one in parted.groups[:3]] == [10, 26, 4]  # after two cards, but not after six

    def test_cards_of_one_colour_without_numbers_stand_by_name(self) -> None:
        monsters = next(group for group in box("hkk", "hu").groups if group.name == "Szörny")
        names = [card.name for card in monsters.cards if [one.name for one in card.colours] == ["Sheran"]]
        assert len(names) > 2
        assert names == sorted(names, key=fold)

    @pytest.mark.parametrize(("game", "total"), [("uno", 112), ("panda", 60), ("nepmesek", 130), ("unikornis", 135)])
    def test_there_is_a_box_for_every_copy(self, game: str, total: int) -> None:
        sheet = box(game)
        cards = [card for group in sheet.groups for card in group.cards]
        assert sheet.total == sum(card.count for card in cards) == total
        assert all(sum(card.boxes) == card.count for card in cards)
        assert sum(group.count for group in sheet.groups) == total

    def test_the_cards_of_a_type_stand_by_colour_and_number(self) -> None:
        numbers = box("uno").groups[0].cards
        assert [card.name for card in numbers[:3]] == ["Red 0", "Red 1", "Red 2"]
        assert [number for number, card in enumerate(numbers) if card.is_first] == [10, 20, 30]

    def test_a_split_nobody_knows_is_left_to_be_filled_in(self) -> None:
        blanks = {card.name: card.blanks for group in box("nepmesek").groups for card in group.cards if card.blanks}
        assert blanks == {"Purple negative card": ("–1", "–2", "–3"), "Action card": ("", "", "", "")}
        assert box("nepmesek").unknown == 64

    def test_a_text_nobody_knows_is_no_split(self) -> None:
        assert box("unikornis").unknown == 0

    def test_only_the_copies_of_a_pack_are_listed(self) -> None:
        desk = Desk.open("en")
        info = desk.catalog.info("uno")
        file = desk.catalog.cards(info)
        assert file is not None
        sheet = checklist(info, file.cards, "en", {"red-0": 1, "wild": 4}, "A pack")
        assert sheet.total == 5
        assert [group.name for group in sheet.groups] == ["Number card", "Wild"]
        assert sheet.head.subtitle == "UNO · A pack"


class TestSetup:
    def test_it_tells_the_numbers_to_deal(self) -> None:
        facts = {fact.words: fact.value for fact in slip("uno", 4).facts}
        assert facts == {"cards in play": "112", "dealt to each": "7", "turned up": "1", "left to draw": "83"}

    def test_it_tells_what_to_take_out(self) -> None:
        (out,) = slip("uno", 4, "classic").short_lists
        assert out.name == "Take out"
        assert {item.name: item.count for item in out.cards} == {"Swap Hands": 1, "Customizable Wild": 3}

    def test_where_nothing_is_taken_out_it_says_so(self) -> None:
        assert slip("uno", 4).nothing == "Nothing is taken out."
        assert slip("uno", 4, "classic").nothing == ""

    def test_cards_in_hand_are_told_only_where_they_are_not_those_dealt(self) -> None:
        assert "in each hand" not in {fact.words for fact in slip("uno", 4).facts}
        assert {fact.words: fact.value for fact in slip("unikornis", 2).facts}["in each hand"] == "6"

    def test_a_long_list_has_the_whole_width(self) -> None:
        two = slip("unikornis", 2)
        assert [one.name for one in two.long_lists] == ["Take out"]
        assert [one.name for one in two.short_lists] == ["Each player gets", "Each player also gets"]

    def test_a_game_of_own_decks_has_no_pack_to_tell_of(self) -> None:
        assert "cards in play" not in {fact.words for fact in slip("hkk", None).facts}


class TestVerdicts:
    def test_findings_that_say_the_same_of_many_cards_of_a_type_are_one(self) -> None:
        desk = Desk.open("en")
        validator = Validator.prepare(desk, "unikornis", ("two-player",))
        deck = validator.read((shipped("data") / "games/unikornis/decks/standard.txt").read_bytes(), "standard.txt")
        (verdict,) = validator.judge_deck(deck)
        info = validator.info
        named = desk.names_of(info) | card_words(validator.cards, info, "en")
        (row,) = verdict_list(info, [Judged("standard.txt", deck, verdict)], "", desk.words, named).rows
        assert row.verdict.findings[0].startswith("Basic Unicorn: does not belong to this pack (22; lines 2, 3, 4")

    def test_statuses_are_counted_the_best_first(self) -> None:
        sheet = judged(LEGAL, "illegal-colours.txt", "illegal-copies.txt", "incomplete-49.txt")
        assert [(one.status, one.count) for one in sheet.statuses] == [("legal", 1), ("incomplete", 1), ("illegal", 2)]

    def test_a_row_tells_file_player_and_counts(self) -> None:
        row = judged(LEGAL, "incomplete-49.txt").rows[0]
        assert (row.name, row.player) == (LEGAL, "Kati")
        assert row.counts == ("Main deck 50", "Rule card 1", "Follower 1")

    def test_what_no_list_could_be_checked_for_is_told_once(self) -> None:
        sheet = judged(LEGAL, "incomplete-49.txt")
        assert len(sheet.remarks) == 1
        assert [row.verdict.remarks for row in sheet.rows] == [(), ()]

    def test_of_many_findings_the_first_are_told_and_how_many_more_there_are(self) -> None:
        desk = Desk.open("en")
        validator = Validator.prepare(desk, "nepmesek")
        deck = validator.read((shipped("data") / "games/nepmesek/decks/box.txt").read_bytes(), "box.txt")
        (verdict,) = validator.judge_deck(deck)
        named = desk.names_of(validator.info)
        (row,) = verdict_list(validator.info, [Judged("box.txt", deck, verdict)], "", desk.words, named).rows
        assert len(row.verdict.findings) == 3
        assert row.verdict.more == "and 7 more"

    def test_an_unreadable_list_has_a_row_too(self) -> None:
        desk = Desk.open("en")
        validator = Validator.prepare(desk, "hkk")
        broken = next(validator.judge_files(["/nonexistent/list.txt"]))
        named = desk.names_of(validator.info)
        (row,) = verdict_list(validator.info, [Judged(broken.path, None, broken)], "", desk.words, named).rows
        assert row.verdict.status == "unreadable"
        assert row.verdict.findings

    def test_notes_are_no_findings(self) -> None:
        desk = Desk.open("en")
        validator = Validator.prepare(desk, "hkk")
        deck = validator.read(hkk(LEGAL), LEGAL)
        (verdict,) = validator.judge_deck(deck)
        assert all(isinstance(finding, Finding) for finding in verdict.findings)
        assert judged(LEGAL).rows[0].verdict.findings == ()


def test_a_running_head_is_cut_with_an_ellipsis() -> None:
    assert shortened("x" * 200).endswith("…")
    assert len(shortened("x" * 200)) == 48
