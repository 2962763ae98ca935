/* SPDX-License-Identifier: MIT */
/*
 * The facts of a report, checked once, so that nobody else need. A reader notes the first thing
 * that is wrong and goes on with harmless values; who started it looks at the note at the end.
 */
#include "compare/run.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"
#include "base/text.h"
#include "graph/cause.h"
#include "rules/shared/finding.h"

struct reader {
	char *error; /* "": nothing yet */
	bool is_out_of_memory;
};

static void wrong(struct reader *reader, const char *format, ...)
        __attribute__((format(printf, 2, 3)));

static void wrong(struct reader *reader, const char *format, ...)
{
	va_list arguments;

	if (*reader->error)
		return;
	va_start(arguments, format);
	vsnprintf(reader->error, RUN_ERROR_MAX, format, arguments);
	va_end(arguments);
}

/* A member that is a number of at least LEAST. */
static int64_t number_of(struct reader *reader, const json_t *object, const char *name,
                         int64_t least)
{
	const json_t *value = json_object_get(object, name);

	if (json_is_integer(value) && json_integer_value(value) >= least)
		return json_integer_value(value);
	wrong(reader, "is no valid report: '%s' is missing or no number of at least %lld", name,
	      (long long)least);
	return least;
}

static const char *text_of(struct reader *reader, const json_t *object, const char *name)
{
	const char *text = json_string_value(json_object_get(object, name));

	if (!text)
		wrong(reader, "is no valid report: '%s' is missing or no text", name);
	return text ? text : "";
}

static const char *text_or_null(const json_t *object, const char *name)
{
	return json_string_value(json_object_get(object, name));
}

/* A member that is an array, of at most MOST elements. */
static const json_t *array_of(struct reader *reader, const json_t *object, const char *name,
                              size_t most)
{
	const json_t *array = json_object_get(object, name);

	if (!json_is_array(array))
		wrong(reader, "is no valid report: '%s' is missing or no list", name);
	else if (json_array_size(array) > most)
		wrong(reader, "is no valid report: '%s' has more than %zu elements", name, most);
	else
		return array;
	return NULL;
}

static void *room_for(struct reader *reader, size_t count, size_t size)
{
	void *items = calloc(count + 1, size);

	if (!items)
		reader->is_out_of_memory = true;
	return items;
}

/* ---- kernels ---- */

static int compare_sizes(const int64_t left[3], const int64_t right[3])
{
	for (int i = 0; i < 3; i++)
		if (left[i] != right[i])
			return left[i] < right[i] ? -1 : 1;
	return 0;
}

int run_kernel_compare(const struct run_kernel *left, const struct run_kernel *right)
{
	int order = strcmp(left->mangled, right->mangled);

	if (!order)
		order = strcmp(left->name, right->name);
	if (!order)
		order = compare_sizes(left->grid, right->grid);
	if (!order)
		order = compare_sizes(left->block, right->block);
	if (!order)
		order = compare_sizes(left->cluster, right->cluster);
	if (!order)
		order = (left->dynamic_shared_bytes > right->dynamic_shared_bytes) -
		        (left->dynamic_shared_bytes < right->dynamic_shared_bytes);
	return order;
}

static int compare_kernels(const void *left, const void *right)
{
	return run_kernel_compare(left, right);
}

/* Three numbers; null: zeros. */
static void read_size(struct reader *reader, const json_t *row, const char *name, int64_t size[3])
{
	const json_t *array = json_object_get(row, name);

	for (size_t i = 0; i < 3 && !json_is_null(array); i++) {
		const json_t *value = json_array_get(array, i);

		if (json_is_integer(value))
			size[i] = json_integer_value(value);
		else
			wrong(reader, "is no valid report: '%s' is not three numbers", name);
	}
}

static void read_kernel(struct reader *reader, const json_t *row, bool is_longest,
                        struct compared_run *run)
{
	struct run_kernel *kernel = &run->kernels[run->kernels_count++];

	*kernel = (struct run_kernel){
		.name = text_of(reader, row, "name"),
		.mangled = text_of(reader, row, "mangled"),
		.dynamic_shared_bytes = number_of(reader, row, "dynamic_shared_bytes", 0),
		.launches = number_of(reader, row, "count", 0),
		.total_ns = number_of(reader, row, "total_ns", 0),
	};
	read_size(reader, row, "grid", kernel->grid);
	read_size(reader, row, "block", kernel->block);
	read_size(reader, row, "cluster", kernel->cluster);
	if (is_longest && run->has_critical)
		kernel->critical_ns = number_of(reader, row, "critical_ns", 0);
}

