"""HTML from templates, in a sandbox: everything is escaped, nothing undefined is printed as empty."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Final

from jinja2 import FileSystemLoader, StrictUndefined
from jinja2.sandbox import ImmutableSandboxedEnvironment
from markupsafe import Markup

from cardtools.errors import refuse

_NAME: Final = re.compile(r"[a-z0-9-]+")


class Templates:
    """The template folders, the first that has a template being the one that counts."""

    def __init__(self, *roots: Path) -> None:
        self.roots = roots
        self._environment = ImmutableSandboxedEnvironment(
            loader=FileSystemLoader([str(root) for root in roots]),
            autoescape=True,
            undefined=StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
        )
        self._environment.globals["css"] = self.css
        self._environment.globals["icon"] = self.icon
        self._environment.globals["has_icon"] = self.has_icon

    def render(self, name: str, values: Mapping[str, object]) -> str:
        """Return the HTML of template ``name`` filled with ``values``."""
        return self._environment.get_template(name).render(values)

    def css(self, name: str) -> Markup:
        """Return the style sheet ``css/<name>.css`` as it stands."""
        return Markup(self._read(f"css/{name}.css"))  # noqa: S704 - our own file, never user data

    def icon(self, name: str, fill: str = "currentColor") -> Markup:
        """Return the drawing ``icons/<name>.svg`` to stand inline, its ``currentColor`` replaced by ``fill``."""
        return Markup(self._icon(name).replace("currentColor", fill))  # noqa: S704 - our own drawing

    def has_icon(self, name: str) -> bool:
        """Return whether there is a drawing of that name."""
        return _NAME.fullmatch(name) is not None and any((root / f"icons/{name}.svg").is_file() for root in self.roots)

    @cache  # noqa: B019 - one Templates lives as long as the process
    def _icon(self, name: str) -> str:
        if _NAME.fullmatch(name) is None:  # names come from data: no way out of the folder
            raise refuse("data.missing-template", name=name)
        return self._read(f"icons/{name}.svg")

    def _read(self, name: str) -> str:
        for root in self.roots:
            path = root / name
            if path.is_file():
                return path.read_text(encoding="utf-8")
        raise refuse("data.missing-template", name=name)
