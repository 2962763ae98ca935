/* SPDX-License-Identifier: MIT */
/*
 * The code of the hottest functions with what was measured at each line and instruction: what
 * warpwise source prints, for the report. The text of a line is there where its file is.
 */
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"
#include "code/source_text.h"
#include "report/report_parts.h"

enum { WAIT_PERCENT = 5 /* of a line's samples: a second reason below it is not told */ };

/* ---- figures ---- */

static void add_waits(struct report *report, struct report_figures *to,
                      const struct kernel_lines *lines, const struct kernel_line *line)
{
	struct hotspot_reason reasons[REPORT_WAITS_MAX + 1]; /* and one that issues */
	size_t count;

	if (line->hotspot.samples < SAMPLES_MIN)
		return;
	count = hotspot_reasons(&lines->hotspots, &line->hotspot, reasons, REPORT_WAITS_MAX + 1);
	for (size_t i = 0; i < count && to->waits_count < REPORT_WAITS_MAX; i++) {
		const struct trace_stall_reason *reason =
		        &lines->hotspots.trace->stall_reasons[reasons[i].reason];
		double percent = percent_of(reasons[i].samples, line->hotspot.samples);

		if (reason->is_issuing || (to->waits_count && percent < WAIT_PERCENT))
			continue;
		to->waits[to->waits_count++] = (struct report_reason){
			.reason = report_text(report, "%s", reason->label),
			.percent = percent,
		};
	}
}

static struct report_figures figures_of(struct report *report, const struct kernel_lines *lines,
                                        const struct kernel_line *line)
{
	const int64_t samples = lines->hotspots.samples;
	struct report_figures figures = {
		.samples = line->samples,
		.samples_percent =
		        samples >= SAMPLES_MIN ? percent_of(line->samples, samples) : (double)NAN,
		.lanes = line->threads_per_inst,
		.splits = line->branch_targets_divergent,
		.excess_sectors = line->excess_sectors,
		.excess_wavefronts = line->excess_wavefronts,
	};

	add_waits(report, &figures, lines, line);
	return figures;
}

/* ---- which lines are worth their place ---- */

/* A line's or an instruction's claim to be in the report. */
struct claim {
	int64_t samples;
	double excess;
	size_t index;
};

static int compare_claims(const void *a, const void *b)
{
	const struct claim *left = a, *right = b;

	if (left->samples != right->samples)
		return left->samples > right->samples ? -1 : 1;
	if (left->excess != right->excess)
		return left->excess > right->excess ? -1 : 1;
	return left->index < right->index ? -1 : 1;
}

static double or_none(double value)
{
	return is_measured(value) ? value : 0;
}

static int compare_indices(const void *a, const void *b)
{
	const struct claim *left = a, *right = b;

	return (left->index > right->index) - (left->index < right->index);
}

/* The MAX of LINES with the most samples, in their order. New memory; NULL without. */
static struct claim *choose(const struct kernel_lines *lines, size_t max, size_t *count)
{
	struct claim *claims = calloc(lines->count + 1, sizeof *claims);

	*count = 0;
	if (!claims)
		return NULL;
	for (size_t i = 0; i < lines->count; i++)
		claims[i] = (struct claim){
			.samples = lines->items[i].samples,
			.excess = or_none(lines->items[i].excess_sectors) +
			          or_none(lines->items[i].excess_wavefronts),
			.index = i,
		};
	*count = lines->count;
	if (lines->count <= max)
		return claims;
	qsort(claims, lines->count, sizeof *claims, compare_claims);
	*count = max;
	qsort(claims, max, sizeof *claims, compare_indices);
	return claims;
}

/* ---- files ---- */

/* The place of PATH among the files of CODE, where it is added if need be; NONE: no room is left.
 */
static uint32_t file_of(struct report *report, struct report_code *code, const char *path,
                        size_t room)
{
	for (size_t i = code->files_count; i-- > 0;) /* lines come by file */
		if (strcmp(code->files[i].path, path) == 0)
			return (uint32_t)i;
	if (code->files_count == room)
		return NONE;
	code->files[code->files_count].path = report_text(report, "%s", path);
	return (uint32_t)code->files_count++;
}

/* LINE as the report keeps it: without blanks at its end, and cut where a character begins. */
static const char *keep_line(struct report *report, const char *line)
{
	size_t length = line ? strlen(line) : 0;

	if (!line)
		return NULL;
	while (length && strchr(" \t\f\v", line[length - 1]))
		length--;
	if (length <= REPORT_LINE_BYTES_MAX)
		return report_text(report, "%.*s", (int)length, line);
	length = REPORT_LINE_BYTES_MAX;
	while (length && ((unsigned char)line[length] & 0xc0) == 0x80)
		length--;
	return report_text(report, "%.*s…", (int)length, line);
}

