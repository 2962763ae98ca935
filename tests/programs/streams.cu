// SPDX-License-Identifier: MIT
// Chunks in four streams, and after each a small kernel in the null stream.
// must: default-stream-barrier
// may: small-grid, uncoalesced
// first: default-stream-barrier
#include "program.cuh"

#include <cmath>

#define NSTREAM 4
#define NCHUNK  8
#define ROUNDS  200

const int CHUNK_ELEMS = 512 * 1024;
const int TOTAL = NCHUNK * CHUNK_ELEMS;

__global__ void scaleSignal(const float *in, float *out, int n, float factor, float offset)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < n) {
		float v = in[i] * factor + offset;
		out[i] = v / (1.0f + fabsf(v));
	}
}

// adds up every 64th sample of a chunk
__global__ void updateStats(const float *data, int n, double *sum)
{
	__shared__ double cache[256];
	double s = 0.0;
	for (int i = threadIdx.x * 64; i < n; i += blockDim.x * 64)
		s += data[i];
	cache[threadIdx.x] = s;
	__syncthreads();
	for (int k = blockDim.x / 2; k > 0; k /= 2) {
		if (threadIdx.x < k)
			cache[threadIdx.x] += cache[threadIdx.x + k];
		__syncthreads();
	}
	if (threadIdx.x == 0)
		*sum += cache[0];
}

int main(int argc, char **argv)
{
	const size_t nBytes = TOTAL * sizeof(float);
	const size_t chunkBytes = CHUNK_ELEMS * sizeof(float);

	// pinned host memory for the asynchronous copies
	float *h_in, *h_out;
	CHECK(cudaHostAlloc((void **)&h_in, nBytes, cudaHostAllocDefault));
	CHECK(cudaHostAlloc((void **)&h_out, nBytes, cudaHostAllocDefault));
	for (int i = 0; i < TOTAL; i++)
		h_in[i] = (float)(i % 2003) * 0.001f - 1.0f;

	float *d_in, *d_out;
	double *d_sum;
	CHECK(cudaMalloc((void **)&d_in, nBytes));
	CHECK(cudaMalloc((void **)&d_out, nBytes));
	CHECK(cudaMalloc((void **)&d_sum, sizeof(double)));
	CHECK(cudaMemset(d_sum, 0, sizeof(double)));

	cudaStream_t stream[NSTREAM];
	for (int i = 0; i < NSTREAM; ++i)
		CHECK(cudaStreamCreate(&stream[i]));

	dim3 block(256);
	dim3 grid((CHUNK_ELEMS + block.x - 1) / block.x);

	for (int r = 0; r < ROUNDS; r++) {
		// a fresh marker for each round
		for (int c = 0; c < NCHUNK; c++)
			h_in[c * CHUNK_ELEMS] = (float)(r + c);

		for (int c = 0; c < NCHUNK; c++) {
			int ioffset = c * CHUNK_ELEMS;
			cudaStream_t st = stream[c % NSTREAM];
			CHECK(cudaMemcpyAsync(&d_in[ioffset], &h_in[ioffset], chunkBytes,
			                      cudaMemcpyHostToDevice, st));
			scaleSignal<<<grid, block, 0, st>>>(&d_in[ioffset], &d_out[ioffset],
			                                    CHUNK_ELEMS, 1.5f, 0.01f * r);
			CHECK(cudaMemcpyAsync(&h_out[ioffset], &d_out[ioffset], chunkBytes,
			                      cudaMemcpyDeviceToHost, st));
			updateStats<<<1, 256>>>(&d_out[ioffset], CHUNK_ELEMS, d_sum);
		}
		CHECK(cudaDeviceSynchronize());
	}
	CHECK(cudaGetLastError());

	double sum = 0.0;
	CHECK(cudaMemcpy(&sum, d_sum, sizeof(double), cudaMemcpyDeviceToHost));
	printf("streams: %d rounds, statistics %.4f, last value %.5f\n", ROUNDS, sum,
	       h_out[TOTAL - 1]);

	CHECK(cudaFree(d_in));
	CHECK(cudaFree(d_out));
	CHECK(cudaFree(d_sum));
	CHECK(cudaFreeHost(h_in));
	CHECK(cudaFreeHost(h_out));
	for (int i = 0; i < NSTREAM; ++i)
		CHECK(cudaStreamDestroy(stream[i]));
	return 0;
}
