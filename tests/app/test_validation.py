from __future__ import annotations

from datetime import date, timedelta
from pathlib import Path

import pytest

from cardtools.app.desk import Desk
from cardtools.app.pools import import_pool
from cardtools.app.validation import Terms, Validator
from cardtools.model.deck import Verdict
from cardtools.model.rules import PickRule
from tests.factories import codes, refused

POOL = """\
1 | Turul | Raia szörny
2 | Griff | Tharr szörny
3 | Cyron | Leah szörny
4 | Kígyó | Sheran szörny
5 | Barát | követő
6 | Törvény | szabálylap
7 | Homály | Valami más
"""
DECK = "3 Turul\n3 Griff\n3 Cyron\n"
BAD = "4 Turul\n1 Barát\n1 Nincs\n0 Griff\n[Kincstár]\n1 Kígyó\n"


@pytest.fixture
def desk() -> Desk:
    return Desk.open("en")


@pytest.fixture
def pool(tmp_path: Path) -> Path:
    path = tmp_path / "cards.txt"
    path.write_text(POOL, "utf-8")
    return path


@pytest.fixture
def validator(desk: Desk, pool: Path) -> Validator:
    return Validator.prepare(desk, "hkk", ("home", "tournament"), pool)


def told(verdicts: tuple[Verdict, ...]) -> list[tuple[str, str]]:
    return [(verdict.format, verdict.status) for verdict in verdicts]


def test_a_list_is_judged_by_every_format_asked_for_in_order(validator: Validator) -> None:
    verdicts = validator.judge(DECK.encode(), "deck.txt")
    assert told(verdicts) == [("home", "incomplete"), ("tournament", "incomplete")]
    assert [verdict.counts["main"] for verdict in verdicts] == [9, 9]


def test_without_a_format_the_default_one_of_the_game_is_named(desk: Desk, pool: Path) -> None:
    (verdict,) = Validator.prepare(desk, "hkk", (), pool).judge(DECK.encode(), "deck.txt")
    assert verdict.format == desk.catalog.info("hkk").default_format == "tournament"


def test_without_a_pool_the_cards_of_the_game_are_the_pool(desk: Desk) -> None:
    validator = Validator.prepare(desk, "hkk", ("home",))
    (verdict,) = validator.judge(b"2 A vadak ura\n1 Red Lightning\n3 Nobody's card\n", "deck.txt")
    assert [card.name for finding in verdict.findings for card in finding.cards] == ["Nobody's card"]
    assert verdict.counts["main"] == 6


def test_what_the_pool_does_not_tell_is_unchecked_and_changes_no_status(desk: Desk, pool: Path) -> None:
    (verdict,) = Validator.prepare(desk, "hkk", ("home",), pool).judge(b"3 Turul\n", "deck.txt")
    assert {one.fact for one in verdict.unchecked} == {"divine", "epic", "horde", "alone", "max_copies"}


def test_a_card_whose_facts_the_pool_could_not_read_leaves_the_deck_undetermined(desk: Desk, pool: Path) -> None:
    validator = Validator.prepare(desk, "hkk", ("tournament",), pool)
    assert [(one.code, one.severity) for one in validator.pool_findings] == [("pool.unknown-word", "warning")]
    (verdict,) = validator.judge(b"1 Homaly\n", "deck.txt")
    assert verdict.status == "undetermined"
    assert {one.rule for one in verdict.findings if one.code == "deck.undetermined"} == {"zone", "colours"}


@pytest.mark.parametrize(
    ("game", "formats", "code"),
    [
        ("hkkk", (), "usage.unknown-game"),
        ("../hkk", (), "usage.unknown-game"),
        ("hkk", ("homme",), "usage.unknown-format"),
        ("hkk", ("home", "homme"), "usage.unknown-format"),
    ],
)
def test_unknown_games_and_formats_are_refused(desk: Desk, game: str, formats: tuple[str, ...], code: str) -> None:
    assert codes(refused(lambda: Validator.prepare(desk, game, formats))) == [code]


def test_an_unknown_language_is_refused() -> None:
    assert codes(refused(lambda: Validator.prepare(Desk.open("xx"), "hkk"))) == ["usage.unknown-language"]


@pytest.mark.parametrize(("files", "code"), [((), "usage.no-formats"), (("formats",), "usage.no-pool")])
def test_a_game_without_formats_or_cards_is_refused(tmp_path: Path, files: tuple[str, ...], code: str) -> None:
    folder = tmp_path / "games" / "toy"
    folder.mkdir(parents=True)
    (folder / "game.yaml").write_text(
        "id: toy\nname: {en: Toy}\npublisher: N\nnotice: {en: N}\nedition: {en: N}\nsources: {b: {title: B}}\n"
        'languages: [en]\nplayers: {source: "b: x"}\ndefault_format: home\n',
        "utf-8",
    )
    if files:
        (folder / "formats.yaml").write_text("formats: [{id: home, name: {en: Home}}]\n", "utf-8")
    assert codes(refused(lambda: Validator.prepare(Desk.open("en", tmp_path), "toy"))) == [code]


