/* SPDX-License-Identifier: MIT */
/* Adds up the host's stacks by function or line. */
#include "report/host_rows.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NS_PER_US = 1000, STACK_DEPTH_MAX = 1024 };

/* ---- time ---- */

/* Before each call: since the call before of its thread. */
static int add_pauses(struct host_time *time, const struct trace *trace)
{
	int64_t *end_ns = malloc((trace->threads_count + 1) * sizeof *end_ns);

	if (!end_ns)
		return -ENOMEM;
	for (size_t t = 0; t < trace->threads_count; t++)
		end_ns[t] = INT64_MAX;
	for (uint32_t c = 0; c < trace->calls.count; c++) {
		int64_t *before_ns = &end_ns[trace->calls.thread[c]];

		if (trace->calls.start_ns[c] > *before_ns)
			host_time_add_call(time, c, trace->calls.start_ns[c] - *before_ns);
		*before_ns = trace->calls.end_ns[c];
	}
	free(end_ns);
	return 0;
}

static double weight_of(const struct host_rows *rows, uint32_t stack)
{
	return rows->is_sampled ? rows->time.sampled_ns[stack] : rows->time.called_ns[stack];
}

static int add_time(struct host_rows *rows, const struct trace *trace)
{
	host_time_add_all(&rows->time);
	rows->is_sampled = rows->time.samples > 0;
	if (!rows->is_sampled && add_pauses(&rows->time, trace))
		return -ENOMEM;
	rows->sum_ns = rows->is_sampled ? rows->time.sampled_sum_ns : rows->time.called_sum_ns;
	return 0;
}

/* ---- rows ---- */

struct row_key {
	const struct host_place *place;
	uint32_t frame;
	bool is_by_line;
};

/* What a library does without names is one row: its addresses say nothing to those who call it. */
static const char *function_of(const struct row_key *key)
{
	return key->place->is_nameless && !key->place->is_own && !key->is_by_line
	               ? ""
	               : key->place->function;
}

static int compare_keys(const void *a, const void *b)
{
	const struct row_key *left = a, *right = b;
	int order = strcmp(left->place->unit, right->place->unit);

	if (!order)
		order = strcmp(function_of(left), function_of(right));
	if (!order && left->is_by_line)
		order = strcmp(left->place->file, right->place->file);
	if (!order && left->is_by_line)
		order = (left->place->line > right->place->line) -
		        (left->place->line < right->place->line);
	return order;
}

/* Numbers the rows: ROW_OF by frame. */
static int make_rows(struct host_rows *rows, uint32_t *row_of)
{
	const size_t frames = rows->code.trace->host_frames_count;
	struct row_key *keys = malloc((frames + 1) * sizeof *keys);

	rows->items = calloc(frames + 1, sizeof *rows->items);
	if (!keys || !rows->items) {
		free(keys);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < frames; i++)
		keys[i] = (struct row_key){ &rows->code.places[i], i, rows->is_by_line };
	if (frames)
		qsort(keys, frames, sizeof *keys, compare_keys);
	for (size_t i = 0; i < frames; i++) {
		if (!i || compare_keys(&keys[i - 1], &keys[i]) != 0)
			rows->items[rows->count++].place = keys[i].place;
		row_of[keys[i].frame] = (uint32_t)rows->count - 1;
	}
	free(keys);
	return 0;
}

/* Who called the outermost of the program's functions in the stack I: of native code that is how
 * libc starts a program or a thread. NONE: nobody, or nothing is known of that. */
static uint32_t starter_of(const struct host_rows *rows, uint32_t i)
{
	const struct trace *trace = rows->code.trace;
	uint32_t starter = NONE;
	bool is_own = false;

	for (uint32_t s = i; s != NONE; s = host_code_caller(&rows->code, i, s)) {
		const uint32_t frame = trace->host_stacks[s].frame;

		if (is_own && !rows->code.places[frame].is_own)
			starter = trace->host_frames[frame].binary != NONE ? s : NONE;
		is_own = rows->code.places[frame].is_own;
		if (is_own)
			starter = NONE;
	}
	return starter;
}

/* Whether the stack S of the stack I has no function of its own, but its caller's. */
static bool is_nothing(const struct host_rows *rows, uint32_t i, uint32_t s)
{
	const struct trace *trace = rows->code.trace;
	const uint32_t caller = host_code_caller(&rows->code, i, s);

	return caller != NONE &&
	       host_place_is_part(&rows->code.places[trace->host_stacks[s].frame],
	                          &rows->code.places[trace->host_stacks[caller].frame]);
}

