/* SPDX-License-Identifier: MIT */
/* What a cause held back. Any thread, one at a time. */
#include "rules/shared/held.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/format.h"
#include "base/interval.h"
#include "rules/shared/names.h"

const struct threshold wait_threshold[] = { { "wait", 2000, "ns" }, { .name = NULL } };

static int held_add(struct held *held, uint32_t operation)
{
	uint32_t *added = ARRAY_ADD(&held->operations, &held->count);

	if (!added)
		return -ENOMEM;
	*added = operation;
	return 0;
}

int held_measure(struct held *held, const struct check *check)
{
	struct interval_set waits = { 0 }, behind = { 0 };
	int err = 0;

	held->worst = NONE;
	held->worst_ns = 0;
	for (size_t i = 0; i < held->count && !err; i++) {
		uint32_t id = held->operations[i];
		int64_t start_ns = check->trace->operations.start_ns[id],
		        wait_ns = graph_wait_ns(check->graph, id);

		if (wait_ns > held->worst_ns) {
			held->worst_ns = wait_ns;
			held->worst = id;
		}
		err = interval_set_add(&waits, start_ns - wait_ns, start_ns);
		if (!err && check->graph->blocker[id] != NONE)
			err = interval_set_add(&behind, start_ns - wait_ns, start_ns);
	}
	interval_set_unite(&waits);
	interval_set_unite(&behind);
	held->cost_ns = interval_set_length(&waits);
	held->behind_ns = interval_set_length(&behind);
	interval_set_release(&waits);
	interval_set_release(&behind);
	return err;
}

int held_collect(struct held *held, const struct check *check, uint32_t device, enum cause cause)
{
	const struct trace *trace = check->trace;
	int err = 0;

	*held = (struct held){ .worst = NONE };
	for (uint32_t i = 0; i < trace->operations.count && !err; i++)
		if (check->graph->cause[i] == cause && i != check->graph->issue_order[0] &&
		    operation_device(trace, i) == device &&
		    graph_wait_ns(check->graph, i) >= wait_threshold->value)
			err = held_add(held, i);
	return err ? err : held_measure(held, check);
}

void held_release(struct held *held)
{
	free(held->operations);
	*held = (struct held){ 0 };
}

void held_report(const struct held *held, const struct check *check, struct finding *finding)
{
	const struct trace *trace = check->trace;
	uint32_t worst = held->worst, blocker, call;
	const char *range;
	char behind[2 * NAME_MAX_BYTES] = "";

	finding->cost_ns = held->cost_ns;
	finding->occurrences = (int64_t)held->count;
	for (size_t i = 0; i < held->count; i++)
		finding_example(finding, held->operations[i],
		                graph_wait_ns(check->graph, held->operations[i]));
	if (worst == NONE)
		return;
	blocker = check->graph->blocker[worst];
	if (blocker != NONE)
		snprintf(behind, sizeof behind, " behind %s of %s",
		         name_operation(NAME, trace, blocker),
		         name_stream(NAME, trace, trace->operations.stream[blocker]));
	finding_fact(finding, "longest wait", "%s: %s of %s%s",
	             format_duration(FORMAT, held->worst_ns), name_operation(NAME, trace, worst),
	             name_stream(NAME, trace, trace->operations.stream[worst]), behind);
	call = trace->operations.call[worst];
	range = call == NONE
	                ? NULL
	                : name_range(trace, trace->calls.thread[call], trace->calls.start_ns[call]);
	if (range)
		finding_fact(finding, "in NVTX range", "%s", range);
}
