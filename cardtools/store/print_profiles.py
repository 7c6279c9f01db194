"""The print profiles in ``data/print/profiles.yaml``, a user's own file before the shipped one."""

from __future__ import annotations

import difflib
from collections.abc import Sequence
from pathlib import Path
from typing import Final

from cardtools.errors import refuse
from cardtools.model.printing import Profile, Profiles
from cardtools.store.files import kind_of
from cardtools.store.yaml_files import load, read_yaml

_FILE: Final = "print/profiles.yaml"


def profiles(folders: Sequence[Path]) -> tuple[Profile, ...]:
    """Return every profile of the data ``folders``, the user's before the shipped ones; the first of an id counts.

    Raises:
        CardtoolsError: ``data.missing-folder`` where there is no such file, or what is wrong with one.
    """
    found: dict[str, Profile] = {}
    for folder in folders:
        if kind_of(path := folder / _FILE) == "file":
            for profile in load(Profiles, read_yaml(path)).profiles:
                found.setdefault(profile.id, profile)
    if not found:
        raise refuse("data.missing-folder", name=_FILE)
    return tuple(found.values())


def profile(folders: Sequence[Path], name: str) -> Profile:
    """Return the profile whose id is ``name``, in any case.

    Raises:
        CardtoolsError: ``usage.unknown-profile``.
    """
    every = profiles(folders)
    for one in every:
        if one.id == name.strip().lower():
            return one
    ids = [one.id for one in every]
    close = tuple(difflib.get_close_matches(name.strip().lower(), ids, n=2, cutoff=0.5))
    raise refuse("usage.unknown-profile", name=name, known=", ".join(ids), suggestions=close)
