/* SPDX-License-Identifier: MIT */
/*
 * CUPTI's range profiler for one context: between start and stop each kernel that is launched is a
 * range of its own (auto range), run once for each pass (kernel replay). A struct range_profiler
 * belongs to one thread at a time; one in the process may be started.
 */
#ifndef WARPWISE_RANGE_PROFILER_H
#define WARPWISE_RANGE_PROFILER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "cupti/compat.h"
#include "counters/metric_config.h"

/* STAGE(id, what it is called in a diagnostic): where a failure comes from. */
#define RANGE_STAGES_LIST(STAGE)                                     \
	STAGE(LIBRARY, "libcupti")                                   \
	STAGE(CHIP, "cuptiDeviceGetChipName")                        \
	STAGE(CONFIGURE, "cuptiProfilerHostConfigAddMetrics")        \
	STAGE(ENABLE, "cuptiRangeProfilerEnable")                    \
	STAGE(IMAGE, "cuptiRangeProfilerCounterDataImageInitialize") \
	STAGE(SET, "cuptiRangeProfilerSetConfig")                    \
	STAGE(START, "cuptiRangeProfilerStart")                      \
	STAGE(STOP, "cuptiRangeProfilerStop")                        \
	STAGE(DECODE, "cuptiRangeProfilerDecodeData")                \
	STAGE(EVALUATE, "cuptiProfilerHostEvaluateToGpuValues")

enum range_stage {
#define STAGE(id, name) RANGE_STAGE_##id,
	RANGE_STAGES_LIST(STAGE)
#undef STAGE
	        RANGE_STAGES
};

/* What is measured: all that is wanted; of it what the GPU counts by itself, without code that
 * CUPTI adds to the kernel; or as much as takes one pass. */
enum range_set { RANGE_ALL, RANGE_UNPATCHED, RANGE_ONCE, RANGE_SETS };

/* Each has a few MiB, for 16 launches. What is measured beyond has the metrics of one pass. */
enum { FULL_IMAGES = 32 };

struct range_profiler {
	CUpti_RangeProfiler_Object *object;
	struct range_metrics {
		struct metric_config config;
		uint8_t *image; /* counter data; NULL: there is no such set */
		size_t image_bytes;
		size_t ranges;      /* in the image */
		bool is_configured; /* CUPTI was told to fill the image */
	} sets[RANGE_SETS];
	const char *chip;           /* lives as long as the process */
	bool is_unpatched_asked;    /* RANGE_UNPATCHED was made, or cannot be */
	enum range_set set;         /* that is configured */
	size_t passes;              /* of the set that was started first; 0: none was */
	uint8_t *full[FULL_IMAGES]; /* images that were used before */
	size_t full_count;
};

/*
 * Enables profiling of CONTEXT with the metrics of LISTS, by set; UNKNOWN is called with the chip's
 * name and each metric of RANGE_ALL that it lacks. RANGE_ONCE is left out where RANGE_ALL takes one
 * pass, or it takes several. All return CUPTI's first error, with its origin in *STAGE; after one
 * of init there is nothing to release.
 */
CUptiResult range_profiler_init(struct range_profiler *profiler, CUcontext context,
                                const struct metric_list *const lists[RANGE_SETS],
                                void (*unknown)(void *chip, const char *name),
                                enum range_stage *stage);
void range_profiler_release(struct range_profiler *profiler);

/* The same without CUPTI, which may still write into the image: that is not freed. */
void range_profiler_forget(struct range_profiler *profiler);

/*
 * How often a kernel runs that is measured by SET; 0: it cannot be. CUPTI 13.0 runs each kernel of
 * a context as often as the set that was started first has passes: behind one of 14 passes a set of
 * a single pass runs a kernel 14 times, and behind a set of a single pass one of 14 has the values
 * of its first pass alone.
 */
size_t range_profiler_runs(const struct range_profiler *profiler, enum range_set set);

/* Whether RANGE_UNPATCHED, of LIST, can be measured: makes the set at the first time that it is
 * asked for. */
bool range_profiler_has_unpatched(struct range_profiler *profiler, const struct metric_list *list);

CUptiResult range_profiler_start(struct range_profiler *profiler, enum range_set set,
                                 enum range_stage *stage);

/* Once nothing runs that was launched since the start. *RANGES: how many kernels that were. */
CUptiResult range_profiler_stop(struct range_profiler *profiler, size_t *ranges,
                                enum range_stage *stage);

/* What was measured in the last range: a value for each of the configured set's names. */
CUptiResult range_profiler_evaluate(const struct range_profiler *profiler, double *values,
                                    enum range_stage *stage);

#endif
