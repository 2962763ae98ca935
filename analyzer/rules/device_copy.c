/* SPDX-License-Identifier: MIT */
/*
 * Rule device-copy: what a kernel wrote is copied within its GPU in each step, by a copy or by
 * another kernel, where two pointers could be swapped. A trace has no addresses of copies, so that
 * this is a question. Or an operation of PyTorch copies its input, and works on the copy in place.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "code/code.h"
#include "kernel/kernel_library.h"
#include "kernel/kernel_operator.h"
#include "rules/shared/constants.h"
#include "rules/shared/copies.h"
#include "rules/shared/copy_reader.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/subject.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

enum { COPIES };

static const struct threshold thresholds[] = {
	[COPIES] = { "copies", REPEATS_MIN, "copies" },
	{ .name = NULL },
};

enum {
	SERIES_MAX = 64,  /* copies of further sizes are not told apart, and left out */
	SERIES_SHOWN = 3, /* in a finding */
};

/* Copies of one size within one device, each behind a launch of one function. */
struct series {
	uint32_t device, function;
	int64_t size_bytes, count;
	int64_t begin, within; /* so many are the first node of a graph's launch, or a later one */
	struct copy_reader reader;
};

struct copies {
	struct copy_between {
		uint32_t operation, series;
	} * items; /* in order of start */
	size_t count;
	struct series series[SERIES_MAX];
	uint32_t series_count;
};

/* The kernels of a stream. */
struct stream_kernels {
	uint32_t function; /* of the latest one so far; NONE */
	uint32_t last;     /* of them all; NONE */
	uint32_t call;     /* of the latest operation; NONE */
};

/* By stream. NULL without memory; free it. */
static struct stream_kernels *find_last_kernels(const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	struct stream_kernels *streams = calloc(trace->streams_count + 1, sizeof *streams);

	if (!streams)
		return NULL;
	for (size_t i = 0; i < trace->streams_count; i++)
		streams[i] = (struct stream_kernels){ NONE, NONE, NONE };
	for (uint32_t i = 0; i < o->count; i++)
		if (o->type[i] == OPERATION_KERNEL)
			streams[o->stream[i]].last = i;
	return streams;
}

/* The position of the series that is like IT, which is added if it is new; SERIES_MAX: no room. */
static uint32_t find_series(struct copies *copies, const struct series *it)
{
	for (uint32_t i = 0; i < copies->series_count; i++) {
		const struct series *other = &copies->series[i];

		if (other->device == it->device && other->function == it->function &&
		    other->size_bytes == it->size_bytes)
			return i;
	}
	if (copies->series_count < SERIES_MAX)
		copies->series[copies->series_count++] = *it;
	else
		return SERIES_MAX;
	return copies->series_count - 1;
}

/* The copy ID is behind what AFTER tells, and before NEXT. */
static int add_copy(struct copies *copies, const struct trace *trace, uint32_t id,
                    const struct stream_kernels *after, uint32_t next)
{
	const bool is_node = trace->operations.flags[id] & OPERATION_GRAPH;
	const struct series series = { .device = operation_device(trace, id),
		                       .function = after->function,
		                       .size_bytes = copy_bytes(trace, id) };
	const uint32_t position = find_series(copies, &series);
	struct copy_between *added;

	if (position == SERIES_MAX)
		return 0;
	added = ARRAY_ADD(&copies->items, &copies->count);
	if (!added)
		return -ENOMEM;
	*added = (struct copy_between){ id, position };
	copies->series[position].count++;
	if (is_node && trace->operations.call[id] == after->call)
		copies->series[position].within++;
	else if (is_node)
		copies->series[position].begin++;
	copy_reader_vote(&copies->series[position].reader, trace, next);
	return 0;
}

/* Made by PyTorch's backward(): no buffer of it is the program's to swap. */
static bool is_of_backward(const struct trace *trace, uint32_t id)
{
	const uint32_t call = trace->operations.call[id];

	return call != NONE && trace_is_backward_thread(trace, trace->calls.thread[call]);
}

