/* SPDX-License-Identifier: MIT */
/*
 * Measures launches. Runs on the program's threads, in CUPTI's callbacks. Whoever takes the
 * window (ownership.h) owns every profiler, until giving it back: from the begin of a measured
 * launch to its end. A launch never waits for the window; who creates or destroys a context, or
 * begins a capture, does, a while.
 *
 * A kernel that outlasts its window leaves CUPTI in a session, and the window is not free, until a
 * later launch of the context finds it idle.
 */
#include "counters/launch_metrics.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host/clock.h"
#include "host/duration.h"
#include "cupti/api.h"
#include "host/driver.h"
#include "cupti/failures.h"
#include "host/log.h"
#include "host/ownership.h"
#include "counters/launch_shapes.h"
#include "counters/launches_beside.h"
#include "counters/measured_code.h"
#include "counters/measured_set.h"
#include "counters/measuring_time.h"
#include "counters/range_profiler.h"
#include "counters/replay.h"
#include "counters/wanted_metrics.h"
#include "host/recording.h"

enum {
	PROFILERS = 64,       /* contexts that live at the same time */
	IDLE_MS = 2000,       /* what ran before a window ends by then, or nothing is measured */
	KERNEL_MS = 60000,    /* so does the measured kernel, or nothing is measured any more */
	ACQUIRE_MS = 2000,    /* a window lasts milliseconds, the first one a second */
	LATE_MS = 100,        /* what a launch waits to end a session that was outlasted ... */
	LATE_EVERY_MS = 1000, /* ... at most so often */
};

static atomic_bool is_off;               /* for good */
static atomic_bool is_measured_unloaded; /* so is this: what was measured is there no more */

/* ---- what fails ---- */

enum stage {
	STAGE_SETTING = RANGE_STAGES, /* those of range_profiler.h come first */
	STAGE_CONTEXT,
	STAGE_IDLE,
	STAGE_KERNEL,
	STAGE_FAULT,
	STAGES
};

static const char *const subjects[STAGES] = {
#define STAGE(id, name) [RANGE_STAGE_##id] = name,
	RANGE_STAGES_LIST(STAGE)
#undef STAGE
	        [STAGE_SETTING] = "WARPWISE_METRICS",
	[STAGE_CONTEXT] = "context",
	[STAGE_IDLE] = "cuCtxRecordEvent",
	[STAGE_KERNEL] = "kernel",
	[STAGE_FAULT] = "cuStreamQuery",
};

static const char *const advices[STAGES] = {
	[STAGE_CONTEXT] = "the program has more than 64 contexts at the same time",
	[STAGE_IDLE] = "the GPU was at work, without end, when a launch was to be measured",
	[STAGE_KERNEL] = "the kernel to be measured did not end within 60 s",
	[STAGE_FAULT] = "the kernel that was measured failed",
};

static struct failures failures = {
	.what = "metrics of launches are",
	.meanwhile = "the timeline is",
	.code = "metrics-not-recorded",
	.cannot = "this GPU, its driver or its CUPTI cannot measure launches",
	.subjects = subjects,
	.advices = advices,
	.stages = STAGES,
};

void launch_metrics_each_failure(diagnostic_fn *write, void *data)
{
	failures_each(&failures, write, data);
	replay_each_left_out(write, data);
	wanted_metrics_each_unknown(write, data);
}

/* ---- profilers and the window ---- */

/* Of one context. */
struct profiler {
	_Atomic(CUcontext) context;        /* NULL: none, or it is gone */
	atomic_int_least64_t begun, ended; /* launches of the context; all of them */
	atomic_bool is_doomed; /* its context went while the window was another's: its next owner
	                          frees it */
	/* The rest is the window owner's. */
	bool is_used, is_ready;
	struct range_profiler range;
	CUevent event; /* to see that the context is idle; goes with it */
};

static struct profiler profilers[PROFILERS];

/* LATE: nobody's, but a session was outlasted. Doomed: somebody's profiler is. */
enum { WINDOW_FREE, WINDOW_TAKEN, WINDOW_LATE, OWNED = OWNED_IN(WINDOW_TAKEN) };
static struct ownership window_owner;
static _Atomic(struct profiler *) late; /* whose session was outlasted last */
static int64_t late_next_ms;            /* its owner's: when to try again to end the session */

