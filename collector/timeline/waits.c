/* SPDX-License-Identifier: MIT */
/*
 * Notes what the program waits for, and which memory of the host it copies. Runs in CUPTI's
 * callbacks on the program's threads; a note is made where the order between threads is still the
 * program's: of what is put into a stream when that is done, of a thread's wait for an event before
 * it begins.
 *
 * Seen with CUPTI 13.0: the correlation id of a driver call that the runtime makes is the runtime
 * call's; contextUid is the current context, which need not be the stream's; cuptiGetStreamIdEx()
 * does not check the context it is given.
 */
#include "timeline/waits.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#include "host/losses.h"
#include "cupti/api.h"
#include "host/driver.h"
#include "counters/launch_metrics.h"
#include "host/recording.h"
#include "timeline/stream_ids.h"
#include "timeline/wait_notes.h"
#include "trace_file.h"

enum { CBIDS = 2048, NO_HANDLE = -1 };

struct call {
	CUpti_CallbackId cbid;
	int stream_at, event_at; /* offsets of handles in the call's parameters, or NO_HANDLE */
	int address_at,
	        bytes_at;   /* offsets of the host's address, where it is noted, and of the size */
	bool is_per_thread; /* stream 0 is the calling thread's own */
	void (*begin)(const struct call *call, const CUpti_CallbackData *data); /* NULL: nothing */
	void (*end)(const struct call *call, const CUpti_CallbackData *data);   /* it succeeded */
};

static const struct call *call_of[CBIDS];
static atomic_uint contexts;
static _Atomic(CUpti_SubscriberHandle) used; /* NULL: there are no callbacks */
static atomic_bool is_switched_on;
static __typeof__(cuStreamIsCapturing) *is_capturing; /* NULL: this driver has none */
static __typeof__(cuStreamGetCtx) *get_context;

static void *handle_at(const CUpti_CallbackData *data, int offset)
{
	void *handle = NULL;

	if (offset != NO_HANDLE && data->functionParams)
		memcpy(&handle, (const char *)data->functionParams + offset, sizeof handle);
	return handle;
}

static struct wait_note note_of(const struct call *call, const CUpti_CallbackData *data,
                                enum wait_note_type type)
{
	return (struct wait_note){
		.event = (uintptr_t)handle_at(data, call->event_at),
		.correlation_id = data->correlationId,
		.context_id = data->contextUid,
		.type = (uint8_t)type,
	};
}

/* ---- streams ---- */

static CUstream stream_of(const struct call *call, const CUpti_CallbackData *data)
{
	CUstream stream = handle_at(data, call->stream_at);

	if (stream)
		return stream;
	return call->is_per_thread ? CU_STREAM_PER_THREAD : CU_STREAM_LEGACY;
}

/* Says in NOTE which stream it is about; false: CUPTI does not know. */
static bool locate(struct wait_note *note, CUstream stream, CUcontext current)
{
	CUcontext own = current;

	if (atomic_load_explicit(&contexts, memory_order_relaxed) > 1 && get_context &&
	    get_context(stream, &own) == CUDA_SUCCESS && own != current &&
	    cupti.cuptiGetContextId(own, &note->context_id) != CUPTI_SUCCESS)
		own = current;
	note->has_stream = stream_id(own, note->context_id, stream, &note->stream_id);
	if (!note->has_stream)
		counter_add(COUNTER_unknown_streams, 1);
	return note->has_stream;
}

/* Whether what is put into STREAM goes into a graph instead. The legacy stream cannot be captured.
 */
static bool is_captured(CUstream stream)
{
	CUstreamCaptureStatus status = CU_STREAM_CAPTURE_STATUS_NONE;

	return stream != CU_STREAM_LEGACY && is_capturing &&
	       is_capturing(stream, &status) == CUDA_SUCCESS &&
	       status != CU_STREAM_CAPTURE_STATUS_NONE;
}

/* ---- calls ---- */

static void end_record(const struct call *call, const CUpti_CallbackData *data)
{
	CUstream stream = stream_of(call, data);
	struct wait_note note = note_of(call, data, NOTE_RECORD);

	if (is_captured(stream) || !locate(&note, stream, data->context))
		note.type = NOTE_CLEAR;
	wait_notes_add(&note);
}

