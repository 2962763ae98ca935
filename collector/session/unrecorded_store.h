/* SPDX-License-Identifier: MIT */
/* Rows of the table unrecorded. On the writer thread. */
#ifndef WARPWISE_UNRECORDED_STORE_H
#define WARPWISE_UNRECORDED_STORE_H

#include "store/batch.h"

/* What the trace lacks of them, and what has ended since it was written. In a batch. */
void unrecorded_store_write(struct batch *batch);

#endif
