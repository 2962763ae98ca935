/* SPDX-License-Identifier: MIT */
/*
 * Where the time went. Any thread, one at a time.
 *
 * One row of kinds[] says for each breakdown what its rows are, which group a row belongs to and
 * what counts. One pass over the rows fills the groups; for medians a second one collects the
 * values of each group in one piece of an array.
 */
#include "report/breakdown.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code/demangle.h"

enum {
	NOT_READY = 600, /* cudaErrorNotReady, CUDA_ERROR_NOT_READY: the answer of a query */
};

/* What one row of a kind says. */
struct entry {
	uint32_t group;
	int64_t value;
	int64_t start_ns, end_ns; /* equal: no part in busy_ns */
	int64_t size_bytes;
	bool is_failed;
	const struct trace_allocation *allocation;
};

struct allocation_slot {
	uint64_t address;
	int64_t size_bytes; /* 0: free, or not used yet */
	uint32_t group;
	bool is_used;
};

struct work {
	const struct trace *trace;
	uint32_t *
	        group_of; /* kernels: by function; markers: by position. NULL: groups need no map */
	uint32_t groups;
	int64_t *last_end_ns; /* by group */
	struct allocation_slot
	        *slots;     /* what is held: open addressing, never more than half full */
	size_t slots_count; /* a power of two */
};

struct kind {
	size_t (*rows)(const struct trace *trace);
	/* Sets groups, and group_of where it is needed. 0 or -ENOMEM; NULL: groups_max(). */
	int (*prepare)(struct work *work);
	uint32_t (*groups_max)(const struct trace *trace);
	bool (*read)(const struct work *work, size_t row,
	             struct entry *entry); /* false: no part in it */
	/* New text; EXAMPLE is a row of the group. */
	char *(*name)(const struct work *work, size_t example);
};

/* ---- groups of equal text ---- */

struct text_pair {
	const char *first, *second;
	uint32_t position;
};

static int compare_pairs(const void *a, const void *b)
{
	const struct text_pair *left = a, *right = b;
	int order = left->first == right->first ? 0 : strcmp(left->first, right->first);

	if (!order)
		order = left->second == right->second ? 0 : strcmp(left->second, right->second);
	if (!order)
		order = (left->position > right->position) - (left->position < right->position);
	return order;
}

/* Fills WORK->group_of: positions of equal pairs get the same number. Sorts PAIRS. */
static int number_pairs(struct work *work, struct text_pair *pairs, size_t count)
{
	work->group_of = malloc((count + 1) * sizeof *work->group_of);
	if (!work->group_of)
		return -ENOMEM;
	qsort(pairs, count, sizeof *pairs, compare_pairs);
	for (size_t i = 0; i < count; i++) {
		if (i == 0 || strcmp(pairs[i].first, pairs[i - 1].first) != 0 ||
		    strcmp(pairs[i].second, pairs[i - 1].second) != 0)
			work->groups++;
		work->group_of[pairs[i].position] = work->groups - 1;
	}
	return 0;
}

/* ---- operations ---- */

static size_t operation_rows(const struct trace *trace)
{
	return trace->operations.count;
}

static bool read_operation(const struct work *work, size_t row, struct entry *entry)
{
	const struct trace_operations *o = &work->trace->operations;

	entry->start_ns = o->start_ns[row];
	entry->end_ns = o->end_ns[row];
	entry->value = entry->end_ns - entry->start_ns;
	if (o->type[row] != OPERATION_KERNEL)
		entry->size_bytes = operation_transfer(work->trace, row)->size_bytes;
	return true;
}

static int prepare_kernels(struct work *work)
{
	const struct trace *trace = work->trace;
	struct text_pair *pairs = malloc((trace->functions_count + 1) * sizeof *pairs);
	int err;

	if (!pairs)
		return -ENOMEM;
	for (size_t i = 0; i < trace->functions_count; i++)
		pairs[i] = (struct text_pair){ trace->functions[i].name, "", (uint32_t)i };
	err = number_pairs(work, pairs, trace->functions_count);
	free(pairs);
	return err;
}

