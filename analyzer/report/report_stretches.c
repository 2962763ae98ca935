/* SPDX-License-Identifier: MIT */
/* When kernels kept the run waiting: stretches in which some run nearly all the time. Any thread.
 */
#include "report/report_parts.h"

#include "base/statistics.h"
#include "rules/shared/worth.h"

enum {
	SLICES = 128, /* of the time from the first operation to the last */
	SLICE_BUSY_PERCENT = 80,
	STRETCHES_MAX = 8, /* more are the rounds of a loop, in which the GPU waits, */
	STRETCH_LONG =
	        1000,      /* unless each has so many operations: phases, with loops of their own */
	MIN_PERCENT = 10,  /* of the program time in stretches, */
	MOST_PERCENT = 66, /* of what kernels take, */
	OPERATIONS_MIN = 100,  /* and of operations: one long kernel tells by itself */
	MUCH_MORE_PERCENT = 20 /* in stretches than in the program time */
};

/* Copies are left out: other things than kernels make them faster. */
static int add_kernels(struct interval_set *set, const struct trace *trace)
{
	int err = 0;

	for (size_t i = 0; i < trace->operations.count && !err; i++)
		if (trace->operations.type[i] == OPERATION_KERNEL)
			err = interval_set_add(set, trace->operations.start_ns[i],
			                       trace->operations.end_ns[i]);
	interval_set_unite(set);
	return err;
}

/* As of all: gaps between stretches have few. */
static size_t operations_within(const struct trace *trace, const struct report_stretches *s)
{
	size_t count = 0;

	for (size_t i = 0; i < trace->operations.count; i++)
		count += trace->operations.start_ns[i] >= s->start_ns &&
		         trace->operations.start_ns[i] < s->end_ns;
	return count;
}

static bool are_stretches(const struct trace *trace, const struct report_stretches *s)
{
	const size_t operations = operations_within(trace, s);

	return operations >= OPERATIONS_MIN &&
	       (s->count <= STRETCHES_MAX || operations / s->count >= STRETCH_LONG);
}

/* A time in which kernels ran for RAN_NS. */
struct slice {
	int64_t from_ns, to_ns, ran_ns;
};

/* Whether kernels run for nearly all of slice I, or of it and the two beside it: between busy ones,
 * a pause of a loop that now and then waits ends no stretch. */
static bool is_busy_slice(const struct slice slices[SLICES], int i)
{
	const struct slice *s = &slices[i];
	int64_t ran_ns = s->ran_ns;

	if (percent_of(ran_ns, s->to_ns - s->from_ns) >= SLICE_BUSY_PERCENT)
		return true;
	if (i == 0 || i + 1 == SLICES)
		return false;
	ran_ns += s[-1].ran_ns + s[1].ran_ns;
	return percent_of(ran_ns, s[1].to_ns - s[-1].from_ns) >= SLICE_BUSY_PERCENT;
}

/* The slices of SPAN that BUSY fills, those beside each other as one stretch. */
static struct report_stretches add_up(const struct interval_set *busy, const struct interval *span)
{
	const int64_t length_ns = (span->end_ns - span->start_ns) / SLICES;
	struct report_stretches all = { .start_ns = INT64_MAX };
	struct slice slices[SLICES];
	bool is_in_one = false;

	for (int i = 0; i < SLICES; i++) {
		struct slice *s = &slices[i];

		s->from_ns = span->start_ns + length_ns * i;
		s->to_ns = i + 1 < SLICES ? s->from_ns + length_ns : span->end_ns;
		s->ran_ns = interval_set_within(busy, s->from_ns, s->to_ns);
	}
	for (int i = 0; i < SLICES; i++) {
		const struct slice *s = &slices[i];
		const bool is_busy = is_busy_slice(slices, i);

		if (is_busy) {
			all.ns += s->to_ns - s->from_ns;
			all.kernels_ns += s->ran_ns;
			all.start_ns = s->from_ns < all.start_ns ? s->from_ns : all.start_ns;
			all.end_ns = s->to_ns;
			all.count += !is_in_one;
		}
		is_in_one = is_busy;
	}
	return all;
}

/* Whether kernels, which take ALL_NS of it, run for much more of the time in stretches than in the
 * run, whose share misleads then; of a small main part the first line has a share, and CUDA's start
 * is in every run. */
static bool is_other_share(const struct report_process *process, const struct report_stretches *s,
                           int64_t span_ns, int64_t all_ns)
{
	const double of_program = percent_of(all_ns, process->program_ns);

	if (percent_of(all_ns, process->rest_ns ? process->rest_ns : span_ns) < SLICE_BUSY_PERCENT)
		return true;
	return !process->rest_ns && of_program < SLICE_BUSY_PERCENT &&
	       percent_of(s->kernels_ns, s->ns) - of_program >= MUCH_MORE_PERCENT;
}

int report_add_stretches(struct report_process *process, const struct trace *trace)
{
	const struct interval span = { trace->operations.count ? trace->operations.start_ns[0] : 0,
		                       trace_work_end_ns(trace) };
	struct interval_set busy = { 0 };
	struct report_stretches s = { 0 };
	int64_t all_ns;
	int err;

	process->stretches = s;
	if (process->summary.active_devices != 1 || span.end_ns <= span.start_ns)
		return 0;
	err = add_kernels(&busy, trace);
	if (!err)
		s = add_up(&busy, &span);
	all_ns = interval_set_length(&busy);
	interval_set_release(&busy);
	if (!err && is_other_share(process, &s, span.end_ns - span.start_ns, all_ns) &&
	    percent_of(s.ns, process->program_ns) >= MIN_PERCENT &&
	    percent_of(s.kernels_ns, all_ns) >= MOST_PERCENT && are_stretches(trace, &s))
		process->stretches = s;
	return err;
}
