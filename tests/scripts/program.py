"""What the tests of the built program share: its cases, how it is run, and how they are told. Its path is the first argument."""
import json
import os
import subprocess
import sys
import tempfile
import time

PKTGEN = os.path.abspath(sys.argv[1])
ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
CASES = []


def environment():
    """Without what a person calibrated on this machine."""
    return dict(os.environ, XDG_STATE_HOME="/nonexistent/state")


def case(function):
    """Marks a case: called with an empty folder of its own."""
    CASES.append(function)
    return function


def run(*arguments, code=0, cwd=None):
    """The ended program, which must have exited with `code`."""
    done = subprocess.run([PKTGEN, *arguments], capture_output=True, text=True, check=False, timeout=250, cwd=cwd,
                          env=environment())
    assert done.returncode == code, f"exit {done.returncode}, wanted {code}: {arguments}\n{done.stderr}{done.stdout[-1500:]}"
    return done


def ask(*arguments, code=0, **how):
    """The document that it prints with --json."""
    return json.loads(run(*arguments, "--json", code=code, **how).stdout)


def start(*arguments, cwd=None):
    """The program in the background, its standard output and error in pipes."""
    return subprocess.Popen([PKTGEN, *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            env=environment(), cwd=cwd)


def write(folder, name, text):
    path = os.path.join(folder, name)
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def rules(document):
    return [finding["rule"] for finding in document["findings"]]


def main():
    """Runs all cases and prints 'N passed, N failed'."""
    failed = 0
    for function in CASES:
        began = time.monotonic()
        with tempfile.TemporaryDirectory() as folder:
            try:
                skipped = function(folder)
                told = f"skipped: {skipped}" if skipped else f"{time.monotonic() - began:.1f} s"
                print(f"ok      {function.__name__} ({told})")
            except Exception as fault:  # pylint: disable=broad-except
                failed += 1
                print(f"FAILED  {function.__name__}: {type(fault).__name__}: {fault}")
    print(f"{len(CASES) - failed} passed, {failed} failed")
    sys.exit(1 if failed else 0)
