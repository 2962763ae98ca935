/* SPDX-License-Identifier: MIT */
/*
 * The sampler of Python's stacks: a thread of the collector's own with a thread state in the main
 * interpreter. It asks sys._current_frames() and reads the frames of the threads that call CUDA; no
 * Python code runs for it.
 *
 * Who waits for the interpreter's lock gets it where somebody lets it go: at calls that block or
 * compute outside of Python, else after a switch interval, 5 ms. A sample that had to wait for a
 * shorter time was taken behind the code that was to be seen (seen: 13 of 367 samples in a function
 * that took a third of the time). There are two remedies. From Python 3.13 on the main thread
 * samples itself: it makes a pending call between two instructions, at once and without giving the
 * lock to anybody (before, other threads' pending calls and signals are looked at only when the
 * lock changes hands). While it runs no Python code, and so does not answer, the sampler takes the
 * lock itself. Before 3.13 the switch interval is shortened while nobody but the sampler can wait
 * for the lock: the other threads, if any, wait for something else. A sample has the time when it
 * was asked for and when it was taken, and says whether it may be late in that sense.
 *
 * What could harm the program:
 *
 * - The interpreter ends. Whoever wants its lock then is ended by it or hangs, and its memory goes.
 *   So a function that the interpreter runs at its end (atexit) stops the sampler, and waits until
 *   its thread state is gone. A pending call puts it there: it needs no lock, and so cannot wait.
 * - The garbage collector. Up to Python 3.11 any allocation may start it, and destructors of the
 *   program would run in our thread. It is off while frames are read.
 * - A fork. The child has no such thread, and what was to be called in it does nothing.
 * - Interpreters with locks of their own (3.12). sys._current_frames() reads their frames, too,
 *   which only this interpreter's lock does not allow: while there are several, nothing is sampled.
 * - No lock at all (free-threaded builds). Frames change while they are read: nothing is sampled.
 *
 * How it is: PREPARING ── a pending call ──► READY ── the interpreter ends ──► ENDED; or ENDED at
 * once, where it cannot be sampled.
 */
#include "stacks/python_sampler.h"

#include <errno.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cupti/api.h"
#include "host/clock.h"
#include "host/losses.h"
#include "host/recording.h"
#include "host/thread.h"
#include "stacks/feeders.h"
#include "stacks/python_api.h"
#include "stacks/stack_page.h"
#include "stacks/switch_interval.h"

enum {
	LOOK_US = 50000, /* how often an interpreter is looked for */
	END_MS = 2000,   /* that the interpreter's end waits for us at most */
	/* Versions 3.N: the first in which ... */
	QUALIFIED_NAMES_MINOR = 11, /* code knows the class of its function */
	OWN_LOCKS_MINOR = 12,       /* interpreters can have locks of their own */
	PROMPT_CALLS_MINOR = 13,    /* a pending call interrupts the main thread */
	SECOND_NS = 1000000000,
	LATE_NS = 300000, /* a lock that is free is had sooner */
};

enum state { PREPARING, READY, ENDED };

static _Atomic enum state state;
static atomic_bool is_stopping; /* the interpreter ends */
static sem_t stopped;           /* posted once the thread state is gone */
static void *interpreter;
static bool has_own_locks, has_prompt_calls;
static atomic_bool is_asked;      /* a pending call for a sample is not made yet */
static _Atomic uint64_t asked_ns; /* when the next sample was asked for, by CUPTI's clock */
static const char *function_name; /* the attribute of code that names its function */

/* Objects of Python that are called for each sample: ours from READY on. */
static struct {
	python_object *current_frames, *gc_is_enabled, *gc_disable, *gc_enable;
} calls;

/* ---- the interpreter begins and ends: in Python's main thread ---- */

static bool is_recording(void)
{
	return atomic_load(&recording.phase) == PHASE_RECORDING;
}

static bool is_our_process(void)
{
	return recording.pid == getpid();
}

/* The interpreter ends: its lock is held, and let go while we wait. */
static python_object *stop(python_object *self, python_object *none)
{
	struct timespec until;
	void *thread_state;

	(void)none;
	if (is_our_process() && atomic_load(&state) == READY) {
		atomic_store(&is_stopping, true);
		thread_state = python.PyEval_SaveThread();
		clock_gettime(CLOCK_MONOTONIC, &until);
		until.tv_sec += END_MS / 1000;
		while (sem_clockwait(&stopped, CLOCK_MONOTONIC, &until) && errno == EINTR)
			;
		python.PyEval_RestoreThread(thread_state);
	}
	python.Py_IncRef(self);
	return self;
}

static struct python_method stop_method = { "warpwise_stop", stop, PYTHON_NO_ARGUMENTS, NULL };

/* Has stop() called at the interpreter's end. */
static bool register_stop(python_object *none)
{
	python_object *atexit = python.PyImport_ImportModule("atexit");
	python_object *add = python_get(atexit, "register");
	python_object *function = python.PyCFunction_NewEx(&stop_method, none, NULL);
	python_object *result =
	        add && function ? python.PyObject_CallFunctionObjArgs(add, function, NULL) : NULL;
	const bool is_done = result != NULL;

	python.Py_DecRef(result);
	python.Py_DecRef(function);
	python.Py_DecRef(add);
	python.Py_DecRef(atexit);
	return is_done;
}

