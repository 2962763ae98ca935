/* SPDX-License-Identifier: MIT */
/*
 * Work that is too small for a GPU: hardly any launch fills more than a few SMs or takes longer
 * than the host needs for it, and the GPU is hardly ever busy. Or a framework's operations on
 * single numbers. Any thread.
 */
#ifndef WARPWISE_RULES_SMALL_WORK_H
#define WARPWISE_RULES_SMALL_WORK_H

#include "rules/shared/rule.h"

extern const struct threshold small_work_thresholds[];

/*
 * Lets FINDING, whose advice is set, say so first: {small launches} of all launches have as many
 * blocks as {short grid} of the SMs, but one at least, and take less than the call that launches
 * them; these and others with as many as {small grid} have half of the time in kernels; and the GPU
 * is busy for less than {hardly busy} of the main part (survey.h). The rule has the advice "tiny".
 */
void small_work_say(const struct check *check, struct finding *finding);

/*
 * Whether the COUNT KERNELS, operations in ROWS rows, compute single numbers: {small launches} of
 * them are a framework's operations on elements, of one block, and a copy of 8 bytes or less to the
 * host comes behind half of the rows. *ERR: -ENOMEM, or as it was.
 */
bool small_work_is_numbers(const struct trace *trace, const uint32_t *kernels, size_t count,
                           size_t rows, int *err);

#endif
