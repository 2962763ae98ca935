/* SPDX-License-Identifier: MIT */
/*
 * Rule repeated-copy: the same data go to the device again and again, or none at all do. That it is
 * the same memory is known by its address, or follows from what the program has allocated; that
 * nobody had the time to change it from what it does between copies. Any thread.
 */
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "rules/shared/chunks.h"
#include "rules/shared/copied_again.h"
#include "rules/shared/copies.h"
#include "rules/shared/copy_rounds.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/subject.h"
#include "rules/shared/unwritten.h"
#include "rules/shared/worth.h"

enum { TIMES };

static const struct threshold thresholds[] = {
	[TIMES] = { "times", 3, "times" },
	{ .name = NULL },
};

/* The COUNT copies, as targets and examples, and the host's code that asked for them. */
static void add_copies(struct check *check, struct finding *f, const uint32_t *copies, size_t count)
{
	const struct trace *trace = check->trace;
	struct host_evidence code;

	host_evidence_init(&code, check);
	for (size_t i = 0; i < count; i++) {
		finding_target(f, copies[i]);
		finding_example(f, copies[i], operation_length_ns(trace, copies[i]));
		host_evidence_call(&code, trace->operations.call[copies[i]]);
	}
	check_failed(check, host_evidence_end(&code, f));
}

/* ---- by address ---- */

static void report_again(struct check *check, const struct copied_again *again, uint32_t device)
{
	struct finding *f = finding_add_device(check, device);
	char places[NAME_MAX_BYTES] = "";

	f->cost_ns = again->time_ns;
	f->occurrences = (int64_t)again->count;
	add_copies(check, f, again->ids, again->count);
	if (again->places > 1)
		snprintf(places, sizeof places, ", in %" PRId64 " places,", again->places);
	finding_headline(f, "%s copy the same %s of host memory%s to the device once more: %s",
	                 name_count(NAME, (int64_t)again->count, "copy", "copies"),
	                 format_bytes(FORMAT, again->bytes), places,
	                 format_duration(FORMAT, f->cost_ns));
	finding_advice(f,
	               "Copy once, before the loop, and leave the data on the device. Where "
	               "kernels change them, keep a second buffer there and copy from device to "
	               "device. Where the host changes a part, copy that part.%s",
	               again->pageable ? " What has to be copied all the same is faster from "
	                                 "pinned memory (cudaMallocHost())."
	                               : "");
	finding_fact(f, "the same", "these copies have the address and size of one before");
	finding_fact(f, "unchanged",
	             "the thread that copies was outside CUDA calls for too short, between a copy "
	             "and the next, to have written so much, and nothing was copied out there");
}

/* Whether there is a finding is *IS_FOUND. */
static int check_addresses(struct check *check, uint32_t device, bool *is_found)
{
	struct copied_again again;
	const int err = copied_again_find(&again, check->trace, device, thresholds[TIMES].value);

	*is_found = !err && again.count && is_worth(check, again.time_ns);
	if (*is_found)
		report_again(check, &again, device);
	copied_again_release(&again);
	return err;
}

/* ---- by what is allocated, where the trace has no addresses ---- */

/* The program pins memory that it has from elsewhere, of which a trace does not have the size. */
static bool has_unknown_memory(const struct trace *trace)
{
	for (size_t i = 0; i < trace->call_names_count; i++)
		if (strstr(trace->call_names[i].name, "HostRegister"))
			return true;
	return false;
}

/*
 * All copies of so many bytes read the same memory, at least in part: there was one block of pinned
 * memory that is large enough, in the whole run, and it is too small for two.
 */
static bool has_one_source(const struct trace *trace, int64_t bytes)
{
	size_t blocks = 0;

	for (size_t i = 0; i < trace->allocations_count; i++) {
		const struct trace_allocation *it = &trace->allocations[i];

		if (it->memory_kind != MEMORY_PINNED || it->is_release || it->size_bytes < bytes)
			continue;
		if (++blocks > 1 || it->size_bytes / 2 >= bytes)
			return false;
	}
	return blocks == 1;
}

/* Copies of one size to one device. */
struct series {
	int64_t bytes;
	uint32_t *again; /* copies of what was copied before */
	size_t count;
	uint32_t last; /* the copy before; NONE: there is none, or its source has changed since */
};

