/* SPDX-License-Identifier: MIT */
/*
 * Kernel profiles: all that a trace knows about a kernel. How long it ran, how many warps fit on an
 * SM and what limits that, what hardware counters say, what its warps waited for, and what bounds
 * its speed. One profile for each launch shape, and one for each function: all of its shapes
 * together. Below that, kernel_lines go through the instructions or source lines of one function.
 *
 * What was not measured is NAN, never 0: ask is_measured(). Percentages are 0..100. Figures of
 * several measured launches are means: of the launches of a shape each alike; of the shapes of a
 * function by the time they took (amounts, such as bytes, by their launches). A launch
 * that was measured has no time of its own (the profiler ran it alone, perhaps repeatedly), so
 * times come from the other launches of the shape, or from gpu__time_duration if that was measured.
 *
 * Constant once made; any thread.
 */
#ifndef WARPWISE_KERNEL_PROFILE_H
#define WARPWISE_KERNEL_PROFILE_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/occupancy.h"
#include "kernel/hotspot.h"
#include "code/source.h"
#include "trace/trace.h"

static inline bool is_measured(double value)
{
	return !isnan(value);
}

/*
 * What bounds a kernel's speed. Nsight Compute's published rule ("GPU Speed Of Light Throughput"):
 * at 80 % of a peak or above that unit bounds it; below 60 % of both it waits for latency.
 */
#define VERDICT_BOUND_PERCENT   80
#define VERDICT_LATENCY_PERCENT 60

enum kernel_verdict {
	VERDICT_UNKNOWN, /* not measured, or too little */
	VERDICT_MEMORY,  /* moving data is at 80 % of its peak or above, and no lower than computing
	                  */
	VERDICT_COMPUTE, /* computing is */
	VERDICT_LATENCY, /* neither is at 60 %: warps wait, and there are too few of them to hide it
	                  */
	VERDICT_MIXED,   /* between: one of them is busy, but does not bind alone */
	VERDICTS
};

/* "memory-bound", "compute-bound", "latency-bound", "mixed", "not measured" */
const char *kernel_verdict_name(enum kernel_verdict verdict);

/* What the verdict rests on. */
enum verdict_source {
	VERDICT_FROM_NOTHING,
	VERDICT_FROM_THROUGHPUT, /* measured throughput of all memory and all SM units, of their
	                            peaks */
	VERDICT_FROM_UNITS,      /* the busiest of device memory, L2 and shared memory, as far as
	                            measured, and issue slots in use: blind to other units, so that it
	                            can      say what binds a kernel, and never that nothing does */
};

/* One line for people: "measured throughput", "single units and issue slots". */
const char *verdict_source_name(enum verdict_source source);

/* ---- roofline ---- */

enum flop_type { FLOP_64, FLOP_32, FLOP_16, FLOP_TYPES };

/*
 * The roofline of one type of floating-point operation (without tensor cores): what the kernel
 * does, and what the device could do at most at that intensity.
 */
struct roofline {
	double flops;            /* per launch */
	double flops_per_s;      /* attained */
	double intensity;        /* flops per byte of device memory */
	double peak_flops_per_s; /* SMs * clock * operations per cycle of the compute capability */
	double attainable_flops_per_s; /* the lower of that and intensity * peak bandwidth */
};

/* "fp64", "fp32", "fp16" */
const char *flop_type_name(enum flop_type type);

/* Peak of DEVICE, NAN where clock, SMs or compute capability are unknown. */
double device_peak_flops_per_s(const struct trace_device *device, enum flop_type type);

/* ---- a kernel ---- */

/* Of an SM, since compute capability 7.0; older ones have no such metrics. */
enum { SCHEDULERS = 4 };

/*
 * With fewer samples of a kernel than this, a share of them says little: the standard error of a
 * share is at most 0.5 / sqrt(samples), 5 points here.
 */
#define SAMPLES_MIN 100

/* How often warps were found in one state. */
struct kernel_stall {
	const char *label;  /* "long_scoreboard", "selected" ... */
	double percent;     /* of all states */
	int64_t samples;    /* 0: from counters */
	int64_t not_issued; /* of these, in which the scheduler issued no instruction of any warp */
};

/* Counters of a function stand for it if they are of shapes that take at least half of its time. */
#define MEASURED_PERCENT_MIN 50

struct kernel_profile {
	uint32_t function; /* index into functions */
	uint32_t shape;  /* index into launch_shapes; of a function: the one that took most time, or
	                    (no times) was launched most; NONE: the function has none */
	uint32_t device; /* where it first ran, index into devices; NONE: unknown */

