/* SPDX-License-Identifier: MIT */
/*
 * Native stacks of calls. call_stacks_called() runs in CUPTI's callbacks on the program's threads.
 *
 * libunwind is opened for this library alone and never linked: it exports the process's unwinder
 * (_Unwind_*), and would take that over, C++ exceptions included. Measured: 6 ns a frame with
 * unw_backtrace(), 200 us at a thread's first call; glibc's backtrace() 130 ns a frame. It reads
 * the list of loaded libraries under glibc's lock of that list, which no constructor of a library
 * holds.
 */
#include "stacks/call_stacks.h"

#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cupti/api.h"
#include "host/clock.h"
#include "host/losses.h"
#include "host/recording.h"
#include "host/ring.h"
#include "stacks/feeders.h"
#include "stacks/first_launches.h"
#include "stacks/greenlets.h"
#include "stacks/python_sampler.h"
#include "stacks/unwinder_pipe.h"

enum {
	CBIDS = 2048,
	PAUSE_NS = 20000, /* several launches long: the thread did work of its own meanwhile */
	COST_PART = 200,  /* 0.5 % of its time is what stacks may cost a thread, */
	FIRST_CREDIT_NS = 50000000, /* behind so much at the beginning; */
	CREDIT_NS = 2000000,        /* what it does not use up is kept up to this */
	COST_STEADY = 4,            /* stacks that the mean cost is about, */
	LENGTH_STEADY = 4,          /* and calls that the mean length is about; */
	LENGTH_MOST = 2,            /* one counts as so many times a long one, at most */
	END_LOOK_US = 20,           /* how often the end looks whether calls are switched, */
	END_LOOKS = 1000,           /* at most */
};

/* Beginnings of the driver calls that issue work or block; the runtime's end in them. */
static const struct {
	const char *name;
	bool is_shared; /* waits ask for its callbacks, too */
} wanted_calls[] = {
	{ "cuLaunch", false },           { "cuGraphLaunch", false },
	{ "cuGraphInstantiate", false }, { "cuMemcpy", true },
	{ "cuMemset", false },           { "cuMemAlloc", false },
	{ "cuMemFree", false },          { "cuMemHostAlloc", false },
	{ "cuMemHostRegister", false },  { "cuMemHostUnregister", false },
	{ "cuMemPrefetch", false },      { "cuCtxSynchronize", true },
	{ "cuStreamSynchronize", true }, { "cuEventSynchronize", true },
	{ "cuModuleLoad", false },       { "cuLibraryLoad", false },
};

enum { WANTED_CALLS = sizeof wanted_calls / sizeof *wanted_calls };

static bool is_wanted[CBIDS], is_shared[CBIDS];
static uint8_t rows[CBIDS];                  /* of wanted_calls */
static atomic_bool is_made[CBIDS];           /* by the program, and not shared */
static _Atomic(CUpti_SubscriberHandle) used; /* by call_stacks_watch(); NULL: by nobody */
static atomic_int switching;                 /* threads in there */
static _Atomic uint32_t watches;             /* how often it was called; odd: calls are missed */
static struct ring ring;
static struct first_launches launched_here;
static int (*unwind)(void **addresses, int count); /* unw_backtrace(); NULL: not there */

/* The calling thread's. */
static _Thread_local struct {
	uint32_t system_thread_id; /* 0: its first call is to come */
	uint32_t calls;            /* since the last stack */
	uint32_t watch;            /* of watches, at its last call */
	bool has_stack;
	/* By the monotonic clock: */
	int64_t began_ns;                /* its last call, behind the stack, */
	int64_t ended_ns;                /* and when that ended */
	int64_t earned_ns;               /* when its credit was looked at last */
	int64_t credit_ns;               /* for stacks */
	int64_t cost_ns;                 /* of one, the mean of the last ones */
	int64_t length_ns[WANTED_CALLS]; /* of calls, the same, by row */
} self;

static void add(const CUpti_CallbackData *data, int64_t pause_ns)
{
	uint64_t position;
	struct call_stack *stack = ring_claim(&ring, &position);
	int depth;

	if (!stack) {
		counter_add(COUNTER_dropped_stacks, 1);
		return;
	}
	*stack = (struct call_stack){
		.time_ns = cupti_timestamp(),
		.pause_ns = (uint64_t)pause_ns,
		.correlation_id = data->correlationId,
		.system_thread_id = self.system_thread_id,
	};
	_Static_assert(sizeof(void *) == sizeof *stack->addresses, "an address is a pointer");
	depth = unwind((void **)stack->addresses, CALL_STACK_FRAMES_MAX);
	stack->depth = depth > 0 ? (uint32_t)depth : 0;
	if (depth == CALL_STACK_FRAMES_MAX)
		counter_add(COUNTER_cut_stacks, 1);
	ring_publish(&ring, position);
}

