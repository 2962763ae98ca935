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
#include <string.h>

#include "sample.h"

enum { ITEMS = 1 << 22, BLOCK = 256, BLOCKS = 264, ROUNDS = 3 };

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

/* The host sets each byte to FIRST, the kernel adds one to each item, the host looks at some. */
static void run_round(uint32_t *items, int first)
{
	memset(items, first, ITEMS * sizeof(*items));
#ifdef FIXED
	prefetch(items, 0);
#endif
	add_one<<<BLOCKS, BLOCK>>>(items);
	CHECK(cudaGetLastError());
#ifdef FIXED
	prefetch(items, cudaCpuDeviceId);
#endif
	CHECK(cudaDeviceSynchronize());
	for (int i = 0; i < ITEMS; i += 1024)
		REQUIRE(items[i] == first * 0x01010101u + 1);
}

int main(void)
{
	uint32_t *items;

	CHECK(cudaMallocManaged(&items, ITEMS * sizeof(*items)));
	run_round(items, 0);

	measure_begin();
	for (int round = 1; round <= ROUNDS; round++)
		run_round(items, round);
	measure_end();

	CHECK(cudaFree(items));
	return 0;
}
