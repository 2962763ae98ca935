/* SPDX-License-Identifier: MIT */
/*
 * Starts the recording, and takes CUPTI's callbacks; ending.c ends it. session_start() runs in the
 * thread that initialises CUDA, inside libcuda's call of InitializeInjection; CUPTI's callbacks run
 * on any thread of the program.
 */
#include "session/session.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "timeline/buffers.h"
#include "host/clock.h"
#include "host/losses.h"
#include "cupti/api.h"
#include "cupti/hw_trace.h"
#include "host/driver.h"
#include "counters/gpu_lock.h"
#include "counters/gpu_metrics.h"
#include "counters/instruction_metrics.h"
#include "counters/launch.h"
#include "counters/launch_metrics.h"
#include "counters/replay.h"
#include "host/last_thread.h"
#include "host/log.h"
#include "timeline/late_modules.h"
#include "timeline/late_streams.h"
#include "timeline/modules.h"
#include "timeline/nvtx.h"
#include "timeline/stream_ids.h"
#include "store/origin.h"
#include "host/recording.h"
#include "cupti/profiler_choice.h"
#include "counters/stalls.h"
#include "stacks/call_stacks.h"
#include "stacks/stacks.h"
#include "timeline/waits.h"
#include "session/control.h"
#include "session/commands.h"
#include "session/enabled.h"
#include "session/ending.h"
#include "session/inventory.h"
#include "session/others.h"
#include "session/trace_place.h"
#include "session/writer.h"

enum {
	WAIT_NOTES_PART = 8, /* of the memory for buffers, one part is for notes about waits */
	STACKS_PART = 16,    /* and with --host one for stacks of calls */
	COMING_AT_ONCE = 16, /* threads that call exit() at the same moment */
};

static CUpti_SubscriberHandle subscriber;

/* ---- callbacks: hand over and return ---- */

static void CUPTIAPI buffer_requested(uint8_t **data, size_t *size, size_t *max_records)
{
	const bool has_ended = atomic_load(&recording.phase) == PHASE_ENDED;
	const int saved = errno; /* the program's: this may be one of its threads */
	struct buffer *buffer;

	if (has_ended && others_requested(data, size, max_records))
		return;
	buffer = has_ended ? NULL : buffers_take();
	if (buffers_are_short())
		queue_wake(&recording.queue); /* flusher_free_buffers() */
	*data = buffer ? buffer->data : NULL;
	*size = buffer ? buffers_size() : 0;
	*max_records = 0; /* as many as fit */
	errno = saved;
}

static void CUPTIAPI buffer_completed(CUcontext context, uint32_t stream, uint8_t *data,
                                      size_t size, size_t valid_bytes)
{
	const int saved = errno;
	struct buffer *buffer;

	if (!data)
		return;
	buffer = buffers_come_back(data);
	if (!buffer) {
		others_completed(context, stream, data, size, valid_bytes);
		return;
	}
	buffer->valid_bytes = valid_bytes;
	if (valid_bytes && atomic_load(&recording.phase) != PHASE_ENDED)
		queue_push(&recording.queue, &buffer->item);
	else
		buffers_give_back(buffer);
	errno = saved;
}

static void module_loaded(const CUpti_ResourceData *resource)
{
	const CUpti_ModuleResourceData *module = resource->resourceDescriptor;

	modules_loaded(&recording.queue, module->pCubin, module->cubinSize,
	               (size_t)recording.settings.number[SETTING_ID_modules_mib] << 20);
}

/* At each launch into a stream: of code that was loaded before the start, too. */
static void module_profiled(const CUpti_ResourceData *resource)
{
	const CUpti_ModuleResourceData *module = resource->resourceDescriptor;

	if (late_modules_is_new(module->moduleId))
		module_loaded(resource);
}

