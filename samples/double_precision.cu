// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: constants without f make doubles of floats.
 *
 * bad:   a polynomial of floats with constants such as 0.5.
 * fixed: the same with 0.5f.
 *
 * warpwise should find: double-precision with samples of warps; in fixed nothing.
 */
#include "sample.h"

#ifdef FIXED
#define C(constant) constant##f
#else
#define C(constant) constant
#endif

enum { ITEMS = 1 << 22, BLOCK = 256, STEPS = 100, LAUNCHES = 20 };

/* Steps of the logistic map, which stay between 0 and 1. */
static __global__ void __launch_bounds__(BLOCK) grow(float *items)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;
	float x = items[i];

	for (int step = 0; step < STEPS; step++)
		x = C(3.5) * x * (C(1.0) - x);
	items[i] = x;
}

int main(void)
{
	float *items, last;

	CHECK(cudaMalloc(&items, ITEMS * sizeof(*items)));
	CHECK(cudaMemset(items, 0x3e, ITEMS * sizeof(*items))); /* 0.186 */
	grow<<<ITEMS / BLOCK, BLOCK>>>(items);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int launch = 0; launch < LAUNCHES; launch++)
		grow<<<ITEMS / BLOCK, BLOCK>>>(items);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(&last, items + ITEMS - 1, sizeof(last), cudaMemcpyDeviceToHost));
	REQUIRE(last > 0.38f && last < 0.88f); /* it goes round in four points between these */
	CHECK(cudaFree(items));
	return 0;
}
