/* SPDX-License-Identifier: MIT */
/* What several rules need. Any thread, one at a time. */
#include "rules/shared/common.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/call_class.h"
#include "code/demangle.h"
#include "base/format.h"
#include "kernel/kernel_library.h"
#include "kernel/kernel_profile.h"
#include "base/statistics.h"
#include "base/text.h"

enum {
	NAME_COLUMNS = 48,     /* of a function's name in a sentence */
	LIST_SHOWN = 8,        /* names of a list before "and N more" */
	KERNELS_SHOWN = 3,     /* functions */
	FUNCTIONS_NAMED = 512, /* in findings: more cannot take 1 % of the time each */
	USUAL_CALLS = 1000000, /* calls that a usual duration is taken from */
};

void check_failed(struct check *check, int error)
{
	if (error)
		check->findings->error = error;
}

bool check_has_finding(const struct check *check, const char *rule_id)
{
	for (size_t i = 0; i < check->findings->count; i++)
		if (strcmp(check->findings->items[i]->rule->id, rule_id) == 0)
			return true;
	return false;
}

/* ---- what counts ---- */

int64_t gpu_span_ns(const struct trace *trace, uint32_t device)
{
	const struct trace_operations *o = &trace->operations;
	int64_t first_ns = INT64_MAX, last_ns = INT64_MIN;

	for (size_t i = 0; i < o->count; i++) {
		if (device != NONE && trace->streams[o->stream[i]].device != device)
			continue;
		if (o->start_ns[i] < first_ns)
			first_ns = o->start_ns[i];
		if (o->end_ns[i] > last_ns)
			last_ns = o->end_ns[i];
	}
	return first_ns < last_ns ? last_ns - first_ns : 0;
}

bool *find_communicating(const struct trace *trace)
{
	bool *communicates = calloc(trace->functions_count + 1, sizeof *communicates);

	for (size_t i = 0; communicates && i < trace->functions_count; i++)
		communicates[i] = kernel_communicates(trace->functions[i].name);
	return communicates;
}

bool is_worth(const struct trace *trace, int64_t cost_ns)
{
	return cost_ns > 0 && percent_of(cost_ns, gpu_span_ns(trace, NONE)) >= WORTH_PERCENT;
}

/* ---- names ---- */

static void clean_into(char text[NAME_MAX_BYTES], const char *dirty, int columns)
{
	char *clean = text_clean(dirty, columns);

	snprintf(text, NAME_MAX_BYTES, "%s", clean ? clean : "?");
	free(clean);
}

/* The name in ever more detail, from LEVEL 0 on: with more columns, then with its
 * parameters. */
enum { NAME_LEVELS = 4 };

static char *name_in_detail(const struct trace *trace, uint32_t function, int level)
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

/* ---- subjects ---- */

struct named_function {
	char *name;
	uint32_t function;
};

static int compare_named(const void *a, const void *b)
{
	const struct named_function *left = a, *right = b;
	int order = strcmp(left->name, right->name);

	return order ? order
	             : (left->function > right->function) - (left->function < right->function);
}

/* How many of the sorted names are the same as the first. */
static size_t count_alike(const struct named_function *names, size_t count)
{
	size_t alike = 1;

	while (alike < count && strcmp(names[0].name, names[alike].name) == 0)
		alike++;
	return alike;
}

/* Names COUNT functions that have the same name in more detail, until no two are alike. */
static int tell_apart(struct named_function *names, size_t count, const struct trace *trace)
{
	bool is_done = count < 2;

	for (int level = 1; !is_done && level < NAME_LEVELS; level++) {
		for (size_t i = 0; i < count; i++) {
			char *name = name_in_detail(trace, names[i].function, level);

			if (!name)
				return -ENOMEM;
			free(names[i].name);
			names[i].name = name;
		}
		qsort(names, count, sizeof *names, compare_named);
		is_done = true;
		for (size_t i = 0; i + 1 < count; i++)
			is_done &= strcmp(names[i].name, names[i + 1].name) != 0;
	}
	for (size_t i = 0, alike; !is_done && i < count; i += alike) {
		alike = count_alike(&names[i], count - i);
		for (size_t k = 1; k < alike; k++) {
			char *numbered = NULL;

			if (asprintf(&numbered, "%s #%zu", names[i + k].name, k + 1) < 0)
				return -ENOMEM;
			free(names[i + k].name);
			names[i + k].name = numbered;
		}
	}
	return 0;
}

