/* SPDX-License-Identifier: MIT */
/* Finds normalizations and what could be done by their kernels. Any thread. */
#include "rules/shared/norm_rows.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/statistics.h"
#include "base/text.h"
#include "kernel/kernel_library.h"
#include "rules/shared/constants.h"

/* What a kernel is, by its name. */
enum part {
	OTHER,
	ELEMENTS,
	BLOCK_ROWS, /* a normalization with a block for each row */
	WARP_ROWS,  /* ... with a warp for each, or for two */
	WEIGHTS     /* sums of a normalization's gradients: needs nothing of what is beside it */
};

/* Operations of a stream that follow one another, none of which is OTHER. */
struct norm_run {
	uint32_t *items;
	size_t count;
};

struct search {
	const struct trace *trace;
	const bool *is_other;
	struct norm_rows *rows;
	uint8_t *parts;        /* by function */
	struct norm_run *open; /* by stream */
};

/* Elements that a kernel may go through: more than ABOVE, MOST at most. */
struct span {
	int64_t above, most;
};

/* A thread of PyTorch's kernels goes through so many elements; where it is not known, one of two.
 */
enum { SPANS = 2, WORK = 4 };

/* A softmax of a warp takes two rows up to so many elements (2 to that power), and one of up to so
 * many. */
enum { TWO_ROWS_LOG2 = 7, WARP_LOG2 = 10, WARP = 32 };

static enum part part_of(const char *name)
{
	static const struct {
		const char *pattern;
		enum part part;
	} patterns[] = {
		{ "*N2at6native*layer_norm_kernel_cu*GammaBeta*", WEIGHTS },
		{ "*N2at6native*layer_norm_kernel_cu*vectorized_layer_norm_kernel*", BLOCK_ROWS },
		{ "*N2at6native*layer_norm_kernel_cu*layer_norm_grad_input_kernel*", BLOCK_ROWS },
		{ "*_SoftMax_cu_*cunn_SoftMax*", BLOCK_ROWS },
		{ "*_SoftMax_cu_*softmax_warp_*", WARP_ROWS },
	};

	for (size_t i = 0; i < sizeof patterns / sizeof *patterns; i++)
		if (text_matches(patterns[i].pattern, name))
			return patterns[i].part;
	return kernel_is_elementwise(name) ? ELEMENTS : OTHER;
}

static const char *name_of(const struct trace *trace, uint32_t id)
{
	return trace->functions[operation_function(trace, id)].name;
}

/* The number behind TEXT in NAME, or 0. */
static int number_behind(const char *name, const char *text)
{
	const char *found = strstr(name, text);

	return found ? atoi(found + strlen(text)) : 0;
}

/*
 * How many elements each thread of a kernel on elements takes, as its name has it: of vectors, as
 * PyTorch's version and the type have it, as many as the vector has, or twice as many. False: not
 * known.
 */
static bool find_work(const char *name, int work[SPANS])
{
	const int vector = number_behind(name, "vectorized_elementwise_kernelILi");
	const int threads = number_behind(name, "18elementwise_kernelILi");
	char text[64];

	if (vector) {
		work[0] = vector > WORK ? vector : WORK;
		work[1] = 2 * work[0];
		return true;
	}
	if (strstr(name, "unrolled_elementwise_kernel")) {
		work[0] = work[1] = WORK;
		return true;
	}
	snprintf(text, sizeof text, "18elementwise_kernelILi%dELi", threads);
	work[0] = work[1] = number_behind(name, text);
	return threads && work[0];
}

/* Of the kernel ID, on elements. Returns how many there are. */
static int find_spans(struct span spans[SPANS], const struct trace *trace, uint32_t id)
{
	const struct trace_launch_shape *shape = operation_shape(trace, id);
	int work[SPANS];

	if (!find_work(name_of(trace, id), work) || shape->grid[1] != 1 || shape->grid[2] != 1)
		return 0;
	for (int i = 0; i < SPANS; i++) {
		const int64_t block = (int64_t)shape->block[0] * work[i];

		spans[i] = (struct span){ (shape->grid[0] - 1) * block, shape->grid[0] * block };
	}
	return work[0] == work[1] ? 1 : SPANS;
}

/* Rows of the normalization ID, and their WIDTH; of warps the last block is taken to be full. 0:
 * not known. */
static int64_t find_rows(const struct search *search, uint32_t id, struct span *width)
{
	const struct trace_launch_shape *shape = operation_shape(search->trace, id);
	const enum part part = search->parts[shape->function];
	const char *found = strstr(name_of(search->trace, id), "softmax_warp_");
	int log2;

	*width = (struct span){ 1, INT32_MAX };
	if (shape->grid[1] != 1 || shape->grid[2] != 1)
		return 0;
	if (part == BLOCK_ROWS)
		return shape->grid[0];
	log2 = found ? number_behind(found, "Li") : 0;
	if (log2 < 1 || log2 > WARP_LOG2 || shape->block[0] > WARP)
		return 0;
	*width = (struct span){ 1 << (log2 - 1), 1 << log2 };
	return (int64_t)shape->grid[0] * shape->block[1] * (log2 <= TWO_ROWS_LOG2 ? 2 : 1);
}

static bool can_have(const struct trace *trace, uint32_t id, int64_t elements)
{
	struct span spans[SPANS];
	const int count = find_spans(spans, trace, id);

	for (int i = 0; i < count; i++)
		if (elements > spans[i].above && elements <= spans[i].most)
			return true;
	return false;
}

/* Items FROM to TO, the latter not, of a run that are looked at for the normalization among them.
 */
