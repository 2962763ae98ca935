/* SPDX-License-Identifier: MIT */
/*
 * A libcuda without a GPU: the calls of tests/fake/app.c and of the collector. cuInit() loads the
 * library in CUDA_INJECTION64_PATH as the driver does. Each call that the GPU would see tells the
 * fake libcupti, if one is loaded. Runs on the threads of the program.
 */
#include <dlfcn.h>
#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cuda.h>
#include <cudaProfiler.h>
#include <cupti.h>

#include "fake.h"

enum { OPERATION_NS = 1000, CALL_NS = 500 };

static struct {
#define FIELD(name) __typeof__(name) *name;
	FAKE_FUNCTIONS(FIELD)
#undef FIELD
} cupti;

static pthread_mutex_t init_lock = PTHREAD_MUTEX_INITIALIZER;
static _Atomic pid_t initialised_pid; /* 0: not yet */
static atomic_uint correlation_id, contexts, streams = FAKE_NULL_STREAM_ID, allocations;

static _Atomic(CUstream) capturing; /* by cuStreamBeginCapture(); NULL: none */
static atomic_bool is_spoilt;       /* what is captured */

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
	} else if (initialised_pid != getpid()) {
		result = CUDA_ERROR_NOT_INITIALIZED; /* as in a forked child of a process that used
		                                        CUDA */
	}
	pthread_mutex_unlock(&init_lock);
	return result;
}

/* What every other call says first. */
static CUresult check(void)
{
	return initialised_pid == getpid() ? CUDA_SUCCESS : CUDA_ERROR_NOT_INITIALIZED;
}

static uint64_t now(void)
{
	return cupti.fake_now ? cupti.fake_now() : 0;
}

static void statement(const char *format, ...) __attribute__((format(printf, 1, 2)));

static void statement(const char *format, ...)
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

/* Records a call of the driver that began at START; returns its correlation id. */
static unsigned call(const char *name, uint64_t start)
{
	unsigned id = ++correlation_id;

	statement("driver cbid=%s start=%llu end=%llu corr=%u", name, (unsigned long long)start,
	          (unsigned long long)start + CALL_NS, id);
	return id;
}

static unsigned stream_id(CUstream stream)
{
	return stream ? (unsigned)(uintptr_t)stream : FAKE_NULL_STREAM_ID;
}

/* ---- devices ---- */

/* With FAKE_RECORD_US it is recorded like others, and takes that long where it is. */
static void record_version_call(const char *record_us)
{
	const uint64_t start = now();

	if (!cupti.fake_records_call ||
	    !cupti.fake_records_call(CUPTI_DRIVER_TRACE_CBID_cuDriverGetVersion))
		return;
	call("cuDriverGetVersion", start);
	usleep((useconds_t)atoi(record_us));
}

FAKE_API CUresult cuDriverGetVersion(int *version)
{
	const char *text = getenv("FAKE_CUDA_VERSION"), *record_us = getenv("FAKE_RECORD_US");

	if (record_us)
		record_version_call(record_us);
	*version = text ? atoi(text) : 13000;
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuDeviceGetCount(int *count)
{
	*count = 1;
	return check();
}

FAKE_API CUresult cuDeviceGet(CUdevice *device, int ordinal)
{
	*device = ordinal;
	if (check())
		return check();
	return ordinal == 0 ? CUDA_SUCCESS : CUDA_ERROR_INVALID_DEVICE;
}

FAKE_API CUresult cuDeviceGetName(char *name, int length, CUdevice device)
{
	(void)device;
	snprintf(name, (size_t)length, "Fake GPU");
	return check();
}

FAKE_API CUresult cuDeviceTotalMem(size_t *bytes, CUdevice device)
{
	(void)device;
	*bytes = 150000000000;
	return check();
}

/* Attribute N is 1000 + N, so that a mix-up shows. */
FAKE_API CUresult cuDeviceGetAttribute(int *value, CUdevice_attribute attribute, CUdevice device)
{
	(void)device;
	*value = 1000 + (int)attribute;
	return check();
}

FAKE_API CUresult cuDeviceGetPCIBusId(char *id, int length, CUdevice device)
{
	(void)device;
	snprintf(id, (size_t)length, "0000:1B:00.0");
	return check();
}

/* FAKE_GPU names one that several processes share; else each process has its own. */
FAKE_API CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device)
{
	const char *name = getenv("FAKE_GPU");

	memset(uuid, 0, sizeof *uuid);
	snprintf(uuid->bytes, sizeof uuid->bytes, "%s%ld.%d", name ? name : "",
	         name ? 0 : (long)getpid(), device);
	return check();
}

