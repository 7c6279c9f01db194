from __future__ import annotations

import pytest

from cardtools.app.print_options import SheetOptions, for_profile
from cardtools.errors import CardtoolsError
from cardtools.model.printing import Profile

HOME = Profile(id="home", name={"en": "Home"}, output="sheets", paper="letter", margin_mm=8, source="own: printer")
MAKER = Profile(
    id="maker", name={"en": "Maker"}, output="one-up", card_size="poker", bleed_mm=3, locked=True, source="own: maker"
)
OPEN = MAKER.model_copy(update={"id": "open", "locked": False})


def test_a_home_profile_says_paper_and_margin_unless_a_flag_does() -> None:
    options = for_profile(SheetOptions(), HOME, ())
    assert (options.paper, options.margin_mm, options.profile) == ("letter", 8, HOME)
    asked = for_profile(SheetOptions(paper="a5", margin_mm=3), HOME, ("paper", "margin_mm"))
    assert (asked.paper, asked.margin_mm) == ("a5", 3)


def test_a_makers_profile_says_card_size_and_bleed() -> None:
    options = for_profile(SheetOptions(), MAKER, ())
    assert (options.card_size, options.bleed_mm) == ("poker", 3)
    assert (options.paper, options.margin_mm) == ("a4", 5)


@pytest.mark.parametrize("asked", ["card_size", "bleed_mm", "paper", "slots"])
def test_a_locked_profile_lets_no_flag_change_its_geometry(asked: str) -> None:
    with pytest.raises(CardtoolsError, match=r"usage\.profile-locked"):
        for_profile(SheetOptions(), MAKER, (asked,))


def test_a_profile_of_ones_own_may_be_changed_but_has_no_sheets() -> None:
    options = for_profile(SheetOptions(bleed_mm=1, card_size="tcg"), OPEN, ("bleed_mm", "card_size"))
    assert (options.bleed_mm, options.card_size) == (1, "tcg")
    assert options.profile is not None
    assert (options.profile.bleed_mm, options.profile.card_size) == (1, "tcg")
    with pytest.raises(CardtoolsError, match=r"usage\.profile-locked"):
        for_profile(SheetOptions(), OPEN, ("paper",))


def test_what_a_maker_is_handed_is_no_draft() -> None:
    assert for_profile(SheetOptions(draft=True), HOME, ()).draft
    with pytest.raises(CardtoolsError, match=r"usage\.profile-draft"):
        for_profile(SheetOptions(draft=True), OPEN, ())
