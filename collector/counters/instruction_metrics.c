/* SPDX-License-Identifier: MIT */
/*
 * Measures one launch. Runs on the program's thread that launches, in CUPTI's callbacks: whoever
 * makes the state STARTING owns the measurement until it is DONE. No lock is held.
 */
#include "counters/instruction_metrics.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host/clock.h"
#include "cupti/api.h"
#include "host/driver.h"
#include "cupti/failures.h"
#include "counters/gpu_lock.h"
#include "counters/metric_config.h"
#include "host/recording.h"

/* Measured together, in one execution of the kernel. */
static const char *const metrics[] = {
	"smsp__sass_inst_executed",
	"smsp__sass_thread_inst_executed",
	"smsp__sass_thread_inst_executed_pred_on",
	"smsp__sass_branch_targets_threads_divergent",
	"smsp__sass_branch_targets_threads_uniform",
	"smsp__sass_sectors_mem_global",
	"smsp__sass_sectors_mem_global_ideal",
	"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared",
	"smsp__sass_l1tex_pipe_lsu_wavefronts_mem_shared_ideal",
};

enum {
	METRICS = sizeof metrics / sizeof *metrics,
	KERNEL_MS = 600000, /* patched code is slow; a kernel that takes longer is not measured */
	PAUSE_MS = 2000,
	POLL_US = 100,
};

/*
 * The measurement is MEASURING between the two callbacks of its launch, LATE where the kernel has
 * not ended in time: then a later launch in the same stream ends it.
 */
enum state { WAITING, STARTING, MEASURING, LATE, DONE };
static _Atomic enum state state;

/* The function that is measured; NULL: not chosen yet. Our copy. */
static _Atomic(const char *) measured;

/* What belongs to the measurement. Its owner's. */
static struct {
	struct launch launch; /* its function is our copy */
	pid_t thread_id;
	kernel_record kernel;
	uint32_t device;
	CUpti_SassMetrics_Config configs[METRICS];
	const char *names[METRICS]; /* of configs */
	size_t metrics;             /* that this chip has */
} run;

/* ---- what fails ---- */

enum stage {
	STAGE_LIBRARY,
	STAGE_DEVICE,
	STAGE_METRICS,
	STAGE_CONFIGURE,
	STAGE_ENABLE,
	STAGE_LAUNCH,
	STAGE_KERNEL,
	STAGE_READ,
	STAGE_VALUES,
	STAGES
};

static const char *const subjects[STAGES] = {
	[STAGE_LIBRARY] = "libcupti",
	[STAGE_DEVICE] = "device",
	[STAGE_METRICS] = "cuptiSassMetricsGetProperties",
	[STAGE_CONFIGURE] = "cuptiSassMetricsSetConfig",
	[STAGE_ENABLE] = "cuptiSassMetricsEnable",
	[STAGE_LAUNCH] = "launch",
	[STAGE_KERNEL] = "kernel",
	[STAGE_READ] = "cuptiSassMetricsFlushData",
	[STAGE_VALUES] = "values",
};

static const char *const advices[STAGES] = {
	[STAGE_LAUNCH] = "the launch to be measured failed",
	[STAGE_KERNEL] = "the kernel to be measured did not end within 10 minutes",
};

static struct failures failures = {
	.what = "counts of instructions are",
	.meanwhile = "the program runs on",
	.code = "instructions-not-recorded",
	.cannot = "this GPU, its driver or its CUPTI cannot count at this function's instructions",
	.subjects = subjects,
	.advices = advices,
	.stages = STAGES,
};

void instruction_metrics_each_failure(diagnostic_fn *write, void *data)
{
	const enum state now = atomic_load(&state);

	failures_each(&failures, write, data);
	if (!instruction_metrics_are_wanted() || atomic_load(&recording.phase) == PHASE_RECORDING)
		return;
	if (now == WAITING)
		write(data, failures.code, subjects[STAGE_LAUNCH], SEVERITY_WARNING, 1,
		      "the program did not launch the function to be measured; launches of CUDA "
		      "graphs are not measured");
	else if (now == STARTING || now == MEASURING)
		write(data, failures.code, subjects[STAGE_LAUNCH], SEVERITY_WARNING, 1,
		      "the program ended before the launch that was measured had");
}

/* ---- start ---- */

bool instruction_metrics_are_wanted(void)
{
	return strcmp(recording.settings.text[SETTING_ID_metrics], "source") == 0;
}

