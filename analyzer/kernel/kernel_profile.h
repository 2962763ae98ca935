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

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code/code.h"
#include "code/disassembler.h"
#include "code/source.h"
#include "kernel/hotspot.h"
#include "kernel/kernel_figures.h"
#include "kernel/kernel_verdict.h"
#include "trace/trace.h"

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

/*
 * Linear in the trace, which must live as long. CODES: one for each function; NULL: not read.
 * Returns 0 or -ENOMEM; release in any case.
 */
int kernel_profiles_init(struct kernel_profiles *profiles, const struct trace *trace,
                         const struct code *codes);
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
	const char *sass;                    /* of an instruction, its text; NULL: unknown */

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
	struct sass sass; /* owns their texts */
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
/*
 * Adds their texts to the instructions (KERNEL_INSTRUCTIONS) that kernel_lines_init() made, of the
 * module with most of them, and those of its instructions that nothing was measured of. Without
 * texts, disassembler_trouble() says why. Returns 0 or -ENOMEM.
 */
int kernel_lines_add_sass(struct kernel_lines *lines, const struct kernel_profiles *profiles,
                          const struct sources *sources, struct disassembler *disassembler,
                          uint32_t function);
void kernel_lines_release(struct kernel_lines *lines);

#endif
