/* SPDX-License-Identifier: MIT */
/*
 * The classes of API calls: one table of beginnings of names. Any thread.
 *
 * Runtime and driver share most stems (cudaStreamCreate, cuStreamCreate), so the table is matched
 * behind "cuda" or "cu". Suffixes (_v2, _ptsz, WithFlags, Async ...) need no rows: only the
 * beginning counts. The first row that fits wins, so special cases stand above the general one.
 */
#include "trace/call_class.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"

enum { USUAL_CALLS = 1000000 }; /* calls that a usual duration is taken from */
enum { MEDIAN_CALLS = 10 };     /* fewer may all be first ones, which load what they launch */

static const struct {
	const char *stem;
	enum call_class class;
} classes[] = {
	{ "LaunchHostFunc", CALL_HOST_CALLBACK },
	{ "StreamAddCallback", CALL_HOST_CALLBACK },
	{ "Launch", CALL_LAUNCH }, /* LaunchKernel, LaunchKernelExC, LaunchCooperativeKernel ... */

	{ "GraphLaunch", CALL_GRAPH_LAUNCH },
	{ "Graph", CALL_GRAPH },
	{ "StreamBeginCapture", CALL_GRAPH },
	{ "StreamEndCapture", CALL_GRAPH },
	{ "StreamIsCapturing", CALL_GRAPH },
	{ "StreamGetCaptureInfo", CALL_GRAPH },
	{ "StreamUpdateCaptureDependencies", CALL_GRAPH },
	{ "ThreadExchangeStreamCaptureMode", CALL_GRAPH },

	{ "Memcpy", CALL_COPY },
	{ "Memset", CALL_FILL },

	{ "Malloc", CALL_ALLOCATE },
	{ "HostAlloc", CALL_ALLOCATE },
	{ "HostRegister", CALL_ALLOCATE }, /* pins pages, which costs as much */
	{ "MemAlloc", CALL_ALLOCATE },     /* cuMemAlloc, cuMemAllocAsync, cuMemAllocHost ... */
	{ "MemHostAlloc", CALL_ALLOCATE },
	{ "MemHostRegister", CALL_ALLOCATE },
	{ "MemCreate", CALL_ALLOCATE },
	{ "MemMap", CALL_ALLOCATE },
	{ "MemSetAccess", CALL_ALLOCATE }, /* brings the pages that were mapped */
	{ "MemPoolCreate", CALL_ALLOCATE },
	{ "ArrayCreate", CALL_ALLOCATE },
	{ "Array3DCreate", CALL_ALLOCATE },
	{ "MipmappedArrayCreate", CALL_ALLOCATE },

	{ "Free", CALL_FREE }, /* cudaFree, cudaFreeAsync, cudaFreeHost ... */
	{ "HostUnregister", CALL_FREE },
	{ "MemFree", CALL_FREE },
	{ "MemHostUnregister", CALL_FREE },
	{ "MemRelease", CALL_FREE },
	{ "MemUnmap", CALL_FREE },
	{ "MemPoolDestroy", CALL_FREE },
	{ "MemPoolTrimTo", CALL_FREE },
	{ "ArrayDestroy", CALL_FREE },
	{ "MipmappedArrayDestroy", CALL_FREE },

	{ "DeviceSynchronize", CALL_SYNCHRONIZE },
	{ "ThreadSynchronize", CALL_SYNCHRONIZE },
	{ "CtxSynchronize", CALL_SYNCHRONIZE },
	{ "StreamSynchronize", CALL_SYNCHRONIZE },
	{ "EventSynchronize", CALL_SYNCHRONIZE },

	{ "DeviceReset", CALL_TEARDOWN },
	{ "ThreadExit", CALL_TEARDOWN },
	{ "CtxDestroy", CALL_TEARDOWN },
	{ "DevicePrimaryCtxRe", CALL_TEARDOWN }, /* release, reset */

	{ "StreamQuery", CALL_QUERY },
	{ "EventQuery", CALL_QUERY },
	{ "EventRecord", CALL_EVENT_RECORD },
	{ "StreamWaitEvent", CALL_WAIT_EVENT },
	{ "StreamCreate", CALL_STREAM },
	{ "StreamDestroy", CALL_STREAM },
	{ "EventCreate", CALL_EVENT },
	{ "EventDestroy", CALL_EVENT },

	{ "Module", CALL_LOAD },
	{ "Library", CALL_LOAD },
	{ "Link", CALL_LOAD },
	{ "Func", CALL_LOAD },   /* cudaFuncGetAttributes, cuFuncLoad: load a function that is not
	                            loaded yet */
	{ "Kernel", CALL_LOAD }, /* cuKernelGetFunction, cuKernelSetAttribute ... */
	{ "GetKernel", CALL_LOAD },
	{ "GetFuncBySymbol", CALL_LOAD },
	{ "OccupancyMaxActive", CALL_LOAD }, /* loads its function as well */
};

