/* SPDX-License-Identifier: MIT */
/*
 * generate-trace: writes a large synthetic trace through the real schema, for benchmarks and for
 * tests that need no GPU. A small discrete simulation gives it plausible times: each host thread
 * makes one call after the other; an operation starts when it is issued, its stream, its events,
 * the work queue and (for copies) the copy engine allow it. Equal options give an equal file.
 */
#include <getopt.h>
#include <inttypes.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "trace_file.h"

#define NULL_VALUE INT64_MIN /* in a row: NULL */

#define MAX(a, b) ((a) > (b) ? (a) : (b))

enum {
	STREAMS_MAX = 4096,
	THREADS_MAX = 256,
	SHAPES_PER_FUNCTION = 3,
	GRAPH_NODES = 32,

	/* The simulated machine, ns. */
	CALL_NS = 2200,    /* an asynchronous call */
	HOST_NS = 900,     /* the host's own work between two calls */
	LATENCY_NS = 3000, /* from the end of a call to the start of its operation on an idle GPU */
	STREAM_GAP_NS = 1100,      /* between dependent operations of a stream */
	GRAPH_GAP_NS = 700,        /* between the nodes of a graph */
	BACKLOG_NS = 2 * 1000000,  /* work ahead in a stream at which its thread waits for it */
	COPY_BYTES_PER_US = 24000, /* pinned memory over PCIe; pageable is a third of it */
	FILL_BYTES_PER_US = 1500000,
};

enum table { KERNEL, COPY, FILL, CALL, SYNCHRONIZATION, EVENT_RECORD, ALLOCATION, MARKER, TABLES };

static const char *const insert_sql[TABLES] = {
	[KERNEL] = "INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, "
	           "correlation_id,"
	           " channel_id, graph_id, graph_node_id) VALUES (?,?,?,?,?,?,?,?)",
	[COPY] = "INSERT INTO copy (start_ns, duration_ns, stream_id, size_bytes, copy_kind, "
	         "source_kind,"
	         " target_kind, is_async, correlation_id, channel_id) VALUES (?,?,?,?,?,?,?,?,?,?)",
	[FILL] = "INSERT INTO fill (start_ns, duration_ns, stream_id, size_bytes, value, "
	         "memory_kind,"
	         " is_async, correlation_id, channel_id) VALUES (?,?,?,?,?,?,?,?,?)",
	[CALL] = "INSERT INTO api_call (id, start_ns, duration_ns, thread_id, name_id, result)"
	         " VALUES (?,?,?,?,?,?)",
	[SYNCHRONIZATION] = "INSERT INTO synchronization (type, start_ns, duration_ns, context_id,"
	                    " stream_id, event_id, sync_id, correlation_id, result)"
	                    " VALUES (?,?,?,?,?,?,?,?,0)",
	[EVENT_RECORD] = "INSERT INTO event_record (stream_id, event_id, sync_id, correlation_id)"
	                 " VALUES (?,?,?,?)",
	[ALLOCATION] =
	        "INSERT INTO allocation (time_ns, operation, memory_kind, size_bytes, address,"
	        " device_id, stream_id, is_async, correlation_id) VALUES (?,?,?,?,?,0,?,1,?)",
	[MARKER] =
	        "INSERT INTO marker (id, name_id, thread_id, start_ns, end_ns) VALUES (?,?,?,?,?)",
};

enum call {
	LAUNCH,
	GRAPH_LAUNCH,
	COPY_CALL,
	FILL_CALL,
	SYNC,
	RECORD,
	WAIT,
	ALLOCATE,
	RELEASE,
	MALLOC
};

/* Names as CUPTI gives them; string.id is the position + 1. */
static const char *const strings[] = {
	[LAUNCH] = "cudaLaunchKernel_v7000",
	[GRAPH_LAUNCH] = "cudaGraphLaunch_v10000",
	[COPY_CALL] = "cudaMemcpyAsync_v3020",
	[FILL_CALL] = "cudaMemsetAsync_v3020",
	[SYNC] = "cudaStreamSynchronize_v3020",
	[RECORD] = "cudaEventRecord_v3020",
	[WAIT] = "cudaStreamWaitEvent_v3020",
	[ALLOCATE] = "cudaMallocAsync_v11020",
	[RELEASE] = "cudaFreeAsync_v11020",
	[MALLOC] = "cudaMalloc_v3020",
	"forward",
	"backward",
	"optimizer",
	"load batch", /* NVTX */
};