/* ---- contexts, streams, events ---- */

static CUresult create_context(CUcontext *context, CUdevice device)
{
	unsigned id;

	if (check())
		return check();
	id = FAKE_CONTEXT_ID + contexts++;
	*context = (CUcontext)(uintptr_t)id;
	if (cupti.fake_context_created)
		cupti.fake_context_created(*context);
	statement("device id=%d", device);
	statement("context id=%u device=%d null_stream=%d", id, device, FAKE_NULL_STREAM_ID);
	statement("stream ctx=%u id=%d flag=3", id, FAKE_NULL_STREAM_ID);
	if (cupti.fake_play)
		cupti.fake_play();
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuCtxCreate(CUcontext *context, CUctxCreateParams *params, unsigned int flags,
                              CUdevice device)
{
	(void)params;
	(void)flags;
	return create_context(context, device);
}

FAKE_API CUresult cuCtxDestroy(CUcontext context)
{
	if (check())
		return check();
	if (cupti.fake_context_destroyed)
		cupti.fake_context_destroyed(context);
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuDevicePrimaryCtxRetain(CUcontext *context, CUdevice device)
{
	return create_context(context, device);
}

FAKE_API CUresult cuCtxSetCurrent(CUcontext context)
{
	(void)context;
	return check();
}

FAKE_API CUresult cuCtxSynchronize(void)
{
	uint64_t start = now();
	unsigned id;

	if (check())
		return check();
	id = call("cuCtxSynchronize", start);
	statement("call cuCtxSynchronize corr=%u", id);
	statement("sync type=4 start=%llu end=%llu corr=%u", (unsigned long long)start,
	          (unsigned long long)start + CALL_NS, id);
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuProfilerStart(void)
{
	statement("call cuProfilerStart corr=%u", ++correlation_id);
	return check();
}

FAKE_API CUresult cuProfilerStop(void)
{
	statement("call cuProfilerStop corr=%u", ++correlation_id);
	return check();
}

FAKE_API CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
	unsigned id;

	if (check())
		return check();
	id = ++streams;
	*stream = (CUstream)(uintptr_t)id;
	statement("stream id=%u flag=%d", id, flags & CU_STREAM_NON_BLOCKING ? 2 : 1);
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuStreamSynchronize(CUstream stream)
{
	uint64_t start = now();
	unsigned id;

	if (check())
		return check();
	if (cupti.fake_waited)
		cupti.fake_waited();
	id = call("cuStreamSynchronize", start);
	statement("call cuStreamSynchronize stream=%llu corr=%u",
	          (unsigned long long)(uintptr_t)stream, id);
	statement("sync type=3 stream=%u start=%llu end=%llu corr=%u", stream_id(stream),
	          (unsigned long long)start, (unsigned long long)start + CALL_NS, id);
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status)
{
	if (check())
		return check();
	*status = (capturing && capturing == stream) ||
	                          (cupti.fake_is_capturing && cupti.fake_is_capturing(stream))
	                  ? CU_STREAM_CAPTURE_STATUS_ACTIVE
	                  : CU_STREAM_CAPTURE_STATUS_NONE;
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuStreamGetCtx(CUstream stream, CUcontext *context)
{
	if (check() || !cupti.fake_stream_context)
		return CUDA_ERROR_NOT_INITIALIZED;
	*context = cupti.fake_stream_context(stream);
	return CUDA_SUCCESS;
}

/* ---- asking without waiting ---- */

/* FAKE_CUDA_BUSY says how often in the process the answer is that something still runs. */
static CUresult query(void)
{
	static atomic_long answers;
	const char *busy = getenv("FAKE_CUDA_BUSY");

	if (check())
		return check();
	if (busy && answers++ < atol(busy))
		return CUDA_ERROR_NOT_READY;
	if (cupti.fake_waited)
		cupti.fake_waited();
	return CUDA_SUCCESS;
}

/* Something runs as long as there is the file that VARIABLE names; that it was asked for is a file
 * of that name with ".asked". */
static bool is_busy_by_file(const char *variable)
{
	const char *busy = getenv(variable);
	char asked[PATH_MAX];
	FILE *file;

	if (!busy || access(busy, F_OK))
		return false;
	snprintf(asked, sizeof asked, "%s.asked", busy);
	file = fopen(asked, "we");
	if (file)
		fclose(file);
	return true;
}

/* As the real one: what is captured is spoilt where the legacy stream is asked meanwhile. */
FAKE_API CUresult cuStreamQuery(CUstream stream)
{
	if (check())
		return check();
	if (capturing && !stream) {
		is_spoilt = true;
		return CUDA_ERROR_STREAM_CAPTURE_IMPLICIT;
	}
	return is_busy_by_file("FAKE_CUDA_BUSY_FILE") ? CUDA_ERROR_NOT_READY : query();
}

FAKE_API CUresult cuEventCreate(CUevent *event, unsigned int flags)
{
	(void)flags;
	*event = (CUevent)(uintptr_t)1;
	return check();
}

FAKE_API CUresult cuEventQuery(CUevent event)
{
	(void)event;
	return is_busy_by_file("FAKE_CUDA_BUSY_EVENT_FILE") ? CUDA_ERROR_NOT_READY : query();
}

/* As the real one: it spoils what is captured just then. */
FAKE_API CUresult cuCtxRecordEvent(CUcontext context, CUevent event)
{
	(void)context;
	(void)event;
	if (check())
		return check();
	if (capturing) {
		is_spoilt = true;
		return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
	}
	return CUDA_SUCCESS;
}

/* ---- capturing ---- */

static void capture_call(const char *name, const void *parameters, CUresult result,
                         void (*work)(CUstream stream), CUstream stream)
{
	struct fake_launch begun = {
		.call = name,
		.parameters = parameters,
		.context = (CUcontext)(uintptr_t)(FAKE_CONTEXT_ID + contexts - 1),
		.correlation_id = ++correlation_id,
		.result = result,
	};

	if (cupti.fake_launch_begins)
		cupti.fake_launch_begins(&begun);
	work(stream);
	if (cupti.fake_launch_ends)
		cupti.fake_launch_ends(&begun);
}

static void begin(CUstream stream)
{
	capturing = stream;
}

static void end(CUstream stream)
{
	(void)stream;
	capturing = NULL;
}

FAKE_API CUresult cuStreamBeginCapture(CUstream stream, CUstreamCaptureMode mode)
{
	cuStreamBeginCapture_v2_params params = { stream, mode };

	if (check())
		return check();
	is_spoilt = false;
	capture_call("cuStreamBeginCapture_v2", &params, CUDA_SUCCESS, begin, stream);
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph)
{
	cuStreamEndCapture_params params = { stream, graph };
	CUresult result = is_spoilt ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : CUDA_SUCCESS;

	if (check())
		return check();
	capture_call("cuStreamEndCapture", &params, result, end, stream);
	return result;
}

/* ---- work ---- */

FAKE_API CUresult cuModuleLoadData(CUmodule *module, const void *image)
{
	(void)image;
	*module = (CUmodule)(uintptr_t)1;
	if (check())
		return check();
	statement("module bytes=4096 seed=1");
	return CUDA_SUCCESS;
}

/* A function's handle is its name, which must live as long as the program. */
FAKE_API CUresult cuModuleGetFunction(CUfunction *function, CUmodule module, const char *name)
{
	(void)module;
	*function = (CUfunction)(uintptr_t)name;
	return check();
}

/* Every function takes one pointer. */
FAKE_API CUresult cuFuncGetParamInfo(CUfunction function, size_t number, size_t *offset,
                                     size_t *bytes)
{
	(void)function;
	*offset = 0;
	*bytes = sizeof(void *);
	return number == 0 ? check() : CUDA_ERROR_INVALID_VALUE;
}

/* An address below 4096 is none. What is in memory its address says: 1 << 20 and up is of the host,
 * 2 << 20 managed, 3 << 20 the device's. */
FAKE_API CUresult cuPointerGetAttribute(void *data, CUpointer_attribute attribute,
                                        CUdeviceptr address)
{
	const unsigned part = (unsigned)(address >> 20);

	if (!part || part > 3)
		return CUDA_ERROR_INVALID_VALUE;
	if (attribute == CU_POINTER_ATTRIBUTE_IS_MANAGED)
		*(unsigned *)data = part == 2;
	else
		*(CUmemorytype *)data = part == 1 ? CU_MEMORYTYPE_HOST : CU_MEMORYTYPE_DEVICE;
	return check();
}

/* A launch by CALL with PARAMETERS, which are those of SHAPE. It ends with RESULT. */
static CUresult launch(const char *name, const void *parameters, const cuLaunchKernel_params *shape,
                       CUresult result)
{
	const char *function = (const char *)shape->f;
	uint64_t start = now();
	struct fake_launch begun = {
		.call = name,
		.function = function,
		.parameters = parameters,
		.context = (CUcontext)(uintptr_t)(FAKE_CONTEXT_ID + contexts - 1),
		.result = result,
	};

	if (check())
		return check();
	begun.correlation_id = call(name, start);
	if (cupti.fake_launch_begins)
		cupti.fake_launch_begins(&begun);
	if (begun.passes)
		start = 0;
	else
		start += CALL_NS;
	if (begun.result == CUDA_SUCCESS && (!capturing || capturing != shape->hStream))
		statement("kernel name=%s start=%llu end=%llu corr=%u stream=%u grid=%u,%u,%u "
		          "block=%u,%u,%u dynamic_shared=%u",
		          function, (unsigned long long)start,
		          (unsigned long long)(start ? start + OPERATION_NS : 0),
		          begun.correlation_id, stream_id(shape->hStream), shape->gridDimX,
		          shape->gridDimY, shape->gridDimZ, shape->blockDimX, shape->blockDimY,
		          shape->blockDimZ, shape->sharedMemBytes);
	if (cupti.fake_launch_ends)
		cupti.fake_launch_ends(&begun);
	return begun.result;
}

/* ---- graphs ---- */

enum { EXECUTABLES = 64 };

/* An executable graph; its place is another's once it is destroyed. */
static struct executable {
	unsigned nodes, id;
	atomic_bool is_used;
	bool is_born_whole; /* made while graphs were traced as one operation */
} executables[EXECUTABLES];
static atomic_uint executables_made;

static bool are_graphs_whole(void)
{
	return cupti.fake_graphs_are_whole && cupti.fake_graphs_are_whole();
}

/* CUPTI decides when the launch has begun: one record, or one for each node. */
static void run_graph(struct executable *executable, unsigned stream, unsigned correlation,
                      uint64_t start)
{
	const bool is_whole = are_graphs_whole();

	if (is_whole && !executable->is_born_whole) { /* as the real one: it crashes */
		fprintf(stderr,
		        "fake cuda: a graph made without GRAPH_TRACE is launched with it\n");
		abort();
	}
	if (is_whole)
		statement("graph graph=%u stream=%u corr=%u start=%llu end=%llu", executable->id,
		          stream, correlation, (unsigned long long)start,
		          (unsigned long long)start + OPERATION_NS * executable->nodes);
	for (unsigned i = 0; i < executable->nodes && !is_whole; i++)
		statement("kernel name=node_%u graph=%u graph_node=%u stream=%u corr=%u "
		          "start=%llu end=%llu",
		          i % 3, executable->id, 1000 * executable->id + i, stream, correlation,
		          (unsigned long long)start + OPERATION_NS * i,
		          (unsigned long long)start + OPERATION_NS * (i + 1));
}

/* What a call does between its two callbacks. */
typedef void graph_work(struct executable *executable, unsigned stream, unsigned correlation,
                        uint64_t start);

static CUresult call_graph(const char *name, const void *parameters, graph_work *work,
                           struct executable *executable, CUstream stream)
{
	const uint64_t start = now();
	struct fake_launch begun = {
		.call = name,
		.parameters = parameters,
		.context = (CUcontext)(uintptr_t)(FAKE_CONTEXT_ID + contexts - 1),
		.result = CUDA_SUCCESS,
	};

	if (check())
		return check();
	begun.correlation_id = call(name, start);
	if (cupti.fake_launch_begins)
		cupti.fake_launch_begins(&begun);
	work(executable, stream_id(stream), begun.correlation_id, start + CALL_NS);
	if (cupti.fake_launch_ends)
		cupti.fake_launch_ends(&begun);
	return CUDA_SUCCESS;
}

/* Also when it is changed; it keeps its number then. */
static void make(struct executable *executable, unsigned stream, unsigned correlation,
                 uint64_t start)
{
	(void)stream;
	(void)correlation;
	(void)start;
	executable->is_born_whole = are_graphs_whole();
}

static void destroy(struct executable *executable, unsigned stream, unsigned correlation,
                    uint64_t start)
{
	(void)stream;
	(void)correlation;
	(void)start;
	executable->is_used = false;
}

/* A graph's handle is the number of its nodes. */
FAKE_API CUresult cuGraphInstantiateWithFlags(CUgraphExec *executable, CUgraph graph,
                                              unsigned long long flags)
{
	cuGraphInstantiateWithFlags_params params = { executable, graph, flags };
	int place = 0;

	while (place < EXECUTABLES && atomic_exchange(&executables[place].is_used, true))
		place++;
	if (place == EXECUTABLES)
		return CUDA_ERROR_OUT_OF_MEMORY;
	executables[place].nodes = (unsigned)(uintptr_t)graph;
	executables[place].id = ++executables_made;
	*executable = (CUgraphExec)(void *)&executables[place];
	return call_graph("cuGraphInstantiateWithFlags", &params, make, &executables[place], NULL);
}

FAKE_API CUresult cuGraphLaunch(CUgraphExec executable, CUstream stream)
{
	cuGraphLaunch_params params = { executable, stream };

	return call_graph("cuGraphLaunch", &params, run_graph, (void *)executable, stream);
}

FAKE_API CUresult cuGraphExecUpdate(CUgraphExec executable, CUgraph graph,
                                    CUgraphExecUpdateResultInfo *info)
{
	cuGraphExecUpdate_v2_params params = { executable, graph, info };
	struct executable *changed = (void *)executable;

	changed->nodes = (unsigned)(uintptr_t)graph;
	return call_graph("cuGraphExecUpdate_v2", &params, make, changed, NULL);
}

FAKE_API CUresult cuGraphExecDestroy(CUgraphExec executable)
{
	cuGraphExecDestroy_params params = { executable };

	return call_graph("cuGraphExecDestroy", &params, destroy, (void *)executable, NULL);
}

/* A launch of the function "fail" fails. */
static CUresult result_of(CUfunction function)
{
	return strcmp((const char *)function, "fail") == 0 ? CUDA_ERROR_LAUNCH_OUT_OF_RESOURCES
	                                                   : CUDA_SUCCESS;
}

FAKE_API CUresult cuLaunchKernel(CUfunction function, unsigned int grid_x, unsigned int grid_y,
                                 unsigned int grid_z, unsigned int block_x, unsigned int block_y,
                                 unsigned int block_z, unsigned int shared_bytes, CUstream stream,
                                 void **arguments, void **extra)
{
	cuLaunchKernel_params params = {
		.f = function,
		.gridDimX = grid_x,
		.gridDimY = grid_y,
		.gridDimZ = grid_z,
		.blockDimX = block_x,
		.blockDimY = block_y,
		.blockDimZ = block_z,
		.sharedMemBytes = shared_bytes,
		.hStream = stream,
		.kernelParams = arguments,
		.extra = extra,
	};

	return launch("cuLaunchKernel", &params, &params, result_of(function));
}

FAKE_API CUresult cuLaunchKernelEx(const CUlaunchConfig *config, CUfunction function,
                                   void **arguments, void **extra)
{
	cuLaunchKernelEx_params params = {
		.config = config,
		.f = function,
		.kernelParams = arguments,
		.extra = extra,
	};
	cuLaunchKernel_params shape = { .f = function };

	if (!config) /* refused, after the callback */
		return launch("cuLaunchKernelEx", &params, &shape, CUDA_ERROR_INVALID_VALUE);
	shape = (cuLaunchKernel_params){
		.f = function,
		.gridDimX = config->gridDimX,
		.gridDimY = config->gridDimY,
		.gridDimZ = config->gridDimZ,
		.blockDimX = config->blockDimX,
		.blockDimY = config->blockDimY,
		.blockDimZ = config->blockDimZ,
		.sharedMemBytes = config->sharedMemBytes,
		.hStream = config->hStream,
	};

	return launch("cuLaunchKernelEx", &params, &shape, result_of(function));
}

/* What the runtime launches by is a CUkernel, which is no CUfunction. */
FAKE_API CUresult cuFuncGetAttribute(int *value, CUfunction_attribute attribute,
                                     CUfunction function)
{
	(void)value;
	(void)attribute;
	(void)function;
	return CUDA_ERROR_INVALID_HANDLE;
}

/* Attribute N is 100 + N. */
FAKE_API CUresult cuKernelGetAttribute(int *value, CUfunction_attribute attribute, CUkernel kernel,
                                       CUdevice device)
{
	(void)kernel;
	(void)device;
	*value = 100 + (int)attribute;
	return check();
}

FAKE_API CUresult cuMemAlloc(CUdeviceptr *address, size_t bytes)
{
	uint64_t start = now();

	if (check())
		return check();
	*address = 0x700000000000 + 0x1000000ull * allocations++;
	statement("memory op=1 address=%llu bytes=%zu time=%llu corr=%u",
	          (unsigned long long)*address, bytes, (unsigned long long)start,
	          call("cuMemAlloc_v2", start));
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuMemFree(CUdeviceptr address)
{
	uint64_t start = now();

	if (check())
		return check();
	statement("memory op=2 address=%llu time=%llu corr=%u", (unsigned long long)address,
	          (unsigned long long)start, call("cuMemFree_v2", start));
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuMemcpyHtoDAsync(CUdeviceptr to, const void *from, size_t bytes, CUstream stream)
{
	uint64_t start = now();

	(void)to;
	(void)from;
	if (check())
		return check();
	statement("copy copy_kind=1 src=1 dst=3 flags=1 bytes=%zu stream=%u start=%llu end=%llu "
	          "corr=%u",
	          bytes, stream_id(stream), (unsigned long long)start + CALL_NS,
	          (unsigned long long)start + CALL_NS + OPERATION_NS,
	          call("cuMemcpyHtoDAsync_v2", start));
	return CUDA_SUCCESS;
}
