// SPDX-License-Identifier: MIT
// A radix sort of one bit for each pass, which allocates what it needs in each.
// must: alloc-in-loop
// may: pageable-copy, sync-copy
// first: alloc-in-loop
#include "program.cuh"

#include <vector>

#define BLOCK 512

#define checkCuda(x)                                                    \
	do {                                                            \
		cudaError_t e = (x);                                    \
		if (e != cudaSuccess) {                                 \
			fprintf(stderr, "%s\n", cudaGetErrorString(e)); \
			exit(1);                                        \
		}                                                       \
	} while (0)

__global__ void predicate(const unsigned *in, unsigned *flags, int n, int bit)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n)
		flags[i] = ((in[i] >> bit) & 1u) ? 0u : 1u;
}

// exclusive scan within each block, the block totals go to sums
__global__ void scanBlocks(const unsigned *in, unsigned *out, unsigned *sums, int n)
{
	__shared__ unsigned temp[2][BLOCK];
	int i = blockIdx.x * BLOCK + threadIdx.x;
	int t = threadIdx.x;
	unsigned v = i < n ? in[i] : 0u;
	int pout = 0, pin = 1;
	temp[pout][t] = v;
	__syncthreads();
	for (int offset = 1; offset < BLOCK; offset *= 2) {
		pout = 1 - pout;
		pin = 1 - pout;
		if (t >= offset)
			temp[pout][t] = temp[pin][t] + temp[pin][t - offset];
		else
			temp[pout][t] = temp[pin][t];
		__syncthreads();
	}
	if (i < n)
		out[i] = temp[pout][t] - v;
	if (t == BLOCK - 1 && sums)
		sums[blockIdx.x] = temp[pout][t];
}

__global__ void addSums(unsigned *data, const unsigned *sums, int n)
{
	int i = blockIdx.x * BLOCK + threadIdx.x;
	if (i < n)
		data[i] += sums[blockIdx.x];
}

__global__ void scatter(const unsigned *in, unsigned *out, const unsigned *flags,
                        const unsigned *pos, int n, unsigned totalZeros)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		unsigned dst = flags[i] ? pos[i] : totalZeros + i - pos[i];
		out[dst] = in[i];
	}
}

void exclusiveScan(const unsigned *d_in, unsigned *d_out, int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK;
	if (blocks == 1) {
		scanBlocks<<<1, BLOCK>>>(d_in, d_out, NULL, n);
		return;
	}
	unsigned *d_sums;
	checkCuda(cudaMalloc(&d_sums, blocks * sizeof(unsigned)));
	scanBlocks<<<blocks, BLOCK>>>(d_in, d_out, d_sums, n);
	exclusiveScan(d_sums, d_sums, blocks);
	addSums<<<blocks, BLOCK>>>(d_out, d_sums, n);
	checkCuda(cudaFree(d_sums));
}

void radixSort(unsigned *d_in, unsigned *d_out, int n)
{
	int blocks = (n + BLOCK - 1) / BLOCK;
	for (int bit = 0; bit < 32; bit++) {
		unsigned *d_flags, *d_pos;
		checkCuda(cudaMalloc(&d_flags, n * sizeof(unsigned)));
		checkCuda(cudaMalloc(&d_pos, n * sizeof(unsigned)));

		predicate<<<blocks, BLOCK>>>(d_in, d_flags, n, bit);
		exclusiveScan(d_flags, d_pos, n);

		unsigned lastPos, lastFlag;
		checkCuda(cudaMemcpy(&lastPos, d_pos + n - 1, sizeof(unsigned),
		                     cudaMemcpyDeviceToHost));
		checkCuda(cudaMemcpy(&lastFlag, d_flags + n - 1, sizeof(unsigned),
		                     cudaMemcpyDeviceToHost));
		scatter<<<blocks, BLOCK>>>(d_in, d_out, d_flags, d_pos, n, lastPos + lastFlag);

		checkCuda(cudaFree(d_flags));
		checkCuda(cudaFree(d_pos));
		unsigned *t = d_in;
		d_in = d_out;
		d_out = t;
	}
	// 32 passes: the result is back in the first buffer
}

int main()
{
	const int n = 1 << 22;
	std::vector<unsigned> h(n);
	unsigned seed = 1;
	for (int i = 0; i < n; i++) {
		seed = seed * 1664525u + 1013904223u;
		h[i] = seed ^ (seed >> 13);
	}
	std::vector<unsigned> original = h;

	unsigned *d_a, *d_b;
	checkCuda(cudaMalloc(&d_a, n * sizeof(unsigned)));
	checkCuda(cudaMalloc(&d_b, n * sizeof(unsigned)));
	for (int run = 0; run < 5; run++) {
		checkCuda(cudaMemcpy(d_a, original.data(), n * sizeof(unsigned),
		                     cudaMemcpyHostToDevice));
		radixSort(d_a, d_b, n);
	}
	checkCuda(cudaMemcpy(h.data(), d_a, n * sizeof(unsigned), cudaMemcpyDeviceToHost));

	int errors = 0;
	for (int i = 1; i < n; i++)
		errors += h[i - 1] > h[i];
	printf("radix: %d keys, first %u, last %u, %d out of order\n", n, h[0], h[n - 1], errors);
	cudaFree(d_a);
	cudaFree(d_b);
	return errors != 0;
}
