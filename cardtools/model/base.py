"""What every model shares: frozen, closed to unknown keys, with texts in several languages."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

Language = Annotated[str, StringConstraints(pattern=r"^[a-z]{2}$")]
"""An ISO 639-1 tag: ``hu``, ``en``, ``pl``, ``cs``, ``sk`` or any other a game brings."""

Id = Annotated[str, StringConstraints(pattern=r"^[a-z0-9]+(?:[-_.][a-z0-9]+)*$", max_length=80)]
"""A lower-case name that files refer to each other by."""

Line = Annotated[str, StringConstraints(min_length=1, max_length=400)]
Texts = Annotated[Mapping[Language, Line], Field(min_length=1)]
"""One text in several languages, keyed by language."""

Certainty = Literal["printed", "derived", "public", "likely", "ruling"]
"""How sure a fact is: printed in the source, forced by it, from a named public source, likely, or our ruling."""


class Model(BaseModel):
    """A frozen value that refuses keys it does not know."""

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)


class Sourced(Model):
    """Something that says where it is from.

    ``source`` reads ``key: section``, where the key stands in the game's ``sources``.
    """

    source: Line
    certainty: Certainty = "printed"


class NumberFact(Sourced):
    """One number with its origin; an unknown number has no value.

    Attributes:
        value: The number; None where it is not known.
    """

    value: Annotated[int, Field(ge=-1_000_000, le=1_000_000)] | None = None


def text_in(texts: Mapping[str, str], language: str) -> str:
    """Return the text in ``language``, else in English, else in the first language there is.

    >>> text_in({"en": "Skip", "hu": "Kimaradsz"}, "hu")
    'Kimaradsz'
    >>> text_in({"en": "Skip"}, "pl")
    'Skip'
    """
    return texts.get(language) or texts.get("en") or next(iter(texts.values()))
