/* SPDX-License-Identifier: MIT */
/* The time in which a GPU had nothing to do, as gpu-idle counts it. Any thread. */
#ifndef WARPWISE_RULES_IDLE_TIME_H
#define WARPWISE_RULES_IDLE_TIME_H

#include "base/interval.h"
#include "rules/shared/finding.h"
#include "rules/shared/gaps.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/idle_setup.h"
#include "rules/shared/results.h"
#include "rules/shared/round_trips.h"
#include "rules/shared/single_results.h"
#include "rules/shared/told_gaps.h"

/* The host's own long pauses, in which it calls nothing, have a cause of their own beside gaps that
 * are as short as single operations. */
enum idle_part { IDLE_ALL, IDLE_BUT_PAUSES, IDLE_PAUSES };

/* Which gaps of a device are looked at: those of open kinds that no other rule has. */
struct idle_scope {
	uint32_t device;
	bool is_open[GAP_KINDS];
	int64_t limit_ns[GAP_KINDS];       /* a longer gap of that kind is one that happens once */
	const bool *has_no_reason;         /* by call: it waits for nothing that the trace shows */
	const bool *needless;              /* waits that needless-sync has reported, or NULL */
	const uint8_t *in_rows;            /* by call: enum place_in_row */
	bool leaves_loads;                 /* kernels made again have a finding of their own */
	const struct idle_setup *setup;    /* time that is none of it */
	bool has_once;                     /* but what is compiled once is */
	const struct told_gaps *told;      /* what findings of other rules count, to leave
	                                    it out; or NULL */
	const struct interval_set *shares; /* of other GPUs: what gpu-imbalance has reported */
	int64_t long_gap_ns;               /* for single operations a host takes less */
	double large_bytes;                /* fewer are a few numbers */
	enum idle_part part;
	int64_t work_ns; /* the GPU's, in all; 0: not known yet */
};

struct idle_time {
	int64_t once_ns; /* compiled once, and left out */
	int64_t base_ns; /* of the device's span, without gaps that happen once */
	int64_t gaps, cost_ns;
	int64_t kind_ns[GAP_KINDS];
	int64_t share_ns[SHARES];
	int64_t work_ns;         /* the GPU's, in all */
	int64_t behind_issue_ns; /* behind these gaps: what was issued started late, for no known
	                            reason */
	int64_t recorder_ns;     /* that recording added to gaps in which the host launches */
	int64_t late_ns;         /* of cost_ns: behind two thirds of that */
	int64_t waited_ns;       /* of cost_ns: the host had waited for the GPU in it */
	int64_t elements_ns;     /* of that: for an element of an array that it goes through */
	int64_t needless_ns;     /* of that: the trace shows no reason for the wait */
	int64_t shadow_ns; /* of cost_ns: no longer than the host had waited for the GPU before */
	int64_t behind_ns; /* of cost_ns: what it had waited in, and the shadows elsewhere */
	struct interval_set host; /* when the host did work of its own */
	struct host_evidence code;
	int64_t loads_ns;  /* of cost_ns: the host loaded code in it */
	int64_t graphs_ns; /* of cost_ns: before a node of a graph */
	int64_t loads;     /* such gaps */
	int64_t long_ns;   /* of cost_ns: in gaps that are longer than single operations take a host
	                    */
	int64_t pauses_ns; /* of that: in which the host hardly calls anything */
	int64_t waits_counted; /* calls that waited, before these gaps */
	int64_t waiting_ns;    /* how long they took */
	int64_t turns_ns;      /* other GPUs worked, by turns with this one */
	/* Gaps behind a call that waited, by the call's name, and how long; NULL: not counted. */
	struct idle_waits {
		int64_t count, ns;
	} * waits;
	bool *is_timed;          /* by call: timed_waits.h; NULL: none is */
	int64_t timed, timed_ns; /* such waits before these gaps, and what is behind them */
	bool are_timed;          /* most waits */
	bool awaits_first;       /* of waiting for data, most is for the first behind a start */
	struct results results;  /* that were waited for, and inputs */
	struct single_results singles;
	struct round_trip_kinds trips;
	uint32_t worst;
	int64_t worst_ns;
};

/* What was measured may be measured anew then. */
void idle_time_release(struct idle_time *idle);

/* Returns 0 or -ENOMEM. */
int idle_time_init_waits(struct idle_time *idle, const struct check *check);

/*
 * Adds the gaps in SCOPE. With FINDING, which may be NULL, it gets examples, targets and what the
 * host did. Returns 0 or -ENOMEM.
 */
int idle_time_measure(struct idle_time *idle, const struct check *check,
                      const struct idle_scope *scope, struct finding *finding);

/*
 * Measures IDLE anew, with what a compiler does once, if that is most of it; else no gaps are left.
 * For where there is hardly anything without. Changes SCOPE. Returns 0 or -ENOMEM.
 */
int idle_time_with_once(struct idle_time *idle, const struct check *check,
                        struct idle_scope *scope);

/* Adds to FINDING what the host did meanwhile. */
void idle_time_say_split(const struct idle_time *idle, struct finding *finding);

/* Adds how much of it came behind a wait, which calls waited most often, and for which copies, if
 * these are LEAST percent of the waits. Returns 0 or -ENOMEM. */
int idle_time_say_waits(struct idle_time *idle, const struct trace *trace, double least,
                        struct finding *finding);

/* What the GPU does beside, at most: the rest of the time may be idle, too, for other reasons. */
int64_t idle_beside_ns(const struct idle_time *idle);

/* Whether the host had waited before these gaps, but for less than LEAST percent of them: it was
 * hardly ahead of the GPU, and gets no lead without the waits. */
bool idle_waits_are_short(const struct idle_time *idle, double least);

/* The case of a rule's notes, of what has most of the time for data, if that is LEAST percent of
 * it: "loading", "workers", "first batches", "receiving"; or NULL. */
const char *idle_data_case(const struct idle_time *idle, double least);

/* Whether most of it is before launches of graphs. */
bool idle_is_before_graphs(const struct idle_time *idle);

/* Whether most of it is in gaps that are longer than single operations take a host. */
bool idle_has_long_gaps(const struct idle_time *idle);

/* Whether other GPUs work in most of it. */
bool idle_takes_turns(const struct idle_time *idle);

/* Whether most of it is shadows of waits. */
bool idle_is_in_shadow(const struct idle_time *idle);

/* Whether most of it is behind copies of single elements of arrays that do not change meanwhile. */
bool idle_is_for_elements(const struct idle_time *idle);

/* How much of it gaps of KIND have; or, in gaps of any kind, the host's work of its own, or time
 * behind waits, if that is more. */
double idle_percent_for(const struct idle_time *idle, enum gap_kind kind);

#endif