static bool read_kernel(const struct work *work, size_t row, struct entry *entry)
{
	const struct trace *trace = work->trace;

	if (trace->operations.type[row] != OPERATION_KERNEL)
		return false;
	entry->group = work->group_of[operation_function(trace, row)];
	return read_operation(work, row, entry);
}

static char *name_kernel(const struct work *work, size_t example)
{
	const struct trace *trace = work->trace;
	uint32_t shape = trace->operations.detail[example];

	return demangle(trace->functions[trace->launch_shapes[shape].function].name);
}

static uint32_t copy_groups(const struct trace *trace)
{
	(void)trace;
	return COPY_KINDS * MEMORY_KINDS * MEMORY_KINDS;
}

static bool read_copy(const struct work *work, size_t row, struct entry *entry)
{
	const struct trace_operations *o = &work->trace->operations;
	const struct trace_transfer *t;

	if (o->type[row] != OPERATION_COPY)
		return false;
	t = operation_transfer(work->trace, row);
	entry->group =
	        (t->copy_kind * MEMORY_KINDS + t->source_kind) * MEMORY_KINDS + t->target_kind;
	return read_operation(work, row, entry);
}

/* Memory that the direction does not name already: what it is matters for the speed. */
static bool is_telling(unsigned kind)
{
	return kind == MEMORY_PAGEABLE || kind == MEMORY_PINNED || kind == MEMORY_MANAGED;
}

static char *name_copy(const struct work *work, size_t example)
{
	const struct trace *trace = work->trace;
	const struct trace_transfer *t = operation_transfer(trace, example);
	const char *source = trace_code_name(trace, "memory_kind", t->source_kind);
	const char *target = trace_code_name(trace, "memory_kind", t->target_kind);
	bool has_source = is_telling(t->source_kind);
	bool has_target = is_telling(t->target_kind);
	char *name;

	if (asprintf(&name, "%s%s%s%s%s", trace_code_name(trace, "copy_kind", t->copy_kind),
	             has_source ? ", " : "", has_source ? source : "",
	             has_target ? has_source ? " to " : ", " : "", has_target ? target : "") < 0)
		return NULL;
	return name;
}

static uint32_t memory_groups(const struct trace *trace)
{
	(void)trace;
	return MEMORY_KINDS;
}

static bool read_fill(const struct work *work, size_t row, struct entry *entry)
{
	const struct trace_operations *o = &work->trace->operations;

	if (o->type[row] != OPERATION_FILL)
		return false;
	entry->group = operation_transfer(work->trace, row)->target_kind;
	return read_operation(work, row, entry);
}

static char *name_fill(const struct work *work, size_t example)
{
	const struct trace *trace = work->trace;
	const struct trace_transfer *t = operation_transfer(trace, example);

	return strdup(trace_code_name(trace, "memory_kind", t->target_kind));
}

static uint32_t stream_groups(const struct trace *trace)
{
	return (uint32_t)trace->streams_count;
}

static bool read_of_stream(const struct work *work, size_t row, struct entry *entry)
{
	entry->group = work->trace->operations.stream[row];
	return read_operation(work, row, entry);
}

/* As much as is needed to tell streams apart, and short, so that a narrow table leaves the numbers
   in: "stream 7 (null)", "GPU 1: 7 (null)", "GPU 1, context 2: 7 (null)". */
