"""The study room and `kifu review` tell the same of a game: costs, surprises, turning points."""

import pytest

from kifu.analysis import draughts_review, review
from kifu.games.coordinates import to_gtp
from kifu.records import read
from kifu.records.samples import NAMES, read_sample

_LISTS = """[...document.querySelectorAll(".lists ol")]
    .map((list) => [...list.querySelectorAll("button")].map((button) => button.textContent))"""


@pytest.mark.parametrize("sample", ["sample", "sample-draughts"])
def test_page_and_report_tell_the_same(visitor, sample):
    record = read(read_sample(sample))[0]
    if sample == "sample":
        go = review.review_record(record)
        turning = go.turning
        lists = [
            [f"{m.number} {m.colour} {to_gtp(m.point, 9)}" for m in moves]
            for moves in (go.costly, go.surprising)
        ]
    else:
        draughts = draughts_review.review_record(record)
        turning = draughts.turning
        lists = [[f"{m.number} {m.colour} {m.move}" for m in draughts.costly]]
    visitor.open(f"#review?source=samples&id={NAMES[sample]}")
    visitor.reviewed()
    visitor.until(f"document.querySelectorAll('.lists ol').length === {len(lists)}")
    assert visitor.page.evaluate(_LISTS) == lists
    label = visitor.page.locator("svg.chart").get_attribute("aria-label")
    assert f"changed hands at move {', '.join(map(str, turning))}." in label
