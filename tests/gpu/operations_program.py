# SPDX-License-Identifier: MIT
"""Steps of a damped wave in CuPy, as an expression of whole arrays, or with `fused` as one kernel for each step.

usage: python3 operations_program.py [fused]
"""
import sys

import cupy

ITEMS, STEPS = 1 << 25, 300


def step(now, before, speed):
    return now + (now - before) * 0.9 + speed * (0.5 - now)


run = cupy.fuse(step) if sys.argv[1:] == ["fused"] else step
now = cupy.linspace(0, 1, ITEMS, dtype=cupy.float32)
before, speed = now.copy(), cupy.full_like(now, 0.01)
run(now, before, speed)
for _ in range(STEPS):
    now, before = run(now, before, speed), now
assert 0 < float(now.mean()) < 1
print("done")
