/* SPDX-License-Identifier: MIT */
/* What finding.c and findings.c share, and nobody else. */
#ifndef WARPWISE_FINDING_PARTS_H
#define WARPWISE_FINDING_PARTS_H

#include "rules/shared/finding.h"

void finding_release_texts(struct finding *finding);

/* Among all that the finding is about, if somebody wants to know. */
void finding_keep_operation(struct finding *finding, uint32_t operation);

#endif