struct reach {
	const struct norm_run *run;
	size_t from, to, norm;
};

static bool is_free(const struct search *search, const struct reach *reach, size_t i)
{
	const uint32_t id = reach->run->items[i];

	return search->parts[operation_function(search->trace, id)] == ELEMENTS &&
	       !search->rows->is_of[id];
}

/* The time of those that may go through so many ELEMENTS. */
static int64_t time_of(const struct search *search, const struct reach *reach, int64_t elements)
{
	int64_t sum_ns = 0;

	for (size_t i = reach->from; i < reach->to; i++)
		if (is_free(search, reach, i) &&
		    can_have(search->trace, reach->run->items[i], elements))
			sum_ns = sum_saturated(
			        sum_ns, operation_length_ns(search->trace, reach->run->items[i]));
	return sum_ns;
}

/* How many elements the normalization in REACH has: as many as those beside it that take most
 * time. 0: none beside it goes through whole rows of it. */
static int64_t find_elements(const struct search *search, const struct reach *reach)
{
	struct span width, spans[SPANS];
	const int64_t rows = find_rows(search, reach->run->items[reach->norm], &width);
	int64_t best = 0, best_ns = 0;

	for (size_t i = reach->from; i < reach->to && rows; i++) {
		const int count = is_free(search, reach, i)
		                          ? find_spans(spans, search->trace, reach->run->items[i])
		                          : 0;

		for (int s = 0; s < count; s++) {
			const int64_t columns =
			        spans[s].most / rows / NORM_WIDTH_UNIT * NORM_WIDTH_UNIT;
			const int64_t elements = columns * rows;
			const int64_t ns = columns > width.above && columns <= width.most &&
			                                   elements > spans[s].above
			                           ? time_of(search, reach, elements)
			                           : 0;

			if (ns > best_ns) {
				best_ns = ns;
				best = elements;
			}
		}
	}
	return best;
}

static void take_norm(const struct search *search, const struct reach *reach)
{
	const struct trace *trace = search->trace;
	struct norm_rows *rows = search->rows;
	const int64_t elements = find_elements(search, reach);
	const uint32_t norm = reach->run->items[reach->norm];
	int64_t longest_ns = operation_length_ns(trace, norm), total_ns = longest_ns;

	if (!elements)
		return;
	rows->kernels++;
	for (size_t i = reach->from; i < reach->to; i++) {
		const uint32_t id = reach->run->items[i];
		const int64_t ns = operation_length_ns(trace, id);

		if (!is_free(search, reach, i) || !can_have(trace, id, elements))
			continue;
		rows->is_of[id] = true;
		rows->kernels++;
		total_ns = sum_saturated(total_ns, ns);
		longest_ns = ns > longest_ns ? ns : longest_ns;
	}
	rows->is_of[norm] = true;
	rows->count++;
	rows->total_ns = sum_saturated(rows->total_ns, total_ns);
	rows->spared_ns = sum_saturated(rows->spared_ns, total_ns - longest_ns);
}

static bool is_norm(const struct search *search, uint32_t id)
{
	const enum part part = search->parts[operation_function(search->trace, id)];

	return part == BLOCK_ROWS || part == WARP_ROWS;
}

/* Each normalization has what is between the one before it and the next. */
static void end_run(const struct search *search, struct norm_run *run)
{
	for (size_t i = 0; i < run->count; i++) {
		struct reach reach = { run, i, i + 1, i };

		if (!is_norm(search, run->items[i]))
			continue;
		while (reach.from && i - reach.from < NORM_REACH &&
		       !is_norm(search, run->items[reach.from - 1]))
			reach.from--;
		while (reach.to < run->count && reach.to - i <= NORM_REACH &&
		       !is_norm(search, run->items[reach.to]))
			reach.to++;
		take_norm(search, &reach);
	}
	run->count = 0;
}

static int take(const struct search *search, struct norm_run *run, uint32_t id)
{
	const struct trace *trace = search->trace;
	uint32_t *added;

	if (trace->operations.type[id] != OPERATION_KERNEL || search->is_other[id] ||
	    search->parts[operation_function(trace, id)] == OTHER) {
		end_run(search, run);
		return 0;
	}
	added = ARRAY_ADD(&run->items, &run->count);
	if (!added)
		return -ENOMEM;
	*added = id;
	return 0;
}

int norm_rows_find(struct norm_rows *rows, const struct trace *trace, const bool *is_other)
{
	const struct trace_operations *o = &trace->operations;
	struct search search = {
		.trace = trace,
		.is_other = is_other,
		.rows = rows,
		.parts = calloc(trace->functions_count + 1, 1),
		.open = calloc(trace->streams_count + 1, sizeof *search.open),
	};
	int err;

	*rows = (struct norm_rows){ .is_of = calloc(o->count + 1, sizeof *rows->is_of) };
	err = search.parts && search.open && rows->is_of ? 0 : -ENOMEM;
	for (size_t f = 0; f < trace->functions_count && !err; f++)
		search.parts[f] = (uint8_t)part_of(trace->functions[f].name);
	for (uint32_t i = 0; i < o->count && !err; i++)
		err = take(&search, &search.open[o->stream[i]], i);
	for (size_t s = 0; s < trace->streams_count && search.open; s++) {
		if (!err)
			end_run(&search, &search.open[s]);
		free(search.open[s].items);
	}
	free(search.parts);
	free(search.open);
	return err;
}

void norm_rows_release(struct norm_rows *rows)
{
	free(rows->is_of);
}
