# `make help` lists what there is. Everything sets itself up; nothing is done twice.
.DEFAULT_GOAL := help
.PHONY: help install chat dev test stories check docs faults bench honesty fix lock clean

PYTHON ?= python3
BIN := .venv/bin
READY := .venv/.ready
UV_VERSION := 0.13.8

# The development server asks no one anything and traces nothing unless told to.
QUIET_SERVER := LANGGRAPH_CLI_NO_ANALYTICS=1 LANGGRAPH_NO_VERSION_CHECK=true \
	LANGSMITH_TRACING=$${LANGSMITH_TRACING:-false} LANGGRAPH_STRICT_MSGPACK=true
PORT ?= 2024

help:  ## Show this list
	@awk -F ':.*## ' '/^[a-z]+:.*## / {printf "  make %-9s %s\n", $$1, $$2}' $(MAKEFILE_LIST)

install: $(READY)  ## Set everything up in .venv (once)

$(READY): requirements.lock pyproject.toml
	@$(PYTHON) -c 'import sys; sys.exit(sys.version_info < (3, 11))' \
		|| { echo "Mnemon needs Python 3.11 or newer; name one: make PYTHON=python3.12 $(MAKECMDGOALS)" >&2; exit 1; }
	@echo "Setting up .venv (about a minute, once)..." >&2
	@$(PYTHON) -m venv .venv
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --require-hashes -r requirements.lock >&2
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --no-deps --no-build-isolation --editable . >&2
	@touch $(READY)

chat: $(READY)  ## Talk to Mnemon (it remembers)
	@$(BIN)/mnemon chat

dev: $(READY)  ## Serve the graph for LangGraph Studio and the HTTP API (PORT=2024)
	@echo "API     http://127.0.0.1:$(PORT)"
	@echo "Studio  https://smith.langchain.com/studio/?baseUrl=http://127.0.0.1:$(PORT)"
	@umask 077; $(QUIET_SERVER) $(BIN)/langgraph dev --no-browser --port $(PORT) --n-jobs-per-worker 10

test: $(READY)  ## Run all tests
	@$(BIN)/python -m pytest

stories: $(READY)  ## Run the stories: each is one promise
	@$(BIN)/mnemon stories

check: $(READY)  ## Format, lint, types, layers, and that the documents match the code
	@$(BIN)/ruff format --check .
	@$(BIN)/ruff check .
	@$(BIN)/mypy .
	@$(BIN)/lint-imports --no-logo
	@$(BIN)/python -m pytest -q tests/test_documents.py

docs: $(READY)  ## Write the generated parts of the README anew
	@$(BIN)/python -m cli.documents README.md

faults: $(READY)  ## Break things on purpose, at length: writes benchmarks/results/reliability.md
	@$(BIN)/python -m pytest -q tests/faults --faults-long

bench: $(READY)  ## Measure on small data (LOCOMO=folder of its conversations: recall too)
	@$(BIN)/python -m benchmarks $(LOCOMO)

honesty: $(READY)  ## Measure: claims, written calls, topic keys, contradictions, echoes, attacks
	@$(BIN)/python -m tests.nodes.honesty

fix: $(READY)  ## Format and mend what can be mended by itself
	@$(BIN)/ruff format .
	@$(BIN)/ruff check --fix .

lock: $(READY)  ## Resolve the dependencies anew into requirements.lock
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check uv==$(UV_VERSION)
	@$(BIN)/uv pip compile --quiet --upgrade --universal --generate-hashes --no-header --no-annotate \
		--group weights --group dev pyproject.toml -o requirements.lock

clean:  ## Remove .venv and what tools left behind (never your memory)
	@rm -rf .venv build dist *.egg-info .mypy_cache .ruff_cache .pytest_cache .import_linter_cache .hypothesis .langgraph_api
	@find . -name __pycache__ -type d -prune -exec rm -rf {} +