/* Orders the kernels; those of one code and shape, compiled in several ways or run by several
 * processes, become one. */
static void unite_kernels(struct compared_run *run)
{
	size_t count = 0;

	if (run->kernels_count)
		qsort(run->kernels, run->kernels_count, sizeof *run->kernels, compare_kernels);
	for (size_t i = 0; i < run->kernels_count; i++) {
		struct run_kernel *to = count ? &run->kernels[count - 1] : NULL;
		const struct run_kernel *from = &run->kernels[i];

		if (!to || run_kernel_compare(to, from) != 0) {
			run->kernels[count++] = *from;
			continue;
		}
		to->launches = sum_saturated(to->launches, from->launches);
		to->total_ns = sum_saturated(to->total_ns, from->total_ns);
		to->critical_ns = sum_saturated(to->critical_ns, from->critical_ns);
	}
	run->kernels_count = count;
}

static void read_kernels(struct reader *reader, struct compared_run *run, const json_t *processes,
                         const json_t *longest)
{
	const json_t *process, *row;
	size_t p, i, count = 0;

	json_array_foreach((json_t *)processes, p, process) count +=
	        json_array_size(json_object_get(json_object_get(process, "kernels"), "rows"));
	if (count > RUN_ROWS_MAX) {
		wrong(reader, "is no valid report: it has more than %d kernels", RUN_ROWS_MAX);
		return;
	}
	run->kernels = room_for(reader, count, sizeof *run->kernels);
	if (!run->kernels)
		return;
	json_array_foreach((json_t *)processes, p, process)
	{
		const json_t *kernels = json_object_get(process, "kernels");
		const json_t *rows = array_of(reader, kernels, "rows", RUN_ROWS_MAX);

		run->kernels_left_out = sum_saturated(run->kernels_left_out,
		                                      number_of(reader, kernels, "left_out", 0));
		if (process == longest && json_array_size(rows) > 0)
			run->has_critical = json_object_get(json_array_get(rows, 0), "critical_ns");
		json_array_foreach((json_t *)rows, i, row)
		        read_kernel(reader, row, process == longest, run);
	}
	unite_kernels(run);
}

/* ---- causes ---- */

/* The text of share ID: from the legend, or the id. */
static const char *legend_text(const json_t *report, const char *id)
{
	const json_t *shares = json_object_get(json_object_get(report, "legend"), "shares"), *row;
	size_t i;

	json_array_foreach((json_t *)shares, i, row)
	{
		const char *name = text_or_null(row, "id"), *text = text_or_null(row, "text");

		if (name && text && strcmp(name, id) == 0)
			return text;
	}
	return id;
}

/* The share that this warpwise calls ID; SHARES: it knows none. */
static int known_share(const char *id)
{
	int share = 0;

	while (share < SHARES && strcmp(share_ids[share], id) != 0)
		share++;
	return share;
}

bool run_cause_is_program(const struct run_cause *cause)
{
	const int share = known_share(cause->id);

	return share != SHARE_STARTUP && share != SHARE_TEARDOWN;
}

static int compare_causes(const void *a, const void *b)
{
	const struct run_cause *left = a, *right = b;
	int order = known_share(left->id) - known_share(right->id);

	return order ? order : strcmp(left->id, right->id);
}

static void read_causes(struct reader *reader, struct compared_run *run, const json_t *process)
{
	const json_t *budget = json_object_get(process, "budget"), *value;
	const json_t *shares = json_object_get(budget, "share_ns");
	int64_t sum_ns = 0;
	const char *id;

	if (!json_is_object(shares) || json_object_size(shares) > RUN_CAUSES_MAX) {
		wrong(reader, "is no valid report: 'budget' is missing");
		return;
	}
	run->causes = room_for(reader, json_object_size(shares), sizeof *run->causes);
	if (!run->causes)
		return;
	json_object_foreach((json_t *)shares, id, value)
	{
		struct run_cause *cause = &run->causes[run->causes_count++];

		*cause = (struct run_cause){ .id = id,
			                     .text = legend_text(run->report, id),
			                     .ns = number_of(reader, shares, id, 0) };
		sum_ns = sum_saturated(sum_ns, cause->ns);
		if (run_cause_is_program(cause))
			run->program_ns = sum_saturated(run->program_ns, cause->ns);
	}
	if (sum_ns != run->wall_ns)
		wrong(reader, "is no valid report: its budget does not add up to 'wall_ns'");
	if (run->causes_count)
		qsort(run->causes, run->causes_count, sizeof *run->causes, compare_causes);
}

