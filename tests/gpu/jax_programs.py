# SPDX-License-Identifier: MIT
"""Loops in JAX as people write them first, and with --fixed as they write them after a profiler:

eager      an update of many small operations without jit; fixed: with it
reading    takes the loss of each step to the host (device_get); fixed: once
scan       as it should be: a jitted scan of fifty steps, of which one value is read; fixed: the same

usage: jax_programs.py PROGRAM [--fixed | --both]
"""
import sys
import time

import jax
import jax.numpy as jnp

FIXED = False


def measured(step, state, warm_up, count):
    """Runs state = step(state) and prints how long count of them took."""
    for _ in range(warm_up):
        state = step(state)
    jax.block_until_ready(state)
    start = time.perf_counter()
    for _ in range(count):
        state = step(state)
    jax.block_until_ready(state)
    end = time.perf_counter()
    print(f"measured: {(end - start) * 1e3:.3f} ms, {count} of {warm_up + count} steps")


def eager():
    def update(values):
        for _ in range(10):
            values = jnp.clip(values * 0.99 + 0.01, -1, 1)
        return values

    measured(jax.jit(update) if FIXED else update, jnp.ones(4096), 10, 200)


def reading():
    batch = jax.random.normal(jax.random.PRNGKey(0), (8192, 1024))

    def loss_of(weights):
        return jnp.mean(jnp.square(batch @ weights))

    @jax.jit
    def train(weights):
        loss, gradient = jax.value_and_grad(loss_of)(weights)
        return weights - 1e-3 * gradient, loss

    losses = []

    def step(state):
        weights, loss = train(state[0])
        losses.append(loss if FIXED else float(jax.device_get(loss)))
        return weights, loss

    measured(step, (jnp.ones((1024, 1024)), None), 10, 400)


def scan():
    batch = jax.random.normal(jax.random.PRNGKey(0), (8192, 4096), dtype=jnp.bfloat16)

    def loss_of(weights):
        return jnp.mean(jnp.square((batch @ weights).astype(jnp.float32)))

    @jax.jit
    def train(weights):
        def one(weights, _):
            loss, gradient = jax.value_and_grad(loss_of)(weights)
            return weights - 1e-3 * gradient, loss
        return jax.lax.scan(one, weights, None, length=50)

    def step(weights):
        weights, losses = train(weights)
        float(losses.mean())
        return weights

    measured(step, jnp.ones((4096, 4096), dtype=jnp.bfloat16), 2, 8)


for FIXED in [False, True] if "--both" in sys.argv[2:] else ["--fixed" in sys.argv[2:]]:
    {"eager": eager, "reading": reading, "scan": scan}[sys.argv[1]]()
