/* SPDX-License-Identifier: MIT */
/* Rule copy-bound: the run is as fast as the bus, because data go back and forth or are just many.
 */
#include <stdlib.h>

#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "rules/shared/copies.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/subject.h"
#include "rules/shared/worth.h"

enum { COPY_PERCENT = 50, COPIES_MIN = 10, RATE_PERCENT = 50 };

static const struct rule_threshold thresholds[] = {
	{ "copying", COPY_PERCENT, "% of the time from the first to the last GPU operation",
	  "more time on the critical path goes into copying than into everything else" },
	{ "copies", COPIES_MIN, "copies",
	  "a program copies its data in and its results out; from here on it is a loop" },
	{ "rate", RATE_PERCENT, "% of the bus",
	  "slower copies are bound by something else: their size, or pageable memory" },
	THRESHOLD_WORTH,
	{ .name = NULL },
};

/* ---- data that go back and forth ---- */

/* Adds what RUN need not copy: all but the first chunk's copies in and the last chunk's copies out.
 */
static int add_round_trips(struct finding *f, const struct trace *trace,
                           const struct chunk_runs *runs, const struct chunk_run *run,
                           struct interval_set *time)
{
	const uint32_t *operations = &runs->operations[run->first];
	size_t first_out = run->count, last_in = 0;
	int err = 0;

	for (size_t i = 0; i < run->count; i++) {
		enum copy_direction direction = copy_direction(trace, operations[i]);

		if (direction == COPY_OUT && first_out == run->count)
			first_out = i;
		if (direction == COPY_IN)
			last_in = i;
	}
	for (size_t i = 0; !err && i < run->count; i++) {
		uint32_t id = operations[i];
		enum copy_direction direction = copy_direction(trace, id);

		if ((direction == COPY_IN && i > first_out) ||
		    (direction == COPY_OUT && i < last_in)) {
			finding_target(f, id);
			finding_example(f, id, operation_length_ns(trace, id));
			err = interval_set_add(time, trace->operations.start_ns[id],
			                       trace->operations.end_ns[id]);
		}
	}
	return err;
}

static bool is_on_device(const struct chunk_runs *runs, const struct chunk_run *run,
                         uint32_t device)
{
	return run->device == device && run->out_bytes && chunk_run_is_round_trip(runs, run);
}

static int64_t time_of_round_trips(const struct chunk_runs *runs, uint32_t device)
{
	double time_ns = 0;

	for (size_t r = 0; r < runs->count; r++)
		if (is_on_device(runs, &runs->items[r], device))
			time_ns += (double)runs->items[r].in_ns + (double)runs->items[r].out_ns;
	return time_ns < (double)TRACE_TIME_MAX_NS ? (int64_t)time_ns : TRACE_TIME_MAX_NS;
}

static int report_round_trips(struct check *check, const struct chunk_runs *runs, uint32_t device)
{
	const struct trace *trace = check->trace;
	struct finding *f = finding_add_device(check, device);
	struct interval_set time = { 0 };
	int64_t steps = 0, bytes = 0;
	int err = 0;

	for (size_t r = 0; !err && r < runs->count; r++)
		if (is_on_device(runs, &runs->items[r], device)) {
			steps += runs->items[r].chunks;
			bytes = runs->items[r].in_bytes / runs->items[r].chunks;
			err = add_round_trips(f, trace, runs, &runs->items[r], &time);
		}
	interval_set_unite(&time);
	f->cost_ns = interval_set_length(&time);
	f->occurrences = (int64_t)f->targets_count;
	interval_set_release(&time);
	finding_headline(f, "the same %s go to the device and back in each of %s: %s of copying",
	                 format_bytes(FORMAT, bytes), name_count(NAME, steps, "step", "steps"),
	                 format_duration(FORMAT, f->cost_ns));
	finding_advice(
	        f,
	        "Leave the data on the device between the steps: copy in once before the first, "
	        "copy out "
	        "once after the last. Move what the host does in between to the device as well, or "
	        "copy only what it needs.");
	finding_fact(f, "same data",
	             "%s of pinned memory in all, less than one step copies in and out",
	             format_bytes(FORMAT, runs->pinned_bytes));
	finding_fact(f, "not needed", "%s",
	             name_count(NAME, (int64_t)f->targets_count, "copy", "copies"));
	return err;
}

static int check_round_trips(struct check *check)
{
	struct chunk_runs runs;
	int err = chunk_runs_find(&runs, check->graph);

	if (err)
		return err;
	for (uint32_t d = 0; !err && d < check->trace->devices_count; d++)
		if (is_worth(check->trace, time_of_round_trips(&runs, d)))
			err = report_round_trips(check, &runs, d);
	chunk_runs_release(&runs);
	return err;
}

static void fix_copy_bound(const struct check *check, const struct finding *finding,
                           struct scenario *scenario)
{
	const struct trace_operations *o = &check->trace->operations;

	for (size_t i = 0; i < finding->targets_count; i++) {
		uint32_t id = finding->targets[i];

		scenario_drop_operation(scenario, id);
		if (o->call[id] != NONE && !(o->flags[id] & OPERATION_GRAPH))
			scenario_change_call(scenario, o->call[id], CALL_DROPPED);
	}
}

/* ---- just much copying ---- */

/* Rules that say how these copies could be faster; then that is what there is to say. */
static bool is_said_already(const struct check *check)
{
	static const char *const others[] = { "no-overlap", "pageable-copy", "sync-copy",
		                              "small-copies", "copy-bound" };

	for (size_t i = 0; i < sizeof others / sizeof *others; i++)
		if (check_has_finding(check, others[i]))
			return true;
	return false;
}

