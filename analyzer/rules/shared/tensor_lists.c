/* SPDX-License-Identifier: MIT */
/* Finds loops over lists of tensors, and over items. Any thread. */
#include "rules/shared/tensor_lists.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/statistics.h"
#include "kernel/kernel_library.h"
#include "kernel/kernel_operator.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"

enum { OPERATIONS, TENSORS, SIZES, AGAIN, LISTS };
enum { SIZES_MAX = 16 };

const struct threshold tensor_lists_thresholds[] = {
	[OPERATIONS] = { "operations", 4, "launches" },
	[TENSORS] = { "tensors", 8, "times" },
	[SIZES] = { "sizes", 3, "shapes" },
	[AGAIN] = { "again", 3, "times" },
	[LISTS] = { "lists", 10, "%" },
	{ .name = NULL },
};

/* What a function of PyTorch's may be in such a loop. */
enum part {
	PART_NONE,
	PART_ELEMENTS, /* an operation on elements: of lists and of items */
	PART_ITEM,     /* of items alone */
	PART_INDEX, /* what tells a loop over items from one over time, each step of which needs the
	               one before: it looks places up, and does that for all items as well */
};

/* A loop: COUNT launches from FIRST on, of the launches that were collected. */
struct loop {
	bool is_items;   /* or over a list */
	uint64_t shapes; /* a hash of these, in their order */
	size_t first, count;
};

struct search {
	const struct trace *trace;
	enum part *parts;      /* by function */
	uint32_t *launches;    /* of one thread, in the order of issue: operations */
	size_t launches_count; /* NONE stands between threads */
	struct loop *loops;
	size_t loops_count;
};

static enum part part_of(const char *name)
{
	const struct library *library = kernel_library(name);
	enum operator_kind kind;

	if (!library || strcmp(library->name, "PyTorch") != 0)
		return PART_NONE;
	kind = kernel_operator(name);
	if (kind == OPERATOR_INDEXING)
		return PART_INDEX;
	if (kernel_is_elementwise(name))
		return PART_ELEMENTS;
	return kind == OPERATOR_COPY || kind == OPERATOR_CONCATENATION || kind == OPERATOR_REDUCTION
	               ? PART_ITEM
	               : PART_NONE;
}

static int search_init(struct search *search, const struct trace *trace)
{
	*search = (struct search){
		.trace = trace,
		.parts = calloc(trace->functions_count + 1, sizeof *search->parts),
		.launches = malloc((trace->operations.count + trace->threads_count + 1) *
		                   sizeof *search->launches),
	};
	if (!search->parts || !search->launches)
		return -ENOMEM;
	for (size_t i = 0; i < trace->functions_count; i++)
		search->parts[i] = part_of(trace->functions[i].name);
	return 0;
}

static void search_release(struct search *search)
{
	free(search->parts);
	free(search->launches);
	free(search->loops);
}

/* By thread, then by call: how many operations come before. */
static int collect(struct search *search)
{
	const struct trace_operations *o = &search->trace->operations;
	size_t *next = calloc(search->trace->threads_count + 2, sizeof *next);

	if (!next)
		return -ENOMEM;
	for (uint32_t i = 0; i < o->count; i++)
		if (o->call[i] != NONE)
			next[search->trace->calls.thread[o->call[i]] + 1]++;
	for (size_t t = 0; t < search->trace->threads_count; t++)
		next[t + 1] += next[t] + 1; /* and one that ends what the thread issued */
	search->launches_count = next[search->trace->threads_count];
	for (size_t i = 0; i < search->launches_count; i++)
		search->launches[i] = NONE;
	for (uint32_t i = 0; i < o->count; i++)
		if (o->call[i] != NONE)
			search->launches[next[search->trace->calls.thread[o->call[i]]]++] = i;
	free(next);
	return 0;
}

/* The function of launch I, if it may be of a loop; NONE. */
static uint32_t function_at(const struct search *search, size_t i)
{
	const uint32_t id = search->launches[i];
	uint32_t function;

	if (id == NONE || search->trace->operations.type[id] != OPERATION_KERNEL)
		return NONE;
	function = operation_function(search->trace, id);
	return search->parts[function] != PART_NONE ? function : NONE;
}

/* How many launches from FIRST on repeat the first PERIOD of them. */
static size_t repeated(const struct search *search, size_t first, size_t period)
{
	size_t end = first;

	while (end < search->launches_count && function_at(search, end) != NONE &&
	       (end < first + period ||
	        function_at(search, end) == function_at(search, end - period)))
		end++;
	return end - first - (end - first) % period;
}

/* What LOOP has in it that decides: the highest part. */
static enum part most_of(const struct search *search, const struct loop *loop)
{
	enum part most = PART_NONE;

	for (size_t i = loop->first; i < loop->first + loop->count; i++) {
		const enum part part = search->parts[function_at(search, i)];

		most = part > most ? part : most;
	}
	return most;
}

static bool has_sizes(const struct search *search, const struct loop *loop)
{
	const uint32_t *details = search->trace->operations.detail;
	uint32_t seen[SIZES_MAX];
	size_t count = 0;

	for (size_t i = loop->first; i < loop->first + loop->count && count < SIZES_MAX; i++) {
		const uint32_t shape = details[search->launches[i]];
		size_t k = 0;

		while (k < count && seen[k] != shape)
			k++;
		if (k == count)
			seen[count++] = shape;
	}
	return (double)count >= tensor_lists_thresholds[SIZES].value;
}

/* Whether LOOP is over a list or items, and which. */
static bool judge(struct loop *loop, const struct search *search)
{
	const enum part most = loop->count ? most_of(search, loop) : PART_NONE;

	loop->is_items = most == PART_INDEX;
	return loop->is_items || (most == PART_ELEMENTS && has_sizes(search, loop));
}

