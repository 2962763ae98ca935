/* SPDX-License-Identifier: MIT */
/* The range profiler. Runs on the program's threads, in CUPTI's callbacks. */
#include "counters/range_profiler.h"

#include <stdbool.h>
#include <stdlib.h>

#include "cupti/api.h"

enum { RANGES = 16 }; /* in an image: with 17 metrics one took about 1 MiB */

static bool has_functions(void)
{
	return metric_config_is_available() && cupti.cuptiRangeProfilerEnable &&
	       cupti.cuptiRangeProfilerDisable && cupti.cuptiRangeProfilerGetCounterDataSize &&
	       cupti.cuptiRangeProfilerCounterDataImageInitialize &&
	       cupti.cuptiRangeProfilerSetConfig && cupti.cuptiRangeProfilerStart &&
	       cupti.cuptiRangeProfilerStop && cupti.cuptiRangeProfilerDecodeData &&
	       cupti.cuptiRangeProfilerGetCounterDataInfo;
}

static CUptiResult enable(struct range_profiler *profiler, CUcontext context)
{
	CUpti_RangeProfiler_Enable_Params params = {
		.structSize = CUpti_RangeProfiler_Enable_Params_STRUCT_SIZE,
		.ctx = context,
	};
	CUptiResult result = cupti.cuptiRangeProfilerEnable(&params);

	profiler->object = result == CUPTI_SUCCESS ? params.pRangeProfilerObject : NULL;
	return result;
}

static CUptiResult make_image(struct range_profiler *profiler)
{
	CUpti_RangeProfiler_GetCounterDataSize_Params params = {
		.structSize = CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE,
		.pRangeProfilerObject = profiler->object,
		.pMetricNames = profiler->config.names,
		.numMetrics = profiler->config.count,
		.maxNumOfRanges = RANGES,
		.maxNumRangeTreeNodes = RANGES,
	};
	CUptiResult result = cupti.cuptiRangeProfilerGetCounterDataSize(&params);

	if (result != CUPTI_SUCCESS)
		return result;
	profiler->image_bytes = params.counterDataSize;
	profiler->image = malloc(profiler->image_bytes);
	return profiler->image ? CUPTI_SUCCESS : CUPTI_ERROR_OUT_OF_MEMORY;
}

/* Empties the image, then tells CUPTI to fill it. */
static CUptiResult set(struct range_profiler *profiler, enum range_stage *stage)
{
	CUpti_RangeProfiler_CounterDataImage_Initialize_Params init = {
		.structSize = CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE,
		.pRangeProfilerObject = profiler->object,
		.counterDataSize = profiler->image_bytes,
		.pCounterData = profiler->image,
	};
	CUpti_RangeProfiler_SetConfig_Params params = {
		.structSize = CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE,
		.pRangeProfilerObject = profiler->object,
		.configSize = profiler->config.image_bytes,
		.pConfig = profiler->config.image,
		.counterDataImageSize = profiler->image_bytes,
		.pCounterDataImage = profiler->image,
		.range = CUPTI_AutoRange,
		.replayMode = CUPTI_KernelReplay,
		.maxRangesPerPass = RANGES,
		.numNestingLevels = 1,
		.minNestingLevel = 1,
	};
	CUptiResult result;

	*stage = RANGE_STAGE_IMAGE;
	result = cupti.cuptiRangeProfilerCounterDataImageInitialize(&init);
	if (result != CUPTI_SUCCESS)
		return result;
	profiler->ranges = 0;
	*stage = RANGE_STAGE_SET;
	return cupti.cuptiRangeProfilerSetConfig(&params);
}

CUptiResult range_profiler_init(struct range_profiler *profiler, CUcontext context,
                                const struct metric_list *list,
                                void (*unknown)(void *chip, const char *name),
                                enum range_stage *stage)
{
	const char *chip = NULL;
	CUptiResult result = has_functions() ? CUPTI_SUCCESS : CUPTI_ERROR_NOT_SUPPORTED;

