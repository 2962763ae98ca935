/* SPDX-License-Identifier: MIT */
/* Names where the host's time went. */
#include "code/host_spots.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "code/host_setup.h"

enum { HOST_INNER_TEXT = HOST_PLACE_TEXT + 24 }; /* ", 55 % of that in " and a place */

/* Standard deviations of a normal distribution that 95 % are within. */
#define DEVIATIONS_95 1.96

enum {
	ANSWERS_MIN = 2,     /* of less nothing can be said by samples */
	NEARLY_PERCENT = 80, /* of it in a place further in, or called from one: that is said */
	HALF_PERCENT = 50,   /* ... further in: so is how much of it */
	/* Between the ends of a share's interval: a wider one is told itself. Nine samples of one
	 * place are as good as that, and 39 where it has half of them. */
	WIDE_PERCENT = 30,
	UNKNOWN_PERCENT = 10, /* of it before calls without a stack: how many have one is said */
};

static const struct host_place *place_of(const struct host_time *time, uint32_t frame)
{
	return &time->code->places[frame];
}

/* Of binaries without symbols, all that is in one. */
static const char *function_of(const struct host_place *place)
{
	return place->is_nameless ? "" : place->function;
}

/* Samples in some code, and those before it, are told together. */
static bool is_still(const struct host_spot *spot)
{
	return spot->kind == SPOT_STILL;
}

/* By function, then by line, the heaviest stack of each first. */
static int compare_code(const void *a, const void *b, void *time)
{
	const struct host_spot *left = a, *right = b;
	const struct host_place *x = place_of(time, left->site.own),
	                        *y = place_of(time, right->site.own);
	int order = strcmp(x->unit, y->unit);

	if (!order)
		order = strcmp(function_of(x), function_of(y));
	if (!order)
		order = is_still(left) - is_still(right);
	if (!order)
		order = strcmp(x->file, y->file);
	if (!order)
		order = (x->line > y->line) - (x->line < y->line);
	return order ? order : (left->ns < right->ns) - (left->ns > right->ns);
}

static int compare_weights(const void *a, const void *b)
{
	const struct host_spot *left = a, *right = b;

	return (left->ns < right->ns) - (left->ns > right->ns);
}

static bool is_same_part(const struct host_time *time, uint32_t a, uint32_t b)
{
	const struct host_place *x, *y;

	if (a == NONE || b == NONE)
		return a == b;
	x = place_of(time, a);
	y = place_of(time, b);
	return strcmp(x->unit, y->unit) == 0 && strcmp(function_of(x), function_of(y)) == 0;
}

static bool is_same_function(const struct host_time *time, const struct host_spot *a,
                             const struct host_spot *b)
{
	return is_still(a) == is_still(b) && is_same_part(time, a->site.own, b->site.own);
}

static bool is_same_line(const struct host_time *time, const struct host_spot *a,
                         const struct host_spot *b)
{
	const struct host_place *x = place_of(time, a->site.own), *y = place_of(time, b->site.own);

	return is_same_function(time, a, b) && x->line == y->line && strcmp(x->file, y->file) == 0;
}

/* Puts LINE where its weight has it among the heaviest of COUNT LINES, if it is one. */
static void add_line(struct host_spot_line *lines, size_t count, struct host_spot_line line)
{
	for (size_t i = 0; i < count; i++) {
		const struct host_spot_line other = lines[i];

		if (other.ns >= line.ns)
			continue;
		lines[i] = line;
		line = other;
	}
}

/* The same of a line that may be there already. */
static void add_to_line(struct host_spot_line *lines, size_t count, struct host_spot_line line)
{
	size_t i = 0;

	while (i < count && !(lines[i].ns > 0 && lines[i].line == line.line))
		i++;
	if (i < count) {
		line.ns += lines[i].ns;
		line.before_ns += lines[i].before_ns;
		memmove(&lines[i], &lines[i + 1], (count - 1 - i) * sizeof *lines);
		lines[count - 1] = (struct host_spot_line){ 0 };
	}
	add_line(lines, count, line);
}

