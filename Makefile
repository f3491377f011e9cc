# The two commands of the README are `make play` and `make test`; each sets up all it needs in .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
PIP := $(BIN)/python -m pip --disable-pip-version-check install --quiet --constraint constraints.txt

.PHONY: play test check soak bench clean

play: $(VENV)/installed-play
	@$(BIN)/pyramidion play

# The rules run three ways: compiled, compiled with bounds checks, and as plain Python with warnings as errors.
test: $(VENV)/installed-test
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/pytest -n 2
	NUMBA_BOUNDSCHECK=1 $(BIN)/pytest -n 2 -m "not statistics" tests/engine tests/games
	NUMBA_DISABLE_JIT=1 $(BIN)/pytest -n 2 -m "not slow" tests/engine tests/games

check: $(VENV)/installed-test
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/mypy

soak: $(VENV)/installed-test
	PYRAMIDION_SOAK=1 $(BIN)/pytest -n 2

bench: $(VENV)/installed-test
	$(PIP) --editable '.[peers]'
	$(BIN)/pyramidion bench --peers

clean:
	rm -rf $(VENV) .mypy_cache .pytest_cache .ruff_cache

# Debian's Python comes without venv; where we may, we install it.
$(BIN)/python:
	@$(PYTHON) -m venv $(VENV) >/dev/null 2>&1 || { rm -rf $(VENV); echo 'Installing python3-venv'; \
	  $$([ "$$(id -u)" = 0 ] || echo sudo) sh -c 'apt-get -qq update && apt-get -qq install -y python3-venv' && $(PYTHON) -m venv $(VENV); }

$(VENV)/installed-play: pyproject.toml constraints.txt | $(BIN)/python
	@echo 'Installing Pyramidion into $(VENV) (once)'
	@$(PIP) --editable .
	@touch $@

$(VENV)/installed-test: pyproject.toml constraints.txt | $(BIN)/python
	@echo 'Installing Pyramidion and its test tools into $(VENV) (once)'
	@$(PIP) --editable '.[dev]'
	@touch $@ $(VENV)/installed-play
