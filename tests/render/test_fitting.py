"""Text in its box: set smaller by steps, divided, or refused by name; and printed as it stands."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

import pytest

from cardtools.documents.faces import Face
from cardtools.errors import CardtoolsError
from cardtools.render.faces import FLOOR_PT, Pack, Trim, render_pack
from cardtools.render.html import Templates
from cardtools.render.own_templates import OwnTemplates
from cardtools.store.cache import Cache
from cardtools.store.workspace import shipped
from tests.render.making import logged
from tests.render.reading import letters, squeezed, text_of

TEMPLATES = Templates(shipped("templates"))
LONG_WORD = "Megszentségteleníthetetlenségeskedéseitekért"


def proxy(name: str = "Kard", text: str = "", **facts: str) -> Face:
    return Face("cards/proxy.html.j2", "front", "hu", "x", "Játék", card_id=name, name=name, text=text, **facts)  # type: ignore[arg-type]


def made(*some: Face) -> Pack:
    return render_pack(some, Trim(63, 88, 0), TEMPLATES, lang="hu", title="Lapok", cache=Cache(None))


def refused(*some: Face) -> Sequence[dict[str, str | int]]:
    with pytest.raises(CardtoolsError) as caught:
        made(*some)
    assert caught.value.exit_code == 1
    assert {finding.code for finding in caught.value.findings} == {"print.overflow"}
    return [dict(finding.params) for finding in caught.value.findings]


def plain(pack: Pack) -> str:
    return squeezed(text_of(pack.pdf)).replace("-", "").replace("\u2010", "")


@pytest.mark.parametrize("text", ["Húzz.", "Húzz két lapot! " * 8, "Húzz két lapot! " * 24])
def test_a_text_that_fits_at_some_size_is_printed_whole_and_no_smaller_than_need_be(text: str) -> None:
    pack = made(proxy(text=text))
    assert squeezed(text).replace("-", "") in plain(pack)
    assert pack.smallest_pt >= FLOOR_PT


def test_anchors_of_an_own_template_are_none_of_ours(tmp_path: Path) -> None:
    own = tmp_path / "own.html.j2"
    own.write_text("""<a id="top"></a><a id="a|b"></a><a id="x|y|limit|z"></a><a id="0f|name|end"></a>Kard""", "utf-8")
    pack = render_pack(
        [Face("own.html.j2", "front", "hu", "x", "x", name="Kard")],
        Trim(63, 88, 0),
        OwnTemplates(shipped("templates"), own),
        lang="hu",
        title="x",
        cache=Cache(None),
    )
    assert plain(pack) == "Kard"


def test_more_text_is_set_in_smaller_type() -> None:
    sizes = [made(proxy(text="Húzz két lapot! " * count)).smallest_pt for count in (1, 20, 40)]
    assert sizes == sorted(sizes, reverse=True)
    assert sizes[0] > sizes[-1] >= FLOOR_PT


def test_only_the_tight_card_is_set_smaller() -> None:
    long, short = proxy("Hosszú", "Húzz két lapot! " * 40), proxy("Rövid", "Húzz.")
    together, alone = made(long, short), made(short)
    assert together.verdicts[short.key] == alone.verdicts[short.key]
    assert together.verdicts[long.key].smallest_pt < alone.smallest_pt


def test_a_word_of_44_letters_is_divided_and_whole() -> None:
    assert len(LONG_WORD) == 44
    pack = made(proxy(LONG_WORD, f"Ha {LONG_WORD} szól, húzz!"))
    assert plain(pack).count(LONG_WORD) == 2
    assert not any(verdict.outside for verdict in pack.verdicts.values())


def test_a_text_three_times_too_long_is_refused_with_card_box_and_by_how_much() -> None:
    (told,) = refused(proxy(), proxy("Túl hosszú", "Húzz két lapot, aztán dobj el egyet! " * 75))
    assert told["name"] == "Túl hosszú"
    assert told["box"] == "text"
    assert 20 < float(told["mm"]) < 300


def test_every_card_that_does_not_fit_is_told_at_once() -> None:
    told = refused(*(proxy(f"Lap {number}", "Húzz két lapot! " * 200) for number in range(3)), proxy())
    assert [one["name"] for one in told] == ["Lap 0", "Lap 1", "Lap 2"]


def test_an_empty_text_leaves_an_empty_box() -> None:
    assert [letter.text for letter in letters(made(proxy("Kard")).pdf)]
    assert plain(made(proxy("Kard"))) == "Kard"


LITERAL = ('Kard & <Pajzs> "éles" <b>', "{{ x }}", "%nev%", "{% raw %}", "&lt;i&gt; &#337;", "{0} %s $HOME")


@pytest.mark.parametrize("text", LITERAL)
def test_what_is_no_markup_is_printed_as_it_stands(text: str) -> None:
    with logged() as told:
        pack = made(proxy(text, text))
    assert squeezed(text_of(pack.pdf)).count(squeezed(text)) == 2
    assert told == []


@pytest.mark.parametrize(
    ("letters_", "points"),
    [("שלום", ("U+05E9", "U+05DC", "U+05D5", "U+05DD")), ("🂡", ("U+1F0A1",)), ("★", ("U+2605",))],
)
@pytest.mark.parametrize("place", ["name", "text", "type_line", "label", "cost"])
def test_letters_that_no_font_has_are_told_by_code_point(
    letters_: str, points: tuple[str, ...], place: str, tmp_path: Path
) -> None:
    face = Face("cards/proxy.html.j2", "front", "hu", "x", "Játék", **{"name": "Kard", place: f"Egy {letters_} jel"})  # type: ignore[arg-type]
    with pytest.raises(CardtoolsError) as caught:
        made(proxy(), face)
    (finding,) = caught.value.findings
    assert finding.code == "print.letters"
    assert finding.params["name"] == face.name
    assert all(point in str(finding.params["letters"]) for point in points)
    assert list(tmp_path.iterdir()) == []


def test_a_letter_of_none_of_our_languages_that_our_fonts_have_is_printed() -> None:
    assert "Þórr€" in plain(made(proxy("Þórr €")))
