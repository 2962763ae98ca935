/* SPDX-License-Identifier: MIT */
/*
 * Other users of CUPTI in the process: PyTorch's profiler (Kineto) is one. CUPTI serves one
 * subscriber alone, and who comes second gets nothing of the GPU, often without a word. Preloaded,
 * this library stands before libcupti where others look for its functions: what subscribes is seen
 * here, and goes on to the real function. The collector's own calls do not come this way.
 *
 * With --step-aside the other one gets our subscription, and our functions for buffers call his:
 * to end the subscription under threads that are busy with CUDA can crash them (ending.c), and
 * buffers of ours that CUPTI still has came to his function: a profiler that frees what it gets
 * crashed in 12 of 12 runs, and in 4 of 4 where it was refused and did not look (H200, CUPTI 13.0).
 *
 * Runs on the program's threads.
 */
#include "session/others.h"

#include <dlfcn.h>
#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <unistd.h>

#include "cupti/compat.h"
#include "host/loaded.h"
#include "host/log.h"
#include "host/next.h"
#include "host/losses.h"
#include "host/recording.h"
#include "session/session.h"

#define EXPORT __attribute__((visibility("default")))

EXPORT CUptiResult CUPTIAPI cuptiSubscribe(CUpti_SubscriberHandle *subscriber,
                                           CUpti_CallbackFunc callback, void *data);
EXPORT CUptiResult CUPTIAPI cuptiUnsubscribe(CUpti_SubscriberHandle subscriber);
EXPORT CUptiResult CUPTIAPI cuptiActivityRegisterCallbacks(
        CUpti_BuffersCallbackRequestFunc request, CUpti_BuffersCallbackCompleteFunc complete);
EXPORT CUptiResult CUPTIAPI cuptiSubscribe_v2(CUpti_SubscriberHandle *subscriber,
                                              CUpti_CallbackFunc callback, void *data,
                                              CUpti_SubscriberParams *params);

/* Whom the other one's calls named. */
static struct {
	_Atomic(CUpti_CallbackFunc) callback;
	void *callback_data; /* set before the callback */
	_Atomic(CUpti_BuffersCallbackRequestFunc) request;
	_Atomic(CUpti_BuffersCallbackCompleteFunc) complete;
	atomic_bool has_subscribed; /* or tried to, at some time */
} other;

/* What CUPTI calls for buffers, if these are ours: complete is set last. */
static struct {
	CUpti_BuffersCallbackRequestFunc request;
	_Atomic(CUpti_BuffersCallbackCompleteFunc) complete;
} ours;

static _Atomic(CUpti_SubscriberHandle) handed_over;

static int find_library(const struct loaded_file *file, void *handle)
{
	if (strncmp(loaded_name(file), "libcupti.so", 11) != 0)
		return 0;
	*(void **)handle = dlopen(file->path, RTLD_LAZY | RTLD_NOLOAD);
	return *(void **)handle != NULL;
}

/* The function NAME of the libcupti that the process has loaded into *FUNCTION; false: none. */
static bool find(const char *name, void *function)
{
	void *symbol = next_function(name), *library = NULL;

	if (!symbol) { /* loaded for those who need it alone */
		loaded_each(find_library, &library);
		symbol = library ? dlsym(library, name) : NULL;
	}
	memcpy(function, &symbol, sizeof symbol);
	return symbol != NULL;
}

static void notice(void)
{
	static atomic_bool is_said;
	const int saved = errno;

	if (atomic_load(&recording.phase) != PHASE_RECORDING || recording.pid != getpid())
		return;
	if (recording.settings.number[SETTING_ID_step_aside]) {
		counter_add(COUNTER_stepped_aside, 1);
		session_step_aside();
	} else {
		counter_add(COUNTER_refused_profilers, 1);
		if (!atomic_exchange(&is_said, true))
			log_line("the program profiles itself with CUPTI, as torch.profiler does: "
			         "only one can, so it will see nothing of the GPU; run it without "
			         "warpwise, or with --step-aside, which ends the recording there");
	}
	errno = saved;
}

