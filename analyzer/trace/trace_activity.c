/* SPDX-License-Identifier: MIT */
/*
 * Loads what happened when: API calls, operations, synchronizations, events, host functions,
 * allocations, markers and overheads.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "trace/call_class.h"
#include "trace/trace_loader.h"

enum { REFUSED = UINT16_MAX - 1 }; /* in call_name_of: a name too many */
enum { OPEN_MARKERS_NAMED = 3, OPEN_MARKER_BYTES = 100 };

/* Whether NAME, the first LENGTH bytes of it, comes before KNOWN (< 0), behind it, or is it (0). */
static int compare_names(const char *name, size_t length, const char *known)
{
	int order = strncmp(name, known, length);

	return order ? order : -(known[length] != '\0');
}

struct wanted_name {
	const struct trace_call_name *names;
	const char *name;
	size_t length;
};

static int compare_with(const struct wanted_name *wanted, uint16_t id)
{
	return compare_names(wanted->name, wanted->length, wanted->names[id].name);
}

static bool is_before(const void *item, const void *key)
{
	return compare_with(key, *(const uint16_t *)item) > 0;
}

/* Where NAME is among the sorted names, or belongs. */
static size_t place_of_name(const struct loader *l, const char *name, size_t length, bool *is_known)
{
	const struct wanted_name wanted = { l->trace->call_names, name, length };
	const size_t count = l->trace->call_names_count;
	const uint16_t *sorted = l->sorted_call_names;
	size_t place = lower_bound(&wanted, sorted, count, sizeof *sorted, is_before);

	*is_known = place < count && compare_with(&wanted, sorted[place]) == 0;
	return place;
}

/* Adds the name at PLACE in order. Its index, or UINT16_MAX without memory. */
static uint16_t add_name(struct loader *l, const char *text, size_t length, size_t place)
{
	struct trace_call_name name = {
		.name = keep_text(l->texts, text, length),
		.class = call_class_of(text),
		.is_driver = call_is_driver(text),
	};
	size_t count = l->trace->call_names_count;

	if (!name.name || APPEND(l, call_names, name))
		return UINT16_MAX;
	memmove(&l->sorted_call_names[place + 1], &l->sorted_call_names[place],
	        (count - place) * sizeof *l->sorted_call_names);
	return l->sorted_call_names[place] = (uint16_t)count;
}

/* Index into call_names of the name STRING, which is added at its first use; REFUSED if there are
 * too many; UINT16_MAX without memory. */
static uint16_t call_name(struct loader *l, uint32_t string)
{
	const char *text = l->strings[string];
	uint16_t *known = &l->call_name_of[string];
	size_t length, place;
	bool is_known;

	if (*known != UINT16_MAX)
		return *known;
	length = call_name_length(text);
	/* Several versions of one function (_v7000, _v11060) are one name. */
	place = place_of_name(l, text, length, &is_known);
	if (is_known)
		*known = l->sorted_call_names[place];
	else if (l->trace->call_names_count < CALL_NAMES_MAX)
		*known = add_name(l, text, length, place);
	else
		*known = REFUSED;
	return *known;
}

static void widen(sqlite3 *db, int64_t *low, int64_t *high)
{
	sqlite3_stmt *row = NULL;

	/* Each alone: SQLite finds the ends of a key at once, but both together by a scan. */
	if (sqlite3_prepare_v2(db,
	                       "SELECT (SELECT min(id) FROM api_call),"
	                       " (SELECT max(id) FROM api_call)",
	                       -1, &row, NULL) == SQLITE_OK &&
	    sqlite3_step(row) == SQLITE_ROW && sqlite3_column_type(row, 0) == SQLITE_INTEGER) {
		const int64_t first = sqlite3_column_int64(row, 0),
		              last = sqlite3_column_int64(row, 1);

		*low = first < *low ? first : *low;
		*high = last > *high ? last : *high;
	}
	sqlite3_finalize(row);
}

int64_t first_call_id(const struct loader *l)
{
	int64_t low = INT64_MAX, high = 0;

	widen(l->db, &low, &high);
	for (size_t i = 0; i < l->earlier_count; i++)
		widen(l->earlier[i].db, &low, &high);
	if (high < CALLS_MAX)
		return 0;
	return low > high - CALLS_MAX + 1 ? low : high - CALLS_MAX + 1;
}

