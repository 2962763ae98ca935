/* SPDX-License-Identifier: MIT */
/* Interned rows. Runs on the writer thread. */
#include "store/rows.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/losses.h"
#include "host/recording.h"
#include "cupti/api.h"
#include "descriptor.h"
#include "store/intern.h"
#include "store/untimed.h"

/* A launch shape as it is compared: all that makes the row of launch_shape, and nothing else. */
struct shape {
	int64_t function_id;
	int32_t grid[3], block[3], cluster[3];
	int32_t registers, static_shared, dynamic_shared, shared_executed, carveout, cache_config,
	        local, optin;
	int32_t unused; /* compared as bytes: no padding may stay undefined */
};

_Static_assert(sizeof(struct shape) == 80, "struct shape has no padding");

#define UNKEPT (INT64_C(1) << 32) /* ids above those of kept ones */

enum {
	NAME_BYTES_MAX = 16 << 20, /* rows_name() keeps so much */
	NAME_CACHE = 1024,         /* pointers to kernel names that were seen lately */
	CALL_NAMES = 2048,         /* cbids are below this */
	CALL_NAME_MAX = 128,
	REMEMBERED_MAX = 1 << 18, /* streams, and threads; some 64 bytes each */
};

static void bind_text(sqlite3_stmt *statement, const void *key, size_t bytes);
static void bind_shape(sqlite3_stmt *statement, const void *key, size_t bytes);
static void bind_context(sqlite3_stmt *statement, const void *key, size_t bytes);
static void bind_stream(sqlite3_stmt *statement, const void *key, size_t bytes);
static void bind_thread(sqlite3_stmt *statement, const void *key, size_t bytes);

static void bind_frame(sqlite3_stmt *statement, const void *key, size_t bytes);
static void bind_stack(sqlite3_stmt *statement, const void *key, size_t bytes);

enum row_type {
	STRINGS,
	FUNCTIONS,
	SHAPES,
	CONTEXTS,
	STREAMS,
	THREADS,
	METRICS,
	HOST_FRAMES,
	HOST_STACKS,
	ROW_TYPES
};

/* How a key becomes a row: ?1 is the id, the rest is the key's. */
static const struct {
	const char *insert;
	void (*bind)(sqlite3_stmt *statement, const void *key, size_t bytes);
} types[ROW_TYPES] = {
	[STRINGS] = { "INSERT INTO string (id, text) VALUES (?1, ?2)", bind_text },
	[FUNCTIONS] = { "INSERT INTO function (id, name) VALUES (?1, ?2)", bind_text },
	[SHAPES] = { "INSERT INTO launch_shape (id, function_id, grid_x, grid_y, grid_z, "
	             "block_x, block_y, block_z, cluster_x, cluster_y, cluster_z, "
	             "registers_per_thread, static_shared_bytes, dynamic_shared_bytes, "
	             "shared_executed_bytes, shared_carveout_percent, cache_config, "
	             "local_bytes_per_thread, is_shared_optin) "
	             "VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
	             bind_shape },
	/* Their records may have come before: kinds/context.c, kinds/stream.c. */
	[CONTEXTS] = { "INSERT INTO context (id, device_id) VALUES (?2, ?3) "
	               "ON CONFLICT (id) DO NOTHING",
	               bind_context },
	[STREAMS] = { "INSERT INTO stream (id, context_id, cuda_stream_id) VALUES (?1, ?2, ?3) "
	              "ON CONFLICT (id) DO NOTHING",
	              bind_stream },
	[THREADS] = { "INSERT INTO thread (id, system_thread_id, name) VALUES (?1, ?2, ?3)",
	              bind_thread },
	[METRICS] = { "INSERT INTO metric (id, name) VALUES (?1, ?2)", bind_text },
	[HOST_FRAMES] = { "INSERT INTO host_frame (id, host_binary_id, address, file_id, "
	                  "function_id, line) VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
	                  bind_frame },
	[HOST_STACKS] = { "INSERT INTO host_stack (id, parent_id, host_frame_id) "
	                  "VALUES (?1, ?2, ?3)",
	                  bind_stack },
};

