/* SPDX-License-Identifier: MIT */
/*
 * How much of a kernel's time its warps spend in instructions of a sort, by samples: for rules
 * about computations that have a cheaper form. Any thread, one at a time.
 */
#ifndef WARPWISE_RULES_OWN_TIME_H
#define WARPWISE_RULES_OWN_TIME_H

#include <stdbool.h>

#include "code/code.h"
#include "rules/shared/kernels.h"
#include "rules/shared/rule.h"

enum { OWN_TIME_PART, OWN_TIME_ISSUING, OWN_TIME_CHAIN, OWN_TIME_MOST };
extern const struct threshold own_time_thresholds[];

/* Whether the schedulers are busy enough for what is executed to be what KERNEL's time is. */
bool own_time_is_issued(const struct kernel *kernel);

/* Whether an instruction is of the sort. */
typedef bool own_time_sort(const struct code_instruction *instruction);

/* What is missing to judge KERNEL, whose code has such instructions, or NULL. */
const char *own_time_lacks(struct check *check, const struct kernel *kernel,
                           own_time_sort *is_such);

/*
 * The part of the kernel's samples, 0 to 1, that its time would be less by at most: all in such
 * instructions where the schedulers are busy, and else those of warps that wait for nothing but the
 * computation itself. 0: too little was sampled, memory decides, or they are few.
 */
double own_time_part(struct check *check, const struct kernel *kernel, own_time_sort *is_such);

/* The samples of KERNEL in such instructions. */
double own_time_samples(struct check *check, const struct kernel *kernel, own_time_sort *is_such);

/* Names the lines with most of these as a fact LABEL. */
void own_time_lines(struct check *check, struct finding *finding, const struct kernel *kernel,
                    const char *label, own_time_sort *is_such);

/* Says how busy the schedulers are, and why WHAT ("the division") counts where they are not. */
void own_time_facts(struct finding *finding, const struct kernel *kernel, const char *what);

#endif
