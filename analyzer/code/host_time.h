/* SPDX-License-Identifier: MIT */
/*
 * Where the host's time went: samples of its stacks, weighted with the time that they stand for.
 * Any thread, one at a time.
 *
 * A sample of Python stands for the time since the one before it of its thread. It was taken
 * between the moments when it was asked for and when it was answered; of an interval that covers a
 * part of that, it counts for this part.
 *
 * A sample of native code stands for a period of its thread's running time. So the samples in an
 * interval do not add up to it where the thread waited, had no core, or was in the kernel: what is
 * missing is of the calls that came next, if it is more than chance: of N samples that many periods
 * are meant, give or take twice their root (two standard deviations of a count).
 */
#ifndef WARPWISE_HOST_TIME_H
#define WARPWISE_HOST_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "code/host_code.h"
#include "code/host_setup.h"

enum { HOST_SAMPLE_MAX_NS = 1000000000 }; /* that one stands for: what is longer was not seen */

struct host_time {
	const struct host_code *code;
	double *sampled_ns; /* by stack: samples by time */
	double *late_ns;    /* by stack: of these, samples that were on their way there */
	double *called_ns;  /* by stack: before calls that it made */
	double sampled_sum_ns, called_sum_ns;
	double unknown_ns;    /* that was added, of which nothing is known: it has a share of all */
	double wanted_sum_ns; /* that was added, of threads while native code was sampled */
	double squares_sum;   /* of what samples of native code stand for, ns * ns */
	int64_t samples;
	bool is_native;        /* the samples are of native code */
	uint32_t most_sampled; /* thread; NONE: there are no samples by time */
	bool is_alone;         /* no other thread was sampled so */
};

/* Returns 0 or -ENOMEM; release in any case. */
int host_time_init(struct host_time *time, const struct host_code *code);
void host_time_release(struct host_time *time);

/* Adds what THREAD did from FROM_NS to TO_NS; of one that runs no Python, what the thread that does
 * did meanwhile. */
void host_time_add(struct host_time *time, uint32_t thread, int64_t from_ns, int64_t to_ns);

/* Adds all samples by time, each once. */
void host_time_add_all(struct host_time *time);

/* Adds NS, which passed before CALL or in it, to the stack that made it, if that was recorded. */
void host_time_add_call(struct host_time *time, uint32_t call, int64_t ns);

/*
 * The sample that shows what made CALL, or NULL. That of the call itself; or one by time that was
 * asked for before CALL and answered behind it: all the while Python did not go on, so that what it
 * was in made the call, in a thread of its own perhaps, as PyTorch's backward() does.
 */
const struct trace_host_sample *host_time_caller(const struct host_time *time, uint32_t call);

/* Adds NS to where SAMPLE was taken. */
void host_time_add_sample(struct host_time *time, const struct trace_host_sample *sample,
                          double ns);

/* Where the thread was seen. */
enum host_spot_kind {
	SPOT_IN,
	SPOT_BEFORE, /* it was seen here later: it was on its way */
	SPOT_AROUND, /* some samples are in it, others before */
	SPOT_STILL,  /* so, too, and did not run, or was in the kernel */
};

enum { HOST_SPOT_LINES = 3 };

/* Code that was found there, by its innermost frame of the program's own. */
struct host_spot {
	struct host_site site; /* with the line that most of it was at */
	double ns;             /* summed over its lines */
	struct host_spot_line {
		int line;
		double ns;
	} lines[HOST_SPOT_LINES]; /* the heaviest first; ns 0: there are no more */
	enum host_spot_kind kind, site_kind;
	double site_ns;   /* of the stacks that `site` is of */
	double before_ns; /* of `ns`: on the way there */
	double share;     /* of all that is known, from 0 to 1 */
};

/* The spots, the heaviest first: of samples by time, or of calls where there are none. *SPOTS is
 * the caller's to free. Returns 0 or -ENOMEM. */
int host_time_spots(const struct host_time *time, struct host_spot **spots, size_t *count);

/* How much of the sampled time each kind of set-up has, from 0 to 1: PARTS. Returns 0 or -ENOMEM.
 */
int host_time_setups(double parts[SETUP_ALL], const struct host_time *time);

/* Of what was added, the ns in which the thread that was sampled, the only one, did not run or was
 * in the kernel; 0: that is chance, or stacks of calls tell where it was. */
double host_time_still(const struct host_time *time);

/* "42 % in collate() data.py:31, called from main() train.py:88", in TEXT; returns it. Where no
 * line is nearly all of its function: "42 % in collate() data.py (lines 31: 20 %, 35: 12 %)". OF
 * tells what the share is of, where a sentence needs that: " of it", or "". */
enum { HOST_SPOT_TEXT = 5 * HOST_PLACE_TEXT };
const char *host_spot_text(char text[HOST_SPOT_TEXT], const struct host_code *code,
                           const struct host_spot *spot, const char *of);

/* What is worth to be said: a spot with less of the time is not. */
enum { HOST_SPOT_MIN_PERCENT = 5, HOST_SPOTS_SHOWN = 3 };

#endif
