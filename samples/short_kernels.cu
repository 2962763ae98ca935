// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a kernel of a few microseconds for each step. Beside each the GPU needs another
 * microsecond to get to the next one, however early the host launches it.
 *
 * bad:   one launch for each step.
 * fixed: eight steps in each launch, in shared memory, with borders that neighbouring blocks both
 *        compute.
 *
 * warpwise should find: short-kernels; in fixed nothing.
 */
#include "sample.h"

enum { ITEMS = 1 << 21, BLOCK = 512, STEPS = 4000, TOGETHER = 8 };

static __host__ __device__ inline uint32_t mixed(uint32_t left, uint32_t own, uint32_t right)
{
	return left + 3 * own + right;
}

#ifdef FIXED
static __global__ void step(const uint32_t *from, uint32_t *to)
{
	__shared__ uint32_t tiles[2][BLOCK];
	const int mine = threadIdx.x, left = mine ? mine - 1 : mine,
		  right = mine + 1 < BLOCK ? mine + 1 : mine;
	const int inside = BLOCK - 2 * TOGETHER; // what is right at the end
	const int i = blockIdx.x * inside + mine - TOGETHER;

	tiles[0][mine] = from[(i + ITEMS) % ITEMS];
	__syncthreads();
	for (int k = 0; k < TOGETHER; k++) {
		const uint32_t *now = tiles[k % 2];

		tiles[(k + 1) % 2][mine] = mixed(now[left], now[mine], now[right]);
		__syncthreads();
	}
	if (mine >= TOGETHER && mine < BLOCK - TOGETHER && i < ITEMS)
		to[i] = tiles[TOGETHER % 2][mine];
}

enum { BLOCKS = (ITEMS + BLOCK - 2 * TOGETHER - 1) / (BLOCK - 2 * TOGETHER), LAUNCHES = STEPS / TOGETHER };
#else
static __global__ void step(const uint32_t *from, uint32_t *to)
{
	const int i = blockIdx.x * BLOCK + threadIdx.x;

	to[i] = mixed(from[(i + ITEMS - 1) % ITEMS], from[i], from[(i + 1) % ITEMS]);
}

enum { BLOCKS = ITEMS / BLOCK, LAUNCHES = STEPS };
#endif

// Item I after all steps, from those that it depends on.
static uint32_t expected(int i)
{
	static uint32_t now[2 * STEPS + 1];

	for (int k = 0; k <= 2 * STEPS; k++)
		now[k] = scramble((i + k - STEPS + ITEMS) % ITEMS, 1);
	for (int steps = 1; steps <= STEPS; steps++) {
		uint32_t left = now[0];

		for (int k = 1; k < 2 * (STEPS - steps) + 2; k++) {
			const uint32_t own = now[k];

			now[k - 1] = mixed(left, own, now[k + 1]);
			left = own;
		}
	}
	return now[0];
}

int main(void)
{
	static uint32_t items[ITEMS];
	uint32_t *from, *to;

	for (int i = 0; i < ITEMS; i++)
		items[i] = scramble(i, 1);
	CHECK(cudaMalloc(&from, sizeof(items)));
	CHECK(cudaMalloc(&to, sizeof(items)));
	step<<<BLOCKS, BLOCK>>>(from, to);
	CHECK(cudaGetLastError());
	CHECK(cudaMemcpy(from, items, sizeof(items), cudaMemcpyHostToDevice));

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++) {
		uint32_t *other = from;

		step<<<BLOCKS, BLOCK>>>(from, to);
		from = to;
		to = other;
	}
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(items, from, sizeof(items), cudaMemcpyDeviceToHost));
	for (int i = 0; i < ITEMS; i += 999983)
		REQUIRE(items[i] == expected(i));
	CHECK(cudaFree(from));
	CHECK(cudaFree(to));
	return 0;
}
