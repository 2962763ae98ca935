/* SPDX-License-Identifier: MIT */
/*
 * PM sampling. A sampler is set up by the program's thread that creates a context, in CUPTI's
 * callback, and belongs to the sampling thread from then on. No lock is held.
 */
#include "counters/gpu_metrics.h"

#include <errno.h>
#include <math.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>

#include "host/clock.h"
#include "cupti/api.h"
#include "cupti/failures.h"
#include "counters/metric_config.h"
#include "host/recording.h"
#include "host/thread.h"

enum {
	DEVICES = 64,
	ALL_METRICS_US = 200, /* from here on there is time to read the last one too */
	DECODE_MS = 20,
	PAUSE_US = 4000,         /* in between: how long the end of the program waits at most */
	IMAGE_US = 80000,        /* CUPTI decodes into room for four looks */
	IMAGE_SAMPLES_MIN = 256, /* a sample takes 14 to 33 KiB on GH100 */
	HARDWARE_BYTES = 64 << 20,
	PAGE_SAMPLES = 4096,
	FINISH_MS = 3000, /* the last look takes milliseconds */
};

enum state { FREE, STARTING, SAMPLING, FAILED };

struct sampler {
	_Atomic enum state state;
	uint32_t device;
	struct metric_config config;
	CUpti_PmSampling_Object *object;
	uint8_t *image; /* counter data */
	size_t image_bytes;
	bool has_begun;        /* the first sample was seen */
	uint64_t newest_ns;    /* end of the last sample */
	struct gpu_page *page; /* being filled; NULL: none */
	int64_t page_ms;       /* when it was begun */
};

static struct sampler samplers[DEVICES]; /* by device */

static struct {
	atomic_bool is_started, is_ending, is_ended;
} thread;

/* ---- what fails ---- */

enum stage {
	STAGE_LIBRARY,
	STAGE_DEVICE,
	STAGE_METRICS,
	STAGE_ENABLE,
	STAGE_CONFIGURE,
	STAGE_IMAGE,
	STAGE_START,
	STAGE_THREAD,
	STAGES
};

static const char *const subjects[STAGES] = {
	[STAGE_LIBRARY] = "libcupti",
	[STAGE_DEVICE] = "device",
	[STAGE_METRICS] = "cuptiProfilerHostConfigAddMetrics",
	[STAGE_ENABLE] = "cuptiPmSamplingEnable",
	[STAGE_CONFIGURE] = "cuptiPmSamplingSetConfig",
	[STAGE_IMAGE] = "cuptiPmSamplingGetCounterDataSize",
	[STAGE_START] = "cuptiPmSamplingStart",
	[STAGE_THREAD] = "thread",
};

static const char *const advices[STAGES] = {
	[STAGE_THREAD] = "the thread that reads the samples could not be started",
};

static struct failures failures = {
	.what = "metrics of the GPU are",
	.meanwhile = "the timeline is",
	.code = "gpu-metrics-not-recorded",
	.cannot = "this GPU, its driver or its CUPTI cannot sample them",
	.subjects = subjects,
	.advices = advices,
	.stages = STAGES,
};

void gpu_metrics_each_failure(diagnostic_fn *write, void *data)
{
	failures_each(&failures, write, data);
}

static uint64_t interval_us(void)
{
	int64_t wanted = recording.settings.number[SETTING_ID_gpu_metrics];

	return (uint64_t)(wanted < GPU_METRICS_MIN_US ? GPU_METRICS_MIN_US : wanted);
}

/* ---- samples ---- */

static void push_page(struct sampler *sampler)
{
	if (sampler->page)
		queue_push(&recording.queue, &sampler->page->item);
	sampler->page = NULL;
}

/* Room for one more sample. NULL without memory, which is counted. */
static struct gpu_page *page_with_room(struct sampler *sampler)
{
	struct gpu_page *page;

	if (sampler->page && sampler->page->count == PAGE_SAMPLES)
		push_page(sampler);
	if (sampler->page)
		return sampler->page;
	page = malloc(sizeof *page + PAGE_SAMPLES * sizeof *page->samples);
	if (!page) {
		counter_add(COUNTER_lost_gpu_samples, 1);
		return NULL;
	}
	page->item.type = ITEM_GPU_SAMPLES;
	page->device = sampler->device;
	page->names = sampler->config.names;
	page->metrics = sampler->config.count;
	page->count = 0;
	sampler->page = page;
	sampler->page_ms = clock_ms();
	return page;
}

/* Whether nothing happened in both, as far as it was counted: a clock that stands still has no
 * percentage. */
static bool are_idle(const struct gpu_sample *a, const struct gpu_sample *b, size_t count)
{
	for (size_t i = 0; i < count; i++)
		if (!(a->values[i] == 0 && b->values[i] == 0) &&
		    !(isnan(a->values[i]) && isnan(b->values[i])))
			return false;
	return true;
}

