/* SPDX-License-Identifier: MIT */
/* What the files that make a report share. Private to report*.c. */
#ifndef WARPWISE_REPORT_PARTS_H
#define WARPWISE_REPORT_PARTS_H

#include "report/report.h"
#include "rules/shared/start_up.h"

/*
 * Everything that the report owns. An allocation that fails sets ERROR, and all go on with what
 * they got: whoever started looks at ERROR once, at the end.
 */
struct report_memory {
	void **items;
	size_t count;
	int error;
};

/* COUNT zeroed elements; NULL without memory, never otherwise. */
void *report_array(struct report *report, size_t count, size_t size);
/* Takes over memory from malloc(), NULL included, which is an error. Returns it, or NULL. */
void *report_keep(struct report *report, void *memory);
/* Never NULL: "" without memory. */
const char *report_text(struct report *report, const char *format, ...)
        __attribute__((format(printf, 2, 3)));
/* As report_keep(), for texts: never NULL. */
const char *report_keep_text(struct report *report, char *text);

/* An NVTX range by its name; XLA's by what of it tells: "add.3" of "Thunk:#name=,hlo_op=add.3#". */
const char *report_range_name(struct report *report, const char *name);
bool report_has_failed(const struct report *report);

/* After the summary: kernels by function and shape; copies, fills and calls by what people
 * compare. */
void report_add_tables(struct report *report, struct report_process *process,
                       const struct trace *trace);

/* What only graph and profiles tell of the kernels in the table. */
void report_complete_kernels(struct report *report, struct report_process *process,
                             const struct graph *graph, const struct kernel_profiles *profiles);

/* "registers, blocks": what limits the occupancy of PROFILE; "" where nothing does. */
const char *report_limiter(struct report *report, const struct kernel_profile *profile);

/* After the tables: occupancy and durations of the kernels' launches. */
void report_add_launches(struct report *report, struct report_process *process,
                         const struct trace *trace);

/* After the profiles: lines and instructions with what was measured there. */
void report_add_code(struct report *report, struct report_process *process,
                     const struct kernel_profiles *profiles, const struct report_options *options);

/* What was held of each device's memory over time. */
void report_add_device_memory(struct report *report, struct report_process *process,
                              const struct trace *trace);

/* What follows the last slash; all of it where nothing does. */
const char *report_file_name(const char *path);

/* Whether the program is Python: it imports and compiles, which is no work of its own. */
bool report_is_python(const struct trace *trace);

/* What the program is called: its file's name, of a Python program the script's or the module's. */
const char *report_program_name(struct report *report, const struct trace *trace);

/*
 * The file of the Python script that the program is, as it was named when it was started; NULL: it
 * is a module, a text, or no Python.
 */
const char *report_program_script(struct report *report, const struct trace *trace);

/*
 * Where a finding is about a kernel and the rule did not say where: the line on which the kernel
 * begins. Unpacking the code takes its time, so it is done for those alone. FINDINGS are the last
 * that the report got.
 */
void report_locate(struct report *report, const struct trace *trace,
                   const struct findings *findings);

/*
 * After the kernels: the source file that stands for the program where a finding has no place of
 * its own: a Python program's script, else the file of the kernel that took most time, of those
 * that are not in headers.
 */
void report_add_main_file(struct report *report, struct report_process *process,
                          const struct trace *trace, const struct findings *findings);

/* What was not recorded. */
void report_add_unrecorded(struct report *report, struct report_process *process,
                           const struct trace *trace);

/* CUDA's start and pinned memory, of GRAPH's trace. */
void report_add_start(struct report *report, struct report_process *process,
                      const struct graph *graph);

/* Once the findings are in order: pinned memory of which findings tell is left to them. */
void report_leave_out_pinned(const struct report *report, struct report_process *process);

/* After CUDA's start: what runs can be compared by. */
void report_add_ranges(struct report *report, struct report_process *process,
                       const struct trace *trace);

