"""What fuzzing starts from: our own lists, scores, tables and data, and files made of them here."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from functools import cache
from typing import Final

from PIL import Image

from cardtools.decks.share_code import make_code
from cardtools.model.deck import DeckList, Entry
from cardtools.store.spreadsheets import write_spreadsheet
from tests.conftest import REPO
from tests.fuzz.readers import GAMES
from tests.fuzz.uses import FILES

_AT: Final = "2026-01-31T19:30:00+01:00"
_ROUNDS: Final = {
    "uno": ("Anna out; Béla r7 y+2 w; Cili swap g0; last g+2", "Béla out; Anna 2x b9 w4; Cili custom"),
    "nepmesek": ("Anna: 1 1 1 1 / 3 pinko / 2 3 4 / -1 -3; Béla: 4", "Cili: palace 1 2 3 4; Anna hussar -2"),
    "panda": ("Anna red 10; Béla blue 10; Cili monkey > Béla", "Anna red 7 + blue 7; Béla blue dragon; Cili dog"),
    "unikornis": ("Anna: Llamacorn, Ginormous Unicorn; Béla: Narwhal; pile out",),
    "hkk": ("Anna 2; Béla 0", "Anna Béla Cili; out Cili"),
}
_QUERIES: Final = (
    "type:monster god:Leah cost<=3 -name~old",
    '(text~"draw" OR mark:divine) damage>=2',
    "név:turul VAGY szín:Raia",
)
_POOLS: Final = (
    "1 | Turul | Raia szörny\n2 | Turul (foil) | Raia szörny\n3 | Bíró | - bűbáj\n",
    "id,name,type,colours,cost,text\n1,Turul,monster,raia,3,Draw a card\n2,Bíró,,,,\n",
    '[{"id":1,"name":"Turul","type":"szörny","colors":["raia"]}]',
    """<?xml version="1.0"?><cockatrice_carddatabase version="4"><cards><card><name>Turul</name><text>x</text>
    <prop><type>monster</type></prop></card></cards></cockatrice_carddatabase>""",
    """{"schema":"cardtools.pool/1","game":"hkk","source":"s","language":"hu","facts":[],
    "cards":[{"id":"a","name":{"hu":"A"}}]}""",
)


@cache
def seeds(name: str) -> tuple[bytes, ...]:
    """Return what a target starts from, in the form that it takes."""
    return tuple(_OF[name]())


def _lists() -> Iterator[bytes]:
    for number, game in enumerate(GAMES):
        for path in sorted((REPO / "data/games" / game / "decks").glob("*.txt")):
            yield bytes((number, 0)) + path.read_bytes()[:4000]
    yield b"\0\1" + "qty;name;zone\n3;Turul;main\n2;Bíró;side\n".encode()
    yield b"\0\4" + "main:\n  Turul: 3\nside:\n- 2 Bíró\n- {name: Őr, count: 2}\n".encode()
    yield b"\0\5" + b'{"main": {"Turul": 3}, "side": [{"name": "B", "count": 2}]}'
    deck = '<cockatrice_deck version="1"><zone name="main"><card number="3" name="Turul"/></zone></cockatrice_deck>'
    yield b"\0\6" + deck.encode()
    yield b"\0\3" + write_spreadsheet([["qty", "name"], [3, "Turul"]], header=0)


def _pools() -> Iterator[bytes]:
    for ending, text in zip((0, 1, 2, 3, 2), _POOLS, strict=True):
        yield bytes((0, ending)) + text.encode()
    yield b"\0\4" + write_spreadsheet([["id", "name", "type"], [3, "Turul", "monster"]], header=0)


def _overlays() -> Iterator[bytes]:
    yield b"\4\0" + b"name,max_copies,text\nWild,3,Draw\n*,2,\n"
    yield b"\4\1" + b"Wild: {max_copies: 3, text: {en: x}}\n'*': {max_copies: 1}\n"
    yield b"\4\2" + b'[{"id": "wild", "cost": "3", "marks": ["divine"]}]'


def _tables() -> Iterator[bytes]:
    text = 'name,text,qty,image,back,colour\nTurul,{{ 7*7 }},3,a.png,b,#fff\nBíró,"two\nlines",,,-,red\n'
    yield b"\0" + text.encode()
    yield b"\1" + text.replace(",", "\t").encode()
    yield b"\2" + "- {name: Turul, qty: 3, text: x}\n- {name: Bíró, back: {text: b, colour: red}}\n".encode()
    yield b"\3" + write_spreadsheet([["name", "qty"], ["Turul", 3], ["B", "x"]], header=0)


def _scores() -> Iterator[bytes]:
    for number, game in enumerate(GAMES):
        for path in sorted((REPO / "data/games" / game / "examples").glob("*.yaml")):
            lines = path.read_text("utf-8").splitlines(keepends=True)
            yield bytes((number,)) + "".join(line for line in lines if not line.startswith("#")).encode()


def _words() -> Iterator[bytes]:
    for number, game in enumerate(GAMES):
        for text in _ROUNDS[game]:
            yield bytes((number,)) + text.encode()


def _sessions() -> Iterator[bytes]:
    for game in GAMES:
        new = {"schema": "cardtools.session/1", "seq": 1, "event": "new", "at": _AT, "game": game}
        inputs: dict[str, object] = {
            "uno": {"out": "Anna", "hands": {"Béla": "r7", "Cili": "w"}},
            "panda": {"plays": {"Anna": "red 10", "Béla": "blue 10", "Cili": "monkey"}, "monkey_target": "Béla"},
            "nepmesek": {"players": {"Anna": {"melds": [["1", "1"]]}}},
            "unikornis": {"stables": {"Anna": ["Llamacorn"]}},
            "hkk": {"life": {"Anna": "2", "Béla": "0"}},
        }
        events = [
            {**new, "players": ["Anna", "Béla", "Cili"]},
            {"seq": 2, "event": "round", "at": _AT, "input": inputs[game], "said": "x"},
            {"seq": 3, "event": "note", "at": _AT, "text": "pizza"},
            {"seq": 4, "event": "undo", "at": _AT},
            {"seq": 5, "event": "redo", "at": _AT},
            {"seq": 6, "event": "correct", "at": _AT, "n": 1, "input": inputs[game], "said": "y"},
        ]
        yield b"".join(json.dumps(event, ensure_ascii=False).encode() + b"\n" for event in events)


def _best() -> Iterator[bytes]:
    yield b"1 1 2 3 3 4 pinko"
    yield b"1 2 3 4 palace mug satchel sheep key hussar lazy lantern mirror takeback -1 -2 -3"


def _searches() -> Iterator[bytes]:
    for query in _QUERIES:
        yield b"\0" + query.encode()


def _codes() -> Iterator[bytes]:
    entries = (Entry(1, 1, 3, "Turul", "main"), Entry(2, 1, 2, "Bíró", "side"))
    yield make_code("hkk", DeckList("deck.txt", entries, {"name": "Mine"})).encode()


def _data() -> Iterator[bytes]:
    for folder in ("data/print", "data/games/uno", "data/games/panda"):
        for path in sorted((REPO / folder).glob("*.yaml")):
            yield path.read_bytes()[:3000].rpartition(b"\n")[0] + b"\n"
    yield b"game: hkk\nformat: [tournament]\npool: p.json\nlang: hu\npaper: a4\ndata: mine\n"
    yield b"printers:\n- {name: Office, x_mm: 0.4, y_mm: -1.2, degrees: 0.1}\n"


def _pictures() -> Iterator[bytes]:
    for kind, mode in (("PNG", "RGBA"), ("PNG", "P"), ("PNG", "I;16"), ("JPEG", "CMYK"), ("WEBP", "RGB"), ("GIF", "P")):
        stream = io.BytesIO()
        Image.new(mode, (40, 30)).save(stream, kind)
        yield stream.getvalue()


def _folders() -> Iterator[bytes]:
    for number, game in enumerate(GAMES):
        for place, name in enumerate(FILES):
            yield bytes((number, place)) + (REPO / "data/games" / game / name).read_bytes()


_OF: Final = {
    "lists": _lists, "pools": _pools, "overlays": _overlays, "tables": _tables, "scores": _scores, "words": _words,
    "sessions": _sessions, "best": _best, "searches": _searches, "codes": _codes, "data": _data,
    "pictures": _pictures, "builders": _lists, "rewritten": _lists, "exports": _sessions, "folders": _folders,
}  # fmt: skip
