/* SPDX-License-Identifier: MIT */
/* Rule pageable-copy: copies from or to host memory that is not pinned. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "rules/shared/chunks.h"
#include "rules/shared/copies.h"
#include "rules/shared/copy_staging.h"
#include "rules/shared/early_pages.h"
#include "rules/shared/host_buffers.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/one_buffer.h"
#include "rules/shared/renewed_buffers.h"
#include "rules/shared/result_pages.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/survey.h"
#include "rules/shared/unawaited.h"
#include "rules/shared/worth.h"

enum { REUSE, FRESH, ONCE, NEW_PAGES, VARIES, ALONE, RENEWED, RENEWED_TIMES, IN_TURN };

static const struct threshold thresholds[] = {
	[REUSE] = { "reuse", 4, "copies" },     [FRESH] = { "fresh", 2, "times" },
	[ONCE] = { "once", 10, "%" },           [NEW_PAGES] = { "new pages", 2, "GB/s" },
	[VARIES] = { "varies", 25, "%" },       [ALONE] = { "alone", 100, "us" },
	[RENEWED] = { "renewed", 10, "%" },     [RENEWED_TIMES] = { "renewed times", 2, "copies" },
	[IN_TURN] = { "in turn", 3, "copies" }, { .name = NULL },
};

static const char *const directions[COPY_DIRECTIONS] = { "host to device", "device to host" };

/* The copies of a direction that pinned memory would make faster. */
struct pageable {
	enum copy_direction direction;
	const bool *is_again; /* by operation: repeated-copy has found it; NULL: none is */
	int64_t copies, asynchronous, bytes;
	int64_t unawaited,
	        unawaited_ns; /* of the asynchronous ones; the longest pause behind one */
	int64_t lost_ns;      /* what they take longer than from pinned memory */
	int64_t staging_ns;   /* of their time, what their calls copied on the host meanwhile */
	int64_t row;
	uint32_t last;             /* the copy before; NONE: there is none */
	int64_t new_bytes;         /* copied into memory that nobody had written to */
	int64_t pin_bytes, pin_ns; /* to be pinned, and what that takes longer than malloc() */
	int64_t pin_error_ns;
	int64_t whole_pin_ns; /* where the memory is copied both ways: pin_ns is a part of it */
	struct host_buffers buffers;
	/* Pinned together: the copies of the other direction, if most of this memory is theirs,
	   too; else NULL. So much is. */
	const struct pageable *other;
	int64_t shared_bytes;
	struct interval_set time;
	bool has_staging; /* there are so many that what their calls copy is not that of a first one
	                   */
};

/* When copy ID ran, with what its call copied on the host before or behind it if HAS_STAGING. */
static struct interval time_of(const struct check *check, uint32_t id, bool has_staging)
{
	const struct trace_operations *o = &check->trace->operations;
	const int64_t ns = has_staging ? copy_staging_ns(check, id) : 0;

	return copy_direction(check->trace, id) == COPY_IN
	               ? (struct interval){ o->start_ns[id] - ns, o->end_ns[id] }
	               : (struct interval){ o->start_ns[id], o->end_ns[id] + ns };
}

static int64_t lost_ns(const struct check *check, uint32_t id, bool has_staging)
{
	const struct trace *trace = check->trace;
	const struct interval time = time_of(check, id, has_staging);

	return time.end_ns - time.start_ns -
	       copy_pinned_ns(&check->survey->rates, copy_direction(trace, id),
	                      copy_bytes(trace, id));
}

/* How long the host works by itself behind copy ID to it, for longer than that would take from
 * pinned memory, before it waits: it uses the data, and no wait would say that they are there. 0:
 * it waits, or does not use them. */
static int64_t unawaited_ns(const struct check *check, uint32_t id)
{
	const struct trace *trace = check->trace;
	const int64_t alone_ns = thresholds[ALONE].value * 1000;
	int64_t pinned_ns;

	if (copy_direction(trace, id) != COPY_OUT)
		return 0;
	pinned_ns = copy_pinned_ns(&check->survey->rates, COPY_OUT, copy_bytes(trace, id));
	return copy_unawaited_ns(check->graph, id, pinned_ns > alone_ns ? pinned_ns : alone_ns);
}

