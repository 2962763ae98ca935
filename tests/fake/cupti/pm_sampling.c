/* SPDX-License-Identifier: MIT */
/*
 * PM sampling without a GPU. CUPTI's rules are kept and the client is held to its own: one thread
 * at a time decodes, not after Stop() and not once the handlers at exit ran that were there when
 * sampling started (the real library crashes then: what it decodes with is gone). Runs on the
 * threads of the traced program.
 */
#include "pm_sampling.h"

#include <math.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include <cupti.h>
#include <cupti_target.h>

#include <cupti_pmsampling.h>

#include "fake.h"
#include "libcupti.h"
#include "outlet.h"
#include "profiler_host.h"

enum { DEVICES = 8, INTERVAL_MIN_NS = 20000, SET_UP_NS = 200000000 };

#define IMAGE_MAGIC "FKPMIM"

struct CUpti_PmSampling_Object {
	bool is_enabled, is_configured, is_started, is_decoded; /* is_decoded: a thread does */
	struct queued {
		struct queued *next;
		struct fake_gpu_sample sample;
	} * first, **last;
};

/* A counter data image. */
struct image {
	char magic[8]; /* IMAGE_MAGIC */
	size_t max, count;
	struct fake_gpu_sample samples[];
};

static struct CUpti_PmSampling_Object devices[DEVICES];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static bool is_gone;                      /* what decodes */
static atomic_int_least64_t delay_ms = 1; /* so that a thread which should not be here is seen */

static void put(struct CUpti_PmSampling_Object *device, const struct fake_gpu_sample *sample)
{
	struct queued *queued = calloc(1, sizeof *queued);

	if (!queued)
		abort();
	queued->sample = *sample;
	if (!device->first)
		device->last = &device->first;
	*device->last = queued;
	device->last = &queued->next;
}

void pm_sampling_add(const struct fake_gpu_sample *sample)
{
	if (sample->device < 0 || sample->device >= DEVICES)
		complain("gpu-sample: no such device");
	pthread_mutex_lock(&lock);
	if (devices[sample->device].is_started)
		put(&devices[sample->device], sample);
	pthread_mutex_unlock(&lock);
}

void pm_sampling_set_delay(int64_t ms)
{
	delay_ms = ms;
}

/* ---- images ---- */

static const struct image *image_of(const uint8_t *bytes, size_t size)
{
	const struct image *image = (const void *)bytes;

	return image && size >= sizeof *image &&
	                       memcmp(image->magic, IMAGE_MAGIC, sizeof IMAGE_MAGIC) == 0 &&
	                       size == sizeof *image + image->max * sizeof *image->samples
	               ? image
	               : NULL;
}

static const struct {
	const char *name;
	size_t offset;
	double unit;
} values[] = {
	{ "sm__cycles_active.avg.pct_of_peak_sustained_elapsed",
	  offsetof(struct fake_gpu_sample, active), 0.01 },
	{ "sm__warps_active.avg.pct_of_peak_sustained_elapsed",
	  offsetof(struct fake_gpu_sample, warps), 0.01 },
	{ "smsp__issue_active.avg.pct_of_peak_sustained_elapsed",
	  offsetof(struct fake_gpu_sample, issue), 0.01 },
	{ "dram__bytes_read.sum", offsetof(struct fake_gpu_sample, read), 1 },
	{ "dram__bytes_write.sum", offsetof(struct fake_gpu_sample, write), 1 },
};

int pm_sampling_value(const uint8_t *bytes, size_t size, size_t index, const char *name,
                      double *value)
{
	const struct image *image = image_of(bytes, size);
	int64_t number;

	if (!image || index >= image->count)
		return -1;
	for (size_t i = 0; i < sizeof values / sizeof *values; i++)
		if (strcmp(values[i].name, name) == 0) {
			memcpy(&number, (const char *)&image->samples[index] + values[i].offset,
			       sizeof number);
			*value = image->samples[index].is_nan ? NAN
			                                      : (double)number * values[i].unit;
			return 0;
		}
	return -1;
}

/* ---- to the client ---- */

