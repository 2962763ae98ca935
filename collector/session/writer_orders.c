/* SPDX-License-Identifier: MIT */
/* Hands orders to the writer thread. On any thread, in callbacks and signal handlers, too. */
#include "session/writer_orders.h"

#include "host/recording.h"
#include "session/writer.h"

struct writer_orders writer_orders;

void writer_context_created(void)
{
	if (!atomic_exchange(&writer_orders.has_context, true))
		queue_wake(&recording.queue);
}

void writer_end(void)
{
	atomic_store(&writer_orders.is_ending, true);
	queue_wake(&recording.queue);
}

bool writer_is_done(void)
{
	return atomic_load(&writer_orders.is_done);
}

void writer_settle(enum settling how)
{
	atomic_store(&writer_orders.is_passing, how == SETTLING_IN_PASSING);
	if (how == SETTLING_ALL)
		atomic_fetch_add(&writer_orders.cutting, 1);
	atomic_fetch_add(&writer_orders.leaving, 1);
	atomic_fetch_add(&writer_orders.asked, 1);
	queue_wake(&recording.queue);
}

bool writer_is_settled(void)
{
	return atomic_load(&writer_orders.settled) == atomic_load(&writer_orders.asked);
}

void writer_go_on(enum settling how)
{
	if (how == SETTLING_ALL)
		atomic_fetch_sub(&writer_orders.cutting, 1);
	atomic_fetch_sub(&writer_orders.leaving, 1);
	if (how == SETTLING_IN_PASSING)
		return;
	atomic_store(&writer_orders.is_passing, false);
	queue_wake(&recording.queue);
}

bool writer_goes_on(void)
{
	return !atomic_load(&writer_orders.is_settled);
}

const char *writer_path(void)
{
	return atomic_load(&writer_orders.path);
}