/* A copy that need not be made is not made faster. */
static bool is_to_pin(const struct trace *trace, const bool *is_again, uint32_t id)
{
	return trace->operations.type[id] == OPERATION_COPY && copy_is_pageable(trace, id) &&
	       !(is_again && is_again[id]);
}

/* Notes which memory copy ID would have pinned. */
static int add_memory(struct pageable *sum, const struct check *check, uint32_t id,
                      const struct interval *time)
{
	const struct start_up *start_up = &check->survey->start_up;
	const int64_t bytes = copy_bytes(check->trace, id);
	struct host_copy copy = {
		.bytes = bytes,
		.row = sum->row,
		.ns = time->end_ns - time->start_ns,
		.is_behind = start_up->has_loops && id > start_up->last,
	};

	if (host_buffers_add_part(&sum->buffers, check->trace, id, &copy.is_known))
		return -ENOMEM;
	if (!start_up_has(start_up, check->trace, id))
		return host_buffers_add_copy(&sum->buffers, &copy);
	if (!copy.is_known)
		sum->buffers.start_up_bytes = sum_saturated(sum->buffers.start_up_bytes, bytes);
	return 0;
}

static int add_copy(struct pageable *sum, const struct check *check, uint32_t id)
{
	const struct trace *trace = check->trace;
	const int64_t bytes = copy_bytes(trace, id);
	const struct interval time = time_of(check, id, sum->has_staging);
	const uint32_t before = sum->last;
	int64_t alone_ns;

	sum->last = id;
	if (before == NONE || copy_host_has_ns(trace, before, id, chunk_writing_ns(bytes)))
		sum->row++;
	if (lost_ns(check, id, sum->has_staging) <= 0)
		return 0;
	sum->copies++;
	if (sum->direction == COPY_OUT)
		sum->new_bytes = sum_saturated(sum->new_bytes,
		                               copy_new_bytes(bytes, time.end_ns - time.start_ns));
	sum->asynchronous += (trace->operations.flags[id] & OPERATION_ASYNC) != 0;
	alone_ns = unawaited_ns(check, id);
	sum->unawaited += alone_ns > 0;
	if (alone_ns > sum->unawaited_ns)
		sum->unawaited_ns = alone_ns;
	sum->bytes = sum_saturated(sum->bytes, bytes);
	sum->lost_ns = sum_saturated(sum->lost_ns, lost_ns(check, id, sum->has_staging));
	if (sum->has_staging)
		sum->staging_ns = sum_saturated(sum->staging_ns, copy_staging_ns(check, id));
	return add_memory(sum, check, id, &time)
	               ? -ENOMEM
	               : interval_set_add(&sum->time, time.start_ns, time.end_ns);
}

/* Of BYTES, of which NEW_BYTES are pages that nobody has written to. */
static int64_t memory_price_ns(const struct check *check, int64_t bytes, int64_t new_bytes)
{
	return sum_saturated(copy_pinning_ns(&check->survey->rates, new_bytes),
	                     (int64_t)((double)bytes * 1e9 / UNPINNING_BYTES_PER_S));
}

/*
 * Sets what pinning the memory of SUM takes longer than malloc() and free(). Memory that the host
 * writes to has its page faults in any case, and these take as long as pinning: so only new memory
 * that copies meet is pinned at its full price, and the rest for what it takes to be released. Of
 * what is copied both ways, OTHER is the other one, each direction has as large a part of that as
 * of what both lose: both are won by pinning it once.
 */
static void price_pinning(const struct check *check, struct pageable *sum,
                          const struct pageable *other)
{
	const int64_t both_ns = sum_saturated(sum->lost_ns, other->lost_ns);
	const double part = both_ns ? (double)sum->lost_ns / (double)both_ns : 0;
	const int64_t shared_bytes =
	        sum->shared_bytes < sum->pin_bytes ? sum->shared_bytes : sum->pin_bytes;
	const int64_t own_bytes = sum->pin_bytes - (int64_t)((double)shared_bytes * (1 - part));
	const int64_t new_bytes = sum->new_bytes < sum->pin_bytes ? sum->new_bytes : sum->pin_bytes;

	if (2 * (double)shared_bytes >= (double)sum->pin_bytes && shared_bytes && other->lost_ns)
		sum->other = other;
	sum->pin_error_ns = (int64_t)((double)copy_pinning_ns(&check->survey->rates, own_bytes) *
	                              thresholds[VARIES].value / 100);
	sum->pin_ns = memory_price_ns(check, own_bytes, new_bytes);
	sum->whole_pin_ns = memory_price_ns(
	        check, sum->pin_bytes,
	        sum->other && other->new_bytes > new_bytes
	                ? (other->new_bytes < shared_bytes ? other->new_bytes : shared_bytes)
	                : new_bytes);
}

