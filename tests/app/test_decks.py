"""What a deck builder asks for: odds and hands of a list, canonical spelling, and what to change to be legal."""

from __future__ import annotations

from fractions import Fraction
from math import comb
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cardtools.app.deck_lists import form_of, join, write_list
from cardtools.app.deck_odds import MOST_TOLD, Start, Wish, draw_hand, odds
from cardtools.app.deck_share import read_code, share, understand
from cardtools.app.deck_spelling import spell
from cardtools.app.deck_suggest import Suggestion, suggest
from cardtools.app.decks import Builder
from cardtools.app.desk import Desk
from cardtools.app.validation import Terms, Validator
from cardtools.legality.check import judge, look_up
from cardtools.model.deck import Deck, DeckList, Entry, Verdict
from cardtools.model.rules import day_of
from cardtools.store.deck_lists.writers import FORMS, write_deck_list
from tests.conftest import REPO
from tests.factories import codes, refused

DECKS = REPO / "data/games/hkk/decks"
POOL = DECKS / "marked/pool.json"
FORMATS = ("home", "home-three-colours", "tournament", "tournament-2025", "war-of-the-gods")
DESK = Desk.open("en")
BUILDER = Builder.open(DESK, "hkk", POOL)
VALIDATOR = Validator.prepare(DESK, "hkk", FORMATS, POOL, Terms(on=day_of("2025-06-01")))
NAMES = sorted({card.name["hu"] for card in BUILDER.pool.cards if len(BUILDER.names.find(card.name["hu"])) == 1})
ZONES = ("main", "side", "rule", "follower")
TEXT = """\
# name: Próba
// megjegyzés
3 voros VILLAM
2x red lightning

Pakli:
A vadak ura (2)
1 Nincs Ilyen
SB: 1 A VADAK URA
[Követő]
"""


def deck_of_lines(*lines: tuple[int, str, str]) -> Deck:
    entries = tuple(Entry(number, 1, *line) for number, line in enumerate(lines, start=1))
    return look_up(DeckList("deck.txt", entries), VALIDATOR.names)


def errors(verdict: Verdict) -> list[tuple[str, str]]:
    return [(one.rule or "", one.effect) for one in verdict.findings if one.severity == "error"]


def edits(one: Suggestion) -> list[tuple[str, int, str | None, str, str | None]]:
    return [(edit.kind, edit.count, edit.name, edit.zone, edit.to) for edit in one.edits]


def suggested(format_id: str, *lines: tuple[int, str, str]) -> Suggestion:
    return next(one for one in suggest(VALIDATOR, deck_of_lines(*lines)) if one.before.format == format_id)


lines = st.lists(st.tuples(st.integers(1, 6), st.sampled_from(NAMES), st.sampled_from((*ZONES, "main"))), max_size=30)


@given(lines)
@settings(max_examples=40, deadline=None)
def test_the_edits_lead_to_a_legal_deck_or_to_one_that_is_short_by_the_number_told(
    broken: list[tuple[int, str, str]],
) -> None:
    for one in suggest(VALIDATOR, deck_of_lines(*broken)):
        again = next(v for v in VALIDATOR.judge_deck(one.deck) if v.format == one.before.format)
        assert errors(again) == errors(one.after)
        assert {effect for _, effect in errors(again)} <= {"incomplete"}, (one.before.format, errors(again))
        assert one.remaining == ()
        wanted = {edit.rules[0]: edit.count for edit in one.edits if edit.name is None}
        assert set(wanted) == {rule for rule, _ in errors(again) if rule} or not one.deck.slots
        assert (one.short == 0) == (again.status in ("legal", "legal-with-warnings"))


@given(lines)
@settings(max_examples=20, deadline=None)
def test_no_cut_is_idle_one_copy_put_back_breaks_a_rule(broken: list[tuple[int, str, str]]) -> None:
    for one in suggest(VALIDATOR, deck_of_lines(*broken)):
        before = {rule for rule, _ in errors(one.after)}
        for edit in one.edits:
            if edit.kind != "cut" or edit.name is None:
                continue
            entry = Entry(999, 1, 1, edit.name, edit.zone)
            entries = (*one.deck.listing.entries, entry)
            back = look_up(DeckList("deck.txt", entries), VALIDATOR.names)
            verdict = next(v for v in VALIDATOR.judge_deck(back) if v.format == one.before.format)
            assert {rule for rule, _ in errors(verdict)} - before, (one.before.format, edit)


