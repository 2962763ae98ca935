/* SPDX-License-Identifier: MIT */
/* Tells a slow end from a stuck one. Runs on any thread, in signal handlers too. */
#include "host/patience.h"

#include <stdatomic.h>

#include "host/clock.h"
#include "host/recording.h"

enum { UNMOVED_MS = 2000 };

static _Atomic uint64_t progress;

void progress_made(void)
{
	atomic_fetch_add(&progress, 1);
}

void patience_init(struct patience *patience, int64_t extra_ms)
{
	const uint64_t now = atomic_load(&progress);

	*patience = (struct patience){ clock_ms(), extra_ms, now, now };
}

int64_t patience_limit_ms(const struct patience *patience)
{
	const int64_t limit_ms = recording.settings.number[SETTING_ID_end_ms];

	return (patience->seen == patience->first && limit_ms > UNMOVED_MS ? UNMOVED_MS
	                                                                   : limit_ms) +
	       patience->extra_ms;
}

bool patience_is_over(struct patience *patience)
{
	const uint64_t now = atomic_load(&progress);

	if (now != patience->seen)
		patience->since_ms = clock_ms();
	patience->seen = now;
	return clock_ms() - patience->since_ms > patience_limit_ms(patience);
}
