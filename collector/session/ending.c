/* SPDX-License-Identifier: MIT */
/*
 * How a recording ends. Each end takes these steps from left to right, as far as it needs them:
 *
 *                                quiet   whole   closed   handed over   unsubscribed
 *   warpwise ctl stop, --for       x       x                             may go on
 *   exec                                   x                             goes on where it fails
 *   a signal to itself, blocked            x                            goes on
 *   --duration                     x       x
 *   the trace cannot be written    x
 *   the process ends                               x
 *   another tool wants CUPTI       x               x          x
 *   the recording cannot begin                                               x
 *
 *   quiet         A gate is closed (control.h): CUPTI is told to record no more, and no launch is
 *                 begun to be measured; one that is measured is measured to its end, or CUPTI would
 *                 stay in its session.
 *   whole         The writer has written what was under way, and the trace is one complete file.
 *                 It stays open: after ctl stop the recording may go on.
 *   closed        The phase goes from RECORDING by ENDING to ENDED; the trace is closed.
 *   handed over   CUPTI is as we found it, but for the subscription: that is the other tool's from
 *                 here on (others.h).
 *   unsubscribed  CUPTI knows nothing of us any more.
 *
 * A program that is busy with CUDA bears all but the last: of programs with 8 busy threads 4 of 10
 * crashed at their exit after all kinds had been disabled and nobody subscribed, 1 of 24 after the
 * latter alone (H200, CUPTI 13.0). So it is for a recording that has not begun.
 */
#include "session/ending.h"

#include <pthread.h>
#include <unistd.h>

#include "counters/gpu_metrics.h"
#include "counters/instruction_metrics.h"
#include "counters/launch_metrics.h"
#include "counters/stalls.h"
#include "cupti/api.h"
#include "host/clock.h"
#include "host/log.h"
#include "host/patience.h"
#include "host/recording.h"
#include "session/commands.h"
#include "session/control.h"
#include "session/enabled.h"
#include "session/others.h"
#include "session/session.h"
#include "session/writer.h"
#include "stacks/call_stacks.h"

enum {
	POLL_US = 100,
	UNDER_WAY_MS = 200, /* from quiet to whole: what is under way ends meanwhile */
};

/* Waits until IS_READY, or nothing moves any more, which is said. */
static void await_writer(struct patience *patience, bool (*is_ready)(void), const char *when)
{
	while (!is_ready() && atomic_load(&recording.phase) != PHASE_ENDED) {
		if (patience_is_over(patience)) {
			log_line("the trace may lack what came last%s: the writer made no progress "
			         "for %.1f s%s",
			         when, (double)patience_limit_ms(patience) / 1000,
			         patience_reason(patience));
			return;
		}
		clock_sleep_us(POLL_US);
	}
}

static bool has_woken(void)
{
	return !atomic_load(&recording.is_waking);
}

/* ---- whole ---- */

/* WHEN: for the line that says that it is not. False: there is no trace to make whole. */
static bool make_whole(enum settling how, const char *when)
{
	struct patience patience;
	int cancel;

	if (atomic_load(&recording.phase) != PHASE_RECORDING || recording.pid != getpid() ||
	    !has_woken())
		return false;
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	patience_init(&patience, PATIENT_SECOND); /* the writer, the first, says what is missing */
	writer_settle(how);
	await_writer(&patience, writer_is_settled, when);
	pthread_setcancelstate(cancel, NULL);
	return true;
}

bool session_settle(void)
{
	return make_whole(SETTLING_ALL, " before exec");
}

void session_go_on(void)
{
	writer_go_on(SETTLING_ALL);
}

void session_flush(void)
{
	struct patience patience;

	if (!make_whole(SETTLING_FINISHED, " so far"))
		return;
	patience_init(&patience, PATIENT_SECOND);
	writer_go_on(SETTLING_FINISHED);
	await_writer(&patience, writer_goes_on, " so far");
}

void session_flush_to_end(const char *when)
{
	if (make_whole(SETTLING_IN_PASSING, when))
		writer_go_on(SETTLING_IN_PASSING);
}

/* ---- quiet, then whole ---- */

void session_stop(enum control_gate gate)
{
	control_set(gate, false);
	control_await();
	clock_sleep_us((int64_t)UNDER_WAY_MS * 1000);
	make_whole(SETTLING_ALL, " before it was stopped");
}

/* ---- closed ---- */

static void close_trace(void)
{
	enum phase expected = PHASE_RECORDING, dormant = PHASE_DORMANT;
	struct patience patience;

	patience_init(&patience, PATIENT_SECOND);
	if (!has_woken()) /* what CUPTI is in the middle of cannot be undone */
		await_writer(&patience, has_woken, "");
	atomic_compare_exchange_strong(&recording.phase, &dormant, PHASE_ENDED);
	if (atomic_compare_exchange_strong(&recording.phase, &expected, PHASE_ENDING)) {
		atomic_store(&recording.end_ns, clock_unix_ns() - recording.start_unix_ns);
		control_end();
		patience_init(&patience, PATIENT_SECOND);
		writer_end();
	}
	if (atomic_load(&recording.phase) != PHASE_ENDING)
		return;
	await_writer(&patience, writer_is_done, "");
	atomic_store(&recording.phase, PHASE_ENDED);
}

/* To end the recording is no reason for a thread to be cancelled. */
static void close_undisturbed(void)
{
	int cancel;

	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	close_trace();
	pthread_setcancelstate(cancel, NULL);
}

void session_finish(void)
{
	if (atomic_load(&recording.phase) == PHASE_IDLE || recording.pid != getpid())
		return;
	commands_close();
	close_undisturbed();
}

/* ---- handed over, or unsubscribed ---- */

static CUpti_SubscriberHandle used; /* NULL: none */

void ending_subscribed(CUpti_SubscriberHandle subscriber)
{
	used = subscriber;
}

void ending_leave_cupti(void)
{
	others_end();
	call_stacks_end();
	disable_kinds();
	stalls_disable();
	gpu_metrics_disable();
	/* Without its callback a launch that is measured would never end to be. */
	if (!launch_metrics_disable() || !instruction_metrics_disable() || !used)
		return;
	cupti.cuptiUnsubscribe(used);
	used = NULL;
}

/*
 * What we asked of CUPTI for good would be another's surprise. The last flush was while all was on:
 * buffers that CUPTI took since then would be filled with his records, and come to us at his end.
 * (In 18 of 24 runs he saw nothing.)
 */
static void hand_over(void)
{
	control_await(); /* a thread that was at switching when the recording ended */
	call_stacks_end();
	switch_kinds(used, KINDS_OFF_FOR_GOOD);
	stalls_disable();
	gpu_metrics_disable();
	if (!launch_metrics_disable() || !instruction_metrics_disable() ||
	    !cupti.cuptiEnableAllDomains || cupti.cuptiEnableAllDomains(0, used) != CUPTI_SUCCESS)
		return;
	if (cupti.cuptiSetThreadIdType)
		cupti.cuptiSetThreadIdType(CUPTI_ACTIVITY_THREAD_ID_TYPE_DEFAULT);
	cupti.cuptiActivityFlushAll(CUPTI_ACTIVITY_FLAG_FLUSH_FORCED);
	announce_zero_buffers(false);
	others_hand_over(used);
}

void session_step_aside(void)
{
	static atomic_bool is_done;

	close_undisturbed();
	if (writer_is_done() && !atomic_exchange(&is_done, true))
		hand_over();
}
