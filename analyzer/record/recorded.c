/* SPDX-License-Identifier: MIT */
/*
 * Sums up new traces with one query each: they may be large, and a person is waiting for the
 * prompt, so they are not loaded.
 */
#include "record/recorded.h"

#include <errno.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/array.h"
#include "base/terminal.h"
#include "print/table.h"
#include "trace/segments.h"
#include "collector/host/trace_name.h"
#include "trace_file.h"

enum {
	TRACES_SHOWN = 32, /* a job of a thousand processes must not scroll the program's own output
	                      away */
	LACKS_SHOWN = 4,   /* lines of what one trace lacks */
	NAMED_AT_END = 3,  /* traces in the command that goes on */
	FIRST_SUMMED = 4,  /* columns from "kernels" to "calls": added up over the files of a run */
	LAST_SUMMED = 6,
	SIZE_COLUMN = 8,
};

static const struct table_column columns[] = {
	{ "trace", "trace", TABLE_NAME, 0 },      { "program", "program", TABLE_NAME, 6 },
	{ "pid", "pid", TABLE_NAME, 5 },          { "gpus", "GPUs", TABLE_COUNT, 4 },
	{ "kernels", "kernels", TABLE_COUNT, 0 }, { "copies", "copies", TABLE_COUNT, 2 },
	{ "calls", "calls", TABLE_COUNT, 3 },     { "duration_ns", "time", TABLE_DURATION, 1 },
	{ "size_bytes", "size", TABLE_BYTES, 1 },
};

/* In the order of the columns from "program" to "time". */
static const char summary_sql[] = "SELECT coalesce(replace(p.executable, rtrim(p.executable, "
                                  "replace(p.executable, '/', '')), ''), '?'),"
                                  " p.pid,"
                                  " (SELECT count(DISTINCT device_id) FROM context),"
                                  " (SELECT count(*) FROM kernel),"
                                  " (SELECT count(*) FROM copy),"
                                  " (SELECT count(*) FROM api_call),"
                                  " coalesce((SELECT value FROM meta WHERE key = 'trace_end_ns'),"
                                  "          (SELECT max(start_ns + duration_ns) FROM api_call))"
                                  " FROM (SELECT 1) LEFT JOIN process AS p LIMIT 1";

static const char lacks_sql[] = "SELECT severity, count, message FROM diagnostic WHERE severity > 0"
                                " ORDER BY severity DESC, count DESC";

static const char state_sql[] =
        "SELECT coalesce((SELECT value FROM meta WHERE key = 'state'), '') <> 'complete', "
        "EXISTS (SELECT 1 FROM diagnostic WHERE code = 'ended-early')";

struct recorded {
	FILE *stream;
	struct table *table;
	struct trace_list list;
};

static char *column_text(sqlite3_stmt *statement, int column)
{
	const char *text = (const char *)sqlite3_column_text(statement, column);

	return text_clean(text ? text : "?", 0);
}

/* Prints "PATH: TEXT" as a warning. */
static void print_lack(const struct recorded *recorded, const char *path, const char *text)
{
	char *clean = text_clean(path, 0);

	fprintf(recorded->stream, "%swarning:%s %s: %s\n",
	        color_begin(recorded->stream, COLOR_WARNING), color_end(recorded->stream),
	        clean ? clean : path, text);
	free(clean);
}

/* The trace of a program that was killed, or still runs; or IS_EARLY, and a diagnostic says why. */
static void print_cut(const struct recorded *recorded, const char *path, bool is_early)
{
	const char *name = strrchr(path, '/');
	char log[PATH_MAX + 8], text[2 * PATH_MAX];
	int length = snprintf(text, sizeof text,
	                      is_early ? "the recording ended before the program"
	                               : "the process was killed, still runs or is in Go; what "
	                                 "it did last may be missing");

	name = name ? name + 1 : path;
	snprintf(log, sizeof log, "%s-wal", path);
	if (access(log, F_OK) == 0)
		snprintf(text + length, sizeof text - (size_t)length,
		         "; %s-wal is a part of the trace: copy both files", name);
	print_lack(recorded, path, text);
}

