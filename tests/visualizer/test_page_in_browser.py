"""The interactive page in a real Chromium, opened from a file, with the network off."""

from __future__ import annotations

from dataclasses import replace

import pytest
from playwright.sync_api import Page, expect

from rulewright.details import details
from rulewright.visualizer.apart import set_apart
from rulewright.visualizer.collapse import alone
from rulewright.visualizer.course_of_play import Step
from rulewright.visualizer.layout import arrange
from rulewright.visualizer.page import write_page
from rulewright.visualizer.picture import Picture
from rulewright.visualizer.turn import turn_flow
from tests.browser import READY
from tests.visualizer.pictures import PAGE_GAMES, game
from tests.visualizer.test_page import HOSTILE, hostile_page

TURN, ACT = "phases.game.round.turn", "phases.game.round.turn.act"
SEEK = "actions.seek"


@pytest.fixture(scope="module")
def chaos_page():
    picture = arrange(turn_flow(game("chaos").flow))
    return write_page([picture], details(game("chaos")), steps_of(picture))


def steps_of(picture: Picture) -> list[Step]:
    """A course along the first arrows, as if a game had taken it."""
    taken = [arrow for arrow in picture.arrows if arrow.kind in ("next", "option")][:12]
    return [
        Step(
            number, f"Anna: {arrow.words or 'Goes on'}", arrow.source, "", (arrow.target,),
            ((arrow.kind, arrow.source, arrow.target, arrow.words),), ("Logged.",),
        )
        for number, arrow in enumerate(taken)
    ]  # fmt: skip


def part(page: Page, address: str):
    return page.locator(f'.part[data-address="{address}"]')


def settled(page: Page) -> None:
    page.wait_for_selector(READY, state="attached")


def until(page: Page, holds: str) -> None:
    """Wait for something; the page's policy forbids what Playwright does for it."""
    for _ in range(100):
        if page.evaluate(holds):
            return
        page.wait_for_timeout(20)
    raise AssertionError(holds)


@pytest.mark.parametrize("name", PAGE_GAMES)
def test_every_game_opens_and_shows_all_of_its_parts(watch, name):
    loaded = game(name)
    picture = arrange(turn_flow(loaded.flow))
    page = watch.open(write_page([picture], details(loaded)))
    expect(page).to_have_title(picture.title)
    drawn = set_apart(picture)
    shown = page.locator("#stage .part").evaluate_all("parts => parts.map(part => part.dataset.address)")
    assert set(shown) == {box.address for box in drawn.boxes()} | {frame.address for frame in drawn.frames()[1:]}
    assert page.locator("#stage .arrow").count() == len(drawn.arrows)
    assert page.locator("#trouble").is_hidden()
    took = page.evaluate("async () => { const start = performance.now(); await reader.draw(); return performance.now() - start }")
    assert took < 1500, "laying a whole game out again takes too long without a busy sign that tells more"


def test_a_frame_shuts_and_opens_again(watch, chaos_page):
    page = watch.open(chaos_page)
    total = page.locator(".part").count()
    page.keyboard.press("0")
    part(page, TURN).locator(".toggle").click()
    expect(part(page, TURN)).to_have_attribute("aria-expanded", "false")
    assert part(page, ACT).count() == 0
    part(page, TURN).locator(".toggle").click()
    expect(part(page, ACT)).to_have_count(1)
    assert page.locator(".part").count() == total


def test_levels_collapse_all_and_expand_all(watch, chaos_page):
    page = watch.open(chaos_page)
    total = page.locator(".part").count()
    page.click("#collapse-all")
    expect(part(page, "phases.game")).to_have_attribute("aria-expanded", "false")
    page.select_option("#levels", "phases")
    expect(part(page, "phases.game.round")).to_have_attribute("aria-expanded", "true")
    expect(part(page, "menu of phases.game.round.turn.act")).to_have_attribute("aria-expanded", "false")
    page.click("#expand-all")
    expect(page.locator(".part")).to_have_count(total)


