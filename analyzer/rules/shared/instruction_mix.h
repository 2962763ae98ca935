/* SPDX-License-Identifier: MIT */
/*
 * What the instructions are that a kernel executes: parts of all, 0 to 1, by how often each was
 * executed (--metrics=source), or by the samples in which warps issued it. Any thread, one at a
 * time.
 */
#ifndef WARPWISE_RULES_INSTRUCTION_MIX_H
#define WARPWISE_RULES_INSTRUCTION_MIX_H

#include "rules/shared/kernels.h"

struct instruction_mix {
	double special;                           /* of the special-function unit */
	double estimates;                         /* of these, those that precise operations begin
	                                             with, one each */
	double tests_denormals, scales_denormals; /* denormals.h */
	/* What exactly rounded divisions, reciprocals and roots of floats take beyond approximate
	 * ones, each. */
	double precise[PRECISE_OPERATIONS];
};

/* All NAN where nothing of it was counted, too little was sampled, or its code is not known. */
struct instruction_mix instruction_mix(struct check *check, const struct kernel *kernel);

/* The part of the kernel's time that its instructions for the special-function unit take at least;
 * 0: not known. */
double instruction_mix_special_part(const struct check *check, const struct kernel *kernel,
                                    const struct instruction_mix *mix);
/* Of that part, the one of estimates. */
double instruction_mix_estimates_part(const struct check *check, const struct kernel *kernel,
                                      const struct instruction_mix *mix);

#endif
