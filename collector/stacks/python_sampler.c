/* SPDX-License-Identifier: MIT */
/*
 * The sampler of Python's stacks: a thread of the collector's own with a thread state in the main
 * interpreter. It asks sys._current_frames() and reads the frames of the threads that call CUDA; no
 * Python code runs for it.
 *
 * A sample is taken by the main thread itself: it makes a pending call between two instructions, so
 * that the lock changes hands for nobody. From Python 3.13 on it does so at once; before, when it
 * has taken the lock again, as it has behind each operation of PyTorch and each call that may
 * block. What the thread did until then came before the place where it answers: such a sample says
 * that it may be late. The sampler takes the lock in two cases. A thread that does not answer until
 * the next sample is due runs Python alone, or none at all. And before 3.13, behind a late sample,
 * the next one is taken by force: who has the lock must give it away after a switch interval, in
 * the middle of what he does. That is 5 ms, longer than most of what is to be seen, and shortened
 * for this one sample, while nobody but the sampler can wait for the lock: the other threads, if
 * any, wait for something else.
 *
 * Why not always so: in a loop of PyTorch's, who waits for the lock is woken each time that an
 * operation lets it go, and has it only when he is awake in time: far more than 100 us are lost for
 * each sample. There samples are answered in time, and nothing is forced.
 *
 * Between two samples the next call of CUDA on the main thread has its line noted: the callback
 * reads where the thread is and adds a pending call, which names it as soon as the thread is back
 * in Python. From then on until the next sample CUPTI is not asked to call back.
 *
 * Each sample's cost is measured, as far as it can be, and the next ones come so much later that it
 * is one COST_PARTth of the time.
 *
 * What could harm the program:
 *
 * - The interpreter ends. Whoever wants its lock then is ended by it or hangs, and its memory goes.
 *   So a function that the interpreter runs at its end (atexit) stops the sampler, and waits until
 *   its thread state is gone. A pending call puts it there: it needs no lock, and so cannot wait.
 * - A fork. The child has no such thread, and what was to be called in it does nothing.
 * - Several interpreters. Before 3.12 a pending call goes to the one that runs just now: what is to
 *   be called in the main one must not do anything there, least of all have itself called at its
 *   end, which may come when the runtime is gone half-way, and would end the main thread. From 3.12
 *   on they can have locks of their own: sys._current_frames() reads their frames, too, which only
 *   this interpreter's lock does not allow. So while there are several, nothing is asked, nothing
 *   is sampled, and no lock is taken.
 * - No lock at all (free-threaded builds). Frames change while they are read: nothing is sampled.
 *
 * How it is: PREPARING ── a pending call ──► READY ── the interpreter ends ──► ENDED; or ENDED at
 * once, where it cannot be sampled.
 */
#include "stacks/python_sampler.h"

#include <pthread.h>
#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/prctl.h>
#include <time.h>
#include <unistd.h>

#include "cupti/api.h"
#include "host/clock.h"
#include "host/losses.h"
#include "host/recording.h"
#include "host/thread.h"
#include "stacks/call_stacks.h"
#include "stacks/first_launches.h"
#include "stacks/greenlets.h"
#include "stacks/python_api.h"
#include "stacks/python_places.h"
#include "stacks/python_stacks.h"
#include "stacks/switch_interval.h"

enum {
	LOOK_US = 50000,         /* how often an interpreter is looked for, */
	ASKED_US = 2000,         /* and whether it has answered */
	END_MS = 2000,           /* that the interpreter's end waits for us at most, ... */
	STOPPED_NS = 20000000,   /* ... and how often it looks */
	PROMPT_CALLS_MINOR = 13, /* from 3.13 on a pending call interrupts the main thread */
	SECOND_NS = 1000000000,
	MOVED_NS = 50000,      /* in which a thread comes to another line, */
	LATE_NS = 200000,      /* ... and to another function; a lock that is free is had sooner */
	COST_PART = 200,       /* 0.5 % of the time is what samples may cost */
	COST_MAX_NS = 1000000, /* of one; more is another program that had the core */
	COST_STEADY = 4,       /* samples that the mean cost is about */
	TIMER_SLACK_NS = 1000,
	INTERRUPT_NS = 200000, /* in which who is interrupted gives the lock away, and we wake */
	WAKING_PART = 4, /* of the time in which we wait for the lock and are woken for nothing */
	WATCHED_CALLS = 32, /* of the main thread, behind each sample: 0.2 us each */
};

enum state { PREPARING, READY, ENDED };

