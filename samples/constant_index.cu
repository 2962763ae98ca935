// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a table in constant memory that each lane indexes by its own data. The constant cache
 * serves one address at a time, so that a load is done once for each different index in the warp.
 *
 * bad:   a table in constant memory.
 * fixed: each block copies the table to shared memory, and its threads look up there.
 *
 * warpwise should find: constant-index with samples of warps; in fixed nothing.
 */
#include "sample.h"

enum { ENTRIES = 1024, BLOCK = 256, BLOCKS = 1056, ITEMS = 1 << 24, LAUNCHES = 20 };

#ifdef FIXED
static __device__ float table[ENTRIES];
#else
static __constant__ float table[ENTRIES];
#endif

/* The curve that the table holds, with the lines between its points. */
static __global__ void __launch_bounds__(BLOCK) look_up(const float *in, float *out)
{
#ifdef FIXED
	__shared__ float points[ENTRIES];

	for (int i = threadIdx.x; i < ENTRIES; i += BLOCK)
		points[i] = table[i];
	__syncthreads();
#else
	const float *points = table;
#endif
	for (int i = blockIdx.x * BLOCK + threadIdx.x; i < ITEMS; i += BLOCKS * BLOCK) {
		float place = in[i] * (ENTRIES - 1);
		int low = min((int)place, ENTRIES - 2);

		out[i] = points[low] + (place - low) * (points[low + 1] - points[low]);
	}
}

int main(void)
{
	static float host[ITEMS], curve[ENTRIES];
	float *in, *out;

	for (int i = 0; i < ENTRIES; i++)
		curve[i] = 2.0f * i / (ENTRIES - 1);
	for (int i = 0; i < ITEMS; i++)
		host[i] = (i * 2654435761u >> 8) / 16777216.0f; /* neighbours lie far apart in the table */
	CHECK(cudaMalloc(&in, sizeof(host)));
	CHECK(cudaMalloc(&out, sizeof(host)));
	CHECK(cudaMemcpy(in, host, sizeof(host), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpyToSymbol(table, curve, sizeof(curve)));
	look_up<<<1, BLOCK>>>(in, out);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		look_up<<<BLOCKS, BLOCK>>>(in, out);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(host, out, sizeof(host), cudaMemcpyDeviceToHost));
	for (int i = 0; i < ITEMS; i++) {
		float wanted = 2 * ((i * 2654435761u >> 8) / 16777216.0f);

		REQUIRE(host[i] > wanted - 1e-4f && host[i] < wanted + 1e-4f);
	}
	CHECK(cudaFree(in));
	CHECK(cudaFree(out));
	return 0;
}
