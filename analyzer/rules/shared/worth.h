/* SPDX-License-Identifier: MIT */
/* What is worth a finding: the least share of the time, and how often makes a habit. Any thread. */
#ifndef WARPWISE_RULES_WORTH_H
#define WARPWISE_RULES_WORTH_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/trace.h"

/* From the first start to the last end of the operations of DEVICE (NONE: of any). 0 without
 * operations. */
int64_t gpu_span_ns(const struct trace *trace, uint32_t device);

/*
 * The share of that span which a finding must at least cost, as a row of a rule's thresholds.
 * Start-up and the host's work before and after are no part of the span: they would make a long
 * loading time hide all the rest.
 */
#define WORTH_PERCENT 1
#define THRESHOLD_WORTH                                                                           \
	{                                                                                         \
		"share", WORTH_PERCENT, "% of the time from the first to the last GPU operation", \
		        "an unchanged replay comes within about 1 % of the recorded run, so a "   \
		        "smaller gain cannot "                                                    \
		        "be told from its error"                                                  \
	}
bool is_worth(const struct trace *trace, int64_t cost_ns);

/* What is seen fewer times may belong to the phases of a program; ten times is a habit. */
enum { REPEATS_MIN = 10 };

/* For how it is decided, of the rules about a kernel's launch or what happens inside. */
#define LEAVES_OUT_NCCL \
	"NCCL's kernels are left out: they wait for other GPUs, whatever their launch and code."

#endif
