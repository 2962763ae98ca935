/* SPDX-License-Identifier: MIT */
/*
 * What is recorded in this process, and how far it is: one recording at most, from CUDA's start to
 * the process's end. session.h starts and ends it; everybody else looks.
 *
 * IDLE ── session_start() ──► RECORDING ── session_finish() ──► ENDING ── writer done ──► ENDED
 *                    ├── failure: ENDED, the program runs on unrecorded
 *                    └── --dormant: DORMANT ── session_wake() ──► RECORDING, or again DORMANT
 */
#ifndef WARPWISE_RECORDING_H
#define WARPWISE_RECORDING_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/types.h>

#include "host/queue.h"
#include "host/settings.h"

enum phase { PHASE_IDLE, PHASE_DORMANT, PHASE_RECORDING, PHASE_ENDING, PHASE_ENDED };

struct recording {
	_Atomic enum phase phase;
	atomic_bool is_off;    /* nothing is recorded now, as it was wished */
	atomic_bool is_waking; /* a thread is in session_wake() */
	bool is_late;          /* began after CUDA was initialised: there may be contexts */
	pid_t pid;             /* a forked child is not this recording's process */
	struct settings settings;
	struct queue queue;
	uint64_t start_ns;          /* CUPTI's timestamp of the trace's zero */
	int64_t start_unix_ns;      /* the same moment in Unix time */
	_Atomic int64_t ready_ns;   /* when the driver was initialised, from start_ns on; 0: it is
	                               not, or was before */
	_Atomic int64_t context_ns; /* the same of the first context; 0: there is none yet */
	int64_t process_start_unix_ns; /* when the library was loaded, or the process was forked */
	_Atomic int64_t end_ns; /* when the recording began to end, as ready_ns; 0: not yet */
	atomic_int end_signal;  /* that the process is about to end itself with; 0: none */
	void (*finish)(void);   /* session_finish(), for those who need an earlier end */
};

extern struct recording recording;

#endif
