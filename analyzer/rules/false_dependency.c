/* SPDX-License-Identifier: MIT */
/*
 * Rule false-dependency: operations that waited at the head of a hardware work queue which they
 * share with another stream, although nothing ties the two streams. Any thread.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/format.h"
#include "rules/shared/constants.h"
#include "rules/shared/held.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/subject.h"
#include "rules/shared/worth.h"

enum { CHANNELS = 1 << 16 };

static int64_t queues_of(const struct trace *trace, bool *is_set)
{
	const char *value = trace_environment(trace, "CUDA_DEVICE_MAX_CONNECTIONS");
	long queues = value ? strtol(value, NULL, 10) : 0;

	*is_set = queues >= 1 && queues <= QUEUES_MAX;
	return *is_set ? queues : QUEUES_DEFAULT;
}

/* Streams of DEVICE with operations, the null stream apart: it has queue 0 whether it is used or
 * not. */
static int streams_used(int64_t *used, const struct trace *trace, uint32_t device)
{
	bool *is_seen = calloc(trace->streams_count + 1, sizeof *is_seen);

	*used = 0;
	if (!is_seen)
		return -ENOMEM;
	for (size_t i = 0; i < trace->operations.count; i++) {
		uint32_t stream = trace->operations.stream[i];

		if (is_seen[stream] || trace->streams[stream].device != device)
			continue;
		is_seen[stream] = true;
		*used += trace->streams[stream].type != STREAM_NULL;
	}
	free(is_seen);
	return 0;
}

/* The queues at which operations waited, as a list. */
static int name_queues(struct name_list *list, const struct trace *trace, const struct held *held,
                       int64_t *count)
{
	bool *is_held = calloc(CHANNELS, sizeof *is_held);

	*list = (struct name_list){ 0 };
	*count = 0;
	if (!is_held)
		return -ENOMEM;
	for (size_t i = 0; i < held->count; i++)
		is_held[trace->operations.channel[held->operations[i]]] = true;
	for (int channel = 0; channel < CHANNELS; channel++) {
		char text[16];

		if (!is_held[channel])
			continue;
		snprintf(text, sizeof text, "%d", channel);
		name_list_add(list, text);
		++*count;
	}
	name_list_end(list);
	free(is_held);
	return 0;
}

/* The streams that waited and those they waited for. */
static int streams_involved(struct name_list *list, const struct check *check,
                            const struct held *held, int64_t *count)
{
	uint32_t *both = malloc((2 * held->count + 1) * sizeof *both);
	size_t used = 0;
	int err;

	if (!both)
		return -ENOMEM;
	for (size_t i = 0; i < held->count; i++) {
		uint32_t blocker = check->graph->blocker[held->operations[i]];

		both[used++] = held->operations[i];
		if (blocker != NONE)
			both[used++] = blocker;
	}
	err = name_streams(list, check->trace, both, used, count);
	free(both);
	return err;
}

static void advise(struct finding *finding, int64_t queues, int64_t streams)
{
	int64_t wanted = streams + 1 < QUEUES_MAX ? streams + 1 : QUEUES_MAX;

	if (wanted <= queues)
		wanted = QUEUES_MAX; /* enough queues, dealt unluckily: streams get theirs in turn
		                        as they are made */
	if (queues == QUEUES_MAX) {
		finding_advice(finding,
		               "Issue breadth-first: the first operation of every stream, then the "
		               "second of every "
		               "stream, and so on. Or use at most %d streams: there are no more "
		               "hardware queues.",
		               QUEUES_MAX - 1);
		return;
	}
	finding_advice(
	        finding,
	        "Set CUDA_DEVICE_MAX_CONNECTIONS=%lld in the environment before CUDA starts (%s), "
	        "or issue "
	        "breadth-first: the first operation of every stream, then the second of every "
	        "stream, and "
	        "so on.%s",
	        (long long)wanted,
	        wanted == QUEUES_MAX ? "the most there are"
	                             : "a queue for each stream and the null stream",
	        streams >= QUEUES_MAX
	                ? " With more streams than queues only the order of issue helps fully."
	                : "");
}

static int report(struct check *check, uint32_t device, const struct held *held)
{
	const struct trace *trace = check->trace;
	int64_t streams = 0, involved = 0, shared = 0, queues;
	struct name_list names = { 0 }, channels = { 0 };
	struct finding *finding;
	char kernels[NAME_MAX_BYTES];
	bool is_set;
	int err = streams_used(&streams, trace, device);

	if (!err)
		err = streams_involved(&names, check, held, &involved);
	if (!err)
		err = name_queues(&channels, trace, held, &shared);
	if (!err)
		err = name_kernels(kernels, trace, held->operations, held->count);
	if (err)
		return err;
	queues = queues_of(trace, &is_set);
	finding = finding_add_device(check, device);
	held_report(held, check, finding);
	finding_headline(
	        finding, "%s waited up to %s for other streams in %s",
	        name_count(NAME, (int64_t)held->count, "operation", "operations"),
	        format_duration(FORMAT, held->worst_ns),
	        name_count(NAME, shared, "shared hardware queue", "shared hardware queues"));
	finding_fact(finding, "hardware queues", "%s, shared by streams %s", channels.text,
	             names.text);
	finding_fact(finding, "streams in use", "%lld on %s (CUDA_DEVICE_MAX_CONNECTIONS %s)",
	             (long long)streams, name_count(NAME, queues, "queue", "queues"),
	             is_set ? "is set to that" : "is not set: the default");
	finding_fact(finding, "held back", "%s", kernels);
	advise(finding, queues, streams);
	if (is_set && queues == 1) {
		finding->severity = FINDING_NOTE;
		finding_fact(finding, "maybe intended",
		             "CUDA_DEVICE_MAX_CONNECTIONS=1 was set; some training frameworks "
		             "order communication "
		             "by it: then leave it, or ask for breadth-first issue");
	}
	return 0;
}

static void check_device(struct check *check, uint32_t device)
{
	struct held held;
	int err = held_collect(&held, check, device, CAUSE_QUEUE);

	if (!err && is_worth(check, held.cost_ns))
		err = report(check, device, &held);
	held_release(&held);
	check_failed(check, err);
}

/* Whether a stream was made to wait for an event, but the trace does not say which one. */
static bool lacks_waits(const struct trace *trace)
{
	size_t known = 0, calls = 0;

	for (size_t i = 0; i < trace->synchronizations_count; i++)
		known += trace->synchronizations[i].type == SYNC_STREAM_WAIT_EVENT;
	for (size_t i = 0; i < trace->calls.count; i++)
		calls += trace->call_names[trace->calls.name[i]].class == CALL_WAIT_EVENT &&
		         trace->calls.result[i] == 0;
	return calls > known;
}

static void check_false_dependency(struct check *check)
{
	if (lacks_waits(check->trace)) {
		check_abstain(check,
		              "streams wait for events, and the trace does not say for which "
		              "(recorded with --waits 0)");
		return;
	}
	for (uint32_t device = 0; device < check->trace->devices_count; device++)
		check_device(check, device);
}

static void fix_false_dependency(const struct check *check, const struct finding *finding,
                                 struct scenario *scenario)
{
	(void)check;
	scenario_without_on(scenario, finding->device, CAUSE_QUEUE);
}

const struct rule rule_false_dependency = {
	.id = "false-dependency",
	.severity = FINDING_WARNING,
	.thresholds = { wait_threshold, worth_threshold },
	.wait = SHARE_QUEUE,
	.check = check_false_dependency,
	.fix = fix_false_dependency,
};
