/* SPDX-License-Identifier: MIT */
/*
 * Kernels that each write a part of one array.
 *
 * JAX's arrays do not change: x.at[i].set(y) is a new array. Of several in a row XLA copies the
 * array once, where x is needed afterwards, and writes each part into the copy by a kernel of its
 * own. Where a part is not contiguous, each of these kernels touches most of the array's memory.
 * That shows by the copy, which is in the same stream right before the row: a kernel that writes a
 * part and takes longer than the copy of all does not move what it has to.
 */
#include "rules/shared/part_writes.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "kernel/kernel_family.h"
#include "kernel/recorded_launch.h"
#include "rules/shared/constants.h"
#include "rules/shared/copies.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/survey.h"

/* The launches of a family in long rows behind a copy, of which each takes longer than that. */
struct family {
	uint32_t function; /* of the first launch of it */
	int64_t rows, launches, ns;
	int64_t copy_ns, copy_bytes; /* of the copies before the rows; of one */
};

/* What is going on in a stream. */
struct stream_row {
	uint32_t copy;     /* the latest one within the GPU; NONE */
	int64_t behind;    /* operations since it */
	uint32_t row_copy; /* the one that the row is behind; NONE */
	uint32_t first, last;
	int64_t launches, ns;
	bool is_slow;     /* each of its launches is, compared with the copy */
	bool has_numbers; /* they are of more than one kernel */
};

struct search {
	const struct check *check;
	double row_least;
	struct stream_row *streams;
	struct family *families; /* by function of their first launch in a row */
	uint32_t *family_of;     /* by function: the first function of its family */
	bool *is_counted;        /* by operation */
};

static const char *name_of(const struct trace *trace, uint32_t function)
{
	return trace->functions[function].name;
}

static bool writes_a_part(const char *name)
{
	return kernel_family_length(name) && strstr(name, "dynamic_update_slice");
}

static int search_init(struct search *search, const struct check *check, double row_least)
{
	const struct trace *trace = check->trace;

	*search = (struct search){
		.check = check,
		.row_least = row_least,
		.streams = calloc(trace->streams_count + 1, sizeof *search->streams),
		.families = calloc(trace->functions_count + 1, sizeof *search->families),
		.family_of = malloc((trace->functions_count + 1) * sizeof *search->family_of),
		.is_counted = calloc(trace->operations.count + 1, sizeof *search->is_counted),
	};
	if (!search->streams || !search->families || !search->family_of || !search->is_counted)
		return -ENOMEM;
	for (size_t s = 0; s < trace->streams_count; s++)
		search->streams[s] = (struct stream_row){ .copy = NONE, .row_copy = NONE };
	for (uint32_t f = 0; f < trace->functions_count; f++) {
		search->family_of[f] = NONE;
		if (!writes_a_part(name_of(trace, f)))
			continue;
		search->family_of[f] = f;
		for (uint32_t other = 0; other < f && search->family_of[f] == f; other++)
			if (search->family_of[other] == other &&
			    kernel_family_is_same(name_of(trace, f), name_of(trace, other)))
				search->family_of[f] = other;
	}
	return 0;
}

static void search_release(struct search *search)
{
	free(search->streams);
	free(search->families);
	free(search->family_of);
	free(search->is_counted);
}

static const struct trace_launch_shape *shape_of(const struct trace *trace, uint32_t id)
{
	return &trace->launch_shapes[trace->operations.detail[id]];
}

/* Whether kernel ID goes on with the row of STREAM. */
static bool goes_on(const struct search *search, const struct stream_row *stream, uint32_t id)
{
	const struct trace *trace = search->check->trace;

	return stream->launches &&
	       search->family_of[operation_function(trace, id)] ==
	               search->family_of[operation_function(trace, stream->last)] &&
	       memcmp(shape_of(trace, id)->grid, shape_of(trace, stream->last)->grid,
	              sizeof shape_of(trace, id)->grid) == 0 &&
	       memcmp(shape_of(trace, id)->block, shape_of(trace, stream->last)->block,
	              sizeof shape_of(trace, id)->block) == 0;
}

/* Whether the copy before the row of STREAM may be of all that the row writes. */
static bool is_of_whole(const struct trace *trace, const struct stream_row *stream)
{
	const struct trace_launch_shape *shape = shape_of(trace, stream->last);
	const double threads =
	        (double)recorded_volume(shape->grid) * (double)recorded_volume(shape->block);

	return stream->row_copy != NONE &&
	       (double)operation_transfer(trace, stream->row_copy)->size_bytes >=
	               threads * (double)stream->launches * PARTS_THREAD_BYTES;
}