	*profiler = (struct range_profiler){ .object = NULL };
	*stage = RANGE_STAGE_LIBRARY;
	if (result == CUPTI_SUCCESS) {
		*stage = RANGE_STAGE_CHIP;
		result = metric_config_chip(context, &chip, NULL);
	}
	if (result == CUPTI_SUCCESS) {
		*stage = RANGE_STAGE_CONFIGURE;
		result = metric_config_init(&profiler->config, CUPTI_PROFILER_TYPE_RANGE_PROFILER,
		                            chip, list->names, list->count, unknown, (void *)chip);
	}
	if (result == CUPTI_SUCCESS) {
		*stage = RANGE_STAGE_ENABLE;
		result = enable(profiler, context);
	}
	if (result == CUPTI_SUCCESS) {
		*stage = RANGE_STAGE_IMAGE;
		result = make_image(profiler);
	}
	if (result == CUPTI_SUCCESS)
		result = set(profiler, stage);
	if (result != CUPTI_SUCCESS)
		range_profiler_release(profiler);
	return result;
}

void range_profiler_release(struct range_profiler *profiler)
{
	CUpti_RangeProfiler_Disable_Params params = {
		.structSize = CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE,
		.pRangeProfilerObject = profiler->object,
	};

	if (!profiler->object || cupti.cuptiRangeProfilerDisable(&params) == CUPTI_SUCCESS)
		free(profiler->image);
	range_profiler_forget(profiler);
}

void range_profiler_forget(struct range_profiler *profiler)
{
	metric_config_release(&profiler->config);
	*profiler = (struct range_profiler){ .object = NULL };
}

CUptiResult range_profiler_start(struct range_profiler *profiler, enum range_stage *stage)
{
	CUpti_RangeProfiler_Start_Params params = {
		.structSize = CUpti_RangeProfiler_Start_Params_STRUCT_SIZE,
		.pRangeProfilerObject = profiler->object,
	};
	CUptiResult result = profiler->ranges == RANGES ? set(profiler, stage) : CUPTI_SUCCESS;

	if (result != CUPTI_SUCCESS)
		return result;
	*stage = RANGE_STAGE_START;
	return cupti.cuptiRangeProfilerStart(&params);
}

/* How many ranges the window brought into the image. */
static CUptiResult decode(struct range_profiler *profiler, size_t *ranges)
{
	CUpti_RangeProfiler_DecodeData_Params decoded = {
		.structSize = CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE,
		.pRangeProfilerObject = profiler->object,
	};
	CUpti_RangeProfiler_GetCounterDataInfo_Params info = {
		.structSize = CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE,
		.pCounterDataImage = profiler->image,
		.counterDataImageSize = profiler->image_bytes,
	};
	CUptiResult result = cupti.cuptiRangeProfilerDecodeData(&decoded);

	if (result == CUPTI_SUCCESS)
		result = cupti.cuptiRangeProfilerGetCounterDataInfo(&info);
	if (result != CUPTI_SUCCESS)
		return result;
	*ranges = info.numTotalRanges - profiler->ranges + decoded.numOfRangeDropped;
	profiler->ranges = decoded.numOfRangeDropped ? RANGES : info.numTotalRanges;
	return CUPTI_SUCCESS;
}

CUptiResult range_profiler_stop(struct range_profiler *profiler, size_t *ranges,
                                enum range_stage *stage)
{
	CUpti_RangeProfiler_Stop_Params params = {
		.structSize = CUpti_RangeProfiler_Stop_Params_STRUCT_SIZE,
		.pRangeProfilerObject = profiler->object,
	};
	CUptiResult result;

	*stage = RANGE_STAGE_STOP;
	result = cupti.cuptiRangeProfilerStop(&params);
	if (result != CUPTI_SUCCESS)
		return result;
	*stage = RANGE_STAGE_DECODE;
	return decode(profiler, ranges);
}

CUptiResult range_profiler_evaluate(const struct range_profiler *profiler, double *values,
                                    enum range_stage *stage)
{
	*stage = RANGE_STAGE_EVALUATE;
	return metric_config_evaluate(&profiler->config, profiler->image, profiler->image_bytes,
	                              profiler->ranges - 1, values);
}
