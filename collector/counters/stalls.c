/* SPDX-License-Identifier: MIT */
/*
 * PC sampling. Runs on the program's threads in CUPTI's callbacks, which start and end the sampling
 * of a context, on the writer thread, which fetches samples meanwhile, and on one that ends all
 * sampling with the recording. A sampler belongs to the thread that made it BUSY or STARTING
 * (ownership.h); no lock is held while CUPTI is called.
 *
 * CUPTI samples one context of a device at a time (13.0, found on a GH100: once the sampling of a
 * second one starts, CUPTI has no samples of either any more). So contexts of one device take
 * turns. A new one gets the turn if the one before has done something; it must be enabled before
 * its code is loaded, or its samples count as those of unknown kernels. The turn goes on when its
 * context is destroyed, or has been idle for QUIET_MS. To disable sampling takes until the
 * context's kernels have ended, and next to nothing when there are none.
 */
#include "counters/stalls.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/clock.h"
#include "host/ownership.h"
#include "cupti/api.h"
#include "cupti/failures.h"
#include "counters/pc_sampling.h"
#include "host/recording.h"
#include "host/thread.h"

enum {
	SAMPLERS = 64,   /* contexts that live at the same time */
	PAGE_PCS = 5000, /* instructions in a page; about 2 MiB with 40 reasons */
	SINK_PCS =
	        32768, /* in the page that CUPTI fills when sampling ends: what is beyond is lost */
	SETTLE_MS = 2 * PC_SAMPLING_DECODE_MS, /* between two looks before the end ... */
	SETTLE_ROUNDS = 10,                    /* ... so many at most */
	END_MS = 5000,                         /* sampling ends once the context's kernels have */
	ACQUIRE_MS = 2000,                     /* the writer takes milliseconds to fetch */
	QUIET_MS = 1500, /* without samples, until another context gets the turn */
	DEVICES = 64,
	CONTEXT_IDS = 256, /* contexts whose waiting is told apart */
};

/* WAITING: for its turn; IDLE: sampled; BUSY: sampled, and somebody's. */
enum state { FREE, STARTING, WAITING, IDLE, BUSY };
enum { OWNED = OWNED_IN(STARTING) | OWNED_IN(BUSY) };

struct sampler {
	struct ownership state; /* doomed: its context is gone, and the owner frees it */
	atomic_bool is_stuck;   /* its owner did not get on: nobody waits for that any more */
	_Atomic(CUcontext) context;
	_Atomic uint32_t context_id, device_id;
	bool has_worked;                       /* there were samples */
	int64_t quiet_since_ms;                /* there were none since then */
	atomic_int_least64_t waiting_since_ms; /* while WAITING */
	int64_t period_cycles;
	struct stall_reasons *reasons;
	struct sample_page
	        *sink; /* CUPTI needs it while sampling is enabled, fills it at the end */
};

static struct sampler samplers[SAMPLERS];
static atomic_bool is_turning[DEVICES]; /* a thread passes the turn on */
static atomic_int_least64_t waited_ms[CONTEXT_IDS];
static atomic_bool have_all_ended;
static atomic_bool is_off; /* no context is sampled any more */

/* ---- what fails ---- */

enum stage {
	STAGE_LIBRARY,
	STAGE_CONTEXT,
	STAGE_ROOM,
	STAGE_ENABLE,
	STAGE_REASONS,
	STAGE_CONFIGURE,
	STAGES
};

static const char *const subjects[STAGES] = {
	[STAGE_LIBRARY] = "libcupti",
	[STAGE_CONTEXT] = "context",
	[STAGE_ROOM] = "contexts",
	[STAGE_ENABLE] = "cuptiPCSamplingEnable",
	[STAGE_REASONS] = "cuptiPCSamplingGetStallReasons",
	[STAGE_CONFIGURE] = "cuptiPCSamplingSetConfigurationAttribute",
};

static const char *const advices[STAGES] = {
	[STAGE_ROOM] = "the program has more than 64 contexts at the same time",
};

