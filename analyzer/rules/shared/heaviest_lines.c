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
	LINES_NAMED = 3,   /* source lines in a finding */
	BARRIER_NEAR = 16, /* instructions that warps may execute behind one before they wait */
	FILE_COLUMNS = 40,
	REASONS_MAX = 64,
};

struct weighed_line {
	const char *file; /* line 0: the name of a function that has no lines, as the compiler's
	                     pow() */
	uint32_t line;
	double weight;
};

/* Which lines are asked for: those of FUNCTION that WEIGHT has something for. */
struct question {
	const struct kernel_profiles *profiles;
	uint32_t function;
	kernel_line_weight *weight;
	const void *context;
	const struct kernel_code *code; /* NULL: the places are what is meant; else the barriers
	                                   before them */
};

/* The answer: the heaviest first, and the sum of all weights. Texts are the profiles'. */
struct heaviest {
	struct weighed_line *items;
	size_t count;
	double all;
};

/* What the toolkit and the system bring with them: atomicAdd() is a line of such a file. */
static bool is_system_file(const char *path)
{
	return strncmp(path, "/usr/", 5) == 0 || strstr(path, "-linux/include/");
}

/* The offset of the instruction that is meant where warps were sampled at PC: a barrier lets them
 * go on until they need what is behind it. */
static int64_t place_of(const struct question *asked, int64_t pc)
{
	const int64_t at = pc / CODE_INSTRUCTION_BYTES;

	if (!asked->code || pc < 0 || at >= (int64_t)asked->code->count)
		return pc;
	for (int64_t i = at; i >= 0 && i >= at - BARRIER_NEAR; i--)
		if (asked->code->items[i].is_barrier)
			return i * CODE_INSTRUCTION_BYTES;
	return pc;
}

/*
 * The line of the instruction in the program's own files: where something of the system's was
 * inlined, the line that called it. False: unknown.
 */
static bool find_line(struct weighed_line *weighed, const struct question *asked,
                      const struct kernel_line *instruction)
{
	const struct kernel_profiles *profiles = asked->profiles;
	struct source_where where;
	size_t frame = 0;

	if (source_line(kernel_profiles_sources(profiles), &instruction->module_crc,
	                profiles->trace->functions[asked->function].name,
	                (uint64_t)place_of(asked, instruction->pc_offset_bytes),
	                &where) != SOURCE_FOUND) {
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

/* The first of LINES, with their parts of what all weigh, in LIST. */
static const char *name_heaviest(struct name_list *list, const struct heaviest *lines)
{
	for (size_t i = 0; i < lines->count && i < LINES_NAMED; i++) {
		const struct weighed_line *line = &lines->items[i];
		double percent = 100 * line->weight / lines->all;
		char text[NAME_MAX_BYTES];

		if (percent < LINE_WEIGHT_MIN_PERCENT && i > 0)
			break;
		if (line->line)
			snprintf(text, sizeof text, "%.*s:%u (%.0f %%)", FILE_COLUMNS,
			         file_name(line->file), line->line, percent);
		else
			snprintf(text, sizeof text, "%.*s() (%.0f %%)", FILE_COLUMNS, line->file,
			         percent);
		name_list_add(list, text);
	}
	return name_list_end(list);
}

/* Sets LINES, whose items the caller frees. Returns 0 or -ENOMEM. */
static int weigh_lines(struct heaviest *lines, const struct question *asked)
{
	struct kernel_lines all = { 0 };
	int err;

	*lines = (struct heaviest){ 0 };
	if (!kernel_profiles_sources(asked->profiles))
		return 0;
	err = kernel_lines_init(&all, asked->profiles, NULL, KERNEL_INSTRUCTIONS, asked->function);
	if (!err && !(lines->items = calloc(all.count + 1, sizeof *lines->items)))
		err = -ENOMEM;
	for (size_t i = 0; !err && i < all.count; i++) {
		struct weighed_line *line = &lines->items[lines->count];

		line->weight = asked->weight(&all, &all.items[i], asked->context);
		if (!(line->weight > 0))
			continue;
		lines->all += line->weight;
		lines->count += find_line(line, asked, &all.items[i]);
	}
	lines->count = sort_lines(lines->items, lines->count);
	kernel_lines_release(&all);
	return err;
}

static void name_lines(struct check *check, struct finding *finding, const char *label,
                       const struct question *asked)
{
	struct heaviest lines;
	struct name_list list = { 0 };
	size_t at = 0;
	int err = weigh_lines(&lines, asked);

	if (!err && lines.count)
		finding_fact(finding, label, "%s", name_heaviest(&list, &lines));
	while (at < lines.count && !lines.items[at].line) /* the place of a finding is a line */
		at++;
	if (!err && !finding->file && at < lines.count) {
		finding->file = strdup(lines.items[at].file);
		finding->line = finding->file ? (int)lines.items[at].line : 0;
	}
	free(lines.items);
	check_failed(check, err);
}

void kernel_name_lines(struct check *check, struct finding *finding, const struct kernel *kernel,
                       const char *label, kernel_line_weight *weight, const void *context)
{
	name_lines(check, finding, label,
	           &(struct question){ .profiles = check->profiles,
	                               .function = kernel->function,
	                               .weight = weight,
	                               .context = context });
}

void kernel_name_barriers(struct check *check, struct finding *finding, const struct kernel *kernel,
                          const char *label, kernel_line_weight *weight, const void *context)
{
	struct kernel_code code = { 0 };
	int err = code_instructions_read(&code.items, &code.count, check->trace, kernel->function);

	if (!err)
		name_lines(check, finding, label,
		           &(struct question){ .profiles = check->profiles,
		                               .function = kernel->function,
		                               .weight = weight,
		                               .context = context,
		                               .code = &code });
	free(code.items);
	check_failed(check, err);
}

static bool is_one_of(const char *const *labels, const char *label)
{
	while (*labels && strcmp(*labels, label) != 0)
		labels++;
	return *labels != NULL;
}

/* Samples of the reasons that CONTEXT has; NULL: of all. */
double kernel_line_samples(const struct kernel_lines *lines, const struct kernel_line *line,
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
		                  kernel_line_samples, reasons);
}

int kernel_hottest_lines(char *text, size_t size, const struct kernel_profiles *profiles,
                         uint32_t function)
{
	struct heaviest lines;
	struct name_list list = { 0 };
	int err = weigh_lines(&lines, &(struct question){ .profiles = profiles,
	                                                  .function = function,
	                                                  .weight = kernel_line_samples });

	text[0] = '\0';
	if (!err && lines.count && lines.all >= SAMPLES_MIN)
		snprintf(text, size, "%s", name_heaviest(&list, &lines));
	free(lines.items);
	return err;
}

double kernel_weigh_code(struct check *check, const struct kernel *kernel,
                         kernel_line_weight *weight, const void *asked)
{
	struct kernel_code code = { .asked = asked };
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
                      const char *label, kernel_line_weight *weight, const void *asked)
{
	struct kernel_code code = { .asked = asked };
	int err = code_instructions_read(&code.items, &code.count, check->trace, kernel->function);

	if (!err)
		kernel_name_lines(check, finding, kernel, label, weight, &code);
	free(code.items);
	check_failed(check, err);
}
