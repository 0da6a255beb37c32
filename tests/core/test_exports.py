"""The core is words only: importing it does no work and brings no heavy library."""

import subprocess
import sys

HEAVY = ("langchain_core", "langgraph", "sqlalchemy", "chromadb", "onnxruntime", "httpx", "numpy")


def test_the_words_that_every_command_imports_bring_no_heavy_library():
    code = (
        "import sys, core.settings, core.identity, core.errors, core.engram, core.clock\n"
        f"print([m for m in {HEAVY!r} if m in sys.modules])"
    )

    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "[]"


def test_nothing_is_exported_by_the_package_itself():
    import core

    assert not hasattr(core, "__all__")
    assert core.__doc__