/* ---- lines ---- */

/* The code of one function while it is put together. */
struct work {
	struct report *report;
	const struct report_options *options;
	const struct kernel_lines *lines;
	struct report_code *code;
	struct disassembler *disassembler; /* NULL: no texts of instructions are asked for */
	size_t room;                       /* for lines */
};

static void add_line(struct work *work, const struct report_line *line)
{
	if (work->code->lines_count < work->room)
		work->code->lines[work->code->lines_count++] = *line;
}

/* Lines from FIRST to LAST that nothing was measured of, as far as the file has them. */
static void add_context(struct work *work, const struct source_text *text, uint32_t file,
                        uint32_t first, uint32_t last)
{
	for (uint32_t n = first; n <= last && source_text_line(text, n); n++)
		add_line(work, &(struct report_line){
		                       .file = file,
		                       .line = n,
		                       .text = keep_line(work->report, source_text_line(text, n)),
		               });
}

/* The COUNT lines of one file with those around them. */
static void add_file(struct work *work, const struct claim *claims, size_t count)
{
	const struct kernel_line *first = &work->lines->items[claims->index];
	const int64_t recorded_s = work->lines->hotspots.trace->start_unix_ns / 1000000000;
	const uint32_t file = file_of(work->report, work->code, first->file, work->room);
	struct source_text text = { 0 };
	uint32_t printed = 0;

	if (file == NONE)
		return;
	if (work->options->has_source_text &&
	    source_text_init(&text, first->file, work->options->source_folder))
		report_keep(work->report, NULL);
	if (text.path)
		work->code->files[file].found = report_text(work->report, "%s", text.path);
	work->code->files[file].is_newer = recorded_s && text.modified_unix_s > recorded_s;
	for (size_t i = 0; i < count; i++) {
		const struct kernel_line *line = &work->lines->items[claims[i].index];
		uint32_t next =
		        i + 1 < count ? work->lines->items[claims[i + 1].index].line : UINT32_MAX;
		uint32_t from =
		        line->line > REPORT_CODE_CONTEXT ? line->line - REPORT_CODE_CONTEXT : 1;
		uint32_t to = line->line < UINT32_MAX - REPORT_CODE_CONTEXT
		                      ? line->line + REPORT_CODE_CONTEXT
		                      : line->line;

		if (line->line)
			add_context(work, &text, file, from > printed ? from : printed + 1,
			            line->line - 1);
		add_line(work, &(struct report_line){
		                       .file = file,
		                       .line = line->line,
		                       .text = keep_line(work->report,
		                                         source_text_line(&text, line->line)),
		                       .is_measured = true,
		                       .figures = figures_of(work->report, work->lines, line),
		               });
		printed = next <= to ? next - 1 : to;
		if (line->line)
			add_context(work, &text, file, line->line + 1, printed);
	}
	source_text_release(&text);
}

/* What is at no known line: why stands in the place of its text. */
static void add_without_line(struct work *work, const struct kernel_line *line)
{
	const uint32_t file = file_of(work->report, work->code, "", work->room);

	if (file == NONE)
		return;
	add_line(work, &(struct report_line){
	                       .file = file,
	                       .text = source_state_text(line->state),
	                       .is_measured = true,
	                       .figures = figures_of(work->report, work->lines, line),
	               });
}

/* How many lines COUNT of them become with those around them, within what is left for the report.
 */
static size_t room_for(const struct report *report, size_t count)
{
	size_t wanted = count * (2 * REPORT_CODE_CONTEXT + 1);
	size_t left = report->lines_count < REPORT_ALL_LINES_MAX
	                      ? REPORT_ALL_LINES_MAX - report->lines_count
	                      : 0;

	return wanted < left ? wanted : left;
}

