# SPDX-License-Identifier: MIT
"""TAP, and warpwise run with its output caught, for the tests in Python."""
import glob
import os
import subprocess
import sys
import traceback

source = os.environ.get("TEST_SOURCE") or os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
warpwise = os.environ.get("TEST_WARPWISE", os.path.join(os.getcwd(), "warpwise"))
traces = os.path.join(source, "samples", "traces")
count = failed = 0
is_sanitized = os.environ.get("TEST_ASAN") == "yes"


def complain(*exception):
    """What ends a test before its plan stands in its log, which has nothing of standard error."""
    for line in "".join(traceback.format_exception(*exception)).splitlines():
        print("#", line)


sys.excepthook = complain


def recordings(pattern="*.db", needed=()):
    """The recorded samples: in a build with AddressSanitizer some of them, and those NEEDED. There tests/rules/run looks
    at all: asking for each of them again, in every way, would only walk the same lines of C ten times as slowly."""
    paths = sorted(glob.glob(os.path.join(traces, pattern)))
    needed = {os.path.join(traces, name + ".db") for name in needed}
    return [path for i, path in enumerate(paths) if not is_sanitized or i % 8 == 0 or path in needed]


def ok(passed, what, *lines):
    """A test; LINES say what is wrong where it failed."""
    global count, failed
    count += 1
    failed += not passed
    print("ok" if passed else "not ok", count, "-", what)
    for line in lines if not passed else ():
        for part in str(line).splitlines():
            print("#", part)
    sys.stdout.flush()
    return passed


def skip(what, why):
    global count
    count += 1
    print("ok", count, "-", what, "# SKIP", why)


def equal(got, want, what):
    return ok(got == want, what, f"got:  {got!r}", f"want: {want!r}")


def run(*arguments, **environment):
    """warpwise with ARGUMENTS, in a plain environment with UTF-8; a variable that is None is unset."""
    variables = {**os.environ, "LC_ALL": "C.UTF-8", "COLUMNS": "", "WARPWISE_NVDISASM": "", **environment}
    return subprocess.run([warpwise, *arguments], capture_output=True, timeout=300, check=False,
                          env={name: value for name, value in variables.items() if value is not None},
                          encoding="utf-8", errors="replace", stdin=subprocess.DEVNULL)


def sql(path, script):
    subprocess.run(["sqlite3", "-bail", path], input="PRAGMA synchronous = OFF;\n" + script, text=True, check=True, capture_output=True)


def done():
    print(f"1..{count}")
    sys.exit(failed > 0)
