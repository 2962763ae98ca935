/* SPDX-License-Identifier: MIT */
/*
 * PC sampling without a GPU. CUPTI's rules are kept and the client is held to its own: sizes are
 * set, its buffers have room, one thread at a time asks for a context's samples, none for those of
 * a context that is gone. Runs on the threads of the traced program.
 */
#include "pc_sampling.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include <cupti_pcsampling.h>

#include "client.h"
#include "fake.h"
#include "libcupti.h"
#include "outlet.h"
#include "script/script.h"

enum { CONTEXTS = 256, PERIOD_DEFAULT = 17, INDEX_FIRST = 7, INDEX_STEP = 3 };

#define PREFIX "smsp__pcsamp_warps_issue_stalled_"

/* Index INDEX_FIRST + i * INDEX_STEP, so that an index is no position. */
static const char *const reasons[] = {
	"selected",
	"wait",
	"wait_not_issued",
	"long_scoreboard",
	"long_scoreboard_not_issued",
	"barrier",
	"barrier_not_issued",
};

enum { REASONS = sizeof reasons / sizeof *reasons };

/* An instruction of which there are samples. */
struct pc {
	struct pc *next;
	struct fake_sample first; /* its crc, function and pc */
	int64_t ready_ms;
	int64_t samples[REASONS];
};

static struct context {
	bool is_enabled, is_gone, is_asked; /* is_asked: a thread is in GetData() */
	uint32_t period, device;
	CUpti_PCSamplingData *sink;
	struct pc *pcs;
	int64_t dropped, other;
	bool is_full;
} contexts[CONTEXTS];

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static int64_t now_ms(void)
{
	struct timespec now;

	clock_gettime(CLOCK_MONOTONIC, &now);
	return (int64_t)now.tv_sec * 1000 + now.tv_nsec / 1000000;
}

static struct context *context_of(CUcontext context)
{
	uintptr_t id = (uintptr_t)context;

	return id > 0 && id < CONTEXTS ? &contexts[id] : NULL;
}

static int position_of(uint32_t index)
{
	return index >= INDEX_FIRST && (index - INDEX_FIRST) % INDEX_STEP == 0 &&
	                       (index - INDEX_FIRST) / INDEX_STEP < REASONS
	               ? (int)((index - INDEX_FIRST) / INDEX_STEP)
	               : -1;
}

int pc_sampling_reason(const char *name)
{
	for (int i = 0; i < REASONS; i++)
		if (strcmp(reasons[i], name) == 0)
			return INDEX_FIRST + i * INDEX_STEP;
	return -1;
}

/* As the real one: two contexts of a device that are sampled at the same time spoil each other. */
static bool is_spoilt[CONTEXTS];

static void spoil(const struct context *context)
{
	for (const struct context *other = contexts; other < contexts + CONTEXTS; other++)
		if (other != context && other->is_enabled && !other->is_gone &&
		    other->device == context->device)
			is_spoilt[context->device] = true;
}

/* ---- from the script ---- */

static struct pc *find_pc(struct context *context, const struct fake_sample *sample)
{
	struct pc *pc = context->pcs;

	while (pc && (pc->first.crc != sample->crc || pc->first.pc != sample->pc ||
	              strcmp(pc->first.function, sample->function) != 0))
		pc = pc->next;
	if (!pc) {
		pc = calloc(1, sizeof *pc);
		if (!pc)
			abort();
		pc->first = *sample;
		pc->next = context->pcs;
		context->pcs = pc;
	}
	return pc;
}

void pc_sampling_add(const struct fake_sample *sample, int64_t delay_ms)
{
	struct context *context = context_of((CUcontext)(uintptr_t)sample->context);
	int position = position_of((uint32_t)sample->reason);
	struct pc *pc;

	if (!context || position < 0)
		complain("sample: no such context or reason");
	pthread_mutex_lock(&lock);
	/* Else CUPTI knows no function. */
	if (!client.has_kind[CUPTI_ACTIVITY_KIND_FUNCTION] &&
	    (script.version < 130000 || !client.has_kind[CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL])) {
		context->other += sample->samples;
	} else if (sample->samples) {
		pc = find_pc(context, sample);
		pc->ready_ms = now_ms() + delay_ms;
		pc->samples[position] += sample->samples;
	}
	context->dropped += sample->dropped;
	context->other += sample->other;
	context->is_full |= sample->is_full != 0;
	pthread_mutex_unlock(&lock);
}

void pc_sampling_context_destroyed(uint32_t id)
{
	pthread_mutex_lock(&lock);
	if (id < CONTEXTS) {
		if (contexts[id].is_asked)
			complain("a context is destroyed while its samples are read");
		contexts[id].is_gone = true;
	}
	pthread_mutex_unlock(&lock);
}

/* ---- to the client ---- */