static struct {
	_Atomic uint32_t launch; /* correlation id of the launch that is measured; 0: none */
	struct profiler *profiler;
	struct launch_shape *shape;
	int64_t ordinal;
	int64_t begun; /* the profiler's, with this launch */
	uint64_t start_ns;
	int64_t opened_ns; /* by our own clock */
} window;

static struct measuring_time measuring_time;

/* Waits for the one whose the window is, but not while a session is outlasted. */
static bool acquire(int64_t wait_ms)
{
	return ownership_take(&window_owner, WINDOW_FREE, WINDOW_TAKEN, OWNED, wait_ms);
}

/* Frees what contexts left behind. CUPTI is not told, since they are gone; it might still write. */
static void bury(void)
{
	for (int i = 0; i < PROFILERS; i++)
		if (atomic_load(&profilers[i].is_doomed) &&
		    atomic_exchange(&profilers[i].is_doomed, false)) {
			range_profiler_forget(&profilers[i].range);
			profilers[i].is_used = profilers[i].is_ready = false;
		}
}

static void release_as(int state)
{
	atomic_store(&window.launch, 0);
	do
		bury();
	while (!ownership_give(&window_owner, state));
}

static void release(void)
{
	release_as(WINDOW_FREE);
}

/* The kernel of PROFILER outlasts the caller's window. */
static void release_late(struct profiler *profiler)
{
	atomic_store(&late, profiler);
	release_as(WINDOW_LATE);
}

/*
 * Ends all measuring before the destructors of the libraries that CUPTI loads for it run: after
 * them it would crash. Handlers run in reverse order, so that this one is set once CUPTI has loaded
 * them, several times; the first one does it all. A forked child measures nothing.
 */
static void end_before_libraries(void)
{
	if (recording.pid != getpid() || atomic_exchange(&is_off, true))
		return;
	if (acquire(ACQUIRE_MS))
		release();
}

static struct profiler *profiler_of(CUcontext context)
{
	for (int i = 0; i < PROFILERS; i++)
		if (atomic_load(&profilers[i].context) == context)
			return &profilers[i];
	return NULL;
}

/* ---- start ---- */

bool launch_metrics_are_wanted(void)
{
	return wanted_metrics(RANGE_ALL)->count > 0 &&
	       recording.settings.number[SETTING_ID_metrics];
}

void launch_metrics_init(void)
{
	const char *text = recording.settings.text[SETTING_ID_metrics];
	const char *time = recording.settings.text[SETTING_ID_metrics_time];
	const char *plan = recording.settings.text[SETTING_ID_metrics_plan];

	if (!*text || strcmp(text, "source") == 0) /* which is instruction_metrics.h's */
		return;
	measuring_time.begin_ns = clock_ns();
	if (*time && duration_parse(time, &measuring_time.limit_ns))
		log_line("WARPWISE_METRICS_TIME=\"%s\" is no time, as 10s or 500ms: it is left out",
		         time);
	if (*plan)
		launch_shapes_plan(plan);
	if (wanted_metrics_read(text) == 0)
		return;
	atomic_store(&failures.is_said, true);
	failures_add(&failures, STAGE_SETTING, CUPTI_ERROR_INVALID_METRIC_NAME);
	recording.settings.number[SETTING_ID_metrics] = 0; /* another profiler may run */
	recording.settings.text[SETTING_ID_metrics] = "";
}

static void start(struct profiler *profiler, CUcontext context)
{
	enum range_stage stage;
	const struct metric_list *const lists[RANGE_SETS] = {
		[RANGE_ALL] = wanted_metrics(RANGE_ALL),
		[RANGE_ONCE] = wanted_metrics(RANGE_ONCE),
	};
	CUptiResult result = range_profiler_init(&profiler->range, context, lists,
	                                         wanted_metrics_note_unknown, &stage);

	profiler->event = NULL;
	profiler->is_ready = result == CUPTI_SUCCESS;
	if (profiler->is_ready)
		atexit(end_before_libraries);
	else
		failures_add(&failures, (int)stage, result);
}

static struct profiler *find_free(void)
{
	for (int i = 0; i < PROFILERS; i++)
		if (!profilers[i].is_used)
			return &profilers[i];
	return NULL;
}