struct rows {
	struct batch *batch;
	uint64_t start_ns;
	struct {
		sqlite3_stmt *insert;
		struct intern keys;
		size_t written, kept; /* how many are rows: in this batch, in the trace */
		int64_t forgotten; /* rows of keys that were forgotten: ids count on from there */
	} types[ROW_TYPES];
	size_t name_bytes;     /* of rows_name(), in strings */
	size_t function_bytes; /* of names of functions */
	int64_t unkept;        /* rows that are not kept in memory */
	struct intern domains; /* names */
	uint32_t context;      /* of the last operation; 0: there was none */
	uint64_t correlation;  /* the newest */
	struct untimed untimed;
	bool is_off; /* nothing was recorded any more when this batch began */
	struct cached_name {
		const char *pointer; /* as CUPTI gave it; NULL: none */
		const char *name;    /* our copy, to see that it is still the same */
		int64_t id;
	} name_cache[NAME_CACHE];
	int64_t call_names[2][CALL_NAMES]; /* string ids, 0: not looked up yet */
};

struct rows *rows_new(struct batch *batch, uint64_t start_ns)
{
	struct rows *rows = calloc(1, sizeof *rows);

	if (!rows)
		return NULL;
	rows->batch = batch;
	rows->start_ns = start_ns;
	for (int i = 0; i < ROW_TYPES; i++)
		if (sqlite3_prepare_v3(batch->db, types[i].insert, -1, SQLITE_PREPARE_PERSISTENT,
		                       &rows->types[i].insert, NULL) != SQLITE_OK) {
			rows_free(rows);
			return NULL;
		}
	return rows;
}

void rows_free(struct rows *rows)
{
	for (int i = 0; i < ROW_TYPES; i++) {
		sqlite3_finalize(rows->types[i].insert);
		intern_release(&rows->types[i].keys);
	}
	intern_release(&rows->domains);
	untimed_release(&rows->untimed);
	free(rows);
}

/* ---- batches ---- */

void rows_begin(struct rows *rows)
{
	for (int i = 0; i < ROW_TYPES; i++)
		rows->types[i].written = rows->types[i].kept;
	untimed_begin(&rows->untimed);
	rows->is_off = atomic_load(&recording.is_off);
}

/* The row ID of TYPE, whose key is KEY. */
static void insert(struct rows *rows, enum row_type type, int64_t id, const void *key, size_t bytes)
{
	sqlite3_stmt *statement = rows->types[type].insert;

	sqlite3_clear_bindings(statement);
	sqlite3_bind_int64(statement, 1, id);
	types[type].bind(statement, key, bytes);
	batch_run(rows->batch, statement);
}

void rows_write(struct rows *rows)
{
	for (int i = 0; i < ROW_TYPES; i++) {
		const struct intern *keys = &rows->types[i].keys;

		for (size_t *n = &rows->types[i].written; *n < keys->used; (*n)++) {
			size_t bytes;
			const void *key = intern_key(keys, (int64_t)*n + 1, &bytes);

			insert(rows, i, rows->types[i].forgotten + (int64_t)*n + 1, key, bytes);
		}
	}
}

/*
 * A service may make streams and threads for ever: those of TYPE are known from here on only once
 * they are met again, with a row more. Their rows are in the trace.
 */
static void forget(struct rows *rows, enum row_type type)
{
	struct intern *keys = &rows->types[type].keys;

	if (keys->used < REMEMBERED_MAX || rows->types[type].kept < keys->used)
		return;
	rows->types[type].forgotten += (int64_t)keys->used;
	rows->types[type].kept = 0;
	intern_release(keys);
	counter_add(type == STREAMS ? COUNTER_forgotten_streams : COUNTER_forgotten_threads, 1);
}

void rows_keep(struct rows *rows)
{
	for (int i = 0; i < ROW_TYPES; i++)
		rows->types[i].kept = rows->types[i].written;
	forget(rows, STREAMS);
	forget(rows, THREADS);
	untimed_keep(&rows->untimed);
}

/* The id of KEY; 0 without memory. */
static int64_t id_of(struct rows *rows, enum row_type type, const void *key, size_t bytes)
{
	bool is_new;
	int64_t id;

	if (intern_get(&rows->types[type].keys, key, bytes, &id, &is_new)) {
		batch_lacks_memory(rows->batch);
		return 0;
	}
	return rows->types[type].forgotten + id;
}

/* A row that is not kept in memory. */
static int64_t unkept(struct rows *rows, enum row_type type, const void *key, size_t bytes)
{
	const int64_t id = UNKEPT + ++rows->unkept;

	insert(rows, type, id, key, bytes);
	return id;
}

/* ---- texts ---- */

static void bind_text(sqlite3_stmt *statement, const void *key, size_t bytes)
{
	sqlite3_bind_text(statement, 2, key, (int)bytes - 1, SQLITE_STATIC);
}

