// SPDX-License-Identifier: MIT
// What the programs here share. They are written as people write theirs: no measured part, no warm-up unless it is
// the topic. Each says at its top what an expert would say about it, written before any report on it was read:
//   must:  rules that have to find something in it
//   may:   rules whose finding would be right, but is not the point
//   first: the rule of the first finding (of several: any of them)
// A warning of any other rule is wrong. `clean` programs have no `must`. Of those that were written by others
// (from Rodinia's kmeans to a ray tracer) the words came first, and the rules that they mean after the reports.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <cuda_runtime.h>

#define CHECK(call)                                                                                     \
	do {                                                                                            \
		cudaError_t error_ = (call);                                                            \
		if (error_ != cudaSuccess) {                                                            \
			fprintf(stderr, "%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error_)); \
			exit(1);                                                                        \
		}                                                                                       \
	} while (0)

#define REQUIRE(condition)                                                                      \
	do {                                                                                    \
		if (!(condition)) {                                                             \
			fprintf(stderr, "%s:%d: wrong: %s\n", __FILE__, __LINE__, #condition);  \
			exit(1);                                                                \
		}                                                                               \
	} while (0)

template <typename T> static T *device_array(size_t count)
{
	T *array;
	CHECK(cudaMalloc(&array, count * sizeof(T)));
	return array;
}

template <typename T> static T *pinned_array(size_t count)
{
	T *array;
	CHECK(cudaMallocHost(&array, count * sizeof(T)));
	return array;
}

// Numbers that repeat in every run.
static inline unsigned next_random(unsigned *state)
{
	*state = *state * 1664525u + 1013904223u;
	return *state >> 8;
}