static int find_memory(const struct check *check, struct pageable sums[COPY_DIRECTIONS])
{
	struct host_buffers *in = &sums[COPY_IN].buffers, *out = &sums[COPY_OUT].buffers;
	int64_t shared_bytes;
	const int err = copy_parts_shared(&shared_bytes, in->parts, in->parts_count, out->parts,
	                                  out->parts_count);

	for (int d = 0; d < COPY_DIRECTIONS && !err; d++) {
		sums[d].pin_bytes = host_buffers_bytes(&sums[d].buffers, check->trace);
		sums[d].shared_bytes = shared_bytes;
	}
	if (!err) {
		price_pinning(check, &sums[COPY_IN], &sums[COPY_OUT]);
		price_pinning(check, &sums[COPY_OUT], &sums[COPY_IN]);
	}
	return err;
}

/*
 * What floors are shares of. All of the run that the GPU spans; or, where copies lose much of what
 * is left, only that without what the host does by itself: a program that checks its results on the
 * host for a second has copies that matter all the same. What is then less than a share of the
 * whole run becomes a note, or noise (finding.h).
 */
static int64_t base_ns(const struct check *check, int64_t all_lost_ns)
{
	const int64_t span_ns = gpu_span_ns(check->trace, NONE);
	const int64_t gpu_side_ns =
	        check->graph->program_ns - check->graph->run.share_ns[SHARE_HOST];

	return gpu_side_ns < span_ns &&
	                       percent_of(all_lost_ns, gpu_side_ns) >= thresholds[ONCE].value
	               ? gpu_side_ns
	               : span_ns;
}

/* Whether pinned memory wins more than PRICE_NS, by more than the times of a program vary. BASE_NS:
 * see above. */
static bool wins_more_than(const struct pageable *sum, int64_t price_ns, int64_t base_ns)
{
	return sum->lost_ns > price_ns &&
	       percent_of(sum->lost_ns - price_ns, base_ns) >= worth_threshold->value;
}

/* Whether pinning wins more than it takes, for sure: for copies of this direction, or of the other,
 * for which the same memory is pinned. */
static bool pinning_pays(const struct pageable *sum, int64_t base_ns)
{
	const struct pageable *other = sum->other;

	return wins_more_than(sum, sum_saturated(sum->pin_ns, sum->pin_error_ns), base_ns) ||
	       (other && sum->lost_ns > sum->pin_ns &&
	        wins_more_than(other, sum_saturated(other->pin_ns, other->pin_error_ns), base_ns));
}

/* The note on what to do. */
static const char *advice_for(const struct pageable *sum, int64_t base_ns, bool is_once)
{
	if (pinning_pays(sum, base_ns))
		return is_once ? "once" : "again";
	return wins_more_than(sum, sum->pin_ns, base_ns) ? "perhaps" : "pinning takes longer";
}

/* Whether it is worth saying: more so where pinning does not pay. ALL_LOST_NS: both directions. */
static bool is_worth_saying(const struct pageable *sum, int64_t all_lost_ns, int64_t base_ns)
{
	return pinning_pays(sum, base_ns) ||
	       (sum->lost_ns > 0 && percent_of(sum->lost_ns, base_ns) >= worth_threshold->value &&
	        percent_of(all_lost_ns, base_ns) >= thresholds[ONCE].value);
}

/* The copies, as targets and examples, and the host's code that asked for them. */
static void add_copies(struct check *check, struct finding *f, const struct pageable *sum)
{
	const struct trace *trace = check->trace;
	struct host_evidence code;

	host_evidence_init(&code, check);
	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (is_to_pin(trace, sum->is_again, i) &&
		    copy_direction(trace, i) == sum->direction &&
		    lost_ns(check, i, sum->has_staging) > 0) {
			finding_target(f, i);
			finding_example(f, i, operation_length_ns(trace, i));
			host_evidence_call(&code, trace->operations.call[i]);
		}
	check_failed(check, host_evidence_end(&code, f));
}

