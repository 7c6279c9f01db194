"""Faces laid out before: kept in packs, found again by all that a face depends on.

What a face looks like follows from its fields and pictures and from what the faces of a run have in common: the
templates, style sheets and icons, the fonts, card size and bleed, and the programs that lay out.
"""

from __future__ import annotations

import hashlib
import json
import os
import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from functools import cache
from importlib.metadata import version
from pathlib import Path
from types import MappingProxyType
from typing import Any, Final

from cardtools.documents.faces import Face
from cardtools.render.engine import PICTURES
from cardtools.render.fitting import Laid, Setting
from cardtools.render.fonts import FONTS
from cardtools.render.html import Templates
from cardtools.render.pack import Glyphs, Pack, Verdict
from cardtools.render.soundness import face_pages_in
from cardtools.store.cache import Cache
from cardtools.store.output_folder import MANIFEST

_TEMPLATE_KINDS: Final = (".j2", ".css", ".svg")
_PROGRAMS: Final = ("weasyprint", "pydyf", "pikepdf", "fonttools", "pyphen", "jinja2")
_MOST_FILES: Final = 5_000
"""Files up to which a folder of templates is looked through for changes."""
_NOT_OF_CARDS: Final = ("documents", "web")
"""Folders of templates that print no cards."""
RUN_LIMIT: Final = 8_000_000
"""Bytes up to which the pack of a whole run is kept too; a larger one is put together again."""
_PACK: Final = re.compile(r"pack-[0-9a-f]{40}")
_MOST: Final = 1_000_000
"""No page, glyph or pixels an inch has a larger number."""
_MOST_PT: Final = 10_000
_UNREADABLE: Final = (ValueError, TypeError, AttributeError, RecursionError)
"""What reading an entry that is none of ours may raise."""


@dataclass(frozen=True, slots=True)
class KeptFace:
    """A face laid out: the pack that has it, its page there, and what was found on it."""

    pack: str
    page: int
    verdict: Verdict


def keeper(files: Cache, templates: Templates) -> Callable[[str, Callable[[], bytes]], bytes]:
    """Return what keeps small print and the like: called with a key and what makes it, it makes it once.

    What is kept is made anew where a template, a font or a program has changed.
    """
    context = _templates_digest(templates)

    def keep(key: str, make: Callable[[], bytes]) -> bytes:
        if not context:
            return make()
        name = f"print-{_digest(json.dumps([context, key]).encode())[:40]}"
        content = files.get(name)
        if content is None:
            content = make()
            files.put(name, content)
        return content

    return keep


def fingerprints(faces: Sequence[Face]) -> list[str]:
    """Return for each face what tells it from all that print differently; pictures count by their content."""
    return [_fingerprint(face) for face in faces]


class PackCache:
    """The faces of one setting that are laid out already, in the memory of this process and in a cache of files.

    The index of the files is read when first asked for.

    Attributes:
        context: What tells the setting from others; empty where that cannot be told, and nothing is kept then.
    """

    def __init__(self, files: Cache, setting: Setting) -> None:
        self.context = _context(setting)
        self._files = files if self.context else Cache(None)
        self._faces: dict[str, KeptFace] | None = None
        self._packs: dict[str, bytes] = {}
        self._pages: dict[str, int] = {}
        self._trim = setting.trim

    def find(self, prints: Iterable[str]) -> dict[str, KeptFace]:
        """Return the faces among ``prints`` that are there; a pack that is lost or damaged counts as not there."""
        index = self._index()
        found = {one: index[one] for one in prints if one in index}
        pages = {name: self._pages_of(name) for name in {kept.pack for kept in found.values()}}
        return {one: kept for one, kept in found.items() if kept.page < pages[kept.pack]}

    def pdf(self, kept: KeptFace) -> bytes:
        """Return the pack of a face that ``find`` returned."""
        return self._packs[kept.pack]

    def keep(self, laid: Laid, prints: Sequence[str]) -> None:
        """Keep faces just laid out; ``prints`` are their fingerprints."""
        name = _pack_name(laid.pdf)
        self._packs[name], self._pages[name] = laid.pdf, len(prints)
        self._files.put(name, laid.pdf)
        index = self._index()
        for number, (one, verdict) in enumerate(zip(prints, laid.verdicts, strict=True)):
            index[one] = KeptFace(name, number, verdict)

    def write_index(self) -> None:
        """Write down which faces there are; what another run has written down meanwhile stays."""
        index = {**self._read_index(), **self._index()}
        content = {one: [kept.pack, kept.page, *_packed(kept.verdict)] for one, kept in index.items()}
        self._files.put(self._index_name, json.dumps(content, separators=(",", ":"), sort_keys=True).encode())

    def run(self, prints: Sequence[str], keys: Sequence[str], lang: str, title: str) -> Pack | None:
        """Return the pack of exactly these faces, None where it was not kept."""
        content = self._files.get(self._run_name(prints, lang, title))
        if content is None:
            return None
        head, _, pdf = content.partition(b"\n")
        try:
            verdicts = [_verdict(*facts) for facts in json.loads(head)]
        except _UNREADABLE:
            return None
        if not len(verdicts) == len(keys) == face_pages_in(pdf, self._trim):
            return None
        return Pack(pdf, {key: number for number, key in enumerate(keys)}, dict(zip(keys, verdicts, strict=True)))

    def keep_run(self, pack: Pack, prints: Sequence[str], lang: str, title: str) -> None:
        """Keep the pack of a whole run, its faces in the order of ``prints``."""
        if len(pack.pdf) <= RUN_LIMIT:
            head = json.dumps([[one.smallest_pt, one.outside, one.ppi] for one in pack.verdicts.values()])
            self._files.put(self._run_name(prints, lang, title), head.encode() + b"\n" + pack.pdf)

    @property
    def _index_name(self) -> str:
        return f"index-{self.context[:40].ljust(40, '0')}"

    def _run_name(self, prints: Sequence[str], lang: str, title: str) -> str:
        return f"run-{_digest(json.dumps([self.context, lang, title, *prints]).encode())[:40]}"

    def _index(self) -> dict[str, KeptFace]:
        if self._faces is None:
            self._faces = self._read_index()
        return self._faces

    def _read_index(self) -> dict[str, KeptFace]:
        content = self._files.get(self._index_name)
        if content is None:
            return {}
        try:
            return {one: _unpacked(*facts) for one, facts in json.loads(content).items()}
        except _UNREADABLE:
            return {}

    def _pages_of(self, name: str) -> int:
        """Return how many pages a pack has; 0 where it is lost, damaged or none."""
        if name not in self._pages:
            content = self._files.get(name)
            if content is None or name != _pack_name(content):
                return 0
            self._packs[name], self._pages[name] = content, face_pages_in(content, self._trim)
        return self._pages[name]


