/* SPDX-License-Identifier: MIT */
/* The source lines of a kernel that matter for a finding, by name. Any thread, one at a time. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/kernels.h"
#include "rules/shared/names.h"

enum {
	LINES_NAMED = 3, /* source lines in a finding */
	FILE_COLUMNS = 40,
	REASONS_MAX = 64,
};

struct weighed_line {
	const char *file; /* line 0: the name of a function that has no lines, as the compiler's
	                     pow() */
	uint32_t line;
	double weight;
};

/* What the toolkit and the system bring with them: atomicAdd() is a line of such a file. */
static bool is_system_file(const char *path)
{
	return strncmp(path, "/usr/", 5) == 0 || strstr(path, "-linux/include/");
}

/*
 * The line of the instruction in the program's own files: where something of the system's was
 * inlined, the line that called it. False: unknown.
 */
static bool find_line(struct weighed_line *weighed, const struct trace *trace,
                      const struct sources *sources, uint32_t function,
                      const struct kernel_line *instruction)
{
	struct source_where where;
	size_t frame = 0;

	if (source_line(sources, &instruction->module_crc, trace->functions[function].name,
	                (uint64_t)instruction->pc_offset_bytes, &where) != SOURCE_FOUND) {
		weighed->file = where.frame_count ? where.frames[0].function : "";
		weighed->line = 0;
		return *weighed->file;
	}
	while (frame + 1 < where.frame_count && is_system_file(where.frames[frame].file))
		frame++;
	weighed->file = where.frames[frame].file;
	weighed->line = where.frames[frame].line;
	return *weighed->file && weighed->line > 0 && weighed->line <= INT32_MAX;
}

static int compare_places(const void *a, const void *b)
{
	const struct weighed_line *left = a, *right = b;
	int order = strcmp(left->file, right->file);

	return order ? order : (left->line > right->line) - (left->line < right->line);
}

static int compare_weights(const void *a, const void *b)
{
	const struct weighed_line *left = a, *right = b;

	if (left->weight != right->weight)
		return left->weight > right->weight ? -1 : 1;
	return compare_places(a, b);
}

/* Adds up equal lines and puts the heaviest first. Returns how many there are. */
static size_t sort_lines(struct weighed_line *lines, size_t count)
{
	size_t kept = 0;

	if (count)
		qsort(lines, count, sizeof *lines, compare_places);
	for (size_t i = 0; i < count; i++)
		if (kept && compare_places(&lines[kept - 1], &lines[i]) == 0)
			lines[kept - 1].weight += lines[i].weight;
		else
			lines[kept++] = lines[i];
	if (kept)
		qsort(lines, kept, sizeof *lines, compare_weights);
	return kept;
}

static const char *file_name(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? slash + 1 : path;
}

/* The heaviest of LINES, which come in that order, and their parts of ALL, in LIST. */
static const char *name_heaviest(struct name_list *list, const struct weighed_line *lines,
                                 size_t count, double all)
{
	for (size_t i = 0; i < count && i < LINES_NAMED; i++) {
		double percent = 100 * lines[i].weight / all;
		char text[NAME_MAX_BYTES];

		if (percent < LINE_WEIGHT_MIN_PERCENT && i > 0)
			break;
		if (lines[i].line)
			snprintf(text, sizeof text, "%.*s:%u (%.0f %%)", FILE_COLUMNS,
			         file_name(lines[i].file), lines[i].line, percent);
		else
			snprintf(text, sizeof text, "%.*s() (%.0f %%)", FILE_COLUMNS, lines[i].file,
			         percent);
		name_list_add(list, text);
	}
	return name_list_end(list);
}

/* The lines of FUNCTION that WEIGHT has something for, the heaviest first. LINES is the caller's to
 * free, its texts are the profiles'. */
