# `make demo` shows the main job, `make test` runs the tests; each sets up what it needs, in .venv.

PYTHON ?= $(shell for python in python3 python3.11 python3.12 python3.13 python3.14; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$python && break; done)
BIN := .venv/bin
READY := .venv/.ready
# mypy and import-linter know the root of the repository by its package's name, whatever the folder is called.
CHECKED := .venv/checked

.PHONY: demo test test-site site check docs dist format lock vulnerabilities clean

demo: $(READY)
	@$(BIN)/python -m declarant.tools.demo

test: $(READY)
	$(BIN)/python -m pytest --numprocesses auto --dist loadfile --no-loadscope-reorder

check: $(READY)
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	@mkdir -p $(CHECKED) && ln -sfn ../.. $(CHECKED)/declarant
	cd $(CHECKED) && ../bin/mypy --config-file declarant/pyproject.toml --cache-dir declarant/.mypy_cache \
		$(addprefix declarant/,events projections handlers tools bench __init__.py __main__.py)
	$(BIN)/lint-imports
	$(BIN)/repo-review --show err .

# What is built is put there: BUILD=FOLDER.
BUILD ?= build

docs: $(READY)
	$(BIN)/python -m sphinx --builder html --doctree-dir $(BUILD)/read --fail-on-warning --keep-going --quiet --nitpicky docs $(BUILD)/docs
	$(BIN)/python -m sphinx --builder man --doctree-dir $(BUILD)/read --fail-on-warning --quiet docs $(BUILD)/man
	@echo "$(BUILD)/docs/index.html, $(BUILD)/man/declarant.1"

# Both distributions, the wheel from the source distribution.
dist: $(READY)
	rm -rf dist && $(BIN)/python -m build --no-isolation --outdir dist .

# The referee for any browser: python -m http.server -d build/site
site: $(READY)
	$(BIN)/python -m declarant site -o build/site

# Every shared case judged in a browser and here: the same reports.
test-site: $(READY)
	DECLARANT_ALL_CASES=1 $(BIN)/python -m pytest tests/site

format: $(READY)
	$(BIN)/ruff format .
	$(BIN)/ruff check --fix .

# What pins pins itself: the same program gives the same file.
UV := 0.13.9

# Newer versions of what the package and its tests need, pinned with their hashes for every Python and platform.
lock:
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed." >&2; exit 1; }
	$(PYTHON) -m venv build/lock
	build/lock/bin/python -m pip install --quiet uv==$(UV)
	build/lock/bin/uv pip compile pyproject.toml --all-extras --group dev --universal --python-version 3.11 --generate-hashes \
		--upgrade --quiet --custom-compile-command "make lock" --output-file requirements.lock

# Known vulnerabilities of what is pinned; said to be skipped where the data about them can't be reached.
vulnerabilities:
	@PYTHON="$(PYTHON)" .ci/vulnerabilities

clean:
	rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .hypothesis .import_linter_cache

$(READY): requirements.lock pyproject.toml
	@test -n "$(PYTHON)" || { echo "Python 3.11 or newer is needed." >&2; exit 1; }
	@$(PYTHON) -c 'import ensurepip, venv' || \
		{ echo "$(PYTHON) lacks venv: install it, on Debian with: apt-get install python3-venv" >&2; exit 1; }
	@$(PYTHON) .ci/set-up
	@touch $@
