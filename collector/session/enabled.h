/* SPDX-License-Identifier: MIT */
/*
 * What CUPTI was asked to record, and whether it can. What this GPU or driver cannot give is a note
 * in the trace.
 */
#ifndef WARPWISE_ENABLED_H
#define WARPWISE_ENABLED_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>

#include "cupti/compat.h"
#include "timeline/kind.h"

enum { KINDS_MAX = 64 };

extern struct enabled {
	bool is_wanted[KINDS_MAX];            /* whether the settings ask for each of kinds[] */
	_Atomic CUptiResult kinds[KINDS_MAX]; /* what turning it on gave, by now */
	bool is_on[KINDS_MAX];
	atomic_bool has_been_on[KINDS_MAX]; /* at some time: a pause may come before the failure */
	bool are_waits_wanted;
	_Atomic CUptiResult waits; /* what turning them on gave, by now */
	atomic_bool have_waits_been_on;
} enabled;

/* Whether buffers come zero: where CUPTI does not know that, it makes them so again. */
void announce_zero_buffers(bool are_zero);

/* Turns on each kind that the settings want, but calls and what waits for a context:
 * switch_kinds() does. */
void enable_kinds(void);

/*
 * There is a context: turns on those that wait for one and stay on. True if it is the first, and
 * switch_kinds() has something to turn on. Contexts may be made by several threads at a time.
 */
bool enable_for_contexts(void);

/* The waits, with BYTES of memory for notes about them. */
void enable_waits(CUpti_SubscriberHandle subscriber, size_t bytes);

/* All, for good. Not under a program that is busy with CUDA, if it can be helped (ending.c). */
void disable_kinds(void);

/*
 * Off, or on as they were: what happens, not what tells of things that stay (devices, contexts,
 * streams), so that what is recorded later has something to refer to. Calls that were on stay on,
 * unless it is for good (kind.h, is_entered). KINDS_MORE: what could not be turned on before, too;
 * all else as it is. By one thread at a time.
 */
enum kinds_switch { KINDS_OFF, KINDS_ON, KINDS_MORE, KINDS_OFF_FOR_GOOD };
void switch_kinds(CUpti_SubscriberHandle subscriber, enum kinds_switch to);

#endif
