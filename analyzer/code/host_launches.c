/* SPDX-License-Identifier: MIT */
/* Counts launches by the line that made them. */
#include "code/host_launches.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"

enum {
	LINE_MIN_PERCENT = 10, /* of a kernel's launches: a line with fewer is not told */
	ALL_PERCENT = 95,      /* one line that has so many stands for all */
};

static bool is_earlier_call(const void *item, const void *key)
{
	return ((const struct trace_host_sample *)item)->call < *(const uint32_t *)key;
}

/* The stack that made CALL, an interpreter's rather than native code's; or NONE. */
static uint32_t stack_of(const struct trace *trace, uint32_t call)
{
	const struct trace_host_sample *calls = trace->host_samples + trace->timed_samples;
	const size_t count = trace->host_samples_count - trace->timed_samples;
	const size_t i = call == NONE
	                         ? count
	                         : lower_bound(&call, calls, count, sizeof *calls, is_earlier_call);

	return i < count && calls[i].call == call ? calls[i].stack : NONE;
}

static bool is_same_place(const struct host_launches *launches, uint32_t a, uint32_t b)
{
	const struct host_place *places = launches->code->places;

	if (a == b || a == NONE || b == NONE)
		return a == b;
	return places[a].line == places[b].line && strcmp(places[a].file, places[b].file) == 0 &&
	       strcmp(places[a].function, places[b].function) == 0;
}

/* By kernel and frames. */
static int compare_sites(const void *a, const void *b)
{
	const struct host_launch *left = a, *right = b;

	if (left->kernel != right->kernel)
		return left->kernel < right->kernel ? -1 : 1;
	if (left->site.own != right->site.own)
		return left->site.own < right->site.own ? -1 : 1;
	return (left->site.caller > right->site.caller) - (left->site.caller < right->site.caller);
}

static int compare_launches(const void *a, const void *b)
{
	const struct host_launch *left = a, *right = b;

	if (left->kernel != right->kernel)
		return left->kernel < right->kernel ? -1 : 1;
	if (left->launches != right->launches)
		return left->launches > right->launches ? -1 : 1;
	return compare_sites(a, b);
}

/* One item for each place of a kernel. */
static void join(struct host_launches *launches)
{
	size_t kept = 0;

	if (launches->count)
		qsort(launches->items, launches->count, sizeof *launches->items, compare_sites);
	for (size_t i = 0; i < launches->count; i++) {
		struct host_launch *last = kept ? &launches->items[kept - 1] : NULL;

		if (last && last->kernel == launches->items[i].kernel &&
		    is_same_place(launches, last->site.own, launches->items[i].site.own) &&
		    is_same_place(launches, last->site.caller, launches->items[i].site.caller))
			last->launches += launches->items[i].launches;
		else
			launches->items[kept++] = launches->items[i];
	}
	launches->count = kept;
	if (kept)
		qsort(launches->items, kept, sizeof *launches->items, compare_launches);
}

int host_launches_init(struct host_launches *launches, const struct host_code *code,
                       enum host_launches_of of)
{
	const struct trace *trace = code->trace;
	const struct trace_operations *o = &trace->operations;

	*launches = (struct host_launches){ .code = code };
	if (trace->host_samples_count == trace->timed_samples)
		return 0;
	for (uint32_t i = 0; i < o->count; i++) {
		const uint32_t stack =
		        o->type[i] == OPERATION_KERNEL ? stack_of(trace, o->call[i]) : NONE;
		struct host_launch *launch;
		struct host_site site;

		if (stack == NONE)
			continue;
		site = host_site_of(code, stack);
		if (site.own == NONE || !code->places[site.own].is_own)
			continue;
		launch = ARRAY_ADD(&launches->items, &launches->count);
		if (!launch)
			return -ENOMEM;
		*launch = (struct host_launch){
			.kernel = of == OF_SHAPES ? o->detail[i]
			                          : trace->launch_shapes[o->detail[i]].function,
			.site = site,
			.launches = 1,
		};
	}
	join(launches);
	return 0;
}

void host_launches_release(struct host_launches *launches)
{
	free(launches->items);
	*launches = (struct host_launches){ 0 };
}

static bool is_before_kernel(const void *item, const void *key)
{
	return ((const struct host_launch *)item)->kernel < *(const uint32_t *)key;
}

size_t host_launches_lines(struct host_launch_line lines[HOST_LAUNCH_LINES],
                           const struct host_launches *launches, uint32_t kernel)
{
	size_t first = 0, end, count = 0;
	int64_t sum = 0;

	if (launches->count)
		first = lower_bound(&kernel, launches->items, launches->count,
		                    sizeof *launches->items, is_before_kernel);
	for (end = first; end < launches->count && launches->items[end].kernel == kernel; end++)
		sum += launches->items[end].launches;
	for (size_t i = first; i < end && count < HOST_LAUNCH_LINES; i++) {
		const struct host_launch *launch = &launches->items[i];
		const double percent = 100 * (double)launch->launches / (double)sum;

		if (percent >= LINE_MIN_PERCENT)
			lines[count++] = (struct host_launch_line){ launch->site, percent };
	}
	return count;
}

static void add_line(char text[HOST_LAUNCHES_TEXT], const struct host_launches *launches,
                     const struct host_launch_line *line)
{
	const struct host_place *places = launches->code->places;
	char own[HOST_PLACE_TEXT], caller[HOST_PLACE_TEXT] = "", share[64] = "";
	const size_t length = strlen(text);

	host_place_text(own, &places[line->site.own]);
	if (line->site.caller != NONE)
		host_place_text(caller, &places[line->site.caller]);
	if (line->percent < ALL_PERCENT)
		snprintf(share, sizeof share, "%s in ", format_percent(FORMAT, line->percent));
	snprintf(text + length, HOST_LAUNCHES_TEXT - length, "%s%s%s%s%s", length ? "; " : "",
	         share, own, *caller ? ", called from " : "", caller);
}

const char *host_launches_text(char text[HOST_LAUNCHES_TEXT], const struct host_launches *launches,
                               uint32_t kernel)
{
	struct host_launch_line lines[HOST_LAUNCH_LINES];
	const size_t count = host_launches_lines(lines, launches, kernel);

	*text = '\0';
	for (size_t i = 0; i < count; i++)
		add_line(text, launches, &lines[i]);
	return text;
}
