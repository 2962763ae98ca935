/* SPDX-License-Identifier: MIT */
/* The source lines of a kernel that matter for a finding, by name. Any thread, one at a time. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "base/text.h"
#include "rules/shared/constants.h"
#include "rules/shared/kernels.h"
#include "rules/shared/names.h"

enum {
	LINES_NAMED = 3,   /* source lines in a finding */
	BARRIER_NEAR = 16, /* instructions that warps may execute behind one before they wait */
	FILE_COLUMNS = 40,
	REASONS_MAX = 64,
};

static const char loads_label[] = "loads at";

struct weighed_line {
	const char *file; /* line 0: the name of a function that has no lines, as the compiler's
	                     pow() */
	uint32_t line;
	double weight;
};

/* Writes the offsets of the instructions that are meant where warps were sampled at instruction AT
 * of CODE, and returns how many these are. */
typedef size_t places_of(int64_t places[CODE_LOADS_MAX], const struct kernel_code *code, size_t at);

/* Which lines are asked for: those of FUNCTION that WEIGHT has something for. */
struct question {
	const struct kernel_profiles *profiles;
	uint32_t function;
	kernel_line_weight *weight;
	const void *context;
	const struct kernel_code *code; /* NULL: the places are what is meant; else PLACES are */
	places_of *places;
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

/* A barrier lets warps go on until they need what is behind it. */
static size_t barrier_before(int64_t places[CODE_LOADS_MAX], const struct kernel_code *code,
                             size_t at)
{
	places[0] = (int64_t)at * CODE_INSTRUCTION_BYTES;
	for (size_t i = 0; i <= BARRIER_NEAR && i <= at; i++)
		if (code->items[at - i].is_barrier) {
			places[0] = (int64_t)(at - i) * CODE_INSTRUCTION_BYTES;
			break;
		}
	return 1;
}

/* Whether LOAD is in the innermost loop that the instruction AT of CODE is in. */
static bool is_in_its_loop(const struct kernel_code *code, size_t at, uint32_t load)
{
	const struct code_instruction *instruction = &code->items[at];

	return instruction->is_in_loop && load >= instruction->loop_head &&
	       (load < at || (code->items[load].is_in_loop &&
	                      code->items[load].loop_head == instruction->loop_head));
}

/* What is waited for was loaded further up: in a loop, by its rounds. What was loaded before it is
 * waited for in the first of them alone. */
static size_t loads_awaited(int64_t places[CODE_LOADS_MAX], const struct kernel_code *code,
                            size_t at)
{
	const struct code_instruction *instruction = &code->items[at];
	bool has_own = false;
	size_t count = 0;

	for (int i = 0; i < instruction->loads_count; i++)
		has_own |= is_in_its_loop(code, at, instruction->loads[i]);
	for (int i = 0; i < instruction->loads_count; i++)
		if (!has_own || is_in_its_loop(code, at, instruction->loads[i]))
			places[count++] = (int64_t)instruction->loads[i] * CODE_INSTRUCTION_BYTES;
	return count;
}

/* The same of those alone whose place the data decide. */
static size_t data_loads_awaited(int64_t places[CODE_LOADS_MAX], const struct kernel_code *code,
                                 size_t at)
{
	const struct code_instruction *instruction = &code->items[at];
	size_t count = 0;

	for (int i = 0; i < instruction->loads_count; i++)
		if (code->items[instruction->loads[i]].is_by_data)
			places[count++] = (int64_t)instruction->loads[i] * CODE_INSTRUCTION_BYTES;
	return count;
}

static size_t places_meant(int64_t places[CODE_LOADS_MAX], const struct question *asked, int64_t pc)
{
	const int64_t at = pc / CODE_INSTRUCTION_BYTES;

	if (asked->code && pc >= 0 && at < (int64_t)asked->code->count)
		return asked->places(places, asked->code, (size_t)at);
	places[0] = pc;
	return 1;
}

/*
 * The line of the instruction in the program's own files: where something of the system's was
 * inlined, the line that called it. False: unknown.
 */
static bool find_line(struct weighed_line *weighed, const struct question *asked,
                      int64_t module_crc, int64_t offset_bytes)
{
	const struct kernel_profiles *profiles = asked->profiles;
	struct source_where where;
	size_t frame = 0;

	if (source_line(kernel_profiles_sources(profiles), &module_crc,
	                profiles->trace->functions[asked->function].name, (uint64_t)offset_bytes,
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

/* The first of LINES, with their parts of what all weigh, unless that is a few samples, in LIST. */
static const char *name_heaviest(struct name_list *list, const struct heaviest *lines)
{
	for (size_t i = 0; i < lines->count && i < LINES_NAMED; i++) {
		const struct weighed_line *line = &lines->items[i];
		double percent = 100 * line->weight / lines->all;
		char text[NAME_MAX_BYTES], share[16] = "";

		if (percent < LINE_WEIGHT_MIN_PERCENT && i > 0)
			break;
		if (lines->all >= LINE_SHARES_MIN)
			snprintf(share, sizeof share, " (%.0f %%)", percent);
		if (line->line)
			snprintf(text, sizeof text, "%.*s:%u%s", FILE_COLUMNS,
			         text_file_name(line->file), line->line, share);
		else
			snprintf(text, sizeof text, "%.*s()%s", FILE_COLUMNS, line->file, share);
		name_list_add(list, text);
	}
	return name_list_end(list);
}

/* Adds WEIGHT at INSTRUCTION to the lines that are meant there, a part to each. */
static void add_weight(struct heaviest *lines, const struct question *asked,
                       const struct kernel_line *instruction, double weight)
{
	int64_t places[CODE_LOADS_MAX];
	const size_t count = places_meant(places, asked, instruction->pc_offset_bytes);

	lines->all += weight;
	for (size_t i = 0; i < count; i++) {
		struct weighed_line *line = &lines->items[lines->count];

		line->weight = weight / (double)count;
		lines->count += find_line(line, asked, instruction->module_crc, places[i]);
	}
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
	if (!err && !(lines->items = calloc(CODE_LOADS_MAX * all.count + 1, sizeof *lines->items)))
		err = -ENOMEM;
	for (size_t i = 0; !err && i < all.count; i++) {
		const double weight = asked->weight(&all, &all.items[i], asked->context);

		if (weight > 0)
			add_weight(lines, asked, &all.items[i], weight);
	}
	lines->count = sort_lines(lines->items, lines->count);
	kernel_lines_release(&all);
	return err;
}

/* Whether the loads that are waited for are in the lines that TEXT names. */
static bool is_said(const struct finding *finding, const char *text)
{
	for (size_t i = 0; i < finding->facts_count; i++)
		if (strcmp(finding->facts[i].label, loads_label) == 0 &&
		    strcmp(finding->facts[i].text, text) == 0)
			return true;
	return false;
}

/* Whether the lines that were found have most of what was to be named. */
static bool are_most(const struct heaviest *lines)
{
	double named = 0;

	for (size_t i = 0; i < lines->count; i++)
		named += lines->items[i].weight;
	return 2 * named > lines->all;
}

static void name_lines(struct check *check, struct finding *finding, const char *label,
                       const struct question *asked)
{
	struct heaviest lines;
	struct name_list list = { 0 };
	const char *text;
	size_t at = 0;
	int err = weigh_lines(&lines, asked);

	if (!lines.items || (!err && asked->places == loads_awaited && !are_most(&lines)))
		lines.count = 0;
	if (!err && lines.count) {
		text = name_heaviest(&list, &lines);
		if (!is_said(finding, text))
			finding_fact(finding, label, "%s", text);
	}
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

/* The same where the PLACES that are ASKED for are those that the code tells. */
static void name_places(struct check *check, struct finding *finding, const char *label,
                        const struct question *asked)
{
	struct kernel_code code = { 0 };
	struct question question = *asked;
	int err = code_instructions_read(&code.items, &code.count, check->trace, asked->function);

	question.code = &code;
	if (!err)
		name_lines(check, finding, label, &question);
	free(code.items);
	check_failed(check, err);
}

void kernel_name_barriers(struct check *check, struct finding *finding, const struct kernel *kernel,
                          const char *label, kernel_line_weight *weight, const void *context)
{
	name_places(check, finding, label,
	            &(struct question){ .profiles = check->profiles,
	                                .function = kernel->function,
	                                .weight = weight,
	                                .context = context,
	                                .places = barrier_before });
}

/* The loads that PLACES finds for warps that wait for data. */
static void name_awaited_loads(struct check *check, struct finding *finding,
                               const struct kernel *kernel, places_of *places)
{
	static const char *const waiting[] = { "long_scoreboard", NULL };

	name_places(check, finding, loads_label,
	            &(struct question){ .profiles = check->profiles,
	                                .function = kernel->function,
	                                .weight = kernel_line_samples,
	                                .context = waiting,
	                                .places = places });
}

void kernel_name_loads(struct check *check, struct finding *finding, const struct kernel *kernel)
{
	name_awaited_loads(check, finding, kernel, loads_awaited);
}

void kernel_name_data_loads(struct check *check, struct finding *finding,
                            const struct kernel *kernel)
{
	name_awaited_loads(check, finding, kernel, data_loads_awaited);
}

double kernel_line_stalls(const struct kernel_lines *lines, const struct kernel_line *line,
                          kernel_stall_weight *weight, const void *context)
{
	const struct trace_stall_reason *all = lines->hotspots.trace->stall_reasons;
	struct hotspot_reason reasons[REASONS_MAX];
	size_t count = 0;
	double samples = 0;

	if (line->hotspot.count)
		count = hotspot_reasons(&lines->hotspots, &line->hotspot, reasons, REASONS_MAX);
	for (size_t i = 0; i < count; i++)
		samples += weight(&all[reasons[i].reason], context) * (double)reasons[i].samples;
	return samples;
}

static double is_asked_for(const struct trace_stall_reason *stall, const void *labels)
{
	return text_is_one_of(stall->label, labels);
}

double kernel_line_samples(const struct kernel_lines *lines, const struct kernel_line *line,
                           const void *context)
{
	return context ? kernel_line_stalls(lines, line, is_asked_for, context)
	               : (double)line->samples;
}

double kernel_line_executions(const struct kernel_line *line)
{
	return is_measured(line->inst_executed) ? line->inst_executed : (double)line->samples;
}

bool kernel_is_told_by_issue(const struct kernel_profile *p)
{
	return p->samples_issued >= SAMPLES_MIN && p->verdict_compute >= VERDICT_LATENCY_PERCENT &&
	       !(p->verdict_memory > p->verdict_compute);
}

const char *const kernel_issued[] = { "selected", NULL };

void kernel_name_hottest(struct check *check, struct finding *finding, const struct kernel *kernel,
                         const char *const *reasons)
{
	const bool is_issued =
	        !reasons && kernel_is_told_by_issue(&check->profiles->functions[kernel->function]);

	if (finding->file || check->profiles->functions[kernel->function].samples < SAMPLES_MIN)
		return;
	if (reasons && text_is_one_of("long_scoreboard", reasons))
		kernel_name_loads(check, finding, kernel);
	kernel_name_lines(check, finding, kernel,
	                  is_issued ? "issues at"
	                  : reasons ? "waits at"
	                            : "most samples",
	                  kernel_line_samples, is_issued ? kernel_issued : reasons);
}

int kernel_hottest_lines(char *text, size_t size, const struct kernel_profiles *profiles,
                         uint32_t function, const char *const *reasons)
{
	struct heaviest lines;
	struct name_list list = { 0 };
	int err = weigh_lines(&lines, &(struct question){ .profiles = profiles,
	                                                  .function = function,
	                                                  .weight = kernel_line_samples,
	                                                  .context = reasons });

	text[0] = '\0';
	if (!err && lines.count && lines.all >= SAMPLES_MIN &&
	    100 * lines.items->weight >= LINE_TELLS_PERCENT * lines.all)
		snprintf(text, size, "%s", name_heaviest(&list, &lines));
	free(lines.items);
	return err;
}

const struct code_instruction *kernel_code_at(const struct kernel_code *code,
                                              const struct kernel_line *line)
{
	const uint64_t at = (uint64_t)line->pc_offset_bytes / CODE_INSTRUCTION_BYTES;

	return at < code->count ? &code->items[at] : NULL;
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
