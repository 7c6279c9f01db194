from __future__ import annotations

from pathlib import Path

import pytest

from cardtools.app.desk import Desk
from cardtools.errors import CardtoolsError
from cardtools.model.printing import Profile
from cardtools.store.print_profiles import profile, profiles
from cardtools.store.workspace import data_folders

FOLDERS = data_folders()
SHIPPED = profiles(FOLDERS)


def test_there_are_the_profiles_of_the_trade_each_with_a_source_and_a_name_in_hungarian_and_english() -> None:
    assert [one.id for one in SHIPPED] == [
        "home-a4", "home-letter", "mpc-63x88", "mpc-poker", "tgc-poker", "mbprint-63x88", "tts",
    ]  # fmt: skip
    for one in SHIPPED:
        assert one.source
        assert {"en", "hu"} <= set(one.name)


@pytest.mark.parametrize("one", SHIPPED, ids=lambda one: one.id)
def test_what_a_profile_names_is_there(one: Profile) -> None:
    library = Desk.open("en").library
    if one.paper:
        assert library.paper(one.paper)
    if one.card_size:
        assert library.card_size(one.card_size)
    assert one.locked == (one.output != "sheets")


@pytest.mark.parametrize(
    ("name", "pixels", "page_mm"),
    [
        ("mpc-63x88", (816, 1110), (69, 94)),
        ("mpc-poker", (822, 1122), (69.6, 95)),
        ("tgc-poker", (825, 1125), (69.85, 95.25)),
    ],
)
def test_pictures_are_the_makers_to_the_pixel_and_bleed_fills_them(
    name: str, pixels: tuple[int, int], page_mm: tuple[float, float]
) -> None:
    one = profile(FOLDERS, name)
    assert one.pixels is not None
    assert one.card_size is not None
    assert (one.pixels.width, one.pixels.height) == pixels
    assert (one.dpi, one.output) == (300, "pictures")
    size = Desk.open("en").library.card_size(one.card_size)
    for length, count, page in zip((size.width_mm, size.height_mm), pixels, page_mm, strict=True):
        printed = count / 300 * 25.4
        assert printed == pytest.approx(page, abs=0.1)
        assert printed <= length + 2 * one.bleed_mm + 0.001
        assert length + 2 * one.bleed_mm - printed < 0.2


def test_one_up_pages_are_69_by_94_mm() -> None:
    one = profile(FOLDERS, "mbprint-63x88")
    assert (one.bleed_mm, one.safe_mm, one.page_order, one.output) == (3, 4, "front-back", "one-up")


def test_a_grid_stays_below_4096_pixels() -> None:
    one = profile(FOLDERS, "TTS")
    assert one.pixels is not None
    assert (one.columns, one.rows) == (10, 7)
    assert 10 * one.pixels.width <= 4096
    assert 7 * one.pixels.height <= 4096
    assert one.pixels.width / one.pixels.height == pytest.approx(63 / 88, rel=0.001)


def test_an_unknown_profile_is_refused_with_those_there_are() -> None:
    with pytest.raises(CardtoolsError) as refusal:
        profile(FOLDERS, "mpc-pokr")
    (finding,) = refusal.value.findings
    assert finding.code == "usage.unknown-profile"
    assert "tts" in str(finding.params["known"])
    assert finding.suggestions[0] == "mpc-poker"


def user_profiles(folder: Path, text: str) -> tuple[Path, ...]:
    (folder / "print").mkdir()
    (folder / "print/profiles.yaml").write_text(text, encoding="utf-8")
    return (folder, *FOLDERS)


def test_a_users_own_profile_stands_before_the_shipped_ones(tmp_path: Path) -> None:
    folders = user_profiles(
        tmp_path, "profiles:\n  - {id: tts, name: {en: own}, output: sheets, paper: a3, source: me}\n"
    )
    assert profile(folders, "tts").paper == "a3"
    assert profile(folders, "mpc-poker").locked
    assert len(profiles(folders)) == len(SHIPPED)


@pytest.mark.parametrize("output", ["sheets", "one-up", "pictures", "grid"])
def test_a_profile_that_lacks_what_its_output_needs_is_refused_with_its_line(output: str, tmp_path: Path) -> None:
    folders = user_profiles(tmp_path, f"profiles:\n  - {{id: x, name: {{en: x}}, output: {output}, source: me}}\n")
    with pytest.raises(CardtoolsError) as refusal:
        profiles(folders)
    (finding,) = refusal.value.findings
    assert finding.code == "data.value"
    assert finding.location.line == 2
