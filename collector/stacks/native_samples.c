/* SPDX-License-Identifier: MIT */
/* Samples native code with perf events. Runs on the writer thread. */
#include "stacks/native_samples.h"

#include <errno.h>
#include <signal.h>
#include <stdbool.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "cupti/api.h"
#include "host/clock.h"
#include "host/losses.h"
#include "host/recording.h"
#include "stacks/feeders.h"
#include "stacks/perf_permit.h"
#include "stacks/python_sampler.h"
#include "stacks/sample_ring.h"
#include "stacks/start_samples.h"

enum {
	THREADS_MAX = 64,     /* that are sampled at once */
	RING_BYTES = 1 << 17, /* 47 samples of 64 frames */
	STACK_BYTES = 2048,   /* of a sample: printf() takes 1.3 KiB of it */
	READ_AFTER = 20,      /* samples: as many have room once more until they are read */
	KEPT_MAX = 200,       /* pages: 20 s of one thread, 4,000 samples of 3 KiB */
	LOCKED_PART = 8,      /* of the memory that may be locked, one is for rings at most */
	LOOK_MS = 50,         /* how often new threads are looked for */
	SECOND_NS = 1000000000,
};

struct thread {
	uint32_t system_thread_id; /* 0: the place is free */
	struct sample_ring ring;   /* none where it could not be sampled */
};

static struct thread threads[THREADS_MAX];
static bool is_refused; /* perf events are not for us */

static struct sample_ring_plan plan(void)
{
	return (struct sample_ring_plan){
		.bytes = RING_BYTES,
		.stack_bytes = STACK_BYTES,
		.frames = NATIVE_FRAMES_MAX,
		.every_ns = (uint64_t)(SECOND_NS / recording.settings.number[SETTING_ID_host_hz]),
	};
}

/* Whether ERR says that no thread can be sampled, rather than this one. */
static bool is_refusal(int err)
{
	return err != -ESRCH && err != -EMFILE && err != -ENFILE && err != -ENOMEM;
}

static void begin_thread(struct thread *thread, uint32_t system_thread_id)
{
	const struct sample_ring_plan wanted = plan();
	int err = -EPERM;

	*thread = (struct thread){ .system_thread_id = system_thread_id };
	if (perf_permit())
		err = sample_ring_open(&thread->ring, system_thread_id, &wanted);
	if (!err || err == -ESRCH)
		return;
	is_refused = is_refusal(err);
	counter_add(is_refused ? COUNTER_no_perf_events : COUNTER_unsampled_threads, 1);
}

static void end_thread(struct thread *thread)
{
	sample_ring_close(&thread->ring);
	*thread = (struct thread){ 0 };
}

/* ---- samples ---- */

/* CUPTI's timestamp minus the monotonic clock. */
static int64_t clocks_apart_ns(void)
{
	return (int64_t)cupti_timestamp() - clock_ns();
}

static void read_ring(const struct thread *thread, struct native_sample_page *page,
                      int64_t apart_ns)
{
	while (page->count < NATIVE_SAMPLES_MAX &&
	       sample_ring_read(&page->samples[page->count], &thread->ring, apart_ns))
		page->samples[page->count++].system_thread_id = thread->system_thread_id;
}

static bool has_any(void)
{
	for (int i = 0; i < THREADS_MAX; i++)
		if (sample_ring_has_any(&threads[i].ring))
			return true;
	return false;
}

/* ---- which threads ---- */

static bool is_alive(uint32_t system_thread_id)
{
	return syscall(SYS_tgkill, getpid(), system_thread_id, 0) == 0;
}

static struct thread *find(uint32_t system_thread_id)
{
	for (int i = 0; i < THREADS_MAX; i++)
		if (threads[i].system_thread_id == system_thread_id)
			return &threads[i];
	return NULL;
}

static void end_the_dead(void)
{
	for (int i = 0; i < THREADS_MAX; i++)
		if (threads[i].system_thread_id && !is_alive(threads[i].system_thread_id))
			end_thread(&threads[i]);
}

/*
 * A place for a thread; NULL: there is no room. Rings count as locked memory of the user, which
 * io_uring's and others' buffers are taken from as well: these would fail where it is used up.
 */
static struct thread *find_place(void)
{
	const struct sample_ring_plan wanted = plan();
	struct thread *place = find(0);
	struct rlimit limit;