static bool has_functions(void)
{
	return cupti.cuptiGetDeviceId && cupti.cuptiProfilerInitialize &&
	       cupti.cuptiDeviceGetChipName && cupti.cuptiSassMetricsGetProperties &&
	       cupti.cuptiSassMetricsSetConfig && cupti.cuptiSassMetricsUnsetConfig &&
	       cupti.cuptiSassMetricsEnable && cupti.cuptiSassMetricsDisable &&
	       cupti.cuptiSassMetricsGetDataProperties && cupti.cuptiSassMetricsFlushData;
}

static int32_t attribute(CUfunction function, CUfunction_attribute which)
{
	int value = 0;

	return driver_function_attribute((int)run.device, function, which, &value) ? 0 : value;
}

/* What a record of the kernel would say. Before its code is patched, which takes registers. */
static int describe(const struct launch *launch)
{
	kernel_record *kernel = &run.kernel;

	run.launch = *launch;
	run.launch.function = kernel->name = strdup(launch->function);
	run.thread_id = (pid_t)syscall(SYS_gettid);
	atomic_store(&measured, kernel->name);
	kernel->gridX = (int32_t)launch->grid[0];
	kernel->gridY = (int32_t)launch->grid[1];
	kernel->gridZ = (int32_t)launch->grid[2];
	kernel->blockX = (int32_t)launch->block[0];
	kernel->blockY = (int32_t)launch->block[1];
	kernel->blockZ = (int32_t)launch->block[2];
	kernel->clusterX = launch->cluster[0];
	kernel->clusterY = launch->cluster[1];
	kernel->clusterZ = launch->cluster[2];
	kernel->dynamicSharedMemory = (int32_t)launch->dynamic_shared_bytes;
	kernel->staticSharedMemory = attribute(launch->handle, CU_FUNC_ATTRIBUTE_SHARED_SIZE_BYTES);
	kernel->registersPerThread =
	        (uint16_t)attribute(launch->handle, CU_FUNC_ATTRIBUTE_NUM_REGS);
	kernel->localMemoryPerThread =
	        (uint32_t)attribute(launch->handle, CU_FUNC_ATTRIBUTE_LOCAL_SIZE_BYTES);
	return kernel->name ? 0 : -1;
}

/* Those metrics that CHIP has; the others are counted. */
static CUptiResult find_metrics(const char *chip)
{
	CUptiResult result = CUPTI_SUCCESS;

	for (int i = 0; i < METRICS; i++) {
		CUpti_SassMetrics_GetProperties_Params properties = {
			.structSize = CUpti_SassMetrics_GetProperties_Params_STRUCT_SIZE,
			.pChipName = chip,
			.pMetricName = metrics[i],
		};
		CUptiResult got = cupti.cuptiSassMetricsGetProperties(&properties);

		if (got != CUPTI_SUCCESS) {
			result = got;
			counter_add(COUNTER_unknown_metrics, 1);
			continue;
		}
		run.names[run.metrics] = metrics[i];
		run.configs[run.metrics++] = (CUpti_SassMetrics_Config){
			.metricId = properties.metric.metricId,
			.outputGranularity = CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU,
		};
	}
	return run.metrics ? CUPTI_SUCCESS : result;
}

static CUptiResult configure(void)
{
	CUpti_SassMetricsSetConfig_Params params = {
		.structSize = CUpti_SassMetricsSetConfig_Params_STRUCT_SIZE,
		.numOfMetricConfig = run.metrics,
		.pConfigs = run.configs,
		.deviceIndex = run.device,
	};

	return cupti.cuptiSassMetricsSetConfig(&params);
}

static void unset(void)
{
	CUpti_SassMetricsUnsetConfig_Params params = {
		.structSize = CUpti_SassMetricsUnsetConfig_Params_STRUCT_SIZE,
		.deviceIndex = run.device,
	};

	cupti.cuptiSassMetricsUnsetConfig(&params);
}

static CUptiResult enable(void)
{
	CUpti_SassMetricsEnable_Params params = {
		.structSize = CUpti_SassMetricsEnable_Params_STRUCT_SIZE,
		.ctx = run.launch.context,
		.enableLazyPatching = 1, /* of the function that is launched next only */
	};
	CUptiResult result = cupti.cuptiSassMetricsEnable(&params);

	if (result != CUPTI_SUCCESS)
		unset();
	return result;
}

