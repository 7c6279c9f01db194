# Two commands do everything: `make demo` and `make test`. Both set up .venv first.
.DELETE_ON_ERROR:
.PHONY: demo test lint types contracts tests test-browser bench fuzz torture words setup clean

PYTHON ?= python3
BIN := .venv/bin
RUN := $(BIN)/cardtools

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
	$(BIN)/ruff check --quiet cardtools tests .ci/words .ci/findings
	$(BIN)/ruff format --quiet --check cardtools tests .ci/words .ci/findings

types: .venv/ready
	$(BIN)/mypy --no-error-summary

contracts: .venv/ready
	$(BIN)/lint-imports --no-logo >/dev/null || $(BIN)/lint-imports --no-logo

tests: .venv/ready
	$(BIN)/pytest

# The browser table in a real browser; its pictures go to docs/gallery.
test-browser: .venv/ready
	@sh .ci/browser
	$(BIN)/pytest -n 0 tests/browser

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

# Brings the message catalogues up to date with the code.
words: .venv/ready
	$(BIN)/python .ci/words
	$(BIN)/python .ci/findings

clean:
	rm -rf .venv output/*.pdf output/*.json
