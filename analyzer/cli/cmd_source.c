/* SPDX-License-Identifier: MIT */
/*
 * warpwise source: the source of kernels with the samples of their warps: how many on each line,
 * and what the warps waited for there. Without a kernel, the list of the hottest ones.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cmd.h"
#include "code/demangle.h"
#include "code/shorten.h"
#include "cli/host_table.h"
#include "cli/input.h"
#include "cli/kernel_choice.h"
#include "cli/source_data.h"
#include "cli/source_missing.h"
#include "cli/source_root.h"
#include "kernel/kernel_profile.h"
#include "print/source_listing.h"
#include "base/statistics.h"
#include "base/terminal.h"
#include "print/table.h"

static const char *option_kernel;
static bool option_sass, option_host;
static int option_format = TABLE_TEXT;
static int64_t option_limit = 10;
static const char *option_folder;

static const struct cmd_option options[] = {
	{ .name = "kernel",
	  .letter = 'k',
	  .argument = "NAME",
	  .help = "the kernel to show: its whole name, or a part of it that several may have",
	  .text = &option_kernel },
	{ .name = "sass",
	  .letter = 's',
	  .flag = &option_sass,
	  .help = "one row for each instruction instead of the source: its offset in bytes, and "
	          "its "
	          "text where this machine has nvdisasm of the CUDA toolkit" },
	{ .name = "format",
	  .letter = 'f',
	  .argument = "FORMAT",
	  .help = "CSV and JSON hold all stall reasons and counters of all lines, and no source",
	  .initial = "table",
	  .choices = table_formats,
	  .choice = &option_format },
	{ .name = "limit",
	  .letter = 'n',
	  .argument = "N",
	  .help = "without --kernel, print the first N kernels; 0 prints all",
	  .initial = "10",
	  .number = &option_limit,
	  .minimum = 0,
	  .maximum = INT32_MAX },
	{ .name = "host",
	  .flag = &option_host,
	  .help = "the lines of the program itself, by the time spent in them, of a trace "
	          "recorded with --host" },
	{ .name = "source_dir",
	  .letter = 'd',
	  .argument = "DIR",
	  .help = "look for source files in DIR first: for the longest end of the recorded path "
	          "that DIR has, a/b/c.cu, b/c.cu or c.cu",
	  .kind = KIND_DIRECTORY,
	  .text = &option_folder },
	{ .name = NULL },
};

/* ---- the hottest kernels ---- */

/* A kernel that can be shown: it was sampled, or its instructions were counted. */
struct shown {
	uint32_t function;
	const struct hotspot *hotspot; /* NULL: never sampled */
};

struct view {
	struct kernel_profiles profiles;
	struct hotspots hotspots; /* by function */
	struct shown *kernels;    /* the most samples first */
	size_t count;
	struct disassembler *disassembler; /* with --sass */
};

/* Adds the functions whose instructions were counted, but which were not sampled. */
static void add_counted(struct view *view, const bool *is_sampled)
{
	const struct trace *trace = view->profiles.trace;
	uint32_t last = NONE;

	for (size_t i = 0; i < trace->instruction_metrics_count; i++) {
		uint32_t launch = trace->instruction_metrics[i].launch;
		uint32_t shape = trace->measured_launches[launch].shape;
		uint32_t function = trace->launch_shapes[shape].function;

		if (function != last && !is_sampled[function])
			view->kernels[view->count++] = (struct shown){ function, NULL };
		last = function;
	}
}

static int view_init(struct view *view, const struct trace *trace)
{
	bool *is_sampled = calloc(trace->functions_count + 1, sizeof *is_sampled);
	int err;

	*view = (struct view){ 0 };
	view->kernels = calloc(trace->functions_count + 1, sizeof *view->kernels);
	if (option_sass)
		view->disassembler = disassembler_new(trace->path);
	err = kernel_profiles_init(&view->profiles, trace, NULL);
	if (!err)
		err = hotspots_by_function(&view->hotspots, trace);
	if (!view->kernels || !is_sampled)
		err = -ENOMEM;
	for (size_t i = 0; i < view->hotspots.count && !err; i++) {
		const struct hotspot *hotspot = &view->hotspots.items[i];

		is_sampled[hotspot->function] = true;
		view->kernels[view->count++] = (struct shown){ hotspot->function, hotspot };
	}
	if (!err)
		add_counted(view, is_sampled);
	free(is_sampled);
	return err;
}

