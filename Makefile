# Everything from a fresh clone: `make report`, `make test`.
# Needs git, make, python3 >= 3.11 and pip; nothing else, not even venv or ensurepip.

PY ?= python3
UV := .tools/bin/uv
BIN := .venv/bin

export UV_PYTHON_DOWNLOADS = never
export UV_COMPILE_BYTECODE = 1
export UV_LINK_MODE = copy
# A user's settings for pip must not turn the first step another way.
export PIP_USER = 0
export PIP_REQUIRE_VIRTUALENV = 0
unexport VIRTUAL_ENV
unexport CONDA_PREFIX
unexport PYTHONPATH

.PHONY: help setup report test lab docs lock strip bench clean

help:  ## what can be made
	@sed -n 's/^\([a-z]*\):.*## /  make \1\t/p' Makefile | expand -t 16

setup: .venv/.ok  ## the environment alone, in .venv

report: .venv/.ok  ## every report of reports/suite.toml, into reports/site/
	@$(BIN)/baccarat report

test: .venv/.ok  ## style, types, then the tests
	@$(BIN)/ruff check .
	@$(BIN)/ruff format --check .
	@$(BIN)/mypy
	@$(BIN)/python -m pytest -n auto --dist loadfile --no-loadscope-reorder

lab: .venv/.ok  ## JupyterLab on the notebooks
	@$(BIN)/jupyter lab --ServerApp.root_dir=. notebooks/start.ipynb

docs: .venv/.ok  ## the documentation, into docs/_build/
	@$(BIN)/python -m sphinx -W -q -b html docs docs/_build

lock: .tools/.ok  ## requirements.lock anew, from pyproject.toml
	@$(UV) pip compile -q pyproject.toml --all-extras --universal --python-version 3.11 --upgrade \
	  --generate-hashes --no-header --no-annotate --no-emit-index-url -o requirements.lock

strip: .venv/.ok  ## outputs and execution counts out of the notebooks
	@$(BIN)/nbstripout --keep-id notebooks/*.ipynb notebooks/lessons/*.ipynb
	@$(BIN)/ruff format -q notebooks

bench: .venv/.ok  ## speed, as ratios measured in one run
	@$(BIN)/python -m benchmarks

clean:  ## the environment and everything made
	@rm -rf .tools .venv .mypy_cache .ruff_cache .pytest_cache reports/site docs/_build
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +

.tools/.ok:
	@command -v $(PY) >/dev/null || { \
	  echo "no command '$(PY)'; say which python to use: make PY=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PY) -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null || { \
	  echo "baccarat needs python 3.11 or newer; '$(PY)' is $$($(PY) --version 2>&1 | tail -n 1). Try: make PY=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@$(PY) -m pip --version >/dev/null 2>&1 || { \
	  echo "baccarat needs pip to set itself up, and '$(PY) -m pip' does not run. On Debian: apt-get install python3-pip" >&2; exit 1; }
	@echo "Setting up (once): uv into .tools ..."
	@$(PY) -m pip install -q --disable-pip-version-check --no-warn-script-location --root-user-action ignore \
	  --upgrade --target .tools 'uv>=0.5'
	@touch $@

.venv/.ok: requirements.lock pyproject.toml | .tools/.ok
	@echo "Setting up (once): the locked packages into .venv ..."
	@$(UV) venv -q --python "$$(command -v $(PY))" --allow-existing .venv
	@$(UV) pip sync -q --python $(BIN)/python --require-hashes requirements.lock
	@$(UV) pip install -q --python $(BIN)/python --no-deps -e .
	@touch $@