/* The host could not write as much before ID: what that copies is on the device already. */
static bool is_unchanged(const struct trace *trace, uint32_t before, uint32_t id)
{
	return !copy_host_has_ns(trace, before, id, chunk_writing_ns(copy_bytes(trace, id)));
}

static int note_copy(struct series *series, const struct trace *trace, uint32_t id)
{
	uint32_t *again;

	if (series->last != NONE && is_unchanged(trace, series->last, id)) {
		again = ARRAY_ADD(&series->again, &series->count);
		if (!again)
			return -ENOMEM;
		*again = id;
	}
	series->last = id;
	return 0;
}

/* Whether ID copies from pinned memory to DEVICE, at an address that is not known. */
static bool is_pinned_copy(const struct trace *trace, uint32_t id, uint32_t device)
{
	uint64_t address;

	return operation_device(trace, id) == device && copy_direction(trace, id) == COPY_IN &&
	       !copy_is_pageable(trace, id) && !operation_host_address(trace, id, &address);
}

/* The largest copies to DEVICE: they are what is worth a finding. */
static int64_t largest_copy(const struct trace *trace, uint32_t device)
{
	int64_t largest = 0;

	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (is_pinned_copy(trace, i, device) && copy_bytes(trace, i) > largest)
			largest = copy_bytes(trace, i);
	return largest;
}

static int find_series(struct series *series, const struct trace *trace, uint32_t device)
{
	int err = 0;

	*series = (struct series){ .bytes = largest_copy(trace, device), .last = NONE };
	if (series->bytes < RATE_MIN_BYTES || !has_one_source(trace, series->bytes))
		return 0;
	for (uint32_t i = 0; !err && i < trace->operations.count; i++) {
		const enum copy_direction direction = copy_direction(trace, i);

		if (direction == COPY_OUT)
			series->last = NONE; /* may write what is copied in next */
		if (is_pinned_copy(trace, i, device) && copy_bytes(trace, i) == series->bytes &&
		    !(trace->operations.flags[i] & OPERATION_GRAPH))
			err = note_copy(series, trace, i);
	}
	return err;
}

static int64_t time_of(const struct series *series, const struct trace *trace)
{
	int64_t time_ns = 0;

	for (size_t i = 0; i < series->count; i++)
		time_ns = sum_saturated(time_ns, operation_length_ns(trace, series->again[i]));
	return time_ns;
}

static void report(struct check *check, const struct series *series, uint32_t device)
{
	const struct trace *trace = check->trace;
	struct finding *f = finding_add_device(check, device);

	f->cost_ns = time_of(series, trace);
	f->occurrences = (int64_t)series->count;
	add_copies(check, f, series->again, series->count);
	finding_headline(f, "%s copy the same %s of host memory to the device once more: %s",
	                 name_count(NAME, (int64_t)series->count, "copy", "copies"),
	                 format_bytes(FORMAT, series->bytes), format_duration(FORMAT, f->cost_ns));
	finding_advice(f, "Copy once, before the loop, and leave the data on the device. Where "
	                  "kernels change them, keep a second buffer there and copy from device to "
	                  "device. Where the host changes a part, copy that part.");
	finding_fact(f, "the same",
	             "one block of pinned memory is large enough for such a copy, and "
	             "too small for two");
	finding_fact(f, "unchanged",
	             "less than %s outside CUDA calls between a copy and the next: no "
	             "host writes so much in that time",
	             format_duration(FORMAT, chunk_writing_ns(series->bytes)));
}

/* ---- several copies that come in the same order again ---- */

static void report_rounds(struct check *check, const struct copy_rounds *rounds)
{
	struct finding *f = finding_add(check, "copies in rows");

	f->severity = FINDING_NOTE;
	f->cost_ns = rounds->time_ns;
	f->occurrences = rounds->rounds;
	finding_headline(f,
	                 "%s came %s to the device, in sizes that are the same each time: %s, all "
	                 "but the first perhaps of data that are there already",
	                 name_count(NAME, rounds->copies, "copy", "copies"),
	                 name_count(NAME, rounds->rounds, "time", "times"),
	                 format_duration(FORMAT, rounds->time_ns));
	finding_advice(f, "If it is the same data each time, tables that each query uploads for "
	                  "example, copy them once and leave them on the device. If it is other "
	                  "data, which the host has prepared before, there is nothing to do about "
	                  "this.");
	finding_fact(f, "each time", "%s", format_bytes(FORMAT, rounds->bytes));
	finding_fact(f, "between them",
	             "the host had less time outside CUDA calls than it takes to write so much: %s",
	             format_duration(FORMAT, chunk_writing_ns(rounds->bytes)));
	finding_not_predicted(f,
	                      "a trace does not show whether it is the same data: if so, at most "
	                      "the whole cost");
}