/* Most of what is copied in had come out just before: pinned memory is not all that there is to
 * win. */
static int say_there_and_back(struct finding *f, const struct trace *trace, int64_t copied_bytes)
{
	int64_t times, bytes;
	const int err = copies_there_and_back(trace, &times, &bytes);

	if (times >= REPEATS_MIN && 2 * (double)times * (double)bytes >= (double)copied_bytes)
		finding_fact(
		        f, "there and back",
		        "%s %s went to the host, and as much came in next: if that is what the "
		        "host makes of it, a kernel can do so, and what the host only reads "
		        "need not come back",
		        name_count(NAME, times, "time", "times"), format_bytes(FORMAT, bytes));
	return err;
}

/* Whether most of the memory that would be pinned gets its pages in these copies. */
static bool is_into_new_pages(const struct pageable *sum)
{
	return sum->direction == COPY_OUT && 2 * (double)sum->new_bytes >= (double)sum->pin_bytes;
}

/* What pinned memory is faster by, and what it takes to have it. */
static void say_pinning(struct finding *f, const struct pageable *sum,
                        const struct copy_rates *rates)
{
	const int64_t shared_bytes =
	        sum->shared_bytes < sum->pin_bytes ? sum->shared_bytes : sum->pin_bytes;

	finding_fact(f, "pinned", "%s", copy_rate_text(NAME, rates, sum->direction));
	finding_fact(
	        f, "pinning", "takes %s longer than malloc(), with its page faults, for %s, once",
	        format_duration(FORMAT, sum->whole_pin_ns), format_bytes(FORMAT, sum->pin_bytes));
	if (sum->other)
		finding_fact(f, "both ways",
		             "%s of that are what is copied %s, too: pinned once, both are "
		             "faster; %s of what it takes are counted here, the rest there, so "
		             "that the two gains add up",
		             format_bytes(FORMAT, shared_bytes), directions[sum->other->direction],
		             format_duration(FORMAT, sum->pin_ns));
}

/* Where pinning does not pay, or may not. */
static void say_not_predicted(struct finding *f, const struct pageable *sum)
{
	const struct pageable *other = sum->other;

	finding_not_predicted(
	        f, "pinning these buffers takes %s, +- %s, and wins %s in this run%s",
	        format_duration(FORMAT, sum->whole_pin_ns),
	        format_duration(FORMAT, sum->pin_error_ns + (other ? other->pin_error_ns : 0)),
	        format_duration(FORMAT, sum_saturated(sum->lost_ns, other ? other->lost_ns : 0)),
	        other ? ", both ways together" : "");
}

/* What the calls that are named asynchronous do, and would do from pinned memory. */
static void say_calls(struct finding *f, const struct pageable *sum)
{
	if (sum->asynchronous)
		finding_fact(f, "blocking",
		             "%s asynchronous but held the host until the copy was done",
		             name_count(NAME, sum->asynchronous, "call was", "calls were"));
	if (sum->unawaited)
		finding_fact(f, "not awaited",
		             "behind %s the host goes on by itself, for up to %s, and no call "
		             "waits before: pinned, these are still on their way then",
		             name_count(NAME, sum->unawaited, "copy", "copies"),
		             format_duration(FORMAT, sum->unawaited_ns));
}

static int say_renewed(struct finding *f, const struct check *check, int64_t time_ns)
{
	const struct renewed_limits limits = {
		.bytes_per_s = 1e9 * thresholds[NEW_PAGES].value,
		.faster_times = thresholds[FRESH].value,
		.copies = thresholds[RENEWED_TIMES].value,
		.won_ns = (int64_t)((double)time_ns * thresholds[RENEWED].value / 100),
	};

	return renewed_buffers_say(f, check, &limits);
}

