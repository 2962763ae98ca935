# SPDX-License-Identifier: MIT
"""Profiles a few kernels with torch.profiler and prints how many operations of the GPU it saw."""
import torch
from torch.profiler import ProfilerActivity, profile


def steps(x, count):
    for _ in range(count):
        x = torch.relu(x @ x * 1e-3)
    torch.cuda.synchronize()
    return x


x = steps(torch.randn(256, 256, device="cuda"), 5)
with profile(activities=[ProfilerActivity.CPU, ProfilerActivity.CUDA]) as seen:
    steps(x, 20)
print(sum(event.device_type == torch.autograd.DeviceType.CUDA for event in seen.events()))
