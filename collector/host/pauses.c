/* SPDX-License-Identifier: MIT */
/* Pauses, in order of time. */
#include "host/pauses.h"

#include <stdatomic.h>
#include <stddef.h>

struct pause {
	_Atomic uint64_t start, end; /* what is not in the trace lies within; 0: not yet */
	_Atomic uint64_t off, on;    /* CUPTI was switched within these; 0: not yet */
	const char *reason;          /* set before start */
};

/* Static memory that is never touched costs nothing. */
static struct pause pauses[PAUSES_MAX];
static atomic_int count;

bool pauses_begin(uint64_t start, const char *reason, bool is_last)
{
	const int at = atomic_load(&count);

	if (at >= PAUSES_MAX - !is_last)
		return false;
	pauses[at].reason = reason;
	atomic_store(&pauses[at].start, start);
	atomic_store(&count, at + 1);
	return true;
}

static struct pause *newest(void)
{
	const int at = atomic_load(&count) - 1;

	return at < 0 ? NULL : &pauses[at];
}

void pauses_now_off(uint64_t now)
{
	if (newest())
		atomic_store(&newest()->off, now);
}

void pauses_still_off(uint64_t now)
{
	if (newest())
		atomic_store(&newest()->on, now);
}

bool pauses_is_open(void)
{
	return newest() && !atomic_load(&newest()->end);
}

void pauses_end(uint64_t end)
{
	if (pauses_is_open())
		atomic_store(&newest()->end, end);
}

bool pauses_cover(uint64_t start, uint64_t end)
{
	int low = 0, high = atomic_load(&count);
	uint64_t off, on;

	while (low < high) { /* to the first that begins later */
		const int middle = low + (high - low) / 2;

		if (atomic_load(&pauses[middle].start) <= start)
			low = middle + 1;
		else
			high = middle;
	}
	if (!low)
		return false;
	off = atomic_load(&pauses[low - 1].off);
	on = atomic_load(&pauses[low - 1].on);
	return off && start >= off && (!on || end < on);
}

int pauses_count(void)
{
	return atomic_load(&count);
}

void pauses_each(int64_t first, pause_fn *take, void *data)
{
	const int end = atomic_load(&count);

	for (int i = first < 0 ? 0 : (int)first; i < end; i++)
		take(data, i, atomic_load(&pauses[i].start), atomic_load(&pauses[i].end),
		     pauses[i].reason);
}