def _pack_name(pdf: bytes) -> str:
    return f"pack-{_digest(pdf)[:40]}"


def _packed(verdict: Verdict) -> list[Any]:
    glyphs = {name: sorted(ids) for name, ids in verdict.glyphs.items()}
    return [verdict.smallest_pt, verdict.outside, verdict.ppi, glyphs]


def _unpacked(
    pack: str, page: int, smallest_pt: float, outside: bool, ppi: int, glyphs: dict[str, list[int]]
) -> KeptFace:
    shown = {name: frozenset(_whole(one) for one in ids) for name, ids in glyphs.items()}
    if not (isinstance(pack, str) and _PACK.fullmatch(pack)):
        raise ValueError(pack)
    return KeptFace(pack, _whole(page), _verdict(smallest_pt, outside, ppi, shown))


def _verdict(smallest_pt: float, outside: bool, ppi: int, glyphs: Glyphs = MappingProxyType({})) -> Verdict:
    """Return a verdict as it was kept, each of its facts being what such a fact can be.

    Raises:
        ValueError: For anything else; also TypeError.
    """
    if not (isinstance(outside, bool) and 0 <= smallest_pt <= _MOST_PT):
        raise ValueError(smallest_pt)
    return Verdict(float(smallest_pt), outside, _whole(ppi), glyphs)


def _whole(number: int) -> int:
    if type(number) is not int or not 0 <= number <= _MOST:
        raise ValueError(number)
    return number


def _fingerprint(face: Face) -> str:
    if face.picture and (path := Path(face.picture)).is_file():
        return face.digest(_digest(path.read_bytes()))
    return face.key


def _context(setting: Setting) -> str:
    """Return a digest of what all faces of a run depend on."""
    trim = setting.trim
    templates = _templates_digest(setting.templates)
    facts = [templates, trim.width_mm, trim.height_mm, trim.bleed_mm, setting.dpi]
    return _digest(json.dumps(facts).encode()) if templates else ""


def _templates_digest(templates: Templates) -> str:
    """Return a digest of templates, style sheets, icons, fonts and programs.

    It is empty where a folder holds far too much to be one of templates, as where a template lies among all the
    user's files.
    """
    digest = hashlib.sha256(_programs().encode())
    for root in templates.roots:
        paths = _template_files(root, pictures=root == templates.beside)
        if paths is None:
            return ""
        for path in paths:
            digest.update(f"\0{path.relative_to(root).as_posix()}\0".encode())
            if path.suffix in _TEMPLATE_KINDS:
                digest.update(path.read_bytes())
            else:  # a picture that a template may show: it may be large, and there may be many
                facts = path.stat()
                digest.update(f"{facts.st_size} {facts.st_mtime_ns}".encode())
        digest.update(b"\0\0")
    return digest.hexdigest()


def _template_files(root: Path, *, pictures: bool) -> list[Path] | None:
    """Return the templates, style sheets, icons and ``pictures`` under a folder, None where it holds too many files.

    Folders that we have filled are passed over: no face is made of what was printed before.
    """
    kinds = (*_TEMPLATE_KINDS, *PICTURES) if pictures else _TEMPLATE_KINDS
    found: list[Path] = []
    seen = 0
    for folder, folders, names in os.walk(root, followlinks=True):
        if Path(folder) == root:
            folders[:] = [name for name in folders if name not in _NOT_OF_CARDS]
        elif MANIFEST in names:
            folders.clear()
            continue
        seen += len(folders) + len(names)
        if seen > _MOST_FILES:
            return None
        found += [Path(folder, name) for name in names if name.lower().endswith(kinds)]
    return sorted(path for path in found if path.is_file())


@cache
def _programs() -> str:
    """Return a digest of the programs and fonts that lay out faces, our own code included."""
    digest = hashlib.sha256(json.dumps([[name, version(name)] for name in _PROGRAMS]).encode())
    for path in sorted(Path(__file__).parent.glob("*.py")):
        digest.update(path.read_bytes())
    for font in FONTS:
        digest.update(font.path.read_bytes())
    return digest.hexdigest()


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()
