/* SPDX-License-Identifier: MIT */
/*
 * warpwise analyze: why a recorded program was not faster: the report on one trace or several, as
 * text, JSON, SARIF or a page. What is computed is in report.c, how it looks in out_*.c.
 */
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/browser.h"
#include "cli/cmd.h"
#include "cli/folders.h"
#include "cli/input.h"
#include "cli/options.h"
#include "cli/output.h"
#include "report/report.h"
#include "rules/shared/rule.h"
#include "cli/rule_list.h"
#include "cli/source_root.h"
#include "base/format.h"
#include "base/terminal.h"
#include "trace/trace_window.h"

static const char *const formats[] = { "text", "json", "sarif", "html", NULL };
static const char *const severities[] = { "never", "note", "warning", "error", NULL };

static int64_t option_limit = 8;
static int option_format;
static int option_fail_on;
static const char *option_output;
static const char *option_min_gain;
static const char *option_range;
static const char *option_source_folder;
static bool option_brief, option_open, option_no_source, option_last_recording;
static struct cmd_list option_rules, option_ignored;

static int print_text(const struct report *report, FILE *stream)
{
	struct report_text_options options = { .limit = option_limit, .is_brief = option_brief };

	return report_print_text(report, stream, &options);
}

static int print_sarif(const struct report *report, FILE *stream)
{
	char *root = source_root_find(option_source_folder);
	int err = report_print_sarif(report, stream, root ? root : "");

	free(root);
	return err;
}

static int print(const struct report *report, FILE *stream)
{
	static int (*const printers[])(const struct report *, FILE *) = {
		print_text,
		report_print_json,
		print_sarif,
		report_print_html,
	};

	return printers[option_format](report, stream);
}

enum { REASONS_SHOWN = 3 };                                   /* findings that --fail-on names */
enum { FORMAT_TEXT, FORMAT_JSON, FORMAT_SARIF, FORMAT_HTML }; /* in formats */

/* --open alone means a page, in a file of its own. */
static int prepare_open(void)
{
	if (!option_open)
		return 0;
	if (option_format != FORMAT_TEXT && option_format != FORMAT_HTML)
		return cmd_usage_error("--open shows a page, not --format %s",
		                       formats[option_format]);
	option_format = FORMAT_HTML;
	if (!option_output)
		option_output = browser_new_file();
	return option_output ? 0 : STATUS_FAILED;
}

/* Whether PATH is an SQLite file: a trace, perhaps one of the inputs, or somebody's database. */
static bool is_database(const char *path)
{
	static const char magic[] = "SQLite format 3"; /* with its 0 */
	char begin[sizeof magic] = "";
	struct stat st;
	int fd;

	if (stat(path, &st) || !S_ISREG(st.st_mode))
		return false;
	fd = open(path, O_RDONLY | O_CLOEXEC);
	if (fd < 0)
		return false;
	(void)!read(fd, begin, sizeof begin);
	close(fd);
	return memcmp(begin, magic, sizeof magic) == 0;
}

/* Whether A and B are the same file, by whatever names. */
static bool is_same_file(const char *a, const char *b)
{
	struct stat left, right;

	return stat(a, &left) == 0 && stat(b, &right) == 0 && left.st_dev == right.st_dev &&
	       left.st_ino == right.st_ino;
}

/* A report must not take the place of a recording. */
static int check_output(int inputs, char **paths)
{
	bool is_lost = option_output && is_database(option_output);

	for (int i = 0; i < inputs && option_output && !is_lost; i++)
		is_lost = is_same_file(option_output, paths[i]);
	return is_lost ? cmd_usage_error("--output must not be a trace, which the report would "
	                                 "overwrite: '%s'",
	                                 option_output)
	               : 0;
}

/* A trace that is given twice would look like two processes that do the same. */
static int check_inputs(int inputs, char **paths)
{
	for (int i = 0; i < inputs; i++)
		for (int k = 0; k < i; k++)
			if (is_same_file(paths[i], paths[k]))
				return cmd_usage_error("'%s' is given twice", paths[i]);
	return 0;
}

