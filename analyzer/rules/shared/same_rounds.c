/* SPDX-License-Identifier: MIT */
/* Finds where the rounds of a loop begin whose grid changes. Any thread. */
#include "rules/shared/same_rounds.h"

#include <errno.h>
#include <stdlib.h>

#include "base/statistics.h"

/* Odd, so that no bit of a number is lost: Knuth's, for linear congruences of 64 bits. */
#define FACTOR UINT64_C(6364136223846793005)

enum { HALF_OF_BITS = 32 };

/* Those of a function. */
struct rounds {
	uint32_t last;  /* its launch before, in a walk; NONE: none yet */
	uint64_t usual; /* what most of its loop's issue */
	int64_t votes;  /* for that, more than against */
	uint32_t count, alike;
	int64_t longest_ns; /* of these */
	bool is_other;      /* one that comes before is not alike */
};

struct walk {
	const struct trace *trace;
	const struct same_rounds_limits *limits;
	uint32_t *begins;      /* by function */
	struct rounds *rounds; /* by function */
	uint64_t *issued;      /* by operation: a sum over all that come before it */
};

/* What takes the round that ends with OPERATION in. */
typedef void round_visit(const struct walk *walk, uint32_t function, uint32_t first, uint32_t last);

static uint64_t mix(uint64_t number)
{
	number = (number + 1) * FACTOR;
	return (number ^ number >> HALF_OF_BITS) * FACTOR;
}

/* A function, or the sort of a copy or a fill. */
static uint64_t hash_of(const struct trace *trace, uint32_t operation)
{
	const uint8_t type = trace->operations.type[operation];
	const struct trace_transfer *transfer;

	if (type == OPERATION_KERNEL)
		return mix(operation_function(trace, operation));
	transfer = operation_transfer(trace, operation);
	return mix((uint64_t)(type + 1) << 48 | (uint64_t)(uint16_t)transfer->copy_kind << 32 |
	           (uint64_t)(uint16_t)transfer->source_kind << 16 |
	           (uint16_t)transfer->target_kind);
}

static void sum_issued(const struct walk *walk)
{
	uint64_t sum = 0;

	for (uint32_t i = 0; i < walk->trace->operations.count; i++) {
		walk->issued[i] = sum;
		sum += hash_of(walk->trace, i);
	}
}

static uint64_t round_hash(const struct walk *walk, uint32_t first, uint32_t last)
{
	return walk->issued[last] - walk->issued[first];
}

static int64_t round_ns(const struct walk *walk, uint32_t first, uint32_t last)
{
	return walk->trace->operations.start_ns[last] - walk->trace->operations.end_ns[first];
}

/* Visits the rounds of loops. */
static void walk_loops(const struct walk *walk, round_visit *visit)
{
	const struct trace_operations *o = &walk->trace->operations;

	for (size_t f = 0; f < walk->trace->functions_count; f++)
		walk->rounds[f].last = NONE;
	for (uint32_t i = 0; i < o->count; i++) {
		struct rounds *its;
		uint32_t function;

		if (o->type[i] != OPERATION_KERNEL)
			continue;
		function = operation_function(walk->trace, i);
		its = &walk->rounds[function];
		if (walk->begins[function] == NONE || i < walk->begins[function])
			continue;
		if (its->last != NONE)
			visit(walk, function, its->last, i);
		its->last = i;
	}
}

/* What has the majority, if anything has, wins (Boyer and Moore). */
static void vote(const struct walk *walk, uint32_t function, uint32_t first, uint32_t last)
{
	struct rounds *its = &walk->rounds[function];
	const uint64_t hash = round_hash(walk, first, last);

	if (!its->votes)
		its->usual = hash;
	its->votes += hash == its->usual ? 1 : -1;
}

static void count(const struct walk *walk, uint32_t function, uint32_t first, uint32_t last)
{
	struct rounds *its = &walk->rounds[function];

	its->count++;
	if (round_hash(walk, first, last) != its->usual)
		return;
	its->alike++;
	if (round_ns(walk, first, last) > its->longest_ns)
		its->longest_ns = round_ns(walk, first, last);
}

static bool are_alike(const struct rounds *its, const struct same_rounds_limits *limits)
{
	return its->count >= limits->least && percent_of(its->alike, its->count) >= limits->alike;
}

/* From the end to the start: a begin moves back while the round before it is alike. */
static void move_begins(const struct walk *walk)
{
	const struct trace_operations *o = &walk->trace->operations;

	for (uint32_t i = (uint32_t)o->count; i-- > 0;) {
		struct rounds *its;
		uint32_t function;

		if (o->type[i] != OPERATION_KERNEL)
			continue;
		function = operation_function(walk->trace, i);
		its = &walk->rounds[function];
		if (walk->begins[function] == NONE || i >= walk->begins[function] || its->is_other)
			continue;
		its->is_other = !are_alike(its, walk->limits) ||
		                round_hash(walk, i, walk->begins[function]) != its->usual ||
		                (double)round_ns(walk, i, walk->begins[function]) >
		                        walk->limits->pause * (double)its->longest_ns;
		if (!its->is_other)
			walk->begins[function] = i;
	}
}

int same_rounds_extend(uint32_t *begins, const struct trace *trace,
                       const struct same_rounds_limits *limits)
{
	struct walk walk = {
		.trace = trace,
		.limits = limits,
		.begins = begins,
		.rounds = calloc(trace->functions_count + 1, sizeof *walk.rounds),
		.issued = calloc(trace->operations.count + 1, sizeof *walk.issued),
	};
	int err = -ENOMEM;

	if (walk.rounds && walk.issued) {
		sum_issued(&walk);
		walk_loops(&walk, vote);
		walk_loops(&walk, count);
		move_begins(&walk);
		err = 0;
	}
	free(walk.rounds);
	free(walk.issued);
	return err;
}
