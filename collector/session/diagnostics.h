/* SPDX-License-Identifier: MIT */
/* What is missing from the trace, as it says itself: rows of the table diagnostic. In a batch. */
#ifndef WARPWISE_DIAGNOSTICS_H
#define WARPWISE_DIAGNOSTICS_H

#include "store/batch.h"

/* One row. A diagnostic_fn: BATCH is a struct batch; COUNT 0: it turned out to be none. */
diagnostic_fn diagnostic_write;

/* All that was counted, as it is now. BATCH is a struct batch. */
void diagnostics_write(void *batch);

/* What is not recorded at all. */
void diagnostics_write_absences(struct batch *batch);

#endif
