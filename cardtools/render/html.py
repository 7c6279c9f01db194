"""HTML from templates, in a sandbox: everything is escaped, nothing undefined is printed as empty."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from functools import cache, cached_property
from pathlib import Path
from string import ascii_letters, digits
from typing import TYPE_CHECKING, Final
from urllib.parse import quote

from markupsafe import Markup

from cardtools.documents.inline import Run, has_signs, with_signs_held
from cardtools.errors import refuse

if TYPE_CHECKING:
    from jinja2 import Environment

_NAME: Final = re.compile(r"[a-z0-9-]+")
_SAFE: Final = frozenset(f"{ascii_letters}{digits} !()*+,-./:;=?@_~")
"""What stands in an address of ours as it is."""
_QUOTED: Final = {code: quote(chr(code), safe="") for code in range(128) if chr(code) not in _SAFE}


class Templates:
    """The template folders, the first that has a template being the one that counts."""

    def __init__(self, *roots: Path) -> None:
        self.roots = roots

    @cached_property
    def _environment(self) -> Environment:
        # Only when a template is asked for: a run that finds all in the cache needs none.
        from jinja2 import FileSystemLoader, StrictUndefined
        from jinja2.sandbox import ImmutableSandboxedEnvironment

        environment = ImmutableSandboxedEnvironment(
            loader=FileSystemLoader([str(root) for root in self.roots]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            optimized=False,  # it takes longer to compile them so than it spares
        )
        environment.filters |= {"urlencode": _quoted, "held": _held}
        environment.globals |= {"css": self.css, "icon": self.icon, "has_icon": self.has_icon}
        return environment

    def __reduce__(self) -> tuple[Callable[..., Templates], tuple[Path, ...]]:
        return templates_at, self.roots

    @property
    def beside(self) -> Path | None:
        """The folder that templates may name pictures in; None for ours, which name none."""
        return None

    def blamed(self, error: Exception) -> Exception:
        """Return what is told where faces could not be laid out: of our templates the error as it is."""
        return error

    def load(self, *names: str) -> None:
        """Compile templates ahead of their first use."""
        for name in names:
            self._environment.get_template(name)

    def render(self, name: str, values: Mapping[str, object]) -> str:
        """Return the HTML of template ``name`` filled with ``values``."""
        return self._environment.get_template(name).render(values)

    def css(self, name: str) -> Markup:
        """Return the style sheet ``css/<name>.css`` as it stands."""
        if _NAME.fullmatch(name) is None:  # a user's template may ask, too: no way out of the folder
            raise refuse("data.missing-template", name=name)
        return Markup(self._read(f"css/{name}.css"))  # noqa: S704 - our own file, never user data

    def icon(self, name: str, fill: str = "currentColor") -> Markup:
        """Return the drawing ``icons/<name>.svg`` to stand inline, its ``currentColor`` replaced by ``fill``."""
        return Markup(self._icon(name).replace("currentColor", fill))  # noqa: S704 - our own drawing

    def has_icon(self, name: str) -> bool:
        """Return whether there is a drawing of that name."""
        return _NAME.fullmatch(name) is not None and self._found(f"icons/{name}.svg") is not None

    def icons(self) -> frozenset[str]:
        """Return the names of all drawings."""
        return frozenset(path.stem for root in self.roots for path in (root / "icons").glob("*.svg"))

    @cache  # noqa: B019 - one Templates lives as long as the process
    def _icon(self, name: str) -> str:
        if _NAME.fullmatch(name) is None:  # names come from data: no way out of the folder
            raise refuse("data.missing-template", name=name)
        return self._read(f"icons/{name}.svg")

    def _read(self, name: str) -> str:
        path = self._found(name)
        if path is None:
            raise refuse("data.missing-template", name=name)
        return path.read_text(encoding="utf-8")

    def _found(self, name: str) -> Path | None:
        """Return the file that counts, None where there is none."""
        return next((root / name for root in self.roots if (root / name).is_file()), None)


@cache
def templates_at(*roots: Path) -> Templates:
    """Return the templates of these folders, the same ones whenever they are asked for."""
    return Templates(*roots)


def _held(text: str) -> str:
    """Return a plain text of a card with every sign held to its figure; most texts have none, and stay as they are."""
    if not has_signs(text):
        return text
    plain, whole = Markup("<span>{}</span>"), Markup('<span class="whole">{}</span>')
    # A space is a run of its own, as inline_runs tells.
    return Markup().join(
        (whole if run.whole else plain).format(run.text) for run in with_signs_held((Run("text", text),))
    )


def _quoted(text: object) -> str:
    """Return a text, such as a drawing, as part of an address; far faster for long ones than Jinja's own filter."""
    plain = str(text)
    return plain.translate(_QUOTED) if plain.isascii() else quote(plain)