/* Prints into --output, or stdout. Returns the exit status. */
static int print_report(const struct report *report)
{
	FILE *stream = output_open(option_output);

	return stream ? output_close(stream, option_output, print(report, stream)) : STATUS_FAILED;
}

/* --min-gain: percent to fraction. */
static int parse_min_gain(double *fraction)
{
	double percent = 0;
	int status =
	        option_min_gain ? option_percent("min-gain", option_min_gain, 100, &percent) : 0;

	*fraction = percent / 100;
	return status;
}

/* --rule and --ignore. */
static int parse_rules(struct findings_options *options)
{
	int status = rule_list_parse(&option_rules, &options->only);

	if (!status)
		status = rule_list_parse(&option_ignored, &options->ignore);
	for (size_t i = 0; !status && rules[i]; i++)
		if (finding_is_wanted(rules[i], options))
			return 0;
	return status ? status
	              : cmd_usage_error("no rule is left: --ignore takes away all that %s",
	                                options->only ? "--rule asks for" : "there are");
}

/* Adds the trace PATH to REPORT. Returns 0, -ENOMEM, or STATUS_UNUSABLE after it was said. */
static int add_trace(struct report *report, const char *path, const struct report_options *options)
{
	char error[TRACE_ERROR_MAX];
	struct trace trace;
	int err;

	input_busy("Reading", path);
	err = trace_load(&trace, path, error);
	input_busy(NULL, path);
	if (err)
		return cmd_unusable(path, error);
	err = option_last_recording ? trace_window_last(&trace) : 0;
	if (!err)
		err = input_cut(&trace, option_range);
	if (!err) {
		input_busy("Analysing", path);
		err = report_add(report, &trace, options);
		input_busy(NULL, path);
	}
	trace_release(&trace);
	return err;
}

/* Of a finding that fails the run: "needless-sync, costs 3.983 ms". */
static void print_reason(FILE *stream, const struct report_finding *f)
{
	fprintf(stream, "%s", f->rule->id);
	if (f->is_predicted)
		fprintf(stream, ", would win %s", format_duration(FORMAT, f->gain_ns));
	else if (f->cost_ns > 0)
		fprintf(stream, ", costs %s", format_duration(FORMAT, f->cost_ns));
}

/* Says in one line which findings of REPORT fail the run, if any. Returns the exit status. */
static int fail(const struct report *report)
{
	const int least = option_fail_on - 1, most = report_severity(report);
	char *reasons = NULL;
	size_t size, count = 0;
	FILE *stream;
	bool is_mixed = false;

	if (!option_fail_on || most < least)
		return STATUS_OK;
	stream = open_memstream(&reasons, &size);
	for (size_t i = 0; stream && i < report->findings_count; i++) {
		const struct report_finding *f = &report->findings[i];

		if ((int)f->severity < least)
			continue;
		is_mixed |= (int)f->severity != most;
		if (count++ < REASONS_SHOWN) {
			fputs(count > 1 ? "; " : "", stream);
			print_reason(stream, f);
		}
	}
	if (stream && count > REASONS_SHOWN)
		fprintf(stream, "; %zu more", count - REASONS_SHOWN);
	if (stream && !fclose(stream))
		cmd_error("%zu %s%s: %s (--fail-on %s)", count,
		          is_mixed ? "finding" : finding_severities[most], count == 1 ? "" : "s",
		          reasons, severities[option_fail_on]);
	free(reasons);
	return STATUS_FAILED;
}

