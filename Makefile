# `make demo` and `make test` need git, make and Python 3.11 or later with venv; the rest is set up in .venv.
# `make` alone lists the targets.

PYTHON ?= $(shell for python in python3 python3.13 python3.12 python3.11; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && exit; \
	done; echo python3)
BIN := .venv/bin
READY := .venv/.ready
LINKED := docs dsl games interpreter visualizer
WORKERS ?= auto
GAME := games/chaos/game.yaml
DEMO := build/demo

.DEFAULT_GOAL := help
.DELETE_ON_ERROR:
.NOTPARALLEL:
.PHONY: help demo test test-long golden pictures bench tree lint types layers tests browser links clean

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*  ## \(.*\)/  make \1|\2/p' Makefile | while IFS='|' read -r name text; \
		do printf '%-18s %s\n' "$$name" "$$text"; done

# --- set-up ---------------------------------------------------------------------------------------

# One private environment, made again whenever pyproject.toml changes; the stamp is written last.
$(READY): pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
		echo "Rulewright needs Python 3.11 or later; '$(PYTHON)' is" \
			"$$($(PYTHON) --version 2>/dev/null || echo not there)." \
			"Say which one to use: make PYTHON=/path/to/python3.11"; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' 2>/dev/null || { \
		echo "'$(PYTHON)' has no venv module. On Debian or Ubuntu: apt install python3-venv"; exit 1; }
	@echo "Setting up .venv with $$($(PYTHON) --version): a minute or so, the first time only"
	@$(PYTHON) -m venv --clear .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@$(BIN)/python -m compileall -q cli dsl games interpreter visualizer  # as pip does with what it copies
	@touch $@

# Tools that read source do not follow an editable install. Here they find every folder under its package
# name: cli is `rulewright` itself, so its entries are linked one by one, beside links to the other folders.
links:
	@rm -rf build/types && mkdir -p build/types/rulewright
	@for entry in cli/*; do case $$entry in *__pycache__) ;; \
		*) ln -s "../../../$$entry" build/types/rulewright/ ;; esac; done
	@for folder in $(LINKED); do ln -s "../../../$$folder" build/types/rulewright/; done

# --- checks ---------------------------------------------------------------------------------------

test: lint types layers tests  ## lint, types, layers and the tests: what .ci/run runs

lint: $(READY)
	$(BIN)/ruff check

# Messages name the links; the reader wants the files.
types: $(READY) links
	@echo $(BIN)/mypy
	@messages=$$($(BIN)/mypy); status=$$?; printf '%s\n' "$$messages" | sed \
		-e 's,^build/types/rulewright/\(docs\|dsl\|games\|interpreter\|visualizer\)/,\1/,' \
		-e 's,^build/types/rulewright/,cli/,'; exit $$status

layers: $(READY) links
	PYTHONPATH=build/types $(BIN)/lint-imports --no-cache --no-logo

tests: $(READY) browser
	$(BIN)/python -m pytest -q -n $(WORKERS) -m "not long"

browser:  ## a Chromium for the tests of HTML pages, where there is none: with apt, as root
	@sh tests/chromium.sh

test-long: $(READY)  ## random games by the hundred for every game and player count
	$(BIN)/python -m pytest -m long -s

golden: $(READY)  ## record the expected texts in tests/golden again; look at the difference before committing
	$(BIN)/python -m pytest -q -m "not long" --golden

pictures: $(READY)  ## draw the pictures in docs/pictures again
	$(BIN)/python -m tests.pictures

tree: $(READY)  ## write the tree in ARCHITECTURE.md again
	$(BIN)/python -m tests.tree

bench: $(READY)  ## measure
	$(BIN)/python -m benchmarks

# --- demo -----------------------------------------------------------------------------------------

demo: $(READY)  ## check, draw, play and simulate one game
	@mkdir -p $(DEMO)
	@printf '\n== Check: is the rulebook well formed?\n'
	$(BIN)/rulewright check $(GAME)
	@printf '\n== Draw: its turn flow as a picture\n'
	$(BIN)/rulewright draw $(GAME) -o $(DEMO)/chaos.svg
	$(BIN)/rulewright draw $(GAME) -o $(DEMO)/chaos.png
	@printf '\n== Play: one game of four random players\n'
	$(BIN)/rulewright play $(GAME) --players 4 --seed 7 --seats random,random,random,random
	@printf '\n== Simulate: twelve games, and what they show\n'
	$(BIN)/rulewright simulate $(GAME) -n 12 --players 4 --seed 1

clean:  ## remove all that was made here, .venv too
	rm -rf .venv build dist .pytest_cache .mypy_cache .ruff_cache .import_linter_cache *.egg-info
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