/* By operation: the next one of its stream; NONE. NULL without memory; free it. */
static uint32_t *find_next(const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	uint32_t *last = malloc((trace->streams_count + 1) * sizeof *last);
	uint32_t *next = malloc((o->count + 1) * sizeof *next);

	for (size_t i = 0; last && next && i < trace->streams_count; i++)
		last[i] = NONE;
	for (uint32_t i = o->count; last && next && i-- > 0;) {
		next[i] = last[o->stream[i]];
		last[o->stream[i]] = i;
	}
	if (!last) {
		free(next);
		next = NULL;
	}
	free(last);
	return next;
}

/* The operation of PyTorch that has made the copy ID and then works on it; NULL: none. */
static const char *operation_of_copy(const struct trace *trace, uint32_t id, const uint32_t *next)
{
	const uint32_t kernel = next[id];

	if (!copy_is_within_device(trace, id) || is_of_backward(trace, id) || kernel == NONE ||
	    trace->operations.type[kernel] != OPERATION_KERNEL)
		return NULL;
	return kernel_works_on_copy(trace->functions[operation_function(trace, kernel)].name);
}

/* The copies within devices that stand between two kernels of their stream, but for those that are
 * of an operation. */
static int find_copies(struct copies *copies, const struct trace *trace, const uint32_t *next)
{
	const struct trace_operations *o = &trace->operations;
	struct stream_kernels *streams = find_last_kernels(trace);
	int err = streams ? 0 : -ENOMEM;

	for (uint32_t i = 0; i < o->count && !err; i++) {
		struct stream_kernels *kernels = &streams[o->stream[i]];

		if (o->type[i] == OPERATION_KERNEL)
			kernels->function = operation_function(trace, i);
		else if (kernels->function != NONE && i < kernels->last &&
		         copy_is_within_device(trace, i) && !is_of_backward(trace, i) &&
		         !operation_of_copy(trace, i, next))
			err = add_copy(copies, trace, i, kernels, copy_reader_next(trace, next, i));
		kernels->call = o->call[i];
	}
	free(streams);
	return err;
}

static bool is_of(const struct copies *copies, size_t i, uint32_t device)
{
	const struct series *series = &copies->series[copies->items[i].series];

	return series->device == device && (double)series->count >= thresholds[COPIES].value;
}

/* What the copies of DEVICE in long series take. */
static int measure(const struct copies *copies, const struct trace *trace, uint32_t device,
                   int64_t *cost_ns)
{
	const struct trace_operations *o = &trace->operations;
	struct interval_set time = { 0 };
	int err = 0;

	for (size_t i = 0; i < copies->count && !err; i++) {
		const uint32_t id = copies->items[i].operation;

		if (is_of(copies, i, device))
			err = interval_set_add(&time, o->start_ns[id], o->end_ns[id]);
	}
	interval_set_unite(&time);
	*cost_ns = interval_set_length(&time);
	interval_set_release(&time);
	return err;
}

/* Where in graphs the copies of SERIES are. */
static const char *place_text(const struct series *series)
{
	return series->begin == series->count    ? ", each the first node of a graph"
	       : series->within == series->count ? ", each behind other nodes of its graph"
	                                         : "";
}

/* Names what fits of the frameworks' notes: a compiled function is a graph. */
static void add_cases(struct finding *f, const struct copies *copies, uint32_t device)
{
	int64_t begin = 0, within = 0;

	for (uint32_t i = 0; i < copies->series_count; i++) {
		const struct series *it = &copies->series[i];

		if (it->device != device || (double)it->count < thresholds[COPIES].value)
			continue;
		begin += it->begin;
		within += it->within;
	}
	if (begin)
		finding_case(f, "begin");
	if (within)
		finding_case(f, "within");
}

/* The series of DEVICE with most bytes that is not told yet; SERIES_MAX: none is left. */
static uint32_t most_of_rest(const struct copies *copies, const bool is_told[SERIES_MAX],
                             uint32_t device)
{
	uint32_t next = SERIES_MAX;
	double most = -1;

	for (uint32_t i = 0; i < copies->series_count; i++) {
		const struct series *it = &copies->series[i];
		const double bytes = (double)it->size_bytes * (double)it->count;

		if (!is_told[i] && it->device == device && bytes > most &&
		    (double)it->count >= thresholds[COPIES].value) {
			most = bytes;
			next = i;
		}
	}
	return next;
}

