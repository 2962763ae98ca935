/* SPDX-License-Identifier: MIT */
/*
 * The floor that scripts/bench-overhead measures the collector against: the collector's own
 * session, kinds and calls, with a writer that throws every buffer away undecoded. What a program
 * takes longer with this library is CUPTI's own cost. Stands in for collector/store/writer.c; runs
 * on the writer thread.
 */
#include "store/writer.h"

#include <pthread.h>
#include <stdlib.h>

#include "timeline/buffers.h"
#include "cupti/api.h"
#include "host/patience.h"
#include "host/recording.h"
#include "timeline/wait_notes.h"

static atomic_bool is_ending, is_done;

static void throw_away(void)
{
	struct item *item = queue_take(&recording.queue);
	struct wait_note note;

	while (wait_notes_take(&note))
		;
	while (item) {
		struct item *next = item->next;

		if (item->type == ITEM_BUFFER)
			buffers_give_back((struct buffer *)item);
		else
			free(item);
		progress_made();
		item = next;
	}
}

static void *run(void *unused)
{
	while (!atomic_load(&is_ending)) {
		queue_wait(&recording.queue, recording.settings.number[SETTING_ID_flush_ms]);
		throw_away();
	}
	cupti.cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
	throw_away();
	atomic_store(&is_done, true);
	return unused;
}

int writer_start(void (*disable)(void))
{
	pthread_t thread;
	int err = pthread_create(&thread, NULL, run, NULL);

	(void)disable; /* nothing fails */
	if (!err)
		pthread_detach(thread);
	return -err;
}

void writer_context_created(void)
{
}

void writer_end(void)
{
	atomic_store(&is_ending, true);
	queue_wake(&recording.queue);
}

bool writer_is_done(void)
{
	return atomic_load(&is_done);
}

void writer_settle(void)
{
}

bool writer_is_settled(void)
{
	return true;
}

void writer_go_on(void)
{
}
