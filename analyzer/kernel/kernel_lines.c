/* SPDX-License-Identifier: MIT */
/*
 * Instructions and lines of a function with what was sampled and counted there. Both come in order
 * of module and offset, and are merged as such; for lines they are put together afterwards.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/kernel_counters.h"
#include "kernel/kernel_profile.h"
#include "base/statistics.h"

/* ---- what is counted at an instruction ---- */

#define COUNT(member, metric)                                \
	{                                                    \
		metric, offsetof(struct kernel_line, member) \
	}

const struct kernel_count kernel_line_counts[] = {
	COUNT(inst_executed, "smsp__sass_inst_executed"),
	COUNT(thread_inst_executed, "smsp__sass_thread_inst_executed"),
	COUNT(thread_inst_executed_pred_on, "smsp__sass_thread_inst_executed_pred_on"),
	COUNT(branch_targets_divergent, "smsp__sass_branch_targets_threads_divergent"),
	COUNT(branch_targets_uniform, "smsp__sass_branch_targets_threads_uniform"),
	COUNT(global_sectors, "smsp__sass_sectors_mem_global"),
	COUNT(global_sectors_ideal, "smsp__sass_sectors_mem_global_ideal"),
	COUNT(shared_wavefronts, "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared"),
	COUNT(shared_wavefronts_ideal, "smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal"),
	{ NULL, 0 },
};

enum { COUNTS = sizeof kernel_line_counts / sizeof *kernel_line_counts - 1 };

double kernel_line_count(const struct kernel_line *line, const struct kernel_count *count)
{
	double value;

	memcpy(&value, (const char *)line + count->offset, sizeof value);
	return value;
}

/* Adds VALUE to a count that may be unmeasured so far. */
static void add(struct kernel_line *line, const struct kernel_count *count, double value)
{
	double old = kernel_line_count(line, count);

	if (!is_measured(value))
		return;
	value += is_measured(old) ? old : 0;
	memcpy((char *)line + count->offset, &value, sizeof value);
}

static void line_init(struct kernel_line *line, int64_t module_crc, int64_t pc_offset_bytes)
{
	*line = (struct kernel_line){
		.state = SOURCE_NO_MODULES,
		.file = "",
		.module_crc = module_crc,
		.pc_offset_bytes = pc_offset_bytes,
		.threads_per_inst = NAN,
		.excess_sectors = NAN,
		.excess_wavefronts = NAN,
	};
	for (size_t i = 0; i < COUNTS; i++)
		memcpy((char *)line + kernel_line_counts[i].offset, &(double){ NAN },
		       sizeof(double));
}

static double excess(double made, double ideal)
{
	if (!is_measured(made) || !is_measured(ideal))
		return NAN;
	return made > ideal ? made - ideal : 0;
}

static void derive(struct kernel_line *line)
{
	if (line->inst_executed > 0)
		line->threads_per_inst = line->thread_inst_executed / line->inst_executed;
	line->excess_sectors = excess(line->global_sectors, line->global_sectors_ideal);
	line->excess_wavefronts = excess(line->shared_wavefronts, line->shared_wavefronts_ideal);
}

/* ---- instructions ---- */

/* The metrics of FUNCTION: they are in order of function. */
static struct range metrics_of(const struct trace *trace, uint32_t function)
{
	const struct trace_instruction_metric *metrics = trace->instruction_metrics;
	struct range range = { 0, 0 };
	size_t high = trace->instruction_metrics_count;

#define FUNCTION_OF(i) \
	trace->launch_shapes[trace->measured_launches[metrics[i].launch].shape].function
	while (range.first < high) {
		size_t middle = range.first + (high - range.first) / 2;

		if (FUNCTION_OF(middle) < function)
			range.first = middle + 1;
		else
			high = middle;
	}
	while (range.first + range.count < trace->instruction_metrics_count &&
	       FUNCTION_OF(range.first + range.count) == function)
		range.count++;
#undef FUNCTION_OF
	return range;
}

static int compare_places(int64_t left_crc, int64_t left_offset, int64_t right_crc,
                          int64_t right_offset)
{
	if (left_crc != right_crc)
		return left_crc < right_crc ? -1 : 1;
	return (left_offset > right_offset) - (left_offset < right_offset);
}