static bool is_subset(int position)
{
	return strstr(reasons[position], "_not_issued") != NULL;
}

/* Moves PC into the client's OUT. */
static void hand_over(const struct pc *pc, CUpti_PCSamplingPCData *out, CUpti_PCSamplingData *data)
{
	if (out->size != sizeof *out || !out->stallReason)
		complain("GetData: an instruction without size or room for reasons");
	out->cubinCrc = (uint64_t)pc->first.crc;
	out->pcOffset = (uint64_t)pc->first.pc;
	out->functionIndex = (uint32_t)pc->first.index;
	out->functionName = (char *)(uintptr_t)pc->first.function;
	out->correlationId = 0;
	out->stallReasonCount = 0;
	for (int i = 0; i < REASONS; i++) {
		if (!pc->samples[i])
			continue;
		out->stallReason[out->stallReasonCount++] =
		        (CUpti_PCSamplingStallReason){ (uint32_t)(INDEX_FIRST + i * INDEX_STEP),
			                               (uint32_t)pc->samples[i] };
		if (!is_subset(i))
			data->totalSamples += (uint64_t)pc->samples[i];
	}
}

/* Hands over what is ready, all of it if the context ends. */
static void collect(struct context *context, CUpti_PCSamplingData *data, bool is_end)
{
	struct pc **link = &context->pcs;
	const int64_t now = now_ms();

	if (data->size != sizeof *data || (data->collectNumPcs && !data->pPcData))
		complain("GetData: a buffer without size or room");
	data->totalNumPcs = data->remainingNumPcs = 0;
	data->totalSamples = (uint64_t)(context->dropped + context->other);
	data->droppedSamples = (uint64_t)context->dropped;
	data->nonUsrKernelsTotalSamples = (uint64_t)context->other;
	data->hardwareBufferFull = context->is_full;
	context->dropped = context->other = 0;
	context->is_full = false;
	while (*link) {
		struct pc *pc = *link;

		if (!is_end && pc->ready_ms > now) {
			link = &pc->next;
		} else if (data->totalNumPcs < data->collectNumPcs) {
			hand_over(pc, &data->pPcData[data->totalNumPcs++], data);
			*link = pc->next;
			free(pc);
		} else {
			data->remainingNumPcs++;
			link = &pc->next;
		}
	}
}

FAKE_API CUptiResult cuptiPCSamplingEnable(CUpti_PCSamplingEnableParams *params)
{
	CUptiResult result = fake_enter(__func__, (uintptr_t)params->ctx);
	struct context *context = context_of(params->ctx);

	if (result)
		return result;
	if (params->size != CUpti_PCSamplingEnableParamsSize || params->pPriv || !context)
		return CUPTI_ERROR_INVALID_PARAMETER;
	pthread_mutex_lock(&lock);
	context->device = fake_device((uint32_t)(uintptr_t)params->ctx);
	context->is_enabled = true;
	context->period = PERIOD_DEFAULT;
	spoil(context);
	pthread_mutex_unlock(&lock);
	return CUPTI_SUCCESS;
}

FAKE_API CUptiResult
cuptiPCSamplingGetNumStallReasons(CUpti_PCSamplingGetNumStallReasonsParams *params)
{
	CUptiResult result = fake_enter(__func__, (uintptr_t)params->ctx);
	struct context *context = context_of(params->ctx);

	if (result)
		return result;
	if (params->size != CUpti_PCSamplingGetNumStallReasonsParamsSize || params->pPriv ||
	    !context || !context->is_enabled)
		return CUPTI_ERROR_INVALID_PARAMETER;
	*params->numStallReasons = REASONS;
	return CUPTI_SUCCESS;
}

FAKE_API CUptiResult cuptiPCSamplingGetStallReasons(CUpti_PCSamplingGetStallReasonsParams *params)
{
	CUptiResult result = fake_enter(__func__, (uintptr_t)params->ctx);
	struct context *context = context_of(params->ctx);

	if (result)
		return result;
	if (params->size != CUpti_PCSamplingGetStallReasonsParamsSize || params->pPriv ||
	    !context || !context->is_enabled || params->numStallReasons != REASONS)
		return CUPTI_ERROR_INVALID_PARAMETER;
	for (int i = 0; i < REASONS; i++) {
		params->stallReasonIndex[i] = (uint32_t)(INDEX_FIRST + i * INDEX_STEP);
		strcpy(params->stallReasons[i], PREFIX);
		strcat(params->stallReasons[i], reasons[i]);
	}
	return CUPTI_SUCCESS;
}

