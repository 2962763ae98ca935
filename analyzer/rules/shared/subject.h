/* SPDX-License-Identifier: MIT */
/*
 * Findings about a function or a device, by its name. Functions whose short names are alike have
 * longer ones there. Like finding_add(), never NULL. Any thread, one at a time.
 */
#ifndef WARPWISE_RULES_SUBJECT_H
#define WARPWISE_RULES_SUBJECT_H

#include <stdint.h>

#include "rules/shared/finding.h"

struct finding *finding_add_function(struct check *check, uint32_t function);
struct finding *finding_add_device(struct check *check, uint32_t device);

#endif