static char *stream_name(const struct work *work, size_t example)
{
	const struct trace *trace = work->trace;
	const struct trace_stream *stream = &trace->streams[trace->operations.stream[example]];
	const char *type = trace_code_name(trace, "stream_type", stream->type);
	const bool has_gpu = trace->devices_count > 1;
	const bool has_context = trace->contexts_count > trace->devices_count;
	char gpu[48] = "", context[48] = "", *name;

	if (has_gpu)
		snprintf(gpu, sizeof gpu, "GPU %lld", (long long)trace->devices[stream->device].id);
	if (has_context)
		snprintf(context, sizeof context, "%scontext %lld", has_gpu ? ", " : "",
		         (long long)trace->contexts[stream->context].id);
	if (asprintf(&name, "%s%s%s%lld%s%s%s", gpu, context,
	             has_gpu || has_context ? ": " : "stream ", (long long)stream->cuda_stream_id,
	             stream->type ? " (" : "", stream->type ? type : "",
	             stream->type ? ")" : "") < 0)
		return NULL;
	return name;
}

static uint32_t device_groups(const struct trace *trace)
{
	return (uint32_t)trace->devices_count;
}

static bool read_of_device(const struct work *work, size_t row, struct entry *entry)
{
	entry->group = operation_device(work->trace, row);
	return read_operation(work, row, entry);
}

static char *device_name(const struct work *work, size_t example)
{
	const struct trace *trace = work->trace;
	uint32_t device = operation_device(trace, example);
	char *name;

	if (asprintf(&name, "GPU %lld: %s", (long long)trace->devices[device].id,
	             trace->devices[device].name) < 0)
		return NULL;
	return name;
}

/* ---- the host's side ---- */

static size_t call_rows(const struct trace *trace)
{
	return trace->calls.count;
}

static uint32_t call_groups(const struct trace *trace)
{
	return (uint32_t)trace->call_names_count;
}

static bool read_call(const struct work *work, size_t row, struct entry *entry)
{
	const struct trace_calls *c = &work->trace->calls;

	entry->group = c->name[row];
	entry->value = call_length_ns(work->trace, row);
	entry->is_failed = c->result[row] != 0 && c->result[row] != NOT_READY;
	return true;
}

static char *call_name(const struct work *work, size_t example)
{
	return strdup(work->trace->call_names[work->trace->calls.name[example]].name);
}

static size_t marker_rows(const struct trace *trace)
{
	return trace->markers_count;
}

static int prepare_markers(struct work *work)
{
	const struct trace *trace = work->trace;
	struct text_pair *pairs = malloc((trace->markers_count + 1) * sizeof *pairs);
	int err;

	if (!pairs)
		return -ENOMEM;
	for (size_t i = 0; i < trace->markers_count; i++)
		pairs[i] = (struct text_pair){ trace->markers[i].name, trace->markers[i].domain,
			                       (uint32_t)i };
	err = number_pairs(work, pairs, trace->markers_count);
	free(pairs);
	return err;
}

static bool read_marker(const struct work *work, size_t row, struct entry *entry)
{
	const struct trace_marker *marker = &work->trace->markers[row];

	entry->group = work->group_of[row];
	entry->start_ns = marker->start_ns;
	entry->end_ns = marker->end_ns;
	entry->value = marker->end_ns - marker->start_ns;
	return entry->value > 0;
}

static char *name_marker(const struct work *work, size_t example)
{
	const struct trace_marker *marker = &work->trace->markers[example];
	char *name;

	if (asprintf(&name, "%s%s%s", marker->domain, *marker->domain ? ": " : "", marker->name) <
	    0)
		return NULL;
	return name;
}

static size_t allocation_rows(const struct trace *trace)
{
	return trace->allocations_count;
}

static uint32_t allocation_groups(const struct trace *trace)
{
	(void)trace;
	return 2 * MEMORY_KINDS;
}

static int prepare_allocations(struct work *work)
{
	work->groups = allocation_groups(work->trace);
	work->slots_count = 16;
	while (work->slots_count < 2 * work->trace->allocations_count)
		work->slots_count *= 2;
	work->slots = calloc(work->slots_count, sizeof *work->slots);
	return work->slots ? 0 : -ENOMEM;
}

static bool read_allocation(const struct work *work, size_t row, struct entry *entry)
{
	entry->allocation = &work->trace->allocations[row];
	entry->group = 2 * entry->allocation->memory_kind + entry->allocation->is_async;
	entry->value = entry->allocation->size_bytes;
	return true;
}

