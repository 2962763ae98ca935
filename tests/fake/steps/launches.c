/* SPDX-License-Identifier: MIT */
/* Launches of kernels, and what else a program does with CUDA. */
#include "launches.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>

#include "clock.h"
#include "driver.h"
#include "step.h"

/* What a launch passes on: the address of a pointer, in both of CUDA's ways; NULL: nothing. */
static uintptr_t argument;
static size_t argument_bytes = sizeof argument;
static void *arguments[] = { &argument };
static void *buffer[] = { CU_LAUNCH_PARAM_BUFFER_POINTER, &argument, CU_LAUNCH_PARAM_BUFFER_SIZE,
	                  &argument_bytes, CU_LAUNCH_PARAM_END };
static bool is_in_buffer;

void launch_kernels(long count)
{
	for (long i = 0; cuda_has_context && i < count; i++)
		cuda_note(cuda.cuLaunchKernel(cuda_function, 8, 1, 1, 256, 1, 1, 0, NULL,
		                              argument && !is_in_buffer ? arguments : NULL,
		                              is_in_buffer ? buffer : NULL));
}

static void step_launch(const char *value)
{
	launch_kernels(atol(value));
}

/* The MiB of the fake memory that launches get a pointer to from now on; with a b behind it, in a
 * buffer. */
static void step_argument(const char *value)
{
	argument = (uintptr_t)atol(value) << 20;
	is_in_buffer = strchr(value, 'b') != NULL;
}

/* What is launched from now on. */
static void step_function(const char *value)
{
	CUfunction named;

	if (!cuda_has_context)
		return;
	cuda_note(cuda.cuModuleGetFunction(&named, NULL, value));
	cuda_function = named;
}

/* Unloads the module of this number, or with no number a library. */
static void step_unload(const char *value)
{
	if (!cuda_has_context)
		return;
	if (*value)
		cuda_note(cuda.cuModuleUnload((CUmodule)(uintptr_t)atol(value)));
	else
		cuda_note(cuda.cuLibraryUnload(NULL));
}

/* A launch of so many blocks. */
static void step_blocks(const char *value)
{
	if (cuda_has_context)
		cuda_note(cuda.cuLaunchKernel(cuda_function, (unsigned)atoi(value), 1, 1, 256, 1, 1,
		                              0, NULL, NULL, NULL));
}

/* A launch in a cluster of so many blocks. */
static void step_cluster(const char *value)
{
	CUlaunchAttribute cluster = {
		.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION,
		.value.clusterDim = { (unsigned)atoi(value), 1, 1 },
	};
	CUlaunchConfig config = {
		.gridDimX = 8,
		.gridDimY = 2,
		.gridDimZ = 1,
		.blockDimX = 64,
		.blockDimY = 1,
		.blockDimZ = 1,
		.sharedMemBytes = 512,
		.attrs = &cluster,
		.numAttrs = 1,
	};

	if (cuda_has_context)
		cuda_note(cuda.cuLaunchKernelEx(&config, cuda_function, NULL, NULL));
}

/* A launch that says nothing of what it is; CUDA refuses it. */
static void step_null_launch(const char *value)
{
	(void)value;
	if (cuda_has_context)
		printf("refused %d\n", cuda.cuLaunchKernelEx(NULL, cuda_function, NULL, NULL));
}

/* A launch every 10 ms for so many ms. */
static void step_loop(const char *value)
{
	for (long ms = 0; ms < atol(value); ms += 10) {
		launch_kernels(1);
		wait_ms(10);
	}
}

static void step_count(const char *value)
{
	static int launched;

	launch_kernels(atol(value));
	launched += atoi(value);
	printf("launched %d\n", launched);
	fflush(stdout);
}

static void step_work(const char *value)
{
	CUdeviceptr memory;
	CUstream stream;

	(void)value;
	if (!cuda_has_context)
		return;
	cuda_note(cuda.cuStreamCreate(&stream, CU_STREAM_NON_BLOCKING));
	cuda_note(cuda.cuMemAlloc(&memory, 1 << 20));
	cuda_note(cuda.cuMemcpyHtoDAsync(memory, "x", 1, stream));
	cuda_note(cuda.cuStreamSynchronize(stream));
	cuda_note(cuda.cuMemFree(memory));
	cuda_note(cuda.cuCtxSynchronize());
}

/* VALUE: MiB, which stay. */
static void step_allocate(const char *value)
{
	CUdeviceptr memory;

	cuda_note(cuda.cuMemAlloc(&memory, (size_t)atol(value) << 20));
}

static void step_profiler(const char *value)
{
	cuda_note(strcmp(value, "stop") == 0 ? cuda.cuProfilerStop() : cuda.cuProfilerStart());
}

static void *run_launch(void *data)
{
	(void)data;
	launch_kernels(1);
	return NULL;
}

/* For the constructor of constructor.c: a launch on a thread of its own, and waits for it. */
__attribute__((visibility("default"))) void app_constructor(void);
void app_constructor(void)
{
	pthread_t thread;

	pthread_create(&thread, NULL, run_launch, NULL);
	pthread_join(thread, NULL);
}

static void step_load(const char *value)
{
	if (!dlopen(value, RTLD_NOW))
		printf("%s\n", dlerror());
}

static void launch_late(void)
{
	launch_kernels(2);
}

static void step_atexit_launch(const char *value)
{
	(void)value;
	atexit(launch_late);
}

/* A frame for each call. */
__attribute__((noinline)) static void launch_below(int frames)
{
	if (frames)
		launch_below(frames - 1);
	else
		step_launch("1");
	__asm__ volatile("" : : : "memory"); /* no tail call */
}

static void step_deep_launch(const char *frames)
{
	launch_below(atoi(frames));
}

static void launch_one(void)
{
	launch_kernels(1);
}

/* So many launches from code that no unwind table knows, as that of a compiler at run time, each
 * from another place. Of other machines usual ones. */
static void step_blind_launch(const char *count)
{
#ifdef __x86_64__
	/* push %rbp; mov $0x12345,%rbp; call *%rdi; pop %rbp; ret */
	static const unsigned char code[] = { 0x55, 0x48, 0xc7, 0xc5, 0x45, 0x23,
		                              0x01, 0x00, 0xff, 0xd7, 0x5d, 0xc3 };
	enum { APART = 64, BYTES = 1 << 16 };
	unsigned char *memory = mmap(NULL, BYTES, PROT_READ | PROT_WRITE | PROT_EXEC,
	                             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

	for (int i = 0; i < atoi(count) && i < BYTES / APART; i++) {
		const void *at = memcpy(memory + (size_t)APART * (size_t)i, code, sizeof code);
		void (*call)(void (*)(void));

		memcpy(&call, &at, sizeof call);
		call(launch_one);
	}
#else
	launch_kernels(atol(count));
	(void)launch_one;
#endif
}

const struct step launch_steps[] = {
	{ "launch", step_launch },
	{ "deep-launch", step_deep_launch },
	{ "blind-launch", step_blind_launch },
	{ "argument", step_argument },
	{ "allocate", step_allocate },
	{ "function", step_function },
	{ "unload", step_unload },
	{ "blocks", step_blocks },
	{ "cluster", step_cluster },
	{ "null-launch", step_null_launch },
	{ "loop", step_loop },
	{ "count", step_count },
	{ "work", step_work },
	{ "profiler", step_profiler },
	{ "load", step_load },
	{ "atexit-launch", step_atexit_launch },
	{ .name = NULL },
};
