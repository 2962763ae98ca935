/* SPDX-License-Identifier: MIT */
/*
 * What the rules about launch shapes share: how often each shape was launched, how long it ran and
 * what ran beside it, its occupancy and its waves; and the loop over all of them. Any thread.
 */
#ifndef WARPWISE_RULES_LAUNCHES_H
#define WARPWISE_RULES_LAUNCHES_H

#include <stdbool.h>
#include <stdint.h>

#include "code/code.h"
#include "kernel/kernel_profile.h"
#include "kernel/occupancy.h"
#include "rules/shared/threshold.h"
#include "rules/shared/finding.h"

struct extent {
	int64_t least, most; /* 0, 0: of nothing */
};

/* A launch shape with all its launches. */
struct launch {
	uint32_t shape_id;
	const struct trace_launch_shape *shape;
	const struct trace_device *device; /* of its first launch */

	int64_t launches;
	int64_t issued;   /* of them, those that the GPU waited for: nothing else held them back */
	int64_t total_ns; /* sum of durations */
	int64_t share_ns; /* the same where kernels that ran at once share the time */
	int64_t longest_ns;
	uint32_t longest;                     /* operation */
	const struct code *code;              /* of its function */
	const struct kernel_profile *profile; /* what was measured of the shape */
	const struct kernel_profile
	        *of_function;   /* ... and of all launches, with what warps wait for */
	double local_part;      /* of its time spent on local memory, by samples: local_part.h */
	double once_part;       /* ... on what a block does once, by samples: once_part.h */
	double sampled_sms;     /* that have a warp of it, on average: sampled_sms.h */
	double blocks_beside;   /* blocks of all kernels on the device while it ran, on average */
	double warps_help;      /* launches_compare(); NAN: not known */
	double span_part;       /* share_ns of the time from the first to the last operation */
	uint32_t stream;        /* of its launches; NONE: of several */
	double allocated_bytes; /* by the program, in all, of any memory that a kernel can write to;
	                           0: unknown */
	bool is_library;        /* the program did not write it itself */
	int64_t alike; /* of the worst of a finding: other functions in it, see launch_rule */
	struct extent all_blocks, all_warps; /* of the same: of all shapes in the finding; warps
	                                        that fit on an SM */
	double idle_sms; /* of the same: without a block, on average over the time of these */

	int64_t blocks;     /* of the grid */
	int threads, warps; /* of a block; a warp that is not full counts */
	int multiprocessors;
	struct occupancy_device limits;
	struct occupancy_launch request;
	struct occupancy occupancy; /* blocks_per_sm > 0 */
	int64_t wave_blocks;        /* how many blocks the device holds at a time */
	double waves;
};

/* Which launches are judged: of "duration" and "shortest", those of all rules about kernels; of
 * "beside", those of rules about shapes. */
#define SHORT_THRESHOLDS                     \
	{ "duration", 1, "launch latency" }, \
	{                                    \
		"shortest", 3, "us"          \
	}
enum { LAUNCH_DURATION, LAUNCH_SHORTEST, LAUNCH_BESIDE, LAUNCH_COLD };
extern const struct threshold launch_thresholds[];

/*
 * Says what LAUNCH loses: 0 if it does not have the anti-pattern, else the part of its time (up to
 * 1) that it costs, at most.
 */
typedef double launch_judge(const struct launch *launch);

/*
 * Writes the texts of the finding about a function. WORST is the shape of it that costs most,
 * LAUNCHES and TIME_NS are those of all its shapes that have the anti-pattern.
 */
typedef void launch_report(struct check *check, struct finding *finding, const struct launch *worst,
                           int64_t launches, int64_t time_ns);

/* Whether what is said of shape A, which loses, holds for B, which loses too. ARE_VERSIONS: the
 * names of their functions are the same but for numbers. */
typedef bool launch_is_alike(const struct launch *a, const struct launch *b, bool are_versions);

struct launch_rule {
	launch_judge *judge;
	launch_report *report;
	launch_is_alike *is_alike; /* functions that lose enough each are one finding, about the
	                              worst of them, where their worst shapes are; NULL: never */
	bool pools; /* functions that lose too little each are one finding, about the worst of
	               them, if they lose enough together */
	bool judges_beside;            /* JUDGE looks at what ran beside a launch: those that run
	                                  beside others most of the time are judged, too */
	const char *binding;           /* a rule: of what its findings say that a function loses,
	                                  nothing is lost by its launches' shapes; NULL: none */
	const struct threshold *least; /* of a function's time that launches with the anti-pattern
	                                  must take, in percent; NULL: any */
};

