/* SPDX-License-Identifier: MIT */
/*
 * A report as it was uploaded. The schema has been checked when the taking out begins, so members
 * are there and have their types; what may be null is asked for with care. Any thread.
 */
#include "server/report/report.h"

#include <errno.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/utf8.h"
#include "server/http/limits.h"
#include "web/server/report_schema.h"

int report_schema(struct schema **schema, struct schema_error *error)
{
	return schema_compile(report_schema_json, schema, error);
}

/* ---- taking out ---- */

/* A copy of a string that lists show; "" for anything else. NUL becomes a space: PostgreSQL has
 * none. */
static char *take_text(const struct json *json, const struct json_node *node)
{
	const char *text = node && node->type == JSON_STRING ? json->text + node->offset : "";
	size_t size = node && node->type == JSON_STRING ? node->size : 0;
	char *copy;

	if (size > LIMIT_TEXT_BYTES) {
		size = LIMIT_TEXT_BYTES;
		while (size && ((unsigned char)text[size] & 0xc0) == 0x80)
			size--;
	}
	copy = malloc(size + 1);
	if (!copy)
		return NULL;
	for (size_t i = 0; i < size; i++)
		copy[i] = text[i] ? text[i] : ' ';
	copy[size] = '\0';
	return copy;
}

static double number_of(const struct json_node *node, double fallback)
{
	if (node && node->type == JSON_REAL)
		return node->real;
	return node && node->type == JSON_INTEGER ? (double)node->integer : fallback;
}