static struct failures failures = {
	.what = "warp stalls are",
	.meanwhile = "the timeline is",
	.code = "stalls-not-recorded",
	.cannot = "this GPU, its driver or its CUPTI cannot sample warps",
	.subjects = subjects,
	.advices = advices,
	.stages = STAGES,
};

/* How long CONTEXT_ID has waited for its turn until now. */
static int64_t waited(uint32_t context_id)
{
	int64_t sum_ms = atomic_load(&waited_ms[context_id]);

	for (int i = 0; i < SAMPLERS; i++)
		if (ownership_state(&samplers[i].state) == WAITING &&
		    samplers[i].context_id == context_id)
			sum_ms += clock_ms() - atomic_load(&samplers[i].waiting_since_ms);
	return sum_ms;
}

static void each_wait(diagnostic_fn *write, void *data)
{
	char subject[32], message[256];

	for (uint32_t id = 0; id < CONTEXT_IDS; id++) {
		const int64_t ms = waited(id);

		if (!ms)
			continue;
		snprintf(subject, sizeof subject, "context %u", id);
		snprintf(message, sizeof message,
		         "CUPTI samples the warps of one context of a GPU at a time: %s was not "
		         "sampled for %lld ms, while another was; kernels it ran then have no "
		         "samples",
		         subject, (long long)ms);
		write(data, "stalls-in-turns", subject, SEVERITY_WARNING, 1, message);
	}
}

void stalls_each_failure(diagnostic_fn *write, void *data)
{
	failures_each(&failures, write, data);
	each_wait(write, data);
}

/* ---- samplers ---- */

static struct sample_page *new_page(const struct sampler *sampler, size_t pcs)
{
	return sample_page_new(sampler->context_id, sampler->reasons, sampler->period_cycles, pcs);
}

/* Makes the sampler the caller's if it is sampled. Waits for the one whose it is. */
static bool acquire(struct sampler *sampler, int64_t wait_ms)
{
	const bool was_stuck = atomic_load(&sampler->is_stuck);
	const bool is_taken =
	        ownership_take(&sampler->state, IDLE, BUSY, OWNED, was_stuck ? 0 : wait_ms);

	if (is_taken)
		atomic_store(&sampler->is_stuck, false);
	else if (wait_ms && OWNED & OWNED_IN(ownership_state(&sampler->state)))
		atomic_store(&sampler->is_stuck, true);
	return is_taken;
}

/* Back to FREE, for another context. */
static void forget(struct sampler *sampler, bool is_disabled)
{
	if (is_disabled)
		free(sampler->sink); /* else CUPTI may still write into it */
	sampler->sink = NULL;
	atomic_store(&sampler->context, NULL);
	while (!ownership_give(&sampler->state, FREE)) /* doomed or not, it goes */
		;
}

/* Makes the sampler the caller's if it waits: it is STARTING then. */
static bool end_waiting(struct sampler *sampler)
{
	const int64_t since_ms = atomic_load(&sampler->waiting_since_ms);

	if (!ownership_take(&sampler->state, WAITING, STARTING, OWNED, 0))
		return false;
	if (sampler->context_id < CONTEXT_IDS)
		atomic_fetch_add(&waited_ms[sampler->context_id], clock_ms() - since_ms);
	return true;
}

/* The caller's sampler becomes IDLE or WAITING. */
static void release(struct sampler *sampler, enum state state)
{
	if (state == WAITING)
		atomic_store(&sampler->waiting_since_ms, clock_ms());
	if (!ownership_give(&sampler->state, state))
		forget(sampler, false);
}

static struct sampler *find(CUcontext context)
{
	for (int i = 0; i < SAMPLERS; i++)
		if (ownership_state(&samplers[i].state) != FREE &&
		    atomic_load(&samplers[i].context) == context)
			return &samplers[i];
	return NULL;
}

/* The sampler that has the turn on the device, NULL: none. */
static struct sampler *find_sampled(uint32_t device_id)
{
	for (int i = 0; i < SAMPLERS; i++)
		if (ownership_state(&samplers[i].state) >= IDLE &&
		    samplers[i].device_id == device_id)
			return &samplers[i];
	return NULL;
}

