# SPDX-License-Identifier: MIT
"""A sum of vectors in Triton: blocks of 32 elements; with --fixed of 1024.

usage: triton_programs.py blocks [--fixed]
"""
import sys
import time

import torch
import triton
import triton.language as tl

FIXED = "--fixed" in sys.argv[2:]
COUNT = 1 << 26


@triton.jit
def add_vectors(left, right, out, count, BLOCK: tl.constexpr):
    places = tl.program_id(0) * BLOCK + tl.arange(0, BLOCK)
    is_inside = places < count
    tl.store(out + places, tl.load(left + places, mask=is_inside) + tl.load(right + places, mask=is_inside), mask=is_inside)


left, right = (torch.randn(COUNT, device="cuda") for _ in range(2))
out = torch.empty_like(left)
block = 1024 if FIXED else 32


def step():
    add_vectors[(triton.cdiv(COUNT, block),)](left, right, out, COUNT, BLOCK=block, num_warps=4 if FIXED else 1)


for _ in range(3):
    step()
torch.cuda.synchronize()
start = time.perf_counter()
for _ in range(40):
    step()
torch.cuda.synchronize()
print(f"measured: {(time.perf_counter() - start) * 1e3:.3f} ms")
