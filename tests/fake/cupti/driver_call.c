/* SPDX-License-Identifier: MIT */
/*
 * Driver calls about streams and events, and copies. As seen with CUPTI 13.0: correlationData is 0
 * when a call begins, a call without parameters has none, ids of streams are asked for without a
 * check of their context. Runs on the threads that play.
 */
#include "driver_call.h"

#include <stdatomic.h>
#include <string.h>

#include "fake.h"
#include "libcupti.h"
#include "names.h"

enum {
	NONE = -1,
	STREAMS = 4096,           /* handles are below this; the rest are no streams */
	BYTES_USUAL = 1 << 20,    /* of a copy */
	STREAMS_OF_CONTEXT = 1000 /* handle 2013 is a stream of context 2; those below 1000 of 1 */
};

#define AT(call, member) (int)offsetof(call##_params, member)
#define BOTH(call)                                                           \
	{                                                                    \
#call, AT(call, hStream), AT(call, hEvent), NONE, NONE, NONE \
	}
#define STREAM(call)                                             \
	{                                                        \
#call, AT(call, hStream), NONE, NONE, NONE, NONE \
	}
#define EVENT(call)                                             \
	{                                                       \
#call, NONE, AT(call, hEvent), NONE, NONE, NONE \
	}
#define BARE(call)                                  \
	{                                           \
#call, NONE, NONE, NONE, NONE, NONE \
	}
#define HOST_COPY(call, host)                                                             \
	{                                                                                 \
#call, AT(call, hStream), NONE, NONE, AT(call, host), AT(call, ByteCount) \
	}
#define BLOCKING_HOST_COPY(call, host)                                       \
	{                                                                    \
#call, NONE, NONE, NONE, AT(call, host), AT(call, ByteCount) \
	}

static const struct layout {
	const char *name;
	int stream, event, context; /* offsets of handles in the parameters, or NONE */
	int host, bytes;            /* of the address of memory of the host, and of how much */
} layouts[] = {
	BOTH(cuEventRecord),
	BOTH(cuEventRecord_ptsz),
	BOTH(cuEventRecordWithFlags),
	BOTH(cuEventRecordWithFlags_ptsz),
	BOTH(cuStreamWaitEvent),
	BOTH(cuStreamWaitEvent_ptsz),
	STREAM(cuStreamSynchronize),
	STREAM(cuStreamSynchronize_ptsz),
	STREAM(cuLaunchHostFunc),
	STREAM(cuLaunchHostFunc_ptsz),
	STREAM(cuStreamAddCallback),
	STREAM(cuStreamAddCallback_ptsz),
	STREAM(cuMemcpyPeerAsync),
	STREAM(cuMemcpyDtoDAsync_v2_ptsz),
	HOST_COPY(cuMemcpyHtoDAsync_v2, srcHost),
	HOST_COPY(cuMemcpyHtoDAsync_v2_ptsz, srcHost),
	HOST_COPY(cuMemcpyDtoHAsync_v2, dstHost),
	HOST_COPY(cuMemcpyDtoHAsync_v2_ptsz, dstHost),
	BLOCKING_HOST_COPY(cuMemcpyHtoD_v2, srcHost),
	BLOCKING_HOST_COPY(cuMemcpyHtoD_v2_ptds, srcHost),
	BLOCKING_HOST_COPY(cuMemcpyDtoH_v2, dstHost),
	BLOCKING_HOST_COPY(cuMemcpyDtoH_v2_ptds, dstHost),
	BARE(cuMemcpyPeer),
	BARE(cuMemcpy3DPeer_ptds),
	EVENT(cuEventSynchronize),
	EVENT(cuEventDestroy),
	EVENT(cuEventDestroy_v2),
	EVENT(cuCtxRecordEvent),
	EVENT(cuGreenCtxRecordEvent),
	BARE(cuCtxSynchronize),
	BARE(cuMemHostRegister_v2),
	BARE(cuMemHostUnregister),
	BARE(cuProfilerStart),
	BARE(cuProfilerStop),
	{ "cuCtxSynchronize_v2", NONE, NONE, AT(cuCtxSynchronize_v2, ctx), NONE, NONE },
	{ .name = NULL },
};

