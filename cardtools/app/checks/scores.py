"""Worked scores under check: every score file in ``examples/`` comes out as it says."""

from __future__ import annotations

from collections.abc import Iterator

from cardtools.app.checks.folder import Folder
from cardtools.app.desk import Desk
from cardtools.app.scores import Table, has_scorer
from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding
from cardtools.store.yaml_files import read_yaml


def check_scores(folder: Folder, desk: Desk) -> Iterator[Finding]:
    """Yield what is not as an example expects it; one that expects nothing has to be without a refused round."""
    game = folder.game.info.id
    if not has_scorer(folder.game):
        return
    table = Table.of(desk, game)
    # Where a user has laid a folder over a shipped game, other numbers may hold than those of the shipped examples.
    roots = [one / "games" / game for one in folder.library.folders]
    root = next(one for one in roots if one.is_dir())
    for path in sorted((root / "examples").glob("*.yaml")):
        try:
            document = read_yaml(path)
            findings = table.score(document).findings
        except CardtoolsError as error:
            yield from error.findings
            continue
        expects = isinstance(document.data, dict) and "expect" in document.data
        for finding in findings:
            if finding.severity == "error" and (finding.code == "score.expected" or not expects):
                yield finding