static void note_functions(const CUpti_ResourceData *resource)
{
	const CUpti_ModuleResourceData *module = resource->resourceDescriptor;

	if (launch_metrics_are_wanted())
		replay_module_loaded(module->pCubin, module->cubinSize);
}

static void sample_stalls(const CUpti_ResourceData *resource)
{
	if (gpu_lock(resource->context))
		stalls_context_created(resource->context);
}

static void sample_gpu(const CUpti_ResourceData *resource)
{
	if (gpu_lock(resource->context))
		gpu_metrics_context_created(resource->context);
}

static void driver_initialised(const CUpti_ResourceData *resource)
{
	(void)resource;
	hw_trace_ask();
}

/* Since the trace's zero. CUPTI is not asked, which may hang: this is the program's thread. */
static int64_t now_ns(void)
{
	return clock_unix_ns() - recording.start_unix_ns;
}

/* From here on the program goes on. */
static void note_ready(const CUpti_ResourceData *resource)
{
	(void)resource;
	atomic_store(&recording.ready_ns, now_ns());
}

static void context_created(const CUpti_ResourceData *resource)
{
	(void)resource;
	if (!atomic_load(&recording.context_ns)) /* the first are made one after another */
		atomic_store(&recording.context_ns, now_ns());
	if (enable_for_contexts())
		control_renew();
	writer_context_created();
}

static void another_context(const CUpti_ResourceData *resource)
{
	(void)resource;
	waits_context_created();
}

static void measure_launches(const CUpti_ResourceData *resource)
{
	if (launch_metrics_are_wanted() && gpu_lock(resource->context))
		launch_metrics_context_created(resource->context);
}

static void end_measuring(const CUpti_ResourceData *resource)
{
	launch_metrics_context_destroyed(resource->context);
}

static void context_destroyed(const CUpti_ResourceData *resource)
{
	stalls_context_destroyed(resource->context);
}

static void module_unloaded(const CUpti_ResourceData *resource)
{
	stalls_module_unloaded(resource->context);
}

/* What is called back for, and the setting without which it is not. */
static const struct {
	CUpti_CallbackIdResource id;
	enum setting_id setting;
	bool is_for_the_end; /* also called while the recording ends */
	void (*handle)(const CUpti_ResourceData *resource);
} resource_callbacks[] = {
	{ CUPTI_CBID_RESOURCE_CU_INIT_FINISHED, SETTING_ID_hw_trace, false, driver_initialised },
	{ CUPTI_CBID_RESOURCE_CU_INIT_FINISHED, SETTING_ID_output, false, note_ready },
	{ CUPTI_CBID_RESOURCE_MODULE_LOADED, SETTING_ID_modules_mib, false, module_loaded },
	{ CUPTI_CBID_RESOURCE_MODULE_PROFILED, SETTING_ID_modules_mib, false, module_profiled },
	{ CUPTI_CBID_RESOURCE_MODULE_LOADED, SETTING_ID_metrics, false, note_functions },
	{ CUPTI_CBID_RESOURCE_CONTEXT_CREATED, SETTING_ID_output, false, context_created },
	{ CUPTI_CBID_RESOURCE_CONTEXT_CREATED, SETTING_ID_stalls, false, sample_stalls },
	{ CUPTI_CBID_RESOURCE_CONTEXT_CREATED, SETTING_ID_gpu_metrics, false, sample_gpu },
	{ CUPTI_CBID_RESOURCE_CONTEXT_CREATED, SETTING_ID_waits, false, another_context },
	{ CUPTI_CBID_RESOURCE_STREAM_CREATED, SETTING_ID_waits, false, streams_changed },
	{ CUPTI_CBID_RESOURCE_STREAM_DESTROY_STARTING, SETTING_ID_waits, false, streams_changed },
	{ CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING, SETTING_ID_waits, false, streams_changed },
	{ CUPTI_CBID_RESOURCE_CONTEXT_CREATED, SETTING_ID_metrics, false, measure_launches },
	{ CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING, SETTING_ID_metrics, true, end_measuring },
	{ CUPTI_CBID_RESOURCE_CONTEXT_DESTROY_STARTING, SETTING_ID_stalls, true,
	  context_destroyed },
	{ CUPTI_CBID_RESOURCE_MODULE_UNLOAD_STARTING, SETTING_ID_stalls, false, module_unloaded },
};

