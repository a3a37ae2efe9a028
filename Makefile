# Every target sets up what it needs in .venv, from requirements.lock; nothing is installed outside this folder.

PYTHON ?= $(shell for python in python3.13 python3.12 python3.11 python3; do \
	$$python -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && { echo $$python; break; }; done)
PIP := .venv/bin/python -m pip --disable-pip-version-check
READY := .venv/.ready
GAMES := examples/hanabi examples/koi_koi

.PHONY: help setup corpus demo test test-long lint format bench campaign card-texts referee mutants rule-mutants wheel lock spark clean
.DELETE_ON_ERROR:

help:  ## list the targets
	@sed -n 's/^\([a-z-]*\):.*## /\1\t/p' $(MAKEFILE_LIST) | expand -t 14

setup: $(READY)  ## set up .venv (every target below does it by itself)

# An environment without pip is a half-made one, such as Debian leaves behind when python3-venv is missing.
$(READY): pyproject.toml requirements.lock $(GAMES:=/pyproject.toml)
	@test -n "$(PYTHON)" || { echo "kifuda needs Python 3.11 or newer. On Debian: apt install python3 python3-venv" >&2; exit 1; }
	@.venv/bin/python -c 'import pip, sys; sys.exit(sys.prefix == sys.base_prefix)' 2>/dev/null || { \
		rm -rf .venv; \
		$(PYTHON) -c 'import ensurepip' 2>/dev/null || { \
			echo "$(PYTHON) cannot make virtual environments: ensurepip is missing." >&2; \
			echo "On Debian: apt install python3-venv" >&2; exit 1; }; \
		$(PYTHON) -m venv .venv; }
	@echo "Setting up .venv ..."
	$(PIP) install --quiet --require-hashes -r requirements.lock
	$(PIP) install --quiet --no-deps --no-build-isolation --editable . $(addprefix --editable ,$(GAMES))
	@# pip compiles what it installs, but nothing that is installed as editable.
	.venv/bin/python -m compileall -q -j 0 analytics dashboard engine events examples kifuda
	@touch $@

demo: $(READY)  ## import, audit and show sample records, simulated tournaments and a league; SERVE=0 stops after the summary
	.venv/bin/kifuda demo $(if $(filter 0,$(SERVE)),--no-serve)

test: $(READY)  ## run every test on all cores, of many alike cases some
	.venv/bin/python -m pytest -n auto $(ARGS)

test-long: $(READY)  ## the same with all cases and examples that `make test` tries a part of
	KIFUDA_TESTS=long .venv/bin/python -m pytest -n auto $(ARGS)

lint: $(READY)  ## ruff (rules and format), mypy in strict mode, oxlint on the scripts of the pages
	.venv/bin/ruff check
	.venv/bin/ruff format --check
	.venv/bin/mypy
	.venv/bin/oxlint --deny-warnings

format: $(READY)  ## let ruff put imports and layout in order
	.venv/bin/ruff check --fix-only --quiet
	.venv/bin/ruff format

campaign: $(READY)  ## attack the log for an hour or two; ARGS="kill power --scale 0.1" chooses, --record keeps figures
	.venv/bin/python -m tests.campaign $(ARGS)

card-texts: $(READY)  ## write 100,000 card texts a game and play what the linter accepts; ARGS="fertcg --texts 4000"
	.venv/bin/python -m tests.card_texts $(ARGS)

referee: $(READY)  ## play 10,000 matches a game and have a second reading of the rules judge them; ARGS="fertcg --matches 500"
	.venv/bin/python -m tests.referee $(ARGS)

corpus: $(READY)  ## judge a folder of logs of real games and compare with docs/real-games.md; DIR=FOLDER
	.venv/bin/python examples/corpus.py $(DIR) --compare $(ARGS)

bench: $(READY)  ## measure the figures in bench/, next to their peers
	.venv/bin/python -m bench $(ARGS)

mutants: $(READY)  ## change the verifying code in many small ways: do the tests notice? (hours)
	.venv/bin/python -m tests.mutants $(ARGS)

rule-mutants: $(READY)  ## change the code of the rules in many small ways: do the cases notice? ARGS="GAME … --sample N"
	.venv/bin/python -m tests.rule_mutants $(ARGS)

wheel: $(READY)  ## build the wheel into dist/
	$(PIP) wheel --quiet --no-deps --no-build-isolation --wheel-dir dist .
	@ls dist/*.whl

lock: $(READY)  ## resolve the newest allowed versions into requirements.lock
	test -x .venv/bin/uv || $(PIP) install --quiet uv
	.venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
		--group dev --group campaign --group bench --no-emit-index-url --no-emit-find-links \
		--custom-compile-command "make lock" --output-file requirements.lock pyproject.toml
	.venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
		--extra spark --constraint requirements.lock --no-emit-index-url --no-emit-find-links \
		--custom-compile-command "make lock" --output-file requirements-spark.lock pyproject.toml
	.venv/bin/uv pip compile --quiet --universal --python-version 3.11 --generate-hashes --upgrade \
		--no-emit-index-url --no-emit-find-links \
		--custom-compile-command "make lock" --output-file bench/spells.lock bench/spells.in

spark: $(READY)  ## add Spark to .venv (400 MB; it wants Java), for which the tests otherwise skip
	$(PIP) install --quiet --require-hashes -r requirements-spark.lock

clean:  ## remove .venv, caches and what was built
	rm -rf .venv dist build mutants bench/cache .mypy_cache .ruff_cache .pytest_cache .hypothesis
	find . -name __pycache__ -type d -prune -exec rm -rf {} +
