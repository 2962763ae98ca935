/* SPDX-License-Identifier: MIT */
/*
 * CUPTI by dlopen: one table of functions. A fake libcupti can stand in, and a program that never
 * uses CUDA never loads the real one.
 */
#ifndef WARPWISE_CUPTI_API_H
#define WARPWISE_CUPTI_API_H

#include <limits.h>
#include <stdbool.h>

#include "cupti/compat.h"

/* FUNCTION(name): must be there. OPTIONAL(name): NULL in a libcupti that lacks it. */
#define CUPTI_FUNCTIONS(FUNCTION, OPTIONAL)                    \
	FUNCTION(cuptiGetVersion)                              \
	FUNCTION(cuptiGetTimestamp)                            \
	FUNCTION(cuptiGetResultString)                         \
	FUNCTION(cuptiGetCallbackName)                         \
	FUNCTION(cuptiSubscribe)                               \
	OPTIONAL(cuptiSubscribe_v2)                            \
	FUNCTION(cuptiUnsubscribe)                             \
	FUNCTION(cuptiEnableCallback)                          \
	OPTIONAL(cuptiEnableAllDomains)                        \
	FUNCTION(cuptiGetContextId)                            \
	FUNCTION(cuptiGetStreamIdEx)                           \
	FUNCTION(cuptiActivityRegisterCallbacks)               \
	FUNCTION(cuptiActivitySetAttribute)                    \
	FUNCTION(cuptiActivityEnable)                          \
	FUNCTION(cuptiActivityDisable)                         \
	OPTIONAL(cuptiActivityEnableRuntimeApi)                \
	OPTIONAL(cuptiActivityEnableDriverApi)                 \
	FUNCTION(cuptiActivityFlushAll)                        \
	FUNCTION(cuptiActivityGetNextRecord)                   \
	FUNCTION(cuptiActivityGetNumDroppedRecords)            \
	OPTIONAL(cuptiSetThreadIdType)                         \
	OPTIONAL(cuptiActivityEnableLaunchAttributes)          \
	OPTIONAL(cuptiActivityConfigureUnifiedMemoryCounter)   \
	OPTIONAL(cuptiActivityEnableCudaEventDeviceTimestamps) \
	OPTIONAL(cuptiActivityEnableHWTrace)                   \
	OPTIONAL(cuptiGetCubinCrc)                             \
	OPTIONAL(cuptiPCSamplingEnable)                        \
	OPTIONAL(cuptiPCSamplingGetNumStallReasons)            \
	OPTIONAL(cuptiPCSamplingGetStallReasons)               \
	OPTIONAL(cuptiPCSamplingSetConfigurationAttribute)     \
	OPTIONAL(cuptiPCSamplingGetConfigurationAttribute)     \
	OPTIONAL(cuptiPCSamplingGetData)                       \
	OPTIONAL(cuptiPCSamplingDisable)                       \
	OPTIONAL(cuptiGetDeviceId)                             \
	OPTIONAL(cuptiDeviceGetChipName)                       \
	OPTIONAL(cuptiProfilerInitialize)                      \
	OPTIONAL(cuptiProfilerHostInitialize)                  \
	OPTIONAL(cuptiProfilerHostDeinitialize)                \
	OPTIONAL(cuptiProfilerHostConfigAddMetrics)            \
	OPTIONAL(cuptiProfilerHostGetConfigImageSize)          \
	OPTIONAL(cuptiProfilerHostGetConfigImage)              \
	OPTIONAL(cuptiProfilerHostGetNumOfPasses)              \
	OPTIONAL(cuptiProfilerHostEvaluateToGpuValues)         \
	OPTIONAL(cuptiRangeProfilerEnable)                     \
	OPTIONAL(cuptiRangeProfilerDisable)                    \
	OPTIONAL(cuptiRangeProfilerGetCounterDataSize)         \
	OPTIONAL(cuptiRangeProfilerCounterDataImageInitialize) \
	OPTIONAL(cuptiRangeProfilerSetConfig)                  \
	OPTIONAL(cuptiRangeProfilerStart)                      \
	OPTIONAL(cuptiRangeProfilerStop)                       \
	OPTIONAL(cuptiRangeProfilerDecodeData)                 \
	OPTIONAL(cuptiRangeProfilerGetCounterDataInfo)         \
	OPTIONAL(cuptiSassMetricsGetProperties)                \
	OPTIONAL(cuptiSassMetricsSetConfig)                    \
	OPTIONAL(cuptiSassMetricsUnsetConfig)                  \
	OPTIONAL(cuptiSassMetricsEnable)                       \
	OPTIONAL(cuptiSassMetricsDisable)                      \
	OPTIONAL(cuptiSassMetricsGetDataProperties)            \
	OPTIONAL(cuptiSassMetricsFlushData)                    \
	OPTIONAL(cuptiPmSamplingEnable)                        \
	OPTIONAL(cuptiPmSamplingDisable)                       \
	OPTIONAL(cuptiPmSamplingSetConfig)                     \
	OPTIONAL(cuptiPmSamplingGetCounterDataSize)            \
	OPTIONAL(cuptiPmSamplingCounterDataImageInitialize)    \
	OPTIONAL(cuptiPmSamplingStart)                         \
	OPTIONAL(cuptiPmSamplingStop)                          \
	OPTIONAL(cuptiPmSamplingDecodeData)                    \
	OPTIONAL(cuptiPmSamplingGetCounterDataInfo)            \
	OPTIONAL(cuptiPmSamplingCounterDataGetSampleInfo)

struct cupti_api {
#define FIELD(name) __typeof__(name) *name;
	CUPTI_FUNCTIONS(FIELD, FIELD)
#undef FIELD
	uint32_t version;    /* cuptiGetVersion() */
	char path[PATH_MAX]; /* where it was found */
};

/* Filled by cupti_api_load(), constant afterwards. */
extern struct cupti_api cupti;

/*
 * Opens libcupti: WANTED if not "", else the first that cupti_search() finds of the newest major
 * that the driver accepts. Says nothing; returns dlopen()'s handle, which stays open, or NULL. From
 * any thread, any number of times: once one is loaded, it is the one that is found.
 */
void *cupti_open(const char *wanted);

/*
 * Opens libcupti likewise and fills `cupti`. Returns 0, or -errno after saying on stderr what is
 * wrong and what to do. Never called twice.
 */
int cupti_api_load(const char *wanted);

/*
 * Turns the callback for a driver call on or off, of which CUPTI's number is CBID in the headers. A
 * call that this libcupti does not know is made by no program that runs with it: success. Any
 * thread; one waits for another for a tenth of a second at most.
 */
CUptiResult cupti_call_back(CUpti_SubscriberHandle subscriber, CUpti_CallbackId cbid, bool is_on);

/* CUPTI's clock, which records have their times of, in ns; 0: it gives none. */
uint64_t cupti_timestamp(void);

/* The name of a result, for messages: "CUPTI_ERROR_NOT_READY". */
const char *cupti_error(CUptiResult result);

#endif
