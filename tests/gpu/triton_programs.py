# SPDX-License-Identifier: MIT
"""A sum of vectors in Triton: blocks of 32 elements; with --fixed of 1024.

usage: triton_programs.py blocks [--fixed | --both]
"""
import sys
import time

import torch
import triton
import triton.language as tl

COUNT = 1 << 26
WARM_UP, STEPS = 3, 40


@triton.jit
def add_vectors(left, right, out, count, BLOCK: tl.constexpr):
    places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    is_inside = places < count
    tl.store(out + places, tl.load(left + places, mask=is_inside) + tl.load(right + places, mask=is_inside), mask=is_inside)


def blocks(is_fixed):
    left, right = (torch.randn(COUNT, device="cuda") for _ in range(2))
    out = torch.empty_like(left)
    block = 1024 if is_fixed else 32

    def step():
        add_vectors[(triton.cdiv(COUNT, block),)](left, right, out, COUNT, BLOCK=block, num_warps=4 if is_fixed else 1)

    for _ in range(WARM_UP):
        step()
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(STEPS):
        step()
    torch.cuda.synchronize()
    end = time.perf_counter()
    print(f"measured: {(end - start) * 1e3:.3f} ms, {STEPS} of {WARM_UP + STEPS} steps")


for variant in [False, True] if "--both" in sys.argv[2:] else ["--fixed" in sys.argv[2:]]:
    {"blocks": blocks}[sys.argv[1]](variant)
