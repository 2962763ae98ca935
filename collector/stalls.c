/* SPDX-License-Identifier: MIT */
/*
 * PC sampling. Runs on the program's threads in CUPTI's callbacks, which start and end the sampling
 * of a context, and on the writer thread, which fetches samples meanwhile. A sampler belongs to the
 * thread that made it BUSY; no lock is held while CUPTI is called.
 */
#include "stalls.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cupti_api.h"
#include "log.h"
#include "session.h"

enum {
	SAMPLERS = 64,   /* contexts that live at the same time */
	PAGE_PCS = 5000, /* instructions in a page; about 2 MiB with 40 reasons */
	PERIOD_MIN = 5,  /* CUPTI's: 2^5 cycles */
	SETTLE_MS = 50,  /* between two looks at the end ... */
	SETTLE_ROUNDS =
	        6, /* ... so many of which must find nothing: CUPTI's threads look every 100 ms */
	SETTLE_MAX_MS = 3000, /* a GPU that goes on working has always something */
	ACQUIRE_MS = 2000,    /* the writer takes milliseconds to fetch */
};

enum state { FREE, STARTING, IDLE, BUSY };

struct sampler {
	_Atomic enum state state;
	atomic_bool is_doomed; /* its context is gone: whoever is BUSY frees it */
	_Atomic(CUcontext) context;
	uint32_t context_id;
	int64_t period_cycles;
	struct stall_reasons *reasons;
	struct sample_page
	        *sink; /* CUPTI needs it while sampling is enabled, fills it at the end */
};

static struct sampler samplers[SAMPLERS];
static _Atomic(struct stall_reasons *) known_reasons;

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static void sleep_ms(long ms)
{
	const struct timespec time = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&time, NULL);
}

/* ---- what fails ---- */

enum stage { STAGE_LIBRARY, STAGE_CONTEXT, STAGE_ENABLE, STAGE_REASONS, STAGE_CONFIGURE, STAGES };

static struct {
	_Atomic CUptiResult result; /* the first one */
	atomic_int_least64_t count;
} failures[STAGES];

static const char *const subjects[STAGES] = {
	[STAGE_LIBRARY] = "libcupti",
	[STAGE_CONTEXT] = "context",
	[STAGE_ENABLE] = "cuptiPCSamplingEnable",
	[STAGE_REASONS] = "cuptiPCSamplingGetStallReasons",
	[STAGE_CONFIGURE] = "cuptiPCSamplingSetConfigurationAttribute",
};

#define BUSY_ADVICE "another profiler uses the GPU's counters: end it"
#define ADMINISTRATORS_ADVICE                                                                \
	"hardware counters are for administrators: in a container, start it with --cap-add " \
	"SYS_ADMIN; else allow it to everybody, and restart: echo 'options nvidia "          \
	"NVreg_RestrictProfilingToAdminUsers=0' | sudo tee "                                 \
	"/etc/modprobe.d/nvidia-profiling.conf && sudo update-initramfs -u && sudo reboot"

static const struct {
	CUptiResult result;
	const char *text;
} advices[] = {
	{ CUPTI_ERROR_INSUFFICIENT_PRIVILEGES, ADMINISTRATORS_ADVICE },
	{ CUPTI_ERROR_VIRTUALIZED_DEVICE_INSUFFICIENT_PRIVILEGES,
	  "the administrator of the virtual GPU must allow profiling" },
	{ CUPTI_ERROR_HARDWARE_BUSY, BUSY_ADVICE },
	{ CUPTI_ERROR_MULTIPLE_SUBSCRIBERS_NOT_SUPPORTED, BUSY_ADVICE },
	{ CUPTI_ERROR_NOT_SUPPORTED, "this GPU or its driver cannot sample warps" },
	{ CUPTI_ERROR_NOT_COMPATIBLE, "this GPU or its driver cannot sample warps" },
	{ CUPTI_ERROR_OUT_OF_MEMORY, "no memory on the GPU for samples of warps" },
};

static const char *advice(CUptiResult result)
{
	for (size_t i = 0; i < sizeof advices / sizeof *advices; i++)
		if (advices[i].result == result)
			return advices[i].text;
	return "CUPTI cannot sample warps here";
}

/* Counts it; the first failure of the process is said. */
static void fail(enum stage stage, CUptiResult result)
{
	static atomic_bool is_said;
	CUptiResult none = CUPTI_SUCCESS;

	atomic_compare_exchange_strong(&failures[stage].result, &none, result);
	atomic_fetch_add(&failures[stage].count, 1);
	if (!atomic_exchange(&is_said, true))
		log_line("warp stalls are not recorded, the timeline is: %s (%s: %s)",
		         advice(result), subjects[stage], cupti_error(result));
}

