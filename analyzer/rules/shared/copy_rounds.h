/* SPDX-License-Identifier: MIT */
/* Copies to the device that come in the same order of sizes again and again. Any thread. */
#ifndef WARPWISE_RULES_COPY_ROUNDS_H
#define WARPWISE_RULES_COPY_ROUNDS_H

#include "trace/trace.h"

struct copy_rounds {
	int64_t rounds;        /* 0: there are none */
	int64_t copies, bytes; /* of each */
	int64_t time_ns;       /* that the copies of all but the first took */
};

/*
 * Fills ROUNDS from the copies into devices that are large enough to tell a rate from: all of them
 * of which the host's address is not known, in their order, are one row of several sizes, LEAST
 * times or more, and the thread that copies never had the time to write as much between two rounds.
 * Returns 0 or -ENOMEM.
 */
int copy_rounds_find(struct copy_rounds *rounds, const struct trace *trace, double least);

#endif
