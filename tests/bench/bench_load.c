/* SPDX-License-Identifier: MIT */
/*
 * bench-load TRACE...: how long loading takes beside a bare scan of the same columns, and the
 * memory it needs. Each trace is scanned and loaded in a process of its own, three times in turn;
 * the best time counts.
 */
#include <stdio.h>
#include <stdlib.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "trace.h"

enum { ROUNDS = 3 };

static const char *const selects[] = {
	"SELECT id, start_ns, duration_ns, thread_id, name_id, result FROM api_call",
	"SELECT id, start_ns, duration_ns, stream_id, correlation_id, channel_id, graph_node_id,"
	" launch_shape_id FROM kernel",
	"SELECT id, start_ns, duration_ns, stream_id, correlation_id, channel_id, graph_node_id, "
	"is_async,"
	" size_bytes, copy_kind, source_kind, target_kind, source_device_id, target_device_id FROM "
	"copy",
	"SELECT id, start_ns, duration_ns, stream_id, correlation_id, channel_id, graph_node_id, "
	"is_async,"
	" size_bytes, memory_kind FROM fill",
	"SELECT id, type, start_ns, duration_ns, context_id, stream_id, event_id, sync_id, "
	"correlation_id"
	" FROM synchronization",
	"SELECT id, stream_id, event_id, sync_id, correlation_id FROM event_record",
	"SELECT id, time_ns, operation, memory_kind, size_bytes, address, device_id, is_async,"
	" correlation_id FROM allocation",
	"SELECT id, name_id, domain_id, thread_id, start_ns, end_ns FROM marker",
};

static double now_s(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

/* Steps over every row and, with IS_READING, takes each value. Returns seconds, or -1. */
static double scan(const char *path, bool is_reading)
{
	double begin_s = now_s();
	volatile int64_t sum = 0;
	sqlite3 *db;

	if (sqlite3_open_v2(path, &db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX, NULL) !=
	    SQLITE_OK)
		return -1;
	for (size_t i = 0; i < sizeof selects / sizeof *selects; i++) {
		sqlite3_stmt *stmt;
		int columns;

		if (sqlite3_prepare_v2(db, selects[i], -1, &stmt, NULL) != SQLITE_OK)
			return -1;
		columns = sqlite3_column_count(stmt);
		while (sqlite3_step(stmt) == SQLITE_ROW)
			for (int c = 0; is_reading && c < columns; c++)
				sum += sqlite3_column_int64(stmt, c);
		sqlite3_finalize(stmt);
	}
	sqlite3_close(db);
	return now_s() - begin_s;
}

static double smaller(double a, double b)
{
	return a < b ? a : b;
}

static int bench(const char *path)
{
	double step_s = 1e9, scan_s = 1e9, load_s = 1e9, operations = 0;
	char error[TRACE_ERROR_MAX];
	struct rusage usage;

	for (int round = 0; round < ROUNDS; round++) {
		double begin_s = now_s();
		struct trace trace;

		if (trace_load(&trace, path, error)) {
			fprintf(stderr, "bench-load: cannot load the trace: path=\"%s\": %s\n",
			        path, error);
			return 1;
		}
		load_s = smaller(load_s, now_s() - begin_s);
		operations = (double)trace.operations.count;
		if (round == 0)
			getrusage(RUSAGE_SELF, &usage);
		trace_release(&trace);
		step_s = smaller(step_s, scan(path, false));
		scan_s = smaller(scan_s, scan(path, true));
	}
	printf("%10.0f operations: rows stepped over %7.3f s, and read %7.3f s; loaded %7.3f s "
	       "(%.2f x read), %.0f ns and %.0f bytes an operation\n",
	       operations, step_s, scan_s, load_s, load_s / scan_s, load_s * 1e9 / operations,
	       (double)usage.ru_maxrss * 1024 / operations);
	return 0;
}

int main(int argc, char **argv)
{
	int status = 0, failed = argc < 2;

	for (int i = 1; i < argc; i++) {
		pid_t child = fork();

		if (child == 0) {
			status = bench(argv[i]);
			fflush(NULL);
			_exit(status);
		}
		if (child < 0 || waitpid(child, &status, 0) < 0 || status)
			failed = 1;
	}
	if (argc < 2)
		fputs("Usage: bench-load TRACE...\n", stderr);
	return failed;
}