/* Which count each metric is; COUNTS: none. NULL without memory. */
static uint8_t *find_counts(const struct trace *trace)
{
	uint8_t *count_of = malloc(trace->metrics_count + 1);

	for (size_t m = 0; count_of && m < trace->metrics_count; m++) {
		count_of[m] = 0;
		while (count_of[m] < COUNTS &&
		       strcmp(kernel_line_counts[count_of[m]].metric, trace->metrics[m].name) != 0)
			count_of[m]++;
	}
	return count_of;
}

/* A trace leaves out zeros: at an instruction that was counted, what is not there did not
 * happen. */
static void begin_counts(struct kernel_line *line, const uint8_t *count_of, size_t metrics)
{
	for (size_t m = 0; m < metrics; m++)
		if (count_of[m] < COUNTS)
			add(line, &kernel_line_counts[count_of[m]], 0);
}

/* Takes the instructions of the samples and of the metrics, which both are in order of place. */
static int collect(struct kernel_lines *lines, const struct trace *trace, struct range metrics)
{
	const struct trace_instruction_metric *m = trace->instruction_metrics + metrics.first;
	const struct hotspots *hotspots = &lines->hotspots;
	uint8_t *count_of = find_counts(trace);
	size_t taken = 0, sampled = 0;

	lines->items = calloc(hotspots->count + metrics.count + 1, sizeof *lines->items);
	if (!lines->items || !count_of) {
		free(count_of);
		return -ENOMEM;
	}
	while (sampled < hotspots->count || taken < metrics.count) {
		const struct hotspot *hotspot =
		        sampled < hotspots->count ? &hotspots->items[sampled] : NULL;
		int order = !hotspot ? 1
		            : taken == metrics.count
		                    ? -1
		                    : compare_places(hotspot->module_crc, hotspot->pc_offset_bytes,
		                                     m[taken].module_crc, m[taken].pc_offset_bytes);
		struct kernel_line *line = &lines->items[lines->count++];

		if (order <= 0)
			line_init(line, hotspot->module_crc, hotspot->pc_offset_bytes);
		else
			line_init(line, m[taken].module_crc, m[taken].pc_offset_bytes);
		if (order <= 0) {
			line->samples = hotspot->samples;
			line->hotspot = *hotspot;
			sampled++;
		}
		if (order >= 0)
			begin_counts(line, count_of, trace->metrics_count);
		for (; taken < metrics.count &&
		       compare_places(m[taken].module_crc, m[taken].pc_offset_bytes,
		                      line->module_crc, line->pc_offset_bytes) == 0;
		     taken++)
			if (count_of[m[taken].metric] < COUNTS)
				add(line, &kernel_line_counts[count_of[m[taken].metric]],
				    (double)m[taken].value);
	}
	free(count_of);
	return 0;
}

/* ---- lines ---- */

static void locate(struct kernel_lines *lines, const struct sources *sources, const char *mangled)
{
	for (size_t i = 0; sources && i < lines->count; i++) {
		struct kernel_line *line = &lines->items[i];
		struct source_where where;

		line->state = source_line(sources, &line->module_crc, mangled,
		                          (uint64_t)line->pc_offset_bytes, &where);
		if (line->state != SOURCE_FOUND)
			continue;
		line->file = where.frames[0].file;
		line->line = where.frames[0].line;
	}
}

static int compare_lines(const void *a, const void *b)
{
	const struct kernel_line *left = a, *right = b;
	int order;

	if (left->state != right->state)
		return left->state == SOURCE_FOUND    ? -1
		       : right->state == SOURCE_FOUND ? 1
		       : left->state < right->state   ? -1
		                                      : 1;
	order = strcmp(left->file, right->file);
	if (order)
		return order;
	if (left->line != right->line)
		return left->line < right->line ? -1 : 1;
	return compare_places(left->module_crc, left->pc_offset_bytes, right->module_crc,
	                      right->pc_offset_bytes);
}

static bool is_same_line(const struct kernel_line *a, const struct kernel_line *b)
{
	return a->state == b->state && a->line == b->line && strcmp(a->file, b->file) == 0;
}

