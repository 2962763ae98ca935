/* SPDX-License-Identifier: MIT */
/*
 * Reading the rows of a trace: what trace.c and the trace_*.c behind it share, and nobody else. See
 * trace.c for how a trace is loaded.
 */
#ifndef WARPWISE_TRACE_LOADER_H
#define WARPWISE_TRACE_LOADER_H

#include <errno.h>

#include "base/array.h"
#include "trace/trace.h"

#define FUTURE_NS INT64_MAX /* end of a marker that is still open, until last_ns is known */

/* ---- memory ---- */

struct chunk {
	struct chunk *next;
	size_t used, size;
	char bytes[];
};

/* Copies LENGTH bytes of TEXT and a 0 into the arena whose newest chunk is *NEWEST. NULL without
 * memory. */
char *keep_text(struct chunk **newest, const char *text, size_t length);

/* ---- ids of the file to positions ---- */

struct id_map {
	int64_t *ids; /* rising */
	size_t count;
	uint32_t *dense; /* by id - ids[0]; NULL where that would be mostly holes: then ids are
	                    searched */
	uint64_t dense_count;
};

/* Both false without memory. */
bool id_map_add(struct id_map *map, int64_t id);
bool id_map_finish(struct id_map *map); /* after the last */

/* NONE: there is no such id. */
uint32_t id_map_find(const struct id_map *map, int64_t id);
void id_map_release(struct id_map *map);

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
	METRICS,
	MEASURED_LAUNCHES,
	GPU_SAMPLES,
	STRINGS,
	HOST_BINARIES,
	HOST_FRAMES,
	HOST_STACKS,
	MAPS
};

/* Who reads a table. */
enum load_side { GPU_SIDE, HOST_SIDE, LOAD_SIDES };

enum {
	TABLES_MAX = 48,
	CALL_NAMES_MAX = 8192, /* CUDA has some 1500 functions */
};

#define CALLS_MAX ((int64_t)NONE) /* ids of calls are uint32_t, of which NONE is none */

struct key {
	int64_t first, second;
};

/* A launch of a CUDA graph that was recorded as one operation. */
struct graph_launch {
	int64_t start_ns, end_ns;
	int64_t graph_id;
	uint32_t stream;
	uint32_t call; /* correlation id */
};

/* A node of a launch that was recorded by node. */
struct graph_node {
	int64_t graph_id, node_id;
	uint32_t operation;
	uint32_t call; /* correlation id */
};

struct connection {
	sqlite3 *db;
};

struct loader {
	struct trace *trace;
	const char *path;
	enum load_side side;
	sqlite3 *db;
	struct connection *earlier; /* to the segments before it, in order */
	size_t earlier_count;
	sqlite3 *reading;     /* one of these */
	struct chunk **texts; /* this side's part of the arena */
	struct id_map maps[MAPS];
	const char **strings; /* texts of the table string */
	size_t strings_count;
	uint16_t *call_name_of; /* by position in strings: in call_names; UINT16_MAX: none yet */
	uint16_t sorted_call_names[CALL_NAMES_MAX]; /* positions in call_names */
	struct graph_launch *graph_launches;
	size_t graph_launches_count;
	struct graph_node *graph_nodes; /* only where there are such launches */
	size_t graph_nodes_count;
	int64_t text_bytes_left;
	int64_t unpaired_markers;
	int64_t bad_rows[TABLES_MAX];
	const struct trace_table *table; /* that is being loaded */
	size_t rows;                     /* of it, so far */
	struct key key;                  /* of the last one, unless it is text */
	int64_t first_call_id;           /* correlation ids count from here */
	sqlite3_value **values;          /* the row at hand */
	bool is_bad;                     /* it makes no sense */
	const char *damage;              /* what is wrong with the file; NULL: nothing so far */
	int err;                         /* what the side ended with, and the message */
	char error[TRACE_ERROR_MAX];
};

/* All values are read through these; those of every row are inline. A value that is impossible
 * makes the row bad. */
static inline bool row_is_null(const struct loader *l, int column)
{
	return sqlite3_value_type(l->values[column]) == SQLITE_NULL;
}

static inline int64_t row_integer(struct loader *l, int column, int64_t low, int64_t high)
{
	int64_t value = sqlite3_value_int64(l->values[column]);

	if (value >= low && value <= high)
		return value;
	l->is_bad = true;
	return low;
}

int64_t row_optional(struct loader *l, int column, int64_t low, int64_t high, int64_t none);
int64_t row_size_bytes(struct loader *l, int column);

/* A finite number. */
double row_real(struct loader *l, int column);

/* A code that a newer CUPTI may have added to: what we do not know is 0, unknown. */
uint8_t row_code(struct loader *l, int column, int64_t highest);

uint32_t row_reference(struct loader *l, int column, enum map map);
uint32_t row_optional_reference(struct loader *l, int column, enum map map);

/* Column START and the duration behind it. */
static inline void row_interval(struct loader *l, int start, int64_t *start_ns, int64_t *end_ns)
{
	*start_ns = row_integer(l, start, -TRACE_TIME_MAX_NS, TRACE_TIME_MAX_NS);
	*end_ns = *start_ns + row_integer(l, start + 1, 0, TRACE_TIME_MAX_NS - *start_ns);
}

/* NULL without memory or when the texts are larger than the file. */
const char *row_text(struct loader *l, int column);