/* Of what is joined, the heavier PART stands for both; what is in the same function is added. */
static void join_part(const struct host_time *time, struct host_spot_part *part,
                      const struct host_spot_part *other, bool is_heavier)
{
	const uint32_t frame = is_heavier ? other->frame : part->frame;

	if (!is_same_part(time, part->frame, other->frame)) {
		if (is_heavier)
			*part = *other;
		return;
	}
	part->frame = frame;
	part->ns += other->ns;
	for (size_t i = 0; i < HOST_PART_LINES; i++)
		if (other->lines[i].ns > 0)
			add_to_line(part->lines, HOST_PART_LINES, other->lines[i]);
}

/* Joins what IS_SAME, which lies together: the heaviest one stands for all. */
static size_t join(const struct host_time *time, struct host_spot *spots, size_t count,
                   bool (*is_same)(const struct host_time *, const struct host_spot *,
                                   const struct host_spot *))
{
	size_t kept = 0;

	for (size_t i = 0; i < count; i++) {
		struct host_spot *last = kept ? &spots[kept - 1] : NULL;
		const struct host_spot *spot = &spots[i];

		if (!last || !is_same(time, last, spot)) {
			spots[kept] = *spot;
			spots[kept++].site_ns = spot->ns;
			continue;
		}
		join_part(time, &last->inner, &spot->inner, spot->ns > last->site_ns);
		join_part(time, &last->caller, &spot->caller, spot->ns > last->site_ns);
		if (spot->ns > last->site_ns) {
			last->site = spot->site;
			last->site_ns = spot->ns;
		}
		last->ns += spot->ns;
		last->before_ns += spot->before_ns;
		last->loading_ns += spot->loading_ns;
		if (spot->lines[0].ns > 0)
			add_line(last->lines, HOST_SPOT_LINES, spot->lines[0]);
	}
	return kept;
}

/* Lines of their own, before functions are joined. */
static void name_lines(const struct host_time *time, struct host_spot *spots, size_t count)
{
	for (size_t i = 0; i < count; i++)
		spots[i].lines[0] =
		        (struct host_spot_line){ place_of(time, spots[i].site.own)->line,
			                         spots[i].ns, spots[i].before_ns };
}

static struct host_spot_part part_of(const struct host_time *time, uint32_t frame, double ns)
{
	return (struct host_spot_part){
		frame, ns, { { frame == NONE ? 0 : place_of(time, frame)->line, ns, 0 } }
	};
}

/* Spots so far; and what of the time is of none: whoever called CUDA's libraries there is not
 * known. */
struct spot_list {
	struct host_spot *items;
	size_t count;
	double nobodys_ns;
	struct host_setup *setups; /* by stack */
};

/* It loads, waits for its processes, starts or ends them. */
static bool is_loading(const struct host_setup *setup)
{
	return setup->tool && strcmp(setup->tool, "DataLoader") == 0;
}

static void add_spot(const struct host_time *time, struct spot_list *spots, uint32_t stack,
                     double ns, enum host_spot_kind kind)
{
	const struct host_site site = host_site_of(time->code, stack);
	const struct host_place *own = site.own == NONE ? NULL : place_of(time, site.own);

	/* Of a call, it helps nobody which library made it; of a sample it is where the time went.
	 */
	if (ns > 0 && own &&
	    (kind == SPOT_IN || own->is_own || host_code_is_telling(time->code, stack)))
		spots->items[spots->count++] = (struct host_spot){
			.site = site,
			.ns = ns,
			.kind = kind,
			.inner = part_of(time, kind == SPOT_IN ? site.inner : NONE, ns),
			.caller = part_of(time, site.caller, ns),
			.before_ns = kind == SPOT_BEFORE ? ns : 0,
			.loading_ns = is_loading(&spots->setups[stack]) ? ns : 0,
		};
	else if (ns > 0 && !own)
		spots->nobodys_ns += ns;
}

/* What came before calls. */
static void add_called(const struct host_time *time, struct spot_list *spots)
{
	for (uint32_t i = 0; i < time->code->trace->host_stacks_count; i++)
		add_spot(time, spots, i, time->called_ns[i], SPOT_BEFORE);
}

/* What of NS no sample accounts for. */
static double rest_of(double ns, double ran_ns)
{
	return ns > ran_ns ? ns - ran_ns : 0;
}

