"""The libraries that documents are laid out by: which there are, of what version."""

from __future__ import annotations

from dataclasses import dataclass

from cardtools.render.engine import load


@dataclass(frozen=True, slots=True)
class Libraries:
    """Versions of the libraries; ``subset`` tells whether HarfBuzz can reduce fonts to the letters used."""

    weasyprint: str
    pango: str
    subset: bool


def libraries() -> Libraries:
    """Load the libraries and return their versions.

    Raises:
        CardtoolsError: ``print.pango`` where one of them is missing.
        ImportError: Where WeasyPrint itself is.
    """
    load()
    import weasyprint
    from weasyprint.text import ffi

    number = ffi.pango.pango_version()  # 15012 is 1.50.12
    pango = f"{number // 10_000}.{number // 100 % 100}.{number % 100}"
    return Libraries(weasyprint.__version__, pango, ffi.harfbuzz_subset is not None)
