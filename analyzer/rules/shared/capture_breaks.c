/* SPDX-License-Identifier: MIT */
/* Finds what keeps launches from being one graph. Any thread. */
#include "rules/shared/capture_breaks.h"

#include <errno.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/copies.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "trace/call_class.h"

enum { BREAKS, OTHERS, STARTS };

const struct threshold capture_breaks_thresholds[] = {
	[BREAKS] = { "breaks", 1.5, "times a round" },
	[OTHERS] = { "others", 50, "%" },
	[STARTS] = { "starts", 80, "%" },
	{ .name = NULL },
};

/* Waits for copies to a GPU. Those that nothing was launched between are one. */
struct uploads {
	int64_t count;
	int64_t since;  /* nodes since the last one */
	int64_t length; /* nodes between the two before; 0: not yet */
	int64_t alike;  /* nodes between two of which the two before had as many between them */
	struct host_evidence code;
};

struct breaks {
	int64_t count, copies; /* copies: of them, those that take something to the host */
	int64_t nodes;         /* between the first and the last */
	int64_t nodes_before;  /* ... up to the latest of them; 0: none yet */
	struct host_evidence code;
	struct uploads uploads; /* none of the above */
	/* From one part to the next. */
	int64_t between, places; /* waits, and how often a part follows another */
	int64_t others;          /* launches that are of no part */
	struct host_evidence code_between;
};

enum { COPIES_NOTHING, GIVES, TAKES, TAKES_AND_WAITS };

/* By call: whether it gives a GPU something, or takes something from one to the host, and waits for
 * that. NULL: no memory. */
static uint8_t *find_copies(const struct trace *trace)
{
	uint8_t *copies = calloc(trace->calls.count + 1, sizeof *copies);

	for (uint32_t i = 0; copies && i < trace->operations.count; i++) {
		const uint32_t call = trace->operations.call[i];
		const enum copy_direction direction = copy_direction(trace, i);

		if (call != NONE && direction == COPY_OUT)
			copies[call] = copy_is_blocking(trace, i) ? TAKES_AND_WAITS : TAKES;
		else if (call != NONE && direction == COPY_IN && !copies[call])
			copies[call] = GIVES;
	}
	return copies;
}

static bool is_break(const struct trace *trace, const uint8_t *copies, uint32_t call)
{
	return copies[call] == TAKES_AND_WAITS || call_class(trace, call) == CALL_SYNCHRONIZE;
}

/* Whether CALL, which is a break, waits for what the one BEFORE it, or NONE, gives a GPU. */
static bool is_upload(const uint8_t *copies, uint32_t before, uint32_t call)
{
	return before != NONE && copies[before] == GIVES && copies[call] < TAKES;
}

/* The wait CALL for the copy to a GPU BEFORE it. */
static void add_upload(struct uploads *uploads, const struct check *check, uint32_t before,
                       uint32_t call)
{
	const struct trace_calls *calls = &check->trace->calls;
	const int64_t since = uploads->since;

	host_evidence_before(&uploads->code, before, calls->start_ns[before], calls->end_ns[call]);
	if (!since)
		return;
	if (percent_of(since < uploads->length ? since : uploads->length,
	               since < uploads->length ? uploads->length : since) >= LENGTHS_ALIKE_PERCENT)
		uploads->alike += since;
	uploads->count++;
	uploads->length = since;
	uploads->since = 0;
}

/*
 * Whether rounds begin with them, which have ROUND launches, as sequences say, or ROUNDS times
 * fewer at most: other loops and what lies between two have sequences of their own. Pieces of a
 * round that are shorter still begin with none of its inputs.
 */
static bool are_starts(const struct breaks *breaks, double round, double rounds)
{
	const struct uploads *uploads = &breaks->uploads;

	return percent_of(uploads->alike, breaks->nodes) >=
	               capture_breaks_thresholds[STARTS].value &&
	       rounds * (double)breaks->nodes >= round * (double)uploads->count;
}

/*
 * Waits of one thread that follow one another are one, and of a copy to the host if that is the
 * call before, or itself one. Within a part, so are those that nothing was launched between, by
 * whichever code: a state that is saved now and then is waited for array by array, and is in the
 * way once. Those between two parts are no matter of either, and counted by themselves.
 */
