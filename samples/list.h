/* SPDX-License-Identifier: MIT */
/*
 * Walks along linked lists, for samples in which only the number of resident warps can hide
 * latency: a step needs the address that the step before it loaded. All lanes of a warp walk
 * together, so that a step asks for one sector, and the list fits into the L2 cache: bandwidth is
 * never the limit.
 */
#ifndef LIST_H
#define LIST_H

#include "sample.h"

enum { LIST_LENGTH = 1 << 22 };

/* One cycle through all entries (a full-period generator), so that walks never meet. */
static __host__ __device__ inline uint32_t list_successor(uint32_t at)
{
	return (at * 1664525u + 1013904223u) % LIST_LENGTH;
}

static __host__ __device__ inline uint32_t list_start(int walker)
{
	return (uint32_t)walker * 97u % LIST_LENGTH;
}

/* Returns device memory: the index of the next entry for each entry. The caller frees it. */
static inline uint32_t *list_new(void)
{
	const size_t size_bytes = LIST_LENGTH * sizeof(uint32_t);
	uint32_t *host = (uint32_t *)malloc(size_bytes);
	uint32_t *next;

	REQUIRE(host != NULL);
	for (uint32_t i = 0; i < LIST_LENGTH; i++)
		host[i] = list_successor(i);
	CHECK(cudaMalloc(&next, size_bytes));
	CHECK(cudaMemcpy(next, host, size_bytes, cudaMemcpyHostToDevice));
	free(host);
	return next;
}

static __device__ inline uint32_t list_walk(const uint32_t *next, uint32_t at, int steps)
{
	for (int i = 0; i < steps; i++)
		at = next[at];
	return at;
}

/* Where list_walk() must arrive, computed on the host. */
static inline uint32_t list_end(int walker, int steps)
{
	uint32_t at = list_start(walker);

	for (int i = 0; i < steps; i++)
		at = list_successor(at);
	return at;
}

/* ends: device memory, where each walker arrived after so many steps. Checks one walker in 100. */
static inline void list_check(const uint32_t *ends, int walkers, int steps)
{
	uint32_t *host = (uint32_t *)malloc(walkers * sizeof(*host));

	REQUIRE(host != NULL);
	CHECK(cudaMemcpy(host, ends, walkers * sizeof(*host), cudaMemcpyDeviceToHost));
	for (int walker = 0; walker < walkers; walker += 101)
		REQUIRE(host[walker] == list_end(walker, steps));
	free(host);
}

#endif
