/* SPDX-License-Identifier: MIT */
/*
 * What a program held of each device's memory over time. A release need not say how much it gives
 * back, so its address ties it to its allocation; what is allocated anew at an address that was
 * never released ends the allocation before.
 *
 * Points. A program may allocate more often than a chart has pixels. Then the run is cut into
 * intervals, and each has two points: the moment of it at which the device held most, and its end.
 * So no peak is lost, and nothing is held for longer than it was.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "report/report_parts.h"

enum { HOST = 0 }; /* of places: the host, then the devices */

/* What happens to an allocation, by its index. */
struct life {
	uint32_t ended;     /* the allocation that this event ends; NONE */
	uint32_t end;       /* of an allocation: the event that ends it; NONE: the run's end */
	int64_t held_bytes; /* what it counts for: 0 where the sum would not fit */
};

struct work {
	struct report *report;
	const struct trace *trace;
	const struct report_process *process;
	struct life *lives;
};

static uint32_t place_of(const struct trace_allocation *a)
{
	bool is_host = a->memory_kind == MEMORY_PAGEABLE || a->memory_kind == MEMORY_PINNED;

	return is_host || a->device == NONE ? HOST : a->device + 1;
}

/* ---- lives ---- */

struct event {
	uint64_t address;
	uint32_t index;
};

static int compare_events(const void *a, const void *b)
{
	const struct event *left = a, *right = b;

	if (left->address != right->address)
		return left->address < right->address ? -1 : 1;
	return left->index < right->index ? -1 : 1;
}

static void find_lives(struct work *work)
{
	const struct trace *trace = work->trace;
	struct event *events = malloc((trace->allocations_count + 1) * sizeof *events);
	uint32_t open = NONE; /* the allocation at the address so far */

	work->lives = calloc(trace->allocations_count + 1, sizeof *work->lives);
	if (!events || !work->lives) {
		free(events);
		report_keep(work->report, NULL);
		return;
	}
	for (uint32_t i = 0; i < trace->allocations_count; i++)
		events[i] = (struct event){ trace->allocations[i].address, i };
	qsort(events, trace->allocations_count, sizeof *events, compare_events);
	for (size_t i = 0; i < trace->allocations_count; i++) {
		uint32_t index = events[i].index;

		if (i && events[i].address != events[i - 1].address)
			open = NONE;
		work->lives[index] = (struct life){ .ended = open, .end = NONE };
		if (open != NONE)
			work->lives[open].end = index;
		open = trace->allocations[index].is_release ? NONE : index;
	}
	free(events);
}

/* ---- one device ---- */

/* The kinds of memory of one place while they are added up. */
struct place {
	struct report_device_memory *to;
	uint32_t number; /* HOST, or a device's index and 1 */
	uint8_t kind_of[MEMORY_KINDS]
	               [2]; /* by kind and whether it is async: its place in to->kinds */
	int64_t bytes[2 * MEMORY_KINDS], total_bytes;        /* held now */
	int64_t most[2 * MEMORY_KINDS], most_bytes, most_ns; /* in the interval */
	bool has_most;
	int64_t interval, last_ns; /* the current one, and what happened last in it */
	uint32_t peak;             /* the event */
};

enum { NO_KIND = UINT8_MAX };

static void find_kinds(const struct work *work, struct place *place, size_t *events)
{
	const struct trace *trace = work->trace;

	memset(place->kind_of, NO_KIND, sizeof place->kind_of);
	place->to->kinds =
	        report_array(work->report, (size_t)2 * MEMORY_KINDS, sizeof *place->to->kinds);
	*events = 0;
	for (size_t i = 0; i < trace->allocations_count && place->to->kinds; i++) {
		const struct trace_allocation *a = &trace->allocations[i];
		uint8_t *kind = &place->kind_of[a->memory_kind][a->is_async];

		if (place_of(a) != place->number)
			continue;
		++*events;
		if (*kind != NO_KIND)
			continue;
		*kind = (uint8_t)place->to->kinds_count++;
		place->to->kinds[*kind].name = report_text(
		        work->report, "%s%s", trace_code_name(trace, "memory_kind", a->memory_kind),
		        a->is_async ? ", stream-ordered" : "");
	}
}

