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

/* Comes before each initialisation of an image: CUPTI 13.0 initialises images for the metrics that
 * it was asked the size for last, and fails for others. */
static CUptiResult size_image(const struct range_profiler *profiler, struct range_metrics *metrics)
{
	CUpti_RangeProfiler_GetCounterDataSize_Params params = {
		.structSize = CUpti_RangeProfiler_GetCounterDataSize_Params_STRUCT_SIZE,
		.pRangeProfilerObject = profiler->object,
		.pMetricNames = metrics->config.names,
		.numMetrics = metrics->config.count,
		.maxNumOfRanges = RANGES,
		.maxNumRangeTreeNodes = RANGES,
	};
	CUptiResult result = cupti.cuptiRangeProfilerGetCounterDataSize(&params);

	if (result != CUPTI_SUCCESS)
		return result;
	metrics->image_bytes = params.counterDataSize;
	return CUPTI_SUCCESS;
}

static CUptiResult make_image(const struct range_profiler *profiler, struct range_metrics *metrics)
{
	CUptiResult result = size_image(profiler, metrics);

	if (result != CUPTI_SUCCESS)
		return result;
	metrics->image = malloc(metrics->image_bytes);
	return metrics->image ? CUPTI_SUCCESS : CUPTI_ERROR_OUT_OF_MEMORY;
}

/* Empties the image of SET, then tells CUPTI to fill it. */
static CUptiResult configure(struct range_profiler *profiler, enum range_set set,
                             enum range_stage *stage)
{
	struct range_metrics *metrics = &profiler->sets[set];
	CUptiResult result = size_image(profiler, metrics);
	CUpti_RangeProfiler_CounterDataImage_Initialize_Params init = {
		.structSize = CUpti_RangeProfiler_CounterDataImage_Initialize_Params_STRUCT_SIZE,
		.pRangeProfilerObject = profiler->object,
		.counterDataSize = metrics->image_bytes,
		.pCounterData = metrics->image,
	};
	CUpti_RangeProfiler_SetConfig_Params params = {
		.structSize = CUpti_RangeProfiler_SetConfig_Params_STRUCT_SIZE,
		.pRangeProfilerObject = profiler->object,
		.configSize = metrics->config.image_bytes,
		.pConfig = metrics->config.image,
		.counterDataImageSize = metrics->image_bytes,
		.pCounterDataImage = metrics->image,
		.range = CUPTI_AutoRange,
		.replayMode = CUPTI_KernelReplay,
		.maxRangesPerPass = RANGES,
		.numNestingLevels = 1,
		.minNestingLevel = 1,
	};

	*stage = RANGE_STAGE_IMAGE;
	if (result == CUPTI_SUCCESS)
		result = cupti.cuptiRangeProfilerCounterDataImageInitialize(&init);
	if (result != CUPTI_SUCCESS)
		return result;
	metrics->ranges = 0;
	metrics->is_configured = true;
	profiler->set = set;
	*stage = RANGE_STAGE_SET;
	return cupti.cuptiRangeProfilerSetConfig(&params);
}

/*
 * The same where something was configured before: into an image of its own. CUPTI 13.0 runs kernels
 * once, and not once for each pass, for an image that it was told to fill before: of 64 metrics in
 * 14 passes it measured the 14 of the first. (To disable and enable the profiler is no way out: the
 * program dies at the next launch.)
 */
static CUptiResult configure_again(struct range_profiler *profiler, enum range_set set,
                                   enum range_stage *stage)
{
	struct range_metrics *metrics = &profiler->sets[set];

	*stage = RANGE_STAGE_IMAGE;
	if (metrics->is_configured && profiler->full_count < FULL_IMAGES) {
		uint8_t *full = metrics->image;
		const CUptiResult result = make_image(profiler, metrics);

		if (result != CUPTI_SUCCESS) {
			metrics->image = full;
			return result;
		}
		profiler->full[profiler->full_count++] = full;
	}
	return configure(profiler, set, stage);
}

static void metrics_release(struct range_metrics *metrics, bool may_free_image)
{
	if (may_free_image)
		free(metrics->image);
	metric_config_release(&metrics->config);
	*metrics = (struct range_metrics){ .image = NULL };
}

/* A further set, with an image of its own. That it cannot be had is no failure. */
static void add_set(struct range_profiler *profiler, enum range_set set,
                    const struct metric_list *list, size_t passes_max)
{
	struct range_metrics *metrics = &profiler->sets[set];
	const struct metric_wish wish = {
		.type = CUPTI_PROFILER_TYPE_RANGE_PROFILER,
		.chip = profiler->chip,
		.names = list->names,
		.count = list->count,
	};
	CUptiResult result = metric_config_init(&metrics->config, &wish);

	if (result != CUPTI_SUCCESS)
		return;
	if (metrics->config.passes <= passes_max)
		result = make_image(profiler, metrics);
	if (metrics->config.passes > passes_max || result != CUPTI_SUCCESS)
		metrics_release(metrics, true);
}

/* The set of one pass, beside one of several. */
static void add_once(struct range_profiler *profiler, const struct metric_list *list)
{
	if (profiler->sets[RANGE_ALL].config.passes > 1)
		add_set(profiler, RANGE_ONCE, list, 1);
}

bool range_profiler_has_unpatched(struct range_profiler *profiler, const struct metric_list *list)
{
	if (!profiler->is_unpatched_asked && list->count)
		add_set(profiler, RANGE_UNPATCHED, list, SIZE_MAX);
	profiler->is_unpatched_asked = true;
	return profiler->sets[RANGE_UNPATCHED].image != NULL;
}

