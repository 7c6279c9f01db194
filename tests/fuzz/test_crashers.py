"""Inputs that broke something once, as small as they could be made."""

from __future__ import annotations

import io

import pytest
from PIL import Image, ImageFile

from cardtools.store.picture_files import prepare
from cardtools.store.pictures import PictureError
from tests.fuzz.guarded import bounded
from tests.fuzz.targets import run

_BEGUN = (
    b'{"schema": "cardtools.session/1", "seq": 1, "event": "new", "at": "%b", "game": "uno", "players": ["A", "B"]}\n'
)
_PLAYED = (
    b'{"seq": 2, "event": "round", "at": "2026-01-31T19:30:00+01:00", "input": {"out": "A", "hands": {"B": "r7"}}, '
    b'"said": "x"}\n'
)

CRASHERS = (
    # A turn whose player is no name: the points spent in it were put under it as a key.
    ("scores", b'\0{"mode": "turns", "players": ["A", "B"], "turns": [{"player": [], "spent": "2"}]}'),
    ("scores", b'\0{"mode": "turns", "players": ["A", "B"], "turns": [{"player": {}, "spent": "2"}]}'),
    # A total under a name that the players spell otherwise: it counts, as names are one however they are spelled.
    ("scores", b"\4{players: [Anna, B\xc3\xa9la], totals: {B\xc3\xa9lA: 310}, rounds: [{out: Anna}]}"),
    # An evening begun at a moment that never was: its form was right, and its export stumbled over it.
    ("exports", _BEGUN % b"2026-02-31T19:30:00+01:00" + _PLAYED),
    ("exports", _BEGUN % b"2026-01-31T19:30:00+99:99" + _PLAYED),
    # Entries of games without rounds whose players have words where keys belong: they were joined all the same.
    *(
        (
            "exports",
            (_BEGUN % b"2026-01-31T19:30:00+01:00").replace(b"uno", game)
            + _PLAYED.replace(b'{"out": "A", "hands": {"B": "r7"}}', entry),
        )
        for game, entry in (
            (b"nepmesek", b'{"players": {"A": "x"}}'),
            (b"nepmesek", b'{"players": "x"}'),
            (b"nepmesek", b'{"players": null}'),
            (b"unikornis", b'{"stables": "x"}'),
            (b"unikornis", b'{"stables": {"A": "x"}}'),
            (b"unikornis", b'{"stables": null}'),
            (b"hkk", b'{"life": "x"}'),
            (b"hkk", b'{"games": {"a": 1}}'),
        )
    ),
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
