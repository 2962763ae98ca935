/* SPDX-License-Identifier: MIT */
/*
 * Loads a trace file into columns.
 *
 * One table below names every SELECT and the function that takes a row of it. The tables of the
 * GPU's side and those of the host's side are read at the same time, each by a struct loader with
 * its own connection: the host's side on a second thread, unless the file is small. No field of
 * struct trace is touched by both; when both are done, operations are joined to their calls.
 *
 * All values are read through integer(), optional(), text() and interval(), which note an
 * impossible one; a row with one is left out and counted.
 *
 * The file may be hostile, and what bounds time and memory is this: rows must come in rising order
 * of their key (a page that is linked twice breaks that, and is damage), no row may be larger than
 * its table needs, and all text together may not be larger than the file.
 */
#include "trace.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "call_class.h"
#include "operation_order.h"

enum {
	ROW_BYTES_MAX = 4096,         /* of a row of numbers: far above what it can take */
	TEXT_ROW_BYTES_MAX = 8 << 20, /* of a row with text: a command line may have 2 MiB */
	CHUNK_BYTES = 1 << 16,        /* of the arena for text */
	THREAD_BYTES_MIN = 4 << 20,   /* of a file that is worth a second thread */
	DEVICES_MAX = 1024,           /* ordinals in one process */
	CALL_NAMES_MAX = 8192,        /* CUDA has some 1500 functions */
	STALL_REASONS_MAX = 256,      /* a chip has some 40 */
	ARRAY_MIN = 16,               /* elements an array begins with */
};

/* ---- memory ---- */

struct chunk {
	struct chunk *next;
	size_t used, size;
	char bytes[];
};

struct trace_memory {
	struct chunk *text[2]; /* one list of each side, the newest first */
};

static char *keep_text(struct chunk **newest, const char *text, size_t length)
{
	struct chunk *chunk = *newest;
	char *kept;

	if (!chunk || chunk->size - chunk->used <= length) {
		size_t size = length >= CHUNK_BYTES ? length + 1 : CHUNK_BYTES;

		chunk = malloc(sizeof *chunk + size);
		if (!chunk)
			return NULL;
		chunk->used = 0;
		chunk->size = size;
		chunk->next = *newest;
		*newest = chunk;
	}
	kept = chunk->bytes + chunk->used;
	chunk->used += length + 1;
	memcpy(kept, text, length);
	kept[length] = '\0';
	return kept;
}

/* True when an array with COUNT elements has no room for one more: room is a power of two. */
static bool is_full(size_t count)
{
	return count == 0 || (count >= ARRAY_MIN && (count & (count - 1)) == 0);
}

/* Makes room for an element behind the COUNT that *ARRAY, a pointer to elements of SIZE bytes, has.
 */
static bool make_room(void *array, size_t count, size_t size)
{
	void *old, *new;

	if (!is_full(count))
		return true;
	if (count >= NONE)
		return false;
	memcpy(&old, array, sizeof old);
	new = reallocarray(old, count ? 2 * count : ARRAY_MIN, size);
	if (new)
		memcpy(array, &new, sizeof new);
	return new != NULL;
}

#define MAKE_ROOM(array, count) make_room(&(array), count, sizeof *(array))

/* ---- ids of the file to positions ---- */

struct id_map {
	int64_t *ids; /* rising */
	size_t count;
	uint32_t *dense; /* by id - ids[0]; NULL where that would be mostly holes: then ids are
	                    searched */
	uint64_t dense_count;
};

static bool id_map_add(struct id_map *map, int64_t id)
{
	if (!MAKE_ROOM(map->ids, map->count))
		return false;
	map->ids[map->count++] = id;
	return true;
}

static bool id_map_finish(struct id_map *map)
{
	uint64_t range =
	        map->count ? (uint64_t)map->ids[map->count - 1] - (uint64_t)map->ids[0] : 0;

	if (map->count == 0 || range / 8 > map->count)
		return true;
	map->dense = malloc((range + 1) * sizeof *map->dense);
	if (!map->dense)
		return false;
	memset(map->dense, 0xff, (range + 1) * sizeof *map->dense); /* NONE */
	for (size_t i = 0; i < map->count; i++)
		map->dense[(uint64_t)map->ids[i] - (uint64_t)map->ids[0]] = (uint32_t)i;
	map->dense_count = range + 1;
	return true;
}

static uint32_t id_map_find(const struct id_map *map, int64_t id)
{
	size_t low = 0, high = map->count;

	if (map->dense) {
		uint64_t offset = (uint64_t)id - (uint64_t)map->ids[0];

		return offset < map->dense_count ? map->dense[offset] : NONE;
	}
	while (low < high) {
		size_t middle = low + (high - low) / 2;

		if (map->ids[middle] < id)
			low = middle + 1;
		else
			high = middle;
	}
	return low < map->count && map->ids[low] == id ? (uint32_t)low : NONE;
}

static void id_map_release(struct id_map *map)
{
	free(map->ids);
	free(map->dense);
}

/* ---- reading a row ---- */

enum map {
	NO_MAP,
	DEVICES,
	CONTEXTS,
	STREAMS,
	THREADS,
	FUNCTIONS,
	LAUNCH_SHAPES,
	STALL_REASONS,
	STRINGS,
	MAPS
};

/* Who reads a table. */
enum side { GPU_SIDE, HOST_SIDE, SIDES };

enum { TABLES_MAX = 32 };

struct loader {
	struct trace *trace;
	const char *path;
	enum side side;
	sqlite3 *db;
	sqlite3_stmt *stmt;
	struct chunk **texts; /* this side's part of the arena */
	struct id_map maps[MAPS];
	const char **strings; /* texts of the table string */
	size_t strings_count;
	uint16_t *call_name_of; /* by position in strings: in call_names; UINT16_MAX: none yet */
	int64_t text_bytes_left;
	int64_t unpaired_markers;
	int64_t bad_rows[TABLES_MAX];
	bool is_bad;     /* the row at hand makes no sense */
	bool is_damaged; /* more text than the file can hold */
	int err;         /* what the side ended with, and the message */
	char error[TRACE_ERROR_MAX];
};

#define FUTURE_NS INT64_MAX /* end of a marker that is still open, until last_ns is known */

static bool is_null(const struct loader *l, int column)
{
	return sqlite3_column_type(l->stmt, column) == SQLITE_NULL;
}

static int64_t integer(struct loader *l, int column, int64_t low, int64_t high)
{
	int64_t value = sqlite3_column_int64(l->stmt, column);

	if (value >= low && value <= high)
		return value;
	l->is_bad = true;
	return low;
}

