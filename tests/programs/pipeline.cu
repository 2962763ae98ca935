// SPDX-License-Identifier: MIT
// Chunks through a ring of pinned buffers and four streams, both ways at once: bound by the bus.
// clean
// may: copy-bound
#include "program.cuh"

const int NSTREAMS = 4;
const int CHUNK = 512 * 1024; // floats, 2 MB
const int CHUNKS = 3000;
const int HEADER = 64;

__global__ void process(const float4 *__restrict__ in, float4 *__restrict__ out, int n4, float gain)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n4)
		return;
	float4 v = in[i];
	v.x = sqrtf(v.x * v.x + gain);
	v.y = sqrtf(v.y * v.y + gain);
	v.z = sqrtf(v.z * v.z + gain);
	v.w = sqrtf(v.w * v.w + gain);
	out[i] = v;
}

// the acquisition side: stamps a new header on the frame in the ring slot
static void acquire(float *slot, int frame)
{
	for (int i = 0; i < HEADER; i++)
		slot[i] = (float)((frame * 31 + i * 7) & 255);
}

static double consume(const float *slot)
{
	double s = 0.0;
	for (int i = 0; i < HEADER; i++)
		s += slot[i];
	return s;
}

int main()
{
	const size_t bytes = CHUNK * sizeof(float);
	float *h_in[NSTREAMS], *h_out[NSTREAMS], *d_in[NSTREAMS], *d_out[NSTREAMS];
	cudaStream_t stream[NSTREAMS];

	for (int s = 0; s < NSTREAMS; s++) {
		CHECK(cudaMallocHost(&h_in[s], bytes));
		CHECK(cudaMallocHost(&h_out[s], bytes));
		CHECK(cudaMalloc(&d_in[s], bytes));
		CHECK(cudaMalloc(&d_out[s], bytes));
		CHECK(cudaStreamCreateWithFlags(&stream[s], cudaStreamNonBlocking));
		for (int i = 0; i < CHUNK; i++)
			h_in[s][i] = (float)(i & 1023);
	}

	double total = 0.0;
	const int threads = 256;
	const int n4 = CHUNK / 4;
	for (int c = 0; c < CHUNKS; c++) {
		int s = c % NSTREAMS;
		if (c >= NSTREAMS) {
			// this slot's previous frame must be back before it is used again
			CHECK(cudaStreamSynchronize(stream[s]));
			total += consume(h_out[s]);
		}
		acquire(h_in[s], c);
		CHECK(cudaMemcpyAsync(d_in[s], h_in[s], bytes, cudaMemcpyHostToDevice, stream[s]));
		process<<<(n4 + threads - 1) / threads, threads, 0, stream[s]>>>(
		        (const float4 *)d_in[s], (float4 *)d_out[s], n4, 0.5f);
		CHECK(cudaMemcpyAsync(h_out[s], d_out[s], bytes, cudaMemcpyDeviceToHost,
		                      stream[s]));
	}
	for (int c = CHUNKS; c < CHUNKS + NSTREAMS; c++) {
		int s = c % NSTREAMS;
		CHECK(cudaStreamSynchronize(stream[s]));
		total += consume(h_out[s]);
	}

	printf("pipeline: %d chunks, checksum %.3f\n", CHUNKS, total);
	for (int s = 0; s < NSTREAMS; s++) {
		cudaStreamDestroy(stream[s]);
		cudaFree(d_in[s]);
		cudaFree(d_out[s]);
		cudaFreeHost(h_in[s]);
		cudaFreeHost(h_out[s]);
	}
	return 0;
}