/*
 * Names the functions that findings can be about, which take a share of the time: demangling all of
 * a large program takes longer than all rules.
 */
static int name_hottest(struct findings *findings, const struct check *check)
{
	const struct kernel_profiles *profiles = check->profiles;
	size_t count = profiles->hottest_count < FUNCTIONS_NAMED ? profiles->hottest_count
	                                                         : FUNCTIONS_NAMED;
	struct named_function *names = calloc(count + 1, sizeof *names);
	int err = 0;

	findings->function_names_count = check->trace->functions_count;
	findings->function_names =
	        calloc(findings->function_names_count + 1, sizeof *findings->function_names);
	if (!names || !findings->function_names) {
		findings->function_names_count = 0;
		free(names);
		return -ENOMEM;
	}
	for (size_t i = 0; i < count; i++) {
		uint32_t function = profiles->hottest[i];

		names[i] = (struct named_function){ name_in_detail(check->trace, function, 0),
			                            function };
		if (!names[i].name)
			err = -ENOMEM;
	}
	if (!err && count)
		qsort(names, count, sizeof *names, compare_named);
	for (size_t i = 0, alike; !err && i < count; i += alike) {
		alike = count_alike(&names[i], count - i);
		err = tell_apart(&names[i], alike, check->trace);
	}
	for (size_t i = 0; i < count; i++)
		findings->function_names[names[i].function] = names[i].name;
	free(names);
	return err;
}

struct finding *finding_add_function(struct check *check, uint32_t function)
{
	struct findings *findings = check->findings;
	const char *name = NULL;
	struct finding *finding;

	if (!findings->function_names)
		check_failed(check, name_hottest(findings, check));
	if (!findings->error)
		name = findings->function_names[function];
	finding = finding_add(check, name ? name : name_function(NAME, check->trace, function));
	finding->function = function;
	return finding;
}

struct finding *finding_add_device(struct check *check, uint32_t device)
{
	struct finding *finding = finding_add(check, name_device(NAME, check->trace, device));

	finding->device = device;
	return finding;
}

