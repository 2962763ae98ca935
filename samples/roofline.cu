// SPDX-License-Identifier: MIT
/*
 * No anti-pattern: the two ends of the roofline, kernels that reach a limit of the hardware. They
 * show what a tool says about code that is as fast as it can be.
 *
 * bad and fixed: the same code; both are built so that this sample is like all others.
 *
 * warpwise should find: nothing but notes, in bad and in fixed. With counters, memory_bound() comes
 * close to the memory's bandwidth and compute_bound() to the rate of the fused multiply-add units.
 */
#include "sample.h"

enum { VALUES = 32 << 20, BLOCK = 256, LAUNCHES = 20 };
enum { CHAINS = 8 /* independent, so that latency is hidden */, ROUNDS = 500, RESULTS = 1 << 19 };

/* y = a x + y: two loads and a store for each fused multiply-add. */
static __global__ void memory_bound(float a, const float *x, float *y)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;

	y[i] = a * x[i] + y[i];
}

/* Chains that stay at their fixed point, v = v / 2 + b = 2 b, so that the result is known. */
static __global__ void compute_bound(float half, float *out)
{
	float chain[CHAINS], sum = 0;

	for (int c = 0; c < CHAINS; c++)
		chain[c] = 2 * (c + 1);
	for (int round = 0; round < ROUNDS; round++)
		for (int c = 0; c < CHAINS; c++)
			chain[c] = fmaf(chain[c], half, c + 1);
	for (int c = 0; c < CHAINS; c++)
		sum += chain[c];
	out[blockIdx.x * BLOCK + threadIdx.x] = sum;
}

int main(void)
{
	const size_t size_bytes = VALUES * sizeof(float);
	float *host = (float *)malloc(size_bytes), *x, *y, *out;

	REQUIRE(host != NULL);
	for (int i = 0; i < VALUES; i++)
		host[i] = i % 1000;
	CHECK(cudaMalloc(&x, size_bytes));
	CHECK(cudaMalloc(&y, size_bytes));
	CHECK(cudaMalloc(&out, RESULTS * sizeof(*out)));
	CHECK(cudaMemcpy(x, host, size_bytes, cudaMemcpyHostToDevice));
	memory_bound<<<1, BLOCK>>>(2.0f, x, y);
	compute_bound<<<1, BLOCK>>>(0.5f, out);
	CHECK(cudaGetLastError());
	CHECK(cudaMemset(y, 0, size_bytes));

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		memory_bound<<<VALUES / BLOCK, BLOCK>>>(2.0f, x, y);
	for (int i = 0; i < LAUNCHES; i++)
		compute_bound<<<RESULTS / BLOCK, BLOCK>>>(0.5f, out);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(host, y, size_bytes, cudaMemcpyDeviceToHost));
	for (int i = 0; i < VALUES; i++)
		REQUIRE(host[i] == 2.0f * LAUNCHES * (i % 1000));
	CHECK(cudaMemcpy(host, out, RESULTS * sizeof(*out), cudaMemcpyDeviceToHost));
	for (int i = 0; i < RESULTS; i++)
		REQUIRE(host[i] == CHAINS * (CHAINS + 1));
	CHECK(cudaFree(x));
	CHECK(cudaFree(y));
	CHECK(cudaFree(out));
	free(host);
	return 0;
}
