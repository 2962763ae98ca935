/* SPDX-License-Identifier: MIT */
/* Finds loops over equal pieces. Any thread. */
#include "rules/shared/equal_pieces.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "base/statistics.h"
#include "kernel/kernel_library.h"
#include "kernel/kernel_operator.h"
#include "rules/shared/copies.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/item_copies.h"
#include "rules/shared/names.h"
#include "rules/shared/rule_text.h"
#include "trace/call_class.h"

enum { PIECE, PIECES, LOOPS, IN_PIECES, ROW };

const struct threshold equal_pieces_thresholds[] = {
	[PIECE] = { "piece", 16, "launches" },  [PIECES] = { "pieces", 32, "times" },
	[LOOPS] = { "loops", 3, "times" },      [IN_PIECES] = { "in pieces", 10, "%" },
	[ROW] = { "of a row", 64, "launches" }, { .name = NULL },
};

/* What stands for an operation: pieces are alike where these are. */
enum {
	KEY_NONE,
	KEY_FILL,
	KEY_COPY,
	KEY_INDEX,
	KEY_KERNELS
}; /* and the number of the launch shape */

/* What a function may be in a piece. */
enum part { PART_NONE, PART_OPERATION, PART_MARK };

/* What is looked for: pieces with a product of matrices, of a batch or of time; and rows of a
 * matrix that are sorted, or whose largest are taken, one by one: one call does that for all. */
static const struct kind {
	int longest; /* a threshold */
	bool are_rows;
	const char *label, *advice;
} kinds[] = {
	{ PIECE, false, "equal pieces", "pieces" },
	{ ROW, true, "equal rows", "rows" },
};

enum { PIECE_KINDS = sizeof kinds / sizeof *kinds };

struct item {
	uint32_t key, operation;
};

/* COUNT pieces of LENGTH launches each from item FIRST on. */
struct loop {
	uint64_t hash; /* of a piece's keys */
	size_t first, length, count;
};

struct search {
	const struct trace *trace;
	const struct kind *kind;
	uint8_t *parts;      /* by function: enum part */
	uint32_t *gradients; /* by call: how many calls of threads for gradients come before it */
	struct item *items;  /* what each thread issued, by thread, in the order of its calls */
	size_t items_count;  /* behind each thread's last stands one without a key */
	struct loop *loops;
	size_t loops_count;
};

static enum part part_of(const char *name)
{
	const struct library *library = kernel_library(name);
	const enum operator_kind kind = kernel_operator(name);

	if (kind == OPERATOR_MATRIX)
		return PART_MARK;
	if (!library || strcmp(library->name, "PyTorch") != 0)
		return PART_NONE;
	return kernel_is_elementwise(name) || kind == OPERATOR_COPY ||
	                       kind == OPERATOR_CONCATENATION || kind == OPERATOR_REDUCTION ||
	                       kind == OPERATOR_INDEXING
	               ? PART_OPERATION
	               : PART_NONE;
}

static enum part part_of_row(const char *name)
{
	static const bool is_part[OPERATORS] = {
		[OPERATOR_OTHER] = true,       [OPERATOR_NORMALIZATION] = true,
		[OPERATOR_ELEMENTWISE] = true, [OPERATOR_REDUCTION] = true,
		[OPERATOR_COPY] = true,        [OPERATOR_INDEXING] = true,
		[OPERATOR_RANDOM] = true,      [OPERATOR_CONCATENATION] = true,
	};
	const struct library *library = kernel_library(name);
	const enum operator_kind kind = kernel_operator(name);

	if (!library || strcmp(library->name, "PyTorch") != 0)
		return PART_NONE;
	return kind == OPERATOR_SORT ? PART_MARK : is_part[kind] ? PART_OPERATION : PART_NONE;
}

/* Of a copy that is no kernel: within a GPU, or of an index that a row needs. */
static uint32_t key_of_copy(const struct search *search, uint32_t operation)
{
	if (operation_transfer(search->trace, operation)->copy_kind == COPY_DTOD)
		return KEY_COPY;
	return search->kind->are_rows && copy_direction(search->trace, operation) == COPY_IN &&
	                       item_copies_is_one(copy_bytes(search->trace, operation))
	               ? KEY_INDEX
	               : KEY_NONE;
}

