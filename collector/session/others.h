/* SPDX-License-Identifier: MIT */
/*
 * Another user of CUPTI in this process, as PyTorch's profiler is. CUPTI has one subscriber and one
 * pair of functions for buffers, and keeps buffers of ours as long as it likes; whoever frees one
 * crashes. So the functions that CUPTI calls stay ours, and what is another's goes on to him.
 */
#ifndef WARPWISE_OTHERS_H
#define WARPWISE_OTHERS_H

#include <stdbool.h>
#include <stdint.h>

#include "cupti/compat.h"

/* Whether somebody asked CUPTI for records before us, and may be getting them. */
bool others_record(void);

/* These are the functions that CUPTI calls for buffers, from here on; or not any more. */
void others_begin(CUpti_BuffersCallbackRequestFunc request,
                  CUpti_BuffersCallbackCompleteFunc complete);
void others_end(void);

/* SUBSCRIBER, which was ours, is for the next one who wants to be CUPTI's. */
void others_hand_over(CUpti_SubscriberHandle subscriber);

/* In CUPTI's callbacks: hand them on. A buffer that is none of ours is theirs; the others, false:
 * they are ours still. */
bool others_requested(uint8_t **data, size_t *size, size_t *max_records);
void others_completed(CUcontext context, uint32_t stream, uint8_t *data, size_t size,
                      size_t valid_bytes);
bool others_called(CUpti_CallbackDomain domain, CUpti_CallbackId id, const void *data);

#endif
