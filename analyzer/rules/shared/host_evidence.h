/* SPDX-License-Identifier: MIT */
/*
 * Which code of the host a finding is about: where traces have stacks of it (record --host), the
 * time that a rule speaks of gets names. How much of it each thread has is known exactly; samples
 * tell how that divides within the thread. Any thread.
 */
#ifndef WARPWISE_RULES_HOST_EVIDENCE_H
#define WARPWISE_RULES_HOST_EVIDENCE_H

#include "code/host_launches.h"
#include "code/host_spots.h"
#include "rules/shared/finding.h"

/* What a thread did. */
struct host_evidence_thread {
	struct host_time time;
	int64_t ns;
	bool is_seen; /* else `time` was not begun */
};

struct host_evidence {
	struct host_time time;
	struct host_evidence_thread *threads;
	const struct check *check;
	int err;
	/* Once it has ended: what part of the samples by time is of which kind; 0: there are none.
	 */
	double setups[SETUP_ALL];
	/* Once it has ended: "32 % of it in forward() model.py:31", of what was found first, other
	 * than in PyTorch's backward(), which is one place for all that it computes; "": nothing */
	char place[HOST_SHARE_TEXT + HOST_PLACE_TEXT];
	double most_part;          /* of what is known: of what was found first; 0: nothing */
	char most[HOST_SPOT_TEXT]; /* once it has ended: "83 % of it in ..." what was found first;
	                              "": nothing */
};

/* Ends with host_evidence_end(). */
void host_evidence_init(struct host_evidence *evidence, const struct check *check);

/* Adds what the thread that made CALL did from FROM_NS to TO_NS, when it made it. */
void host_evidence_before(struct host_evidence *evidence, uint32_t call, int64_t from_ns,
                          int64_t to_ns);

/* Adds CALL itself: from where it was made. */
void host_evidence_call(struct host_evidence *evidence, uint32_t call);

/* Adds the kernels whose IS_OF is true, by operation, with the time that they ran: from where they
 * were launched. */
void host_evidence_kernels(struct host_evidence *evidence, const bool *is_of);

/* The kernels whose IS_OF is true are FINDING's: examples of it, and from where they were launched.
 * Returns 0 or -ENOMEM. */
int host_evidence_of_kernels(struct finding *finding, const struct check *check, const bool *is_of);

/* Adds to FINDING what was found, if anything: "42 % in collate() data.py:31, called from
 * train.py:88". Returns 0 or -ENOMEM; EVIDENCE is released. */
int host_evidence_end(struct host_evidence *evidence, struct finding *finding);

/* The same of waits, as facts of that LABEL. FINDING may be NULL: then it is but released. */
int host_evidence_end_waits(struct host_evidence *evidence, struct finding *finding,
                            const char *label);

/* The same of launches. */
int host_evidence_end_launches(struct host_evidence *evidence, struct finding *finding,
                               const char *label);

/* Names nothing, but tells the kinds, and how much one place has. Returns 0 or -ENOMEM; EVIDENCE is
 * released. */
int host_evidence_end_setups(struct host_evidence *evidence);

/* Whether most of it is a benchmark's, once EVIDENCE has ended. */
bool host_evidence_is_benchmark(const struct host_evidence *evidence);

/* Says in FINDING that a benchmark does not end sooner. */
void host_evidence_say_benchmark(struct finding *finding);

/* Adds to FINDING where COUNT KERNELS, by operation, were launched, if it has no line of the
 * program yet; and what these launches are the gradients of, as far as PyTorch's backward() made
 * them. Returns 0 or -ENOMEM. */
int host_evidence_launches(struct finding *finding, const struct check *check,
                           const uint32_t *kernels, size_t count);

/* Adds to FINDING from which lines of the program its kernel is launched, if that is known. */
void host_evidence_launch(struct finding *finding, const struct host_launches *launches);

#endif