enum { FIRST_MARKER = MALLOC + 1, MARKERS = sizeof strings / sizeof *strings - FIRST_MARKER };

/* Kernels as they are found in real programs: mangled C++, plain names; typical duration and
 * share. */
static const struct function {
	const char *name;
	int duration_ns, share;
} functions[] = {
	{ "_ZN2at6native29vectorized_elementwise_kernelILi4ENS0_15CUDAFunctor_addIfEENS_"
	  "6detail5Array"
	  "IPcLi3EEEEEviT0_T1_",
	  4200, 40 },
	{ "_ZN2at6native13reduce_kernelILi512ELi1ENS0_8ReduceOpIfNS0_7MeanOpsIffffEEjfLi4EEEEEvT1_",
	  9100, 12 },
	{ "ampere_sgemm_128x64_nn", 61000, 10 },
	{ "_Z7softmaxPKfPfii", 12500, 10 },
	{ "_Z10layer_normILi256EEvPKfS1_S1_Pfif", 15300, 10 },
	{ "_Z9attentionILi64ELb1EEvPK6__halfS2_S2_PS0_if", 148000, 4 },
	{ "_Z6vecaddPKfS0_Pfi", 3100, 10 },
	{ "_RNvCsgStHSCytQ6I_7kernels5saxpy", 2600, 4 },
};

enum { FUNCTIONS = sizeof functions / sizeof *functions };

struct options {
	int64_t operations;
	int streams, threads, channels;
	uint64_t seed;
	double graph_share;
	bool is_cut;
	const char *path;
};

struct stream {
	int64_t end_ns;     /* of its last operation */
	int64_t wait_ns;    /* event it waits for */
	int64_t held_bytes; /* of its open allocation; 0: none */
	int channel;
};

struct thread {
	int64_t clock_ns;
	int64_t marker_start_ns;
	int marker_calls; /* calls left in the open NVTX range */
	int next_stream;
};

struct simulation {
	const struct options *options;
	sqlite3 *db;
	sqlite3_stmt *insert[TABLES];
	uint64_t random;
	int64_t operations, correlation_id, marker_id, sync_id, graph_id;
	int64_t engine_end_ns[3];              /* copies by copy_kind: 1 to the device, 2 from it */
	int64_t channel_start_ns[STREAMS_MAX]; /* start of the newest operation of each queue */
	int64_t last_ns;
	struct stream streams[STREAMS_MAX];
	struct thread threads[THREADS_MAX];
};

static _Noreturn void fail(sqlite3 *db, const char *what)
{
	fprintf(stderr, "generate-trace: %s: %s\n", what, sqlite3_errmsg(db));
	exit(1);
}

/* splitmix64 */
static uint64_t random_next(struct simulation *s)
{
	uint64_t z = s->random += 0x9e3779b97f4a7c15;

	z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9;
	z = (z ^ z >> 27) * 0x94d049bb133111eb;
	return z ^ z >> 31;
}

static int64_t random_below(struct simulation *s, int64_t limit)
{
	return (int64_t)(random_next(s) % (uint64_t)limit);
}

/* TYPICAL, give or take a quarter, and now and then three times as long. */
static int64_t random_around(struct simulation *s, int64_t typical)
{
	int64_t value = typical - typical / 4 + random_below(s, typical / 2 + 1);

	return random_below(s, 64) ? value : 3 * value;
}

static void insert(struct simulation *s, enum table table, int columns, const int64_t *values)
{
	sqlite3_stmt *stmt = s->insert[table];

	for (int i = 0; i < columns; i++) {
		if (values[i] == NULL_VALUE)
			sqlite3_bind_null(stmt, i + 1);
		else
			sqlite3_bind_int64(stmt, i + 1, values[i]);
	}
	if (sqlite3_step(stmt) != SQLITE_DONE)
		fail(s->db, sqlite3_sql(stmt));
	sqlite3_reset(stmt);
}

#define INSERT(s, table, ...)                                                         \
	insert(s, table, (int)(sizeof((int64_t[]){ __VA_ARGS__ }) / sizeof(int64_t)), \
	       (int64_t[]){ __VA_ARGS__ })

