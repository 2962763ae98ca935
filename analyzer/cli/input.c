/* SPDX-License-Identifier: MIT */
/* The trace that a verb is given. */
#include "cli/input.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>

#include "cli/cmd.h"
#include "trace/trace_window.h"

/* Whether the program ended normally, which is the last that is written. */
static bool is_complete(const char *path)
{
	static const char sql[] = "SELECT 1 FROM meta WHERE key = 'state' AND value = 'complete'";
	char error[TRACE_ERROR_MAX];
	sqlite3_stmt *statement = NULL;
	sqlite3 *db = NULL;
	bool is_found;

	if (trace_file_open(path, &db, error))
		return false;
	is_found = sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
	           sqlite3_step(statement) == SQLITE_ROW;
	sqlite3_finalize(statement);
	sqlite3_close(db);
	return is_found;
}

void input_check_log(const char *path)
{
	if (trace_file_lacks_log(path) && !is_complete(path))
		cmd_error("trace lacks a file: path=\"%s-wal\": " TRACE_FILE_LACKS_LOG, path);
}

int input_load(struct trace *trace, const char *path)
{
	char error[TRACE_ERROR_MAX];

	if (trace_load(trace, path, error))
		return cmd_unusable(path, error);
	input_check_log(path);
	return STATUS_OK;
}

int input_cut(struct trace *trace, const char *range)
{
	char names[256], error[TRACE_ERROR_MAX];
	int err = range ? trace_window(trace, range) : 0;

	if (err != -ENOENT)
		return err;
	trace_window_names(trace, names, sizeof names);
	snprintf(error, sizeof error, "has no NVTX range '%.100s' with CUDA calls in it%s%.256s",
	         range, *names ? "; it has " : "", names);
	return cmd_unusable(trace->path, error);
}
