/* SPDX-License-Identifier: MIT */
/* Tells a slow end from a stuck one. Runs on any thread, in signal handlers too. */
#include "host/patience.h"

#include <stdatomic.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host/recording.h"
#include "host/thread.h"

enum { UNMOVED_MS = 2000, WITHOUT_CORE = 6 };

static _Atomic uint64_t progress;
static _Atomic uint64_t looks; /* of the first */
static atomic_int worker;      /* thread id */

void patience_work_here(void)
{
	atomic_store(&worker, (int)syscall(SYS_gettid));
}

void progress_made(void)
{
	atomic_fetch_add(&progress, 1);
}

void patience_init(struct patience *patience, enum patient patient)
{
	const uint64_t now = atomic_load(&progress);

	*patience = (struct patience){ .first = now,
		                       .seen = now,
		                       .is_of_second = patient == PATIENT_SECOND,
		                       .looks = atomic_load(&looks) };
	clock_wait_begin(&patience->wait);
}

int64_t patience_limit_ms(const struct patience *patience)
{
	const int64_t limit_ms = recording.settings.number[SETTING_ID_end_ms];

	if (patience->has_no_core)
		return WITHOUT_CORE * limit_ms;
	if (patience->is_held_up || patience->seen != patience->first || limit_ms < UNMOVED_MS)
		return limit_ms;
	return UNMOVED_MS;
}

const char *patience_reason(const struct patience *patience)
{
	if (patience->has_no_core)
		return ", without a core";
	return patience->is_held_up ? ", waiting for a disk or the kernel" : "";
}

/* Whether the first has looked since the last call. */
static bool has_looked(struct patience *patience)
{
	const uint64_t now = atomic_load(&looks), seen = patience->looks;

	patience->looks = now;
	return now != seen;
}

/* Nothing has moved for long: whether that was too short. */
static bool is_longer(struct patience *patience)
{
	const int64_t limit_ms = patience_limit_ms(patience);
	const char state = patience->is_of_second ? thread_state(atomic_load(&worker)) : 0;

	patience->has_no_core |= state == 'R';
	patience->is_held_up |= state == 'D';
	return patience_limit_ms(patience) > limit_ms;
}

bool patience_is_over(struct patience *patience)
{
	const uint64_t now = atomic_load(&progress);

	if (!patience->is_of_second)
		atomic_fetch_add(&looks, 1);
	if (now != patience->seen || (patience->is_of_second && has_looked(patience)))
		clock_wait_begin(&patience->wait);
	patience->seen = now;
	return clock_waited_ms(&patience->wait) > patience_limit_ms(patience) &&
	       !is_longer(patience);
}