/* A part of the time that has passed is its credit for stacks. */
static void earn(int64_t now_ns)
{
	const int64_t earned_ns = (now_ns - self.earned_ns) / COST_PART;

	if (self.credit_ns < CREDIT_NS)
		self.credit_ns = self.credit_ns + earned_ns < CREDIT_NS ? self.credit_ns + earned_ns
		                                                        : CREDIT_NS;
	self.earned_ns = now_ns;
}

/*
 * Every other launch of PyTorch's follows a pause, and a stack there takes 5 us instead of less
 * than one: 8 % of a loop of small kernels. So stacks are noted behind pauses against which that is
 * little, and else as many as a part of the time allows.
 */
static bool is_affordable(int64_t now_ns, int64_t pause_ns)
{
	earn(now_ns);
	return self.credit_ns > 0 || self.cost_ns * COST_PART <= pause_ns;
}

/* A thread's first stack, for which libunwind makes its cache, tells nothing of others. */
static void add_spent(int64_t ns)
{
	self.credit_ns -= ns;
	if (self.has_stack)
		self.cost_ns += self.cost_ns ? (ns - self.cost_ns) / COST_STEADY : ns;
	self.has_stack = true;
}

/*
 * Whether a call of ROW takes so long, going by those before it, that a stack is little against the
 * call itself: it is what the time went into, pause or none. Such calls earn more than their
 * stacks cost, and these are taken from the credit, so that all together cost what they may.
 */
static bool is_long(int row)
{
	return self.length_ns[row] >= COST_PART * self.cost_ns && self.length_ns[row] > 0;
}

/* A single long call, as the first one in which CUDA starts, makes no kind of call a long one. */
static void add_length(int row, int64_t ns)
{
	const int64_t most_ns = (int64_t)LENGTH_MOST * COST_PART * self.cost_ns;

	if (self.cost_ns && ns > most_ns)
		ns = most_ns;
	self.length_ns[row] += (ns - self.length_ns[row]) / LENGTH_STEADY;
}

/* Whether the call is worth a stack. */
static bool is_due(int64_t now_ns, int64_t pause_ns, int row, uint64_t launched)
{
	const int64_t every = recording.settings.number[SETTING_ID_host_calls];

	if (first_launches_add(&launched_here, launched))
		return true;
	if (is_long(row)) {
		earn(now_ns);
		return true;
	}
	return (pause_ns >= PAUSE_NS || (every && self.calls >= every)) &&
	       is_affordable(now_ns, pause_ns);
}

static void begin(const CUpti_CallbackData *data, int row, uint64_t launched)
{
	const uint32_t watch = atomic_load_explicit(&watches, memory_order_relaxed);
	int64_t now_ns = clock_ns();
	int64_t pause_ns = 0;

	if (atomic_load_explicit(&recording.is_off, memory_order_relaxed))
		launched = 0; /* the next one will be the first */
	if (!self.system_thread_id) {
		self.system_thread_id = feeders_add_self();
		self.earned_ns = now_ns;
		self.credit_ns = FIRST_CREDIT_NS;
	} else if (self.watch == watch && watch % 2 == 0) {
		pause_ns = now_ns - self.ended_ns;
	}
	self.watch = watch;
	self.calls++;
	python_sampler_called(&(struct python_call){
	        .pause_ns = (uint64_t)pause_ns,
	        .launched = launched,
	        .correlation_id = data->correlationId,
	        .system_thread_id = self.system_thread_id,
	});
	self.began_ns = now_ns;
	if (!unwind || !is_due(now_ns, pause_ns, row, launched))
		return;
	self.calls = 0;
	if (greenlets_are_loaded())
		counter_add(COUNTER_copied_stacks, 1);
	else if (!unwinder_pipe_is_there())
		counter_add(COUNTER_harmed_unwinder, 1);
	else
		add(data, pause_ns);
	self.began_ns = clock_ns();
	add_spent(self.began_ns - now_ns);
}