static int analyze(int argc, char **argv)
{
	struct report_options options = { 0 };
	struct report report = { 0 };
	int status, unusable = STATUS_OK, err = 0;

	status = prepare_open();
	if (!status)
		status = check_output(argc, argv);
	if (!status)
		status = check_inputs(argc, argv);
	if (!status)
		status = source_root_check(option_source_folder);
	if (!status)
		status = parse_min_gain(&options.findings.min_gain);
	if (!status)
		status = parse_rules(&options.findings);
	if (status)
		goto out;
	options.is_without_timeline = strcmp(formats[option_format], "json") != 0;
	options.has_strip = option_format == FORMAT_TEXT;
	options.has_fine_timeline = option_format == FORMAT_HTML;
	options.has_combinations = options.has_details =
	        option_format == FORMAT_HTML || option_format == FORMAT_JSON;
	options.is_without_fixed_budget = !options.has_details;
	options.has_source_text = options.has_fine_timeline && !option_no_source;
	options.has_sass = options.has_source_text;
	options.has_main_file = option_format == FORMAT_SARIF;
	options.source_folder = option_source_folder;
	for (int i = 0; i < argc && err >= 0; i++) {
		err = add_trace(&report, argv[i], &options);
		if (err > 0)
			unusable = err;
	}
	if (err >= 0)
		err = report_finish(&report);
	if (err < 0) {
		cmd_error("cannot analyse: %s", strerror(-err));
		status = STATUS_FAILED;
		goto out;
	}
	if (report.processes_count)
		status = print_report(&report);
	if (report.processes_count && !status && option_open)
		status = browser_open(option_output);
	if (!status)
		status = fail(&report);
	if (unusable)
		status = unusable;
out:
	report_release(&report);
	rule_list_free(options.findings.only);
	rule_list_free(options.findings.ignore);
	return status;
}

static int run(int argc, char **argv)
{
	struct folders folders = { 0 };
	int status = folders_expand(&folders, argc, argv);

	if (!status)
		status = analyze((int)folders.count, folders.items);
	folders_release(&folders);
	return status;
}

static const struct cmd_option options_table[] = {
	{ .name = "format",
	  .letter = 'f',
	  .argument = "FORMAT",
	  .help = "How to print the report",
	  .initial = "text",
	  .choices = formats,
	  .choice = &option_format },
	{ .name = "output",
	  .letter = 'o',
	  .argument = "FILE",
	  .help = "Write the report into FILE instead of stdout",
	  .kind = KIND_FILE,
	  .text = &option_output },
	{ .name = "open",
	  .help = "Show the report as a page in the browser; without --output, from a new file in "
	          "TMPDIR",
	  .flag = &option_open },
	{ .name = "brief",
	  .letter = 'b',
	  .help = "Headline, time budget and findings alone, without the details",
	  .flag = &option_brief },
	{ .name = "limit",
	  .letter = 'n',
	  .argument = "N",
	  .help = "rows of each table; 0 prints all",
	  .initial = "8",
	  .number = &option_limit,
	  .minimum = 0,
	  .maximum = INT32_MAX },
	{ .name = "source_dir",
	  .letter = 'd',
	  .argument = "DIR",
	  .help = "Pages: look for source files in DIR first, as warpwise source does; SARIF: name "
	          "them from DIR on, instead of from the git checkout that this is run in",
	  .kind = KIND_DIRECTORY,
	  .text = &option_source_folder },
	{ .name = "no_source",
	  .help = "Pages: leave the text of source lines and of machine code out, for a page to be "
	          "passed on",
	  .flag = &option_no_source },
	{ .name = "range", .argument = "NAME", .help = INPUT_RANGE_HELP, .text = &option_range },
	{ .name = "last_recording",
	  .help = "Of a trace that was begun several times, by warpwise ctl start, --range or "
	          "--capture, only what was recorded since the last time",
	  .flag = &option_last_recording },
	{ .name = "rule",
	  .letter = 'r',
	  .argument = "ID",
	  .help = "Check this rule alone; several: given again, or separated by commas",
	  .kind = KIND_RULE,
	  .list = &option_rules },
	{ .name = "ignore",
	  .letter = 'i',
	  .argument = "ID",
	  .help = "Do not check this rule; several as with --rule",
	  .kind = KIND_RULE,
	  .list = &option_ignored },
	{ .name = "min_gain",
	  .argument = "PERCENT",
	  .help = "Leave out findings that would win less of the run than this; those without a "
	          "prediction, where they cost less",
	  .initial = "0",
	  .text = &option_min_gain },
	{ .name = "fail_on",
	  .argument = "SEVERITY",
	  .help = "Exit with status 1, and one line that says why, when a finding of this severity "
	          "or above remains",
	  .initial = "never",
	  .choices = severities,
	  .choice = &option_fail_on },
	{ .name = NULL },
};