static uint32_t key_of(const struct search *search, uint32_t operation)
{
	const struct trace *trace = search->trace;
	const struct trace_operations *o = &trace->operations;

	if (o->type[operation] == OPERATION_FILL)
		return KEY_FILL;
	if (o->type[operation] == OPERATION_COPY)
		return key_of_copy(search, operation);
	return search->parts[operation_function(trace, operation)] == PART_NONE
	               ? KEY_NONE
	               : KEY_KERNELS + o->detail[operation];
}

static int search_init(struct search *search, const struct trace *trace, const struct kind *kind)
{
	const size_t items = trace->operations.count + trace->threads_count + 1;

	*search = (struct search){
		.trace = trace,
		.kind = kind,
		.parts = calloc(trace->functions_count + 1, sizeof *search->parts),
		.gradients = calloc(trace->calls.count + 1, sizeof *search->gradients),
		.items = calloc(items, sizeof *search->items),
	};
	if (!search->parts || !search->gradients || !search->items)
		return -ENOMEM;
	for (size_t f = 0; f < trace->functions_count; f++)
		search->parts[f] = (uint8_t)(kind->are_rows ? part_of_row(trace->functions[f].name)
		                                            : part_of(trace->functions[f].name));
	for (uint32_t c = 0; c < trace->calls.count; c++)
		search->gradients[c + 1] = search->gradients[c] +
		                           trace_is_backward_thread(trace, trace->calls.thread[c]);
	return 0;
}

static void search_release(struct search *search)
{
	free(search->parts);
	free(search->gradients);
	free(search->items);
	free(search->loops);
}

static int collect(struct search *search)
{
	const struct trace *trace = search->trace;
	const struct trace_operations *o = &trace->operations;
	size_t *next = calloc(trace->threads_count + 2, sizeof *next);

	if (!next)
		return -ENOMEM;
	for (uint32_t i = 0; i < o->count; i++)
		if (o->call[i] != NONE)
			next[trace->calls.thread[o->call[i]] + 1]++;
	for (size_t t = 0; t < trace->threads_count; t++)
		next[t + 1] += next[t] + 1;
	search->items_count = next[trace->threads_count];
	for (uint32_t i = 0; i < o->count; i++)
		if (o->call[i] != NONE)
			search->items[next[trace->calls.thread[o->call[i]]]++] =
			        (struct item){ key_of(search, i), i };
	free(next);
	return 0;
}

/* How many times LENGTH launches come from FIRST on, one after another. */
static size_t repeated(const struct search *search, size_t first, size_t length)
{
	const struct item *items = search->items;
	size_t end = first;

	while (end < search->items_count && items[end].key != KEY_NONE &&
	       (end < first + length || items[end].key == items[end - length].key))
		end++;
	return (end - first) / length;
}

static bool has_mark(const struct search *search, const struct loop *loop)
{
	for (size_t i = loop->first; i < loop->first + loop->length; i++)
		if (search->items[i].key >= KEY_KERNELS &&
		    search->parts[operation_function(search->trace, search->items[i].operation)] ==
		            PART_MARK)
			return true;
	return false;
}

/* Whether gradients are computed between the pieces, by a thread that is not the loop's: each is a
 * step of training, which needs the one before. */
static bool has_gradients(const struct search *search, const struct loop *loop)
{
	const struct trace *trace = search->trace;
	const struct item *last = &search->items[loop->first + loop->length * loop->count - 1];
	const uint32_t from = trace->operations.call[search->items[loop->first].operation],
	               to = trace->operations.call[last->operation];

	return !trace_is_backward_thread(trace, trace->calls.thread[from]) &&
	       search->gradients[to] > search->gradients[from];
}

static uint64_t hash_of(const struct search *search, const struct loop *loop)
{
	uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */

	for (size_t i = loop->first; i < loop->first + loop->length; i++)
		hash = (hash ^ search->items[i].key) * UINT64_C(1099511628211);
	return hash;
}

/* The loop that begins at item FIRST, of the shortest pieces; its count is 0 if there is none. */
static struct loop loop_at(const struct search *search, size_t first)
{
	const struct threshold *t = equal_pieces_thresholds;