void stalls_each_failure(void (*write)(void *data, const char *code, const char *subject,
                                       enum severity severity, int64_t count, const char *message),
                         void *data)
{
	char message[1024];

	for (int i = 0; i < STAGES; i++) {
		CUptiResult result = atomic_load(&failures[i].result);

		if (result == CUPTI_SUCCESS)
			continue;
		snprintf(message, sizeof message, "warp stalls are not recorded: %s (%s)",
		         advice(result), cupti_error(result));
		write(data, "stalls-not-recorded", subjects[i], SEVERITY_WARNING,
		      atomic_load(&failures[i].count), message);
	}
}

/* ---- pages ---- */

/* A page with room for PCS instructions, as CUPTI wants it. NULL without memory, which is counted.
 */
static struct sample_page *page_new(const struct sampler *sampler, size_t pcs)
{
	const size_t reasons = sampler->reasons->count;
	struct sample_page *page =
	        calloc(1, sizeof *page + pcs * (sizeof(CUpti_PCSamplingPCData) +
	                                        reasons * sizeof(CUpti_PCSamplingStallReason)));
	CUpti_PCSamplingStallReason *stalls;

	if (!page) {
		counter_add(COUNTER_lost_messages, 1);
		return NULL;
	}
	page->item.type = ITEM_SAMPLES;
	page->context_id = sampler->context_id;
	page->period_cycles = sampler->period_cycles;
	page->reasons = sampler->reasons;
	page->data.size = sizeof page->data;
	page->data.collectNumPcs = pcs;
	page->data.pPcData = (CUpti_PCSamplingPCData *)(void *)(page + 1);
	stalls = (CUpti_PCSamplingStallReason *)(void *)(page->data.pPcData + pcs);
	for (size_t i = 0; i < pcs; i++) {
		page->data.pPcData[i].size = sizeof page->data.pPcData[i];
		page->data.pPcData[i].stallReason = stalls + i * reasons;
	}
	return page;
}

/* Pushes a page in which there is something, frees any other. Returns whether there was. */
static bool page_push(struct sample_page *page)
{
	const CUpti_PCSamplingData *data = &page->data;
	bool has_any = data->totalNumPcs || data->totalSamples || data->droppedSamples ||
	               data->nonUsrKernelsTotalSamples;

	if (data->droppedSamples)
		counter_add(COUNTER_dropped_samples, (int64_t)data->droppedSamples);
	if (has_any)
		queue_push(&session.queue, &page->item);
	else
		free(page);
	return has_any;
}

/* ---- samplers ---- */

/* Makes the sampler the caller's if it samples. Waits for the one whose it is. */
static bool acquire(struct sampler *sampler, int64_t wait_ms)
{
	const int64_t end_ms = now_ms() + wait_ms;

	for (;;) {
		enum state state = IDLE;

		if (atomic_compare_exchange_strong(&sampler->state, &state, BUSY))
			return true;
		if (state != BUSY || now_ms() >= end_ms)
			return false;
		sleep_ms(1);
	}
}

/* Back to FREE, for another context. */
static void forget(struct sampler *sampler, bool is_disabled)
{
	if (is_disabled)
		free(sampler->sink); /* else CUPTI may still write into it */
	sampler->sink = NULL;
	atomic_store(&sampler->context, NULL);
	atomic_store(&sampler->is_doomed, false);
	atomic_store(&sampler->state, FREE);
}

static void release(struct sampler *sampler)
{
	atomic_store(&sampler->state, IDLE);
	if (atomic_load(&sampler->is_doomed) && acquire(sampler, 0))
		forget(sampler, false);
}

static struct sampler *find(CUcontext context)
{
	for (int i = 0; i < SAMPLERS; i++)
		if (atomic_load(&samplers[i].state) >= IDLE &&
		    atomic_load(&samplers[i].context) == context)
			return &samplers[i];
	return NULL;
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
		struct sample_page *page = page_new(sampler, PAGE_PCS);
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
		has_any |= page_push(page);
	} while (is_more);
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

static bool has_functions(void)
{
	return cupti.cuptiPCSamplingEnable && cupti.cuptiPCSamplingGetNumStallReasons &&
	       cupti.cuptiPCSamplingGetStallReasons &&
	       cupti.cuptiPCSamplingSetConfigurationAttribute && cupti.cuptiPCSamplingGetData &&
	       cupti.cuptiPCSamplingDisable;
}