static _Atomic enum state state;
static _Atomic enum python_presence presence;
static atomic_bool is_stopping; /* the interpreter ends */
static sem_t stopped;           /* posted once the thread state is gone */
static void *interpreter;
static bool has_prompt_calls;
static pthread_t main_thread;      /* of Python, from READY on */
static atomic_bool is_preparing;   /* a pending call of prepare() is not made yet */
static atomic_bool is_asked;       /* a pending call for a sample is not made yet */
static _Atomic uint64_t asked_ns;  /* when the next sample was asked for, by CUPTI's clock */
static atomic_bool is_lock_wanted; /* by the sampler, or it has it */
static atomic_bool is_forced;      /* the next sample, by the lock */
static _Atomic int64_t cost_ns;    /* of a sample, the mean of the last ones */

/* The next call of CUDA on the main thread: asked for by the sampler, then in the callback's hands,
 * then in the pending call's, both in that thread. */
static atomic_bool is_call_wanted;
static atomic_bool is_watched = true; /* the sampler sets it, the pending call clears it */
static struct stack_sample called;
static struct python_places called_from;
static int watched_calls; /* since calls are watched */
static struct first_launches launched_by_python;

/* ---- the interpreter begins and ends: in Python's main thread ---- */

static bool is_recording(void)
{
	return atomic_load(&recording.phase) == PHASE_RECORDING;
}

static bool is_our_process(void)
{
	return recording.pid == getpid();
}

/* Waits for a moment. */
static bool has_stopped(void)
{
	struct timespec until;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_nsec += STOPPED_NS;
	until.tv_sec += until.tv_nsec / SECOND_NS;
	until.tv_nsec %= SECOND_NS;
	return sem_clockwait(&stopped, CLOCK_MONOTONIC, &until) == 0;
}