void launch_metrics_context_created(CUcontext context)
{
	struct profiler *profiler;

	if (!launch_metrics_are_wanted() || atomic_load(&is_off))
		return;
	if (!acquire(ACQUIRE_MS)) {
		counter_add(COUNTER_unmeasured_contexts, 1);
		return;
	}
	bury();
	profiler = find_free();
	if (profiler) {
		atomic_store(&profiler->begun, 0);
		atomic_store(&profiler->ended, 0);
		start(profiler, context);
		profiler->is_used = profiler->is_ready;
		if (profiler->is_ready)
			atomic_store(&profiler->context, context);
	} else {
		failures_add(&failures, STAGE_CONTEXT, CUPTI_ERROR_MAX_LIMIT_REACHED);
	}
	release();
}

/* Makes the window the caller's, where a kernel of PROFILER outlasted it. */
static bool take_late(struct profiler *profiler)
{
	if (atomic_load(&late) != profiler ||
	    !ownership_take(&window_owner, WINDOW_LATE, WINDOW_TAKEN, OWNED, 0))
		return false;
	if (atomic_load(&late) == profiler)
		return true;
	release_as(WINDOW_LATE); /* another one's by now */
	return false;
}

/* Ends the session of the caller's window; false: CUPTI is in it for good. */
static bool end_session(struct profiler *profiler)
{
	enum range_stage stage = RANGE_STAGE_STOP;
	size_t ranges;

	if (range_profiler_stop(&profiler->range, &ranges, &stage) == CUPTI_SUCCESS ||
	    stage != RANGE_STAGE_STOP)
		return true;
	atomic_store(&is_off, true);
	return false;
}

void launch_metrics_context_destroyed(CUcontext context)
{
	struct profiler *profiler = context ? profiler_of(context) : NULL;
	bool is_ended = true;

	if (!profiler)
		return;
	atomic_store(&profiler->context, NULL); /* no launch is measured in it any more */
	if (take_late(profiler))
		is_ended = !launch_is_any_captured() &&
		           launch_await_idle(context, &profiler->event, ACQUIRE_MS) == 0 &&
		           end_session(profiler);
	else if (atomic_load(&is_off))
		return;
	else if (!acquire(ACQUIRE_MS)) {
		atomic_store(&profiler->is_doomed, true);
		if (!ownership_doom(&window_owner, OWNED) && acquire(0))
			release();
		return;
	}
	if (is_ended) {
		range_profiler_release(&profiler->range);
	} else {
		range_profiler_forget(&profiler->range);
		atomic_store(&is_off, true); /* CUPTI is in a session still */
	}
	profiler->is_used = profiler->is_ready = false;
	release();
}

void launch_metrics_pause(void)
{
	if (launch_metrics_are_wanted() && !atomic_load(&is_off) && acquire(ACQUIRE_MS))
		release();
}

void launch_metrics_code_unloads(CUmodule module)
{
	if (!launch_metrics_are_wanted() || atomic_load(&is_off) ||
	    atomic_load(&is_measured_unloaded))
		return;
	if (!acquire(ACQUIRE_MS)) { /* whether it was measured cannot be known */
		atomic_store(&is_measured_unloaded, true);
		return;
	}
	if (measured_code_is_of(module))
		atomic_store(&is_measured_unloaded, true);
	release();
}

bool launch_metrics_disable(void)
{
	static atomic_bool is_closed; /* the window is nobody's any more */

	atomic_store(&is_off, true);
	if (!atomic_load(&is_closed) && acquire(ACQUIRE_MS))
		atomic_store(&is_closed, true);
	return atomic_load(&is_closed);
}

/* ---- the window opens ---- */

/* Whether all that the context was given before has run, some time. */
static bool becomes_idle(struct profiler *profiler)
{
	const int err =
	        launch_await_idle(atomic_load(&profiler->context), &profiler->event, IDLE_MS);

	if (err)
		failures_add(&failures, STAGE_IDLE,
		             err == -EBUSY ? CUPTI_ERROR_NOT_READY : CUPTI_ERROR_UNKNOWN);
	return !err;
}

