#!/bin/sh
# A Chromium for the tests of HTML pages. Does nothing where there is one (CHROMIUM, or on PATH). Else, as root on a machine
# with apt, it installs Debian's `chromium` and the fonts that the pages name; it changes nothing else. Anywhere else
# it only says what to do: the tests of pages are then skipped, and the rest runs.
for name in "${CHROMIUM:-chromium}" chromium chromium-browser google-chrome; do
    command -v "$name" >/dev/null 2>&1 && exit 0
done
if [ "$(id -u)" -eq 0 ] && command -v apt-get >/dev/null 2>&1; then
    echo "Installing Chromium with apt for the tests of HTML pages: a minute or two, the first time only"
    export DEBIAN_FRONTEND=noninteractive
    if apt-get update -qq && apt-get install -y -qq --no-install-recommends chromium fonts-liberation >/dev/null; then
        exit 0
    fi
    echo "Chromium could not be installed"
fi
echo "No Chromium here: the tests of HTML pages will be skipped. Install one, or name it: make test CHROMIUM=/path/to/it"