static bool is_awaited(uint32_t device_id)
{
	for (int i = 0; i < SAMPLERS; i++)
		if (ownership_state(&samplers[i].state) == WAITING &&
		    samplers[i].device_id == device_id)
			return true;
	return false;
}

/* Pushes what CUPTI has for the caller's SAMPLER now. Returns whether there was anything. */
static bool drain(struct sampler *sampler)
{
	CUpti_PCSamplingGetDataParams get = {
		.size = CUpti_PCSamplingGetDataParamsSize,
		.ctx = atomic_load(&sampler->context),
	};
	bool has_any = false;
	bool is_more;

	do {
		struct sample_page *page = new_page(sampler, PAGE_PCS);
		CUptiResult result;

		if (!page)
			break;
		get.pcSamplingData = &page->data;
		result = cupti.cuptiPCSamplingGetData(&get);
		if (result != CUPTI_SUCCESS && result != CUPTI_ERROR_OUT_OF_MEMORY) {
			counter_add(COUNTER_failed_drains, 1);
			free(page);
			break;
		}
		if (result == CUPTI_ERROR_OUT_OF_MEMORY || page->data.hardwareBufferFull)
			counter_add(COUNTER_full_sampling, 1);
		is_more = page->data.totalNumPcs && page->data.remainingNumPcs;
		has_any |= sample_page_push(page);
	} while (is_more);
	sampler->has_worked |= has_any;
	if (has_any)
		sampler->quiet_since_ms = clock_ms();
	return has_any;
}

static bool disable(struct sampler *sampler)
{
	CUpti_PCSamplingDisableParams params = {
		.size = CUpti_PCSamplingDisableParamsSize,
		.ctx = atomic_load(&sampler->context),
	};

	return cupti.cuptiPCSamplingDisable(&params) == CUPTI_SUCCESS;
}

/* ---- start ---- */

/* Begins to sample; returns whether it does. If not, the sampler is FREE. */
static bool start(struct sampler *sampler)
{
	const CUcontext context = atomic_load(&sampler->context);
	CUpti_PCSamplingEnableParams enable = {
		.size = CUpti_PCSamplingEnableParamsSize,
		.ctx = context,
	};
	CUptiResult result = cupti.cuptiPCSamplingEnable(&enable); /* the others need it */
	const bool is_enabled = result == CUPTI_SUCCESS;
	enum stage stage = STAGE_ENABLE;

	sampler->quiet_since_ms = clock_ms();
	if (result == CUPTI_SUCCESS) {
		stage = STAGE_REASONS;
		result = stall_reasons_read(context, &sampler->reasons);
	}
	if (result == CUPTI_SUCCESS) {
		stage = STAGE_CONFIGURE;
		sampler->sink = new_page(sampler, SINK_PCS);
		result = sampler->sink ? pc_sampling_configure(context, sampler->sink,
		                                               &sampler->period_cycles)
		                       : CUPTI_ERROR_OUT_OF_MEMORY;
	}
	if (result == CUPTI_SUCCESS)
		return true;
	failures_add(&failures, stage, result);
	forget(sampler, !is_enabled || disable(sampler));
	return false;
}

/* So that a context without any sample is in the trace. */
static void announce(const struct sampler *sampler)
{
	struct sample_page *page = new_page(sampler, 0);

	if (page)
		queue_push(&recording.queue, &page->item);
}

/*
 * Fetches what is decoded by now and soon, so that what CUPTI hands over at the end, which has only
 * so much room, is little.
 */
static void settle(struct sampler *sampler)
{
	for (int i = 0; i < SETTLE_ROUNDS && drain(sampler); i++)
		clock_sleep_us((int64_t)SETTLE_MS * 1000);
}