/* Before it is gone: another thread may get the same handle for a new event right after. */
static void begin_destroy(const struct call *call, const CUpti_CallbackData *data)
{
	const struct wait_note note = note_of(call, data, NOTE_CLEAR);

	wait_notes_add(&note);
}

/* What it is behind cannot be said: all that is in a context. */
static void end_context_record(const struct call *call, const CUpti_CallbackData *data)
{
	const struct wait_note note = note_of(call, data, NOTE_CLEAR);

	wait_notes_add(&note);
}

static void end_stream_wait(const struct call *call, const CUpti_CallbackData *data)
{
	CUstream stream = stream_of(call, data);
	struct wait_note note = note_of(call, data, NOTE_STREAM_WAIT);

	if (!locate(&note, stream, data->context))
		return;
	if (is_captured(stream))
		note.type = NOTE_CAPTURED_WAIT;
	note.start_ns = note.end_ns = cupti_timestamp();
	wait_notes_add(&note);
}

static void end_host_function(const struct call *call, const CUpti_CallbackData *data)
{
	CUstream stream = stream_of(call, data);
	struct wait_note note = note_of(call, data, NOTE_HOST_FUNCTION);

	if (!is_captured(stream) && locate(&note, stream, data->context))
		wait_notes_add(&note);
}

/* With one context a copy is in the stream that its record says. */
static void end_copy(const struct call *call, const CUpti_CallbackData *data)
{
	struct wait_note note = note_of(call, data, NOTE_COPY);
	CUstream stream;

	if (atomic_load_explicit(&contexts, memory_order_relaxed) < 2)
		return;
	stream = stream_of(call, data);
	if (!is_captured(stream) && locate(&note, stream, data->context))
		wait_notes_add(&note);
}

static size_t bytes_of(const struct call *call, const CUpti_CallbackData *data)
{
	size_t bytes = 0;

	if (data->functionParams)
		memcpy(&bytes, (const char *)data->functionParams + call->bytes_at, sizeof bytes);
	return bytes;
}

/* What is captured runs later, in launches of the graph. */
static void end_host_copy(const struct call *call, const CUpti_CallbackData *data)
{
	if (bytes_of(call, data) >= COPY_ADDRESS_BYTES_MIN && !is_captured(stream_of(call, data)))
		wait_notes_add(&(struct wait_note){
		        .host_address = (uintptr_t)handle_at(data, call->address_at),
		        .correlation_id = data->correlationId,
		        .type = NOTE_COPY_ADDRESS,
		});
}

static void begin_wait(const struct call *call, const CUpti_CallbackData *data)
{
	(void)call;
	*data->correlationData = cupti_timestamp();
}

/* It waits for the record that is the last one now, whatever other threads record meanwhile. */
static void begin_event_wait(const struct call *call, const CUpti_CallbackData *data)
{
	const struct wait_note note = note_of(call, data, NOTE_EVENT_WAIT_BEGIN);

	wait_notes_add(&note);
	begin_wait(call, data);
}

static void end_wait(struct wait_note *note, const CUpti_CallbackData *data)
{
	note->start_ns = *data->correlationData;
	note->end_ns = cupti_timestamp();
	if (note->start_ns) /* else the recording began in the middle of it */
		wait_notes_add(note);
}

static void end_event_wait(const struct call *call, const CUpti_CallbackData *data)
{
	struct wait_note note = note_of(call, data, NOTE_EVENT_WAIT);

	end_wait(&note, data);
}

static void end_stream_sync(const struct call *call, const CUpti_CallbackData *data)
{
	struct wait_note note = note_of(call, data, NOTE_STREAM_SYNC);

	if (locate(&note, stream_of(call, data), data->context))
		end_wait(&note, data);
}

static void end_context_sync(const struct call *call, const CUpti_CallbackData *data)
{
	struct wait_note note = note_of(call, data, NOTE_CONTEXT_SYNC);

	end_wait(&note, data);
}

/* cuCtxSynchronize_v2() names its context; NULL is the current one. */
static void end_named_context_sync(const struct call *call, const CUpti_CallbackData *data)
{
	struct wait_note note = note_of(call, data, NOTE_CONTEXT_SYNC);
	CUcontext context = handle_at(data, offsetof(cuCtxSynchronize_v2_params, ctx));

	if (context && context != data->context)
		cupti.cuptiGetContextId(context, &note.context_id);
	end_wait(&note, data);
}

