// SPDX-License-Identifier: MIT
/*
 * What pinned memory costs more than memory from malloc() when a host buffer is allocated: nothing
 * has been written to either. Prints ms for each MiB, medians of rounds, for several sizes.
 *
 *   malloc+write   malloc() and writing all of it for the first time: its page faults
 *   write again    writing it once more: what of that is no page fault
 *   pinned         cudaMallocHost()
 *   pinned+write   ... and writing all of it for the first time
 *   register       cudaHostRegister() of memory that has been written to
 *   free, unpin    free() and cudaFreeHost()
 *   copy new       cudaMemcpy() to the host into memory from malloc() that nobody has written to
 *   copy again     ... once more
 *   copy pinned    cudaMemcpy() to the host into pinned memory
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cuda_runtime.h>

enum { ROUNDS = 7, KINDS = 10 };

static const char *const names[KINDS] = { "malloc+write", "write again", "free",     "pinned",
	                                  "pinned+write", "unpin",       "register", "copy new",
	                                  "copy again",   "copy pinned" };

static double now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e3 + now.tv_nsec * 1e-6;
}

static int compare(const void *a, const void *b)
{
	const double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

int main(void)
{
	static const size_t mib[] = { 1, 4, 16, 64, 256, 1024 };
	void *device;

	cudaMalloc(&device, (size_t)1024 << 20);
	printf("MiB");
	for (int k = 0; k < KINDS; k++)
		printf("\t%s", names[k]);
	printf("\t(ms for each MiB)\n");
	for (size_t s = 0; s < sizeof mib / sizeof *mib; s++) {
		const size_t bytes = mib[s] << 20;
		double times[KINDS][ROUNDS];

		for (int round = 0; round < ROUNDS; round++) {
			double at[KINDS + 3];
			char *p;
			int k = 0;
#define STEP(action)                          \
	do {                                  \
		const double from = now_ms(); \
		action;                       \
		at[k++] = now_ms() - from;    \
	} while (0)
			STEP(p = (char *)malloc(bytes); memset(p, round, bytes));
			STEP(memset(p, round + 1, bytes));
			STEP(free(p));
			STEP(cudaMallocHost((void **)&p, bytes));
			STEP(memset(p, round, bytes));
			at[k - 1] += at[k - 2];
			STEP(cudaFreeHost(p));
			p = (char *)malloc(bytes);
			memset(p, round, bytes);
			STEP(cudaHostRegister(p, bytes, 0));
			cudaHostUnregister(p);
			free(p);
			p = (char *)malloc(bytes);
			STEP(cudaMemcpy(p, device, bytes, cudaMemcpyDeviceToHost));
			STEP(cudaMemcpy(p, device, bytes, cudaMemcpyDeviceToHost));
			free(p);
			cudaMallocHost((void **)&p, bytes);
			STEP(cudaMemcpy(p, device, bytes, cudaMemcpyDeviceToHost));
			cudaFreeHost(p);
			for (int i = 0; i < KINDS; i++)
				times[i][round] = at[i] / mib[s];
		}
		printf("%zu", mib[s]);
		for (int i = 0; i < KINDS; i++) {
			qsort(times[i], ROUNDS, sizeof(double), compare);
			printf("\t%.3f (%.3f-%.3f)", times[i][ROUNDS / 2], times[i][0],
			       times[i][ROUNDS - 1]);
		}
		printf("\n");
	}
	return 0;
}
