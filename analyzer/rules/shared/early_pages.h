/* SPDX-License-Identifier: MIT */
/*
 * Memory for results whose pages are mapped in the copy to it, and could be mapped while the host
 * waits for the GPU. Any thread.
 */
#ifndef WARPWISE_RULES_EARLY_PAGES_H
#define WARPWISE_RULES_EARLY_PAGES_H

#include "rules/shared/finding.h"

/*
 * Says in FINDING what it may win beyond its prediction: PRICE_NS, for which the prediction takes
 * it that somebody pins that memory, or maps its pages, while all else stands still. Nothing where
 * the thread that issued COPY, the first of them, had waited less for the GPU by then.
 */
void early_pages_say(struct finding *finding, const struct check *check, uint32_t copy,
                     int64_t price_ns);

#endif
