/* SPDX-License-Identifier: MIT */
/* Weighs the loops of a kernel by its samples. Any thread. */
#include "rules/shared/one_address.h"

#include <stdlib.h>

#include "rules/shared/constants.h"
#include "rules/shared/survey.h"

/* Of LINES, which are instructions, the samples of LOOP. */
static int64_t samples_in(const struct kernel_lines *lines, const struct code_again *loop)
{
	int64_t samples = 0;

	for (size_t i = 0; i < lines->count; i++)
		if (lines->items[i].pc_offset_bytes >= loop->head_bytes &&
		    lines->items[i].pc_offset_bytes < loop->end_bytes)
			samples += lines->items[i].samples;
	return samples;
}

/* The access of the loop that has most of KERNEL's samples; NULL: there is none. */
static const struct code_again *find(struct check *check, const struct kernel *kernel)
{
	const struct code *code = &check->survey->codes[kernel->function];
	const struct code_again *found = NULL;
	struct kernel_lines lines = { 0 };
	int err;

	if (!code->again_count || kernel->profile->samples < SAMPLES_MIN)
		return NULL;
	err = kernel_lines_init(&lines, check->profiles, NULL, KERNEL_INSTRUCTIONS,
	                        kernel->function);
	for (int i = 0; i < code->again_count && !err && !found; i++)
		if (100.0 * (double)samples_in(&lines, &code->again[i]) >=
		    ONE_ADDRESS_PERCENT * (double)kernel->profile->samples)
			found = &code->again[i];
	kernel_lines_release(&lines);
	check_failed(check, err);
	return found;
}

void one_address_say(struct check *check, struct finding *f, const struct kernel *kernel)
{
	const struct code_again *again = find(check, kernel);

	if (!again)
		return;
	if (again->is_store) {
		finding_fact(
		        f, "in vain",
		        "a loop stores to the same address in each of its rounds, and its next "
		        "loads wait for that");
		finding_advice(f,
		               "Add up in a variable of the thread, and store it once, behind the "
		               "loop. The compiler cannot do so by itself: as far as it knows the "
		               "pointers are to the same memory. Where they are not, say so: float "
		               "*__restrict__ out, const float *__restrict__ in.");
		return;
	}
	finding_fact(f, "in vain",
	             "a loop loads from the same address in each of its rounds, since it stores as "
	             "well");
	finding_advice(
	        f, "Load it once into a variable of the thread, before the loop. The compiler "
	           "cannot do so by itself: as far as it knows the loop's own stores change it. "
	           "Where they do not, say so: const int *__restrict__ in, int *__restrict__ "
	           "out.");
}
