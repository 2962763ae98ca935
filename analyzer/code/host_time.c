/* SPDX-License-Identifier: MIT */
/* Adds up the host's samples. */
#include "code/host_time.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"

enum {
	POINT_NS = 100000, /* an answer that took less is of one moment */
	DEVIATIONS = 2,    /* of a count by chance: 95 in 100 are within */
};

/* Python's samples stand for other time. */
static bool has_native_alone(const struct trace *trace)
{
	for (size_t i = 0; i < trace->timed_samples; i++)
		if (!trace->host_samples[i].running_ns)
			return false;
	return trace->timed_samples > 0;
}

/* The thread with most samples by time (NONE: there are none), and whether it is the only one. */
static void find_most_sampled(struct host_time *time)
{
	const struct trace *trace = time->code->trace;
	size_t count = 0, of_most = 0;
	uint32_t last = NONE;

	time->most_sampled = NONE;
	time->is_alone = true;
	for (size_t i = 0; i < trace->timed_samples; i++) {
		const uint32_t thread = trace->host_samples[i].thread;

		if (trace->host_samples[i].time_ns < 0) /* of the process's start */
			continue;
		time->is_alone &= last == NONE || thread == last;
		count = thread == last ? count + 1 : 1;
		last = thread;
		if (count > of_most) {
			of_most = count;
			time->most_sampled = thread;
		}
	}
}

int host_time_init(struct host_time *time, const struct host_code *code)
{
	const size_t stacks = code->trace->host_stacks_count + 1;

	*time = (struct host_time){
		.code = code,
		.sampled_ns = calloc(stacks, sizeof *time->sampled_ns),
		.late_ns = calloc(stacks, sizeof *time->late_ns),
		.called_ns = calloc(stacks, sizeof *time->called_ns),
		.ran_ns = calloc(stacks, sizeof *time->ran_ns),
	};
	time->is_native = has_native_alone(code->trace);
	find_most_sampled(time);
	return time->sampled_ns && time->late_ns && time->called_ns && time->ran_ns ? 0 : -ENOMEM;
}

void host_time_release(struct host_time *time)
{
	free(time->sampled_ns);
	free(time->late_ns);
	free(time->called_ns);
	free(time->ran_ns);
	*time = (struct host_time){ 0 };
}

struct instant {
	uint32_t thread;
	int64_t ns;
};

static bool is_before(const void *item, const void *key)
{
	const struct trace_host_sample *sample = item;
	const struct instant *instant = key;

	if (sample->thread != instant->thread)
		return sample->thread < instant->thread;
	return sample->time_ns < instant->ns;
}

/* Its running time, or the time since threads were sampled before. */
static double weight_of(const struct trace_host_sample *sample)
{
	const int64_t ns = sample->time_ns - sample->since_ns;

	if (sample->running_ns)
		return (double)sample->running_ns;
	return (double)(ns < HOST_SAMPLE_MAX_NS ? ns : HOST_SAMPLE_MAX_NS);
}

/* What of the running time of SAMPLE, of native code, lies from FROM_NS to TO_NS, if all of it was
 * just before. */
static double running_within(const struct trace_host_sample *sample, int64_t from_ns, int64_t to_ns)
{
	const int64_t begun_ns = sample->time_ns - sample->running_ns;
	const int64_t first_ns = begun_ns > from_ns ? begun_ns : from_ns;
	const int64_t last_ns = sample->time_ns < to_ns ? sample->time_ns : to_ns;

	return last_ns > first_ns ? (double)(last_ns - first_ns) : 0;
}

/* The part of when SAMPLE was taken that lies from FROM_NS to TO_NS. */
static double part_within(const struct trace_host_sample *sample, int64_t from_ns, int64_t to_ns)
{
	const int64_t length_ns = sample->time_ns - sample->asked_ns;
	const int64_t first_ns = sample->asked_ns > from_ns ? sample->asked_ns : from_ns;
	const int64_t last_ns = sample->time_ns < to_ns ? sample->time_ns : to_ns;

	if (length_ns < POINT_NS)
		return sample->time_ns >= from_ns && sample->time_ns < to_ns ? 1 : 0;
	return last_ns > first_ns ? (double)(last_ns - first_ns) / (double)length_ns : 0;
}