int take_call(struct loader *l)
{
	struct trace_calls *c = &l->trace->calls;
	int64_t start_ns, end_ns;
	uint32_t thread = row_reference(l, 3, THREADS), string = row_reference(l, 4, STRINGS);
	int64_t result = row_integer(l, 5, INT16_MIN, INT16_MAX);
	uint16_t name;

	row_interval(l, 1, &start_ns, &end_ns);
	l->is_bad |=
	        l->key.first < l->first_call_id || l->key.first - l->first_call_id >= CALLS_MAX;
	if (l->is_bad)
		return 0;
	if (!l->call_name_of) { /* all strings are there now */
		l->call_name_of = malloc(l->strings_count * sizeof *l->call_name_of);
		if (!l->call_name_of)
			return -ENOMEM;
		memset(l->call_name_of, 0xff, l->strings_count * sizeof *l->call_name_of);
	}
	name = call_name(l, string);
	if (name == UINT16_MAX)
		return -ENOMEM;
	l->is_bad |= name == REFUSED;
	if (l->is_bad)
		return 0;
	if (array_is_full(c->count) &&
	    (ARRAY_ROOM(&c->start_ns, c->count) || ARRAY_ROOM(&c->end_ns, c->count) ||
	     ARRAY_ROOM(&c->correlation_id, c->count) || ARRAY_ROOM(&c->thread, c->count) ||
	     ARRAY_ROOM(&c->name, c->count) || ARRAY_ROOM(&c->result, c->count)))
		return -ENOMEM;
	c->start_ns[c->count] = start_ns;
	c->end_ns[c->count] = end_ns;
	c->correlation_id[c->count] = (uint32_t)(l->key.first - l->first_call_id);
	c->thread[c->count] = thread;
	c->name[c->count] = name;
	c->result[c->count] = (int16_t)result;
	c->count++;
	return 0;
}

struct times {
	int64_t start_ns, end_ns;
};

/*
 * Reads when it ran, columns 1 and 2. An operation without times is counted, and no more: false.
 * NULL reads as 0, so that types need not be asked for in most rows.
 */
static bool read_times(struct loader *l, struct times *times)
{
	row_interval(l, 1, &times->start_ns, &times->end_ns);
	if ((times->start_ns == 0 && row_is_null(l, 1)) ||
	    (times->end_ns == times->start_ns && row_is_null(l, 2))) {
		l->is_bad = false;
		l->trace->untimed_operations++;
		return false;
	}
	return true;
}

/*
 * The columns that kernels, copies and fills share: 1 start, 2 duration, 3 stream, 4 correlation
 * id, 5 channel, 6 graph node, 7 graph. TIMES, DETAIL and FLAGS are the caller's, who has looked at
 * its own columns already.
 */
static int add_operation(struct loader *l, enum operation_type type, const struct times *times,
                         uint32_t detail, int flags)
{
	struct trace_operations *o = &l->trace->operations;
	uint32_t stream = row_reference(l, 3, STREAMS), call = row_correlation_id(l, 4);
	int64_t channel = sqlite3_value_int64(l->values[5]);
	const bool is_node = !row_is_null(l, 6);

	if (l->is_bad)
		return 0;
	if (operations_room(o))
		return -ENOMEM;
	o->start_ns[o->count] = times->start_ns;
	o->end_ns[o->count] = times->end_ns;
	o->stream[o->count] = stream;
	o->call[o->count] = call;
	o->detail[o->count] = detail;
	o->channel[o->count] =
	        channel >= 0 && channel < UINT16_MAX ? (uint16_t)channel : UINT16_MAX;
	o->type[o->count] = (uint8_t)type;
	o->flags[o->count] = (uint8_t)(flags | (is_node ? OPERATION_GRAPH : 0));
	o->count++;
	return is_node ? note_graph_node(l, sqlite3_value_int64(l->values[7]),
	                                 sqlite3_value_int64(l->values[6]))
	               : 0;
}

int take_kernel(struct loader *l)
{
	uint32_t shape = row_reference(l, 8, LAUNCH_SHAPES);
	struct times times;

	if (l->is_bad)
		return 0;
	if (!read_times(l, &times)) {
		l->trace->launch_shapes[shape].untimed_launches++;
		return 0;
	}
	return add_operation(l, OPERATION_KERNEL, &times, shape, OPERATION_ASYNC);
}