	for (size_t length = 1; (double)length <= t[search->kind->longest].value; length++) {
		size_t count;

		if (first + length >= search->items_count ||
		    search->items[first].key != search->items[first + length].key)
			continue;
		count = repeated(search, first, length);
		if ((double)count >= t[PIECES].value)
			return (struct loop){ 0, first, length, count };
	}
	return (struct loop){ .count = 0 };
}

static int find_loops(struct search *search)
{
	for (size_t i = 0; i < search->items_count;) {
		struct loop loop = loop_at(search, i), *added;

		i += loop.count ? loop.length * loop.count : 1;
		if (!loop.count || !has_mark(search, &loop) || has_gradients(search, &loop))
			continue;
		loop.hash = hash_of(search, &loop);
		added = ARRAY_ADD(&search->loops, &search->loops_count);
		if (!added)
			return -ENOMEM;
		*added = loop;
	}
	return 0;
}

static int compare_loops(const void *a, const void *b)
{
	const struct loop *left = a, *right = b;

	if (left->hash != right->hash)
		return left->hash < right->hash ? -1 : 1;
	return (left->first > right->first) - (left->first < right->first);
}

/* What loops that come again have in all. */
struct pieces {
	bool *is_of; /* by operation */
	int64_t launches, loops;
	struct loop most; /* one of those that have most */
};

static int64_t launches_of(const struct loop *loops, size_t count)
{
	int64_t launches = 0;

	for (size_t l = 0; l < count; l++)
		launches += (int64_t)(loops[l].length * loops[l].count);
	return launches;
}

static void add_up(struct pieces *pieces, struct search *search)
{
	int64_t most = 0;

	if (search->loops_count)
		qsort(search->loops, search->loops_count, sizeof *search->loops, compare_loops);
	for (size_t from = 0, to; from < search->loops_count; from = to) {
		const struct loop *loops = search->loops;
		int64_t launches;

		for (to = from; to < search->loops_count && loops[to].hash == loops[from].hash;)
			to++;
		if ((double)(to - from) < equal_pieces_thresholds[LOOPS].value)
			continue;
		launches = launches_of(loops + from, to - from);
		pieces->launches += launches;
		pieces->loops += (int64_t)(to - from);
		if (launches > most) {
			most = launches;
			pieces->most = loops[from + (to - from) / 2];
		}
		for (size_t l = from; l < to; l++)
			for (size_t i = 0; i < loops[l].length * loops[l].count; i++)
				pieces->is_of[search->items[loops[l].first + i].operation] = true;
	}
}

static int say(struct finding *finding, const struct check *check, const struct pieces *pieces,
               const struct kind *kind)
{
	struct host_evidence code;

	finding_fact(finding, kind->label,
	             "%s are of %s in which the same launches come again and again, most often %s, "
	             "%s times in a row",
	             name_count(NAME, pieces->launches, "launch", "launches"),
	             name_count(NAME, pieces->loops, "loop", "loops"),
	             format_count(FORMAT, (int64_t)pieces->most.length),
	             format_count(FORMAT, (int64_t)pieces->most.count));
	finding_case(finding, kind->advice);
	finding_advice_first(finding, rule_note(finding->rule, RULE_ADVICE, kind->advice));
	host_evidence_init(&code, check);
	host_evidence_kernels(&code, pieces->is_of);
	return host_evidence_end_launches(&code, finding, kind->label);
}

static int say_kind(struct finding *finding, const struct check *check, const struct kind *kind)
{
	const struct trace *trace = check->trace;
	struct pieces pieces = { .is_of = calloc(trace->operations.count + 1, sizeof(bool)) };
	struct search search;
	int err = search_init(&search, trace, kind);

	if (!pieces.is_of)
		err = -ENOMEM;
	if (!err)
		err = collect(&search);
	if (!err)
		err = find_loops(&search);
	if (!err)
		add_up(&pieces, &search);
	if (!err && pieces.launches &&
	    percent_of(pieces.launches, (int64_t)trace->operations.count) >=
	            equal_pieces_thresholds[IN_PIECES].value)
		err = say(finding, check, &pieces, kind);
	search_release(&search);
	free(pieces.is_of);
	return err;
}

int equal_pieces_say(struct finding *finding, const struct check *check)
{
	int err = 0;

	for (size_t k = 0; k < PIECE_KINDS && !err; k++)
		err = say_kind(finding, check, &kinds[k]);
	return err;
}
