/* SPDX-License-Identifier: MIT */
/* Copies that the host waits for. */
#include "rules/shared/results.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "kernel/kernel_library.h"
#include "kernel/recorded_launch.h"
#include "rules/shared/constants.h"
#include "rules/shared/copies.h"
#include "rules/shared/item_copies.h"
#include "rules/shared/library_calls.h"
#include "rules/shared/names.h"
#include "rules/shared/rule_text.h"
#include "trace/call_class.h"

const struct threshold results_threshold[] = { { "input time", 3, "%" }, { .name = NULL } };

/* Whether OPERATION compares or copies an element, by the functions that are lookups. */
static bool looks_up(const struct trace *trace, const bool *are_lookups, uint32_t operation)
{
	return trace->operations.type[operation] == OPERATION_KERNEL &&
	       are_lookups[operation_function(trace, operation)] &&
	       recorded_volume(operation_shape(trace, operation)->grid) == 1;
}

/* The copies of numbers from FROM up to END are no elements after all: a few results of a step are
 * read in a row, too. */
static void forget_row(struct results *results, uint32_t from, uint32_t end)
{
	for (uint32_t i = from; i < end; i++)
		results->is_element[i] = false;
}

static int find_elements(struct results *results, const struct trace *trace)
{
	bool *are_lookups = calloc(trace->functions_count + 1, sizeof *are_lookups);
	bool is_same = false;        /* nothing has changed since the last copy of a number */
	uint32_t first = 0, row = 0; /* of such a row, and how many copies it has */

	if (!are_lookups)
		return -ENOMEM;
	for (size_t i = 0; i < trace->functions_count; i++)
		are_lookups[i] = kernel_is_lookup(trace->functions[i].name);
	for (uint32_t i = 0; i < trace->operations.count; i++) {
		const bool is_one = copy_direction(trace, i) == COPY_OUT &&
		                    item_copies_is_one(copy_bytes(trace, i));

		if (!is_same) {
			if (row < REPEATS_MIN)
				forget_row(results, first, i);
			first = i;
			row = 0;
		}
		results->is_element[i] = is_one && is_same;
		row += is_one;
		is_same = is_one || (is_same && looks_up(trace, are_lookups, i));
	}
	if (row < REPEATS_MIN)
		forget_row(results, first, (uint32_t)trace->operations.count);
	free(are_lookups);
	return 0;
}

/*
 * Who waits for a stream whose last work is a copy to the host wants what it brought, even if it
 * was there already: of the first such wait it is the copy.
 */
static int find_awaited(struct results *results, const struct check *check)
{
	const struct trace *trace = check->trace;
	const struct trace_operations *o = &trace->operations;
	uint32_t *last = malloc((trace->streams_count + 1) * sizeof *last);
	size_t next = 0;

	if (!last)
		return -ENOMEM;
	memset(last, 0xff, trace->streams_count * sizeof *last); /* NONE */
	for (size_t i = 0; i < trace->synchronizations_count; i++) {
		const struct trace_synchronization *sync = &trace->synchronizations[i];

		if (sync->call == NONE || sync->type != SYNC_STREAM || sync->stream == NONE)
			continue;
		for (; next < o->count; next++) {
			const uint32_t id = check->graph->issue_order[next];

			if (o->call[id] != NONE && o->call[id] > sync->call)
				break;
			last[o->stream[id]] = id;
		}
		if (last[sync->stream] != NONE && check->graph->waited[sync->call] == NONE &&
		    copy_direction(trace, last[sync->stream]) == COPY_OUT)
			results->copy[sync->call] = last[sync->stream];
		last[sync->stream] = NONE;
	}
	free(last);
	return 0;
}

int results_init(struct results *results, const struct check *check)
{
	const struct trace *trace = check->trace;

	*results = (struct results){
		.copy = malloc((trace->calls.count + 1) * sizeof *results->copy),
		.is_element = calloc(trace->operations.count + 1, sizeof *results->is_element),
	};
	if (!results->copy || !results->is_element || find_elements(results, trace) ||
	    library_calls_reach_thrust(&results->may_be_thrusts, check)) {
		free(results->copy);
		results->copy = NULL;
		return -ENOMEM;
	}
	host_evidence_init(&results->out.code, check);
	host_evidence_init(&results->in.code, check);
	for (size_t i = 0; i < trace->calls.count; i++)
		results->copy[i] = NONE;
	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (trace->operations.call[i] != NONE && copy_direction(trace, i) == COPY_OUT)
			results->copy[trace->operations.call[i]] = i;
	return find_awaited(results, check);
}

void results_release(struct results *results)
{
	if (results->copy) {
		host_evidence_end_waits(&results->out.code, NULL, "");
		host_evidence_end_waits(&results->in.code, NULL, "");
	}
	free(results->copy);
	free(results->is_element);
}

/* The copy to the host that CALL waited for: its own, the last one in the stream, or that of the
 * call before, which has come to its end there already; records of events may stand in between.
 * Waits in a row are one: the copy is that of any of them. NONE: none. */
static uint32_t copy_of(const struct results *results, const struct graph *graph, uint32_t call)
{
	const struct trace *trace = graph->trace;
	bool has_waited = false, is_wait = true;

	do {
		const uint32_t waited = graph->waited[call];

		if (results->copy[call] != NONE && (is_wait || !has_waited))
			return results->copy[call];
		if (is_wait && waited != NONE && copy_direction(trace, waited) == COPY_OUT)
			return waited;
		if (!is_wait && call_class(trace, call) != CALL_EVENT_RECORD)
			return NONE;
		has_waited |= waited != NONE;
		call = graph_previous_call(graph, call);
		is_wait = call != NONE && call_class(trace, call) == CALL_SYNCHRONIZE;
	} while (call != NONE && (is_wait || !has_waited));
	return NONE;
}

