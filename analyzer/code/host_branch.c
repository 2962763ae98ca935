/* SPDX-License-Identifier: MIT */
/* Finds where the host's time divides. */
#include "code/host_branch.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "code/host_spots.h"

enum { NEARLY_PERCENT = 80 }; /* of some time: that is told as all of it */

/* Frames by function, numbered from 0 as FRAMES has them, which is by function and line. */
struct sums {
	const struct host_time *time;
	uint32_t *frames;
	uint32_t *function_of; /* by frame */
	uint32_t *seen;     /* by function: the outermost place in a stack, counted from within */
	double *ns;         /* by frame: of the outermost place of its function in each stack */
	double *callees_ns; /* by function: of what is called at a line */
	double sum_ns;
	size_t count;
};

static const struct host_place *place_of(const struct sums *sums, uint32_t frame)
{
	return &sums->time->code->places[frame];
}

static int compare_functions(const struct host_place *left, const struct host_place *right)
{
	const int order = strcmp(left->unit, right->unit);

	return order ? order : strcmp(left->function, right->function);
}

static int compare_frames(const void *a, const void *b, void *code)
{
	const struct host_place *places = ((const struct host_code *)code)->places;
	const struct host_place *left = &places[*(const uint32_t *)a],
	                        *right = &places[*(const uint32_t *)b];
	const int order = compare_functions(left, right);

	return order ? order : (left->line > right->line) - (left->line < right->line);
}

static int init(struct sums *sums, const struct host_time *time)
{
	const size_t count = time->code->trace->host_frames_count;

	*sums = (struct sums){ .time = time, .count = count };
	sums->sum_ns = time->unknown_ns + time->sampled_sum_ns;
	sums->frames = calloc(count + 1, sizeof *sums->frames);
	sums->function_of = calloc(count + 1, sizeof *sums->function_of);
	sums->seen = calloc(count + 1, sizeof *sums->seen);
	sums->ns = calloc(count + 1, sizeof *sums->ns);
	sums->callees_ns = calloc(count + 1, sizeof *sums->callees_ns);
	if (!sums->frames || !sums->function_of || !sums->seen || !sums->ns || !sums->callees_ns)
		return -ENOMEM;
	for (uint32_t i = 0; i < count; i++)
		sums->frames[i] = i;
	if (count)
		qsort_r(sums->frames, count, sizeof *sums->frames, compare_frames,
		        (void *)(uintptr_t)time->code);
	for (uint32_t i = 0, function = 0; i < count; i++) {
		if (i && compare_functions(place_of(sums, sums->frames[i - 1]),
		                           place_of(sums, sums->frames[i])) != 0)
			function = i;
		sums->function_of[sums->frames[i]] = function;
	}
	return 0;
}

static void release(struct sums *sums)
{
	free(sums->frames);
	free(sums->function_of);
	free(sums->seen);
	free(sums->ns);
	free(sums->callees_ns);
}

static uint32_t caller_of(const struct sums *sums, uint32_t stack_of, uint32_t stack)
{
	return host_code_caller(sums->time->code, stack_of, stack);
}

static uint32_t frame_of(const struct sums *sums, uint32_t stack)
{
	return sums->time->code->trace->host_stacks[stack].frame;
}

/* Notes how far out each function of the stack I is called: a function that calls itself divides
 * the time where it was called first. */
static void note_outermost(struct sums *sums, uint32_t i)
{
	uint32_t depth = 0;

	for (uint32_t s = i; s != NONE; s = caller_of(sums, i, s))
		sums->seen[sums->function_of[frame_of(sums, s)]] = ++depth;
}

/* IN_LIBRARY: of what the innermost code of the program's own calls alone. */
static void add_stacks(struct sums *sums, bool in_library)
{
	const struct host_time *time = sums->time;

	memset(sums->ns, 0, sums->count * sizeof *sums->ns);
	for (uint32_t i = 0; i < time->code->trace->host_stacks_count; i++) {
		uint32_t depth = 0;

		if (time->sampled_ns[i] <= 0)
			continue;
		note_outermost(sums, i);
		for (uint32_t s = i; s != NONE; s = caller_of(sums, i, s)) {
			if (in_library && place_of(sums, frame_of(sums, s))->is_own)
				break;
			if (sums->seen[sums->function_of[frame_of(sums, s)]] == ++depth)
				sums->ns[frame_of(sums, s)] += time->sampled_ns[i];
		}
	}
}

