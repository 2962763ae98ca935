/* SPDX-License-Identifier: MIT */
/* What finding.c, findings.c and merged.c share, and nobody else. */
#ifndef WARPWISE_FINDING_PARTS_H
#define WARPWISE_FINDING_PARTS_H

#include "rules/shared/finding.h"

void finding_release_texts(struct finding *finding);
void finding_free(struct finding *finding);

/* As qsort() has it, of two pointers to findings: 0 if they are about the same. */
int finding_compare(const void *a, const void *b);

/* Puts those that are about the same into one, from FIRST on: the costliest lends its texts. */
void findings_merge(struct findings *all, size_t first);

/* Puts findings without prediction into those of the rule that theirs joins. */
void findings_join(struct findings *all);

/* Among all that the finding is about, if somebody wants to know. */
void finding_keep_operation(struct finding *finding, uint32_t operation);

#endif
