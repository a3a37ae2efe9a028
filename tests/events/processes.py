"""Python in a process of its own, for tests that need a second one, or one that dies."""

import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).parents[2]


def start(code: str, *arguments: object) -> "subprocess.Popen[str]":
    """Run ``code`` with these arguments as ``sys.argv[1:]``; its output is a pipe of lines."""
    command = [sys.executable, "-c", code, *map(str, arguments)]
    return subprocess.Popen(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, stdin=subprocess.PIPE, text=True
    )


def run(code: str, *arguments: object) -> str:
    """What it wrote; it must end well."""
    process = start(code, *arguments)
    out, err = process.communicate(timeout=120)
    assert process.returncode == 0, err
    return out


HOLD = """
import sys
from pathlib import Path
from events.log.sqlite_log import SqliteLog
log = SqliteLog(sys.argv[1], writing=True)
print("open", flush=True)
sys.stdin.readline()
log.close()
"""
"""Holds the log for writing until it gets a line, or is killed."""
