/* SPDX-License-Identifier: MIT */
/* Interned rows. Runs on the writer thread. */
#include "store/rows.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/losses.h"
#include "cupti/api.h"
#include "store/intern.h"

/* A launch shape as it is compared: all that makes the row of launch_shape, and nothing else. */
struct shape {
	int64_t function_id;
	int32_t grid[3], block[3], cluster[3];
	int32_t registers, static_shared, dynamic_shared, shared_executed, carveout, cache_config,
	        local, optin;
	int32_t unused; /* compared as bytes: no padding may stay undefined */
};

_Static_assert(sizeof(struct shape) == 80, "struct shape has no padding");

#define UNKEPT_STRINGS (INT64_C(1) << 32) /* ids above those of interned ones */

enum {
	NAME_BYTES_MAX = 16 << 20, /* rows_name() keeps so much */
	NAME_CACHE = 1024,         /* pointers to kernel names that were seen lately */
	CALL_NAMES = 2048,         /* cbids are below this */
	CALL_NAME_MAX = 128,
};

enum statement {
	INSERT_STRING,
	INSERT_FUNCTION,
	INSERT_SHAPE,
	INSERT_STREAM,
	INSERT_THREAD,
	INSERT_METRIC,
	STATEMENTS
};

static const char *const sql[STATEMENTS] = {
	[INSERT_STRING] = "INSERT INTO string (id, text) VALUES (?1, ?2)",
	[INSERT_FUNCTION] = "INSERT INTO function (id, name) VALUES (?1, ?2)",
	[INSERT_SHAPE] = "INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, "
	                 "block_x, block_y, "
	                 "block_z, cluster_x, cluster_y, cluster_z, registers_per_thread, "
	                 "static_shared_bytes, "
	                 "dynamic_shared_bytes, shared_executed_bytes, shared_carveout_percent, "
	                 "cache_config, "
	                 "local_bytes_per_thread, is_shared_optin) "
	                 "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	[INSERT_STREAM] = "INSERT INTO stream (id, context_id, cuda_stream_id) VALUES (?1, ?2, ?3)",
	[INSERT_THREAD] = "INSERT INTO thread (id, system_thread_id, name) VALUES (?1, ?2, ?3)",
	[INSERT_METRIC] = "INSERT INTO metric (id, name) VALUES (?1, ?2)",
};

struct rows {
	sqlite3_stmt *statements[STATEMENTS];
	uint64_t start_ns;
	struct intern strings, functions, shapes, streams, threads, metrics;
	size_t name_bytes;       /* of rows_name(), in strings */
	int64_t unkept;          /* strings that are rows only */
	struct intern untimed;   /* correlation ids of kernels without times ... */
	int64_t *untimed_shapes; /* ... and their launch shapes, by number - 1 */
	size_t untimed_room;
	struct {
		const char *pointer,
		        *name; /* as CUPTI gave it; our copy, to see that it is still the same */
		int64_t id;
	} name_cache[NAME_CACHE];
	int64_t call_names[2][CALL_NAMES]; /* string ids, 0: not looked up yet */
};

struct rows *rows_new(sqlite3 *db, uint64_t start_ns)
{
	struct rows *rows = calloc(1, sizeof *rows);

	if (!rows)
		return NULL;
	rows->start_ns = start_ns;
	for (int i = 0; i < STATEMENTS; i++)
		if (sqlite3_prepare_v3(db, sql[i], -1, SQLITE_PREPARE_PERSISTENT,
		                       &rows->statements[i], NULL) != SQLITE_OK) {
			rows_free(rows);
			return NULL;
		}
	return rows;
}

void rows_free(struct rows *rows)
{
	for (int i = 0; i < STATEMENTS; i++)
		sqlite3_finalize(rows->statements[i]);
	intern_release(&rows->strings);
	intern_release(&rows->functions);
	intern_release(&rows->shapes);
	intern_release(&rows->streams);
	intern_release(&rows->threads);
	intern_release(&rows->metrics);
	intern_release(&rows->untimed);
	free(rows->untimed_shapes);
	free(rows);
}

static void step(struct rows *rows, enum statement which)
{
	if (sqlite3_step(rows->statements[which]) != SQLITE_DONE)
		counter_add(COUNTER_failed_inserts, 1);
	sqlite3_reset(rows->statements[which]);
	sqlite3_clear_bindings(rows->statements[which]);
}

/* A row (id, text) in the table that INSERT fills. */
static int64_t text_row(struct rows *rows, struct intern *table, enum statement insert,
                        const char *text, const char **kept)
{
	const void *copy;
	bool is_new;
	int64_t id;

	if (intern_get(table, text, strlen(text) + 1, &id, &is_new, &copy))
		return 0;
	if (is_new) {
		sqlite3_bind_int64(rows->statements[insert], 1, id);
		sqlite3_bind_text(rows->statements[insert], 2, copy, -1, SQLITE_STATIC);
		step(rows, insert);
	}
	if (kept)
		*kept = copy;
	return id;
}

