"""Scoreboards as drawings: what they hold, who can read them, and that they fit any page."""

import json
import re
from xml.etree import ElementTree

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import baccarat as bc
from baccarat import plots
from baccarat.cli import run
from baccarat.history import boards
from baccarat.report.outputs import clean_svg

SVG = "{http://www.w3.org/2000/svg}"
ROADS = ["bead", "big", "big_eye", "small", "cockroach"]


@pytest.fixture(scope="module")
def shoe():
    return bc.roads(bc.deal("live", 1, rng=5))


def drawn(*arguments, **options):
    return ElementTree.fromstring(bc.board_svg(*arguments, **options))


def shapes(drawing, name, **attributes):
    return [
        shape
        for shape in drawing.iter(SVG + name)
        if all(shape.get(key.replace("_", "-")) == value for key, value in attributes.items())
    ]


@pytest.mark.parametrize("road", ["all", *ROADS])
def test_a_drawing_says_what_it_shows(shoe, road):
    drawing = drawn(shoe, road)
    assert drawing.get("role") == "img"
    title, description = drawing.find(SVG + "title").text, drawing.find(SVG + "desc").text
    assert drawing.get("aria-label") == title
    assert f"{shoe.letters('bead').count('B')} bankers" in title
    assert shoe.big_eye in description


def test_the_bead_plate_is_filled_discs_with_letters(shoe):
    drawing = drawn(shoe, "bead")
    discs = {colour: shapes(drawing, "circle", r="9", fill=colour) for colour in colours()}
    letters = [text.text for text in shapes(drawing, "text", fill="#fff")]
    assert "".join(letters) == shoe.letters("bead")
    for letter, colour in zip("BPT", colours(), strict=True):
        assert len(discs[colour]) == letters.count(letter) > 0


def test_the_big_road_is_hollow_rings_banker_thick_and_player_thin(shoe):
    rings = shapes(drawn(shoe, "big"), "circle", fill="none")
    told = [(ring.get("stroke"), float(ring.get("stroke-width"))) for ring in rings]
    letters = {(boards.RED, 3.4): "B", (boards.BLUE, 1.7): "P"}
    assert "".join(letters[ring] for ring in told) == shoe.letters("big")


def test_ties_are_a_slash_or_a_number():
    drawing = drawn(bc.roads("TPTBTPTTT"), "big")
    assert [text.text for text in shapes(drawing, "text", fill=boards.GREEN)] == ["2", "3"]
    assert len(shapes(drawing, "path", stroke=boards.GREEN)) == 1


def test_ties_alone_are_shown_where_the_first_cell_will_be():
    drawing = drawn(bc.roads("TT"), "big")
    (number,) = shapes(drawing, "text", fill=boards.GREEN)
    assert (number.text, number.get("x")) == ("2", "11")


def test_pairs_are_dots_banker_top_left_and_player_bottom_right():
    history = bc.History([0], marks={"player_pair": [1], "banker_pair": [1]})
    for road in ("bead", "big"):
        dots = {
            dot.get("fill"): dot for dot in shapes(drawn(bc.roads(history), road), "circle", r="3")
        }
        assert float(dots[boards.RED].get("cx")) < 11 > float(dots[boards.RED].get("cy"))
        assert float(dots[boards.BLUE].get("cx")) > 11 < float(dots[boards.BLUE].get("cy"))


@pytest.mark.parametrize(
    ("road", "element", "heavy", "light"),
    [
        ("big_eye", "circle", {"stroke-width": "2.4"}, {"stroke-width": "1.2"}),
        ("small", "circle", {"r": "4.8"}, {"r": "3"}),
        ("cockroach", "path", {"stroke-width": "2.8"}, {"stroke-width": "1.2"}),
    ],
)
def test_derived_roads_are_read_without_colours(shoe, road, element, heavy, light):
    marks = [
        "R" if all(shape.get(key) == value for key, value in heavy.items()) else "B"
        for shape in drawn(shoe, road).iter(SVG + element)
        if any(all(shape.get(k) == v for k, v in kind.items()) for kind in (heavy, light))
    ]
    assert "".join(marks) == shoe.letters(road)


def test_every_coup_says_what_it_was_when_pointed_at(shoe):
    told = [title.text for title in drawn(shoe, "bead").iter(SVG + "title")][1:]
    assert len(told) == len(shoe.marks)
    coup = shoe.marks[0]
    assert told[0].startswith(f"coup 1: {'banker' if coup.outcome == 'B' else 'player'} with")
    assert any("natural" in words for words in told)


def test_ids_are_the_drawings_own(shoe):
    one, other = bc.board_svg(shoe, name="one"), bc.board_svg(shoe, name="other")
    ids = [re.findall(r'\sid="([^"]+)"', svg) for svg in (one, other)]
    assert len(set(ids[0] + ids[1])) == len(ids[0] + ids[1])
    assert all(word.startswith("one") for word in ids[0])
    assert set(re.findall(r"url\(#([^)]+)\)", one)) <= set(ids[0])


