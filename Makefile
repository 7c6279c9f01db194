# Two commands do everything: `make demo` and `make test`. Both set up .venv first.
.DELETE_ON_ERROR:
.PHONY: demo test lint types contracts tests test-browser gallery bench fuzz torture mutants coverage words setup clean

PYTHON ?= python3
BIN := .venv/bin
RUN := $(BIN)/cardtools
SCRIPTS := .ci/words .ci/findings .ci/commands .ci/data .ci/architecture

setup: .venv/ready

.venv/ready: pyproject.toml constraints.txt .ci/system
	@sh .ci/system $(PYTHON)
	$(PYTHON) -m venv .venv
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev]'
	@touch $@

# Checks a deck, scores an evening, prints a reference sheet, the cards and proxies into output/.
demo: .venv/ready
	@sh .ci/demo $(RUN)

test: lint types contracts tests

lint: .venv/ready
	$(BIN)/ruff check --quiet cardtools tests $(SCRIPTS)
	$(BIN)/ruff format --quiet --check cardtools tests $(SCRIPTS)

types: .venv/ready
	$(BIN)/mypy --no-error-summary

contracts: .venv/ready
	$(BIN)/lint-imports --no-logo >/dev/null || $(BIN)/lint-imports --no-logo

tests: .venv/ready
	$(BIN)/pytest

# The browser table in a real browser.
test-browser: .venv/ready
	@sh .ci/browser
	$(BIN)/pytest -n 2 tests/browser

# Prints every document of every game, opens the browser table, and keeps pictures of all in docs/gallery.
gallery: .venv/ready
	@sh .ci/browser
	CARDTOOLS_PICTURES=1 $(BIN)/pytest -n 2 tests/browser -k "gallery or downloaded"
	$(BIN)/python -m tests.gallery

# Ratios of print, start-up and the browser table, both sides timed in one run.
bench: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,bench]'
	$(BIN)/python -m tests.bench

# Broken input for every reader and scorer: by properties, then by coverage, FUZZ_SECONDS each.
fuzz: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,fuzz]'
	HYPOTHESIS_PROFILE=fuzz $(BIN)/pytest tests/fuzz
	$(BIN)/python -m tests.fuzz

# Commands killed 200 times each, full disks, forbidden folders.
torture: .venv/ready
	$(BIN)/python -m tests.torture

# Would a test notice? Small changes to legality and scoring, one at a time; tests/mutants.md tells of those that live.
mutants: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,quality]'
	$(BIN)/mutmut run --max-children 2
	$(BIN)/mutmut results

# Branches that tests take: at least 95 of 100 in each package that decides what is right.
COVERED := model legality scoring games imposition decks
COVERING := tests/test_doctests.py $(addprefix tests/,legality scoring games imposition decks documents data store app)
coverage: .venv/ready
	$(BIN)/python -m pip install --quiet --disable-pip-version-check --constraint constraints.txt --editable '.[dev,quality]'
	$(BIN)/pytest --cov --cov-report= $(COVERING)
	for part in $(COVERED); do $(BIN)/coverage report --include "cardtools/$$part/*" --fail-under 95 || exit 1; done

# Brings the message catalogues, and the pages that are made from the code, up to date with it.
words: .venv/ready
	for script in $(SCRIPTS); do $(BIN)/python $$script || exit 1; done

clean:
	rm -rf .venv output/*.pdf output/*.json