def test_a_deck_that_is_legal_needs_nothing() -> None:
    deck = VALIDATOR.read((DECKS / "marked/legal-divine.txt").read_bytes(), "deck.txt")
    one = suggest(VALIDATOR, deck)[2]
    assert (one.before.format, one.before.status, one.edits, one.short) == ("tournament", "legal", (), 0)


def test_copies_too_many_are_cut_and_cards_short_are_told_by_number() -> None:
    one = suggested("home", (4, "Példalap raia 1", "main"), (1, "Példalap raia 1", "side"))
    assert edits(one) == [
        ("cut", 1, "Példalap raia 1", "main", None),
        ("cut", 1, "Példalap raia 1", "side", None),
        ("add", 27, None, "main", None),
    ]
    assert set(one.reasons) == {"copies", "size"}


def test_an_empty_list_is_short_of_all_that_its_format_asks_for() -> None:
    one = suggested("tournament-2025")
    assert edits(one) == [("add", 50, None, "main", None)]
    assert (one.short, one.remaining) == (50, ())


def test_a_side_deck_that_may_be_none_is_filled_or_cut_whichever_is_fewer_cards() -> None:
    few = suggested("tournament-2025", (3, "Példalap raia 1", "side"))
    assert ("cut", 3, "Példalap raia 1", "side", None) in edits(few)
    many = suggested("tournament-2025", *((3, f"Példalap raia {number}", "side") for number in range(1, 10)))
    assert ("add", 3, None, "side", None) in edits(many)


def test_a_banned_card_is_cut_on_a_day_when_it_is_banned() -> None:
    one = suggested("tournament-2025", (1, "Kismassza", "main"))
    assert ("cut", 1, "Kismassza", "main", None) in edits(one)
    assert suggested("tournament", (1, "Kismassza", "main")).edits[0].kind == "add"


def test_a_misplaced_follower_is_moved_and_one_that_has_no_room_is_cut() -> None:
    follower = next(card.name["hu"] for card in BUILDER.pool.cards if card.type == "follower" and not card.marks)
    one = suggested("home", (2, follower, "main"))
    assert [edit for edit in edits(one) if edit[0] != "add"] == [
        ("cut", 1, follower, "main", None),
        ("move", 1, follower, "main", "follower"),
    ]


def test_gods_too_many_are_given_up_where_the_fewest_cards_are_lost() -> None:
    one = suggested(
        "home-three-colours",
        (3, "Példalap raia 1", "main"),
        (3, "Példalap raia 2", "main"),
        (3, "Példalap tharr 1", "main"),
        (2, "Példalap leah 1", "main"),
        (1, "Példalap sheran 1", "main"),
    )
    (cut,) = one.colours
    assert (cut.cut, cut.lost, cut.equally) == (("sheran",), 1, ())
    assert ("cut", 1, "Példalap sheran 1", "main", None) in edits(one)


def test_a_name_nobody_knows_stays_and_is_told_as_remaining() -> None:
    one = suggested("home", (1, "Nincs Ilyen", "main"))
    assert codes(one.remaining) == ["deck.unknown-card"]
    assert one.short == 29


def test_a_fixed_pack_gets_what_it_lacks_and_loses_what_it_has_too_many_of() -> None:
    validator = Validator.prepare(DESK, "uno")
    text = "".join(f"{card.copies} {card.name['en']}\n" for card in validator.box)
    broken = text.replace("2 Green 9\n", "1 Green 9\n").replace("4 Wild\n", "6 Wild\n")
    (one,) = suggest(validator, validator.read(broken.encode(), "box.txt"))
    hungarian = {card.name["en"]: card.name["hu"] for card in validator.box}
    assert edits(one) == [
        ("cut", 2, hungarian["Wild"], "main", None),
        ("add", 1, hungarian["Green 9"], "main", None),
    ]
    assert (one.before.status, one.after.status) == ("illegal", "legal")


def test_odds_are_of_the_main_deck_and_the_hand_is_that_of_the_rule_card_and_follower() -> None:
    builder = Builder.open(DESK, "hkk")
    deck = builder.read(str(DECKS / "demo-tournament.txt"))
    assert builder.hand_size(deck) == 3
    found = odds(builder, deck, Start(5), (Wish(("Red Lightning",)), Wish(("Rettegés",))))
    assert (found.deck, found.seen, [group.hits for group in found.groups]) == (50, 5, [3, 3])
    assert found.groups[0].chance == 1 - Fraction(comb(47, 5), comb(50, 5))
    neither = Fraction(comb(44, 5), comb(50, 5))
    assert found.both == 1 - 2 * Fraction(comb(47, 5), comb(50, 5)) + neither
    assert sum(found.groups[0].exactly) == 1


