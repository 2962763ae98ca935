/* SPDX-License-Identifier: MIT */
/*
 * Notes in the trace until when the process was there: of one that is killed in a kernel or a copy
 * that takes long, or for ever, nothing else tells how long it was at that. On the writer thread.
 */
#ifndef WARPWISE_ALIVE_H
#define WARPWISE_ALIVE_H

#include <stdbool.h>

#include "store/batch.h"

/* Whether it is to be noted again: every 2 s, in long recordings every 64th part of their time. */
bool alive_is_due(void);

void alive_write(struct batch *batch);

#endif
