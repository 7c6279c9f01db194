"""What the print room offers is what the print commands take, each option with the same bounds."""

from __future__ import annotations

from typing import Any, Final

import click
import pytest

from cardtools.app.desk import Desk
from cardtools.cli.printing import PRINT_COMMANDS, print_group
from cardtools.web.print_documents import CHOICE, DOCUMENTS
from cardtools.web.print_fields import Option

TERMINAL_ONLY: Final = {
    "output": "the browser saves the file where its user wants it",
    "preview": "the pages are always shown as pictures",
    "watch": "the files are sent, not looked at where they are",
    "report": "programs use the command",
    "data": "the table was opened with it",
    "debug": "details of a mistake stand in the terminal that the table was opened from",
}
"""Options that no document of the print room has, each with its reason."""

OFFERED_AS: Final = {
    "lang": ("language",),
    "deck_list": ("deck",),
    "lists": ("lists",),
    "images": ("pictures",),
    "missing_only": ("owned",),
    "back_offset": ("shift_x_mm", "shift_y_mm"),
    "back_rotate": ("shift_degrees",),
    "day": ("on",),
    "choices": (CHOICE,),
    "format_id": ("format",),
    "session": ("session", "evening"),
    "save": ("name",),
    "offset": ("x_mm", "y_mm"),
    "rotate": ("degrees",),
}
"""What the print room calls options of the commands, where it is not the same."""

OF_THE_DECK: Final = ("deck", "game", "format", "pool", CHOICE)
"""What a deck of the table says itself."""
OF_THE_PAGE: Final = {"cards": ("game", "table"), "calibration": ("name", "x_mm", "y_mm", "degrees")}
"""What the page of a document asks for besides its options."""
UTF_8: Final = ("registration", "scorepad", "setup", "checklist", "reference", "calibration")
"""Documents that are made of no list or table that was sent."""


def offered(command: str) -> dict[str, list[Option]]:
    """Return what may be asked for of the documents that a command prints: fields by name, with their options."""
    desk = Desk.open("en")
    fields: dict[str, list[Option]] = {"language": []}
    for one in DOCUMENTS:
        if {"prototypes": "cards"}.get(one.id, one.id) != command:
            continue
        for game in desk.catalog.game_ids():
            for option in one.options(desk, game):
                name = CHOICE if option.name.startswith(CHOICE) else option.name
                fields.setdefault(name, []).append(option)
        names = [field.name for field in one.files]
        names += {"deck": OF_THE_DECK, "lists": ("game", "pool"), "game": ("game",), "nothing": ()}[one.needs]
        names += ["evening"] if one.id == "scorepad" else []
        fields |= {name: fields.get(name, []) for name in (*names, *OF_THE_PAGE.get(one.id, ()))}
    return fields


def parameters(command: str) -> list[click.Parameter]:
    found = print_group.get_command(click.Context(print_group), command)
    assert found is not None
    return found.params


EVERY: Final = [(command, one) for command in PRINT_COMMANDS for one in parameters(command)]


@pytest.mark.parametrize(("command", "parameter"), EVERY, ids=[f"{one} {two.name}" for one, two in EVERY])
def test_every_option_of_a_print_command_is_offered_with_the_same_bounds(command: str, parameter: Any) -> None:
    fields = offered(command)
    if parameter.name in TERMINAL_ONLY:
        assert parameter.name not in fields
        return
    if parameter.name == "encoding" and command in UTF_8:
        sent = {field.name for one in DOCUMENTS if one.id == command for field in one.files}
        assert not sent & {"table", "lists", "owned"}
        return
    names = OFFERED_AS.get(parameter.name, (parameter.name,))
    assert set(names) <= set(fields), f"the print room does not offer {parameter.name} of print {command}"
    for option in (option for name in names for option in fields[name]):
        kind = parameter.type
        if isinstance(kind, click.Choice):
            assert [value for value, _ in option.values] == list(kind.choices), option.name
        elif isinstance(kind, click.IntRange | click.FloatRange) and option.kind == "number":
            assert (option.least, option.most) == (kind.min, kind.max), option.name
        if isinstance(parameter.default, str | float | int) and option.kind != "tick":
            default = f"{parameter.default:g}" if option.kind == "number" else str(parameter.default)
            assert option.default == default or not parameter.default, option.name


def test_what_is_left_to_the_terminal_is_known_to_it() -> None:
    known = {parameter.name for _, parameter in EVERY}
    assert set(TERMINAL_ONLY) <= known
    assert set(OFFERED_AS) <= known
