# SPDX-License-Identifier: MIT
"""A launch-bound loop of small kernels in PyTorch: prints ms per iteration, the median of five runs."""
import statistics
import time

import torch

model = torch.nn.Sequential(*[torch.nn.Linear(64, 64) for _ in range(16)]).cuda()
batch = torch.randn(16, 64, device="cuda")


def iterate(count):
    torch.cuda.synchronize()
    start = time.perf_counter()
    with torch.no_grad():
        for _ in range(count):
            model(batch).relu_().add_(1).mul_(2)
    torch.cuda.synchronize()
    return (time.perf_counter() - start) / count * 1e3


iterate(100)
print(f"result: {statistics.median(iterate(300) for _ in range(5)):.4f}")