enum { RESOURCE_CALLBACKS = sizeof resource_callbacks / sizeof *resource_callbacks };

static void resource_callback(enum phase phase, CUpti_CallbackId id, const void *data)
{
	for (int i = 0; i < RESOURCE_CALLBACKS; i++)
		if (resource_callbacks[i].id == (CUpti_CallbackIdResource)id &&
		    recording.settings.number[resource_callbacks[i].setting] &&
		    (phase == PHASE_RECORDING ||
		     (phase == PHASE_ENDING && resource_callbacks[i].is_for_the_end)))
			resource_callbacks[i].handle(data);
}

static void count_instructions(enum phase phase, const CUpti_CallbackData *call,
                               const struct launch *launch)
{
	if (call->callbackSite == CUPTI_API_EXIT)
		instruction_metrics_launch_ended(launch,
		                                 *(const CUresult *)call->functionReturnValue);
	else if (phase == PHASE_RECORDING && control_is_on())
		instruction_metrics_launch_begins(launch);
}

/* A launch that was begun to be measured is measured to its end. */
static void launch_callback(enum phase phase, CUpti_CallbackId id, const void *data)
{
	const CUpti_CallbackData *call = data;
	struct launch launch;
	CUmodule module;

	if (launch_unloads(&module, id, call)) {
		launch_metrics_code_unloads(module);
		return;
	}
	if (!launch_read(&launch, id, call)) {
		if (launch_capture_begins(id, call)) {
			launch_metrics_pause();
			instruction_metrics_pause();
		}
		return;
	}
	if (instruction_metrics_are_wanted())
		count_instructions(phase, call, &launch);
	else if (call->callbackSite == CUPTI_API_EXIT)
		launch_metrics_launch_ended(&launch, *(const CUresult *)call->functionReturnValue);
	else
		launch_metrics_launch_begins(&launch, phase == PHASE_RECORDING && control_is_on());
}

/* For call_stacks_called(). */
static uint64_t launched_by(CUpti_CallbackId id, const CUpti_CallbackData *call)
{
	struct launch launch;

	return recording.settings.number[SETTING_ID_host] &&
	                       call->callbackSite == CUPTI_API_ENTER &&
	                       launch_read(&launch, id, call)
	               ? launch_grid_key(&launch)
	               : 0;
}

static void driver_callback(enum phase phase, CUpti_CallbackId id, const void *data)
{
	if (phase == PHASE_RECORDING && !control_called(CUPTI_CB_DOMAIN_DRIVER_API, id, data)) {
		waits_called(id, data);
		call_stacks_called(id, data, launched_by(id, data));
	}
	if (recording.settings.number[SETTING_ID_metrics])
		launch_callback(phase, id, data);
}

static void CUPTIAPI callback(void *userdata, CUpti_CallbackDomain domain, CUpti_CallbackId id,
                              const void *data)
{
	enum phase phase = atomic_load(&recording.phase);
	const int saved = errno;
	int cancel;

	(void)userdata;
	if (phase == PHASE_ENDED && others_called(domain, id, data))
		return;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel); /* we wait in it, at times */
	if (domain == CUPTI_CB_DOMAIN_RESOURCE)
		resource_callback(phase, id, data);
	else if (domain == CUPTI_CB_DOMAIN_DRIVER_API)
		driver_callback(phase, id, data);
	else if (phase == PHASE_RECORDING)
		control_called(domain, id, data);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
}

/* ---- start ---- */