int64_t rows_string(struct rows *rows, const char *text)
{
	return id_of(rows, STRINGS, text ? text : "", text ? strlen(text) + 1 : 1);
}

int64_t rows_name(struct rows *rows, const char *text)
{
	const struct intern *strings = &rows->types[STRINGS].keys;
	const size_t bytes = strlen(text) + 1;
	int64_t id = intern_find(strings, text, bytes);

	if (id)
		return id;
	rows->batch->bytes += bytes;
	if (rows->name_bytes >= NAME_BYTES_MAX)
		return unkept(rows, STRINGS, text, bytes);
	rows->name_bytes += bytes;
	return rows_string(rows, text);
}

int64_t rows_metric(struct rows *rows, const char *name)
{
	return id_of(rows, METRICS, name, strlen(name) + 1);
}

int64_t rows_domain(struct rows *rows, const char *name)
{
	const size_t bytes = strlen(name) + 1;
	bool is_new;
	int64_t id;

	if (rows->domains.used >= DOMAINS_MAX && !intern_find(&rows->domains, name, bytes)) {
		batch_count(rows->batch, COUNTER_further_domains, 1);
		return rows_string(rows, "(further domains)");
	}
	if (intern_get(&rows->domains, name, bytes, &id, &is_new)) {
		batch_lacks_memory(rows->batch);
		return 0;
	}
	return rows_string(rows, name);
}

/* ---- contexts, streams and threads ---- */

struct context_key {
	uint32_t context, device;
};

static void bind_context(sqlite3_stmt *statement, const void *key, size_t bytes)
{
	const struct context_key *context = key;

	(void)bytes;
	sqlite3_bind_int64(statement, 2, context->context);
	sqlite3_bind_int64(statement, 3, context->device);
}

void rows_context(struct rows *rows, uint32_t context, uint32_t device)
{
	const struct context_key key = { context, device };

	if (!recording.is_late || context == rows->context)
		return;
	rows->context = context;
	id_of(rows, CONTEXTS, &key, sizeof key);
}

struct stream_key {
	uint32_t context, stream;
};

static void bind_stream(sqlite3_stmt *statement, const void *key, size_t bytes)
{
	const struct stream_key *stream = key;

	(void)bytes;
	sqlite3_bind_int64(statement, 2, stream->context);
	sqlite3_bind_int64(statement, 3, stream->stream);
}

int64_t rows_stream(struct rows *rows, uint32_t context, uint32_t stream)
{
	const struct stream_key key = { context, stream };

	return id_of(rows, STREAMS, &key, sizeof key);
}

static void bind_thread(sqlite3_stmt *statement, const void *key, size_t bytes)
{
	const uint32_t *system_thread_id = key;
	char path[64], name[64];
	FILE *file;

	(void)bytes;
	sqlite3_bind_int64(statement, 2, *system_thread_id);
	snprintf(path, sizeof path, "/proc/self/task/%u/comm", *system_thread_id);
	file = descriptor_stream(path);
	if (file && fgets(name, sizeof name, file)) {
		name[strcspn(name, "\n")] = '\0';
		sqlite3_bind_text(statement, 3, name, -1, SQLITE_TRANSIENT);
	}
	if (file)
		fclose(file);
}

int64_t rows_thread(struct rows *rows, uint32_t system_thread_id)
{
	return id_of(rows, THREADS, &system_thread_id, sizeof system_thread_id);
}

/* ---- functions and launch shapes ---- */

static int64_t function_row(struct rows *rows, const char *name)
{
	const struct intern *functions = &rows->types[FUNCTIONS].keys;
	const size_t bytes = strlen(name) + 1;

	if (!intern_find(functions, name, bytes)) {
		if (functions->used >= FUNCTIONS_MAX ||
		    rows->function_bytes >= FUNCTION_BYTES_MAX) {
			batch_count(rows->batch, COUNTER_further_functions, 1);
			name = "(further functions)";
		}
		rows->function_bytes += bytes;
		rows->batch->bytes += bytes;
	}
	return id_of(rows, FUNCTIONS, name, strlen(name) + 1);
}

/*
 * Every record of a function carries the same pointer, so that comparing with our copy of the name
 * (fast even for long ones) replaces hashing it. The comparison stays: a pointer can be used again
 * for another name.
 */
