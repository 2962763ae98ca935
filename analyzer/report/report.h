/* SPDX-License-Identifier: MIT */
/*
 * The report: everything that warpwise says of one trace or of several (ranks, processes), computed
 * once. Text, JSON, SARIF and pages print it and compute nothing more than the look of it.
 *
 * It owns all of its texts and keeps no trace: of many traces only one is in memory at a time.
 * Times are ns since the start of their trace. Main thread only.
 */
#ifndef WARPWISE_REPORT_H
#define WARPWISE_REPORT_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "graph/collective.h"
#include "rules/shared/finding.h"
#include "graph/graph.h"
#include "kernel/kernel_operator.h"
#include "kernel/kernel_profile.h"
#include "report/report_details.h"
#include "base/statistics.h"
#include "trace/summary.h"

/* Grows with every change of the JSON; the first number when readers of the old one would fail. */
#define REPORT_VERSION "1.6"

enum {
	/* What is listed at most; the rest is counted. Long runs launch thousands of shapes. */
	REPORT_KERNELS_MAX = 500,
	REPORT_GROUPS_MAX = 200,
	REPORT_PROFILES_MAX = 100,
	REPORT_STALLS_MAX = 40,      /* of one kernel; a chip has some 20 reasons */
	REPORT_READINGS_MAX = 64,    /* metrics of a whole GPU */
	REPORT_INTERVALS_MAX = 1000, /* of the run, for which each has a value */
	/* Boxes of the timeline: of one track, and of one trace. A screen is 4,000 pixels wide. */
	REPORT_TRACK_BOXES = 4000,
	REPORT_TRACE_BOXES = 100000,
	REPORT_TRACKS_MAX = 2000,
	REPORT_FIXES_MAX = 5, /* whose combinations are replayed: 32 runs */
	REPORT_RANGES_MAX = 8,
};

/* A name and what belongs to it: an environment variable, a fact of a finding. */
struct report_pair {
	const char *name, *text;
};

/* The NVTX ranges of a name, from the start of the first to the end of the last. */
struct report_range {
	const char *name;
	int64_t count, start_ns, end_ns;
};

/* An operation as people look for it in a timeline. */
struct report_operation {
	const char *name;  /* demangled function, or "copy, host to device" */
	const char *range; /* innermost NVTX range around its call; NULL: none */
	int64_t start_ns, duration_ns, wait_ns;
	enum cause cause;
	int64_t device, stream; /* CUDA's numbers */
	int queue;              /* -1: unknown */
	/* The operation that the cause is about; blocker NULL: none. */
	const char *blocker;
	int64_t blocker_stream, blocker_start_ns, blocker_duration_ns;
};

struct report_finding {
	const struct rule *rule;
	struct finding_rank rank;
	enum finding_severity severity;
	const char *subject, *headline, *advice;
	/* The end of the advice, where it is for users of a framework, note by note; general: what
	 * is before that. */
	const char *general, *framework; /* framework NULL: there is no such end */
	const char **notes;
	size_t notes_count;
	/* Where several processes have it: the one that gains most, which all numbers are of. */
	uint32_t process;
	uint32_t *processes; /* all that have it */
	size_t processes_count;
	int64_t cost_ns, occurrences;
	double cost_percent; /* of the process's run as it was recorded */
	bool is_predicted;
	int64_t gain_ns, gain_error_ns;
	double gain_percent;
	const char *not_predicted; /* NULL: predicted */
	const char *condition;     /* as of the finding; NULL: none */
	bool is_unmeasured;        /* the same: its cost is an estimate, and no upper limit */
	struct report_pair *facts;
	size_t facts_count;
	struct report_operation *operations;
	size_t operations_count;
	const char *file; /* NULL: unknown */
	int line;
	const char *host_file; /* of the host's code that it is about; NULL: unknown */
	int host_line;
	/* Mostly waiting for another process: the number of the first finding about that one, from
	 * 1 on; 0: it is not, or nothing was found there. */
	size_t awaited_finding;
	/* As of the finding: the other one's rule and subject; NULL: there is none. */
	const struct rule *same_rule;
	const char *same_subject;
	int64_t launches_ns;
	bool is_slow_issue; /* as of the finding */
};