/* Each pastes the name itself: cuda.h has macros of the same names. */
#define AT(call, member) (int)offsetof(call##_params, member)
#define RECORD(call, per_thread)                                                             \
	{                                                                                    \
		.cbid = CUPTI_DRIVER_TRACE_CBID_##call, .stream_at = AT(call, hStream),      \
		.event_at = AT(call, hEvent), .is_per_thread = per_thread, .end = end_record \
	}
#define CONTEXT_RECORD(call)                                                    \
	{                                                                       \
		.cbid = CUPTI_DRIVER_TRACE_CBID_##call, .stream_at = NO_HANDLE, \
		.event_at = AT(call, hEvent), .end = end_context_record         \
	}
#define STREAM_WAIT(call, per_thread)                                                             \
	{                                                                                         \
		.cbid = CUPTI_DRIVER_TRACE_CBID_##call, .stream_at = AT(call, hStream),           \
		.event_at = AT(call, hEvent), .is_per_thread = per_thread, .end = end_stream_wait \
	}
#define STREAM_SYNC(call, per_thread)                                                    \
	{                                                                                \
		.cbid = CUPTI_DRIVER_TRACE_CBID_##call, .stream_at = AT(call, hStream),  \
		.event_at = NO_HANDLE, .is_per_thread = per_thread, .begin = begin_wait, \
		.end = end_stream_sync                                                   \
	}
#define HOST_FUNCTION(call, per_thread)                                                      \
	{                                                                                    \
		.cbid = CUPTI_DRIVER_TRACE_CBID_##call, .stream_at = AT(call, hStream),      \
		.event_at = NO_HANDLE, .is_per_thread = per_thread, .end = end_host_function \
	}
#define COPY(call, per_thread)                                                          \
	{                                                                               \
		.cbid = CUPTI_DRIVER_TRACE_CBID_##call, .stream_at = AT(call, hStream), \
		.event_at = NO_HANDLE, .is_per_thread = per_thread, .end = end_copy     \
	}
#define BLOCKING_COPY(call, per_thread)                                             \
	{                                                                           \
		.cbid = CUPTI_DRIVER_TRACE_CBID_##call, .stream_at = NO_HANDLE,     \
		.event_at = NO_HANDLE, .is_per_thread = per_thread, .end = end_copy \
	}
#define HOST_COPY(call, host, per_thread)                                                          \
	{                                                                                          \
		.cbid = CUPTI_DRIVER_TRACE_CBID_##call, .stream_at = AT(call, hStream),            \
		.event_at = NO_HANDLE, .address_at = AT(call, host),                               \
		.bytes_at = AT(call, ByteCount), .is_per_thread = per_thread, .end = end_host_copy \
	}
#define BLOCKING_HOST_COPY(call, host, per_thread)                                                 \
	{                                                                                          \
		.cbid = CUPTI_DRIVER_TRACE_CBID_##call, .stream_at = NO_HANDLE,                    \
		.event_at = NO_HANDLE, .address_at = AT(call, host),                               \
		.bytes_at = AT(call, ByteCount), .is_per_thread = per_thread, .end = end_host_copy \
	}
#define DESTROY(call)                                                           \
	{                                                                       \
		.cbid = CUPTI_DRIVER_TRACE_CBID_##call, .stream_at = NO_HANDLE, \
		.event_at = AT(call, hEvent), .begin = begin_destroy            \
	}