size_t host_time_first_sample(const struct trace *trace, uint32_t thread, int64_t from_ns)
{
	const struct instant from = { thread, from_ns };

	return lower_bound(&from, trace->host_samples, trace->timed_samples,
	                   sizeof *trace->host_samples, is_before);
}

uint32_t host_time_first_thread(const struct trace *trace)
{
	for (uint32_t t = 0; t < trace->threads_count; t++)
		if (trace->threads[t].system_thread_id == trace->pid)
			return t;
	return NONE;
}

/* A thread is sampled some time after it has begun to call CUDA, and some are not; the first one
 * may be from the process's start on. */
bool host_time_is_sampled(const struct host_time *time, uint32_t thread, int64_t ns)
{
	const struct trace *trace = time->code->trace;
	const bool is_first =
	        trace->start_sampled_ns && trace->threads[thread].system_thread_id == trace->pid;
	const size_t i = host_time_first_sample(trace, thread, 0);

	if (ns < 0)
		return is_first && ns < trace->start_sampled_ns;
	return i < trace->timed_samples && trace->host_samples[i].thread == thread &&
	       (trace->host_samples[i].time_ns <= ns || (is_first && trace->start_sampled_ns > 0));
}

/*
 * Whose samples stand for THREAD where it has none; NONE: nobody's. Threads that run no Python work
 * for one that does, and what that is at is what people know: where only one runs Python, and for
 * those in which PyTorch computes gradients, while the one that called backward() waits.
 */
static uint32_t stand_in_for(const struct host_time *time, uint32_t thread)
{
	const bool is_for_other =
	        time->is_alone || trace_is_backward_thread(time->code->trace, thread);

	return time->is_native || thread == time->most_sampled || !is_for_other
	               ? NONE
	               : time->most_sampled;
}

double host_time_ran(const struct host_time *time, uint32_t thread, int64_t from_ns, int64_t to_ns)
{
	const struct trace *trace = time->code->trace;
	double ran_ns = 0;

	for (size_t i = host_time_first_sample(trace, thread, from_ns);
	     i < trace->timed_samples && trace->host_samples[i].thread == thread &&
	     trace->host_samples[i].time_ns - trace->host_samples[i].running_ns < to_ns;
	     i++)
		ran_ns += running_within(&trace->host_samples[i], from_ns, to_ns);
	return ran_ns < (double)(to_ns - from_ns) ? ran_ns : (double)(to_ns - from_ns);
}

/* Whether THREAD was sampled when SAMPLE, of another one, was taken. */
static bool has_own(const struct trace *trace, uint32_t thread,
                    const struct trace_host_sample *sample)
{
	const size_t i = host_time_first_sample(trace, thread, sample->time_ns);

	return i < trace->timed_samples && trace->host_samples[i].thread == thread &&
	       trace->host_samples[i].time_ns == sample->time_ns;
}

/* Adds samples of THREAD, but those that UNLESS, which may be NONE, has samples beside. */
static void add_samples(struct host_time *time, uint32_t thread, uint32_t unless, int64_t from_ns,
                        int64_t to_ns)
{
	const struct trace *trace = time->code->trace;
	size_t i = host_time_first_sample(trace, thread, from_ns);

	for (; i < trace->timed_samples && trace->host_samples[i].thread == thread; i++) {
		const struct trace_host_sample *sample = &trace->host_samples[i];
		const double ns = weight_of(sample) * part_within(sample, from_ns, to_ns);

		if (sample->asked_ns >= to_ns && sample->time_ns >= to_ns)
			return;
		if (ns <= 0 || (unless != NONE && has_own(trace, unless, sample)))
			continue;
		host_time_add_sample(time, sample, ns);
		time->squares_sum += sample->running_ns ? ns * ns : 0;
	}
}

void host_time_add_own(struct host_time *time, uint32_t thread, int64_t from_ns, int64_t to_ns)
{
	if (time->is_native && host_time_is_sampled(time, thread, from_ns))
		time->wanted_sum_ns += (double)(to_ns - from_ns);
	add_samples(time, thread, NONE, from_ns, to_ns);
}

