// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: each launch initialises the states of the generator that it draws from.
 *
 * bad:   curand_init() of the default generator in each thread of each launch.
 * fixed: the same with a generator that counts, whose curand_init() does next to nothing.
 *
 * warpwise should find: random-init with samples of warps; in fixed nothing.
 */
#include <curand_kernel.h>

#include "sample.h"

#ifdef FIXED
typedef curandStatePhilox4_32_10_t generator;
#else
typedef curandState generator;
#endif

enum { THREADS = 1 << 18, BLOCK = 256, DRAWS = 64, LAUNCHES = 8 };

/* How many of a thread's points lie inside the quarter of a circle. */
static __global__ void __launch_bounds__(BLOCK) draw(int *inside, int seed)
{
	int i = blockIdx.x * BLOCK + threadIdx.x, hits = 0;
	generator state;

	curand_init(seed, i, 0, &state);
	for (int d = 0; d < DRAWS; d++) {
		float x = curand_uniform(&state), y = curand_uniform(&state);

		hits += x * x + y * y <= 1.0f;
	}
	inside[i] += hits;
}

int main(void)
{
	int *inside, *host = (int *)malloc(THREADS * sizeof(*host));
	double hits = 0;

	CHECK(cudaMalloc(&inside, THREADS * sizeof(*inside)));
	CHECK(cudaMemset(inside, 0, THREADS * sizeof(*inside)));
	draw<<<THREADS / BLOCK, BLOCK>>>(inside, 0);
	CHECK(cudaGetLastError());
	CHECK(cudaMemset(inside, 0, THREADS * sizeof(*inside)));

	measure_begin();
	for (int launch = 0; launch < LAUNCHES; launch++)
		draw<<<THREADS / BLOCK, BLOCK>>>(inside, 1 + launch);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(host, inside, THREADS * sizeof(*inside), cudaMemcpyDeviceToHost));
	for (int i = 0; i < THREADS; i++)
		hits += host[i];
	hits *= 4.0 / ((double)THREADS * DRAWS * LAUNCHES);
	REQUIRE(hits > 3.1409 && hits < 3.1423); /* pi, and five times its error */
	CHECK(cudaFree(inside));
	free(host);
	return 0;
}