/* ---- findings ---- */

int run_finding_compare(const struct run_finding *left, const struct run_finding *right)
{
	int order = strcmp(left->rule, right->rule);

	return order ? order : strcmp(left->subject, right->subject);
}

/* The severer first where two are the same, which the one kept is. */
static int compare_findings(const void *a, const void *b)
{
	const struct run_finding *left = a, *right = b;
	int order = run_finding_compare(left, right);

	return order ? order : right->severity - left->severity;
}

static int severity_of(struct reader *reader, const json_t *row)
{
	const char *text = text_of(reader, row, "severity");

	for (int i = FINDING_NOTE; i <= FINDING_ERROR; i++)
		if (strcmp(finding_severities[i], text) == 0)
			return i;
	wrong(reader, "is no valid report: unknown severity '%.20s'", text);
	return FINDING_NOTE;
}

static void read_finding(struct reader *reader, const json_t *row, struct run_finding *finding)
{
	const json_t *gain = json_object_get(row, "gain"),
	             *place = json_object_get(row, "location");
	const json_t *line = json_object_get(place, "line");

	*finding = (struct run_finding){
		.rule = text_of(reader, row, "id"),
		.subject = text_of(reader, row, "subject"),
		.title = text_of(reader, row, "title"),
		.headline = text_of(reader, row, "headline"),
		.advice = text_of(reader, row, "advice"),
		.severity = severity_of(reader, row),
		.cost_ns = number_of(reader, row, "cost_ns", 0),
		.gain_ns = json_is_object(gain) ? number_of(reader, gain, "ns", 0) : -1,
		.file = text_or_null(place, "file"),
		.line = json_integer_value(line) > 0 ? json_integer_value(line) : 0,
	};
}

static void read_findings(struct reader *reader, struct compared_run *run)
{
	const json_t *rows = array_of(reader, run->report, "findings", RUN_FINDINGS_MAX), *row;
	size_t i, count = 0;

	run->findings = room_for(reader, json_array_size(rows), sizeof *run->findings);
	if (!run->findings)
		return;
	json_array_foreach((json_t *)rows, i, row)
	        read_finding(reader, row, &run->findings[run->findings_count++]);
	if (run->findings_count)
		qsort(run->findings, run->findings_count, sizeof *run->findings, compare_findings);
	for (i = 0; i < run->findings_count; i++)
		if (!count ||
		    run_finding_compare(&run->findings[count - 1], &run->findings[i]) != 0)
			run->findings[count++] = run->findings[i];
	run->findings_count = count;
}

bool compared_run_abstained(const struct compared_run *run, const char *id)
{
	const json_t *rows = json_object_get(run->report, "abstentions"), *row;
	size_t i;

	json_array_foreach((json_t *)rows, i, row)
	{
		const char *rule = text_or_null(row, "id");

		if (rule && strcmp(rule, id) == 0)
			return true;
	}
	return false;
}

/* ---- the run ---- */

static int compare_settings(const void *a, const void *b)
{
	const struct run_setting *left = a, *right = b;

	return strcmp(left->name, right->name);
}

static void read_environment(struct reader *reader, struct compared_run *run, const json_t *process)
{
	const json_t *environment = json_object_get(process, "environment"), *value;
	const char *name;

	run->environment =
	        room_for(reader, json_object_size(environment), sizeof *run->environment);
	if (!run->environment)
		return;
	json_object_foreach((json_t *)environment, name, value) if (json_is_string(value))
	        run->environment[run->environment_count++] =
	        (struct run_setting){ name, json_string_value(value) };
	if (run->environment_count)
		qsort(run->environment, run->environment_count, sizeof *run->environment,
		      compare_settings);
}

/* ---- ranges ---- */