def test_a_drawing_becomes_a_part_of_a_report(shoe):
    svg = clean_svg(bc.board_svg(shoe, name="board"), "figure-3")
    assert ElementTree.fromstring(svg).get("id") == "figure-3"
    ids = set(re.findall(r'\sid="([^"]+)"', svg))
    assert set(re.findall(r"url\(#([^)]+)\)", svg)) <= ids


def test_a_drawing_asks_nothing_of_any_network_and_runs_nothing(shoe):
    svg = bc.board_svg(shoe).replace(SVG.strip("{}"), "")
    assert "http" not in svg
    assert "<script" not in svg
    assert len(svg) < 60_000


def test_a_name_cannot_break_out_of_its_place(shoe):
    assert drawn(shoe, "bead", name='"><b>').get("id") == '"><b>'


def colours():
    return boards.RED, boards.BLUE, boards.GREEN


def luminance(colour):
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("colour", colours())
@pytest.mark.parametrize("page", ["#ffffff", "#16181d"])
def test_colours_stand_out_on_light_and_dark_pages(colour, page):
    light, dark = sorted([luminance(colour), luminance(page)], reverse=True)
    assert (light + 0.05) / (dark + 0.05) >= 3.7


@settings(max_examples=30)
@given(st.text("PBT", max_size=120), st.integers(1, 8))
def test_every_mark_lies_inside_the_drawing(shoe, rows):
    drawing = drawn(bc.roads(shoe, rows=rows), "big")
    _, _, width, height = map(float, drawing.get("viewBox").split())
    for ring in shapes(drawing, "circle", fill="none"):
        assert float(ring.get("cx")) + 11 <= width
        assert float(ring.get("cy")) + 11 <= height


def test_long_shoes_make_the_drawing_wider_and_nothing_is_cut():
    assert len(shapes(drawn(bc.roads("PB" * 60), "big"), "circle", fill="none")) == 120


def test_the_same_shoe_gives_the_same_bytes(shoe):
    assert bc.board_svg(shoe) == bc.board_svg(bc.roads(bc.deal("live", 1, rng=5)))


def test_an_empty_shoe_is_an_empty_board():
    assert "0 players" in drawn(bc.roads("")).find(SVG + "title").text


def test_an_unknown_road_is_told(shoe):
    with pytest.raises(ValueError, match=r"road must be all or among bead.*'dragon'"):
        bc.board_svg(shoe, "dragon")


def test_a_board_is_shown_as_figures_are(shoe, monkeypatch):
    shown = []
    monkeypatch.setattr("IPython.display.display", lambda data, **rest: shown.append((data, rest)))
    svg = bc.board_svg(shoe)
    plots.show_svg(svg, alt="A shoe.", caption="One shoe.", name="shoe")
    data, about = shown[0][0], shown[0][1]["metadata"]["image/svg+xml"]
    assert (data["image/svg+xml"], data["text/plain"]) == (svg, "A shoe.")
    assert (about["alt"], about["caption"], about["name"]) == ("A shoe.", "One shoe.", "shoe")
    with pytest.raises(ValueError, match="needs alt"):
        plots.show_svg(svg, alt=" ")


# The command


@pytest.fixture
def record(tmp_path):
    path = tmp_path / "shoes.txt"
    path.write_text("PBTTPBPPPPPBTPTPB\n\nBBBBB\n")
    return path


def test_the_command_prints_boards_the_ask_and_good_roads(record, capsys):
    assert run(["roads", str(record), "--segment", "1", "--rows", "3"]) == 0
    printed = capsys.readouterr().out
    assert "P B2 P B P B1 P1 B" in printed
    assert "banker: big eye boy R, small road B, cockroach pig R" in printed
    assert re.search(r"long player +1 +7-11 +9\d\.\d%", printed)


def test_the_command_draws_into_a_file_and_replaces_none(record, tmp_path, capsys):
    out = tmp_path / "board.svg"
    command = ["roads", str(record), "--segment", "2", "-o", str(out)]
    assert run(command) == 0
    assert ElementTree.fromstring(out.read_text()).tag == SVG + "svg"
    capsys.readouterr()
    assert run(command) == 2
    assert "--force" in capsys.readouterr().err
    assert run([*command, "--force"]) == 0


def test_the_command_as_json(record, capsys):
    assert run(["roads", str(record), "--segment", "1", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert told["columns"][4] == ["P", 5]
    assert told["big_eye"]["letters"] == "RRRBRRRBBBB"
    assert {row["pattern"] for row in told["good_roads"]} >= {"long banker", "single hops"}


@pytest.mark.parametrize(
    ("options", "says"),
    [
        ([], "--segment 1 to 2"),
        (["--segment", "3"], "--segment must be from 1 to 2, got 3"),
        (["--segment", "1", "-o", "board.png"], "must end in .svg"),
        (["--segment", "1", "-o", "nowhere/board.svg"], "nowhere"),
        (["--segment", "1", "--table", "liv"], "did you mean 'live'?"),
        (["--segment", "1", "--rows", "0"], "--rows"),
    ],
)
def test_bad_input_gets_one_line(record, options, says, capsys):
    assert run(["roads", str(record), *options]) == 2
    printed, complaint = capsys.readouterr()
    assert printed == ""
    assert says in complaint
    assert complaint.count("\n") == 1
