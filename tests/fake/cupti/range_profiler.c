/* SPDX-License-Identifier: MIT */
/*
 * The range profiler without a GPU: auto range, kernel replay. CUPTI's rules are kept and the
 * client is held to its own: one session in the process at a time, nothing is stopped while a
 * measured kernel may run, a context is not destroyed under a session, and nothing is asked once
 * the handlers at exit ran that were there when profiling was enabled. Runs on the threads of the
 * traced program.
 */
#include "range_profiler.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cupti.h>
#include <cupti_profiler_target.h>
#include <cupti_range_profiler.h>

#include "fake.h"
#include "libcupti.h"
#include "outlet.h"
#include "profiler_host.h"

enum { CONTEXTS = 256, COUNTERS = 64, RANGES = 1024 };

#define IMAGE_MAGIC "FKRANGE"

struct CUpti_RangeProfiler_Object {
	CUcontext context; /* NULL: not enabled */
	struct image *image;
	size_t passes, max_ranges;
	size_t runs;  /* of each kernel: the passes of what was started first */
	size_t sized; /* metrics that the size of an image was asked for last */
	bool is_started;
	const char *waiting[RANGES]; /* functions of the ranges that are not decoded */
	size_t waiting_count;
};

/* A counter data image. */
struct image {
	char magic[8]; /* IMAGE_MAGIC */
	size_t max, count;
	const char *functions[];
};

static struct CUpti_RangeProfiler_Object objects[CONTEXTS];
/* Of them, those that were used: the others' pages, and a sanitizer's for them, are not touched. */
static size_t object_count;
static struct fake_counter counters[COUNTERS];
static size_t counter_count;
static size_t started;  /* sessions */
static bool is_running; /* a measured kernel */
static bool is_left_on; /* nobody has asked to stop a session */
static bool is_gone;    /* what profiles */
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

/* ---- from the script and the fake libcuda ---- */

void range_profiler_count(const struct fake_counter *counter)
{
	pthread_mutex_lock(&lock);
	if (counter_count == COUNTERS)
		complain("counter: too many");
	counters[counter_count++] = *counter;
	pthread_mutex_unlock(&lock);
}

size_t range_profiler_launched(CUcontext context, const char *function)
{
	size_t passes = 0;

	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < object_count; i++) {
		struct CUpti_RangeProfiler_Object *object = &objects[i];

		if (object->context != context || !object->is_started)
			continue;
		/* One of another thread, behind the measured one, may come at any moment. */
		is_running |= object->waiting_count == 0;
		if (object->waiting_count < RANGES)
			object->waiting[object->waiting_count++] = function;
		passes = object->runs;
	}
	pthread_mutex_unlock(&lock);
	return passes;
}

void range_profiler_waited(void)
{
	pthread_mutex_lock(&lock);
	is_running = false;
	pthread_mutex_unlock(&lock);
}

void range_profiler_context_destroyed(CUcontext context)
{
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < object_count; i++)
		if (context && objects[i].context == context) {
			if (objects[i].is_started)
				complain("a context is destroyed while its launches are measured");
			objects[i] = (struct CUpti_RangeProfiler_Object){ .context = NULL };
		}
	pthread_mutex_unlock(&lock);
}

/* ---- images ---- */

static size_t image_bytes(size_t ranges)
{
	return sizeof(struct image) + ranges * sizeof *((struct image *)0)->functions;
}

static const struct image *image_of(const uint8_t *bytes, size_t size)
{
	const struct image *image = (const void *)bytes;

	return image && size >= sizeof *image &&
	                       memcmp(image->magic, IMAGE_MAGIC, sizeof IMAGE_MAGIC) == 0 &&
	                       size == image_bytes(image->max)
	               ? image
	               : NULL;
}

/* What no statement counts is as long as its name. */
int range_profiler_value(const uint8_t *bytes, size_t size, size_t index, const char *name,
                         double *value)
{
	const struct image *image = image_of(bytes, size);

	if (!image || index >= image->count)
		return -1;
	*value = (double)strlen(name);
	pthread_mutex_lock(&lock);
	for (size_t i = 0; i < counter_count; i++)
		if (strcmp(counters[i].metric, name) == 0 &&
		    (!counters[i].function ||
		     strcmp(counters[i].function, image->functions[index]) == 0))
			*value = counters[i].is_nan ? NAN : (double)counters[i].value / 100;
	pthread_mutex_unlock(&lock);
	return 0;
}

