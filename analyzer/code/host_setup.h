/* SPDX-License-Identifier: MIT */
/*
 * Work of the host that prepares other work, known by the Python code that a thread is in: it
 * compiles, tries kernels out, starts processes, or loads data; and that writes files, measures, or
 * trains. Any thread.
 */
#ifndef WARPWISE_HOST_SETUP_H
#define WARPWISE_HOST_SETUP_H

#include <stdbool.h>
#include <stdint.h>

#include "trace/trace.h"

enum host_setup_kind {
	SETUP_NONE,
	SETUP_COMPILING, /* a just-in-time compiler */
	SETUP_TUNING,    /* configurations of a kernel are run, and the fastest is kept */
	SETUP_STARTING,  /* processes are started, or ended */
	SETUP_KINDS,     /* what is below has to be done for each piece of the data */
	SETUP_LOADING = SETUP_KINDS, /* a batch, item by item */
	SETUP_AWAITING,              /* ... which other processes load */
	SETUP_RECEIVING,             /* ... which these hand over, tensor by tensor */
	SETUP_SAVING,                /* checkpoints and pictures are written */
	SETUP_MEASURING,             /* a benchmark repeats something, for as long as it wants */
	SETUP_TRAINING,              /* gradients are computed, or an optimiser makes its step */
	SETUP_ITERATING,             /* a tensor of its own is made of each element of one */
	SETUP_ALL,
};

struct host_setup {
	enum host_setup_kind kind;
	const char *tool; /* whose code it is: "JAX"; NULL: nobody's */
};

/* Whether data is loaded by other processes, anywhere in the samples. */
bool host_setup_has_workers(const struct trace *trace);

/* What a thread does that has FRAME of TRACE on its stack, whatever it is in. */
struct host_setup host_setup_of_frame(const struct trace *trace, uint32_t frame);

/*
 * What a thread does on each stack: by stack, the caller's to free; NULL without memory. Where one
 * does the other's work (a tuner compiles), it is the outer one's; but who loads data may do
 * anything for it.
 */
struct host_setup *host_setup_of_stacks(const struct trace *trace);

#endif