/* One API call of THREAD. Returns its correlation id; the thread's clock stands at its end. */
static int64_t call(struct simulation *s, int thread, enum call name, int64_t duration_ns,
                    int result)
{
	struct thread *t = &s->threads[thread];

	t->clock_ns += random_around(s, HOST_NS);
	s->correlation_id +=
	        random_below(s, 16) ? 1 : 2; /* calls that are not recorded take numbers too */
	INSERT(s, CALL, s->correlation_id, t->clock_ns, duration_ns, thread + 1, name + 1, result);
	t->clock_ns += duration_ns;
	s->last_ns = MAX(s->last_ns, t->clock_ns);
	return s->correlation_id;
}

/* When the next operation of STREAM starts, at EARLIEST_NS at the earliest; takes its place in
 * stream and queue. */
static int64_t place(struct simulation *s, struct stream *stream, int64_t earliest_ns,
                     int64_t gap_ns, int64_t duration_ns)
{
	int64_t start_ns = MAX(earliest_ns, stream->end_ns + gap_ns);

	start_ns = MAX(start_ns, stream->wait_ns);
	start_ns = MAX(start_ns, s->channel_start_ns[stream->channel] + 1);
	s->channel_start_ns[stream->channel] = start_ns;
	stream->end_ns = start_ns + duration_ns;
	s->last_ns = MAX(s->last_ns, stream->end_ns);
	s->operations++;
	return start_ns;
}

static int64_t pick_shape(struct simulation *s, int64_t *duration_ns)
{
	int64_t ticket = random_below(s, 100);
	int f = 0;

	while (f < FUNCTIONS - 1 && ticket >= functions[f].share)
		ticket -= functions[f++].share;
	*duration_ns = random_around(s, functions[f].duration_ns);
	return (int64_t)f * SHAPES_PER_FUNCTION + random_below(s, SHAPES_PER_FUNCTION) + 1;
}

static void launch(struct simulation *s, int thread, int number)
{
	int64_t duration_ns, start_ns, id = call(s, thread, LAUNCH, random_around(s, CALL_NS), 0);
	int64_t shape = pick_shape(s, &duration_ns);
	struct stream *stream = &s->streams[number];

	start_ns = place(s, stream, s->threads[thread].clock_ns + LATENCY_NS, STREAM_GAP_NS,
	                 duration_ns);
	INSERT(s, KERNEL, start_ns, duration_ns, number + 1, shape, id, stream->channel, NULL_VALUE,
	       NULL_VALUE);
}

static void launch_graph(struct simulation *s, int thread, int number)
{
	int64_t start_ns, id = call(s, thread, GRAPH_LAUNCH, random_around(s, 4 * CALL_NS), 0);
	int64_t earliest_ns = s->threads[thread].clock_ns + 2 * LATENCY_NS;
	struct stream *stream = &s->streams[number];

	for (int node = 0; node < GRAPH_NODES && s->operations < s->options->operations; node++) {
		int64_t duration_ns, shape = pick_shape(s, &duration_ns);

		start_ns = place(s, stream, earliest_ns, node ? GRAPH_GAP_NS : STREAM_GAP_NS,
		                 duration_ns);
		INSERT(s, KERNEL, start_ns, duration_ns, number + 1, shape, id, stream->channel,
		       number + 1, node + 1);
	}
}

static void copy(struct simulation *s, int thread, int number)
{
	struct stream *stream = &s->streams[number];
	int64_t size_bytes = 4096LL << random_below(s, 10);
	int kind = random_below(s, 3) ? 1 : 2; /* more to the device than back */
	bool is_pageable = !random_below(s, 5);
	int64_t rate = is_pageable ? COPY_BYTES_PER_US / 3 : COPY_BYTES_PER_US;
	int64_t duration_ns = 1200 + random_around(s, size_bytes * 1000 / rate);
	int64_t start_ns, id = call(s, thread, COPY_CALL, random_around(s, CALL_NS), 0);
	int64_t earliest_ns = s->threads[thread].clock_ns + LATENCY_NS;

	earliest_ns = MAX(earliest_ns, s->engine_end_ns[kind]);
	start_ns = place(s, stream, earliest_ns, STREAM_GAP_NS, duration_ns);
	s->engine_end_ns[kind] = stream->end_ns;
	INSERT(s, COPY, start_ns, duration_ns, number + 1, size_bytes, kind,
	       kind == 2     ? 3
	       : is_pageable ? 1
	                     : 2,
	       kind == 1     ? 3
	       : is_pageable ? 1
	                     : 2,
	       1, id, stream->channel);
}