def test_a_missing_pool_is_refused(desk: Desk, tmp_path: Path) -> None:
    findings = refused(lambda: Validator.prepare(desk, "hkk", (), tmp_path / "no.txt"))
    assert [(one.code, one.wording) for one in findings] == [("file.unreadable", "file.unreadable.missing")]


def test_everything_wrong_with_a_list_is_told_at_once(validator: Validator) -> None:
    _, verdict = validator.judge(BAD.encode(), "deck.txt")
    assert verdict.status == "illegal"
    assert [(one.code, one.location.line) for one in verdict.findings] == [
        ("deck.copies", 1),
        ("deck.zone", 2),
        ("deck.unknown-card", 3),
        ("deck.count", 4),
        ("deck.section", 5),
        ("deck.size", None),
    ]
    assert verdict.counts == {"main": 6, "side": 0, "rule": 0, "follower": 0, "unplaced": 1}


@pytest.mark.parametrize("language", ["en", "hu"])
def test_every_finding_of_a_list_has_words(language: str, pool: Path) -> None:
    desk = Desk.open(language)
    lists = [
        BAD,
        "",
        "4 Turul\n1 Griff\n1 Cyron\n1 Kígyó\n",
        "1 Homály\n",
        "50 Nincs\n",
        "2 Barát\n[követő]\n2 Barát\n",
    ]
    validator = Validator.prepare(desk, "hkk", ("home", "tournament"), pool)
    named = desk.names_of(validator.info)
    findings = [f for text in lists for verdict in validator.judge(text.encode(), "x") for f in verdict.findings]
    assert len({finding.key for finding in findings}) > 8
    for finding in findings:
        words = desk.words.message(finding, named)
        assert words
        assert "{" not in words


def test_an_unreadable_file_is_a_verdict_of_each_format_and_the_others_are_judged(
    validator: Validator, tmp_path: Path
) -> None:
    good, binary, missing = tmp_path / "good.txt", tmp_path / "binary.txt", tmp_path / "missing.txt"
    good.write_text("# name: Paklim\n" + DECK, "utf-8")
    binary.write_bytes(b"%PDF-1.7\0")
    verdicts = list(validator.judge_files([str(missing), str(binary), str(tmp_path), str(good)]))
    assert [(Path(one.path).name, one.format, one.status) for one in verdicts] == [
        (name, chosen, status)
        for name, status in (
            ("missing.txt", "unreadable"),
            ("binary.txt", "unreadable"),
            (tmp_path.name, "unreadable"),
            ("good.txt", "incomplete"),
        )
        for chosen in ("home", "tournament")
    ]
    assert [codes(one.findings) for one in verdicts[:6:2]] == [["file.unreadable"]] * 3
    assert verdicts[-1].deck == "Paklim"


def test_a_list_larger_than_any_deck_is_unreadable(validator: Validator, tmp_path: Path) -> None:
    path = tmp_path / "big.txt"
    path.write_bytes(b"# " + b"x" * 2_000_001)
    verdicts = list(validator.judge_files([str(path)]))
    assert [(one.status, codes(one.findings)) for one in verdicts] == [("unreadable", ["file.too-large"])] * 2


@pytest.mark.parametrize("stdin", [None, b"", b"# nothing\n"])
def test_empty_standard_input_is_an_empty_list(validator: Validator, stdin: bytes | None) -> None:
    verdicts = list(validator.judge_files(["-"], stdin))
    assert [(one.path, one.status, codes(one.findings)) for one in verdicts] == [
        ("-", "incomplete", ["deck.empty"])
    ] * 2


def test_standard_input_is_a_list_like_any_other(validator: Validator) -> None:
    first, _ = validator.judge_files(["-"], DECK.encode())
    assert first.counts["main"] == 9


def test_the_encoding_named_is_that_of_the_lists(validator: Validator, tmp_path: Path) -> None:
    path = tmp_path / "deck.txt"
    path.write_bytes("1 Kígyó\n".encode("cp1250"))
    assert "file.encoding" not in codes(next(validator.judge_files([str(path)], encoding="cp1250")).findings)
    assert "file.encoding" in codes(next(validator.judge_files([str(path)])).findings)
    (finding,) = next(validator.judge_files([str(path)], encoding="utf-8")).findings
    assert finding.code == "file.encoding"


def test_tables_and_texts_give_the_same_verdict(validator: Validator) -> None:
    text, _ = validator.judge(DECK.encode(), "deck.txt")
    table, _ = validator.judge("db;név\n3;Turul\n3;Griff\n3;Cyron\n".encode(), "deck.csv")
    assert (text.status, text.counts, codes(text.findings)) == (table.status, table.counts, codes(table.findings))


