"""Faces: every distinct face of a run is laid out once, one page a face, and never again while nothing changes."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from pathlib import Path
from typing import Final

from cardtools.documents.faces import Face
from cardtools.errors import CardtoolsError
from cardtools.model.finding import Finding
from cardtools.render.engine import load, no_collecting
from cardtools.render.fitting import FLOOR_PT, Laid, Setting, check_letters, face_markup, lay_out_faces
from cardtools.render.html import Templates
from cardtools.render.merge import merged
from cardtools.render.pack import Pack, Trim, Verdict
from cardtools.render.pack_cache import PackCache, fingerprints
from cardtools.render.processes import spread
from cardtools.store.cache import Cache

__all__ = ["FLOOR_PT", "Pack", "Renderer", "Trim", "Verdict", "render_pack"]

BATCH: Final = 54
"""Most faces laid out in one go: enough to make up for a document's own cost, few enough for little memory."""
_WORTH_SHARING: Final = 40
"""Faces from which on a run is cut into batches: an even number of them, as most machines have of processors."""
_WORTH_SPAWNING: Final = 6
"""Batches from which on it pays to start processes that have to load the layout program themselves."""

Progress = Callable[[int, int], None]
"""Told how many of how many faces are laid out."""


def render_pack(
    faces: Sequence[Face],
    trim: Trim,
    templates: Templates,
    *,
    lang: str,
    title: str,
    folders: tuple[Path, ...] = (),
    dpi: int | None = None,
    cache: Cache | None = None,
    progress: Progress | None = None,
    processes: int | None = None,
) -> Pack:
    """Return the pack of faces whose keys differ; faces laid out before come from the cache.

    Args:
        faces: Distinct faces.
        trim: Card size and bleed.
        templates: Where face templates are looked for.
        lang: Language of the document.
        title: Title of the document.
        folders: Where pictures may be read from.
        dpi: Pictures finer than this are reduced; None keeps them.
        cache: Where laid out faces are kept; the user's cache where it is absent.
        progress: Told how far the work is.
        processes: How many processes may work; as many as there are processors where it is absent.

    Raises:
        CardtoolsError: ``print.letters`` or ``print.overflow`` with every face concerned.
    """
    renderer = Renderer(cache if cache is not None else Cache.of_user(), processes)
    return renderer.render(Setting(trim, templates, lang, title, folders, dpi), faces, progress)


class Renderer:
    """Makes packs, and remembers what it has laid out: a second pack costs what has changed since the first."""

    def __init__(self, cache: Cache, processes: int | None = None) -> None:
        self._cache = cache
        self._processes = processes
        self._kept: PackCache | None = None

    def render(self, setting: Setting, faces: Sequence[Face], progress: Progress | None = None) -> Pack:
        """Return the pack of ``faces``, whose keys differ; see render_pack."""
        prints, keys = fingerprints(faces), [face.key for face in faces]
        kept = self._kept_for(setting)
        if pack := kept.run(prints, keys, setting.lang, setting.title):
            return pack
        found = kept.find(prints)
        missing = [(face, one) for face, one in zip(faces, prints, strict=True) if one not in found]
        if missing:
            self._lay_out(missing, setting, kept, progress)
            found = kept.find(prints)
        pieces = [(kept.pdf(found[one]), found[one].page, found[one].verdict.glyphs) for one in prints]
        with no_collecting():
            pdf = merged(pieces, setting.lang, setting.title)
        pack = Pack(
            pdf,
            {key: number for number, key in enumerate(keys)},
            {key: found[one].verdict for key, one in zip(keys, prints, strict=True)},
            len(missing),
        )
        kept.keep_run(pack, prints, setting.lang, setting.title)
        return pack

    def _kept_for(self, setting: Setting) -> PackCache:
        """Return the faces of this setting that are laid out; with another setting those of the last are forgotten."""
        kept = PackCache(self._cache, setting)
        if self._kept is None or not kept.context or self._kept.context != kept.context:
            self._kept = kept
        return self._kept

    def _lay_out(
        self, missing: Sequence[tuple[Face, str]], setting: Setting, kept: PackCache, progress: Progress | None
    ) -> None:
        """Lay out faces and keep them.

        Raises:
            CardtoolsError: With the findings of every batch.
        """
        check_letters([face for face, _ in missing])
        batches = _batches(missing)
        done = 0

        def tell(number: int) -> None:
            nonlocal done
            done += len(batches[number])
            if progress is not None:
                progress(done, len(missing))

        outcomes = spread(
            [_Batch(tuple(face for face, _ in batch), setting) for batch in batches],
            _laid_out,
            load=lambda: _load(setting, batches),
            spawned_from=_WORTH_SPAWNING,
            done=tell,
            processes=self._processes,
        )
        findings = [finding for outcome in outcomes for finding in outcome.findings]
        for batch, outcome in zip(batches, outcomes, strict=True):
            if outcome.laid is not None:
                kept.keep(outcome.laid, [one for _, one in batch])
        kept.write_index()
        if findings:
            raise CardtoolsError(*findings, exit_code=1)


@dataclass(frozen=True, slots=True)
class _Batch:
    faces: tuple[Face, ...]
    setting: Setting


@dataclass(frozen=True, slots=True)
class _Outcome:
    """A batch laid out, or what does not fit on it."""

    laid: Laid | None
    findings: tuple[Finding, ...] = ()


def _laid_out(batch: _Batch) -> _Outcome:
    try:
        return _Outcome(lay_out_faces(batch.faces, batch.setting))
    except CardtoolsError as error:
        if any(finding.code != "print.overflow" for finding in error.findings):
            raise
        return _Outcome(None, error.findings)


def _kin(face: Face) -> tuple[str, ...]:
    return (face.template, *(colour.id for colour in face.colours), "/", face.type, face.card_id, face.key)


def _load(setting: Setting, batches: Sequence[Sequence[tuple[Face, str]]]) -> None:
    """Load what laying out needs, templates compiled, so that a forked process need not."""
    load()
    made_by, arguments = setting.templates.__reduce__()  # as the other processes will get them
    shared = replace(setting, templates=made_by(*arguments))
    shared.templates.load("cards/pack.html.j2")
    for face in {face.template: face for batch in batches for face, _ in batch}.values():
        face_markup(face, shared, {})


def _batches(missing: Sequence[tuple[Face, str]]) -> list[Sequence[tuple[Face, str]]]:
    """Cut faces into batches of about one size, those that may share a drawing side by side; a few stay together."""
    if len(missing) < _WORTH_SHARING:
        return [missing]
    missing = sorted(missing, key=lambda one: _kin(one[0]))
    count = 2 * -(-len(missing) // (2 * BATCH))
    bounds = [len(missing) * number // count for number in range(count + 1)]
    return [missing[start:end] for start, end in pairwise(bounds)]