static void report(struct check *check, const struct pageable *sum, int64_t base_ns)
{
	const enum copy_direction direction = sum->direction;
	const int64_t pin_ns = sum->pin_ns;
	const bool pays = pinning_pays(sum, base_ns);
	const int64_t time_ns = interval_set_length(&sum->time);
	const double rate = time_ns ? (double)sum->bytes * 1e9 / (double)time_ns : 0;
	/* Nothing overlaps then: whoever pins a buffer for one copy waits for that. */
	const bool is_once = 2 * (double)sum->pin_bytes >=
	                     (double)sum->bytes + (sum->other ? (double)sum->other->bytes : 0);
	struct finding *f = finding_add(check, directions[direction]);

	add_copies(check, f, sum);
	f->cost_ns = sum->lost_ns < time_ns ? sum->lost_ns : time_ns;
	f->occurrences = sum->copies;
	f->parameter = pin_ns;
	f->uncertain_ns = sum->pin_error_ns;
	if (is_once)
		f->fix_ns = pin_ns;
	finding_headline(f, "%s of pageable memory, %s: %s for %s, %s with pinned memory",
	                 name_count(NAME, sum->copies, "copy", "copies"), directions[direction],
	                 format_duration(FORMAT, time_ns), format_bytes(FORMAT, sum->bytes),
	                 format_duration(FORMAT, time_ns - f->cost_ns));
	finding_advice(f, "%s%s%s",
	               rule_note(f->rule, RULE_ADVICE, advice_for(sum, base_ns, is_once)),
	               sum->unawaited ? " " : "",
	               sum->unawaited ? rule_note(f->rule, RULE_ADVICE, "not awaited") : "");
	finding_fact(f, "rate", "%s", format_rate(FORMAT, rate));
	if (sum->staging_ns < time_ns &&
	    percent_of(sum->staging_ns, time_ns) >= LINE_WEIGHT_MIN_PERCENT)
		finding_fact(
		        f, "of the time",
		        "%s in which the GPU does not copy yet, or no more: the calls go on with "
		        "what is in the driver's buffer",
		        format_duration(FORMAT, sum->staging_ns));
	say_pinning(f, sum, &check->survey->rates);
	if (is_once)
		finding_fact(f, "not copied", "what need not be copied wins its part of %s",
		             format_duration(FORMAT, time_ns));
	if (direction == COPY_OUT && rate <= 1e9 * thresholds[NEW_PAGES].value)
		finding_fact(f, "page faults",
		             "so slow are copies into memory that nobody has written to yet: "
		             "each of its pages is mapped on the way");
	if (direction == COPY_OUT)
		check_failed(check, say_renewed(f, check, time_ns));
	if (is_once && is_into_new_pages(sum) && f->targets_count)
		early_pages_say(f, check, f->targets[0], pin_ns);
	if (direction == COPY_IN)
		check_failed(check, say_there_and_back(f, check->trace, sum->bytes));
	say_calls(f, sum);
	if (!pays) {
		f->severity = FINDING_NOTE;
		f->is_explanation = true;
		say_not_predicted(f, sum);
		one_buffer_say(f, check, memory_price_ns(check, sum->bytes / sum->copies, 0),
		               thresholds[IN_TURN].value);
	}
}

/* What a single call copies beside the GPU is also page faults of memory that is new. */
static void find_staging(struct pageable sums[COPY_DIRECTIONS], const struct trace *trace)
{
	int64_t copies[COPY_DIRECTIONS] = { 0 };

	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (copy_direction(trace, i) != COPY_DIRECTIONS && copy_is_pageable(trace, i) &&
		    copy_bytes(trace, i) >= SMALL_COPY_BYTES)
			copies[copy_direction(trace, i)]++;
	for (int d = 0; d < COPY_DIRECTIONS; d++)
		sums[d].has_staging = copies[d] >= REPEATS_MIN;
}

/* *IS_AGAIN: the copies that repeated-copy says need not be made; NULL where it says none. Returns
 * 0 or -ENOMEM; free it. */
static int find_again(bool **is_again, const struct check *check)
{
	const struct findings *all = check->findings;

	*is_again = NULL;
	if (!check_finding_of(check, "repeated-copy", NONE))
		return 0;
	*is_again = calloc(check->trace->operations.count, sizeof **is_again);
	if (!*is_again)
		return -ENOMEM;
	for (size_t f = 0; f < all->count; f++)
		for (size_t i = 0; strcmp(all->items[f]->rule->id, "repeated-copy") == 0 &&
		                   i < all->items[f]->targets_count;
		     i++)
			(*is_again)[all->items[f]->targets[i]] = true;
	return 0;
}

