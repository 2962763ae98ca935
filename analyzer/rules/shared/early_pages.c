/* SPDX-License-Identifier: MIT */
/* Whether pages of results could be mapped while the GPU works. Any thread. */
#include "rules/shared/early_pages.h"

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/worth.h"

/* How long the thread that issued COPY had waited for the GPU before it did. */
static int64_t waited_before_ns(const struct graph *graph, uint32_t copy)
{
	const struct trace *trace = graph->trace;
	const struct trace_calls *calls = &trace->calls;
	const uint32_t last = trace->operations.call[copy];
	int64_t waited_ns = 0;

	for (uint32_t call = 0; last != NONE && call < last; call++) {
		const uint32_t waited = graph->waited[call];

		if (waited == NONE || calls->thread[call] != calls->thread[last] ||
		    trace->operations.type[waited] != OPERATION_KERNEL)
			continue;
		waited_ns = sum_saturated(waited_ns, calls->end_ns[call] - calls->start_ns[call]);
	}
	return waited_ns;
}

void early_pages_say(struct finding *finding, const struct check *check, uint32_t copy,
                     int64_t price_ns)
{
	const int64_t waited_ns = waited_before_ns(check->graph, copy);

	if (!is_worth(check, price_ns) || waited_ns < price_ns)
		return;
	finding_fact(
	        finding, "while the GPU works",
	        "up to %s is won if its pages are mapped by then: the host waits %s for kernels "
	        "before these copies, in which it could touch or pin the buffer",
	        format_duration(FORMAT, finding->cost_ns), format_duration(FORMAT, waited_ns));
}
