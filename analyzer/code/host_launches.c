/* SPDX-License-Identifier: MIT */
/* Adds up launches by the line that made them. */
#include "code/host_launches.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"

enum {
	LINE_MIN_PERCENT = 10, /* of a kernel's time: a line with less is not told */
	ALL_PERCENT = 95,      /* one line that has so much stands for all */
	SEEN_MIN_PERCENT = 50, /* of the time, of launches with a stack: shares are of most of it */
	FEW = 10,              /* launches with a known caller: with fewer a second line is missed
	                        * easily, one with a quarter of the launches in 1 of 20 cases */
};

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
	if (left->ns != right->ns)
		return left->ns > right->ns ? -1 : 1;
	return compare_sites(a, b);
}

static void add_to(struct host_launch *sum, const struct host_launch *launch)
{
	sum->ns += launch->ns;
	sum->launches += launch->launches;
	sum->known += launch->known;
	sum->seen_ns += launch->seen_ns;
	sum->unknown_ns += launch->unknown_ns;
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
			add_to(last, &launches->items[i]);
		else
			launches->items[kept++] = launches->items[i];
	}
	launches->count = kept;
	if (kept)
		qsort(launches->items, kept, sizeof *launches->items, compare_launches);
}

/* The line of the program's own; `own` NONE: not known, or there is none. */
static struct host_site site_of(const struct host_code *code, const struct launch_caller *launch)
{
	const struct host_site site = host_site_of(code, launch->sample->stack);

	return site.own != NONE && code->places[site.own].is_own
	               ? site
	               : (struct host_site){ NONE, NONE, NONE };
}

static int add_item(struct host_launches *launches, const struct host_launch *launch)
{
	struct host_launch *added = ARRAY_ADD(&launches->items, &launches->count);

	if (!added)
		return -ENOMEM;
	*added = *launch;
	return 0;
}

/* Adds what is known of GROUP: each line has its part. */
static int add_group(struct host_launches *launches, const struct launch_group *group,
                     enum host_launches_of of)
{
	const struct launch_callers *callers = &launches->callers;
	struct host_launch launch = {
		.kernel = of == OF_SHAPES ? group->items->shape : group->items->function,
		.site = { NONE, NONE, NONE },
		.launches = (int64_t)group->count,
	};
	double ns = 0;
	int err = 0;

	for (size_t i = 0; i < group->count; i++)
		ns += launch_caller_ns(callers, &group->items[i]);
	launch.ns = ns;
	if (group->known_ns <= 0) {
		launch.unknown_ns = ns;
		return add_item(launches, &launch);
	}
	for (size_t i = 0; i < group->known_count && !err; i++) {
		if (!group->known[i].sample)
			continue;
		launch.site = site_of(launches->code, &group->known[i]);
		launch.ns = ns * launch_caller_ns(callers, &group->known[i]) / group->known_ns;
		launch.known = group->known == group->items && launch.site.own != NONE;
		launch.seen_ns = launch.known ? launch_caller_ns(callers, &group->known[i]) : 0;
		err = add_item(launches, &launch);
		launch.launches = 0; /* each is counted once */
	}
	return err;
}

int host_launches_init(struct host_launches *launches, const struct host_code *code,
                       enum host_launches_of of)
{
	struct launch_group group = { 0 };
	int err;

	*launches = (struct host_launches){ .code = code };
	err = launch_callers_init(&launches->callers, code);
	while (!err && launch_callers_next(&group, &launches->callers))
		err = add_group(launches, &group, of);
	if (!err)
		join(launches);
	return err;
}

void host_launches_add(struct host_time *time, const struct host_launches *launches,
                       const bool *is_of)
{
	const struct launch_callers *callers = &launches->callers;
	struct launch_group group = { 0 };

	time->are_launches = true;
	while (launch_callers_next(&group, callers)) {
		double ns = 0;

		for (size_t i = 0; i < group.count; i++)
			if (is_of[group.items[i].operation])
				ns += launch_caller_ns(callers, &group.items[i]);
		if (group.known_ns <= 0)
			time->unknown_ns += ns;
		for (size_t i = 0; i < group.known_count && group.known_ns > 0 && ns > 0; i++)
			if (group.known[i].sample)
				host_time_add_sample(
				        time, group.known[i].sample,
				        ns * launch_caller_ns(callers, &group.known[i]) /
				                group.known_ns);
	}
}