static int check_rounds(struct check *check)
{
	struct copy_rounds rounds;
	const int err = copy_rounds_find(&rounds, check->trace, thresholds[TIMES].value);

	if (!err && rounds.rounds && is_worth(check, rounds.time_ns))
		report_rounds(check, &rounds);
	return err;
}

static int check_device(struct check *check, uint32_t device)
{
	const struct trace *trace = check->trace;
	struct series series = { 0 };
	bool is_found;
	int err = check_addresses(check, device, &is_found);

	if (err || is_found || has_unknown_memory(trace))
		return err;
	err = find_series(&series, trace, device);
	if (!err && (double)series.count >= thresholds[TIMES].value &&
	    is_worth(check, time_of(&series, trace)))
		report(check, &series, device);
	free(series.again);
	return err;
}

/* ---- of memory that nobody wrote to ---- */

static void report_unwritten(struct check *check, const struct unwritten *unwritten)
{
	const struct trace *trace = check->trace;
	const int64_t count = (int64_t)unwritten->count;
	struct finding *f = finding_add(check, "memory that nobody wrote to");
	int64_t out_bytes = 0, out_ns = 0;

	f->cost_ns = unwritten->time_ns;
	f->occurrences = count;
	for (size_t i = 0; i < unwritten->count; i++) {
		const struct unwritten_copy *copy = &unwritten->copies[i];

		finding_target(f, copy->in);
		finding_example(f, copy->in, operation_length_ns(trace, copy->in));
		out_bytes = sum_saturated(out_bytes, copy_bytes(trace, copy->out));
		out_ns = sum_saturated(out_ns, operation_length_ns(trace, copy->out));
	}
	finding_headline(f,
	                 "%s to the device, of %s, %s from memory of the host that nobody had "
	                 "written to: %s",
	                 name_count(NAME, count, "copy", "copies"),
	                 format_bytes(FORMAT, unwritten->bytes), count == 1 ? "is" : "are",
	                 format_duration(FORMAT, f->cost_ns));
	finding_advice(f, "Leave the copy out: there is nothing in it yet. Where the device is to "
	                  "begin with zeros, cudaMemset() writes them there; where a part of the "
	                  "buffer was written, copy that part.");
	finding_fact(f, "not written",
	             "the next copy into the same memory came at %s, which is the speed of pages "
	             "that are only now mapped, and the host had no time to free and allocate it "
	             "in between",
	             format_rate(FORMAT, (double)out_bytes / (double)out_ns * 1e9));
}

static int check_unwritten(struct check *check)
{
	struct unwritten unwritten;
	const int err = unwritten_find(&unwritten, check->trace);

	if (!err && unwritten.count && is_worth(check, unwritten.time_ns))
		report_unwritten(check, &unwritten);
	unwritten_release(&unwritten);
	return err;
}

/* Without kernels the copies are what the program is for: it measures them, or only moves data. */
static bool runs_kernels(const struct trace *trace)
{
	return memchr(trace->operations.type, OPERATION_KERNEL, trace->operations.count) != NULL;
}

static void check_repeated_copy(struct check *check)
{
	const struct trace *trace = check->trace;

	if (!trace->operations.count || !runs_kernels(trace))
		return;
	for (uint32_t d = 0; d < trace->devices_count; d++)
		check_failed(check, check_device(check, d));
	if (!check_finding_of(check, check->rule->id, NONE) && !has_unknown_memory(trace))
		check_failed(check, check_rounds(check));
	check_failed(check, check_unwritten(check));
}

const struct rule rule_repeated_copy = {
	.id = "repeated-copy",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, unwritten_thresholds, worth_threshold },
	.check = check_repeated_copy,
	.fix = finding_drop_targets,
};
