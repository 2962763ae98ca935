/* SPDX-License-Identifier: MIT */
#include "rules/shared/copy_staging.h"

#include "rules/shared/finding.h"

int64_t copy_staging_ns(const struct check *check, uint32_t id)
{
	const struct trace_operations *o = &check->trace->operations;
	const struct trace_calls *calls = &check->trace->calls;
	const uint32_t call = o->call[id], base = check->graph->base[id];
	const int64_t bytes = copy_bytes(check->trace, id);
	const int64_t most_ns = (int64_t)((double)(bytes < STAGING_BYTES ? bytes : STAGING_BYTES) *
	                                  1e9 / STAGING_BYTES_PER_S);
	int64_t from_ns, ns;

	if (call == NONE || bytes < SMALL_COPY_BYTES || o->flags[id] & OPERATION_GRAPH)
		return 0;
	from_ns = calls->start_ns[call];
	if (base != NONE && o->end_ns[base] > from_ns)
		from_ns = o->end_ns[base];
	ns = (copy_direction(check->trace, id) == COPY_IN ? o->start_ns[id] - from_ns
	                                                  : calls->end_ns[call] - o->end_ns[id]) -
	     LAG_CLEAR_NS;
	return ns < 0 ? 0 : ns < most_ns ? ns : most_ns;
}
