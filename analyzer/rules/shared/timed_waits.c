/* SPDX-License-Identifier: MIT */
#include "rules/shared/timed_waits.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/copies.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/waits.h"
#include "trace/call_class.h"

struct events {
	const struct check *check;
	uint32_t *record_of; /* by call: what it recorded; NONE: nothing */
	bool *takes_out;     /* by call: it copies to the host, which may wait for that */
	int64_t *awaited;    /* events that something waits for, sorted */
	size_t awaited_count;
};

static int compare_ids(const void *left, const void *right)
{
	const int64_t *l = left, *r = right;

	return (*l > *r) - (*l < *r);
}

static bool is_awaited(const struct events *events, int64_t event_id)
{
	return bsearch(&event_id, events->awaited, events->awaited_count, sizeof event_id,
	               compare_ids) != NULL;
}

static void events_release(struct events *events)
{
	free(events->record_of);
	free(events->takes_out);
	free(events->awaited);
}

/* Returns 0 or -ENOMEM; release EVENTS in any case. */
static int events_init(struct events *events, const struct check *check)
{
	const struct trace *trace = check->trace;

	*events = (struct events){
		.check = check,
		.record_of = malloc((trace->calls.count + 1) * sizeof *events->record_of),
		.takes_out = calloc(trace->calls.count + 1, sizeof *events->takes_out),
		.awaited = malloc((trace->synchronizations_count + 1) * sizeof *events->awaited),
	};
	if (!events->record_of || !events->takes_out || !events->awaited)
		return -ENOMEM;
	for (size_t c = 0; c < trace->calls.count; c++)
		events->record_of[c] = NONE;
	for (uint32_t r = 0; r < trace->event_records_count; r++)
		if (trace->event_records[r].call != NONE)
			events->record_of[trace->event_records[r].call] = r;
	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (trace->operations.call[i] != NONE && copy_direction(trace, i) == COPY_OUT)
			events->takes_out[trace->operations.call[i]] = true;
	for (size_t i = 0; i < trace->synchronizations_count; i++) {
		const struct trace_synchronization *sync = &trace->synchronizations[i];

		if (sync->type == SYNC_EVENT || sync->type == SYNC_STREAM_WAIT_EVENT)
			events->awaited[events->awaited_count++] = sync->event_id;
	}
	qsort(events->awaited, events->awaited_count, sizeof *events->awaited, compare_ids);
	return 0;
}

static bool launches(const struct trace *trace, uint32_t call)
{
	const enum call_class class = call_class(trace, call);

	return class == CALL_LAUNCH || class == CALL_GRAPH_LAUNCH || class == CALL_COPY ||
	       class == CALL_FILL;
}

/* Whether the call of SYNC ends a time that its thread has measured since its last wait, and
 * nothing else that the host may want came to its end with it. */
static bool is_timed(const struct events *events, const struct trace_synchronization *sync)
{
	const struct trace *trace = events->check->trace;
	const struct trace_event_record *last, *first;
	uint32_t c = graph_previous_call(events->check->graph, sync->call);
	bool has_work = false, has_first = false;

	if (c == NONE || events->record_of[c] == NONE)
		return false;
	last = &trace->event_records[events->record_of[c]];
	if (last->event_id != sync->event_id)
		return false;
	while ((c = graph_previous_call(events->check->graph, c)) != NONE &&
	       call_class(trace, c) != CALL_SYNCHRONIZE) {
		has_work |= launches(trace, c);
		if (events->takes_out[c])
			return false;
		if (events->record_of[c] == NONE)
			continue;
		first = &trace->event_records[events->record_of[c]];
		has_first |= has_work && first->stream == last->stream &&
		             !is_awaited(events, first->event_id);
	}
	return has_first;
}

static bool asks_for_events(const struct trace *trace)
{
	for (uint32_t c = 0; c < trace->calls.count; c++)
		if (call_class(trace, c) == CALL_QUERY &&
		    strstr(trace->call_names[trace->calls.name[c]].name, "Event"))
			return true;
	return false;
}

int timed_waits_find(bool **is_timed_wait, const struct check *check)
{
	const struct trace *trace = check->trace;
	struct events events = { 0 };
	bool *found = NULL;
	int err = 0;

	*is_timed_wait = NULL;
	if (asks_for_events(trace))
		return 0;
	for (size_t i = 0; i < trace->synchronizations_count && !err; i++) {
		const struct trace_synchronization *sync = &trace->synchronizations[i];

		if (sync->type != SYNC_EVENT || sync->call == NONE)
			continue;
		if (!found) {
			found = calloc(trace->calls.count + 1, sizeof *found);
			err = events_init(&events, check);
			err = found ? err : -ENOMEM;
		}
		if (!err)
			found[sync->call] = is_timed(&events, sync);
	}
	events_release(&events);
	*is_timed_wait = found;
	return err;
}

/* How many of the waits before the gaps of IDLE are for events. */
static int64_t count_for_events(const struct trace *trace, const struct idle_time *idle)
{
	int64_t count = 0;

	for (uint32_t name = 0; name < trace->call_names_count; name++)
		if (strstr(trace->call_names[name].name, "EventSynchronize"))
			count += idle->waits[name].count;
	return count;
}

bool timed_waits_are_most(const struct trace *trace, const struct idle_time *idle, double least)
{
	const int64_t for_events = count_for_events(trace, idle);
	int64_t timed = 0, all = 0;

	if (!idle->is_timed || !for_events || percent_of(for_events, idle->waits_counted) < least)
		return false;
	for (size_t i = 0; i < trace->synchronizations_count; i++) {
		const struct trace_synchronization *sync = &trace->synchronizations[i];

		if (sync->type != SYNC_EVENT || sync->call == NONE)
			continue;
		all++;
		timed += idle->is_timed[sync->call];
	}
	return timed && percent_of(timed, all) >= least;
}

void timed_waits_say(const struct idle_time *idle, const struct trace *trace, double least,
                     struct finding *finding)
{
	if (waits_memory_read_directly(trace) || idle->timed < REPEATS_MIN ||
	    percent_of(idle->timed_ns, idle->base_ns) < least)
		return;
	finding_fact(
	        finding, "measured",
	        "%s of these waits, with %s of the time behind them, are for the second of two "
	        "events around work, and nothing waits for the first: they time what is between",
	        format_count(FORMAT, idle->timed), format_duration(FORMAT, idle->timed_ns));
	finding_advice_then(finding, rule_note(finding->rule, RULE_ADVICE, "timed too"));
}

void timed_waits_advise(struct finding *finding)
{
	finding->severity = FINDING_NOTE;
	finding_fact(finding, "measured",
	             "these waits are for the second of two events around the work, and nothing "
	             "waits for the first: they time what is between");
	finding_not_predicted(finding, "a program that measures each piece of its work waits for "
	                               "each: at most the whole cost, without the measuring");
	finding_case(finding, "nothing");
	finding_advice(finding, "%s", rule_note(finding->rule, RULE_ADVICE, "timed"));
}