int64_t rows_string(struct rows *rows, const char *text)
{
	return text_row(rows, &rows->strings, INSERT_STRING, text ? text : "", NULL);
}

int64_t rows_name(struct rows *rows, const char *text)
{
	sqlite3_stmt *statement = rows->statements[INSERT_STRING];
	const size_t bytes = strlen(text) + 1;
	int64_t id;

	if (rows->name_bytes < NAME_BYTES_MAX) {
		rows->name_bytes += intern_find(&rows->strings, text, bytes) ? 0 : bytes;
		return rows_string(rows, text);
	}
	id = intern_find(&rows->strings, text, bytes);
	if (id)
		return id;
	id = UNKEPT_STRINGS + ++rows->unkept;
	sqlite3_bind_int64(statement, 1, id);
	sqlite3_bind_text(statement, 2, text, (int)bytes - 1, SQLITE_STATIC);
	step(rows, INSERT_STRING);
	return id;
}

int64_t rows_metric(struct rows *rows, const char *name)
{
	return text_row(rows, &rows->metrics, INSERT_METRIC, name, NULL);
}

int64_t rows_stream(struct rows *rows, uint32_t context, uint32_t stream)
{
	sqlite3_stmt *statement = rows->statements[INSERT_STREAM];
	const uint32_t key[2] = { context, stream };
	bool is_new;
	int64_t id;

	if (intern_get(&rows->streams, key, sizeof key, &id, &is_new, NULL))
		return 0;
	if (is_new) {
		sqlite3_bind_int64(statement, 1, id);
		sqlite3_bind_int64(statement, 2, context);
		sqlite3_bind_int64(statement, 3, stream);
		step(rows, INSERT_STREAM);
	}
	return id;
}

int64_t rows_thread(struct rows *rows, uint32_t system_thread_id)
{
	sqlite3_stmt *statement = rows->statements[INSERT_THREAD];
	char path[64], name[64];
	bool is_new;
	int64_t id;
	FILE *file;

	if (intern_get(&rows->threads, &system_thread_id, sizeof system_thread_id, &id, &is_new,
	               NULL))
		return 0;
	if (!is_new)
		return id;
	sqlite3_bind_int64(statement, 1, id);
	sqlite3_bind_int64(statement, 2, system_thread_id);
	snprintf(path, sizeof path, "/proc/self/task/%u/comm", system_thread_id);
	file = fopen(path, "re");
	if (file && fgets(name, sizeof name, file)) {
		name[strcspn(name, "\n")] = '\0';
		sqlite3_bind_text(statement, 3, name, -1, SQLITE_TRANSIENT);
	}
	if (file)
		fclose(file);
	step(rows, INSERT_THREAD);
	return id;
}

/*
 * Every record of a function carries the same pointer, so that comparing with our copy of the name
 * (fast even for long ones) replaces hashing it. The comparison stays: a pointer can be used again
 * for another name.
 */
int64_t rows_function(struct rows *rows, const char *name)
{
	size_t slot = ((uintptr_t)name >> 4) % NAME_CACHE;

	if (!name)
		return text_row(rows, &rows->functions, INSERT_FUNCTION, "(unknown)", NULL);
	if (rows->name_cache[slot].pointer != name ||
	    strcmp(rows->name_cache[slot].name, name) != 0) {
		rows->name_cache[slot].pointer = NULL;
		rows->name_cache[slot].id = text_row(rows, &rows->functions, INSERT_FUNCTION, name,
		                                     &rows->name_cache[slot].name);
		if (rows->name_cache[slot].id)
			rows->name_cache[slot].pointer = name;
	}
	return rows->name_cache[slot].id;
}

static void insert_shape(struct rows *rows, int64_t id, const struct shape *shape)
{
	sqlite3_stmt *statement = rows->statements[INSERT_SHAPE];
	const int64_t values[] = {
		id,
		shape->function_id,
		shape->grid[0],
		shape->grid[1],
		shape->grid[2],
		shape->block[0],
		shape->block[1],
		shape->block[2],
		shape->cluster[0],
		shape->cluster[1],
		shape->cluster[2],
		shape->registers,
		shape->static_shared,
		shape->dynamic_shared,
		shape->shared_executed,
		shape->carveout,
		shape->cache_config,
		shape->local,
		shape->optin,
	};

	for (int i = 0; i < (int)(sizeof values / sizeof *values); i++)
		sqlite3_bind_int64(statement, i + 1, values[i]);
	if (shape->carveout < 0)
		sqlite3_bind_null(statement, 16);
	step(rows, INSERT_SHAPE);
}