static void view_release(struct view *view)
{
	kernel_profiles_release(&view->profiles);
	hotspots_release(&view->hotspots);
	free(view->kernels);
	disassembler_free(view->disassembler);
}

enum list_column {
	L_SHARE,
	L_SAMPLES,
	L_STALLS,
	L_LANES,
	L_SPLITS,
	L_SECTORS,
	L_WAVEFRONTS,
	L_KERNEL,
	LIST_COLUMNS
};

static const struct table_column list_columns[LIST_COLUMNS] = {
	[L_SHARE] = { "samples_percent", "share", TABLE_PERCENT, 0 },
	[L_SAMPLES] = { "samples", "samples", TABLE_COUNT, 0 },
	[L_STALLS] = { "stalls", "waiting for", TABLE_NAME, 0 },
	[L_LANES] = { "threads_per_inst", "lanes", TABLE_REAL, 0 },
	[L_SPLITS] = { "branch_targets_divergent", "splits", TABLE_COUNT, 1 },
	[L_SECTORS] = { "excess_sectors", "+sectors", TABLE_COUNT, 2 },
	[L_WAVEFRONTS] = { "excess_wavefronts", "+wavefronts", TABLE_COUNT, 3 },
	[L_KERNEL] = { "kernel", "kernel", TABLE_FUNCTION, 0 },
};

static const struct table_column data_list[] = {
	{ "samples_percent", "", TABLE_PERCENT, 0 }, { "samples", "", TABLE_COUNT, 0 },
	{ "stall_reason", "", TABLE_NAME, 0 }, /* the first that is a stall */
	{ "stall_percent", "", TABLE_PERCENT, 0 },   { "kernel", "", TABLE_FUNCTION, 0 },
};

/* Whether column C has anything to say of VIEW. */
static bool is_listed(const struct view *view, int c)
{
	if (c >= L_LANES && c <= L_WAVEFRONTS)
		return view->profiles.has_instruction_metrics;
	return c == L_KERNEL || view->profiles.has_samples;
}

/* What was counted in all of FUNCTION. */
static int count_all(struct table_cell cells[LIST_COLUMNS], const struct view *view,
                     uint32_t function)
{
	struct kernel_lines lines;
	int err = kernel_lines_init(&lines, &view->profiles, NULL, KERNEL_LINES, function);

	for (int c = L_LANES; c <= L_WAVEFRONTS; c++)
		cells[c].is_none = true;
	if (!err && lines.count) { /* without sources all is one line */
		const struct kernel_line *all = &lines.items[0];

		cells[L_LANES] = (struct table_cell){ .real = all->threads_per_inst };
		cells[L_SPLITS] = source_listing_count(all->branch_targets_divergent);
		cells[L_SECTORS] = source_listing_count(all->excess_sectors);
		cells[L_WAVEFRONTS] = source_listing_count(all->excess_wavefronts);
	}
	kernel_lines_release(&lines);
	return err;
}

static int add_listed(struct table *table, const struct view *view, const struct shown *kernel)
{
	char *name = demangle(view->profiles.trace->functions[kernel->function].name);
	struct table_cell all[LIST_COLUMNS] = { 0 }, cells[LIST_COLUMNS];
	char stalls[STALLS_TEXT];
	size_t count = 0;
	int err = 0;

	all[L_SAMPLES].is_none = !kernel->hotspot;
	all[L_SHARE].is_none = !kernel->hotspot || view->hotspots.samples < SAMPLES_MIN;
	if (kernel->hotspot) {
		all[L_SHARE].real = percent_of(kernel->hotspot->samples, view->hotspots.samples);
		all[L_SAMPLES].integer = kernel->hotspot->samples;
		all[L_STALLS].text = stalls_text(
		        &view->hotspots, kernel->hotspot,
		        view->profiles.has_instruction_metrics ? 1 : STALLS_MAX, stalls);
		if (stalls_are_few(kernel->hotspot))
			all[L_STALLS].text = "too few to tell";
	}
	if (view->profiles.has_instruction_metrics)
		err = count_all(all, view, kernel->function);
	all[L_KERNEL].text = name;
	for (int c = 0; c < LIST_COLUMNS; c++)
		if (is_listed(view, c))
			cells[count++] = all[c];
	if (!err)
		err = name ? table_add(table, cells) : -ENOMEM;
	free(name);
	return err;
}