/* Ends the sampling of the caller's SAMPLER; returns whether it has ended. */
static bool end_sampling(struct sampler *sampler)
{
	drain(sampler);
	if (!disable(sampler)) {
		counter_add(COUNTER_unread_contexts, 1);
		return false;
	}
	if (sampler->sink->data.remainingNumPcs) /* more than the page holds; they are gone */
		counter_add(COUNTER_unread_contexts, 1);
	sampler->has_worked |= sample_page_push(sampler->sink); /* what came in between */
	sampler->sink = NULL;
	return true;
}

/* ---- turns ---- */

/* One thread at a time passes the turn of a device on; the others need not wait for it. */
static bool begin_turn(uint32_t device_id)
{
	return !atomic_exchange(&is_turning[device_id % DEVICES], true);
}

static void end_turn(uint32_t device_id)
{
	atomic_store(&is_turning[device_id % DEVICES], false);
}

/* Samples one of those that wait, from the one behind BEFORE on; within a turn. */
static void start_next(uint32_t device_id, const struct sampler *before)
{
	const int first = (int)(before - samplers) + 1;

	for (int i = 0; i < SAMPLERS; i++) {
		struct sampler *sampler = &samplers[(first + i) % SAMPLERS];

		if (sampler->device_id != device_id || !end_waiting(sampler) || !start(sampler))
			continue;
		announce(sampler);
		release(sampler, IDLE);
		return;
	}
}

/* Whether the turn of SAMPLER ends in favour of a new context; within a turn. */
static bool yield_turn(struct sampler *sampler)
{
	if (!acquire(sampler, ACQUIRE_MS))
		return false;
	if (!end_sampling(sampler)) {
		release(sampler, IDLE);
		return false;
	}
	if (sampler->has_worked) {
		release(sampler, WAITING);
		return true;
	}
	/* It has still to do what it was made for. */
	if (!start(sampler))
		return true;
	release(sampler, IDLE);
	return false;
}

/* Samples the caller's new SAMPLER, or lets it wait. */
static void start_or_wait(struct sampler *sampler)
{
	const uint32_t device_id = sampler->device_id;
	struct sampler *sampled;

	if (!begin_turn(device_id)) {
		release(sampler, WAITING);
		return;
	}
	sampled = find_sampled(device_id);
	if (sampled && !yield_turn(sampled)) {
		release(sampler, WAITING);
	} else if (start(sampler)) {
		announce(sampler);
		release(sampler, IDLE);
	}
	end_turn(device_id);
}

/* Lets another context have the turn of the caller's SAMPLER, which is idle. */
static void rotate(struct sampler *sampler)
{
	const uint32_t device_id = sampler->device_id;

	if (!begin_turn(device_id)) {
		release(sampler, IDLE);
		return;
	}
	if (end_sampling(sampler)) {
		release(sampler, WAITING);
		start_next(device_id, sampler);
	} else {
		sampler->quiet_since_ms = clock_ms();
		release(sampler, IDLE);
	}
	end_turn(device_id);
}

void stalls_context_created(CUcontext context)
{
	if (!pc_sampling_is_there()) {
		failures_add(&failures, STAGE_LIBRARY, CUPTI_ERROR_NOT_SUPPORTED);
		return;
	}
	for (int i = 0; i < SAMPLERS; i++) {
		struct sampler *sampler = &samplers[i];
		uint32_t context_id = 0, device_id = 0;
		CUptiResult result;

		if (!ownership_take(&sampler->state, FREE, STARTING, OWNED, 0))
			continue;
		if (atomic_load(&is_off)) {
			ownership_give(&sampler->state, FREE);
			return;
		}
		atomic_store(&sampler->is_stuck, false);
		sampler->period_cycles = 0;
		sampler->has_worked = false;
		atomic_store(&sampler->context, context);
		result = cupti.cuptiGetContextId(context, &context_id);
		if (result == CUPTI_SUCCESS)
			result = cupti.cuptiGetDeviceId(context, &device_id);
		atomic_store(&sampler->context_id, context_id);
		atomic_store(&sampler->device_id, device_id);
		if (result == CUPTI_SUCCESS) {
			start_or_wait(sampler);
		} else {
			failures_add(&failures, STAGE_CONTEXT, result);
			forget(sampler, false);
		}
		return;
	}
	failures_add(&failures, STAGE_ROOM, CUPTI_ERROR_MAX_LIMIT_REACHED);
}

