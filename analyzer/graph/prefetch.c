/* SPDX-License-Identifier: MIT */
/* Pages that the program asks for, and who waits for them. */
#include "graph/prefetch.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "graph/constants.h"
#include "trace/call_class.h"

enum {
	MADE = 0x1,
	AWAITED = 0x2,
	BEFORE = 0x4
}; /* of `kinds`; of a thread what its next calls are */

/* What a call of a class may be to them. */
static const uint8_t looks_for[CALL_CLASSES] = {
	[CALL_LAUNCH] = BEFORE, [CALL_GRAPH_LAUNCH] = BEFORE, [CALL_COPY] = BEFORE,
	[CALL_FILL] = BEFORE,   [CALL_SYNCHRONIZE] = AWAITED,
};

static bool prefetches(const struct trace_call_name *name)
{
	return strstr(name->name, "MemPrefetch") != NULL;
}

static bool has_any(const struct trace *trace)
{
	for (size_t i = 0; i < trace->call_names_count; i++)
		if (prefetches(&trace->call_names[i]))
			return true;
	return false;
}

/* What CALL is to the prefetches of its thread, of which *PENDING is known. */
static uint8_t kind_of(const struct trace *trace, uint32_t call, uint8_t *pending)
{
	const struct trace_call_name *name = &trace->call_names[trace->calls.name[call]];
	uint8_t kind;

	if (prefetches(name)) {
		if (trace->calls.result[call] == 0)
			*pending = AWAITED | BEFORE;
		return call_length_ns(trace, call) >= LAG_UNEXPLAINED_NS ? MADE : 0;
	}
	kind = *pending & looks_for[name->class];
	if (looks_for[name->class])
		*pending &= name->class == CALL_SYNCHRONIZE ? 0 : AWAITED;
	return kind;
}

int prefetches_init(struct prefetches *prefetches, const struct trace *trace)
{
	uint8_t *pending; /* by thread */

	*prefetches = (struct prefetches){ 0 };
	if (!has_any(trace))
		return 0;
	prefetches->kinds = calloc(trace->calls.count + 1, sizeof *prefetches->kinds);
	pending = calloc(trace->threads_count + 1, sizeof *pending);
	for (uint32_t c = 0; prefetches->kinds && pending && c < trace->calls.count; c++)
		prefetches->kinds[c] = kind_of(trace, c, &pending[trace->calls.thread[c]]);
	free(pending);
	return prefetches->kinds && pending ? 0 : -ENOMEM;
}

void prefetches_release(struct prefetches *prefetches)
{
	free(prefetches->kinds);
}

static bool is_kind(const struct prefetches *prefetches, uint32_t call, uint8_t kind)
{
	return prefetches->kinds && call != NONE && prefetches->kinds[call] & kind;
}

bool prefetch_is_made_by(const struct prefetches *prefetches, uint32_t call)
{
	return is_kind(prefetches, call, MADE);
}

bool prefetch_is_awaited_by(const struct prefetches *prefetches, uint32_t call)
{
	return is_kind(prefetches, call, AWAITED);
}

bool prefetch_is_before(const struct prefetches *prefetches, uint32_t call)
{
	return is_kind(prefetches, call, BEFORE);
}