static int64_t optional(struct loader *l, int column, int64_t low, int64_t high, int64_t none)
{
	return is_null(l, column) ? none : integer(l, column, low, high);
}

static int64_t size_bytes(struct loader *l, int column)
{
	return integer(l, column, 0, TRACE_SIZE_MAX_BYTES);
}

/* A code that a newer CUPTI may have added to: what we do not know is 0, unknown. */
static uint8_t code(struct loader *l, int column, int64_t highest)
{
	int64_t value = sqlite3_column_int64(l->stmt, column);

	return value >= 0 && value <= highest ? (uint8_t)value : 0;
}

static uint32_t reference(struct loader *l, int column, enum map map)
{
	uint32_t position = id_map_find(&l->maps[map], sqlite3_column_int64(l->stmt, column));

	l->is_bad |= position == NONE;
	return position;
}

static uint32_t optional_reference(struct loader *l, int column, enum map map)
{
	return is_null(l, column) ? NONE : reference(l, column, map);
}

/* Column START and the duration behind it. */
static void interval(struct loader *l, int start, int64_t *start_ns, int64_t *end_ns)
{
	*start_ns = integer(l, start, -TRACE_TIME_MAX_NS, TRACE_TIME_MAX_NS);
	*end_ns = *start_ns + integer(l, start + 1, 0, TRACE_TIME_MAX_NS - *start_ns);
}

/* NULL without memory or when the texts are larger than the file. */
static const char *text(struct loader *l, int column)
{
	const char *value = (const char *)sqlite3_column_text(l->stmt, column);
	size_t length = value ? strlen(value) : 0;

	if (!value && !is_null(l, column))
		return NULL;
	l->text_bytes_left -= (int64_t)length + 1;
	l->is_damaged |= l->text_bytes_left < 0;
	if (l->is_damaged)
		return NULL;
	return length ? keep_text(l->texts, value, length) : "";
}

/* A correlation id, to be replaced by the position of its call in join_calls(). */
static uint32_t correlation_id(struct loader *l, int column)
{
	return (uint32_t)integer(l, column, 0, NONE - 1);
}

/* ---- the tables: each function takes one row; 0 or -ENOMEM, and l->is_bad for a row to leave out
 * ---- */

