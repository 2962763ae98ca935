/* SPDX-License-Identifier: MIT */
/* On the threads of stalls.h: the program's, in callbacks, the writer, and the one that ends it. */
#include "counters/pc_sampling.h"

#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

#include "cupti/api.h"
#include "host/losses.h"
#include "host/recording.h"

enum { PERIOD_MIN = 5 }; /* CUPTI's: 2^5 cycles */

static _Atomic(struct stall_reasons *) known_reasons;

bool pc_sampling_is_there(void)
{
	return cupti.cuptiGetDeviceId && cupti.cuptiPCSamplingEnable &&
	       cupti.cuptiPCSamplingGetNumStallReasons && cupti.cuptiPCSamplingGetStallReasons &&
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

CUptiResult stall_reasons_read(CUcontext context, struct stall_reasons **out)
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

CUptiResult pc_sampling_configure(CUcontext context, struct sample_page *sink,
                                  int64_t *period_cycles)
{
	int64_t period = recording.settings.number[SETTING_ID_stall_period];
	CUpti_PCSamplingConfigurationInfo info[4] = {
		{ .attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_COLLECTION_MODE,
		  .attributeData.collectionModeData.collectionMode =
		          CUPTI_PC_SAMPLING_COLLECTION_MODE_CONTINUOUS },
		{ .attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_DATA_BUFFER,
		  .attributeData.samplingDataBufferData.samplingDataBuffer = &sink->data },
		{ .attributeType =
		          CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_WORKER_THREAD_PERIODIC_SLEEP_SPAN,
		  .attributeData.workerThreadPeriodicSleepSpanData.workerThreadPeriodicSleepSpan =
		          PC_SAMPLING_DECODE_MS },
		{ .attributeType = CUPTI_PC_SAMPLING_CONFIGURATION_ATTR_TYPE_SAMPLING_PERIOD,
		  .attributeData.samplingPeriodData.samplingPeriod =
		          (uint32_t)(period < PERIOD_MIN ? PERIOD_MIN : period) },
	};
	CUpti_PCSamplingConfigurationInfoParams params = {
		.size = CUpti_PCSamplingConfigurationInfoParamsSize,
		.ctx = context,
		.numAttributes = period ? 4 : 3,
		.pPCSamplingConfigurationInfo = info,
	};
	CUptiResult result = cupti.cuptiPCSamplingSetConfigurationAttribute(&params);

	if (result != CUPTI_SUCCESS || !cupti.cuptiPCSamplingGetConfigurationAttribute)
		return result;
	info[3].attributeData.samplingPeriodData.samplingPeriod = 0;
	params.numAttributes = 1;
	params.pPCSamplingConfigurationInfo = &info[3];
	if (cupti.cuptiPCSamplingGetConfigurationAttribute(&params) == CUPTI_SUCCESS) {
		uint32_t log2 = info[3].attributeData.samplingPeriodData.samplingPeriod;

		*period_cycles = log2 && log2 < 63 ? INT64_C(1) << log2 : 0;
	}
	return result;
}

/* ---- pages ---- */

struct sample_page *sample_page_new(uint32_t context_id, struct stall_reasons *reasons,
                                    int64_t period_cycles, size_t pcs)
{
	struct sample_page *page = calloc(
	        1, sizeof *page + pcs * (sizeof(CUpti_PCSamplingPCData) +
	                                 reasons->count * sizeof(CUpti_PCSamplingStallReason)));
	CUpti_PCSamplingStallReason *stalls;

	if (!page) {
		counter_add(COUNTER_lost_messages, 1);
		return NULL;
	}
	page->item.type = ITEM_SAMPLES;
	page->context_id = context_id;
	page->period_cycles = period_cycles;
	page->reasons = reasons;
	page->data.size = sizeof page->data;
	page->data.collectNumPcs = pcs;
	page->data.pPcData = (CUpti_PCSamplingPCData *)(void *)(page + 1);
	stalls = (CUpti_PCSamplingStallReason *)(void *)(page->data.pPcData + pcs);
	for (size_t i = 0; i < pcs; i++) {
		page->data.pPcData[i].size = sizeof page->data.pPcData[i];
		page->data.pPcData[i].stallReason = stalls + i * reasons->count;
	}
	return page;
}

bool sample_page_push(struct sample_page *page)
{
	const CUpti_PCSamplingData *data = &page->data;
	bool has_any = data->totalNumPcs || data->totalSamples || data->droppedSamples ||
	               data->nonUsrKernelsTotalSamples;

	if (data->droppedSamples)
		counter_add(COUNTER_dropped_samples, (int64_t)data->droppedSamples);
	if (has_any)
		queue_push(&recording.queue, &page->item);
	else
		free(page);
	return has_any;
}