/* What counters and samples say. Returns 0 or -ENOMEM. */
int report_add_profiles(struct report *report, struct report_process *process,
                        const struct findings *findings);

/* All predicted fixes together. One alone was replayed for its gain; where all their combinations
 * are replayed (IS_COMBINED), the last of these is it. Returns 0 or -ENOMEM. */
int report_add_fixed(struct report_process *process, const struct graph *graph,
                     const struct findings *findings, bool is_combined);

/* Whether the last of the combinations has all fixes that are predicted. */
bool report_combines_all(const struct trace *trace, const struct findings *findings);

/* What each combination of fixes would win. Returns 0 or -ENOMEM. */
int report_add_combinations(struct report *report, struct report_process *process,
                            const struct graph *graph, const struct findings *findings);
void report_add_timeline(struct report *report, struct report_process *process,
                         const struct graph *graph);

/* After the tables. TILES gets the boxes where it is not NULL, else the timeline has them. */
struct fine_sink;
void report_add_fine_timeline(struct report *report, struct report_process *process,
                              const struct graph *graph, const struct findings *findings,
                              const struct fine_sink *tiles);

/* How far ALONE_NS, the run's time without the recorder, may be off. */
int64_t report_alone_error_ns(const struct graph *graph, int64_t alone_ns);

/* The run replayed, as it was recorded and without what recording cost. */
void report_add_replays(struct report_process *process, const struct graph *graph);

/* Behind rest_ns: where kernels run nearly all the time in a run in which they do not. Returns 0 or
 * -ENOMEM. */
int report_add_stretches(struct report_process *process, const struct trace *trace);

/* The run in order of time. Returns 0 or -ENOMEM. */
int report_add_strip(struct report_process *process, const struct graph *graph);

/* Behind the largest wait: how long the program worked by itself in each span. Returns 0 or
 * -ENOMEM. */
int report_add_own_spans(struct report_process *process, const struct graph *graph,
                         const struct findings *findings);

/* When the host was sampled last; INT64_MIN: it was not. */
int64_t report_last_sample_ns(const struct trace *trace);

/* Behind the diagnostics. Its code is report_add_host_code()'s, its kernel that of the profiles. */
void report_add_cut(struct report_process *process, const struct trace *trace);
void report_add_cut_kernel(struct report_process *process);

/* Behind the cut: how the program ended, if its trace has no end. */
void report_add_ending(struct report *report, struct report_process *process,
                       const struct trace *trace, const struct findings *findings);

/* Adds when SPAN was to SET, which is united then. Returns 0 or -ENOMEM. */
int report_own_span(struct interval_set *set, enum report_own span,
                    const struct report_process *process, const struct graph *graph,
                    const struct findings *findings);

/* Adds when the run, step by step, was the program's own work while no GPU worked to SET, which is
 * united then. Returns 0 or -ENOMEM. */
int report_own_steps(struct interval_set *set, const struct graph *graph);

/* The rules about time in which the host issues nothing; behind the last one NULL. */
extern const char *const report_about_host[];

/* Whether OWN_NS of the program's own work are most of the program time, or the
 * largest wait of all, and more than each of the findings costs. */
bool report_own_is_most(const struct report_process *process, const struct graph *graph,
                        const struct findings *findings, int64_t own_ns);

/* Behind rest_ns: what a program in Python was at while no GPU worked. Returns 0 or -ENOMEM. */
int report_add_idle_code(struct report *report, struct report_process *process,
                         const struct graph *graph, const struct findings *findings);

/* How much of WITHIN, in which XLA compiled for COMPILING_NS, its autotuner had: *NS, 0 where that
 * is not much. Returns 0 or -ENOMEM. */
int report_tuning(int64_t *ns, const struct graph *graph, const struct interval_set *within,
                  int64_t compiling_ns);

/* What the DataLoader took of the run, added up. Returns 0 or -ENOMEM. */
int report_add_loader(struct report *report, struct report_process *process,
                      const struct graph *graph, const struct findings *findings);