	/* Time. */
	int64_t launches; /* those without times, too */
	int64_t timed_launches;
	int64_t total_ns; /* of the timed ones */
	int64_t longest_ns;
	uint32_t longest;    /* operation; NONE */
	double duration_ns;  /* of one launch: mean of the timed, or as measured by the counter */
	double time_percent; /* duration_ns * launches, of the same sum over all kernels */

	/* Occupancy by arithmetic: of `shape`. */
	bool has_occupancy; /* false: the device's limits are unknown, or the shape is none */
	struct occupancy occupancy;
	double theoretical_occupancy; /* % of the warp slots of an SM; NAN */
	double waves;                 /* grid / blocks that the device holds at a time; NAN */

	/*
	 * Counters, per launch. Which metric each comes from: kernel_profile.c. All warps have 32
	 * threads.
	 */
	int64_t measured_launches;
	double measured_percent;   /* of the time of its launches, that of shapes of which one was
	                              measured; 100 where no times are known. Below
	                              MEASURED_PERCENT_MIN the counters are NAN: a warm-up says
	                              nothing   of the work */
	double achieved_occupancy; /* % of the warp slots, while the SM was active */
	double threads_per_inst;   /* lanes active in an executed instruction: 0..32 */
	double threads_pred_on_per_inst; /* ... and not switched off by a predicate: 0..32 */
	double issue_active;   /* % of cycles in which a scheduler issued an instruction */
	double eligible_warps; /* warps that could issue, per scheduler and cycle */
	double instructions;   /* executed by warps */
	double scheduler_instructions_max; /* ... of the scheduler that executed most of them */
	double active_cycles,
	        active_cycles_max; /* in which an SM had a warp: mean of the SMs, most */
	double time_ns;            /* as measured, alone on the GPU */
	double compute_throughput; /* % of the peak of the busiest SM unit */
	double memory_throughput;  /* % of the peak of the busiest unit that moves data */
	double dram_throughput, l2_throughput; /* % of peak */
	double dram_read_bytes, dram_write_bytes;
	double l1_hit, l2_hit; /* % of sectors found in the cache */
	double branch_uniform; /* % of branch targets: those of uniform_branches */
	double uniform_branches, divergent_branches; /* branch targets that all active threads of a
	                                                warp took alike, or not */
	double global_load_requests, global_store_requests;     /* by warps */
	double global_load_sectors, global_store_sectors;       /* 32 bytes each */
	double sectors_per_load, sectors_per_store;             /* 4 for 32 neighbouring floats */
	double global_load_efficiency, global_store_efficiency; /* % of a sector's bytes in use */
	double shared_loads, shared_stores;                     /* instructions of warps */
	double shared_load_wavefronts, shared_store_wavefronts; /* passes; ideal: one for each */
	double shared_load_conflicts, shared_store_conflicts; /* passes more, for bank conflicts */
	double shared_efficiency;         /* % of a wavefront's 128 bytes in use */
	double local_loads, local_stores; /* instructions of warps: spills and stack */
	double local_load_bytes, local_store_bytes;
	double global_atomics;    /* requests by warps that return a value */
	double global_reductions; /* ... that do not */
	double shared_atomics;    /* instructions of warps */
	double l2_atomic_sectors, l2_reduction_sectors;
	double tensor_active;     /* % of cycles of the tensor pipe */
	double flops[FLOP_TYPES]; /* floating-point operations without tensor cores; fma: two */

	/* Derived. */
	double dram_bytes;       /* read and written */
	double dram_bytes_per_s; /* over time_ns, or duration_ns */
	double dram_percent;     /* dram_throughput, or dram_bytes_per_s of the device's peak */
	double shared_percent;   /* passes of loads and stores through shared memory, of one in each
	                            active cycle of an SM */
	struct roofline rooflines[FLOP_TYPES]; /* members NAN where unknown */

	/* Verdict. */
	enum kernel_verdict verdict;
	enum verdict_source verdict_source;
	double verdict_memory, verdict_compute; /* %: the two figures it was made from */

	/* Warp samples: of the function, since samples do not know their launch; in the profile of
	 * a shape only if it is the function's only one. */
	int64_t samples;        /* of all reasons that are no subset */
	int64_t samples_issued; /* of those: "selected", the warp issued an instruction */
	/* What warps waited for, "selected" included, the most first; owned by the profiles. From
	 * samples, or where there are none from counters (--metrics=stalls). */
	struct kernel_stall *stalls;
	size_t stalls_count;
};

struct kernel_profiles {
	const struct trace *trace;
	struct kernel_profile *shapes;    /* one for each launch shape, by its index */
	struct kernel_profile *functions; /* one for each function, by its index */
	uint32_t *hottest; /* functions that ran or were sampled, the longest time first */
	size_t hottest_count;
	bool has_counters;            /* any launch was measured */
	bool has_samples;             /* any warp was sampled */
	bool has_instruction_metrics; /* any instruction was counted */
	struct kernel_profiles_private *private;
};

