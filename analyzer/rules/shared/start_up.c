/* SPDX-License-Identifier: MIT */
/* Finds what a program does once before its loop runs. */
#include "rules/shared/start_up.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/statistics.h"
#include "rules/shared/same_rounds.h"

enum { LOOP, WIDE, BREAK, AGAIN, EARLY, BEGUN, ALIKE };

const struct threshold start_up_thresholds[] = {
	[LOOP] = { "loop", 10, "launches" },  [WIDE] = { "wide", 25, "%" },
	[BREAK] = { "break", 10, "times" },   [AGAIN] = { "again", 2, "times" },
	[EARLY] = { "early", 20, "%" },       [BEGUN] = { "begun", 25, "%" },
	[ALIKE] = { "same rounds", 90, "%" }, { .name = NULL },
};

/* A copy or a fill as others are like it. */
struct transfer_like {
	uint64_t sort; /* type and kinds of memory */
	int64_t size_bytes;
	uint32_t first_launch, last_launch; /* launches before its first and its last one */
};

/* Launches of a shape. First and last are counted in launches of any shape. */
struct spread {
	uint32_t launches, seen; /* seen: so far, in a walk */
	uint32_t first, last;
	uint32_t before;  /* the launch of it before, in a walk */
	uint32_t longest; /* launches between two of it, behind its first ones */
	uint32_t begin;   /* the operation that its loop begins with */
	uint32_t end;     /* its last one */
};

static bool is_wide(uint32_t first, uint32_t last, uint32_t launches)
{
	return percent_of(last - first, launches) >= start_up_thresholds[WIDE].value;
}

static struct transfer_like like_of(const struct trace *trace, uint32_t operation)
{
	const struct trace_transfer *transfer = operation_transfer(trace, operation);

	return (struct transfer_like){
		.sort = (uint64_t)trace->operations.type[operation] << 48 |
		        (uint64_t)(uint16_t)transfer->copy_kind << 32 |
		        (uint64_t)(uint16_t)transfer->source_kind << 16 |
		        (uint16_t)transfer->target_kind,
		.size_bytes = transfer->size_bytes,
	};
}

static int compare_likes(const void *a, const void *b)
{
	const struct transfer_like *left = a, *right = b;

	if (left->sort != right->sort)
		return left->sort < right->sort ? -1 : 1;
	return (left->size_bytes > right->size_bytes) - (left->size_bytes < right->size_bytes);
}

static bool is_before_like(const void *item, const void *key)
{
	return compare_likes(item, key) < 0;
}

static struct transfer_like *find_like(const struct start_up *start_up, const struct trace *trace,
                                       uint32_t operation)
{
	const struct transfer_like like = like_of(trace, operation);
	const size_t i = lower_bound(&like, start_up->transfers, start_up->transfers_count,
	                             sizeof like, is_before_like);

	return i < start_up->transfers_count && compare_likes(&start_up->transfers[i], &like) == 0
	               ? &start_up->transfers[i]
	               : NULL;
}

static uint32_t measure_spreads(struct spread *spreads, const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	uint32_t launches = 0;

	for (uint32_t i = 0; i < o->count; i++) {
		struct spread *spread;

		if (o->type[i] != OPERATION_KERNEL)
			continue;
		spread = &spreads[o->detail[i]];
		if (!spread->launches++) {
			spread->first = launches;
			spread->begin = i;
		}
		spread->last = launches++;
		spread->end = i;
	}
	return launches;
}

/* Whether what has been seen of SPREAD is its first launches. */
static bool is_early(const struct spread *spread)
{
	return percent_of(spread->seen, spread->launches) <= start_up_thresholds[EARLY].value;
}

/* How far apart launches of a shape are behind the first ones. */
static void measure_distances(struct spread *spreads, const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	uint32_t launches = 0;

	for (uint32_t i = 0; i < o->count; i++) {
		struct spread *spread;

		if (o->type[i] != OPERATION_KERNEL)
			continue;
		spread = &spreads[o->detail[i]];
		spread->seen++;
		if (!is_early(spread) && launches - spread->before > spread->longest)
			spread->longest = launches - spread->before;
		spread->before = launches++;
	}
}

/*
 * Has shapes begin behind the last break in their first launches: launches that are much farther
 * apart than is usual, and than any that come later. Where they come in rounds, as those that only
 * every hundredth step has, they are as far apart between two of these all over the run.
 */