static char *name_allocation(const struct work *work, size_t example)
{
	const struct trace_allocation *allocation = &work->trace->allocations[example];
	char *name;

	if (asprintf(&name, "%s%s",
	             trace_code_name(work->trace, "memory_kind", allocation->memory_kind),
	             allocation->is_async ? ", stream-ordered" : "") < 0)
		return NULL;
	return name;
}

/* The slot of ADDRESS, or the free one where it belongs. */
static struct allocation_slot *find_slot(const struct work *work, uint64_t address)
{
	size_t i = (size_t)((address * 0x9e3779b97f4a7c15) >> 20);

	for (;; i++) {
		struct allocation_slot *slot = &work->slots[i & (work->slots_count - 1)];

		if (!slot->is_used || slot->address == address)
			return slot;
	}
}

/* A release need not say how much, so the address is what ties it to its allocation. */
static void count_allocation(struct work *work, struct breakdown_group *groups,
                             const struct entry *entry)
{
	const struct trace_allocation *a = entry->allocation;
	struct allocation_slot *slot = find_slot(work, a->address);
	struct breakdown_group *group = &groups[entry->group];

	if (a->is_release) {
		group->releases++;
		if (slot->size_bytes)
			groups[slot->group].held_bytes -= slot->size_bytes;
		slot->size_bytes = 0;
		return;
	}
	if (slot->size_bytes) /* its release is not in the trace */
		groups[slot->group].held_bytes -= slot->size_bytes;
	/* What would not fit into the sum is not held either, so that it can be taken off again. */
	*slot = (struct allocation_slot){
		.address = a->address,
		.size_bytes = a->size_bytes > INT64_MAX - group->held_bytes ? 0 : a->size_bytes,
		.group = entry->group,
		.is_used = true,
	};
	group->held_bytes += slot->size_bytes;
	if (group->held_bytes > group->peak_bytes)
		group->peak_bytes = group->held_bytes;
	statistics_add(&group->statistics, entry->value);
}

/* ---- all kinds ---- */

static const struct kind kinds[BREAKDOWNS] = {
	[BY_KERNEL] = { .rows = operation_rows,
	                .prepare = prepare_kernels,
	                .read = read_kernel,
	                .name = name_kernel },
	[BY_COPY] = { .rows = operation_rows,
	              .groups_max = copy_groups,
	              .read = read_copy,
	              .name = name_copy },
	[BY_FILL] = { .rows = operation_rows,
	              .groups_max = memory_groups,
	              .read = read_fill,
	              .name = name_fill },
	[BY_API] = { .rows = call_rows,
	             .groups_max = call_groups,
	             .read = read_call,
	             .name = call_name },
	[BY_STREAM] = { .rows = operation_rows,
	                .groups_max = stream_groups,
	                .read = read_of_stream,
	                .name = stream_name },
	[BY_DEVICE] = { .rows = operation_rows,
	                .groups_max = device_groups,
	                .read = read_of_device,
	                .name = device_name },
	[BY_MARKER] = { .rows = marker_rows,
	                .prepare = prepare_markers,
	                .read = read_marker,
	                .name = name_marker },
	[BY_ALLOCATION] = { .rows = allocation_rows,
	                    .prepare = prepare_allocations,
	                    .read = read_allocation,
	                    .name = name_allocation },
};

static void count(struct work *work, struct breakdown_group *groups, const struct entry *entry)
{
	struct breakdown_group *group = &groups[entry->group];
	int64_t *last_end_ns = &work->last_end_ns[entry->group];

	statistics_add(&group->statistics, entry->value);
	group->size_bytes = sum_saturated(group->size_bytes, entry->size_bytes);
	group->failed += entry->is_failed;
	if (entry->start_ns == entry->end_ns)
		return;
	/* Rows with times come in order of start: what lies before the last end was counted. */
	if (entry->start_ns > *last_end_ns)
		*last_end_ns = entry->start_ns;
	if (entry->end_ns > *last_end_ns) {
		group->busy_ns += entry->end_ns - *last_end_ns;
		*last_end_ns = entry->end_ns;
	}
}

