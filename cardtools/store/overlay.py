"""A user's file laid over the shipped one of the same name: keys over keys, items with an ``id`` over that item.

Other lists are replaced as a whole, and so is an item of another ``kind``. Every value keeps the place it came from;
what both files have a part in has its place in the user's, who can change no other.
"""

from __future__ import annotations

from pathlib import Path

from cardtools.store.yaml_files import Data, DataPath, Document


def lay_over(base: Document, over: Document) -> Document:
    """Return ``base`` with what ``over`` says instead or besides; an empty file says nothing."""
    if over.data is None:
        return base
    merger = _Merger(base, over)
    data = merger.merge(base.data, over.data, (), (), ())
    return Document(base.path, data, merger.positions, merger.origins)


class _Merger:
    """Builds the merged data, and the place of every value in it."""

    def __init__(self, base: Document, over: Document) -> None:
        self._base = base
        self._over = over
        self.positions: dict[DataPath, tuple[int, int]] = {}
        self.origins: dict[DataPath, Path] = {}

    def merge(self, base: Data, over: Data, base_at: DataPath, over_at: DataPath, to: DataPath) -> Data:
        if isinstance(base, dict) and isinstance(over, dict) and base.get("kind") == over.get("kind", base.get("kind")):
            self._place(self._over, over_at, to)
            merged: dict[str, Data] = {}
            for key in (*base, *(key for key in over if key not in base)):
                paths = ((*base_at, key), (*over_at, key), (*to, key))
                if key not in over:
                    merged[key] = self._copy(self._base, base[key], paths[0], paths[2])
                elif key not in base:
                    merged[key] = self._copy(self._over, over[key], paths[1], paths[2])
                else:
                    merged[key] = self.merge(base[key], over[key], *paths)
            return merged
        if isinstance(base, list) and isinstance(over, list) and _ids(base) and _ids(over):
            return self._merge_items(base, over, base_at, over_at, to)
        return self._copy(self._over, over, over_at, to)

    def _merge_items(
        self, base: list[Data], over: list[Data], base_at: DataPath, over_at: DataPath, to: DataPath
    ) -> list[Data]:
        self._place(self._over, over_at, to)
        theirs = {one: index for index, one in enumerate(_ids(over))}
        merged: list[Data] = []
        for index, one in enumerate(_ids(base)):
            here = (*to, len(merged))
            if one in theirs:
                at = theirs.pop(one)
                merged.append(self.merge(base[index], over[at], (*base_at, index), (*over_at, at), here))
            else:
                merged.append(self._copy(self._base, base[index], (*base_at, index), here))
        for index in sorted(theirs.values()):
            merged.append(self._copy(self._over, over[index], (*over_at, index), (*to, len(merged))))
        return merged

    def _copy(self, document: Document, value: Data, at: DataPath, to: DataPath) -> Data:
        self._place(document, at, to)
        if isinstance(value, dict):
            return {key: self._copy(document, item, (*at, key), (*to, key)) for key, item in value.items()}
        if isinstance(value, list):
            return [self._copy(document, item, (*at, index), (*to, index)) for index, item in enumerate(value)]
        return value

    def _place(self, document: Document, at: DataPath, to: DataPath) -> None:
        if at in document.positions:
            self.positions[to] = document.positions[at]
            self.origins[to] = document.origins.get(at, document.path)


def _ids(items: list[Data]) -> list[str]:
    """Return the ids of items that all have one of their own, else nothing."""
    ids = [str(item["id"]) for item in items if isinstance(item, dict) and item.get("id")]
    return ids if len(set(ids)) == len(items) else []