/* Whether frames stand still while the lock is held. */
static bool has_lock(python_object *sys)
{
	python_object *ask = python_get(sys, "_is_gil_enabled");
	python_object *answer = python_call(ask);
	const bool is_locked = !ask || (answer && python.PyObject_IsTrue(answer) > 0);

	python.Py_DecRef(answer);
	python.Py_DecRef(ask);
	return is_locked;
}

/* Finds what is called for each sample. Whether all of it is there. */
static bool find_calls(python_object *sys, python_object *gc)
{
	calls.current_frames = python_get(sys, "_current_frames");
	calls.gc_is_enabled = python_get(gc, "isenabled");
	calls.gc_disable = python_get(gc, "disable");
	calls.gc_enable = python_get(gc, "enable");
	return switch_interval_init(sys) && calls.current_frames && calls.gc_is_enabled &&
	       calls.gc_disable && calls.gc_enable;
}

static void release_calls(void)
{
	switch_interval_release();
	python.Py_DecRef(calls.current_frames);
	python.Py_DecRef(calls.gc_is_enabled);
	python.Py_DecRef(calls.gc_disable);
	python.Py_DecRef(calls.gc_enable);
}

static void find_version(void)
{
	int minor = 0;

	sscanf(python.Py_GetVersion(), "%*d.%d", &minor);
	has_own_locks = minor >= OWN_LOCKS_MINOR;
	has_prompt_calls = minor >= PROMPT_CALLS_MINOR;
	function_name = minor >= QUALIFIED_NAMES_MINOR ? "co_qualname" : "co_name";
}

/* From PREPARING; false: it is something else already. */
static bool become(enum state next)
{
	enum state preparing = PREPARING;

	return atomic_compare_exchange_strong(&state, &preparing, next);
}

/* The pending call. Python expects 0: there is no exception. */
static int prepare(void *unused)
{
	python_object *sys, *gc;

	(void)unused;
	if (!is_our_process() || atomic_load(&state) != PREPARING)
		return 0;
	find_version();
	sys = python.PyImport_ImportModule("sys");
	gc = python.PyImport_ImportModule("gc");
	interpreter = python.PyInterpreterState_Main();
	if (!sys || !gc || !has_lock(sys) || !find_calls(sys, gc) || !register_stop(gc)) {
		counter_add(COUNTER_unsampled_python, 1);
		become(ENDED);
	}
	if (!become(READY))
		release_calls();
	python.Py_DecRef(gc);
	python.Py_DecRef(sys);
	python.PyErr_Clear();
	return 0;
}

/* ---- a sample: with the interpreter's lock, in the main thread or the sampler's ---- */

/* The text of attribute NAME of CODE, which *OWNER keeps alive. */
static const char *text_of(python_object *code, const char *name, python_object **owner)
{
	const char *text;

	*owner = python_get(code, name);
	text = *owner ? python.PyUnicode_AsUTF8AndSize(*owner, NULL) : NULL;
	if (!text)
		python.PyErr_Clear();
	return text ? text : "";
}

static bool add_frame(python_object *frame)
{
	python_object *code = python.PyFrame_GetCode(frame), *file, *function;
	const struct stack_frame read = {
		.line = python.PyFrame_GetLineNumber(frame),
		.file = text_of(code, "co_filename", &file),
		.function = text_of(code, function_name, &function),
	};
	const bool is_added = stack_page_add(&read);

	python.Py_DecRef(file);
	python.Py_DecRef(function);
	python.Py_DecRef(code);
	return is_added;
}

/* FRAME, the innermost, and those that called it. */
static void add_stack(python_object *frame, const struct stack_sample *sample)
{
	stack_page_begin(sample);
	python.Py_IncRef(frame);
	while (frame) {
		python_object *caller = add_frame(frame) ? python.PyFrame_GetBack(frame) : NULL;

		python.Py_DecRef(frame);
		frame = caller;
	}
	stack_page_end(&recording.queue);
}

/* A thread that is in Python's own waiting for another one wants no lock. */
static bool waits(python_object *frame)
{
	static const char module[] = "/threading.py";
	python_object *code = python.PyFrame_GetCode(frame), *owner;
	const char *file = text_of(code, "co_filename", &owner);
	const size_t length = strlen(file);
	const bool is_in_module =
	        length >= sizeof module && strcmp(file + length - (sizeof module - 1), module) == 0;

	python.Py_DecRef(owner);
	python.Py_DecRef(code);
	return is_in_module;
}

static uint64_t timestamp(void)
{
	uint64_t now = 0;

	cupti.cuptiGetTimestamp(&now);
	return now;
}

/*
 * Whether a sample that was taken by the lock may be of another place than the thread was at when
 * it was asked for: somebody ran meanwhile, and let the lock go by himself. Who runs for longer has
 * to give it away in the middle of what he does.
 */
