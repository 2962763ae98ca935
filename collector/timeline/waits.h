/* SPDX-License-Identifier: MIT */
/*
 * Who waits for what: callbacks of the driver calls that record events, wait, or put functions of
 * the host into streams; and of copies between the host and a device, for the host's address, which
 * CUPTI's records do not have. CUPTI's own records of the same, its kinds SYNCHRONIZATION and
 * CUDA_EVENT, make every launch slower, whether anything waits or not (CUPTI 13.0).
 */
#ifndef WARPWISE_WAITS_H
#define WARPWISE_WAITS_H

#include <stdbool.h>

#include "cupti/compat.h"

/*
 * Asks for the callbacks, or for none where one cannot be had: half of them would make wrong
 * dependencies. Those for addresses alone may be missing. In the thread that initialises CUDA,
 * after wait_notes_init().
 */
CUptiResult waits_enable(CUpti_SubscriberHandle subscriber);

/* Turns the callbacks off, or on again as they were, where one cannot be had none. By one thread at
 * a time. */
CUptiResult waits_switch(CUpti_SubscriberHandle subscriber, bool is_on);

/* The driver call CBID begins or ends. In CUPTI's callback, on any thread. */
void waits_called(CUpti_CallbackId cbid, const CUpti_CallbackData *data);

/* Another context exists. In CUPTI's callback. */
void waits_context_created(void);

#endif
