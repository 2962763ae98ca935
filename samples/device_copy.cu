// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: each step's result is copied to where the next step reads it.
 *
 * bad:   cudaMemcpyAsync() from device to device after each step.
 * fixed: the two pointers change places.
 *
 * warpwise should find: device-copy; in fixed nothing.
 */
#include <utility>

#include "sample.h"

enum { WIDTH = 8192, HEIGHT = 4096, BLOCK = 256, STEPS = 40 };

/* Each inner item becomes the mean of its four neighbours; the border stays. */
static __global__ void __launch_bounds__(BLOCK) step(float *next, const float *now)
{
	int x = blockIdx.x * BLOCK + threadIdx.x, y = blockIdx.y;
	size_t i = (size_t)y * WIDTH + x;

	next[i] = x == 0 || y == 0 || x == WIDTH - 1 || y == HEIGHT - 1
	                  ? now[i]
	                  : 0.25f * (now[i - 1] + now[i + 1] + now[i - WIDTH] + now[i + WIDTH]);
}

int main(void)
{
	const size_t size_bytes = (size_t)WIDTH * HEIGHT * sizeof(float);
	const dim3 grid(WIDTH / BLOCK, HEIGHT);
	float *now, *next, *host, inner, border;

	CHECK(cudaMallocHost(&host, size_bytes));
	for (size_t i = 0; i < (size_t)WIDTH * HEIGHT; i++)
		host[i] = i < WIDTH ? 1.0f : 0.0f; /* the upper border is warm */
	CHECK(cudaMalloc(&now, size_bytes));
	CHECK(cudaMalloc(&next, size_bytes));
	CHECK(cudaMemcpy(now, host, size_bytes, cudaMemcpyHostToDevice));
	step<<<grid, BLOCK>>>(next, now);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < STEPS; i++) {
		step<<<grid, BLOCK>>>(next, now);
#ifdef FIXED
		std::swap(next, now);
#else
		CHECK(cudaMemcpyAsync(now, next, size_bytes, cudaMemcpyDeviceToDevice));
#endif
	}
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(&border, now + WIDTH / 2, sizeof(border), cudaMemcpyDeviceToHost));
	CHECK(cudaMemcpy(&inner, now + (size_t)STEPS * WIDTH + WIDTH / 2, sizeof(inner),
	                 cudaMemcpyDeviceToHost));
	REQUIRE(border == 1.0f);
	REQUIRE(inner > 0.0f && inner < 1.0f); /* the warmth has come as far as that */
	CHECK(cudaFree(next));
	CHECK(cudaFree(now));
	CHECK(cudaFreeHost(host));
	return 0;
}
