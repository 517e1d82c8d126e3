PYTHON ?= python3
VENV := .venv
BIN := $(VENV)/bin
.PHONY: build
$(BIN)/python:
	$(PYTHON) -m venv $(VENV)
build: $(BIN)/python
	$(BIN)/pip install -q "scikit-build-core>=0.11" "nanobind>=2.7" ninja cmake
	$(BIN)/pip install -q --no-build-isolation -e ".[test,zst]"