/* Reports of older warpwises have none. */
static void read_ranges(struct reader *reader, struct compared_run *run, const json_t *process)
{
	const json_t *ranges = json_object_get(process, "ranges"), *row;
	size_t i;

	if (json_array_size(ranges) > RUN_RANGES_MAX) {
		wrong(reader, "is no valid report: 'ranges' has more than %d elements",
		      RUN_RANGES_MAX);
		return;
	}
	json_array_foreach((json_t *)ranges, i, row)
	{
		const int64_t start_ns = number_of(reader, row, "start_ns", INT64_MIN);
		const int64_t end_ns = number_of(reader, row, "end_ns", start_ns);

		run->ranges[run->ranges_count++] = (struct run_range){
			.name = text_of(reader, row, "name"),
			.ns = (int64_t)((uint64_t)end_ns -
			                (uint64_t)start_ns), /* negative: absurd */
		};
	}
}

int64_t compared_run_range_ns(const struct compared_run *run, const char *name)
{
	for (size_t i = 0; i < run->ranges_count; i++)
		if (strcmp(run->ranges[i].name, name) == 0)
			return run->ranges[i].ns;
	return -1;
}

/* ---- all of it ---- */

static const json_t *longest_process(struct reader *reader, struct compared_run *run,
                                     const json_t *processes)
{
	const json_t *longest = NULL, *process;
	size_t i;

	json_array_foreach((json_t *)processes, i, process)
	{
		int64_t wall_ns = number_of(reader, process, "wall_ns", 0);

		run->is_complete &= json_is_true(json_object_get(process, "is_complete"));
		if (!longest || wall_ns > run->wall_ns) {
			longest = process;
			run->wall_ns = wall_ns;
		}
	}
	run->processes = json_array_size(processes);
	if (!longest)
		wrong(reader, "is a report about no process");
	return longest;
}

static void read_run(struct reader *reader, struct compared_run *run)
{
	const json_t *processes = array_of(reader, run->report, "processes", RUN_ROWS_MAX);
	const json_t *longest = longest_process(reader, run, processes);

	if (!longest)
		return;
	run->program = text_of(reader, longest, "name");
	run->host = text_or_null(longest, "host");
	run->range = text_or_null(json_object_get(longest, "range"), "name");
	run->gpu = text_or_null(json_array_get(json_object_get(longest, "devices"), 0), "name");
	run->driver = text_or_null(longest, "driver_version");
	run->runtime = text_or_null(longest, "runtime_version");
	if (run->processes == 1 && json_is_integer(json_object_get(longest, "rank")))
		run->rank = text_or_null(longest, "label");
	run->has_critical = true; /* unless there is a kernel that does not know */
	read_kernels(reader, run, processes, longest);
	read_causes(reader, run, longest);
	read_findings(reader, run);
	read_environment(reader, run, longest);
	read_ranges(reader, run, longest);
}

/* Kernels that claim more of the critical path than there is would make the rest of it negative. */
static void check_critical(struct reader *reader, const struct compared_run *run)
{
	int64_t sum_ns = 0, share_ns = 0;

	for (size_t i = 0; i < run->kernels_count; i++)
		sum_ns = sum_saturated(sum_ns, run->kernels[i].critical_ns);
	for (size_t i = 0; i < run->causes_count; i++)
		if (strcmp(run->causes[i].id, share_ids[SHARE_KERNEL]) == 0)
			share_ns = run->causes[i].ns;
	if (sum_ns > share_ns)
		wrong(reader, "is no valid report: its kernels take more of the critical path than "
		              "there is");
}

int compared_run_init(struct compared_run *run, const char *path, json_t *report,
                      char error[RUN_ERROR_MAX])
{
	struct reader reader = { .error = error };

	*error = '\0';
	*run = (struct compared_run){ .report = report,
		                      .path = text_valid(path),
		                      .is_complete = true };
	if (!run->path)
		return -ENOMEM;
	read_run(&reader, run);
	if (!*error)
		check_critical(&reader, run);
	return reader.is_out_of_memory ? -ENOMEM : *error ? -EINVAL : 0;
}

void compared_run_release(struct compared_run *run)
{
	free(run->causes);
	free(run->kernels);
	free(run->findings);
	free(run->environment);
	free(run->path);
	json_decref(run->report);
	*run = (struct compared_run){ 0 };
}
