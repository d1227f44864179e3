# Trackside. `make play` runs the game, `make test` proves it. Both set up what they need.
# They need: git make python3 (3.11 or newer) python3-venv.

VENV    ?= .venv
PYTHON  ?= python3
BIN     := $(VENV)/bin
# The environment runs what lies in this folder; `EDITABLE=` puts a copy into it, for the service.
EDITABLE ?= --editable
# Packages come from pins/, by version and hash. The project itself has no hash, so it comes after them.
# The editable installation is intended, so setuptools need not warn of it.
PIP     := PYTHONWARNINGS='ignore:Editable installation' $(BIN)/python -m pip --disable-pip-version-check --quiet
PINNED  := $(PIP) install --no-build-isolation --require-hashes --requirement
# The environment itself says whether it is one for a Pi (`make setup-pi`), and stays one.
SYSTEM  := $(shell grep -s 'include-system-site-packages = true' $(VENV)/pyvenv.cfg)
# Many tests wait for a browser or another process: some workers a core keep the cores at work.
CORES   := $(shell $(PYTHON) -c 'import os; print(os.cpu_count() or 1)')
# So many processes for each core, unless JOBS says how many in all. Every one collects all tests.
each     = $(or $(JOBS),$(shell expr $(1) \* $(CORES)))
ARGS    ?=
UPGRADE ?=
STUBS   := $(patsubst pins/circuitpython-%.txt,%,$(wildcard pins/circuitpython-*.txt))
NPM_PKG := $(shell cat tests/npm_packages.txt 2>/dev/null)

# An activated environment hides the system's Python, but that one builds environments and knows lgpio.
ifdef VIRTUAL_ENV
export PATH := $(subst $(VIRTUAL_ENV)/bin:,,$(PATH))
endif

.PHONY: setup setup-pi play test test-all coverage versions bench lint pins clean tools tools-pi firmware-proof

setup: $(VENV)/.installed

# For a Pi's own pins: the environment sees the system's packages (python3-lgpio), and drivers are built.
setup-pi: tools-pi
	$(if $(SYSTEM),,rm -rf $(VENV) && $(PYTHON) -m venv --system-site-packages $(VENV))
	@$(MAKE) --no-print-directory setup

tools:
	@command -v git >/dev/null || { echo "git is missing: sudo apt-get install git" >&2; exit 1; }
	@command -v $(PYTHON) >/dev/null || { echo "python3 is missing: sudo apt-get install python3 python3-venv" >&2; exit 1; }
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' || \
	  { echo "python3 is older than 3.11: install a newer one (Debian 12: sudo apt-get install python3 python3-venv)" >&2; exit 1; }
	@$(PYTHON) -c 'import venv, ensurepip' 2>/dev/null || \
	  { echo "python3-venv is missing: sudo apt-get install python3-venv" >&2; exit 1; }

tools-pi: tools
	@missing=; \
	$(PYTHON) -c 'import sys; from importlib.util import find_spec; sys.exit(not find_spec("lgpio"))' || missing="$$missing python3-lgpio"; \
	command -v gcc >/dev/null || missing="$$missing gcc"; \
	$(PYTHON) -c 'import os, sys, sysconfig as s; sys.exit(not os.path.exists(s.get_path("include") + "/Python.h"))' || missing="$$missing python3-dev"; \
	test -z "$$missing" || { echo "For pins of a Pi the system lacks something: sudo apt-get install$$missing" >&2; exit 1; }

