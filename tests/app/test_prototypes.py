from __future__ import annotations

import io
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PIL import Image

from cardtools.app.desk import Desk
from cardtools.app.pictures import card_pictures
from cardtools.app.prototypes import PrototypeOptions, Prototypes, card_size, open_prototypes
from cardtools.model.card import Card
from cardtools.store.pictures import picture_desk
from tests.factories import refused

DESK = Desk.open("hu")


@contextmanager
def opened(folder: Path, text: str, **options: object) -> Iterator[Prototypes]:
    path = folder / "lapok.csv"
    path.write_text(text, encoding="utf-8")
    wanted = PrototypeOptions(**options)  # type: ignore[arg-type] # each test gives the right ones
    with open_prototypes(DESK, str(path), wanted) as prototypes:
        yield prototypes


def refusals(folder: Path, text: str, **options: object) -> list[tuple[str, int | None]]:
    def work() -> None:
        with opened(folder, text, **options):
            pass

    return [(one.key, one.location.line) for one in refused(work)]


def told(prototypes: Prototypes) -> list[tuple[str, str]]:
    return [(one.key, one.severity) for one in prototypes.findings]


def picture(folder: Path, name: str, size: tuple[int, int] = (800, 1100)) -> Path:
    stream = io.BytesIO()
    Image.new("RGB", size, "red").save(stream, "PNG")
    path = folder / name
    path.write_bytes(stream.getvalue())
    return path


def test_a_table_becomes_cards_and_counts(tmp_path: Path) -> None:
    with opened(tmp_path, "név;db\nA;3\nB;\nC;0\n") as made:
        assert made.title == "lapok"
        assert made.language == "hu"
        assert [(card.front.name, card.copies) for card in made.cards] == [("A", 3), ("B", 1)]
        assert dict(made.counts) == {"rows": 3, "cards": 2, "copies": 4, "skipped": 1, "refused": 0}
        assert json.loads(json.dumps(dict(made.counts))) == made.counts
        assert told(made) == [("table.skipped", "info"), ("table.blank-count", "info")]


def test_any_error_refuses_all_with_every_error_at_once(tmp_path: Path) -> None:
    text = "név;db;méret;kép\nA;x;;\nB;1;óriás;\n;1;;\nC;1;;../x.png\nD;1;;nincs.png\n"
    assert refusals(tmp_path, text) == [
        ("table.count", 2),
        ("table.no-name", 4),
        ("usage.unknown-card-size", 3),
        ("print.picture-outside", 5),
    ]


def test_a_draft_makes_what_can_be_made_and_tells_the_errors(tmp_path: Path) -> None:
    with opened(tmp_path, "név;db;kép\nA;x;\nB;2;../x.png\n", draft=True) as made:
        assert [card.front.name for card in made.cards] == ["B"]
        assert made.cards[0].front.missing == "../x.png"
        assert told(made) == [("table.count", "error"), ("print.picture-outside", "error")]
        assert made.counts["refused"] == 1


def test_a_table_of_which_nothing_is_printed_is_refused(tmp_path: Path) -> None:
    (finding,) = refused(lambda: opened(tmp_path, "név;db\nA;0\nB;0\n").__enter__())
    assert (finding.code, finding.wording) == ("print.no-cards", "print.no-cards.skipped")
    assert finding.params["count"] == 2


def test_cards_of_mixed_sizes_are_grouped_by_size(tmp_path: Path) -> None:
    text = "név;méret\nA;\nB;tarot\nC;TCG\nD;63 × 88 mm\nE;70x120\nF;57,15x88.9\n"
    with opened(tmp_path, text) as made:
        groups = [(group.size.id, [card.front.name for card in group.cards]) for group in made.groups]
    assert groups == [("tcg", ["A", "C", "D"]), ("tarot", ["B", "E"]), ("57.15x88.9", ["F"])]


def test_the_usual_size_is_the_one_asked_for(tmp_path: Path) -> None:
    with opened(tmp_path, "név;méret\nA;\nB;tarot\n", card_size="mini-euro") as made:
        assert [group.size.id for group in made.groups] == ["mini-euro", "tarot"]


@pytest.mark.parametrize("name", ["", "óriás", "10x10", "63x", "63x88x2", "9999x9999", "-63x88", "nanx88"])
def test_a_size_there_is_none_of_is_refused(name: str) -> None:
    assert [one.code for one in refused(lambda: card_size(DESK, name))] == ["usage.unknown-card-size"]


def test_some_cards_may_be_chosen_with_copies_of_their_own(tmp_path: Path) -> None:
    with opened(tmp_path, "név;db;id\nA;3;\nB;1;7\nC;1;\n", only=("a", "7"), copies=5) as made:
        assert [(card.front.name, card.copies) for card in made.cards] == [("A", 5), ("B", 5)]
        assert made.counts["copies"] == 10
    assert refusals(tmp_path, "név\nA\n", only=("Á", "Bé")) == [("print.unknown-card", None)]


