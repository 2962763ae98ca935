/* SPDX-License-Identifier: MIT */
/* What is known not to be the case in a kernel. Any thread. */
#include "rules/shared/refuted.h"

#include <math.h>
#include <stdio.h>

enum { WORD_BYTES = 4 };

/* Sectors for 32 neighbouring lanes of so many bytes are as many as these are, and one at least. */
static bool are_dense(double requests, double sectors, int lane_bytes)
{
	return !(requests > 0) || sectors <= requests * fmax(lane_bytes, 1);
}

bool refuted_scattered(const struct kernel *kernel)
{
	const struct kernel_profile *p = kernel->profile;
	const struct code *code = kernel->code;
	const bool is_known = code && code->is_known;

	return is_measured(p->global_load_requests) && is_measured(p->global_load_sectors) &&
	       is_measured(p->global_store_requests) && is_measured(p->global_store_sectors) &&
	       are_dense(p->global_load_requests, p->global_load_sectors,
	                 is_known ? code->narrowest_load_bytes : WORD_BYTES) &&
	       are_dense(p->global_store_requests, p->global_store_sectors,
	                 is_known ? code->narrowest_store_bytes : WORD_BYTES);
}

bool refuted_local_memory(const struct kernel *kernel)
{
	return (kernel->code && kernel->code->is_known && !kernel->code->local.all) ||
	       kernel->profile->local_load_bytes + kernel->profile->local_store_bytes == 0;
}

bool refuted_atomics(const struct kernel *kernel)
{
	return (kernel->code && kernel->code->is_known && !kernel->code->global_atomics) ||
	       kernel->profile->global_atomics + kernel->profile->global_reductions == 0;
}

bool refuted_loops(const struct kernel *kernel)
{
	return kernel->code && kernel->code->is_known && !kernel->code->instructions_in_loops;
}

const struct threshold resident_threshold[] = { { "resident", 90, "%" }, { .name = NULL } };

bool refuted_more_warps(const struct kernel *kernel)
{
	return kernel->profile->achieved_occupancy >= resident_threshold->value;
}

const char *refuted_note(const struct check *check, const struct kernel *kernel, const char *name)
{
	char filled[64];
	const char *note = NULL;

	snprintf(filled, sizeof filled, "%s, filled", name);
	if (refuted_more_warps(kernel))
		note = rule_note(check->rule, RULE_ADVICE, filled);
	return note ? note : rule_note(check->rule, RULE_ADVICE, name);
}
