/* SPDX-License-Identifier: MIT */
/*
 * What several rules need: names for their sentences, who was held back by a cause, the gaps in
 * which a GPU ran nothing with what the host did meanwhile, and the share below which nothing is
 * reported. Any thread, one at a time. Functions that return an int return 0 or -ENOMEM;
 * check_failed() takes that from the rule.
 */
#ifndef WARPWISE_RULES_COMMON_H
#define WARPWISE_RULES_COMMON_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/shared/finding.h"
#include "base/interval.h"
#include "rules/shared/rule.h"

/* Remembers that memory ran out. */
void check_failed(struct check *check, int error);

/* A finding of the rule with this id was added already: rules run in the order of rules.am. */
bool check_has_finding(const struct check *check, const char *rule_id);

/* finding_add() about a function or a device. Functions whose short names are alike have longer
 * ones there. */
struct finding *finding_add_function(struct check *check, uint32_t function);
struct finding *finding_add_device(struct check *check, uint32_t device);

/* ---- what counts ---- */

/* From the first start to the last end of the operations of DEVICE (NONE: of any). 0 without
 * operations. */
int64_t gpu_span_ns(const struct trace *trace, uint32_t device);

/*
 * The share of that span which a finding must at least cost, as a row of a rule's thresholds.
 * Start-up and the host's work before and after are no part of the span: they would make a long
 * loading time hide all the rest.
 */
#define WORTH_PERCENT 1
#define THRESHOLD_WORTH                                                                           \
	{                                                                                         \
		"share", WORTH_PERCENT, "% of the time from the first to the last GPU operation", \
		        "an unchanged replay comes within about 1 % of the recorded run, so a "   \
		        "smaller gain cannot "                                                    \
		        "be told from its error"                                                  \
	}
bool is_worth(const struct trace *trace, int64_t cost_ns);

/* Waits shorter than this are no waits, as a row of thresholds. */
#define WAIT_MIN_NS 2000
#define THRESHOLD_WAIT                                                                           \
	{                                                                                        \
		"wait", WAIT_MIN_NS, "ns",                                                       \
		        "an operation starts about 1 us after what it waits for has ended (1.0 " \
		        "to 1.3 us on an "                                                       \
		        "H200), and that varies by as much again: a shorter wait says nothing"   \
	}

/* For how it is decided, of the rules about a kernel's launch or what happens inside. */
#define LEAVES_OUT_NCCL \
	"NCCL's kernels are left out: they wait for other GPUs, whatever their launch and code."

/* By function: kernel_communicates(). NULL without memory; free it. */
bool *find_communicating(const struct trace *trace);

/* ---- names; like format.h, each writes into TEXT and returns it ---- */

enum { NAME_MAX_BYTES = 400 };
#define NAME ((char[NAME_MAX_BYTES]){ 0 })

const char *name_operation(char text[NAME_MAX_BYTES], const struct trace *trace,
                           uint32_t operation);
const char *name_function(char text[NAME_MAX_BYTES], const struct trace *trace, uint32_t function);
const char *name_stream(char text[NAME_MAX_BYTES], const struct trace *trace,
                        uint32_t stream); /* "stream 13" */
const char *name_call(char text[NAME_MAX_BYTES], const struct trace *trace,
                      uint32_t call); /* no version */
/* "GPU 0" where there are several, else "the GPU". */
const char *name_device(char text[NAME_MAX_BYTES], const struct trace *trace, uint32_t device);
/* The innermost NVTX range in which THREAD was at NS, or NULL. Linear in the markers: for examples
 * only. */
const char *name_range(const struct trace *trace, uint32_t thread, int64_t ns);
/* "1 kernel", "1,200 kernels". */
const char *name_count(char text[NAME_MAX_BYTES], int64_t count, const char *singular,
                       const char *plural);

/* "13, 14, 15 and 9 more". */
struct name_list {
	char text[NAME_MAX_BYTES];
	size_t used;
	int64_t count, shown;
	char last[NAME_MAX_BYTES]; /* waits for its "and" */
};

void name_list_add(struct name_list *list, const char *text);
const char *name_list_end(struct name_list *list);