/* Comes first: what the script says, then whether DEVICE is one. */
static CUptiResult enter(const char *function, const struct CUpti_PmSampling_Object *device,
                         bool is_sized)
{
	CUptiResult result = fake_enter(function, device ? (uint64_t)(device - devices) : 0);

	if (result)
		return result;
	if (is_gone)
		complain("%s after the libraries that it needs are gone", function);
	return is_sized && device && device->is_enabled ? CUPTI_SUCCESS
	                                                : CUPTI_ERROR_INVALID_PARAMETER;
}

#define SIZED(params, type) ((params)->structSize == type##_STRUCT_SIZE && !(params)->pPriv)

FAKE_API CUptiResult cuptiPmSamplingEnable(CUpti_PmSampling_Enable_Params *params)
{
	CUptiResult result = fake_enter(__func__, params->deviceIndex);

	if (result)
		return result;
	if (!SIZED(params, CUpti_PmSampling_Enable_Params) || params->deviceIndex >= DEVICES)
		return CUPTI_ERROR_INVALID_PARAMETER;
	if (devices[params->deviceIndex].is_enabled)
		return CUPTI_ERROR_INVALID_OPERATION;
	params->pPmSamplingObject = &devices[params->deviceIndex];
	params->pPmSamplingObject->is_enabled = true;
	return CUPTI_SUCCESS;
}

FAKE_API CUptiResult cuptiPmSamplingDisable(CUpti_PmSampling_Disable_Params *params)
{
	CUptiResult result = enter(__func__, params->pPmSamplingObject,
	                           SIZED(params, CUpti_PmSampling_Disable_Params));

	if (result == CUPTI_SUCCESS)
		*params->pPmSamplingObject = (struct CUpti_PmSampling_Object){ .first = NULL };
	return result;
}

FAKE_API CUptiResult cuptiPmSamplingSetConfig(CUpti_PmSampling_SetConfig_Params *params)
{
	CUptiResult result = enter(__func__, params->pPmSamplingObject,
	                           SIZED(params, CUpti_PmSampling_SetConfig_Params));
	const struct host_config *config = host_config_of(params->pConfig, params->configSize,
	                                                  CUPTI_PROFILER_TYPE_PM_SAMPLING);

	if (result)
		return result;
	if (!config || !params->hardwareBufferSize || params->samplingInterval < INTERVAL_MIN_NS ||
	    params->triggerMode != CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_TIME_INTERVAL)
		return CUPTI_ERROR_INVALID_PARAMETER;
	if (config->passes != 1)
		return CUPTI_ERROR_NOT_SUPPORTED;
	params->pPmSamplingObject->is_configured = true;
	return CUPTI_SUCCESS;
}

FAKE_API CUptiResult
cuptiPmSamplingGetCounterDataSize(CUpti_PmSampling_GetCounterDataSize_Params *params)
{
	CUptiResult result = enter(__func__, params->pPmSamplingObject,
	                           SIZED(params, CUpti_PmSampling_GetCounterDataSize_Params));

	params->counterDataSize =
	        sizeof(struct image) + params->maxSamples * sizeof(struct fake_gpu_sample);
	return result;
}

FAKE_API CUptiResult cuptiPmSamplingCounterDataImageInitialize(
        CUpti_PmSampling_CounterDataImage_Initialize_Params *params)
{
	CUptiResult result =
	        enter(__func__, params->pPmSamplingObject,
	              SIZED(params, CUpti_PmSampling_CounterDataImage_Initialize_Params));
	struct image *image = (void *)params->pCounterData;

	if (result)
		return result;
	memset(image, 0, params->counterDataSize);
	memcpy(image->magic, IMAGE_MAGIC, sizeof IMAGE_MAGIC);
	image->max = (params->counterDataSize - sizeof *image) / sizeof *image->samples;
	return CUPTI_SUCCESS;
}

static void go(void)
{
	is_gone = true;
}

/* What comes first counts from the set-up on. */
FAKE_API CUptiResult cuptiPmSamplingStart(CUpti_PmSampling_Start_Params *params)
{
	CUptiResult result = enter(__func__, params->pPmSamplingObject,
	                           SIZED(params, CUpti_PmSampling_Start_Params));
	struct CUpti_PmSampling_Object *device = params->pPmSamplingObject;
	int64_t now = (int64_t)fake_now();

	if (result)
		return result;
	if (!device->is_configured || device->is_started)
		return CUPTI_ERROR_INVALID_OPERATION;
	atexit(go);
	pthread_mutex_lock(&lock);
	put(device, &(struct fake_gpu_sample){
	                    .start = now - SET_UP_NS, .end = now, .read = 1, .write = 1 });
	device->is_started = true;
	pthread_mutex_unlock(&lock);
	return CUPTI_SUCCESS;
}