static void fill(struct simulation *s, int thread, int number)
{
	struct stream *stream = &s->streams[number];
	int64_t size_bytes = 4096LL << random_below(s, 8);
	int64_t duration_ns = 900 + size_bytes * 1000 / FILL_BYTES_PER_US;
	int64_t start_ns, id = call(s, thread, FILL_CALL, random_around(s, CALL_NS), 0);

	start_ns = place(s, stream, s->threads[thread].clock_ns + LATENCY_NS, STREAM_GAP_NS,
	                 duration_ns);
	INSERT(s, FILL, start_ns, duration_ns, number + 1, size_bytes, 0, 3, 1, id,
	       stream->channel);
}

static void wait_for_stream(struct simulation *s, int thread, int number)
{
	struct thread *t = &s->threads[thread];
	int64_t left_ns = MAX(0, s->streams[number].end_ns - t->clock_ns - HOST_NS);
	int64_t id = call(s, thread, SYNC, left_ns + random_around(s, CALL_NS), 0);

	INSERT(s, SYNCHRONIZATION, 3, t->clock_ns - left_ns, left_ns, 1, number + 1, NULL_VALUE,
	       NULL_VALUE, id);
}

/* Stream NUMBER waits for what is in another one now. */
static void wait_for_event(struct simulation *s, int thread, int number)
{
	struct thread *t = &s->threads[thread];
	int other = (int)random_below(s, s->options->streams);
	int64_t id = call(s, thread, RECORD, random_around(s, CALL_NS / 2), 0);

	s->sync_id++;
	INSERT(s, EVENT_RECORD, other + 1, other + 1, s->sync_id, id);
	id = call(s, thread, WAIT, random_around(s, CALL_NS / 2), 0);
	INSERT(s, SYNCHRONIZATION, 2, t->clock_ns, 0, 1, number + 1, other + 1, s->sync_id, id);
	if (other != number)
		s->streams[number].wait_ns =
		        MAX(s->streams[number].wait_ns, s->streams[other].end_ns + STREAM_GAP_NS);
}

/* A stream-ordered allocation, or the release of the one that is open. */
static void allocate(struct simulation *s, int thread, int number)
{
	struct stream *stream = &s->streams[number];
	bool is_release = stream->held_bytes != 0;
	int64_t id = call(s, thread, is_release ? RELEASE : ALLOCATE, random_around(s, CALL_NS), 0);

	if (!is_release)
		stream->held_bytes = 65536LL << random_below(s, 8);
	INSERT(s, ALLOCATION, s->threads[thread].clock_ns, is_release ? 2 : 1, 3,
	       stream->held_bytes, 0x7f0000000000 + ((int64_t)number << 28), number + 1, id);
	if (is_release)
		stream->held_bytes = 0;
}

static void mark(struct simulation *s, int thread)
{
	struct thread *t = &s->threads[thread];

	if (t->marker_calls-- > 0)
		return;
	if (t->marker_start_ns)
		INSERT(s, MARKER, ++s->marker_id, FIRST_MARKER + s->marker_id % MARKERS + 1,
		       thread + 1, t->marker_start_ns, t->clock_ns);
	t->marker_start_ns = t->clock_ns + 1;
	t->marker_calls = 100;
}

/* What a thread does next, in thousandths of its decisions; the rest are launches. */
static const struct {
	int share;
	void (*act)(struct simulation *s, int thread, int number);
} actions[] = {
	{ 60, copy },     { 25, fill },           { 15, wait_for_event },
	{ 10, allocate }, { 2, wait_for_stream },
};

static void simulate(struct simulation *s)
{
	const struct options *o = s->options;
	/* Of N decisions the share g launches a graph of GRAPH_NODES: g such that the operations
	 * come out. */
	double g = o->graph_share / (GRAPH_NODES * (1 - o->graph_share) + o->graph_share);
	int64_t graph_per_million = (int64_t)(g * 1e6);

	call(s, 0, MALLOC, 180000, 0);
	call(s, 0, MALLOC, 41000, 2); /* cudaErrorMemoryAllocation */
	while (s->operations < o->operations) {
		int64_t ticket = random_below(s, 1000);
		int thread = 0, number;
		size_t a = 0;

		for (int i = 1; i < o->threads; i++)
			if (s->threads[i].clock_ns < s->threads[thread].clock_ns)
				thread = i;
		number = s->threads[thread].next_stream;
		s->threads[thread].next_stream =
		        number + o->threads < o->streams ? number + o->threads : thread;
		mark(s, thread);
		if (s->streams[number].end_ns - s->threads[thread].clock_ns > BACKLOG_NS)
			wait_for_stream(s, thread, number);
		if (random_below(s, 1000000) < graph_per_million) {
			launch_graph(s, thread, number);
			continue;
		}
		while (a < sizeof actions / sizeof *actions && ticket >= actions[a].share)
			ticket -= actions[a++].share;
		if (a < sizeof actions / sizeof *actions)
			actions[a].act(s, thread, number);
		else
			launch(s, thread, number);
	}
	for (int thread = 0; thread < o->threads; thread++)
		wait_for_stream(s, thread, thread);
}