/* The series of most bytes. */
static void add_series(struct finding *f, const struct copies *copies, const struct trace *trace,
                       uint32_t device)
{
	bool is_told[SERIES_MAX] = { false };

	for (int shown = 0; shown < SERIES_SHOWN; shown++) {
		const uint32_t next = most_of_rest(copies, is_told, device);
		uint32_t reader;

		if (next == SERIES_MAX)
			return;
		is_told[next] = true;
		reader = copy_reader_of(&copies->series[next].reader);
		finding_fact(f, "behind", "%s: %s of %s%s%s%s",
		             name_function(NAME, trace, copies->series[next].function),
		             name_count(NAME, copies->series[next].count, "copy", "copies"),
		             format_bytes(FORMAT, copies->series[next].size_bytes),
		             place_text(&copies->series[next]), reader == NONE ? "" : ", before ",
		             reader == NONE ? "" : name_function(NAME, trace, reader));
	}
}

/* Whether the series with most bytes is before a matrix product of a library, which may work on the
 * copy in place. Of what a framework in Python does so its user changes nothing. */
static bool is_for_product(struct check *check, const struct copies *copies, uint32_t device)
{
	const bool none_told[SERIES_MAX] = { false };
	const uint32_t most = most_of_rest(copies, none_told, device);
	const uint32_t reader =
	        most == SERIES_MAX ? NONE : copy_reader_of(&copies->series[most].reader);
	int err = 0;
	const struct framework *framework = kernels_framework(check->trace, &err);

	check_failed(check, err);
	return reader != NONE && !(framework && framework->is_of_python) &&
	       kernel_operator(check->trace->functions[reader].name) == OPERATOR_MATRIX;
}

static void report(struct check *check, const struct copies *copies, uint32_t device,
                   int64_t cost_ns)
{
	const struct trace *trace = check->trace;
	struct finding *f = finding_add_device(check, device);
	int64_t bytes = 0;

	for (size_t i = 0; i < copies->count; i++) {
		const uint32_t id = copies->items[i].operation;

		if (!is_of(copies, i, device))
			continue;
		finding_target(f, id);
		finding_example(f, id, operation_length_ns(trace, id));
		bytes = sum_saturated(bytes, copy_bytes(trace, id));
		f->occurrences++;
	}
	f->cost_ns = cost_ns;
	finding_headline(f, "%s within %s, again and again behind the same kernel: %s for %s",
	                 name_count(NAME, f->occurrences, "copy", "copies"),
	                 name_device(NAME, trace, device), format_duration(FORMAT, cost_ns),
	                 format_bytes(FORMAT, bytes));
	finding_advice(f, "%s",
	               rule_note(f->rule, RULE_ADVICE,
	                         is_for_product(check, copies, device) ? "product" : "swap"));
	add_series(f, copies, trace, device);
	add_cases(f, copies, device);
}

/* ---- operations that copy first ---- */

/* The copies that one of them makes. */
struct operation_copies {
	uint32_t *items;
	size_t count;
	uint32_t function; /* of the kernel behind the last one */
	int64_t bytes, ns;
};

static int find_operation_copies(struct operation_copies *copies, const struct trace *trace,
                                 const char *operation, const uint32_t *next)
{
	for (uint32_t i = 0; i < trace->operations.count; i++) {
		const char *it = operation_of_copy(trace, i, next);
		uint32_t *added;

		if (!it || strcmp(it, operation) != 0)
			continue;
		added = ARRAY_ADD(&copies->items, &copies->count);
		if (!added)
			return -ENOMEM;
		*added = i;
		copies->function = operation_function(trace, next[i]);
		copies->bytes = sum_saturated(copies->bytes, copy_bytes(trace, i));
		copies->ns = sum_saturated(copies->ns, operation_length_ns(trace, i));
	}
	return 0;
}