const char *name_operation(char text[NAME_MAX_BYTES], const struct trace *trace, uint32_t operation)
{
	const struct trace_operations *o = &trace->operations;
	const struct trace_transfer *transfer;

	if (o->type[operation] == OPERATION_KERNEL)
		return name_function(text, trace,
		                     trace->launch_shapes[o->detail[operation]].function);
	transfer = &trace->transfers[o->detail[operation]];
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

const char *name_call(char text[NAME_MAX_BYTES], const struct trace *trace, uint32_t call)
{
	const char *name = trace->call_names[trace->calls.name[call]].name;
	char *brief = strndup(name, call_name_length(name));

	clean_into(text, brief ? brief : name, NAME_COLUMNS);
	free(brief);
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

int name_kernels(char text[NAME_MAX_BYTES], const struct trace *trace, const uint32_t *operations,
                 size_t count)
{
	const struct trace_operations *o = &trace->operations;
	/* One for each function, then one for each other type of operation. */
	size_t groups = trace->functions_count + OPERATION_TYPES, used = 0;
	int64_t *counts = calloc(groups, sizeof *counts);
	uint32_t *example = malloc(groups * sizeof *example);
	struct name_list list = { 0 };

	text[0] = '\0';
	if (!counts || !example) {
		free(counts);
		free(example);
		return -ENOMEM;
	}
	for (size_t i = 0; i < count; i++) {
		uint32_t id = operations[i];
		size_t group = o->type[id] == OPERATION_KERNEL
		                       ? trace->launch_shapes[o->detail[id]].function
		                       : trace->functions_count + o->type[id];

		if (!counts[group]++) {
			example[group] = id;
			used++;
		}
	}
	for (int shown = 0; shown < KERNELS_SHOWN && used; shown++, used--) {
		size_t most = 0;
		char item[NAME_MAX_BYTES];

		for (size_t g = 1; g < groups; g++)
			if (counts[g] > counts[most])
				most = g;
		if (most < trace->functions_count)
			name_operation(item, trace, example[most]);
		else
			snprintf(item, sizeof item, "%s",
			         most == trace->functions_count + OPERATION_COPY ? "copies"
			                                                         : "memory sets");
		snprintf(item + strlen(item), sizeof item - strlen(item), " (%s)",
		         format_count(FORMAT, counts[most]));
		name_list_add(&list, item);
		counts[most] = 0;
	}
	list.count += (int64_t)used;
	snprintf(text, NAME_MAX_BYTES, "%s", name_list_end(&list));
	free(counts);
	free(example);
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

/* ---- what a cause held back ---- */

static int held_add(struct held *held, uint32_t operation)
{
	if (held->count == held->room) {
		size_t room = held->room ? 2 * held->room : 64;
		uint32_t *larger = reallocarray(held->operations, room, sizeof *larger);

		if (!larger)
			return -ENOMEM;
		held->operations = larger;
		held->room = room;
	}
	held->operations[held->count++] = operation;
	return 0;
}

int held_measure(struct held *held, const struct check *check)
{
	struct interval_set waits = { 0 }, behind = { 0 };
	int err = 0;

	held->worst = NONE;
	held->worst_ns = 0;
	for (size_t i = 0; i < held->count && !err; i++) {
		uint32_t id = held->operations[i];
		int64_t start_ns = check->trace->operations.start_ns[id],
		        wait_ns = graph_wait_ns(check->graph, id);

		if (wait_ns > held->worst_ns) {
			held->worst_ns = wait_ns;
			held->worst = id;
		}
		err = interval_set_add(&waits, start_ns - wait_ns, start_ns);
		if (!err && check->graph->blocker[id] != NONE)
			err = interval_set_add(&behind, start_ns - wait_ns, start_ns);
	}
	interval_set_unite(&waits);
	interval_set_unite(&behind);
	held->cost_ns = interval_set_length(&waits);
	held->behind_ns = interval_set_length(&behind);
	interval_set_release(&waits);
	interval_set_release(&behind);
	return err;
}

int held_collect(struct held *held, const struct check *check, uint32_t device, enum cause cause)
{
	const struct trace *trace = check->trace;
	int err = 0;

	*held = (struct held){ .worst = NONE };
	for (uint32_t i = 0; i < trace->operations.count && !err; i++)
		if (check->graph->cause[i] == cause && i != check->graph->issue_order[0] &&
		    trace->streams[trace->operations.stream[i]].device == device &&
		    graph_wait_ns(check->graph, i) >= WAIT_MIN_NS)
			err = held_add(held, i);
	return err ? err : held_measure(held, check);
}

void held_release(struct held *held)
{
	free(held->operations);
	*held = (struct held){ 0 };
}

void held_report(const struct held *held, const struct check *check, struct finding *finding)
{
	const struct trace *trace = check->trace;
	uint32_t worst = held->worst, blocker, call;
	const char *range;
	char behind[2 * NAME_MAX_BYTES] = "";

	finding->cost_ns = held->cost_ns;
	finding->occurrences = (int64_t)held->count;
	for (size_t i = 0; i < held->count; i++)
		finding_example(finding, held->operations[i],
		                graph_wait_ns(check->graph, held->operations[i]));
	if (worst == NONE)
		return;
	blocker = check->graph->blocker[worst];
	if (blocker != NONE)
		snprintf(behind, sizeof behind, " behind %s of %s",
		         name_operation(NAME, trace, blocker),
		         name_stream(NAME, trace, trace->operations.stream[blocker]));
	finding_fact(finding, "longest wait", "%s: %s of %s%s",
	             format_duration(FORMAT, held->worst_ns), name_operation(NAME, trace, worst),
	             name_stream(NAME, trace, trace->operations.stream[worst]), behind);
	call = trace->operations.call[worst];
	range = call == NONE
	                ? NULL
	                : name_range(trace, trace->calls.thread[call], trace->calls.start_ns[call]);
	if (range)
		finding_fact(finding, "in NVTX range", "%s", range);
}

/* ---- calls ---- */

enum call_class call_class(const struct trace *trace, uint32_t call)
{
	return trace->call_names[trace->calls.name[call]].class;
}

int calls_usual_ns(int64_t *usual_ns, const struct trace *trace, enum call_class class)
{
	size_t calls = trace->calls.count < USUAL_CALLS ? trace->calls.count : USUAL_CALLS,
	       count = 0;
	int64_t *durations = malloc((calls + 1) * sizeof *durations);

	*usual_ns = 0;
	if (!durations)
		return -ENOMEM;
	for (uint32_t c = 0; c < calls; c++)
		if (call_class(trace, c) == class)
			durations[count++] = trace->calls.end_ns[c] - trace->calls.start_ns[c];
	*usual_ns = statistics_median(durations, count);
	free(durations);
	return 0;
}

/* Copies between these leave host memory alone. */
static const bool is_within_device[COPY_KINDS] = {
	[COPY_DTOD] = true, [COPY_DTOA] = true, [COPY_ATOD] = true,
	[COPY_ATOA] = true, [COPY_PTOP] = true,
};

bool is_host_memory_used(const struct trace *trace, uint32_t operation)
{
	const struct trace_operations *o = &trace->operations;
	const struct trace_transfer *transfer;

	if (o->type[operation] != OPERATION_COPY)
		return false;
	transfer = &trace->transfers[o->detail[operation]];
	if (is_within_device[transfer->copy_kind])
		return false;
	/* From pageable memory: that was copied away before the call returned. */
	return transfer->source_kind != MEMORY_PAGEABLE;
}

static bool is_event_wait(const struct trace *trace, uint32_t call)
{
	return strstr(trace->call_names[trace->calls.name[call]].name, "Event") != NULL;
}

/* What waits have been looked at for: by stream, and for those that a trace does not name. */
struct reasons {
	const struct trace *trace;
	const struct graph *graph;
	bool *has; /* by stream: something was put into it that a wait may be for */
	size_t next_operation, next_record, next_function;
};

static void has_reason(struct reasons *reasons, uint32_t stream)
{
	if (stream != NONE) {
		reasons->has[stream] = true;
		return;
	}
	for (size_t s = 0; s < reasons->trace->streams_count; s++)
		reasons->has[s] = true;
}

/* What CALL, and what came before it, put into streams. */
static void find_reasons(struct reasons *reasons, uint32_t call)
{
	const struct trace *trace = reasons->trace;
	const struct trace_operations *o = &trace->operations;
	enum call_class class = call_class(trace, call);
	bool is_known = false;

	for (; reasons->next_operation < o->count; reasons->next_operation++) {
		uint32_t id = reasons->graph->issue_order[reasons->next_operation];

		if (o->call[id] != NONE && o->call[id] > call)
			break;
		if (is_host_memory_used(trace, id))
			has_reason(reasons, o->stream[id]);
	}
	for (; reasons->next_record < trace->event_records_count; reasons->next_record++) {
		const struct trace_event_record *r = &trace->event_records[reasons->next_record];

		if (r->call != NONE && r->call > call)
			break;
		has_reason(reasons, r->stream);
		is_known |= r->call == call;
	}
	for (; reasons->next_function < trace->host_functions_count; reasons->next_function++) {
		const struct trace_stream_call *f = &trace->host_functions[reasons->next_function];

		if (f->call != NONE && f->call > call)
			break;
		has_reason(reasons, f->stream);
		is_known |= f->call == call;
	}
	if ((class == CALL_EVENT_RECORD || class == CALL_HOST_CALLBACK) && !is_known)
		has_reason(reasons, NONE);
}

/* Whether SYNC (NULL: the trace does not have it) waits for what is in the stream. */
static bool waits_for(const struct trace *trace, const struct trace_synchronization *sync,
                      uint32_t stream_id)
{
	const struct trace_stream *stream = &trace->streams[stream_id], *waited;

	if (!sync || (sync->stream == NONE && sync->context == NONE))
		return true;
	if (sync->stream == NONE)
		return stream->context == sync->context;
	waited = &trace->streams[sync->stream];
	return stream_id == sync->stream ||
	       (stream->context == waited->context &&
	        ((waited->type == STREAM_NULL && stream->type == STREAM_BLOCKING) ||
	         (waited->type == STREAM_BLOCKING && stream->type == STREAM_NULL)));
}

/* Whether what SYNC waits for holds a reason to wait, which it then no longer does. */
static bool take_reasons(struct reasons *reasons, const struct trace_synchronization *sync)
{
	bool has_any = false;

	if (sync && sync->stream != NONE) {
		const struct trace_stream *stream = &reasons->trace->streams[sync->stream];

		if (stream->type != STREAM_NULL && stream->type != STREAM_BLOCKING) {
			has_any = reasons->has[sync->stream];
			reasons->has[sync->stream] = false;
			return has_any;
		}
	}
	for (uint32_t s = 0; s < reasons->trace->streams_count; s++)
		if (reasons->has[s] && waits_for(reasons->trace, sync, s)) {
			has_any = true;
			reasons->has[s] = false;
		}
	return has_any;
}

int waits_without_reason(bool has_no_reason[], const struct check *check)
{
	const struct trace *trace = check->trace;
	struct reasons reasons = { .trace = trace, .graph = check->graph };
	uint32_t *sync_of = malloc((trace->calls.count + 1) * sizeof *sync_of); /* by call */
	int err = -ENOMEM;

	reasons.has = calloc(trace->streams_count + 1, sizeof *reasons.has);
	if (!sync_of || !reasons.has)
		goto out;
	memset(sync_of, 0xff, trace->calls.count * sizeof *sync_of); /* NONE */
	for (size_t i = 0; i < trace->synchronizations_count; i++)
		if (trace->synchronizations[i].call != NONE)
			sync_of[trace->synchronizations[i].call] = (uint32_t)i;
	for (uint32_t c = 0; c < trace->calls.count; c++) {
		uint32_t sync = sync_of[c];

		find_reasons(&reasons, c);
		if (call_class(trace, c) != CALL_SYNCHRONIZE)
			continue;
		has_no_reason[c] =
		        !take_reasons(&reasons,
		                      sync == NONE ? NULL : &trace->synchronizations[sync]) &&
		        !is_event_wait(trace, c);
	}
	err = 0;
out:
	free(sync_of);
	free(reasons.has);
	return err;
}

/* ---- gaps ---- */

int gap_walk_init(struct gap_walk *walk, const struct graph *graph)
{
	size_t devices = graph->trace->devices_count;

	*walk = (struct gap_walk){ .graph = graph };
	walk->last_end_ns = malloc((devices + 1) * sizeof *walk->last_end_ns);
	if (!walk->last_end_ns)
		return -ENOMEM;
	for (size_t d = 0; d < devices; d++)
		walk->last_end_ns[d] = INT64_MIN;
	return 0;
}

void gap_walk_release(struct gap_walk *walk)
{
	free(walk->last_end_ns);
	*walk = (struct gap_walk){ 0 };
}

/* The part of [FROM_NS, TO_NS) within the gap. */
static int64_t within(const struct gap *gap, int64_t from_ns, int64_t to_ns)
{
	if (from_ns < gap->start_ns)
		from_ns = gap->start_ns;
	if (to_ns > gap->end_ns)
		to_ns = gap->end_ns;
	return to_ns > from_ns ? to_ns - from_ns : 0;
}

/*
 * What the thread that issued the next operation did in the gap: back from that call, call by call.
 * Gaps of a device do not overlap, so that each call is looked at about once.
 */
static void gap_split(const struct gap_walk *walk, struct gap *gap, uint32_t call)
{
	const struct trace *trace = walk->graph->trace;
	const struct trace_calls *calls = &trace->calls;
	int64_t later_ns = calls->start_ns[call], earlier_ns;

	/* The call itself up to its end, then the way to the GPU. */
	earlier_ns = calls->end_ns[call] < gap->end_ns ? calls->end_ns[call] : gap->end_ns;
	gap->share_ns[SHARE_LAUNCH] += within(gap, earlier_ns, gap->end_ns);
	gap->share_ns[share_of_class[call_class(trace, call)]] +=
	        within(gap, calls->start_ns[call], earlier_ns);
	for (uint32_t c = graph_previous_call(walk->graph, call);
	     c != NONE && later_ns > gap->start_ns; c = graph_previous_call(walk->graph, c)) {
		int64_t end_ns = calls->end_ns[c] < later_ns ? calls->end_ns[c] : later_ns;
		enum call_class class = call_class(trace, c);

		gap->share_ns[SHARE_HOST] += within(gap, end_ns, later_ns);
		gap->share_ns[share_of_class[class]] += within(gap, calls->start_ns[c], end_ns);
		if (class == CALL_SYNCHRONIZE && calls->end_ns[c] > gap->start_ns &&
		    gap->wait_call == NONE)
			gap->wait_call = c;
		later_ns = calls->start_ns[c];
	}
	gap->share_ns[SHARE_HOST] +=
	        within(gap, gap->start_ns, later_ns); /* before the thread's first call */
}

static bool is_launch_after_launch(const struct trace *trace, uint32_t call, uint32_t before)
{
	return before != NONE && call_class(trace, call) == CALL_LAUNCH &&
	       call_class(trace, before) == CALL_LAUNCH &&
	       trace->calls.start_ns[call] - trace->calls.end_ns[before] <= LAUNCH_PAUSE_NS;
}

static enum gap_kind gap_kind_of(const struct trace *trace, const struct gap *gap, uint32_t call)
{
	const int64_t *share_ns = gap->share_ns;
	int64_t half_ns = (gap->end_ns - gap->start_ns) / 2;

	if (is_launch_after_launch(trace, call, gap->call_before))
		return GAP_LAUNCH;
	if (share_ns[SHARE_HOST] > half_ns)
		return GAP_HOST;
	if (share_ns[SHARE_CALL_ALLOCATE] > half_ns)
		return GAP_ALLOCATION;
	if (share_ns[SHARE_CALL_COPY] > half_ns)
		return GAP_COPY;
	if (gap->wait_call != NONE)
		return GAP_SYNCHRONIZATION;
	if (share_ns[SHARE_CALL_LAUNCH] <= half_ns)
		return GAP_OTHER;
	return trace->operations.flags[gap->next] & OPERATION_GRAPH ? GAP_GRAPH : GAP_LAUNCH;
}

/*
 * How much of the gap passed because the host had not issued the next operation: all or nothing,
 * since whatever else can hold an operation has rules of its own. But where nothing explains a late
 * start, only the time since the operation could have started is unexplained: after a long pause of
 * the host its next launch takes longer.
 */
static int64_t gap_issue_ns(const struct graph *graph, const struct gap *gap)
{
	const int64_t length_ns = gap->end_ns - gap->start_ns;
	enum cause cause = graph->cause[gap->next];
	int64_t ready_ns = graph->ready_ns[gap->next];

	if (graph->trace->operations.call[gap->next] == NONE)
		return 0;
	if (cause == CAUSE_UNEXPLAINED && graph->base[gap->next] == NONE &&
	    gap->end_ns - ready_ns < length_ns / 100 * GAP_UNEXPLAINED_PERCENT)
		return ready_ns - gap->start_ns;
	return cause == CAUSE_ISSUE ? length_ns : 0;
}

static void gap_fill(const struct gap_walk *walk, struct gap *gap)
{
	const struct graph *graph = walk->graph;
	uint32_t call = graph->trace->operations.call[gap->next];
	enum share rest =
	        call == NONE ? SHARE_UNEXPLAINED : share_of_cause[graph->cause[gap->next]];
	int64_t end_ns = gap->end_ns, issue_ns = gap_issue_ns(graph, gap);

	gap->wait_call = gap->call_before = NONE;
	if (!issue_ns) {
		gap->kind = GAP_DEPENDENCY;
		gap->share_ns[rest] = end_ns - gap->start_ns;
		return;
	}
	gap->call_before = graph_previous_call(graph, call);
	gap->end_ns = gap->start_ns + issue_ns; /* for the host's part alone */
	gap_split(walk, gap, call);
	gap->share_ns[rest] += end_ns - gap->end_ns;
	gap->end_ns = end_ns;
	gap->kind = gap_kind_of(graph->trace, gap, call);
}

bool gap_next(struct gap_walk *walk, struct gap *gap)
{
	const struct trace *trace = walk->graph->trace;
	const struct trace_operations *o = &trace->operations;

	for (; walk->next < o->count; walk->next++) {
		uint32_t id = (uint32_t)walk->next, device = trace->streams[o->stream[id]].device;
		int64_t *last_ns = &walk->last_end_ns[device], before_ns = *last_ns;

		if (o->end_ns[id] > *last_ns)
			*last_ns = o->end_ns[id];
		if (before_ns == INT64_MIN || before_ns >= o->start_ns[id])
			continue;
		*gap = (struct gap){ .start_ns = before_ns,
			             .end_ns = o->start_ns[id],
			             .device = device,
			             .next = id };
		gap_fill(walk, gap);
		walk->next++;
		return true;
	}
	return false;
}