/* Returns whether the launch that follows is measured. */
static bool begin(const struct launch *launch)
{
	enum stage stage = STAGE_LIBRARY;
	CUptiResult result = has_functions() ? CUPTI_SUCCESS : CUPTI_ERROR_NOT_SUPPORTED;
	const char *chip = NULL;

	if (result == CUPTI_SUCCESS) {
		stage = STAGE_DEVICE;
		result = metric_config_chip(launch->context, &chip, &run.device);
	}
	if (result == CUPTI_SUCCESS && describe(launch))
		result = CUPTI_ERROR_OUT_OF_MEMORY;
	if (result == CUPTI_SUCCESS) {
		stage = STAGE_METRICS;
		result = find_metrics(chip);
	}
	if (result == CUPTI_SUCCESS) {
		stage = STAGE_CONFIGURE;
		result = configure();
	}
	if (result == CUPTI_SUCCESS) {
		stage = STAGE_ENABLE;
		result = enable();
	}
	if (result != CUPTI_SUCCESS)
		failures_add(&failures, stage, result);
	return result == CUPTI_SUCCESS;
}

/* ---- end ---- */

/* As many empty records as COUNTS say, with room for the values of each. NULL: no memory. */
static CUpti_SassMetrics_Data *records_new(const CUpti_SassMetricsGetDataProperties_Params *counts)
{
	const size_t records = counts->numOfPatchedInstructionRecords;
	const size_t values = counts->numOfInstances * run.metrics;
	CUpti_SassMetrics_Data *data =
	        calloc(1, records * (sizeof *data + values * sizeof *data->pInstanceValues));
	CUpti_SassMetrics_InstanceValue *room = (void *)(data + records);

	for (size_t i = 0; data && i < records; i++) {
		data[i].structSize = sizeof *data;
		data[i].pInstanceValues = room + i * values;
	}
	return data;
}

static const char *name_of(uint64_t metric_id)
{
	for (size_t i = 0; i < run.metrics; i++)
		if (run.configs[i].metricId == metric_id)
			return run.names[i];
	return NULL;
}

/* Adds what RECORD counted to PAGE, which has room. Zeros say nothing. */
static void add_record(struct instruction_page *page, const CUpti_SassMetrics_Data *record,
                       size_t values)
{
	for (size_t i = 0; i < values; i++) {
		const CUpti_SassMetrics_InstanceValue *value = &record->pInstanceValues[i];
		const char *name = name_of(value->metricId);

		if (name && value->value)
			page->values[page->count++] = (struct instruction_value){
				.metric = name,
				.module_crc = record->cubinCrc,
				.pc_offset_bytes = record->pcOffset,
				.value = (int64_t)value->value,
			};
	}
}

/* Pushes the records of the measured function. Returns whether there was anything. */
static bool push(const CUpti_SassMetrics_Data *records, size_t count, size_t values)
{
	struct instruction_page *page =
	        calloc(1, sizeof *page + count * values * sizeof *page->values);

	if (!page) {
		counter_add(COUNTER_lost_messages, 1);
		return true;
	}
	page->item.type = ITEM_INSTRUCTIONS;
	page->kernel = run.kernel;
	for (size_t i = 0; i < count; i++)
		if (records[i].functionName &&
		    strcmp(records[i].functionName, run.launch.function) == 0)
			add_record(page, &records[i], values);
	if (!page->count) {
		free(page);
		return false;
	}
	queue_push(&recording.queue, &page->item);
	return true;
}

static CUptiResult read_records(void)
{
	CUpti_SassMetricsGetDataProperties_Params counts = {
		.structSize = CUpti_SassMetricsGetDataProperties_Params_STRUCT_SIZE,
		.ctx = run.launch.context,
	};
	CUpti_SassMetricsFlushData_Params flush = {
		.structSize = CUpti_SassMetricsFlushData_Params_STRUCT_SIZE,
		.ctx = run.launch.context,
	};
	CUptiResult result = cupti.cuptiSassMetricsGetDataProperties(&counts);
	bool has_any = false;

	if (result != CUPTI_SUCCESS)
		return result;
	flush.numOfPatchedInstructionRecords = counts.numOfPatchedInstructionRecords;
	flush.numOfInstances = counts.numOfInstances;
	if (flush.numOfPatchedInstructionRecords) {
		flush.pMetricsData = records_new(&counts);
		result = flush.pMetricsData ? cupti.cuptiSassMetricsFlushData(&flush)
		                            : CUPTI_ERROR_OUT_OF_MEMORY;
		if (result == CUPTI_SUCCESS)
			has_any = push(flush.pMetricsData, flush.numOfPatchedInstructionRecords,
			               counts.numOfInstances * run.metrics);
		free(flush.pMetricsData);
	}
	if (result == CUPTI_SUCCESS && !has_any)
		failures_add(&failures, STAGE_VALUES, CUPTI_ERROR_NOT_READY);
	return result;
}