/* ---- end ---- */

void stalls_context_destroyed(CUcontext context)
{
	struct sampler *sampler = find(context);
	uint32_t device_id;

	if (!sampler)
		return;
	device_id = sampler->device_id;
	while (!acquire(sampler, ACQUIRE_MS)) {
		if (end_waiting(sampler)) {
			forget(sampler, true);
			return;
		}
		if (ownership_doom(&sampler->state, OWNED)) {
			counter_add(COUNTER_unread_contexts, 1);
			return;
		}
		if (atomic_load(&sampler->context) != context)
			return; /* its owner gave it up */
	}
	settle(sampler);
	forget(sampler, end_sampling(sampler));
	if (is_awaited(device_id) && begin_turn(device_id)) {
		if (!find_sampled(device_id))
			start_next(device_id, sampler);
		end_turn(device_id);
	}
}

void stalls_module_unloaded(CUcontext context)
{
	struct sampler *sampler = find(context);

	if (!sampler || !acquire(sampler, ACQUIRE_MS))
		return;
	drain(sampler);
	release(sampler, IDLE);
}

/* Gives the turn of each device that nobody has to one that waits. */
static void start_waiting(void)
{
	for (int i = 0; i < SAMPLERS; i++) {
		const uint32_t device_id = samplers[i].device_id;

		if (ownership_state(&samplers[i].state) != WAITING || find_sampled(device_id) ||
		    !begin_turn(device_id))
			continue;
		if (!find_sampled(device_id))
			start_next(device_id, &samplers[(i + SAMPLERS - 1) % SAMPLERS]);
		end_turn(device_id);
	}
}

void stalls_drain(void)
{
	for (int i = 0; i < SAMPLERS; i++) {
		struct sampler *sampler = &samplers[i];

		if (!acquire(sampler, 0))
			continue;
		if (!drain(sampler) && clock_ms() - sampler->quiet_since_ms >= QUIET_MS &&
		    is_awaited(sampler->device_id))
			rotate(sampler);
		else
			release(sampler, IDLE);
	}
	start_waiting();
}

/* Returns whether any context is sampled. */
static bool settle_all(void)
{
	bool is_any = false;

	for (int i = 0; i < SAMPLERS; i++) {
		if (!acquire(&samplers[i], ACQUIRE_MS))
			continue;
		settle(&samplers[i]);
		release(&samplers[i], IDLE);
		is_any = true;
	}
	return is_any;
}

static void *end_all(void *unused)
{
	for (int i = 0; i < SAMPLERS; i++)
		if (acquire(&samplers[i], ACQUIRE_MS))
			forget(&samplers[i], end_sampling(&samplers[i]));
	atomic_store(&have_all_ended, true);
	return unused;
}

/*
 * Only the end of sampling says that CUPTI has handed over all: its decoder may lag behind the GPU
 * by seconds. A program may exit while a kernel runs, however, which may run for ever: so another
 * thread waits for it.
 */
void stalls_finish(void)
{
	struct clock_wait wait;

	if (!settle_all())
		return;
	if (thread_start("warpwise-stalls", end_all)) {
		counter_add(COUNTER_unread_contexts, 1);
		return;
	}
	clock_wait_begin(&wait);
	while (!atomic_load(&have_all_ended)) {
		if (clock_waited_ms(&wait) >= END_MS) {
			counter_add(COUNTER_unread_contexts, 1);
			return;
		}
		clock_sleep_us(1000);
	}
}

/* The program's threads may be in callbacks meanwhile: one that is STARTING is waited for. */
void stalls_disable(void)
{
	atomic_store(&is_off, true);
	for (int i = 0; i < SAMPLERS; i++)
		if (acquire(&samplers[i], ACQUIRE_MS))
			forget(&samplers[i], disable(&samplers[i]));
		else if (end_waiting(&samplers[i]))
			forget(&samplers[i], true);
}