static bool is_late(const struct stack_sample *sample)
{
	const uint64_t waited_ns = sample->time_ns - sample->asked_ns;

	return waited_ns >= LATE_NS && waited_ns < (uint64_t)switch_interval_ns();
}

static void add_stacks(bool is_by_lock)
{
	python_object *frames = python_call(calls.current_frames), *self, *frame;
	struct stack_sample sample = { .time_ns = timestamp() };
	int runnable = 0;
	ssize_t at = 0;

	sample.asked_ns = atomic_exchange(&asked_ns, sample.time_ns);
	sample.is_late = is_by_lock && is_late(&sample);
	while (frames && python.PyDict_Next(frames, &at, &self, &frame)) {
		runnable += !waits(frame);
		if (feeders_find(python.PyLong_AsUnsignedLong(self), &sample.system_thread_id))
			add_stack(frame, &sample);
	}
	python.Py_DecRef(frames);
	if (is_by_lock)
		switch_interval_shorten(runnable <= 1);
}

static void take_sample(bool is_by_lock)
{
	python_object *is_enabled;
	bool is_collecting;

	if (has_own_locks && python.PyInterpreterState_Head() != interpreter) {
		counter_add(COUNTER_several_interpreters, 1);
		return;
	}
	is_enabled = python_call(calls.gc_is_enabled);
	is_collecting = is_enabled && python.PyObject_IsTrue(is_enabled) > 0;
	if (is_collecting)
		python.Py_DecRef(python_call(calls.gc_disable));
	add_stacks(is_by_lock);
	if (is_collecting)
		python.Py_DecRef(python_call(calls.gc_enable));
	python.Py_DecRef(is_enabled);
}

/* The main thread answers: the pending call. */
static int answer(void *unused)
{
	(void)unused;
	if (is_our_process() && atomic_load(&state) == READY && is_recording())
		take_sample(false);
	atomic_store(&is_asked, false);
	return 0;
}

/* ---- the sampler's thread ---- */

/* Asks the main thread to let us in, once there is an interpreter. */
static void look_for_interpreter(void)
{
	static bool is_called, is_loaded;

	if (!is_loaded)
		is_loaded = python_api_load();
	if (is_loaded && !is_called && python.Py_IsInitialized())
		is_called = python.Py_AddPendingCall(prepare, NULL) == 0;
	clock_sleep_us(LOOK_US);
}

/* The time of the next sample after now, every PERIOD_NS. */
static void advance(struct timespec *next, int64_t period_ns)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	next->tv_nsec += period_ns;
	next->tv_sec += next->tv_nsec / SECOND_NS;
	next->tv_nsec %= SECOND_NS;
	if (now.tv_sec > next->tv_sec ||
	    (now.tv_sec == next->tv_sec && now.tv_nsec > next->tv_nsec))
		*next = now; /* what was missed is not made up for */
}

/* Has the main thread answer; false: it has not answered what it was asked before. */
static bool ask_main_thread(void)
{
	if (!has_prompt_calls || atomic_exchange(&is_asked, true))
		return false;
	atomic_store(&asked_ns, timestamp());
	if (python.Py_AddPendingCall(answer, NULL))
		atomic_store(&is_asked, false);
	return true;
}

static void sample_by_lock(void *thread_state)
{
	const bool is_unanswered = atomic_load(&is_asked);

	if (!is_unanswered)
		atomic_store(&asked_ns, timestamp());
	python.PyEval_RestoreThread(thread_state);
	if (!is_unanswered || atomic_load(&is_asked)) /* else it has answered meanwhile */
		take_sample(true);
	python.PyEval_SaveThread();
}

static void sample_until_end(void)
{
	const int64_t period_ns = SECOND_NS / recording.settings.number[SETTING_ID_host_hz];
	void *thread_state = python.PyThreadState_New(interpreter);
	struct timespec next;

	clock_gettime(CLOCK_MONOTONIC, &next);
	while (thread_state && is_recording() && !atomic_load(&is_stopping)) {
		advance(&next, period_ns);
		clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, &next, NULL);
		if (!is_recording() || atomic_load(&is_stopping))
			break;
		if (!ask_main_thread())
			sample_by_lock(thread_state);
	}
	if (!thread_state)
		return;
	python.PyEval_RestoreThread(thread_state);
	atomic_store(&state, ENDED); /* with the lock: a pending call comes before or after */
	switch_interval_shorten(false);
	release_calls();
	python.PyThreadState_Clear(thread_state);
	python.PyThreadState_DeleteCurrent();
}

static void *run(void *unused)
{
	while (is_recording() && atomic_load(&state) == PREPARING)
		look_for_interpreter();
	if (!become(ENDED) && atomic_load(&state) == READY)
		sample_until_end();
	atomic_store(&state, ENDED);
	sem_post(&stopped);
	return unused;
}

int python_sampler_start(void)
{
	sem_init(&stopped, 0, 0);
	return thread_start("warpwise-host", run);
}