/* A finding that is not in the report, since it would win less than was asked for. */
struct report_small {
	const struct rule *rule;
	const char *subject;
};

struct report_abstention {
	const struct rule *rule;
	const char *reason, *hint; /* hint: which kernels have what it is about; may be NULL */
	bool is_likely;            /* ... and that explains their time */
	uint32_t process;
};

struct report_device {
	int64_t id;
	const char *name, *uuid;
	int cc_major, cc_minor, multiprocessors;
	int64_t memory_bytes, memory_bandwidth_bytes_per_s;
	struct summary_device summary;
	struct budget budget, idle;
	int64_t fill_pages_ns; /* of its memory sets: waiting for pages of managed memory */
};

/* Code of the program that launches a kernel. */
struct report_launch_line {
	const char *code;     /* "forward() model.py:20" */
	const char *caller;   /* the program's own code that called it; "" without */
	double percent;       /* of the time of all its launches, */
	double known_percent; /* of which so much is known who launched it */
};

/* Kernels that compute the same. */
struct report_operator {
	enum operator_kind kind;
	int64_t ns, launches;
	double percent; /* of the time in kernels, added up */
};

/* Launches of one function in one shape. */
struct report_kernel {
	const char *name, *mangled;
	uint32_t launch_shape; /* of the trace: which row a fine timeline's shape is */
	int32_t grid[3], block[3], cluster[3];
	int registers_per_thread;
	int64_t static_shared_bytes, dynamic_shared_bytes, local_bytes_per_thread;
	struct statistics statistics; /* of durations */
	double share_percent;         /* of the time in kernels, added up */
	int64_t critical_ns;          /* of the time in kernels in the budget of the run */
	bool has_occupancy;
	double occupancy_percent;      /* theoretical */
	const char *limiter;           /* "registers"; "" where nothing limits */
	double waves;                  /* blocks over those that fit on the device at once */
	double grid_occupancy_percent; /* what so few blocks allow; NAN: they are no limit */
	struct kernel_profile profile; /* its indices mean nothing here, and it has no stalls */
	struct report_occupancy *occupancy; /* NULL: not known, or not asked for */
	struct report_durations durations;
	struct report_launch_line *lines; /* those with most of its time; none where not known */
	size_t lines_count;
};

/* What counters and samples say about a function, all of its launches together. */
struct report_profile {
	const char *name, *mangled;
	const char *limiter; /* of its occupancy: "registers"; "" where nothing limits */
	struct kernel_profile
	        profile;         /* its indices mean nothing here; its stalls are the report's */
	double peak_bytes_per_s; /* of its device's memory; NAN */
	double sms_in_use;   /* with a warp of it, on average, as samples say: where few; or NAN */
	int multiprocessors; /* ... of so many */
	double thread_loads_bytes, thread_stores_bytes; /* in its main shape, globally; NAN */
	const char *lines;     /* with most samples, in words; "": not known, or of little weight */
	bool are_lines_issued; /* of samples in which a warp issued: what it executes */
	struct report_code *code; /* NULL: no lines were sampled or counted, or not asked for */
};

/* A metric of a whole GPU over the run. */
struct report_reading {
	const char *name;  /* CUPTI's */
	const char *label; /* in words; the name where there are none */
	bool is_rate;      /* values are per second; else means over the interval */
	bool is_percent, is_bytes;
	double average; /* over the time that was sampled */
	double *values; /* of each interval; NAN: not sampled */
};

struct report_gpu_samples {
	int64_t device; /* CUDA's number */
	int64_t samples;
	int64_t start_ns, interval_ns; /* of the values */
	size_t intervals;
	struct report_reading *readings;
	size_t readings_count;
};

/* Copies of one direction, calls of one function. */
struct report_group {
	const char *name;
	struct statistics statistics;
	int64_t size_bytes, failed;
	double share_percent;
};

struct report_groups {
	struct report_group *items;
	size_t count, left_out; /* groups that are not listed */
	int64_t total_ns;
};

struct report_diagnostic {
	const char *code, *subject, *message;
	int severity; /* as in the trace: 0 note, 1 warning, 2 error */
	int64_t count;
};

struct report_process;

/* What a trace says that could not be written to its end, on a full disk for example; NULL:
 * nothing.
 */
