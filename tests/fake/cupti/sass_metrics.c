/* SPDX-License-Identifier: MIT */
/*
 * SASS metrics without a GPU, as CUPTI 13.0 was seen to behave: only the function of the first
 * launch after the first Enable() is measured, once in a process; the values are 0 while kernels
 * are recorded, there are none while calls are; a second configuration finds no memory. Runs on the
 * threads of the traced program.
 */
#include "sass_metrics.h"

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include <cupti_profiler_target.h>
#include <cupti_sass_metrics.h>

#include "client.h"
#include "fake.h"
#include "libcupti.h"
#include "outlet.h"

enum { INSTRUCTIONS = 4096, ID_FIRST = 1000, CONFIGS = 32 };

#define PREFIX "smsp__sass_"

static const char *const metrics[] = {
	"inst_executed",
	"thread_inst_executed",
	"thread_inst_executed_pred_on",
	"branch_targets_threads_divergent",
	"branch_targets_threads_uniform",
	"sectors_mem_global",
	"sectors_mem_global_ideal",
	"l1tex_pipe_lsu_wavefronts_mem_shared",
	"l1tex_pipe_lsu_wavefronts_mem_shared_ideal",
	"inst_executed_op_branch", /* one that nobody asks for */
};

enum { METRICS = sizeof metrics / sizeof *metrics };

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;

static struct {
	struct fake_instruction instructions[INSTRUCTIONS];
	size_t instruction_count;
	bool has_metric[METRICS]; /* is configured */
	bool is_configured, was_configured, is_enabled, was_flushed, is_running;
	bool is_left_on; /* nobody has asked to disable it */
	CUcontext context;
	char function[256]; /* that is measured; "": none yet */
} sass;

int sass_metrics_find(const char *name)
{
	for (int i = 0; i < METRICS; i++)
		if (strcmp(metrics[i], name) == 0)
			return i;
	return -1;
}

void sass_metrics_add(const struct fake_instruction *instruction)
{
	pthread_mutex_lock(&lock);
	if (sass.instruction_count == INSTRUCTIONS)
		complain("instruction: too many");
	sass.instructions[sass.instruction_count++] = *instruction;
	pthread_mutex_unlock(&lock);
}

void sass_metrics_launched(CUcontext context, const char *function)
{
	pthread_mutex_lock(&lock);
	if (sass.is_enabled && context == sass.context && !*sass.function) {
		snprintf(sass.function, sizeof sass.function, "%s", function);
		sass.is_running = true;
	}
	pthread_mutex_unlock(&lock);
}

void sass_metrics_waited(void)
{
	pthread_mutex_lock(&lock);
	sass.is_running = false;
	pthread_mutex_unlock(&lock);
}

/* The code of the program stays slow. */
static __attribute__((destructor)) void check_end(void)
{
	if (sass.is_left_on)
		complain("SASS metrics are left on");
}

/* ---- to the client ---- */

FAKE_API CUptiResult cuptiSassMetricsGetProperties(CUpti_SassMetrics_GetProperties_Params *params)
{
	CUptiResult result = fake_enter(__func__, 0);
	int metric;

	if (result)
		return result;
	if (params->structSize != CUpti_SassMetrics_GetProperties_Params_STRUCT_SIZE ||
	    params->pPriv || strcmp(params->pChipName, FAKE_CHIP) != 0 ||
	    strncmp(params->pMetricName, PREFIX, strlen(PREFIX)) != 0)
		return CUPTI_ERROR_INVALID_PARAMETER;
	metric = sass_metrics_find(params->pMetricName + strlen(PREFIX));
	params->metric.metricId = ID_FIRST + (uint64_t)metric;
	params->metric.pMetricName = params->pMetricName;
	return metric < 0 ? CUPTI_ERROR_INVALID_PARAMETER : CUPTI_SUCCESS;
}

static CUptiResult configure(const CUpti_SassMetricsSetConfig_Params *params)
{
	if (sass.is_configured)
		return CUPTI_ERROR_INVALID_OPERATION;
	if (sass.was_configured)
		return CUPTI_ERROR_OUT_OF_MEMORY;
	for (size_t i = 0; i < params->numOfMetricConfig; i++) {
		uint64_t metric = params->pConfigs[i].metricId - ID_FIRST;

		if (metric >= METRICS || params->pConfigs[i].outputGranularity !=
		                                 CUPTI_SASS_METRICS_OUTPUT_GRANULARITY_GPU)
			return CUPTI_ERROR_INVALID_PARAMETER;
		sass.has_metric[metric] = true;
	}
	sass.is_configured = sass.was_configured = true;
	return CUPTI_SUCCESS;
}

FAKE_API CUptiResult cuptiSassMetricsSetConfig(CUpti_SassMetricsSetConfig_Params *params)
{
	CUptiResult result = fake_enter(__func__, params->deviceIndex);

	if (result)
		return result;
	if (params->structSize != CUpti_SassMetricsSetConfig_Params_STRUCT_SIZE || params->pPriv ||
	    !params->numOfMetricConfig || params->numOfMetricConfig > CONFIGS)
		return CUPTI_ERROR_INVALID_PARAMETER;
	pthread_mutex_lock(&lock);
	result = configure(params);
	pthread_mutex_unlock(&lock);
	return result;
}

