# SPDX-License-Identifier: MIT
"""A launch-bound loop of small kernels in PyTorch: prints ms per iteration, the median of five runs.

usage: pytorch_loop.py [inference|training]. With TORCH_PROFILER=1 under torch.profiler, which writes its trace for
Chrome into TORCH_PROFILER_OUTPUT.
"""
import contextlib
import os
import statistics
import sys
import time

import torch

training = sys.argv[1:] == ["training"]
model = torch.nn.Sequential(*[torch.nn.Linear(64, 64) for _ in range(16)]).cuda()
optimizer = torch.optim.Adam(model.parameters())
batch = torch.randn(16, 64, device="cuda")


def infer():
    with torch.no_grad():
        model(batch).relu_().add_(1).mul_(2)


def train():
    optimizer.zero_grad()
    model(batch).square().mean().backward()
    optimizer.step()


def iterate(count):
    torch.cuda.synchronize()
    start = time.perf_counter()
    for _ in range(count):
        train() if training else infer()
    torch.cuda.synchronize()
    return (time.perf_counter() - start) / count * 1e3


def measure():
    iterate(100)
    print(f"result: {statistics.median(iterate(300) for _ in range(5)):.4f}")


if os.environ.get("TORCH_PROFILER") == "1":
    with torch.profiler.profile() as profile:
        measure()
    profile.export_chrome_trace(os.environ["TORCH_PROFILER_OUTPUT"])
else:
    measure()
