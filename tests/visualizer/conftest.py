"""A browser for the tests of the interactive page."""

from __future__ import annotations

import pytest

from tests.browser import Watch, running


@pytest.fixture(scope="module")
def browser():
    with running() as found:
        yield found


@pytest.fixture
def watch(browser, tmp_path):
    watching = Watch(browser, tmp_path)
    yield watching
    watching.close()
