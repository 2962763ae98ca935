/* SPDX-License-Identifier: MIT */
/* Tells a slow end from a stuck one. Runs on any thread, in signal handlers too. */
#include "host/patience.h"

#include <stdatomic.h>

#include "host/recording.h"

enum { UNMOVED_MS = 2000 };

static _Atomic uint64_t progress;
static _Atomic uint64_t looks; /* of the first */

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

	return patience->seen == patience->first && limit_ms > UNMOVED_MS ? UNMOVED_MS : limit_ms;
}

/* Whether the first has looked since the last call. */
static bool has_looked(struct patience *patience)
{
	const uint64_t now = atomic_load(&looks), seen = patience->looks;

	patience->looks = now;
	return now != seen;
}

bool patience_is_over(struct patience *patience)
{
	const uint64_t now = atomic_load(&progress);

	if (!patience->is_of_second)
		atomic_fetch_add(&looks, 1);
	if (now != patience->seen || (patience->is_of_second && has_looked(patience)))
		clock_wait_begin(&patience->wait);
	patience->seen = now;
	return clock_waited_ms(&patience->wait) > patience_limit_ms(patience);
}
