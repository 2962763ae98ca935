/* SPDX-License-Identifier: MIT */
/*
 * What counters or code of a kernel leave no doubt about: advice on it would be void. What is not
 * known is not refuted. Any thread.
 */
#ifndef WARPWISE_RULES_REFUTED_H
#define WARPWISE_RULES_REFUTED_H

#include "rules/shared/kernels.h"

/* All loads and stores of global memory ask for no more sectors than neighbouring lanes need. */
bool refuted_scattered(const struct kernel *kernel);
bool refuted_local_memory(const struct kernel *kernel);
/* On global memory. */
bool refuted_atomics(const struct kernel *kernel);
bool refuted_loops(const struct kernel *kernel);

#endif