static void add_point(struct place *place, int64_t time_ns, const int64_t *bytes)
{
	struct report_device_memory *to = place->to;

	for (size_t k = 0; k < to->kinds_count; k++)
		to->kinds[k].bytes[to->points] = bytes[k];
	to->time_ns[to->points++] = time_ns;
}

/* Ends the interval: its highest moment, and how it ended, which holds until the next one. */
static void flush_interval(struct place *place)
{
	if (place->has_most)
		add_point(place, place->most_ns, place->most);
	if (place->has_most && place->last_ns > place->most_ns)
		add_point(place, place->last_ns, place->bytes);
	place->has_most = false;
}

/* What is held in a part of a run was allocated before it. */
static int64_t within_run(const struct work *work, int64_t time_ns)
{
	const struct report_process *p = work->process;

	return time_ns < p->first_ns ? p->first_ns : time_ns > p->last_ns ? p->last_ns : time_ns;
}

/* Before what happens at TIME_NS is counted. */
static void enter_interval(const struct work *work, struct place *place, int64_t time_ns)
{
	const int64_t interval_ns = place->to->interval_ns;
	const int64_t now = interval_ns ? (time_ns - work->process->first_ns) / interval_ns : 0;

	if (now != place->interval)
		flush_interval(place);
	place->interval = now;
}

/* ... and after it. */
static void note_state(struct place *place, int64_t time_ns)
{
	struct report_device_memory *to = place->to;

	if (!to->interval_ns) {
		if (to->points && to->time_ns[to->points - 1] == time_ns)
			to->points--; /* at one moment, the last one counts */
		add_point(place, time_ns, place->bytes);
		return;
	}
	place->last_ns = time_ns;
	if (place->has_most && place->total_bytes < place->most_bytes)
		return;
	place->has_most = true;
	place->most_bytes = place->total_bytes;
	place->most_ns = time_ns;
	memcpy(place->most, place->bytes, sizeof place->most);
}

static void end_allocation(const struct work *work, struct place *place, uint32_t ended)
{
	const struct trace_allocation *a = &work->trace->allocations[ended];
	uint8_t kind = place->kind_of[a->memory_kind][a->is_async];

	place->bytes[kind] -= work->lives[ended].held_bytes;
	place->total_bytes -= work->lives[ended].held_bytes;
}

static void begin_allocation(const struct work *work, struct place *place, uint32_t i)
{
	const struct trace_allocation *a = &work->trace->allocations[i];
	uint8_t kind = place->kind_of[a->memory_kind][a->is_async];
	struct report_memory_kind *to = &place->to->kinds[kind];

	work->lives[i].held_bytes =
	        a->size_bytes > INT64_MAX - place->total_bytes ? 0 : a->size_bytes;
	place->bytes[kind] += work->lives[i].held_bytes;
	place->total_bytes += work->lives[i].held_bytes;
	to->allocations++;
	to->total_bytes = sum_saturated(to->total_bytes, a->size_bytes);
	if (place->bytes[kind] > to->peak_bytes)
		to->peak_bytes = place->bytes[kind];
	if (place->total_bytes > place->to->peak_bytes) {
		place->to->peak_bytes = place->total_bytes;
		place->to->peak_ns = a->time_ns;
		place->peak = i;
	}
}

static void add_events(const struct work *work, struct place *place)
{
	const struct trace *trace = work->trace;
	struct report_device_memory *to = place->to;
	const int64_t before[2 * MEMORY_KINDS] = { 0 };

	add_point(place, work->process->first_ns, before);
	for (uint32_t i = 0; i < trace->allocations_count; i++) {
		const struct trace_allocation *a = &trace->allocations[i];
		uint32_t ended = work->lives[i].ended;
		bool is_ending =
		        ended != NONE && place_of(&trace->allocations[ended]) == place->number;
		int64_t time_ns = within_run(work, a->time_ns);

		if (place_of(a) != place->number && !is_ending)
			continue;
		enter_interval(work, place, time_ns);
		if (is_ending)
			end_allocation(work, place, ended);
		if (place_of(a) == place->number && a->is_release)
			to->kinds[place->kind_of[a->memory_kind][a->is_async]].releases++;
		if (place_of(a) == place->number && !a->is_release)
			begin_allocation(work, place, i);
		note_state(place, time_ns);
	}
	flush_interval(place);
	add_point(place, work->process->last_ns, place->bytes);
	for (size_t k = 0; k < to->kinds_count; k++)
		to->kinds[k].held_bytes = place->bytes[k];
	to->held_bytes = place->total_bytes;
}

