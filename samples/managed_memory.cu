// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: the host fills managed memory, and a kernel touches it page by page: each group of
 * pages is a fault that the driver answers while warps wait.
 *
 * bad:   launches the kernel behind what the host wrote, with nothing in between.
 * fixed: prefetches the pages to the device, in the kernel's stream, and back behind it.
 *
 * warpwise should find: managed-memory (recorded with --managed); in fixed nothing.
 */
#include "sample.h"

enum { ITEMS = 1 << 22, BLOCK = 256, BLOCKS = 264, ROUNDS = 2 };

static __global__ void add_one(uint32_t *items)
{
	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < ITEMS; i += BLOCKS * BLOCK)
		items[i] += 1;
}

#ifdef FIXED
/* device: as cudaMemPrefetchAsync() of CUDA 12 has it, cudaCpuDeviceId for the host. */
static void prefetch(const uint32_t *items, int device)
{
	const size_t size_bytes = ITEMS * sizeof(*items);
#if CUDART_VERSION >= 13000
	const bool to_host = device == cudaCpuDeviceId;
	const cudaMemLocation target = {
		to_host ? cudaMemLocationTypeHost : cudaMemLocationTypeDevice,
		to_host ? 0 : device,
	};

	CHECK(cudaMemPrefetchAsync(items, size_bytes, target, 0, 0));
#else
	CHECK(cudaMemPrefetchAsync(items, size_bytes, device, 0));
#endif
}
#endif

/* Fills the memory on the host and looks at the results there. */
static void run_round(uint32_t *items, uint32_t first)
{
	for (uint32_t i = 0; i < ITEMS; i++)
		items[i] = first + i;
#ifdef FIXED
	prefetch(items, 0);
#endif
	add_one<<<BLOCKS, BLOCK>>>(items);
	CHECK(cudaGetLastError());
#ifdef FIXED
	prefetch(items, cudaCpuDeviceId);
#endif
	CHECK(cudaDeviceSynchronize());
	for (uint32_t i = 0; i < ITEMS; i++)
		REQUIRE(items[i] == first + i + 1);
}

int main(void)
{
	uint32_t *items;

	CHECK(cudaMallocManaged(&items, ITEMS * sizeof(*items)));
	run_round(items, 0);

	measure_begin();
	for (uint32_t round = 1; round <= ROUNDS; round++)
		run_round(items, round);
	measure_end();

	CHECK(cudaFree(items));
	return 0;
}
