/* SPDX-License-Identifier: MIT */
/*
 * Intervals of time, united: what ran twice at once counts once. Intervals are half open, start_ns
 * up to but without end_ns; empty ones take no time. Times lie within TRACE_TIME_MAX_NS, so no
 * length overflows. Any thread, one at a time.
 */
#ifndef WARPWISE_INTERVAL_H
#define WARPWISE_INTERVAL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct interval {
	int64_t start_ns, end_ns;
};

/* ---- sets ---- */

/* Begins as { 0 }. */
struct interval_set {
	struct interval *items;
	size_t count;
	bool is_unsorted; /* some start before the one of the interval before */
};

/*
 * Adds an interval. One that touches the last one lengthens it, so that intervals added in order of
 * start take memory for the united ones alone; any other order is fine too. Returns 0 or -ENOMEM.
 */
int interval_set_add(struct interval_set *set, int64_t start_ns, int64_t end_ns);

/* Adds what of an interval is outside of WITHOUT, which is united and another set. Returns 0 or
 * -ENOMEM. */
int interval_set_add_outside(struct interval_set *set, int64_t start_ns, int64_t end_ns,
                             const struct interval_set *without);

/* Makes the intervals disjoint and rising: linear when they were added in order, else n log n. */
void interval_set_unite(struct interval_set *set);
void interval_set_release(struct interval_set *set);

/* Both need united sets, and are linear. */
int64_t interval_set_length(const struct interval_set *set);
int64_t interval_set_intersection(const struct interval_set *a, const struct interval_set *b);

/* How much of START_NS to END_NS is in the united SET. Logarithmic, and linear in what lies there.
 */
int64_t interval_set_within(const struct interval_set *set, int64_t start_ns, int64_t end_ns);

/* ---- the sweep ---- */

enum { SWEEP_CLASSES = 4 };

/*
 * What ran at the same time as what: intervals of up to SWEEP_CLASSES classes go in, in order of
 * start; out comes how long each combination of classes was active. Memory for the intervals that
 * are active at one moment, time n log of that. Begins as { 0 }.
 */
struct sweep {
	int64_t time_ns[1 << SWEEP_CLASSES]; /* by the set of active classes, bit 1 << class; [0]:
	                                        gaps */
	int64_t several_ns[SWEEP_CLASSES];   /* two or more of the class at once */
	size_t most[SWEEP_CLASSES];          /* at once */
	/* The rest is its own. */
	size_t active[SWEEP_CLASSES];
	unsigned any, several; /* classes of which one is active, and of which two are */
	struct sweep_end {
		int64_t end_ns;
		int class;
	} * ends; /* of the active ones: a heap, the earliest first */
	size_t ends_count;
	int64_t now_ns;
	bool is_begun;
};

/* START_NS must not be below that of the call before. Returns 0 or -ENOMEM. */
int sweep_add(struct sweep *sweep, int class, int64_t start_ns, int64_t end_ns);

/* Lets everything that is active end; the results are complete then. */
void sweep_finish(struct sweep *sweep);
void sweep_release(struct sweep *sweep);

/* Time in which some class of MASK was active, and in which one of each of A and B was. */
int64_t sweep_any_ns(const struct sweep *sweep, unsigned mask);
int64_t sweep_both_ns(const struct sweep *sweep, unsigned a, unsigned b);

#endif
