// SPDX-License-Identifier: MIT
// The Mandelbrot set: neighbouring pixels need about as many steps, so that warps diverge at edges only.
// clean
// may: divergence, low-achieved-occupancy, tail-effect
#include "program.cuh"

__global__ void mandelbrot(unsigned char *image, int n)
{
	int x = blockIdx.x * blockDim.x + threadIdx.x, y = blockIdx.y * blockDim.y + threadIdx.y, k = 0;
	float cx = x * 3.0f / n - 2, cy = y * 3.0f / n - 1.5f, zx = 0, zy = 0;
	for (; k < 255 && zx * zx + zy * zy < 4; k++) {
		float t = zx * zx - zy * zy + cx;
		zy = 2 * zx * zy + cy;
		zx = t;
	}
	image[(size_t)y * n + x] = k;
}

int main()
{
	const int n = 16384;
	unsigned char *image = device_array<unsigned char>((size_t)n * n);
	for (int i = 0; i < 10; i++)
		mandelbrot<<<dim3(n / 8, n / 8), dim3(8, 8)>>>(image, n);
	CHECK(cudaDeviceSynchronize());
	return 0;
}