int64_t rows_function(struct rows *rows, const char *name)
{
	struct cached_name *cached = &rows->name_cache[((uintptr_t)name >> 4) % NAME_CACHE];

	if (!name)
		return function_row(rows, "(unknown)");
	if (cached->pointer != name || strcmp(cached->name, name) != 0) {
		const int64_t id = function_row(rows, name);

		*cached = (struct cached_name){ .id = id };
		if (id) {
			cached->pointer = name;
			cached->name = intern_key(&rows->types[FUNCTIONS].keys, id, NULL);
		}
	}
	return cached->id;
}

static void bind_shape(sqlite3_stmt *statement, const void *key, size_t bytes)
{
	const struct shape *shape = key;
	const int64_t values[] = {
		shape->function_id,    shape->grid[0],         shape->grid[1],
		shape->grid[2],        shape->block[0],        shape->block[1],
		shape->block[2],       shape->cluster[0],      shape->cluster[1],
		shape->cluster[2],     shape->registers,       shape->static_shared,
		shape->dynamic_shared, shape->shared_executed, shape->carveout,
		shape->cache_config,   shape->local,           shape->optin,
	};

	(void)bytes;
	for (int i = 0; i < (int)(sizeof values / sizeof *values); i++)
		sqlite3_bind_int64(statement, i + 2, values[i]);
	if (shape->carveout < 0)
		sqlite3_bind_null(statement, 16);
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
	const struct intern *shapes = &rows->types[SHAPES].keys;

	if (!shape.function_id)
		return 0;
	if (shapes->used < SHAPES_MAX || intern_find(shapes, &shape, sizeof shape))
		return id_of(rows, SHAPES, &shape, sizeof shape);
	batch_count(rows->batch, COUNTER_further_shapes, 1);
	return unkept(rows, SHAPES, &shape, sizeof shape);
}

/* ---- stacks of the host ---- */

static void bind_frame(sqlite3_stmt *statement, const void *key, size_t bytes)
{
	const struct host_frame *frame = key;

	(void)bytes;
	rows_bind_unless(statement, 2, (uint64_t)frame->binary_id, 0);
	rows_bind_unless(statement, 3, (uint64_t)frame->address, 0);
	rows_bind_unless(statement, 4, (uint64_t)frame->file_id, 0);
	rows_bind_unless(statement, 5, (uint64_t)frame->function_id, 0);
	rows_bind_unless(statement, 6, (uint64_t)frame->line, 0);
}

static void bind_stack(sqlite3_stmt *statement, const void *key, size_t bytes)
{
	const int64_t *ids = key;

	(void)bytes;
	rows_bind_unless(statement, 2, (uint64_t)ids[0], 0);
	sqlite3_bind_int64(statement, 3, ids[1]);
}

int64_t rows_host_stack(struct rows *rows, int64_t parent_id, const struct host_frame *frame)
{
	const struct intern *stacks = &rows->types[HOST_STACKS].keys;
	int64_t ids[2] = { parent_id, id_of(rows, HOST_FRAMES, frame, sizeof *frame) };

	if (stacks->used >= HOST_STACKS_MAX && !intern_find(stacks, ids, sizeof ids)) {
		batch_count(rows->batch, COUNTER_further_stacks, 1);
		return parent_id;
	}
	return ids[1] ? id_of(rows, HOST_STACKS, ids, sizeof ids) : 0;
}

/* ---- correlation ids ---- */

int64_t rows_correlation(struct rows *rows, uint32_t correlation_id)
{
	const int32_t ahead = (int32_t)(correlation_id - (uint32_t)rows->correlation);

	if (ahead < 0 && (uint64_t) - (int64_t)ahead > rows->correlation)
		rows->correlation = correlation_id; /* the first rounds have none before them */
	else if (ahead > 0)
		rows->correlation += (uint32_t)ahead;
	else
		return (int64_t)rows->correlation + ahead;
	return (int64_t)rows->correlation;
}

/* Of an operation without times. */
static enum counter counter_of_untimed(const struct rows *rows)
{
	return rows->is_off ? COUNTER_cut_operations : COUNTER_untimed_operations;
}

bool rows_note_untimed(struct rows *rows, uint32_t correlation_id, int64_t launch_shape_id)
{
	return untimed_note(&rows->untimed, correlation_id, launch_shape_id,
	                    counter_of_untimed(rows));
}

int64_t rows_untimed_shape(const struct rows *rows, uint32_t correlation_id, enum counter *counted)
{
	return untimed_shape(&rows->untimed, correlation_id, counted);
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
		batch_count(rows->batch, counter_of_untimed(rows), 1);
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
