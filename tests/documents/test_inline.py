from __future__ import annotations

import re

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from cardtools.documents.inline import Run, inline_runs, with_signs_held, without_lonely_end

anything = st.text(alphabet=st.one_of(st.sampled_from("**  {}:abő-.\n"), st.characters(exclude_categories=["Cs"])))
word = st.text(st.sampled_from("abcőűÁ<>&%;'\"2"), min_size=1, max_size=8)
words = st.lists(word, min_size=1, max_size=4).map(" ".join)


def joined(text: str) -> str:
    return "".join(run.text for run in inline_runs(text))


def without_markup(text: str) -> str:
    return re.sub(r"\*|\{card:|\{icon:|\}", "", text)


@given(st.text(alphabet=st.characters(exclude_characters="*{", exclude_categories=["Cs"])))
@settings(deadline=None, max_examples=50)
@example("&amp; <b>x</b> %name% __x__ `y` [z](w) ~~s~~ #")
@example("  two  blanks  ")
def test_a_text_without_stars_and_braces_comes_back_as_one_run_letter_by_letter(text: str) -> None:
    assert inline_runs(text) == ((Run("text", text),) if text else ())


@given(anything)
@settings(deadline=None, max_examples=50)
@example("a  **b**  c")
@example("{card:a} *x*  {icon:b}")
def test_of_any_text_only_the_signs_of_markup_are_taken(text: str) -> None:
    assert without_markup(joined(text)) == without_markup(text)


@given(anything.filter(lambda text: text.count("*") < 2 and "{card:" not in text and "{icon:" not in text))
@settings(deadline=None, max_examples=50)
def test_a_lone_star_and_loose_braces_are_printed(text: str) -> None:
    assert joined(text) == text


@pytest.mark.parametrize(
    "text",
    [
        "2 * 3 * 4",
        "költség: 3* vagy 2*",
        "**nyitva maradt",
        "*nyitva maradt",
        "csillag * a * közepén",
        "{{ x }}",
        "{% if x %}",
        "{card:}",
        "{card: wild}",
        "{card:wild",
        "{icon:Nagy}",
        "{icon:a_b}",
        "{icon:../../etc/passwd}",
        "{icon:a--b}",
        "{kep:x}",
        "** **",
        "****",
        "{0} {name} %s",
    ],
)
def test_what_only_looks_like_markup_is_printed_as_it_stands(text: str) -> None:
    assert joined(text) == text
    assert {(run.kind, run.bold, run.italic) for run in inline_runs(text)} == {("text", False, False)}


@given(words, words, words)
@settings(deadline=None, max_examples=50)
def test_bold_and_italic_are_what_stands_between_their_stars(before: str, marked: str, after: str) -> None:
    for stars, bold, italic in (("**", True, False), ("*", False, True)):
        runs = inline_runs(f"{before} {stars}{marked}{stars} {after}")
        assert "".join(run.text for run in runs) == f"{before} {marked} {after}"
        assert "".join(run.text for run in runs if run.bold == bold and run.italic == italic) == marked


@pytest.mark.parametrize("text", ["**egy *kettő* három**", "*egy **kettő** három*"])
def test_bold_and_italic_stand_inside_one_another(text: str) -> None:
    runs = inline_runs(text)
    outer_bold = text.startswith("**")
    assert [run.text for run in runs if run.bold and run.italic] == ["kettő"]
    assert {(run.bold, run.italic) for run in runs if run.text.strip() in ("egy", "három")} == {
        (outer_bold, not outer_bold)
    }
    assert "".join(run.text for run in runs) == "egy kettő három"


def test_cards_and_icons_are_runs_of_their_own_in_the_look_around_them() -> None:
    runs = inline_runs("Tedd le: {card:wild-draw-four}, **vagy {icon:sun}**.")
    assert [(run.kind, run.text, run.bold) for run in runs if run.kind != "text"] == [
        ("card", "wild-draw-four", False),
        ("icon", "sun", True),
    ]
    assert "".join(run.text for run in runs if run.kind == "text") == "Tedd le: , vagy ."


@pytest.mark.parametrize(
    ("text", "end"),
    [
        ("Shuffle the pack well.", "pack\u00a0well."),
        ("They go under the **draw pile**.", "draw\u00a0pile."),
        ("Nobody drops below **0**.", "below\u00a00."),
        ("Húzz öt lapot, de a megszentségteleníthetetlenségesből.", "megszentségteleníthetetlenségesből."),
        ("Word", "Word"),
    ],
)
def test_the_last_words_of_a_text_are_held_together_where_they_are_short(text: str, end: str) -> None:
    runs = without_lonely_end(inline_runs(text))
    said = "".join(run.text for run in runs)
    assert said.endswith(end)
    assert said.replace("\u00a0", " ") == "".join(run.text for run in inline_runs(text))


@pytest.mark.parametrize(
    ("text", "held"),
    [
        ("Máskor –1.", ["–1."]),
        ("Minden +2-es lap", ["+2-es"]),
        ("(−3) és ±4, 2–3 lap", ["(−3)", "±4,", "2–3"]),
        ("kétszázhuszonhárom–3", ["–3"]),
        ("VP-t kap – 2 lap, a + jel", []),
    ],
)
def test_a_sign_is_held_to_its_figure_and_nothing_else_is(text: str, held: list[str]) -> None:
    runs = with_signs_held(inline_runs(text))
    assert [run.text for run in runs if run.whole] == held
    assert "".join(run.text for run in runs) == text


def test_reference_texts_hold_signs_too() -> None:
    runs = without_lonely_end(inline_runs("Ha –1 áll rajta, eldobod a lapot."))
    assert next(run.text for run in runs if run.whole) == "–1"