static CUptiResult subscribe(char other[CUPTI_OLD_SUBSCRIBER_NAME_MIN_LEN])
{
	CUpti_SubscriberParams params = {
		.structSize = CUpti_SubscriberParams_STRUCT_SIZE,
		.subscriberName = "warpwise",
		.oldSubscriberName = other,
		.oldSubscriberSize = CUPTI_OLD_SUBSCRIBER_NAME_MIN_LEN,
	};

	if (cupti.cuptiSubscribe_v2)
		return cupti.cuptiSubscribe_v2(&subscriber, callback, NULL, &params);
	return cupti.cuptiSubscribe(&subscriber, callback, NULL);
}

static size_t buffer_memory(void)
{
	return (size_t)recording.settings.number[SETTING_ID_buffers_mib] << 20;
}

static size_t wait_memory(void)
{
	return buffer_memory() / WAIT_NOTES_PART;
}

static size_t stack_memory(void)
{
	return recording.settings.number[SETTING_ID_host] ? buffer_memory() / STACKS_PART : 0;
}

static CUptiResult set_up_cupti(void)
{
	CUptiResult result;

	hw_trace_choose(&recording.settings, recording.is_late);
	announce_zero_buffers(true);
	if (cupti.cuptiSetThreadIdType)
		cupti.cuptiSetThreadIdType(
		        CUPTI_ACTIVITY_THREAD_ID_TYPE_SYSTEM); /* gettid(), as /proc knows it */
	if (cupti.cuptiActivityEnableLaunchAttributes)
		cupti.cuptiActivityEnableLaunchAttributes(1); /* cluster sizes */
	if (recording.settings.number[SETTING_ID_event_times] &&
	    cupti.cuptiActivityEnableCudaEventDeviceTimestamps)
		cupti.cuptiActivityEnableCudaEventDeviceTimestamps(1);
	others_begin(buffer_requested, buffer_completed);
	result = cupti.cuptiActivityRegisterCallbacks(buffer_requested, buffer_completed);
	if (result == CUPTI_SUCCESS)
		result = cupti.cuptiGetTimestamp(&recording.start_ns);
	recording.start_unix_ns = clock_unix_ns();
	for (int i = 0; i < RESOURCE_CALLBACKS && result == CUPTI_SUCCESS; i++)
		if (recording.settings.number[resource_callbacks[i].setting] &&
		    (recording.is_late ||
		     resource_callbacks[i].id != CUPTI_CBID_RESOURCE_MODULE_PROFILED))
			result = cupti.cuptiEnableCallback(1, subscriber, CUPTI_CB_DOMAIN_RESOURCE,
			                                   resource_callbacks[i].id);
	if (result == CUPTI_SUCCESS &&
	    (instruction_metrics_are_wanted() || launch_metrics_are_wanted()))
		result = launch_callbacks(subscriber, true);
	if (result == CUPTI_SUCCESS)
		result = control_subscribed(subscriber);
	if (result == CUPTI_SUCCESS) {
		enable_kinds();
		enable_waits(subscriber, wait_memory());
		if (recording.settings.number[SETTING_ID_host])
			stacks_enable(subscriber, stack_memory(), &recording.queue);
		control_begin();
	}
	return result;
}

/* What needs no CUPTI, and may not be possible when the program has changed what it finds. */
static int prepare(void)
{
	int err;

	recording.finish = session_finish;
	err = settings_read(&recording.settings);
	if (err) {
		log_line("cannot read the settings: %s; the program runs unrecorded",
		         strerror(-err));
		return err;
	}
	launch_metrics_init();
	profiler_choose(&recording.settings);
	err = trace_place_settle();
	if (err)
		return err;
	driver_init();
	origin_init();
	buffers_init((size_t)recording.settings.number[SETTING_ID_buffer_kib] << 10,
	             buffer_memory() - wait_memory() - stack_memory());
	queue_init(&recording.queue);
	return 0;
}

