/* SPDX-License-Identifier: MIT */
/*
 * Operations of PyTorch on elements (ReLU, GELU, a bias) by themselves behind matrix products,
 * which can do them at their end: costly-operation's. Any thread.
 */
#ifndef WARPWISE_RULES_EPILOGUES_H
#define WARPWISE_RULES_EPILOGUES_H

#include "rules/shared/finding.h"

/*
 * A finding of the rule of CHECK if kernels, of which BEHIND percent of the launches are right
 * behind a matrix product each, take SHARE percent of the run. Returns 0 or -ENOMEM.
 */
int epilogues_check(struct check *check, double behind, double share);

#endif
