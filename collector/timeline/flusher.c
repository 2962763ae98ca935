/* SPDX-License-Identifier: MIT */
/* Flushes. A thread of its own; the writer thread asks. */
#include "timeline/flusher.h"

#include <semaphore.h>
#include <stdatomic.h>
#include <stddef.h>

#include "counters/gpu_metrics.h"
#include "counters/stalls.h"
#include "cupti/api.h"
#include "host/clock.h"
#include "host/losses.h"
#include "host/patience.h"
#include "host/recording.h"
#include "host/thread.h"
#include "timeline/buffers.h"
#include "timeline/nvtx_ranges.h"

enum {
	WHAT_BITS = 2,
	PAUSE_MS = 100, /* between flushes that are to free buffers: one may free none */
};

static sem_t wake;
static _Atomic uint64_t asked;       /* number of the last one << WHAT_BITS | what */
static _Atomic uint64_t done;        /* number */
static atomic_int_least64_t done_ms; /* when that was; 0: none was */

static void count_dropped(void)
{
	size_t dropped = 0;

	if (cupti.cuptiActivityGetNumDroppedRecords(NULL, 0, &dropped) == CUPTI_SUCCESS && dropped)
		counter_add(COUNTER_dropped_records, (int64_t)dropped);
}

static void flush(uint32_t flag)
{
	if (cupti.cuptiActivityFlushAll(flag) != CUPTI_SUCCESS)
		counter_add(COUNTER_failed_flushes, 1);
	progress_made();
}

static void ask_cupti(enum flush what)
{
	if (what == FLUSH_FINISHED)
		flush(0);
	if (what != FLUSH_FINISHED || buffers_are_short())
		flush(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
	count_dropped();
	if (what == FLUSH_LAST) {
		stalls_finish();
		gpu_metrics_finish();
	} else {
		stalls_drain();
	}
	progress_made();
}

static void *run(void *unused)
{
	enum flush what = FLUSH_FINISHED;

	while (what != FLUSH_LAST) {
		uint64_t request;

		while (sem_wait(&wake))
			;
		request = atomic_load(&asked);
		if (request >> WHAT_BITS == atomic_load(&done))
			continue; /* it went with the one before */
		what = (enum flush)(request & ((1 << WHAT_BITS) - 1));
		nvtx_ranges_settle();
		ask_cupti(what);
		atomic_store(&done_ms, clock_ms());
		atomic_store(&done, request >> WHAT_BITS);
		queue_wake(&recording.queue);
	}
	return unused;
}

int flusher_start(void)
{
	sem_init(&wake, 0, 0);
	return thread_start("warpwise-flush", run);
}

uint64_t flusher_ask(enum flush what)
{
	const uint64_t last = atomic_load(&asked) >> WHAT_BITS;

	if (what == FLUSH_FINISHED && !flusher_has_done(last))
		return last;
	atomic_store(&asked, (last + 1) << WHAT_BITS | what);
	sem_post(&wake);
	return last + 1;
}

void flusher_free_buffers(void)
{
	if (buffers_are_short() && flusher_has_done(atomic_load(&asked) >> WHAT_BITS) &&
	    clock_ms() - atomic_load(&done_ms) >= PAUSE_MS)
		flusher_ask(FLUSH_FINISHED);
}

bool flusher_has_done(uint64_t number)
{
	return atomic_load(&done) >= number;
}
