/* SPDX-License-Identifier: MIT */
/*
 * When something is recorded, where not always: gates, each closed or open, and it is recorded
 * while all are open. Gates are closed and opened by times (--start-after, --duration), NVTX ranges
 * (--range), cudaProfilerStart() and cudaProfilerStop() (--capture), and `warpwise ctl`; the last
 * one is closed by the writer, when the trace cannot be written.
 *
 * What was not recorded is noted with its reason, for the trace. Any thread, also in callbacks:
 * nothing here locks; who finds another thread at switching leaves it to that.
 */
#ifndef WARPWISE_CONTROL_H
#define WARPWISE_CONTROL_H

#include <stdbool.h>
#include <stdint.h>

#include "cupti/compat.h"

enum control_gate {
	GATE_TIME,
	GATE_RANGE,
	GATE_CAPTURE,
	GATE_DURATION,
	GATE_COMMAND,
	GATE_TRACE,
	CONTROL_GATES,
};

/* Opens or closes GATE; once the recording began, it is switched when this returns, or by another
 * thread at once. */
void control_set(enum control_gate gate, bool is_open);

/* Waits until that other thread has, but not long. Not in callbacks. */
void control_await(void);

bool control_is_open(enum control_gate gate);

/* Whether a gate is closed that never opens again. */
bool control_is_over(void);

/* What it waits for beside `warpwise ctl`: the option; "": nothing. */
const char *control_waits_for(void);

/* How long something was recorded so far, in all. */
int64_t control_recorded_ns(void);

/* Whether something is recorded now. */
bool control_is_on(void);

/* With SUBSCRIBER: asks for the calls that are gates. Before anything is recorded. */
CUptiResult control_subscribed(CUpti_SubscriberHandle subscriber);

/* All is recorded from here on, or not, as the gates are. Starts the clock of times. */
void control_begin(void);

/* More can be turned on than when the recording began: done unless nothing is recorded now. */
void control_renew(void);

/* It ends: what is not recorded ends, too. */
void control_end(void);

/* A call was made: whether it was one of the gates'. In CUPTI's callback. */
bool control_called(CUpti_CallbackDomain domain, CUpti_CallbackId id,
                    const CUpti_CallbackData *data);

#endif