/* What is missing of all, where it is. */
static void add_still(const struct host_time *time, struct spot_list *spots)
{
	const uint32_t stacks = time->code->trace->host_stacks_count;
	const double missing_ns = time->called_sum_ns > 0 ? host_time_missing(time) : 0;
	const double nobodys_ns = rest_of(time->stackless_ns, time->stackless_ran_ns);
	double sum_ns = nobodys_ns;

	for (uint32_t i = 0; i < stacks; i++)
		sum_ns += rest_of(time->called_ns[i], time->ran_ns[i]);
	for (uint32_t i = 0; i < stacks && sum_ns > 0; i++)
		add_spot(time, spots, i,
		         missing_ns / sum_ns * rest_of(time->called_ns[i], time->ran_ns[i]),
		         SPOT_STILL);
	spots->nobodys_ns += sum_ns > 0 ? missing_ns / sum_ns * nobodys_ns : 0;
}

/* Whether samples are too few to name anything: see HOST_NAMING_MIN. */
static bool are_by_chance(const struct host_time *time)
{
	const double missing_ns = host_time_missing(time);

	return time->samples < HOST_NAMING_MIN && missing_ns > 0 &&
	       100 * missing_ns >= HOST_STILL_PERCENT * time->wanted_sum_ns;
}

static void add_sampled(const struct host_time *time, struct spot_list *spots)
{
	const bool have_names = !are_by_chance(time);

	if (!have_names)
		spots->nobodys_ns += time->sampled_sum_ns;
	for (uint32_t i = 0; i < time->code->trace->host_stacks_count && have_names; i++) {
		add_spot(time, spots, i, time->sampled_ns[i] - time->late_ns[i], SPOT_IN);
		add_spot(time, spots, i, time->late_ns[i], SPOT_BEFORE);
	}
	add_still(time, spots);
}

/* A spot by what most of it is, of SUM_NS in all. */
static void finish(struct host_spot *spot, double sum_ns, int64_t samples)
{
	const double before_percent = 100 * spot->before_ns / spot->ns;

	spot->share = spot->ns / sum_ns;
	spot->samples = samples;
	if (!is_still(spot))
		spot->kind = before_percent >= HOST_MOST_PERCENT         ? SPOT_BEFORE
		             : before_percent <= 100 - HOST_MOST_PERCENT ? SPOT_IN
		                                                         : SPOT_AROUND;
}

bool host_time_is_of_few(const struct host_time *time)
{
	return time->samples < ANSWERS_MIN && time->calls < CALLERS_SEEN_MIN &&
	       time->stackless_ns > time->called_sum_ns;
}

bool host_time_is_of_part(const struct host_time *time)
{
	const double unknown_ns = time->stackless_ns;

	return !time->code->has_python && time->samples < ANSWERS_MIN &&
	       100 * unknown_ns >= UNKNOWN_PERCENT * (unknown_ns + time->called_sum_ns);
}

bool host_time_is_of_less(const struct host_time *time)
{
	return host_time_is_of_part(time) && time->stackless_ns > time->called_sum_ns;
}

int host_time_spots(const struct host_time *time, struct host_spot **spots, size_t *count)
{
	const size_t stacks = time->code->trace->host_stacks_count;
	struct spot_list list = {
		.items = malloc((3 * stacks + 1) * sizeof **spots),
		.setups = host_setup_of_stacks(time->code->trace),
	};
	const bool is_sampled = time->samples >= ANSWERS_MIN && !time->are_launches;
	double sum_ns = time->unknown_ns;

	*spots = list.items;
	*count = 0;
	if (!list.items || !list.setups) {
		free(list.setups);
		return -ENOMEM;
	}
	if (time->samples >= ANSWERS_MIN)
		add_sampled(time, &list);
	else
		add_called(time, &list);
	free(list.setups);
	sum_ns += list.nobodys_ns;
	*count = list.count;
	if (*count)
		qsort_r(*spots, *count, sizeof **spots, compare_code, (void *)(uintptr_t)time);
	*count = join(time, *spots, *count, is_same_line);
	name_lines(time, *spots, *count);
	*count = join(time, *spots, *count, is_same_function);
	if (*count)
		qsort(*spots, *count, sizeof **spots, compare_weights);
	for (size_t i = 0; i < *count; i++)
		sum_ns += (*spots)[i].ns;
	for (size_t i = 0; i < *count; i++)
		finish(&(*spots)[i], sum_ns, is_sampled ? time->samples : 0);
	return 0;
}

