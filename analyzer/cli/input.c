/* SPDX-License-Identifier: MIT */
/* The trace that a verb is given. */
#include "cli/input.h"

#include <errno.h>
#include <sqlite3.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/terminal.h"
#include "cli/cmd.h"
#include "trace/trace_window.h"

enum {
	LONG_BYTES = 64 << 20, /* a million operations: from here on it takes a second or more */
	NAME_COLUMNS = 40,
};

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

void input_busy(const char *doing, const char *path)
{
	static bool is_shown;
	struct stat st;

	if (is_shown)
		fputs("\r\033[K", stderr);
	is_shown =
	        doing && isatty(STDERR_FILENO) && stat(path, &st) == 0 && st.st_size >= LONG_BYTES;
	if (is_shown) {
		const char *slash = strrchr(path, '/');
		char *name = text_clean(slash ? slash + 1 : path, NAME_COLUMNS);

		fprintf(stderr, "%s %s, %s ...", doing, name ? name : "",
		        format_bytes(FORMAT, st.st_size));
		free(name);
	}
	fflush(stderr);
}

int input_load(struct trace *trace, const char *path)
{
	char error[TRACE_ERROR_MAX];
	int err;

	input_busy("Reading", path);
	err = trace_load(trace, path, error);
	input_busy(NULL, path);
	if (err)
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
	         range, *names ? "; its ranges: " : "", names);
	return cmd_unusable(trace->path, error);
}
