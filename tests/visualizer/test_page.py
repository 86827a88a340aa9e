"""The interactive page as a file: what may run in it, and what can never become a part of it."""

from __future__ import annotations

import json
import re
from base64 import b64encode
from hashlib import sha256
from html.parser import HTMLParser
from pathlib import Path

from rulewright import load
from rulewright.comparing import between
from rulewright.details import details
from rulewright.visualizer.course_of_play import Step
from rulewright.visualizer.layout import arrange
from rulewright.visualizer.page import ENGINE, FILES, SCRIPTS, Detail, write_page
from rulewright.visualizer.picture import Box, Frame, Line, Picture
from rulewright.visualizer.turn import turn_flow
from tests.source_files import ROOT
from tests.visualizer.flows import chaos, fair

HOSTILE = "</script><script>document.title='taken'</script><img src=x onerror=alert(1)> &lt; {{DATA}} \" ' \\ -->"


class Blocks(HTMLParser):
    """The scripts and styles of a page, with their attributes and their text."""

    def __init__(self, page: bytes) -> None:
        super().__init__()
        self.found: list[tuple[str, dict[str, str | None], str]] = []
        self.tags: list[str] = []
        self.policy = ""
        self.inside = False
        self.feed(page.decode())

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append(tag)
        attributes = dict(attrs)
        if tag in ("script", "style"):
            self.found.append((tag, attributes, ""))
            self.inside = True
        if attributes.get("http-equiv") == "Content-Security-Policy":
            self.policy = attributes["content"] or ""
        assert not [name for name in attributes if name.startswith("on") or name == "style"], "the policy forbids it"

    def handle_endtag(self, tag: str) -> None:
        self.inside = False

    def handle_data(self, data: str) -> None:
        if self.inside:
            tag, attributes, text = self.found[-1]
            self.found[-1] = (tag, attributes, text + data)


def hostile() -> Picture:
    boxes = (Box("a", "step", HOSTILE, (Line("title", HOSTILE),)), Box("b", "end", "B", (Line("title", "B"),)))
    frame = Frame(HOSTILE, "phase", (Line("title", HOSTILE),), boxes[:1])
    return Picture(HOSTILE, Frame("", "game", (), (frame, boxes[1])), ())


def hostile_page() -> bytes:
    detail = Detail(HOSTILE, "step", (HOSTILE,), HOSTILE, 1, ((HOSTILE, HOSTILE, HOSTILE),), ((HOSTILE, HOSTILE),), (HOSTILE,))
    return write_page([hostile()], {"a": detail}, [Step(1, f"{HOSTILE}: {HOSTILE}", "a", "", ("a",), (), (HOSTILE,))])


def test_the_same_pictures_give_the_same_page():
    game = load(ROOT / "games" / "chaos")
    pages = [write_page([arrange(turn_flow(chaos()))], details(game)) for _ in range(2)]
    assert pages[0] == pages[1]


def test_the_policy_allows_the_scripts_and_the_style_of_the_page_and_nothing_else():
    page = Blocks(write_page([arrange(turn_flow(fair()))]))
    run = [text for _, attributes, text in page.found if attributes.get("type") != "application/json"]
    hashes = [f"'sha256-{b64encode(sha256(text.encode()).digest()).decode()}'" for text in run]
    assert len(hashes) == 3
    assert page.policy == (
        f"default-src 'none'; script-src {hashes[1]} {hashes[2]} 'wasm-unsafe-eval'; style-src {hashes[0]}; "
        "base-uri 'none'; form-action 'none'"
    )
    assert not {"link", "img", "iframe", "object"} & set(page.tags)


def test_no_text_becomes_markup():
    page = Blocks(hostile_page())
    assert page.tags == Blocks(write_page([arrange(turn_flow(fair()))])).tags
    (data,) = [text for _, attributes, text in page.found if attributes.get("type") == "application/json"]
    assert not re.search("[<>&]", data)
    read = json.loads(data)
    assert read["pictures"][0]["parts"][0]["title"] == HOSTILE
    assert read["details"]["a"]["text"] == [HOSTILE]


def test_the_layout_engine_is_as_it_was_published():
    table = (ROOT / "docs" / "dependencies.md").read_text(encoding="utf-8")
    digest = sha256((FILES / ENGINE).read_bytes()).hexdigest()
    assert digest in table and digest in (FILES / "viz-global.txt").read_text(encoding="utf-8")


def test_every_script_is_in_the_page_and_says_what_it_is():
    assert {*SCRIPTS, ENGINE} == {path.name for path in FILES.glob("*.js")}
    for name in SCRIPTS:
        text = (FILES / name).read_text(encoding="utf-8")
        assert text.startswith("/* ") and len(text.splitlines()) <= 400
        assert not re.search(r"innerHTML|outerHTML|insertAdjacentHTML|document\.write|eval\(", text), name


def test_details_of_a_game():
    found = details(load(ROOT / "games" / "chaos"))
    seek = found["actions.seek"]
    assert Path(seek.file).name == "game.yaml" and seek.text[0].strip() == "seek:"
    assert ("CHA-070" in [rule for rule, _, _ in seek.rules]) and all(text for _, _, text in seek.rules)
    assert not any(each.changes for each in found.values())
    assert seek.scenarios and all(re.fullmatch(r".+scenarios\.yaml:\d+", place) for _, place in seek.scenarios)


def test_what_another_game_changes_is_told_at_its_node():
    base, variant = load(ROOT / "games" / "entropy"), load(ROOT / "games" / "entropy" / "ronin.yaml")
    found = between(base, variant)
    told = {address: each.changes for address, each in details(variant, found).items() if each.changes}
    sentences = [each.sentence for each in found]
    assert told and all(sentence in sentences for changes in told.values() for sentence in changes)
    direct = next(each for each in found if each.address in details(variant))
    assert direct.sentence in told[direct.address]
