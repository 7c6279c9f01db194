"""Inputs that broke something once, as small as they could be made."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageFile

from cardtools.store.picture_files import prepare
from cardtools.store.pictures import PictureError
from tests.fuzz.guarded import bounded
from tests.fuzz.targets import run

CRASHERS = (
    # A turn whose player is no name: the points spent in it were put under it as a key.
    ("scores", b'\0{"mode": "turns", "players": ["A", "B"], "turns": [{"player": [], "spent": "2"}]}'),
    ("scores", b'\0{"mode": "turns", "players": ["A", "B"], "turns": [{"player": {}, "spent": "2"}]}'),
)


@pytest.mark.parametrize(("name", "content"), CRASHERS)
def test_what_broke_once_is_read_or_refused_in_words(name: str, content: bytes) -> None:
    with bounded():
        run(name, content)


def test_half_a_picture_is_refused_also_once_the_layout_program_is_loaded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ImageFile, "LOAD_TRUNCATED_IMAGES", True)
    stream = io.BytesIO()
    Image.effect_noise((90, 90), 50).save(stream, "PNG")
    with pytest.raises(PictureError):
        prepare(stream.getvalue()[: len(stream.getvalue()) // 2], (90, 90), fills=True)
    assert ImageFile.LOAD_TRUNCATED_IMAGES
