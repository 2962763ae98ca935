/* SPDX-License-Identifier: MIT */
/* Finds what keeps launches from being one graph. Any thread. */
#include "rules/shared/capture_breaks.h"

#include <errno.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/copies.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "trace/call_class.h"

enum { BREAKS, OTHERS };

const struct threshold capture_breaks_thresholds[] = {
	[BREAKS] = { "breaks", 1.5, "times a round" },
	[OTHERS] = { "others", 50, "%" },
	{ .name = NULL },
};

struct breaks {
	int64_t count, copies; /* copies: of them, those that take something to the host */
	int64_t nodes;         /* between the first and the last */
	struct host_evidence code;
	/* From one part to the next. */
	int64_t between, places; /* waits, and how often a part follows another */
	int64_t others;          /* launches that are of no part */
	struct host_evidence code_between;
};

enum { TAKES_NOTHING, TAKES, TAKES_AND_WAITS };

/* By call: whether it takes something from a GPU to the host, and waits for that.
 * NULL: no memory. */
static uint8_t *find_results(const struct trace *trace)
{
	uint8_t *takes = calloc(trace->calls.count + 1, sizeof *takes);

	for (uint32_t i = 0; takes && i < trace->operations.count; i++)
		if (trace->operations.call[i] != NONE && copy_direction(trace, i) == COPY_OUT)
			takes[trace->operations.call[i]] =
			        copy_is_blocking(trace, i) ? TAKES_AND_WAITS : TAKES;
	return takes;
}

static bool is_break(const struct trace *trace, const uint8_t *takes, uint32_t call)
{
	return takes[call] == TAKES_AND_WAITS || call_class(trace, call) == CALL_SYNCHRONIZE;
}

/* Waits of one thread that follow one another are one, and of a copy to the host if that is the
 * call before, or itself one. Those between two parts are no matter of either, and counted by
 * themselves. */
static void add_breaks(struct breaks *breaks, const struct check *check, const uint32_t *part_of,
                       const uint8_t *takes)
{
	const struct trace *trace = check->trace;
	const uint32_t end = (uint32_t)trace->calls.count;
	uint32_t part = NONE, next = 0;

	for (uint32_t c = 0; c < end; c++) {
		const uint32_t before = graph_previous_call(check->graph, c);
		bool is_between;

		breaks->nodes += part_of[c] != NONE;
		breaks->others +=
		        part_of[c] == NONE && part != NONE && call_class(trace, c) == CALL_LAUNCH;
		breaks->places += part_of[c] != NONE && part != NONE && part_of[c] != part;
		part = part_of[c] != NONE ? part_of[c] : part;
		while (next < end && (next <= c || part_of[next] == NONE))
			next++;
		if (part == NONE || next == end || !is_break(trace, takes, c))
			continue;
		is_between = part_of[next] != part;
		host_evidence_call(is_between ? &breaks->code_between : &breaks->code, c);
		if (before != NONE && is_break(trace, takes, before))
			continue;
		breaks->between += is_between;
		if (is_between)
			continue;
		breaks->count++;
		breaks->copies += takes[c] || (before != NONE && takes[before]);
	}
}

static int say_between(struct breaks *breaks, struct finding *finding, double rounds)
{
	static const char label[] = "between the parts";
	const double times = breaks->places ? (double)breaks->between / (double)breaks->places : 0;

	/* Where others are many, these have loops of their own, whose waits they are. */
	if (times < capture_breaks_thresholds[BREAKS].value || (double)breaks->places < rounds ||
	    percent_of(breaks->others, breaks->nodes) > capture_breaks_thresholds[OTHERS].value)
		return host_evidence_end_waits(&breaks->code_between, NULL, "");
	finding_fact(
	        finding, label,
	        "of the program that have these launches the host waits for the GPU, %.1f times "
	        "from one to the next: a graph ends there",
	        times);
	return host_evidence_end_waits(&breaks->code_between, finding, label);
}

int capture_breaks_say(struct finding *finding, const struct check *check, const uint32_t *part_of,
                       const struct sequences *found, double rounds)
{
	struct breaks breaks = { 0 };
	uint8_t *takes = find_results(check->trace);
	double times;
	int err, between_err;

	if (!takes)
		return -ENOMEM;
	host_evidence_init(&breaks.code, check);
	host_evidence_init(&breaks.code_between, check);
	add_breaks(&breaks, check, part_of, takes);
	free(takes);
	times = breaks.nodes ? (double)breaks.count * (double)found->round / (double)breaks.nodes
	                     : 0;
	if (times < capture_breaks_thresholds[BREAKS].value ||
	    (double)found->later < rounds * (double)found->round) {
		host_evidence_end_waits(&breaks.code, NULL, "");
		return say_between(&breaks, finding, rounds);
	}
	finding_fact(finding, "in the way of a graph",
	             "%.1f times in a round of some %s the host waits for the GPU%s", times,
	             name_count(NAME, (int64_t)found->round, "launch", "launches"),
	             2 * breaks.copies >= breaks.count
	                     ? ", mostly for something that it takes from it"
	                     : "");
	err = host_evidence_end_waits(&breaks.code, finding, "in the way of a graph");
	between_err = say_between(&breaks, finding, rounds);
	return err ? err : between_err ? between_err : true;
}