/* ---- the peak ---- */

static void keep_largest(struct report_device_memory *to, const struct report_held *held)
{
	size_t at = to->at_peak_count;

	while (at > 0 && to->at_peak[at - 1].size_bytes < held->size_bytes)
		at--;
	if (to->at_peak_count == REPORT_AT_PEAK_MAX)
		to->at_peak_left_out++;
	else
		to->at_peak_count++;
	if (at == REPORT_AT_PEAK_MAX)
		return;
	memmove(&to->at_peak[at + 1], &to->at_peak[at],
	        (to->at_peak_count - at - 1) * sizeof *to->at_peak);
	to->at_peak[at] = *held;
}

static void add_at_peak(const struct work *work, struct place *place)
{
	const struct trace *trace = work->trace;
	struct report_device_memory *to = place->to;

	for (uint32_t i = 0; i <= place->peak && to->peak_bytes; i++) {
		const struct trace_allocation *a = &trace->allocations[i];
		uint32_t end = work->lives[i].end;

		if (a->is_release || place_of(a) != place->number ||
		    (end != NONE && end <= place->peak))
			continue;
		keep_largest(
		        to,
		        &(struct report_held){
		                .size_bytes = a->size_bytes,
		                .time_ns = a->time_ns,
		                .released_ns =
		                        end == NONE ? INT64_MAX : trace->allocations[end].time_ns,
		                .kind = to->kinds[place->kind_of[a->memory_kind][a->is_async]].name,
		                .call = a->call == NONE
		                                ? NULL
		                                : trace->call_names[trace->calls.name[a->call]]
		                                          .name,
		        });
	}
	for (size_t i = 0; i < to->at_peak_count; i++) /* the trace goes before the report does */
		if (to->at_peak[i].call)
			to->at_peak[i].call = report_text(work->report, "%s", to->at_peak[i].call);
}

/* ---- all ---- */

static void add_place(const struct work *work, struct report_process *p, uint32_t number)
{
	struct place place = { .to = &p->memory[p->memory_count], .number = number };
	struct report_device_memory *to = place.to;
	const int64_t span_ns = p->last_ns - p->first_ns;
	size_t events, room;

	find_kinds(work, &place, &events);
	if (!to->kinds_count || report_has_failed(work->report))
		return;
	to->device = number == HOST ? -1 : work->trace->devices[number - 1].id;
	if (events > REPORT_MEMORY_INTERVALS)
		to->interval_ns = span_ns / REPORT_MEMORY_INTERVALS + 1;
	/* Two of each interval, or of an allocation and what it ends; and the ends of the run. */
	room = 2 * (events > REPORT_MEMORY_INTERVALS ? REPORT_MEMORY_INTERVALS : events) + 6;
	to->time_ns = report_array(work->report, room, sizeof *to->time_ns);
	for (size_t k = 0; k < to->kinds_count; k++)
		to->kinds[k].bytes = report_array(work->report, room, sizeof *to->kinds[k].bytes);
	if (report_has_failed(work->report))
		return;
	add_events(work, &place);
	add_at_peak(work, &place);
	p->memory_count++;
}

void report_add_device_memory(struct report *report, struct report_process *process,
                              const struct trace *trace)
{
	struct work work = { .report = report, .trace = trace, .process = process };

	if (!trace->allocations_count)
		return;
	process->memory = report_array(report, trace->devices_count + 1, sizeof *process->memory);
	find_lives(&work);
	for (uint32_t number = 0; number <= trace->devices_count && !report_has_failed(report);
	     number++)
		add_place(&work, process, number);
	free(work.lives);
}