/* The CUDA runtime loads so what libraries bring with them; a program that compiles code loads it
 * as a module. */
static bool loads_library(const struct trace *trace, uint32_t call)
{
	return strncmp(trace->call_names[trace->calls.name[call]].name, "cuLibraryLoad", 13) == 0;
}

/* Behind a longer pause the program was at something else: none of cuBLAS, which is large, took
 * more than 22 ms beside an H200, and its file may come from a slow disk. */
enum { LIBRARY_START_MOST_NS = 500000000 };

bool calls_start_library(const struct trace *trace, uint32_t before, uint32_t call)
{
	return loads_library(trace, before) && loads_library(trace, call) &&
	       trace->calls.start_ns[call] - trace->calls.end_ns[before] <= LIBRARY_START_MOST_NS;
}

bool call_is_driver(const char *name)
{
	return strncmp(name, "cu", 2) == 0 && strncmp(name, "cuda", 4) != 0;
}

enum call_class call_class_of(const char *name)
{
	const char *stem;

	if (strncmp(name, "cuda", 4) == 0)
		stem = name + 4;
	else if (call_is_driver(name))
		stem = name + 2;
	else
		return CALL_OTHER;
	for (size_t i = 0; i < sizeof classes / sizeof *classes; i++)
		if (strncmp(stem, classes[i].stem, strlen(classes[i].stem)) == 0)
			return classes[i].class;
	return CALL_OTHER;
}

size_t call_name_length(const char *name)
{
	const char *suffix = strrchr(name, '_');
	size_t digits;

	if (!suffix || suffix[1] != 'v')
		return strlen(name);
	digits = strspn(suffix + 2, "0123456789");
	/* Four digits and more are the CUDA version of CUPTI's callback id, fewer the driver's own
	 * _v2. */
	return digits >= 4 && suffix[2 + digits] == '\0' ? (size_t)(suffix - name) : strlen(name);
}

/* 0 of none. */
static int64_t least(const int64_t *durations, size_t count)
{
	int64_t least_ns = count ? durations[0] : 0;

	for (size_t i = 1; i < count; i++)
		if (durations[i] < least_ns)
			least_ns = durations[i];
	return least_ns;
}

int calls_usual_ns(int64_t *usual_ns, const struct trace *trace, enum call_class class)
{
	size_t calls = trace->calls.count < USUAL_CALLS ? trace->calls.count : USUAL_CALLS,
	       count = 0;
	int64_t *durations = malloc((calls + 1) * sizeof *durations);

	*usual_ns = 0;
	if (!durations)
		return -ENOMEM;
	for (uint32_t c = 0; c < calls; c++)
		if (call_class(trace, c) == class)
			durations[count++] = call_length_ns(trace, c);
	*usual_ns = count < MEDIAN_CALLS ? least(durations, count)
	                                 : statistics_median(durations, count);
	free(durations);
	return 0;
}
