/* SPDX-License-Identifier: MIT */
/* Starts and ends the recording of this process, which recording.h describes; ending.c has all ends
 * side by side. */
#ifndef WARPWISE_SESSION_H
#define WARPWISE_SESSION_H

#include <stdbool.h>

#include "session/control.h"

/* Loads CUPTI, subscribes, starts the writer; with --dormant nothing of that. Says itself what went
 * wrong; the program runs on in any case. */
void session_start(void);

/*
 * Ends the recording and waits until the trace is closed; gives up, and says so, when the writer
 * makes no progress (patience.h). Does nothing in a forked child or when nothing is recorded.
 * May be called from any thread, several at once, and from a signal handler.
 */
void session_finish(void);

/*
 * Makes the trace whole as it is, since the process is about to become another program, which may
 * fail: then call session_go_on(). Waits as session_finish() does. Returns whether there is a
 * recording of this process; not in a vforked child. May be called from any thread.
 */
bool session_settle(void);
void session_go_on(void);

/*
 * Closes GATE, and makes the trace whole as session_settle() does: session_go_on() before the gate
 * opens again. Waits, so not in CUPTI's callbacks.
 */
void session_stop(enum control_gate gate);

/* Makes the trace whole with what has ended so far; the recording goes on. */
void session_flush(void);

/*
 * As session_flush(), since the process may be about to end: the trace stays whole until the writer
 * wakes for something else. WHEN (" before a signal") is for the line that says that it waited in
 * vain. From a signal handler, too.
 */
void session_flush_to_end(const char *when);

/*
 * --dormant: begins the recording, in a program that uses CUDA already. Returns 0, -EALREADY,
 * -EBUSY where another tool holds CUPTI and it may be tried again, or -errno; says itself what went
 * wrong. By one thread at a time, not one of CUPTI's callbacks.
 */
int session_wake(void);

/* Ends the recording while the program goes on, and leaves CUPTI to another tool. From any thread.
 */
void session_step_aside(void);

#endif