/* The one of equal reasons that is known, which may be REASONS itself. */
static struct stall_reasons *keep_reasons(struct stall_reasons *reasons)
{
	struct stall_reasons *first = atomic_load(&known_reasons);

	do {
		for (struct stall_reasons *known = first; known; known = known->next)
			if (known->count == reasons->count &&
			    memcmp(known->names, reasons->names, sizeof known->names) == 0 &&
			    memcmp(known->position, reasons->position, sizeof known->position) ==
			            0) {
				free(reasons);
				return known;
			}
		reasons->next = first;
	} while (!atomic_compare_exchange_weak(&known_reasons, &first, reasons));
	return reasons;
}

static CUptiResult read_reasons(CUcontext context, struct stall_reasons **out)
{
	uint32_t indices[STALL_REASONS_MAX] = { 0 };
	char *names[STALL_REASONS_MAX];
	size_t count = 0;
	CUpti_PCSamplingGetNumStallReasonsParams number = {
		.size = CUpti_PCSamplingGetNumStallReasonsParamsSize,
		.ctx = context,
		.numStallReasons = &count,
	};
	CUpti_PCSamplingGetStallReasonsParams get = {
		.size = CUpti_PCSamplingGetStallReasonsParamsSize,
		.ctx = context,
		.stallReasonIndex = indices,
		.stallReasons = names,
	};
	struct stall_reasons *reasons;
	CUptiResult result = cupti.cuptiPCSamplingGetNumStallReasons(&number);

	if (result != CUPTI_SUCCESS)
		return result;
	if (count == 0 || count > STALL_REASONS_MAX)
		return CUPTI_ERROR_NOT_SUPPORTED;
	reasons = calloc(1, sizeof *reasons);
	if (!reasons)
		return CUPTI_ERROR_OUT_OF_MEMORY;
	reasons->count = get.numStallReasons = count;
	for (size_t i = 0; i < count; i++)
		names[i] = reasons->names[i];
	result = cupti.cuptiPCSamplingGetStallReasons(&get);
	if (result != CUPTI_SUCCESS) {
		free(reasons);
		return result;
	}
	for (size_t i = 0; i < count; i++) {
		reasons->names[i][STALL_NAME_MAX - 1] = '\0';
		if (indices[i] < STALL_INDICES)
			reasons->position[indices[i]] = (uint8_t)(i + 1);
	}
	*out = keep_reasons(reasons);
	return CUPTI_SUCCESS;
}

static CUptiResult configure(struct sampler *sampler, CUcontext context)
{
	int64_t period = session.settings.number[SETTING_ID_stall_period];
	CUpti_PCSamplingConfigurationInfo info[3] = {
		{ .attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE,
		  .attributeData.collectionModeData.collectionMode =
		          CUPTI_PC_SAMPLING_COLLECTION_MODE_CONTINUOUS },
		{ .attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER,
		  .attributeData.samplingDataBufferData.samplingDataBuffer = &sampler->sink->data },
		{ .attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD,
		  .attributeData.samplingPeriodData.samplingPeriod =
		          (uint32_t)(period < PERIOD_MIN ? PERIOD_MIN : period) },
	};
	CUpti_PCSamplingConfigurationInfoParams params = {
		.size = CUpti_PCSamplingConfigurationInfoParamsSize,
		.ctx = context,
		.numAttributes = period ? 3 : 2,
		.pPCSamplingConfigurationInfo = info,
	};
	CUptiResult result = cupti.cuptiPCSamplingSetConfigurationAttribute(&params);

	if (result != CUPTI_SUCCESS || !cupti.cuptiPCSamplingGetConfigurationAttribute)
		return result;
	info[2].attributeData.samplingPeriodData.samplingPeriod = 0;
	params.numAttributes = 1;
	params.pPCSamplingConfigurationInfo = &info[2];
	if (cupti.cuptiPCSamplingGetConfigurationAttribute(&params) == CUPTI_SUCCESS) {
		uint32_t log2 = info[2].attributeData.samplingPeriodData.samplingPeriod;

		sampler->period_cycles = log2 && log2 < 63 ? INT64_C(1) << log2 : 0;
	}
	return result;
}