int64_t rows_launch_shape(struct rows *rows, const kernel_record *kernel)
{
	const struct shape shape = {
		.function_id = rows_function(rows, kernel->name),
		.grid = { kernel->gridX, kernel->gridY, kernel->gridZ },
		.block = { kernel->blockX, kernel->blockY, kernel->blockZ },
		.cluster = { (int32_t)kernel->clusterX, (int32_t)kernel->clusterY,
		             (int32_t)kernel->clusterZ },
		.registers = kernel->registersPerThread,
		.static_shared = kernel->staticSharedMemory,
		.dynamic_shared = kernel->dynamicSharedMemory,
		.shared_executed = (int32_t)kernel->sharedMemoryExecuted,
		.carveout = kernel->isSharedMemoryCarveoutRequested
		                    ? kernel->sharedMemoryCarveoutRequested
		                    : -1,
		.cache_config = kernel->cacheConfig.config.executed,
		.local = (int32_t)kernel->localMemoryPerThread,
		.optin = kernel->shmemLimitConfig == CUPTI_FUNC_SHMEM_LIMIT_OPTIN,
	};
	bool is_new;
	int64_t id;

	if (!shape.function_id ||
	    intern_get(&rows->shapes, &shape, sizeof shape, &id, &is_new, NULL))
		return 0;
	if (is_new)
		insert_shape(rows, id, &shape);
	return id;
}

bool rows_note_untimed(struct rows *rows, uint32_t correlation_id, int64_t launch_shape_id)
{
	bool is_new;
	int64_t id;

	if (rows->untimed.used == rows->untimed_room) {
		size_t room = rows->untimed_room ? 2 * rows->untimed_room : 64;
		int64_t *shapes = room > UNTIMED_KERNELS_MAX ? NULL
		                                             : reallocarray(rows->untimed_shapes,
		                                                            room, sizeof *shapes);

		if (!shapes)
			return false;
		rows->untimed_shapes = shapes;
		rows->untimed_room = room;
	}
	if (intern_get(&rows->untimed, &correlation_id, sizeof correlation_id, &id, &is_new, NULL))
		return false;
	if (is_new)
		rows->untimed_shapes[id - 1] = launch_shape_id;
	return !is_new;
}

int64_t rows_untimed_shape(const struct rows *rows, uint32_t correlation_id)
{
	int64_t id = intern_find(&rows->untimed, &correlation_id, sizeof correlation_id);

	return id ? rows->untimed_shapes[id - 1] : 0;
}

/* CUPTI's name without the version of its parameters: "cudaLaunchKernel_v7000". A _v2 belongs to
 * the name. */
static void plain_name(char plain[CALL_NAME_MAX], const char *name)
{
	char *version;

	snprintf(plain, CALL_NAME_MAX, "%s", name);
	version = strstr(plain, "_v");
	while (version && strspn(version + 2, "0123456789") < 4)
		version = strstr(version + 2, "_v");
	if (version && !version[2 + strspn(version + 2, "0123456789")])
		*version = '\0';
}

static int64_t call_name_row(struct rows *rows, CUpti_CallbackDomain domain, uint32_t cbid)
{
	const char *name = NULL;
	char plain[CALL_NAME_MAX];

	if (cupti.cuptiGetCallbackName(domain, cbid, &name) == CUPTI_SUCCESS && name)
		plain_name(plain, name);
	else
		snprintf(plain, sizeof plain, "%s call %u",
		         domain == CUPTI_CB_DOMAIN_DRIVER_API ? "driver" : "runtime", cbid);
	return rows_string(rows, plain);
}

int64_t rows_call_name(struct rows *rows, CUpti_CallbackDomain domain, uint32_t cbid)
{
	int64_t *id;

	if (cbid >= CALL_NAMES)
		return call_name_row(rows, domain, cbid);
	id = &rows->call_names[domain == CUPTI_CB_DOMAIN_DRIVER_API][cbid];
	if (!*id)
		*id = call_name_row(rows, domain, cbid);
	return *id;
}

int64_t rows_time(const struct rows *rows, uint64_t timestamp)
{
	return (int64_t)(timestamp - rows->start_ns);
}

void rows_bind_interval(struct rows *rows, sqlite3_stmt *statement, int first, uint64_t start,
                        uint64_t end)
{
	if (!start || end < start) {
		counter_add(COUNTER_untimed_operations, 1);
		sqlite3_bind_null(statement, first);
		sqlite3_bind_null(statement, first + 1);
		return;
	}
	sqlite3_bind_int64(statement, first, rows_time(rows, start));
	sqlite3_bind_int64(statement, first + 1, (int64_t)(end - start));
}

void rows_bind_uuid(sqlite3_stmt *statement, int parameter, const CUuuid *uuid)
{
	static const char dash_before[16] = { [4] = 1, [6] = 1, [8] = 1, [10] = 1 };
	char text[sizeof "GPU-" + 36] = "GPU-";
	char *at = text + 4;

	for (int i = 0; i < 16; i++)
		at += sprintf(at, "%s%02x", dash_before[i] ? "-" : "",
		              (unsigned char)uuid->bytes[i]);
	sqlite3_bind_text(statement, parameter, text, -1, SQLITE_TRANSIENT);
}

void rows_bind_unless(sqlite3_stmt *statement, int parameter, uint64_t value, uint64_t none)
{
	if (value == none)
		sqlite3_bind_null(statement, parameter);
	else
		sqlite3_bind_int64(statement, parameter, (int64_t)value);
}
