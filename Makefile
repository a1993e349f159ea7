# Two commands do everything: `make run` and `make test`. Python 3.11 and make are all that must be there.

PYTHON ?= python3
HOST ?= 0.0.0.0
PORT ?= 8000
STAGE ?= round_robin
SEED ?= 1998
BIN := .venv/bin

.PHONY: run package release docs program setup setup-dev test quick check bench peers demo lock format pictures compare-pictures style

run: setup
	@HOST=$(HOST) PORT=$(PORT) exec $(BIN)/python -m pennant_baseball run

setup: .venv/installed style

setup-dev: .venv/installed-dev style

.venv/installed: requirements.lock
	@test -x $(BIN)/python || $(PYTHON) -m venv .venv
	@$(BIN)/pip install --quiet --disable-pip-version-check --require-hashes -r requirements.lock
	@touch $@

.venv/installed-dev: requirements-dev.lock .venv/installed
	@$(BIN)/pip install --quiet --disable-pip-version-check --no-compile --require-hashes -r requirements-dev.lock
	@touch $@

test: setup-dev
	@$(BIN)/python -m tests.run_all

# The wheel and the source distribution, into dist/.
package: setup-dev
	@$(BIN)/uv build --quiet --no-build-isolation --python $(BIN)/python --out-dir dist
	@ls dist

# The files of a release, into dist/; TAG=1 makes the annotated tag as well, CHECK=1 only says whether it can be made.
release: setup-dev
	@$(BIN)/python deploy/release.py $(if $(CHECK),--check) $(if $(TAG),--tag)

# The docs as a site, into build/docs; every link is checked.
docs: setup-dev
	@$(BIN)/python deploy/docs_site.py

# The program that starts with a double-click on this system, into dist/.
program:
	@test -d .venv-program || $(PYTHON) -m venv .venv-program
	@.venv-program/bin/pip install --quiet --disable-pip-version-check --require-hashes -r requirements-program.lock
	@.venv-program/bin/python deploy/program/build.py
	@.venv-program/bin/python deploy/program/smoke.py dist/Pennant

# What differs from main, in less than a minute and a half; BASE=HEAD looks at what is not committed alone.
quick: setup-dev
	@BASE=$(BASE) $(BIN)/python -m tests.quick

check: setup-dev
	$(BIN)/ruff format --check .
	$(BIN)/ruff check .
	$(BIN)/djangofmt --check templates
	$(BIN)/djangofmt --check --profile jinja templates/play/table/*.jinja
	$(BIN)/biome check static/js
	$(BIN)/mypy .
	$(BIN)/lint-imports
	$(BIN)/python manage.py makemigrations --check --dry-run
	@$(BIN)/python -m tests.run_all

format: setup-dev
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .
	$(BIN)/djangofmt templates
	$(BIN)/djangofmt --profile jinja templates/play/table/*.jinja
	$(BIN)/biome check --write static/js

# Figures as JSON lines; ONLY="live standings" measures these alone, AGAINST=REV the tree REV in turn as well.
bench: setup-dev
	@$(BIN)/python -m bench $(ONLY) $(if $(AGAINST),--against $(AGAINST))

# Programs that `make bench` then measures in the same run, in an environment of their own.
peers:
	@test -d .venv-peers || $(PYTHON) -m venv .venv-peers
	@.venv-peers/bin/pip install --quiet --disable-pip-version-check chess==1.11.2 attrs numpy pandas requests sqlalchemy
	@.venv-peers/bin/pip install --quiet --disable-pip-version-check --no-deps pybbda==0.4.3

# A practice weekend at any stage: make demo STAGE=signup|draft|round_robin|finished [SEED=n]
demo: setup
	@$(BIN)/python manage.py migrate --verbosity 0
	@$(BIN)/python manage.py demo --stage $(STAGE) --seed $(SEED)

# The pictures of the README, taken anew from a practice weekend.
pictures: setup-dev
	@$(BIN)/python -m tests.browser.take_pictures

# Compare 24 pages with their stored pictures: PAGES="standings series" for these alone, ACCEPT=1 to store them again.
compare-pictures: setup-dev
	@$(BIN)/python -m tests.browser.compare_pictures $(if $(ACCEPT),--accept) $(PAGES)

# Build static/built from the sources in static/css and static/js.
style: .venv/installed
	@$(BIN)/python -m core.static_build > /dev/null

# Pin what pyproject.toml names, with hashes, for Linux, Windows and macOS on Python 3.11 and later. What is pinned stays
# where it is; `make lock UPGRADE=--upgrade` moves it.
PIN = $(BIN)/uv pip compile --quiet $(UPGRADE) pyproject.toml --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header

lock: setup-dev
	$(BIN)/uv pip compile --quiet --group build --universal --python-version 3.11 --generate-hashes --no-emit-index-url --no-header -c requirements-dev.lock -o requirements-build.lock
	$(PIN) -o requirements.lock
	$(PIN) --extra hosted --extra sentry -c requirements.lock -o requirements-hosted.lock
	$(PIN) --group program -c requirements-hosted.lock -o requirements-program.lock
	$(PIN) --extra hosted --extra sentry --group dev -c requirements-hosted.lock -o requirements-dev.lock
