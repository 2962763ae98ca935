/* SPDX-License-Identifier: MIT */
/* Finds what goes to the host and back. */
#include "rules/shared/round_trips.h"

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/chunks.h"
#include "rules/shared/constants.h"
#include "rules/shared/finding.h"
#include "rules/shared/names.h"
#include "rules/shared/rule_text.h"

enum { ROUND_ROW_MOST = 64 /* copies in a row that are compared with the other row */ };

/* Copies of one direction, one behind the other. */
struct copy_row {
	uint32_t ids[ROUND_ROW_MOST];
	size_t count; /* of these; there may be more */
	int64_t ns, bytes;
};

/* Copies of DIRECTION from operation FROM on, forwards or, IS_BACK, backwards, up to anything else
 * on the same device. */
static void find_row(struct copy_row *row, const struct trace *trace, uint32_t from, bool is_back,
                     enum copy_direction direction)
{
	const uint32_t device = operation_device(trace, from);

	row->count = 0;
	row->ns = row->bytes = 0;
	for (uint32_t i = from; i < trace->operations.count; i += is_back ? UINT32_MAX : 1) {
		if (operation_device(trace, i) != device)
			continue;
		if (copy_direction(trace, i) != direction)
			return;
		if (row->count < ROUND_ROW_MOST)
			row->ids[row->count++] = i;
		row->ns = sum_saturated(row->ns, operation_length_ns(trace, i));
		row->bytes = sum_saturated(row->bytes, copy_bytes(trace, i));
	}
}

/* Whether the same memory of the host is in both; each copy reads or writes one place. */
static bool is_same_memory(const struct trace *trace, const struct copy_row *out,
                           const struct copy_row *in)
{
	for (size_t o = 0; o < out->count; o++)
		for (size_t i = 0; i < in->count; i++) {
			uint64_t to, from;

			if (operation_host_address(trace, out->ids[o], &to) &&
			    operation_host_address(trace, in->ids[i], &from) &&
			    to < from + (uint64_t)copy_bytes(trace, in->ids[i]) &&
			    from < to + (uint64_t)copy_bytes(trace, out->ids[o]))
				return true;
		}
	return false;
}

/* The operation of the same device before GAP; NONE: there is none. */
static uint32_t before(const struct trace *trace, const struct gap *gap)
{
	for (uint32_t i = gap->next; i-- > 0;)
		if (operation_device(trace, i) == gap->device)
			return i;
	return NONE;
}

/* Adds where the copies IN of a trip come from. */
static void add_source(struct round_trips *trips, const struct trace *trace,
                       const struct copy_row *in)
{
	bool recurs = false;
	uint64_t from;

	if (!in->count || !operation_host_address(trace, in->ids[0], &from))
		return;
	for (int i = 0; i < ROUND_SOURCES && i < trips->known; i++)
		recurs |= trips->sources[i] == from;
	trips->recurring += recurs;
	trips->sources[trips->known++ % ROUND_SOURCES] = from;
}

void round_trips_add(struct round_trip_kinds *kinds, const struct trace *trace,
                     const struct gap *gap, int64_t length_ns, double least)
{
	const uint32_t last = before(trace, gap);
	struct copy_row out, in;
	struct round_trips *trips;

	if (gap->wait_call == NONE || last == NONE || copy_direction(trace, last) != COPY_OUT ||
	    copy_direction(trace, gap->next) != COPY_IN)
		return;
	find_row(&out, trace, last, true, COPY_OUT);
	find_row(&in, trace, gap->next, false, COPY_IN);
	if ((double)out.bytes < least || (double)in.bytes < least)
		return;
	trips = is_same_memory(trace, &out, &in) ? &kinds->back : &kinds->other;
	trips->count++;
	add_source(trips, trace, &in);
	trips->idle_ns = sum_saturated(trips->idle_ns, length_ns);
	trips->host_ns = sum_saturated(trips->host_ns, gap->share_ns[SHARE_HOST]);
	trips->copies_ns[COPY_OUT] = sum_saturated(trips->copies_ns[COPY_OUT], out.ns);
	trips->copies_ns[COPY_IN] = sum_saturated(trips->copies_ns[COPY_IN], in.ns);
	trips->bytes[COPY_OUT] = sum_saturated(trips->bytes[COPY_OUT], out.bytes);
	trips->bytes[COPY_IN] = sum_saturated(trips->bytes[COPY_IN], in.bytes);
}

static bool are_most(const struct round_trips *trips, int64_t cost_ns)
{
	return trips->count >= REPEATS_MIN &&
	       percent_of(trips->idle_ns, cost_ns) >= IDLE_MOST_PERCENT;
}

/* Whether the host can have written what goes in while it worked, and nothing says that this is
 * what went in before. */
static bool may_make(const struct round_trips *trips, const struct check *check)
{
	return chunk_writing_ns(trips->bytes[COPY_IN] / trips->count) <=
	               trips->host_ns / trips->count &&
	       !check_finding_of(check, "repeated-copy", NONE);
}

/* Whether most of them take in what lay at a place of its own each, as the items of a data set: the
 * host need not have made it of what came out. */
static bool are_inputs(const struct round_trips *trips)
{
	return percent_of(trips->known - trips->recurring, trips->count) > IDLE_MOST_PERCENT;
}

bool round_trips_are_back(const struct round_trip_kinds *kinds, int64_t cost_ns)
{
	return are_most(&kinds->back, cost_ns);
}

void round_trips_say(const struct round_trip_kinds *kinds, const struct check *check,
                     int64_t cost_ns, struct finding *finding)
{
	const bool are_back = are_most(&kinds->back, cost_ns);
	const struct round_trips *t = are_back ? &kinds->back : &kinds->other;
	const int64_t all_ns = sum_saturated(
	        t->idle_ns, sum_saturated(t->copies_ns[COPY_OUT], t->copies_ns[COPY_IN]));

	if (!are_most(t, cost_ns) || !may_make(t, check) || (!are_back && are_inputs(t)))
		return;
	finding_fact(
	        finding, are_back ? "there and back" : "out and in",
	        "%s times: %s come to the host in %s, it works for %s, and %s%s go%s in %s, on "
	        "average: %s in all with the copies%s, and nothing of that is left if %s",
	        format_count(FORMAT, t->count), format_bytes(FORMAT, t->bytes[COPY_OUT] / t->count),
	        format_duration(FORMAT, t->copies_ns[COPY_OUT] / t->count),
	        format_duration(FORMAT, t->host_ns / t->count),
	        format_bytes(FORMAT, t->bytes[COPY_IN] / t->count),
	        are_back ? " of the same memory" : "", are_back ? " back" : " to the GPU",
	        format_duration(FORMAT, t->copies_ns[COPY_IN] / t->count),
	        format_duration(FORMAT, all_ns),
	        check_finding_of(check, "pageable-copy", NONE)
	                ? ", which pageable-copy is about as well"
	                : "",
	        are_back ? "a kernel does that work where the data is"
	                 : "the host makes the one from the other, and a kernel does so "
	                   "instead");
}

void round_trips_advise(struct finding *finding)
{
	finding_advice(finding, "%s", rule_note(finding->rule, RULE_ADVICE, "there and back"));
	finding_case(finding, "results");
	finding_not_predicted(finding,
	                      "what a kernel takes for the same work is not known: at most "
	                      "the whole cost, and the copies");
}