static int add_measure(struct report *report, double value, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

static int add_measure(struct report *report, double value, const char *format, ...)
{
	struct report_measure *measure = &report->measures[report->measure_count];
	va_list arguments;
	int size;

	if (report->measure_count == REPORT_MEASURES_MAX)
		return 0;
	va_start(arguments, format);
	size = vasprintf(&measure->name, format, arguments);
	va_end(arguments);
	if (size < 0) {
		measure->name = NULL;
		return -ENOMEM;
	}
	measure->value = value;
	report->measure_count++;
	return 0;
}

static int take_finding(struct report *report, const struct json *json,
                        const struct json_node *node)
{
	const struct json_node *gain = json_member(json, node, "gain");
	const struct json_node *severity = json_member(json, node, "severity");
	struct report_finding *finding = &report->findings[report->finding_count];

	report->errors += json_is_text(json, severity, "error");
	report->warnings += json_is_text(json, severity, "warning");
	report->notes += json_is_text(json, severity, "note");
	if (report->finding_count == REPORT_FINDINGS_MAX)
		return 0;
	report->finding_count++;
	finding->rule = take_text(json, json_member(json, node, "id"));
	finding->subject = take_text(json, json_member(json, node, "subject"));
	finding->title = take_text(json, json_member(json, node, "title"));
	finding->severity = take_text(json, severity);
	finding->headline = take_text(json, json_member(json, node, "headline"));
	finding->cost_ns = json_integer_or(json_member(json, node, "cost_ns"), 0);
	finding->gain_ns = json_integer_or(json_member(json, gain, "ns"), -1);
	if (report->finding_count == 1)
		report->gain_percent = number_of(json_member(json, gain, "percent"), -1);
	return finding->rule && finding->subject && finding->title && finding->severity &&
	                       finding->headline
	               ? 0
	               : -ENOMEM;
}

static int take_findings(struct report *report, const struct json *json)
{
	const struct json_node *findings = json_member(json, json->nodes, "findings");
	int err = 0;

	report->gain_ns = -1;
	report->gain_percent = -1;
	JSON_EACH(finding, findings)
	err = err ? err : take_finding(report, json, finding);
	if (!err && report->finding_count)
		report->gain_ns = report->findings[0].gain_ns;
	report->rule = strdup(report->finding_count ? report->findings[0].rule : "");
	report->headline = strdup(report->finding_count ? report->findings[0].headline : "");
	return err || !report->rule || !report->headline ? -ENOMEM : 0;
}

/* Sums over processes: budget.NAME_ns, and GPU time. */
static int take_budget(struct report *report, const struct json *json,
                       const struct json_node *process)
{
	const struct json_node *budget = json_member(json, process, "budget");
	const struct json_node *shares = json_member(json, budget, "share_ns");
	int err = 0;

	if (!shares)
		return 0;
	JSON_EACH_MEMBER(name, shares)
	{
		char text[96];
		size_t i = 0;

		snprintf(text, sizeof text, "budget.%.*s_ns", (int)name->size,
		         json->text + name->offset);
		while (i < report->measure_count && strcmp(report->measures[i].name, text) != 0)
			i++;
		if (i < report->measure_count)
			report->measures[i].value += number_of(name + 1, 0);
		else if (!err)
			err = add_measure(report, number_of(name + 1, 0), "%s", text);
	}
	return err;
}

/* The first process's: they are sorted by their total, and ranks run the same kernels. */
static int take_kernels(struct report *report, const struct json *json,
                        const struct json_node *process)
{
	const struct json_node *rows =
	        json_member(json, json_member(json, process, "kernels"), "rows");
	int err = 0, count = 0;

	if (!rows)
		return 0;
	JSON_EACH(row, rows)
	{
		const struct json_node *total = json_member(json, row, "total_ns");
		char *name, text[300];
		size_t i = 0;

		if (err || count++ == REPORT_KERNELS_MAX)
			break;
		name = take_text(json, json_member(json, row, "name"));
		if (!name)
			return -ENOMEM;
		snprintf(text, sizeof text, "kernel.%.255s_ns", name);
		free(name);
		/* .255 may have cut a character in two. */
		for (size_t at = 0, length; text[at]; at += length) {
			length = utf8_length(text + at, strlen(text + at));
			if (!length) {
				text[at] = '?';
				length = 1;
			}
		}
		while (i < report->measure_count && strcmp(report->measures[i].name, text) != 0)
			i++;
		if (i < report->measure_count) /* the same kernel in another shape */
			report->measures[i].value += number_of(total, 0);
		else
			err = add_measure(report, number_of(total, 0), "%s", text);
	}
	return err;
}

static void take_devices(struct report *report, const struct json *json,
                         const struct json_node *process, double *busy_ns)
{
	const struct json_node *devices = json_member(json, process, "devices");

	if (devices)
		JSON_EACH(device, devices)
		{
			const double device_busy_ns =
			        number_of(json_member(json, device, "busy_ns"), 0);

			if (device_busy_ns <= 0)
				continue;
			report->gpu_count++;
			*busy_ns += device_busy_ns;
			if (!report->gpu)
				report->gpu = take_text(json, json_member(json, device, "name"));
		}
}

/* When the process began; what cannot be is 1970, or as late as there is. */
static int64_t start_of(const struct json *json, const struct json_node *process)
{
	const int64_t start_ns = json_integer_or(json_member(json, process, "start_unix_ns"), 0);
	const int64_t first_ns = json_integer_or(json_member(json, process, "first_ns"), 0);
	int64_t sum_ns;

	if (__builtin_add_overflow(start_ns, first_ns, &sum_ns))
		sum_ns = start_ns;
	return sum_ns < 0 ? 0 : sum_ns;
}

/* A report of one rank is not one of the program, beside those of other ranks: it would be taken
 * for a run before theirs, or after. Rank 0 alone speaks for all. */
static int name_rank(struct report *report, const struct json *json)
{
	const struct json_node *process = json_member(json, json->nodes, "processes") + 1;
	const int64_t rank = report->process_count == 1
	                             ? json_integer_or(json_member(json, process, "rank"), 0)
	                             : 0;
	char *name;

	if (rank < 1 || !report->name)
		return 0;
	if (asprintf(&name, "%s, rank %lld", report->name, (long long)rank) < 0)
		return -ENOMEM;
	free(report->name);
	report->name = name;
	return 0;
}

static int take_processes(struct report *report, const struct json *json)
{
	const struct json_node *processes = json_member(json, json->nodes, "processes");
	double busy_ns = 0, wall_ns = 0, program_ns = 0;
	int err = 0;

	JSON_EACH(process, processes)
	{
		const int64_t start_ns = start_of(json, process);

		if (!report->process_count++) {
			report->recorded_ns = start_ns;
			report->name = take_text(json, json_member(json, process, "name"));
			report->command_line =
			        take_text(json, json_member(json, process, "command_line"));
			report->host = take_text(json, json_member(json, process, "host"));
		}
		if (start_ns < report->recorded_ns)
			report->recorded_ns = start_ns;
		wall_ns += number_of(json_member(json, process, "wall_ns"), 0) *
		           number_of(json_member(json, process, "active_devices"), 0);
		program_ns =
		        fmax(program_ns, number_of(json_member(json, process, "program_ns"), 0));
		take_devices(report, json, process, &busy_ns);
		err = err ? err : take_budget(report, json, process);
		if (report->process_count == 1)
			err = err ? err : take_kernels(report, json, process);
	}
	err = err ? err : name_rank(report, json);
	report->gpu_busy_percent = wall_ns > 0 ? 100 * busy_ns / wall_ns : -1;
	err = err ? err : add_measure(report, busy_ns, "gpu_busy_ns");
	/* Of the longest process. CUDA's start and end, which are not in it, differ from run to run
	 * by more than most changes of a short program. */
	return err ? err : add_measure(report, program_ns, "duration_without_start_ns");
}

static int take_rest(struct report *report, const struct json *json)
{
	const struct json_node *tool = json_member(json, json->nodes, "tool");
	const struct json_node *summary = json_member(json, json->nodes, "summary");

	report->duration_ns = json_integer_or(json_member(json, summary, "span_ns"), 0);
	report->tool_version = take_text(json, json_member(json, tool, "version"));
	report->name = report->name ? report->name : strdup("");
	report->command_line = report->command_line ? report->command_line : strdup("");
	report->host = report->host ? report->host : strdup("");
	report->gpu = report->gpu ? report->gpu : strdup("");
	if (!report->tool_version || !report->name || !report->command_line || !report->host ||
	    !report->gpu || add_measure(report, (double)report->duration_ns, "duration_ns") ||
	    add_measure(report, (double)report->finding_count, "findings_count"))
		return -ENOMEM;
	if (report->gain_ns >= 0 && add_measure(report, (double)report->gain_ns, "gain_ns"))
		return -ENOMEM;
	if (report->gpu_busy_percent >= 0 &&
	    add_measure(report, report->gpu_busy_percent, "gpu_busy_percent"))
		return -ENOMEM;
	return 0;
}

/* ---- reading ---- */

/* A report of another version is told apart from JSON that is none at all. */
static enum report_fault check_version(const struct json *json, struct report_error *error)
{
	const struct json_node *version = json_member(json, json->nodes, "schema_version");

	if (!version || version->type != JSON_STRING ||
	    (version->size >= 2 && memcmp(json->text + version->offset, "1.", 2) == 0))
		return REPORT_FINE; /* the schema decides */
	snprintf(error->version, sizeof error->version, "%.*s", (int)version->size,
	         json->text + version->offset);
	snprintf(error->text, sizeof error->text,
	         "the report has version %s, this server takes version 1", error->version);
	return REPORT_WRONG_VERSION;
}

static enum report_fault decode(struct report *report, const struct report_body *body,
                                struct report_error *error)
{
	int err;

	report->text.limit = body->limit_bytes;
	err = codec_decode(body->codec, body->bytes, body->size, &report->text);
	if (err == -E2BIG) {
		snprintf(error->text, sizeof error->text,
		         "the report has more than %zu bytes when decompressed", body->limit_bytes);
		return REPORT_TOO_LARGE;
	}
	if (err == -EINVAL) {
		snprintf(error->text, sizeof error->text,
		         "the body is not what Content-Encoding says, or cut off");
		return REPORT_BAD_ENCODING;
	}
	report->size_bytes = report->text.size;
	hash_bytes(report->text.bytes, report->text.size, report->hash);
	/* Before the parser unescapes strings in it. */
	if (!err)
		err = codec_encode(CODEC_ZSTD, report->text.bytes, report->text.size,
		                   &report->packed);
	return err ? REPORT_NO_MEMORY : REPORT_FINE;
}

static enum report_fault parse(struct report *report, const struct schema *schema,
                               struct report_error *error)
{
	struct schema_error schema_error = { "", "" };
	enum report_fault fault;
	struct json json;
	char none[1] = "";
	int err = json_parse(&json, report->text.bytes ? report->text.bytes : none,
	                     report->text.size, LIMIT_REPORT_VALUES);

	if (err) {
		snprintf(error->text, sizeof error->text, "%s", json.error);
		return err == -ENOMEM  ? REPORT_NO_MEMORY
		       : err == -E2BIG ? REPORT_TOO_LARGE
		                       : REPORT_BAD_JSON;
	}
	fault = check_version(&json, error);
	if (!fault && schema_check(schema, &json, &schema_error)) {
		fault = REPORT_INVALID;
		snprintf(error->pointer, sizeof error->pointer, "%s", schema_error.pointer);
		snprintf(error->text, sizeof error->text, "%s %s",
		         *schema_error.pointer ? schema_error.pointer : "the report",
		         schema_error.text);
	}
	if (!fault && (take_findings(report, &json) || take_processes(report, &json) ||
	               take_rest(report, &json)))
		fault = REPORT_NO_MEMORY;
	json_release(&json);
	return fault;
}

enum report_fault report_read(const struct schema *schema, const struct report_body *body,
                              struct report **report, struct report_error *error)
{
	struct report *made = calloc(1, sizeof *made);
	enum report_fault fault = made ? REPORT_FINE : REPORT_NO_MEMORY;

	*report = NULL;
	*error = (struct report_error){ .text = "out of memory" };
	if (!fault)
		fault = decode(made, body, error);
	if (!fault)
		fault = parse(made, schema, error);
	if (made)
		buffer_release(&made->text);
	if (fault)
		report_free(made);
	else
		*report = made;
	return fault;
}

void report_free(struct report *report)
{
	if (!report)
		return;
	for (size_t i = 0; i < report->finding_count; i++) {
		free(report->findings[i].rule);
		free(report->findings[i].subject);
		free(report->findings[i].title);
		free(report->findings[i].severity);
		free(report->findings[i].headline);
	}
	for (size_t i = 0; i < report->measure_count; i++)
		free(report->measures[i].name);
	free(report->name);
	free(report->command_line);
	free(report->host);
	free(report->gpu);
	free(report->tool_version);
	free(report->rule);
	free(report->headline);
	buffer_release(&report->text);
	buffer_release(&report->packed);
	free(report);
}