static void check_pageable_copy(struct check *check)
{
	const struct trace *trace = check->trace;
	const struct host_buffers buffers = { .reuse = thresholds[REUSE].value,
		                              .fresh = thresholds[FRESH].value };
	struct pageable sums[COPY_DIRECTIONS] = {
		[COPY_IN] = { .last = NONE, .direction = COPY_IN, .buffers = buffers },
		[COPY_OUT] = { .last = NONE, .direction = COPY_OUT, .buffers = buffers },
	};
	int64_t all_lost_ns, base;
	bool *is_again;
	int err = find_again(&is_again, check);

	sums[COPY_OUT].buffers.direction = COPY_OUT;
	find_staging(sums, trace);
	sums[COPY_IN].is_again = sums[COPY_OUT].is_again = is_again;
	for (uint32_t i = 0; !err && i < trace->operations.count; i++)
		if (trace->operations.type[i] == OPERATION_KERNEL)
			sums[COPY_IN].last = sums[COPY_OUT].last = NONE;
		else if (is_to_pin(trace, is_again, i))
			err = add_copy(&sums[copy_direction(trace, i)], check, i);
	err = err ? err : find_memory(check, sums);
	all_lost_ns = sum_saturated(sums[COPY_IN].lost_ns, sums[COPY_OUT].lost_ns);
	base = base_ns(check, all_lost_ns);
	for (int d = 0; d < COPY_DIRECTIONS; d++) {
		struct pageable *sum = &sums[d];

		interval_set_unite(&sum->time);
		if (!err && is_worth_saying(sum, all_lost_ns, base))
			report(check, sum, base);
		interval_set_release(&sum->time);
		host_buffers_release(&sum->buffers);
	}
	free(is_again);
	check_failed(check, err);
	result_pages_check(check);
}

/* The call of copy ID does not copy on the host what the GPU has done, but returns then. */
static void fix_staging(const struct check *check, uint32_t id, struct scenario *scenario)
{
	const struct trace *trace = check->trace;
	const uint32_t call = trace->operations.call[id];
	const int64_t ns = copy_direction(trace, id) == COPY_OUT ? copy_staging_ns(check, id) : 0;

	if (ns && check->graph->waited[call] == id)
		scenario_call_duration(scenario, call,
		                       trace->calls.end_ns[call] - trace->operations.end_ns[id] -
		                               ns);
}

static void fix_pageable_copy(const struct check *check, const struct finding *finding,
                              struct scenario *scenario)
{
	const struct trace *trace = check->trace;
	const struct copy_rates *rates = &check->survey->rates;
	struct pageable sums[COPY_DIRECTIONS] = { { .last = NONE }, { .last = NONE } };

	if (result_pages_is(finding)) {
		result_pages_fix(check, finding, scenario);
		return;
	}
	find_staging(sums, trace);
	scenario_takes_once(scenario, finding->parameter);
	for (size_t i = 0; i < finding->targets_count; i++) {
		uint32_t id = finding->targets[i], call = trace->operations.call[id];
		int64_t recorded_ns = operation_length_ns(trace, id);
		int64_t pinned_ns =
		        copy_pinned_ns(rates, copy_direction(trace, id), copy_bytes(trace, id));

		if (pinned_ns < recorded_ns)
			scenario_scale(scenario, id, (double)pinned_ns / (double)recorded_ns);
		if (trace->operations.flags[id] & OPERATION_ASYNC &&
		    !(trace->operations.flags[id] & OPERATION_GRAPH) && call != NONE &&
		    !unawaited_ns(check, id))
			scenario_change_call(scenario, call, CALL_NO_WAIT);
		else if (sums[COPY_OUT].has_staging)
			fix_staging(check, id, scenario);
	}
}

const struct rule rule_pageable_copy = {
	.id = "pageable-copy",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, result_pages_thresholds, start_up_thresholds, worth_threshold },
	.yields_to = { "repeated-copy" },
	.check = check_pageable_copy,
	.fix = fix_pageable_copy,
	.cost_limits_gain = true,
};
