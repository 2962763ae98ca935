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

struct renewed_limits {
	double bytes_per_s;  /* copies into new pages are no faster, */
	double faster_times; /* and the trace's fastest of pageable memory are so many times as
	                      * fast: else the machine is as slow with any */
	double copies;       /* at least */
	int64_t won_ns;      /* at least */
};

/* Says so in FINDING, whose targets are copies to the host, if keeping such buffers, pageable as
 * they are, wins enough. Returns 0 or -ENOMEM. */
int renewed_buffers_say(struct finding *finding, const struct check *check,
                        const struct renewed_limits *limits);

#endif