static void print_lacks(const struct recorded *recorded, const char *path, sqlite3 *db)
{
	sqlite3_stmt *statement;
	int shown = 0;

	if (sqlite3_prepare_v2(db, state_sql, -1, &statement, NULL) == SQLITE_OK &&
	    sqlite3_step(statement) == SQLITE_ROW && sqlite3_column_int(statement, 0))
		print_cut(recorded, path, sqlite3_column_int(statement, 1));
	sqlite3_finalize(statement);

	if (sqlite3_prepare_v2(db, lacks_sql, -1, &statement, NULL) != SQLITE_OK)
		return;
	while (shown++ < LACKS_SHOWN && sqlite3_step(statement) == SQLITE_ROW) {
		char *message = column_text(statement, 2), *text = NULL;
		int64_t count = sqlite3_column_int64(statement, 1);

		if (message && count > 1 &&
		    asprintf(&text, "%s (%s times)", message, format_count(FORMAT, count)) < 0)
			text = NULL;
		if (message)
			print_lack(recorded, path, text ? text : message);
		free(message);
		free(text);
	}
	sqlite3_finalize(statement);
}

/* Adds to the numbers in CELLS those of the segments before the trace PATH, and their files. */
static void add_segments(struct table_cell *cells, const char *path, sqlite3 *db)
{
	struct segments segments;
	char error[TRACE_ERROR_MAX];
	struct stat st;

	if (segments_find(&segments, db, path))
		segments.count = 0;
	for (size_t i = 0; i + 1 < segments.count; i++) {
		sqlite3_stmt *statement = NULL;
		sqlite3 *part = NULL;

		if (trace_file_open(segments.items[i].path, &part, error) == 0 &&
		    sqlite3_prepare_v2(part, summary_sql, -1, &statement, NULL) == SQLITE_OK &&
		    sqlite3_step(statement) == SQLITE_ROW)
			for (int k = FIRST_SUMMED; k <= LAST_SUMMED; k++)
				cells[k].integer += sqlite3_column_int64(statement, k - 1);
		if (stat(segments.items[i].path, &st) == 0)
			cells[SIZE_COLUMN].integer += st.st_size;
		sqlite3_finalize(statement);
		sqlite3_close(part);
	}
	segments_release(&segments);
}

/* Adds the row of one trace. */
static void add_summary(const struct recorded *recorded, const char *path, sqlite3 *db)
{
	struct table_cell cells[sizeof columns / sizeof *columns] = { { .text = path } };
	char *program = NULL, *pid = NULL;
	sqlite3_stmt *statement;
	struct stat st;

	if (sqlite3_prepare_v2(db, summary_sql, -1, &statement, NULL) != SQLITE_OK)
		return;
	if (sqlite3_step(statement) == SQLITE_ROW) {
		cells[1].text = program = column_text(statement, 0);
		cells[2].text = pid = column_text(statement, 1);
		for (int i = 2; i < 7; i++) {
			cells[i + 1].integer = sqlite3_column_int64(statement, i);
			cells[i + 1].is_none = sqlite3_column_type(statement, i) == SQLITE_NULL;
		}
		cells[SIZE_COLUMN].integer = stat(path, &st) == 0 ? st.st_size : 0;
		add_segments(cells, path, db);
		table_add(recorded->table, cells);
	}
	sqlite3_finalize(statement);
	free(program);
	free(pid);
}

/* Opens a trace, calls VISIT, closes it. A file that is no trace lacks all: print_lacks() goes with
 * that. */
