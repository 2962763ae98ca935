/* SPDX-License-Identifier: MIT */
/*
 * The yardstick of scripts/bench-overhead: the least that a client of CUPTI can do which asks for
 * what the collector asks for. It shares no code with it. The driver loads it into the program
 * (CUDA_INJECTION64_PATH), it enables the same kinds of records, for the same families of calls,
 * asks for what is finished as often (after 1 ms, 2 ms, 4 ms ... and then every 500), and throws
 * every buffer away unread. With CLIENT_WAITS=0 it does without the callbacks that tell what a wait
 * is about. What a program takes longer with it is CUPTI's own cost.
 *
 * InitializeInjection() runs on the thread that initialises CUDA, the two buffer functions on any
 * thread, flush_now_and_then() on a thread of its own.
 */
#include <dlfcn.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>

#include <cupti.h>

enum {
	BUFFER_BYTES = 2 << 20,
	BUFFERS_MAX = 4096, /* kept for the next time */
	FLUSH_MS = 500,
	CALL_IDS = 1024, /* above all that CUDA 13 has; names are asked for, so more do no harm */
};

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static uint8_t *free_buffers[BUFFERS_MAX];
static int free_count;

#define CUPTI_FUNCTIONS(USE)                \
	USE(cuptiActivityEnable)            \
	USE(cuptiActivityEnableDriverApi)   \
	USE(cuptiActivityEnableRuntimeApi)  \
	USE(cuptiActivityFlushAll)          \
	USE(cuptiActivityRegisterCallbacks) \
	USE(cuptiActivitySetAttribute)      \
	USE(cuptiEnableCallback)            \
	USE(cuptiGetCallbackName)           \
	USE(cuptiSubscribe)

#define POINTER(name) static __typeof__(name) *use_##name;
CUPTI_FUNCTIONS(POINTER)

static const CUpti_ActivityKind kinds[] = {
	CUPTI_ACTIVITY_KIND_DEVICE,
	CUPTI_ACTIVITY_KIND_NVLINK,
	CUPTI_ACTIVITY_KIND_CONTEXT,
	CUPTI_ACTIVITY_KIND_STREAM,
	CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL,
	CUPTI_ACTIVITY_KIND_MEMCPY,
	CUPTI_ACTIVITY_KIND_MEMSET,
	CUPTI_ACTIVITY_KIND_MEMORY2,
	CUPTI_ACTIVITY_KIND_MARKER,
	CUPTI_ACTIVITY_KIND_OVERHEAD,
};

/* Calls that issue work, wait for it, order it, or hold the device up: by a part of their names.
 * (Those about a Node build graphs, and do none of this.) */
static const char *const traced[] = {
	"Launch",      "GraphInst", "GraphExec", "GraphUpload", "Memcpy",  "Memset",
	"Malloc",      "Free",      "HostAlloc", "MemAlloc",    "HostReg", "HostUnregister",
	"MemMap",      "MemUnmap",  "MemSetA",   "MemCr",       "MemRel",  "Prefetch",
	"Synchronize", "WaitEvent", "WaitVal",   "StreamCr",    "StreamD", "AddCallb",
	"EventR",      "EventCr",   "EventD",    "LibraryL",    "ModuleL",
};

/* Calls of the driver whose arguments say what is waited for. */
static const char *const waits[] = { "EventRecord", "WaitEvent", "Synchronize", "LaunchHostFunc",
	                             "AddCallback" };

static int has_one(const char *name, const char *const *parts, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strstr(name, parts[i]))
			return 1;
	return 0;
}

/* ---- buffers ---- */

