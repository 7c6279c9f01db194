"""Print the cards of a plain table: anyone's prototype, no game folder needed."""

from __future__ import annotations

from pathlib import Path

from cardtools.app.desk import Desk
from cardtools.app.print_options import Printed, SheetOptions
from cardtools.app.print_run import CardRun, Press, print_run
from cardtools.app.prototypes import SIZE, STDIN, PrototypeOptions, open_prototypes
from cardtools.documents.card_faces import outlined


def print_prototypes(
    desk: Desk,
    path: str,
    output: Path | None,
    options: SheetOptions,
    press: Press | None = None,
    *,
    template: Path | None = None,
    encoding: str | None = None,
    stdin: bytes | None = None,
) -> Printed:
    """Print the cards of a table.

    Args:
        desk: Sizes and language.
        path: The table; ``-`` for ``stdin``.
        output: The file or folder to write; in ``output`` where it is absent.
        options: What is printed, and how.
        press: What lays faces out, if it is to stay warm.
        template: The user's own template for fronts.
        encoding: Of a CSV or YAML file, where it is not UTF-8.
        stdin: What stood on standard input.

    Raises:
        CardtoolsError: Where it is no table, or the file cannot be made whole and right.
    """
    wanted = PrototypeOptions(
        card_size=options.card_size or SIZE,
        images=options.images,
        dpi=options.dpi,
        template=template,
        only=options.only,
        copies=options.copies,
        encoding=encoding,
        draft=options.draft,
    )
    with open_prototypes(desk, path, wanted, stdin) as made:
        stem = made.title if path == STDIN else f"{made.title}-cards"
        groups = tuple(
            (group.size, tuple(outlined(group.cards)) if options.economy else group.cards) for group in made.groups
        )
        run = CardRun(
            document="cards",
            stem=stem,
            title=made.title,
            language=made.language,
            groups=groups,
            templates=made.templates,
            folders=made.folders,
            oversized=template is not None,
            findings=made.findings,
            counts=made.counts,
            sources=(path, *(str(one) for one in (template, *made.pictures) if one is not None)),
        )
        return print_run(desk, run, output, options, press or Press())
