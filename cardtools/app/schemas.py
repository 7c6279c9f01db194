"""JSON Schemas of the data files, so that editors complete and check them."""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Final

from pydantic import BaseModel

from cardtools.model.card import Pool
from cardtools.model.formats import Formats
from cardtools.model.game import CardsFile, GameInfo
from cardtools.model.printing import CardSizes, Papers, Profiles
from cardtools.model.reference import Reference
from cardtools.model.scoring import Scoring
from cardtools.model.setup import Setups
from cardtools.store.files import write_whole
from cardtools.store.targets import check_target

FILES: Final[dict[str, type[BaseModel]]] = {
    "game": GameInfo,
    "cards": CardsFile,
    "formats": Formats,
    "scoring": Scoring,
    "setup": Setups,
    "reference": Reference,
    "papers": Papers,
    "card_sizes": CardSizes,
    "profiles": Profiles,
    "pool": Pool,
}
"""The data files by the name of their schema."""


def schema(name: str) -> dict[str, Any]:
    """Return the JSON Schema (2020-12) of a data file; ``name`` is a key of FILES."""
    made = FILES[name].model_json_schema(by_alias=True)
    made["$schema"] = "https://json-schema.org/draft/2020-12/schema"
    _close(made)
    if name == "cards":
        _allow_series(made["$defs"]["Card"])
    return made


def write_schemas(folder: Path, data: Iterable[Path] = ()) -> list[Path]:
    """Write every schema into ``folder`` and return the files; none where one would replace a file of ``data``.

    Raises:
        CardtoolsError: ``file.unwritable``.
    """
    paths = [folder / f"{name}.schema.json" for name in FILES]
    for path in paths:
        check_target(path, (".json",), data=data)
    for name, path in zip(FILES, paths, strict=True):
        write_whole(path, json.dumps(schema(name), ensure_ascii=False, indent=1).encode() + b"\n")
    return paths


def _close(made: Any) -> None:
    """Refuse keys that match no pattern, such as a language of three letters, as the models do."""
    if isinstance(made, dict):
        if "patternProperties" in made:
            made["additionalProperties"] = False
        for value in made.values():
            _close(value)
    elif isinstance(made, list):
        for value in made:
            _close(value)


def _allow_series(card: dict[str, Any]) -> None:
    """Let a card be a series: ``each`` with lists, and slots such as ``{n}`` where a number stands."""
    slot = {"type": "string", "pattern": r"\{[a-z]+(\.[a-z]+)?\}"}
    for key, value in card["properties"].items():
        if any(option.get("type") == "integer" for option in value.get("anyOf", [value])):
            card["properties"][key] = {"anyOf": [*value.get("anyOf", [value]), slot]}
    card["properties"]["each"] = {
        "type": "object",
        "minProperties": 1,
        "additionalProperties": {"type": "array", "minItems": 1, "items": {"type": ["string", "number", "boolean"]}},
        "description": "Writes this card out once for each combination of the items.",
    }