void call_stacks_called(CUpti_CallbackId cbid, const CUpti_CallbackData *data, uint64_t launched)
{
	const int saved = errno; /* the program's: files are looked at */

	if (cbid >= CBIDS || !is_wanted[cbid])
		return;
	if (data->callbackSite == CUPTI_API_EXIT) {
		self.ended_ns = clock_ns();
		add_length(rows[cbid], self.ended_ns - self.began_ns);
		return;
	}
	if (!is_shared[cbid] && !atomic_load_explicit(&is_made[cbid], memory_order_relaxed))
		atomic_store(&is_made[cbid], true);
	begin(data, rows[cbid], launched);
	errno = saved;
}

void call_stacks_watch(bool is_on)
{
	CUpti_SubscriberHandle subscriber;

	atomic_fetch_add(&switching, 1); /* before it looks: call_stacks_end() does it in turn */
	subscriber = atomic_load(&used);
	atomic_fetch_add(&watches, 1);
	for (uint32_t cbid = 1; subscriber && cbid < CBIDS; cbid++)
		if (atomic_load_explicit(&is_made[cbid], memory_order_relaxed))
			cupti_call_back(subscriber, cbid, is_on);
	atomic_fetch_sub(&switching, 1);
}

void call_stacks_end(void)
{
	atomic_store(&used, NULL);
	for (int i = 0; i < END_LOOKS && atomic_load(&switching); i++)
		clock_sleep_us(END_LOOK_US);
}

/* The row of NAME in wanted_calls; -1: none. */
static int find_call(const char *name)
{
	for (int i = 0; i < WANTED_CALLS; i++)
		if (strncmp(name, wanted_calls[i].name, strlen(wanted_calls[i].name)) == 0)
			return i;
	return -1;
}

/* Newer libraries know more calls than the headers; their names tell. */
static void enable_callbacks(CUpti_SubscriberHandle subscriber)
{
	for (uint32_t cbid = 1; cbid < CBIDS; cbid++) {
		const char *name = NULL;
		int row;

		if (cupti.cuptiGetCallbackName(CUPTI_CB_DOMAIN_DRIVER_API, cbid, &name) !=
		            CUPTI_SUCCESS ||
		    !name || (row = find_call(name)) < 0)
			continue;
		is_shared[cbid] = wanted_calls[row].is_shared;
		rows[cbid] = (uint8_t)row;
		is_wanted[cbid] = cupti_call_back(subscriber, cbid, true) == CUPTI_SUCCESS;
		if (!is_wanted[cbid])
			counter_add(COUNTER_unseen_calls, 1);
	}
	if (!recording.settings.number[SETTING_ID_metrics]) /* that needs them all */
		atomic_store(&used, subscriber);
}

static void unwind_once(void)
{
	void *address;

	unwind(&address, 1);
}

/*
 * libunwind keeps a cache for each thread, and locks a mutex to give it back when the thread ends.
 * ThreadSanitizer has left the thread by then, and crashes in 7 of 25 runs (libunwind 1.6.2).
 */
void call_stacks_open(void)
{
	const char *named = recording.settings.text[SETTING_ID_unwinder];
	void *library, *symbol;

	if (!*named && dlsym(RTLD_DEFAULT, "__tsan_init")) {
		counter_add(COUNTER_unwinder_left_out, 1);
		return;
	}
	library = dlopen(*named ? named : "libunwind.so.8", RTLD_NOW | RTLD_LOCAL);
	symbol = library ? dlsym(library, "unw_backtrace") : NULL;
	memcpy(&unwind, &symbol, sizeof symbol);
	if (unwind)
		unwinder_pipe_find(unwind_once);
	else
		counter_add(COUNTER_no_unwinder, 1);
}

void call_stacks_enable(CUpti_SubscriberHandle subscriber, size_t bytes, struct queue *queue)
{
	if (ring_init(&ring, bytes, sizeof(struct call_stack), queue))
		counter_add(COUNTER_lost_messages, 1);
	enable_callbacks(subscriber);
}

struct item *call_stacks_take(void)
{
	const struct call_stack *stack = ring_peek(&ring);
	struct call_stack_page *page;

	if (!stack)
		return NULL;
	page = malloc(sizeof *page + CALL_STACKS_MAX * sizeof *page->stacks);
	if (!page)
		return NULL;
	*page = (struct call_stack_page){ .item = { .type = ITEM_CALL_STACKS } };
	for (; stack && page->count < CALL_STACKS_MAX; stack = ring_peek(&ring)) {
		page->stacks[page->count++] = *stack;
		ring_pop(&ring);
	}
	return &page->item;
}