CUptiResult range_profiler_init(struct range_profiler *profiler, CUcontext context,
                                const struct metric_list *const lists[RANGE_SETS],
                                void (*unknown)(void *chip, const char *name),
                                enum range_stage *stage)
{
	struct range_metrics *all = &profiler->sets[RANGE_ALL];
	CUptiResult result = has_functions() ? CUPTI_SUCCESS : CUPTI_ERROR_NOT_SUPPORTED;

	*profiler = (struct range_profiler){ .object = NULL };
	*stage = RANGE_STAGE_LIBRARY;
	if (result == CUPTI_SUCCESS) {
		*stage = RANGE_STAGE_CHIP;
		result = metric_config_chip(context, &profiler->chip, NULL);
	}
	if (result == CUPTI_SUCCESS) {
		*stage = RANGE_STAGE_CONFIGURE;
		result = metric_config_init(&all->config,
		                            &(struct metric_wish){
		                                    .type = CUPTI_PROFILER_TYPE_RANGE_PROFILER,
		                                    .chip = profiler->chip,
		                                    .names = lists[RANGE_ALL]->names,
		                                    .count = lists[RANGE_ALL]->count,
		                                    .unknown = unknown,
		                                    .data = (void *)profiler->chip,
		                            });
	}
	if (result == CUPTI_SUCCESS) {
		*stage = RANGE_STAGE_ENABLE;
		result = enable(profiler, context);
	}
	if (result == CUPTI_SUCCESS) {
		*stage = RANGE_STAGE_IMAGE;
		result = make_image(profiler, all);
	}
	if (result == CUPTI_SUCCESS)
		result = configure(profiler, RANGE_ALL, stage);
	if (result == CUPTI_SUCCESS)
		add_once(profiler, lists[RANGE_ONCE]);
	else
		range_profiler_release(profiler);
	return result;
}

static void release(struct range_profiler *profiler, bool may_free_images)
{
	for (size_t i = 0; may_free_images && i < profiler->full_count; i++)
		free(profiler->full[i]);
	for (int i = 0; i < RANGE_SETS; i++)
		metrics_release(&profiler->sets[i], may_free_images);
	*profiler = (struct range_profiler){ .object = NULL };
}

void range_profiler_release(struct range_profiler *profiler)
{
	CUpti_RangeProfiler_Disable_Params params = {
		.structSize = CUpti_RangeProfiler_Disable_Params_STRUCT_SIZE,
		.pRangeProfilerObject = profiler->object,
	};

	release(profiler,
	        !profiler->object || cupti.cuptiRangeProfilerDisable(&params) == CUPTI_SUCCESS);
}

void range_profiler_forget(struct range_profiler *profiler)
{
	release(profiler, false);
}

size_t range_profiler_runs(const struct range_profiler *profiler, enum range_set set)
{
	const struct range_metrics *metrics = &profiler->sets[set];

	if (!metrics->image || (profiler->passes && metrics->config.passes > profiler->passes))
		return 0;
	return profiler->passes ? profiler->passes : metrics->config.passes;
}

CUptiResult range_profiler_start(struct range_profiler *profiler, enum range_set set,
                                 enum range_stage *stage)
{
	CUpti_RangeProfiler_Start_Params params = {
		.structSize = CUpti_RangeProfiler_Start_Params_STRUCT_SIZE,
		.pRangeProfilerObject = profiler->object,
	};
	CUptiResult result = CUPTI_SUCCESS;

	if (profiler->set != set || profiler->sets[set].ranges == RANGES)
		result = configure_again(profiler, set, stage);
	if (result != CUPTI_SUCCESS)
		return result;
	*stage = RANGE_STAGE_START;
	result = cupti.cuptiRangeProfilerStart(&params);
	if (result == CUPTI_SUCCESS && !profiler->passes)
		profiler->passes = profiler->sets[set].config.passes;
	return result;
}

/* How many ranges the window brought into the image. */
static CUptiResult decode(struct range_profiler *profiler, size_t *ranges)
{
	struct range_metrics *metrics = &profiler->sets[profiler->set];
	CUpti_RangeProfiler_DecodeData_Params decoded = {
		.structSize = CUpti_RangeProfiler_DecodeData_Params_STRUCT_SIZE,
		.pRangeProfilerObject = profiler->object,
	};
	CUpti_RangeProfiler_GetCounterDataInfo_Params info = {
		.structSize = CUpti_RangeProfiler_GetCounterDataInfo_Params_STRUCT_SIZE,
		.pCounterDataImage = metrics->image,
		.counterDataImageSize = metrics->image_bytes,
	};
	CUptiResult result = cupti.cuptiRangeProfilerDecodeData(&decoded);

	if (result == CUPTI_SUCCESS)
		result = cupti.cuptiRangeProfilerGetCounterDataInfo(&info);
	if (result != CUPTI_SUCCESS)
		return result;
	*ranges = info.numTotalRanges - metrics->ranges + decoded.numOfRangeDropped;
	metrics->ranges = decoded.numOfRangeDropped ? RANGES : info.numTotalRanges;
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
	const struct range_metrics *metrics = &profiler->sets[profiler->set];

	*stage = RANGE_STAGE_EVALUATE;
	return metric_config_evaluate(&metrics->config, metrics->image, metrics->image_bytes,
	                              metrics->ranges - 1, values);
}