	if (place && getrlimit(RLIMIT_MEMLOCK, &limit) == 0 && limit.rlim_cur != RLIM_INFINITY &&
	    limit.rlim_cur / LOCKED_PART / sample_ring_memory(&wanted) <= (rlim_t)(place - threads))
		return NULL;
	return place;
}

static void begin_new_ones(void)
{
	static bool has_been_full;
	uint32_t id;

	for (int i = 0; feeders_get(i, &id) && !is_refused; i++) {
		struct thread *place = find_place();

		if (!id || find(id) || !is_alive(id))
			continue;
		if (place)
			begin_thread(place, id);
		else if (!has_been_full)
			counter_add(COUNTER_unsampled_threads, 1);
		has_been_full |= !place;
	}
}

/* ---- the writer thread ---- */

static bool has_looked;

/* Not at all before the first look: what a program does between its first two calls counts, too. */
int64_t native_samples_rest_ms(int64_t rest_ms)
{
	const int64_t until_ms =
	        INT64_C(1000) * READ_AFTER / recording.settings.number[SETTING_ID_host_hz];

	if (!has_looked && recording.settings.number[SETTING_ID_host])
		return 0;
	if (recording.settings.number[SETTING_ID_host] && rest_ms > LOOK_MS &&
	    python_sampler_finds() == PYTHON_UNKNOWN)
		rest_ms = LOOK_MS;
	for (int i = 0; i < THREADS_MAX; i++)
		if (threads[i].ring.page && until_ms < rest_ms)
			return until_ms;
	return rest_ms;
}

void native_samples_end(void)
{
	for (int i = 0; i < THREADS_MAX; i++)
		end_thread(&threads[i]);
}

/* The oldest first. */
static struct kept {
	struct item *first, **end;
	int count;
} kept = { .end = &kept.first };

static void keep(struct native_sample_page *page)
{
	kept.count++;
	*kept.end = &page->item;
	kept.end = &page->item.next;
}

static struct native_sample_page *new_page(void)
{
	struct native_sample_page *page =
	        malloc(sizeof *page + NATIVE_SAMPLES_MAX * sizeof *page->samples);

	if (page)
		*page = (struct native_sample_page){ .item = { .type = ITEM_NATIVE_SAMPLES } };
	return page;
}

/* What was sampled before anybody read it; it ends where threads that call CUDA are sampled. */
static void take_start(void)
{
	struct native_sample_page *page;
	int64_t apart_ns;

	if (!start_samples_any())
		return;
	apart_ns = clocks_apart_ns();
	while (start_samples_any() && (page = new_page()) != NULL) {
		start_samples_read(page, apart_ns);
		keep(page);
	}
	start_samples_end();
}

static void look_at_threads(void)
{
	static int64_t looked_ms;
	const enum python_presence python = python_sampler_finds();
	const bool is_wanted = recording.settings.number[SETTING_ID_host] && !is_refused &&
	                       !atomic_load(&recording.is_off) && python != PYTHON_THERE;

	has_looked = true;
	if (!is_wanted) {
		native_samples_end();
		start_samples_end();
	} else if (python == PYTHON_UNKNOWN) {
		native_samples_end();
	} else if (clock_ms() >= looked_ms + LOOK_MS) {
		looked_ms = clock_ms();
		end_the_dead();
		begin_new_ones();
		if (!is_refused)
			take_start();
	}
}

static struct native_sample_page *read_rings(void)
{
	struct native_sample_page *page;
	int64_t apart_ns;

	if (!has_any()) {
		look_at_threads();
		return NULL;
	}
	page = new_page();
	if (!page)
		return NULL;
	apart_ns = clocks_apart_ns();
	for (int i = 0; i < THREADS_MAX; i++)
		if (threads[i].ring.page)
			read_ring(&threads[i], page, apart_ns);
	return page;
}

void native_samples_keep(void)
{
	struct native_sample_page *page;

	while (kept.count < KEPT_MAX && (page = read_rings()) != NULL)
		keep(page);
	if (kept.count >= KEPT_MAX)
		native_samples_end(); /* until there is a context: there may never be one */
}

struct item *native_samples_take(void)
{
	struct item *item = kept.first;

	if (!item)
		return (struct item *)read_rings();
	kept.first = item->next;
	item->next = NULL;
	if (!kept.first)
		kept.end = &kept.first;
	return item;
}