static const struct call calls[] = {
	RECORD(cuEventRecord, false),
	RECORD(cuEventRecord_ptsz, true),
	RECORD(cuEventRecordWithFlags, false),
	RECORD(cuEventRecordWithFlags_ptsz, true),
	CONTEXT_RECORD(cuCtxRecordEvent),
	CONTEXT_RECORD(cuGreenCtxRecordEvent),
	DESTROY(cuEventDestroy),
	DESTROY(cuEventDestroy_v2),
	STREAM_WAIT(cuStreamWaitEvent, false),
	STREAM_WAIT(cuStreamWaitEvent_ptsz, true),
	STREAM_SYNC(cuStreamSynchronize, false),
	STREAM_SYNC(cuStreamSynchronize_ptsz, true),
	HOST_FUNCTION(cuLaunchHostFunc, false),
	HOST_FUNCTION(cuLaunchHostFunc_ptsz, true),
	HOST_FUNCTION(cuStreamAddCallback, false),
	HOST_FUNCTION(cuStreamAddCallback_ptsz, true),
	COPY(cuMemcpyAsync, false),
	COPY(cuMemcpyAsync_ptsz, true),
	COPY(cuMemcpyPeerAsync, false),
	COPY(cuMemcpyPeerAsync_ptsz, true),
	COPY(cuMemcpyDtoDAsync_v2, false),
	COPY(cuMemcpyDtoDAsync_v2_ptsz, true),
	COPY(cuMemcpy2DAsync_v2, false),
	COPY(cuMemcpy2DAsync_v2_ptsz, true),
	COPY(cuMemcpy3DAsync_v2, false),
	COPY(cuMemcpy3DAsync_v2_ptsz, true),
	COPY(cuMemcpy3DPeerAsync, false),
	COPY(cuMemcpy3DPeerAsync_ptsz, true),
	COPY(cuMemcpyBatchAsync, false),
	COPY(cuMemcpyBatchAsync_ptsz, true),
	COPY(cuMemcpyBatchAsync_v2, false),
	COPY(cuMemcpyBatchAsync_v2_ptsz, true),
	COPY(cuMemcpy3DBatchAsync, false),
	COPY(cuMemcpy3DBatchAsync_ptsz, true),
	COPY(cuMemcpy3DBatchAsync_v2, false),
	COPY(cuMemcpy3DBatchAsync_v2_ptsz, true),
	BLOCKING_COPY(cuMemcpy, false),
	BLOCKING_COPY(cuMemcpy_ptds, true),
	BLOCKING_COPY(cuMemcpyPeer, false),
	BLOCKING_COPY(cuMemcpyPeer_ptds, true),
	BLOCKING_COPY(cuMemcpyDtoD_v2, false),
	BLOCKING_COPY(cuMemcpyDtoD_v2_ptds, true),
	BLOCKING_COPY(cuMemcpy2D_v2, false),
	BLOCKING_COPY(cuMemcpy2D_v2_ptds, true),
	BLOCKING_COPY(cuMemcpy2DUnaligned_v2, false),
	BLOCKING_COPY(cuMemcpy2DUnaligned_v2_ptds, true),
	BLOCKING_COPY(cuMemcpy3D_v2, false),
	BLOCKING_COPY(cuMemcpy3D_v2_ptds, true),
	BLOCKING_COPY(cuMemcpy3DPeer, false),
	BLOCKING_COPY(cuMemcpy3DPeer_ptds, true),
	HOST_COPY(cuMemcpyHtoDAsync_v2, srcHost, false),
	HOST_COPY(cuMemcpyHtoDAsync_v2_ptsz, srcHost, true),
	HOST_COPY(cuMemcpyDtoHAsync_v2, dstHost, false),
	HOST_COPY(cuMemcpyDtoHAsync_v2_ptsz, dstHost, true),
	BLOCKING_HOST_COPY(cuMemcpyHtoD_v2, srcHost, false),
	BLOCKING_HOST_COPY(cuMemcpyHtoD_v2_ptds, srcHost, true),
	BLOCKING_HOST_COPY(cuMemcpyDtoH_v2, dstHost, false),
	BLOCKING_HOST_COPY(cuMemcpyDtoH_v2_ptds, dstHost, true),
	{ .cbid = CUPTI_DRIVER_TRACE_CBID_cuEventSynchronize,
	  .stream_at = NO_HANDLE,
	  .event_at = AT(cuEventSynchronize, hEvent),
	  .begin = begin_event_wait,
	  .end = end_event_wait },
	{ .cbid = CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize,
	  .stream_at = NO_HANDLE,
	  .event_at = NO_HANDLE,
	  .begin = begin_wait,
	  .end = end_context_sync },
	{ .cbid = CUPTI_DRIVER_TRACE_CBID_cuCtxSynchronize_v2,
	  .stream_at = NO_HANDLE,
	  .event_at = NO_HANDLE,
	  .begin = begin_wait,
	  .end = end_named_context_sync },
};

