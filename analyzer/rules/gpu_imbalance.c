/* SPDX-License-Identifier: MIT */
/* Rule gpu-imbalance: GPUs do the same work at the same time, and one has more of it. */
#include <errno.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "graph/scenario.h"
#include "rules/shared/constants.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/worth.h"

enum { ROUNDS, ALIKE, BESIDE };

static const struct threshold thresholds[] = {
	[ROUNDS] = { "rounds", REPEATS_MIN, "rounds" },
	[ALIKE] = { "alike", 90, "%" },
	[BESIDE] = { "beside", 75, "%" },
	{ .name = NULL },
};

enum { DEVICES_MOST = 64 }; /* of a function; no host has as many GPUs */

struct launched {
	uint32_t function, device, operation;
};

/* One function's kernels on several devices: round number N is the N-th launch on each. */
struct work {
	const struct launched *first[DEVICES_MOST]; /* of each device */
	size_t devices, rounds;
	size_t beside; /* rounds in which all run while the longest does */
	int64_t total_ns[DEVICES_MOST];
	int64_t lost_ns; /* from the mean to the longest, in all rounds */
	int64_t idle_ns; /* of the others, while the longest run */
	size_t slowest, fastest;
	size_t slowest_rounds; /* in which it is the longest */
};

/* ---- the kernels ---- */

/* Operations are numbered in order of start. */
static int compare_launched(const void *a, const void *b)
{
	const struct launched *left = a, *right = b;

	if (left->function != right->function)
		return left->function < right->function ? -1 : 1;
	if (left->device != right->device)
		return left->device < right->device ? -1 : 1;
	return (left->operation > right->operation) - (left->operation < right->operation);
}

/* The kernels by function, device and start. *KERNELS is the caller's to free. */
static int list_kernels(struct launched **kernels, size_t *count, const struct trace *trace)
{
	const struct trace_operations *operations = &trace->operations;

	*count = 0;
	*kernels = malloc((operations->count + 1) * sizeof **kernels);
	if (!*kernels)
		return -ENOMEM;
	for (uint32_t id = 0; id < operations->count; id++)
		if (operations->type[id] == OPERATION_KERNEL)
			(*kernels)[(*count)++] =
			        (struct launched){ operation_function(trace, id),
				                   operation_device(trace, id), id };
	qsort(*kernels, *count, sizeof **kernels, compare_launched);
	return 0;
}

/* Sets WORK to the devices of the function that KERNELS begin with; returns how many of them are of
 * it. No rounds: some device has fewer launches than the others. */
static size_t find_work(struct work *work, const struct launched *kernels, size_t count)
{
	size_t end = 0, most = 0, begin;

	*work = (struct work){ .rounds = SIZE_MAX };
	while (end < count && kernels[end].function == kernels->function) {
		begin = end;
		while (end < count && kernels[end].function == kernels->function &&
		       kernels[end].device == kernels[begin].device)
			end++;
		if (work->devices < DEVICES_MOST)
			work->first[work->devices++] = kernels + begin;
		most = end - begin > most ? end - begin : most;
		work->rounds = end - begin < work->rounds ? end - begin : work->rounds;
	}
	if (percent_of((int64_t)work->rounds, (int64_t)most) < thresholds[ALIKE].value)
		work->rounds = 0;
	return end;
}

static uint32_t kernel_of(const struct work *work, size_t device, size_t round)
{
	return work->first[device][round].operation;
}

/* ---- the rounds ---- */

/* Which of WORK's devices takes longest. */
static size_t longest_of(const struct work *work, const struct trace *trace, size_t round)
{
	size_t longest = 0;

	for (size_t d = 1; d < work->devices; d++)
		if (operation_length_ns(trace, kernel_of(work, d, round)) >
		    operation_length_ns(trace, kernel_of(work, longest, round)))
			longest = d;
	return longest;
}