void host_time_add_part(struct host_time *time, uint32_t thread, const struct interval *when,
                        double part, double wanted_ns)
{
	const struct trace *trace = time->code->trace;
	size_t i = host_time_first_sample(trace, thread, when->start_ns);

	time->wanted_sum_ns += wanted_ns;
	for (; i < trace->timed_samples && trace->host_samples[i].thread == thread &&
	       trace->host_samples[i].time_ns - trace->host_samples[i].running_ns < when->end_ns;
	     i++) {
		const struct trace_host_sample *sample = &trace->host_samples[i];
		const double ns = part * running_within(sample, when->start_ns, when->end_ns);

		if (ns <= 0)
			continue;
		host_time_add_sample(time, sample, ns);
		time->squares_sum += ns * ns;
	}
}

void host_time_add(struct host_time *time, uint32_t thread, int64_t from_ns, int64_t to_ns)
{
	const uint32_t stand_in = stand_in_for(time, thread);

	host_time_add_own(time, thread, from_ns, to_ns);
	if (stand_in != NONE)
		add_samples(time, stand_in, thread, from_ns, to_ns);
}

/* Of threads that have none, others' samples would be added again. */
void host_time_add_all(struct host_time *time)
{
	const struct trace *trace = time->code->trace;

	for (uint32_t t = 0; t < trace->threads_count; t++)
		add_samples(time, t, NONE, INT64_MIN / 2, INT64_MAX / 2);
}

static bool is_earlier_call(const void *item, const void *key)
{
	return ((const struct trace_host_sample *)item)->call < *(const uint32_t *)key;
}

const struct trace_host_sample *host_time_of_call(const struct trace *trace, uint32_t call)
{
	const struct trace_host_sample *calls = trace->host_samples + trace->timed_samples;
	const size_t count = trace->host_samples_count - trace->timed_samples;
	const size_t i = count && call != NONE
	                         ? lower_bound(&call, calls, count, sizeof *calls, is_earlier_call)
	                         : count;

	return i < count && calls[i].call == call ? &calls[i] : NULL;
}

void host_time_add_call(struct host_time *time, uint32_t call, int64_t ns, double ran_ns)
{
	const struct trace_host_sample *sample = host_time_of_call(time->code->trace, call);

	if (!sample) {
		time->stackless++;
		time->stackless_ns += (double)ns;
		time->stackless_ran_ns += ran_ns;
		return;
	}
	time->calls++;
	time->called_sum_ns += (double)ns;
	time->called_ns[sample->stack] += (double)ns;
	time->ran_ns[sample->stack] += ran_ns;
}

/* Whether the stack of SAMPLE may be that of what came behind the code which let nobody in, or
 * another one's. */
static bool is_in_doubt(const struct trace_host_sample *sample)
{
	return sample->is_late || sample->is_placed;
}

/*
 * The sample of THREAD that was asked for before NS and answered behind it, or NULL. Where it came
 * late the one before it tells where that code began, if the thread was sampled each time.
 */
static const struct trace_host_sample *sample_around(const struct trace *trace, uint32_t thread,
                                                     int64_t ns)
{
	const size_t i = host_time_first_sample(trace, thread, ns);
	const struct trace_host_sample *sample = &trace->host_samples[i], *before;

	if (i >= trace->timed_samples || sample->thread != thread || sample->running_ns ||
	    sample->asked_ns > ns)
		return NULL;
	if (!is_in_doubt(sample))
		return sample;
	before = i && sample[-1].thread == thread ? sample - 1 : NULL;
	return before && !is_in_doubt(before) && before->time_ns >= sample->since_ns ? before
	                                                                             : NULL;
}

/* A sample of the thread that waited in backward() while THREAD computed gradients at NS: the one
 * before, or the one behind. NULL: it was never seen there. */
