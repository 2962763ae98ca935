/* SPDX-License-Identifier: MIT */
/*
 * The figures of one kernel: time, occupancy, counters, what bounds it. They are made in
 * kernel_profile.c; its header says how.
 */
#ifndef WARPWISE_KERNEL_FIGURES_H
#define WARPWISE_KERNEL_FIGURES_H

#include <math.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "kernel/occupancy.h"

static inline bool is_measured(double value)
{
	return !isnan(value);
}

/*
 * What bounds a kernel's speed. Nsight Compute's published rule ("GPU Speed Of Light Throughput"):
 * at 80 % of a peak or above that unit bounds it; below 60 % of both it waits for latency. Between
 * them it names what the kernel does mostly; where both are there, or nearly as high, neither. But
 * peaks are of the whole GPU: where the schedulers of those SMs that have work are no less busy
 * than that, it is not latency, others have none.
 */
#define VERDICT_BOUND_PERCENT   80
#define VERDICT_LATENCY_PERCENT 60

/* Of the peak of GPU memory, what a kernel can get: refreshes and turns between reads and writes
 * take the rest. */
#define DRAM_ATTAINABLE_PERCENT 94

/* How many times the occupancy that is possible a measured one can be, for inexactness. */
#define OCCUPANCY_INEXACT 1.02

enum kernel_verdict {
	VERDICT_UNKNOWN, /* not measured, or too little */
	VERDICT_MEMORY,  /* moving data is at 80 % of its peak or above, and no lower than
	                  * computing */
	VERDICT_COMPUTE, /* computing is */
	VERDICT_UNIT, /* a unit of the SM is that computes nothing, and does not move data either */
	VERDICT_BOTH, /* both are */
	VERDICT_LATENCY,  /* neither is at 60 %: warps wait, and there are too few of them to hide
	                   * it */
	VERDICT_UNFILLED, /* neither is, but the SMs that have work issue */
	/* One of them is between the two, and the other is not at 60 %: it is busy, and does not
	 * bind alone. */
	VERDICT_MOSTLY_MEMORY,
	VERDICT_MOSTLY_COMPUTE,
	VERDICT_MOSTLY_UNIT,
	VERDICT_MIXED, /* both are between, or one is and the other nearly as high */
	VERDICTS
};

/* What the verdict rests on. */
enum verdict_source {
	VERDICT_FROM_NOTHING,
	VERDICT_FROM_THROUGHPUT, /* measured throughput of all memory and all SM units, of their
	                            peaks */
	VERDICT_FROM_UNITS,      /* the busiest of device memory, L2 and shared memory, as far as
	                            measured, and issue slots in use: blind to other units, so that it
	                            can      say what binds a kernel, and never that nothing does */
};

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

/*
 * Below this share of the device's peak of a type, a kernel does hardly any floating point: nvcc
 * uses HFMA2 to move constants, too (where the trace has the code, it tells whether that is all). A
 * kernel that does one operation with each value that it streams through memory is above it.
 */
#define ROOFLINE_PEAK_PERCENT_MIN 0.1

/* Whether a kernel does hardly any of these operations. */
static inline bool roofline_is_small(const struct roofline *roofline)
{
	return !(100 * roofline->flops_per_s >=
	         ROOFLINE_PEAK_PERCENT_MIN * roofline->peak_flops_per_s);
}

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

/*
 * Counters stand for a kernel if they are of launches that take at least half of its time, or of
 * such as take as long, but for this ratio. Those of a third of its time, or more, stand for that
 * part alone.
 */
#define MEASURED_PERCENT_ALL 50
#define MEASURED_PERCENT_MIN 33
#define REPRESENTED_RATIO    1.5

struct kernel_profile {
	uint32_t function; /* index into functions */
	uint32_t shape;  /* index into launch_shapes; of a function: the one that took most time, or
	                    (no times) was launched most; NONE: the function has none */
	uint32_t device; /* where it first ran, index into devices; NONE: unknown */