static void CUPTIAPI give_buffer(uint8_t **data, size_t *size, size_t *records)
{
	pthread_mutex_lock(&lock);
	*data = free_count ? free_buffers[--free_count] : NULL;
	pthread_mutex_unlock(&lock);
	if (!*data)
		*data = mmap(NULL, BUFFER_BYTES, PROT_READ | PROT_WRITE,
		             MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
	if (*data == MAP_FAILED)
		*data = NULL;
	*size = *data ? BUFFER_BYTES : 0;
	*records = 0;
}

/* CUPTI was told that buffers come zero: pages that are given up do. */
static void CUPTIAPI throw_away(CUcontext context, uint32_t stream, uint8_t *data, size_t size,
                                size_t valid)
{
	(void)context;
	(void)stream;
	(void)size;
	(void)valid;
	if (!data || madvise(data, BUFFER_BYTES, MADV_DONTNEED))
		return;
	pthread_mutex_lock(&lock);
	if (free_count < BUFFERS_MAX)
		free_buffers[free_count++] = data;
	pthread_mutex_unlock(&lock);
}

static void *flush_now_and_then(void *unused)
{
	for (long pause_ms = 1;; pause_ms = 2 * pause_ms < FLUSH_MS ? 2 * pause_ms : FLUSH_MS) {
		const struct timespec pause = { pause_ms / 1000, pause_ms % 1000 * 1000000 };

		nanosleep(&pause, NULL);
		use_cuptiActivityFlushAll(0);
	}
	return unused;
}

static void flush_at_exit(void)
{
	use_cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
}

/* ---- what is asked for ---- */

static void CUPTIAPI called(void *unused, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                            const void *data)
{
	(void)unused;
	(void)domain;
	(void)id;
	(void)data;
}

static void trace_calls(CUpti_CallbackDomain domain,
                        __typeof__(cuptiActivityEnableDriverApi) *enable)
{
	for (uint32_t id = 1; id < CALL_IDS; id++) {
		const char *name = NULL;

		if (use_cuptiGetCallbackName(domain, id, &name) == CUPTI_SUCCESS && name &&
		    !strstr(name, "Node") && has_one(name, traced, sizeof traced / sizeof *traced))
			enable(id, 1);
	}
}

static void follow_waits(void)
{
	CUpti_SubscriberHandle subscriber;

	if (use_cuptiSubscribe(&subscriber, called, NULL) != CUPTI_SUCCESS) {
		fprintf(stderr, "cupti_client: cannot subscribe to callbacks\n");
		return;
	}
	for (uint32_t id = 1; id < CALL_IDS; id++) {
		const char *name = NULL;

		if (use_cuptiGetCallbackName(CUPTI_CB_DOMAIN_DRIVER_API, id, &name) ==
		            CUPTI_SUCCESS &&
		    name && has_one(name, waits, sizeof waits / sizeof *waits))
			use_cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_DRIVER_API, id);
	}
}

static int find_cupti(void)
{
	const char *path = getenv("CLIENT_CUPTI");
	void *library = dlopen(path ? path : "libcupti.so.13", RTLD_NOW);

	if (!library) {
		fprintf(stderr, "cupti_client: %s\n", dlerror());
		return -1;
	}
#define FIND(name)                                                                 \
	{                                                                          \
		void *found = dlsym(library, #name);                               \
		memcpy(&use_##name, &found, sizeof found);                         \
		if (!found) {                                                      \
			fprintf(stderr, "cupti_client: CUPTI has no %s\n", #name); \
			return -1;                                                 \
		}                                                                  \
	}
	CUPTI_FUNCTIONS(FIND)
	return 0;
}

/* The driver calls it when the program initialises CUDA. */
__attribute__((visibility("default"))) int InitializeInjection(void);
int InitializeInjection(void)
{
	const char *with_waits = getenv("CLIENT_WAITS");
	uint8_t are_zero = 1;
	size_t size = sizeof are_zero;
	pthread_t thread;

	if (find_cupti())
		return 0;
	use_cuptiActivitySetAttribute(CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER, &size,
	                              &are_zero);
	if (use_cuptiActivityRegisterCallbacks(give_buffer, throw_away) != CUPTI_SUCCESS) {
		fprintf(stderr, "cupti_client: cannot register callbacks\n");
		return 0;
	}
	if (!with_waits || strcmp(with_waits, "0") != 0)
		follow_waits();
	for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
		if (use_cuptiActivityEnable(kinds[i]) != CUPTI_SUCCESS)
			fprintf(stderr, "cupti_client: cannot enable kind %d\n", (int)kinds[i]);
	trace_calls(CUPTI_CB_DOMAIN_RUNTIME_API, use_cuptiActivityEnableRuntimeApi);
	trace_calls(CUPTI_CB_DOMAIN_DRIVER_API, use_cuptiActivityEnableDriverApi);
	atexit(flush_at_exit);
	if (pthread_create(&thread, NULL, flush_now_and_then, NULL) == 0)
		pthread_detach(thread);
	return 1;
}
