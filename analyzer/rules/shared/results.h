/* SPDX-License-Identifier: MIT */
/* Copies that the host waits for: of results to it, of inputs to the GPU. Any thread. */
#ifndef WARPWISE_RULES_RESULTS_H
#define WARPWISE_RULES_RESULTS_H

#include "graph/graph.h"
#include "rules/shared/finding.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/threshold.h"

extern const struct threshold results_threshold[];

struct waited_copies {
	int64_t count, least_bytes, most_bytes;
	int64_t pageable; /* of them */
	/* The size of more than half of them, if there is one; they are more than the others by at
	 * least so many. */
	int64_t usual_bytes, votes;
	int64_t calls_ns; /* in the calls that copied and those that waited */
	int64_t elements; /* of an array that does not change meanwhile: see results_init() */
	struct host_evidence code; /* where the host waited */
};

struct results {
	struct waited_copies out, in;
	int64_t from_cublas; /* of those out: what it computed */
	int64_t from_thrust; /* ... numbers that its algorithms return */
	bool may_be_thrusts; /* the program may call Thrust */
	uint32_t *copy;      /* by call: its copy to the host; NONE: none */
	bool *is_element;    /* by operation: a copy to the host, see below */
};

/*
 * Finds the copies to the host, and which of them are of one element: who goes through an array
 * element by element compares or copies each, in a kernel of one block or in none, and takes the
 * number to the host. Where the GPUs did nothing else since the last such copy, no array has
 * changed.
 * Returns 0 or -ENOMEM; release it in any case.
 */
int results_init(struct results *results, const struct check *check);
void results_release(struct results *results);

/* Adds the copy that CALL waited for, if it did for one, and returns it, else NONE. */
uint32_t results_count(struct results *results, const struct graph *graph, uint32_t call);

/* Whether copies of one direction are often, and so many of the WAITS that were counted, or take so
 * much of WAITS_NS, the time in these. */
bool results_are_many(const struct waited_copies *copies, int64_t waits, int64_t waits_ns,
                      double percent);

/* Whether most of the WAITS that were counted are for copies of one direction that are often of so
 * many BYTES or more: the host computes something from them. */
bool results_are_large(const struct waited_copies *copies, int64_t waits, double bytes);

/* Whether the calls that copied, and those that waited for that, took {input time} of COST_NS. */
bool results_take_time(const struct waited_copies *copies, int64_t cost_ns);

/* Whether cuBLAS computed most of those that the host waited for. */
bool results_are_of_cublas(const struct results *results);

/* What to do where the host goes through an array element by element. */
void results_advise_elements(struct finding *finding);

/* Adds to FINDING how many and how large they were, and where the host waited for them. Returns 0
 * or -ENOMEM. */
int results_say(struct results *results, struct finding *finding);
int results_say_inputs(struct results *results, struct finding *finding);

#endif
