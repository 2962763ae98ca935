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

#include "cmd.h"
#include "demangle.h"
#include "hotspot.h"
#include "source_text.h"
#include "terminal.h"

enum {
	STALLS_SHOWN = 2,  /* reasons beside a line */
	STALLS_TEXT = 96,  /* bytes for them */
	STALLS_WIDTH = 40, /* columns for them */
	STALL_PERCENT = 5, /* of a line's samples: less is not shown */
	CONTEXT_LINES = 2, /* around a line with samples */
	SOURCE_WIDTH_MIN = 20,
	TAB = 8,
	REASONS_MAX = 256, /* as many as a trace has */
};

static const char *option_kernel;
static bool option_sass;
static int option_format = TABLE_TEXT;
static int64_t option_limit = 10;

static const struct cmd_option options[] = {
	{ .name = "kernel",
	  .letter = 'k',
	  .argument = "NAME",
	  .help = "the kernel to show: its whole name, or a part of it that several may have",
	  .text = &option_kernel },
	{ .name = "sass",
	  .letter = 's',
	  .flag = &option_sass,
	  .help = "one row for each instruction, by its offset in bytes, instead of the source" },
	{ .name = "format",
	  .letter = 'f',
	  .argument = "FORMAT",
	  .help = "CSV and JSON hold all stall reasons of all lines, and no source",
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
	{ .name = NULL },
};

static double percent(int64_t part, int64_t whole)
{
	return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

/* ---- what the warps waited for ---- */

/* "long scoreboard 61 %, wait 12 %" into TEXT: of the samples of HOTSPOT. */
static const char *stalls_text(const struct hotspots *hotspots, const struct hotspot *hotspot,
                               char text[STALLS_TEXT])
{
	struct hotspot_reason reasons[STALLS_SHOWN + 1]; /* and one that issues */
	size_t count = hotspot_reasons(hotspots, hotspot, reasons, STALLS_SHOWN + 1);
	size_t shown = 0;
	int used = 0;

	text[0] = '\0';
	for (size_t i = 0; i < count && shown < STALLS_SHOWN && used < STALLS_TEXT; i++) {
		const struct trace_stall_reason *reason =
		        &hotspots->trace->stall_reasons[reasons[i].reason];
		double share = percent(reasons[i].samples, hotspot->samples);
		int begin = used + (shown ? 2 : 0);

		if (reason->is_issuing || (shown && share < STALL_PERCENT))
			continue;
		used += snprintf(text + used, (size_t)(STALLS_TEXT - used), "%s%.40s %.0f %%",
		                 shown++ ? ", " : "", reason->label, share);
		for (int c = begin; c < STALLS_TEXT && text[c]; c++)
			text[c] = text[c] == '_' ? ' ' : text[c];
	}
	return text;
}

/* ---- the hottest kernels ---- */

static const struct table_column text_list[] = {
	{ "samples_percent", "share", TABLE_PERCENT, 0 },
	{ "samples", "samples", TABLE_COUNT, 0 },
	{ "stalls", "waiting for", TABLE_NAME, 0 },
	{ "kernel", "kernel", TABLE_FUNCTION, 0 },
};

static const struct table_column data_list[] = {
	{ "samples_percent", "", TABLE_PERCENT, 0 }, { "samples", "", TABLE_COUNT, 0 },
	{ "stall_reason", "", TABLE_NAME, 0 }, /* the first that is a stall */
	{ "stall_percent", "", TABLE_PERCENT, 0 },   { "kernel", "", TABLE_FUNCTION, 0 },
};

static int add_kernel(struct table *table, const struct hotspots *hotspots,
                      const struct hotspot *kernel)
{
	struct hotspot_reason reasons[2];
	size_t count = hotspot_reasons(hotspots, kernel, reasons, 2), first = 0;
	char *name = demangle(hotspots->trace->functions[kernel->function].name);
	char stalls[STALLS_TEXT];
	struct table_cell cells[5] = {
		{ .real = percent(kernel->samples, hotspots->samples) },
		{ .integer = kernel->samples },
	};
	int err;

	if (!name)
		return -ENOMEM;
	while (first < count && hotspots->trace->stall_reasons[reasons[first].reason].is_issuing)
		first++;
	if (option_format == TABLE_TEXT) {
		cells[2].text = stalls_text(hotspots, kernel, stalls);
		cells[3].text = name;
	} else {
		cells[2].text = first < count
		                        ? hotspots->trace->stall_reasons[reasons[first].reason].name
		                        : NULL;
		cells[3].is_none = first == count;
		if (first < count)
			cells[3].real = percent(reasons[first].samples, kernel->samples);
		cells[4].text = name;
	}
	err = table_add(table, cells);
	free(name);
	return err;
}

static int print_list(const struct trace *trace)
{
	const bool is_text = option_format == TABLE_TEXT;
	struct table *table = is_text ? table_new(text_list, 4) : table_new(data_list, 5);
	struct hotspots hotspots;
	int err = hotspots_init(&hotspots, trace, NULL, HOTSPOT_FUNCTION, NONE);

	if (!table)
		err = -ENOMEM;
	for (size_t i = 0;
	     !err && i < hotspots.count && (!option_limit || i < (size_t)option_limit); i++)
		err = add_kernel(table, &hotspots, &hotspots.items[i]);
	if (!err)
		err = table_print(table, stdout, (enum table_format)option_format);
	if (!err && is_text)
		printf("%s%zu %s with samples; --kernel NAME prints the source of one%s\n",
		       color_begin(stdout, COLOR_DIM), hotspots.count,
		       hotspots.count == 1 ? "kernel" : "kernels", color_end(stdout));
	table_free(table);
	hotspots_release(&hotspots);
	return err;
}

/* ---- the source ---- */

/* LINE with its tabs as blanks, cleaned and cut. New memory, NULL without. */
static char *fit_line(const char *line, int columns)
{
	size_t length = 0, room = strlen(line) + 1;
	char *wide, *clean;

	for (const char *p = line; *p; p++)
		room += *p == '\t' ? TAB : 0;
	wide = malloc(room);
	if (!wide)
		return NULL;
	for (const char *p = line; *p; p++)
		if (*p != '\t')
			wide[length++] = *p;
		else
			do
				wide[length++] = ' ';
			while (length % TAB);
	while (length && wide[length - 1] == ' ')
		length--;
	wide[length] = '\0';
	clean = text_clean(wide, columns);
	free(wide);
	return clean;
}

/* One line of the source, with its samples or (HOTSPOT NULL) without. */
static int print_line(const struct hotspots *hotspots, const struct hotspot *hotspot,
                      uint32_t number, const char *text)
{
	char share[FORMAT_MAX] = "", samples[FORMAT_MAX] = "", stalls[STALLS_TEXT] = "";
	int width = terminal_width(stdout);
	char *clean, *waiting;
	int used = 8 + 2 + 10 + 2 + STALLS_WIDTH + 2 + 6 + 2;

	if (hotspot) {
		format_percent(share, percent(hotspot->samples, hotspots->samples));
		format_count(samples, hotspot->samples);
		stalls_text(hotspots, hotspot, stalls);
	}
	clean = fit_line(text ? text : "", !width                            ? 0
	                                   : width < used + SOURCE_WIDTH_MIN ? SOURCE_WIDTH_MIN
	                                                                     : width - used);
	waiting = text_clean(stalls, STALLS_WIDTH);
	if (clean && waiting)
		printf("%8s  %10s  %s%-*s%s  %6" PRIu32 "%s%s\n", share, samples,
		       color_begin(stdout, hotspot ? COLOR_WARNING : COLOR_PLAIN), STALLS_WIDTH,
		       waiting, color_end(stdout), number, *clean ? "  " : "", clean);
	free(waiting);
	free(clean);
	return clean && waiting ? 0 : -ENOMEM;
}

/* COUNT lines of one file, in order, with those around them where the file is here. */
static int print_file(const struct hotspots *hotspots, const struct hotspot *lines, size_t count)
{
	struct source_text text;
	uint32_t printed = 0; /* the last line that was */
	char *name = text_clean(lines->file, 0);
	int err = source_text_init(&text, lines->file);

	if (!err && name)
		printf("\n%s%s%s%s\n%s%8s  %10s  %-*s  %6s%s\n", color_begin(stdout, COLOR_NAME),
		       *name ? name : "(a file without name)", color_end(stdout),
		       text.bytes ? " (as it is now: it may not be what was compiled)"
		                  : " (not on this machine)",
		       color_begin(stdout, COLOR_HEADING), "share", "samples", STALLS_WIDTH,
		       "waiting for", "line", color_end(stdout));
	for (size_t i = 0; i < count && !err; i++) {
		uint32_t number = lines[i].line;
		uint32_t first = number > CONTEXT_LINES ? number - CONTEXT_LINES : 1;
		uint32_t last = i + 1 < count && lines[i + 1].line - number <= CONTEXT_LINES
		                        ? lines[i + 1].line - 1
		                        : number + CONTEXT_LINES;

		if (text.bytes && printed && first > printed + 1)
			printf("%*s\n", 8 + 2 + 10 + 2 + STALLS_WIDTH + 2 + 6, "...");
		for (uint32_t n = first > printed ? first : printed + 1; n < number && !err; n++)
			if (source_text_line(&text, n))
				err = print_line(hotspots, NULL, n, source_text_line(&text, n));
		if (!err)
			err = print_line(hotspots, &lines[i], number,
			                 source_text_line(&text, number));
		for (uint32_t n = number + 1; n <= last && !err; n++)
			if (source_text_line(&text, n))
				err = print_line(hotspots, NULL, n, source_text_line(&text, n));
		printed = last;
	}
	source_text_release(&text);
	free(name);
	return name ? err : -ENOMEM;
}

static int print_source(const struct hotspots *hotspots)
{
	int err = 0;

	for (size_t i = 0, count; i < hotspots->count && !err; i += count) {
		const struct hotspot *first = &hotspots->items[i];

		count = 1;
		if (first->state != SOURCE_FOUND) {
			printf("\n%s: %s\n",
			       format_percent(FORMAT, percent(first->samples, hotspots->samples)),
			       source_state_text(first->state));
			continue;
		}
		while (i + count < hotspots->count && first[count].state == SOURCE_FOUND &&
		       strcmp(first[count].file, first->file) == 0)
			count++;
		err = print_file(hotspots, first, count);
	}
	return err;
}

/* ---- instructions ---- */

static const struct table_column sass_columns[] = {
	{ "pc_offset_bytes", "offset", TABLE_NAME, 0 },
	{ "samples_percent", "share", TABLE_PERCENT, 0 },
	{ "samples", "samples", TABLE_COUNT, 0 },
	{ "stalls", "waiting for", TABLE_NAME, 0 },
	{ "line", "source line", TABLE_NAME, 1 },
};

static int print_sass(const struct hotspots *hotspots)
{
	struct table *table = table_new(sass_columns, 5);
	int err = table ? 0 : -ENOMEM;

	for (size_t i = 0; i < hotspots->count && !err; i++) {
		const struct hotspot *item = &hotspots->items[i];
		struct table_cell cells[5] = { 0 };
		char offset[32], *where = NULL;

		snprintf(offset, sizeof offset, "0x%04" PRIx64, (uint64_t)item->pc_offset_bytes);
		if (item->state == SOURCE_FOUND &&
		    asprintf(&where, "%s:%" PRIu32, item->file, item->line) < 0)
			where = NULL;
		cells[0].text = offset;
		cells[1].real = percent(item->samples, hotspots->samples);
		cells[2].integer = item->samples;
		cells[3].text = stalls_text(hotspots, item, (char[STALLS_TEXT]){ 0 });
		cells[4].text = where;
		err = table_add(table, cells);
		free(where);
	}
	putchar('\n');
	if (!err)
		err = table_print(table, stdout, TABLE_TEXT);
	table_free(table);
	return err;
}

/* ---- CSV and JSON ---- */

enum data_column {
	KERNEL,
	FILE_NAME,
	LINE,
	OFFSET,
	REASON,
	SAMPLES,
	NOT_ISSUED,
	SHARE,
	DATA_COLUMNS
};

static const struct table_column data_columns[] = {
	[KERNEL] = { "kernel", "", TABLE_FUNCTION, 0 },
	[FILE_NAME] = { "file", "", TABLE_NAME, 0 },
	[LINE] = { "line", "", TABLE_COUNT, 0 },
	[OFFSET] = { "pc_offset_bytes", "", TABLE_COUNT, 0 },
	[REASON] = { "stall_reason", "", TABLE_NAME, 0 },
	[SAMPLES] = { "samples", "", TABLE_COUNT, 0 },
	[NOT_ISSUED] = { "not_issued_samples", "", TABLE_COUNT, 0 },
	[SHARE] = { "kernel_percent", "", TABLE_PERCENT, 0 },
};

static int add_data(struct table *table, const struct hotspots *hotspots, const char *name)
{
	struct hotspot_reason *reasons = calloc(REASONS_MAX, sizeof *reasons);
	int err = reasons ? 0 : -ENOMEM;

	for (size_t i = 0; i < hotspots->count && !err; i++) {
		const struct hotspot *item = &hotspots->items[i];
		size_t count = hotspot_reasons(hotspots, item, reasons, REASONS_MAX);

		for (size_t r = 0; r < count && !err; r++) {
			struct table_cell cells[DATA_COLUMNS] = {
				[KERNEL].text = name,
				[FILE_NAME].text = item->state == SOURCE_FOUND ? item->file : NULL,
				[LINE] = { .integer = item->line,
				           .is_none = item->state != SOURCE_FOUND || !item->line },
				[OFFSET] = { .integer = item->pc_offset_bytes,
				             .is_none = !option_sass },
				[REASON].text =
				        hotspots->trace->stall_reasons[reasons[r].reason].name,
				[SAMPLES].integer = reasons[r].samples,
				[NOT_ISSUED].integer = reasons[r].not_issued,
				[SHARE].real = percent(reasons[r].samples, hotspots->samples),
			};

			err = table_add(table, cells);
		}
	}
	free(reasons);
	return err;
}

/* ---- a kernel ---- */

static int print_heading(const struct hotspots *hotspots, const struct hotspots *all,
                         const struct hotspot *kernel, const char *name)
{
	char *clean = text_clean(name, 0);
	char *waiting = text_clean(stalls_text(all, kernel, (char[STALLS_TEXT]){ 0 }), 0);
	int err = clean && waiting ? 0 : -ENOMEM;

	if (!err)
		printf("%s%s%s\n%s samples, %s of all%s%s\n", color_begin(stdout, COLOR_HEADING),
		       clean, color_end(stdout), format_count(FORMAT, hotspots->samples),
		       format_percent(FORMAT, percent(hotspots->samples, all->samples)),
		       *waiting ? "; waiting for: " : "", waiting);
	free(waiting);
	free(clean);
	return err;
}

static int show_kernel(const struct hotspots *all, const struct hotspot *kernel,
                       const struct sources *sources, struct table *table, const char *name)
{
	struct hotspots hotspots;
	int err = hotspots_init(&hotspots, all->trace, sources,
	                        option_sass ? HOTSPOT_INSTRUCTION : HOTSPOT_LINE, kernel->function);

	if (!err && table)
		err = add_data(table, &hotspots, name);
	else if (!err)
		err = print_heading(&hotspots, all, kernel, name);
	if (!err && !table)
		err = option_sass ? print_sass(&hotspots) : print_source(&hotspots);
	hotspots_release(&hotspots);
	return err;
}

/* How well option_kernel names the function: 2 exactly, 1 in part, 0 not; -ENOMEM. */
static int match(const char *mangled, const char *name)
{
	char *shortened = function_shorten(name, 0);
	int found = 0;

	if (!shortened)
		return -ENOMEM;
	if (strcmp(mangled, option_kernel) == 0 || strcmp(name, option_kernel) == 0 ||
	    strcmp(shortened, option_kernel) == 0)
		found = 2;
	else if (strstr(name, option_kernel))
		found = 1;
	free(shortened);
	return found;
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
static int show_kernels(const struct trace *trace, bool *is_found)
{
	struct sources *sources = open_sources(trace->path);
	struct table *table =
	        option_format == TABLE_TEXT ? NULL : table_new(data_columns, DATA_COLUMNS);
	struct hotspots all;
	int err = hotspots_init(&all, trace, NULL, HOTSPOT_FUNCTION, NONE);

	if (option_format != TABLE_TEXT && !table)
		err = -ENOMEM;
	*is_found = false;
	for (int wanted = 2; wanted >= 1 && !*is_found && !err; wanted--)
		for (size_t i = 0; i < all.count && !err; i++) {
			const char *mangled = trace->functions[all.items[i].function].name;
			char *name = demangle(mangled);
			int found = name ? match(mangled, name) : -ENOMEM;

			if (found == wanted) {
				if (*is_found && !table)
					putchar('\n');
				*is_found = true;
				err = show_kernel(&all, &all.items[i], sources, table, name);
			}
			err = found < 0 ? found : err;
			free(name);
		}
	if (!err && table && *is_found)
		err = table_print(table, stdout, (enum table_format)option_format);
	table_free(table);
	hotspots_release(&all);
	sources_close(sources);
	return err;
}

/* ---- what is missing ---- */

static void print_none(const struct trace *trace)
{
	for (size_t i = 0; i < trace->diagnostics_count; i++)
		if (strcmp(trace->diagnostics[i].code, "stalls-not-recorded") == 0) {
			char *message = text_clean(trace->diagnostics[i].message, 0);

			printf("The trace has no samples of warps: %s\n", message ? message : "");
			free(message);
			return;
		}
	puts(trace->pc_samplings_count
	             ? "The trace has no samples of warps although they were asked for: no kernel "
	               "ran long enough; --stall-period 10 samples more often"
	             : "The trace has no samples of warps: record with 'warpwise record --stalls'");
}

/* What the samples do not show, beside the table. */
static void print_missing(const struct trace *trace)
{
	double samples = 0, dropped = 0, non_user = 0;

	for (size_t i = 0; i < trace->pc_samplings_count; i++) {
		samples += (double)trace->pc_samplings[i].samples;
		dropped += (double)trace->pc_samplings[i].dropped_samples;
		non_user += (double)trace->pc_samplings[i].non_user_samples;
	}
	if (samples > 0 && dropped > 0)
		printf("%s of all samples were dropped by the GPU: raise --stall-period\n",
		       format_percent(FORMAT, 100 * dropped / samples));
	if (samples > 0 && non_user > 0)
		printf("%s of all samples were in kernels that no call launched: other kernels "
		       "launched them\n",
		       format_percent(FORMAT, 100 * non_user / samples));
}

static int run(int argc, char **argv)
{
	char error[TRACE_ERROR_MAX];
	struct trace trace;
	bool is_found = true;
	int err = 0;

	(void)argc;
	if (trace_load(&trace, argv[0], error))
		return cmd_unusable(argv[0], error);
	if (trace.pc_samples_count == 0 && option_format == TABLE_TEXT)
		print_none(&trace);
	else if (trace.pc_samples_count == 0 || !option_kernel)
		err = print_list(&trace);
	else
		err = show_kernels(&trace, &is_found);
	if (!err && is_found && option_format == TABLE_TEXT)
		print_missing(&trace);
	trace_release(&trace);
	if (err)
		cmd_error("cannot show the samples: %s", strerror(-err));
	else if (!is_found)
		return cmd_usage_error("no kernel with samples has a name like '%s'",
		                       option_kernel);
	return err ? STATUS_FAILED : STATUS_OK;
}

const struct cmd cmd_source = {
	.name = "source",
	.summary = "print the source of kernels with what their warps waited for",
	.arguments = "TRACE",
	.description =
	        "Prints where the warps of a program recorded with --stalls spent their time: the "
	        "hottest kernels, or with --kernel the source of one, with the samples on each "
	        "line, their share and what the warps waited for most.\n"
	        "\n"
	        "A sample says where a warp was and what kept it there: 'selected' is one that "
	        "issued an instruction, everything else waited. Many samples of a line mean that "
	        "warps spent much time there, which costs only where no other warp could issue "
	        "instead: not_issued_samples in CSV and JSON.\n"
	        "\n"
	        "Lines are known for code that was compiled with -lineinfo. The text is read from "
	        "the source file as it is now; where it is not on this machine, lines come by "
	        "number.",
	.examples = "warpwise record --stalls -o run.db ./app\n"
	            "warpwise source run.db\n"
	            "warpwise source --kernel matmul run.db\n"
	            "warpwise source --kernel matmul --sass --format csv run.db >matmul.csv",
	.options = options,
	.min_arguments = 1,
	.max_arguments = 1,
	.argument_kind = KIND_TRACE,
	.run = run,
};