/* What the host does once an epoch, or so, added up. Returns 0 or -ENOMEM. */
int report_add_repeated(struct report *report, struct report_process *process,
                        const struct graph *graph, const struct findings *findings);

/* Whether most of the run is a benchmark, of Python's. Returns 0 or -ENOMEM. */
int report_add_benchmark(struct report *report, struct report_process *process,
                         const struct host_code *host);

/* Whether the largest wait is for the program's own work. */
bool report_waits_for_host(const struct report_process *process);

/* How to learn what the host does where it may wait for pages. */
extern const char report_pages_hint[];

/* When the last kernel ended: what comes behind, results and their check, no kernel waits for. */
int64_t report_kernels_end_ns(const struct trace *trace);

/* Of a run that no rule found anything in; else, there is none. Returns 0 or -ENOMEM. */
int report_add_largest_wait(struct report_process *process, const struct graph *graph,
                            const struct findings *findings);

/* PART of it, from 0 to 1, happens once (a just-in-time compiler's): where the rest would not be
 * worth a line, there is none. */
void report_wait_leave(struct report_wait *wait, double part);

/* Where stacks of the host were recorded: what its own work is, if that is the largest wait, and
 * what it does once. Returns 0 or -ENOMEM. */
int report_add_host_code(struct report *report, struct report_process *process,
                         const struct graph *graph, const struct findings *findings);

/* Behind the largest wait: what was done at the recording's end, and is of the program's loop.
 * Returns 0 or -ENOMEM. */
int report_add_recurring(struct report *report, struct report_process *process,
                         const struct graph *graph, const struct findings *findings);

/* Behind rest_ns: what the kernels computed. Returns 0 or -ENOMEM. */
int report_add_operators(struct report *report, struct report_process *process,
                         const struct trace *trace);

/* Behind the tables: from which lines of the program kernels were launched. Returns 0 or -ENOMEM.
 */
int report_add_launch_lines(struct report *report, struct report_process *process,
                            const struct host_code *host);

/* The host's time by function and by who called whom. Returns 0 or -ENOMEM. */
int report_add_host_time(struct report *report, struct report_process *process,
                         const struct host_code *host);

/* Of several processes, once all are there. */
void report_add_imbalances(struct report *report);

/* "; its 8 threads take turns at a lock ...", in TEXT, as samples of native code WITHIN some time
 * show; "" if they do not. Returns 0 or -ENOMEM. */
struct interval_set;
int report_name_lock(const char **text, struct report *report, const struct host_code *host,
                     const struct interval_set *within);

/* Of a process whose findings are known: its own work that is more than what they are about, and
 * the kernel that no finding explains. */
void report_add_own_first(struct report *report, struct report_process *process);
void report_add_main_kernel(struct report *report, struct report_process *process);
/* What is known, in TEXT, of a kernel that counters did not measure, and why: its warps wait for
 * memory, or how to record what is missing. OF may be NULL: nobody looked into it. */
enum { REPORT_UNMEASURED_MAX = 600 }; /* bytes, with numbers and a reason */
const char *report_say_unmeasured(char text[REPORT_UNMEASURED_MAX], const struct report_process *p,
                                  const struct report_profile *of);
/* Which findings are about a kernel. */
struct report_naming {
	size_t first;        /* its number, from 1 on; 0: none is */
	bool are_hints_only; /* nobody knows what any of them wins */
	double percent;      /* of the kernel's time, what they cost together */
};
struct report_naming report_naming(const struct report *report, const struct report_process *p,
                                   const struct report_kernel *kernel);
/* Says in the main kernel's place what the GPU's own work is above all, where that is little of a
 * run of things that are done once, and leaves most of the GPU without a block. */
void report_say_few_blocks(struct report *report, struct report_process *p);
/* Says there which kernels that differ by a number take most of the time together. */
void report_say_kernel_family(struct report *report, struct report_process *p);

/* "host to device" ..., "memory set", or the demangled function. */
const char *report_operation_name(struct report *report, const struct trace *trace, uint32_t i);

#endif