static void disable(void)
{
	CUpti_SassMetricsDisable_Params params = {
		.structSize = CUpti_SassMetricsDisable_Params_STRUCT_SIZE,
		.ctx = run.launch.context,
	};

	cupti.cuptiSassMetricsDisable(&params);
	unset();
}

/* Whether both are in the same stream, which exists: it is launched into. */
static bool is_same_stream(const struct launch *launch)
{
	return launch->context == run.launch.context && launch->stream == run.launch.stream &&
	       launch->is_per_thread == run.launch.is_per_thread &&
	       (launch->stream || !launch->is_per_thread ||
	        run.thread_id == (pid_t)syscall(SYS_gettid));
}

/* Ends the measurement that a kernel has outlasted, once that has ended. */
static void end_late(const struct launch *launch)
{
	enum state now = LATE;

	if (atomic_load(&state) != LATE || launch_is_any_captured() ||
	    !atomic_compare_exchange_strong(&state, &now, STARTING))
		return;
	if (!is_same_stream(launch) || launch_wait(launch, 0)) {
		atomic_store(&state, LATE);
		return;
	}
	disable();
	atomic_store(&state, DONE);
}

void instruction_metrics_launch_ended(const struct launch *launch, CUresult launched)
{
	CUptiResult result;
	int err;

	if (atomic_load(&state) != MEASURING || launch->correlation_id != run.launch.correlation_id)
		return;
	err = launched == CUDA_SUCCESS ? launch_wait(launch, KERNEL_MS) : -EIO;
	if (err == -EBUSY) {
		failures_add(&failures, STAGE_KERNEL, CUPTI_ERROR_NOT_READY);
		atomic_store(&state, LATE);
		return;
	}
	if (err) {
		failures_add(&failures, STAGE_LAUNCH, CUPTI_ERROR_INVALID_OPERATION);
	} else {
		result = read_records();
		if (result != CUPTI_SUCCESS)
			failures_add(&failures, STAGE_READ, result);
	}
	disable();
	atomic_store(&state, DONE);
}

/* ---- begin ---- */

static bool is_the_one(const struct launch *launch)
{
	const char *wanted = recording.settings.text[SETTING_ID_metrics_function];
	const uint64_t blocks = (uint64_t)recording.settings.number[SETTING_ID_metrics_blocks];

	return launch->function && (!*wanted || strcmp(wanted, launch->function) == 0) &&
	       (uint64_t)launch->grid[0] * launch->grid[1] * launch->grid[2] >= blocks &&
	       !launch_is_captured(launch);
}

/* Where the function is launched by another thread while it is measured. */
static void count_shared(const struct launch *launch)
{
	const enum state now = atomic_load(&state);
	const char *function = atomic_load(&measured);

	if ((now == STARTING || now == MEASURING) && function && launch->function &&
	    strcmp(function, launch->function) == 0 && !launch_is_captured(launch))
		counter_add(COUNTER_shared_counts, 1);
}

/* What is measured would wait in the middle of a capture. */
static enum state try(const struct launch *launch)
{
	if (launch_is_any_captured()) {
		counter_add(COUNTER_during_captures, 1);
		return WAITING;
	}
	return gpu_lock(launch->context) && begin(launch) ? MEASURING : DONE;
}

void instruction_metrics_launch_begins(const struct launch *launch)
{
	enum state waiting = WAITING;

	count_shared(launch);
	end_late(launch);
	if (atomic_load(&state) != WAITING || !is_the_one(launch) ||
	    !atomic_compare_exchange_strong(&state, &waiting, STARTING))
		return;
	atomic_store(&state, try(launch));
}

static bool await_end(void)
{
	struct clock_wait wait;
	enum state now;

	clock_wait_begin(&wait);
	while ((now = atomic_load(&state)) == STARTING || now == MEASURING) {
		if (clock_waited_ms(&wait) >= PAUSE_MS)
			return false;
		clock_sleep_us(POLL_US);
	}
	return now != LATE;
}

void instruction_metrics_pause(void)
{
	await_end();
}

bool instruction_metrics_disable(void)
{
	enum state waiting = WAITING;

	atomic_compare_exchange_strong(&state, &waiting, DONE);
	return await_end();
}
