"""A user's own template for the faces of cards: sandboxed, from its own folder and ours, its mistakes told by line.

It is a Jinja template that prints one face; it is given ``face``, ``width_mm``, ``height_mm``, ``bleed_mm``, ``sizes``
and ``lang``, as ours are, and may include ours by their names, such as ``cards/fit.html.j2``. Pictures that lie beside
it or below it may be named relative to its folder.
"""

from __future__ import annotations

import re
import traceback
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import Final

from jinja2 import FileSystemLoader, TemplateError, TemplateNotFound, TemplateSyntaxError
from jinja2.environment import Environment

from cardtools.errors import CardtoolsError, refuse
from cardtools.model.finding import Location
from cardtools.render.compose import FacesLostError
from cardtools.render.html import Templates
from cardtools.store.files import read_bytes

LIMIT: Final = 400_000
"""Most bytes of a template."""
ENDING: Final = ".j2"
_INCLUDED: Final = (ENDING, ".html", ".css", ".svg")
_SHOWN: Final = 200
_DEEP: Final = (RecursionError, SyntaxError)
"""What is raised where brackets, blocks or boxes stand too deep in each other, for Python and for the libraries."""
_OBJECT: Final = re.compile(r"'[\w.]*?(\w+) object'")


class OwnTemplates(Templates):
    """Our templates, and those beside the user's; the user's cannot stand in for ours.

    Args:
        ours: The folder of our templates.
        file: The user's template; ``name`` is what faces call it.
    """

    def __init__(self, ours: Path, file: Path) -> None:
        """Read the template once.

        Raises:
            CardtoolsError: ``file.unreadable``, ``file.too-large``, or ``print.template`` with the line of the mistake.
        """
        super().__init__(ours, file.absolute().parent)
        self._ours = ours
        self._file = file.absolute()
        self._shown = file
        self.name = file.name
        self._environment.loader = _Loader([str(root) for root in self.roots])
        content = read_bytes(file, LIMIT)
        if not file.name.endswith(ENDING) or (ours / file.name).exists():
            raise refuse("print.template", path=file, wording="print.template.name")
        try:
            self._environment.parse(content.decode("utf-8-sig"), self.name, str(self._file))
        except UnicodeDecodeError as error:
            raise refuse("data.encoding", path=file, line=content[: error.start].count(b"\n") + 1) from error
        except Exception as error:
            raise self._told(error) from error

    def __reduce__(self) -> tuple[Callable[..., Templates], tuple[Path, ...]]:
        return OwnTemplates, (self._ours, self._shown)

    def render(self, name: str, values: Mapping[str, object]) -> str:
        """Return the HTML of a template; see Templates.

        Raises:
            CardtoolsError: ``print.template``, with the line of the user's template where something went wrong.
        """
        try:
            return super().render(name, values)
        except CardtoolsError:
            raise
        except Exception as error:  # whatever a user's template may do, it is the user who can set it right
            if isinstance(error, (TemplateError, *_DEEP)) or self._line(error):
                raise self._told(error) from error
            raise

    @property
    def beside(self) -> Path:
        """The folder of the template."""
        return self._file.parent

    def blamed(self, error: Exception) -> Exception:
        """Return what is told where faces could not be laid out by it: ``print.template``, if it is to blame."""
        if isinstance(error, FacesLostError):
            return refuse("print.template", path=self._shown, wording="print.template.pages", exit_code=1)
        finding = error.findings[0] if isinstance(error, CardtoolsError) else None
        if finding is not None and finding.code in ("print.log", "print.template") and not finding.location.path:
            params = {key: value[:_SHOWN] if isinstance(value, str) else value for key, value in finding.params.items()}
            place = Location(path=str(self._shown))
            told = finding.model_copy(update={"code": "print.template", "params": params, "location": place})
            return CardtoolsError(told, exit_code=1)
        return error if isinstance(error, (CardtoolsError, OSError)) else self._told(error, "print.template.layout")

    def empty(self) -> CardtoolsError:
        """Return what is told where the template prints nothing on any card."""
        return refuse("print.template", path=self._shown, wording="print.template.empty", exit_code=1)

    def _told(self, error: Exception, wording: str | None = None) -> CardtoolsError:
        """Return what is told of a mistake; ``wording`` where no more is known than the words of the program."""
        path, line = self._place(error)
        if isinstance(error, TemplateNotFound):
            name = " ".join(str(error.name).split())[:_SHOWN]
            return refuse(
                "print.template", path=path, line=line, wording="print.template.include", name=name, exit_code=1
            )
        if isinstance(error, MemoryError):
            return refuse("print.template", path=path, line=line, wording="print.template.memory", exit_code=1)
        if isinstance(error, _DEEP) and not isinstance(error, TemplateError):
            return refuse("print.template", path=path, line=line, wording="print.template.deep", exit_code=1)
        why = _OBJECT.sub(lambda match: f"'{match[1].lower()}'", str(error)) or type(error).__name__
        why = " ".join(why.split())[:_SHOWN]
        return refuse("print.template", path=path, line=line, wording=wording, why=why, exit_code=1)

    def _line(self, error: Exception) -> int | None:
        """Return the line of the user's template that an error comes from."""
        return self._place(error)[1]

    def _place(self, error: Exception) -> tuple[Path, int | None]:
        """Return the user's template that an error comes from, else the first one, and the line of it."""
        if isinstance(error, TemplateSyntaxError) and self._is_own(error.filename):
            return self._shown.with_name(Path(str(error.filename)).name), error.lineno
        for frame in reversed(traceback.extract_tb(error.__traceback__)):
            if self._is_own(frame.filename):
                return self._shown.with_name(Path(frame.filename).name), frame.lineno
        return self._shown, None

    def _is_own(self, filename: str | None) -> bool:
        return filename is not None and Path(filename).parent == self._file.parent

    def _found(self, name: str) -> Path | None:
        path = super()._found(name)
        return path if path is None or _is_within(path, self.roots) else None


class _Loader(FileSystemLoader):
    """Loads templates, styles and drawings; nothing that a link names outside of the folders, and no letter or key.

    A stranger's template may have been saved beside files of another kind, and what it includes is printed.
    """

    def get_source(self, environment: Environment, template: str) -> tuple[str, str, Callable[[], bool]]:
        source, filename, uptodate = super().get_source(environment, template)
        if Path(filename).suffix not in _INCLUDED or not _is_within(Path(filename), map(Path, self.searchpath)):
            raise TemplateNotFound(template)
        return source, filename, uptodate


def _is_within(path: Path, roots: Iterable[Path]) -> bool:
    """Return whether a file lies under one of the folders, links followed."""
    resolved = path.resolve()
    return any(resolved.is_relative_to(root.resolve()) for root in roots)