/* Each row of a stack once, however often its function calls itself. */
static int add_stacks(struct host_rows *rows, const uint32_t *row_of)
{
	const struct trace *trace = rows->code.trace;
	uint32_t *seen = calloc(rows->count + 1, sizeof *seen); /* stack + 1 */

	if (!seen)
		return -ENOMEM;
	for (uint32_t i = 0; i < trace->host_stacks_count; i++) {
		const double ns = weight_of(rows, i);
		const uint32_t starter = ns > 0 ? starter_of(rows, i) : NONE;
		bool is_self = true;

		for (uint32_t s = ns > 0 ? i : NONE; s != NONE && s != starter;
		     s = host_code_caller(&rows->code, i, s)) {
			const uint32_t frame = trace->host_stacks[s].frame, row = row_of[frame];

			if (rows->code.places[frame].is_recorder || is_nothing(rows, i, s))
				continue;
			if (is_self)
				rows->items[row].self_ns += ns;
			if (seen[row] != i + 1)
				rows->items[row].total_ns += ns;
			seen[row] = i + 1;
			is_self = false;
		}
		rows->nowhere_ns += is_self ? ns : 0;
		rows->unknown_ns += !is_self && !host_code_is_whole(&rows->code, i) ? ns : 0;
	}
	free(seen);
	return 0;
}

static int by_total(const void *a, const void *b)
{
	const struct host_row *left = a, *right = b;

	if (left->total_ns != right->total_ns)
		return left->total_ns > right->total_ns ? -1 : 1;
	if (left->place->is_own != right->place->is_own)
		return left->place->is_own ? -1 : 1;
	return strcmp(left->place->function, right->place->function);
}

static int own_first(const void *a, const void *b)
{
	const struct host_row *left = a, *right = b;

	if (left->place->is_own != right->place->is_own)
		return left->place->is_own ? -1 : 1;
	return by_total(a, b);
}

static void sort_rows(struct host_rows *rows)
{
	size_t kept = 0;

	for (size_t i = 0; i < rows->count; i++)
		if (rows->items[i].total_ns > 0)
			rows->items[kept++] = rows->items[i];
	rows->count = kept;
	if (kept)
		qsort(rows->items, kept, sizeof *rows->items,
		      rows->time.is_native ? by_total : own_first);
	while (rows->unknown_at < kept &&
	       (rows->time.is_native || rows->items[rows->unknown_at].place->is_own) &&
	       rows->items[rows->unknown_at].total_ns >= rows->unknown_ns)
		rows->unknown_at++;
}

int host_rows_make(struct host_rows *rows, const struct trace *trace, bool is_by_line)
{
	uint32_t *row_of = malloc((trace->host_frames_count + 1) * sizeof *row_of);
	int err;

	*rows = (struct host_rows){ .is_by_line = is_by_line };
	err = row_of ? host_code_init(&rows->code, trace) : -ENOMEM;
	if (!err)
		err = host_time_init(&rows->time, &rows->code);
	if (!err)
		err = add_time(rows, trace);
	if (!err)
		err = make_rows(rows, row_of);
	if (!err)
		err = add_stacks(rows, row_of);
	if (!err)
		sort_rows(rows);
	free(row_of);
	return err;
}

void host_rows_release(struct host_rows *rows)
{
	free(rows->items);
	host_time_release(&rows->time);
	host_code_release(&rows->code);
	*rows = (struct host_rows){ 0 };
}

/* ---- folded stacks ---- */

/* A frame between semicolons, before a blank: it must have neither at its end. */
static void print_frame(const struct host_place *place, FILE *file)
{
	char text[HOST_PLACE_TEXT];

	for (const char *p = host_place_text(text, place); *p; p++)
		putc(*p == ';' || *p == '\n' ? ':' : *p, file);
}

void host_rows_print_folded(const struct host_rows *rows, FILE *file)
{
	const struct trace *trace = rows->code.trace;
	uint32_t frames[STACK_DEPTH_MAX];

	for (uint32_t i = 0; i < trace->host_stacks_count; i++) {
		const double us = weight_of(rows, i) / NS_PER_US;
		size_t depth = 0;

		if (us < 1)
			continue;
		for (uint32_t s = i; s != NONE && depth < STACK_DEPTH_MAX;
		     s = host_code_caller(&rows->code, i, s))
			frames[depth++] = trace->host_stacks[s].frame;
		while (depth-- > 0) {
			print_frame(&rows->code.places[frames[depth]], file);
			if (depth)
				putc(';', file);
		}
		fprintf(file, " %" PRId64 "\n", (int64_t)us);
	}
}