/* Instructions of one line become one; their samples are brought together. */
static int merge_lines(struct kernel_lines *lines)
{
	struct hotspots *hotspots = &lines->hotspots;
	uint32_t *order = malloc((hotspots->trace->pc_samples_count + 1) * sizeof *order);
	size_t used = 0, kept = 0;

	if (!order)
		return -ENOMEM;
	qsort(lines->items, lines->count, sizeof *lines->items, compare_lines);
	for (size_t i = 0; i < lines->count; i++) {
		struct kernel_line item = lines->items[i];
		struct kernel_line *line = kept ? &lines->items[kept - 1] : NULL;

		memcpy(order + used, hotspots->order + item.hotspot.first,
		       item.hotspot.count * sizeof *order);
		if (line && is_same_line(line, &item)) {
			line->samples = sum_saturated(line->samples, item.samples);
			line->hotspot.samples = line->samples;
			line->hotspot.count += item.hotspot.count;
			for (size_t c = 0; c < COUNTS; c++)
				add(line, &kernel_line_counts[c],
				    kernel_line_count(&item, &kernel_line_counts[c]));
		} else {
			item.hotspot.first = used;
			lines->items[kept++] = item;
		}
		used += item.hotspot.count;
	}
	lines->count = kept;
	free(hotspots->order);
	hotspots->order = order;
	return 0;
}

/* ---- */

int kernel_lines_init(struct kernel_lines *lines, const struct kernel_profiles *profiles,
                      const struct sources *sources, enum kernel_lines_by by, uint32_t function)
{
	const struct trace *trace = profiles->trace;
	int err;

	*lines = (struct kernel_lines){ 0 };
	err = hotspots_by_instruction(&lines->hotspots, trace, function);
	if (!err)
		err = collect(lines, trace, metrics_of(trace, function));
	if (err)
		return err;
	locate(lines, sources, trace->functions[function].name);
	if (by == KERNEL_LINES)
		err = merge_lines(lines);
	for (size_t i = 0; i < lines->count; i++)
		derive(&lines->items[i]);
	return err;
}

/* ---- texts ---- */

/* The module that most of the instructions are of, which are in order of module; of one at least.
 */
static int64_t main_module(const struct kernel_lines *lines)
{
	size_t first = 0, most = 0;
	int64_t module_crc = lines->items[0].module_crc;

	for (size_t i = 1; i <= lines->count; i++) {
		if (i < lines->count &&
		    lines->items[i].module_crc == lines->items[first].module_crc)
			continue;
		if (i - first > most) {
			most = i - first;
			module_crc = lines->items[first].module_crc;
		}
		first = i;
	}
	return module_crc;
}

/* Brings together LINES and the instructions of their module MODULE_CRC. */
static int merge_sass(struct kernel_lines *lines, int64_t module_crc)
{
	const struct sass *sass = &lines->sass;
	struct kernel_line *items = calloc(lines->count + sass->count + 1, sizeof *items);
	size_t count = 0, i = 0, s = 0;

	if (!items)
		return -ENOMEM;
	while (i < lines->count || s < sass->count) {
		const struct kernel_line *line = &lines->items[i];
		int order = s == sass->count ? -1
		            : i == lines->count
		                    ? 1
		                    : compare_places(line->module_crc, line->pc_offset_bytes,
		                                     module_crc, sass->items[s].offset_bytes);

		if (order > 0)
			line_init(&items[count], module_crc, sass->items[s].offset_bytes);
		else
			items[count] = lines->items[i++];
		if (order >= 0)
			items[count].sass = sass->items[s++].text;
		count++;
	}
	free(lines->items);
	lines->items = items;
	lines->count = count;
	return 0;
}

int kernel_lines_add_sass(struct kernel_lines *lines, const struct kernel_profiles *profiles,
                          const struct sources *sources, struct disassembler *disassembler,
                          uint32_t function)
{
	const char *mangled = profiles->trace->functions[function].name;
	int64_t module_crc;
	int err;

	if (!lines->count)
		return 0;
	module_crc = main_module(lines);
	err = disassembler_read(disassembler, module_crc, mangled, &lines->sass);
	if (!err && lines->sass.count)
		err = merge_sass(lines, module_crc);
	if (!err && lines->sass.count)
		locate(lines, sources, mangled);
	return err;
}

void kernel_lines_release(struct kernel_lines *lines)
{
	sass_release(&lines->sass);
	hotspots_release(&lines->hotspots);
	free(lines->items);
	*lines = (struct kernel_lines){ 0 };
}
