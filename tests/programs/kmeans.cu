// SPDX-License-Identifier: MIT
// k-means: points are assigned on the GPU, and the host computes the new centres in each round.
// must: gpu-idle
// may: pageable-copy
// first: gpu-idle
#include "program.cuh"

#include <vector>
#include <cfloat>

#define NPOINTS    400000
#define NFEATURES  16
#define NCLUSTERS  16
#define ITERATIONS 40
#define THREADS    256

__global__ void kmeansPoint(const float *features, int npoints, int *membership,
                            const float *clusters)
{
	int point_id = blockIdx.x * blockDim.x + threadIdx.x;
	if (point_id < npoints) {
		int index = -1;
		float min_dist = FLT_MAX;
		for (int i = 0; i < NCLUSTERS; i++) {
			float dist = 0.0f;
			for (int j = 0; j < NFEATURES; j++) {
				float diff = features[point_id * NFEATURES + j] -
				             clusters[i * NFEATURES + j];
				dist += diff * diff;
			}
			if (dist < min_dist) {
				min_dist = dist;
				index = i;
			}
		}
		membership[point_id] = index;
	}
}

static unsigned seed = 42;
static float rnd()
{
	seed = seed * 1664525u + 1013904223u;
	return (seed >> 8) * (1.0f / 16777216.0f);
}

int main()
{
	std::vector<float> features(NPOINTS * NFEATURES);
	std::vector<int> membership(NPOINTS, -1), membership_new(NPOINTS);
	std::vector<float> clusters(NCLUSTERS * NFEATURES);
	std::vector<float> new_centers(NCLUSTERS * NFEATURES);
	std::vector<int> new_centers_len(NCLUSTERS);

	for (int i = 0; i < NPOINTS; i++) {
		int group = (int)(rnd() * NCLUSTERS);
		for (int j = 0; j < NFEATURES; j++)
			features[i * NFEATURES + j] =
			        (float)((group * (j + 3)) % 11) + 3.0f * rnd();
	}
	for (int i = 0; i < NCLUSTERS; i++)
		for (int j = 0; j < NFEATURES; j++)
			clusters[i * NFEATURES + j] = features[i * 1000 * NFEATURES + j];

	float *d_features, *d_clusters;
	int *d_membership;
	cudaMalloc(&d_features, features.size() * sizeof(float));
	cudaMalloc(&d_clusters, clusters.size() * sizeof(float));
	cudaMalloc(&d_membership, NPOINTS * sizeof(int));
	cudaMemcpy(d_features, features.data(), features.size() * sizeof(float),
	           cudaMemcpyHostToDevice);

	int delta = 0;
	for (int iter = 0; iter < ITERATIONS; iter++) {
		cudaMemcpy(d_clusters, clusters.data(), clusters.size() * sizeof(float),
		           cudaMemcpyHostToDevice);
		kmeansPoint<<<(NPOINTS + THREADS - 1) / THREADS, THREADS>>>(
		        d_features, NPOINTS, d_membership, d_clusters);
		cudaDeviceSynchronize();
		cudaMemcpy(membership_new.data(), d_membership, NPOINTS * sizeof(int),
		           cudaMemcpyDeviceToHost);

		// recompute the centers
		delta = 0;
		for (int i = 0; i < NCLUSTERS; i++) {
			new_centers_len[i] = 0;
			for (int j = 0; j < NFEATURES; j++)
				new_centers[i * NFEATURES + j] = 0.0f;
		}
		for (int i = 0; i < NPOINTS; i++) {
			int cluster_id = membership_new[i];
			new_centers_len[cluster_id]++;
			if (cluster_id != membership[i]) {
				delta++;
				membership[i] = cluster_id;
			}
			for (int j = 0; j < NFEATURES; j++)
				new_centers[cluster_id * NFEATURES + j] +=
				        features[i * NFEATURES + j];
		}
		for (int i = 0; i < NCLUSTERS; i++)
			for (int j = 0; j < NFEATURES; j++)
				if (new_centers_len[i] > 0)
					clusters[i * NFEATURES + j] =
					        new_centers[i * NFEATURES + j] / new_centers_len[i];
	}
	if (cudaGetLastError() != cudaSuccess)
		return 1;

	double sum = 0.0;
	for (float c : clusters)
		sum += c;
	printf("kmeans: %d iterations, last delta %d, sum of centers %.4f\n", ITERATIONS, delta,
	       sum);
	cudaFree(d_features);
	cudaFree(d_clusters);
	cudaFree(d_membership);
	return 0;
}
