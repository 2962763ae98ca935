# SPDX-License-Identifier: MIT
"""Loops in PyTorch as people write them first, and with --fixed as they write them after a profiler:

training   copies each batch from pageable memory and reads the loss in every step; fixed: pinned batches copied beside
           the work, a loss read once
inference  decodes one token after another, each step launched operator by operator, and reads every token; fixed: a
           step captured as a CUDA graph, tokens read once
loader     makes each batch in Python, in collate(), while the GPU waits; fixed: in processes of a DataLoader
reading    clips gradients by a norm that takes .item() of each parameter; fixed: by torch.nn.utils.clip_grad_norm_
tiny       many operations on small tensors; fixed: captured as a CUDA graph
products   matrix products in FP32; fixed: TF32 allowed
upload     large batches copied from pageable memory; fixed: from pinned memory
lengths    attends over a sequence that grows with each step, for which cuDNN plans anew; fixed: without cuDNN's attention

Prints how long some steps took, and how many of all the steps that were made. --both: plain, then fixed.

usage: pytorch_programs.py PROGRAM [--fixed | --both]
"""
import sys
import time

import torch
from torch.nn import functional

FIXED = False
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
    print(f"measured: {(end - start) * 1e3:.3f} ms, {count} of {warm_up + count} steps")


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


def collate(index):
    """A batch of short texts, as tensors: Python for each letter, as tokenizers that people write themselves do it."""
    rows = []
    for i in range(64):
        row = []
        for k in range(64):
            row.append((index * 7919 + i * 104729 + k * 1299709) % 1024 / 1024)
        rows.append(row)
    return torch.tensor(rows)


class Texts(torch.utils.data.Dataset):
    def __len__(self):
        return 1 << 20

    def __getitem__(self, index):
        return collate(index)


def loader():
    model = torch.nn.Sequential(torch.nn.Linear(64, 2048), torch.nn.ReLU(), torch.nn.Linear(2048, 64)).to(DEVICE)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-3)
    if FIXED:
        batches = iter(torch.utils.data.DataLoader(Texts(), batch_size=None, num_workers=6, pin_memory=True))

    def step(i):
        batch = next(batches) if FIXED else collate(i)
        batch = batch.to(DEVICE, non_blocking=True)
        optimizer.zero_grad(set_to_none=True)
        functional.mse_loss(model(batch), batch).backward()
        optimizer.step()

    measured(step, 30, 150)


def reading():
    model = torch.nn.Sequential(*[torch.nn.Linear(512, 512) for _ in range(24)]).to(DEVICE)
    batch = torch.randn(2048, 512, device=DEVICE)
    optimizer = torch.optim.SGD(model.parameters(), lr=1e-4)

    def clip(parameters):
        if FIXED:
            norm = torch.stack([p.grad.norm() for p in parameters]).norm()
            factor = (1 / (norm + 1e-6)).clamp(max=1)
        else:
            norm = sum(p.grad.norm().item() ** 2 for p in parameters) ** 0.5
            factor = min(1, 1 / (norm + 1e-6))
        for p in parameters:
            p.grad.mul_(factor)

    def step(_):
        optimizer.zero_grad(set_to_none=True)
        model(batch).square().mean().backward()
        clip(list(model.parameters()))
        optimizer.step()

    measured(step, 10, 60)


def tiny():
    values = torch.randn(4096, device=DEVICE)

    def update():
        for _ in range(40):
            values.mul_(0.99).add_(0.01).clamp_(-1, 1)

    step = update
    if FIXED:
        update()
        graph = torch.cuda.CUDAGraph()
        with torch.cuda.graph(graph):
            update()
        step = graph.replay
    measured(lambda _: step(), 10, 50)


def products():
    torch.backends.cuda.matmul.allow_tf32 = FIXED
    left, right = (torch.randn(4096, 4096, device=DEVICE) for _ in range(2))

    def step(_):
        torch.relu_(left @ right)

    measured(step, 5, 60)


def upload():
    batches = [torch.randn(16 << 20) for _ in range(3)]
    if FIXED:
        batches = [b.pin_memory() for b in batches]
    weight = torch.randn(4096, 4096, device=DEVICE)

    def step(i):
        values = batches[i % 3].to(DEVICE, non_blocking=True)
        (values.view(4096, 4096) @ weight).relu_()

    measured(step, 5, 40)


def lengths():
    torch.backends.cuda.enable_cudnn_sdp(not FIXED)
    width, heads = 1024, 16
    block = torch.nn.ModuleDict({"norm": torch.nn.LayerNorm(width), "qkv": torch.nn.Linear(width, 3 * width),
                                 "up": torch.nn.Linear(width, 4 * width), "down": torch.nn.Linear(4 * width, width)})
    block = block.to(DEVICE, torch.bfloat16)
    tokens = torch.randn(8, 512, width, device=DEVICE, dtype=torch.bfloat16)

    def attend(x):
        query, key, value = (t.view(8, -1, heads, width // heads).transpose(1, 2)
                             for t in block["qkv"](block["norm"](x)).chunk(3, dim=-1))
        return functional.scaled_dot_product_attention(query, key, value, is_causal=True).transpose(1, 2).reshape(x.shape)

    def step(i):
        x = tokens[:, :128 + i]
        for _ in range(4):
            x = x + attend(x)
            x = x + block["down"](functional.gelu(block["up"](x)))
        torch.softmax(x[:, -1].float(), dim=-1).argmax().item()

    with torch.inference_mode():
        measured(step, 1, 100)


PROGRAMS = {f.__name__: f for f in (training, inference, loader, reading, tiny, products, upload, lengths)}
with torch.inference_mode() if sys.argv[1] == "inference" else torch.enable_grad():
    for FIXED in [False, True] if "--both" in sys.argv[2:] else ["--fixed" in sys.argv[2:]]:
        PROGRAMS[sys.argv[1]]()