/* Wilson's interval of a share of the samples of a binomial distribution: in 95 of 100 cases the
 * real one is between its ends, which are never below 0 or above 1. */
static struct share_interval {
	double low, high;
} interval_of(double share, int64_t samples)
{
	const double n = (double)samples;
	const double scale = 1 + DEVIATIONS_95 * DEVIATIONS_95 / n;
	const double middle = (share + DEVIATIONS_95 * DEVIATIONS_95 / (2 * n)) / scale;
	const double half =
	        DEVIATIONS_95 / scale *
	        sqrt(share * (1 - share) / n + DEVIATIONS_95 * DEVIATIONS_95 / (4 * n * n));

	return (struct share_interval){ fmax(middle - half, 0), fmin(middle + half, 1) };
}

/* Whether a share of SAMPLES is known too badly for one number. */
static bool is_wide(double share, int64_t samples)
{
	struct share_interval i;

	if (!samples)
		return false;
	i = interval_of(fmin(fmax(share, 0), 1), samples);
	return 100 * (i.high - i.low) > WIDE_PERCENT;
}

const char *host_share_text(char text[HOST_SHARE_TEXT], double share, int64_t samples)
{
	if (is_wide(share, samples)) {
		const struct share_interval i = interval_of(fmin(fmax(share, 0), 1), samples);

		snprintf(text, HOST_SHARE_TEXT, "%.0f to %.0f %%", 100 * i.low, 100 * i.high);
	} else {
		snprintf(text, HOST_SHARE_TEXT, "%.0f %%", 100 * share);
	}
	return text;
}

/* " (lines 31: 20 %, 35: 12 %)", those that are worth it; of few samples without shares. */
static void write_lines(char text[HOST_PLACE_TEXT], const struct host_spot *spot)
{
	double ns = spot->lines[0].ns, before_ns = spot->lines[0].before_ns;
	size_t count = 1;
	bool is_before;
	int used;

	for (; count < HOST_SPOT_LINES &&
	       100 * spot->share * spot->lines[count].ns >= HOST_SPOT_MIN_PERCENT * spot->ns;
	     count++) {
		ns += spot->lines[count].ns;
		before_ns += spot->lines[count].before_ns;
	}
	/* Where all of it is, the sentence says so before. */
	is_before = spot->kind == SPOT_AROUND && 100 * before_ns >= HALF_PERCENT * ns;
	used = snprintf(text, HOST_PLACE_TEXT, " (%s%s ", is_before ? "up to " : "",
	                count > 1 ? "lines" : "line");
	for (size_t i = 0; i < count; i++) {
		used += snprintf(text + used, HOST_PLACE_TEXT - (size_t)used, "%s%d", i ? ", " : "",
		                 spot->lines[i].line);
		if (!is_wide(spot->share, spot->samples))
			used += snprintf(text + used, HOST_PLACE_TEXT - (size_t)used, ": %.0f %%",
			                 100 * spot->share * spot->lines[i].ns / spot->ns);
	}
	snprintf(text + used, HOST_PLACE_TEXT - (size_t)used, ")");
}

/* Appends " (lines 67, 66)", those that are worth it, if they are most of PART. */
static void write_part_lines(char text[HOST_PLACE_TEXT], const struct host_spot_part *part)
{
	size_t used = strlen(text), count = 0;
	double ns = 0;

	while (count < HOST_PART_LINES &&
	       100 * part->lines[count].ns >= HOST_SPOT_MIN_PERCENT * part->ns)
		ns += part->lines[count++].ns;
	if (100 * ns < NEARLY_PERCENT * part->ns)
		return;
	for (size_t i = 0; i < count && used < HOST_PLACE_TEXT; i++)
		used += (size_t)snprintf(text + used, HOST_PLACE_TEXT - used, "%s%d",
		                         i           ? ", "
		                         : count > 1 ? " (lines "
		                                     : " (line ",
		                         part->lines[i].line);
	if (used < HOST_PLACE_TEXT)
		snprintf(text + used, HOST_PLACE_TEXT - used, ")");
}