static void visit_traces(const struct recorded *recorded,
                         void (*visit)(const struct recorded *recorded, const char *path,
                                       sqlite3 *db))
{
	char error[TRACE_ERROR_MAX];
	sqlite3 *db;

	for (size_t i = 0; i < recorded->list.count && i < TRACES_SHOWN; i++) {
		if (trace_file_open(recorded->list.paths[i], &db, error) == 0)
			visit(recorded, recorded->list.paths[i], db);
		else if (visit == print_lacks)
			print_lack(recorded, recorded->list.paths[i], error);
		sqlite3_close(db);
	}
}

/* PATH relative to the current directory where it lies below it. Points into PATH. */
static const char *shorten_path(const char *path, const char *here)
{
	size_t length = strlen(here);

	return length > 1 && strncmp(path, here, length) == 0 && path[length] == '/'
	               ? path + length + 1
	               : path;
}

void trace_list_read(struct trace_list *list, const char *path, off_t from)
{
	char *line = NULL, here[PATH_MAX];
	size_t size = 0;
	ssize_t length;
	FILE *file = fopen(path, "re");

	if (!getcwd(here, sizeof here))
		here[0] = '\0';
	if (file)
		fseeko(file, from, SEEK_SET);
	while (file && (length = getline(&line, &size, file)) > 0) {
		if (line[length - 1] == '\n')
			line[length - 1] = '\0';
		trace_name_of_line(line);
		if (ARRAY_ROOM(&list->paths, list->count))
			break;
		list->paths[list->count] = strdup(shorten_path(line, here));
		if (!list->paths[list->count])
			break;
		list->count++;
	}
	free(line);
	if (file)
		fclose(file);
}

void trace_list_release(struct trace_list *list)
{
	for (size_t i = 0; i < list->count; i++)
		free(list->paths[i]);
	free(list->paths);
	*list = (struct trace_list){ 0 };
}

/* PATH so that a shell takes it as one word. */
static void print_word(FILE *stream, const char *path)
{
	static const char plain[] =
	        "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_./-+:,=@";

	if (*path != '-' && !path[strspn(path, plain)]) {
		fputs(path, stream);
		return;
	}
	fputs(*path == '-' ? "./'" : "'", stream);
	for (; *path; path++)
		fputs(*path == '\'' ? "'\\''" : (char[]){ *path, '\0' }, stream);
	fputc('\'', stream);
}

static void print_how_to_go_on(const struct recorded *recorded)
{
	fprintf(recorded->stream, "To see what it did: %swarpwise analyze",
	        color_begin(recorded->stream, COLOR_NAME));
	for (size_t i = 0; i < recorded->list.count && i < NAMED_AT_END; i++) {
		fputc(' ', recorded->stream);
		print_word(recorded->stream, recorded->list.paths[i]);
	}
	fprintf(recorded->stream, "%s%s\n", recorded->list.count > NAMED_AT_END ? " ..." : "",
	        color_end(recorded->stream));
}

size_t recorded_print(FILE *stream, const char *list, off_t from, bool is_quiet)
{
	struct recorded recorded = { .stream = stream };
	size_t count;

	recorded.table = table_new(columns, sizeof columns / sizeof *columns);
	if (!recorded.table)
		return 0;
	trace_list_read(&recorded.list, list, from);
	if (!is_quiet && recorded.list.count) {
		fprintf(stream, "warpwise: recorded %s trace%s\n",
		        format_count(FORMAT, (int64_t)recorded.list.count),
		        recorded.list.count == 1 ? "" : "s");
		visit_traces(&recorded, add_summary);
		table_print(recorded.table, stream, TABLE_TEXT);
		if (recorded.list.count > TRACES_SHOWN)
			fprintf(stream, "and %s more\n",
			        format_count(FORMAT,
			                     (int64_t)(recorded.list.count - TRACES_SHOWN)));
	}
	visit_traces(&recorded, print_lacks);
	if (!is_quiet && recorded.list.count)
		print_how_to_go_on(&recorded);
	count = recorded.list.count;
	trace_list_release(&recorded.list);
	table_free(recorded.table);
	return count;
}