static void exec(sqlite3 *db, const char *sql)
{
	if (sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
		fail(db, sql);
}

static void execf(sqlite3 *db, const char *format, ...)
{
	va_list ap;
	char *sql;

	va_start(ap, format);
	sql = sqlite3_vmprintf(format, ap);
	va_end(ap);
	exec(db, sql);
	sqlite3_free(sql);
}

/* Everything that is written once. */
static void describe(sqlite3 *db, const struct options *o)
{
	exec(db, "INSERT INTO meta VALUES ('trace_start_unix_ns', 1700000000000000000),"
	         " ('state', 'recording'), ('collector_version', 'generate-trace'),"
	         " ('driver_version', 12080), ('runtime_version', 12080);"
	         "INSERT INTO process VALUES (1, 4242, 4241, 'host.example', '/opt/demo/train',"
	         " './train --steps 1000', '/opt/demo', -250000000);"
	         "INSERT INTO environment VALUES ('CUDA_MODULE_LOADING', 'LAZY');"
	         "INSERT INTO device VALUES (0, 'Synthetic GPU', NULL, '0000:01:00.0', 9, 0, 132, "
	         "1980000,"
	         " 3201000, 6144, 4800000000000, 150754820096, 62914560, 3, 32, 2048, 64, 32, "
	         "65536, 233472,"
	         " 1024, 65536, 49152, 232448, 1024, 1, 0, 1);"
	         "INSERT INTO context VALUES (1, 0, 7, NULL, NULL);");
	if (o->channels < o->streams)
		execf(db, "INSERT INTO environment VALUES ('CUDA_DEVICE_MAX_CONNECTIONS', '%d')",
		      o->channels);
	for (size_t i = 0; i < sizeof strings / sizeof *strings; i++)
		execf(db, "INSERT INTO string VALUES (%d, %Q)", (int)i + 1, strings[i]);
	for (int i = 0; i < o->threads; i++)
		execf(db, "INSERT INTO thread VALUES (%d, %d, 'worker-%d')", i + 1, 4242 + i, i);
	for (int i = 0; i < o->streams; i++)
		execf(db, "INSERT INTO stream VALUES (%d, 1, %d, 2, 0)", i + 1, 13 + i);
	for (int i = 0; i < FUNCTIONS; i++)
		execf(db, "INSERT INTO function VALUES (%d, %Q)", i + 1, functions[i].name);
	for (int i = 0; i < FUNCTIONS * SHAPES_PER_FUNCTION; i++)
		execf(db,
		      "INSERT INTO launch_shape VALUES (%d, %d, %d, 1, 1, 256, 1, 1, 0, 0, 0, %d, "
		      "0, 0,"
		      " 32768, NULL, 0, 0, 0)",
		      i + 1, i / SHAPES_PER_FUNCTION + 1, 4 << i % SHAPES_PER_FUNCTION, 24 + i);
}

static int generate(const struct options *o)
{
	struct simulation *s = calloc(1, sizeof *s);
	char error[TRACE_ERROR_MAX];

	if (!s || trace_file_create(o->path, &s->db, error)) {
		fprintf(stderr, "generate-trace: cannot create the trace: path=\"%s\": %s\n",
		        o->path, s ? error : "out of memory");
		free(s);
		return 1;
	}
	s->options = o;
	s->random = o->seed;
	if (!o->is_cut) /* twice as fast: nobody reads the file before it is complete */
		exec(s->db, "PRAGMA journal_mode = OFF");
	exec(s->db, "BEGIN");
	describe(s->db, o);
	if (o->is_cut)
		exec(s->db, "COMMIT; BEGIN");
	for (int i = 0; i < TABLES; i++)
		if (sqlite3_prepare_v2(s->db, insert_sql[i], -1, &s->insert[i], NULL) != SQLITE_OK)
			fail(s->db, insert_sql[i]);
	for (int i = 0; i < o->streams; i++)
		s->streams[i].channel = i % o->channels;
	for (int i = 0; i < o->threads; i++)
		s->threads[i] = (struct thread){ .clock_ns = 1000 + 137 * i, .next_stream = i };
	simulate(s);
	for (int i = 0; i < TABLES; i++)
		sqlite3_finalize(s->insert[i]);
	exec(s->db, "COMMIT");
	if (o->is_cut) {
		exec(s->db, "BEGIN; DELETE FROM kernel"); /* never committed */
		fflush(NULL);
		_exit(0); /* as a killed program leaves it: the log beside the file */
	}
	execf(s->db, "INSERT INTO meta VALUES ('trace_end_ns', %lld)", (long long)s->last_ns);
	exec(s->db, "UPDATE meta SET value = 'complete' WHERE key = 'state'");
	if (trace_file_close_complete(s->db))
		fail(s->db, "cannot close the trace");
	free(s);
	return 0;
}

static const char help[] =
        "Usage: generate-trace [OPTION...] OUT.db\n"
        "Writes a synthetic trace.\n"
        "\n"
        "  --operations N     kernels, copies and fills together (default 100000)\n"
        "  --streams S        default 8, at most 4096\n"
        "  --threads T        host threads, at most one a stream (default 2)\n"
        "  --channels C       hardware work queues (default 32)\n"
        "  --graph-share F    share of the operations that graphs launch, 0 to 1 (default 0.1)\n"
        "  --seed X           default 1\n"
        "  --cut              end as a killed program does: state 'recording', a -wal beside the "
        "file\n";

enum option_number { OPERATIONS = 1, STREAMS, THREADS, CHANNELS, GRAPH_SHARE, SEED, CUT, HELP };

static const struct option long_options[] = {
	{ "operations", required_argument, NULL, OPERATIONS },
	{ "streams", required_argument, NULL, STREAMS },
	{ "threads", required_argument, NULL, THREADS },
	{ "channels", required_argument, NULL, CHANNELS },
	{ "graph-share", required_argument, NULL, GRAPH_SHARE },
	{ "seed", required_argument, NULL, SEED },
	{ "cut", no_argument, NULL, CUT },
	{ "help", no_argument, NULL, HELP },
	{ NULL, 0, NULL, 0 },
};

int main(int argc, char **argv)
{
	struct options o = { .operations = 100000,
		             .streams = 8,
		             .threads = 2,
		             .channels = 32,
		             .seed = 1,
		             .graph_share = 0.1 };
	double values[HELP + 1] = { 0 };
	bool is_given[HELP + 1] = { false };
	int option;

	while ((option = getopt_long(argc, argv, "", long_options, NULL)) != -1) {
		char *end = NULL;

		if (option == HELP)
			return fputs(help, stdout) == EOF;
		if (option == '?')
			return 2;
		is_given[option] = true;
		values[option] = optarg ? strtod(optarg, &end) : 1;
		if (optarg && (end == optarg || *end || values[option] < 0)) {
			fprintf(stderr, "generate-trace: not a number: %s\n", optarg);
			return 2;
		}
	}
	if (optind != argc - 1) {
		fputs(help, stderr);
		return 2;
	}
	o.path = argv[optind];
	o.operations = is_given[OPERATIONS] ? (int64_t)values[OPERATIONS] : o.operations;
	o.streams = is_given[STREAMS] ? (int)values[STREAMS] : o.streams;
	o.threads = is_given[THREADS] ? (int)values[THREADS] : o.threads;
	o.channels = is_given[CHANNELS] ? (int)values[CHANNELS] : o.channels;
	o.graph_share = is_given[GRAPH_SHARE] ? values[GRAPH_SHARE] : o.graph_share;
	o.seed = is_given[SEED] ? (uint64_t)values[SEED] : o.seed;
	o.is_cut = is_given[CUT];
	if (o.streams < 1 || o.streams > STREAMS_MAX || o.threads < 1 || o.threads > THREADS_MAX ||
	    o.channels < 1 || o.graph_share > 1) {
		fprintf(stderr, "generate-trace: --streams, --threads, --channels or --graph-share "
		                "is out of range\n");
		return 2;
	}
	if (o.threads > o.streams)
		o.threads = o.streams;
	if (o.channels > STREAMS_MAX)
		o.channels = STREAMS_MAX;
	return generate(&o);
}
