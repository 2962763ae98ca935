/* SPDX-License-Identifier: MIT */
/* Counts what threads did at the same time once. */
#include "report/host_pieces.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"

enum {
	SLICE_NS = 5000000,   /* where several threads are: they are sampled about as often */
	SLICES_MAX = 1000000, /* of a run of more than an hour they are longer */
};

int host_pieces_add(struct host_pieces *pieces, const struct host_piece *piece)
{
	struct host_piece *added = ARRAY_ADD(&pieces->items, &pieces->count);

	if (!added)
		return -ENOMEM;
	*added = *piece;
	return 0;
}

void host_pieces_release(struct host_pieces *pieces)
{
	free(pieces->items);
	*pieces = (struct host_pieces){ 0 };
}

static int compare_starts(const void *a, const void *b)
{
	const struct host_piece *left = a, *right = b;

	return (left->when.start_ns > right->when.start_ns) -
	       (left->when.start_ns < right->when.start_ns);
}

/* The pieces that a slice of time is in, one for each thread at most. */
struct slice {
	struct host_time *time;
	const struct interval_set *calls; /* united */
	struct host_piece *active;
	size_t count;
	struct interval when;
	int64_t most_ns; /* that it takes where several threads are */
};

/* When the thread of PIECE calls CUDA. */
static int64_t called_ns(const struct slice *slice, const struct host_piece *piece)
{
	const struct trace_calls *calls = &slice->time->code->trace->calls;

	return piece->call == NONE ? INT64_MAX : calls->start_ns[piece->call];
}

/* Whose it is that the slice has no samples; NULL: of nobody who is sampled. */
static const struct host_piece *next_to_call(const struct slice *slice)
{
	const struct host_piece *next = NULL;

	for (size_t i = 0; i < slice->count; i++) {
		const struct host_piece *piece = &slice->active[i];

		if (host_time_is_sampled(slice->time, piece->thread, slice->when.start_ns) &&
		    (!next || called_ns(slice, piece) < called_ns(slice, next)))
			next = piece;
	}
	return next;
}

/* Whether no other thread has a part of it: no thread is in a call while it is outside of them. */
static bool is_single(const struct slice *slice)
{
	return slice->count == 1 &&
	       !interval_set_within(slice->calls, slice->when.start_ns, slice->when.end_ns);
}

static void count_single(const struct slice *slice)
{
	const struct host_piece *piece = &slice->active[0];
	const int64_t length_ns = slice->when.end_ns - slice->when.start_ns;
	const double sampled_ns = slice->time->sampled_sum_ns;

	host_time_add_own(slice->time, piece->thread, slice->when.start_ns, slice->when.end_ns);
	host_time_add_call(slice->time, piece->call, length_ns,
	                   slice->time->sampled_sum_ns - sampled_ns);
}

static void count_several(const struct slice *slice)
{
	const int64_t from_ns = slice->when.start_ns, to_ns = slice->when.end_ns;
	const double length_ns = (double)(to_ns - from_ns);
	const struct host_piece *next = next_to_call(slice);
	double ran_ns = 0, part, still_ns;

	for (size_t i = 0; i < slice->count; i++)
		ran_ns += host_time_ran(slice->time, slice->active[i].thread, from_ns, to_ns);
	part = ran_ns > length_ns ? length_ns / ran_ns : 1;
	for (size_t i = 0; i < slice->count; i++) {
		const struct host_piece *piece = &slice->active[i];
		const double its_ns =
		        part * host_time_ran(slice->time, piece->thread, from_ns, to_ns);

		host_time_add_part(slice->time, piece->thread, &slice->when, part, its_ns);
		host_time_add_call(slice->time, piece->call, (int64_t)its_ns, its_ns);
	}
	still_ns = length_ns - part * ran_ns -
	           (double)interval_set_within(slice->calls, from_ns, to_ns);
	if (!next || still_ns <= 0)
		return;
	slice->time->wanted_sum_ns += still_ns;
	host_time_add_call(slice->time, next->call, (int64_t)still_ns, 0);
}

/* Takes out what ended before the slice, and returns when the first of the others ends. */
static int64_t drop_ended(struct slice *slice)
{
	int64_t first_ns = INT64_MAX;
	size_t kept = 0;

	for (size_t i = 0; i < slice->count; i++) {
		const struct host_piece piece = slice->active[i];

		if (piece.when.end_ns <= slice->when.start_ns)
			continue;
		slice->active[kept++] = piece;
		if (piece.when.end_ns < first_ns)
			first_ns = piece.when.end_ns;
	}
	slice->count = kept;
	return first_ns;
}

static void count_slices(struct slice *slice, const struct host_pieces *pieces)
{
	size_t i = 0;

	while (i < pieces->count || slice->count) {
		int64_t end_ns;

		if (!slice->count)
			slice->when.start_ns = pieces->items[i].when.start_ns;
		while (i < pieces->count && pieces->items[i].when.start_ns <= slice->when.start_ns)
			slice->active[slice->count++] = pieces->items[i++];
		end_ns = drop_ended(slice);
		if (!slice->count)
			continue;
		if (i < pieces->count && pieces->items[i].when.start_ns < end_ns)
			end_ns = pieces->items[i].when.start_ns;
		slice->when.end_ns = end_ns;
		if (is_single(slice)) {
			count_single(slice);
		} else {
			if (end_ns - slice->when.start_ns > slice->most_ns)
				slice->when.end_ns = end_ns = slice->when.start_ns + slice->most_ns;
			count_several(slice);
		}
		slice->when.start_ns = end_ns;
		drop_ended(slice);
	}
}

/* When any thread was in a call. */
static int add_calls(struct interval_set *set, const struct trace_calls *calls)
{
	int err = 0;

	for (size_t i = 0; i < calls->count && !err; i++)
		err = interval_set_add(set, calls->start_ns[i], calls->end_ns[i]);
	interval_set_unite(set);
	return err;
}

int host_pieces_count(struct host_pieces *pieces, struct host_time *time)
{
	const struct trace *trace = time->code->trace;
	struct interval_set calls = { 0 };
	struct slice slice = {
		.time = time,
		.calls = &calls,
		.active = malloc((pieces->count + 1) * sizeof *slice.active),
	};
	int err = slice.active ? add_calls(&calls, &trace->calls) : -ENOMEM;

	for (size_t i = 0; i < pieces->count; i++)
		slice.most_ns += (pieces->items[i].when.end_ns - pieces->items[i].when.start_ns) /
		                 SLICES_MAX;
	if (slice.most_ns < SLICE_NS)
		slice.most_ns = SLICE_NS;
	if (!err && pieces->count) {
		qsort(pieces->items, pieces->count, sizeof *pieces->items, compare_starts);
		count_slices(&slice, pieces);
	}
	free(slice.active);
	interval_set_release(&calls);
	return err;
}