static atomic_bool is_captured[STREAMS];
static _Thread_local uint32_t current_context;

static const struct layout *layout_of(int32_t cbid)
{
	const char *name =
	        cbid < 0 ? NULL : name_of_call(CUPTI_CB_DOMAIN_DRIVER_API, (uint32_t)cbid);
	const struct layout *layout = layouts;

	while (name && layout->name && strcmp(layout->name, name) != 0)
		layout++;
	return name && layout->name ? layout : NULL;
}

bool driver_call_is_known(int32_t cbid)
{
	return layout_of(cbid) != NULL;
}

static void set_parameter(struct driver_call_begun *begun, int offset, uint64_t value)
{
	if (offset != NONE)
		memcpy((char *)begun->parameters + offset, &value, sizeof value);
}

void driver_call_begin(struct driver_call_begun *begun, const struct driver_call *call)
{
	const struct layout *layout = layout_of(call->cbid);
	bool has_parameters = layout->stream != NONE || layout->event != NONE ||
	                      layout->context != NONE || layout->host != NONE;

	*begun = (struct driver_call_begun){
		.call = { .cbid = (CUpti_CallbackId)call->cbid,
		          .parameters = has_parameters ? begun->parameters : NULL,
		          .context = call->context,
		          .correlation_id = call->correlation_id,
		          .result = (CUresult)call->result },
	};
	set_parameter(begun, layout->stream, call->stream);
	set_parameter(begun, layout->event, call->event);
	set_parameter(begun, layout->context, call->named);
	set_parameter(begun, layout->host, call->host);
	set_parameter(begun, layout->bytes, call->bytes ? call->bytes : BYTES_USUAL);
	current_context = call->context;
	client_call_entered(&begun->call);
}

void driver_call_end(struct driver_call_begun *begun)
{
	current_context = begun->call.context;
	client_call_left(&begun->call);
	memset(begun->parameters, 0xa5, sizeof begun->parameters);
}

/* ---- what is known of streams ---- */

void driver_call_capture(uint64_t stream, bool is_on)
{
	if (stream < STREAMS)
		is_captured[stream] = is_on;
}

bool fake_is_capturing(CUstream stream)
{
	const uintptr_t handle = (uintptr_t)stream;

	return handle < STREAMS && is_captured[handle];
}

CUcontext fake_stream_context(CUstream stream)
{
	const uintptr_t handle = (uintptr_t)stream;

	if (stream == NULL || stream == CU_STREAM_LEGACY || stream == CU_STREAM_PER_THREAD)
		return (CUcontext)(uintptr_t)current_context;
	return (CUcontext)(handle < STREAMS_OF_CONTEXT ? 1 : handle / STREAMS_OF_CONTEXT);
}

FAKE_API CUptiResult cuptiGetStreamIdEx(CUcontext context, CUstream stream, uint8_t is_per_thread,
                                        uint32_t *id)
{
	const uintptr_t handle = (uintptr_t)stream;
	CUptiResult result = fake_enter(__func__, handle);

	if (result)
		return result;
	if (!context && handle <= (uintptr_t)CU_STREAM_PER_THREAD)
		return CUPTI_ERROR_INVALID_STREAM;
	if (handle >= STREAMS)
		return CUPTI_ERROR_INVALID_STREAM;
	if (stream == CU_STREAM_PER_THREAD || (!stream && is_per_thread))
		*id = FAKE_THREAD_STREAM_ID;
	else
		*id = stream && stream != CU_STREAM_LEGACY ? (uint32_t)handle : FAKE_NULL_STREAM_ID;
	return CUPTI_SUCCESS;
}
