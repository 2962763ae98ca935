/* SPDX-License-Identifier: MIT */
/*
 * Moments: what may have to be waited for, in recorded and in computed time. Private to
 * analyzer/graph.
 */
#ifndef WARPWISE_GRAPH_MOMENT_H
#define WARPWISE_GRAPH_MOMENT_H

#include <stdint.h>

#include "trace/trace.h"

#define NEVER INT64_MIN
#define LATEST_NS \
	(INT64_C(1) << 61) /* computed times stay within +- this, whatever a trace holds */

/* Time A + duration B, no further than LATEST_NS. Neither is NEVER. */
static inline int64_t moment_plus(int64_t a, int64_t b)
{
	int64_t sum;

	if (__builtin_add_overflow(a, b, &sum))
		return b > 0 ? LATEST_NS : -LATEST_NS;
	return sum > LATEST_NS ? LATEST_NS : sum < -LATEST_NS ? -LATEST_NS : sum;
}

/* Something that may have to be waited for: the latest of several ends (or the start of one
 * operation). */
struct moment {
	int64_t recorded_ns, computed_ns;       /* NEVER: nothing yet */
	uint32_t recorded_operation, operation; /* the ones that these are of */
};

#define MOMENT_NONE ((struct moment){ NEVER, NEVER, NONE, NONE })

/* OTHER has to be waited for, too. */
static inline void moment_add(struct moment *moment, const struct moment *other)
{
	if (other->recorded_ns > moment->recorded_ns) {
		moment->recorded_ns = other->recorded_ns;
		moment->recorded_operation = other->recorded_operation;
	}
	if (other->computed_ns > moment->computed_ns) {
		moment->computed_ns = other->computed_ns;
		moment->operation = other->operation;
	}
}

#endif
