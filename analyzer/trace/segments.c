/* SPDX-License-Identifier: MIT */
/* Finds the files of a run. Any thread. */
#include "trace/segments.h"

#include <errno.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "trace/trace.h"
#include "trace_segment.h"

enum { SEGMENTS_MAX = 10000 };

/* What a file says of itself. */
struct identity {
	int64_t pid, trace_start_unix_ns, number, start_ns, end_ns;
};

static const char identity_sql[] = "SELECT (SELECT pid FROM process LIMIT 1), "
                                   "(SELECT value FROM meta WHERE key = 'trace_start_unix_ns'), "
                                   "(SELECT value FROM meta WHERE key = 'segment'), "
                                   "(SELECT end_ns FROM unrecorded WHERE id = 0), "
                                   "(SELECT value FROM meta WHERE key = 'trace_end_ns')";

static bool is_time(int64_t ns)
{
	return ns >= 0 && ns <= TRACE_TIME_MAX_NS;
}

/* False: it belongs to no run in several files. */
static bool identify(sqlite3 *db, struct identity *identity)
{
	sqlite3_stmt *query = NULL;
	bool is_read;

	is_read = sqlite3_prepare_v2(db, identity_sql, -1, &query, NULL) == SQLITE_OK &&
	          sqlite3_step(query) == SQLITE_ROW;
	if (is_read)
		*identity = (struct identity){
			.pid = sqlite3_column_int64(query, 0),
			.trace_start_unix_ns = sqlite3_column_int64(query, 1),
			.number = sqlite3_column_int64(query, 2),
			.start_ns = sqlite3_column_int64(query, 3),
			.end_ns = sqlite3_column_int64(query, 4),
		};
	sqlite3_finalize(query);
	return is_read && identity->number > 0 && identity->number <= SEGMENTS_MAX &&
	       is_time(identity->start_ns) && is_time(identity->end_ns);
}

static bool identify_file(const char *path, struct identity *identity)
{
	char error[TRACE_ERROR_MAX];
	sqlite3 *db = NULL;
	const bool is_one = trace_file_open(path, &db, error) == 0 && identify(db, identity);

	sqlite3_close(db);
	return is_one;
}

/* Splits "run.2.db" into "run.db", in TRACE, and 2. Returns 0 where the name has no number. */
static int64_t split(const char *path, char trace[PATH_MAX])
{
	const char *slash = strrchr(path, '/'), *name = slash ? slash + 1 : path, *begin, *end;
	char *rest;
	long long number;

	end = strrchr(name, '.');
	if (!end)
		return 0;
	begin = memrchr(name, '.', (size_t)(end - name));
	if (!begin) { /* without an ending the number is what comes last */
		begin = end;
		end += strlen(end);
	}
	number = strtoll(begin + 1, &rest, 10);
	if (rest != end || begin[1] < '1' || begin[1] > '9' || number > SEGMENTS_MAX ||
	    snprintf(trace, PATH_MAX, "%.*s%s", (int)(begin - path), path, end) >= PATH_MAX)
		return 0;
	return number;
}

/* The trace that PATH, which is number NUMBER, was moved from; PATH itself where it is that. */
static void trace_of(const char *path, int64_t number, char trace[PATH_MAX])
{
	if (split(path, trace) != number)
		snprintf(trace, PATH_MAX, "%s", path);
}

static int add(struct segments *segments, const char *path, const struct identity *identity)
{
	struct segment *segment = ARRAY_ADD(&segments->items, &segments->count);

	if (!segment)
		return -ENOMEM;
	*segment = (struct segment){ .number = identity->number,
		                     .start_ns = identity->start_ns,
		                     .end_ns = identity->end_ns };
	snprintf(segment->path, sizeof segment->path, "%s", path);
	return 0;
}

static bool is_before(const struct identity *one, const struct identity *other)
{
	return one->pid == other->pid && one->trace_start_unix_ns == other->trace_start_unix_ns &&
	       one->number < other->number;
}

int segments_find(struct segments *segments, sqlite3 *db, const char *path)
{
	struct identity own, found;
	char trace[PATH_MAX], name[PATH_MAX];
	int err = 0;

	*segments = (struct segments){ 0 };
	if (!identify(db, &own) || own.number < 2)
		return 0;
	trace_of(path, own.number, trace);
	for (int64_t number = 1; number < own.number && !err; number++)
		if (trace_segment_name(trace, number, name) == 0 && access(name, F_OK) == 0 &&
		    identify_file(name, &found) && found.number == number &&
		    is_before(&found, &own))
			err = add(segments, name, &found);
	if (!err && segments->count)
		err = add(segments, path, &own);
	return err;
}

void segments_release(struct segments *segments)
{
	free(segments->items);
	*segments = (struct segments){ 0 };
}

/* Whether by their names ONE can be a segment before OTHER. */
static bool may_be_before(const char *one, const char *other)
{
	char trace[PATH_MAX], other_trace[PATH_MAX];
	const int64_t number = split(one, trace), other_number = split(other, other_trace);

	return number && (strcmp(trace, other) == 0 ||
	                  (other_number > number && strcmp(trace, other_trace) == 0));
}

bool segments_has(const char *with, const char *path)
{
	struct identity one, other;

	return may_be_before(path, with) && identify_file(path, &one) &&
	       identify_file(with, &other) && is_before(&one, &other);
}