static void add_breaks(struct breaks *breaks, const struct check *check, const uint32_t *part_of,
                       const uint8_t *copies)
{
	const struct trace *trace = check->trace;
	const uint32_t end = (uint32_t)trace->calls.count;
	uint32_t part = NONE, next = 0;

	for (uint32_t c = 0; c < end; c++) {
		const uint32_t before = graph_previous_call(check->graph, c);
		bool is_between, is_another;

		breaks->nodes += part_of[c] != NONE;
		breaks->uploads.since += part_of[c] != NONE;
		breaks->others +=
		        part_of[c] == NONE && part != NONE && call_class(trace, c) == CALL_LAUNCH;
		breaks->places += part_of[c] != NONE && part != NONE && part_of[c] != part;
		part = part_of[c] != NONE ? part_of[c] : part;
		while (next < end && (next <= c || part_of[next] == NONE))
			next++;
		if (part == NONE || next == end || !is_break(trace, copies, c))
			continue;
		if (is_upload(copies, before, c)) {
			add_upload(&breaks->uploads, check, before, c);
			continue;
		}
		is_between = part_of[next] != part;
		is_another = before == NONE || !is_break(trace, copies, before);
		if (is_between) {
			host_evidence_call(&breaks->code_between, c);
			breaks->between += is_another;
		} else if (breaks->nodes_before != breaks->nodes) {
			host_evidence_call(&breaks->code, c);
			breaks->count += is_another;
			breaks->copies +=
			        is_another &&
			        (copies[c] >= TAKES || (before != NONE && copies[before] >= TAKES));
			breaks->nodes_before = breaks->nodes;
		}
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

/* How often a round of ROUND launches has what came COUNT times. */
static double times_of(const struct breaks *breaks, int64_t count, double round)
{
	return breaks->nodes ? (double)count * round / (double)breaks->nodes : 0;
}

/* Says what of a round of ROUND launches is in the way. Returns that, or -ENOMEM. */
static int say_within(struct breaks *breaks, struct finding *finding, double round, bool are_inputs)
{
	static const char label[] = "in the way of a graph";
	struct uploads *uploads = &breaks->uploads;
	const int64_t count = sum_saturated(breaks->count, are_inputs ? 0 : uploads->count);
	const bool gives = !are_inputs && 2 * uploads->count >= count;
	int err, uploads_err;

	finding_fact(finding, label,
	             "%.1f times in a round of some %s the host waits for the GPU%s",
	             times_of(breaks, count, round),
	             name_count(NAME, (int64_t)(round + 0.5), "launch", "launches"),
	             gives                         ? ", mostly for something that it copies to it"
	             : 2 * breaks->copies >= count ? ", mostly for something that it takes from it"
	                                           : "");
	uploads_err = host_evidence_end_waits(&uploads->code, gives ? finding : NULL, label);
	err = host_evidence_end_waits(&breaks->code, gives ? NULL : finding, label);
	return err ? err : uploads_err ? uploads_err : gives ? CAPTURE_UPLOADS : CAPTURE_BROKEN;
}

int capture_breaks_say(struct finding *finding, const struct check *check, const uint32_t *part_of,
                       const struct sequences *found, double rounds)
{
	struct breaks breaks = { 0 };
	uint8_t *copies = find_copies(check->trace);
	double round = (double)found->round;
	int broken = 0, err;
	bool are_inputs;

	if (!copies)
		return -ENOMEM;
	host_evidence_init(&breaks.code, check);
	host_evidence_init(&breaks.uploads.code, check);
	host_evidence_init(&breaks.code_between, check);
	add_breaks(&breaks, check, part_of, copies);
	free(copies);
	are_inputs = are_starts(&breaks, round, rounds);
	if (are_inputs)
		round = (double)breaks.nodes / (double)breaks.uploads.count;
	if (times_of(&breaks, breaks.count + (are_inputs ? 0 : breaks.uploads.count), round) <
	            capture_breaks_thresholds[BREAKS].value ||
	    (double)found->later < rounds * round) {
		host_evidence_end_waits(&breaks.code, NULL, "");
		host_evidence_end_waits(&breaks.uploads.code, NULL, "");
	} else {
		broken = say_within(&breaks, finding, round, are_inputs);
	}
	err = say_between(&breaks, finding, rounds);
	return broken < 0 ? broken : err ? err : broken;
}
