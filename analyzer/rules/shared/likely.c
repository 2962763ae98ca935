/* SPDX-License-Identifier: MIT */
/* What kernels' code tells of rules that lack counters or samples. */
#include "rules/shared/likely.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "code/code.h"
#include "kernel/kernel_library.h"
#include "kernel/recorded_launch.h"
#include "rules/shared/constants.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/survey.h"

enum { HINT_BYTES = 600 };

static bool has_atomics(const struct code *code)
{
	return code->global_atomics > 0;
}

static bool has_scattered(const struct code *code)
{
	return code->loads.by_data > 0 || code->stores.by_data > 0;
}

static bool has_narrow(const struct code *code)
{
	return code->narrowest_load_bytes > 0 && code->narrowest_load_bytes <= LIKELY_LOAD_BYTES;
}

static bool has_division(const struct code *code)
{
	return code->divides;
}

static bool is_precise(const struct code *code)
{
	return code->is_precise;
}

static bool calls_math(const struct code *code)
{
	return code->calls_math;
}

static bool indexes_constants(const struct code *code)
{
	return code->indexes_constants;
}

static bool has_indexed_local(const struct code *code)
{
	return code->local.indexed > 0;
}

static bool has_conversions(const struct code *code)
{
	for (int depth = 0; depth < CODE_DEPTHS; depth++)
		if (code->doubles[depth].widen && code->doubles[depth].narrow)
			return true;
	return false;
}

/* THE TABLE: the first row that fits enough kernels tells the hint of its rule. */
static const struct sign {
	const char *rule_id;
	bool (*is_in)(const struct code *code);
	const char *text;
	bool is_rated; /* by how many there are in a cycle */
} signs[] = {
	{ "atomic-contention", has_atomics, "atomic operations on global memory", true },
	{ "uncoalesced", has_scattered, "loads or stores at places that data decide", false },
	{ "uncoalesced", has_narrow, "loads of 2 bytes or less by each thread", false },
	{ "integer-division", has_division, "divisions of integers", false },
	{ "precise-math", is_precise, "exactly rounded divisions or roots", false },
	{ "math-routine", calls_math, "calls of the math library", false },
	{ "constant-index", indexes_constants, "constants at places that differ between lanes",
	  false },
	{ "local-memory", has_indexed_local, "arrays in local memory", false },
	{ "double-precision", has_conversions, "floats that are made doubles and back", false },
};

/* Time in kernels, and what of it a sign is about. */
struct part {
	int64_t *ns;      /* by function: of the program's own kernels */
	double *threads;  /* by function: of all launches */
	double *cycles;   /* by function; 0: the clock is not known */
	bool *has_shared; /* by function: it was launched with shared memory */
	int64_t all_ns;
};

static void part_release(struct part *part)
{
	free(part->ns);
	free(part->threads);
	free(part->cycles);
	free(part->has_shared);
}

static int part_init(struct part *part, const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;

	*part = (struct part){
		.ns = calloc(trace->functions_count + 1, sizeof *part->ns),
		.threads = calloc(trace->functions_count + 1, sizeof *part->threads),
		.cycles = calloc(trace->functions_count + 1, sizeof *part->cycles),
		.has_shared = calloc(trace->functions_count + 1, sizeof *part->has_shared),
	};
	if (!part->ns || !part->threads || !part->cycles || !part->has_shared)
		return -ENOMEM;
	for (uint32_t i = 0; i < o->count; i++) {
		const struct trace_launch_shape *shape;
		const int64_t ns = operation_length_ns(trace, i);
		uint32_t function;

		if (o->type[i] != OPERATION_KERNEL)
			continue;
		function = operation_function(trace, i);
		shape = &trace->launch_shapes[o->detail[i]];
		part->all_ns = sum_saturated(part->all_ns, ns);
		part->ns[function] = sum_saturated(part->ns[function], ns);
		part->has_shared[function] |=
		        shape->static_shared_bytes || shape->dynamic_shared_bytes;
		part->threads[function] += (double)recorded_volume(shape->grid) *
		                           (double)recorded_volume(shape->block);
		part->cycles[function] +=
		        (double)ns * 1e-6 *
		        (double)trace->devices[operation_device(trace, i)].core_clock_khz;
	}
	for (size_t f = 0; f < trace->functions_count; f++)
		if (kernel_library(trace->functions[f].name))
			part->ns[f] = 0;
	return 0;
}

