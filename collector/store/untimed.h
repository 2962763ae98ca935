/* SPDX-License-Identifier: MIT */
/* Kernels that came without times: of which shape, and counted as what. On the writer thread. */
#ifndef WARPWISE_UNTIMED_H
#define WARPWISE_UNTIMED_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "host/losses.h"
#include "store/intern.h"

enum { UNTIMED_KERNELS_MAX = 1 << 20 };

/* Zero bytes are a valid, empty set. */
struct untimed {
	struct intern ids; /* of their launches */
	struct intern_mark mark;
	struct untimed_kernel *kernels; /* by number - 1 */
	size_t room;
};

void untimed_release(struct untimed *untimed);

/* A batch begins, perhaps one that is written again; it is in the trace. */
void untimed_begin(struct untimed *untimed);
void untimed_keep(struct untimed *untimed);

/*
 * Notes that a kernel of this launch came, of LAUNCH_SHAPE_ID, counted as COUNTED. Returns whether
 * one was noted before: each pass can leave a record. UNTIMED_KERNELS_MAX are noted. In a batch.
 */
bool untimed_note(struct untimed *untimed, uint32_t correlation_id, int64_t launch_shape_id,
                  enum counter counted);

/* The shape of this launch's kernel, and as what it was counted; 0: none was noted. */
int64_t untimed_shape(const struct untimed *untimed, uint32_t correlation_id,
                      enum counter *counted);

#endif
