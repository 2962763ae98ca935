/* SPDX-License-Identifier: MIT */
/* Which launches of a kernel were measured, in words. Main thread only. */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/terminal.h"
#include "base/text.h"
#include "kernel/recorded_launch.h"
#include "print/source_listing.h"

enum { SHAPES_MAX = 3 /* of the launches that were measured */ };

static void print_shape(FILE *stream, const struct trace_launch_shape *shape)
{
	int64_t blocks = recorded_volume(shape->grid), threads = recorded_volume(shape->block);

	fprintf(stream, "%s block%s of %s thread%s", format_count(FORMAT, blocks),
	        blocks == 1 ? "" : "s", format_count(FORMAT, threads), threads == 1 ? "" : "s");
}

/* Measured launches of FUNCTION: returns how many, and by shape into COUNTS. */
static int64_t count_measured(const struct trace *trace, uint32_t function, bool *is_counted,
                              int64_t *counts)
{
	int64_t sum = 0;

	for (size_t i = 0; i < trace->instruction_metrics_count; i++) {
		uint32_t launch = trace->instruction_metrics[i].launch;
		uint32_t shape = trace->measured_launches[launch].shape;

		if (is_counted[launch] || trace->launch_shapes[shape].function != function)
			continue;
		is_counted[launch] = true;
		counts[shape]++;
		sum++;
	}
	return sum;
}

/* "Counters are of 3 of 101 launches: 1 of 1 block of 256 threads, 2 of ..." */
static void write_measured(FILE *stream, const struct trace *trace,
                           const struct kernel_profile *profile, const int64_t *counts, int64_t sum)
{
	int shown = 0;

	fprintf(stream, "Counters are of %s", format_count(FORMAT, sum));
	if (profile->launches > sum)
		fprintf(stream, " of %s", format_count(FORMAT, profile->launches));
	fprintf(stream, " launch%s", sum == 1 && profile->launches <= 1 ? "" : "es");
	for (size_t s = 0; s < trace->launch_shapes_count && shown <= SHAPES_MAX; s++) {
		if (!counts[s])
			continue;
		fputs(shown ? ", " : ": ", stream);
		if (shown++ == SHAPES_MAX) {
			fputs("and others", stream);
			break;
		}
		if (counts[s] < sum)
			fprintf(stream, "%s of ", format_count(FORMAT, counts[s]));
		print_shape(stream, &trace->launch_shapes[s]);
	}
	if (profile->shape != NONE && !counts[profile->shape]) {
		fputs("; most of its time went to launches of ", stream);
		print_shape(stream, &trace->launch_shapes[profile->shape]);
	}
}

int source_listing_print_measured(FILE *stream, const struct kernel_profiles *profiles,
                                  uint32_t function)
{
	const struct trace *trace = profiles->trace;
	bool *is_counted = calloc(trace->measured_launches_count + 1, sizeof *is_counted);
	int64_t *counts = calloc(trace->launch_shapes_count + 1, sizeof *counts), sum;
	char *text = NULL;
	size_t size;
	FILE *memory = NULL;
	int err = is_counted && counts ? 0 : -ENOMEM;

	sum = err ? 0 : count_measured(trace, function, is_counted, counts);
	if (sum) {
		memory = open_memstream(&text, &size);
		if (memory)
			write_measured(memory, trace, &profiles->functions[function], counts, sum);
		if (memory && fclose(memory) == 0)
			text_wrap(stream, text, 0, terminal_text_width(stream));
		else
			err = -ENOMEM;
	}
	free(text);
	free(counts);
	free(is_counted);
	return err;
}
