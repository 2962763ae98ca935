// SPDX-License-Identifier: MIT
// A layer of a neural network whose weights go to the GPU and back in each epoch.
// must: pageable-copy
// may: gpu-idle, alloc-in-loop, copy-bound
// first: pageable-copy
#include "program.cuh"

#include <cmath>
#define WIDTH    16
#define HEIGHT   16
#define ETA      0.3f
#define MOMENTUM 0.3f

__global__ void bpnn_layerforward(float *input, float *weights, float *partial, int in, int hid)
{
	int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
	int index = (hid + 1) * HEIGHT * by + (hid + 1) * ty + tx + 1 + (hid + 1);
	int index_in = HEIGHT * by + ty + 1;
	__shared__ float input_node[HEIGHT];
	__shared__ float weight_matrix[HEIGHT][WIDTH];
	if (tx == 0)
		input_node[ty] = input[index_in];
	__syncthreads();
	weight_matrix[ty][tx] = weights[index];
	__syncthreads();
	weight_matrix[ty][tx] = weight_matrix[ty][tx] * input_node[ty];
	__syncthreads();
	for (int i = 1; i <= __log2f(HEIGHT); i++) {
		int power_two = (int)(__powf(2, i) + 0.5f);
		if (ty % power_two == 0)
			weight_matrix[ty][tx] =
			        weight_matrix[ty][tx] + weight_matrix[ty + power_two / 2][tx];
		__syncthreads();
	}
	if (tx == 0)
		partial[by * hid + ty] = weight_matrix[0][ty];
}

__global__ void bpnn_adjust_weights(float *delta, int hid, float *ly, int in, float *w, float *oldw)
{
	int by = blockIdx.y, tx = threadIdx.x, ty = threadIdx.y;
	int index = (hid + 1) * HEIGHT * by + (hid + 1) * ty + tx + 1 + (hid + 1);
	int index_y = HEIGHT * by + ty + 1;
	int index_x = tx + 1;
	w[index] += ((ETA * delta[index_x] * ly[index_y]) + (MOMENTUM * oldw[index]));
	oldw[index] = ((ETA * delta[index_x] * ly[index_y]) + (MOMENTUM * oldw[index]));
}

static float squash(float x)
{
	return 1.0f / (1.0f + expf(-x));
}

int main()
{
	const int in = 786432, hid = 16, epochs = 6;
	size_t wsize = (size_t)(in + 1) * (hid + 1);
	int num_blocks = in / HEIGHT;
	float *input = (float *)malloc((in + 1) * sizeof(float));
	float *w = (float *)malloc(wsize * sizeof(float));
	float *prev = (float *)calloc(wsize, sizeof(float));
	float *partial = (float *)malloc((size_t)num_blocks * WIDTH * sizeof(float));
	float hidden[hid + 1], delta[hid + 1], who[hid + 1];
	unsigned s = 7;
	for (int i = 0; i <= in; i++) {
		s = s * 1664525u + 1013904223u;
		input[i] = (s >> 8) / 16777216.0f;
	}
	for (size_t i = 0; i < wsize; i++) {
		s = s * 1664525u + 1013904223u;
		w[i] = ((s >> 8) / 16777216.0f - 0.5f) * 1e-3f;
	}
	for (int j = 0; j <= hid; j++)
		who[j] = 0.1f;
	float err = 0;
	for (int e = 0; e < epochs; e++) {
		float *d_in, *d_w, *d_part, *d_delta, *d_prev;
		cudaMalloc((void **)&d_in, (in + 1) * sizeof(float));
		cudaMalloc((void **)&d_w, wsize * sizeof(float));
		cudaMalloc((void **)&d_part, (size_t)num_blocks * WIDTH * sizeof(float));
		dim3 grid(1, num_blocks), threads(WIDTH, HEIGHT);
		cudaMemcpy(d_in, input, (in + 1) * sizeof(float), cudaMemcpyHostToDevice);
		cudaMemcpy(d_w, w, wsize * sizeof(float), cudaMemcpyHostToDevice);
		bpnn_layerforward<<<grid, threads>>>(d_in, d_w, d_part, in, hid);
		cudaDeviceSynchronize();
		cudaMemcpy(partial, d_part, (size_t)num_blocks * WIDTH * sizeof(float),
		           cudaMemcpyDeviceToHost);
		float out = who[0];
		for (int j = 1; j <= hid; j++) {
			float sum = w[j];
			for (int k = 0; k < num_blocks; k++)
				sum += partial[k * hid + j - 1];
			hidden[j] = squash(sum);
			out += who[j] * hidden[j];
		}
		out = squash(out);
		float od = out * (1 - out) * (0.1f - out);
		err = fabsf(od);
		delta[0] = 0;
		for (int j = 1; j <= hid; j++) {
			delta[j] = hidden[j] * (1 - hidden[j]) * od * who[j] * 1e-4f;
			who[j] += ETA * od * hidden[j];
		}
		cudaMalloc((void **)&d_delta, (hid + 1) * sizeof(float));
		cudaMalloc((void **)&d_prev, wsize * sizeof(float));
		cudaMemcpy(d_delta, delta, (hid + 1) * sizeof(float), cudaMemcpyHostToDevice);
		cudaMemcpy(d_prev, prev, wsize * sizeof(float), cudaMemcpyHostToDevice);
		cudaMemcpy(d_w, w, wsize * sizeof(float), cudaMemcpyHostToDevice);
		bpnn_adjust_weights<<<grid, threads>>>(d_delta, hid, d_in, in, d_w, d_prev);
		cudaMemcpy(w, d_w, wsize * sizeof(float), cudaMemcpyDeviceToHost);
		cudaMemcpy(prev, d_prev, wsize * sizeof(float), cudaMemcpyDeviceToHost);
		cudaFree(d_in);
		cudaFree(d_w);
		cudaFree(d_part);
		cudaFree(d_delta);
		cudaFree(d_prev);
	}
	printf("backprop: final output error %.6f %s\n", err,
	       cudaGetErrorString(cudaGetLastError()));
	free(input);
	free(w);
	free(prev);
	free(partial);
	return 0;
}