/* The functions of the kernels among OPERATIONS, the most frequent first: "step (400), sum (12) and
 * 3 more". */
int name_kernels(char text[NAME_MAX_BYTES], const struct trace *trace, const uint32_t *operations,
                 size_t count);

/* ---- what a cause held back ---- */

struct held {
	uint32_t *operations; /* in order of start */
	size_t count, room;
	int64_t cost_ns;   /* their waits united */
	int64_t behind_ns; /* the same of those that waited behind another operation */
	int64_t worst_ns;
	uint32_t worst; /* NONE if there are none */
};

/*
 * The operations of DEVICE that CAUSE held back for WAIT_MIN_NS or longer; but not the first one of
 * the run, whose wait is start-up. Release in any case.
 */
int held_collect(struct held *held, const struct check *check, uint32_t device, enum cause cause);
/* Computes all but the operations anew, after the rule has taken some out. */
int held_measure(struct held *held, const struct check *check);
void held_release(struct held *held);
/* The costliest become examples of FINDING, with occurrences; the worst one is described. */
void held_report(const struct held *held, const struct check *check, struct finding *finding);

/* The streams of OPERATIONS, each once, in order of their numbers: "13, 14 and 15". Returns how
 * many. */
int name_streams(struct name_list *list, const struct trace *trace, const uint32_t *operations,
                 size_t count, int64_t *streams);

/* ---- gaps: a GPU runs nothing ---- */

enum gap_kind {
	GAP_DEPENDENCY, /* the next operation was issued already: it waited for something else */
	GAP_SYNCHRONIZATION, /* the host waited for the GPU first, then issued the next operation at
	                        once */
	GAP_LAUNCH,     /* the host launches one kernel after the other, and that takes longer than
	                   running them */
	GAP_GRAPH,      /* it launches graphs, and that takes longer than running them */
	GAP_ALLOCATION, /* the host was in calls that allocate or free memory for most of it */
	GAP_COPY,       /* ... that copy or set memory */
	GAP_HOST,       /* the host's own work */
	GAP_OTHER,
	GAP_KINDS,
};

struct gap {
	int64_t start_ns, end_ns;
	uint32_t device;
	uint32_t next; /* the operation whose start ends it */
	enum gap_kind kind;
	uint32_t wait_call;       /* the call that waited for the GPU in it, or NONE */
	uint32_t call_before;     /* the thread's call before the one that issued `next`, or NONE */
	int64_t share_ns[SHARES]; /* what the host did; sums up to the gap */
};

/* A host that pauses longer between two launches does work of its own; reason in launch_bound.c. */
#define LAUNCH_PAUSE_NS 50000

/* A gap before an operation that nothing known held back is not judged if it is unexplained from
 * this share on. */
#define GAP_UNEXPLAINED_PERCENT 25

/* Goes through the gaps between operations of all devices in order of their ends. */
struct gap_walk {
	const struct graph *graph;
	int64_t *last_end_ns; /* by device; INT64_MIN: no operation yet */
	size_t next;
};

int gap_walk_init(struct gap_walk *walk, const struct graph *graph);
bool gap_next(struct gap_walk *walk, struct gap *gap);
void gap_walk_release(struct gap_walk *walk);

/* ---- calls ---- */

enum call_class call_class(const struct trace *trace, uint32_t call);

/* The median duration of calls of CLASS, at most the first million of them; 0 if there is none. */
int calls_usual_ns(int64_t *usual_ns, const struct trace *trace, enum call_class class);

/* What is seen fewer times may belong to the phases of a program; ten times is a habit. */
enum { REPEATS_MIN = 10 };

/* A copy whose host side the program may want to use after waiting for it: a result, or a buffer to
 * fill again. */
bool is_host_memory_used(const struct trace *trace, uint32_t operation);

/*
 * Sets HAS_NO_REASON[call] (all false at first) for each wait of a stream, context or device that
 * could be for nothing: since those streams were last waited for, no thread put anything into them
 * that the host may need: a copy of host memory, an event (they time work), a host function. Waits
 * for one event are precise and are left out.
 */
int waits_without_reason(bool has_no_reason[], const struct check *check);

#endif