/*
 * Judges all shapes and adds a finding for each function whose shapes lose enough together, but
 * none for kernels of libraries whose user could change nothing (check_may_change()): they only
 * count as what ran beside others. Its targets are the launches. Abstains where the limits of the
 * device are unknown.
 */
void launches_check(struct check *check, const struct launch_rule *rule);

/* By launch shape, in new memory: those that were not launched or are not understood have no
 * launches. CODES: by function. Returns 0 or -ENOMEM. */
int launches_find(struct launch **launches, const struct graph *graph,
                  const struct kernel_profiles *profiles, const struct code *codes);

/* How long a launch takes from its call to the start of its kernel on an idle GPU: the medians of
 * this trace. */
int64_t launch_latency(const struct graph *graph);

/*
 * Whether running TOTAL_NS in that many LAUNCHES is too short to be worth a change: it takes about
 * as long as a kernel that does nothing; or launching takes longer and the GPU waited for most of
 * the launches, those ISSUED. One in a graph, or behind others in its stream, counts in full.
 */
bool launches_are_short(int64_t total_ns, int64_t launches, int64_t issued, int64_t latency_ns);

/* Each target takes that much less, on top of what SCENARIO changes already. */
void launches_fix(const struct check *check, const struct finding *finding,
                  struct scenario *scenario, launch_judge *judge);

/*
 * Whether more warps make them faster, of ALL the shapes by the other shapes of their functions
 * that have more warps on an SM: what the fastest of these executes more in the same time, as a
 * part of what it would if that grew as the warps do. 0: no more; 1: in proportion. Each needs
 * counters, and a grid that fills the device. Returns 0 or -ENOMEM.
 */
int launches_compare(struct launch *all, size_t count);

/* How many times as fast LAUNCH is with an occupancy of GOAL percent, at most: in proportion to its
 * warps, or as far as other shapes of its function say that these help. */
double launch_speedup(const struct launch *launch, double goal);

/*
 * What is saved of its time, 0 to 1, with an occupancy of GOAL percent instead of its own: warps
 * that wait hide one another's latency in proportion to their number (Little's law), until a unit
 * is busy all the time. A kernel with a unit that is `busy` gains nothing.
 * NAN: how busy its units are was not measured, or how busy the L2 cache is, where its threads'
 * local memory is there.
 */
double launch_saved_by_occupancy(const struct launch *launch, double goal);

/*
 * The part of its time, 0 to 1, in which as counters say neither device memory nor the L2 cache, or
 * no unit at all, was in use: no more can be saved while it moves as many bytes, or does the same
 * work. Counted over all of its time, the tail of a grid included. 1: not measured.
 */
double profile_spare_traffic(const struct kernel_profile *profile);
double profile_spare(const struct kernel_profile *profile);

/* The kernel OPERATION takes FACTOR of its time, whatever SCENARIO has made of that already, but no
 * less than its traffic takes. */
void launch_scale(const struct check *check, struct scenario *scenario, uint32_t operation,
                  double factor);

/*
 * What the threads that are on an SM at a time keep in local memory, in bytes, where the kernel
 * uses that in loops and no L1 cache has so much: further ones add to what goes to the L2 cache. 0:
 * it fits, or the code is not known.
 */
int64_t launch_frames_beyond_l1(const struct launch *launch);

/* Says so in FINDING, about more warps on an SM, if it is so. Returns whether it is. */
bool launch_say_frames(struct finding *finding, const struct launch *launch);

extern const struct threshold busy_threshold[]; /* "busy" */

/* Whether as many blocks are on an SM as it takes, however small. Where that leaves room for warps,
 * it is tiny-blocks' matter, not low-occupancy's. */
bool launch_has_tiny_blocks(const struct launch *launch);

/* Occupancy in percent of LAUNCH with other threads, registers or shared memory in all, static and
 * dynamic (-1: as it is). */
double launch_occupancy_with(const struct launch *launch, int threads, int registers,
                             int64_t shared_bytes);

#endif