def test_a_card_that_is_in_both_groups_is_there_for_both() -> None:
    deck = deck_of_lines((1, NAMES[0], "main"), (1, NAMES[1], "main"))
    assert odds(BUILDER, deck, Start(1), (Wish((NAMES[0],)), Wish((NAMES[0],)))).both == Fraction(1, 2)


def test_cards_of_unknown_type_are_told_and_the_odds_with_them(tmp_path: Path) -> None:
    pool = tmp_path / "cards.txt"
    pool.write_text("1 | Turul | Raia szörny\n2 | Homály | Valami más\n", "utf-8")
    builder = Builder.open(DESK, "hkk", pool)
    deck = builder.understand(b"1 Turul\n1 Homaly\n2 Nincs\n", "deck.txt")
    (group,) = odds(builder, deck, Start(1), (Wish(types=("szörny",)),)).groups
    assert (group.hits, group.perhaps, group.chance, group.chance_with) == (1, 3, Fraction(1, 4), Fraction(1))


@pytest.mark.parametrize(
    ("wish", "code"),
    [
        (Wish(), "usage.no-wish"),
        (Wish(("Nincs",)), "pool.unknown-card"),
        (Wish(types=("sárkány",)), "usage.unknown-type"),
    ],
)
def test_wishes_that_cannot_be_are_refused(wish: Wish, code: str) -> None:
    assert codes(refused(lambda: odds(BUILDER, deck_of_lines((1, NAMES[0], "main")), Start(1), (wish,)))) == [code]


def test_a_game_that_tells_no_opening_hand_has_none_to_draw() -> None:
    builder = Builder.open(DESK, "uno")
    deck = builder.understand(b"1 Wild\n", "deck.txt")
    assert codes(refused(lambda: builder.hand_size(deck))) == ["usage.no-hand"]


def test_the_seed_that_was_chosen_draws_the_hand_again() -> None:
    deck = deck_of_lines(*((3, name, "main") for name in NAMES[:10]))
    first = draw_hand(BUILDER, deck, Start(5, 2))
    assert draw_hand(BUILDER, deck, Start(5, 2), first.seed) == first


def test_a_plain_list_is_spelled_line_by_line_and_keeps_everything_else() -> None:
    builder = Builder.open(DESK, "hkk")
    done = spell(builder, TEXT.encode(), "deck.txt")
    assert done.content.decode() == (
        "# name: Próba\n// megjegyzés\n3 Vörös villám\n2 Red Lightning\n\n[Pakli]\n2 A vadak ura\n1 Nincs Ilyen\n"
        "SB: 1 A vadak ura\n[Követő]\n"
    )
    assert codes(done.findings) == ["deck.unknown-card"]
    assert done.renamed == (
        ("voros VILLAM", "Vörös villám"),
        ("red lightning", "Red Lightning"),
        ("A VADAK URA", "A vadak ura"),
    )
    assert not spell(builder, done.content, "deck.txt").changed


def test_lines_that_cannot_be_read_stay_as_they_are() -> None:
    text = "0 Vörös villám\n[Kincstár]\n1 red LIGHTNING\n"
    done = spell(Builder.open(DESK, "hkk"), text.encode(), "deck.txt")
    assert done.content.decode() == "0 Vörös villám\n[Kincstár]\n1 Red Lightning\n"
    assert codes(done.findings) == ["deck.count", "deck.section"]


@pytest.mark.parametrize("form", FORMS)
def test_every_form_is_spelled_and_reads_as_the_same_deck(form: str) -> None:
    entries = (
        Entry(1, 1, 3, "voros VILLAM", "main"),
        Entry(2, 1, 1, "Nincs", "side"),
        Entry(3, 1, 2, "a vadak ura", "main"),
    )
    listing = DeckList("deck", entries, {"name": "Próba"})
    builder = Builder.open(DESK, "hkk")
    chosen = form_of(form, None)
    ending = {"text": "txt"}.get(form, form)
    done = spell(builder, write_deck_list(listing, chosen, builder.info.zones), f"deck.{ending}")
    assert (done.form, done.changed) == (form, True)
    again = builder.understand(done.content, f"deck.{ending}")
    told = {(entry.count, entry.name, entry.zone) for entry in again.listing.entries}
    assert told == {(3, "Vörös villám", "main"), (1, "Nincs", "side"), (2, "A vadak ura", "main")}
    assert again.listing.headers == {"name": "Próba"}
    assert not spell(builder, done.content, f"deck.{ending}").changed


