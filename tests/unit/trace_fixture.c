/* SPDX-License-Identifier: MIT */
#include "trace_fixture.h"

#include <check.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

char trace_folder[] = "/tmp/warpwise-trace-test-XXXXXX";
char trace_path[TRACE_PATH_BYTES];

/* Two devices, streams, calls; one kernel, copy and fill. */
static const char base_sql[] =
        "INSERT INTO meta VALUES ('trace_start_unix_ns', 1700000000000000000), ('state', "
        "'complete'),"
        " ('driver_version', 13000), ('runtime_version', 12080), ('collector_version', '0.1'), "
        "('host_machine', 'x86_64');"
        "INSERT INTO process VALUES (1, 7, 6, 'h', '/bin/app', 'app x', '/', 0);"
        "INSERT INTO environment VALUES ('CUDA_DEVICE_MAX_CONNECTIONS', '1'), ('RANK', '3');"
        "INSERT INTO device (id, name, compute_capability_major, compute_capability_minor, "
        "multiprocessors)"
        " VALUES (0, 'A', 9, 0, 132), (2, 'B', 8, 0, 108);"
        "INSERT INTO context VALUES (1, 0, 7, NULL, NULL), (5, 2, 7, NULL, 16);"
        "INSERT INTO stream VALUES (1, 1, 7, 0, 0), (2, 1, 13, 2, -5), (900, 5, 14, 1, NULL);"
        "INSERT INTO thread VALUES (1, 7, 'app'), (2, 8, NULL);"
        "INSERT INTO function VALUES (10, '_Z1fv');"
        "INSERT INTO launch_shape VALUES (4, 10, 2,3,4, 32,2,1, 0,0,0, 40, 100, 200, 300, NULL, 1, "
        "8, 1);"
        "INSERT INTO string VALUES (1, 'cudaLaunchKernel_v7000'), (2, 'cudaLaunchKernel_v11060'),"
        " (3, 'cuMemcpyHtoDAsync_v2'), (50, 'range'), (51, 'domain');"
        "INSERT INTO api_call VALUES (100, 10, 5, 1, 1, 0), (103, 20, 5, 2, 2, 0), (110, 30, 5, 1, "
        "3, 2);"
        "INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, correlation_id, "
        "channel_id,"
        " graph_node_id) VALUES (300, 50, 1, 4, 103, 8, NULL);"
        "INSERT INTO copy (start_ns, duration_ns, stream_id, size_bytes, copy_kind, source_kind, "
        "target_kind,"
        " is_async, correlation_id, channel_id, source_device_id, target_device_id)"
        " VALUES (100, 20, 900, 4096, 1, 1, 3, 0, 110, 9, 0, 2);"
        "INSERT INTO fill (start_ns, duration_ns, stream_id, size_bytes, value, memory_kind, "
        "is_async,"
        " correlation_id, channel_id, graph_node_id) VALUES (200, 1, 2, 64, 0, 3, 1, 104, -1, 5);";

void trace_fixture_make(const char *sql)
{
	char error[TRACE_ERROR_MAX], *message = NULL;
	sqlite3 *db;

	snprintf(trace_path, sizeof trace_path, "%s/t.db", trace_folder);
	unlink(trace_path);
	ck_assert_msg(trace_file_create(trace_path, &db, error) == 0, "%s", error);
	ck_assert_msg(sqlite3_exec(db, base_sql, NULL, NULL, &message) == SQLITE_OK, "%s", message);
	ck_assert_msg(sqlite3_exec(db, sql, NULL, NULL, &message) == SQLITE_OK, "%s", message);
	ck_assert_int_eq(trace_file_close_complete(db), 0);
}

void trace_fixture_load(struct trace *trace, const char *sql)
{
	char error[TRACE_ERROR_MAX];

	trace_fixture_make(sql);
	ck_assert_msg(trace_load(trace, trace_path, error) == 0, "%s", error);
	unlink(trace_path);
}

bool trace_fixture_init(void)
{
	return mkdtemp(trace_folder) != NULL;
}

void trace_fixture_release(void)
{
	unlink(trace_path);
	rmdir(trace_folder);
}
