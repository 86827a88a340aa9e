"""A real Chromium for the tests of HTML pages: where it is, and pages that are watched while they are open.

`chromium()` finds the browser of the system: the CHROMIUM variable, else one on PATH. Without one the tests that need it
are skipped, and `MISSING` is said at the end of the run; where RULEWRIGHT_BROWSER is `required`, they fail instead.
"""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, Route, sync_playwright

NAMES = ("chromium", "chromium-browser", "google-chrome")
MISSING = "no Chromium found, so the HTML pages were not opened: `apt install chromium`, or CHROMIUM=/path/to/it"
ARGUMENTS = (
    "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--disable-background-networking",
    "--disable-component-update", "--disable-sync", "--no-first-run",
)  # fmt: skip
READY = "body.ready[aria-busy=false]"

Opened = Callable[..., Page]


def chromium() -> str | None:
    """The browser of the system."""
    named = os.environ.get("CHROMIUM")
    return next((found for found in map(shutil.which, (named,) if named else NAMES) if found), None)


@contextmanager
def running() -> Iterator[Browser]:
    """The browser, started. Skips the test when there is none, or fails it where there must be one."""
    found = chromium()
    if found is None and os.environ.get("RULEWRIGHT_BROWSER") == "required":
        pytest.fail(MISSING)
    if found is None:
        pytest.skip(MISSING)
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=ARGUMENTS)
        yield browser
        browser.close()


class Watch:
    """Opens pages from files, and sees everything that should not happen in them."""

    def __init__(self, browser: Browser, folder: Path) -> None:
        self.browser, self.folder = browser, folder
        self.contexts: list[BrowserContext] = []
        self.wrong: list[str] = []
        self.file = ""

    def open(
        self, content: bytes, link: str = "", *, width: int = 1200, height: int = 800, dark: bool = False, calm: bool = True
    ) -> Page:
        """A page, written to a file and opened from there, once it has laid out its picture."""
        path = self.folder / f"page{len(self.contexts)}.html"
        path.write_bytes(content)
        self.file = path.as_uri()
        context = self.browser.new_context(
            viewport={"width": width, "height": height},
            color_scheme="dark" if dark else "light",
            reduced_motion="reduce" if calm else "no-preference",
            offline=True,
        )
        self.contexts.append(context)
        context.route("**/*", self._route)
        page = context.new_page()
        page.set_default_timeout(10_000)
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.wrong.append(f"error: {error}"))
        page.on("request", self._request)
        page.goto(self.file + link)
        page.wait_for_selector(READY, state="attached")
        return page

    def close(self) -> None:
        """Close all pages. Fails when any of them said, asked for or ran into something."""
        for context in self.contexts:
            context.close()
        assert self.wrong == []

    def _route(self, route: Route) -> None:
        if route.request.url.partition("#")[0] == self.file:
            route.continue_()
        else:
            route.abort()

    def _request(self, request: Request) -> None:
        if request.url.partition("#")[0] != self.file:
            self.wrong.append(f"asked for {request.url}")

    def _console(self, message: ConsoleMessage) -> None:
        self.wrong.append(f"{message.type}: {message.text}")
