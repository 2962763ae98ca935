/* SPDX-License-Identifier: MIT */
/* When kernels kept the run waiting: stretches in which some run nearly all the time. Any thread.
 */
#include "report/report_parts.h"

#include "base/statistics.h"
#include "rules/shared/worth.h"

enum {
	SLICES = 128, /* of the time from the first operation to the last */
	SLICE_BUSY_PERCENT = 80,
	STRETCHES_MAX = 8,   /* more are the rounds of a loop, in which the GPU waits */
	MIN_PERCENT = 10,    /* of the program time in stretches, */
	MOST_PERCENT = 66,   /* of what kernels take, */
	OPERATIONS_MIN = 100 /* and of operations: one long kernel tells by itself */
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

static size_t operations_within(const struct trace *trace, const struct report_stretches *s)
{
	size_t count = 0;

	for (size_t i = 0; i < trace->operations.count && count < OPERATIONS_MIN; i++)
		count += trace->operations.start_ns[i] >= s->start_ns &&
		         trace->operations.start_ns[i] < s->end_ns;
	return count;
}

/* The slices of SPAN that BUSY fills, those beside each other as one stretch. */
static struct report_stretches add_up(const struct interval_set *busy, const struct interval *span)
{
	const int64_t length_ns = span->end_ns - span->start_ns;
	struct report_stretches all = { .start_ns = INT64_MAX };
	bool is_in_one = false;

	for (int i = 0; i < SLICES; i++) {
		const int64_t from_ns = span->start_ns + length_ns / SLICES * i;
		const int64_t to_ns = i + 1 < SLICES ? from_ns + length_ns / SLICES : span->end_ns;
		const int64_t kernels_ns = interval_set_within(busy, from_ns, to_ns);
		const bool is_busy = percent_of(kernels_ns, to_ns - from_ns) >= SLICE_BUSY_PERCENT;

		if (is_busy) {
			all.ns += to_ns - from_ns;
			all.kernels_ns += kernels_ns;
			all.start_ns = from_ns < all.start_ns ? from_ns : all.start_ns;
			all.end_ns = to_ns;
			all.count += !is_in_one;
		}
		is_in_one = is_busy;
	}
	return all;
}

int report_add_stretches(struct report_process *process, const struct trace *trace)
{
	const struct interval span = { trace->operations.count ? trace->operations.start_ns[0] : 0,
		                       trace_work_end_ns(trace) };
	struct interval_set busy = { 0 };
	struct report_stretches s = { 0 };
	const int64_t run_ns = process->rest_ns ? process->rest_ns : span.end_ns - span.start_ns;
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
	if (!err && s.count <= STRETCHES_MAX && percent_of(all_ns, run_ns) < SLICE_BUSY_PERCENT &&
	    percent_of(s.ns, process->program_ns) >= MIN_PERCENT &&
	    percent_of(s.kernels_ns, all_ns) >= MOST_PERCENT &&
	    operations_within(trace, &s) >= OPERATIONS_MIN)
		process->stretches = s;
	return err;
}