static int add_list_data(struct table *table, const struct view *view, const struct shown *kernel)
{
	const struct trace *trace = view->profiles.trace;
	char *name = demangle(trace->functions[kernel->function].name);
	struct hotspot_reason reasons[2];
	size_t count = 0, first = 0;
	struct table_cell cells[5] = { [3].is_none = true, [4].text = name };
	int err;

	if (kernel->hotspot) {
		count = hotspot_reasons(&view->hotspots, kernel->hotspot, reasons, 2);
		cells[0].real = percent_of(kernel->hotspot->samples, view->hotspots.samples);
		cells[1].integer = kernel->hotspot->samples;
	}
	while (first < count && trace->stall_reasons[reasons[first].reason].is_issuing)
		first++;
	if (first < count) {
		cells[2].text = trace->stall_reasons[reasons[first].reason].name;
		cells[3] = (struct table_cell){ .real = percent_of(reasons[first].samples,
			                                           kernel->hotspot->samples) };
	}
	err = name ? table_add(table, cells) : -ENOMEM;
	free(name);
	return err;
}

static struct table *list_table(const struct view *view, struct table_column columns[LIST_COLUMNS])
{
	size_t count = 0;

	if (option_format != TABLE_TEXT)
		return table_new(data_list, sizeof data_list / sizeof *data_list);
	for (int c = 0; c < LIST_COLUMNS; c++)
		if (is_listed(view, c))
			columns[count++] = list_columns[c];
	return table_new(columns, count);
}

static void print_list_notes(const struct view *view)
{
	char text[256];

	if (view->count > 1) {
		snprintf(text, sizeof text,
		         "%zu kernels with %s; below, the first; --kernel NAME prints another",
		         view->count, view->profiles.has_samples ? "samples" : "counters");
		source_print_paragraph(COLOR_DIM, text);
	}
}

static int print_list(const struct view *view)
{
	const bool is_text = option_format == TABLE_TEXT;
	struct table_column columns[LIST_COLUMNS];
	struct table *table = list_table(view, columns);
	int err = table ? 0 : -ENOMEM;

	for (size_t i = 0; !err && i < view->count && (!option_limit || i < (size_t)option_limit);
	     i++)
		err = is_text ? add_listed(table, view, &view->kernels[i])
		              : add_list_data(table, view, &view->kernels[i]);
	if (!err)
		err = table_print(table, stdout, (enum table_format)option_format);
	if (!err && is_text)
		print_list_notes(view);
	table_free(table);
	return err;
}

/* ---- a kernel ---- */

static int print_samples(const struct view *view, const struct hotspot *hotspot)
{
	char stalls[STALLS_TEXT], share[FORMAT_MAX + 32] = "", *text;

	if (view->hotspots.samples >= SAMPLES_MIN)
		snprintf(share, sizeof share, ", %s of those listed",
		         format_percent(FORMAT,
		                        percent_of(hotspot->samples, view->hotspots.samples)));
	stalls_text(&view->hotspots, hotspot, STALLS_MAX, stalls);
	if (asprintf(&text, "%s sample%s%s%s%s", format_count(FORMAT, hotspot->samples),
	             hotspot->samples == 1 ? "" : "s", share,
	             stalls_are_few(hotspot) ? ": too few to tell what warps waited for"
	             : *stalls               ? "; waiting for: "
	                                     : "",
	             stalls) < 0)
		return -ENOMEM;
	source_print_paragraph(COLOR_PLAIN, text);
	free(text);
	return 0;
}