/* Gives our subscription to who comes first; false: he asks CUPTI for one. */
static bool take_ours(CUpti_SubscriberHandle *subscriber, CUpti_CallbackFunc callback, void *data)
{
	CUpti_SubscriberHandle handle = atomic_load(&handed_over);

	atomic_store(&other.has_subscribed, true);
	if (!handle || !subscriber || !callback || atomic_load(&other.callback))
		return false;
	other.callback_data = data;
	atomic_store(&other.callback, callback);
	*subscriber = handle;
	return true;
}

CUptiResult CUPTIAPI cuptiSubscribe(CUpti_SubscriberHandle *subscriber, CUpti_CallbackFunc callback,
                                    void *data)
{
	__typeof__(cuptiSubscribe) *real;

	if (!find(__func__, &real))
		return CUPTI_ERROR_NOT_INITIALIZED;
	notice();
	if (take_ours(subscriber, callback, data))
		return CUPTI_SUCCESS;
	return real(subscriber, callback, data);
}

CUptiResult CUPTIAPI cuptiSubscribe_v2(CUpti_SubscriberHandle *subscriber,
                                       CUpti_CallbackFunc callback, void *data,
                                       CUpti_SubscriberParams *params)
{
	__typeof__(cuptiSubscribe_v2) *real;

	if (!find(__func__, &real))
		return CUPTI_ERROR_NOT_INITIALIZED;
	notice();
	if (take_ours(subscriber, callback, data))
		return CUPTI_SUCCESS;
	return real(subscriber, callback, data, params);
}

CUptiResult CUPTIAPI cuptiUnsubscribe(CUpti_SubscriberHandle subscriber)
{
	CUpti_SubscriberHandle handle = subscriber;
	__typeof__(cuptiUnsubscribe) *real;

	if (!find(__func__, &real))
		return CUPTI_ERROR_NOT_INITIALIZED;
	if (subscriber && atomic_compare_exchange_strong(&handed_over, &handle, NULL))
		atomic_store(&other.callback, NULL);
	return real(subscriber);
}

/* Some only ask for records, and never subscribe. */
CUptiResult CUPTIAPI cuptiActivityRegisterCallbacks(CUpti_BuffersCallbackRequestFunc request,
                                                    CUpti_BuffersCallbackCompleteFunc complete)
{
	CUpti_BuffersCallbackCompleteFunc our_complete = atomic_load(&ours.complete);
	__typeof__(cuptiActivityRegisterCallbacks) *real;

	if (!find(__func__, &real))
		return CUPTI_ERROR_NOT_INITIALIZED;
	if (!request || !complete)
		return CUPTI_ERROR_INVALID_PARAMETER;
	if (!atomic_load(&other.has_subscribed))
		notice();
	atomic_store(&other.complete, complete);
	atomic_store(&other.request, request);
	if (!our_complete)
		return real(request, complete);
	/* Again: he may have ended all of CUPTI in between. */
	return atomic_load(&handed_over) ? real(ours.request, our_complete) : CUPTI_SUCCESS;
}

/* ---- for the recording ---- */

bool others_record(void)
{
	return atomic_load(&other.request) && !atomic_load(&other.has_subscribed);
}

void others_begin(CUpti_BuffersCallbackRequestFunc request,
                  CUpti_BuffersCallbackCompleteFunc complete)
{
	ours.request = request;
	atomic_store(&ours.complete, complete);
}

void others_end(void)
{
	atomic_store(&ours.complete, NULL);
}

void others_hand_over(CUpti_SubscriberHandle subscriber)
{
	atomic_store(&handed_over, subscriber);
}

bool others_requested(uint8_t **data, size_t *size, size_t *max_records)
{
	CUpti_BuffersCallbackRequestFunc request = atomic_load(&other.request);

	if (!atomic_load(&handed_over) || !request)
		return false;
	request(data, size, max_records);
	return true;
}

void others_completed(CUcontext context, uint32_t stream, uint8_t *data, size_t size,
                      size_t valid_bytes)
{
	CUpti_BuffersCallbackCompleteFunc complete = atomic_load(&other.complete);

	if (complete)
		complete(context, stream, data, size, valid_bytes);
}

bool others_called(CUpti_CallbackDomain domain, CUpti_CallbackId id, const void *data)
{
	CUpti_CallbackFunc callback = atomic_load(&other.callback);

	if (!callback)
		return false;
	callback(other.callback_data, domain, id, data);
	return true;
}