/* The end of what in FRAMES is at the line, or of the function, that begins at FIRST; *NS is the
 * time of that. */
static size_t end_of(const struct sums *sums, size_t first, bool is_line, double *ns)
{
	const struct host_place *place = place_of(sums, sums->frames[first]);
	size_t i = first;

	*ns = 0;
	for (; i < sums->count; i++) {
		const struct host_place *other = place_of(sums, sums->frames[i]);

		if (compare_functions(place, other) != 0 || (is_line && place->line != other->line))
			break;
		*ns += sums->ns[sums->frames[i]];
	}
	return i;
}

static void add_line(struct host_branch *branch, struct host_branch_line line)
{
	for (size_t i = 0; i < HOST_BRANCH_LINES; i++) {
		const struct host_branch_line other = branch->lines[i];

		if (other.share >= line.share)
			continue;
		branch->lines[i] = line;
		line = other;
	}
}

/* The lines of the function from FIRST to END, as positions in FRAMES. */
static struct host_branch divide(const struct sums *sums, size_t first, size_t end)
{
	struct host_branch branch = { .frame = sums->frames[first] };
	double ns;

	for (size_t i = first, next; i < end; i = next) {
		next = end_of(sums, i, true, &ns);
		add_line(&branch, (struct host_branch_line){ place_of(sums, sums->frames[i])->line,
		                                             NONE, ns / sums->sum_ns });
	}
	while (branch.count < HOST_BRANCH_LINES &&
	       100 * branch.lines[branch.count].share >= HOST_SPOT_MIN_PERCENT)
		branch.count++;
	return branch;
}

/* The function of the program's own, or of a library, with least of the time that has nearly all
 * of it, and divides it. */
static void find_function(struct host_branch *branch, const struct sums *sums, bool in_library)
{
	double least_ns = 2 * sums->sum_ns;

	for (size_t i = 0, next; i < sums->count; i = next) {
		const struct host_place *place = place_of(sums, sums->frames[i]);
		struct host_branch divided;
		double ns;

		next = end_of(sums, i, false, &ns);
		if (place->is_own == in_library || place->is_nameless || place->is_recorder ||
		    ns >= least_ns || 100 * ns < NEARLY_PERCENT * sums->sum_ns)
			continue;
		divided = divide(sums, i, next);
		if (divided.count < 2 || divided.lines[0].line <= 0 ||
		    100 * divided.lines[0].share * sums->sum_ns >= NEARLY_PERCENT * ns)
			continue;
		*branch = divided;
		least_ns = ns;
	}
}

/* Whether FRAME is of a library's function within a function: a decorator's, which nobody calls by
 * its name, as the wrapper() around each optimizer's step(). */
static bool is_wrapper(const struct sums *sums, uint32_t frame)
{
	return !place_of(sums, frame)->is_own &&
	       strstr(sums->time->code->trace->host_frames[frame].function, ".<locals>.");
}

/* Whether a user of FRAME's library knows its function: what begins with an underscore is the
 * library's own business, and so is what is not Python. */
static bool is_public(const struct sums *sums, uint32_t frame)
{
	const struct trace_host_frame *it = &sums->time->code->trace->host_frames[frame];
	const char *last = strrchr(it->function, '.');

	last = last ? last + 1 : it->function;
	return it->binary == NONE && *last && (*last != '_' || strncmp(last, "__", 2) == 0);
}

/* What the stack I calls at LINE of the function of FRAME: the next function of the program's own,
 * else the library's that is called there, behind wrappers; NONE: nothing, none that has a name, or
 * it is not called there. */
static uint32_t callee_at(struct sums *sums, uint32_t i, uint32_t frame, int line)
{
	const uint32_t function = sums->function_of[frame];
	uint32_t own = NONE, called = NONE, depth = 0;

	note_outermost(sums, i);
	for (uint32_t s = i; s != NONE; s = caller_of(sums, i, s)) {
		const uint32_t at = frame_of(sums, s);

		depth++;
		if (sums->function_of[at] == function && sums->seen[function] == depth)
			return place_of(sums, at)->line != line ? NONE : own != NONE ? own : called;
		if (sums->function_of[at] == function)
			continue;
		if (!is_wrapper(sums, at))
			called = at;
		else if (called != NONE && !is_public(sums, called))
			called = NONE;
		if (place_of(sums, at)->is_own)
			own = at;
	}
	return NONE;
}