static uint64_t hash_of(const struct search *search, const struct loop *loop)
{
	uint64_t hash = UINT64_C(14695981039346656037); /* FNV-1a */

	for (size_t i = loop->first; i < loop->first + loop->count; i++)
		hash = (hash ^ search->trace->operations.detail[search->launches[i]]) *
		       UINT64_C(1099511628211);
	return hash;
}

static int find_loops(struct search *search)
{
	const struct threshold *t = tensor_lists_thresholds;
	size_t i = 0;

	while (i < search->launches_count) {
		struct loop loop = { .first = i };

		for (size_t period = 1; !loop.count && (double)period <= t[OPERATIONS].value;
		     period++) {
			const size_t count = repeated(search, i, period), tensors = count / period;

			if ((double)tensors >= t[TENSORS].value)
				loop.count = count;
		}
		i += loop.count ? loop.count : 1;
		if (judge(&loop, search)) {
			struct loop *added = ARRAY_ADD(&search->loops, &search->loops_count);

			if (!added)
				return -ENOMEM;
			*added = loop;
			added->shapes = hash_of(search, &loop);
		}
	}
	return 0;
}

static int compare_loops(const void *a, const void *b)
{
	const struct loop *left = a, *right = b;

	if (left->shapes != right->shapes)
		return left->shapes < right->shapes ? -1 : 1;
	return (left->first > right->first) - (left->first < right->first);
}

/* Marks the launches of loops over ITEMS, or lists, that come again in IS_OF; returns how many they
 * are, and LOOPS how many loops. */
static int64_t mark(struct search *search, bool items, bool *is_of, int64_t *loops)
{
	int64_t launches = 0;

	*loops = 0;
	memset(is_of, 0, search->trace->operations.count);
	if (search->loops_count)
		qsort(search->loops, search->loops_count, sizeof *search->loops, compare_loops);
	for (size_t from = 0, to; from < search->loops_count; from = to) {
		for (to = from; to < search->loops_count &&
		                search->loops[to].shapes == search->loops[from].shapes;)
			to++;
		if (search->loops[from].is_items != items ||
		    (double)(to - from) < tensor_lists_thresholds[AGAIN].value)
			continue;
		*loops += (int64_t)(to - from);
		for (size_t l = from; l < to; l++)
			for (size_t i = 0; i < search->loops[l].count; i++, launches++)
				is_of[search->launches[search->loops[l].first + i]] = true;
	}
	return launches;
}

/* The functions of the operations of IS_OF, which are COUNT. */
static int name_them(char text[NAME_MAX_BYTES], const struct trace *trace, const bool *is_of,
                     int64_t count)
{
	uint32_t *members = malloc(((size_t)count + 1) * sizeof *members);
	size_t used = 0;
	int err = members ? 0 : -ENOMEM;

	for (uint32_t i = 0; !err && i < trace->operations.count; i++)
		if (is_of[i])
			members[used++] = i;
	if (!err)
		err = name_kernels(text, trace, members, used);
	free(members);
	return err;
}

static int say(struct finding *finding, const struct check *check, const bool *is_of,
               int64_t launches, int64_t loops)
{
	char text[NAME_MAX_BYTES];
	int err = name_them(text, check->trace, is_of, launches);

	if (!err)
		finding_fact(
		        finding, "lists of tensors",
		        "%s are of %s over lists, tensor by tensor: %s. torch._foreach_mul_(), "
		        "torch._foreach_add_() and the like do an operation on all of a list in "
		        "few launches, if none needs another's result",
		        name_count(NAME, launches, "launch", "launches"),
		        name_count(NAME, loops, "loop", "loops"), text);
	return err;
}

static int say_items(struct finding *finding, const struct check *check, const bool *is_of,
                     int64_t launches, int64_t loops)
{
	char text[NAME_MAX_BYTES];
	int err = name_them(text, check->trace, is_of, launches);

	if (!err)
		finding_fact(finding, "item by item",
		             "%s are of %s that do the same again and again: %s. If that is for "
		             "one item after another, and none needs another's result, one "
		             "operation for all of them takes a few launches: index_add_() or "
		             "scatter_add_() with places in all of the batch, torch.gather(), "
		             "sums over a dimension",
		             name_count(NAME, launches, "launch", "launches"),
		             name_count(NAME, loops, "loop", "loops"), text);
	return err;
}

/* The loops over ITEMS, or lists; IS_OF is room for a mark by operation. */
static int say_loops(struct finding *finding, const struct check *check, struct search *search,
                     bool items, bool *is_of)
{
	struct host_evidence code;
	int64_t loops;
	const int64_t launches = mark(search, items, is_of, &loops);
	int err;

	if (!launches || percent_of(launches, (int64_t)check->trace->operations.count) <
	                         tensor_lists_thresholds[LISTS].value)
		return 0;
	err = (items ? say_items : say)(finding, check, is_of, launches, loops);
	if (err)
		return err;
	host_evidence_init(&code, check);
	host_evidence_kernels(&code, is_of);
	return host_evidence_end_launches(&code, finding,
	                                  items ? "item by item" : "lists of tensors");
}

int tensor_lists_say(struct finding *finding, const struct check *check)
{
	const struct trace *trace = check->trace;
	bool *is_of = calloc(trace->operations.count + 1, sizeof *is_of);
	struct search search;
	int err = search_init(&search, trace);

	if (!is_of)
		err = -ENOMEM;
	if (!err)
		err = collect(&search);
	if (!err)
		err = find_loops(&search);
	if (!err)
		err = say_loops(finding, check, &search, true, is_of);
	if (!err)
		err = say_loops(finding, check, &search, false, is_of);
	search_release(&search);
	free(is_of);
	return err;
}