/* Samples follow each other without a gap: where there is one, some are not there. */
static void count_missing(const struct sampler *sampler, uint64_t start_ns)
{
	const uint64_t interval_ns = interval_us() * 1000;

	if (sampler->newest_ns && start_ns > sampler->newest_ns)
		counter_add(
		        COUNTER_missing_gpu_samples,
		        (int64_t)((start_ns - sampler->newest_ns + interval_ns / 2) / interval_ns));
}

/* Where nothing at all happened, samples that follow each other are one long one. */
static void add_sample(struct sampler *sampler, const struct gpu_sample *sample)
{
	struct gpu_page *page = page_with_room(sampler);
	struct gpu_sample *before;

	count_missing(sampler, sample->start_ns);
	sampler->newest_ns = sample->end_ns;
	if (!page)
		return;
	before = page->count ? &page->samples[page->count - 1] : NULL;
	if (before && before->end_ns == sample->start_ns && are_idle(before, sample, page->metrics))
		before->end_ns = sample->end_ns;
	else
		page->samples[page->count++] = *sample;
}

/* Reads the sample INDEX of the image. Returns whether it is one. */
static bool read_sample(const struct sampler *sampler, size_t index, struct gpu_sample *sample)
{
	CUpti_PmSampling_CounterData_GetSampleInfo_Params info = {
		.structSize = CUpti_PmSampling_CounterData_GetSampleInfo_Params_STRUCT_SIZE,
		.pPmSamplingObject = sampler->object,
		.pCounterDataImage = sampler->image,
		.counterDataImageSize = sampler->image_bytes,
		.sampleIndex = index,
	};

	if (cupti.cuptiPmSamplingCounterDataGetSampleInfo(&info) != CUPTI_SUCCESS ||
	    metric_config_evaluate(&sampler->config, sampler->image, sampler->image_bytes, index,
	                           sample->values) != CUPTI_SUCCESS)
		return false;
	sample->start_ns = info.startTimestamp;
	sample->end_ns = info.endTimestamp;
	return sample->start_ns && sample->end_ns > sample->start_ns;
}

static CUptiResult clear_image(struct sampler *sampler)
{
	CUpti_PmSampling_CounterDataImage_Initialize_Params params = {
		.structSize = CUpti_PmSampling_CounterDataImage_Initialize_Params_STRUCT_SIZE,
		.pPmSamplingObject = sampler->object,
		.counterDataSize = sampler->image_bytes,
		.pCounterData = sampler->image,
	};

	return cupti.cuptiPmSamplingCounterDataImageInitialize(&params);
}

/*
 * Returns whether this is the first sample, which counts from the set-up on and not over an
 * interval. Also has the recording end before the destructors of the libraries that CUPTI loads to
 * decode: decoding after them crashes (CUDA 13.0). Handlers run in reverse order.
 */
static bool begin(struct sampler *sampler)
{
	if (sampler->has_begun)
		return false;
	sampler->has_begun = true;
	atexit(recording.finish);
	return true;
}

/* Adds the image's samples and clears it. Returns whether it can be decoded into again. */
static bool take_samples(struct sampler *sampler)
{
	CUpti_PmSampling_GetCounterDataInfo_Params info = {
		.structSize = CUpti_PmSampling_GetCounterDataInfo_Params_STRUCT_SIZE,
		.pCounterDataImage = sampler->image,
		.counterDataImageSize = sampler->image_bytes,
	};
	struct gpu_sample sample;

	if (cupti.cuptiPmSamplingGetCounterDataInfo(&info) != CUPTI_SUCCESS)
		return false;
	for (size_t i = 0; i < info.numCompletedSamples; i++) {
		if (begin(sampler))
			continue;
		if (read_sample(sampler, i, &sample))
			add_sample(sampler, &sample);
		else
			counter_add(COUNTER_lost_gpu_samples, 1);
	}
	return !info.numCompletedSamples || clear_image(sampler) == CUPTI_SUCCESS;
}

/* Fetches what the GPU has collected. What the image has no room for is dropped (CUDA 13.0). */
static void decode(struct sampler *sampler)
{
	CUpti_PmSampling_DecodeData_Params params = {
		.structSize = CUpti_PmSampling_DecodeData_Params_STRUCT_SIZE,
		.pPmSamplingObject = sampler->object,
		.pCounterDataImage = sampler->image,
		.counterDataImageSize = sampler->image_bytes,
	};
	CUptiResult result = cupti.cuptiPmSamplingDecodeData(&params);
	bool is_full = result == CUPTI_ERROR_OUT_OF_MEMORY;

	if (is_full || params.overflow ||
	    params.decodeStopReason == CUPTI_PM_SAMPLING_DECODE_STOP_REASON_COUNTER_DATA_FULL)
		counter_add(COUNTER_full_gpu_sampling, 1);
	if ((result != CUPTI_SUCCESS && !is_full) || !take_samples(sampler)) {
		counter_add(COUNTER_failed_gpu_decodes, 1);
		atomic_store(&sampler->state, FAILED);
	}
}