/*
 * How many atomic operations the kernels with SIGN make in a cycle, if each thread makes each once;
 * 0: not known. Kernels with loops or shared memory often add up first, and one thread of many then
 * makes the operation: of these it cannot be told.
 */
static double rate_of(const struct part *part, const struct findings *all,
                      const struct trace *trace, const struct sign *sign)
{
	double operations = 0, cycles = 0;

	for (uint32_t f = 0; f < trace->functions_count; f++) {
		const struct code *code = &all->survey->codes[f];

		if (!part->ns[f] || !sign->is_in(code))
			continue;
		if (code->instructions_in_loops || part->has_shared[f])
			return 0;
		operations += part->threads[f] * (double)code->global_atomics;
		cycles += part->cycles[f];
	}
	return cycles > 0 ? operations / cycles : 0;
}

/* "a and b have divisions of integers, and 99.8 % of the time in kernels"; NULL: too few, or no
 * memory. */
static char *hint_of(const struct part *part, const struct findings *all, const struct trace *trace,
                     const struct sign *sign, struct abstention *abstention)
{
	const double rate = sign->is_rated ? rate_of(part, all, trace, sign) : 0;
	struct name_list list = { 0 };
	char text[HINT_BYTES], often[64] = "";
	int64_t ns = 0, kernels = 0;

	for (uint32_t f = 0; f < trace->functions_count; f++) {
		if (!part->ns[f] || !sign->is_in(&all->survey->codes[f]))
			continue;
		ns = sum_saturated(ns, part->ns[f]);
		if (percent_of(part->ns[f], part->all_ns) < LIKELY_KERNEL_PERCENT)
			continue;
		kernels++;
		name_list_add(&list, name_function(NAME, trace, f));
	}
	if (!kernels || percent_of(ns, part->all_ns) < LIKELY_KERNELS_PERCENT)
		return NULL;
	abstention->percent = percent_of(ns, part->all_ns);
	abstention->is_likely =
	        100 * rate >= LIKELY_RATE_LEAST_PERCENT && 100 * rate <= LIKELY_RATE_MOST_PERCENT;
	if (abstention->is_likely)
		snprintf(often, sizeof often, ", about %.1f in each cycle of the GPU", rate);
	snprintf(text, sizeof text, "%s, with %s of the time in kernels, %s %s%s",
	         name_list_end(&list), format_percent(FORMAT, abstention->percent),
	         kernels == 1 ? "has" : "have", sign->text, often);
	return strdup(text);
}

/* Whether the rule would have judged with what was not recorded. */
static bool lacks_records(const struct abstention *abstention)
{
	return strncmp(abstention->reason, "needs ", strlen("needs ")) == 0 ||
	       strstr(abstention->reason, ": needs ");
}

static void add_hint(const struct part *part, const struct findings *all, const struct trace *trace,
                     struct abstention *abstention)
{
	for (size_t i = 0; i < sizeof signs / sizeof *signs && !abstention->hint; i++)
		if (strcmp(signs[i].rule_id, abstention->rule->id) == 0)
			abstention->hint = hint_of(part, all, trace, &signs[i], abstention);
}

/* Whether A is more worth a look than B. */
static bool is_before(const struct abstention *a, const struct abstention *b)
{
	if (!a->hint || !b->hint)
		return a->hint && !b->hint;
	return a->is_likely != b->is_likely ? a->is_likely : a->percent > b->percent;
}

int likely_order(struct findings *all, const struct trace *trace)
{
	struct part part;
	int err = part_init(&part, trace);

	for (size_t i = 0; !err && i < all->abstentions_count; i++)
		if (lacks_records(&all->abstentions[i]))
			add_hint(&part, all, trace, &all->abstentions[i]);
	/* By insertion, which keeps the order of equals: they are few. */
	for (size_t i = 1; !err && i < all->abstentions_count; i++)
		for (size_t k = i; k && is_before(&all->abstentions[k], &all->abstentions[k - 1]);
		     k--) {
			const struct abstention moved = all->abstentions[k];

			all->abstentions[k] = all->abstentions[k - 1];
			all->abstentions[k - 1] = moved;
		}
	part_release(&part);
	return err;
}
