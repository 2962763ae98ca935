/* SPDX-License-Identifier: MIT */
/*
 * A libcuda without a GPU: the calls of app and of the collector. cuInit() loads the library in
 * CUDA_INJECTION64_PATH as the driver does. Each call that the GPU would see tells the fake
 * libcupti, if one is loaded. The other files of this folder have the calls, each those of one
 * noun. Runs on the threads of the program.
 */
#include "libcuda.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/types.h>
#include <unistd.h>

struct cupti_functions cupti;
atomic_uint driver_correlation_id;

static pthread_mutex_t init_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic pid_t initialised_pid; /* 0: not yet */

static void find_cupti(void)
{
	void *library = dlopen("libcupti.so.13", RTLD_NOW | RTLD_NOLOAD);

	if (!library)
		return;
#define FIND(name) cupti.name = (__typeof__(name) *)dlsym(library, #name);
	FAKE_FUNCTIONS(FIND)
#undef FIND
}

static void inject(void)
{
	const char *path = getenv("CUDA_INJECTION64_PATH");
	void *library = path && *path ? dlopen(path, RTLD_NOW) : NULL;
	int (*start)(void) = library ? (int (*)(void))dlsym(library, "InitializeInjection") : NULL;
	int before;

	if (!start)
		return;
	errno = before = 4242; /* which no call gives */
	start();
	if (errno != before) {
		fprintf(stderr, "fake cuda: InitializeInjection() changed errno to %d\n", errno);
		abort();
	}
}

FAKE_API CUresult cuInit(unsigned int flags)
{
	CUresult result = CUDA_SUCCESS;

	(void)flags;
	if (getenv("FAKE_CUDA_NO_DEVICE"))
		return CUDA_ERROR_NO_DEVICE;
	pthread_mutex_lock(&init_lock);
	if (!initialised_pid) {
		inject();
		find_cupti();
		initialised_pid = getpid();
		if (cupti.fake_initialised)
			cupti.fake_initialised();
	} else if (initialised_pid != getpid()) {
		result = CUDA_ERROR_NOT_INITIALIZED; /* as in a forked child of a process that used
		                                        CUDA */
	}
	pthread_mutex_unlock(&init_lock);
	return result;
}

CUresult driver_check(void)
{
	return initialised_pid == getpid() ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

uint64_t driver_now(void)
{
	return cupti.fake_now ? cupti.fake_now() : 0;
}

void driver_statement(const char *format, ...)
{
	char line[512];
	va_list args;

	if (!cupti.fake_statement)
		find_cupti(); /* loaded since */
	if (!cupti.fake_statement)
		return;
	va_start(args, format);
	vsnprintf(line, sizeof line, format, args);
	va_end(args);
	cupti.fake_statement(line);
}

unsigned driver_record(const char *name, uint64_t start)
{
	unsigned id = ++driver_correlation_id;

	if (cupti.fake_correlation_id)
		id = cupti.fake_correlation_id(id);
	driver_statement("driver cbid=%s start=%llu end=%llu corr=%u", name,
	                 (unsigned long long)start, (unsigned long long)start + FAKE_CALL_NS, id);
	return id;
}

unsigned driver_stream_id(CUstream stream)
{
	return stream ? (unsigned)(uintptr_t)stream : FAKE_NULL_STREAM_ID;
}