/* Makes room in an array of the trace and puts ELEMENT there, unless the row is bad. */
#define APPEND(l, array, element)                                                  \
	((l)->is_bad ? 0                                                           \
	 : MAKE_ROOM((l)->trace->array, (l)->trace->array##_count)                 \
	         ? ((l)->trace->array[(l)->trace->array##_count++] = (element), 0) \
	         : -ENOMEM)

/* The same for a row that others refer to by its id, in column 0. */
#define APPEND_ID(l, map, array, element)                                               \
	((l)->is_bad || id_map_add(&(l)->maps[map], sqlite3_column_int64((l)->stmt, 0)) \
	         ? APPEND(l, array, element)                                            \
	         : -ENOMEM)

enum meta_type { META_TEXT, META_TIME, META_NUMBER, META_STATE };

static const struct {
	const char *key;
	enum meta_type type;
	size_t offset; /* in struct trace */
} meta_keys[] = {
	{ "trace_start_unix_ns", META_TIME, offsetof(struct trace, start_unix_ns) },
	{ "state", META_STATE, offsetof(struct trace, is_complete) },
	{ "collector_version", META_TEXT, offsetof(struct trace, collector_version) },
	{ "driver_version", META_NUMBER, offsetof(struct trace, driver_version) },
	{ "runtime_version", META_NUMBER, offsetof(struct trace, runtime_version) },
};

static int take_meta(struct loader *l)
{
	const char *key = text(l, 0), *value = text(l, 1);

	if (!key || !value)
		return -ENOMEM;
	for (size_t i = 0; i < sizeof meta_keys / sizeof *meta_keys; i++) {
		char *field = (char *)l->trace + meta_keys[i].offset;

		if (strcmp(key, meta_keys[i].key) != 0)
			continue;
		if (meta_keys[i].type == META_TEXT)
			*(const char **)field = value;
		else if (meta_keys[i].type == META_STATE)
			*(bool *)field = strcmp(value, "complete") == 0;
		else if (meta_keys[i].type == META_TIME)
			*(int64_t *)field = integer(l, 1, 0, INT64_MAX / 2);
		else
			*(int *)field = (int)integer(l, 1, 0, INT32_MAX);
	}
	return 0;
}

static int take_process(struct loader *l)
{
	struct trace *trace = l->trace;

	trace->pid = sqlite3_column_int64(l->stmt, 1);
	trace->host = text(l, 2);
	trace->executable = text(l, 3);
	trace->command_line = text(l, 4);
	return trace->host && trace->executable && trace->command_line ? 0 : -ENOMEM;
}

static int take_variable(struct loader *l)
{
	struct trace_variable variable = { .name = text(l, 0), .value = text(l, 1) };

	if (!variable.name || !variable.value)
		return -ENOMEM;
	return APPEND(l, environment, variable);
}

static int take_code(struct loader *l)
{
	struct trace_code named = {
		.type = text(l, 0),
		.code = sqlite3_column_int64(l->stmt, 1),
		.name = text(l, 2),
	};

	if (!named.type || !named.name)
		return -ENOMEM;
	return APPEND(l, codes, named);
}

static int take_thread(struct loader *l)
{
	struct trace_thread thread = {
		.system_thread_id = sqlite3_column_int64(l->stmt, 1),
		.name = text(l, 2),
	};

	if (!thread.name)
		return -ENOMEM;
	return APPEND_ID(l, THREADS, threads, thread);
}

static int take_device(struct loader *l)
{
	struct trace_device device = {
		.id = integer(l, 0, 0, DEVICES_MAX - 1),
		.name = text(l, 1),
		.uuid = text(l, 2),
		.cc_major = (int)integer(l, 3, 0, 1000),
		.cc_minor = (int)integer(l, 4, 0, 1000),
		.multiprocessors = (int)integer(l, 5, 0, 1 << 20),
		.core_clock_khz = integer(l, 6, 0, INT32_MAX),
		.memory_clock_khz = integer(l, 7, 0, INT32_MAX),
		.memory_bandwidth_bytes_per_s = size_bytes(l, 8),
		.memory_bytes = size_bytes(l, 9),
		.l2_cache_bytes = size_bytes(l, 10),
		.copy_engines = (int)integer(l, 11, 0, 1000),
		.max_threads_per_multiprocessor = (int)integer(l, 12, 0, 1 << 20),
		.max_warps_per_multiprocessor = (int)integer(l, 13, 0, 1 << 20),
		.max_blocks_per_multiprocessor = (int)integer(l, 14, 0, 1 << 20),
		.max_registers_per_multiprocessor = (int)integer(l, 15, 0, INT32_MAX),
		.max_threads_per_block = (int)integer(l, 16, 0, 1 << 20),
		.max_registers_per_block = (int)integer(l, 17, 0, INT32_MAX),
		.max_shared_bytes_per_multiprocessor = size_bytes(l, 18),
		.max_shared_bytes_per_block = size_bytes(l, 19),
		.max_shared_bytes_per_block_optin = size_bytes(l, 20),
		.reserved_shared_bytes_per_block = size_bytes(l, 21),
		.is_mig = sqlite3_column_int64(l->stmt, 22) != 0,
	};

	if (!device.name || !device.uuid)
		return -ENOMEM;
	return APPEND_ID(l, DEVICES, devices, device);
}

static int take_context(struct loader *l)
{
	struct trace_context context = {
		.id = sqlite3_column_int64(l->stmt, 0),
		.device = reference(l, 1, DEVICES),
		.null_stream_id = optional(l, 2, 0, INT64_MAX, -1),
		.multiprocessors = (int)integer(l, 3, 0, 1 << 20),
	};

	if (!l->is_bad && context.multiprocessors == 0)
		context.multiprocessors = l->trace->devices[context.device].multiprocessors;
	return APPEND_ID(l, CONTEXTS, contexts, context);
}

static int take_stream(struct loader *l)
{
	struct trace_stream stream = {
		.id = sqlite3_column_int64(l->stmt, 0),
		.context = reference(l, 1, CONTEXTS),
		.cuda_stream_id = sqlite3_column_int64(l->stmt, 2),
		.type = (enum stream_type)code(l, 3, STREAM_NULL),
		.priority = (int)integer(l, 4, INT32_MIN, INT32_MAX),
	};

	if (!l->is_bad) {
		const struct trace_context *context = &l->trace->contexts[stream.context];

		stream.device = context->device;
		if (stream.type == STREAM_UNKNOWN &&
		    stream.cuda_stream_id == context->null_stream_id)
			stream.type = STREAM_NULL;
	}
	return APPEND_ID(l, STREAMS, streams, stream);
}

static int take_function(struct loader *l)
{
	struct trace_function function = { .name = text(l, 1) };

	if (!function.name)
		return -ENOMEM;
	return APPEND_ID(l, FUNCTIONS, functions, function);
}

static int take_launch_shape(struct loader *l)
{
	struct trace_launch_shape shape = {
		.function = reference(l, 1, FUNCTIONS),
		.registers_per_thread = (int)integer(l, 11, 0, 1 << 16),
		.static_shared_bytes = integer(l, 12, 0, INT32_MAX),
		.dynamic_shared_bytes = integer(l, 13, 0, INT32_MAX),
		.shared_executed_bytes = integer(l, 14, 0, INT32_MAX),
		.shared_carveout_percent = (int)optional(l, 15, -1, 100, -1),
		.cache_config = code(l, 16, 3),
		.local_bytes_per_thread = integer(l, 17, 0, INT32_MAX),
		.is_shared_optin = sqlite3_column_int64(l->stmt, 18) != 0,
	};

	/* CUDA's limits of a grid, so that products of the three fit into 64 bits. */
	for (int i = 0; i < 3; i++) {
		shape.grid[i] = (int32_t)integer(l, 2 + i, 1, i ? UINT16_MAX : INT32_MAX);
		shape.block[i] = (int32_t)integer(l, 5 + i, 1, 1024);
		shape.cluster[i] = (int32_t)integer(l, 8 + i, 0, UINT16_MAX);
	}
	return APPEND_ID(l, LAUNCH_SHAPES, launch_shapes, shape);
}

static int take_string(struct loader *l)
{
	const char *value = text(l, 1);

	if (!value || !MAKE_ROOM(l->strings, l->strings_count) ||
	    !id_map_add(&l->maps[STRINGS], sqlite3_column_int64(l->stmt, 0)))
		return -ENOMEM;
	l->strings[l->strings_count++] = value;
	return 0;
}

/* Index into call_names of the name STRING, which is added at its first use; UINT16_MAX without
 * memory. */
static uint16_t call_name(struct loader *l, uint32_t string)
{
	struct trace_call_name name = { .name = l->strings[string] };
	size_t length;

	if (l->call_name_of[string] != UINT16_MAX)
		return l->call_name_of[string];
	length = call_name_length(name.name);
	/* Several versions of one function (_v7000, _v11060) are one name. */
	for (size_t i = 0; i < l->trace->call_names_count; i++) {
		const char *known = l->trace->call_names[i].name;

		if (strncmp(known, name.name, length) == 0 && known[length] == '\0')
			return l->call_name_of[string] = (uint16_t)i;
	}
	name.class = call_class_of(name.name);
	name.is_driver = call_is_driver(name.name);
	name.name = keep_text(l->texts, name.name, length);
	l->is_bad |= l->trace->call_names_count >= CALL_NAMES_MAX;
	if (!name.name || APPEND(l, call_names, name))
		return UINT16_MAX;
	return l->call_name_of[string] = (uint16_t)(l->trace->call_names_count - 1);
}

static int take_call(struct loader *l)
{
	struct trace_calls *c = &l->trace->calls;
	uint32_t correlation = correlation_id(l, 0);
	int64_t start_ns, end_ns;
	uint32_t thread = reference(l, 3, THREADS), string = reference(l, 4, STRINGS);
	int64_t result = integer(l, 5, INT32_MIN, INT32_MAX);
	uint16_t name;

	interval(l, 1, &start_ns, &end_ns);
	l->is_bad |= thread >= UINT16_MAX;
	if (l->is_bad)
		return 0;
	if (!l->call_name_of) { /* all strings are there now */
		l->call_name_of = malloc(l->strings_count * sizeof *l->call_name_of);
		if (!l->call_name_of)
			return -ENOMEM;
		memset(l->call_name_of, 0xff, l->strings_count * sizeof *l->call_name_of);
	}
	name = call_name(l, string);
	if (l->is_bad)
		return 0;
	if (name == UINT16_MAX)
		return -ENOMEM;
	if (is_full(c->count) &&
	    (!MAKE_ROOM(c->start_ns, c->count) || !MAKE_ROOM(c->end_ns, c->count) ||
	     !MAKE_ROOM(c->correlation_id, c->count) || !MAKE_ROOM(c->thread, c->count) ||
	     !MAKE_ROOM(c->name, c->count) || !MAKE_ROOM(c->result, c->count)))
		return -ENOMEM;
	c->start_ns[c->count] = start_ns;
	c->end_ns[c->count] = end_ns;
	c->correlation_id[c->count] = correlation;
	c->thread[c->count] = (uint16_t)thread;
	c->name[c->count] = name;
	c->result[c->count] = (int32_t)result;
	c->count++;
	return 0;
}

/*
 * The columns that kernels, copies and fills share: 1 start, 2 duration, 3 stream, 4 correlation
 * id, 5 channel, 6 graph node. DETAIL and FLAGS are the caller's, who has looked at its own columns
 * already.
 */
static int add_operation(struct loader *l, enum operation_type type, uint32_t detail, int flags)
{
	struct trace_operations *o = &l->trace->operations;
	uint32_t stream = reference(l, 3, STREAMS), call = correlation_id(l, 4);
	int64_t channel = sqlite3_column_int64(l->stmt, 5), start_ns, end_ns;

	interval(l, 1, &start_ns, &end_ns);
	if (l->is_bad)
		return 0;
	if (is_full(o->count) &&
	    (!MAKE_ROOM(o->start_ns, o->count) || !MAKE_ROOM(o->end_ns, o->count) ||
	     !MAKE_ROOM(o->stream, o->count) || !MAKE_ROOM(o->call, o->count) ||
	     !MAKE_ROOM(o->detail, o->count) || !MAKE_ROOM(o->channel, o->count) ||
	     !MAKE_ROOM(o->type, o->count) || !MAKE_ROOM(o->flags, o->count)))
		return -ENOMEM;
	o->start_ns[o->count] = start_ns;
	o->end_ns[o->count] = end_ns;
	o->stream[o->count] = stream;
	o->call[o->count] = call;
	o->detail[o->count] = detail;
	o->channel[o->count] =
	        channel >= 0 && channel < UINT16_MAX ? (uint16_t)channel : UINT16_MAX;
	o->type[o->count] = (uint8_t)type;
	o->flags[o->count] = (uint8_t)(flags | (is_null(l, 6) ? 0 : OPERATION_GRAPH));
	o->count++;
	return 0;
}

/* An operation without times is counted, and no more. */
static bool is_untimed(struct loader *l)
{
	if (!is_null(l, 1) && !is_null(l, 2))
		return false;
	l->trace->untimed_operations++;
	return true;
}

static int take_kernel(struct loader *l)
{
	uint32_t shape = reference(l, 7, LAUNCH_SHAPES);

	if (l->is_bad || is_untimed(l))
		return 0;
	return add_operation(l, OPERATION_KERNEL, shape, OPERATION_ASYNC);
}

static int add_transfer(struct loader *l, enum operation_type type, struct trace_transfer transfer)
{
	int err;

	if (l->is_bad || is_untimed(l))
		return 0;
	err = APPEND(l, transfers, transfer);
	if (!err)
		err = add_operation(l, type, (uint32_t)(l->trace->transfers_count - 1),
		                    sqlite3_column_int64(l->stmt, 7) ? OPERATION_ASYNC : 0);
	if (l->is_bad)
		l->trace->transfers_count--;
	return err;
}

static int take_copy(struct loader *l)
{
	return add_transfer(l, OPERATION_COPY,
	                    (struct trace_transfer){
	                            .size_bytes = size_bytes(l, 8),
	                            .copy_kind = code(l, 9, COPY_KINDS - 1),
	                            .source_kind = code(l, 10, MEMORY_MANAGED_STATIC),
	                            .target_kind = code(l, 11, MEMORY_MANAGED_STATIC),
	                            .source_device = optional_reference(l, 12, DEVICES),
	                            .target_device = optional_reference(l, 13, DEVICES),
	                    });
}

static int take_fill(struct loader *l)
{
	return add_transfer(l, OPERATION_FILL,
	                    (struct trace_transfer){
	                            .size_bytes = size_bytes(l, 8),
	                            .target_kind = code(l, 9, MEMORY_MANAGED_STATIC),
	                            .source_device = NONE,
	                            .target_device = NONE,
	                    });
}

static int take_synchronization(struct loader *l)
{
	struct trace_synchronization sync = {
		.type = (enum synchronization_type)code(l, 1, SYNC_CONTEXT),
		.context = optional_reference(l, 4, CONTEXTS),
		.stream = optional_reference(l, 5, STREAMS),
		.event_id = sqlite3_column_int64(l->stmt, 6),
		.sync_id = sqlite3_column_int64(l->stmt, 7),
		.call = correlation_id(l, 8),
	};

	interval(l, 2, &sync.start_ns, &sync.end_ns);
	return APPEND(l, synchronizations, sync);
}

static int take_event_record(struct loader *l)
{
	struct trace_event_record record = {
		.stream = reference(l, 1, STREAMS),
		.event_id = sqlite3_column_int64(l->stmt, 2),
		.sync_id = sqlite3_column_int64(l->stmt, 3),
		.correlation_id = correlation_id(l, 4),
		.call = correlation_id(l, 4),
	};

	return APPEND(l, event_records, record);
}

static int take_allocation(struct loader *l)
{
	struct trace_allocation allocation = {
		.time_ns = integer(l, 1, -TRACE_TIME_MAX_NS, TRACE_TIME_MAX_NS),
		.is_release = integer(l, 2, 1, 2) == 2,
		.memory_kind = code(l, 3, MEMORY_MANAGED_STATIC),
		.size_bytes = size_bytes(l, 4),
		.address = (uint64_t)sqlite3_column_int64(l->stmt, 5),
		.device = optional_reference(l, 6, DEVICES),
		.is_async = sqlite3_column_int64(l->stmt, 7) != 0,
		.call = correlation_id(l, 8),
	};

	return APPEND(l, allocations, allocation);
}

static int take_marker(struct loader *l)
{
	uint32_t name = optional_reference(l, 1, STRINGS),
	         domain = optional_reference(l, 2, STRINGS);
	struct trace_marker marker = {
		.thread = optional_reference(l, 3, THREADS),
		.start_ns = integer(l, 4, -TRACE_TIME_MAX_NS, TRACE_TIME_MAX_NS),
	};

	if (is_null(l, 4)) {
		l->unpaired_markers++;
		return 0;
	}
	marker.end_ns =
	        is_null(l, 5) ? FUTURE_NS : integer(l, 5, marker.start_ns, TRACE_TIME_MAX_NS);
	if (l->is_bad)
		return 0;
	marker.name = name == NONE ? "" : l->strings[name];
	marker.domain = domain == NONE ? "" : l->strings[domain];
	return APPEND(l, markers, marker);
}

static int take_overhead(struct loader *l)
{
	struct trace_overhead overhead = { .kind = (int)integer(l, 1, 0, INT32_MAX) };

	interval(l, 2, &overhead.start_ns, &overhead.end_ns);
	return APPEND(l, overheads, overhead);
}

static int take_stall_reason(struct loader *l)
{
	static const char prefix[] = "stalled_", suffix[] = "_not_issued";
	struct trace_stall_reason reason = { .name = text(l, 1), .subset_of = NONE };
	const char *label;
	size_t length;

	if (!reason.name)
		return -ENOMEM;
	label = strstr(reason.name, prefix);
	reason.label = label ? label + strlen(prefix) : reason.name;
	reason.is_issuing = strcmp(reason.label, "selected") == 0;
	length = strlen(reason.label);
	reason.is_subset = length > strlen(suffix) &&
	                   strcmp(reason.label + length - strlen(suffix), suffix) == 0;
	l->is_bad |= l->trace->stall_reasons_count >= STALL_REASONS_MAX;
	return APPEND_ID(l, STALL_REASONS, stall_reasons, reason);
}

/* The context of samples matters little, so that one which is missing does no harm. */
static uint32_t known_context(const struct loader *l, int column)
{
	return id_map_find(&l->maps[CONTEXTS], sqlite3_column_int64(l->stmt, column));
}

static int take_pc_sample(struct loader *l)
{
	struct trace_pc_sample sample = {
		.context = known_context(l, 1),
		.function = reference(l, 2, FUNCTIONS),
		.module_crc = sqlite3_column_int64(l->stmt, 3),
		.pc_offset_bytes = integer(l, 4, 0, TRACE_SIZE_MAX_BYTES),
		.reason = reference(l, 5, STALL_REASONS),
		.samples = integer(l, 6, 0, TRACE_SAMPLES_MAX),
	};

	return APPEND(l, pc_samples, sample);
}

static int take_pc_sampling(struct loader *l)
{
	struct trace_pc_sampling sampling = {
		.context = known_context(l, 0),
		.period_cycles = optional(l, 1, 0, INT64_C(1) << 32, 0),
		.samples = integer(l, 2, 0, TRACE_SAMPLES_MAX),
		.dropped_samples = integer(l, 3, 0, TRACE_SAMPLES_MAX),
		.non_user_samples = integer(l, 4, 0, TRACE_SAMPLES_MAX),
	};

	return APPEND(l, pc_samplings, sampling);
}

static int take_diagnostic(struct loader *l)
{
	struct trace_diagnostic diagnostic = {
		.code = text(l, 0),
		.subject = text(l, 1),
		.severity = (int)integer(l, 2, 0, 2),
		.count = integer(l, 3, 0, INT64_MAX),
		.message = text(l, 4),
	};

	if (!diagnostic.code || !diagnostic.subject || !diagnostic.message)
		return -ENOMEM;
	return APPEND(l, diagnostics, diagnostic);
}

/*
 * All tables, each after those of its side that it refers to. Column 0 is the key. NOT INDEXED: an
 * index that someone added must not change the order of the rows.
 */
static const struct table {
	const char *name, *select;
	int (*take)(struct loader *l);
	enum side side;
	enum map map; /* the map of the ids in column 0 */
	bool has_text, has_text_key;
} tables[] = {
	{ .name = "meta",
	  .select = "SELECT key, value FROM meta NOT INDEXED",
	  .take = take_meta,
	  .has_text = true,
	  .has_text_key = true },
	{ .name = "process",
	  .select = "SELECT id, pid, host, executable, command_line FROM process NOT INDEXED",
	  .take = take_process,
	  .has_text = true },
	{ .name = "environment",
	  .select = "SELECT name, value FROM environment NOT INDEXED",
	  .take = take_variable,
	  .has_text = true,
	  .has_text_key = true },
	{ .name = "code_name",
	  .select = "SELECT type, code, name FROM code_name NOT INDEXED",
	  .take = take_code,
	  .has_text = true,
	  .has_text_key = true },
	{ .name = "thread",
	  .side = HOST_SIDE,
	  .select = "SELECT id, system_thread_id, name FROM thread NOT INDEXED",
	  .take = take_thread,
	  .has_text = true,
	  .map = THREADS },
	{ .name = "device",
	  .select = "SELECT id, name, uuid, compute_capability_major, compute_capability_minor, "
	            "multiprocessors, core_clock_khz, memory_clock_khz, "
	            "memory_bandwidth_bytes_per_s, memory_bytes, l2_cache_bytes, copy_engines, "
	            "max_threads_per_multiprocessor, max_warps_per_multiprocessor, "
	            "max_blocks_per_multiprocessor, max_registers_per_multiprocessor, "
	            "max_threads_per_block, max_registers_per_block, "
	            "max_shared_bytes_per_multiprocessor, max_shared_bytes_per_block, "
	            "max_shared_bytes_per_block_optin, reserved_shared_bytes_per_block, is_mig "
	            "FROM device NOT INDEXED",
	  .take = take_device,
	  .has_text = true,
	  .map = DEVICES },
	{ .name = "context",
	  .select =
	          "SELECT id, device_id, null_stream_id, multiprocessors FROM context NOT INDEXED",
	  .take = take_context,
	  .map = CONTEXTS },
	{ .name = "stream",
	  .select = "SELECT id, context_id, cuda_stream_id, type, priority FROM stream NOT INDEXED",
	  .take = take_stream,
	  .map = STREAMS },
	{ .name = "function",
	  .select = "SELECT id, name FROM function NOT INDEXED",
	  .take = take_function,
	  .has_text = true,
	  .map = FUNCTIONS },
	{ .name = "launch_shape",
	  .select = "SELECT id, function_id, grid_x, grid_y, grid_z, block_x, block_y, block_z, "
	            "cluster_x, cluster_y, cluster_z, registers_per_thread, static_shared_bytes, "
	            "dynamic_shared_bytes, shared_executed_bytes, shared_carveout_percent, "
	            "cache_config, local_bytes_per_thread, is_shared_optin FROM launch_shape NOT "
	            "INDEXED",
	  .take = take_launch_shape,
	  .map = LAUNCH_SHAPES },
	{ .name = "string",
	  .side = HOST_SIDE,
	  .select = "SELECT id, text FROM string NOT INDEXED",
	  .take = take_string,
	  .has_text = true,
	  .map = STRINGS },
	{ .name = "api_call",
	  .side = HOST_SIDE,
	  .select = "SELECT id, start_ns, duration_ns, thread_id, name_id, result FROM api_call "
	            "NOT INDEXED",
	  .take = take_call },
	{ .name = "kernel",
	  .select = "SELECT id, start_ns, duration_ns, stream_id, correlation_id, channel_id, "
	            "graph_node_id, launch_shape_id FROM kernel NOT INDEXED",
	  .take = take_kernel },
	{ .name = "copy",
	  .select = "SELECT id, start_ns, duration_ns, stream_id, correlation_id, channel_id, "
	            "graph_node_id, is_async, size_bytes, copy_kind, source_kind, target_kind, "
	            "source_device_id, target_device_id FROM copy NOT INDEXED",
	  .take = take_copy },
	{ .name = "fill",
	  .select = "SELECT id, start_ns, duration_ns, stream_id, correlation_id, channel_id, "
	            "graph_node_id, is_async, size_bytes, memory_kind FROM fill NOT INDEXED",
	  .take = take_fill },
	{ .name = "synchronization",
	  .select = "SELECT id, type, start_ns, duration_ns, context_id, stream_id, event_id, "
	            "sync_id, correlation_id FROM synchronization NOT INDEXED",
	  .take = take_synchronization },
	{ .name = "event_record",
	  .select = "SELECT id, stream_id, event_id, sync_id, correlation_id FROM event_record NOT "
	            "INDEXED",
	  .take = take_event_record },
	{ .name = "allocation",
	  .select = "SELECT id, time_ns, operation, memory_kind, size_bytes, address, device_id, "
	            "is_async, correlation_id FROM allocation NOT INDEXED",
	  .take = take_allocation },
	{ .name = "marker",
	  .side = HOST_SIDE,
	  .select = "SELECT id, name_id, domain_id, thread_id, start_ns, end_ns FROM marker NOT "
	            "INDEXED",
	  .take = take_marker },
	{ .name = "overhead",
	  .side = HOST_SIDE,
	  .select = "SELECT id, kind, start_ns, duration_ns FROM overhead NOT INDEXED",
	  .take = take_overhead },
	{ .name = "stall_reason",
	  .select = "SELECT id, name FROM stall_reason NOT INDEXED",
	  .take = take_stall_reason,
	  .has_text = true,
	  .map = STALL_REASONS },
	{ .name = "pc_sample",
	  .select = "SELECT id, context_id, function_id, module_crc, pc_offset_bytes, "
	            "stall_reason_id, samples FROM pc_sample NOT INDEXED",
	  .take = take_pc_sample },
	{ .name = "pc_sampling",
	  .select = "SELECT context_id, period_cycles, samples, dropped_samples, "
	            "non_user_samples FROM pc_sampling NOT INDEXED",
	  .take = take_pc_sampling },
	{ .name = "diagnostic",
	  .side = HOST_SIDE,
	  .select = "SELECT code, subject, severity, count, message FROM diagnostic NOT INDEXED",
	  .take = take_diagnostic,
	  .has_text = true,
	  .has_text_key = true },
};

enum { TABLES = sizeof tables / sizeof *tables };
_Static_assert((int)TABLES <= (int)TABLES_MAX, "TABLES_MAX is too small");

static int sqlite_error(struct loader *l, const char *table, int status)
{
	static const struct {
		int status, err;
		const char *what;
	} causes[] = {
		{ SQLITE_NOMEM, -ENOMEM, "cannot be loaded" },
		{ SQLITE_BUSY, -EBUSY, "cannot be read now" },
		{ SQLITE_LOCKED, -EBUSY, "cannot be read now" },
		{ SQLITE_PERM, -EACCES, "cannot be read" },
		{ SQLITE_CANTOPEN, -EACCES, "cannot be read" },
		{ 0, -EINVAL, "is damaged" },
	};
	size_t i = 0;

	while (causes[i].status && causes[i].status != (status & 0xff))
		i++;
	snprintf(l->error, TRACE_ERROR_MAX, "%s: %.300s: table %s", causes[i].what,
	         sqlite3_errmsg(l->db), table);
	return causes[i].err;
}

static int damaged(struct loader *l, const char *table, const char *what)
{
	snprintf(l->error, TRACE_ERROR_MAX, "is damaged: %s: table %s", what, table);
	return -EINVAL;
}

static int no_memory(char error[TRACE_ERROR_MAX])
{
	snprintf(error, TRACE_ERROR_MAX, "cannot be loaded: out of memory");
	return -ENOMEM;
}

static int load_table(struct loader *l, const struct table *table, int64_t *bad_rows)
{
	int64_t last_id = INT64_MIN;
	bool is_first = true;
	int status, err = 0;

	if (!trace_file_has_table(l->db, table->name))
		return 0; /* the file is older than the table */
	/* The limit is one of statements, too. */
	sqlite3_limit(l->db, SQLITE_LIMIT_LENGTH, TEXT_ROW_BYTES_MAX);
	status = sqlite3_prepare_v2(l->db, table->select, -1, &l->stmt, NULL);
	if (status != SQLITE_OK)
		return sqlite_error(l, table->name, status);
	if (!table->has_text)
		sqlite3_limit(l->db, SQLITE_LIMIT_LENGTH, ROW_BYTES_MAX);

	while ((status = sqlite3_step(l->stmt)) == SQLITE_ROW) {
		/* Keys of text are not compared: all text counts against the size of the file. */
		if (!table->has_text_key) {
			int64_t id = sqlite3_column_int64(l->stmt, 0);

			if (!is_first && id <= last_id) {
				err = damaged(l, table->name, "rows out of order");
				goto out;
			}
			last_id = id;
			is_first = false;
		}
		l->is_bad = false;
		if (table->take(l)) {
			err = l->is_damaged
			              ? damaged(l, table->name, "more text than the file holds")
			              : no_memory(l->error);
			goto out;
		}
		*bad_rows += l->is_bad;
	}
	if (status != SQLITE_DONE)
		err = sqlite_error(l, table->name, status);
	else if (table->map && !id_map_finish(&l->maps[table->map]))
		err = no_memory(l->error);
out:
	sqlite3_finalize(l->stmt);
	l->stmt = NULL;
	return err;
}

/*
 * Opens the file once more for LOADER and takes a snapshot: all its tables as of one moment, though
 * the program may still write.
 */
static int open_side(struct loader *l)
{
	int status;

	l->err = trace_file_open(l->path, &l->db, l->error);
	if (l->err)
		return l->err;
	sqlite3_busy_timeout(l->db, 2000);
	status = sqlite3_exec(l->db, "BEGIN; SELECT key FROM meta LIMIT 1", NULL, NULL, NULL);
	if (status != SQLITE_OK)
		l->err = sqlite_error(l, "meta", status);
	return l->err;
}

static void load_side(struct loader *l)
{
	for (int i = 0; i < TABLES && !l->err; i++)
		if (tables[i].side == l->side)
			l->err = load_table(l, &tables[i], &l->bad_rows[i]);
}

/* The second thread. */
static void *load_host_side(void *loader)
{
	if (!open_side(loader))
		load_side(loader);
	return NULL;
}

static int64_t file_bytes(const char *path, const char *suffix)
{
	char name[4096 + 8];
	struct stat st;

	if (snprintf(name, sizeof name, "%s%s", path, suffix) >= (int)sizeof name ||
	    stat(name, &st))
		return 0;
	return (int64_t)st.st_size;
}

/*
 * Both sides. The GPU's takes its snapshot first: a call of an operation that it sees was made
 * before, so the host's snapshot has it.
 */
static int load_sides(struct loader sides[SIDES])
{
	struct loader *gpu = &sides[GPU_SIDE], *host = &sides[HOST_SIDE];
	int64_t bytes = file_bytes(gpu->path, "") + file_bytes(gpu->path, "-wal");
	bool is_threaded;
	pthread_t thread;

	/* Room for text: twice the file, for UTF-16 grows, and some for a file that grows. */
	gpu->text_bytes_left = host->text_bytes_left = 2 * bytes + (16 << 20);
	if (open_side(gpu))
		return gpu->err;
	is_threaded = bytes >= THREAD_BYTES_MIN &&
	              pthread_create(&thread, NULL, load_host_side, host) == 0;
	load_side(gpu);
	if (is_threaded) {
		pthread_join(thread, NULL);
	} else if (!gpu->err) {
		host->db = gpu->db;
		load_side(host);
		host->db = NULL;
	}
	return gpu->err ? gpu->err : host->err;
}

/* ---- after the rows ---- */

/*
 * The position of the call with correlation id ID, NONE where there is none. Ids rise by at least
 * one from call to call, so the call is at most as many positions from the one found last as its id
 * differs; and that is little, for operations follow the order of their calls. *HINT starts at 0.
 */
static uint32_t find_call(const struct trace_calls *calls, uint32_t id, uint32_t *hint)
{
	int64_t low = 0, high = (int64_t)calls->count, distance;

	if (calls->count == 0)
		return NONE;
	distance = (int64_t)id - calls->correlation_id[*hint];
	if (distance >= 0) {
		low = *hint;
		high = low + distance + 1 < high ? low + distance + 1 : high;
	} else {
		high = *hint;
		low = high + distance > 0 ? high + distance : 0;
	}
	while (low < high) {
		int64_t middle = low + (high - low) / 2;

		if (calls->correlation_id[middle] < id)
			low = middle + 1;
		else
			high = middle;
	}
	if (low >= (int64_t)calls->count || calls->correlation_id[low] != id)
		return NONE;
	*hint = (uint32_t)low;
	return *hint;
}

/* Correlation ids become positions of calls. */
static void join_calls(struct trace *trace)
{
	const struct trace_calls *calls = &trace->calls;
	uint32_t hint = 0;

	for (size_t i = 0; i < trace->operations.count; i++)
		trace->operations.call[i] = find_call(calls, trace->operations.call[i], &hint);
	for (size_t i = 0; i < trace->synchronizations_count; i++)
		trace->synchronizations[i].call =
		        find_call(calls, trace->synchronizations[i].call, &hint);
	for (size_t i = 0; i < trace->event_records_count; i++)
		trace->event_records[i].call =
		        find_call(calls, trace->event_records[i].call, &hint);
	for (size_t i = 0; i < trace->allocations_count; i++)
		trace->allocations[i].call = find_call(calls, trace->allocations[i].call, &hint);
}

#define DEFINE_COMPARE(type, key)                                           \
	static int compare_##type(const void *a, const void *b)             \
	{                                                                   \
		const struct type *left = a, *right = b;                    \
		return (left->key > right->key) - (left->key < right->key); \
	}
DEFINE_COMPARE(trace_synchronization, start_ns)
DEFINE_COMPARE(trace_event_record, correlation_id)
DEFINE_COMPARE(trace_allocation, time_ns)
DEFINE_COMPARE(trace_overhead, start_ns)

/* The outer range before the inner one. */
static int compare_trace_marker(const void *a, const void *b)
{
	const struct trace_marker *left = a, *right = b;

	if (left->start_ns != right->start_ns)
		return left->start_ns < right->start_ns ? -1 : 1;
	return (left->end_ns < right->end_ns) - (left->end_ns > right->end_ns);
}

/* Two contexts may have sampled the same instruction. */
static int compare_trace_pc_sample(const void *a, const void *b)
{
	const struct trace_pc_sample *left = a, *right = b;

	if (left->function != right->function)
		return left->function < right->function ? -1 : 1;
	if (left->module_crc != right->module_crc)
		return left->module_crc < right->module_crc ? -1 : 1;
	if (left->pc_offset_bytes != right->pc_offset_bytes)
		return left->pc_offset_bytes < right->pc_offset_bytes ? -1 : 1;
	if (left->reason != right->reason)
		return left->reason < right->reason ? -1 : 1;
	return (left->context > right->context) - (left->context < right->context);
}

/* "wait_not_issued" is a subset of "wait". */
static void join_subsets(struct trace *trace)
{
	for (size_t i = 0; i < trace->stall_reasons_count; i++) {
		struct trace_stall_reason *reason = &trace->stall_reasons[i];
		size_t length = strlen(reason->name);

		if (reason->is_subset)
			length -= strlen("_not_issued");
		for (size_t k = 0; reason->is_subset && k < trace->stall_reasons_count; k++) {
			const char *name = trace->stall_reasons[k].name;

			if (strncmp(name, reason->name, length) == 0 && name[length] == '\0')
				reason->subset_of = (uint32_t)k;
		}
	}
}

/* Sorts what is not sorted already. */
static void sort(void *array, size_t count, size_t size, int (*compare)(const void *, const void *))
{
	for (size_t i = 1; i < count; i++) {
		if (compare((char *)array + (i - 1) * size, (char *)array + i * size) > 0) {
			qsort(array, count, size, compare);
			return;
		}
	}
}

#define SORT(trace, array, type) \
	sort((trace)->array, (trace)->array##_count, sizeof *(trace)->array, compare_##type)

static void find_bounds(struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	const struct trace_calls *c = &trace->calls;
	int64_t first_ns = INT64_MAX, last_ns = INT64_MIN;

	if (o->count)
		first_ns = o->start_ns[0];
	for (size_t i = 0; i < o->count; i++)
		last_ns = o->end_ns[i] > last_ns ? o->end_ns[i] : last_ns;
	for (size_t i = 0; i < c->count; i++) {
		first_ns = c->start_ns[i] < first_ns ? c->start_ns[i] : first_ns;
		last_ns = c->end_ns[i] > last_ns ? c->end_ns[i] : last_ns;
	}
	if (o->count || c->count) {
		trace->first_ns = first_ns;
		trace->last_ns = last_ns;
	}
	for (size_t i = 0; i < trace->markers_count; i++) {
		struct trace_marker *m = &trace->markers[i];

		if (m->end_ns == FUTURE_NS)
			m->end_ns = m->start_ns > trace->last_ns ? m->start_ns : trace->last_ns;
	}
}

static int add_diagnostic(struct trace *trace, struct trace_diagnostic diagnostic)
{
	if (diagnostic.count == 0)
		return 0;
	if (!MAKE_ROOM(trace->diagnostics, trace->diagnostics_count))
		return -ENOMEM;
	trace->diagnostics[trace->diagnostics_count++] = diagnostic;
	return 0;
}

static int add_diagnostics(struct trace *trace, const struct loader sides[SIDES])
{
	int err = 0;

	for (int i = 0; i < TABLES && !err; i++)
		err = add_diagnostic(
		        trace, (struct trace_diagnostic){
		                       .code = "bad-row",
		                       .subject = tables[i].name,
		                       .severity = 1,
		                       .count = sides[tables[i].side].bad_rows[i],
		                       .message = "rows with impossible times, sizes or references "
		                                  "were left out" });
	if (!err)
		err = add_diagnostic(
		        trace, (struct trace_diagnostic){
		                       .code = "unpaired-marker",
		                       .subject = "marker",
		                       .severity = 0,
		                       .count = sides[HOST_SIDE].unpaired_markers,
		                       .message = "ranges whose begin is not in the trace were "
		                                  "left out" });
	return err;
}

int trace_load(struct trace *trace, const char *path, char error[TRACE_ERROR_MAX])
{
	struct loader sides[SIDES] = { 0 };
	int err = 0;

	*trace = (struct trace){
		.collector_version = "", .host = "", .executable = "", .command_line = ""
	};
	trace->memory = calloc(1, sizeof *trace->memory);
	trace->path = trace->memory ? keep_text(&trace->memory->text[0], path, strlen(path)) : NULL;
	if (!trace->path) {
		err = no_memory(error);
		goto out;
	}
	for (int i = 0; i < SIDES; i++) {
		sides[i].trace = trace;
		sides[i].path = path;
		sides[i].side = (enum side)i;
		sides[i].texts = &trace->memory->text[i];
	}
	err = load_sides(sides);
	if (err) {
		memcpy(error, sides[sides[GPU_SIDE].err ? GPU_SIDE : HOST_SIDE].error,
		       TRACE_ERROR_MAX);
		goto out;
	}
	join_calls(trace);
	if (operation_order(&trace->operations) || add_diagnostics(trace, sides)) {
		err = no_memory(error);
		goto out;
	}
	find_bounds(trace);
	SORT(trace, synchronizations, trace_synchronization);
	SORT(trace, event_records, trace_event_record);
	SORT(trace, allocations, trace_allocation);
	SORT(trace, markers, trace_marker);
	SORT(trace, overheads, trace_overhead);
	SORT(trace, pc_samples, trace_pc_sample);
	join_subsets(trace);
out:
	for (int i = 0; i < SIDES; i++) {
		for (int map = 0; map < MAPS; map++)
			id_map_release(&sides[i].maps[map]);
		free(sides[i].strings);
		free(sides[i].call_name_of);
		sqlite3_close(sides[i].db);
	}
	if (err)
		trace_release(trace);
	return err;
}

/* Every array of struct trace. */
static const size_t arrays[] = {
	offsetof(struct trace, environment),
	offsetof(struct trace, codes),
	offsetof(struct trace, threads),
	offsetof(struct trace, devices),
	offsetof(struct trace, contexts),
	offsetof(struct trace, streams),
	offsetof(struct trace, functions),
	offsetof(struct trace, launch_shapes),
	offsetof(struct trace, transfers),
	offsetof(struct trace, call_names),
	offsetof(struct trace, synchronizations),
	offsetof(struct trace, event_records),
	offsetof(struct trace, allocations),
	offsetof(struct trace, markers),
	offsetof(struct trace, overheads),
	offsetof(struct trace, stall_reasons),
	offsetof(struct trace, pc_samples),
	offsetof(struct trace, pc_samplings),
	offsetof(struct trace, diagnostics),
	offsetof(struct trace, operations.start_ns),
	offsetof(struct trace, operations.end_ns),
	offsetof(struct trace, operations.stream),
	offsetof(struct trace, operations.call),
	offsetof(struct trace, operations.detail),
	offsetof(struct trace, operations.channel),
	offsetof(struct trace, operations.type),
	offsetof(struct trace, operations.flags),
	offsetof(struct trace, calls.start_ns),
	offsetof(struct trace, calls.end_ns),
	offsetof(struct trace, calls.correlation_id),
	offsetof(struct trace, calls.thread),
	offsetof(struct trace, calls.name),
	offsetof(struct trace, calls.result),
};

static void free_chunks(struct chunk *chunk)
{
	while (chunk) {
		struct chunk *next = chunk->next;

		free(chunk);
		chunk = next;
	}
}

void trace_release(struct trace *trace)
{
	for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++) {
		void *array;

		memcpy(&array, (char *)trace + arrays[i], sizeof array);
		free(array);
	}
	for (int i = 0; trace->memory && i < SIDES; i++)
		free_chunks(trace->memory->text[i]);
	free(trace->memory);
	*trace = (struct trace){ 0 };
}

const char *trace_environment(const struct trace *trace, const char *name)
{
	for (size_t i = 0; i < trace->environment_count; i++)
		if (strcmp(trace->environment[i].name, name) == 0)
			return trace->environment[i].value;
	return NULL;
}

const char *trace_code_name(const struct trace *trace, const char *type, int64_t code)
{
	for (size_t i = 0; i < trace->codes_count; i++)
		if (trace->codes[i].code == code && strcmp(trace->codes[i].type, type) == 0)
			return trace->codes[i].name;
	return "unknown";
}