/* Begins to sample; returns whether it does. */
static bool start(struct sampler *sampler, CUcontext context)
{
	CUpti_PCSamplingEnableParams enable = {
		.size = CUpti_PCSamplingEnableParamsSize,
		.ctx = context,
	};
	CUptiResult result = cupti.cuptiGetContextId(context, &sampler->context_id);
	enum stage stage = STAGE_CONTEXT;
	bool is_enabled = false;

	if (result == CUPTI_SUCCESS) {
		stage = STAGE_ENABLE;
		result = cupti.cuptiPCSamplingEnable(&enable); /* the others need it */
		is_enabled = result == CUPTI_SUCCESS;
	}
	if (result == CUPTI_SUCCESS) {
		stage = STAGE_REASONS;
		result = read_reasons(context, &sampler->reasons);
	}
	if (result == CUPTI_SUCCESS) {
		stage = STAGE_CONFIGURE;
		sampler->sink = page_new(sampler, PAGE_PCS);
		result = sampler->sink ? configure(sampler, context) : CUPTI_ERROR_OUT_OF_MEMORY;
	}
	if (result == CUPTI_SUCCESS)
		return true;
	fail(stage, result);
	forget(sampler, !is_enabled || disable(sampler));
	return false;
}

/* So that a context without any sample is in the trace. */
static void announce(const struct sampler *sampler)
{
	struct sample_page *page = page_new(sampler, 0);

	if (page)
		queue_push(&session.queue, &page->item);
}

void stalls_context_created(CUcontext context)
{
	if (!has_functions()) {
		fail(STAGE_LIBRARY, CUPTI_ERROR_NOT_SUPPORTED);
		return;
	}
	for (int i = 0; i < SAMPLERS; i++) {
		enum state state = FREE;
		struct sampler *sampler = &samplers[i];

		if (!atomic_compare_exchange_strong(&sampler->state, &state, STARTING))
			continue;
		sampler->period_cycles = 0;
		atomic_store(&sampler->context, context);
		if (!start(sampler, context))
			return;
		announce(sampler);
		atomic_store(&sampler->state, IDLE);
		return;
	}
	fail(STAGE_CONTEXT, CUPTI_ERROR_MAX_LIMIT_REACHED);
}

/* ---- end ---- */

void stalls_context_destroyed(CUcontext context)
{
	const int64_t end_ms = now_ms() + SETTLE_MAX_MS;
	struct sampler *sampler = find(context);

	if (!sampler)
		return;
	if (!acquire(sampler, ACQUIRE_MS)) {
		counter_add(COUNTER_unread_contexts, 1);
		atomic_store(&sampler->is_doomed, true);
		if (acquire(sampler, 0))
			forget(sampler, false);
		return;
	}
	for (int quiet = 0; quiet < SETTLE_ROUNDS && now_ms() < end_ms;) {
		quiet = drain(sampler) ? 0 : quiet + 1;
		if (quiet < SETTLE_ROUNDS)
			sleep_ms(SETTLE_MS);
	}
	if (disable(sampler)) {
		page_push(sampler->sink); /* what came in between */
		sampler->sink = NULL;
		forget(sampler, true);
	} else {
		counter_add(COUNTER_unread_contexts, 1);
		forget(sampler, false);
	}
}

void stalls_module_unloaded(CUcontext context)
{
	struct sampler *sampler = find(context);

	if (!sampler || !acquire(sampler, ACQUIRE_MS))
		return;
	drain(sampler);
	release(sampler);
}

static bool drain_all(bool *is_sampling)
{
	bool has_any = false;

	*is_sampling = false;
	for (int i = 0; i < SAMPLERS; i++)
		if (acquire(&samplers[i], 0)) {
			*is_sampling = true;
			has_any |= drain(&samplers[i]);
			release(&samplers[i]);
		}
	return has_any;
}

void stalls_drain(void)
{
	bool is_sampling;

	drain_all(&is_sampling);
}

/*
 * Sampling itself goes on: cuptiPCSamplingDisable() ends CUPTI's threads, while the process is
 * about to end them all.
 */
void stalls_finish(void)
{
	const int64_t end_ms = now_ms() + SETTLE_MAX_MS;
	bool is_sampling = true;

	for (int quiet = 0; quiet < SETTLE_ROUNDS && is_sampling && now_ms() < end_ms;) {
		quiet = drain_all(&is_sampling) ? 0 : quiet + 1;
		if (quiet < SETTLE_ROUNDS && is_sampling)
			sleep_ms(SETTLE_MS);
	}
}

void stalls_disable(void)
{
	for (int i = 0; i < SAMPLERS; i++)
		if (acquire(&samplers[i], ACQUIRE_MS))
			forget(&samplers[i], disable(&samplers[i]));
}