/* The row of STREAM has ended: it counts, if it is one. */
static void end_row(struct search *search, struct stream_row *stream)
{
	const struct trace *trace = search->check->trace;

	if ((double)stream->launches >= search->row_least && stream->has_numbers &&
	    stream->is_slow && is_of_whole(trace, stream)) {
		struct family *family = &search->families[search->family_of[operation_function(
		        trace, stream->last)]];

		if (!family->rows++)
			family->function = operation_function(trace, stream->first);
		family->launches += stream->launches;
		family->ns = sum_saturated(family->ns, stream->ns);
		family->copy_ns = sum_saturated(family->copy_ns,
		                                operation_length_ns(trace, stream->row_copy));
		family->copy_bytes = operation_transfer(trace, stream->row_copy)->size_bytes;
		for (uint32_t i = stream->first; i <= stream->last; i++)
			if (&search->streams[trace->operations.stream[i]] == stream)
				search->is_counted[i] = true;
	}
	stream->launches = 0;
}

/* Kernel ID writes a part. */
static void add_kernel(struct search *search, struct stream_row *stream, uint32_t id)
{
	const struct trace *trace = search->check->trace;
	const int64_t ns = operation_length_ns(trace, id);

	if (!goes_on(search, stream, id)) {
		end_row(search, stream);
		stream->row_copy = stream->behind < PARTS_BEHIND_COPY ? stream->copy : NONE;
		stream->first = id;
		stream->ns = 0;
		stream->is_slow = true;
		stream->has_numbers = false;
	} else if (operation_function(trace, id) != operation_function(trace, stream->last)) {
		stream->has_numbers = true;
	}
	stream->is_slow &=
	        stream->row_copy != NONE && ns > operation_length_ns(trace, stream->row_copy);
	stream->last = id;
	stream->launches++;
	stream->ns += ns;
}

static void find_rows(struct search *search)
{
	const struct trace *trace = search->check->trace;
	const struct trace_operations *o = &trace->operations;

	for (uint32_t i = 0; i < o->count; i++) {
		struct stream_row *stream = &search->streams[o->stream[i]];
		const bool is_part = o->type[i] == OPERATION_KERNEL &&
		                     search->family_of[operation_function(trace, i)] != NONE;

		if (is_part)
			add_kernel(search, stream, i);
		else
			end_row(search, stream);
		stream->behind++;
		if (copy_is_within_device(trace, i)) {
			stream->copy = i;
			stream->behind = 0;
		}
	}
	for (size_t s = 0; s < trace->streams_count; s++)
		end_row(search, &search->streams[s]);
}

/* Where the kernels of F's family were launched, and examples of them. */
static int add_launches(struct check *check, struct finding *f, const struct search *search,
                        uint32_t family)
{
	const struct trace *trace = check->trace;
	bool *is_its = calloc(trace->operations.count + 1, sizeof *is_its);
	int err;

	if (!is_its)
		return -ENOMEM;
	for (uint32_t i = 0; i < trace->operations.count; i++)
		is_its[i] = search->is_counted[i] &&
		            search->family_of[operation_function(trace, i)] == family;
	err = host_evidence_of_kernels(f, check, is_its);
	free(is_its);
	return err;
}

static int report(struct check *check, const struct search *search, uint32_t number)
{
	const struct trace *trace = check->trace;
	const struct family *family = &search->families[number];
	const char *name = name_of(trace, family->function);
	const int length = (int)kernel_family_length(name);
	struct finding *f;
	char subject[NAME_MAX_BYTES];

	snprintf(subject, sizeof subject, "rows of %.*s", length, name);
	f = finding_add(check, subject);
	f->cost_ns = family->ns;
	f->occurrences = family->launches;
	for (uint32_t k = 0; k < trace->functions_count; k++)
		if (search->family_of[k] == number)
			finding_also_about(check, f, k);
	finding_headline(f,
	                 "%s of kernels %.*s* write one array part by part: %s, each longer than a "
	                 "copy of the whole array",
	                 name_count(NAME, family->rows, "row", "rows"), length, name,
	                 format_duration(FORMAT, family->ns));
	finding_fact(f, "a row", "%.3g kernels, %s; the copy of %s before it takes %s",
	             (double)family->launches / (double)family->rows,
	             format_duration(FORMAT, family->ns / family->rows),
	             format_bytes(FORMAT, family->copy_bytes),
	             format_duration(FORMAT, family->copy_ns / family->rows));
	finding_advice(f, "Where each computes little: build the array once from its parts, by "
	                  "jnp.stack(), jnp.concatenate() or jnp.where(), not by a chain of "
	                  ".at[...].set(): one kernel then writes all of it, and the copy before "
	                  "them goes as well. Where the parts lie along the last axis, each kernel "
	                  "touches all of the array's memory to write its part: make that axis the "
	                  "first.");
	finding_not_predicted(f,
	                      "what takes their place has to write the array, too: at most the "
	                      "cost less %s",
	                      format_duration(FORMAT, family->copy_ns));
	return add_launches(check, f, search, number);
}

int part_writes_check(struct check *check, double row_least, double share)
{
	struct search search;
	int err = search_init(&search, check, row_least);

	if (!err)
		find_rows(&search);
	for (uint32_t i = 0; !err && i < check->trace->functions_count; i++)
		if (search.families[i].rows &&
		    percent_of(search.families[i].ns, check->survey->span_ns) >= share)
			err = report(check, &search, i);
	search_release(&search);
	return err;
}
