# SPDX-License-Identifier: MIT
"""Prints what a whole process takes: usage: process.py ms|MiB PROGRAM...

ms: from its start to its end. MiB: the most memory that it had at a time, or one that it waited for.
"""
import os
import subprocess
import sys
import time

start = time.perf_counter()
with subprocess.Popen(sys.argv[2:], stdout=subprocess.DEVNULL) as process:
    _, status, usage = os.wait4(process.pid, 0)
    seconds = time.perf_counter() - start
    process.returncode = os.waitstatus_to_exitcode(status)
if process.returncode:
    sys.exit(1)
print(f"result: {seconds * 1e3 if sys.argv[1] == 'ms' else usage.ru_maxrss / 1024:.4f}")
