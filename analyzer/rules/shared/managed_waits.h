/* SPDX-License-Identifier: MIT */
/*
 * Waits behind which the host may have read managed memory. Any thread.
 *
 * A page that a kernel has touched lies on its GPU, and the host that reads it stands still for a
 * fault of several microseconds. Behind a wait that it goes on from at once, and without a pause
 * until its next wait, it has read none: the wait was not for that.
 *
 * That is so where pages move: not where the host reads a GPU's memory itself, as CPUs other than
 * x86-64 may, nor if the program places pages or moves them ahead. Nothing is known of what other
 * threads read, or where several GPUs share pages, or where not all of them fit. And the driver
 * keeps a page from going to and fro that moves several times within a short time: then it stays
 * on the host for a while, and both read it there without a fault. So who reads such a page behind
 * each wait pauses behind some waits in a row, goes on at once behind many, and pauses in a row
 * again.
 */
#ifndef WARPWISE_RULES_MANAGED_WAITS_H
#define WARPWISE_RULES_MANAGED_WAITS_H

#include <stdbool.h>

#include "rules/shared/threshold.h"
#include "trace/trace.h"

extern const struct threshold managed_waits_thresholds[];

/* Whether the program uses managed memory, of which the host has read nothing behind waits that it
 * went on from at once. */
bool managed_waits_are_told(const struct trace *trace);

/* The waits behind which more work was issued, and the pauses of the host behind them. */
struct managed_rows {
	int64_t waits, pauses, rows, ns;
};

/* Whether these pauses are as of a page that goes to and fro until the driver keeps it. */
bool managed_waits_come_in_rows(struct managed_rows *rows, const struct trace *trace);

/* Clears HAS_NO_REASON, by call, of waits behind which it may have read some, where pages may have
 * moved. */
void managed_waits_leave(bool has_no_reason[], const struct trace *trace);

#endif
