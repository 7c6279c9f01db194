"""What does not fit a model is told in our words, never in those of the library that found it."""

from __future__ import annotations

from pathlib import Path

import pytest
from pydantic import BaseModel

from cardtools.errors import CardtoolsError
from cardtools.model.formats import Format
from cardtools.model.printing import Profile
from cardtools.model.reference import TableBlock
from cardtools.model.rules import ForbidRule, PickRule
from cardtools.store.yaml_files import load, parse_yaml
from cardtools.words.catalog import Words

PICK = "{id: a, kind: pick, choice: c, cards: [mug, key], source: own, max: 3"


def told(model: type[BaseModel], text: str, language: str) -> list[str]:
    with pytest.raises(CardtoolsError) as caught:
        load(model, parse_yaml(text.encode(), Path("x.yaml")))
    return [Words(language).message(finding) for finding in caught.value.findings]


@pytest.mark.parametrize(
    ("model", "text", "english", "hungarian"),
    [
        (
            PickRule,
            PICK + ", agreed: {key: 4}}",
            'the numbers under "agreed" do not keep to "min" and "max"',
            "„agreed”: a számok összege kívül esik a „min” és a „max” határain",
        ),
        (
            PickRule,
            PICK + ", agreed: {sheep: 1}}",
            '"agreed" names cards that cannot be picked: sheep',
            "„agreed”: olyan lapok is állnak itt, amelyek nem választhatók: sheep",
        ),
        (
            Profile,
            "{id: p, name: {en: P}, output: sheets, source: own}",
            'keys are missing that the output "sheets" needs',
            "hiányoznak kulcsok, amelyek ehhez a kimenethez kellenek: „sheets”",
        ),
        (
            TableBlock,
            "{kind: table, columns: [a, b], rows: [[1, 2], [3]], id: t, title: T, source: own}",
            "row 2 of the table has 1 cell for 2 columns",
            "a táblázat 2. sorában 1 cella van, pedig a táblázatnak 2 oszlopa van",
        ),
        (
            Format,
            f"{{id: f, name: {{en: F}}, rules: [{PICK}}}, {PICK.replace('id: a', 'id: b')}}}]}}",
            "two rules have the same choice; give each its own id",
            "két szabály ugyanazt a választást használja; mindegyiknek saját azonosító kell",
        ),
        (
            ForbidRule,
            "{id: a, kind: forbid, cards: [x], source: own, from: 2025-02-30}",
            'the value "2025-02-30" of "from" is no day; write one such as 2025-04-05',
            "„from”: nincs ilyen nap: „2025-02-30”; így írd: 2025-04-05",
        ),
        (
            Profile,
            "{id: p, name: {en: P}, output: photo, source: own}",
            "the value \"photo\" of \"output\" must be one of 'sheets', 'one-up', 'pictures', 'grid'",
            "„output”: nem lehet „photo”, csak ezek egyike: 'sheets', 'one-up', 'pictures', 'grid'",
        ),
    ],
)
def test_what_our_models_refuse_is_told_in_both_languages(
    model: type[BaseModel], text: str, english: str, hungarian: str
) -> None:
    assert told(model, text, "en") == [english]
    assert told(model, text, "hu") == [hungarian]
