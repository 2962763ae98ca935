// SPDX-License-Identifier: MIT
/*
 * Anti-pattern: a product of matrices in which each thread computes one element and loads two
 * values for each multiplication. Neighbouring threads load neighbouring words and nearly all of
 * them come from the caches, but the caches deliver no more than that.
 *
 * bad:   a row and a column straight from global memory.
 * fixed: tiles in shared memory, and 8 x 8 elements in each thread: a value that was loaded is used
 *        eight times from a register.
 *
 * warpwise should find: cache-bound (counters); in fixed nothing.
 */
#include "sample.h"

enum { SIZE = 2048, LAUNCHES = 10, TILE = 128, DEPTH = 8, PART = 8 };

#ifdef FIXED
enum { BLOCK = (TILE / PART) * (TILE / PART), PAD = 4 /* words: the lanes of a warp store to 32 banks */ };

/* One element of a tile of A and of B each, TILE x DEPTH and DEPTH x TILE, for each of so many rounds. */
static __device__ void load_tiles(float (*a_tile)[TILE + PAD], float (*b_tile)[TILE], const float *a,
				  const float *b, int k)
{
	for (int i = threadIdx.x; i < TILE * DEPTH; i += BLOCK) {
		int row = blockIdx.y * TILE + i / DEPTH, column = blockIdx.x * TILE + i % TILE;

		a_tile[i % DEPTH][i / DEPTH] = a[row * SIZE + k + i % DEPTH];
		b_tile[i / TILE][i % TILE] = b[(k + i / TILE) * SIZE + column];
	}
}

static __global__ __launch_bounds__(BLOCK) void product(const float *a, const float *b, float *c)
{
	__shared__ float a_tile[DEPTH][TILE + PAD], b_tile[DEPTH][TILE];
	const int x = threadIdx.x % (TILE / PART), y = threadIdx.x / (TILE / PART);
	float sum[PART][PART] = { { 0 } };

	for (int k = 0; k < SIZE; k += DEPTH) {
		__syncthreads();
		load_tiles(a_tile, b_tile, a, b, k);
		__syncthreads();
#pragma unroll
		for (int step = 0; step < DEPTH; step++) {
			float left[PART], right[PART];

#pragma unroll
			for (int i = 0; i < PART; i++) {
				left[i] = a_tile[step][y * PART + i];
				right[i] = b_tile[step][x + i * (TILE / PART)];
			}
#pragma unroll
			for (int i = 0; i < PART * PART; i++)
				sum[i / PART][i % PART] += left[i / PART] * right[i % PART];
		}
	}
#pragma unroll
	for (int i = 0; i < PART * PART; i++)
		c[(blockIdx.y * TILE + y * PART + i / PART) * SIZE + blockIdx.x * TILE + x +
		  i % PART * (TILE / PART)] = sum[i / PART][i % PART];
}

static void launch(const float *a, const float *b, float *c)
{
	product<<<dim3(SIZE / TILE, SIZE / TILE), BLOCK>>>(a, b, c);
}
#else
static __global__ void product(const float *a, const float *b, float *c)
{
	int column = blockIdx.x * blockDim.x + threadIdx.x, row = blockIdx.y * blockDim.y + threadIdx.y;
	float sum = 0;

	for (int k = 0; k < SIZE; k++)
		sum += a[row * SIZE + k] * b[k * SIZE + column];
	c[row * SIZE + column] = sum;
}

static void launch(const float *a, const float *b, float *c)
{
	product<<<dim3(SIZE / 32, SIZE / 8), dim3(32, 8)>>>(a, b, c);
}
#endif

/* Small whole numbers, so that sums are exact in any order. */
static float element(int row, int column)
{
	return (float)((row * 7 + column * 3) % 5);
}

int main(void)
{
	const size_t size_bytes = sizeof(float) * SIZE * SIZE;
	float *host = (float *)malloc(size_bytes), *a, *b, *c;

	REQUIRE(host != NULL);
	for (int i = 0; i < SIZE * SIZE; i++)
		host[i] = element(i / SIZE, i % SIZE);
	CHECK(cudaMalloc(&a, size_bytes));
	CHECK(cudaMalloc(&b, size_bytes));
	CHECK(cudaMalloc(&c, size_bytes));
	CHECK(cudaMemcpy(a, host, size_bytes, cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(b, host, size_bytes, cudaMemcpyHostToDevice));
	launch(a, b, c);
	CHECK(cudaGetLastError());

	measure_begin();
	for (int i = 0; i < LAUNCHES; i++)
		launch(a, b, c);
	CHECK(cudaGetLastError());
	measure_end();

	CHECK(cudaMemcpy(host, c, size_bytes, cudaMemcpyDeviceToHost));
	for (int i = 0; i < 1000; i++) {
		int row = i * 331 % SIZE, column = i * 977 % SIZE;
		float sum = 0;

		for (int k = 0; k < SIZE; k++)
			sum += element(row, k) * element(k, column);
		REQUIRE(host[row * SIZE + column] == sum);
	}
	CHECK(cudaFree(a));
	CHECK(cudaFree(b));
	CHECK(cudaFree(c));
	free(host);
	return 0;
}
