"""Lines and corner marks lie on card edges: they are painted after the cards, or nobody could cut along them."""

from __future__ import annotations

import io
from pathlib import Path

import pikepdf
import pytest

from cardtools.app.printing import SheetOptions
from cardtools.model.printing import Marks
from tests.render.making import proxies


@pytest.mark.parametrize("marks", ["lines", "corners", "crop"])
def test_marks_are_painted_after_the_cards(tmp_path: Path, marks: Marks) -> None:
    _, pdf = proxies(tmp_path, [{"id": "1", "name": {"hu": "Gnóm"}, "colours": ["sheran"]}], SheetOptions(marks=marks))
    with pikepdf.open(io.BytesIO(pdf)) as document:
        steps = [
            (str(step.operator), [str(operand) for operand in step.operands])
            for step in pikepdf.parse_content_stream(document.pages[0])
        ]
    cards = [at for at, (operator, operands) in enumerate(steps) if operator == "Do" and operands[0].startswith("/F")]
    strokes = [at for at, (operator, _) in enumerate(steps) if operator == "S"]
    assert cards
    assert strokes
    assert max(cards) < min(strokes)
