/* SPDX-License-Identifier: MIT */
/*
 * The doors into the library: its constructor, libcuda's call, and the ways out of a process that
 * skip atexit handlers; NVTX's are in nvtx.c. Runs on the program's threads.
 */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cupti/api.h"
#include "descriptor.h"
#include "host/clock.h"
#include "host/last_thread.h"
#include "host/log.h"
#include "host/next.h"
#include "host/recording.h"
#include "session/session.h"
#include "stacks/start_samples.h"
#include "timeline/nvtx.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT int InitializeInjection(void);

static void begin_process(void)
{
	recording.process_start_unix_ns = clock_unix_ns();
}

/* A forked child has a start of its own. What its parent records it does not: CUPTI cannot be
 * called in it. */
static void begin_child(void)
{
	begin_process();
	last_thread_begin_child();
	nvtx_begin_child();
	start_samples_begin_child();
	if (atomic_load(&recording.phase) != PHASE_IDLE)
		atomic_store(&recording.phase, PHASE_ENDED);
}

/* This file's name, without the way that 'warpwise record' writes to keep it from loaders that
 * cannot load it; NULL: unknown. In PATH, or as long as the process. */
static const char *own_name(char path[PATH_MAX])
{
	const int saved = errno;
	const char *whole;
	Dl_info self;

	if (!dladdr(__extension__(void *) InitializeInjection, &self))
		return NULL;
	whole = self.dli_fname && strstr(self.dli_fname, "/../") ? realpath(self.dli_fname, path)
	                                                         : NULL;
	errno = saved;
	return whole ? whole : self.dli_fname;
}

/*
 * Names this library to libcuda and to NVTX; both load what is named only when they are first used.
 * The variables are inherited by the programs that this one starts, like LD_PRELOAD itself. A tool
 * that named itself before stays: each takes only one.
 */
__attribute__((constructor)) static void name_for_injection(void)
{
	const char *markers = getenv("WARPWISE_MARKERS"), *range = getenv("WARPWISE_RANGE");
	char path[PATH_MAX];
	const char *name;

	begin_process();
	descriptor_make_room();
	start_samples_begin();
	pthread_atfork(NULL, NULL, begin_child);
	if (syscall(SYS_gettid) == getpid())
		last_thread_watch_first();
	name = own_name(path);
	if (!name)
		return;
	setenv("CUDA_INJECTION64_PATH", name, 0);
	if (!markers || strcmp(markers, "0") != 0 || (range && *range))
		setenv("NVTX_INJECTION64_PATH", name, 0);
}

/* Called by libcuda when CUDA is initialised, once in each process. Its result is not documented; 1
 * is what works. */
EXPORT int InitializeInjection(void)
{
	session_start();
	return 1;
}

/*
 * _exit() and quick_exit() run no atexit handlers. Each first ends the recording (nothing in a
 * forked or vforked child: session_finish() looks at the process id), then does what it always
 * does.
 */
EXPORT void _exit(int status)
{
	/* To have no effect once this is done. A vforked child's thread is its parent's, which goes
	 * on. */
	if (recording.pid == getpid())
		pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, NULL);
	session_finish();
	for (;;)
		syscall(SYS_exit_group, status);
}

EXPORT void _Exit(int status)
{
	_exit(status);
}

EXPORT void quick_exit(int status)
{
	void (*real)(int) = NULL;

	next_function_into(&real, "quick_exit");
	session_finish();
	if (real)
		real(status);
	_exit(status);
}