static bool open_window(struct profiler *profiler, enum range_set set)
{
	static bool is_first = true;
	enum range_stage stage;
	CUptiResult result = range_profiler_start(&profiler->range, set, &stage);

	if (is_first) /* it may load libraries, too */
		atexit(end_before_libraries);
	is_first = false;
	if (result != CUPTI_SUCCESS)
		failures_add(&failures, (int)stage, result);
	profiler->is_ready = result == CUPTI_SUCCESS;
	return profiler->is_ready;
}

/* Whether nothing stands in the way of measuring a launch; counts what does. The window's owner. */
static bool is_possible(const struct profiler *profiler)
{
	if (launch_is_any_captured())
		counter_add(COUNTER_during_captures, 1);
	else if (window.begun != atomic_load(&profiler->ended) + 1)
		counter_add(COUNTER_shared_windows, 1);
	else
		return true;
	return false;
}

/* Returns whether the window is open, for this launch. */
static bool measure(struct profiler *profiler, struct launch_shape *shape,
                    const struct launch *launch, int64_t ordinal)
{
	enum range_set set = RANGE_SETS;
	bool is_open = false;

	if (!acquire(0)) {
		counter_add(COUNTER_missed_windows, 1);
		return false;
	}
	window.begun = atomic_load(&profiler->begun);
	if (profiler->is_ready && launch_shape_is_due(shape, ordinal) && is_possible(profiler) &&
	    !atomic_load(&is_measured_unloaded))
		set = measured_set_of(&profiler->range, launch, shape,
		                      measuring_time_left(&measuring_time, clock_ns()));
	if (set != RANGE_SETS) {
		atomic_fetch_add(&shape->tries, 1);
		measured_code_add(launch->handle);
		window.profiler = profiler;
		window.shape = shape;
		window.ordinal = ordinal;
		window.start_ns = cupti_timestamp();
		window.opened_ns = clock_ns();
		profiler->is_ready =
		        becomes_idle(profiler); /* else every launch would wait as long */
		is_open = profiler->is_ready && open_window(profiler, set);
	}
	if (is_open)
		atomic_store(&window.launch, launch->correlation_id);
	else
		release();
	return is_open;
}

/*
 * Counts the launch among those of its shape, as the timeline has them: what is captured does not
 * run now, and what is not recorded is not there. Returns whether it is measured.
 */
static bool count(struct profiler *profiler, const struct launch *launch, bool may_measure)
{
	struct launch_shape *shape = launch_shape_of(launch);
	int64_t ordinal = 0;

	if (shape && may_measure && !atomic_load(&shape->is_known) &&
	    !atomic_exchange(&shape->is_known, true))
		replay_launched(launch);
	if (may_measure && launch_is_any_captured() && launch_is_captured(launch))
		return false;
	if (shape && may_measure)
		ordinal = launch_shape_count(shape, launch);
	if (!ordinal) {
		counter_add(COUNTER_unmeasured_shapes, may_measure || !shape);
		return false;
	}
	if (atomic_load(&is_off) || !launch_shape_is_due(shape, ordinal) ||
	    replay_is_left_out(shape))
		return false;
	if (atomic_load(&is_measured_unloaded)) {
		counter_add(COUNTER_launches_after_unloading, 1);
		return false;
	}
	if (!measuring_time_is_left(&measuring_time, clock_ns(),
	                            launch_shape_need(shape, ordinal))) {
		counter_add(COUNTER_untimely_launches, 1);
		return false;
	}
	return measure(profiler, shape, launch, ordinal);
}

/* Ends the session that a kernel outlasted, where the context is idle before this launch. */
static void end_late(struct profiler *profiler, CUcontext context)
{
	if (!take_late(profiler))
		return;
	if (clock_ms() >= late_next_ms && !launch_is_any_captured() &&
	    atomic_load(&profiler->begun) == atomic_load(&profiler->ended) + 1 &&
	    launch_await_idle(context, &profiler->event, LATE_MS) == 0) {
		end_session(profiler);
		release();
		return;
	}
	if (clock_ms() >= late_next_ms)
		late_next_ms = clock_ms() + LATE_EVERY_MS;
	release_late(profiler);
}