/* The place of PART. */
static void write_place(char text[HOST_PLACE_TEXT], const struct host_code *code,
                        const struct host_spot_part *part)
{
	const bool has_line = !(part->lines[1].ns > 0);
	struct host_place place = code->places[part->frame];

	if (!has_line)
		place.line = 0;
	/* Of a script, the file alone helps nobody. */
	if (has_line || *function_of(&place))
		host_place_text(text, &place);
	if (!has_line && *text && part->lines[0].line)
		write_part_lines(text, part);
}

/* Where nearly all of SPOT was called from one place, that; else "". */
static void write_caller(char text[HOST_PLACE_TEXT], const struct host_code *code,
                         const struct host_spot *spot)
{
	const struct host_spot_part *part = &spot->caller;

	*text = '\0';
	/* Without a name it is some other place in the same binary, most often. */
	if (part->frame != NONE && 100 * part->ns >= NEARLY_PERCENT * spot->ns &&
	    !code->places[part->frame].is_nameless)
		write_place(text, code, part);
}

/* "55 % of that ", which NS of SPOT are; of few samples in words. */
static void write_part_share(char text[16], const struct host_spot *spot, double ns)
{
	if (is_wide(spot->share, spot->samples))
		snprintf(text, 16, "mostly ");
	else
		snprintf(text, 16, "%.0f %% of that ", 100 * ns / spot->ns);
}

/* ", in pow() libm.so.6" or ", 55 % of that in ...", where that is most of SPOT; else "". Of a
 * loader of data it does not matter which of its functions it was. */
static void write_inner(char text[HOST_INNER_TEXT], const struct host_code *code,
                        const struct host_spot *spot)
{
	const struct host_spot_part *part = &spot->inner;
	char place[HOST_PLACE_TEXT] = "", share[16] = "";

	*text = '\0';
	if (100 * spot->loading_ns >= HALF_PERCENT * spot->ns) {
		if (100 * spot->loading_ns < HOST_MOST_PERCENT * spot->ns)
			write_part_share(share, spot, spot->loading_ns);
		snprintf(text, HOST_INNER_TEXT, ", %sin the DataLoader", share);
		return;
	}
	if (part->frame == NONE || 100 * part->ns < HALF_PERCENT * spot->ns)
		return;
	write_place(place, code, part);
	if (100 * part->ns < NEARLY_PERCENT * spot->ns)
		write_part_share(share, spot, part->ns);
	if (*place)
		snprintf(text, HOST_INNER_TEXT, ", %sin %s", share, place);
}

/* Whole percents: there are some hundred samples a second, and seldom many seconds. */
const char *host_spot_text(char text[HOST_SPOT_TEXT], const struct host_code *code,
                           const struct host_spot *spot, const char *of)
{
	static const char *const words[] = {
		[SPOT_IN] = "in",
		[SPOT_BEFORE] = "up to a point in",
		[SPOT_AROUND] = "in, or up to a point in,",
		[SPOT_STILL] = "not running, or in the operating system (page faults, for "
		               "example), up to a point in",
	};
	struct host_place place = code->places[spot->site.own];
	char own[HOST_PLACE_TEXT], caller[HOST_PLACE_TEXT], inner[HOST_INNER_TEXT];
	char lines[HOST_PLACE_TEXT] = "", share[HOST_SHARE_TEXT], seen[32] = "";

	if (is_wide(spot->share, spot->samples))
		snprintf(seen, sizeof seen, " (%lld samples)", (long long)spot->samples);
	if (place.line && 100 * spot->lines[0].ns < HOST_MOST_PERCENT * spot->ns) {
		write_lines(lines, spot);
		place.line = 0;
	}
	host_place_text(own, &place);
	write_inner(inner, code, spot);
	write_caller(caller, code, spot);
	snprintf(text, HOST_SPOT_TEXT, "%s%s%s %s %s%s%s%s%s",
	         host_share_text(share, spot->share, spot->samples), of, seen, words[spot->kind],
	         own, lines, inner, *caller ? ", called from " : "", caller);
	return text;
}

double host_spots_rest(const struct host_spot *spots, size_t count, size_t next)
{
	double share = 0;

	for (size_t i = next; i < count; i++)
		share += spots[i].share;
	return share;
}