/* Whether cuBLAS computed what COPY takes to the host: a dot product, a norm ... */
static bool is_from_cublas(const struct graph *graph, uint32_t copy)
{
	const struct library *library = operation_library(graph->trace, graph->base[copy]);

	return library && strcmp(library->name, "cuBLAS") == 0;
}

/* Whether COPY takes a number, as algorithms return. */
static bool is_of_one(const struct trace *trace, uint32_t copy)
{
	return copy_bytes(trace, copy) <= (int64_t)sizeof(double);
}

static void add(struct waited_copies *copies, const struct trace *trace, uint32_t copy)
{
	const int64_t bytes = copy_bytes(trace, copy);

	if (!copies->count++ || bytes < copies->least_bytes)
		copies->least_bytes = bytes;
	copies->pageable += copy_is_pageable(trace, copy);
	if (bytes > copies->most_bytes)
		copies->most_bytes = bytes;
	if (!copies->votes)
		copies->usual_bytes = bytes;
	copies->votes += bytes == copies->usual_bytes ? 1 : -1;
}

/* In CALL, which waited for COPY, and in the call that copied, if that is another one. */
static int64_t calls_ns(const struct trace *trace, uint32_t call, uint32_t copy)
{
	const uint32_t issuing = trace->operations.call[copy];
	const int64_t ns = call_length_ns(trace, call);

	return issuing == NONE || issuing == call
	               ? ns
	               : sum_saturated(ns, call_length_ns(trace, issuing));
}

uint32_t results_count(struct results *results, const struct graph *graph, uint32_t call)
{
	const uint32_t out = copy_of(results, graph, call), waited = graph->waited[call];
	const bool is_in =
	        out == NONE && waited != NONE && copy_direction(graph->trace, waited) == COPY_IN;
	const uint32_t copy = is_in ? waited : out;
	struct waited_copies *copies = is_in ? &results->in : &results->out;

	if (copy == NONE)
		return NONE;
	if (!is_in) {
		results->from_cublas += is_from_cublas(graph, copy);
		results->from_thrust += results->may_be_thrusts && is_of_one(graph->trace, copy) &&
		                        operation_is_of_thrust(graph->trace, graph->base[copy]);
	}
	copies->elements += results->is_element[copy];
	add(copies, graph->trace, copy);
	copies->calls_ns = sum_saturated(copies->calls_ns, calls_ns(graph->trace, call, copy));
	host_evidence_before(&copies->code, call, graph->trace->calls.start_ns[call],
	                     graph->trace->calls.end_ns[call]);
	return copy;
}

bool results_are_many(const struct waited_copies *copies, int64_t waits, int64_t waits_ns,
                      double percent)
{
	return copies->count >= REPEATS_MIN && (percent_of(copies->count, waits) >= percent ||
	                                        percent_of(copies->calls_ns, waits_ns) >= percent);
}

bool results_take_time(const struct waited_copies *copies, int64_t cost_ns)
{
	return percent_of(copies->calls_ns, cost_ns) >= results_threshold->value;
}

bool results_are_large(const struct waited_copies *copies, int64_t waits, double bytes)
{
	return copies->count >= REPEATS_MIN && 2 * copies->count >= waits && copies->votes > 0 &&
	       (double)copies->usual_bytes >= bytes;
}

bool results_are_of_cublas(const struct results *results)
{
	return results->from_cublas && 2 * results->from_cublas >= results->out.count;
}

void results_advise_elements(struct finding *finding)
{
	finding_advice(finding, "%s", rule_note(finding->rule, RULE_ADVICE, "elements"));
	finding_case(finding, "items");
	finding_not_predicted(finding, "what the same takes on the host's copy is not known: at "
	                               "most the whole cost");
}

static int say(struct waited_copies *copies, const char *label, const char *where,
               struct finding *finding)
{
	const bool differ = copies->most_bytes > copies->least_bytes;
	const char *count = name_count(NAME, copies->count, "copy", "copies");

	if (differ && 2 * copies->votes >= copies->count)
		finding_fact(finding, label, "%s to the %s, nearly all of %s, each waited for",
		             count, where, format_bytes(FORMAT, copies->usual_bytes));
	else
		finding_fact(finding, label, "%s of %s%s%s to the %s, each waited for", count,
		             format_bytes(FORMAT, copies->least_bytes), differ ? " to " : "",
		             differ ? format_bytes(FORMAT, copies->most_bytes) : "", where);
	return host_evidence_end_waits(&copies->code, finding, label);
}

int results_say(struct results *results, struct finding *finding)
{
	const int err = say(&results->out, "results", "host", finding);

	if (item_copies_are_many(results->out.elements))
		finding_fact(finding, "elements",
		             "%s of them take one number each, with nothing since the one before "
		             "but comparisons or copies of single elements: arrays do not change "
		             "meanwhile",
		             format_count(FORMAT, results->out.elements));
	if (results_are_of_cublas(results))
		finding_fact(finding, "cuBLAS",
		             "computes them: with cublasSetPointerMode(handle, "
		             "CUBLAS_POINTER_MODE_DEVICE) they stay on the device, where its other "
		             "calls and kernels take them from");
	if (2 * results->from_thrust >= results->out.count && results->from_thrust)
		finding_fact(finding, "Thrust",
		             "computes them: what its algorithms return (reduce(), count_if() ...) "
		             "they copy to the host and wait for; those of CUB (cub::DeviceReduce "
		             "...) leave it on the device, where kernels take it from");
	return err;
}

int results_say_inputs(struct results *results, struct finding *finding)
{
	return say(&results->in, "inputs", "device", finding);
}