static int print_kernel_name(const struct view *view, const struct shown *kernel, const char *name)
{
	char *clean = text_clean(name, 0);
	int err = 0;

	if (!clean)
		return -ENOMEM;
	printf("%s%s%s\n", color_begin(stdout, COLOR_HEADING), clean, color_end(stdout));
	free(clean);
	if (kernel->hotspot)
		err = print_samples(view, kernel->hotspot);
	return err ? err : source_listing_print_measured(stdout, &view->profiles, kernel->function);
}

/* The texts of the instructions; in a table, why there are none is printed behind them. */
static int add_sass(const struct view *view, struct kernel_lines *lines,
                    const struct sources *sources, uint32_t function)
{
	if (!view->disassembler)
		return -ENOMEM;
	return kernel_lines_add_sass(lines, &view->profiles, sources, view->disassembler, function);
}

static void print_sass_trouble(const struct view *view, const struct kernel_lines *lines)
{
	char text[256];

	if (lines->sass.count || !lines->count)
		return;
	snprintf(text, sizeof text, "Without the text of instructions: %s.",
	         disassembler_trouble(view->disassembler));
	source_print_paragraph(COLOR_DIM, text);
}

static int show_kernel(const struct view *view, const struct shown *kernel,
                       const struct sources *sources, struct table *table, const char *name)
{
	struct kernel_lines lines;
	int err = kernel_lines_init(&lines, &view->profiles, sources,
	                            option_sass ? KERNEL_INSTRUCTIONS : KERNEL_LINES,
	                            kernel->function);

	if (!err && option_sass)
		err = add_sass(view, &lines, sources, kernel->function);
	if (!err && table)
		err = source_data_add(table, &lines, name, option_sass);
	else if (!err)
		err = print_kernel_name(view, kernel, name);
	if (!err && !table)
		err = option_sass ? source_listing_print_instructions(stdout, &lines)
		                  : source_listing_print(stdout, &lines, option_folder);
	if (!err && !table && option_sass)
		print_sass_trouble(view, &lines);
	kernel_lines_release(&lines);
	return err;
}

/* The code of the trace; NULL where it cannot be read: then there are no lines. */
static struct sources *open_sources(const char *path)
{
	char error[TRACE_ERROR_MAX];
	struct sources *sources = NULL;
	sqlite3 *db;

	if (trace_file_open(path, &db, error))
		return NULL;
	if (sources_open(&sources, db, error))
		cmd_error("no source lines: path=\"%s\" %s", path, error);
	sqlite3_close(db);
	return sources;
}

/* The kernels that option_kernel names: exactly, or where there is none, in part. */
static int show_kernels(const struct view *view, bool *is_found)
{
	const struct trace *trace = view->profiles.trace;
	struct sources *sources = open_sources(trace->path);
	struct table *table = option_format == TABLE_TEXT
	                              ? NULL
	                              : table_new(source_data_columns, SOURCE_DATA_COLUMNS);
	int err = option_format == TABLE_TEXT || table ? 0 : -ENOMEM;

	*is_found = false;
	for (int wanted = KERNEL_WHOLE; wanted > KERNEL_OTHER && !*is_found && !err; wanted--)
		for (size_t i = 0; i < view->count && !err; i++) {
			const uint32_t function = view->kernels[i].function;
			char *name = demangle(trace->functions[function].name);
			int found = name ? kernel_match(trace, function, option_kernel) : -ENOMEM;

			if (found == wanted) {
				if (*is_found && !table)
					putchar('\n');
				*is_found = true;
				err = show_kernel(view, &view->kernels[i], sources, table, name);
			}
			err = found < 0 ? found : err;
			free(name);
		}
	if (!err && table && *is_found)
		err = table_print(table, stdout, (enum table_format)option_format);
	table_free(table);
	sources_close(sources);
	return err;
}

/* The kernel that the list begins with. */
static int show_first(const struct view *view)
{
	const struct trace *trace = view->profiles.trace;
	struct sources *sources = open_sources(trace->path);
	char *name = demangle(trace->functions[view->kernels[0].function].name);
	int err = name ? 0 : -ENOMEM;

	putchar('\n');
	if (!err)
		err = show_kernel(view, &view->kernels[0], sources, NULL, name);
	free(name);
	sources_close(sources);
	return err;
}

