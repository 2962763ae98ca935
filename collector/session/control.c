/* SPDX-License-Identifier: MIT */
/* Gates, and what they bring about. */
#include "session/control.h"

#include <errno.h>
#include <stdatomic.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cupti/api.h"
#include "host/clock.h"
#include "host/duration.h"
#include "host/log.h"
#include "host/losses.h"
#include "host/pauses.h"
#include "host/recording.h"
#include "session/enabled.h"
#include "session/session.h"
#include "host/thread.h"
#include "timeline/nvtx_ranges.h"

enum {
	AWAIT_US = 50,
	AWAIT_MAX = 2000, /* times that */
};

/* Why nothing is recorded, by the first gate that is closed. */
static const char *const reasons[CONTROL_GATES] = {
	[GATE_TIME] = "--start-after",   [GATE_RANGE] = "--range",
	[GATE_CAPTURE] = "--capture",    [GATE_DURATION] = "--duration",
	[GATE_COMMAND] = "warpwise ctl", [GATE_TRACE] = "the trace cannot be written",
};

/* Those that never open again. */
enum { FOR_GOOD = 1u << GATE_DURATION | 1u << GATE_TRACE };

static CUpti_SubscriberHandle used;
static atomic_uint closed;     /* a bit for each gate */
static atomic_bool has_begun;  /* the recording; until then gates only remember */
static atomic_int requests;    /* to look at the gates */
static atomic_bool is_renewed; /* there is more to turn on */
static atomic_bool is_stuck;   /* who looks does not get on: nobody waits for that any more */

static uint64_t now(void)
{
	uint64_t timestamp = 0;

	cupti.cuptiGetTimestamp(&timestamp);
	return timestamp;
}

static const char *reason(unsigned gates)
{
	for (int i = 0; i < CONTROL_GATES; i++)
		if (gates >> i & 1)
			return reasons[i];
	return "";
}

static void switch_off(unsigned gates)
{
	static bool is_for_good; /* it is off; read by the thread that switches */

	if (!is_for_good)
		switch_kinds(used, gates & FOR_GOOD ? KINDS_OFF_FOR_GOOD : KINDS_OFF);
	is_for_good |= gates & FOR_GOOD;
}

/* Notes it before it is off, so that nothing that may be missing is outside. With too many pauses
 * it stays on. */
static bool pause_recording(unsigned gates, uint64_t start)
{
	if (!pauses_begin(start, reason(gates), gates & FOR_GOOD)) {
		counter_add(COUNTER_further_pauses, 1);
		return false;
	}
	atomic_store(&recording.is_off, true);
	switch_off(gates);
	pauses_now_off(now());
	return true;
}

static void resume_recording(void)
{
	pauses_still_off(now());
	switch_kinds(used, KINDS_ON);
	pauses_end(now());
	atomic_store(&recording.is_off, false);
	queue_wake(&recording.queue); /* the writer may rest */
}

static void bring_about(void)
{
	const unsigned gates = atomic_load(&closed);
	const bool is_off = atomic_load(&recording.is_off);

	if (atomic_load(&recording.phase) != PHASE_RECORDING)
		return;
	if (gates && !is_off)
		pause_recording(gates, now());
	else if (gates & FOR_GOOD)
		switch_off(gates);
	else if (!gates && is_off)
		resume_recording();
	else if (!gates && atomic_exchange(&is_renewed, false))
		switch_kinds(used, KINDS_MORE);
}

/* One thread switches; who comes meanwhile lets it look again. */
static void look(void)
{
	int seen;

	if (!atomic_load(&has_begun) || atomic_fetch_add(&requests, 1))
		return;
	do {
		seen = atomic_load(&requests);
		bring_about();
	} while (!atomic_compare_exchange_strong(&requests, &seen, 0));
	atomic_store(&is_stuck, false);
}

void control_set(enum control_gate gate, bool is_open)
{
	if (is_open)
		atomic_fetch_and(&closed, ~(1u << gate));
	else
		atomic_fetch_or(&closed, 1u << gate);
	look();
}

void control_await(void)
{
	/* Not in a forked child: the thread that switches is its parent's. */
	for (int i = 0; i < AWAIT_MAX; i++) {
		if (!atomic_load(&requests) || atomic_load(&is_stuck) || recording.pid != getpid())
			return;
		clock_sleep_us(AWAIT_US);
	}
	atomic_store(&is_stuck, true);
}

bool control_is_open(enum control_gate gate)
{
	return !(atomic_load(&closed) >> gate & 1);
}

bool control_is_over(void)
{
	return atomic_load(&closed) & FOR_GOOD;
}

const char *control_waits_for(void)
{
	return reason(atomic_load(&closed) & ~(1u << GATE_COMMAND));
}

static void subtract_interval(void *recorded_ns, int64_t number, uint64_t start, uint64_t end,
                              const char *why)
{
	(void)number;
	(void)why;
	*(int64_t *)recorded_ns -= (int64_t)((end ? end : now()) - start);
}