static void measure_round(struct work *work, const struct trace *trace, size_t round,
                          size_t longest_rounds[])
{
	const struct trace_operations *operations = &trace->operations;
	const size_t longest = longest_of(work, trace, round);
	int64_t sum_ns = 0;
	bool is_beside = true;

	for (size_t d = 0; d < work->devices; d++) {
		const uint32_t id = kernel_of(work, d, round);
		const int64_t length_ns = operation_length_ns(trace, id);

		sum_ns += length_ns;
		work->total_ns[d] += length_ns;
	}
	for (size_t d = 0; d < work->devices; d++) {
		const uint32_t id = kernel_of(work, d, round);
		const uint32_t other = kernel_of(work, longest, round);

		is_beside &= operations->start_ns[id] < operations->end_ns[other] &&
		             operations->start_ns[other] < operations->end_ns[id];
	}
	longest_rounds[longest]++;
	work->beside += is_beside;
	work->lost_ns += operation_length_ns(trace, kernel_of(work, longest, round)) -
	                 sum_ns / (int64_t)work->devices;
}

static void measure(struct work *work, const struct trace *trace)
{
	size_t longest_rounds[DEVICES_MOST] = { 0 };

	for (size_t round = 0; round < work->rounds; round++)
		measure_round(work, trace, round, longest_rounds);
	for (size_t d = 0; d < work->devices; d++) {
		if (work->total_ns[d] > work->total_ns[work->slowest])
			work->slowest = d;
		if (work->total_ns[d] < work->total_ns[work->fastest])
			work->fastest = d;
	}
	work->slowest_rounds = longest_rounds[work->slowest];
}

/* What DEVICE, of those of WORK, idles while another one has the longest kernel of a round: where
 * it has other work meanwhile, nothing is lost. */
static int find_idle_of(int64_t *idle_ns, const struct work *work, const struct trace *trace,
                        size_t device)
{
	const struct trace_operations *operations = &trace->operations;
	struct interval_set longest = { 0 }, busy = { 0 };
	int err = 0;

	for (size_t round = 0; round < work->rounds && !err; round++) {
		const size_t d = longest_of(work, trace, round);
		const uint32_t id = kernel_of(work, d, round);

		if (d != device)
			err = interval_set_add(&longest, operations->start_ns[id],
			                       operations->end_ns[id]);
	}
	for (uint32_t id = 0; id < operations->count && !err; id++)
		if (operation_device(trace, id) == work->first[device]->device)
			err = interval_set_add(&busy, operations->start_ns[id],
			                       operations->end_ns[id]);
	interval_set_unite(&longest);
	interval_set_unite(&busy);
	*idle_ns = interval_set_length(&longest) - interval_set_intersection(&longest, &busy);
	interval_set_release(&longest);
	interval_set_release(&busy);
	return err;
}

static int find_idle(struct work *work, const struct trace *trace)
{
	int err = 0;

	for (size_t d = 0; d < work->devices && !err; d++) {
		int64_t idle_ns = 0;

		err = find_idle_of(&idle_ns, work, trace, d);
		work->idle_ns = sum_saturated(work->idle_ns, idle_ns);
	}
	return err;
}

/* Whether one thread launches them all: then CUDA's calls are all that it waits in. */
static bool is_of_one_thread(const struct work *work, const struct trace *trace)
{
	const uint32_t *calls = trace->operations.call;
	const uint32_t first = calls[kernel_of(work, 0, 0)];

	for (size_t d = 0; d < work->devices; d++)
		for (size_t round = 0; round < work->rounds; round++) {
			const uint32_t call = calls[kernel_of(work, d, round)];

			if (first == NONE || call == NONE ||
			    trace->calls.thread[call] != trace->calls.thread[first])
				return false;
		}
	return true;
}

/* ---- the finding ---- */

