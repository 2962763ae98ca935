/* SPDX-License-Identifier: MIT */
/*
 * The recording of this process: from CUDA's start to the process's end. There is one at most.
 *
 * IDLE ── session_start() ──► RECORDING ── session_finish() ──► ENDING ── writer done ──► ENDED
 *                    └── failure: ENDED, the program runs on unrecorded
 */
#ifndef WARPWISE_SESSION_H
#define WARPWISE_SESSION_H

#include <stdbool.h>
#include <sys/types.h>

#include "cupti/compat.h"
#include "timeline/kind.h"
#include "store/queue.h"
#include "host/settings.h"

enum phase { PHASE_IDLE, PHASE_RECORDING, PHASE_ENDING, PHASE_ENDED };

enum { KINDS_MAX = 64 };

struct session {
	_Atomic enum phase phase;
	pid_t pid; /* a forked child is not this session's process */
	struct settings settings;
	struct queue queue;
	uint64_t start_ns;             /* CUPTI's timestamp of the trace's zero */
	int64_t start_unix_ns;         /* the same moment in Unix time */
	int64_t process_start_unix_ns; /* when the library was loaded, or the process was forked */
	CUpti_SubscriberHandle subscriber;
	CUptiResult enabled[KINDS_MAX]; /* what turning on each of kinds[] gave */
	bool is_wanted[KINDS_MAX];      /* whether the settings ask for it */
	bool are_waits_wanted;
	CUptiResult waits_enabled; /* what turning them on gave */
};

extern struct session session;

/* Loads CUPTI, subscribes, starts the writer. Says itself what went wrong; the program runs on in
 * any case. */
void session_start(void);

/*
 * Ends the recording and waits until the trace is closed; gives up, and says so, when the writer
 * makes no progress for ten seconds. Does nothing in a forked child or when nothing is recorded.
 * May be called from any thread, several at once, and from a signal handler.
 */
void session_finish(void);

/* Stops collecting, since the recording cannot begin or the trace cannot be written. May be called
 * again: what a measured launch kept from ending then is tried again. On the thread that
 * initialises CUDA, later on the writer thread. */
void session_disable(void);

#endif
