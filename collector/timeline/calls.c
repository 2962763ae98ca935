/* SPDX-License-Identifier: MIT */
/*
 * Chooses API calls by the beginnings of their names, so that new variants (_v2, _ptsz, ExC ...)
 * need no new line. calls_enable() runs once in the thread that initialises CUDA, calls_bind() on
 * the writer thread.
 */
#include "timeline/calls.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <string.h>

#include "cupti/api.h"
#include "host/log.h"

enum { CALLS_MAX = 4096 };

/* Calls that issue work, wait for it, order it, or hold the device up. Not: queries of attributes,
 * errors, state. */
static const char *const runtime_names[] = {
	"cudaLaunch",
	"__cudaLaunch",
	"cudaGraphLaunch",
	"cudaGraphInstantiate",
	"cudaGraphExecUpdate",
	"cudaGraphUpload",
	"cudaMemcpy",
	"cudaMemset",
	"cudaMemPrefetch",
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
};

static const char *const driver_names[] = {
	"cuLaunch",
	"cuGraphLaunch",
	"cuGraphInstantiate",
	"cuGraphExecUpdate",
	"cuGraphUpload",
	"cuMemcpy",
	"cuMemset",
	"cuMemPrefetch",
	"cuMemAlloc",
	"cuMemFree",
	"cuMemHostAlloc",
	"cuMemHostRegister",
	"cuMemHostUnregister",
	"cuMemCreate",
	"cuMemMap",
	"cuMemUnmap",
	"cuMemRelease",
	"cuCtxSynchronize",
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

/* Beginnings above that go too far. */
static const char *const unwanted[] = { "cudaMallocMipmapped", "cudaMemPoolGet",
	                                "cuMemAllocationGranularity" };

static int begins_with_one(const char *name, const char *const *list, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (strncmp(name, list[i], strlen(list[i])) == 0)
			return 1;
	return 0;
}

/* Before CUPTI could be asked for single calls: it gives all, and what is not wanted is left out
 * when it comes. */
static atomic_bool has_all;
static bool is_wanted[2][CALLS_MAX];

static CUptiResult enable_call(bool is_driver, uint32_t cbid)
{
	if (cbid < CALLS_MAX)
		is_wanted[is_driver][cbid] = true;
	if (!cupti.cuptiActivityEnableDriverApi || !cupti.cuptiActivityEnableRuntimeApi)
		return CUPTI_SUCCESS;
	return is_driver ? cupti.cuptiActivityEnableDriverApi(cbid, 1)
	                 : cupti.cuptiActivityEnableRuntimeApi(cbid, 1);
}

static CUptiResult enable_whole_kind(bool is_driver)
{
	if (cupti.cuptiActivityEnableDriverApi && cupti.cuptiActivityEnableRuntimeApi)
		return CUPTI_SUCCESS;
	if (!atomic_exchange(&has_all, true))
		log_line("this libcupti records either all CUDA calls or none: each costs more "
		         "than with the CUPTI of a newer CUDA");
	return cupti.cuptiActivityEnable(is_driver ? CUPTI_ACTIVITY_KIND_DRIVER
	                                           : CUPTI_ACTIVITY_KIND_RUNTIME);
}

static CUptiResult enable_names(CUpti_CallbackDomain domain, const char *const *names, size_t count)
{
	const bool is_driver = domain == CUPTI_CB_DOMAIN_DRIVER_API;
	/* Newer libraries know more calls than these headers; their names tell. */
	const uint32_t last = (is_driver ? (uint32_t)CUPTI_DRIVER_TRACE_CBID_SIZE
	                                 : (uint32_t)CUPTI_RUNTIME_TRACE_CBID_SIZE) +
	                      64;
	CUptiResult result = CUPTI_SUCCESS;

	for (uint32_t cbid = 1; cbid < last; cbid++) {
		const char *name = NULL;
		CUptiResult got;

		if (cupti.cuptiGetCallbackName(domain, cbid, &name) != CUPTI_SUCCESS || !name)
			continue;
		if (!begins_with_one(name, names, count) ||
		    begins_with_one(name, unwanted, sizeof unwanted / sizeof *unwanted))
			continue;
		got = enable_call(is_driver, cbid);
		if (got != CUPTI_SUCCESS)
			result = got;
	}
	return result == CUPTI_SUCCESS ? enable_whole_kind(is_driver) : result;
}

CUptiResult calls_enable_runtime(void)
{
	return enable_names(CUPTI_CB_DOMAIN_RUNTIME_API, runtime_names,
	                    sizeof runtime_names / sizeof *runtime_names);
}

CUptiResult calls_enable_driver(void)
{
	return enable_names(CUPTI_CB_DOMAIN_DRIVER_API, driver_names,
	                    sizeof driver_names / sizeof *driver_names);
}

static bool is_asked_for(CUpti_CallbackDomain domain, uint32_t cbid)
{
	return !atomic_load(&has_all) ||
	       (cbid < CALLS_MAX && is_wanted[domain == CUPTI_CB_DOMAIN_DRIVER_API][cbid]);
}

enum bound calls_bind(struct rows *rows, sqlite3_stmt *statement, const void *record,
                      CUpti_CallbackDomain domain)
{
	const call_record *call = record;

	if (call->end < call->start || !is_asked_for(domain, call->cbid))
		return BOUND_SKIP;
	sqlite3_bind_int64(statement, 1, rows_correlation(rows, call->correlationId));
	sqlite3_bind_int64(statement, 2, rows_time(rows, call->start));
	sqlite3_bind_int64(statement, 3, (int64_t)(call->end - call->start));
	sqlite3_bind_int64(statement, 4, rows_thread(rows, call->threadId));
	sqlite3_bind_int64(statement, 5, rows_call_name(rows, domain, call->cbid));
	sqlite3_bind_int64(statement, 6, call->returnValue);
	return BOUND_ROW;
}
