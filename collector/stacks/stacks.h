/* SPDX-License-Identifier: MIT */
/* Where the host was: the parts of --host together. */
#ifndef WARPWISE_STACKS_H
#define WARPWISE_STACKS_H

#include <stddef.h>

#include "cupti/compat.h"
#include "host/queue.h"

/*
 * Begins to note stacks of calls, in BYTES at most, and to sample Python. In the thread that
 * initialises CUDA; QUEUE's reader takes what there is. What cannot be had is counted.
 */
void stacks_enable(CUpti_SubscriberHandle subscriber, size_t bytes, struct queue *queue);

#endif
