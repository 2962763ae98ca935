/* SPDX-License-Identifier: MIT */
/*
 * Data that a program takes from one GPU to another through the host's memory by itself: a copy to
 * the host from one, and a copy of as many bytes to the other. Any thread.
 */
#ifndef WARPWISE_RULES_HOST_EXCHANGE_H
#define WARPWISE_RULES_HOST_EXCHANGE_H

#include <stddef.h>
#include <stdint.h>

#include "trace/trace.h"

struct host_exchange {
	uint32_t out, in; /* operations */
};

struct host_exchanges {
	struct host_exchange *items;
	size_t count;
};

/*
 * Pairs of copies between different GPUs, of large data whose size no other copy of the run has:
 * programs that deal equal parts to several GPUs have many copies of one size, and none of these
 * says that it brings what another one took. Returns 0 or -ENOMEM; release it in any case.
 */
int host_exchanges_find(struct host_exchanges *exchanges, const struct trace *trace);
void host_exchanges_release(struct host_exchanges *exchanges);

#endif