def test_a_table_with_a_row_that_cannot_be_read_is_not_written_anew() -> None:
    table = b"count,name\n3,voros villam\n0,Turul\n"
    findings = refused(lambda: spell(Builder.open(DESK, "hkk"), table, "deck.csv"))
    assert codes(findings) == ["deck.count", "fmt.lossy"]


def test_comments_that_a_form_cannot_keep_are_told() -> None:
    table = b"# my notes\ncount,name\n3,voros villam\n"
    assert "fmt.comments" in codes(spell(Builder.open(DESK, "hkk"), table, "deck.csv").findings)


@pytest.mark.parametrize(
    ("named", "target", "form"),
    [
        (None, None, "text"),
        (None, "a.yml", "yaml"),
        ("csv", "a.txt", "csv"),
        (".json", None, "json"),
        ("txt", None, "text"),
    ],
)
def test_the_form_is_the_one_named_else_that_of_the_ending(named: str | None, target: str | None, form: str) -> None:
    assert form_of(named, Path(target) if target else None) == form


@pytest.mark.parametrize(("named", "target"), [("doc", None), (None, "a.pdf"), (None, "a")])
def test_a_form_that_is_none_is_refused(named: str | None, target: str | None) -> None:
    assert codes(refused(lambda: form_of(named, Path(target) if target else None))) == ["usage.unknown-form"]


def test_a_shared_deck_is_the_same_deck_with_its_names_spelled() -> None:
    deck = BUILDER.understand("2 példalap RAIA 1\n1 Nincs\n[side]\n3 Példalap leah 1\n".encode(), "deck.txt")
    shared = read_code(share(BUILDER, deck))
    opened = understand(BUILDER, shared)
    told = [(slot.entry.count, slot.entry.name, slot.entry.zone) for slot in opened.slots]
    assert told == [(2, "Példalap raia 1", "main"), (1, "Nincs", "main"), (3, "Példalap leah 1", "side")]
    assert codes(opened.findings) == ["deck.unknown-card"]


def test_a_zone_that_the_game_has_not_is_told_and_its_cards_are_unplaced() -> None:
    hkk = deck_of_lines((1, NAMES[0], "follower"))
    uno = Builder.open(DESK, "uno")
    opened = understand(uno, read_code(share(BUILDER, hkk)))
    assert [slot.entry.zone for slot in opened.slots] == ["unplaced"]
    assert codes(opened.listing.findings) == ["deck.section"]


def test_odds_of_a_deck_too_large_are_refused_as_hands_are() -> None:
    deck = deck_of_lines(*((999, NAMES[0], "main") for _ in range(101)))
    assert codes(refused(lambda: odds(BUILDER, deck, Start(5), (Wish((NAMES[0],)),)))) == ["usage.too-many-cards"]


def test_the_odds_of_many_wished_for_cards_are_told_up_to_a_number_and_beyond_it_together() -> None:
    deck = deck_of_lines(*((500, name, "main") for name in NAMES[:20]))
    wishes = (Wish(tuple(NAMES[:8])), Wish(tuple(NAMES[4:12])))
    found = odds(BUILDER, deck, Start(999, 99), wishes, least=99)
    assert [len(group.exactly) for group in found.groups] == [MOST_TOLD + 1] * 2
    assert all(sum(group.exactly) + group.more == 1 for group in found.groups)
    assert found.both is not None
    assert Fraction(99, 100) < found.both < 1


@pytest.mark.parametrize("word", ["szörny", "SZORNY", "Monster", "lény", "LENYEK", "creature"])
def test_a_type_is_named_in_any_language_and_creatures_are_all_that_are_such(word: str) -> None:
    builder = Builder.open(Desk.open("hu"), "hkk")
    deck = builder.read(str(DECKS / "demo-tournament.txt"))
    (group,) = odds(builder, deck, Start(5), (Wish(types=(word,)),)).groups
    assert 0 < group.hits <= 26
    assert (group.hits == 26) is (word.lower() in ("lény", "lenyek", "creature"))


