"""What the system, YAML, XML, JSON, pydantic and click say of bad input is said in the user's language."""

from __future__ import annotations

import errno
import importlib.util
import os
from collections.abc import Callable
from importlib.machinery import SourceFileLoader
from pathlib import Path

import pytest

from cardtools.words.catalog import Words
from tests.conftest import REPO, Outcome

Command = Callable[..., Outcome]
UNO = REPO / "data/games/uno/examples/evening.yaml"


@pytest.mark.parametrize(
    ("arguments", "english", "hungarian"),
    [
        (
            ["setup", "uno", "--players", "many"],
            "Invalid value for '--players': a whole number from 1 to 99 is needed",
            "Érvénytelen érték ('--players'): 1 és 99 közötti egész szám kell",
        ),
        (
            ["setup", "uno", "--players", "100"],
            "Invalid value for '--players': a whole number from 1 to 99 is needed",
            "Érvénytelen érték ('--players'): 1 és 99 közötti egész szám kell",
        ),
        (
            ["serve", "--port", "x"],
            "Invalid value for '--port': a whole number from 0 to 65535 is needed",
            "Érvénytelen érték ('--port'): 0 és 65535 közötti egész szám kell",
        ),
        (
            ["print", "cards", "uno", "--margin", "nan"],
            "Invalid value for '--margin': a number from 0 to 50 is needed",
            "Érvénytelen érték ('--margin'): 0 és 50 közötti szám kell",
        ),
        (
            ["print", "scorepad", "uno", "--players", "two"],
            "Invalid value for '--players': a whole number is needed",
            "Érvénytelen érték ('--players'): egész szám kell",
        ),
        (
            ["valdate"],
            "No such command 'valdate'. Did you mean 'validate'?",
            "Nincs ilyen parancs: 'valdate'. Hasonló: 'validate'",
        ),
        (
            ["deck", "sugest"],
            "No such command 'sugest'. Did you mean 'suggest'?",
            "Nincs ilyen parancs: 'sugest'. Hasonló: 'suggest'",
        ),
        (
            ["print", "cards", "uno", "--watch=yes"],
            "Option '--watch' does not take a value.",
            "A(z) '--watch' kapcsoló után nem állhat érték.",
        ),
    ],
)
def test_a_wrong_command_line_is_told_in_both_languages(
    command: Command, arguments: list[str], english: str, hungarian: str
) -> None:
    assert (command(*arguments).code, command(*arguments).err) == (2, f"cardtools: {english}\n")
    assert command(*arguments, "--lang", "hu").err == f"cardtools: {hungarian}\n"


def test_an_option_without_its_value_is_told_in_the_language_of_the_locale(
    command: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANG", "hu_HU.UTF-8")
    assert command("validate", "x.txt", "-g").err == "cardtools: A(z) '-g' kapcsoló után érték kell.\n"


@pytest.mark.parametrize(
    ("text", "line", "told"),
    [
        ("players: [A, B\nrounds: x\n", 2, "hiányzik egy vessző vagy a záró ]"),
        ("players: {a: b\n", 2, "hiányzik egy vessző vagy a záró }"),
        ("players: @x\n", 1, "ezzel a jellel (például tabulátorral vagy @-cal) nem kezdődhet érték"),
        ("a: b: c\n", 1, "itt nem állhat kettőspont"),
        ('a: "x\n', 2, "váratlanul vége a fájlnak"),
        ("- a\nb: c\n", 2, "itt a lista következő elemének (-) kellene állnia"),
        ("a: \x01\n", 1, "vezérlőjel nem állhat benne"),
        ("a: !e!x b\n", 1, "ismeretlen a címke (!)"),
    ],
)
def test_what_is_wrong_with_yaml_is_told_in_hungarian(
    command: Command, tmp_path: Path, text: str, line: int, told: str
) -> None:
    path = tmp_path / "este.yaml"
    path.write_text(text, encoding="utf-8")
    outcome = command("score", "uno", path, "--lang", "hu")
    assert outcome.code == 2
    assert f"{path}:{line}: data.syntax hibás YAML: {told}" in outcome.err


@pytest.mark.parametrize(
    ("name", "text", "told"),
    [
        ("p.json", '{"schema": "cardtools.pool/1", ', "pool.broken nem kártyatár: innentől nem érvényes JSON"),
        ("p.json", '[{"ID": 1,,}]', "pool.broken nem kártyatár: innentől nem érvényes JSON"),
        ("p.json", '{"schema": "cardtools.pool/1"}', "pool.broken nem kártyatár (game: hiányzik)"),
        (
            "p.xml",
            "<cockatrice_carddatabase><cards></cockatrice_carddatabase>",
            "pool.xml nem olvasható XML: más elemet zár le, mint amelyik nyitva van",
        ),
    ],
)
def test_what_is_wrong_with_a_pool_is_told_in_hungarian(
    command: Command, tmp_path: Path, name: str, text: str, told: str
) -> None:
    (tmp_path / name).write_text(text, encoding="utf-8")
    outcome = command("pool", "import", tmp_path / name, "-g", "hkk", "-o", tmp_path / "out.json", "--lang", "hu")
    assert outcome.code == 2
    assert told in outcome.err


def test_why_the_system_refuses_is_told_in_hungarian(command: Command) -> None:
    outcome = command("score", "uno", "x" * 300 + ".yaml", "--lang", "hu")
    assert outcome.code == 2
    assert outcome.err.endswith("file.unreadable nem olvasható: túl hosszú a fájlnév\n")


@pytest.mark.skipif(os.name != "posix", reason="other systems have words of their own")
@pytest.mark.parametrize("number", [errno.EACCES, errno.ENOSPC, errno.EROFS, errno.EIO, errno.EADDRINUSE, errno.EDQUOT])
def test_the_usual_reasons_of_the_system_have_hungarian_words(number: int) -> None:
    assert Words("hu").plain(os.strerror(number)) != os.strerror(number)


def test_every_word_of_others_has_a_hungarian_one() -> None:
    loader = SourceFileLoader("words_script", str(REPO / ".ci/words"))
    spec = importlib.util.spec_from_loader("words_script", loader)
    assert spec is not None
    script = importlib.util.module_from_spec(spec)
    loader.exec_module(script)
    words = Words("hu")
    others = [*script.SYSTEM, *script.YAML, *script.XML, *script.MODELS]
    assert len(others) > 80
    assert [one for one in others if words.plain(one) == one] == []


@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() == 0, reason="root may read everything")
def test_a_file_that_may_not_be_read_is_told_in_hungarian(command: Command, tmp_path: Path) -> None:
    path = tmp_path / "titok.txt"
    path.touch(mode=0)
    told = command("pool", "import", path, "-g", "hkk", "--lang", "hu").err
    assert told == f"cardtools: Érvénytelen érték ('SOURCE'): '{path}' nem olvasható: nincs hozzá jogosultság.\n"
