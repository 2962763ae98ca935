/* SPDX-License-Identifier: MIT */
/*
 * warpwise compare: runs before and after a change: where the difference of the program time comes
 * from, whether it is more than noise, and, as a gate for CI, whether it is too much. What is
 * computed is in analyzer/compare/, how it looks in print/compare_*.c.
 */
#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "cli/options.h"
#include "cli/output.h"
#include "cli/input.h"
#include "cli/report_input.h"
#include "compare/comparison.h"
#include "compare/report_file.h"
#include "base/terminal.h"
#include "rules/shared/finding.h"

static const char *const formats[] = { "text", "json", "html", NULL };
static const char *const severities[] = { "never", "note", "warning", "error", NULL };

enum { REASON_MAX = 512 };

static int option_format, option_fail_on_new;
static int64_t option_limit = 8;
static const char *option_output, *option_range, *option_fail_if_slower;

/* ---- the runs ---- */

static int unusable(const char *path, const char *reason)
{
	cmd_error("cannot use report: path=\"%s\": %s", path, reason);
	return STATUS_UNUSABLE;
}

/* A report cannot be cut to --range any more: it is of that range already, or of no use. */
static int check_range(const char *path, const json_t *report)
{
	json_t *process;
	size_t i;

	if (!option_range)
		return STATUS_OK;
	json_array_foreach(json_object_get(report, "processes"), i, process)
	{
		const char *name = json_string_value(
		        json_object_get(json_object_get(process, "range"), "name"));

		if (!name || strcmp(name, option_range) != 0)
			return cmd_usage_error("--range is for traces: '%s' is a report, and not "
			                       "of that range (warpwise analyze --range)",
			                       path);
	}
	return STATUS_OK;
}

/* The report in PATH, or of the trace in it. Returns STATUS_OK, or a status after it was said. */
static int read_report(const char *path, json_t **report)
{
	char error[REPORT_FILE_ERROR_MAX], *json;
	FILE *stream;
	size_t size;
	int status;

	if (report_file_is_json(path)) {
		*report = report_file_open(path, error);
		if (!*report)
			return unusable(path, error);
		status = check_range(path, *report);
		if (status)
			json_decref(*report);
		return status;
	}
	status = report_input_analyse(&path, 1, option_range, true, &json, &size);
	if (status)
		return status;
	stream = fmemopen(json, size, "r");
	*report = stream ? report_file_read(stream, error) : NULL;
	if (!*report)
		status = unusable(path, stream ? error : strerror(errno));
	if (stream)
		fclose(stream);
	free(json);
	return status;
}

static int add_run(struct comparison *comparison, enum side side, const char *path)
{
	char error[RUN_ERROR_MAX];
	json_t *report = NULL;
	int status = read_report(path, &report), err;

	if (status)
		return status;
	err = comparison_add(comparison, side, path, report, error);
	if (err == -EINVAL)
		return unusable(path, error);
	if (err)
		cmd_error("cannot compare: %s", strerror(-err));
	return err ? STATUS_FAILED : STATUS_OK;
}

/* A file that is given twice would count as two runs that took the same time. */
static int check_twice(int count, char **paths)
{
	for (int i = 0; i < count; i++)
		for (int k = 0; k < i; k++)
			if (strcmp(paths[i], paths[k]) == 0)
				return cmd_usage_error("'%s' is given twice on a side", paths[i]);
	return STATUS_OK;
}

static int add_side(struct comparison *comparison, enum side side, int count, char **paths)
{
	int status = check_twice(count, paths);

	for (int i = 0; i < count && !status; i++)
		status = add_run(comparison, side, paths[i]);
	return status;
}

/* Where the base ends and the new side begins: at "--", or between two arguments without one. */
static int add_sides(struct comparison *comparison, int argc, char **argv)
{
	int base = 0, first, status;

	while (base < argc && strcmp(argv[base], "--") != 0)
		base++;
	first = base + 1;
	if (base == argc) {
		if (argc != 2)
			return cmd_usage_error("-- is missing between the base and the new runs");
		base = first = 1;
	}
	if (base == 0 || first == argc)
		return cmd_usage_error("there is no run on the %s side of --",
		                       base == 0 ? "left" : "right");
	status = add_side(comparison, SIDE_BASE, base, argv);
	return status ? status : add_side(comparison, SIDE_NEW, argc - first, argv + first);
}

