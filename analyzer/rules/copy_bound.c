/* SPDX-License-Identifier: MIT */
/* Rule copy-bound: the run is as fast as the bus, because data go back and forth or are just
 * many. */
#include <stdlib.h>

#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "rules/shared/chunks.h"
#include "rules/shared/copies.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/subject.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

enum { COPYING, COPIES, RATE };

static const struct threshold thresholds[] = {
	[COPYING] = { "copying", 50, "%" },
	[COPIES] = { "copies", 10, "copies" },
	[RATE] = { "rate", 50, "%" },
	{ .name = NULL },
};

/* ---- data that go back and forth ---- */

/* Adds what RUN need not copy: all but the first chunk's copies in and the last chunk's copies
 * out. */
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
	const struct chunk_runs *runs = &check->survey->chunks;
	int err = 0;

	for (uint32_t d = 0; !err && d < check->trace->devices_count; d++)
		if (is_worth(check, time_of_round_trips(runs, d)))
			err = report_round_trips(check, runs, d);
	return err;
}

/* ---- just much copying ---- */

/* Another rule says how these copies could be faster, or this one did: then that is what there is
 * to say. */
static bool is_said_already(const struct check *check)
{
	for (int i = 0; i < RULE_YIELDS_MAX && check->rule->yields_to[i]; i++)
		if (check_finding_of(check, check->rule->yields_to[i], NONE))
			return true;
	return check_finding_of(check, check->rule->id, NONE);
}

static bool is_at_full_rate(const struct check *check, double bytes, int64_t time_ns)
{
	return bytes * 1e9 >= (double)time_ns * check->survey->rates.bytes_per_s[COPY_IN] *
	                              thresholds[RATE].value / 100;
}

/* In how much time the GPU did anything: whatever the host does in between. */
static int measure_busy(int64_t *busy_ns, const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	struct interval_set time = { 0 };
	int err = 0;

	for (uint32_t i = 0; !err && i < o->count; i++)
		err = interval_set_add(&time, o->start_ns[i], o->end_ns[i]);
	interval_set_unite(&time);
	*busy_ns = interval_set_length(&time);
	interval_set_release(&time);
	return err;
}

/* How fast each direction was: both at once move more than the bus does one way. */
static int add_rates(struct finding *f, const struct trace *trace)
{
	static const char *const labels[COPY_DIRECTIONS] = { "copied in", "copied out" };

	for (int direction = 0; direction < COPY_DIRECTIONS; direction++) {
		struct interval_set time = { 0 };
		int64_t bytes = 0, time_ns;
		int err = 0;

		for (uint32_t i = 0; i < trace->operations.count && !err; i++)
			if ((int)copy_direction(trace, i) == direction) {
				bytes = sum_saturated(bytes, copy_bytes(trace, i));
				err = interval_set_add(&time, trace->operations.start_ns[i],
				                       trace->operations.end_ns[i]);
			}
		interval_set_unite(&time);
		time_ns = interval_set_length(&time);
		interval_set_release(&time);
		if (err)
			return err;
		if (time_ns)
			finding_fact(f, labels[direction], "%s at %s", format_bytes(FORMAT, bytes),
			             format_rate(FORMAT, (double)bytes * 1e9 / (double)time_ns));
	}
	return 0;
}

static int check_share(struct check *check)
{
	const struct trace *trace = check->trace;
	int64_t busy_ns, path_ns = check->graph->run.share_ns[SHARE_COPY] +
	                           check->graph->run.share_ns[SHARE_COPY_ENGINE];
	struct interval_set time = { 0 };
	double bytes = 0;
	int64_t copies = 0, time_ns;
	struct finding *f;
	int err = measure_busy(&busy_ns, trace);

	if (err || percent_of(path_ns, busy_ns) < thresholds[COPYING].value ||
	    !is_worth(check, path_ns) || is_said_already(check))
		return err;
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
	if (err || percent_of(time_ns, busy_ns) < thresholds[COPYING].value ||
	    copies < thresholds[COPIES].value || !is_at_full_rate(check, bytes, time_ns))
		return err;
	f = finding_add(check, "");
	f->severity = FINDING_NOTE;
	f->cost_ns = time_ns < path_ns ? time_ns : path_ns;
	f->occurrences = copies;
	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (copy_direction(trace, i) != COPY_DIRECTIONS)
			finding_example(f, i, operation_length_ns(trace, i));
	finding_headline(f,
	                 "the GPU's work is as fast as the bus: %s between host and device take %s "
	                 "of the %s in which it is busy",
	                 name_count(NAME, copies, "copy", "copies"),
	                 format_duration(FORMAT, time_ns), format_duration(FORMAT, busy_ns));
	finding_advice(f, "Copy less: keep data on the device between uses, generate or unpack "
	                  "them there, use a "
	                  "smaller type (half precision, packed bits), or do more work on the "
	                  "device with each "
	                  "byte that is copied.");
	err = add_rates(f, trace);
	finding_not_predicted(f,
	                      "a trace does not show which of the data could stay on the device");
	return err;
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
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, worth_threshold },
	.yields_to = { "no-overlap", "pageable-copy", "sync-copy", "small-copies",
	               "threads-in-turn" },
	.check = check_copy_bound,
	.fix = finding_drop_targets,
};
