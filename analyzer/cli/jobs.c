/* SPDX-License-Identifier: MIT */
#include "cli/jobs.h"

#include <errno.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "schema/trace_file.h"
#include "trace/launcher.h"

enum { PROGRAM_MAX_BYTES = 1024 };

#define STARTING_NS INT64_C(60000000000) /* of one that was killed nobody knows how long it ran */

struct process {
	int64_t rank; /* -1: unknown, or no trace */
	int64_t start_ns, end_ns;
	char program[PROGRAM_MAX_BYTES];
};

struct environment {
	sqlite3_stmt *statement;
};

/* Good until the next one is asked for. */
static const char *variable_of(const void *of, const char *name)
{
	const struct environment *environment = of;

	sqlite3_reset(environment->statement);
	if (sqlite3_bind_text(environment->statement, 1, name, -1, SQLITE_STATIC) ||
	    sqlite3_step(environment->statement) != SQLITE_ROW)
		return NULL;
	return (const char *)sqlite3_column_text(environment->statement, 0);
}

static int64_t find_rank(sqlite3 *db)
{
	struct environment environment = { 0 };
	int64_t rank = -1;

	if (sqlite3_prepare_v2(db, "SELECT value FROM environment WHERE name = ?1", -1,
	                       &environment.statement, NULL) == SQLITE_OK)
		rank = launcher_rank(variable_of, &environment);
	sqlite3_finalize(environment.statement);
	return rank;
}

static bool find_times(sqlite3 *db, struct process *process)
{
	static const char sql[] =
	        "SELECT (SELECT value FROM meta WHERE key = 'trace_start_unix_ns'), "
	        "(SELECT value FROM meta WHERE key = 'trace_end_ns'), "
	        "(SELECT executable FROM process)";
	sqlite3_stmt *statement = NULL;
	bool is_found = sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
	                sqlite3_step(statement) == SQLITE_ROW;
	const char *program = is_found ? (const char *)sqlite3_column_text(statement, 2) : NULL;
	int64_t length_ns = STARTING_NS;

	if (program && strlen(program) < PROGRAM_MAX_BYTES) {
		process->start_ns = sqlite3_column_int64(statement, 0);
		if (sqlite3_column_type(statement, 1) == SQLITE_INTEGER)
			length_ns = sqlite3_column_int64(statement, 1);
		if (__builtin_add_overflow(process->start_ns, length_ns, &process->end_ns))
			process->end_ns = INT64_MAX;
		strcpy(process->program, program);
	}
	sqlite3_finalize(statement);
	return *process->program;
}

static void read_process(const char *path, struct process *process)
{
	char error[TRACE_ERROR_MAX];
	sqlite3 *db;

	process->rank = -1;
	if (trace_file_open(path, &db, error))
		return; /* said when it is to be sent */
	if (find_times(db, process))
		process->rank = find_rank(db);
	sqlite3_close(db);
}

static bool are_together(const struct process *one, const struct process *other)
{
	return one->rank >= 0 && other->rank >= 0 && one->rank != other->rank &&
	       strcmp(one->program, other->program) == 0 && one->start_ns <= other->end_ns &&
	       other->start_ns <= one->end_ns;
}

/* Whether process AT goes with all that are of job JOB. */
static bool is_of(const struct process *processes, const size_t *jobs, size_t job, size_t at)
{
	for (size_t i = job; i < at; i++)
		if (jobs[i] == job && !are_together(&processes[i], &processes[at]))
			return false;
	return true;
}

int jobs_find(char *const *paths, size_t count, size_t *jobs)
{
	struct process *processes = calloc(count + 1, sizeof *processes);

	if (!processes)
		return -ENOMEM;
	for (size_t i = 0; i < count; i++) {
		read_process(paths[i], &processes[i]);
		jobs[i] = 0;
		while (jobs[i] < i &&
		       !(jobs[jobs[i]] == jobs[i] && is_of(processes, jobs, jobs[i], i)))
			jobs[i]++;
	}
	free(processes);
	return 0;
}
