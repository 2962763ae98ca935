/* SPDX-License-Identifier: MIT */
/* Waits of the host that nothing required. Any thread. */
#ifndef WARPWISE_RULES_WAITS_H
#define WARPWISE_RULES_WAITS_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/shared/finding.h"
#include "rules/shared/gaps.h"

/* A copy whose host side the program may want to use after waiting for it: a result, or a buffer to
 * fill again. */
bool is_host_memory_used(const struct trace *trace, uint32_t operation);

/*
 * The memory from which the host may read what kernels wrote without a copy: "managed memory", or
 * "mapped host memory", pinned memory that kernels can write themselves. NULL: there is none. With
 * it any wait may have a reason that a trace does not show.
 */
const char *waits_memory_read_directly(const struct trace *trace);
const char *waits_memory_mapped(const struct trace *trace); /* of these, the latter alone */
extern const char managed_memory[];                         /* what it says first */

/* Whether managed memory is in use, and what the driver did with its pages was not recorded: who
 * waited for them is seen to do something else. */
bool waits_pages_unrecorded(const struct trace *trace);

/* Whether the program prefetches managed memory: copies that a trace has only with --managed. */
bool waits_memory_is_prefetched(const struct trace *trace);

/*
 * Sets HAS_NO_REASON[call] (all false at first) for each wait of a stream, context or device that
 * could be for nothing: since those streams were last waited for, no thread put anything into them
 * that the host may need: a copy of host memory, an event (they time work), a host function. Waits
 * for one event are precise and are left out, and so are those behind which the host may have read
 * managed memory, where that is told (managed_waits.h). Returns 0 or -ENOMEM.
 */
int waits_without_reason(bool has_no_reason[], const struct check *check);

/* Whether GAP is there because of such a wait: the thread's next call after it issued the operation
 * that ended the gap, and none for the host's memory. */
bool is_needless_gap(const struct trace *trace, const struct gap *gap, const bool has_no_reason[]);

#endif