int64_t control_recorded_ns(void)
{
	int64_t recorded_ns = (int64_t)(now() - recording.start_ns);

	pauses_each(0, subtract_interval, &recorded_ns);
	return recorded_ns > 0 ? recorded_ns : 0;
}

bool control_is_on(void)
{
	return !atomic_load_explicit(&recording.is_off, memory_order_relaxed);
}

/* ---- times ---- */

static int64_t start_after_ns, duration_ns; /* 0: none */

static void sleep_ns(int64_t ns)
{
	struct timespec left = { .tv_sec = ns / 1000000000, .tv_nsec = ns % 1000000000 };

	while (clock_nanosleep(CLOCK_MONOTONIC, 0, &left, &left) == EINTR)
		;
}

static void *run_times(void *unused)
{
	sleep_ns(start_after_ns);
	control_set(GATE_TIME, true);
	if (duration_ns) {
		sleep_ns(duration_ns);
		session_stop(GATE_DURATION);
	}
	return unused;
}

static void read_time(enum setting_id id, int64_t *ns)
{
	const char *text = recording.settings.text[id];

	if (*text && duration_parse(text, ns))
		log_line("%s=\"%s\" is no time, as 10s or 500ms: it is left out",
		         id == SETTING_ID_duration ? "WARPWISE_DURATION" : "WARPWISE_START_AFTER",
		         text);
}

/* ---- begin and end ---- */

/* The calls that open and close a gate. The runtime's need not come by way of the driver's. */
static const struct {
	CUpti_CallbackDomain domain;
	CUpti_CallbackId id;
	bool opens;
} calls[] = {
	{ CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuProfilerStart, true },
	{ CUPTI_CB_DOMAIN_DRIVER_API, CUPTI_DRIVER_TRACE_CBID_cuProfilerStop, false },
	{ CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_cudaProfilerStart_v4000, true },
	{ CUPTI_CB_DOMAIN_RUNTIME_API, CUPTI_RUNTIME_TRACE_CBID_cudaProfilerStop_v4000, false },
};

enum { CALLS = sizeof calls / sizeof *calls };

CUptiResult control_subscribed(CUpti_SubscriberHandle subscriber)
{
	const char *capture = recording.settings.text[SETTING_ID_capture];
	CUptiResult result = CUPTI_SUCCESS;

	used = subscriber;
	if (!*capture)
		return result;
	if (strcmp(capture, "api") != 0) {
		log_line("WARPWISE_CAPTURE=\"%s\" is not api: it is left out", capture);
		return result;
	}
	control_set(GATE_CAPTURE, false);
	for (int i = 0; i < CALLS && result == CUPTI_SUCCESS; i++)
		result = cupti.cuptiEnableCallback(1, subscriber, calls[i].domain, calls[i].id);
	return result;
}

/* Of two threads that come at once the later one may call first: so each looks again. */
static void control_range(void)
{
	bool is_open;

	do {
		is_open = nvtx_ranges_any();
		control_set(GATE_RANGE, is_open);
	} while (is_open != nvtx_ranges_any());
}

void control_begin(void)
{
	read_time(SETTING_ID_start_after, &start_after_ns);
	read_time(SETTING_ID_duration, &duration_ns);
	if (start_after_ns)
		atomic_fetch_or(&closed, 1u << GATE_TIME);
	if ((start_after_ns || duration_ns) && thread_start("warpwise-times", run_times)) {
		log_line("cannot start a thread for --start-after and --duration: all is recorded");
		atomic_fetch_and(&closed, ~(1u << GATE_TIME));
	}
	if (recording.settings.number[SETTING_ID_range]) {
		nvtx_ranges_watch(control_range, control_await);
		control_range(); /* one may have begun before CUDA was */
	}
	if (!atomic_load(&closed) || !pause_recording(atomic_load(&closed), recording.start_ns))
		switch_kinds(used, KINDS_ON);
	atomic_store(&has_begun, true);
	look();
}

void control_renew(void)
{
	atomic_store(&is_renewed, true);
	look();
}

void control_end(void)
{
	if (atomic_load(&has_begun) && pauses_is_open()) /* else CUPTI is not asked here */
		pauses_end(now());
}

bool control_called(CUpti_CallbackDomain domain, CUpti_CallbackId id,
                    const CUpti_CallbackData *data)
{
	if (!recording.settings.number[SETTING_ID_capture])
		return false;
	for (int i = 0; i < CALLS; i++) {
		if (calls[i].domain != domain || calls[i].id != id)
			continue;
		/* The start is recorded from its end on, the stop to its beginning. */
		if (calls[i].opens == (data->callbackSite == CUPTI_API_EXIT))
			control_set(GATE_CAPTURE, calls[i].opens);
		return true;
	}
	return false;
}