/* ---- the thread ---- */

static void decode_all(int64_t page_max_ms)
{
	for (int i = 0; i < DEVICES; i++) {
		struct sampler *sampler = &samplers[i];

		if (atomic_load(&sampler->state) == SAMPLING)
			decode(sampler);
		if (sampler->page && clock_ms() - sampler->page_ms >= page_max_ms)
			push_page(sampler);
	}
}

/* Until it is time for the next look, or the end. */
static void pause_thread(int64_t until_ms)
{
	while (clock_ms() < until_ms && !atomic_load(&thread.is_ending))
		clock_sleep_us(PAUSE_US);
}

/* In the end the GPU goes on sampling: what comes later is nobody's. */
static void *run(void *unused)
{
	while (!atomic_load(&thread.is_ending)) {
		int64_t next_ms = clock_ms() + DECODE_MS;

		decode_all(recording.settings.number[SETTING_ID_flush_ms]);
		pause_thread(next_ms);
	}
	decode_all(0);
	atomic_store(&thread.is_ended, true);
	return unused;
}

/* Starts the thread if this is the first sampler. Returns 0 or -errno. */
static int start_thread(void)
{
	int err;

	if (atomic_exchange(&thread.is_started, true))
		return atomic_load(&thread.is_ended) ? -EAGAIN : 0;
	err = thread_start("warpwise-gpu", run);
	if (err)
		atomic_store(&thread.is_ended, true);
	return err;
}

/* ---- start ---- */

static bool has_functions(void)
{
	return metric_config_is_available() && cupti.cuptiPmSamplingEnable &&
	       cupti.cuptiPmSamplingDisable && cupti.cuptiPmSamplingSetConfig &&
	       cupti.cuptiPmSamplingGetCounterDataSize &&
	       cupti.cuptiPmSamplingCounterDataImageInitialize && cupti.cuptiPmSamplingStart &&
	       cupti.cuptiPmSamplingDecodeData && cupti.cuptiPmSamplingGetCounterDataInfo &&
	       cupti.cuptiPmSamplingCounterDataGetSampleInfo;
}

static void count_unknown(void *data, const char *name)
{
	(void)data;
	(void)name;
	counter_add(COUNTER_unknown_metrics, 1);
}

/* As many of the metrics as CHIP can count at the same time. */
static CUptiResult choose_metrics(struct sampler *sampler, const char *chip)
{
	struct metric_wish wish = {
		.type = CUPTI_PROFILER_TYPE_PM_SAMPLING,
		.chip = chip,
		.names = metric_gpu_names,
		.count = interval_us() < ALL_METRICS_US ? GPU_METRICS - 1 : GPU_METRICS,
		.unknown = count_unknown,
	};
	CUptiResult result = CUPTI_ERROR_NOT_SUPPORTED;

	for (; wish.count; wish.count--) {
		result = metric_config_init(&sampler->config, &wish);
		wish.unknown = NULL; /* they are counted once */
		if (result != CUPTI_SUCCESS || sampler->config.passes == 1)
			return result;
		metric_config_release(&sampler->config);
		counter_add(COUNTER_unknown_metrics, 1);
		result = CUPTI_ERROR_NOT_SUPPORTED; /* what takes several passes */
	}
	return result;
}

static CUptiResult enable(struct sampler *sampler)
{
	CUpti_PmSampling_Enable_Params params = {
		.structSize = CUpti_PmSampling_Enable_Params_STRUCT_SIZE,
		.deviceIndex = sampler->device,
	};
	CUptiResult result = cupti.cuptiPmSamplingEnable(&params);

	sampler->object = params.pPmSamplingObject;
	return result;
}

static CUptiResult configure(struct sampler *sampler)
{
	CUpti_PmSampling_SetConfig_Params params = {
		.structSize = CUpti_PmSampling_SetConfig_Params_STRUCT_SIZE,
		.pPmSamplingObject = sampler->object,
		.configSize = sampler->config.image_bytes,
		.pConfig = sampler->config.image,
		.hardwareBufferSize = HARDWARE_BYTES,
		.samplingInterval = interval_us() * 1000,
		.triggerMode = CUPTI_PM_SAMPLING_TRIGGER_MODE_GPU_TIME_INTERVAL,
		.hwBufferAppendMode = CUPTI_PM_SAMPLING_HARDWARE_BUFFER_APPEND_MODE_KEEP_OLDEST,
	};

	return cupti.cuptiPmSamplingSetConfig(&params);
}

