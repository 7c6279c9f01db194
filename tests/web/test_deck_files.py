from __future__ import annotations

import json
import os
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from cardtools.errors import CardtoolsError
from cardtools.web import deck_files
from cardtools.web.deck_files import DeckFiles, DeckState
from cardtools.web.settings import Settings

STATE = DeckState("hkk", "tournament", "own", "A", "1 Gnóm\n")


@pytest.fixture
def decks(settings: Settings) -> DeckFiles:
    return DeckFiles(settings)


def path_of(settings: Settings, deck_id: str) -> Path:
    return settings.folder / "decks" / f"{deck_id}.deck.jsonl"


def anew(settings: Settings) -> DeckFiles:
    """Return the decks as a table that was just opened reads them."""
    return DeckFiles(settings)


@pytest.mark.parametrize("taken", [0, 1, 40])
def test_a_disk_that_fills_up_in_the_middle_of_a_change_leaves_the_deck_as_it_was(
    decks: DeckFiles, settings: Settings, monkeypatch: pytest.MonkeyPatch, taken: int
) -> None:
    deck = decks.begin(STATE)
    path, write = path_of(settings, deck.id), os.write
    before = path.read_bytes()
    calls: list[int] = []

    def filling(handle: int, data: bytes) -> int:
        calls.append(handle)
        if len(calls) > 1 or not taken:
            raise OSError(28, "No space left on device")
        return write(handle, bytes(data)[:taken])

    with monkeypatch.context() as full:
        full.setattr("cardtools.store.journals.os.write", filling)
        with pytest.raises(CardtoolsError) as caught:
            decks.change(deck.id, deck.version, replace(STATE, text="2 Gnóm\n"))
    assert caught.value.findings[0].code == "file.unwritable"
    assert path.read_bytes() == before
    assert decks.change(deck.id, deck.version, replace(STATE, text="3 Gnóm\n")).state.text == "3 Gnóm\n"
    assert [state.text for _, state in anew(settings).get(deck.id).states] == ["1 Gnóm\n", "3 Gnóm\n"]


def test_a_change_is_written_whole_at_once_and_synced(decks: DeckFiles, monkeypatch: pytest.MonkeyPatch) -> None:
    deck = decks.begin(STATE)
    done: list[str] = []
    write, sync = os.write, os.fsync

    def writing(handle: int, data: bytes) -> int:
        done.append("write")
        return write(handle, data)

    def syncing(handle: int) -> None:
        done.append("sync")
        sync(handle)

    monkeypatch.setattr("cardtools.store.journals.os.write", writing)
    monkeypatch.setattr("cardtools.store.journals.os.fsync", syncing)
    decks.change(deck.id, deck.version, replace(STATE, text="2 Gnóm\n"))
    assert done == ["write", "sync"]


def test_a_torn_line_is_replaced_by_the_next_one(decks: DeckFiles, settings: Settings) -> None:
    deck = decks.begin(STATE)
    path = path_of(settings, deck.id)
    whole = path.read_bytes()
    path.write_bytes(whole + b'{"do": "state", "state": {"ga')
    reopened = anew(settings)
    assert reopened.get(deck.id).version == 1
    assert reopened.change(deck.id, 1, replace(STATE, text="2 Gnóm\n")).version == 2
    assert path.read_bytes().startswith(whole + b'{"at": ')
    assert len(path.read_bytes().splitlines()) == 2


@pytest.mark.parametrize(
    "line",
    [
        "[" * 100_000,
        "9" * 5000,
        '{"do": "state", "at": "", "version": 1e999, "state": {}}',
        '{"do": "state", "at": "", "state": {"game": "hkk", "format": "t", "pool": "own", "text": ["x"]}}',
        '{"do": "state", "at": "", "state": {"game": "hkk", "format": "t", "pool": "own", "choices": 3}}',
        '{"do": "state", "at": "", "state": [1]}',
        '"undo"',
        "null",
        "\0\0\0",
    ],
)
def test_a_line_that_is_none_of_ours_is_passed_over_and_counted(
    decks: DeckFiles, settings: Settings, line: str
) -> None:
    deck = decks.begin(STATE)
    with path_of(settings, deck.id).open("a") as stream:
        stream.write(f"{line}\n")
    read = decks.get(deck.id)
    assert (read.version, read.state) == (2, STATE)
    assert decks.change(deck.id, 2, replace(STATE, text="2 Gnóm\n")).state.text == "2 Gnóm\n"


def test_steps_before_the_first_state_do_nothing(decks: DeckFiles, settings: Settings) -> None:
    deck = decks.begin(STATE)
    path = path_of(settings, deck.id)
    path.write_bytes(b'{"do": "undo"}\n{"do": "redo"}\n' + path.read_bytes())
    assert anew(settings).get(deck.id).state == STATE


def test_a_long_history_is_shortened_and_goes_on_with_the_same_version(
    decks: DeckFiles, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deck_files, "_LOG_LIMIT", 20_000)
    deck = decks.begin(STATE)
    path = path_of(settings, deck.id)
    for number in range(40):
        deck = decks.change(deck.id, deck.version, replace(STATE, text=f"{number} Gnóm\n" * 100))
        assert deck.version == number + 2
        assert path.stat().st_size <= 20_000
        assert anew(settings).get(deck.id) == deck
    assert deck.can_undo
    assert decks.step(deck.id, deck.version, "undo").state.text == "38 Gnóm\n" * 100


def test_a_history_that_cannot_be_shortened_is_kept_long(
    decks: DeckFiles, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(deck_files, "_LOG_LIMIT", 10)
    deck = decks.begin(STATE)

    def full(*_: object) -> None:
        raise CardtoolsError

    monkeypatch.setattr(deck_files, "write_whole", full)
    assert decks.change(deck.id, 1, replace(STATE, text="2 Gnóm\n")).state.text == "2 Gnóm\n"
    assert len(anew(settings).get(deck.id).states) == 2


WRITER = """
import sys
from pathlib import Path
from cardtools.web.deck_files import Conflict, DeckFiles, DeckState
from cardtools.web.settings import Settings
decks = DeckFiles(Settings(Path(sys.argv[1]), 1, b"x"))
for number in range(20):
    while True:
        deck = decks.get(sys.argv[2])
        try:
            decks.change(deck.id, deck.version, DeckState("hkk", "t", "own", "", f"{sys.argv[3]}{number} " * 300))
        except Conflict:
            continue
        break
"""


def test_tables_on_one_folder_that_save_at_once_lose_nothing_and_never_mix(
    decks: DeckFiles, settings: Settings
) -> None:
    deck = decks.begin(STATE)
    commands = [[sys.executable, "-c", WRITER, str(settings.folder), deck.id, name] for name in "abc"]
    writers = [subprocess.Popen(command) for command in commands]
    assert [writer.wait(timeout=120) for writer in writers] == [0, 0, 0]
    told = [state.text.split() for _, state in decks.get(deck.id).states][1:]
    assert sorted(words[0] for words in told) == sorted(f"{name}{number}" for name in "abc" for number in range(20))
    assert all(len(words) == 300 and len(set(words)) == 1 for words in told)
    lines = path_of(settings, deck.id).read_bytes().splitlines()
    assert all(json.loads(line)["do"] == "state" for line in lines)
