# SPDX-License-Identifier: MIT
"""Steps that learn a table of vectors, of which each takes the rows that its indices name: by indexing, or with `selected`
by index_select(), whose gradient is not sorted.

usage: python3 indexing_program.py [selected]
"""
import sys

import torch

ROWS, WIDTH, TAKEN, STEPS = 100_000, 64, 1_000_000, 30

torch.manual_seed(0)
table = torch.randn(ROWS, WIDTH, device="cuda", requires_grad=True)
indices = [(torch.rand(TAKEN, device="cuda") ** 2 * ROWS).long() for _ in range(3)]
for step in range(STEPS):
    index = indices[step % len(indices)]
    rows = torch.index_select(table, 0, index) if sys.argv[1:] == ["selected"] else table[index]
    rows.square().mean().backward()
    with torch.no_grad():
        table -= 0.1 * table.grad
    table.grad = None
assert torch.isfinite(table).all()
print("done")
