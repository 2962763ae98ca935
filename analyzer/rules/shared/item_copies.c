/* SPDX-License-Identifier: MIT */
/* Finds copies of single numbers before loops. Any thread. */
#include "rules/shared/item_copies.h"

#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "rules/shared/copies.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/survey.h"
#include "trace/call_class.h"

enum { ITEM, TURN, ITEMS, SET_UP };

const struct threshold item_copies_thresholds[] = {
	[ITEM] = { "item", 16, "bytes" },
	[TURN] = { "turn", 1000000, "ns" },
	[ITEMS] = { "items", 1000, "copies" },
	[SET_UP] = { "set-up", 10, "%" },
	{ .name = NULL },
};

bool item_copies_is_one(int64_t bytes)
{
	return (double)bytes <= item_copies_thresholds[ITEM].value;
}

bool item_copies_are_many(int64_t count)
{
	return (double)count >= item_copies_thresholds[ITEMS].value;
}

/* Copies one behind the other, of one thread. */
struct row {
	uint32_t first, last; /* operations */
	int64_t copies;
};

struct rows {
	struct interval_set time;
	int64_t copies;
	struct host_evidence code;
};

bool item_copies_goes_on(int64_t pause_ns)
{
	return (double)pause_ns <= item_copies_thresholds[TURN].value;
}

uint32_t item_copies_waiting_call(const struct trace *trace, uint32_t id)
{
	const uint32_t call = trace->operations.call[id], next = call + 1;

	if (call == NONE || copy_is_blocking(trace, id))
		return call;
	return next < trace->calls.count &&
	                       trace->calls.thread[next] == trace->calls.thread[call] &&
	                       call_class(trace, next) == CALL_SYNCHRONIZE
	               ? next
	               : NONE;
}

static bool is_item(const struct trace *trace, uint32_t id)
{
	return copy_direction(trace, id) != COPY_DIRECTIONS &&
	       item_copies_waiting_call(trace, id) != NONE &&
	       item_copies_is_one(copy_bytes(trace, id));
}

static bool goes_on(const struct trace *trace, const struct row *row, uint32_t id)
{
	const struct trace_calls *calls = &trace->calls;
	const uint32_t next = trace->operations.call[id];
	const uint32_t last = row->copies ? item_copies_waiting_call(trace, row->last) : NONE;

	return last != NONE && calls->thread[last] == calls->thread[next] &&
	       item_copies_goes_on(calls->start_ns[next] - calls->end_ns[last]);
}

static int close_row(struct rows *rows, const struct trace *trace, const struct row *row)
{
	const struct trace_operations *o = &trace->operations;
	const uint32_t first = row->copies ? o->call[row->first] : NONE;
	int64_t from_ns, to_ns;

	if ((double)row->copies < item_copies_thresholds[ITEMS].value)
		return 0;
	from_ns = trace->calls.start_ns[first];
	to_ns = trace->calls.end_ns[item_copies_waiting_call(trace, row->last)];
	rows->copies += row->copies;
	host_evidence_before(&rows->code, first, from_ns, to_ns);
	return interval_set_add(&rows->time, from_ns, to_ns);
}

static int find_rows(struct rows *rows, const struct check *check)
{
	const struct trace *trace = check->trace;
	struct row row = { 0 };
	int err = 0;

	for (uint32_t i = 0; i < check->survey->start_up.end && !err; i++) {
		if (!is_item(trace, i))
			continue;
		if (!goes_on(trace, &row, i)) {
			err = close_row(rows, trace, &row);
			row = (struct row){ .first = i };
		}
		row.last = i;
		row.copies++;
	}
	if (!err)
		err = close_row(rows, trace, &row);
	interval_set_unite(&rows->time);
	return err;
}

static int report(struct check *check, struct rows *rows)
{
	struct finding *f = finding_add(check, "before the loops");
	const int err = host_evidence_end(&rows->code, f);

	f->cost_ns = interval_set_length(&rows->time);
	f->occurrences = rows->copies;
	f->is_own_work = true;
	finding_headline(f,
	                 "before its loops the program took numbers from the GPU, or put them "
	                 "there, one by one, for %s: %s, each waited for%s%s",
	                 format_duration(FORMAT, f->cost_ns),
	                 name_count(NAME, rows->copies, "copy", "copies"),
	                 *rows->code.most ? ", " : "", rows->code.most);
	finding_fact(f, "once", "before the loops: of a longer run it is a smaller part");
	finding_advice(f, "%s", rule_note(check->rule, RULE_ADVICE, "items"));
	finding_case(f, "items");
	finding_not_predicted(f, "what the same takes on whole arrays is not known: at most the "
	                         "whole cost");
	return err;
}

int item_copies_check(struct check *check)
{
	struct rows rows = { 0 };
	int err;

	host_evidence_init(&rows.code, check);
	err = find_rows(&rows, check);
	if (!err && rows.copies &&
	    percent_of(interval_set_length(&rows.time), check->graph->program_ns) >=
	            item_copies_thresholds[SET_UP].value)
		err = report(check, &rows);
	else
		host_evidence_end_waits(&rows.code, NULL, "");
	interval_set_release(&rows.time);
	return err;
}