def test_a_page_begins_at_a_level_and_with_a_frame_alone(watch):
    picture = arrange(turn_flow(game("chaos").flow))
    page = watch.open(write_page([picture], level="phases"))
    expect(part(page, "menu of phases.game.round.turn.act")).to_have_attribute("aria-expanded", "false")
    assert page.locator("#levels").evaluate("choice => choice.selectedOptions[0].textContent") == "phases"
    page = watch.open(write_page([picture], opened="actions.battle"))
    expect(page.locator("#alone-title")).to_have_text("Call a Battle")
    assert part(page, "start").count() == 0


def test_a_click_tells_about_a_node_and_leads_on(watch, chaos_page):
    page = watch.open(chaos_page)
    part(page, SEEK).dispatch_event("click")
    panel = page.locator("#panel")
    expect(panel.locator("h2")).to_have_text("Seek")
    for words in ("CHA-070", "games/chaos/game.yaml, line", "seek:", "scenarios.yaml:", "Leads to", "Comes from"):
        expect(panel).to_contain_text(words)
    panel.get_by_role("button", name="CHA-013").click()
    expect(panel.locator("h2")).to_have_text("CHA-013")
    panel.get_by_role("button", name="Act", exact=True).click()
    expect(panel.locator("h2")).to_have_text("Act")
    expect(part(page, ACT)).to_contain_class("is-menu chosen found")
    page.keyboard.press("Escape")
    expect(panel).to_be_hidden()


def test_a_small_box_leads_to_what_it_names(watch, chaos_page):
    page = watch.open(chaos_page)
    page.locator(".part.is-stub", has_text="back to Act").first.dispatch_event("click")
    expect(page.locator("#panel h2")).to_have_text("Act")
    page.locator(".part.is-stub", has_text="Declaring, Revealing").dispatch_event("click")
    page.locator("#panel").get_by_role("button", name="Revealing").click()
    expect(page.locator("#panel h2")).to_have_text("Revealing")


def test_the_legend_has_samples(watch, chaos_page):
    page = watch.open(chaos_page)
    page.click("#legend-open")
    for words in ("a player decides", "goes on", "elsewhere"):
        expect(page.locator("#panel svg")).to_contain_text(words)


def test_a_frame_alone_and_back(watch, chaos_page):
    page = watch.open(chaos_page)
    part(page, "actions.battle").dispatch_event("click")
    page.get_by_role("button", name="Open alone").click()
    expect(page.locator("#alone-note")).to_contain_text("Call a Battle")
    expect(part(page, ACT)).to_contain_class("is-stub")
    page.get_by_role("button", name="Whole picture", exact=True).click()
    expect(part(page, SEEK)).to_have_count(1)


def test_collapse_all_but_one(watch, chaos_page):
    page = watch.open(chaos_page)
    part(page, "actions.battle").dispatch_event("click")
    page.get_by_role("button", name="Collapse all but this").click()
    expect(part(page, "actions.trade")).to_have_attribute("aria-expanded", "false")
    expect(part(page, "actions.battle")).to_have_attribute("aria-expanded", "true")
    expect(part(page, TURN)).to_have_attribute("aria-expanded", "true")


def test_the_search_goes_from_match_to_match_and_opens_what_hides_them(watch, chaos_page):
    page = watch.open(chaos_page, f"#view=turn&shut={TURN}")
    assert part(page, SEEK).count() == 0
    page.keyboard.press("/")
    page.keyboard.type("cha-070")
    expect(page.locator("#search-count")).to_have_text("1 found")
    expect(part(page, TURN)).to_contain_class("is-closed found")
    page.keyboard.press("Enter")
    expect(part(page, SEEK)).to_contain_class("is-action chosen found")
    page.fill("#search", "no such words at all")
    expect(page.locator("#search-count")).to_have_text("nothing found")
    page.fill("#search", "ends the turn")
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.locator("#search-count")).to_contain_text("2 of")