/* GROUPS have their counts: collects the values of each in one piece, and selects. */
static int find_medians(const struct work *work, const struct kind *kind,
                        struct breakdown_group *groups)
{
	const uint32_t count = work->groups;
	size_t rows = kind->rows(work->trace), total = 0, *offsets;
	int64_t *values = NULL;
	int err = -ENOMEM;

	offsets = malloc((count + 1) * sizeof *offsets);
	if (!offsets)
		goto out;
	for (uint32_t g = 0; g < count; g++) {
		offsets[g] = total;
		total += (size_t)groups[g].statistics.count;
	}
	values = malloc((total + 1) * sizeof *values);
	if (!values)
		goto out;
	for (size_t row = 0; row < rows; row++) {
		struct entry entry = { 0 };

		if (kind->read(work, row, &entry) &&
		    !(entry.allocation && entry.allocation->is_release))
			values[offsets[entry.group]++] = entry.value;
	}
	for (uint32_t g = 0; g < count; g++) { /* offsets are ends now */
		size_t size = (size_t)groups[g].statistics.count;

		groups[g].statistics.median = statistics_median(values + offsets[g] - size, size);
	}
	err = 0;
out:
	free(offsets);
	free(values);
	return err;
}

static int compare_groups(const void *a, const void *b)
{
	const struct breakdown_group *left = a, *right = b;

	if (left->statistics.total != right->statistics.total)
		return left->statistics.total > right->statistics.total ? -1 : 1;
	return strcmp(left->name, right->name);
}

int breakdown_make(struct breakdown *b, const struct trace *trace, enum breakdown_by by,
                   bool is_exact_median)
{
	const struct kind *kind = &kinds[by];
	struct work work = { .trace = trace };
	size_t rows = kind->rows(trace), *examples = NULL;
	struct breakdown_group *groups;
	int err;

	*b = (struct breakdown){ .by = by };
	err = kind->prepare ? kind->prepare(&work) : 0;
	if (err)
		goto out;
	if (!kind->prepare)
		work.groups = kind->groups_max(trace);
	err = -ENOMEM;
	b->groups = groups = calloc(work.groups + 1, sizeof *groups);
	examples = calloc(work.groups + 1, sizeof *examples);
	work.last_end_ns = malloc((work.groups + 1) * sizeof *work.last_end_ns);
	if (!groups || !examples || !work.last_end_ns)
		goto out;
	for (uint32_t g = 0; g < work.groups; g++)
		work.last_end_ns[g] = INT64_MIN;

	for (size_t row = 0; row < rows; row++) {
		struct entry entry = { 0 };

		if (!kind->read(&work, row, &entry))
			continue;
		examples[entry.group] = row;
		if (entry.allocation)
			count_allocation(&work, groups, &entry);
		else
			count(&work, groups, &entry);
	}
	if (is_exact_median && find_medians(&work, kind, groups))
		goto out;

	/* Those to keep move to the front. */
	for (uint32_t g = 0; g < work.groups; g++) {
		struct breakdown_group *group = &groups[b->count];

		if (groups[g].statistics.count == 0 && groups[g].releases == 0)
			continue;
		*group = groups[g];
		group->name = kind->name(&work, examples[g]);
		if (!group->name)
			goto out;
		b->count++;
		b->total = sum_saturated(b->total, group->statistics.total);
	}
	qsort(groups, b->count, sizeof *groups, compare_groups);
	err = 0;
out:
	free(work.group_of);
	free(work.last_end_ns);
	free(work.slots);
	free(examples);
	return err;
}

void breakdown_release(struct breakdown *b)
{
	for (size_t i = 0; i < b->count; i++)
		free(b->groups[i].name);
	free(b->groups);
	*b = (struct breakdown){ 0 };
}
