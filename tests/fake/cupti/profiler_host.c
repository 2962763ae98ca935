/* SPDX-License-Identifier: MIT */
/*
 * The host API: any name with two underscores is a metric, but for those that the script takes
 * away. As the real one, an object that was given an unknown name takes no others. Runs on the
 * threads of the traced program.
 */
#include "profiler_host.h"

#include <stdatomic.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "fake.h"
#include "libcupti.h"
#include "outlet.h"
#include "pm_sampling.h"
#include "range_profiler.h"

enum { LACKING = 16 };

struct CUpti_Profiler_Host_Object {
	CUpti_ProfilerType type;
	size_t metrics;
	bool is_spoilt;
};

static const char *lacking[LACKING];
static atomic_size_t lacking_count;
static atomic_size_t pass_metrics = HOST_PASS_METRICS;

void host_lacks(const char *name)
{
	if (lacking_count == LACKING)
		complain("lacks: too many");
	lacking[lacking_count++] = name;
}

void host_set_pass_metrics(size_t metrics)
{
	pass_metrics = metrics;
}

int host_knows(const char *name)
{
	for (size_t i = 0; i < lacking_count; i++)
		if (strcmp(lacking[i], name) == 0)
			return 0;
	return strstr(name, "__") != NULL;
}

const struct host_config *host_config_of(const uint8_t *image, size_t bytes,
                                         CUpti_ProfilerType type)
{
	const struct host_config *config = (const void *)image;

	return config && bytes == sizeof *config &&
	                       memcmp(config->magic, HOST_CONFIG_MAGIC, sizeof HOST_CONFIG_MAGIC) ==
	                               0 &&
	                       config->type == type
	               ? config
	               : NULL;
}

FAKE_API CUptiResult cuptiProfilerHostInitialize(CUpti_Profiler_Host_Initialize_Params *params)
{
	CUptiResult result = fake_enter(__func__, params->profilerType);

	if (result)
		return result;
	if (params->structSize != CUpti_Profiler_Host_Initialize_Params_STRUCT_SIZE ||
	    params->pPriv || !params->pChipName || strcmp(params->pChipName, FAKE_CHIP) != 0)
		return CUPTI_ERROR_INVALID_PARAMETER;
	params->pHostObject = calloc(1, sizeof *params->pHostObject);
	if (!params->pHostObject)
		abort();
	params->pHostObject->type = params->profilerType;
	return CUPTI_SUCCESS;
}

FAKE_API CUptiResult cuptiProfilerHostDeinitialize(CUpti_Profiler_Host_Deinitialize_Params *params)
{
	CUptiResult result = fake_enter(__func__, 0);

	if (result)
		return result;
	if (params->structSize != CUpti_Profiler_Host_Deinitialize_Params_STRUCT_SIZE ||
	    params->pPriv || !params->pHostObject)
		return CUPTI_ERROR_INVALID_PARAMETER;
	free(params->pHostObject);
	return CUPTI_SUCCESS;
}

FAKE_API CUptiResult
cuptiProfilerHostConfigAddMetrics(CUpti_Profiler_Host_ConfigAddMetrics_Params *params)
{
	CUptiResult result = fake_enter(__func__, params->numMetrics);
	CUpti_Profiler_Host_Object *host = params->pHostObject;

	if (result)
		return result;
	if (params->structSize != CUpti_Profiler_Host_ConfigAddMetrics_Params_STRUCT_SIZE ||
	    params->pPriv || !host || !params->numMetrics)
		return CUPTI_ERROR_INVALID_PARAMETER;
	for (size_t i = 0; i < params->numMetrics; i++)
		host->is_spoilt |= !host_knows(params->ppMetricNames[i]);
	host->metrics += params->numMetrics;
	return host->is_spoilt ? CUPTI_ERROR_INVALID_METRIC_NAME : CUPTI_SUCCESS;
}

FAKE_API CUptiResult
cuptiProfilerHostGetConfigImageSize(CUpti_Profiler_Host_GetConfigImageSize_Params *params)
{
	CUptiResult result = fake_enter(__func__, 0);

	if (result)
		return result;
	if (params->structSize != CUpti_Profiler_Host_GetConfigImageSize_Params_STRUCT_SIZE ||
	    params->pPriv || !params->pHostObject)
		return CUPTI_ERROR_INVALID_PARAMETER;
	params->configImageSize = sizeof(struct host_config);
	return CUPTI_SUCCESS;
}

FAKE_API CUptiResult
cuptiProfilerHostGetConfigImage(CUpti_Profiler_Host_GetConfigImage_Params *params)
{
	CUptiResult result = fake_enter(__func__, 0);
	struct host_config config = { .magic = HOST_CONFIG_MAGIC };

	if (result)
		return result;
	if (params->structSize != CUpti_Profiler_Host_GetConfigImage_Params_STRUCT_SIZE ||
	    params->pPriv || !params->pHostObject || params->pHostObject->is_spoilt ||
	    params->configImageSize != sizeof config)
		return CUPTI_ERROR_INVALID_PARAMETER;
	config.type = params->pHostObject->type;
	config.metrics = params->pHostObject->metrics;
	config.passes = (config.metrics + pass_metrics - 1) / pass_metrics;
	memcpy(params->pConfigImage, &config, sizeof config);
	return CUPTI_SUCCESS;
}

FAKE_API CUptiResult
cuptiProfilerHostGetNumOfPasses(CUpti_Profiler_Host_GetNumOfPasses_Params *params)
{
	CUptiResult result = fake_enter(__func__, 0);
	const struct host_config *config = (const void *)params->pConfigImage;

	if (result)
		return result;
	if (params->structSize != CUpti_Profiler_Host_GetNumOfPasses_Params_STRUCT_SIZE ||
	    params->pPriv ||
	    !host_config_of(params->pConfigImage, params->configImageSize, config->type))
		return CUPTI_ERROR_INVALID_PARAMETER;
	params->numOfPasses = config->passes;
	return CUPTI_SUCCESS;
}

FAKE_API CUptiResult
cuptiProfilerHostEvaluateToGpuValues(CUpti_Profiler_Host_EvaluateToGpuValues_Params *params)
{
	CUptiResult result = fake_enter(__func__, params->rangeIndex);

	if (result)
		return result;
	if (params->structSize != CUpti_Profiler_Host_EvaluateToGpuValues_Params_STRUCT_SIZE ||
	    params->pPriv || !params->pHostObject ||
	    params->numMetrics != params->pHostObject->metrics)
		return CUPTI_ERROR_INVALID_PARAMETER;
	for (size_t i = 0; i < params->numMetrics && !result; i++)
		if (pm_sampling_value(params->pCounterDataImage, params->counterDataImageSize,
		                      params->rangeIndex, params->ppMetricNames[i],
		                      &params->pMetricValues[i]) &&
		    range_profiler_value(params->pCounterDataImage, params->counterDataImageSize,
		                         params->rangeIndex, params->ppMetricNames[i],
		                         &params->pMetricValues[i]))
			result = CUPTI_ERROR_INVALID_PARAMETER;
	return result;
}
