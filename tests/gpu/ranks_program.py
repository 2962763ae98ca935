# SPDX-License-Identifier: MIT
"""Training on several GPUs, one process each, under torchrun. The last rank is late in every step: it works on the host
for STRAGGLER_MS first.

usage: torchrun --nproc-per-node 2 ranks_program.py
"""
import os
import time

import torch
import torch.distributed

STRAGGLER_MS = 3
STEPS = 100

rank, ranks = int(os.environ["RANK"]), int(os.environ["WORLD_SIZE"])
torch.cuda.set_device(rank)
torch.distributed.init_process_group("nccl", device_id=torch.device("cuda", rank))
torch.manual_seed(0)
model = torch.nn.Sequential(torch.nn.Linear(2048, 2048), torch.nn.ReLU(), torch.nn.Linear(2048, 2048)).cuda()
model = torch.nn.parallel.DistributedDataParallel(model, device_ids=[rank])
optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
batch = torch.randn(512, 2048, device="cuda")


def step():
    if rank == ranks - 1:
        end = time.perf_counter() + STRAGGLER_MS / 1e3
        while time.perf_counter() < end:
            pass
    optimizer.zero_grad(set_to_none=True)
    model(batch).square().mean().backward()
    optimizer.step()


for _ in range(10):
    step()
torch.cuda.synchronize()
torch.distributed.barrier()
torch.cuda.nvtx.range_push("measured")
for _ in range(STEPS):
    step()
torch.cuda.synchronize()
torch.cuda.nvtx.range_pop()
print(f"rank {rank}: {STEPS} steps\n", end="", flush=True)
torch.distributed.destroy_process_group()
