/* SPDX-License-Identifier: MIT */
/* Names for sentences. Any thread. */
#include "rules/shared/names.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "base/text.h"
#include "code/demangle.h"
#include "code/shorten.h"
#include "trace/call_class.h"

enum {
	NAME_COLUMNS = 48, /* of a function's name in a sentence */
	LIST_SHOWN = 8,    /* names of a list before "and N more" */
	KERNELS_SHOWN = 3, /* functions */
};

static void clean_into(char text[NAME_MAX_BYTES], const char *dirty, int columns)
{
	char *clean = text_clean(dirty, columns);

	snprintf(text, NAME_MAX_BYTES, "%s", clean ? clean : "?");
	free(clean);
}

char *name_in_detail(const struct trace *trace, uint32_t function, int level)
{
	char *demangled = demangle(trace->functions[function].name), *name = NULL;
	int columns = NAME_COLUMNS << level;

	if (demangled)
		name = level + 1 < NAME_LEVELS ? function_shorten(demangled, columns)
		                               : text_clean(demangled, columns);
	free(demangled);
	return name;
}

const char *name_function(char text[NAME_MAX_BYTES], const struct trace *trace, uint32_t function)
{
	char *name = name_in_detail(trace, function, 0);

	snprintf(text, NAME_MAX_BYTES, "%s", name ? name : "?");
	free(name);
	return text;
}

const char *name_operation(char text[NAME_MAX_BYTES], const struct trace *trace, uint32_t operation)
{
	const struct trace_operations *o = &trace->operations;
	const struct trace_transfer *transfer;

	if (o->type[operation] == OPERATION_KERNEL)
		return name_function(text, trace, operation_function(trace, operation));
	transfer = operation_transfer(trace, operation);
	if (o->type[operation] == OPERATION_COPY)
		snprintf(text, NAME_MAX_BYTES, "copy of %s %s",
		         format_bytes(FORMAT, transfer->size_bytes),
		         trace_code_name(trace, "copy_kind", transfer->copy_kind));
	else
		snprintf(text, NAME_MAX_BYTES, "memory set of %s",
		         format_bytes(FORMAT, transfer->size_bytes));
	return text;
}

const char *name_stream(char text[NAME_MAX_BYTES], const struct trace *trace, uint32_t stream)
{
	const struct trace_stream *s = &trace->streams[stream];

	if (s->type == STREAM_NULL)
		snprintf(text, NAME_MAX_BYTES, "the null stream");
	else
		snprintf(text, NAME_MAX_BYTES, "stream %lld", (long long)s->cuda_stream_id);
	return text;
}

static void write_call_name(char text[NAME_MAX_BYTES], const char *name)
{
	char *brief = strndup(name, call_name_length(name));

	clean_into(text, brief ? brief : name, NAME_COLUMNS);
	free(brief);
}

const char *name_call(char text[NAME_MAX_BYTES], const struct trace *trace, uint32_t call)
{
	write_call_name(text, trace->call_names[trace->calls.name[call]].name);
	return text;
}

const char *name_device(char text[NAME_MAX_BYTES], const struct trace *trace, uint32_t device)
{
	if (trace->devices_count > 1)
		snprintf(text, NAME_MAX_BYTES, "GPU %lld", (long long)trace->devices[device].id);
	else
		snprintf(text, NAME_MAX_BYTES, "the GPU");
	return text;
}

const char *name_range(const struct trace *trace, uint32_t thread, int64_t ns)
{
	const char *name = NULL;

	for (size_t i = 0; i < trace->markers_count && trace->markers[i].start_ns <= ns; i++)
		if (trace->markers[i].thread == thread && trace->markers[i].end_ns > ns)
			name = trace->markers[i]
			               .name; /* in order of start: the last one is the innermost */
	return name && *name ? name : NULL;
}

const char *name_count(char text[NAME_MAX_BYTES], int64_t count, const char *singular,
                       const char *plural)
{
	snprintf(text, NAME_MAX_BYTES, "%s %s", format_count(FORMAT, count),
	         count == 1 ? singular : plural);
	return text;
}

const char *name_excess(char text[NAME_MAX_BYTES], double percent, const char *more,
                        const char *much)
{
	if (percent < 100)
		snprintf(text, NAME_MAX_BYTES, "%.0f %% %s than", percent, more);
	else
		snprintf(text, NAME_MAX_BYTES, "%.3g times as %s as", 1 + percent / 100, much);
	return text;
}

static void list_append(struct name_list *list, const char *separator, const char *text)
{
	size_t room = sizeof list->text - list->used;
	int length =
	        snprintf(list->text + list->used, room, "%s%s", list->used ? separator : "", text);

	if (length > 0)
		list->used += (size_t)length < room ? (size_t)length : room - 1;
}

/* The last name is held back until it is known whether an "and" stands before it. */
void name_list_add(struct name_list *list, const char *text)
{
	list->count++;
	if (list->shown == LIST_SHOWN)
		return;
	if (list->last[0])
		list_append(list, ", ", list->last);
	snprintf(list->last, sizeof list->last, "%s", text);
	list->shown++;
}

const char *name_list_end(struct name_list *list)
{
	bool is_cut = list->count > list->shown;
	char rest[64];

	if (list->last[0])
		list_append(list, is_cut ? ", " : " and ", list->last);
	list->last[0] = '\0';
	snprintf(rest, sizeof rest, "%s more", format_count(FORMAT, list->count - list->shown));
	if (is_cut)
		list_append(list, " and ", rest);
	return list->text;
}

