/* SPDX-License-Identifier: MIT */
/*
 * Set-up that is done again: stretches of samples of the host in which a thread compiles, tunes or
 * starts processes under a line of the program that had it done before. Any thread.
 */
#ifndef WARPWISE_RULES_SETUPS_H
#define WARPWISE_RULES_SETUPS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/interval.h"
#include "code/host_code.h"
#include "code/host_setup.h"
#include "rules/shared/threshold.h"

extern const struct threshold setup_thresholds[];
extern const char *const setup_subjects[SETUP_KINDS]; /* of the findings about them */

/*
 * Samples of a thread, one after another, that do the same under the same line. What compiles has a
 * way from there to the compiler: a line with four operations of a framework that compiles each
 * by itself has four, and each is needed once.
 */
struct setup_stretch {
	struct host_setup setup;
	uint32_t thread;
	struct host_site site;
	uint64_t way; /* from who called the line, if that is known, to the compiler; else 0 */
	int64_t start_ns, end_ns;
	bool begins; /* GPUs got other work since the one before it of its line and kind, and it is
	                the first of its line since then, or the first that does something again */
	bool recurs; /* its line and kind has enough that begin so, and do something again */
	bool is_again; /* it does, and the way was gone before such work, too */
};

/* By thread, in order. */
struct setups {
	struct setup_stretch *items;
	size_t count;
	int64_t *work_ns; /* starts of operations that no compiler or tuner launched, in order */
	size_t work_count;
};

/* Returns 0 or -ENOMEM; release it in any case. HOST may be NULL: there are none then. */
int setups_init(struct setups *setups, const struct host_code *host);
void setups_release(struct setups *setups);

/* Adds the time that work of KIND took again, WITH_FIRST all that it took, once the first operation
 * had started, and unites SET. Returns 0 or -ENOMEM. */
int setups_again(struct interval_set *set, const struct setups *setups, const struct trace *trace,
                 enum host_setup_kind kind, bool with_first);

/*
 * The same of what work of KIND took under lines that do not come again with it, nor behind two
 * thirds of the operations of the program's own, where there may be too few for rounds. A compiler
 * that tries kernels out launches more than many a program.
 */
int setups_once(struct interval_set *set, const struct setups *setups, const struct trace *trace,
                enum host_setup_kind kind);

#endif