void launch_metrics_launch_begins(const struct launch *launch, bool may_measure)
{
	struct profiler *profiler = launch->context ? profiler_of(launch->context) : NULL;
	bool is_beside;

	if (!profiler)
		return;
	/* In this order: a window's owner either sees this launch, or is seen by it. */
	atomic_fetch_add(&profiler->begun, 1);
	if (may_measure)
		end_late(profiler, launch->context);
	is_beside = ownership_state(&window_owner) != WINDOW_FREE;
	if (!count(profiler, launch, may_measure) && is_beside)
		launches_beside_note(launch->correlation_id);
}

/* ---- and closes ---- */

/* Pushes VALUES, those of the window's launch. */
static void push(const struct range_profiler *range, const struct launch *launch,
                 const double *values)
{
	const struct metric_config *config = &range->sets[range->set].config;
	const size_t count = config->count;
	struct launch_page *page = calloc(1, sizeof *page + count * sizeof *page->values);

	if (!page) {
		counter_add(COUNTER_lost_messages, 1);
		return;
	}
	page->item.type = ITEM_LAUNCH;
	page->correlation_id = launch->correlation_id;
	page->thread_id = (uint32_t)syscall(SYS_gettid);
	page->ordinal = window.ordinal;
	page->passes = (int64_t)config->passes;
	page->start_ns = window.start_ns;
	page->end_ns = cupti_timestamp();
	page->count = count;
	for (size_t i = 0; i < count; i++)
		page->values[i] = (struct launch_value){ config->names[i], values[i] };
	queue_push(&recording.queue, &page->item);
}

/* Reads what was measured. Returns CUPTI_SUCCESS also where that is thrown away. */
static CUptiResult take(struct profiler *profiler, const struct launch *launch, CUresult launched,
                        enum range_stage *stage)
{
	const bool is_shared = atomic_load(&profiler->begun) != window.begun;
	double values[METRICS_MAX];
	size_t ranges = 0;
	CUptiResult result = range_profiler_stop(&profiler->range, &ranges, stage);

	if (result != CUPTI_SUCCESS || launched != CUDA_SUCCESS)
		return result;
	if (ranges != 1 || is_shared) {
		counter_add(COUNTER_shared_windows, 1);
		launches_beside_note(launch->correlation_id);
		return CUPTI_SUCCESS;
	}
	result = range_profiler_evaluate(&profiler->range, values, stage);
	if (result != CUPTI_SUCCESS)
		return result;
	push(&profiler->range, launch, values);
	launch_shape_measured(window.shape, window.ordinal);
	return CUPTI_SUCCESS;
}

/* Returns whether the window is closed, and not the session of a kernel that outlasts it. */
static bool close_window(struct profiler *profiler, const struct launch *launch, CUresult launched)
{
	const int err = launched == CUDA_SUCCESS ? launch_wait(launch, KERNEL_MS) : 0;
	enum range_stage stage = RANGE_STAGE_STOP;
	CUptiResult result;

	if (err == -EBUSY) {
		failures_add(&failures, STAGE_KERNEL, CUPTI_ERROR_NOT_READY);
		profiler->is_ready = false;
		return false;
	}
	if (err || !atomic_load(&profiler->context))
		result = CUPTI_ERROR_INVALID_CONTEXT;
	else
		result = take(profiler, launch, launched, &stage);
	if (result == CUPTI_SUCCESS)
		return true;
	failures_add(&failures, result == CUPTI_ERROR_INVALID_CONTEXT ? STAGE_FAULT : (int)stage,
	             result);
	profiler->is_ready = false;
	if (stage == RANGE_STAGE_STOP)
		atomic_store(&is_off, true); /* CUPTI is in a session still */
	return true;
}

void launch_metrics_launch_ended(const struct launch *launch, CUresult launched)
{
	struct profiler *profiler = launch->context ? profiler_of(launch->context) : NULL;

	if (launch->correlation_id && atomic_load(&window.launch) == launch->correlation_id) {
		const int64_t opened_ns = window.opened_ns;

		profiler = window.profiler; /* its context may be gone */
		if (close_window(profiler, launch, launched)) {
			measuring_time_spend(&measuring_time, clock_ns() - opened_ns);
			release();
		} else {
			late_next_ms = 0;
			release_late(profiler);
		}
	}
	if (profiler)
		atomic_fetch_add(&profiler->ended, 1);
}