static void report(struct check *check, const struct work *work)
{
	const struct trace *trace = check->trace;
	const uint32_t function = work->first[0]->function;
	struct finding *f = finding_add(check, name_function(NAME, trace, function));
	const int64_t rounds = (int64_t)work->rounds;

	f->function = function;
	f->parameter = (int64_t)work->devices;
	f->occurrences = rounds;
	f->cost_ns = work->lost_ns;
	for (size_t round = 0; round < work->rounds; round++) {
		for (size_t d = 0; d < work->devices; d++)
			finding_target(f, kernel_of(work, d, round));
		finding_example(f, kernel_of(work, work->slowest, round),
		                operation_length_ns(trace, kernel_of(work, work->slowest, round)));
	}
	if (!is_of_one_thread(work, trace))
		finding_not_predicted(f, "how the threads that feed the GPUs wait for one another "
		                         "is not in the trace: at most the whole cost");
	finding_headline(f, "%s takes %s %s a launch, and %s %s: one GPU has more to do",
	                 f->subject, name_device(NAME, trace, work->first[work->slowest]->device),
	                 format_duration(FORMAT, work->total_ns[work->slowest] / rounds),
	                 name_device(NAME, trace, work->first[work->fastest]->device),
	                 format_duration(FORMAT, work->total_ns[work->fastest] / rounds));
	finding_advice(f, "%s",
	               rule_note(check->rule, RULE_ADVICE,
	                         work->slowest_rounds == work->rounds ? "same" : "other"));
	finding_fact(f, "rounds", "%s, in %s of which %s has most to do",
	             format_count(FORMAT, rounds),
	             format_count(FORMAT, (int64_t)work->slowest_rounds),
	             name_device(NAME, trace, work->first[work->slowest]->device));
	finding_fact(f, "meanwhile", "%s idled %s while the longest of a round ran",
	             work->devices > 2 ? "the others" : "the other one",
	             format_duration(FORMAT, work->idle_ns));
	for (size_t d = 0; d < work->devices; d++)
		finding_fact(f, name_device(NAME, trace, work->first[d]->device), "%s in %s",
		             format_duration(FORMAT, work->total_ns[d]),
		             name_count(NAME, rounds, "launch", "launches"));
}

static int check_function(struct check *check, struct work *work)
{
	int err;

	if (work->devices < 2 || (double)work->rounds < thresholds[ROUNDS].value)
		return 0;
	measure(work, check->trace);
	if (percent_of((int64_t)work->beside, (int64_t)work->rounds) < thresholds[BESIDE].value ||
	    !is_worth(check, work->lost_ns))
		return 0;
	err = find_idle(work, check->trace);
	if (work->idle_ns < work->lost_ns)
		work->lost_ns = work->idle_ns;
	if (!err && is_worth(check, work->lost_ns))
		report(check, work);
	return err;
}

static void check_gpu_imbalance(struct check *check)
{
	struct launched *kernels = NULL;
	size_t count = 0;
	int err = 0;

	if (check->trace->devices_count > 1)
		err = list_kernels(&kernels, &count, check->trace);
	for (size_t i = 0; i < count && !err;) {
		struct work work;

		i += find_work(&work, kernels + i, count - i);
		err = check_function(check, &work);
	}
	free(kernels);
	check_failed(check, err);
}

/* The kernels of each round take as long as the mean of them. */
static void fix_gpu_imbalance(const struct check *check, const struct finding *finding,
                              struct scenario *scenario)
{
	const size_t devices = (size_t)finding->parameter;

	for (size_t i = 0; i + devices <= finding->targets_count; i += devices) {
		int64_t sum_ns = 0;

		for (size_t d = 0; d < devices; d++)
			sum_ns += operation_length_ns(check->trace, finding->targets[i + d]);
		for (size_t d = 0; d < devices; d++)
			scenario_duration(scenario, finding->targets[i + d],
			                  sum_ns / (int64_t)devices);
	}
}

const struct rule rule_gpu_imbalance = {
	.id = "gpu-imbalance",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, worth_threshold },
	.check = check_gpu_imbalance,
	.fix = fix_gpu_imbalance,
};