/* A correlation id, to be replaced by the position of its call in join_calls(). */
static inline uint32_t row_correlation_id(struct loader *l, int column)
{
	return (uint32_t)(row_integer(l, column, l->first_call_id,
	                              l->first_call_id + CALLS_MAX - 1) -
	                  l->first_call_id);
}

/* Adds ELEMENT to an array of the trace, unless the row is bad. 0 or -ENOMEM. */
#define APPEND(l, array, element)                                    \
	((l)->is_bad ? 0                                             \
	 : ARRAY_ROOM(&(l)->trace->array, (l)->trace->array##_count) \
	         ? -ENOMEM                                           \
	         : ((l)->trace->array[(l)->trace->array##_count++] = (element), 0))

/* The same for a row that others refer to by its id, in column 0. */
#define APPEND_ID(l, map, array, element)                                                       \
	((l)->is_bad || id_map_add(&(l)->maps[map], (l)->key.first) ? APPEND(l, array, element) \
	                                                            : -ENOMEM)

/* Makes room for one more operation. 0 or -ENOMEM. */
int operations_room(struct trace_operations *operations);

/* trace_sides.c */
/* Reads all tables; what was opened stays open. Returns 0, or -errno with the message in the side
 * that failed. */
int load_sides(struct loader sides[LOAD_SIDES]);

/* ---- the tables ---- */

struct trace_table {
	const char *name, *columns;
	int (*take)(struct loader *l);
	enum load_side side;
	enum map map; /* the map of the ids in column 0 */
	bool has_text, has_text_key;
	bool is_key_a_pair; /* the key is columns 0 and 1 */
};

/* All tables, in the order in which they are loaded; ends with a NULL name. */
extern const struct trace_table trace_tables[TABLES_MAX];

/* Each takes one row of a table: 0 or -ENOMEM, and is_bad for a row to leave out. */

/* trace_program.c */
int take_meta(struct loader *l);
int take_process(struct loader *l);
int take_variable(struct loader *l);
int take_code(struct loader *l);
int take_thread(struct loader *l);
int take_device(struct loader *l);
int take_device_link(struct loader *l);
int take_unrecorded(struct loader *l);
int take_context(struct loader *l);
int take_stream(struct loader *l);
int take_function(struct loader *l);
int take_launch_shape(struct loader *l);
int take_string(struct loader *l);
int take_diagnostic(struct loader *l);

/* trace.c */

/* Sets first_ns, last_ns and gpu_span_ns, and the end of ranges that never ended. */
void trace_find_bounds(struct trace *trace);
/* Sets gpu_span_ns: once operations are in order, and whenever their times change. */
void trace_find_gpu_span(struct trace *trace);

/* trace_activity.c */
/*
 * The id from which calls are counted: 0 but in runs of more than 2^32 calls, whose ids the
 * recorder goes on counting. Of so many only the last 2^32 are loaded. A table that cannot be read
 * is said when it is loaded.
 */
int64_t first_call_id(const struct loader *l);
int take_call(struct loader *l);
int take_kernel(struct loader *l);
int take_copy(struct loader *l);
int take_fill(struct loader *l);
int take_synchronization(struct loader *l);
int take_event_record(struct loader *l);
int take_host_function(struct loader *l);
int take_copy_stream(struct loader *l);
int take_copy_address(struct loader *l);
int take_allocation(struct loader *l);
int take_marker(struct loader *l);
int take_overhead(struct loader *l);
int take_migration(struct loader *l);

/* trace_samples.c */
int take_stall_reason(struct loader *l);
int take_pc_sample(struct loader *l);
int take_pc_sampling(struct loader *l);

/* trace_counters.c */
int take_metric(struct loader *l);
int take_measured_launch(struct loader *l);
int take_launch_metric(struct loader *l);
int take_instruction_metric(struct loader *l);
int take_gpu_sample(struct loader *l);
int take_gpu_sample_metric(struct loader *l);

/* trace_host.c */
int take_host_binary(struct loader *l);
int take_host_frame(struct loader *l);
int take_host_symbol(struct loader *l);
int take_host_stack(struct loader *l);
int take_host_sample(struct loader *l);

/* graph_launches.c */
int take_graph_launch(struct loader *l);
/* The operation added last is node NODE_ID of GRAPH_ID. 0 or -ENOMEM. */
int note_graph_node(struct loader *l, int64_t graph_id, int64_t node_id);
/* Adds what ran in the launches that were recorded as one operation, while operations still have
 * correlation ids. L: of the GPU's side. 0 or -ENOMEM. */
int expand_graph_launches(struct trace *trace, struct loader *l);

/* Each puts its own in order, once all rows are there. */
void sort_samples(struct trace *trace);
void sort_counters(struct trace *trace);
/* Returns 0 or -ENOMEM. */
int sort_host_samples(struct trace *trace);

/*
 * The end of a range that ended while nothing was recorded is not in the trace: the range ends
 * where that began. Returns how many do. Once unrecorded is sorted, and before the next. In
 * trace_activity.c.
 */
int64_t end_markers_at_pauses(struct trace *trace);

/*
 * How many ranges have not ended, while their end is FUTURE_NS; *SUBJECT names those that began
 * last. -ENOMEM without memory. In trace_activity.c.
 */
int64_t count_open_markers(const struct trace *trace, struct chunk **texts, const char **subject);

#endif