static CUptiResult make_image(struct sampler *sampler)
{
	const uint32_t samples = (uint32_t)(IMAGE_US / interval_us());
	CUpti_PmSampling_GetCounterDataSize_Params params = {
		.structSize = CUpti_PmSampling_GetCounterDataSize_Params_STRUCT_SIZE,
		.pPmSamplingObject = sampler->object,
		.pMetricNames = sampler->config.names,
		.numMetrics = sampler->config.count,
		.maxSamples = samples < IMAGE_SAMPLES_MIN ? IMAGE_SAMPLES_MIN : samples,
	};
	CUptiResult result = cupti.cuptiPmSamplingGetCounterDataSize(&params);

	if (result != CUPTI_SUCCESS)
		return result;
	sampler->image_bytes = params.counterDataSize;
	sampler->image = malloc(sampler->image_bytes);
	return sampler->image ? clear_image(sampler) : CUPTI_ERROR_OUT_OF_MEMORY;
}

static CUptiResult start_sampling(struct sampler *sampler)
{
	CUpti_PmSampling_Start_Params params = {
		.structSize = CUpti_PmSampling_Start_Params_STRUCT_SIZE,
		.pPmSamplingObject = sampler->object,
	};

	return cupti.cuptiPmSamplingStart(&params);
}

/* Gives back what a sampler that did not start has. */
static void release(struct sampler *sampler)
{
	CUpti_PmSampling_Disable_Params params = {
		.structSize = CUpti_PmSampling_Disable_Params_STRUCT_SIZE,
		.pPmSamplingObject = sampler->object,
	};

	if (sampler->object)
		cupti.cuptiPmSamplingDisable(&params);
	sampler->object = NULL;
	metric_config_release(&sampler->config);
	free(sampler->image);
	sampler->image = NULL;
}

/* Each step and what its failure is called; the first that fails ends it. */
static CUptiResult start(struct sampler *sampler, const char *chip, enum stage *stage)
{
	static CUptiResult (*const steps[])(struct sampler *) = {
		[STAGE_ENABLE] = enable,
		[STAGE_CONFIGURE] = configure,
		[STAGE_IMAGE] = make_image,
		[STAGE_START] = start_sampling,
	};
	CUptiResult result;

	*stage = STAGE_METRICS;
	result = choose_metrics(sampler, chip);
	for (int i = STAGE_ENABLE; i <= STAGE_START && result == CUPTI_SUCCESS; i++) {
		*stage = (enum stage)i;
		result = steps[i](sampler);
	}
	if (result == CUPTI_SUCCESS && start_thread()) {
		*stage = STAGE_THREAD;
		result = CUPTI_ERROR_OUT_OF_MEMORY;
	}
	return result;
}

void gpu_metrics_context_created(CUcontext context)
{
	enum stage stage = STAGE_DEVICE;
	enum state is_free = FREE;
	const char *chip = NULL;
	struct sampler *sampler;
	uint32_t device = 0;
	CUptiResult result;

	if (!has_functions()) {
		failures_add(&failures, STAGE_LIBRARY, CUPTI_ERROR_NOT_SUPPORTED);
		return;
	}
	result = metric_config_chip(context, &chip, &device);
	if (result == CUPTI_SUCCESS && device >= DEVICES)
		result = CUPTI_ERROR_MAX_LIMIT_REACHED;
	if (result != CUPTI_SUCCESS) {
		failures_add(&failures, STAGE_DEVICE, result);
		return;
	}
	sampler = &samplers[device];
	if (!atomic_compare_exchange_strong(&sampler->state, &is_free, STARTING))
		return;
	sampler->device = device;
	result = start(sampler, chip, &stage);
	if (result != CUPTI_SUCCESS) {
		failures_add(&failures, stage, result);
		release(sampler);
	} else {
		atexit(recording.finish); /* as in begin(), for a program that ends before */
	}
	atomic_store(&sampler->state, result == CUPTI_SUCCESS ? SAMPLING : FAILED);
}

/* ---- end ---- */

void gpu_metrics_disable(void)
{
	atomic_store(&thread.is_ending, true);
}

void gpu_metrics_finish(void)
{
	struct clock_wait wait;

	if (!atomic_load(&thread.is_started))
		return;
	gpu_metrics_disable();
	clock_wait_begin(&wait);
	while (!atomic_load(&thread.is_ended) && clock_waited_ms(&wait) < FINISH_MS)
		clock_sleep_us(1000);
	if (!atomic_load(&thread.is_ended))
		counter_add(COUNTER_failed_gpu_decodes, 1);
}