static void add_lines(struct work *work)
{
	const struct kernel_lines *lines = work->lines;
	struct report_code *code = work->code;
	struct claim *claims;
	size_t count, measured = 0;

	claims = choose(lines, REPORT_CODE_LINES_MAX, &count);
	work->room = room_for(work->report, count);
	code->lines = report_array(work->report, work->room, sizeof *code->lines);
	code->files = report_array(work->report, work->room + 1, sizeof *code->files);
	if (!claims || report_has_failed(work->report)) {
		free(claims);
		report_keep(work->report, NULL);
		return;
	}
	for (size_t i = 0, end; i < count; i = end) {
		const struct kernel_line *line = &lines->items[claims[i].index];

		end = i + 1;
		if (line->state != SOURCE_FOUND) {
			add_without_line(work, line);
			continue;
		}
		while (end < count && lines->items[claims[end].index].state == SOURCE_FOUND &&
		       strcmp(lines->items[claims[end].index].file, line->file) == 0)
			end++;
		add_file(work, &claims[i], end - i);
	}
	for (size_t i = 0; i < code->lines_count; i++)
		measured += code->lines[i].is_measured;
	code->lines_left_out = lines->count - measured;
	work->report->lines_count += code->lines_count;
	free(claims);
}

/* ---- instructions ---- */

static void add_instructions(struct work *work)
{
	const struct kernel_lines *lines = work->lines;
	struct report_code *code = work->code;
	size_t left = work->report->instructions_count < REPORT_ALL_INSTRUCTIONS
	                      ? REPORT_ALL_INSTRUCTIONS - work->report->instructions_count
	                      : 0;
	size_t count;
	struct claim *claims = choose(
	        lines, left < REPORT_INSTRUCTIONS_MAX ? left : REPORT_INSTRUCTIONS_MAX, &count);

	code->instructions = report_array(work->report, count, sizeof *code->instructions);
	for (size_t i = 0; claims && code->instructions && i < count; i++) {
		const struct kernel_line *line = &lines->items[claims[i].index];

		code->instructions[code->instructions_count++] = (struct report_instruction){
			.offset_bytes = line->pc_offset_bytes,
			.file = file_of(work->report, code, line->file, work->room + 1),
			.line = line->line,
			.text = line->sass ? report_text(work->report, "%s", line->sass) : NULL,
			.figures = figures_of(work->report, lines, line),
		};
	}
	code->instructions_left_out = lines->count - code->instructions_count;
	work->report->instructions_count += code->instructions_count;
	if (!claims)
		report_keep(work->report, NULL);
	free(claims);
}

/* The texts of the instructions, or why there are none. */
static void add_sass(struct work *work, struct kernel_lines *lines,
                     const struct kernel_profiles *profiles, uint32_t function)
{
	if (kernel_lines_add_sass(lines, profiles, kernel_profiles_sources(profiles),
	                          work->disassembler, function))
		report_keep(work->report, NULL);
	else if (!lines->sass.count)
		work->code->sass_trouble = disassembler_trouble(work->disassembler);
}

/* ---- all ---- */

static void add_code(struct report *report, struct report_profile *to,
                     const struct kernel_profiles *profiles, const struct report_options *options,
                     struct disassembler *disassembler)
{
	static void (*const parts[])(struct work *) = {
		[KERNEL_LINES] = add_lines,
		[KERNEL_INSTRUCTIONS] = add_instructions,
	};
	struct work work = { .report = report, .options = options, .disassembler = disassembler };

	if (!profiles->has_instruction_metrics && to->profile.samples == 0)
		return;
	to->code = work.code = report_array(report, 1, sizeof *to->code);
	for (int by = KERNEL_LINES; by <= KERNEL_INSTRUCTIONS && !report_has_failed(report); by++) {
		struct kernel_lines lines;

		work.lines = &lines;
		if (kernel_lines_init(&lines, profiles, kernel_profiles_sources(profiles),
		                      (enum kernel_lines_by)by, to->profile.function))
			report_keep(report, NULL);
		else if (by == KERNEL_INSTRUCTIONS && disassembler)
			add_sass(&work, &lines, profiles, to->profile.function);
		if (!report_has_failed(report))
			parts[by](&work);
		kernel_lines_release(&lines);
	}
	if (to->code && to->code->lines_count == 0)
		to->code = NULL; /* neither sampled nor counted */
}

void report_add_code(struct report *report, struct report_process *process,
                     const struct kernel_profiles *profiles, const struct report_options *options)
{
	struct disassembler *disassembler =
	        options->has_sass ? disassembler_new(profiles->trace->path) : NULL;
	size_t codes = 0;

	if (options->has_sass && !disassembler)
		report_keep(report, NULL);
	for (size_t i = 0;
	     i < process->profiles_count && codes < REPORT_CODES_MAX && !report_has_failed(report);
	     i++) {
		add_code(report, &process->profiles[i], profiles, options, disassembler);
		codes += process->profiles[i].code != NULL;
	}
	disassembler_free(disassembler);
}