void host_launches_release(struct host_launches *launches)
{
	free(launches->items);
	launch_callers_release(&launches->callers);
	*launches = (struct host_launches){ 0 };
}

static bool is_before_kernel(const void *item, const void *key)
{
	return ((const struct host_launch *)item)->kernel < *(const uint32_t *)key;
}

/* The items of KERNEL: FIRST to END. SUM becomes what they are together. */
static void find_kernel(struct host_launch *sum, size_t *first, size_t *end,
                        const struct host_launches *launches, uint32_t kernel)
{
	*sum = (struct host_launch){ .kernel = kernel };
	*first = !launches->count ? 0
	                          : lower_bound(&kernel, launches->items, launches->count,
	                                        sizeof *launches->items, is_before_kernel);
	for (*end = *first; *end < launches->count && launches->items[*end].kernel == kernel;
	     ++*end)
		add_to(sum, &launches->items[*end]);
}

size_t host_launches_lines(struct host_launch_line lines[HOST_LAUNCH_LINES],
                           const struct host_launches *launches, uint32_t kernel)
{
	size_t first, end, count = 0;
	struct host_launch sum;

	find_kernel(&sum, &first, &end, launches, kernel);
	for (size_t i = first; i < end && count < HOST_LAUNCH_LINES; i++) {
		const struct host_launch *launch = &launches->items[i];
		const double percent = sum.ns > 0 ? 100 * launch->ns / sum.ns : 0;

		if (launch->site.own != NONE && percent >= LINE_MIN_PERCENT)
			lines[count++] = (struct host_launch_line){
				.site = launch->site,
				.percent = percent,
				.known_percent = 100 * (sum.ns - sum.unknown_ns) / sum.ns,
			};
	}
	return count;
}

static void add_line(char text[HOST_LAUNCHES_TEXT], const struct host_launches *launches,
                     const struct host_launch_line *line, bool has_share)
{
	const struct host_place *places = launches->code->places;
	char own[HOST_PLACE_TEXT], caller[HOST_PLACE_TEXT] = "", share[64] = "";
	const double of_known = 100 * line->percent / line->known_percent;
	const size_t length = strlen(text);

	host_place_text(own, &places[line->site.own]);
	if (line->site.caller != NONE)
		host_place_text(caller, &places[line->site.caller]);
	if (has_share && of_known < ALL_PERCENT)
		snprintf(share, sizeof share, "%s in ", format_percent(FORMAT, of_known));
	snprintf(text + length, HOST_LAUNCHES_TEXT - length, "%s%s%s%s%s", length ? "; " : "",
	         share, own, *caller ? ", called from " : "", caller);
}

const char *host_launches_text(char text[HOST_LAUNCHES_TEXT], const struct host_launches *launches,
                               uint32_t kernel)
{
	struct host_launch_line lines[HOST_LAUNCH_LINES];
	const size_t count = host_launches_lines(lines, launches, kernel);
	size_t first, end, length;
	struct host_launch sum;

	bool has_shares;

	*text = '\0';
	find_kernel(&sum, &first, &end, launches, kernel);
	has_shares = launches->code->has_python || 100 * sum.seen_ns >= SEEN_MIN_PERCENT * sum.ns;
	for (size_t i = 0; i < count; i++)
		add_line(text, launches, &lines[i], has_shares);
	length = strlen(text);
	/* Native stacks are of launches behind a pause, and not of those that a loop makes at once.
	 */
	if (count && (sum.known < FEW || !launches->code->has_python) && sum.known < sum.launches)
		snprintf(text + length, HOST_LAUNCHES_TEXT - length,
		         " (seen in %lld of its %lld launches)", (long long)sum.known,
		         (long long)sum.launches);
	else if (count && lines->known_percent < ALL_PERCENT)
		snprintf(text + length, HOST_LAUNCHES_TEXT - length, " (known of %s of its time)",
		         format_percent(FORMAT, lines->known_percent));
	return text;
}