static void find_breaks(struct spread *spreads, size_t count, const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	uint32_t launches = 0;

	for (size_t s = 0; s < count; s++) {
		spreads[s].before = spreads[s].first;
		spreads[s].seen = 0;
	}
	for (uint32_t i = 0; i < o->count; i++) {
		struct spread *spread;
		uint32_t distance;

		if (o->type[i] != OPERATION_KERNEL)
			continue;
		spread = &spreads[o->detail[i]];
		distance = launches - spread->before;
		spread->seen++;
		if (is_early(spread) &&
		    distance * (double)spread->launches >
		            start_up_thresholds[BREAK].value * (spread->last - spread->before) &&
		    distance > start_up_thresholds[AGAIN].value * spread->longest)
			spread->begin = i;
		spread->before = launches++;
	}
}

/* Has loops begin with the first of their rounds, whatever grid their functions had in that. */
static int extend_loops(struct spread *spreads, const bool is_loop[], const struct trace *trace)
{
	const struct same_rounds_limits limits = {
		.least = (uint32_t)start_up_thresholds[LOOP].value,
		.alike = start_up_thresholds[ALIKE].value,
		.pause = start_up_thresholds[BREAK].value,
	};
	uint32_t *begins = malloc((trace->functions_count + 1) * sizeof *begins);
	int err = begins ? 0 : -ENOMEM;

	for (size_t f = 0; !err && f < trace->functions_count; f++)
		begins[f] = NONE;
	for (size_t s = 0; !err && s < trace->launch_shapes_count; s++) {
		uint32_t *begin = &begins[trace->launch_shapes[s].function];

		if (is_loop[s] && spreads[s].begin < *begin)
			*begin = spreads[s].begin;
	}
	if (!err)
		err = same_rounds_extend(begins, trace, &limits);
	for (size_t s = 0; !err && s < trace->launch_shapes_count; s++)
		if (is_loop[s] && spreads[s].begin > begins[trace->launch_shapes[s].function])
			spreads[s].begin = begins[trace->launch_shapes[s].function];
	free(begins);
	return err;
}

static int compare_begins(const void *a, const void *b)
{
	const struct spread *left = a, *right = b;

	return (left->begin > right->begin) - (left->begin < right->begin);
}

/* The operation that loops begin with; puts the COUNT SPREADS of loops in order. */
static uint32_t find_end(struct spread *spreads, size_t count)
{
	int64_t launches = 0, begun = 0;
	size_t i = 0;

	for (size_t s = 0; s < count; s++)
		launches += spreads[s].launches;
	if (!count)
		return 0;
	qsort(spreads, count, sizeof *spreads, compare_begins);
	for (begun = spreads[0].launches;
	     i + 1 < count && percent_of(begun, launches) < start_up_thresholds[BEGUN].value;)
		begun += spreads[++i].launches;
	return spreads[i].begin;
}

/* The last operation of the COUNT SPREADS of loops. */
static uint32_t find_last(const struct spread *spreads, size_t count)
{
	uint32_t last = 0;

	for (size_t s = 0; s < count; s++)
		if (spreads[s].end > last)
			last = spreads[s].end;
	return last;
}

/* Keeps the shapes of loops; returns how many. */
static size_t keep_loops(struct spread *spreads, size_t count, const bool is_loop[])
{
	size_t kept = 0;

	for (size_t s = 0; s < count; s++)
		if (is_loop[s])
			spreads[kept++] = spreads[s];
	return kept;
}

/* How long no device had run anything when OPERATION started; *BUSY_UNTIL_NS becomes its end. */
static int64_t idle_before(const struct trace *trace, uint32_t operation, int64_t *busy_until_ns)
{
	const struct trace_operations *o = &trace->operations;
	const int64_t idle_ns = o->start_ns[operation] - *busy_until_ns;

	if (o->end_ns[operation] > *busy_until_ns)
		*busy_until_ns = o->end_ns[operation];
	return idle_ns > 0 ? idle_ns : 0;
}

/*
 * Adds what the devices idled before loops to ALL_NS, and its intervals to PAUSES unless that is
 * NULL: up to END, and in pauses among the first operations so much longer than any that comes
 * later that they do not recur, while a loop's functions are compiled for example.
 */
static int add_pauses(const struct trace *trace, uint32_t end, int64_t *all_ns,
                      struct interval_set *pauses)
{
	const struct trace_operations *o = &trace->operations;
	const size_t early = (size_t)((double)o->count * start_up_thresholds[EARLY].value / 100);
	int64_t busy_until_ns = o->start_ns[0], longest_ns = 0;
	int err = 0;

