/* SPDX-License-Identifier: MIT */
/* Adds up the host's stacks by function or line. */
#include "report/host_rows.h"

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

enum { NS_PER_US = 1000 };

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
			host_time_add_call(time, c, trace->calls.start_ns[c] - *before_ns, 0);
		*before_ns = trace->calls.end_ns[c];
	}
	free(end_ns);
	return 0;
}

double host_rows_weight(const struct host_rows *rows, uint32_t i)
{
	return rows->is_sampled ? rows->time.sampled_ns[i] : rows->time.called_ns[i];
}

/* As host_time adds them. */
static void count_samples(struct host_rows *rows, const struct trace *trace)
{
	const size_t first = rows->is_sampled ? 0 : trace->timed_samples;
	const size_t end = rows->is_sampled ? trace->timed_samples : trace->host_samples_count;

	for (size_t i = first; i < end; i++)
		rows->samples[trace->host_samples[i].stack]++;
}

static int add_time(struct host_rows *rows, const struct trace *trace)
{
	host_time_add_all(&rows->time);
	rows->is_sampled = rows->time.samples > 0;
	if (!rows->is_sampled && add_pauses(&rows->time, trace))
		return -ENOMEM;
	rows->sum_ns = rows->is_sampled ? rows->time.sampled_sum_ns : rows->time.called_sum_ns;
	count_samples(rows, trace);
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

const char *host_rows_name(const struct host_place *place, bool is_by_line)
{
	if (place->is_nameless && !place->is_own && !is_by_line)
		return "(no names)";
	return *place->function ? place->function : "(script)";
}

/* Numbers the rows. */
static int make_rows(struct host_rows *rows)
{
	const size_t frames = rows->code->trace->host_frames_count;
	struct row_key *keys = malloc((frames + 1) * sizeof *keys);

	rows->items = calloc(frames + 1, sizeof *rows->items);
	if (!keys || !rows->items) {
		free(keys);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < frames; i++)
		keys[i] = (struct row_key){ &rows->code->places[i], i, rows->is_by_line };
	if (frames)
		qsort(keys, frames, sizeof *keys, compare_keys);
	for (size_t i = 0; i < frames; i++) {
		if (!i || compare_keys(&keys[i - 1], &keys[i]) != 0)
			rows->items[rows->count++].place = keys[i].place;
		rows->row_of[keys[i].frame] = (uint32_t)rows->count - 1;
	}
	free(keys);
	return 0;
}

/* Who called the outermost of the program's functions in the stack I: of native code that is how
 * libc starts a program or a thread. NONE: nobody, or nothing is known of that. */
static uint32_t starter_of(const struct host_rows *rows, uint32_t i)
{
	const struct trace *trace = rows->code->trace;
	uint32_t starter = NONE;
	bool is_own = false;

	for (uint32_t s = i; s != NONE; s = host_code_caller(rows->code, i, s)) {
		const uint32_t frame = trace->host_stacks[s].frame;

		if (is_own && !rows->code->places[frame].is_own)
			starter = trace->host_frames[frame].binary != NONE ? s : NONE;
		is_own = rows->code->places[frame].is_own;
		if (is_own)
			starter = NONE;
	}
	return starter;
}

/* Whether the stack S of the stack I has no function of its own, but that of who called it, perhaps
 * through others of the same binary that have none. */
static bool is_nothing(const struct host_rows *rows, uint32_t i, uint32_t s)
{
	const struct trace *trace = rows->code->trace;
	const struct host_place *places = rows->code->places;
	const struct host_place *callee = &places[trace->host_stacks[s].frame], *caller;

	while (callee->is_nameless && (s = host_code_caller(rows->code, i, s)) != NONE) {
		caller = &places[trace->host_stacks[s].frame];
		if (!caller->is_nameless || strcmp(caller->unit, callee->unit) != 0)
			return host_place_is_part(callee, caller);
	}
	return false;
}

void host_rows_path(const struct host_rows *rows, uint32_t i, struct host_path *path)
{
	const struct trace *trace = rows->code->trace;
	const uint32_t starter = starter_of(rows, i);

	path->count = 0;
	path->is_in_cuda = false;
	for (uint32_t s = i; s != NONE && s != starter && path->count < HOST_PATH_MAX;
	     s = host_code_caller(rows->code, i, s)) {
		const uint32_t frame = trace->host_stacks[s].frame;

		if (rows->code->places[frame].is_recorder)
			path->is_in_cuda |= !path->count;
		else if (!is_nothing(rows, i, s))
			path->rows[path->count++] = rows->row_of[frame];
	}
}

/* Each row of a stack once, however often its function calls itself. */
static int add_stacks(struct host_rows *rows)
{
	uint32_t *seen = calloc(rows->count + 1, sizeof *seen); /* stack + 1 */
	struct host_path path;

	if (!seen)
		return -ENOMEM;
	for (uint32_t i = 0; i < rows->code->trace->host_stacks_count; i++) {
		const double ns = host_rows_weight(rows, i);

		if (ns <= 0)
			continue;
		host_rows_path(rows, i, &path);
		for (size_t k = 0; k < path.count; k++) {
			struct host_row *row = &rows->items[path.rows[k]];

			row->self_ns += k ? 0 : ns;
			if (seen[path.rows[k]] == i + 1)
				continue;
			row->total_ns += ns;
			row->samples += rows->samples[i];
			seen[path.rows[k]] = i + 1;
		}
		rows->nowhere_ns += path.count ? 0 : ns;
		rows->unknown_ns += path.count && !host_code_is_whole(rows->code, i) ? ns : 0;
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

/* Those that have any time, sorted. */
static int sort_rows(struct host_rows *rows)
{
	const size_t frames = rows->code->trace->host_frames_count;
	uint32_t *sorted = malloc((rows->count + 1) * sizeof *sorted); /* by row before */
	size_t kept = 0;

	if (!sorted)
		return -ENOMEM;
	for (size_t i = 0; i < rows->count; i++)
		sorted[i] = NONE;

	for (size_t i = 0; i < rows->count; i++)
		if (rows->items[i].total_ns > 0)
			rows->items[kept++] = rows->items[i];
	rows->count = kept;
	if (kept)
		qsort(rows->items, kept, sizeof *rows->items,
		      rows->time.is_native ? by_total : own_first);
	for (size_t i = 0; i < kept; i++)
		sorted[rows->row_of[rows->items[i].place - rows->code->places]] = (uint32_t)i;
	for (size_t i = 0; i < frames; i++)
		rows->row_of[i] = sorted[rows->row_of[i]];
	while (rows->unknown_at < kept &&
	       (rows->time.is_native || rows->items[rows->unknown_at].place->is_own) &&
	       rows->items[rows->unknown_at].total_ns >= rows->unknown_ns)
		rows->unknown_at++;
	free(sorted);
	return 0;
}

int host_rows_make(struct host_rows *rows, const struct host_code *code, bool is_by_line)
{
	const struct trace *trace = code->trace;
	int err;

	*rows = (struct host_rows){
		.code = code,
		.is_by_line = is_by_line,
		.row_of = calloc(trace->host_frames_count + 1, sizeof *rows->row_of),
		.samples = calloc(trace->host_stacks_count + 1, sizeof *rows->samples),
	};
	err = rows->row_of && rows->samples ? host_time_init(&rows->time, code) : -ENOMEM;
	if (!err)
		err = add_time(rows, trace);
	if (!err)
		err = make_rows(rows);
	if (!err)
		err = add_stacks(rows);
	return err ? err : sort_rows(rows);
}

void host_rows_release(struct host_rows *rows)
{
	free(rows->items);
	free(rows->row_of);
	free(rows->samples);
	host_time_release(&rows->time);
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
	const struct trace *trace = rows->code->trace;
	uint32_t frames[HOST_PATH_MAX];

	for (uint32_t i = 0; i < trace->host_stacks_count; i++) {
		const double us = host_rows_weight(rows, i) / NS_PER_US;
		size_t depth = 0;

		if (us < 1)
			continue;
		for (uint32_t s = i; s != NONE && depth < HOST_PATH_MAX;
		     s = host_code_caller(rows->code, i, s))
			frames[depth++] = trace->host_stacks[s].frame;
		while (depth-- > 0) {
			print_frame(&rows->code->places[frames[depth]], file);
			if (depth)
				putc(';', file);
		}
		fprintf(file, " %" PRId64 "\n", (int64_t)us);
	}
}