enum { CALLS = sizeof calls / sizeof *calls };

/* ---- callbacks ---- */

void waits_called(CUpti_CallbackId cbid, const CUpti_CallbackData *data)
{
	const struct call *call = cbid < CBIDS ? call_of[cbid] : NULL;

	if (!call)
		return;
	if (data->callbackSite == CUPTI_API_ENTER) {
		if (call->begin)
			call->begin(call, data);
	} else if (call->end && data->functionReturnValue &&
	           *(const CUresult *)data->functionReturnValue == CUDA_SUCCESS) {
		call->end(call, data);
	}
}

/* Launches that are measured note what was recorded of a context themselves, in callbacks. */
static bool is_others(const struct call *call)
{
	return call->end == end_context_record && launch_metrics_are_wanted();
}

/* With one context the stream of a copy is the one that its record names. */
static bool is_for_several(const struct call *call)
{
	return call->end == end_copy;
}

/* No dependency comes of it: each may be missing. */
static bool is_of_addresses(const struct call *call)
{
	return call->end == end_host_copy;
}

static void ask_for_addresses(CUpti_SubscriberHandle subscriber)
{
	for (int i = 0; i < CALLS; i++)
		if (is_of_addresses(&calls[i]) &&
		    cupti_call_back(subscriber, calls[i].cbid, true) != CUPTI_SUCCESS)
			counter_add(COUNTER_missing_addresses, 1);
}

static void switch_copies(bool is_on)
{
	for (int i = 0; i < CALLS; i++)
		if (is_for_several(&calls[i]))
			cupti_call_back(atomic_load(&used), calls[i].cbid, is_on);
}

void waits_context_created(void)
{
	stream_ids_forget();
	if (atomic_fetch_add(&contexts, 1) == 1 && atomic_load(&used) &&
	    atomic_load(&is_switched_on))
		switch_copies(true);
}

static void turn_off(CUpti_SubscriberHandle subscriber)
{
	for (int i = 0; i < CALLS; i++)
		if (!is_others(&calls[i]))
			cupti_call_back(subscriber, calls[i].cbid, false);
}

CUptiResult waits_switch(CUpti_SubscriberHandle subscriber, bool is_on)
{
	CUptiResult result = CUPTI_SUCCESS;

	/* First: a context made meanwhile is seen, or sees it. */
	atomic_store(&is_switched_on, is_on);
	if (is_on)
		wait_notes_gap();
	for (int i = 0; i < CALLS && is_on && result == CUPTI_SUCCESS; i++)
		if (!is_others(&calls[i]) && !is_of_addresses(&calls[i]) &&
		    (!is_for_several(&calls[i]) || atomic_load(&contexts) > 1))
			result = cupti_call_back(subscriber, calls[i].cbid, true);
	if (!is_on || result != CUPTI_SUCCESS)
		turn_off(subscriber);
	else
		ask_for_addresses(subscriber);
	return result;
}

CUptiResult waits_enable(CUpti_SubscriberHandle subscriber)
{
	CUptiResult result = CUPTI_SUCCESS;
	int enabled = 0;

	driver_function("cuStreamIsCapturing", &is_capturing);
	driver_function("cuStreamGetCtx", &get_context);
	for (int i = 0; i < CALLS; i++)
		call_of[calls[i].cbid] = &calls[i];
	while (enabled < CALLS && result == CUPTI_SUCCESS) {
		if (is_others(&calls[enabled]) || is_of_addresses(&calls[enabled])) {
			enabled++;
			continue;
		}
		result = cupti_call_back(subscriber, calls[enabled].cbid, true);
		enabled += result == CUPTI_SUCCESS;
	}
	while (result != CUPTI_SUCCESS && enabled > 0)
		cupti_call_back(subscriber, calls[--enabled].cbid, false);
	if (result != CUPTI_SUCCESS)
		return result;
	ask_for_addresses(subscriber);
	atomic_store(&used, subscriber);
	atomic_store(&is_switched_on, true);
	if (atomic_load(&contexts) < 2)
		switch_copies(false); /* they can be had: until there is another context */
	return result;
}
