"""The picture of how scores are spread: bars as tall as they are many, one axis for all seats."""

import re

from rulewright.docgen.pictures.spread import Seat, spread

BAR = re.compile(r'<rect x="([\d.]+)" y="[\d.]+" width="[\d.]+" height="([\d.]+)"/>')


def test_bars_are_as_tall_as_numbers_are_many() -> None:
    made = spread("gold", [Seat("seat 1", {3: 4, 5: 2}), Seat("seat 2", {4: 1})])
    heights = [float(height) for _, height in BAR.findall(made)]
    assert heights == [46.0, 23.0, 11.5]
    assert 'aria-label="gold: seat 1 3.7; seat 2 4.0"' in made


def test_many_numbers_share_bars_of_round_width() -> None:
    made = spread("gold", [Seat("", {value: 1 for value in range(-7, 393)})])
    assert len(BAR.findall(made)) == 41  # ten to a bar, the first from -10 to -1
    assert re.findall(r'font-size="10.5">(-?\d+)<', made) == ["0", "100", "200", "300"]


def test_one_number_is_one_bar() -> None:
    assert len(BAR.findall(spread("decisions", [Seat("", {9: 50})]))) == 1


def test_names_are_text() -> None:
    assert "<b>" not in spread("<b>gold", [Seat("<b>", {1: 1})])