FAKE_API CUptiResult cuptiPmSamplingStop(CUpti_PmSampling_Stop_Params *params)
{
	CUptiResult result = enter(__func__, params->pPmSamplingObject,
	                           SIZED(params, CUpti_PmSampling_Stop_Params));

	if (result)
		return result;
	pthread_mutex_lock(&lock);
	if (params->pPmSamplingObject->is_decoded)
		complain("Stop while samples are decoded");
	params->pPmSamplingObject->is_started = false;
	pthread_mutex_unlock(&lock);
	return CUPTI_SUCCESS;
}

/* Moves what is there into IMAGE; what it has no room for is dropped, as the real library does. */
static void decode(struct CUpti_PmSampling_Object *device, struct image *image,
                   CUpti_PmSampling_DecodeData_Params *params)
{
	params->overflow = 0;
	params->decodeStopReason = CUPTI_PM_SAMPLING_DECODE_STOP_REASON_END_OF_RECORDS;
	while (device->first) {
		struct queued *queued = device->first;

		device->first = queued->next;
		params->overflow |= queued->sample.is_full != 0;
		if (image->count < image->max)
			image->samples[image->count++] = queued->sample;
		else
			params->decodeStopReason =
			        CUPTI_PM_SAMPLING_DECODE_STOP_REASON_COUNTER_DATA_FULL;
		free(queued);
	}
}

FAKE_API CUptiResult cuptiPmSamplingDecodeData(CUpti_PmSampling_DecodeData_Params *params)
{
	CUptiResult result = enter(__func__, params->pPmSamplingObject,
	                           SIZED(params, CUpti_PmSampling_DecodeData_Params));
	struct CUpti_PmSampling_Object *device = params->pPmSamplingObject;
	const struct timespec delay = { delay_ms / 1000, delay_ms % 1000 * 1000000 };

	if (result)
		return result;
	if (!image_of(params->pCounterDataImage, params->counterDataImageSize))
		return CUPTI_ERROR_INVALID_PARAMETER;
	pthread_mutex_lock(&lock);
	if (device->is_decoded)
		complain("DecodeData on two threads at once");
	device->is_decoded = true;
	pthread_mutex_unlock(&lock);
	nanosleep(&delay, NULL);
	pthread_mutex_lock(&lock);
	if (device->is_started)
		decode(device, (void *)params->pCounterDataImage, params);
	else
		result = CUPTI_ERROR_INVALID_OPERATION;
	device->is_decoded = false;
	pthread_mutex_unlock(&lock);
	return result;
}

FAKE_API CUptiResult
cuptiPmSamplingGetCounterDataInfo(CUpti_PmSampling_GetCounterDataInfo_Params *params)
{
	CUptiResult result = fake_enter(__func__, 0);
	const struct image *image =
	        image_of(params->pCounterDataImage, params->counterDataImageSize);

	if (result)
		return result;
	if (!SIZED(params, CUpti_PmSampling_GetCounterDataInfo_Params) || !image)
		return CUPTI_ERROR_INVALID_PARAMETER;
	params->numTotalSamples = image->max;
	params->numPopulatedSamples = params->numCompletedSamples = image->count;
	return CUPTI_SUCCESS;
}

FAKE_API CUptiResult
cuptiPmSamplingCounterDataGetSampleInfo(CUpti_PmSampling_CounterData_GetSampleInfo_Params *params)
{
	CUptiResult result =
	        enter(__func__, params->pPmSamplingObject,
	              SIZED(params, CUpti_PmSampling_CounterData_GetSampleInfo_Params));
	const struct image *image =
	        image_of(params->pCounterDataImage, params->counterDataImageSize);

	if (result)
		return result;
	if (!image || params->sampleIndex >= image->count)
		return CUPTI_ERROR_INVALID_PARAMETER;
	params->startTimestamp = (uint64_t)image->samples[params->sampleIndex].start;
	params->endTimestamp = (uint64_t)image->samples[params->sampleIndex].end;
	return CUPTI_SUCCESS;
}
