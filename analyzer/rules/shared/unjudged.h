/* SPDX-License-Identifier: MIT */
/*
 * Kernels that a rule does not judge: since something was not recorded, or since what it found is a
 * library's code that was inlined. A sentence for each of these. Any thread, one at a time.
 */
#ifndef WARPWISE_RULES_UNJUDGED_H
#define WARPWISE_RULES_UNJUDGED_H

#include "rules/shared/inlined_code.h"
#include "rules/shared/kernels.h"

struct unjudged_kernels {
	int64_t count, busy_ns;
	uint32_t function; /* the first */
};

/* All 0: none. */
struct unjudged {
	struct unjudged_kernels unmeasured, inlined;
	const char *lacks;        /* of the first that was not measured */
	struct inlined_code code; /* of the first that is a library's */
};

/* KERNEL, which LACKS something, as kernel_rule has it. */
void unjudged_add(struct unjudged *unjudged, const struct kernel *kernel, const char *lacks);

/* KERNEL, most of which is CODE. */
void unjudged_add_inlined(struct unjudged *unjudged, const struct kernel *kernel,
                          const struct inlined_code *code);

/* Abstains for them, where JUDGED others were judged. */
void unjudged_abstain(struct check *check, const struct unjudged *unjudged, int64_t judged);

#endif