/* Linear in the trace, which must live as long. Returns 0 or -ENOMEM; release in any case. */
int kernel_profiles_init(struct kernel_profiles *profiles, const struct trace *trace);
void kernel_profiles_release(struct kernel_profiles *profiles);

/*
 * The source lines of the trace's GPU code, opened at the first call (one thread at a time) and
 * owned by PROFILES. NULL: they cannot be read; then there are no lines.
 */
const struct sources *kernel_profiles_sources(const struct kernel_profiles *profiles);

/*
 * The mean of the metric with CUPTI's NAME over the measured launches of PROFILE, as the members
 * above; for what they do not have. NAN: not measured.
 */
double kernel_profile_metric(const struct kernel_profiles *profiles,
                             const struct kernel_profile *profile, const char *name);

/*
 * How much of the time warps were in the state with that LABEL ("long_scoreboard", "barrier",
 * "selected" ...), in percent. NAN: not known; 0: never seen.
 */
double kernel_stall_percent(const struct kernel_profile *profile, const char *label);

/*
 * The part of its time, 0 to 1, in which its busiest unit is in use, of those that are known; NAN:
 * none.
 */
double kernel_profile_busiest_part(const struct kernel_profile *profile);

/* Whether its counters stand for it: launches were measured, and of shapes that take most of its
 * time. */
bool kernel_profile_is_measured(const struct kernel_profile *profile);

/* The larger of the two figures of its verdict, in percent; NAN: not even some units were measured.
 */
double kernel_profile_known_peak(const struct kernel_profile *profile);

/* The members of a profile that are counters, by name ("achieved_occupancy"), for outputs. */
struct kernel_counter {
	const char *name;
	size_t offset;  /* of the double in struct kernel_profile */
	bool is_amount; /* a number per launch; false: a ratio */
};
extern const struct kernel_counter kernel_counters[]; /* ends with a NULL name */
double kernel_counter_value(const struct kernel_profile *profile,
                            const struct kernel_counter *counter);

/* ---- instructions and lines of a function ---- */

/*
 * An instruction, or all instructions of a source line. Counts are sums over the measured launches
 * of the function; NAN: not counted there, for no measured launch executed the instruction, or the
 * trace does not have the metric.
 */
struct kernel_line {
	enum source_state state; /* SOURCE_FOUND: file and line are known */
	const char *file;        /* of the innermost inlined function; "" where unknown */
	uint32_t line;           /* 0: unknown */
	int64_t module_crc, pc_offset_bytes; /* instructions; of a line: its first one's */

	int64_t samples;
	struct hotspot hotspot; /* its samples in kernel_lines.hotspots, for hotspot_reasons();
	                           count 0: never sampled */

	double inst_executed;        /* by warps */
	double thread_inst_executed; /* by their active threads */
	double thread_inst_executed_pred_on;
	double branch_targets_divergent; /* threads of a warp went different ways here */
	double branch_targets_uniform;   /* ... all the same way */
	double global_sectors, global_sectors_ideal;
	double shared_wavefronts, shared_wavefronts_ideal;

	double threads_per_inst;  /* thread_inst_executed / inst_executed */
	double excess_sectors;    /* more than the ideal; NAN */
	double excess_wavefronts; /* more than the ideal; NAN */
};

/* The members of a line that are counts, by CUPTI's name of the metric, for outputs. */
struct kernel_count {
	const char *metric;
	size_t offset; /* of the double in struct kernel_line */
};
extern const struct kernel_count kernel_line_counts[]; /* ends with a NULL metric */
double kernel_line_count(const struct kernel_line *line, const struct kernel_count *count);

struct kernel_lines {
	struct kernel_line *items;
	size_t count;
	struct hotspots hotspots;
};

enum kernel_lines_by { KERNEL_LINES, KERNEL_INSTRUCTIONS };

/*
 * Lines (BY KERNEL_LINES: in order of file and line, those without a line last) or instructions
 * (KERNEL_INSTRUCTIONS: in order of module and offset) of FUNCTION that were sampled or
 * counted. SOURCES may be NULL: no lines are known then. PROFILES and SOURCES must live as long.
 * Returns 0 or -ENOMEM; release in any case.
 */
int kernel_lines_init(struct kernel_lines *lines, const struct kernel_profiles *profiles,
                      const struct sources *sources, enum kernel_lines_by by, uint32_t function);
void kernel_lines_release(struct kernel_lines *lines);

#endif
