"""Options that every command has, and the settings they make."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import wraps
from pathlib import Path
from typing import Any, Final, Literal, TypeVar

import click

from cardtools.words.catalog import locale_language

Report = Literal["text", "json", "jsonl", "csv"]
FunctionT = TypeVar("FunctionT", bound=Callable[..., Any])
_LANG_HELP: Final = "Language of messages and documents: en, hu, pl, cs, sk."


@dataclass(frozen=True, slots=True)
class Settings:
    """What the common options say."""

    language: str
    report: Report
    encoding: str | None
    data: Path | None
    language_asked: bool


def common_options(function: FunctionT, lang_help: str = _LANG_HELP) -> Callable[..., Any]:
    """Add the common options to a command, which gets them as one ``settings`` argument."""

    @click.option("--lang", metavar="LANG", help=lang_help)
    @click.option(
        "--report",
        type=click.Choice(["text", "json", "jsonl", "csv"]),
        default="text",
        help="Form of what is told.",
        show_default=True,
    )
    @click.option("--encoding", metavar="NAME", help="Encoding of the files read, where it is not UTF-8.")
    @click.option(
        "--data",
        type=click.Path(path_type=Path),
        metavar="DIR",
        help="Your own data folder, looked into before the shipped one.",
    )
    @click.option("--debug", is_flag=True, help="Show details of internal errors.")
    @wraps(function)
    def command(
        *arguments: Any,
        lang: str | None,
        report: Report,
        encoding: str | None,
        data: Path | None,
        debug: bool,  # noqa: ARG001 - read before click, from the raw arguments
        **options: Any,
    ) -> Any:
        language = lang.lower() if lang else locale_language()
        if not lang and language not in ("en", "hu", "pl", "cs", "sk"):
            language = "en"
        settings = Settings(language, report, encoding, data, language_asked=lang is not None)
        return function(*arguments, settings=settings, **options)

    return command