/* All later kernels of the program have no times. */
static __attribute__((destructor)) void check_end(void)
{
	const char *busy = getenv("FAKE_CUDA_BUSY_FILE");

	if (is_left_on && !(busy && access(busy, F_OK) == 0)) /* its kernel has ended */
		complain("a session of the range profiler is left on");
}

/* ---- to the client ---- */

static void at_exit(void)
{
	is_gone = true;
}

/* Comes first: as fake_enter(), and holds the lock where it returns CUPTI_SUCCESS. */
static CUptiResult enter(const char *function, const struct CUpti_RangeProfiler_Object *object,
                         bool is_well_formed)
{
	CUptiResult result = fake_enter(function, 0);

	if (result)
		return result;
	if (is_gone)
		complain("%s after the handlers at exit", function);
	if (!is_well_formed || !object)
		return CUPTI_ERROR_INVALID_PARAMETER;
	pthread_mutex_lock(&lock);
	if (object->context)
		return CUPTI_SUCCESS;
	pthread_mutex_unlock(&lock);
	return CUPTI_ERROR_INVALID_OPERATION;
}

#define IS_WELL_FORMED(params, type) \
	((params)->structSize == type##_STRUCT_SIZE && !(params)->pPriv)

FAKE_API CUptiResult cuptiRangeProfilerEnable(CUpti_RangeProfiler_Enable_Params *params)
{
	CUptiResult result = fake_enter(__func__, (uintptr_t)params->ctx);
	static bool is_set;

	if (result)
		return result;
	if (!IS_WELL_FORMED(params, CUpti_RangeProfiler_Enable_Params) || !params->ctx)
		return CUPTI_ERROR_INVALID_PARAMETER;
	pthread_mutex_lock(&lock);
	if (!is_set)
		atexit(at_exit);
	is_set = true;
	result = CUPTI_ERROR_OUT_OF_MEMORY;
	for (size_t i = 0; i < CONTEXTS && result; i++)
		if (!objects[i].context) {
			object_count = i < object_count ? object_count : i + 1;
			objects[i] = (struct CUpti_RangeProfiler_Object){ .context = params->ctx };
			params->pRangeProfilerObject = &objects[i];
			result = CUPTI_SUCCESS;
		}
	pthread_mutex_unlock(&lock);
	return result;
}

FAKE_API CUptiResult cuptiRangeProfilerDisable(CUpti_RangeProfiler_Disable_Params *params)
{
	struct CUpti_RangeProfiler_Object *object = params->pRangeProfilerObject;
	CUptiResult result =
	        enter(__func__, object, IS_WELL_FORMED(params, CUpti_RangeProfiler_Disable_Params));

	if (result)
		return result;
	if (object->is_started)
		complain("%s while launches are measured", __func__);
	object->context = NULL;
	pthread_mutex_unlock(&lock);
	return CUPTI_SUCCESS;
}

FAKE_API CUptiResult
cuptiRangeProfilerGetCounterDataSize(CUpti_RangeProfiler_GetCounterDataSize_Params *params)
{
	CUptiResult result =
	        enter(__func__, params->pRangeProfilerObject,
	              IS_WELL_FORMED(params, CUpti_RangeProfiler_GetCounterDataSize_Params));

	if (result)
		return result;
	if (!params->maxNumOfRanges || params->maxNumRangeTreeNodes < params->maxNumOfRanges)
		result = CUPTI_ERROR_INVALID_PARAMETER;
	for (size_t i = 0; i < params->numMetrics; i++)
		if (!host_knows(params->pMetricNames[i]))
			result = CUPTI_ERROR_INVALID_METRIC_NAME;
	params->counterDataSize = image_bytes(params->maxNumOfRanges);
	params->pRangeProfilerObject->sized = params->numMetrics;
	pthread_mutex_unlock(&lock);
	return result;
}

FAKE_API CUptiResult cuptiRangeProfilerCounterDataImageInitialize(
        CUpti_RangeProfiler_CounterDataImage_Initialize_Params *params)
{
	struct CUpti_RangeProfiler_Object *object = params->pRangeProfilerObject;
	struct image *image = (void *)params->pCounterData;
	CUptiResult result = enter(
	        __func__, object,
	        IS_WELL_FORMED(params, CUpti_RangeProfiler_CounterDataImage_Initialize_Params));

	if (result)
		return result;
	if (object->is_started || params->counterDataSize < sizeof *image || !image) {
		result = CUPTI_ERROR_INVALID_OPERATION;
	} else {
		memcpy(image->magic, IMAGE_MAGIC, sizeof IMAGE_MAGIC);
		image->max = (params->counterDataSize - sizeof *image) / sizeof *image->functions;
		image->count = 0;
	}
	pthread_mutex_unlock(&lock);
	return result;
}

FAKE_API CUptiResult cuptiRangeProfilerSetConfig(CUpti_RangeProfiler_SetConfig_Params *params)
{
	struct CUpti_RangeProfiler_Object *object = params->pRangeProfilerObject;
	const struct host_config *config = host_config_of(params->pConfig, params->configSize,
	                                                  CUPTI_PROFILER_TYPE_RANGE_PROFILER);
	CUptiResult result = enter(__func__, object,
	                           IS_WELL_FORMED(params, CUpti_RangeProfiler_SetConfig_Params));

	if (result)
		return result;
	if (object->is_started) {
		result = CUPTI_ERROR_INVALID_OPERATION;
	} else if (!config || !image_of(params->pCounterDataImage, params->counterDataImageSize) ||
	           params->range != CUPTI_AutoRange || params->replayMode != CUPTI_KernelReplay ||
	           params->numNestingLevels != 1 || params->minNestingLevel != 1 ||
	           !params->maxRangesPerPass) {
		result = CUPTI_ERROR_INVALID_PARAMETER;
	} else {
		if (config->metrics != object->sized)
			complain("%s: an image for %zu metrics, configured for %zu", __func__,
			         object->sized, config->metrics);
		object->image = (void *)params->pCounterDataImage;
		object->passes = config->passes;
		object->max_ranges = params->maxRangesPerPass;
		object->waiting_count = 0;
	}
	pthread_mutex_unlock(&lock);
	return result;
}

FAKE_API CUptiResult cuptiRangeProfilerStart(CUpti_RangeProfiler_Start_Params *params)
{
	struct CUpti_RangeProfiler_Object *object = params->pRangeProfilerObject;
	CUptiResult result =
	        enter(__func__, object, IS_WELL_FORMED(params, CUpti_RangeProfiler_Start_Params));

	if (result)
		return result;
	if (started++)
		complain("%s while another session is started", __func__);
	if (!object->image)
		complain("%s without configuration", __func__);
	if (!object->runs)
		object->runs = object->passes;
	if (object->passes > object->runs)
		complain("%s: values of %zu passes, of kernels that run %zu times", __func__,
		         object->passes, object->runs);
	object->is_started = is_left_on = true;
	pthread_mutex_unlock(&lock);
	return CUPTI_SUCCESS;
}

FAKE_API CUptiResult cuptiRangeProfilerStop(CUpti_RangeProfiler_Stop_Params *params)
{
	struct CUpti_RangeProfiler_Object *object = params->pRangeProfilerObject;
	CUptiResult result =
	        enter(__func__, object, IS_WELL_FORMED(params, CUpti_RangeProfiler_Stop_Params));

	is_left_on = false;
	if (result)
		return result;
	if (!object->is_started)
		complain("%s without %s", __func__, "Start");
	if (is_running)
		complain("%s while a measured kernel may run", __func__);
	object->is_started = false;
	started--;
	params->isAllPassSubmitted = 1;
	pthread_mutex_unlock(&lock);
	return CUPTI_SUCCESS;
}

FAKE_API CUptiResult cuptiRangeProfilerDecodeData(CUpti_RangeProfiler_DecodeData_Params *params)
{
	struct CUpti_RangeProfiler_Object *object = params->pRangeProfilerObject;
	CUptiResult result = enter(__func__, object,
	                           IS_WELL_FORMED(params, CUpti_RangeProfiler_DecodeData_Params));

	if (result)
		return result;
	if (object->is_started)
		complain("%s before Stop", __func__);
	params->numOfRangeDropped = 0;
	for (size_t i = 0; i < object->waiting_count; i++)
		if (object->image->count < object->image->max &&
		    object->image->count < object->max_ranges)
			object->image->functions[object->image->count++] = object->waiting[i];
		else
			params->numOfRangeDropped++;
	object->waiting_count = 0;
	pthread_mutex_unlock(&lock);
	return CUPTI_SUCCESS;
}

FAKE_API CUptiResult
cuptiRangeProfilerGetCounterDataInfo(CUpti_RangeProfiler_GetCounterDataInfo_Params *params)
{
	CUptiResult result = fake_enter(__func__, 0);
	const struct image *image =
	        image_of(params->pCounterDataImage, params->counterDataImageSize);

	if (result)
		return result;
	if (!IS_WELL_FORMED(params, CUpti_RangeProfiler_GetCounterDataInfo_Params) || !image)
		return CUPTI_ERROR_INVALID_PARAMETER;
	params->numTotalRanges = image->count;
	return CUPTI_SUCCESS;
}