static void name_callee(struct host_branch_line *line, struct sums *sums, uint32_t frame)
{
	const struct host_time *time = sums->time;
	uint32_t most = NONE;

	memset(sums->callees_ns, 0, sums->count * sizeof *sums->callees_ns);
	for (uint32_t i = 0; i < time->code->trace->host_stacks_count; i++) {
		const uint32_t callee =
		        time->sampled_ns[i] > 0 ? callee_at(sums, i, frame, line->line) : NONE;

		if (callee == NONE)
			continue;
		sums->callees_ns[sums->function_of[callee]] += time->sampled_ns[i];
		if (most == NONE || sums->callees_ns[sums->function_of[callee]] >
		                            sums->callees_ns[sums->function_of[most]])
			most = callee;
	}
	if (most != NONE && !place_of(sums, most)->is_nameless &&
	    100 * sums->callees_ns[sums->function_of[most]] >=
	            NEARLY_PERCENT * line->share * sums->sum_ns)
		line->callee = most;
}

/* Code of its own, or a library's, is told where its lines call functions that are, too. */
static void find_branch(struct host_branch *branch, struct sums *sums, bool in_library)
{
	bool has_callee = false;

	*branch = (struct host_branch){ .frame = NONE };
	add_stacks(sums, in_library);
	find_function(branch, sums, in_library);
	for (size_t i = 0; i < branch->count; i++) {
		struct host_branch_line *line = &branch->lines[i];

		name_callee(line, sums, branch->frame);
		has_callee |= line->callee != NONE &&
		              (in_library || place_of(sums, line->callee)->is_own);
	}
	if (!has_callee)
		branch->count = 0;
}

int host_branch_find(struct host_branch *branch, const struct host_time *time)
{
	struct sums sums;
	int err = init(&sums, time);

	*branch = (struct host_branch){ .frame = NONE };
	if (!err && sums.sum_ns > 0) {
		find_branch(branch, &sums, false);
		if (!branch->count)
			find_branch(branch, &sums, true);
	}
	release(&sums);
	return err;
}

int host_branch_find_own(struct host_branch *branch, const struct host_time *time)
{
	struct sums sums;
	int err = init(&sums, time);

	*branch = (struct host_branch){ .frame = NONE };
	if (!err && sums.sum_ns > 0) {
		add_stacks(&sums, false);
		find_function(branch, &sums, false);
		for (size_t i = 0; i < branch->count; i++)
			name_callee(&branch->lines[i], &sums, branch->frame);
	}
	release(&sums);
	return err;
}

/* " (get_batch())", or nothing. */
static const char *callee_text(char text[HOST_PLACE_TEXT], const struct host_code *code,
                               const struct host_branch_line *line)
{
	*text = '\0';
	if (line->callee != NONE && *code->places[line->callee].function)
		snprintf(text, HOST_PLACE_TEXT, " (%.100s)", code->places[line->callee].function);
	return text;
}

const char *host_branch_times(char text[HOST_BRANCH_TEXT], const struct host_code *code,
                              const struct host_branch *branch, double all_ns)
{
	struct host_place place = code->places[branch->frame];
	char name[HOST_PLACE_TEXT];
	int used;

	place.line = 0;
	used = snprintf(text, HOST_BRANCH_TEXT, "in %s", host_place_text(name, &place));
	for (size_t i = 0; i < branch->count; i++) {
		const struct host_branch_line *line = &branch->lines[i];

		used += snprintf(text + used, HOST_BRANCH_TEXT - (size_t)used, "%s %s under %s%d%s",
		                 i ? "," : "",
		                 format_duration(FORMAT, (int64_t)(line->share * all_ns)),
		                 i ? "" : "line ", line->line, callee_text(name, code, line));
	}
	return text;
}

const char *host_branch_text(char text[HOST_BRANCH_TEXT], const struct host_code *code,
                             const struct host_branch *branch)
{
	struct host_place place = code->places[branch->frame];
	char name[HOST_PLACE_TEXT];
	int used;

	place.line = 0;
	used = snprintf(text, HOST_BRANCH_TEXT, "in %s, by line, with what is called there: ",
	                host_place_text(name, &place));
	for (size_t i = 0; i < branch->count; i++) {
		const struct host_branch_line *line = &branch->lines[i];

		used += snprintf(text + used, HOST_BRANCH_TEXT - (size_t)used, "%s%.0f %% in %d%s",
		                 i ? ", " : "", 100 * line->share, line->line,
		                 callee_text(name, code, line));
	}
	return text;
}