static int report_operation(struct check *check, const char *operation,
                            const struct operation_copies *copies)
{
	const struct trace *trace = check->trace;
	struct finding *f = finding_add_function(check, copies->function);
	bool *is_of = calloc(trace->operations.count + 1, sizeof *is_of);
	struct host_evidence code;

	if (!is_of)
		return -ENOMEM;
	for (size_t i = 0; i < copies->count; i++) {
		const uint32_t id = copies->items[i];

		is_of[id] = true;
		finding_target(f, id);
		finding_example(f, id, operation_length_ns(trace, id));
	}
	f->occurrences = (int64_t)copies->count;
	f->cost_ns = copies->ns;
	finding_headline(f, "%s() copies its input before it works on the copy: %s of %s for %s",
	                 operation, name_count(NAME, f->occurrences, "copy", "copies"),
	                 format_bytes(FORMAT, copies->bytes), format_duration(FORMAT, copies->ns));
	finding_advice(f,
	               "Where nothing needs the input as it was, %s_() works on it in place, and "
	               "copies nothing. Where a gradient needs it, autograd raises an error.",
	               operation);
	finding_case(f, "in place");
	finding_fact(f, "code", "each copy is right before a kernel of %s()", operation);
	host_evidence_init(&code, check);
	host_evidence_kernels(&code, is_of);
	free(is_of);
	return host_evidence_end(&code, f);
}

static int check_operation(struct check *check, const char *operation, const uint32_t *next)
{
	struct operation_copies copies = { 0 };
	int err = find_operation_copies(&copies, check->trace, operation, next);

	if (!err && (double)copies.count >= thresholds[COPIES].value && is_worth(check, copies.ns))
		err = report_operation(check, operation, &copies);
	free(copies.items);
	return err;
}

/* Each operation once: with the first of its kernels' functions. */
static int check_operations(struct check *check, const uint32_t *next)
{
	const struct trace *trace = check->trace;
	const char *operation, *other;
	int err = 0;

	for (size_t i = 0; i < trace->functions_count && !err; i++) {
		bool is_first = true;

		operation = kernel_works_on_copy(trace->functions[i].name);
		for (size_t k = 0; k < i && operation && is_first; k++) {
			other = kernel_works_on_copy(trace->functions[k].name);
			is_first = !other || strcmp(other, operation) != 0;
		}
		if (operation && is_first)
			err = check_operation(check, operation, next);
	}
	return err;
}

/* ---- kernels that copy ---- */

/* A function that copies memory, and does nothing else. */
struct copier {
	uint32_t behind; /* the function that its first launch is behind; NONE: there is none yet */
	uint32_t before; /* the launch of that function which is before the latest */
	int64_t count;   /* of its launches behind that, with further work behind them */
	int64_t steps;   /* launches of that function that it is behind */
	struct interval_set time;
};

/* The program's own: what a library copies is not for its user to change. */
static bool copies_memory(const struct check *check, uint32_t function)
{
	return check->survey->codes[function].copies &&
	       !kernel_library(check->trace->functions[function].name);
}

/* The last kernel of each stream that does more. NULL without memory; free it. */
static uint32_t *find_last_of_streams(const struct check *check)
{
	const struct trace_operations *o = &check->trace->operations;
	uint32_t *last = calloc(check->trace->streams_count + 1, sizeof *last);

	for (uint32_t i = 0; last && i < o->count; i++)
		if (o->type[i] == OPERATION_KERNEL &&
		    !copies_memory(check, operation_function(check->trace, i)))
			last[o->stream[i]] = i;
	return last;
}

/* Whether kernel I is a launch of COPIER behind BEHIND, which then counts. */
static bool is_launch_of(const struct copier *copier, uint32_t behind, uint32_t i, uint32_t last)
{
	return i < last && (copier->behind == NONE || copier->behind == behind);
}

/* Calls TAKE with each launch that counts, and with the launch of another kernel before it. */
static int each_launch(struct copier *copiers, const struct check *check,
                       int (*take)(struct copier *copier, const struct trace *trace, uint32_t id,
                                   uint32_t before, void *context),
                       void *context)
{
	const struct trace_operations *o = &check->trace->operations;
	uint32_t *before = malloc((check->trace->streams_count + 1) * sizeof *before);
	uint32_t *last = find_last_of_streams(check);
	int err = before && last ? 0 : -ENOMEM;

	for (size_t s = 0; !err && s < check->trace->streams_count; s++)
		before[s] = NONE;
	for (uint32_t i = 0; !err && i < o->count; i++) {
		const uint32_t stream = o->stream[i];
		uint32_t function;

		if (o->type[i] != OPERATION_KERNEL)
			continue;
		function = operation_function(check->trace, i);
		if (!copies_memory(check, function)) {
			before[stream] = i;
		} else if (before[stream] != NONE &&
		           is_launch_of(&copiers[function],
		                        operation_function(check->trace, before[stream]), i,
		                        last[stream])) {
			err = take(&copiers[function], check->trace, i, before[stream], context);
		}
	}
	free(before);
	free(last);
	return err;
}

