/* SPDX-License-Identifier: MIT */
/*
 * What counters or code of a kernel leave no doubt about: advice on it would be void. What is not
 * known is not refuted. Any thread.
 */
#ifndef WARPWISE_RULES_REFUTED_H
#define WARPWISE_RULES_REFUTED_H

#include "rules/shared/kernels.h"
#include "rules/shared/rule_text.h"

/* All loads and stores of global memory ask for no more sectors than neighbouring lanes need. */
bool refuted_scattered(const struct kernel *kernel);
bool refuted_local_memory(const struct kernel *kernel);
/* On global memory. */
bool refuted_atomics(const struct kernel *kernel);
bool refuted_loops(const struct kernel *kernel);
/* Its SMs have as many warps as they take, or nearly: "resident". */
bool refuted_more_warps(const struct kernel *kernel);
extern const struct threshold resident_threshold[];

/* The advice on NAME of the rule that runs; NULL: none. Where more warps would not fit, that on
 * "NAME, filled", if there is one. */
const char *refuted_note(const struct check *check, const struct kernel *kernel, const char *name);

#endif
