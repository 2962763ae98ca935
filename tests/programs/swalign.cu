// SPDX-License-Identifier: MIT
// Smith-Waterman, an alignment for each thread, with rows of its own in global memory: 64 blocks.
// must: uncoalesced, small-grid
// may: pageable-copy, stall
// first: uncoalesced
#include "program.cuh"

#define QLEN     128
#define SLEN     256
#define MATCH    3
#define MISMATCH -2
#define GAP      4

__global__ void smithWaterman(const char *queries, const char *subjects, int *H, int *scores, int n)
{
	int tid = blockIdx.x * blockDim.x + threadIdx.x;
	if (tid >= n)
		return;
	const char *q = queries + tid * QLEN;
	const char *s = subjects + tid * SLEN;
	int *row = H + tid * (SLEN + 1); // previous row of the score matrix
	for (int j = 0; j <= SLEN; j++)
		row[j] = 0;
	int best = 0;
	for (int i = 0; i < QLEN; i++) {
		int diag = 0;
		row[0] = 0;
		for (int j = 1; j <= SLEN; j++) {
			int up = row[j];
			int score = diag + (q[i] == s[j - 1] ? MATCH : MISMATCH);
			score = max(score, up - GAP);
			score = max(score, row[j - 1] - GAP);
			score = max(score, 0);
			row[j] = score;
			best = max(best, score);
			diag = up;
		}
	}
	scores[tid] = best;
}

int main()
{
	const int total = 65536, batch = 16384;
	const char bases[5] = "ACGT";
	char *queries = (char *)malloc((size_t)total * QLEN);
	char *subjects = (char *)malloc((size_t)total * SLEN);
	int *scores = (int *)malloc(total * sizeof(int));
	unsigned seed = 2024;
	for (size_t i = 0; i < (size_t)total * SLEN; i++) {
		seed = seed * 1664525u + 1013904223u;
		subjects[i] = bases[seed >> 30];
	}
	// a query is a piece of its subject with one base in eight replaced
	for (int p = 0; p < total; p++)
		for (int i = 0; i < QLEN; i++) {
			seed = seed * 1664525u + 1013904223u;
			char c = subjects[(size_t)p * SLEN + 60 + i];
			queries[(size_t)p * QLEN + i] =
			        (seed >> 29) == 0 ? bases[(seed >> 20) & 3] : c;
		}

	char *d_q, *d_s;
	int *d_h, *d_scores;
	cudaMalloc(&d_q, batch * QLEN);
	cudaMalloc(&d_s, batch * SLEN);
	cudaMalloc(&d_h, batch * (SLEN + 1) * sizeof(int));
	cudaMalloc(&d_scores, batch * sizeof(int));
	for (int b = 0; b < total; b += batch) {
		cudaMemcpy(d_q, queries + (size_t)b * QLEN, batch * QLEN, cudaMemcpyHostToDevice);
		cudaMemcpy(d_s, subjects + (size_t)b * SLEN, batch * SLEN, cudaMemcpyHostToDevice);
		smithWaterman<<<(batch + 255) / 256, 256>>>(d_q, d_s, d_h, d_scores, batch);
		cudaDeviceSynchronize();
		cudaMemcpy(scores + b, d_scores, batch * sizeof(int), cudaMemcpyDeviceToHost);
	}
	long sum = 0;
	int best = 0;
	for (int i = 0; i < total; i++) {
		sum += scores[i];
		if (scores[i] > best)
			best = scores[i];
	}
	printf("smith-waterman: %d pairs, mean score %.3f, best %d (%s)\n", total,
	       (double)sum / total, best, cudaGetErrorString(cudaGetLastError()));
	cudaFree(d_q);
	cudaFree(d_s);
	cudaFree(d_h);
	cudaFree(d_scores);
	free(queries);
	free(subjects);
	free(scores);
	return 0;
}