static int run(int argc, char **argv)
{
	struct trace trace;
	struct view view;
	bool is_found = true;
	int err;

	(void)argc;
	err = source_root_check(option_folder);
	if (!err)
		err = input_load(&trace, argv[0]);
	if (err)
		return err;
	if (option_host) {
		err = host_table_print(&trace, true, (enum table_format)option_format,
		                       option_limit);
		trace_release(&trace);
		return err ? STATUS_FAILED : STATUS_OK;
	}
	err = view_init(&view, &trace);
	if (!err && view.count == 0 && option_format == TABLE_TEXT)
		source_print_none(&trace);
	else if (!err && (view.count == 0 || !option_kernel))
		err = print_list(&view);
	else if (!err)
		err = show_kernels(&view, &is_found);
	if (!err && is_found && option_format == TABLE_TEXT)
		err = source_print_lost(&trace);
	if (!err && view.count && !option_kernel && option_format == TABLE_TEXT)
		err = show_first(&view);
	view_release(&view);
	trace_release(&trace);
	if (err)
		cmd_error("cannot show the samples: %s", strerror(-err));
	else if (!is_found)
		return cmd_usage_error("no kernel with samples has a name like '%s'",
		                       option_kernel);
	return err ? STATUS_FAILED : STATUS_OK;
}

static const struct cmd_use uses[] = {
	{ .option = "kernel", .beside = "host", .is_without = true },
	{ .option = "sass", .beside = "host", .is_without = true },
	{ .option = "limit", .beside = "kernel", .is_without = true },
	{ .option = "source_dir", .beside = "host", .is_without = true },
	{ .option = "source_dir", .beside = "sass", .is_without = true },
	{ .option = "source_dir", .beside = "format", .choices = "table" },
	{ .option = NULL },
};

const struct cmd cmd_source = {
	.name = "source",
	.summary = "print the source of kernels with what their warps waited for and lost",
	.arguments = "TRACE",
	.description =
	        "Prints where the warps of a program recorded with --stalls or --metrics=source "
	        "spent their time: the hottest kernels, and the source of the hottest one, or with "
	        "--kernel of another, with the share of the samples on each line, what the warps "
	        "waited for there, how many "
	        "of their 32 lanes were active, where branches split them, and how much of what "
	        "they loaded and stored was too much.\n"
	        "\n"
	        "A sample says where a warp was and what kept it there: 'selected' is one that "
	        "issued an instruction, everything else waited. Many samples of a line mean that "
	        "warps spent much time there, which costs only where no other warp could issue "
	        "instead: not_issued_samples in CSV and JSON.\n"
	        "\n"
	        "Counters by instruction are those of the launches that were measured. Lines are "
	        "known for code that was compiled with -lineinfo. The text is read from "
	        "the source file as it is now. Where it lies in another place than it was compiled "
	        "in, --source-dir names a folder that has it; without a file, lines come by "
	        "number.\n"
	        "\n"
	        "With --sass, nvdisasm is looked for on PATH, in CUDA_HOME/bin, beside nvcc and in "
	        "/usr/local/cuda/bin; WARPWISE_NVDISASM names another one, and empty, none is "
	        "run.\n"
	        "\n"
	        "Shares of few samples say little: what warps waited for is told of kernels and "
	        "lines with enough of them. CSV and JSON hold whatever was counted.\n"
	        "\n"
	        "In tables, splits are branches whose threads went different ways; +sectors and "
	        "+wavefronts are what accesses to global and to shared memory took more than their "
	        "bytes need.",
	.examples = "warpwise record --stalls -o run.db ./app\n"
	            "warpwise source run.db\n"
	            "warpwise source --host run.db\n"
	            "warpwise source --kernel matmul run.db\n"
	            "warpwise source --kernel matmul --source-dir ~/src/app run.db\n"
	            "warpwise source --kernel matmul --sass --format csv run.db >matmul.csv",
	.options = options,
	.uses = uses,
	.min_arguments = 1,
	.max_arguments = 1,
	.argument_kind = KIND_TRACE,
	.run = run,
};