/* CUPTI's subscriber, and all that it is asked for. -EBUSY: another tool is, and nothing is
 * changed. */
static int open_cupti(void)
{
	char other[CUPTI_OLD_SUBSCRIBER_NAME_MIN_LEN] = "";
	CUptiResult result;
	int err = cupti.version ? 0 : cupti_api_load(recording.settings.text[SETTING_ID_cupti]);

	if (err)
		return err;
	nvtx_check_tool();
	if (others_record()) {
		log_line("cannot record: the program asks CUPTI for records itself, and only one "
		         "can; the program runs unrecorded");
		return -EBUSY;
	}
	result = subscribe(other);
	if (result == CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED) {
		log_line("cannot record: %s holds CUPTI in this process, and only one tool can; "
		         "the program runs "
		         "unrecorded",
		         *other ? other : "another tool");
		return -EBUSY;
	}
	if (result == CUPTI_SUCCESS) {
		ending_subscribed(subscriber);
		result = set_up_cupti();
	}
	if (result == CUPTI_SUCCESS)
		return 0;
	log_line("cannot record: CUPTI says %s; the program runs unrecorded", cupti_error(result));
	ending_leave_cupti();
	return -EIO;
}

static int begin(void)
{
	int err = open_cupti();

	if (err)
		return err;
	err = writer_start();
	if (err) {
		log_line("cannot start the writer thread: %s; the program runs unrecorded",
		         strerror(-err));
		ending_leave_cupti();
	}
	return err;
}

static int start(void)
{
	const int err = prepare();

	if (err)
		return err;
	if (!recording.settings.number[SETTING_ID_dormant])
		return begin();
	atomic_store(&recording.phase, PHASE_DORMANT);
	return 0;
}

static void do_nothing(void)
{
}

/*
 * Where several threads call exit(), libc before 2.41 gives each function to one of them, and the
 * one that finds none ends the process: so each thread that comes leaves one for the next, and
 * waits. Until it has, others may come: there is one for each of these, too.
 *
 * Whoever leaves none looks on in the block of functions from which this one was, which another
 * thread has freed meanwhile, perhaps: libc begins anew only where a function was added. So one is
 * added each time.
 */
static void finish_at_exit(void)
{
	static _Thread_local bool has_come;
	const bool is_first = !has_come && recording.pid == getpid();

	has_come |= is_first;
	atexit(is_first ? finish_at_exit : do_nothing);
	session_finish();
}

static void finish_with_program(void)
{
	for (int i = 0; i < COMING_AT_ONCE; i++)
		atexit(finish_at_exit);
}

void session_start(void)
{
	enum phase idle = PHASE_IDLE;
	const int saved = errno;
	int cancel;

	/* RECORDING first: callbacks come as soon as a kind is on. */
	if (!atomic_compare_exchange_strong(&recording.phase, &idle, PHASE_RECORDING))
		return;
	recording.pid = getpid();
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	if (start()) {
		atomic_store(&recording.phase, PHASE_ENDED);
	} else {
		commands_open();
		finish_with_program();
		last_thread_begin();
	}
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
}

/* The process has contexts already: CUPTI does not call back for these. */
static void catch_up(void)
{
	inventory_take(&recording.queue);
	late_streams_begin();
	waits_context_created();
	waits_context_created(); /* perhaps more than one */
	writer_context_created();
}

int session_wake(void)
{
	enum phase dormant = PHASE_DORMANT;
	int err;

	atomic_store(&recording.is_waking, true);
	if (!atomic_compare_exchange_strong(&recording.phase, &dormant, PHASE_RECORDING)) {
		atomic_store(&recording.is_waking, false);
		return -EALREADY;
	}
	recording.is_late = true;
	err = begin();
	if (!err)
		catch_up();
	else
		atomic_store(&recording.phase, err == -EBUSY ? PHASE_DORMANT : PHASE_ENDED);
	atomic_store(&recording.is_waking, false);
	return err;
}
