/* SPDX-License-Identifier: MIT */
/* Weighs the loops of a kernel by its samples. Any thread. */
#include "rules/shared/slow_loop.h"

#include <stdlib.h>

#include "rules/shared/constants.h"
#include "rules/shared/survey.h"

/* Of LINES, which are instructions, the samples of LOOP. */
static int64_t samples_in(const struct kernel_lines *lines, const struct code_loop *loop)
{
	int64_t samples = 0;

	for (size_t i = 0; i < lines->count; i++)
		if (lines->items[i].pc_offset_bytes >= loop->head_bytes &&
		    lines->items[i].pc_offset_bytes < loop->end_bytes)
			samples += lines->items[i].samples;
	return samples;
}

/* The loop that has most of the samples of FUNCTION, and into *PART what part; NULL: there is none.
 */
static const struct code_loop *find(struct check *check, uint32_t function, double *part)
{
	const struct code *code = &check->survey->codes[function];
	const struct code_loop *found = NULL;
	/* Of all its shapes: samples do not know their launch. */
	const int64_t samples = check->profiles->functions[function].samples;
	struct kernel_lines lines = { 0 };
	int err;

	if (!code->loops_count || samples < SAMPLES_MIN)
		return NULL;
	err = kernel_lines_init(&lines, check->profiles, NULL, KERNEL_INSTRUCTIONS, function);
	for (int i = 0; i < code->loops_count && !err && !found; i++) {
		*part = (double)samples_in(&lines, &code->loops[i]) / (double)samples;
		if (100 * *part >= SLOW_LOOP_PERCENT)
			found = &code->loops[i];
	}
	kernel_lines_release(&lines);
	check_failed(check, err);
	return found;
}

static const char *const labels[] = {
	[LOOP_STORES_AGAIN] = "in vain",
	[LOOP_LOADS_AGAIN] = "in vain",
	[LOOP_SAME] = "in vain",
	[LOOP_CHAIN] = "chain",
};

static const char *const facts[] = {
	[LOOP_STORES_AGAIN] = "a loop stores to the same address in each of its rounds, and its "
	                      "next loads wait for that",
	[LOOP_LOADS_AGAIN] = "a loop loads from the same address in each of its rounds, since it "
	                     "stores as well",
	[LOOP_SAME] = "a loop loads from the same addresses and stores the same to the same ones "
	              "in each of its rounds",
	[LOOP_CHAIN] = "in a loop each load needs what the one of the round before brought, as in "
	               "p = p->next",
};

static const char *const advices[] = {
	[LOOP_STORES_AGAIN] =
	        "Keep what the loop changes in a variable of the thread, and store it once, behind "
	        "the loop. The "
	        "compiler cannot do so by itself: as far as it knows the pointers are to the same "
	        "memory. Where they are not, say so: float *__restrict__ out, const float "
	        "*__restrict__ in.",
	[LOOP_LOADS_AGAIN] =
	        "Load it once into a variable of the thread, before the loop. The compiler cannot "
	        "do so by itself: as far as it knows the loop's own stores change it. Where they "
	        "do not, say so: const int *__restrict__ in, int *__restrict__ out.",
	[LOOP_SAME] =
	        "Leave the loop out, or look at what its rounds should do: each loads, computes "
	        "and stores what the one before did. The compiler does not leave it out by "
	        "itself: as far as it knows the pointers are to the same memory. Where they are "
	        "not, say so: float *__restrict__ out, const float *__restrict__ in.",
	[LOOP_CHAIN] =
	        "Unrolling and wider loads have no more loads of a chain under way. More chains "
	        "do: more warps on an SM, more threads, or a thread that follows several at a "
	        "time. Or make it shorter: items in the order in which they are visited, in an "
	        "array, need no links; a node that has several items has fewer; and links that "
	        "are packed by themselves stay in a cache.",
};

static const char *say(struct finding *f, const struct code_loop *loop)
{
	finding_fact(f, labels[loop->kind], "%s", facts[loop->kind]);
	return advices[loop->kind];
}

const char *slow_loop_say(struct check *check, struct finding *f, uint32_t function)
{
	double part;
	const struct code_loop *loop = find(check, function, &part);

	return loop ? say(f, loop) : NULL;
}

const char *slow_loop_say_again(struct check *check, struct finding *f, uint32_t function)
{
	double part;
	const struct code_loop *loop = find(check, function, &part);

	return loop && loop->kind != LOOP_CHAIN ? say(f, loop) : NULL;
}

double slow_loop_same_part(struct check *check, uint32_t function)
{
	double part;
	const struct code_loop *loop = find(check, function, &part);

	return loop && loop->kind == LOOP_SAME ? part : 0;
}
