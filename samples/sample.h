/* SPDX-License-Identifier: MIT */
/*
 * What every sample needs: checked calls, a kernel that lasts a given time, arithmetic that host
 * and device compute alike, and the measured part: an NVTX range and one line on stdout.
 */
#ifndef SAMPLE_H
#define SAMPLE_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include <cuda_runtime.h>
#include <nvtx3/nvToolsExt.h>

/* Ends the program with a message when a CUDA call fails. After a launch: cudaGetLastError(). */
#define CHECK(call) check_call((call), #call, __FILE__, __LINE__)

/* Ends the program with a message when a result is wrong. */
#define REQUIRE(condition) require((condition), #condition, __FILE__, __LINE__)

#define ARRAY_LENGTH(array) ((int)(sizeof(array) / sizeof((array)[0])))

static inline void check_call(cudaError_t error, const char *call, const char *file, int line)
{
	if (error == cudaSuccess)
		return;
	fprintf(stderr, "%s:%d: %s: %s\n", file, line, call, cudaGetErrorString(error));
	exit(1);
}

static inline void require(bool condition, const char *text, const char *file, int line)
{
	if (condition)
		return;
	fprintf(stderr, "%s:%d: wrong result: %s\n", file, line, text);
	exit(1);
}

/* Ends the program with status 77 (skipped) on a machine with fewer GPUs. */
static inline __attribute__((unused)) void sample_needs_gpus(int needed)
{
	int count;

	CHECK(cudaGetDeviceCount(&count));
	if (count >= needed)
		return;
	fprintf(stderr, "this sample takes %d GPUs, and this machine has %d\n", needed, count);
	exit(77);
}

/* The device's clock in ns; it runs at the same pace whatever the GPU's frequency is. */
static __device__ inline int64_t device_now_ns(void)
{
	int64_t now_ns;

	asm volatile("mov.u64 %0, %%globaltimer;" : "=l"(now_ns));
	return now_ns;
}

static __device__ inline void spin(int64_t duration_ns)
{
	int64_t end_ns = device_now_ns() + duration_ns;

	while (device_now_ns() < end_ns)
		;
}

/* A kernel that lasts about duration_ns; with one block it leaves room for others. */
static __global__ __attribute__((unused)) void busy(int64_t duration_ns)
{
	spin(duration_ns);
}

/* Arithmetic without memory; each round needs the one before it. Host and device agree exactly. */
static __host__ __device__ inline uint32_t scramble(uint32_t x, int rounds)
{
	for (int i = 0; i < rounds; i++)
		x = (x ^ (x >> 15)) * 0x2c1b3c6du + 1;
	return x;
}

/* flags: cudaStreamDefault (waits for the null stream and it for them) or cudaStreamNonBlocking. */
static inline void streams_create(cudaStream_t *streams, int count, unsigned flags)
{
	for (int i = 0; i < count; i++)
		CHECK(cudaStreamCreateWithFlags(&streams[i], flags));
}

static inline void streams_destroy(cudaStream_t *streams, int count)
{
	for (int i = 0; i < count; i++)
		CHECK(cudaStreamDestroy(streams[i]));
}

static inline double host_now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return now.tv_sec * 1e3 + now.tv_nsec * 1e-6;
}

static double measure_begin_ms;

/* The measured part starts with an idle device and ends with one. */
static inline void measure_begin(void)
{
	CHECK(cudaDeviceSynchronize());
	nvtxRangePushA("measured");
	measure_begin_ms = host_now_ms();
}

static inline void measure_end(void)
{
	CHECK(cudaDeviceSynchronize());
	double duration_ms = host_now_ms() - measure_begin_ms;

	nvtxRangePop();
	printf("measured: %.3f ms\n", duration_ms);
}

#endif