def test_a_type_misspelled_is_told_with_those_there_are_by_their_names() -> None:
    builder = Builder.open(Desk.open("hu"), "hkk")
    deck = builder.understand(b"1 Rettegs\n", "deck.txt")
    (finding,) = refused(lambda: odds(builder, deck, Start(1), (Wish(types=("szörnyy",)),)))
    assert finding.suggestions[:1] == ("szörny",)
    assert "kalandozó" in str(finding.params["known"])
    assert "lény" in str(finding.params["known"])


def test_cards_under_an_unknown_heading_are_moved_together_to_where_they_belong() -> None:
    follower = next(card.name["hu"] for card in BUILDER.pool.cards if card.type == "follower" and not card.marks)
    raia = "".join(f"3 Példalap raia {number}\n" for number in range(1, 10))
    text = f"[Kincstár]\n{raia}3 Példalap leah 1\n1 {follower}\n"
    deck = VALIDATOR.read(text.encode(), "deck.txt")
    one = next(one for one in suggest(VALIDATOR, deck) if one.before.format == "home")
    assert edits(one) == [
        ("move", 30, "[Kincstár]", "unplaced", "main"),
        ("move", 1, "[Kincstár]", "unplaced", "follower"),
    ]
    assert one.edits[0].rules == ("deck.section",)
    assert (one.before.status, one.short, one.remaining) == ("illegal", 0, ())


def test_a_card_that_has_no_room_where_it_belongs_says_so() -> None:
    follower = next(card.name["hu"] for card in BUILDER.pool.cards if card.type == "follower" and not card.marks)
    one = suggested("home", (2, follower, "main"))
    assert [(edit.kind, edit.full) for edit in one.edits if edit.name] == [("cut", "follower"), ("move", None)]


def test_a_zone_that_is_as_cheaply_filled_as_emptied_says_so() -> None:
    one = suggested("tournament-2025", *((3, f"Példalap raia {number}", "side") for number in range(1, 6)))
    assert [(tie.zone, tie.count) for tie in one.ties] == [("side", 15)]
    fewer = suggested("tournament-2025", (3, "Példalap raia 1", "side"))
    assert fewer.ties == ()


def test_a_long_list_is_mended_to_the_end() -> None:
    lines = [(1 + number % 9, NAMES[number % len(NAMES)], ZONES[number % 4]) for number in range(900)]
    for one in suggest(VALIDATOR, deck_of_lines(*lines)):
        assert one.remaining == ()
        assert one.after.status in ("legal", "legal-with-warnings", "incomplete")


@pytest.mark.parametrize("form", FORMS)
def test_an_unknown_heading_outlives_every_form_and_a_merge(form: str) -> None:
    deck = BUILDER.understand("[Kincstár]\n2 Példalap raia 1\n[main]\n1 Példalap leah 1\n".encode(), "deck.txt")
    chosen = form_of(form, None)
    for listing in (deck.listing, join(BUILDER, (deck, deck))):
        name = f"deck.{'txt' if form == 'text' else form}"
        again = BUILDER.understand(write_list(BUILDER, listing, chosen), name)
        assert [one.params["words"] for one in again.listing.findings] == ["Kincstár"]
        assert again.count("unplaced") == 2 * (1 if listing is deck.listing else 2)


def test_an_unknown_heading_outlives_a_share_code() -> None:
    deck = BUILDER.understand("1 Példalap leah 1\n[Kincstár]\n2 Példalap raia 1\n".encode(), "deck.txt")
    opened = understand(BUILDER, read_code(share(BUILDER, deck)))
    assert opened.count("unplaced") == 2
    assert [one.params["words"] for one in opened.listing.findings] == ["Kincstár"]


@pytest.mark.parametrize("lines_of_each", [1, 20])
def test_a_list_is_judged_by_how_many_rules_it_breaks_not_by_how_many_lines(
    monkeypatch: pytest.MonkeyPatch, lines_of_each: int
) -> None:
    judged: list[Deck] = []

    def counted(deck: Deck, *others: Any) -> Verdict:
        judged.append(deck)
        return judge(deck, *others)

    monkeypatch.setattr("cardtools.app.deck_suggest.judge", counted)
    suggest(VALIDATOR, deck_of_lines(*[(4, name, zone) for name in NAMES for zone in ZONES] * lines_of_each))
    assert len(judged) < 80 * len(FORMATS)
