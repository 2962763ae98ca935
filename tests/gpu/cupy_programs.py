# SPDX-License-Identifier: MIT
"""Loops in CuPy as people write them first, and with --fixed as they write them after a profiler:

waiting     waits for the GPU after each operation; fixed: at the end
allocating  takes each result's memory from the driver; fixed: from CuPy's pool, its default

usage: cupy_programs.py PROGRAM [--fixed | --both]
"""
import sys
import time

import cupy

FIXED = False


def measured(step, warm_up, count):
    """Runs step() and prints how long count of them took."""
    for _ in range(warm_up):
        step()
    cupy.cuda.Device().synchronize()
    start = time.perf_counter()
    for _ in range(count):
        step()
    cupy.cuda.Device().synchronize()
    end = time.perf_counter()
    print(f"measured: {(end - start) * 1e3:.3f} ms, {count} of {warm_up + count} steps")


def waiting():
    values = cupy.ones(1 << 22, dtype=cupy.float32)

    def step():
        for _ in range(4):
            cupy.multiply(values, 0.99, out=values)
            if not FIXED:
                cupy.cuda.Stream.null.synchronize()

    measured(step, 20, 4000)


def allocating():
    cupy.cuda.set_allocator(cupy.get_default_memory_pool().malloc if FIXED else None)
    values = cupy.ones(1 << 20, dtype=cupy.float32)

    def step():
        nonlocal values
        values = values * 0.99 + 0.01

    measured(step, 20, 3000)


for FIXED in [False, True] if "--both" in sys.argv[2:] else ["--fixed" in sys.argv[2:]]:
    {"waiting": waiting, "allocating": allocating}[sys.argv[1]]()
