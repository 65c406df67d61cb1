# Two commands: `make play` sets up everything and opens the table; `make test` sets up everything and passes.

VENV := .venv
PY := $(VENV)/bin/python
PYTHON ?= python3
RULES := $(shell find src/mischief/engine src/mischief/games src/mischief/bots -name '*.py' 2>/dev/null) setup.py
WEB := $(shell find web -type f -not -path '*/node_modules/*' -not -path '*/dist/*' 2>/dev/null) $(wildcard src/mischief/games/*/box.svg)

.PHONY: play test setup lint unit pure web-test browser browser-short dist dist-test docs notebooks docs-test bench screenshots clean

play: setup
	$(VENV)/bin/mischief

test: setup lint pure unit web-test browser-short

setup: .stamps/python .stamps/rules .stamps/web

.stamps/python: pyproject.toml constraints.txt
	@mkdir -p .stamps
	test -x $(PY) || $(PYTHON) -m venv $(VENV) || (apt-get update && apt-get install -y python3-venv && $(PYTHON) -m venv $(VENV))
	$(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt setuptools wheel mypy librt
	MISCHIEF_COMPILE=0 $(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt --no-build-isolation -e '.[dev]'
	@touch $@

# The rules, playouts and search become C where a compiler is there; without one everything still works, more slowly.
.stamps/rules: .stamps/python $(RULES)
	$(PY) setup.py -q build_ext --inplace -j 2
	@touch $@

.stamps/web: $(WEB)
	@mkdir -p .stamps
	cd web && npm ci --no-audit --no-fund --loglevel=error && npm run build
	@touch $@

.stamps/browser:
	@mkdir -p .stamps
	command -v chromium >/dev/null || (apt-get update -q && apt-get install -y -q chromium)
	@touch $@

lint: .stamps/python
	$(VENV)/bin/ruff format --check .
	$(VENV)/bin/ruff check .
	$(PY) -m mypy

# The same promises on the uncompiled rules, where a debugger can follow them.
pure: .stamps/python
	MISCHIEF_PURE=1 $(PY) -m pytest -n 2 tests/test_every_game.py tests/test_bad_input.py tests/games

unit: setup
	$(PY) -m pytest -n 2 --ignore=tests/browser

web-test: .stamps/web
	cd web && npm run check && npm test

# What `make test` does in the browser: every game, size and theme comes up, but not each with each claim.
browser-short: setup .stamps/browser
	$(PY) -m pytest -n 2 --dist worksteal -m 'not more' tests/browser

browser: setup .stamps/browser
	$(PY) -m pytest -n 2 --dist worksteal tests/browser

# Packages for strangers, in dist/: the source with the built page inside, and a wheel made from that for this Python.
dist: .stamps/python .stamps/web
	rm -rf dist
	$(PY) -m build --outdir dist .

# Both packages on every Python that is here, with and without a C compiler, in empty environments: about half an hour.
dist-test: dist
	$(PY) tests/dist/matrix.py

# The documentation as a site, in build/site; notebooks that changed are run for it (docs/making.md).
docs: setup .stamps/docs
	NO_MKDOCS_2_WARNING=1 $(PY) -m mkdocs build --quiet
	$(PY) -m pytest tests/docs/test_site.py

# All notebooks afresh: about ten minutes.
notebooks: setup .stamps/docs
	$(PY) docs/site/notebooks.py

# Every block of README and docs as it stands, those that take minutes too.
docs-test: setup .stamps/docs
	$(PY) -m tests.docs.blocks

# Torch comes in many builds: one that is there already is good enough.
.stamps/docs: .stamps/python
	MISCHIEF_COMPILE=0 $(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt --no-build-isolation -e '.[docs]'
	$(PY) -c 'import torch' || $(PY) -m pip install --quiet --disable-pip-version-check -c constraints.txt torch
	@touch $@

# Speed beside others, like with like, in one run on one core (docs/benchmarks.md).
bench: setup .stamps/peers
	MISCHIEF_PEERS=.stamps/peers/bin/python $(PY) benchmarks/speed.py

# The libraries beside us, away from ours; each by itself, since not all of them install everywhere.
.stamps/peers: benchmarks/peers.txt
	@mkdir -p .stamps
	$(PYTHON) -m venv $@
	grep -v '^#' $< | while read peer; do $@/bin/pip install --quiet --disable-pip-version-check $$peer || echo "without $$peer"; done
	@touch $@

screenshots: setup .stamps/browser
	$(PY) tests/browser/screenshots.py

clean:
	rm -rf build dist .stamps src/mischief/server/static
	find src -name '*.so' -delete