static int add_transfer(struct loader *l, enum operation_type type, struct trace_transfer transfer)
{
	struct times times;
	int err;

	if (l->is_bad || !read_times(l, &times))
		return 0;
	if (l->is_bad) /* its times are impossible */
		return 0;
	err = APPEND(l, transfers, transfer);
	if (!err)
		err = add_operation(l, type, &times, (uint32_t)(l->trace->transfers_count - 1),
		                    sqlite3_value_int64(l->values[8]) ? OPERATION_ASYNC : 0);
	if (l->is_bad)
		l->trace->transfers_count--;
	return err;
}

int take_copy(struct loader *l)
{
	return add_transfer(l, OPERATION_COPY,
	                    (struct trace_transfer){
	                            .size_bytes = row_size_bytes(l, 9),
	                            .copy_kind = row_code(l, 10, COPY_KINDS - 1),
	                            .source_kind = row_code(l, 11, MEMORY_MANAGED_STATIC),
	                            .target_kind = row_code(l, 12, MEMORY_MANAGED_STATIC),
	                            .source_device = row_optional_reference(l, 13, DEVICES),
	                            .target_device = row_optional_reference(l, 14, DEVICES),
	                    });
}

int take_fill(struct loader *l)
{
	return add_transfer(l, OPERATION_FILL,
	                    (struct trace_transfer){
	                            .size_bytes = row_size_bytes(l, 9),
	                            .target_kind = row_code(l, 10, MEMORY_MANAGED_STATIC),
	                            .source_device = NONE,
	                            .target_device = NONE,
	                    });
}

int take_synchronization(struct loader *l)
{
	struct trace_synchronization sync = {
		.type = (enum synchronization_type)row_code(l, 1, SYNC_CONTEXT),
		.context = row_optional_reference(l, 4, CONTEXTS),
		.stream = row_optional_reference(l, 5, STREAMS),
		.event_id = sqlite3_value_int64(l->values[6]),
		.sync_id = sqlite3_value_int64(l->values[7]),
		.call = row_correlation_id(l, 8),
	};

	row_interval(l, 2, &sync.start_ns, &sync.end_ns);
	return APPEND(l, synchronizations, sync);
}

int take_event_record(struct loader *l)
{
	struct trace_event_record record = {
		.stream = row_reference(l, 1, STREAMS),
		.event_id = sqlite3_value_int64(l->values[2]),
		.sync_id = sqlite3_value_int64(l->values[3]),
		.correlation_id = row_correlation_id(l, 4),
		.call = row_correlation_id(l, 4),
	};

	return APPEND(l, event_records, record);
}

static struct trace_stream_call stream_call(struct loader *l)
{
	return (struct trace_stream_call){
		.stream = row_reference(l, 1, STREAMS),
		.correlation_id = row_correlation_id(l, 2),
		.call = row_correlation_id(l, 2),
	};
}

int take_host_function(struct loader *l)
{
	const struct trace_stream_call function = stream_call(l);

	return APPEND(l, host_functions, function);
}

int take_copy_stream(struct loader *l)
{
	const struct trace_stream_call copy = stream_call(l);

	return APPEND(l, copy_streams, copy);
}

int take_copy_address(struct loader *l)
{
	const struct trace_copy_address address = {
		.call = row_correlation_id(l, 1),
		.host_address = (uint64_t)row_integer(l, 2, 1, INT64_MAX),
	};

	return APPEND(l, copy_addresses, address);
}

int take_allocation(struct loader *l)
{
	struct trace_allocation allocation = {
		.time_ns = row_integer(l, 1, -TRACE_TIME_MAX_NS, TRACE_TIME_MAX_NS),
		.is_release = row_integer(l, 2, 1, 2) == 2,
		.memory_kind = row_code(l, 3, MEMORY_MANAGED_STATIC),
		.size_bytes = row_size_bytes(l, 4),
		.address = (uint64_t)sqlite3_value_int64(l->values[5]),
		.device = row_optional_reference(l, 6, DEVICES),
		.is_async = sqlite3_value_int64(l->values[7]) != 0,
		.call = row_correlation_id(l, 8),
	};

	return APPEND(l, allocations, allocation);
}