def test_pictures_are_found_by_cell_id_and_name_and_told_where_they_are_not(tmp_path: Path) -> None:
    images = tmp_path / "kepek"
    images.mkdir()
    for name in ("sarkany.png", "7.png", "mas.png", "felesleg.png"):
        picture(images, name, (900, 600))
    picture(images, "kicsi.png", (150, 100))
    text = "név;id;kép\nSárkány;;\nB;7;\nC;7b;MAS\nD;;nincs.png\nE;;kicsi.png\nF;;kicsi.png\nG;;\n"
    with opened(tmp_path, text, images=images) as made:
        shown = [(bool(card.front.picture), card.front.missing) for card in made.cards]
        assert shown == [(True, "")] * 3 + [(False, "nincs.png")] + [(True, "")] * 2 + [(False, "")]
        (folder,) = made.folders
        assert all(Path(card.front.picture).parent == folder for card in made.cards if card.front.picture)
        assert told(made) == [
            ("table.blank-count.no-column", "info"),
            ("print.picture-missing", "warning"),
            ("print.picture-low", "warning"),
            ("print.no-picture", "info"),
            ("print.picture-unused", "info"),
        ]
        assert [one.location.line for one in made.findings if one.severity == "warning"] == [5, 6]
        unused = made.findings[-1]
        assert (unused.params["count"], unused.params["pictures"]) == (1, "felesleg.png")
    assert not folder.exists()


def test_a_picture_beside_the_table_needs_no_folder_to_be_named(tmp_path: Path) -> None:
    picture(tmp_path, "kep.png")
    with opened(tmp_path, "név;kép\nA;kep.png\nkep;\n") as made:
        assert [bool(card.front.picture) for card in made.cards] == [True, False]


def test_equal_pictures_on_many_cards_are_one_file(tmp_path: Path) -> None:
    picture(tmp_path, "a.png")
    picture(tmp_path, "b.png")
    with opened(tmp_path, "név;kép\n" + "".join(f"{n};{'ab'[n % 2]}.png\n" for n in range(20))) as made:
        assert len({card.front.picture for card in made.cards}) == 1
        assert len(list(made.folders[0].iterdir())) == 1


def test_a_back_that_is_called_like_a_picture_is_one(tmp_path: Path) -> None:
    picture(tmp_path, "hat.png")
    picture(tmp_path, "piros.png")
    text = "név;hátlap\nA;hat.png\nB;piros\nC;Szöveg\nD;nincs.png\nE;\n"
    with opened(tmp_path, text, images=tmp_path) as made:
        backs = [(bool(card.back.picture), card.back.text, card.back.missing) for card in made.cards]
        assert backs == [
            (True, "", ""), (False, "", ""), (False, "Szöveg", ""), (False, "", "nincs.png"), (False, "", ""),
        ]  # fmt: skip
        assert [card.back_key is None for card in made.cards] == [False] * 4 + [True]


def test_two_runs_give_equal_faces_though_their_pictures_lie_elsewhere(tmp_path: Path) -> None:
    picture(tmp_path, "a.png")
    keys = []
    for _ in range(2):
        with opened(tmp_path, "név;kép\nA;a.png\n") as made:
            keys.append([(card.front.key, card.back.key) for card in made.cards])
    assert keys[0] == keys[1]


def test_a_table_may_come_from_standard_input() -> None:
    with open_prototypes(DESK, "-", PrototypeOptions(), b"name,qty\nA,2\n") as made:
        assert made.counts["copies"] == 2


def test_a_folder_of_pictures_that_is_none_is_refused(tmp_path: Path) -> None:
    assert refusals(tmp_path, "név\nA\n", images=tmp_path / "nincs") == [("file.unreadable.no-folder", None)]


def test_proxies_find_their_pictures_by_id_and_by_name_in_any_language(tmp_path: Path) -> None:
    for name in ("t-1.png", "dragon.png", "mas.png"):
        picture(tmp_path, name)
    cards = [
        Card(id="t-1", name={"hu": "Turul"}),
        Card(id="s", name={"hu": "Sárkány", "en": "Dragon"}),
        Card(id="g", name={"hu": "Gnóm"}),
    ]
    with picture_desk() as desk:
        pictures, findings = card_pictures(cards, "hu", card_size(DESK, "tcg"), desk, tmp_path)
        assert set(pictures) == {"t-1", "s"}
        assert all(Path(path).is_file() for path in pictures.values())
    assert [(one.code, one.params["count"]) for one in findings] == [
        ("print.no-picture", 1),
        ("print.picture-unused", 1),
    ]
