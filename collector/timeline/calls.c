/* SPDX-License-Identifier: MIT */
/*
 * Chooses API calls by the beginnings of their names, so that new variants (_v2, _ptsz, ExC ...)
 * need no new line. They are enabled in the thread that initialises CUDA; calls_bind() runs on
 * the writer thread.
 */
#include "timeline/calls.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "cupti/api.h"
#include "host/pauses.h"
#include "host/recording.h"

enum { CALLS_MAX = 4096 };

/*
 * Calls that issue work, wait for it, order it, or hold the host or the device up: seen on an H200
 * with CUDA 13.0, cudaDeviceSetLimit() 420 us, destroying a graph of 200 kernels 110 us,
 * cudaMemGetInfo() 5.5 us. Not: queries of attributes, errors, state, which take 0.05 to 1.5 us.
 */
/* clang-format off */
static const char *const runtime_names[] = {
	"cudaLaunch",
	"__cudaLaunch",
	"cudaGraphLaunch",
	"cudaGraphInstantiate",
	"cudaGraphExecUpdate",
	"cudaGraphUpload",
	"cudaGraphDestroy",
	"cudaGraphExecDestroy",
	"cudaMemcpy",
	"cudaMemset",
	"cudaMemPrefetch",
	"cudaMemGetInfo",
	"cudaMalloc",
	"cudaFree",
	"cudaHostAlloc",
	"cudaHostRegister",
	"cudaHostUnregister",
	"cudaDeviceSynchronize",
	"cudaThreadSynchronize",
	"cudaStreamSynchronize",
	"cudaStreamWaitEvent",
	"cudaStreamCreate",
	"cudaStreamDestroy",
	"cudaStreamAddCallback",
	"cudaEventRecord",
	"cudaEventSynchronize",
	"cudaEventCreate",
	"cudaEventDestroy",
	"cudaLibraryLoad",
	"cudaDeviceReset",
	"cudaDeviceSetLimit",
};

static const char *const driver_names[] = {
	"cuLaunch",
	"cuGraphLaunch",
	"cuGraphInstantiate",
	"cuGraphExecUpdate",
	"cuGraphUpload",
	"cuGraphDestroy",
	"cuGraphExecDestroy",
	"cuMemcpy",
	"cuMemset",
	"cuMemPrefetch",
	"cuMemGetInfo",
	"cuMemAlloc",
	"cuMemFree",
	"cuMemHostAlloc",
	"cuMemHostRegister",
	"cuMemHostUnregister",
	"cuMemCreate",
	"cuMemMap",
	"cuMemSetAccess",
	"cuMemUnmap",
	"cuMemRelease",
	"cuCtxSynchronize",
	"cuCtxSetLimit",
	"cuStreamSynchronize",
	"cuStreamWaitEvent",
	"cuStreamWaitValue",
	"cuStreamCreate",
	"cuStreamDestroy",
	"cuStreamAddCallback",
	"cuEventRecord",
	"cuEventSynchronize",
	"cuEventCreate",
	"cuEventDestroy",
	"cuModuleLoad",
	"cuLibraryLoad",
	"cuLinkComplete",
};
/* clang-format on */

/* Beginnings above that go too far. */
static const char *const unwanted[] = { "cudaMallocMipmapped", "cudaMemPoolGet",
	                                "cuMemAllocationGranularity" };

/* Without libc's, since it is called tens of thousands of times before a program begins; most names
 * differ early. They are constants: ThreadSanitizer, for which that was a sixth of a short program,
 * need not look. */
static __attribute__((no_sanitize("thread"))) bool begins_with(const char *name,
                                                               const char *beginning)
{
	while (*beginning && *name == *beginning) {
		name++;
		beginning++;
	}
	return !*beginning;
}

static bool begins_with_one(const char *name, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (begins_with(name, list[i]))
			return true;
	return false;
}

/*
 * Single calls are asked for one by one where that works. It does not before CUPTI had functions
 * for it (12.5), nor where contexts were made before (13.0: no call comes, and no error; launches
 * of graphs then all have the same correlation id): then the whole kind is on, calls that are not
 * wanted are turned off one by one where that is possible, and what comes nevertheless is left out.
 *
 * They are turned on once, and off for good alone. A call that is recorded as it begins and no more
 * as it ends does not end for CUPTI (13.0): all that its thread calls later, and what that
 * launches, has the same correlation id. So what comes while nothing is recorded is left out.
 */
static bool is_whole[2]; /* the runtime's calls, the driver's */
static atomic_bool is_wanted[2][CALLS_MAX];

bool calls_can_be_chosen(void)
{
	return cupti.cuptiActivityEnableDriverApi && cupti.cuptiActivityEnableRuntimeApi;
}

static CUptiResult set_call(bool is_driver, uint32_t cbid, uint8_t is_on)
{
	return is_driver ? cupti.cuptiActivityEnableDriverApi(cbid, is_on)
	                 : cupti.cuptiActivityEnableRuntimeApi(cbid, is_on);
}