FAKE_API CUptiResult cuptiSassMetricsUnsetConfig(CUpti_SassMetricsUnsetConfig_Params *params)
{
	CUptiResult result = fake_enter(__func__, params->deviceIndex);

	if (result)
		return result;
	if (params->structSize != CUpti_SassMetricsUnsetConfig_Params_STRUCT_SIZE || params->pPriv)
		return CUPTI_ERROR_INVALID_PARAMETER;
	pthread_mutex_lock(&lock);
	if (sass.is_enabled)
		complain("UnsetConfig while SASS metrics are enabled");
	result = sass.is_configured ? CUPTI_SUCCESS : CUPTI_ERROR_INVALID_OPERATION;
	sass.is_configured = false;
	pthread_mutex_unlock(&lock);
	return result;
}

FAKE_API CUptiResult cuptiSassMetricsEnable(CUpti_SassMetricsEnable_Params *params)
{
	CUptiResult result = fake_enter(__func__, (uintptr_t)params->ctx);

	if (result)
		return result;
	if (params->structSize != CUpti_SassMetricsEnable_Params_STRUCT_SIZE || params->pPriv ||
	    !params->ctx)
		return CUPTI_ERROR_INVALID_PARAMETER;
	pthread_mutex_lock(&lock);
	if (!sass.is_configured || sass.is_enabled)
		result = CUPTI_ERROR_INVALID_OPERATION;
	sass.is_enabled = sass.is_left_on = sass.is_configured;
	sass.context = params->ctx;
	pthread_mutex_unlock(&lock);
	return result;
}

FAKE_API CUptiResult cuptiSassMetricsDisable(CUpti_SassMetricsDisable_Params *params)
{
	CUptiResult result = fake_enter(__func__, (uintptr_t)params->ctx);

	sass.is_left_on = false;
	if (result)
		return result;
	if (params->structSize != CUpti_SassMetricsDisable_Params_STRUCT_SIZE || params->pPriv)
		return CUPTI_ERROR_INVALID_PARAMETER;
	pthread_mutex_lock(&lock);
	result = sass.is_enabled && params->ctx == sass.context ? CUPTI_SUCCESS
	                                                        : CUPTI_ERROR_INVALID_OPERATION;
	sass.is_enabled = false;
	params->numOfDroppedRecords = 0;
	pthread_mutex_unlock(&lock);
	return result;
}

/* Whether INSTRUCTION is one of those that are measured. */
static bool is_measured(const struct fake_instruction *instruction)
{
	return sass.has_metric[instruction->metric] && !sass.was_flushed &&
	       strcmp(instruction->function, sass.function) == 0 &&
	       !client.has_kind[CUPTI_ACTIVITY_KIND_RUNTIME] &&
	       !client.has_kind[CUPTI_ACTIVITY_KIND_DRIVER] &&
	       !client.has_kind[CUPTI_ACTIVITY_KIND_MEMCPY];
}

static size_t count_records(void)
{
	size_t count = 0;

	for (size_t i = 0; i < sass.instruction_count; i++)
		count += is_measured(&sass.instructions[i]);
	return count;
}

FAKE_API CUptiResult
cuptiSassMetricsGetDataProperties(CUpti_SassMetricsGetDataProperties_Params *params)
{
	CUptiResult result = fake_enter(__func__, (uintptr_t)params->ctx);

	if (result)
		return result;
	if (params->structSize != CUpti_SassMetricsGetDataProperties_Params_STRUCT_SIZE ||
	    params->pPriv)
		return CUPTI_ERROR_INVALID_PARAMETER;
	pthread_mutex_lock(&lock);
	if (!sass.is_enabled || params->ctx != sass.context)
		result = CUPTI_ERROR_INVALID_OPERATION;
	params->numOfPatchedInstructionRecords = count_records();
	params->numOfInstances = params->numOfPatchedInstructionRecords ? 1 : 0;
	pthread_mutex_unlock(&lock);
	return result;
}

static void fill(CUpti_SassMetrics_Data *record, const struct fake_instruction *instruction)
{
	if (record->structSize != sizeof *record || record->pPriv || !record->pInstanceValues)
		complain("FlushData: a record without size or room for its value");
	record->cubinCrc = (uint32_t)instruction->crc;
	record->functionIndex = 3;
	record->functionName = instruction->function;
	record->pcOffset = (uint32_t)instruction->pc;
	record->pInstanceValues[0] = (CUpti_SassMetrics_InstanceValue){
		.metricId = ID_FIRST + (uint64_t)instruction->metric,
		.value = client.has_kind[CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL]
		                 ? 0
		                 : (uint64_t)instruction->value,
	};
}

FAKE_API CUptiResult cuptiSassMetricsFlushData(CUpti_SassMetricsFlushData_Params *params)
{
	CUptiResult result = fake_enter(__func__, (uintptr_t)params->ctx);
	size_t count = 0;

	if (result)
		return result;
	if (params->structSize != CUpti_SassMetricsFlushData_Params_STRUCT_SIZE || params->pPriv ||
	    params->numOfInstances != 1)
		return CUPTI_ERROR_INVALID_PARAMETER;
	pthread_mutex_lock(&lock);
	if (sass.is_running)
		complain("FlushData: the measured launch may still run");
	if (!sass.is_enabled || params->ctx != sass.context ||
	    params->numOfPatchedInstructionRecords != count_records())
		result = CUPTI_ERROR_INVALID_OPERATION;
	for (size_t i = 0; i < sass.instruction_count && !result; i++)
		if (is_measured(&sass.instructions[i]))
			fill(&params->pMetricsData[count++], &sass.instructions[i]);
	sass.was_flushed = true;
	pthread_mutex_unlock(&lock);
	return result;
}