size_t heaviest_names(struct name_heavy *heavy, size_t most, const struct trace *trace,
                      int64_t *weights)
{
	enum { LOOKED_AT = 16 }; /* functions: others have little */
	size_t count = 0;

	for (int looked_at = 0; looked_at < LOOKED_AT && trace->functions_count; looked_at++) {
		char text[NAME_MAX_BYTES];
		uint32_t function = 0;
		size_t at = 0;

		for (uint32_t i = 1; i < trace->functions_count; i++)
			function = weights[i] > weights[function] ? i : function;
		if (weights[function] <= 0)
			break;
		name_function(text, trace, function);
		while (at < count && strcmp(heavy[at].text, text) != 0)
			at++;
		if (at == most)
			break;
		if (at == count) {
			heavy[count] = (struct name_heavy){ 0 };
			snprintf(heavy[count++].text, NAME_MAX_BYTES, "%s", text);
		}
		heavy[at].weight = sum_saturated(heavy[at].weight, weights[function]);
		heavy[at].functions++;
		weights[function] = 0;
	}
	return count;
}

const char *name_functions(char text[NAME_MAX_BYTES], const struct name_heavy *heavy)
{
	*text = '\0';
	if (heavy->functions > 1)
		snprintf(text, NAME_MAX_BYTES, ", %zu functions", heavy->functions);
	return text;
}

/* Adds the heaviest of COUNT to LIST, and takes it out. Returns how many functions it is. */
static size_t add_heaviest(struct name_list *list, struct name_heavy *heavy, size_t count)
{
	struct name_heavy *most = heavy;
	char item[2 * NAME_MAX_BYTES];

	for (size_t i = 1; i < count; i++)
		most = heavy[i].weight > most->weight ? &heavy[i] : most;
	snprintf(item, sizeof item, "%s (%s%s)", most->text, format_count(FORMAT, most->weight),
	         name_functions(NAME, most));
	name_list_add(list, item);
	most->weight = 0;
	return most->functions;
}

int name_kernels(char text[NAME_MAX_BYTES], const struct trace *trace, const uint32_t *operations,
                 size_t count)
{
	const struct trace_operations *o = &trace->operations;
	/* One for each function, then one for each other type of operation. */
	int64_t *counts = calloc(trace->functions_count + OPERATION_TYPES, sizeof *counts);
	struct name_heavy heavy[KERNELS_SHOWN + OPERATION_TYPES];
	struct name_list list = { 0 };
	size_t groups = 0, named;

	text[0] = '\0';
	if (!counts)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++) {
		const uint32_t id = operations[i];

		groups += !counts[o->type[id] == OPERATION_KERNEL
		                          ? operation_function(trace, id)
		                          : trace->functions_count + o->type[id]]++;
	}
	named = heaviest_names(heavy, KERNELS_SHOWN, trace, counts);
	for (int type = 0; type < OPERATION_TYPES; type++) {
		const int64_t others = counts[trace->functions_count + (size_t)type];

		if (!others)
			continue;
		heavy[named] = (struct name_heavy){ .weight = others, .functions = 1 };
		snprintf(heavy[named++].text, NAME_MAX_BYTES, "%s",
		         type == OPERATION_COPY ? "copies" : "memory sets");
	}
	for (size_t shown = 0; shown < KERNELS_SHOWN && shown < named; shown++)
		groups -= add_heaviest(&list, heavy, named);
	list.count += (int64_t)groups;
	snprintf(text, NAME_MAX_BYTES, "%s", name_list_end(&list));
	free(counts);
	return 0;
}

int name_calls(char text[NAME_MAX_BYTES], const struct trace *trace, const uint32_t *calls,
               size_t count)
{
	const size_t names = trace->call_names_count;
	int64_t *counts = calloc(names + 1, sizeof *counts);
	struct name_list list = { 0 };
	size_t used = 0;

	text[0] = '\0';
	if (!counts)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++)
		used += !counts[trace->calls.name[calls[i]]]++;
	for (bool is_alone = used == 1; used; used--) {
		size_t most = 0;
		char item[NAME_MAX_BYTES];

		for (size_t n = 1; n < names; n++)
			if (counts[n] > counts[most])
				most = n;
		write_call_name(item, trace->call_names[most].name);
		if (!is_alone)
			snprintf(item + strlen(item), sizeof item - strlen(item), " (%s)",
			         format_count(FORMAT, counts[most]));
		name_list_add(&list, item);
		counts[most] = 0;
	}
	snprintf(text, NAME_MAX_BYTES, "%s", name_list_end(&list));
	free(counts);
	return 0;
}

static int compare_ids(const void *a, const void *b)
{
	int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return (left > right) - (left < right);
}

int name_streams(struct name_list *list, const struct trace *trace, const uint32_t *operations,
                 size_t count, int64_t *streams)
{
	bool *is_seen = calloc(trace->streams_count + 1, sizeof *is_seen);
	int64_t *ids = malloc((trace->streams_count + 1) * sizeof *ids);
	bool has_null = false;

	*list = (struct name_list){ 0 };
	*streams = 0;
	if (!is_seen || !ids) {
		free(is_seen);
		free(ids);
		return -ENOMEM;
	}
	for (size_t i = 0; i < count; i++) {
		uint32_t stream = trace->operations.stream[operations[i]];

		if (is_seen[stream])
			continue;
		is_seen[stream] = true;
		if (trace->streams[stream].type == STREAM_NULL)
			has_null = true;
		else
			ids[(*streams)++] = trace->streams[stream].cuda_stream_id;
	}
	qsort(ids, (size_t)*streams, sizeof *ids, compare_ids);
	if (has_null)
		name_list_add(list, "null");
	for (int64_t i = 0; i < *streams; i++) {
		char text[32];

		snprintf(text, sizeof text, "%lld", (long long)ids[i]);
		name_list_add(list, text);
	}
	*streams += has_null;
	name_list_end(list);
	free(is_seen);
	free(ids);
	return 0;
}
