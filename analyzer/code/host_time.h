/* SPDX-License-Identifier: MIT */
/*
 * Where the host's time went: samples of its stacks, weighted with the time that they stand for.
 * Any thread, one at a time.
 *
 * A sample of Python stands for the time since threads were sampled before. It was taken
 * between the moments when it was asked for and when it was answered; of an interval that covers a
 * part of that, it counts for this part.
 *
 * A sample of native code stands for a period of its thread's running time. So the samples in an
 * interval do not add up to it where the thread waited, had no core, or was in the kernel: what is
 * missing is of the calls that came next, each with what is missing before it, if all of it is more
 * than chance: of N samples that many periods are meant, give or take twice their root (two
 * standard deviations of a count).
 */
#ifndef WARPWISE_HOST_TIME_H
#define WARPWISE_HOST_TIME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/interval.h"
#include "code/host_code.h"
#include "code/host_setup.h"

enum { HOST_SAMPLE_MAX_NS = 1000000000 }; /* that one stands for: what is longer was not seen */

struct host_time {
	const struct host_code *code;
	double *sampled_ns; /* by stack: samples by time */
	double *late_ns;    /* by stack: of these, samples that were on their way there */
	double *called_ns;  /* by stack: before calls that it made, */
	double *ran_ns;     /* and samples of native code that were taken then */
	double sampled_sum_ns, called_sum_ns;
	int64_t calls;           /* that were added, and have a stack */
	int64_t stackless;       /* the others, */
	double stackless_ns;     /* and what passed before them, or in them, */
	double stackless_ran_ns; /* of which samples account for this */
	double unknown_ns;    /* that was added, of which nothing is known: it has a share of all */
	double wanted_sum_ns; /* that was added, of threads while native code was sampled */
	double squares_sum;   /* of what samples of native code stand for, ns * ns */
	int64_t samples;
	bool are_launches;     /* that were added, rather than samples by time */
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

/* Adds what THREAD did itself, which may be nothing that was sampled. */
void host_time_add_own(struct host_time *time, uint32_t thread, int64_t from_ns, int64_t to_ns);

/* How long THREAD ran from FROM_NS to TO_NS, by samples of native code: never longer than that is.
 */
double host_time_ran(const struct host_time *time, uint32_t thread, int64_t from_ns, int64_t to_ns);

/* Adds PART of that, from 0 to 1, and WANTED_NS to what samples should account for. */
void host_time_add_part(struct host_time *time, uint32_t thread, const struct interval *when,
                        double part, double wanted_ns);

/* The first sample by time of THREAD from FROM_NS on, or the one behind all of them. */
size_t host_time_first_sample(const struct trace *trace, uint32_t thread, int64_t from_ns);

/* The thread that runs main(); NONE: it made no calls and was not sampled. */
uint32_t host_time_first_thread(const struct trace *trace);

/* Whether THREAD was sampled by time before NS. */
bool host_time_is_sampled(const struct host_time *time, uint32_t thread, int64_t ns);

/* Adds all samples by time, each once. */
void host_time_add_all(struct host_time *time);

/* Adds NS, which passed before CALL or in it, to the stack that made it, if that was recorded.
 * RAN_NS: what samples of native code account for of it. */
void host_time_add_call(struct host_time *time, uint32_t call, int64_t ns, double ran_ns);

/* The sample of CALL itself, an interpreter's rather than native code's, or NULL. */
const struct trace_host_sample *host_time_of_call(const struct trace *trace, uint32_t call);

/*
 * The sample that shows what made CALL, or NULL. That of the call itself, if it tells a person
 * something; or one by time that was asked for before CALL and answered behind it: all the while
 * Python did not go on, so that what it was in made the call, in a thread of its own perhaps, as
 * PyTorch's backward() does; or of such a thread, the nearest one of who waits in backward().
 */
const struct trace_host_sample *host_time_caller(const struct host_time *time, uint32_t call);

/* Adds NS to where SAMPLE was taken. */
void host_time_add_sample(struct host_time *time, const struct trace_host_sample *sample,
                          double ns);

/* Takes all samples out. */
void host_time_forget(struct host_time *time);

/* Adds what THREAD has, the samples of one thread, which stand for NS: more or less than they are,
 * but of native code, whose samples tell how long it ran. */
void host_time_join(struct host_time *time, const struct host_time *thread, double ns);

/* How much of the sampled time each kind of set-up has, from 0 to 1: PARTS. Returns 0 or -ENOMEM.
 */
int host_time_setups(double parts[SETUP_ALL], const struct host_time *time);

/* Of the time before calls, what samples of native code cannot account for, ns. */
double host_time_missing(const struct host_time *time);

/* Of what was added, the ns in which the thread that was sampled, the only one, did not run or was
 * in the kernel; 0: that is chance, or stacks of calls tell where it was. */
double host_time_still(const struct host_time *time);

#endif
