// SPDX-License-Identifier: MIT
// Nearest neighbours: a matrix of distances, and a thread for each query that goes through its row.
// must: uncoalesced, small-grid
// may: divergence, local-memory, stall, cache-bound
// first: uncoalesced
#include "program.cuh"

#define DIM 64
#define K   16

__global__ void computeDistances(const float *ref, int nref, const float *query, int nquery,
                                 float *dist)
{
	int r = blockIdx.x * blockDim.x + threadIdx.x;
	int q = blockIdx.y * blockDim.y + threadIdx.y;
	if (r < nref && q < nquery) {
		float sum = 0.0f;
		for (int d = 0; d < DIM; d++) {
			float diff = ref[r * DIM + d] - query[q * DIM + d];
			sum += diff * diff;
		}
		dist[(size_t)q * nref + r] = sum;
	}
}

__global__ void selectNeighbours(const float *dist, int nref, int nquery, int *indices, float *best)
{
	int q = blockIdx.x * blockDim.x + threadIdx.x;
	if (q >= nquery)
		return;
	float kd[K];
	int ki[K];
	for (int i = 0; i < K; i++) {
		kd[i] = 1e30f;
		ki[i] = -1;
	}
	for (int r = 0; r < nref; r++) {
		float d = dist[(size_t)q * nref + r];
		if (d < kd[K - 1]) {
			int pos = K - 1;
			while (pos > 0 && kd[pos - 1] > d) {
				kd[pos] = kd[pos - 1];
				ki[pos] = ki[pos - 1];
				pos--;
			}
			kd[pos] = d;
			ki[pos] = r;
		}
	}
	for (int i = 0; i < K; i++) {
		indices[q * K + i] = ki[i];
		best[q * K + i] = kd[i];
	}
}

int main()
{
	int nref = 32768, nquery = 4096;
	float *ref = (float *)malloc(nref * DIM * sizeof(float));
	float *query = (float *)malloc(nquery * DIM * sizeof(float));
	int *indices = (int *)malloc(nquery * K * sizeof(int));
	float *best = (float *)malloc(nquery * K * sizeof(float));
	srand(42);
	for (int i = 0; i < nref * DIM; i++)
		ref[i] = rand() / (float)RAND_MAX;
	for (int i = 0; i < nquery * DIM; i++)
		query[i] = rand() / (float)RAND_MAX;

	float *d_ref, *d_query, *d_dist, *d_best;
	int *d_indices;
	cudaMalloc(&d_ref, nref * DIM * sizeof(float));
	cudaMalloc(&d_query, nquery * DIM * sizeof(float));
	cudaMalloc(&d_dist, (size_t)nref * nquery * sizeof(float));
	cudaMalloc(&d_indices, nquery * K * sizeof(int));
	cudaMalloc(&d_best, nquery * K * sizeof(float));
	cudaMemcpy(d_ref, ref, nref * DIM * sizeof(float), cudaMemcpyHostToDevice);
	cudaMemcpy(d_query, query, nquery * DIM * sizeof(float), cudaMemcpyHostToDevice);

	dim3 block(32, 8);
	dim3 grid((nref + block.x - 1) / block.x, (nquery + block.y - 1) / block.y);
	computeDistances<<<grid, block>>>(d_ref, nref, d_query, nquery, d_dist);
	cudaDeviceSynchronize();
	selectNeighbours<<<(nquery + 255) / 256, 256>>>(d_dist, nref, nquery, d_indices, d_best);
	cudaDeviceSynchronize();

	cudaMemcpy(indices, d_indices, nquery * K * sizeof(int), cudaMemcpyDeviceToHost);
	cudaMemcpy(best, d_best, nquery * K * sizeof(float), cudaMemcpyDeviceToHost);
	double sum = 0;
	long isum = 0;
	for (int i = 0; i < nquery * K; i++) {
		sum += best[i];
		isum += indices[i];
	}
	printf("knn: mean distance^2 %.5f, index sum %ld, %s\n", sum / (nquery * K), isum,
	       cudaGetErrorString(cudaGetLastError()));
	cudaFree(d_ref);
	cudaFree(d_query);
	cudaFree(d_dist);
	cudaFree(d_indices);
	cudaFree(d_best);
	free(ref);
	free(query);
	free(indices);
	free(best);
	return 0;
}
