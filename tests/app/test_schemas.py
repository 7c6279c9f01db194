"""JSON Schemas: what is shipped fits them, and what the program would refuse does not.

Data is loaded as an editor's YAML library gives it, numbers as numbers. The program itself reads every scalar as text
and makes numbers where its models ask; so it takes ``version: 1.0``, which an editor wants in quotes.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
import yaml
from jsonschema import Draft202012Validator

from cardtools.app.schemas import FILES, schema, write_schemas
from tests.conftest import Outcome
from tests.data.discovery import DATA, files, name_of

Command = Callable[..., Outcome]
Where = tuple[str | int, ...]

STRANGE = "?!"
"""A key that no file may have anywhere, neither as a key of the format nor as an id or language."""


class _Editor(yaml.SafeLoader):
    """YAML as editors read it: like JSON it has no dates, so that a day stays a text."""

    yaml_implicit_resolvers = {  # noqa: RUF012 - as the base class has it
        first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":timestamp")]
        for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }


@cache
def validator(name: str) -> Draft202012Validator:
    return Draft202012Validator(schema(name))


def schema_of(path: Path) -> str:
    """Return the name of the schema a data file is written by; empty where it is none of ours."""
    name = path.name.split(".")[0]
    return name if name in FILES and path.parent.name != "examples" else ""


def read(path: Path) -> Any:
    text = path.read_text("utf-8")
    return json.loads(text) if path.suffix == ".json" else yaml.load(text, _Editor)  # noqa: S506 - a safe loader


SHIPPED = [
    path
    for path in (*files("games/**/*.yaml"), *files("print/*.yaml"), *files("games/**/pool.json"))
    if schema_of(path)
]


def problems(name: str, data: Any) -> list[str]:
    """Return what does not fit, of alternatives all that each of them misses."""
    pending = list(validator(name).iter_errors(data))
    for error in pending:
        pending.extend(error.context)
    return [f"{error.json_path}: {error.message}" for error in pending]


def nodes(data: Any, where: Where = ()) -> Iterator[tuple[Where, Any]]:
    """Yield every value of ``data`` with its place, but of each list the first two items alone."""
    yield where, data
    if isinstance(data, dict):
        for key, value in data.items():
            yield from nodes(value, (*where, key))
    elif isinstance(data, list):
        for index, value in enumerate(data[:2]):
            yield from nodes(value, (*where, index))


def changed(data: Any, where: Where, value: Any) -> Any:
    """Return ``data`` with one value changed, the lists on the way cut to what stands before it."""
    if not where:
        return value
    key, rest = where[0], where[1:]
    made: Any = copy.copy(data[: int(key) + 1] if isinstance(data, list) else data)
    made[key] = changed(data[key], rest, value) if rest else value
    return made


def uno(name: str) -> Any:
    """Return a file of UNO by the name of its schema."""
    return read(DATA / "games/uno" / ("reference.en.yaml" if name == "reference" else f"{name}.yaml"))


def small(name: str) -> Any:
    """Return the shortest shipped file of a kind, which is enough to be broken at every place."""
    return read(min((path for path in SHIPPED if schema_of(path) == name), key=lambda path: path.stat().st_size))


@pytest.mark.parametrize("name", FILES)
def test_every_schema_is_one(name: str) -> None:
    Draft202012Validator.check_schema(schema(name))
    assert schema(name)["$schema"] == "https://json-schema.org/draft/2020-12/schema"


def test_every_shipped_file_has_a_schema_and_every_schema_a_shipped_file() -> None:
    data = {*files("games/*/*.yaml"), *files("print/*.yaml"), *files("games/**/pool.json")}
    assert data == set(SHIPPED)
    assert {schema_of(path) for path in SHIPPED} == set(FILES)


@pytest.mark.parametrize("path", [pytest.param(path, id=name_of(path)) for path in SHIPPED])
def test_every_shipped_file_fits_its_schema(path: Path) -> None:
    assert problems(schema_of(path), read(path)) == []


@pytest.mark.parametrize("name", FILES)
def test_a_key_that_is_not_known_fits_nowhere(name: str) -> None:
    data = small(name)
    places = [(where, value) for where, value in nodes(data) if isinstance(value, dict)]
    assert ((), data) in places
    accepted = [where for where, value in places if not problems(name, changed(data, where, {**value, STRANGE: "x"}))]
    assert accepted == []


@pytest.mark.parametrize("name", FILES)
def test_a_value_of_the_wrong_type_fits_nowhere(name: str) -> None:
    data = small(name)
    places = [where for where, value in nodes(data) if not isinstance(value, dict)]
    assert len(places) > 5
    wrong: Any
    for wrong in ({STRANGE: 1}, [[{}]]):
        assert [where for where in places if not problems(name, changed(data, where, wrong))] == []


@pytest.mark.parametrize(
    ("name", "where", "wrong"),
    [
        ("game", ("id",), "Őz"),
        ("game", ("id",), "a" * 41),
        ("game", ("languages",), []),
        ("game", ("players", "min"), "two"),
        ("game", ("accent",), "red"),
        ("game", ("name", "eng"), "UNO"),
        ("cards", ("cards", 0, "copies"), 0),
        ("cards", ("cards", 0, "copies"), "many"),
        ("cards", ("cards", 0, "points"), "ten"),
        ("cards", ("cards", 0, "each"), {}),
        ("cards", ("cards", 0, "each"), {"n": []}),
        ("cards", ("cards", 0, "certainty"), "perhaps"),
        ("cards", ("cards", 0, "text"), {"english": "Draw."}),
        ("formats", ("formats", 0, "rules", 0, "kind"), "fixt"),
        ("formats", ("formats", 0, "rules", 0, "total"), "112 cards"),
        ("formats", ("formats", 0, "rules", 0, "severity"), "grave"),
        ("scoring", ("winner",), "tallest"),
        ("setup", ("setups", 0, "hand", "value"), "seven"),
        ("setup", ("setups", 0, "aside"), {"star": -1}),
        ("setup", ("setups", 0, "steps", "en"), []),
        ("reference", ("blocks", 0, "kind"), "song"),
    ],
)
def test_what_the_program_would_refuse_does_not_fit(name: str, where: Where, wrong: Any) -> None:
    data = uno(name)
    assert problems(name, data) == []
    assert problems(name, changed(data, where, wrong)) != []


@pytest.mark.parametrize(("name", "where", "number"), [("reference", ("version",), 1.0), ("game", ("id",), 1984)])
def test_a_text_that_looks_like_a_number_needs_quotes_for_an_editor(name: str, where: Where, number: float) -> None:
    data = uno(name)
    assert problems(name, changed(data, where, number)) != []
    assert problems(name, changed(data, where, str(number))) == []


@pytest.mark.parametrize(
    ("name", "where"),
    [
        ("game", ("sources",)),
        ("cards", ("cards",)),
        ("cards", ("cards", 0, "id")),
        ("formats", ("formats", 0, "rules", 0, "source")),
        ("setup", ("setups", 0, "steps")),
        ("reference", ("blocks", 0, "title")),
    ],
)
def test_what_must_stand_there_may_not_be_missing(name: str, where: Where) -> None:
    data = uno(name)
    target = data
    for key in where[:-1]:
        target = target[key]
    del target[where[-1]]
    assert any(f"{where[-1]!r} is a required property" in problem for problem in problems(name, data))


def test_a_card_may_be_a_series_with_slots_where_numbers_stand() -> None:
    card = {"each": {"colour": ["red"], "n": [1, 2]}, "id": "{colour}-{n}", "name": {"en": "{colour} {n}"}}
    data = {"source": "b: x", "cards": [{**card, "value": "{n}", "points": "{n}", "copies": "{n}"}]}
    assert problems("cards", data) == []
    assert problems("cards", {**data, "cards": [{**card, "value": "n"}]}) != []
    assert problems("cards", {**data, "cards": [{**card, "each": "red"}]}) != []


def test_the_command_writes_a_schema_for_every_kind_of_file(command: Command, tmp_path: Path) -> None:
    target = tmp_path / "made" / "schemas"
    outcome = command("schema", "-o", target)
    assert (outcome.code, outcome.err) == (0, "")
    assert {path.name for path in target.iterdir()} == {f"{name}.schema.json" for name in FILES}
    assert outcome.out.splitlines() == [f"{target}/{name}.schema.json" for name in FILES]
    for name in FILES:
        assert json.loads((target / f"{name}.schema.json").read_text("utf-8")) == schema(name)


def test_the_command_tells_its_paths_in_json_and_writes_over_what_was_there(command: Command, tmp_path: Path) -> None:
    (tmp_path / "game.schema.json").write_text("old")
    outcome = command("schema", "-o", tmp_path, "--report", "json")
    assert json.loads(outcome.out) == {
        "schema": "cardtools.files/1",
        "paths": [f"{tmp_path}/{name}.schema.json" for name in FILES],
    }
    assert json.loads((tmp_path / "game.schema.json").read_text("utf-8")) == schema("game")


def test_without_a_folder_they_go_to_the_output_folder(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: Command
) -> None:
    monkeypatch.chdir(tmp_path)
    assert command("schema").code == 0
    assert (tmp_path / "output/schema/cards.schema.json").is_file()


@pytest.mark.parametrize(("arguments", "told"), [((), "file.unwritable"), (("--lang", "xx"), "usage.unknown-language")])
def test_where_nothing_can_be_written_it_is_told(
    command: Command, tmp_path: Path, arguments: tuple[str, ...], told: str
) -> None:
    (tmp_path / "file").write_text("mine")
    outcome = command("schema", "-o", tmp_path / "file", *arguments)
    assert (outcome.code, outcome.out) == (2, "")
    assert told in outcome.err
    assert (tmp_path / "file").read_text() == "mine"


def test_writing_again_changes_no_letter(tmp_path: Path) -> None:
    first = {path.name: path.read_bytes() for path in write_schemas(tmp_path)}
    assert {path.name: path.read_bytes() for path in write_schemas(tmp_path)} == first