static CUptiResult set_kind(bool is_driver, bool is_on)
{
	const CUpti_ActivityKind kind =
	        is_driver ? CUPTI_ACTIVITY_KIND_DRIVER : CUPTI_ACTIVITY_KIND_RUNTIME;

	return is_on ? cupti.cuptiActivityEnable(kind) : cupti.cuptiActivityDisable(kind);
}

/* Newer libraries know more calls than these headers; their names tell. */
static uint32_t calls_count(bool is_driver)
{
	return (is_driver ? (uint32_t)CUPTI_DRIVER_TRACE_CBID_SIZE
	                  : (uint32_t)CUPTI_RUNTIME_TRACE_CBID_SIZE) +
	       64;
}

/* NULL: there is no such call. */
static const char *name_of(bool is_driver, uint32_t cbid)
{
	const char *name = NULL;

	return cupti.cuptiGetCallbackName(is_driver ? CUPTI_CB_DOMAIN_DRIVER_API
	                                            : CUPTI_CB_DOMAIN_RUNTIME_API,
	                                  cbid, &name) == CUPTI_SUCCESS
	               ? name
	               : NULL;
}

/* All of a kind, then those that are not wanted off. */
static CUptiResult enable_whole(bool is_driver)
{
	CUptiResult result = set_kind(is_driver, true);

	for (uint32_t cbid = 1; calls_can_be_chosen() && cbid < calls_count(is_driver); cbid++)
		if (result == CUPTI_SUCCESS && cbid < CALLS_MAX && !is_wanted[is_driver][cbid] &&
		    name_of(is_driver, cbid))
			set_call(is_driver, cbid, 0);
	return result;
}

static CUptiResult enable_names(bool is_driver, const char *const *names, size_t count)
{
	CUptiResult result = CUPTI_SUCCESS;

	is_whole[is_driver] =
	        recording.is_late || atomic_load(&recording.is_off) || !calls_can_be_chosen();
	for (uint32_t cbid = 1; cbid < calls_count(is_driver) && cbid < CALLS_MAX; cbid++) {
		const char *name = name_of(is_driver, cbid);
		CUptiResult got = CUPTI_SUCCESS;

		if (!name || !begins_with_one(name, names, count) ||
		    begins_with_one(name, unwanted, sizeof unwanted / sizeof *unwanted))
			continue;
		is_wanted[is_driver][cbid] = true;
		if (!is_whole[is_driver])
			got = set_call(is_driver, cbid, 1);
		if (got != CUPTI_SUCCESS)
			result = got;
	}
	return is_whole[is_driver] ? enable_whole(is_driver) : result;
}

static void disable_names(bool is_driver)
{
	if (is_whole[is_driver]) {
		set_kind(is_driver, false);
		return;
	}
	for (uint32_t cbid = 1; cbid < calls_count(is_driver) && cbid < CALLS_MAX; cbid++)
		if (is_wanted[is_driver][cbid])
			set_call(is_driver, cbid, 0);
}

CUptiResult calls_enable_runtime(void)
{
	return enable_names(false, runtime_names, sizeof runtime_names / sizeof *runtime_names);
}

CUptiResult calls_enable_driver(void)
{
	return enable_names(true, driver_names, sizeof driver_names / sizeof *driver_names);
}

void calls_disable_runtime(void)
{
	disable_names(false);
}

void calls_disable_driver(void)
{
	disable_names(true);
}

static bool is_asked_for(CUpti_CallbackDomain domain, uint32_t cbid)
{
	if (domain == CUPTI_CB_DOMAIN_DRIVER_API &&
	    cbid == CUPTI_DRIVER_TRACE_CBID_cuDriverGetVersion)
		return false; /* call_cost_measure_ns() */
	return cbid < CALLS_MAX && is_wanted[domain == CUPTI_CB_DOMAIN_DRIVER_API][cbid];
}

enum bound calls_bind(struct rows *rows, sqlite3_stmt *statement, const void *record,
                      CUpti_CallbackDomain domain)
{
	const call_record *call = record;
	/* Of what is left out, too: in a long pause the ids may begin anew. */
	const int64_t correlation = rows_correlation(rows, call->correlationId);

	if (call->end < call->start || !is_asked_for(domain, call->cbid) ||
	    pauses_cover(call->start, call->end))
		return BOUND_SKIP;
	sqlite3_bind_int64(statement, 1, correlation);
	sqlite3_bind_int64(statement, 2, rows_time(rows, call->start));
	sqlite3_bind_int64(statement, 3, (int64_t)(call->end - call->start));
	sqlite3_bind_int64(statement, 4, rows_thread(rows, call->threadId));
	sqlite3_bind_int64(statement, 5, rows_call_name(rows, domain, call->cbid));
	sqlite3_bind_int64(statement, 6, call->returnValue);
	return BOUND_ROW;
}