def test_the_language_spoken_never_changes_a_verdict(pool: Path) -> None:
    verdicts = [
        Validator.prepare(Desk.open(language), "hkk", ("home", "tournament"), pool).judge(BAD.encode(), "deck.txt")
        for language in ("en", "hu", "pl")
    ]
    assert verdicts[0] == verdicts[1] == verdicts[2]


def test_an_imported_pool_gives_the_same_verdict_as_the_list_it_was_made_of(desk: Desk, pool: Path) -> None:

    target = pool.with_suffix(".json")
    import_pool(desk, "hkk", pool, target)
    verdicts = [
        Validator.prepare(desk, "hkk", ("home", "tournament"), one).judge(BAD.encode(), "deck.txt")
        for one in (pool, target)
    ]
    assert verdicts[0] == verdicts[1]


@pytest.mark.parametrize(
    ("change", "status", "told_codes"),
    [
        (("", ""), "legal", []),
        (("2 Green 9\n", "1 Green 9\n"), "illegal", ["deck.fixed-missing"]),
        (("4 Wild\n", "5 Wild\n"), "illegal", ["deck.fixed-surplus"]),
        (("4 Wild\n", "4 Wildd\n"), "undetermined", ["deck.fixed-missing", "deck.unknown-card"]),
    ],
)
def test_the_pack_of_a_box_is_checked_card_by_card(
    desk: Desk, change: tuple[str, str], status: str, told_codes: list[str]
) -> None:
    cards = desk.catalog.cards(desk.catalog.info("uno"))
    assert cards is not None
    text = "".join(f"{card.copies} {card.name['en']}\n" for card in cards.cards)
    assert change[0] in text
    (verdict,) = Validator.prepare(desk, "uno").judge(text.replace(*change, 1).encode(), "box.txt")
    assert (verdict.status, sorted(codes(verdict.findings))) == (status, told_codes)


def test_a_number_of_players_changes_nothing_where_formats_are_for_any(desk: Desk, pool: Path) -> None:
    asked = [Validator.prepare(desk, "hkk", (), pool, Terms(players=players)) for players in (None, 2, 60)]
    assert [[one.id for one in validator.formats] for validator in asked] == [["tournament"]] * 3


def test_a_format_of_the_default_is_kept_where_it_is_for_so_many(desk: Desk) -> None:
    chosen = {n: Validator.prepare(desk, "unikornis", terms=Terms(players=n)).formats[0].id for n in range(2, 9)}
    assert chosen == {2: "two-player", **dict.fromkeys(range(3, 9), "standard")}


def test_choices_of_one_format_are_passed_over_by_the_others(desk: Desk) -> None:
    terms = Terms(choices={"versions": "shared"})
    validator = Validator.prepare(desk, "hkk", ("home", "tournament-2025"), terms=terms)
    assert [validator.chosen(one) for one in ("home", "tournament-2025", "no")] == [{"versions": "shared"}] * 2 + [{}]


def test_only_a_format_with_dates_tells_a_day_and_it_is_today_where_none_is_named(desk: Desk) -> None:
    validator = Validator.prepare(desk, "hkk", ("home", "tournament-2025"), terms=Terms(on=date(2025, 4, 4)))
    assert (validator.day("home"), validator.day("tournament-2025")) == (None, date(2025, 4, 4))
    before = date.today()  # noqa: DTZ011 - as the validator takes it
    assert Validator.prepare(desk, "hkk", ("tournament-2025",)).on in (before, before + timedelta(days=1))


@pytest.mark.parametrize(("day", "status"), [(date(2025, 4, 4), "incomplete"), (date(2025, 4, 5), "illegal")])
def test_the_ban_list_is_matched_by_name_whatever_the_ids_of_the_pool(
    desk: Desk, tmp_path: Path, day: date, status: str
) -> None:
    path = tmp_path / "cards.txt"
    path.write_text("x-1 | Kismassza | Elenios szörny\n", "utf-8")
    validator = Validator.prepare(desk, "hkk", ("tournament-2025",), path, Terms(on=day))
    (verdict,) = validator.judge(b"1 KISMASSZA\n", "deck.txt")
    assert verdict.status == status


@pytest.mark.parametrize(("pick", "count"), [("specials=all", 10), ("specials=none", 0), ("specials=mug, KULCS", 2)])
def test_special_cards_are_picked_by_word_id_or_any_spelling(desk: Desk, pick: str, count: int) -> None:
    key, _, value = pick.partition("=")
    validator = Validator.prepare(desk, "nepmesek", ("starter",), terms=Terms(choices={key: value}))
    agreed = [rule.agreed for one in validator.formats for rule in one.rules if isinstance(rule, PickRule)]
    assert [sum(one.values()) for one in agreed] == [count]