$(VENV)/.installed: pyproject.toml $(wildcard pins/*.txt) | tools
	$(PYTHON) -m venv $(if $(SYSTEM),--system-site-packages) $(VENV)
	$(PINNED) pins/tools.txt
	$(PINNED) pins/base.txt $(if $(SYSTEM),--requirement pins/pi.txt)
	$(PIP) install --no-build-isolation --no-deps $(EDITABLE) .
	@touch $@

$(VENV)/.tested: $(VENV)/.installed tests/npm_packages.txt
	$(PINNED) pins/base.txt --requirement pins/test.txt
	@for version in $(STUBS); do \
	  $(PINNED) pins/circuitpython-$$version.txt --no-deps --upgrade --target $(VENV)/stubs/$$version || exit 1; \
	done
	@if test -n "$(NPM_PKG)" && command -v npm >/dev/null && command -v node >/dev/null; then \
	  npm install --silent --no-audit --no-fund --no-package-lock --prefix $(VENV)/node $(NPM_PKG); \
	fi
	@for half in tests/companion --ignore=tests/companion; do \
	  PYTHONDONTWRITEBYTECODE= $(BIN)/python -m pytest --collect-only -qq $$half >/dev/null & \
	done; wait  # or each worker of the first run would compile all tests
	@touch $@

play: setup
	@exec $(BIN)/trackside play

# Without the long ones; `make test-all` plays them too, and `make test-all ARGS='-m slow'` them alone.
test: $(VENV)/.tested
	@$(BIN)/python -m pytest -n $(call each,2) --dist loadfile -m 'not slow' $(ARGS)

# What the tests and their many processes load is compiled once, whatever the shell says of that.
test test-all coverage: export PYTHONDONTWRITEBYTECODE :=

test-all: $(VENV)/.tested
	@$(BIN)/python -m pytest -n $(call each,3) --dist worksteal $(ARGS)

# How much of the program the tests run, also in processes that they start. It prints the report and
# writes every line into htmlcov/, even when a test fails.
COVERAGE = $(BIN)/python -m coverage

coverage: $(VENV)/.tested
	@$(COVERAGE) erase
	@status=0; $(COVERAGE) run -m pytest -n $(call each,3) --dist worksteal $(ARGS) || status=$$?; \
	$(COVERAGE) combine --quiet && $(COVERAGE) html --quiet && $(COVERAGE) report && exit $$status

# Tests that depend on Python's version run on every other one that is installed here. A Python kept
# by pyenv runs only once pyenv's variable names its version.
OTHERS   = $(filter-out $(shell $(BIN)/python -c 'import sys; print("%d.%d" % sys.version_info[:2])'),3.11 3.12 3.13)
versions: $(VENV)/.tested
	@for each in $(OTHERS); do \
	  export PYENV_VERSION=$$each; \
	  if python$$each -c 'import ensurepip' 2>/dev/null; then \
	    echo "Python $$each:"; \
	    $(MAKE) --no-print-directory test PYTHON=python$$each VENV=$(VENV)/python$$each STUBS= NPM_PKG= ARGS='-m versions $(ARGS)' || exit 1; \
	  else echo "Python $$each is not here, so nothing was played on it."; fi; \
	done

bench: setup
	$(PINNED) pins/base.txt --requirement pins/bench.txt

# The firmware on a CircuitPython image that you bring, on an emulated Pico: docs/firmware_proof.md.
IMAGE    ?=
EMULATOR := $(VENV)/emulator
PROOF    := tests/firmware_bridge/emulator

firmware-proof: $(VENV)/.installed $(EMULATOR)/.installed
	@$(BIN)/python $(PROOF)/proof.py "$(IMAGE)" $(EMULATOR) $(ARGS)

$(EMULATOR)/.installed: $(PROOF)/npm_packages.txt $(PROOF)/pip_packages.txt | $(VENV)/.installed
	@mkdir -p $(EMULATOR)
	$(PIP) install --no-deps --require-hashes --upgrade --target $(EMULATOR) \
	  --requirement $(PROOF)/pip_packages.txt
	@if command -v npm >/dev/null; then \
	  npm install --silent --no-audit --no-fund --no-package-lock --prefix $(EMULATOR) \
	    $$(cat $(PROOF)/npm_packages.txt) && touch $@; \
	fi

lint: $(VENV)/.tested
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	$(BIN)/mypy

# Writes pins/ anew after a change of pyproject.toml; UPGRADE=--upgrade takes the newest versions.
pins: | tools
	$(PYTHON) -m venv $(VENV)/uv
	$(VENV)/uv/bin/python -m pip --disable-pip-version-check --quiet install uv
	pins/renew.sh $(VENV)/uv/bin/uv $(UPGRADE)

clean:
	rm -rf $(VENV) build *.egg-info .pytest_cache .mypy_cache .ruff_cache .hypothesis .coverage .coverage.* htmlcov
