// SPDX-License-Identifier: MIT
// Histogram equalisation of dark images: atomic operations on a few bins in global memory.
// must: atomic-contention
// may: sync-copy
// first: atomic-contention
#include "program.cuh"

#define WIDTH  4096
#define HEIGHT 4096
#define FRAMES 30
#define BINS   256

static void HandleError(cudaError_t err, const char *file, int line)
{
	if (err != cudaSuccess) {
		printf("%s in %s at line %d\n", cudaGetErrorString(err), file, line);
		exit(EXIT_FAILURE);
	}
}
#define HANDLE_ERROR(err) (HandleError(err, __FILE__, __LINE__))

// synthetic dark picture: most of the pixels lie within a few grey levels
__global__ void make_image(unsigned char *img, int n, int frame)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i >= n)
		return;
	unsigned h = (unsigned)i * 2654435761u + (unsigned)frame * 40503u;
	h ^= h >> 16;
	h *= 0x45d9f3bu;
	h ^= h >> 16;
	unsigned v = 8 + (h & 15) + ((h >> 4) & 15);
	if ((h >> 20) % 50 == 0)
		v = (h >> 8) & 255;
	img[i] = (unsigned char)v;
}

__global__ void histo_kernel(const unsigned char *buffer, int size, unsigned int *histo)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < size)
		atomicAdd(&histo[buffer[i]], 1);
}

__global__ void equalize_kernel(const unsigned char *in, unsigned char *out, int size,
                                const unsigned char *lut)
{
	int i = blockIdx.x * blockDim.x + threadIdx.x;
	if (i < size)
		out[i] = lut[in[i]];
}

int main()
{
	const int size = WIDTH * HEIGHT;
	unsigned char *dev_in, *dev_out, *dev_lut;
	unsigned int *dev_histo;
	HANDLE_ERROR(cudaMalloc((void **)&dev_in, size));
	HANDLE_ERROR(cudaMalloc((void **)&dev_out, size));
	HANDLE_ERROR(cudaMalloc((void **)&dev_lut, BINS));
	HANDLE_ERROR(cudaMalloc((void **)&dev_histo, BINS * sizeof(int)));

	int threads = 256;
	int blocks = (size + threads - 1) / threads;
	unsigned int histo[BINS];
	unsigned char lut[BINS];
	unsigned long long check = 0;

	for (int f = 0; f < FRAMES; f++) {
		make_image<<<blocks, threads>>>(dev_in, size, f);
		HANDLE_ERROR(cudaMemset(dev_histo, 0, BINS * sizeof(int)));
		histo_kernel<<<blocks, threads>>>(dev_in, size, dev_histo);
		HANDLE_ERROR(
		        cudaMemcpy(histo, dev_histo, BINS * sizeof(int), cudaMemcpyDeviceToHost));

		// cumulative distribution -> look-up table
		unsigned long long cdf = 0, cdf_min = 0;
		for (int b = 0; b < BINS; b++) {
			cdf += histo[b];
			if (cdf_min == 0)
				cdf_min = cdf;
			double v = (double)(cdf - cdf_min) / (double)(size - cdf_min) * 255.0;
			lut[b] = (unsigned char)(v < 0 ? 0 : v + 0.5);
		}
		check += cdf + lut[24];

		HANDLE_ERROR(cudaMemcpy(dev_lut, lut, BINS, cudaMemcpyHostToDevice));
		equalize_kernel<<<blocks, threads>>>(dev_in, dev_out, size, dev_lut);
	}
	HANDLE_ERROR(cudaDeviceSynchronize());

	unsigned char sample[WIDTH];
	HANDLE_ERROR(cudaMemcpy(sample, dev_out + (size_t)WIDTH * (HEIGHT / 2), WIDTH,
	                        cudaMemcpyDeviceToHost));
	unsigned long long sum = 0;
	for (int x = 0; x < WIDTH; x++)
		sum += sample[x];
	printf("histeq: check %llu, mean of the middle row %.3f\n", check, (double)sum / WIDTH);

	cudaFree(dev_in);
	cudaFree(dev_out);
	cudaFree(dev_lut);
	cudaFree(dev_histo);
	return 0;
}