/* ---- the gate ---- */

static int parse_percent(double *percent)
{
	if (!option_fail_if_slower)
		return STATUS_OK;
	return option_percent("fail-if-slower", option_fail_if_slower, INFINITY, percent);
}

/* Where the test can tell, only what is more than noise counts. */
static bool is_too_slow(const struct comparison *c, double percent, char reason[REASON_MAX])
{
	const double slower = comparison_slower_percent(c);

	if (!option_fail_if_slower || slower <= percent)
		return false;
	snprintf(reason, REASON_MAX, "program time slower by %s, and %s is allowed%s",
	         format_percent(FORMAT, slower), format_percent(FORMAT, percent),
	         c->program.verdict == VERDICT_CANNOT_TELL ? " (too few runs to tell it from noise)"
	                                                   : "");
	return true;
}

static bool has_new(const struct comparison *c, char reason[REASON_MAX])
{
	const int severity = option_fail_on_new - 1;
	size_t count = 0;
	int used = 0;

	for (size_t i = 0; i < c->findings_count && option_fail_on_new; i++) {
		const struct run_finding *f = c->findings[i].finding[SIDE_NEW];

		if (!comparison_is_new(c, &c->findings[i], severity))
			continue;
		if (used < REASON_MAX / 2)
			used += snprintf(reason + used, (size_t)(REASON_MAX - used),
			                 "%s%.60s%s%.100s%s", count ? ", " : "new: ", f->rule,
			                 *f->subject ? " (" : "", f->subject,
			                 *f->subject ? ")" : "");
		count++;
	}
	return count > 0;
}

/* A gate that passes since files were mixed up would be believed. */
static void warn_of_other_programs(const struct comparison *c)
{
	const char *base = c->sides[SIDE_BASE].runs[0].program,
	           *new = c->sides[SIDE_NEW].runs[0].program;

	if ((option_fail_if_slower || option_fail_on_new) && base && new &&strcmp(base, new) != 0)
		cmd_error("warning: these are runs of '%s' and of '%s'", base, new);
}

/* Why the gate fails, into REASON; returns whether it does. */
static bool fails(const struct comparison *c, double percent, char reason[REASON_MAX])
{
	char slow[REASON_MAX / 2] = "", new[REASON_MAX] = "", text[REASON_MAX];
	const bool is_slow = is_too_slow(c, percent, text);

	if (is_slow)
		snprintf(slow, sizeof slow, "%.*s", (int)sizeof slow - 1, text);
	if (has_new(c, new) || is_slow) {
		snprintf(reason, REASON_MAX, "%s%s%.*s", slow, *slow && *new ? "; " : "",
		         REASON_MAX / 2 - 4, new);
		return true;
	}
	return false;
}

/* ---- the verb ---- */

static int print_text(const struct comparison *comparison, FILE *stream, const char *gate)
{
	(void)gate; /* stderr has it */
	return comparison_print_text(comparison, stream, option_limit);
}

static int print(const struct comparison *comparison, const char *gate)
{
	static int (*const printers[])(const struct comparison *, FILE *, const char *) = {
		print_text,
		comparison_print_json,
		comparison_print_html,
	};
	FILE *stream = output_open(option_output);

	return stream ? output_close(stream, option_output,
	                             printers[option_format](comparison, stream, gate))
	              : STATUS_FAILED;
}

static int run(int argc, char **argv)
{
	struct comparison comparison = { 0 };
	char gate[REASON_MAX] = "";
	double percent = 0;
	bool has_failed = false;
	int status = parse_percent(&percent), err;

	if (!status)
		status = add_sides(&comparison, argc, argv);
	if (status)
		goto out;
	err = comparison_make(&comparison);
	if (err) {
		cmd_error("cannot compare: %s", strerror(-err));
		status = STATUS_FAILED;
		goto out;
	}
	warn_of_other_programs(&comparison);
	has_failed = fails(&comparison, percent, gate);
	status = print(&comparison, has_failed ? gate : NULL);
	if (has_failed && !status) {
		char *clean = text_clean(gate, 0);

		cmd_error("%s", clean ? clean : "slower, or with new findings");
		free(clean);
		status = STATUS_FAILED;
	}
out:
	comparison_release(&comparison);
	return status;
}

