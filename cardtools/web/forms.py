"""Forms as they come: a few short fields and files, each within its limit, none of them believed."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from starlette.datastructures import UploadFile
from starlette.exceptions import HTTPException
from starlette.formparsers import MultiPartException
from starlette.requests import Request

from cardtools.errors import refuse
from cardtools.store.files import LIST_LIMIT, too_large
from cardtools.web.safety import TOKEN_FIELD, token_is_ours
from cardtools.web.settings import Settings

_MOST_FIELDS: Final = 400
_MOST_FILES: Final = 2
LONGEST_FIELD: Final = 250_000
"""Letters of the longest field, a whole deck list."""


@dataclass(frozen=True, slots=True)
class Upload:
    """A file as it was sent; its name is shown and tells its form, and is never opened."""

    name: str
    content: bytes


@dataclass(frozen=True, slots=True)
class Form:
    """The fields of a form by name, the last one where several have it, and its files.

    Attributes:
        every: All values of the fields of a name.
        every_file: All files of the fields of a name.
    """

    fields: dict[str, str]
    every: dict[str, tuple[str, ...]]
    every_file: dict[str, tuple[Upload, ...]]

    def file(self, name: str) -> Upload | None:
        """Return the file of a field, the last one where several were sent; None where none was."""
        return next(reversed(self.every_file.get(name, ())), None)

    def text(self, name: str, most: int = 200) -> str:
        """Return a field without blanks around it, "" where it is absent; what is too long is cut."""
        return self.fields.get(name, "").strip()[:most]

    def number(self, name: str, least: int, most: int, default: int) -> int:
        """Return a whole number within bounds, both inclusive; ``default`` where nothing of the kind was sent."""
        return whole_number(self.text(name, 12), least, most, default)

    def which(self, name: str, most: int) -> int | None:
        """Return the number of a thing, from 0; see which_number."""
        return which_number(self.text(name, 12), most)


@asynccontextmanager
async def sent_form(
    request: Request, file_limit: int = LIST_LIMIT, most_files: int = _MOST_FILES
) -> AsyncIterator[Form]:
    """Lend the form of a request, of so many files at most.

    Raises:
        CardtoolsError: ``web.stale-form`` where it carries not what our pages put into forms; ``web.broken-form``;
            ``web.many-files``; ``file.too-large`` for a file above ``file_limit`` bytes.
    """
    settings: Settings = request.app.state.settings
    try:
        async with request.form(max_files=most_files, max_fields=_MOST_FIELDS, max_part_size=LONGEST_FIELD * 4) as sent:
            if not token_is_ours(settings, sent.get(TOKEN_FIELD)):
                raise refuse("web.stale-form", exit_code=1)
            fields: dict[str, str] = {}
            every: dict[str, tuple[str, ...]] = {}
            files: dict[str, tuple[Upload, ...]] = {}
            for name, value in sent.multi_items():
                if isinstance(value, UploadFile):
                    if value.filename:
                        files[name] = (*files.get(name, ()), await _upload(value, file_limit))
                elif name != TOKEN_FIELD:
                    fields[name] = value
                    every[name] = (*every.get(name, ()), value)
            yield Form(fields, every, files)
    except HTTPException as error:
        if str(error.detail).startswith("Too many files"):
            raise refuse("web.many-files", most=most_files, exit_code=1) from error
        raise
    except MultiPartException as error:
        raise refuse("web.broken-form", exit_code=1) from error


async def _upload(sent: UploadFile, limit: int) -> Upload:
    content = await sent.read(limit + 1)
    name = (sent.filename or "").replace("\\", "/").rpartition("/")[2][:120]
    shown = "".join(char for char in name if char.isprintable()).strip() or "file"
    if len(content) > limit:
        raise too_large(shown, limit, exit_code=1)
    return Upload(shown, content)


def whole_number(written: str, least: int, most: int, default: int) -> int:
    """Return a number within bounds, both inclusive; ``default`` for what is none.

    >>> whole_number("12", 1, 9, 3), whole_number("x", 1, 9, 3), whole_number("-4", -9, 9, 0)
    (9, 3, -4)
    """
    digits = written.strip().removeprefix("-")
    if not digits.isascii() or not digits.isdigit() or len(digits) > 9:
        return default
    number = int(written)
    return max(least, min(most, number))


def which_number(written: str, most: int) -> int | None:
    """Return a number that tells one thing from others, from 0 to ``most``; None for any other.

    A quantity may be brought within its bounds, see whole_number; the number of a thing may not: it would be another's.

    >>> which_number("0", 9), which_number("9", 9), which_number("10", 9), which_number("-1", 9), which_number("", 9)
    (0, 9, None, None, None)
    """
    digits = written.strip()
    if not digits.isascii() or not digits.isdigit() or len(digits) > 9:
        return None
    return number if (number := int(digits)) <= most else None
