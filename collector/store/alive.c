/* SPDX-License-Identifier: MIT */
/* Notes until when the process was there. */
#include "store/alive.h"

#include <stdint.h>

#include "cupti/api.h"
#include "host/clock.h"
#include "host/recording.h"

enum { FIRST_MS = 2000, PART = 64 };

static int64_t began_ms, written_ms; /* 0: it was not asked yet */

bool alive_is_due(void)
{
	const int64_t now_ms = clock_ms();
	int64_t part_ms;

	if (!began_ms)
		began_ms = written_ms = now_ms;
	part_ms = (now_ms - began_ms) / PART;
	return now_ms - written_ms >= (part_ms > FIRST_MS ? part_ms : FIRST_MS);
}

void alive_write(struct batch *batch)
{
	uint64_t now_ns;

	written_ms = clock_ms();
	if (cupti.cuptiGetTimestamp(&now_ns) == CUPTI_SUCCESS)
		batch_exec(batch,
		           "INSERT OR REPLACE INTO meta (key, value) VALUES ('alive_ns', ?1)",
		           (int64_t)now_ns - recording.start_ns, NULL);
}