static const struct cmd_option options[] = {
	{ .name = "format",
	  .letter = 'f',
	  .argument = "FORMAT",
	  .help = "How to print the comparison",
	  .initial = "text",
	  .choices = formats,
	  .choice = &option_format },
	{ .name = "output",
	  .letter = 'o',
	  .argument = "FILE",
	  .help = "Write the comparison into FILE instead of stdout",
	  .kind = KIND_FILE,
	  .text = &option_output },
	{ .name = "limit",
	  .letter = 'n',
	  .argument = "N",
	  .help = "rows of each table; 0 prints all",
	  .initial = "8",
	  .number = &option_limit,
	  .minimum = 0,
	  .maximum = INT32_MAX },
	{ .name = "range",
	  .argument = "NAME",
	  .help = INPUT_RANGE_HELP "; of traces: a report must be of that range already",
	  .text = &option_range },
	{ .name = "fail_if_slower",
	  .argument = "PERCENT",
	  .help = "Exit with status 1 when the program time of the new runs is longer by more "
	          "than this; where there are enough runs to tell, only when that is more than "
	          "noise",
	  .text = &option_fail_if_slower },
	{ .name = "fail_on_new",
	  .argument = "SEVERITY",
	  .help = "Exit with status 1 when half of the new runs or more have a finding of this "
	          "severity or above that the base has not, or had with a lower one",
	  .initial = "never",
	  .choices = severities,
	  .choice = &option_fail_on_new },
	{ .name = NULL },
};

static const struct cmd_use uses[] = {
	{ .option = "limit", .beside = "format", .choices = "text" },
	{ .option = NULL },
};

const struct cmd cmd_compare = {
	.name = "compare",
	.summary =
	        "compare runs before and after a change, and say where the difference comes from",
	.arguments = "BASE... -- NEW...",
	.description =
	        "Compares runs of a program before (BASE) and after a change (NEW). A run is a "
	        "report that 'warpwise analyze --format json' wrote, or a trace, which is analysed "
	        "first; the ranks of one job go into one report. Between one BASE and one NEW the "
	        "-- may be left out.\n"
	        "\n"
	        "Runs are compared by program time: the run without CUDA's start and end, which "
	        "vary from run to run by more than most changes win. What the run itself changed "
	        "by stands beside it.\n"
	        "\n"
	        "Each part of the time budget (kernels, copies, waits, the host) has its part of "
	        "the change of the program time, and they add up to it. Kernels are matched by "
	        "name "
	        "and launch shape; their parts are of the time in which the run waited for them, "
	        "and add up to that of all kernels. Beside them stand their durations, added up. "
	        "Findings are matched by rule and place.\n"
	        "\n"
	        "Several runs of each tell a difference from noise: then program times are "
	        "medians, "
	        "the parts are those of the run with the median (or the mean of the two in the "
	        "middle), and the Mann-Whitney U test, two-sided and exact up to 50 runs, says how "
	        "likely chance alone makes such a difference: p below 0.05 counts as more than "
	        "noise. Fewer than four runs of each cannot show that. The p of a kernel is of its "
	        "durations alone; of twenty kernels that do not differ, one has a p below 0.05.\n"
	        "\n"
	        "--range compares the part of the run that you care about.",
	.examples =
	        "warpwise compare before.db after.db\n"
	        "warpwise compare base-*.json -- new-*.json\n"
	        "warpwise compare --format html -o compare.html before.db after.db\n"
	        "warpwise compare --fail-if-slower 5% --fail-on-new warning base.json -- run.db",
	.exit_status =
	        "0: fine. 1: the output could not be written, or a gate (--fail-if-slower, "
	        "--fail-on-new) failed, which one line on stderr explains. 2: wrong usage. 3: an "
	        "input cannot be used: missing, damaged, neither a trace nor a report, or made by "
	        "a newer warpwise.",
	.options = options,
	.uses = uses,
	.min_arguments = 2,
	.max_arguments = -1,
	.has_sides = true,
	.argument_kind = KIND_TRACE,
	.run = run,
};
