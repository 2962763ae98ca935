/* SPDX-License-Identifier: MIT */
/*
 * Rows of launches within one computation that XLA has compiled (a jit of JAX's): its ranges tell.
 * Operations that a program of JAX's calls one by one are a computation each. Any thread.
 */
#ifndef WARPWISE_RULES_XLA_MODULES_H
#define WARPWISE_RULES_XLA_MODULES_H

#include "rules/shared/launch_rows.h"

/* Sets *ARE: whether at least half of the launches of ROWS that count are in rows which begin and
 * end in the same run of a computation. Returns 0 or -ENOMEM. */
int xla_modules_have(bool *are, const struct launch_rows *rows, const struct trace *trace);

#endif