const struct report_diagnostic *report_ended_early(const struct report_process *p);

/* Whether a program that was killed was longer at its last than all that its trace has of it. */
bool report_is_mostly_cut(const struct report_process *process);

/* What ran in one stream through one hardware queue, in order. */
struct report_box {
	int64_t start_ns, end_ns;
	int64_t wait_ns; /* of merged boxes: the longest */
	uint32_t name;   /* index into names; of merged boxes: of the first operation */
	uint32_t count;  /* operations */
	uint8_t cause;   /* enum cause, of the longest wait */
	uint8_t type;    /* enum operation_type, of the first operation */
};

struct report_track {
	int64_t device, context, stream; /* CUDA's numbers */
	enum stream_type stream_type;
	int queue; /* -1: unknown */
	struct report_box *boxes;
	size_t boxes_count;
	int64_t operations;
};

struct report_timeline {
	int64_t resolution_ns; /* shorter ones that follow each other are merged; 0: all are there
	                        */
	const char **names;
	size_t names_count;
	struct report_track *tracks;
	size_t tracks_count;
	int64_t operations_left_out; /* of streams beyond REPORT_TRACKS_MAX */
};

/* What one finding advises, as a switch: on or off. */
struct report_fix {
	const struct rule *rule;
	const char *subject; /* the finding is of this rule, about this */
	size_t finding;      /* its place among the findings, known once the report is finished */
};

/* The run as predicted with some fixes. */
struct report_run {
	int64_t wall_ns;      /* on the scale of the recorded run */
	struct budget budget; /* of the replay; wall_ns 0: the trace is too long to keep it */
};

/* Every combination of the fixes that win most. */
struct report_combinations {
	struct report_fix fixes[REPORT_FIXES_MAX]; /* the largest gain first */
	size_t fixes_count, left_out;              /* left_out: predicted, but not among them */
	struct report_run *runs;                   /* number N has the fixes whose bits N has */
	size_t runs_count; /* 0: none was asked for, or nothing can be fixed */
};

/* Launches of those CUDA graphs of which some were recorded as one operation: graph_launches.c. */
struct report_graphs {
	size_t graphs, unknown_graphs;       /* unknown: of which no launch was recorded by node */
	int64_t launches, measured_launches; /* measured: by node */
	int64_t unknown_launches;            /* of those graphs */
	int64_t scaled_operations;           /* whose times were taken from other launches */
};

/* The share of a run that is the largest wait. */
struct report_wait {
	enum share share;
	int64_t ns;
	double percent;   /* of the main part */
	const char *hint; /* what would tell more about it; NULL: it is too short to speak of */
	const char *code; /* of the host, that it was spent in; "" where unknown */
};

/* When the program did work of its own, outside CUDA's calls, while no GPU worked. */
enum report_own {
	OWN_BEFORE,     /* its first work on a GPU */
	OWN_ONCE,       /* before its loops began, or in pauses among its first operations */
	OWN_PAUSES,     /* between operations, once: no finding is about that */
	OWN_AFTER,      /* its last work on a GPU */
	OWN_OUT_BEFORE, /* before the run: its first call of CUDA */
	OWN_OUT_AFTER,  /* behind it: its last one */
	OWN_SPANS,
};

struct report_own_work {
	int64_t ns;       /* 0: too little to speak of */
	const char *code; /* of the host, that it was spent in; "": not known */
};

/* Stretches of the run in which kernels run nearly all the time, where they do not in the whole of
 * it. */
struct report_stretches {
	size_t count; /* 0: none, or the run has no such parts */
	int64_t start_ns, end_ns;
	int64_t ns, kernels_ns; /* of all of them, and within them */
};

/* Of the strip of a run: three for each column of a wide terminal. */
enum { REPORT_STRIP_SLICES = 228 };