static int weigh_lines(struct weighed_line **weighed, size_t *count, double *all,
                       const struct kernel_profiles *profiles, uint32_t function,
                       kernel_line_weight *weight, const void *context)
{
	const struct sources *sources = kernel_profiles_sources(profiles);
	struct kernel_lines lines = { 0 };
	int err;

	*weighed = NULL;
	*count = 0;
	*all = 0;
	if (!sources)
		return 0;
	err = kernel_lines_init(&lines, profiles, NULL, KERNEL_INSTRUCTIONS, function);
	if (!err && !(*weighed = calloc(lines.count + 1, sizeof **weighed)))
		err = -ENOMEM;
	for (size_t i = 0; !err && i < lines.count; i++) {
		struct weighed_line *line = &(*weighed)[*count];

		line->weight = weight(&lines, &lines.items[i], context);
		if (!(line->weight > 0))
			continue;
		*all += line->weight;
		*count += find_line(line, profiles->trace, sources, function, &lines.items[i]);
	}
	*count = sort_lines(*weighed, *count);
	kernel_lines_release(&lines);
	return err;
}

void kernel_name_lines(struct check *check, struct finding *finding, const struct kernel *kernel,
                       const char *label, kernel_line_weight *weight, const void *context)
{
	struct weighed_line *lines;
	struct name_list list = { 0 };
	size_t count, at = 0;
	double all;
	int err = weigh_lines(&lines, &count, &all, check->profiles, kernel->function, weight,
	                      context);

	if (!err && count)
		finding_fact(finding, label, "%s", name_heaviest(&list, lines, count, all));
	while (at < count && !lines[at].line) /* the place of a finding is a line */
		at++;
	if (!err && !finding->file && at < count) {
		finding->file = strdup(lines[at].file);
		finding->line = finding->file ? (int)lines[at].line : 0;
	}
	free(lines);
	check_failed(check, err);
}

static bool is_one_of(const char *const *labels, const char *label)
{
	while (*labels && strcmp(*labels, label) != 0)
		labels++;
	return *labels != NULL;
}

/* Samples of the reasons that CONTEXT has; NULL: of all. */
static double samples_of(const struct kernel_lines *lines, const struct kernel_line *line,
                         const void *context)
{
	const struct trace_stall_reason *all = lines->hotspots.trace->stall_reasons;
	struct hotspot_reason reasons[REASONS_MAX];
	size_t count = 0;
	double samples = 0;

	if (!context)
		return (double)line->samples;
	if (line->hotspot.count)
		count = hotspot_reasons(&lines->hotspots, &line->hotspot, reasons, REASONS_MAX);
	for (size_t i = 0; i < count; i++)
		if (is_one_of(context, all[reasons[i].reason].label))
			samples += (double)reasons[i].samples;
	return samples;
}

void kernel_name_hottest(struct check *check, struct finding *finding, const struct kernel *kernel,
                         const char *const *reasons)
{
	if (!finding->file && check->profiles->functions[kernel->function].samples >= SAMPLES_MIN)
		kernel_name_lines(check, finding, kernel, reasons ? "waits at" : "most samples",
		                  samples_of, reasons);
}

int kernel_hottest_lines(char *text, size_t size, const struct kernel_profiles *profiles,
                         uint32_t function)
{
	struct weighed_line *lines;
	struct name_list list = { 0 };
	size_t count;
	double all;
	int err = weigh_lines(&lines, &count, &all, profiles, function, samples_of, NULL);

	text[0] = '\0';
	if (!err && count && all >= SAMPLES_MIN)
		snprintf(text, size, "%s", name_heaviest(&list, lines, count, all));
	free(lines);
	return err;
}

double kernel_weigh_code(struct check *check, const struct kernel *kernel,
                         kernel_line_weight *weight)
{
	struct kernel_code code = { 0 };
	struct kernel_lines lines = { 0 };
	double sum = 0;
	int err = code_instructions_read(&code.items, &code.count, check->trace, kernel->function);

	if (!err)
		err = kernel_lines_init(&lines, check->profiles, NULL, KERNEL_INSTRUCTIONS,
		                        kernel->function);
	for (size_t i = 0; !err && i < lines.count; i++)
		sum += weight(&lines, &lines.items[i], &code);
	kernel_lines_release(&lines);
	free(code.items);
	check_failed(check, err);
	return sum;
}

void kernel_name_code(struct check *check, struct finding *finding, const struct kernel *kernel,
                      const char *label, kernel_line_weight *weight)
{
	struct kernel_code code = { 0 };
	int err = code_instructions_read(&code.items, &code.count, check->trace, kernel->function);

	if (!err)
		kernel_name_lines(check, finding, kernel, label, weight, &code);
	free(code.items);
	check_failed(check, err);
}
