// SPDX-License-Identifier: MIT
// A sparse matrix by vector product, one thread a row, rows of very different length: lanes wait for the longest row of
// their warp, and neighbours read far apart.
// must: divergence|uncoalesced
// may: divergence, uncoalesced, stall, low-achieved-occupancy, pageable-copy, tail-effect, predication
// first: divergence, uncoalesced
#include "program.cuh"

__global__ void spmv(const int *begin, const int *column, const float *value, const float *x, float *y, int rows)
{
	int row = blockIdx.x * blockDim.x + threadIdx.x;
	if (row >= rows)
		return;
	float sum = 0;
	for (int k = begin[row]; k < begin[row + 1]; k++)
		sum += value[k] * x[column[k]];
	y[row] = sum;
}

int main()
{
	const int rows = 1 << 20;
	int *begin = pinned_array<int>(rows + 1), entries = 0;
	unsigned state = 1;
	for (int r = 0; r < rows; r++) {
		begin[r] = entries;
		entries += next_random(&state) % 16 == 0 ? 200 : 4;
	}
	begin[rows] = entries;
	int *column = pinned_array<int>(entries);
	for (int k = 0; k < entries; k++)
		column[k] = next_random(&state) % rows;
	int *db = device_array<int>(rows + 1), *dc = device_array<int>(entries);
	float *dv = device_array<float>(entries), *dx = device_array<float>(rows), *dy = device_array<float>(rows);
	CHECK(cudaMemcpy(db, begin, (rows + 1) * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemcpy(dc, column, entries * sizeof(int), cudaMemcpyHostToDevice));
	CHECK(cudaMemset(dv, 0, entries * sizeof(float)));
	CHECK(cudaMemset(dx, 0, rows * sizeof(float)));
	for (int i = 0; i < 100; i++)
		spmv<<<rows / 256, 256>>>(db, dc, dv, dx, dy, rows);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