struct report_process {
	const char *path;
	const char *name;  /* program, without its path */
	const char *label; /* tells processes apart: "rank 3", or the file's name */
	int64_t rank;      /* -1: unknown */
	int64_t pid, start_unix_ns;
	const char *host, *executable, *command_line, *working_folder, *collector_version;
	const char *main_file; /* report_options.has_main_file: its source; NULL: unknown */
	bool is_complete, is_python, has_hardware_times;
	const char *end_signal; /* "SIGTERM", that ended it; NULL: none, or not known */
	const char *ending;     /* how it ended, and what is missing therefore; "": nothing is, or
	                           `cut` says it */
	bool is_start_alone;    /* it crashed before any loop: gains tell nothing of it */
	int exit_status;        /* 0: that, or not known */
	int driver_version, runtime_version;
	int64_t first_ns, last_ns;
	struct trace_part part; /* the NVTX ranges that all of it is about */
	struct report_pair *environment;
	size_t environment_count;

	struct summary summary; /* its devices are in the devices below */
	int64_t calls, untimed_operations;
	const char *start_call;              /* the longest call before any GPU work; "": none */
	int64_t start_call_ns, start_end_ns; /* of that call: its length, without what it did
	                                        beside; its end; 0: none */
	int64_t start_before_ns; /* what a call before the first that is recorded took to make the
	                            first context, at most; no part of the run; 0: none, unknown */
	/* Pinned host memory: what allocating and releasing it took, LOADER_NS of it in PyTorch's
	 * thread that pins batches, and what was allocated. */
	struct report_pinned {
		int64_t ns, loader_ns, bytes, allocations, releases;
	} pinned;
	/* What runs can be compared by: ranges without CUDA's start, the longest first. */
	struct report_range ranges[REPORT_RANGES_MAX];
	size_t ranges_count;
	struct report_own_work own[OWN_SPANS];
	bool own_leads[OWN_SPANS]; /* outside of the run, and more than what a finding is about */
	const char *own_first, *own_advice; /* these, in words; what makes less of the longest */
	int64_t whole_ns;                   /* the run and the program's own work outside of it */
	struct report_stretches stretches;
	/* How long a program that was killed was at what had not ended, and has no record; and
	 * which of its kernels was sampled, none of whose launches had ended ("": not known). ns 0:
	 * not long. */
	struct report_own_work cut;
	const char *cut_kernel;
	/* What the program was at when its recording ended, if it was at it between the GPU's work
	 * as well: there, and at the end, which need be no part of the run. end_ns 0: it was not.
	 */
	struct report_recurring {
		int64_t before_ns, end_ns;
		const char *code;
	} recurring;
	/* What the compiler took that took most, all through the run, while no GPU worked. ns 0:
	 * not long, or the spans above say it. */
	struct report_own_work compiling;
	/* What a program in Python was at while no GPU worked, in its loops. ns 0: not known, or
	 * little. */
	struct report_own_work idle_code;
	/* What PyTorch's DataLoader took, in the thread that it loads for; and what Python did a
	 * few times, for long each, while no GPU worked. ns 0: not known, or little. */
	struct report_own_work loader, repeated;
	/* Whose benchmark most of the run is, and which kernels it measures. ns 0: none, or it is
	 * not known. */
	struct report_own_work benchmark;
	/* Where it is most of the run, without what findings are about: while no GPU worked; of
	 * Python, neither imports nor compilers alone. ns 0: it is not. */
	struct report_own_work most_own;
	/* Which lines of the host's code launched the kernels, with their shares of the kernels'
	 * time; "": not known, or that is less than a quarter of the run without its start. */
	const char *launched_from;
	/* What the kernels of a framework's program computed, the most time first, also in words;
	 * none, and "": they are no program's of a known one, or names tell too little. */
	struct report_operator *operators;
	size_t operators_count;
	const char *operators_text;
	const char *one_cause; /* which findings have the same one, and what they cost; "": none */
	const char *own_hint;  /* how to learn what the host's code was; NULL: it was recorded */
	struct budget run;
	bool has_strip;
	unsigned char strip[REPORT_STRIP_SLICES]; /* the run in slices: the share that most of each
	                                             went to */
	int64_t program_ns; /* without the time in which CUDA starts and ends */
	int64_t main_ns;    /* and without the program's own start and end: survey.h */
	int64_t rest_ns;    /* worth_rest_ns() */
	struct report_wait largest_wait;
	int64_t recorder_ns; /* cut out of the trace: recorder_time.h */
	/* The run without what recording cost it, call by call (recorder_cost.h), and how far that
	 * may be off; where that is not known, the run as recorded. */
	bool is_alone_known;
	int64_t alone_ns, alone_error_ns;
	bool is_alone_most, is_start_slowed; /* it may be much shorter than that; CUDA's start */
	const char *alone_hint; /* how recording would cost less; NULL: it costs little */
	/* Nothing was recorded: before the first activity, after the last, or cut out between them.
	 */
	/* Where it was cut out of the run, and how long each was; the first of them. */
	struct report_seam {
		int64_t at_ns, length_ns;
	} * seams;
	size_t seams_count;
	int64_t unrecorded_ns;
	size_t unrecorded_intervals;
	const char *unrecorded_reason; /* of the first of them; NULL: there is none */
	struct report_graphs graphs;
	double in_graphs_percent; /* of the time of all kernels: of those whose launches are all in
	                             graphs, which counters cannot measure */
	int64_t replayed_ns;
	double replay_error; /* fraction */
	struct report_device *devices;
	size_t devices_count;