/* The interpreter ends: its lock is held, and let go while we wait. */
static python_object *stop(python_object *self, python_object *none)
{
	struct clock_wait wait;
	void *thread_state;

	(void)none;
	if (is_our_process() && atomic_load(&state) == READY) {
		atomic_store(&is_stopping, true);
		thread_state = python.PyEval_SaveThread();
		clock_wait_begin(&wait);
		while (!has_stopped() && clock_waited_ms(&wait) < END_MS)
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

/* From PREPARING; false: it is something else already. */
static bool become(enum state next)
{
	enum state preparing = PREPARING;

	return atomic_compare_exchange_strong(&state, &preparing, next);
}

/* The head of the list is the newest. Any thread, without a lock: the answer is of this moment. */
static bool is_alone(void)
{
	return python.PyInterpreterState_Head() == python.PyInterpreterState_Main();
}

/* The pending call. Python expects 0: there is no exception. */
static int prepare(void *unused)
{
	python_object *sys, *gc;

	(void)unused;
	atomic_store(&is_preparing, false);
	if (!is_our_process() || atomic_load(&state) != PREPARING || !is_alone())
		return 0;
	interpreter = python.PyInterpreterState_Main();
	has_prompt_calls = python_minor() >= PROMPT_CALLS_MINOR;
	main_thread = pthread_self();
	sys = python.PyImport_ImportModule("sys");
	gc = python.PyImport_ImportModule("gc");
	if (!sys || !gc || !has_lock(sys) || !python_stacks_init(sys, gc) ||
	    !switch_interval_init(sys) || !register_stop(gc)) {
		counter_add(COUNTER_unsampled_python, 1);
		become(ENDED);
	}
	python_places_init();
	if (!become(READY)) {
		switch_interval_release();
		python_stacks_release();
	}
	python.Py_DecRef(gc);
	python.Py_DecRef(sys);
	python.PyErr_Clear();
	return 0;
}

/* ---- a sample: with the interpreter's lock, in the main thread or the sampler's ---- */

static void add_cost(int64_t ns)
{
	const int64_t mean_ns = atomic_load(&cost_ns);

	ns = ns < COST_MAX_NS ? ns : COST_MAX_NS;
	atomic_store(&cost_ns, mean_ns + (ns - mean_ns) / COST_STEADY);
}

/*
 * Whether who had the lock had to give it away to the sampler, in the middle of Python code: he
 * does so at once when the switch interval is over. Who took longer was in code that keeps the
 * lock, and may have come to another place.
 */
static bool is_interrupted(const struct stack_sample *sample)
{
	const uint64_t waited_ns = sample->time_ns - sample->asked_ns;
	const uint64_t interval_ns = (uint64_t)switch_interval_ns();

	return atomic_load(&is_lock_wanted) && waited_ns >= interval_ns &&
	       waited_ns < interval_ns + INTERRUPT_NS;
}

static void force_next(bool is_next_forced)
{
	switch_interval_shorten(is_next_forced);
	atomic_store(&is_forced, is_next_forced);
}

/*
 * Whether a sample may be of another place than the thread was at when it was asked for: somebody
 * ran meanwhile, and let the lock go by himself.
 */
static bool is_late(const struct stack_sample *sample, bool is_by_lock)
{
	if (has_prompt_calls && !is_by_lock)
		return false;
	return sample->time_ns - sample->asked_ns >= MOVED_NS && !is_interrupted(sample);
}

/*
 * The main thread may have called CUDA between being asked and answering: where it did so is nearer
 * to where it was than where it answers.
 */
static void take_sample(bool is_by_lock)
{
	const uint64_t start_ns = cupti_timestamp();
	struct stack_sample sample = { .time_ns = start_ns, .asked_ns = atomic_load(&asked_ns) };
	static const struct python_places nowhere;
	const struct python_places *own = &nowhere;
	int running;

	if (!is_alone())
		return; /* the sampler counts it */
	if (sample.asked_ns > sample.time_ns)
		sample.asked_ns = sample.time_ns;
	if (!is_by_lock && called.correlation_id && called_from.count &&
	    called.time_ns >= sample.asked_ns) {
		own = &called_from;
		sample.time_ns = called.time_ns;
	}
	sample.is_late = is_late(&sample, is_by_lock);
	running = python_stacks_add_all(&sample, own);
	if (!has_prompt_calls)
		force_next(running <= 1 && (sample.time_ns - sample.asked_ns >= LATE_NS ||
		                            is_interrupted(&sample)));
	if (!is_by_lock)
		add_cost((int64_t)(cupti_timestamp() - start_ns));
}

static bool is_our_call(void)
{
	return is_our_process() && atomic_load(&state) == READY && is_recording() &&
	       python.PyInterpreterState_Get() == interpreter;
}

/* The main thread answers: the pending call. */
static int answer(void *unused)
{
	(void)unused;
	if (is_our_call())
		take_sample(false);
	atomic_store(&is_asked, false);
	return 0;
}

/* The main thread is back from a call of CUDA: the pending call. Once enough were watched it is the
 * last one for a while. */
static int answer_call(void *unused)
{
	const uint64_t start_ns = cupti_timestamp();

	(void)unused;
	if (called.correlation_id && is_our_call() && is_alone()) {
		python_stacks_add_own(&called, &called_from);
		add_cost((int64_t)(cupti_timestamp() - start_ns));
	}
	called.correlation_id = 0;
	if (watched_calls >= WATCHED_CALLS && atomic_load(&is_watched) && is_our_call()) {
		watched_calls = 0;
		call_stacks_watch(false);
		atomic_store(&is_watched, false);
	}
	return 0;
}

/* Whether the line that makes CALL is to be noted: the sampler asked for one, or it is the first
 * launch of its kind, of which several may follow one long wait. */
static bool is_worth_a_line(const struct python_call *call)
{
	const bool is_first = first_launches_add(&launched_by_python, call->launched);

	return atomic_exchange(&is_call_wanted, false) || is_first;
}

void python_sampler_called(const struct python_call *call)
{
	if (atomic_load(&state) != READY || atomic_load(&is_stopping) ||
	    !pthread_equal(pthread_self(), main_thread) || !is_our_process() || !is_alone())
		return;
	watched_calls++;
	if (called.correlation_id || !is_worth_a_line(call)) {
		if (watched_calls == WATCHED_CALLS && !called.correlation_id)
			python.Py_AddPendingCall(answer_call, NULL);
		return;
	}
	called = (struct stack_sample){ .time_ns = call->time_ns,
		                        .asked_ns = call->time_ns,
		                        .pause_ns = call->pause_ns,
		                        .correlation_id = call->correlation_id,
		                        .system_thread_id = call->system_thread_id };
	if (!called.time_ns)
		called.time_ns = called.asked_ns = cupti_timestamp();
	called_from.count = 0;
	if (!greenlets_are_loaded())
		python_places_read(&called_from);
	if (python.Py_AddPendingCall(answer_call, NULL))
		called.correlation_id = 0;
}

/* ---- the sampler's thread ---- */

/* Whether there is one interpreter alone; each time that there are several is counted. */
static bool may_ask(void)
{
	if (is_alone())
		return true;
	counter_add(COUNTER_several_interpreters, 1);
	return false;
}

/* Asks the main thread to let us in, once there is an interpreter. */
static void look_for_interpreter(void)
{
	static bool is_loaded;

	if (atomic_load(&presence) != PYTHON_THERE)
		atomic_store(&presence, python_runs() ? PYTHON_THERE : PYTHON_NONE);
	if (!is_loaded)
		is_loaded = python_api_load();
	if (is_loaded && python.Py_IsInitialized() && may_ask() &&
	    !atomic_exchange(&is_preparing, true) && python.Py_AddPendingCall(prepare, NULL))
		atomic_store(&is_preparing, false);
	clock_sleep_us(atomic_load(&is_preparing) ? ASKED_US : LOOK_US);
}

/* Sleeps until the time of the next sample; returns by how much it woke up late, ns. */
static int64_t sleep_until_next(struct timespec *next)
{
	const int64_t asked_period_ns = SECOND_NS / recording.settings.number[SETTING_ID_host_hz];
	const int64_t cost_period_ns = COST_PART * atomic_load(&cost_ns);
	struct timespec now;
	int64_t late_ns;

	next->tv_nsec += cost_period_ns > asked_period_ns ? cost_period_ns : asked_period_ns;
	next->tv_sec += next->tv_nsec / SECOND_NS;
	next->tv_nsec %= SECOND_NS;
	clock_nanosleep(CLOCK_MONOTONIC, TIMER_ABSTIME, next, NULL);
	clock_gettime(CLOCK_MONOTONIC, &now);
	late_ns = (now.tv_sec - next->tv_sec) * SECOND_NS + now.tv_nsec - next->tv_nsec;
	*next = now; /* what was missed is not made up for */
	return late_ns;
}

/* Has the main thread answer; false: it has not answered what it was asked before. */
static bool ask_main_thread(void)
{
	if (atomic_exchange(&is_asked, true))
		return false;
	atomic_store(&asked_ns, cupti_timestamp());
	if (python.Py_AddPendingCall(answer, NULL))
		atomic_store(&is_asked, false);
	return true;
}

/*
 * What a sample by the lock costs the thread that had it: it waits until we are awake and done, and
 * until it is awake, and we wake up as late as from our sleep, WAKING_NS. While it lets the lock go
 * and takes it again itself, it also wakes us for nothing.
 */
static int64_t cost_by_lock(int64_t waited_ns, int64_t held_ns, int64_t waking_ns)
{
	if (waited_ns < LATE_NS)
		return held_ns + waking_ns;
	return held_ns + 2 * waking_ns +
	       (waited_ns < switch_interval_ns() ? waited_ns / WAKING_PART : 0);
}

static void sample_by_lock(void *thread_state, int64_t waking_ns)
{
	const bool was_asked = atomic_load(&is_asked);
	const uint64_t wanted_ns = cupti_timestamp();
	uint64_t had_ns;

	atomic_store(&asked_ns, wanted_ns);
	atomic_store(&is_lock_wanted, true);
	python.PyEval_RestoreThread(thread_state);
	had_ns = cupti_timestamp();
	if (!was_asked || atomic_load(&is_asked)) /* else it has answered meanwhile */
		take_sample(true);
	add_cost(cost_by_lock((int64_t)(had_ns - wanted_ns), (int64_t)(cupti_timestamp() - had_ns),
	                      waking_ns));
	atomic_store(&is_lock_wanted, false);
	python.PyEval_SaveThread();
}

static void watch_calls(void)
{
	if (atomic_load(&is_watched))
		return;
	call_stacks_watch(true);
	atomic_store(&is_watched, true);
}

static void sample_until_end(void)
{
	void *thread_state = python.PyThreadState_New(interpreter);
	struct timespec next;

	prctl(PR_SET_TIMERSLACK, TIMER_SLACK_NS); /* so that what it wakes up late is a waking */
	clock_gettime(CLOCK_MONOTONIC, &next);
	while (thread_state && is_recording() && !atomic_load(&is_stopping)) {
		const int64_t waking_ns = sleep_until_next(&next);

		if (!is_recording() || atomic_load(&is_stopping))
			break;
		if (!may_ask())
			continue;
		watch_calls();
		atomic_store(&is_call_wanted, true);
		if (atomic_load(&is_forced) || !ask_main_thread())
			sample_by_lock(thread_state, waking_ns);
	}
	if (!thread_state)
		return;
	python.PyEval_RestoreThread(thread_state);
	atomic_store(&state, ENDED); /* with the lock: a pending call comes before or after */
	if (is_recording())
		watch_calls();
	switch_interval_shorten(false);
	switch_interval_release();
	python_stacks_release();
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

enum python_presence python_sampler_finds(void)
{
	return atomic_load(&presence);
}

int python_sampler_start(void)
{
	sem_init(&stopped, 0, 0);
	return thread_start("warpwise-host", run);
}