	for (uint32_t i = 0; i < o->count; i++) {
		const int64_t idle_ns = idle_before(trace, i, &busy_until_ns);

		if (i >= early && i > end && idle_ns > longest_ns)
			longest_ns = idle_ns;
	}
	busy_until_ns = o->start_ns[0];
	for (uint32_t i = 0; !err && (i <= end || i < early); i++) {
		const int64_t idle_ns = idle_before(trace, i, &busy_until_ns);

		if (i > end &&
		    (double)idle_ns <= start_up_thresholds[BREAK].value * (double)longest_ns)
			continue;
		*all_ns += idle_ns;
		if (pauses)
			err = interval_set_add(pauses, o->start_ns[i] - idle_ns, o->start_ns[i]);
	}
	return err;
}

/* Copies and fills before loops begin, each sort and size once. */
static int collect_transfers(struct start_up *start_up, const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	size_t kept = 0;

	for (uint32_t i = 0; i < start_up->end; i++) {
		struct transfer_like *like;

		if (o->type[i] == OPERATION_KERNEL)
			continue;
		like = ARRAY_ADD(&start_up->transfers, &start_up->transfers_count);
		if (!like)
			return -ENOMEM;
		*like = like_of(trace, i);
		like->first_launch = UINT32_MAX;
	}
	if (start_up->transfers_count)
		qsort(start_up->transfers, start_up->transfers_count, sizeof *start_up->transfers,
		      compare_likes);
	for (size_t i = 0; i < start_up->transfers_count; i++)
		if (!kept ||
		    compare_likes(&start_up->transfers[kept - 1], &start_up->transfers[i]) != 0)
			start_up->transfers[kept++] = start_up->transfers[i];
	start_up->transfers_count = kept;
	return 0;
}

/* Takes those out that come again when loops have begun, or are of one. */
static void drop_recurring(struct start_up *start_up, const struct trace *trace, uint32_t launches)
{
	const struct trace_operations *o = &trace->operations;
	uint32_t launch = 0;
	size_t kept = 0;

	for (uint32_t i = 0; i < o->count; i++) {
		struct transfer_like *like;

		if (o->type[i] == OPERATION_KERNEL) {
			launch++;
			continue;
		}
		like = find_like(start_up, trace, i);
		if (!like)
			continue;
		if (like->first_launch == UINT32_MAX)
			like->first_launch = launch;
		like->last_launch = i >= start_up->end ? UINT32_MAX : launch;
	}
	for (size_t i = 0; i < start_up->transfers_count; i++) {
		const struct transfer_like *like = &start_up->transfers[i];

		if (like->last_launch != UINT32_MAX &&
		    !is_wide(like->first_launch, like->last_launch, launches))
			start_up->transfers[kept++] = *like;
	}
	start_up->transfers_count = kept;
}

int start_up_find(struct start_up *start_up, const struct trace *trace)
{
	const size_t shapes = trace->launch_shapes_count;
	struct spread *spreads = calloc(shapes + 1, sizeof *spreads);
	bool *is_loop = calloc(shapes + 1, sizeof *is_loop);
	uint32_t launches;
	size_t loops;
	int err = -ENOMEM;

	*start_up = (struct start_up){ 0 };
	if (!spreads || !is_loop)
		goto out;
	launches = measure_spreads(spreads, trace);
	for (size_t s = 0; s < shapes; s++)
		is_loop[s] = spreads[s].launches >= start_up_thresholds[LOOP].value &&
		             is_wide(spreads[s].first, spreads[s].last, launches);
	measure_distances(spreads, trace);
	find_breaks(spreads, shapes, trace);
	err = extend_loops(spreads, is_loop, trace);
	if (err)
		goto out;
	loops = keep_loops(spreads, shapes, is_loop);
	start_up->end = find_end(spreads, loops);
	start_up->has_loops = loops > 0;
	start_up->last = find_last(spreads, loops);
	err = loops ? add_pauses(trace, start_up->end, &start_up->idle_ns, NULL) : 0;
	if (!err)
		err = collect_transfers(start_up, trace);
	if (!err && start_up->transfers_count)
		drop_recurring(start_up, trace, launches);
out:
	free(spreads);
	free(is_loop);
	return err;
}

void start_up_release(struct start_up *start_up)
{
	free(start_up->transfers);
	*start_up = (struct start_up){ 0 };
}

int start_up_pauses(struct interval_set *pauses, const struct start_up *start_up,
                    const struct trace *trace)
{
	int64_t all_ns = 0;

	return start_up->has_loops ? add_pauses(trace, start_up->end, &all_ns, pauses) : 0;
}

bool start_up_has(const struct start_up *start_up, const struct trace *trace, uint32_t copy)
{
	return copy < start_up->end && find_like(start_up, trace, copy) != NULL;
}