	/* With all fixes that are predicted, replayed together. */
	size_t fixes;
	int64_t fixed_ns; /* the run then; 0: none predicted */
	struct budget fixed;
	/* The first finding's rule, where several of its fixes are predicted, and what these win
	 * together; NULL: they are fewer. */
	const struct rule *first_rule;
	int64_t first_rule_gain_ns;
	struct report_combinations combinations;

	struct report_kernel *kernels;
	size_t kernels_count, kernels_left_out;
	int64_t kernels_total_ns;
	size_t functions;
	/* The kernel that takes most of the time, or much of it, where no finding names it. */
	struct report_main_kernel {
		const char *name, *text; /* shortened; what is known of it. NULL: there is none */
		double percent;          /* of the time in kernels */
		bool is_near;            /* a limit of the GPU */
	} main_kernel;
	bool has_unexplained_kernel; /* has most of the time, and nothing known binds it */
	int most_kernels;            /* so many, 1 or 2, take most of that; 0: no such few do */
	/* Functions of which anything was measured or sampled, the hottest first. */
	struct report_profile *profiles;
	size_t profiles_count, profiles_left_out;
	double device_copies_bytes_per_s;       /* large ones, read and written; NAN: few */
	struct report_gpu_samples *gpu_samples; /* of devices that were sampled */
	size_t gpu_samples_count;
	struct report_groups copies, fills, api;
	struct report_host_time *host_time;  /* NULL: no stacks of the host, or not asked for */
	struct report_device_memory *memory; /* where anything was allocated */
	size_t memory_count;
	struct report_diagnostic *diagnostics;
	size_t diagnostics_count;
	struct report_timeline timeline;
	struct fine_timeline *fine;     /* NULL: not asked for */
	struct collectives collectives; /* used up by report_finish() */
	struct collective_wait wait;    /* known where it is worth a word */
};

/* How unevenly something is spread over the processes. */
struct report_imbalance {
	const char *id, *text; /* "gpu-busy", "GPU busy time" */
	int64_t *values_ns;    /* of each process; -1: unknown */
	size_t known;          /* of how many processes it is known, which the rest is of */
	int64_t mean_ns, max_ns;
	double percent;     /* 100 * (max / mean - 1) */
	uint32_t slowest;   /* the process that has max_ns */
	bool is_wait;       /* for other processes: their `wait` has more */
	bool is_less_waits; /* the waits are taken out */
};

struct fine_timeline; /* fine_timeline.h */

struct report {
	struct report_process *processes;
	size_t processes_count;
	struct report_finding *findings; /* ranked: as in struct findings */
	size_t findings_count;
	struct report_small *small; /* as findings: each once, and none that a process does have */
	size_t small_count;
	double min_gain;    /* fraction of the run; 0: none was asked for */
	bool is_partial;    /* not all rules were asked for */
	bool is_selected;   /* ... but some by name */
	size_t rules_asked; /* how many rules were */
	struct report_abstention *abstentions;
	size_t abstentions_count;
	struct report_imbalance *imbalances; /* of several processes */
	size_t imbalances_count;
	int64_t span_ns; /* from the first activity of any process to the last, in real time */
	bool are_apart;  /* of several processes none ran while another did */
	size_t lines_count, instructions_count;        /* of all code */
	size_t host_functions_count, host_nodes_count; /* of all processes */
	struct report_memory *memory;
};