	/* Time. */
	int64_t launches; /* those without times, too */
	int64_t timed_launches;
	int64_t graph_launches; /* of the timed ones: by graphs, which are not measured */
	int64_t total_ns;       /* of the timed ones */
	int64_t longest_ns;
	uint32_t longest;    /* operation; NONE */
	double duration_ns;  /* of one launch: mean of the timed, or as measured by the counter */
	double time_percent; /* duration_ns * launches, of the same sum over all kernels */

	/* Occupancy by arithmetic: of `shape`. */
	bool has_occupancy; /* false: the device's limits are unknown, or the shape is none */
	struct occupancy occupancy;
	double theoretical_occupancy; /* % of the warp slots of an SM; NAN */
	double waves;                 /* grid / blocks that the device holds at a time; NAN */
	double grid_occupancy; /* % of the warp slots of the SMs that get a block, on average, where
	                          the grid has fewer blocks than fit; NAN: it has as many */

	/*
	 * Counters, per launch. Which metric each comes from: kernel_profile.c. All warps have 32
	 * threads.
	 */
	int64_t measured_launches;
	double measured_percent;   /* of the time of its launches, that of those that took about as
	                              long as measured ones of their shape, see
	                              kernel_represented.h; 100 where no times are known. Below
	                              MEASURED_PERCENT_MIN the counters are NAN: a warm-up says
	                              nothing of the work */
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
	double host_read_sectors; /* of 32 bytes, that came over the bus from the host's memory */
	double l1_hit, l2_hit;    /* % of sectors found in the cache */
	double branch_uniform;    /* % of branch targets: those of uniform_branches */
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
	double fp64_instructions; /* by threads: additions, multiplications and both in one */
	double flops[FLOP_TYPES]; /* floating-point operations without tensor cores; fma: two */

	/* Derived. */
	double dram_bytes;       /* read and written */
	double dram_bytes_per_s; /* over time_ns, or duration_ns */
	double dram_percent;     /* dram_throughput, or dram_bytes_per_s of the device's peak */
	double fp64_percent;     /* fp64_instructions, of what the FP64 units can do while an SM is
	                            active, at most: without comparisons and conversions */
	double load_store_percent; /* instructions for the units that load and store, of one in
	                              each active cycle of an SM; without those not measured */
	double shared_percent; /* passes of loads and stores through shared memory, of one in each
	                          active cycle of an SM */
	struct roofline rooflines[FLOP_TYPES]; /* members NAN where unknown */

	/* Verdict. */
	enum kernel_verdict verdict;
	enum verdict_source verdict_source;
	double verdict_memory, verdict_compute; /* %: the two figures it was made from */
	double busy_at_work; /* %: of the busiest unit that each SM has for itself, in the time in
	                        which SMs have a warp; NAN: as long as all, or not measured */

	/* Warp samples: of the function, since samples do not know their launch; in the profile of
	 * a shape only if it is the function's only one. */
	int64_t samples;        /* of all reasons that are no subset */
	int64_t samples_issued; /* of those: "selected", the warp issued an instruction */
	/* What warps waited for, "selected" included, the most first; owned by the profiles. From
	 * samples, or where there are none from counters (--metrics=stalls). */
	struct kernel_stall *stalls;
	size_t stalls_count;
};

/* Whether its counters stand for it: launches were measured, and of shapes that take most of its
 * time. */
bool kernel_profile_is_measured(const struct kernel_profile *profile);

/* Whether all launches that have times are those of graphs. */
bool kernel_profile_is_in_graphs(const struct kernel_profile *profile);

/* The members of a profile that are counters, by name ("achieved_occupancy"), for outputs. */
struct kernel_counter {
	const char *name;
	size_t offset;  /* of the double in struct kernel_profile */
	bool is_amount; /* a number per launch; false: a ratio */
};
extern const struct kernel_counter kernel_counters[]; /* ends with a NULL name */
double kernel_counter_value(const struct kernel_profile *profile,
                            const struct kernel_counter *counter);

#endif