static const struct trace_host_sample *sample_of_waiting(const struct host_time *time,
                                                         uint32_t thread, int64_t ns)
{
	const struct trace *trace = time->code->trace;
	const uint32_t waiting = stand_in_for(time, thread);
	const struct trace_host_sample *found = NULL;
	size_t i;

	if (waiting == NONE || !trace_is_backward_thread(trace, thread))
		return NULL;
	i = host_time_first_sample(trace, waiting, ns);
	for (size_t k = i ? i - 1 : 0; k <= i && k < trace->timed_samples; k++) {
		const struct trace_host_sample *sample = &trace->host_samples[k];

		if (sample->thread == waiting && time->code->is_backward[sample->stack] &&
		    (!found || sample->time_ns - ns < ns - found->time_ns))
			found = sample;
	}
	return found;
}

const struct trace_host_sample *host_time_caller(const struct host_time *time, uint32_t call)
{
	const struct trace *trace = time->code->trace;
	const struct trace_host_sample *own = host_time_of_call(trace, call), *sample;
	uint32_t thread, stand_in;

	if (call == NONE || (own && host_code_is_telling(time->code, own->stack)))
		return own;
	thread = trace->calls.thread[call];
	stand_in = stand_in_for(time, thread);
	sample = sample_around(trace, thread, trace->calls.start_ns[call]);
	if (!sample && stand_in != NONE)
		sample = sample_around(trace, stand_in, trace->calls.start_ns[call]);
	if (sample && sample->thread != thread && has_own(trace, thread, sample))
		sample = NULL;
	if (!sample)
		sample = sample_of_waiting(time, thread, trace->calls.start_ns[call]);
	return sample ? sample : own;
}

void host_time_add_sample(struct host_time *time, const struct trace_host_sample *sample, double ns)
{
	time->samples++;
	time->sampled_sum_ns += ns;
	time->sampled_ns[sample->stack] += ns;
	if (sample->is_late)
		time->late_ns[sample->stack] += ns;
}

void host_time_forget(struct host_time *time)
{
	time->samples = 0;
	time->sampled_sum_ns = time->squares_sum = 0;
	for (uint32_t i = 0; time->code && i < time->code->trace->host_stacks_count; i++)
		time->sampled_ns[i] = time->late_ns[i] = 0;
}

void host_time_join(struct host_time *time, const struct host_time *thread, double ns)
{
	const double factor =
	        time->is_native || thread->sampled_sum_ns <= 0 ? 1 : ns / thread->sampled_sum_ns;

	for (uint32_t i = 0; i < time->code->trace->host_stacks_count; i++) {
		time->sampled_ns[i] += factor * thread->sampled_ns[i];
		time->late_ns[i] += factor * thread->late_ns[i];
	}
	time->sampled_sum_ns += factor * thread->sampled_sum_ns;
	time->wanted_sum_ns += thread->wanted_sum_ns;
	time->squares_sum += factor * factor * thread->squares_sum;
	time->samples += thread->samples;
	if (!thread->samples && !time->is_native)
		time->unknown_ns += ns;
}

/* ---- set-up ---- */

int host_time_setups(double parts[SETUP_ALL], const struct host_time *time)
{
	const struct trace *trace = time->code->trace;
	struct host_setup *stacks = host_setup_of_stacks(trace);

	if (!stacks)
		return -ENOMEM;
	for (int kind = 0; kind < SETUP_ALL; kind++)
		parts[kind] = 0;
	for (uint32_t i = 0; i < trace->host_stacks_count; i++)
		if (time->sampled_sum_ns > 0)
			parts[stacks[i].kind] += time->sampled_ns[i] / time->sampled_sum_ns;
	free(stacks);
	return 0;
}

/* ---- what samples do not account for ---- */

static bool has_lost_samples(const struct trace *trace)
{
	for (size_t i = 0; i < trace->diagnostics_count; i++)
		if (strcmp(trace->diagnostics[i].code, "dropped-stacks") == 0)
			return true;
	return false;
}

double host_time_missing(const struct host_time *time)
{
	const double missing_ns = time->wanted_sum_ns - time->sampled_sum_ns;

	if (!time->is_native || has_lost_samples(time->code->trace) ||
	    missing_ns <= DEVIATIONS * sqrt(time->squares_sum))
		return 0;
	return missing_ns;
}

double host_time_still(const struct host_time *time)
{
	return time->is_alone && time->called_sum_ns <= 0 ? host_time_missing(time) : 0;
}
