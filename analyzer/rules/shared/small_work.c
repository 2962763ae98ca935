/* SPDX-License-Identifier: MIT */
/* Finds work that is too small for a GPU. Any thread. */
#include "rules/shared/small_work.h"

#include <errno.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/statistics.h"
#include "kernel/kernel_library.h"
#include "kernel/recorded_launch.h"
#include "rules/shared/constants.h"
#include "rules/shared/copies.h"
#include "rules/shared/names.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/survey.h"

enum { GRID, SHORT, LAUNCHES, BUSY };

const struct threshold small_work_thresholds[] = {
	[GRID] = { "small grid", 2.5, "% of the SMs" },
	[SHORT] = { "short grid", 10, "% of the SMs" },
	[LAUNCHES] = { "small launches", 90, "%" },
	[BUSY] = { "hardly busy", 10, "%" },
	{ .name = NULL },
};

enum { NUMBER_BYTES = sizeof(double) };

/* All launches, and those of few blocks. */
struct small_work {
	int64_t launches, all_ns;
	int64_t small, small_ns;
	int64_t short_ones; /* of the small ones */
	int64_t blocks;     /* the most of these */
};

static void add(struct small_work *work, const struct check *check, const struct launch *launch)
{
	const int64_t blocks = recorded_volume(launch->shape->grid);
	const bool is_short = launch->total_ns / launch->launches < check->graph->launch_call_ns;
	const double few = small_work_thresholds[is_short ? SHORT : GRID].value / 100 *
	                   launch->device->multiprocessors;

	work->launches += launch->launches;
	work->all_ns = sum_saturated(work->all_ns, launch->total_ns);
	if (blocks > 1 && (double)blocks > few)
		return;
	work->small += launch->launches;
	work->small_ns = sum_saturated(work->small_ns, launch->total_ns);
	if (is_short)
		work->short_ones += launch->launches;
	if (blocks > work->blocks)
		work->blocks = blocks;
}

void small_work_say(const struct check *check, struct finding *finding)
{
	const struct survey *survey = check->survey;
	const double busy = percent_of(survey->busy_ns, survey->main_ns);
	struct small_work work = { 0 };

	for (size_t i = 0; i < check->trace->launch_shapes_count; i++)
		if (survey->launches[i].launches)
			add(&work, check, &survey->launches[i]);
	if (!work.small ||
	    percent_of(work.short_ones, work.launches) < small_work_thresholds[LAUNCHES].value ||
	    percent_of(work.small_ns, work.all_ns) < IDLE_MOST_PERCENT ||
	    busy >= small_work_thresholds[BUSY].value)
		return;
	finding_fact(finding, "small work",
	             "%s of %s launches have %s or fewer, and take %s on average; the GPU is busy "
	             "for %s of the main part",
	             format_count(FORMAT, work.small), format_count(FORMAT, work.launches),
	             name_count(NAME, work.blocks, "block", "blocks"),
	             format_duration(FORMAT, work.small_ns / work.small),
	             format_percent(FORMAT, busy));
	finding_advice_first(finding, rule_note(finding->rule, RULE_ADVICE, "tiny"));
}

static bool is_number(const struct trace *trace, uint32_t kernel)
{
	return recorded_volume(operation_shape(trace, kernel)->grid) == 1 &&
	       kernel_is_elementwise(trace->functions[operation_function(trace, kernel)].name);
}

/* How many copies of a number come behind one of the kernels, in its stream. */
static size_t count_copied(const struct trace *trace, const bool *is_kernel, bool *is_behind)
{
	const struct trace_operations *o = &trace->operations;
	size_t copied = 0;

	for (uint32_t i = 0; i < o->count; i++) {
		copied += is_behind[o->stream[i]] && copy_direction(trace, i) == COPY_OUT &&
		          copy_bytes(trace, i) <= NUMBER_BYTES;
		is_behind[o->stream[i]] = is_kernel[i];
	}
	return copied;
}

bool small_work_is_numbers(const struct trace *trace, const uint32_t *kernels, size_t count,
                           size_t rows, int *err)
{
	bool *is_kernel = calloc(trace->operations.count + 1, sizeof *is_kernel);
	bool *is_behind = calloc(trace->streams_count + 1, sizeof *is_behind);
	size_t numbers = 0, copied = 0;

	for (size_t i = 0; i < count && is_kernel; i++) {
		numbers += is_number(trace, kernels[i]);
		is_kernel[kernels[i]] = true;
	}
	if (is_kernel && is_behind)
		copied = count_copied(trace, is_kernel, is_behind);
	else
		*err = -ENOMEM;
	free(is_kernel);
	free(is_behind);
	return percent_of((int64_t)numbers, (int64_t)count) >=
	               small_work_thresholds[LAUNCHES].value &&
	       2 * copied >= rows;
}
