from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardtools.store.number_formats import plain, shown


@pytest.mark.parametrize(
    ("number", "code", "text"),
    [
        (3.0, "General", "3"),
        (2.5, "@", "2.5"),
        (0.5, "0%", "50%"),
        (0.125, "0.0%", "12.5%"),
        (0.5, "0 %", "50 %"),
        (7, "000", "007"),
        (1234, "000", "1234"),
        (0.75, "# ?/?", "3/4"),
        (1.5, "# ?/?", "1 1/2"),
        (2, "# ?/?", "2"),
        (1.5, "?/?", "3/2"),
        (0.1875, "# ??/??", "3/16"),
        (0.5, "# ?/4", "2/4"),
        (0.96, "# ?/4", "1"),
        (0.5, "0 ?/?", "0 1/2"),
        (-0.75, "# ?/?", "-3/4"),
        (2.5, "0.00", "2.50"),
        (2.005, "0.00", "2.01"),
        (2.5, "0", "3"),
        (0.5, "#.##", ".5"),
        (2.5, "0.0#", "2.5"),
        (-1.5, "0.0", "-1.5"),
        (-0.04, "0.0", "0.0"),
        (-3, '0;"minus "0', "minus 3"),
        (0, '0;-0;"nincs"', "nincs"),
        (0, "0;-0;;@", ""),
        (5, "[Red]0", "5"),
        (5, '0" VP"', "5 VP"),
        (5, '"+"0', "+5"),
        (5, r"0\ \d\b", "5 db"),
        (15, '#,##0" Ft"', "15 Ft"),
        (15, "#,##0 [$Ft-40E]", "15 Ft"),
        (15, "0 €", "15 €"),
        (3, 'General" db"', "3 db"),
        (3, "_-0_-", "3"),
    ],
)
def test_a_number_is_shown_as_its_format_says(number: float, code: str, text: str) -> None:
    assert shown(number, code) == text


@pytest.mark.parametrize(
    ("number", "code"),
    [
        (1500, '#,##0" Ft"'),  # which sign stands between thousands is for the country to say
        (999.9, "#,##0"),
        (1500, "0,"),
        (1500, '# ##0 "Ft"'),
        (1500, "0.00E+00"),
        (5, "[<10]0;00"),
        (5, "* 0"),
        (5, '0"x'),
        (5, "yyyy"),
        (5, "(44)"),
        (5, "0 0"),
        (1e15, "0"),
        (5, "0." + "0" * 13),
        (5, "0" * 300),
    ],
)
def test_what_a_format_alone_does_not_tell_is_not_guessed(number: float, code: str) -> None:
    assert shown(number, code) is None


@pytest.mark.parametrize(
    ("number", "text"), [(3.0, "3"), (-3.0, "-3"), (0.1 + 0.2, "0.3"), (2.5, "2.5"), (1e20, "1e+20"), (0.0, "0")]
)
def test_a_number_without_a_format_has_the_digits_that_a_spreadsheet_keeps(number: float, text: str) -> None:
    assert plain(number) == text


@given(number=st.floats(allow_nan=False, allow_infinity=False), code=st.text('0#?.,%/;"\\[]_*$- E@ab', max_size=20))
def test_no_format_breaks_the_reading(number: float, code: str) -> None:
    assert isinstance(shown(number, code), str | None)
