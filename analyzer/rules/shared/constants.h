/* SPDX-License-Identifier: MIT */
/*
 * The numbers that decide in rules and are no thresholds of theirs, since they belong to CUDA, to
 * several rules, or to how something is found. constants.c says where they are from.
 */
#ifndef WARPWISE_RULE_CONSTANTS_H
#define WARPWISE_RULE_CONSTANTS_H

#include "base/constant.h"

enum {
	REPEATS_MIN = 10,
	PIPELINE_STREAMS = 4,
	SMALLEST_OF_CAUSE = 10,
	LIKELY_KERNELS_PERCENT = 10,
	LIKELY_KERNEL_PERCENT = 1,
	LIKELY_LOAD_BYTES = 2,
	LIKELY_RATE_LEAST_PERCENT = 25,
	LIKELY_RATE_MOST_PERCENT = 400,
	PARTS_BEHIND_COPY = 3,
	PARTS_THREAD_BYTES = 4,
	THREAD_BYTES_PER_NS = 100,
	RECORDER_ERRORS = 2,
	RECORDER_MUCH_PERCENT = 20,
	RECORDER_DOUBT_PERCENT = 50,
	SHARED_WORK_NS = 5000,
	LINE_SHARES_MIN = 10,
	LINE_WEIGHT_MIN_PERCENT = 5,
	LINE_TELLS_PERCENT = 8,
	SLOW_LOOP_PERCENT = 50,
	RESULT_INSTRUCTIONS = 4,
	QUEUES_DEFAULT = 8,
	QUEUES_MAX = 32,
	GOOD_THREADS = 256,
	SECTORS_WIDEST = 16,
	ATOMIC_BYTES = 8,
	BANKS = 32,
	SPECIAL_LANES = 16,
	MORE_OF_DIVISION = 8,
	MORE_OF_RECIPROCAL = 9,
	MORE_OF_ROOT = 9,
	SPARSE_LAUNCHES = 100,
	SPARSE_WARPS_PERCENT = 1,
	SPARSE_INSTRUCTIONS = 50, /* of a warp */
	IDLE_PARTS = 10,
	IDLE_WAITED_PERCENT = 90,
	IDLE_MOST_PERCENT = 50,
	LIBRARY_MOST_PERCENT = 50,
	LIBRARY_CALLS_PERCENT = 90,
	ALGORITHM_FUNCTIONS = 3,
	HOST_WAITS_MIN = 10,
	GAPS_AROUND_MOST = 100,
	SEQUENCE_LAUNCHES = 32, /* one behind the other */
	LENGTHS_ALIKE_PERCENT = 98,
	LENGTHS_FEW = 4,
	KINDS_APART = 4,
	KINDS_LONG_PERCENT = 10,
	OPTIMIZER_KERNELS = 4,
	GROWTH_ALL_PERCENT = 80,
	GROWTH_TREND_PERCENT = 90,
	GROWTH_MORE_PERCENT = 125,
	GROWTH_LESS_PERCENT = 80,
	RANK_SURE_PERCENT = 90,
	RANK_BOUND_PERCENT = 50,
	RANK_IF_PERCENT = 25,
	RANK_SYMPTOM_PERCENT = 10,
	RANK_EXPLANATION_PERCENT = 5,
	PRIOR_PAIRS =
	        2, /* as in scripts/validate-whatif, which leaves out one pair after the other */
	REPLAY_OFF_PERCENT = 5, /* of the main part (survey.h) */
	SIBLING_WARPS_PERCENT = 130,
	SIBLING_HELP_PERCENT = 25,
	UNSEEN_BUSY_PERCENT = 90, /* of that */
	UNSEEN_SEEN_PERCENT = 50, /* of that */
	FAULTS_CC_MAJOR = 6,
	UNALIGNED_CC_MAJOR = 8,
	UNALIGNED_TF32_CC_MAJOR = 9,
	NORM_WIDTH_UNIT = 8,
	TILES_TOGETHER = 8,
	CACHED_TIMES = 4,
	L1_BESIDE_SHARED_BYTES = 32768,
	SAME_TIMES = 2,
	UNAWAITED_CALLS = 100,
	FEW_SMS_NS = 50000,
	FEW_SMS_PERCENT = 25,
	FEW_SMS_OTHERS_PERCENT = 10, /* of the samples */
	FEW_SMS_SHAPE_PERCENT = 90,
	LIKES_MIN = 3, /* copies of one size */
	NEXT_KERNEL_PERCENT = 90,
	SETS_MAX = 4, /* memory sets between a copy and a kernel */
};

#define STAGING_BYTES          4194304
#define STAGING_BYTES_PER_S    4e9
#define COPY_OUT_BYTES_PER_S   1.2e10
#define PAGE_FAULT_BYTES_PER_S 1.6e9
#define UNPINNING_BYTES_PER_S  1.5e10
#define LEAST_COPY_BYTES       512
#define L2_COUNTS_TWICE        1.5 /* where a GPU's L2 does not, fewer sectors are taken for scattered */

extern const struct constant rule_constants[];

/* Where a threshold of a rule was found, if that is a GPU or a recording; else the rule's text has
 * its reason. */
struct calibration {
	const char *rule, *threshold, *gpu, *samples;
};

extern const struct calibration calibrations[]; /* ends with a NULL rule */

#endif
