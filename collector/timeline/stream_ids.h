/* SPDX-License-Identifier: MIT */
/*
 * CUPTI's ids of streams, which it takes 130 to 160 ns to say (13.0, H200): more than the rest of a
 * note about a wait. Each thread keeps those of the streams that it used last, until any stream or
 * context is made or destroyed, since the handle of one that is gone is given to the next. Not by
 * cuStreamGetId(), though that takes 23 ns and gives no id twice: asked about a stream that is
 * being captured, it makes the capture fail (driver 580). In CUPTI's callbacks, on any thread.
 */
#ifndef WARPWISE_STREAM_IDS_H
#define WARPWISE_STREAM_IDS_H

#include <stdbool.h>
#include <stdint.h>

#include "cupti/compat.h"

/*
 * The id of STREAM, which is of CONTEXT, whose id is CONTEXT_ID. Returns false where CUPTI does not
 * know it.
 */
bool stream_id(CUcontext context, uint32_t context_id, CUstream stream, uint32_t *id);

/* A stream or a context is made, or about to be destroyed: what is kept is not used any more. */
void stream_ids_forget(void);
void streams_changed(const CUpti_ResourceData *resource); /* the same, as CUPTI says it */

#endif