static int measure_launch(struct copier *copier, const struct trace *trace, uint32_t id,
                          uint32_t before, void *context)
{
	(void)context;
	copier->behind = operation_function(trace, before);
	copier->steps += copier->before != before;
	copier->before = before;
	copier->count++;
	return interval_set_add(&copier->time, trace->operations.start_ns[id],
	                        trace->operations.end_ns[id]);
}

/* CONTEXT: a finding by function; NULL: there is none. */
static int add_launch(struct copier *copier, const struct trace *trace, uint32_t id,
                      uint32_t before, void *context)
{
	struct finding *f = ((struct finding **)context)[operation_function(trace, id)];

	(void)copier, (void)before;
	if (f) {
		finding_target(f, id);
		finding_example(f, id, operation_length_ns(trace, id));
	}
	return 0;
}

static struct finding *report_copier(struct check *check, uint32_t function,
                                     const struct copier *copier)
{
	struct finding *f = finding_add_function(check, function);

	f->cost_ns = interval_set_length(&copier->time);
	f->occurrences = copier->count;
	finding_headline(f, "%s copies memory, and does nothing else, %s behind %s: %s", f->subject,
	                 name_count(NAME, copier->count, "time", "times"),
	                 name_function(NAME, check->trace, copier->behind),
	                 format_duration(FORMAT, f->cost_ns));
	finding_advice(f, "Each value goes to the same place of another buffer. If the next step "
	                  "reads it there, keep two buffers and swap the pointers after each step "
	                  "(in a graph: capture two steps, there and back). If it keeps what was "
	                  "before a step, swap as well: the other buffer holds that. If its "
	                  "source stays as it is, and the copy is only read or worked on in "
	                  "place, let what works on it read the source and write to the other "
	                  "buffer (an FFT out of place).");
	finding_fact(f, "code", "each store writes what was loaded from the same index");
	return f;
}

static int check_copiers(struct check *check)
{
	const size_t count = check->trace->functions_count;
	struct copier *copiers = calloc(count + 1, sizeof *copiers);
	struct finding **found = calloc(count + 1, sizeof(struct finding *));
	int err = copiers && found ? 0 : -ENOMEM;

	for (size_t i = 0; !err && i < count; i++)
		copiers[i].behind = copiers[i].before = NONE;
	if (!err)
		err = each_launch(copiers, check, measure_launch, NULL);
	for (uint32_t i = 0; !err && i < count; i++) {
		interval_set_unite(&copiers[i].time);
		if ((double)copiers[i].steps >= thresholds[COPIES].value &&
		    is_worth(check, interval_set_length(&copiers[i].time)))
			found[i] = report_copier(check, i, &copiers[i]);
	}
	if (!err)
		err = each_launch(copiers, check, add_launch, found);
	for (size_t i = 0; copiers && i < count; i++)
		interval_set_release(&copiers[i].time);
	free(copiers);
	free(found);
	return err;
}

static void check_device_copy(struct check *check)
{
	const struct trace *trace = check->trace;
	struct copies copies = { 0 };
	uint32_t *next = find_next(trace);
	int err = next ? find_copies(&copies, trace, next) : -ENOMEM;

	for (uint32_t d = 0; d < trace->devices_count && !err; d++) {
		int64_t cost_ns;

		err = measure(&copies, trace, d, &cost_ns);
		if (!err && is_worth(check, cost_ns))
			report(check, &copies, d, cost_ns);
	}
	if (!err)
		err = check_operations(check, next);
	if (!err)
		err = check_copiers(check);
	free(next);
	free(copies.items);
	check_failed(check, err);
}

const struct rule rule_device_copy = {
	.id = "device-copy",
	.severity = FINDING_NOTE,
	.thresholds = { thresholds, worth_threshold },
	.check = check_device_copy,
	.fix = finding_drop_targets,
};
