/* SPDX-License-Identifier: MIT */
/*
 * Which of the rules that could not judge, since counters or samples were not recorded, have
 * kernels with the instructions that they are about. Any thread, one at a time.
 */
#ifndef WARPWISE_RULES_LIKELY_H
#define WARPWISE_RULES_LIKELY_H

#include "rules/shared/finding.h"

/*
 * Sets the hints of the abstentions of ALL, and puts first those with one: what is likely, and then
 * what is about most of the time in kernels. The others keep their order. Returns 0 or -ENOMEM.
 */
int likely_order(struct findings *all, const struct trace *trace);

#endif
