"""The one exception of the project: "cannot go on", told by the findings it carries."""

from __future__ import annotations

from pathlib import Path

from cardtools.model.finding import Finding, Location


class CardtoolsError(Exception):
    """Work cannot go on.

    Attributes:
        findings: What is wrong, at least one.
        exit_code: 2 for usage, unreadable files and broken data; 1 for refused results.
    """

    def __init__(self, *findings: Finding, exit_code: int = 2) -> None:
        super().__init__(", ".join(finding.code for finding in findings))
        self.findings = findings
        self.exit_code = exit_code


def refuse(
    code: str,
    *,
    path: Path | str | None = None,
    line: int | None = None,
    column: int | None = None,
    wording: str | None = None,
    suggestions: tuple[str, ...] = (),
    exit_code: int = 2,
    **params: str | int,
) -> CardtoolsError:
    """Return an error made of one finding, ready to be raised.

    >>> refuse("file.unreadable", path="deck.txt", why="missing").findings[0].location.path
    'deck.txt'
    """
    finding = Finding(
        code=code,
        wording=wording,
        params=params,
        suggestions=suggestions,
        location=Location(path=None if path is None else str(path), line=line, column=column),
    )
    return CardtoolsError(finding, exit_code=exit_code)
