// SPDX-License-Identifier: MIT
// The game of life in managed memory, in which the host counts after each generation.
// must: managed-memory, gpu-idle
// first: gpu-idle, managed-memory
#include "program.cuh"

#define SIZE        2048
#define GENERATIONS 60
#define BLOCK       16

#define CUDA_CHECK(call)                                                         \
	do {                                                                     \
		cudaError_t err = call;                                          \
		if (err != cudaSuccess) {                                        \
			fprintf(stderr, "CUDA error at line %d: %s\n", __LINE__, \
			        cudaGetErrorString(err));                        \
			exit(EXIT_FAILURE);                                      \
		}                                                                \
	} while (0)

__global__ void nextGeneration(const int *cur, int *next, int size)
{
	int col = blockIdx.x * blockDim.x + threadIdx.x;
	int row = blockIdx.y * blockDim.y + threadIdx.y;
	if (col >= size || row >= size)
		return;

	int left = (col + size - 1) % size;
	int right = (col + 1) % size;
	int up = (row + size - 1) % size;
	int down = (row + 1) % size;

	int neighbors = cur[up * size + left] + cur[up * size + col] + cur[up * size + right] +
	                cur[row * size + left] + cur[row * size + right] + cur[down * size + left] +
	                cur[down * size + col] + cur[down * size + right];

	int alive = cur[row * size + col];
	if (alive && (neighbors < 2 || neighbors > 3))
		next[row * size + col] = 0;
	else if (!alive && neighbors == 3)
		next[row * size + col] = 1;
	else
		next[row * size + col] = alive;
}

static long countAlive(const int *grid, int size)
{
	long count = 0;
	for (int row = 0; row < size; row++)
		for (int col = 0; col < size; col++)
			if (grid[row * size + col])
				count++;
	return count;
}

static void initGrid(int *grid, int size)
{
	unsigned int seed = 2024;
	for (int i = 0; i < size * size; i++) {
		seed = seed * 1103515245u + 12345u;
		grid[i] = ((seed >> 16) % 100) < 30 ? 1 : 0;
	}
}

int main()
{
	int *cur, *next;
	size_t bytes = (size_t)SIZE * SIZE * sizeof(int);
	CUDA_CHECK(cudaMallocManaged(&cur, bytes));
	CUDA_CHECK(cudaMallocManaged(&next, bytes));
	initGrid(cur, SIZE);

	dim3 block(BLOCK, BLOCK);
	dim3 grid((SIZE + BLOCK - 1) / BLOCK, (SIZE + BLOCK - 1) / BLOCK);

	long first = countAlive(cur, SIZE);
	long minimum = first, last = first;
	for (int g = 0; g < GENERATIONS; g++) {
		nextGeneration<<<grid, block>>>(cur, next, SIZE);
		CUDA_CHECK(cudaGetLastError());
		CUDA_CHECK(cudaDeviceSynchronize());

		int *tmp = cur;
		cur = next;
		next = tmp;

		// statistics of this generation
		last = countAlive(cur, SIZE);
		if (last < minimum)
			minimum = last;
		if (last == 0)
			break;
	}

	printf("gameoflife: %ld alive at the start, %ld at the end, minimum %ld\n", first, last,
	       minimum);
	CUDA_CHECK(cudaFree(cur));
	CUDA_CHECK(cudaFree(next));
	return 0;
}
