/* SPDX-License-Identifier: MIT */
/* Streams and events: waiting for them, asking without waiting, and capturing. */
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include <cupti.h>

#include "libcuda.h"

static atomic_uint streams = FAKE_NULL_STREAM_ID;

static _Atomic(CUstream) capturing; /* by cuStreamBeginCapture(); NULL: none */
static atomic_bool is_spoilt;       /* what is captured */

bool driver_is_capturing(CUstream stream)
{
	return capturing && capturing == stream;
}

/* By stream. */
static unsigned flags_of[256];

static int priority_of(unsigned id)
{
	return -(int)(id % 3);
}

FAKE_API CUresult cuStreamGetFlags(CUstream stream, unsigned int *flags)
{
	if (driver_is_capturing(stream))
		is_spoilt = true;
	*flags = flags_of[(uintptr_t)stream % 256];
	return driver_check();
}

FAKE_API CUresult cuStreamGetPriority(CUstream stream, int *priority)
{
	if (driver_is_capturing(stream))
		is_spoilt = true;
	*priority = priority_of((unsigned)(uintptr_t)stream);
	return driver_check();
}

FAKE_API CUresult cuStreamCreate(CUstream *stream, unsigned int flags)
{
	unsigned id;

	if (driver_check())
		return driver_check();
	id = ++streams;
	*stream = (CUstream)(uintptr_t)id;
	flags_of[id % 256] = flags;
	driver_statement("stream id=%u flag=%d priority=%u", id,
	                 flags & CU_STREAM_NON_BLOCKING ? 2 : 1, (unsigned)priority_of(id));
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuStreamSynchronize(CUstream stream)
{
	uint64_t start = driver_now();
	unsigned id;

	if (driver_check())
		return driver_check();
	if (cupti.fake_waited)
		cupti.fake_waited();
	id = driver_record("cuStreamSynchronize", start);
	driver_statement("call cuStreamSynchronize stream=%llu corr=%u",
	                 (unsigned long long)(uintptr_t)stream, id);
	driver_statement("sync type=3 stream=%u start=%llu end=%llu corr=%u",
	                 driver_stream_id(stream), (unsigned long long)start,
	                 (unsigned long long)start + FAKE_CALL_NS, id);
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuStreamIsCapturing(CUstream stream, CUstreamCaptureStatus *status)
{
	if (driver_check())
		return driver_check();
	*status = driver_is_capturing(stream) ||
	                          (cupti.fake_is_capturing && cupti.fake_is_capturing(stream))
	                  ? CU_STREAM_CAPTURE_STATUS_ACTIVE
	                  : CU_STREAM_CAPTURE_STATUS_NONE;
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuStreamGetCtx(CUstream stream, CUcontext *context)
{
	if (driver_check() || !cupti.fake_stream_context)
		return CUDA_ERROR_NOT_INITIALIZED;
	*context = cupti.fake_stream_context(stream);
	return CUDA_SUCCESS;
}

/* FAKE_CUDA_BUSY says how often in the process the answer is that something still runs. */
static CUresult query(void)
{
	static atomic_long answers;
	const char *busy = getenv("FAKE_CUDA_BUSY");

	if (driver_check())
		return driver_check();
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
	if (driver_check())
		return driver_check();
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
	return driver_check();
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
	if (driver_check())
		return driver_check();
	if (capturing) {
		is_spoilt = true;
		return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
	}
	return CUDA_SUCCESS;
}

/* ---- capturing ---- */

void driver_call_back(const char *name, const void *parameters, CUresult result,
                      void (*work)(CUstream stream), CUstream stream)
{
	struct fake_launch begun = {
		.call = name,
		.parameters = parameters,
		.context = driver_newest_context(),
		.correlation_id = ++driver_correlation_id,
		.result = result,
	};

	if (cupti.fake_launch_begins)
		cupti.fake_launch_begins(&begun);
	if (work)
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

	if (driver_check())
		return driver_check();
	is_spoilt = false;
	driver_call_back("cuStreamBeginCapture_v2", &params, CUDA_SUCCESS, begin, stream);
	return CUDA_SUCCESS;
}

FAKE_API CUresult cuStreamEndCapture(CUstream stream, CUgraph *graph)
{
	cuStreamEndCapture_params params = { stream, graph };
	CUresult result = is_spoilt ? CUDA_ERROR_STREAM_CAPTURE_INVALIDATED : CUDA_SUCCESS;

	if (driver_check())
		return driver_check();
	driver_call_back("cuStreamEndCapture", &params, result, end, stream);
	return result;
}
