/* SPDX-License-Identifier: MIT */
/*
 * Whose memory is that a program with Thrust or CUB allocates: an algorithm's, which takes a buffer
 * for as long as it runs, or what such algorithms work on. Any thread.
 */
#ifndef WARPWISE_RULES_ALLOCATION_OWNERS_H
#define WARPWISE_RULES_ALLOCATION_OWNERS_H

#include <stdint.h>

#include "rules/shared/allocation_pairs.h"

enum allocation_owner_kind {
	OWNER_PROGRAM,   /* nothing tells that algorithms have to do with it */
	OWNER_ALGORITHM, /* a temporary buffer: only its kernels ran while it was there */
	OWNER_VECTOR,    /* algorithms are called with it: it is there for several */
	ALLOCATION_OWNERS,
};

struct allocation_owner {
	enum allocation_owner_kind owner;
	int64_t fill_ns; /* of the kernel that filled it as it was made; 0: there is none */
};

struct allocation_owners {
	const struct trace *trace;
	uint32_t *issued; /* by call: an operation; NONE: none */
};

/* Returns 0 or -ENOMEM; release it in any case. */
int allocation_owners_init(struct allocation_owners *owners, const struct trace *trace);
void allocation_owners_release(struct allocation_owners *owners);

/* Looks at what the thread that allocated issued before the release: a fixed number of calls. */
struct allocation_owner allocation_owner_of(const struct allocation_owners *owners,
                                            const struct allocation_pair *pair);

#endif