def test_a_journey_with_keys_alone(watch, chaos_page):
    page = watch.open(chaos_page)
    order = page.locator(".part").evaluate_all("parts => parts.map(part => part.dataset.address)")
    assert order[0] == "start" and order.index("phases.game") < order.index(TURN) < order.index(ACT)
    page.locator("#stage").focus()
    focused = "document.activeElement.dataset.address"
    page.keyboard.press("Tab")
    assert page.evaluate(focused) == order[0]
    while page.evaluate(focused) != TURN:
        page.keyboard.press("Tab")
    width = "getComputedStyle(document.activeElement.querySelector('path, polygon')).strokeWidth"
    assert page.evaluate(width) == "3px"
    page.keyboard.press("Space")
    expect(part(page, TURN)).to_have_attribute("aria-expanded", "false")
    expect(part(page, TURN)).to_be_focused()
    page.keyboard.press("Space")
    expect(part(page, TURN)).to_have_attribute("aria-expanded", "true")
    expect(part(page, TURN)).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.locator("#panel h2")).to_have_text("Turn")
    page.keyboard.press("Escape")
    expect(part(page, TURN)).to_be_focused()
    before = page.evaluate("[reader.camera.x, reader.camera.scale]")
    page.keyboard.press("ArrowRight")
    page.keyboard.press("+")
    after = page.evaluate("[reader.camera.x, reader.camera.scale]")
    assert after[0] > before[0] and after[1] > before[1]
    page.keyboard.press("0")
    assert page.evaluate("reader.camera.scale === reader.camera.fitting()")
    page.keyboard.press("?")
    expect(page.locator("#help")).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator("#help")).to_be_hidden()


def test_the_outline_has_every_part_and_leads_to_it(watch, chaos_page):
    page = watch.open(chaos_page)
    page.keyboard.press("o")
    assert page.locator(".entry").count() == page.locator(".part:not(.is-stub)").count()
    page.locator(".entry", has_text="Seek").first.click()
    expect(page.locator("#panel h2")).to_have_text("Seek")
    expect(part(page, SEEK)).to_be_focused()
    expect(page.locator(".entry[aria-current=true]")).to_have_count(1)


def test_a_drag_moves_the_picture_and_chooses_nothing(watch, chaos_page):
    page = watch.open(chaos_page)
    before = page.evaluate("[reader.camera.x, reader.camera.y]")
    page.mouse.move(500, 300)
    page.mouse.down()
    page.mouse.move(440, 260, steps=4)
    page.mouse.up()
    after = page.evaluate("[reader.camera.x, reader.camera.y]")
    scale = page.evaluate("reader.camera.scale")
    assert after == pytest.approx([before[0] + 60 / scale, before[1] + 40 / scale])
    expect(page.locator("#panel")).to_be_hidden()
    page.mouse.wheel(0, -300)
    until(page, f"reader.camera.scale > {scale}")


def test_a_game_is_stepped_through(watch, chaos_page):
    page = watch.open(chaos_page)
    page.keyboard.press("]")
    page.keyboard.press("]")
    expect(page.locator("#step-count")).to_have_text("2 / 12")
    expect(page.locator("#step-title")).to_contain_text("Anna:")
    expect(page.locator("#step-log")).to_have_text("Logged.")
    assert page.locator(".part.here").count() == 2 and page.locator(".arrow.here").count() == 1
    assert page.locator(".part.walked").count() >= 1
    page.locator("#step-slider").fill("11")
    expect(page.locator("#step-count")).to_have_text("12 / 12")
    page.keyboard.press("Escape")
    page.click("#step-play")
    expect(page.locator("#step-count")).to_have_text("1 / 12")
    expect(page.locator("#step-play")).to_have_attribute("aria-pressed", "true")
    page.click("#step-play")
    expect(page.locator("#step-play")).to_have_attribute("aria-pressed", "false")


