/* SPDX-License-Identifier: MIT */
/* How much of the host's memory the copies of one direction are of. Any thread. */
#ifndef WARPWISE_RULES_HOST_BUFFERS_H
#define WARPWISE_RULES_HOST_BUFFERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rules/shared/copies.h"

/*
 * A copy's size, how long it took, and the row that it is in: copies without a kernel in between,
 * and too short after one another for the host to have written or read so much memory. What they
 * copy is not the same.
 */
struct host_copy {
	int64_t bytes, row, ns;
	size_t order;
	bool is_behind; /* the loops */
	bool is_known;  /* its memory is among the parts */
};

struct host_buffers {
	enum copy_direction direction;
	double reuse; /* so many copies of a size are of one buffer that is used again */
	double fresh; /* a copy to the host that took so many times as long as the fastest of a few
	                 met memory that nobody had written to */
	struct host_copy *copies; /* but those of start-up */
	size_t copies_count;
	struct copy_part *parts; /* of the host's memory, where addresses are known */
	size_t parts_count;
	int64_t start_up_bytes; /* of copies of start-up whose addresses are not */
};

/* Add what copy ID reads or writes there, and the copy itself. *IS_KNOWN: the trace has the
 * address. They return 0 or -ENOMEM. */
int host_buffers_add_part(struct host_buffers *buffers, const struct trace *trace, uint32_t id,
                          bool *is_known);
int host_buffers_add_copy(struct host_buffers *buffers, const struct host_copy *copy);

/*
 * How much memory they are of. Where addresses are not known, copies of start-up, the weights of a
 * model for example, have a buffer each; the others have as their sizes tell. Puts copies and parts
 * in order.
 */
int64_t host_buffers_bytes(struct host_buffers *buffers, const struct trace *trace);

/* Frees what is inside. */
void host_buffers_release(struct host_buffers *buffers);

#endif