int take_marker(struct loader *l)
{
	uint32_t name = row_optional_reference(l, 1, STRINGS),
	         domain = row_optional_reference(l, 2, STRINGS);
	struct trace_marker marker = {
		.thread = row_optional_reference(l, 3, THREADS),
		.start_ns = row_integer(l, 4, -TRACE_TIME_MAX_NS, TRACE_TIME_MAX_NS),
	};

	if (row_is_null(l, 4)) {
		l->unpaired_markers++;
		return 0;
	}
	marker.end_ns = row_is_null(l, 5) ? FUTURE_NS
	                                  : row_integer(l, 5, marker.start_ns, TRACE_TIME_MAX_NS);
	if (l->is_bad)
		return 0;
	marker.name = name == NONE ? "" : l->strings[name];
	marker.domain = domain == NONE ? "" : l->strings[domain];
	return APPEND(l, markers, marker);
}

int take_unrecorded(struct loader *l)
{
	struct trace_unrecorded unrecorded = {
		.start_ns = row_integer(l, 1, -TRACE_TIME_MAX_NS, TRACE_TIME_MAX_NS),
		.reason = row_text(l, 3),
	};

	if (l->key.first == 0 && l->earlier_count)
		return 0; /* these are there: add_missing_segments() */
	unrecorded.end_ns = row_is_null(l, 2)
	                            ? FUTURE_NS
	                            : row_integer(l, 2, unrecorded.start_ns, TRACE_TIME_MAX_NS);
	return l->is_bad ? 0 : APPEND(l, unrecorded, unrecorded);
}

static bool begins_before(const void *unrecorded, const void *time_ns)
{
	return ((const struct trace_unrecorded *)unrecorded)->start_ns < *(const int64_t *)time_ns;
}

int64_t end_markers_at_pauses(struct trace *trace)
{
	int64_t count = 0;

	for (size_t i = 0; i < trace->markers_count; i++) {
		struct trace_marker *marker = &trace->markers[i];
		size_t pause;

		if (marker->end_ns != FUTURE_NS)
			continue;
		pause = lower_bound(&marker->start_ns, trace->unrecorded, trace->unrecorded_count,
		                    sizeof *trace->unrecorded, begins_before);
		if (pause == trace->unrecorded_count)
			continue;
		marker->end_ns = trace->unrecorded[pause].start_ns;
		count++;
	}
	return count;
}

/* A range that never ended is where a program was when it crashed, or a pop that it forgot. */
int64_t count_open_markers(const struct trace *trace, struct chunk **texts, const char **subject)
{
	const struct trace_marker *last[OPEN_MARKERS_NAMED] = {
		NULL
	}; /* to begin; earlier first */
	char text[OPEN_MARKERS_NAMED * (OPEN_MARKER_BYTES + 2)] = "";
	size_t used = 0;
	int64_t count = 0;

	for (size_t i = 0; i < trace->markers_count; i++) {
		const struct trace_marker *marker = &trace->markers[i];
		int place = 0;

		if (marker->end_ns != FUTURE_NS)
			continue;
		count++;
		while (place < OPEN_MARKERS_NAMED &&
		       (!last[place] || last[place]->start_ns <= marker->start_ns))
			place++;
		for (int k = 1; k < place; k++)
			last[k - 1] = last[k];
		if (place > 0)
			last[place - 1] = marker;
	}
	for (int i = 0; i < OPEN_MARKERS_NAMED; i++)
		if (last[i])
			used += (size_t)snprintf(text + used, sizeof text - used, "%s%.*s",
			                         used ? ", " : "", OPEN_MARKER_BYTES,
			                         last[i]->name);
	*subject = keep_text(texts, text, used);
	return *subject ? count : -ENOMEM;
}

int take_overhead(struct loader *l)
{
	struct trace_overhead overhead = {
		.kind = (int)row_integer(l, 1, 0, INT32_MAX),
		.thread = row_optional_reference(l, 4, THREADS),
	};

	row_interval(l, 2, &overhead.start_ns, &overhead.end_ns);
	return APPEND(l, overheads, overhead);
}

int take_migration(struct loader *l)
{
	struct trace_migration migration = {
		.kind = row_code(l, 1, MIGRATION_KINDS - 1),
		.start_ns = row_integer(l, 2, -TRACE_TIME_MAX_NS, TRACE_TIME_MAX_NS),
		.amount = row_integer(l, 4, 0, TRACE_SIZE_MAX_BYTES),
		.cause = row_code(l, 5, UINT8_MAX),
		.device = row_optional_reference(l, 6, DEVICES),
	};

	migration.end_ns = migration.start_ns;
	if (!row_is_null(l, 3))
		row_interval(l, 2, &migration.start_ns, &migration.end_ns);
	return APPEND(l, migrations, migration);
}
