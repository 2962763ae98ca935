# SPDX-License-Identifier: MIT
"""Two loops in PyTorch as people write them first, and as they write them after a profiler: `training` copies each
batch from pageable memory and reads the loss in every step; `inference` decodes one token after another, each step
launched operator by operator, and reads every token. With --fixed: pinned batches copied beside the work and a loss
read once; a decoding step captured as a CUDA graph and tokens read once.

usage: pytorch_programs.py training|inference [--fixed]
"""
import sys
import time

import torch
from torch.nn import functional

FIXED = "--fixed" in sys.argv[2:]
DEVICE = torch.device("cuda")


def measured(step, warm_up, count):
    """Runs step(i) and prints how long count of them took."""
    for i in range(warm_up):
        step(i)
    torch.cuda.synchronize()
    torch.cuda.nvtx.range_push("measured")
    start = time.perf_counter()
    for i in range(count):
        step(i)
    torch.cuda.synchronize()
    end = time.perf_counter()
    torch.cuda.nvtx.range_pop()
    print(f"measured: {(end - start) * 1e3:.3f} ms")


def training():
    model = torch.nn.Sequential(
        torch.nn.Conv2d(3, 64, 3, padding=1), torch.nn.BatchNorm2d(64), torch.nn.ReLU(),
        torch.nn.Conv2d(64, 128, 3, stride=2, padding=1), torch.nn.BatchNorm2d(128), torch.nn.ReLU(),
        torch.nn.Conv2d(128, 128, 3, stride=2, padding=1), torch.nn.BatchNorm2d(128), torch.nn.ReLU(),
        torch.nn.AdaptiveAvgPool2d(1), torch.nn.Flatten(), torch.nn.Linear(128, 10)).to(DEVICE)
    optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)
    batches = [torch.randn(256, 3, 64, 64) for _ in range(4)]
    labels = [torch.randint(0, 10, (256,)) for _ in range(4)]
    if FIXED:
        batches = [b.pin_memory() for b in batches]
        labels = [b.pin_memory() for b in labels]
    total = torch.zeros((), device=DEVICE)
    losses = []

    def step(i):
        images = batches[i % 4].to(DEVICE, non_blocking=FIXED)
        classes = labels[i % 4].to(DEVICE, non_blocking=FIXED)
        optimizer.zero_grad(set_to_none=True)
        loss = functional.cross_entropy(model(images), classes)
        loss.backward()
        optimizer.step()
        if FIXED:
            total.add_(loss.detach())
        else:
            losses.append(loss.item())

    measured(step, 10, 50)


class Block(torch.nn.Module):
    """A layer of a decoder with a key/value cache of fixed length."""

    def __init__(self, width, heads, length):
        super().__init__()
        self.heads = heads
        self.norm1, self.norm2 = torch.nn.LayerNorm(width), torch.nn.LayerNorm(width)
        self.qkv, self.out = torch.nn.Linear(width, 3 * width), torch.nn.Linear(width, width)
        self.up, self.down = torch.nn.Linear(width, 4 * width), torch.nn.Linear(4 * width, width)
        shape = (1, heads, length, width // heads)
        self.register_buffer("keys", torch.zeros(shape))
        self.register_buffer("values", torch.zeros(shape))

    def forward(self, x, position, mask):
        query, key, value = (t.view(1, 1, self.heads, -1).transpose(1, 2)
                             for t in self.qkv(self.norm1(x)).chunk(3, dim=-1))
        self.keys.index_copy_(2, position, key)
        self.values.index_copy_(2, position, value)
        attended = functional.scaled_dot_product_attention(query, self.keys, self.values, attn_mask=mask)
        x = x + self.out(attended.transpose(1, 2).reshape(1, 1, -1))
        return x + self.down(functional.gelu(self.up(self.norm2(x))))


def inference():
    width, length, vocabulary = 512, 256, 8192
    embedding = torch.nn.Embedding(vocabulary, width).to(DEVICE)
    blocks = torch.nn.ModuleList(Block(width, 8, length) for _ in range(8)).to(DEVICE).eval()
    token = torch.zeros((1, 1), dtype=torch.long, device=DEVICE)
    position = torch.zeros(1, dtype=torch.long, device=DEVICE)
    places = torch.arange(length, device=DEVICE)
    tokens = []

    def decode():
        x = embedding(token)
        mask = (places <= position).view(1, 1, 1, length)
        for block in blocks:
            x = block(x, position, mask)
        token.copy_((x @ embedding.weight.t()).argmax(dim=-1))
        position.add_(1).remainder_(length)

    if FIXED:
        side = torch.cuda.Stream()
        with torch.cuda.stream(side):
            for _ in range(3):
                decode()
        side.synchronize()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            decode()

    def step(_):
        if FIXED:
            graph.replay()
        else:
            decode()
            tokens.append(token.item())

    measured(step, 20, 200)


with torch.inference_mode() if sys.argv[1] == "inference" else torch.enable_grad():
    {"training": training, "inference": inference}[sys.argv[1]]()
