/* SPDX-License-Identifier: MIT */
/*
 * Operands of tensor cores that a kernel of the program's own loads right from global memory, as
 * wmma::load_matrix_sync() does: which lane loads what is given, and each is used for one product.
 * Any thread.
 */
#ifndef WARPWISE_RULES_FRAGMENTS_H
#define WARPWISE_RULES_FRAGMENTS_H

#include "rules/shared/kernels.h"
#include "rules/shared/rule.h"

/* What to do about the loads of KERNEL, if they are of such operands. Else NULL. */
const char *fragments_advice(const struct check *check, const struct kernel *kernel);

/* Of the bytes of the sectors that such loads ask for, the part that lanes use: each loads bytes of
 * its own. NAN: they are not such loads, or were not counted. */
double fragments_used_part(const struct check *check, const struct kernel *kernel);

/* Adds how busy the tensor cores are, where KERNEL uses them. */
void fragments_say_use(const struct check *check, struct finding *finding,
                       const struct kernel *kernel);

#endif
