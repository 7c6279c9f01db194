from __future__ import annotations

from pathlib import Path

import pytest

from cardtools.store.pools import PoolReading, read_pool
from tests.factories import game_info, refused

INFO = game_info()
V4 = """<?xml version="1.0" encoding="UTF-8"?>
<cockatrice_carddatabase version="4"><sets><set><name>S1</name></set></sets><cards>
<card><name>Turul</name><text>Repül.
Húzz egy lapot.</text><set rarity="rare" uuid="1">S1</set>
<prop><type>Szörny — madár óriás</type>
<manacost>2</manacost><colors>Raia</colors><pt>3/4</pt><layout>normal</layout></prop>
</card></cards></cockatrice_carddatabase>
"""
V3 = """\
<cockatrice_carddatabase version="3"><cards><card><name>Turul</name><set rarity="rare">S1</set><color>r</color>
<color>l</color><manacost>2</manacost><type>szörny</type><pt>3/4</pt><text>Repül.</text></card>
<card><name>Griff</name><set rarity="rare">S1</set><set rarity="common">S2</set><type>Gép</type><pt>*/2</pt>
<token>1</token></card></cards></cockatrice_carddatabase>
"""


def reading_of(folder: Path, text: str | bytes) -> PoolReading:
    path = folder / "cards.xml"
    path.write_bytes(text.encode() if isinstance(text, str) else text)
    return read_pool(path, INFO)


def test_a_card_of_version_4_becomes_a_card(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, V4)
    (card,) = reading.pool.cards
    assert card.model_dump(exclude_defaults=True) == {
        "id": "turul",
        "name": {"hu": "Turul"},
        "type": "monster",
        "subtypes": ("madár", "óriás"),
        "colours": ("raia",),
        "cost": "2",
        "damage": 3,
        "life": 4,
        "text": {"hu": "Repül.\nHúzz egy lapot."},
        "rarity": "rare",
    }
    assert {one.params["key"]: one.params["count"] for one in reading.findings} == {"set": 1, "layout": 1}


def test_a_card_of_version_3_becomes_a_card_and_what_is_unclear_is_told(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, V3)
    turul, griff = reading.pool.cards
    assert (turul.colours, turul.type, turul.rarity, turul.unknown) == (("raia", "leah"), "monster", "rare", ())
    assert (griff.colours, griff.type, griff.damage, griff.marks) == (None, None, None, ("token",))
    assert griff.unknown == ("colours", "type", "cost", "damage", "life", "text", "rarity")
    unclear = {(one.code, one.params["value"]) for one in reading.findings if one.severity == "warning"}
    assert unclear == {("pool.value", "common, rare"), ("pool.value", "*/2"), ("pool.unknown-word", "Gép")}


@pytest.mark.parametrize(
    "declared",
    [
        '<!DOCTYPE d [<!ENTITY a "b">]>',
        '<!DOCTYPE d [<!ENTITY a SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE d SYSTEM "http://example.org/d.dtd">',
    ],
)
def test_entities_and_document_types_are_refused(tmp_path: Path, declared: str) -> None:
    text = f"<?xml version='1.0'?>{declared}<cockatrice_carddatabase><cards><card><name>&a;</name></card></cards>"
    (finding,) = refused(lambda: reading_of(tmp_path, f"{text}</cockatrice_carddatabase>"))
    assert finding.key == "pool.xml.entities"


@pytest.mark.parametrize(
    ("text", "key"),
    [
        ("<", "pool.xml"),
        (V4[:300], "pool.xml"),
        ("<html><card><name>Turul</name></card></html>", "pool.xml.other"),
        ('<?xml version="1.0" encoding="klingon"?><cockatrice_carddatabase/>', "pool.xml"),
        ("<cockatrice_carddatabase>" + "<a>" * 60, "file.too-large.xml"),
    ],
)
def test_what_is_no_card_database_is_refused(tmp_path: Path, text: str, key: str) -> None:
    (finding,) = refused(lambda: reading_of(tmp_path, text))
    assert finding.key == key


def test_a_card_without_a_name_is_refused_with_its_number(tmp_path: Path) -> None:
    reading = reading_of(tmp_path, V4.replace("<cards>", "<cards><card><name> </name></card>"))
    assert [(one.code, one.location.row) for one in reading.findings if one.severity == "error"] == [("pool.record", 1)]
    assert (reading.rows, reading.refused) == (1, 1)