static CUptiResult set_attribute(struct context *context, CUpti_PCSamplingConfigurationInfo *info)
{
	uint32_t period = info->attributeData.samplingPeriodData.samplingPeriod;

	switch ((int)info->attributeType) {
	case CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE:
		if (info->attributeData.collectionModeData.collectionMode !=
		    CUPTI_PC_SAMPLING_COLLECTION_MODE_CONTINUOUS)
			complain("PC sampling that serialises kernels");
		return CUPTI_SUCCESS;
	case CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER:
		context->sink = info->attributeData.samplingDataBufferData.samplingDataBuffer;
		return context->sink ? CUPTI_SUCCESS : CUPTI_ERROR_INVALID_OPERATION;
	case CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD:
		if (period < 5 || period > 31)
			return CUPTI_ERROR_INVALID_OPERATION;
		context->period = period;
		return CUPTI_SUCCESS;
	case CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_WORKER_THREAD_PERIODIC_SLEEP_SPAN:
		return info->attributeData.workerThreadPeriodicSleepSpanData
		                       .workerThreadPeriodicSleepSpan
		               ? CUPTI_SUCCESS
		               : CUPTI_ERROR_INVALID_OPERATION;
	default:
		return CUPTI_ERROR_INVALID_PARAMETER;
	}
}

FAKE_API CUptiResult
cuptiPCSamplingSetConfigurationAttribute(CUpti_PCSamplingConfigurationInfoParams *params)
{
	CUptiResult result = fake_enter(__func__, (uintptr_t)params->ctx);
	struct context *context = context_of(params->ctx);

	if (result)
		return result;
	if (params->size != CUpti_PCSamplingConfigurationInfoParamsSize || params->pPriv ||
	    !context || !context->is_enabled)
		return CUPTI_ERROR_INVALID_PARAMETER;
	for (size_t i = 0; i < params->numAttributes && !result; i++)
		result = params->pPCSamplingConfigurationInfo[i].attributeStatus =
		        set_attribute(context, &params->pPCSamplingConfigurationInfo[i]);
	return result;
}

FAKE_API CUptiResult
cuptiPCSamplingGetConfigurationAttribute(CUpti_PCSamplingConfigurationInfoParams *params)
{
	CUptiResult result = fake_enter(__func__, (uintptr_t)params->ctx);
	struct context *context = context_of(params->ctx);

	if (result)
		return result;
	if (params->size != CUpti_PCSamplingConfigurationInfoParamsSize || params->pPriv ||
	    !context || params->numAttributes != 1 ||
	    params->pPCSamplingConfigurationInfo->attributeType !=
	            CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD)
		return CUPTI_ERROR_INVALID_PARAMETER;
	params->pPCSamplingConfigurationInfo->attributeData.samplingPeriodData.samplingPeriod =
	        context->period;
	return CUPTI_SUCCESS;
}

FAKE_API CUptiResult cuptiPCSamplingGetData(CUpti_PCSamplingGetDataParams *params)
{
	CUptiResult result = fake_enter(__func__, (uintptr_t)params->ctx);
	struct context *context = context_of(params->ctx);
	const struct timespec moment = { 0, 1000000 };

	if (result)
		return result;
	if (params->size != CUpti_PCSamplingGetDataParamsSize || params->pPriv || !context ||
	    !params->pcSamplingData)
		return CUPTI_ERROR_INVALID_PARAMETER;
	pthread_mutex_lock(&lock);
	if (!context->is_enabled)
		result = CUPTI_ERROR_INVALID_OPERATION;
	else if (is_spoilt[context->device])
		result = CUPTI_ERROR_UNKNOWN;
	if (context->is_gone)
		complain("GetData: of a context that is gone");
	if (context->is_asked)
		complain("GetData: two threads at once");
	context->is_asked = true;
	pthread_mutex_unlock(&lock);
	nanosleep(&moment, NULL); /* in which another thread could do wrong */
	pthread_mutex_lock(&lock);
	if (!result)
		collect(context, params->pcSamplingData, false);
	context->is_asked = false;
	pthread_mutex_unlock(&lock);
	return result;
}

FAKE_API CUptiResult cuptiPCSamplingDisable(CUpti_PCSamplingDisableParams *params)
{
	CUptiResult result = fake_enter(__func__, (uintptr_t)params->ctx);
	struct context *context = context_of(params->ctx);

	if (result)
		return result;
	if (params->size != CUpti_PCSamplingDisableParamsSize || params->pPriv || !context ||
	    !context->is_enabled)
		return CUPTI_ERROR_INVALID_PARAMETER;
	pthread_mutex_lock(&lock);
	if (context->is_gone || context->is_asked)
		complain("Disable: of a context that is gone, or read");
	if (is_spoilt[context->device]) {
		pthread_mutex_unlock(&lock);
		return CUPTI_ERROR_UNKNOWN;
	}
	if (script.has_endless_kernel) {
		pthread_mutex_unlock(&lock);
		for (;;)
			pause();
	}
	if (context->sink)
		collect(context, context->sink, true);
	context->is_enabled = false;
	context->sink = NULL;
	pthread_mutex_unlock(&lock);
	return CUPTI_SUCCESS;
}
