# Trackside. `make play` runs the game, `make test` proves it. Everything else they call themselves.
# Needs beforehand: git make python3 (3.11 or newer) python3-venv.

VENV    := .venv
BIN     := $(VENV)/bin
# That the installation is an editable one is meant, so setuptools need not warn of it.
PIP     := PYTHONWARNINGS='ignore:Editable installation' $(BIN)/python -m pip --disable-pip-version-check --quiet
JOBS    ?= auto
ARGS    ?=
NPM_PKG := $(shell cat tests/npm_packages.txt 2>/dev/null)

.PHONY: setup play test bench lint clean tools

setup: $(VENV)/.installed

tools:
	@command -v git >/dev/null || { echo "git is missing: sudo apt-get install git" >&2; exit 1; }
	@command -v python3 >/dev/null || { echo "python3 is missing: sudo apt-get install python3 python3-venv" >&2; exit 1; }
	@python3 -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "python3 is older than 3.11: install a newer one (Debian 12: sudo apt-get install python3 python3-venv)" >&2; exit 1; }
	@python3 -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "python3-venv is missing: sudo apt-get install python3-venv" >&2; exit 1; }

$(VENV)/.installed: pyproject.toml constraints.txt | tools
	python3 -m venv $(VENV)
	$(PIP) install --constraint constraints.txt --upgrade pip setuptools
	$(PIP) install --constraint constraints.txt --no-build-isolation --editable .
	@touch $@

$(VENV)/.tested: $(VENV)/.installed tests/npm_packages.txt
	$(PIP) install --constraint constraints.txt --no-build-isolation --editable '.[test]'
	@if command -v npm >/dev/null && command -v node >/dev/null; then \
	  npm install --silent --no-audit --no-fund --no-package-lock --prefix $(VENV)/node $(NPM_PKG); \
	fi
	@touch $@

play: setup
	@exec $(BIN)/trackside play

test: $(VENV)/.tested
	@$(BIN)/python -m pytest -n $(JOBS) --dist worksteal $(ARGS)

bench: setup
	$(PIP) install --constraint constraints.txt --no-build-isolation --editable '.[bench]'

lint: $(VENV)/.tested
	$(BIN)/ruff check .
	$(BIN)/mypy

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis
