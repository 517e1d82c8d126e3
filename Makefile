# `make run` and `make test` set up all they need: on Debian or Ubuntu, Python 3.11+ and g++ are enough.
# cmake, ninja and the linters come from PyPI into .venv.

PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
# What `make run` does: the study room on the bundled samples, in the browser.
RUN ?= serve --open
FUZZ_SECONDS ?= 300

# gnugo lives in /usr/games, which not every PATH has.
export PATH := $(abspath $(BIN)):$(PATH):/usr/games
PIP := $(BIN)/python -m pip install --quiet --disable-pip-version-check
CPP = $(shell find native bindings $(wildcard fuzz) -name "*.cpp" -o -name "*.hpp")

.DEFAULT_GOAL := help
.PHONY: help run build lab test sanitize races fuzz format clean

help: ## Show this list
	@sed -n 's/^\([a-z]*\):.*## \(.*\)/  make \1\t\2/p' Makefile | expand -t 18

run: build ## Set up, build, and open the study room on the bundled samples
	$(BIN)/kifu $(RUN)

build: build/.installed ## Build the package in place; after an edit of C++ only what changed
	@$(BIN)/cmake --build build/editable -- --quiet

lab: build build/.lab ## Install `kifu lab`: the papers' tables, how good models are, how fast they are

test: build build/.test-tools build/.lab ## Set up and run all gates and all tests
	.ci/system-packages gnugo clang chromium
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/mypy
	$(BIN)/lint-imports
	$(BIN)/clang-format --dry-run -Werror $(CPP)
	.ci/native-tests build/tests
	.ci/fuzz 20
	$(BIN)/pytest -n auto

sanitize: build/.tools ## Run native tests and fuzz corpus under AddressSanitizer and UBSan
	.ci/native-tests build/sanitize -DKIFU_SANITIZE=address,undefined \
		-DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g"
	.ci/system-packages clang
	.ci/fuzz 0

races: build/.tools ## Run native tests of searches and threads under ThreadSanitizer
	.ci/native-tests build/races -DKIFU_SANITIZE=thread \
		-DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="-O1 -g" -- search verify book

fuzz: build/.tools ## Fuzz the native readers for FUZZ_SECONDS (300) in all
	.ci/system-packages clang
	.ci/fuzz $(FUZZ_SECONDS)

format: build/.test-tools ## Put Python and C++ into shape
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .
	$(BIN)/clang-format -i $(CPP)

clean: ## Remove everything that was built, the virtual environment too
	rm -rf build dist $(VENV) .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache
	rm -rf src/kifu/_native src/kifu/_native.*
	find . -name __pycache__ -type d -prune -exec rm -rf {} +

$(BIN)/python:
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11) and f"Kifu needs Python 3.11 or newer, {sys.executable} is {sys.version.split()[0]}; try make PYTHON=python3.12")'
	@$(PYTHON) -c 'import ensurepip' 2>/dev/null || .ci/system-packages python3-venv
	$(PYTHON) -m venv $(VENV)

build/.tools: pyproject.toml | $(BIN)/python
	$(PIP) "scikit-build-core>=0.11" "nanobind>=2.7" ninja cmake
	@mkdir -p build && touch $@

# An edit of Python needs nothing, of C++ only `cmake --build`; pip is run again when one of these changed.
build/.installed: pyproject.toml CMakeLists.txt build/.tools
	$(PIP) --no-build-isolation -e ".[web,zst,network]"
	@touch $@

build/.lab: lab/pyproject.toml build/.installed
	$(PIP) --no-build-isolation -e ./lab
	@touch $@

build/.test-tools: pyproject.toml build/.installed
	$(PIP) --no-build-isolation -e ".[test,web,zst,network]"
	@touch $@