struct fine_sink;
struct report_options {
	struct findings_options findings;
	/* Outputs that do not print these need not have them made. */
	bool is_without_timeline;
	bool is_without_fixed_budget; /* what the time is spent on with all fixes */
	bool has_fine_timeline;       /* for the page alone */
	const struct fine_sink
	        *tiles;        /* with it: its boxes go there (fine_tiles.h); NULL: they stay */
	bool has_strip;        /* the run in order of time, for a text */
	bool has_combinations; /* of fixes: a second's work, for those who let choose among them */
	bool has_details;      /* all of report_details.h */
	bool has_main_file;    /* of each process: for findings that have no place */
	bool has_source_text;  /* lines of source files that are here: for who may read them */
	bool has_sass;         /* texts of instructions, where nvdisasm is here: for the same */
	const char *source_folder; /* where they are looked for first; NULL: nowhere */
};

/* Whether what F costs may be added to what others of its rule do: it is certain, and nothing
 * predicts a gain. */
bool report_has_cost_alone(const struct report_finding *f);

/* Begins as { 0 }. Both return 0 or -ENOMEM; release it in any case. */
int report_add(struct report *report, const struct trace *trace,
               const struct report_options *options);
int report_finish(struct report *report); /* after the last */
void report_release(struct report *report);

/* Whether a finding about PROCESS is more than a hint. */
bool report_has_fix(const struct report *report, const struct report_process *process);

/* Whether NS, or what FIRST, the first finding, is about, is little of the run, or of what of it is
 * neither start nor end. */
bool report_is_little_time(const struct report_process *process, int64_t ns);
bool report_is_little(const struct report_process *process, const struct report_finding *first);

/* Whether it was recorded with --stalls or --metrics. */
bool report_looks_inside_kernels(const struct report_process *process);

/* How busy the units are that bind the kernel of PROFILE, or would: "the L2 cache at 84.0 % of
 * peak, arithmetic at 10.5 %". Returns TEXT. */
enum { REPORT_BUSY_MAX = 256 }; /* bytes */
const char *report_say_how_busy(char text[REPORT_BUSY_MAX], const struct kernel_profile *profile);

/* The severest finding; -1: there is none. */
int report_severity(const struct report *report);

/* The process that most of the waiting was for; needs a process. */
const struct report_process *report_most_awaited(const struct report *report);

/* ---- outputs: each returns 0 or -ENOMEM; whether STREAM took it is found out by its owner ---- */

struct report_text_options {
	int64_t limit; /* rows of each table; 0: all */
	bool is_brief; /* headline, budget and findings alone */
};

int report_print_text(const struct report *report, FILE *stream,
                      const struct report_text_options *options);
int report_print_json(const struct report *report, FILE *stream);
/* Files below SOURCE_ROOT, an absolute path, are named from there on. */
int report_print_sarif(const struct report *report, FILE *stream, const char *source_root);
/* One page that needs nothing else. Returns -ENOSYS as well: built without npm, it has no page. */
int report_print_html(const struct report *report, FILE *stream);

enum { REPORT_PROGRAM_MAX = 256 }; /* bytes */

/* What TRACE's program is called: its file's name, of a Python program the script's or the
 * module's. */
void report_program_text(char text[REPORT_PROGRAM_MAX], const struct trace *trace);

/* Its rank in a job that was launched as one; -1: none. */
int64_t report_rank(const struct trace *trace);

/* Which of several processes it is: "rank 3", or the trace's file. */
void report_process_text(char text[REPORT_PROGRAM_MAX], const struct trace *trace);

/* What people call METRIC, a counter of whole GPUs; METRIC itself where they have no name. */
const char *report_reading_label(const char *metric);
/* Amounts come in samples of some length: what is compared is their rate. */
bool report_reading_is_rate(const char *metric);

extern const char *const report_own_times[OWN_SPANS]; /* "before its first GPU work" */
/* Whether SPAN is no part of the run. */
bool report_own_is_outside(enum report_own span);
/* Whether SPAN has nearly all of the own work that is most of PROCESS' run. */
bool report_own_is_nearly_all(const struct report_process *process, enum report_own span);

#endif
