/* SPDX-License-Identifier: MIT */
/*
 * warpwise export: traces in the formats of other tools: a timeline for Perfetto
 * (print/perfetto.h), the host's stacks for flame graphs (report/host_rows.h). Kinds of output that
 * are documents of our own belong to analyze and stats.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "cli/gzip_stream.h"
#include "cli/host_table.h"
#include "cli/input.h"
#include "cli/output.h"
#include "print/perfetto.h"

static int option_format;
static const char *option_output, *option_range;

static int print_folded(FILE *stream, const struct trace *traces, size_t count)
{
	(void)count;
	return host_table_print_folded(stream, traces);
}

static const char *const formats[] = { "perfetto", "folded", NULL };

static const struct export_format {
	int (*print)(FILE *stream, const struct trace *traces, size_t count);
	bool is_of_one;   /* of one trace alone */
	bool is_for_eyes; /* may be printed on a terminal */
} kinds[] = {
	{ .print = perfetto_print },
	{ .print = print_folded, .is_of_one = true, .is_for_eyes = true },
};

/* ---- where to ---- */

static FILE *open_output(void)
{
	FILE *stream;

	if (!option_output || !gzip_is_named(option_output))
		return output_open(option_output);
	stream = gzip_open(option_output);
	if (!stream)
		cmd_error("cannot write: path=\"%s\": %s", option_output, strerror(errno));
	return stream;
}

/* ---- the verb ---- */

/* Loads and cuts those of PATHS. Returns the status after it was said; *LOADED are to be
 * released. */
static int load(struct trace *traces, char **paths, size_t count, size_t *loaded)
{
	int status = STATUS_OK;

	for (*loaded = 0; *loaded < count && !status; ++*loaded) {
		status = input_load(&traces[*loaded], paths[*loaded]);
		if (status)
			break;
		status = input_cut(&traces[*loaded], option_range);
		if (status < 0) {
			cmd_error("cannot export: %s", strerror(-status));
			status = STATUS_FAILED;
		}
	}
	return status;
}

static int check_use(const struct export_format *format, int count)
{
	if (format->is_of_one && count > 1)
		return cmd_usage_error("--format %s is of one trace", formats[option_format]);
	if (!format->is_for_eyes && !option_output && isatty(STDOUT_FILENO))
		return cmd_usage_error("--format %s is no text for a terminal: name a file with "
		                       "--output",
		                       formats[option_format]);
	return STATUS_OK;
}

static int run(int argc, char **argv)
{
	const struct export_format *format = &kinds[option_format];
	struct trace *traces = NULL;
	size_t loaded = 0;
	FILE *stream;
	int status = check_use(format, argc);

	if (status)
		return status;
	traces = calloc((size_t)argc, sizeof *traces);
	if (!traces) {
		cmd_error("cannot export: %s", strerror(ENOMEM));
		return STATUS_FAILED;
	}
	status = load(traces, argv, (size_t)argc, &loaded);
	if (!status) {
		stream = open_output();
		status = stream ? output_close(stream, option_output,
		                               format->print(stream, traces, loaded))
		                : STATUS_FAILED;
	}
	while (loaded)
		trace_release(&traces[--loaded]);
	free(traces);
	return status;
}

static const struct cmd_option options[] = {
	{ .name = "format",
	  .letter = 'f',
	  .argument = "FORMAT",
	  .help = "perfetto: a timeline as JSON in the trace event format; folded: the host's "
	          "stacks, a line each, with their microseconds",
	  .initial = "perfetto",
	  .choices = formats,
	  .choice = &option_format },
	{ .name = "output",
	  .letter = 'o',
	  .argument = "FILE",
	  .help = "Write into FILE instead of stdout; with a name that ends with .gz compressed",
	  .kind = KIND_FILE,
	  .text = &option_output },
	{ .name = "range", .argument = "NAME", .help = INPUT_RANGE_HELP, .text = &option_range },
	{ .name = NULL },
};

const struct cmd cmd_export = {
	.name = "export",
	.summary = "write a trace for Perfetto, or the host's stacks for flame graphs",
	.arguments = "TRACE...",
	.description =
	        "Writes traces in the formats of other tools.\n"
	        "\n"
	        "perfetto is for ui.perfetto.dev and chrome://tracing: each GPU with a row for "
	        "each stream; each process with a row for each thread that called CUDA and, "
	        "above it, one for its NVTX ranges and one for the functions that it was in "
	        "(record --host); arrows from each call to the operation that it issued, of a "
	        "graph launch to the first; the memory held, counters of whole GPUs (record "
	        "--gpu-metrics) and moves of managed memory. Kernels have grid, block, "
	        "registers, shared memory and occupancy, copies bytes and rate; each operation "
	        "says what held it back. Categories and arguments have the names of PyTorch's "
	        "profiler. Several traces, such as the ranks of a job, share one axis of time. "
	        "What runs side by side in one row, such as the nodes of a graph, has another "
	        "row of the same name. Long runs make large files: --range takes a part, .gz "
	        "makes them ten times smaller.\n"
	        "\n"
	        "folded is for flamegraph.pl and speedscope. It needs a trace that was recorded "
	        "with --host.\n"
	        "\n"
	        "Reports and tables are JSON and CSV by themselves: warpwise analyze --format "
	        "json, "
	        "stats --format csv.",
	.examples = "warpwise export -o run.json.gz run.db\n"
	            "warpwise export --range step -o step.json run.db\n"
	            "warpwise export -o job.json.gz rank-*.db\n"
	            "warpwise export --format folded run.db | flamegraph.pl >host.svg",
	.options = options,
	.min_arguments = 1,
	.max_arguments = -1,
	.argument_kind = KIND_TRACE,
	.run = run,
};