static const struct cmd_use uses[] = {
	{ .option = "brief", .beside = "open", .is_without = true },
	{ .option = "brief", .beside = "format", .choices = "text" },
	{ .option = "limit", .beside = "open", .is_without = true },
	{ .option = "limit", .beside = "format", .choices = "text" },
	{ .option = "limit", .beside = "brief", .is_without = true },
	{ .option = "no_source", .beside = "format", .choices = "html", .or_beside = "open" },
	{ .option = "source_dir",
	  .beside = "format",
	  .choices = "html sarif",
	  .or_beside = "open" },
	{ .option = "source_dir", .beside = "no_source", .is_without = true },
	{ .option = NULL },
};

const struct cmd cmd_analyze = {
	.name = "analyze",
	.summary = "say why a program was not faster, and what each fix would win",
	.arguments = "TRACE|FOLDER...",
	.description =
	        "Reads traces that warpwise record made, on any machine, with or without a GPU, "
	        "and prints where the time went and what to change, with the gain that each change "
	        "is predicted to have.\n"
	        "\n"
	        "Where the time went is found by walking back from the last operation along what "
	        "each one waited for: the shares add up to the run, from the first activity of "
	        "CUDA to "
	        "the last. Two parts of it have names: program time is the run without CUDA's "
	        "start and "
	        "end, main part the program time without the program's own start and end. A gain "
	        "is predicted by "
	        "replaying the run with the fix; the error of the replay of the unchanged run "
	        "stands "
	        "beside it. A finding that is predicted to win less than 0.1 % of the main part is "
	        "left "
	        "out, one below 1 % is a note.\n"
	        "\n"
	        "GPU times are united: what ran at the same time counts once, so that busy and "
	        "idle "
	        "are shares of the run. The tables below "
	        "them add up durations, so that their totals can be larger than that.\n"
	        "\n"
	        "Several traces, of the ranks of one job or of several processes, make one report: "
	        "what they have in common is one finding, with the numbers of the process that "
	        "would "
	        "win most. Of a FOLDER all *.db are read. The files of one run, of warpwise record "
	        "--rotate, are one process: run.db is read with run.1.db, run.2.db and so on, as "
	        "far "
	        "as they lie beside it, run.2.db with run.1.db.\n"
	        "\n"
	        "A page has the source lines of the kernels that were sampled, as far as their "
	        "files are found here, and their machine code as text where this machine has "
	        "nvdisasm of the CUDA toolkit; --no-source leaves both out.\n"
	        "\n"
	        "The trace of a program that was killed, or still runs, is read as far as it goes.",
	.examples = "warpwise analyze run.db\n"
	            "warpwise analyze --brief --min-gain 5 run.db\n"
	            "warpwise analyze --range 'training step' run.db\n"
	            "warpwise analyze --format sarif -o run.sarif --fail-on warning run.db\n"
	            "warpwise analyze --format html -o run.html run.db\n"
	            "warpwise analyze --open run.db\n"
	            "warpwise analyze rank-*.db",
	.exit_status =
	        "0: fine. 1: the output could not be written, or with --fail-on, a finding "
	        "of that severity or above remains. 2: wrong usage. 3: an input cannot be "
	        "used: missing, empty, not a trace, damaged, or made by a newer warpwise; the "
	        "others are analysed.",
	.options = options_table,
	.uses = uses,
	.min_arguments = 1,
	.max_arguments = -1,
	.argument_kind = KIND_TRACE,
	.run = run,
};