static bool is_at_full_rate(const struct trace *trace, double bytes, int64_t time_ns)
{
	struct copy_rates rates;

	copy_rates_measure(&rates, trace);
	return bytes * 1e9 >= (double)time_ns * rates.bytes_per_s[COPY_IN] * RATE_PERCENT / 100;
}

static int check_share(struct check *check)
{
	const struct trace *trace = check->trace;
	int64_t span_ns = gpu_span_ns(trace, NONE),
	        path_ns = check->graph->run.share_ns[SHARE_COPY] +
	                  check->graph->run.share_ns[SHARE_COPY_ENGINE];
	struct interval_set time = { 0 };
	double bytes = 0;
	int64_t copies = 0, time_ns;
	struct finding *f;
	int err = 0;

	if (percent_of(path_ns, span_ns) < COPY_PERCENT || is_said_already(check))
		return 0;
	for (uint32_t i = 0; !err && i < trace->operations.count; i++)
		if (copy_direction(trace, i) != COPY_DIRECTIONS) {
			copies++;
			bytes += (double)copy_bytes(trace, i);
			err = interval_set_add(&time, trace->operations.start_ns[i],
			                       trace->operations.end_ns[i]);
		}
	interval_set_unite(&time);
	time_ns = interval_set_length(&time);
	interval_set_release(&time);
	if (err || percent_of(time_ns, span_ns) < COPY_PERCENT || copies < COPIES_MIN ||
	    !is_at_full_rate(trace, bytes, time_ns))
		return err;
	f = finding_add(check, "");
	f->severity = FINDING_NOTE;
	f->cost_ns = time_ns < path_ns ? time_ns : path_ns;
	f->occurrences = copies;
	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (copy_direction(trace, i) != COPY_DIRECTIONS)
			finding_example(f, i, operation_length_ns(trace, i));
	finding_headline(f,
	                 "the GPU's work is as fast as the bus: %s between host and device are %s "
	                 "of the %s from its first operation to its last",
	                 name_count(NAME, copies, "copy", "copies"),
	                 format_duration(FORMAT, f->cost_ns), format_duration(FORMAT, span_ns));
	finding_advice(f, "Copy less: keep data on the device between uses, generate or unpack "
	                  "them there, use a "
	                  "smaller type (half precision, packed bits), or do more work on the "
	                  "device with each "
	                  "byte that is copied.");
	finding_fact(f, "copied", "%s at %s",
	             format_bytes(FORMAT, bytes < 9e18 ? (int64_t)bytes : INT64_MAX),
	             format_rate(FORMAT, time_ns ? bytes * 1e9 / (double)time_ns : 0));
	finding_not_predicted(f,
	                      "a trace does not show which of the data could stay on the device");
	return 0;
}

static void check_copy_bound(struct check *check)
{
	int err = check_round_trips(check);

	if (!err)
		err = check_share(check);
	check_failed(check, err);
}

const struct rule rule_copy_bound = {
	.id = "copy-bound",
	.title = "The bus decides how long the run takes",
	.severity = FINDING_WARNING,
	.meaning = "The memory of a GPU is tens of times faster than the bus to the host. A "
	           "program that copies "
	           "data in, does little with them and copies them out runs at the speed of the "
	           "bus. Most "
	           "expensive are data that go out and come back unchanged for every step.",
	.decision =
	        "Two cases. Data that go back and forth: a stream copies in, computes, and "
	        "copies out as many bytes, step after step, while the host does not wait in "
	        "between long enough to look at the data (at 1.2 TB/s), and all pinned memory "
	        "of the program is smaller than one copy in and one copy out together, so that "
	        "both use the same memory. That is not known of a program that pins memory with "
	        "cudaHostRegister(), whose size no trace has, nor where the trace has less "
	        "pinned memory than one copy needs. Just much copying: at least `copies` copies "
	        "between "
	        "host and device take at least `copying`, on the critical path as well as "
	        "altogether, at a rate of at least `rate`, and no other rule (no-overlap, "
	        "pageable-copy, sync-copy, small-copies) says how to make them faster; this is "
	        "a note. In both cases the copies must be worth at least `share`.",
	.fix_text = "Keep data on the device: copy in once, compute all steps, copy out once. If "
	            "the host needs a few "
	            "values for each step (a norm, a flag), compute them on the device and copy "
	            "those alone.",
	.before = "for (i = 0; i < STEPS; i++) {\n"
	          "	cudaMemcpyAsync(d, h, bytes, cudaMemcpyHostToDevice, stream);\n"
	          "	step<<<grid, block, 0, stream>>>(d);\n"
	          "	cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, stream);\n"
	          "}\n",
	.after = "cudaMemcpyAsync(d, h, bytes, cudaMemcpyHostToDevice, stream);\n"
	         "for (i = 0; i < STEPS; i++)\n"
	         "	step<<<grid, block, 0, stream>>>(d);\n"
	         "cudaMemcpyAsync(h, d, bytes, cudaMemcpyDeviceToHost, stream);\n",
	.prediction = "For data that go back and forth the run is replayed without the copies in "
	              "between and their "
	              "calls; the first copy in and the last copy out stay. Limit: if another "
	              "thread of the host "
	              "changes the data between two steps, they have to go. For runs that just "
	              "copy much there is no "
	              "prediction.",
	.thresholds = thresholds,
	.check = check_copy_bound,
	.fix = fix_copy_bound,
};