def test_a_link_brings_back_what_was_seen(watch, chaos_page):
    page = watch.open(chaos_page)
    part(page, "actions.trade").locator(".toggle").dispatch_event("click")
    part(page, SEEK).dispatch_event("click")
    page.keyboard.press("]")
    page.keyboard.press("d")
    until(page, "location.hash.includes('step=1') && location.hash.includes('theme=dark')")
    link = page.evaluate("location.hash")
    again = watch.open(chaos_page, link)
    expect(part(again, "actions.trade")).to_have_attribute("aria-expanded", "false")
    expect(again.locator("#panel h2")).to_have_text("Seek")
    expect(again.locator("#step-count")).to_have_text("1 / 12")
    assert again.evaluate("document.documentElement.dataset.theme") == "dark"
    assert again.evaluate("reader.link()") == link


def test_a_link_that_says_what_is_not_there_is_no_trouble(watch, chaos_page):
    page = watch.open(chaos_page, "#view=no&shut=no&alone=no&node=no&step=999&seen=x")
    for link in ("#%", "#seen=1 2 -3&step=-4", f"#shut={TURN}&node={ACT}"):
        page.evaluate("link => reader.follow(link)", link)
        settled(page)
    assert page.locator(".part").count() > 10


def test_hostile_texts_stay_texts(watch):
    page = watch.open(hostile_page())
    assert HOSTILE in page.title()
    assert page.locator("img, #stage script").count() == 0
    part(page, "a").dispatch_event("click")
    for words in (page.locator("#panel h2"), page.locator("#panel pre"), page.locator("#panel .rule").first):
        expect(words).to_contain_text("</script><script>")
    page.keyboard.press("]")
    page.keyboard.press("o")
    page.fill("#search", "</script>")
    page.keyboard.press("Enter")
    page.click("#collapse-all")
    settled(page)
    assert "taken" not in (page.title().replace(HOSTILE, ""))


def test_dark_as_the_system_says_and_as_the_reader_says(watch, chaos_page):
    page = watch.open(chaos_page, dark=True)
    colour = "getComputedStyle(document.querySelector('.part.is-menu polygon')).fill"
    dark = page.evaluate(colour)
    page.click("#theme-switch")
    assert page.evaluate(colour) != dark
    page.click("#theme-switch")
    assert page.evaluate(colour) == dark
    part(page, ACT).dispatch_event("click")
    line = page.evaluate("getComputedStyle(document.querySelector('.part.chosen polygon')).stroke")
    assert line == "rgb(125, 184, 245)", "what is chosen is marked in the dark, too"


def test_a_phone_shows_the_panel_below_the_picture(watch, chaos_page):
    page = watch.open(chaos_page, width=360, height=740)
    assert page.evaluate("document.documentElement.scrollWidth") <= 360
    part(page, SEEK).dispatch_event("click")
    panel, stage = page.locator("#panel").bounding_box(), page.locator("#stage").bounding_box()
    node = part(page, SEEK).bounding_box()
    assert panel and stage and node
    assert panel["width"] == 360 and node["y"] + node["height"] <= panel["y"] and node["y"] >= stage["y"]


def test_paper_has_the_whole_picture(watch, chaos_page):
    page = watch.open(chaos_page)
    page.evaluate("dispatchEvent(new Event('beforeprint'))")
    seen = page.evaluate("document.querySelector('#stage svg').getAttribute('viewBox').split(' ').map(Number)")
    assert seen[2:] == page.evaluate("[reader.camera.bounds.width, reader.camera.bounds.height]")
    page.emulate_media(media="print")
    assert page.locator("#panel, .tools, .zoom").evaluate_all("all => all.every(each => !each.checkVisibility())")


def test_several_pictures_are_tabs(watch):
    picture = arrange(turn_flow(game("chaos").flow))
    other = replace(alone(picture, TURN), view="interaction")
    page = watch.open(write_page([picture, other]))
    page.get_by_role("tab", name="Rules").click()
    expect(part(page, "start")).to_have_count(0)
    page.keyboard.press("ArrowLeft")
    expect(page.get_by_role("tab", name="Turn flow")).to_be_focused()
    expect(page.get_by_role("tab", name="Turn flow")).to_have_attribute("aria-selected", "true")
