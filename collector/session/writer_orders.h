/* SPDX-License-Identifier: MIT */
/* What the writer thread is told, and tells: the memory behind writer.h. For writer.c alone. */
#ifndef WARPWISE_WRITER_ORDERS_H
#define WARPWISE_WRITER_ORDERS_H

#include <stdatomic.h>

extern struct writer_orders {
	atomic_bool has_context, is_ending, is_done;
	atomic_int leaving;     /* between writer_settle() and writer_go_on(), how often */
	atomic_int cutting;     /* of these, those that want what is under way, too */
	atomic_uint asked;      /* calls of writer_settle() so far ... */
	atomic_uint settled;    /* ... of which the trace has been made whole for the first ones */
	atomic_bool is_settled; /* the trace is whole as it is */
	atomic_bool is_passing; /* it was asked last to settle in passing */
	_Atomic(const char *) path; /* of the trace; NULL: there is none yet */
} writer_orders;

#endif
