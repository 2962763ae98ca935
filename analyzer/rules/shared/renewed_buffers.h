/* SPDX-License-Identifier: MIT */
/*
 * Buffers of the host that a program frees and allocates anew between copies into them. Any thread.
 *
 * A copy to a place that an earlier one of the same size went to meets pages that exist; where it
 * is as slow as into pages that nobody has written to ({new pages} or less, and half as fast as
 * others of the trace at most), the memory was given
 * back to the system in between, and came back as new.
 */
#ifndef WARPWISE_RULES_RENEWED_BUFFERS_H
#define WARPWISE_RULES_RENEWED_BUFFERS_H

#include "rules/shared/finding.h"

/* Says so in FINDING, whose targets are copies to the host, if keeping such buffers, pageable as
 * they are, wins LEAST_NS or more. Returns 0 or -ENOMEM. */
int renewed_buffers_say(struct finding *finding, const struct check *check,
                        double new_pages_bytes_per_s, int64_t least_ns);

#endif
