/* SPDX-License-Identifier: MIT */
/*
 * How fast the collector writes, without a GPU: a program under the collector gets kernels with
 * their launch calls from the fake CUPTI, through the whole way (buffers, decoding, inserts, file).
 * Beside it, in the same rounds, yardsticks that say what this machine can do at all: inserts  the
 * same rows into the same tables, by a bare loop of prepared statements, as SQLite can at best
 *   write    the bytes of the finished trace, by write()
 *   records  the fake alone: records made and thrown away
 * Prints medians, minima and maxima. Usage: bench_writer COLLECTOR FAKE-FOLDER APP [KERNELS
 * [ROUNDS]]
 */
#include <dlfcn.h>
#include <fcntl.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <cupti.h>

#include "trace_file.h"

enum { ROUNDS_MAX = 99, BATCH = 16384, DISCARD_BYTES = 2 << 20 };

struct bench {
	const char *collector, *fake, *app;
	char folder[64], script[128], trace[128], other[128];
	long kernels;
	int rounds;
};

/* One column of results, a value for each round. */
struct series {
	const char *name, *unit;
	double value[ROUNDS_MAX];
	int count;
};

enum {
	PIPELINE,
	PIPELINE_CPU,
	INSERTS,
	WRITE,
	RECORDS,
	RATIO,
	BYTES,
	BARE_BYTES,
	OPEN,
	COUNT_ROWS,
	DROPPED,
	SERIES
};

static struct series series[SERIES] = {
	[PIPELINE] = { .name = "whole pipeline", .unit = "records/s" },
	[PIPELINE_CPU] = { .name = "its CPU time", .unit = "ns/record" },
	[INSERTS] = { .name = "yardstick: bare inserts", .unit = "records/s" },
	[WRITE] = { .name = "yardstick: write() of the same bytes", .unit = "MB/s" },
	[RECORDS] = { .name = "yardstick: records thrown away", .unit = "records/s" },
	[RATIO] = { .name = "time of the pipeline / bare inserts", .unit = "" },
	[BYTES] = { .name = "file, per kernel with its call", .unit = "bytes" },
	[BARE_BYTES] = { .name = "the same with bare inserts", .unit = "bytes" },
	[OPEN] = { .name = "open the finished trace", .unit = "ms" },
	[COUNT_ROWS] = { .name = "scan its kernels and calls", .unit = "ms" },
	[DROPPED] = { .name = "records dropped", .unit = "" },
};

static void die(const char *what)
{
	perror(what);
	exit(1);
}

static double now(void)
{
	struct timespec time;

	clock_gettime(CLOCK_MONOTONIC, &time);
	return (double)time.tv_sec + (double)time.tv_nsec / 1e9;
}

static void add(int which, double value)
{
	series[which].value[series[which].count++] = value;
}

static int compare(const void *a, const void *b)
{
	double x = *(const double *)a, y = *(const double *)b;

	return (x > y) - (x < y);
}

static void print(struct series *s)
{
	qsort(s->value, (size_t)s->count, sizeof *s->value, compare);
	printf("%-38s %14.4g %-10s (%.4g to %.4g)\n", s->name, s->value[s->count / 2], s->unit,
	       s->value[0], s->value[s->count - 1]);
}

/* The same rows as insert_rows() makes. */
static void write_script(const struct bench *bench)
{
	FILE *file = fopen(bench->script, "we");

	if (!file)
		die(bench->script);
	fprintf(file,
	        "quiet\nunchecked\nrepeat %ld\n"
	        "runtime corr=i+1 start=@+i*3000 end=@+i*3000+2500 cbid=cudaLaunchKernel_v7000\n"
	        "kernel corr=i+1 start=@+i*3000+2000 end=@+i*3000+4000+i%%500 stream=13+i%%4 "
	        "channel=i%%4 "
	        "name=_Z4stepPf{i%%10} grid=8,1,1 block=256,1,1\nend\n",
	        bench->kernels);
	fclose(file);
}

/* ---- the pipeline ---- */

static void remove_trace(const char *path)
{
	char name[160];

	unlink(path);
	snprintf(name, sizeof name, "%s-wal", path);
	unlink(name);
	snprintf(name, sizeof name, "%s-shm", path);
	unlink(name);
}

static void run_app(const struct bench *bench)
{
	setenv("LD_LIBRARY_PATH", bench->fake, 1);
	setenv("LD_PRELOAD", bench->collector, 1);
	setenv("FAKE_CUPTI_SCRIPT", bench->script, 1);
	setenv("WARPWISE_OUTPUT", bench->trace, 1);
	setenv("WARPWISE_BUFFERS_MIB", "8192", 1); /* nothing may be dropped: every record counts */
	execl(bench->app, bench->app, "context", (char *)NULL);
	die(bench->app);
}

static int64_t number(sqlite3 *db, const char *sql)
{
	sqlite3_stmt *statement = NULL;
	int64_t value = -1;

	if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
	    sqlite3_step(statement) == SQLITE_ROW)
		value = sqlite3_column_int64(statement, 0);
	sqlite3_finalize(statement);
	return value;
}

static void read_trace(const struct bench *bench)
{
	char error[TRACE_ERROR_MAX];
	double start = now();
	int64_t rows, dropped;
	sqlite3 *db;

	if (trace_file_open(bench->trace, &db, error)) {
		fprintf(stderr, "bench_writer: %s: %s\n", bench->trace, error);
		exit(1);
	}
	add(OPEN, (now() - start) * 1e3);
	start = now();
	rows = number(db, "SELECT (SELECT count(start_ns + duration_ns) FROM kernel) + "
	                  "(SELECT count(start_ns + duration_ns) FROM api_call)");
	add(COUNT_ROWS, (now() - start) * 1e3);
	dropped = number(
	        db,
	        "SELECT coalesce(sum(count), 0) FROM diagnostic WHERE code = 'dropped-records'");
	add(DROPPED, (double)dropped);
	if (rows + dropped != 2 * bench->kernels) {
		fprintf(stderr, "bench_writer: %lld rows and %lld dropped records of %ld\n",
		        (long long)rows, (long long)dropped, 2 * bench->kernels);
		exit(1);
	}
	sqlite3_close(db);
}

static double seconds(struct timeval time)
{
	return (double)time.tv_sec + (double)time.tv_usec / 1e6;
}

static off_t size_of(const char *path)
{
	struct stat st;

	if (stat(path, &st))
		die(path);
	return st.st_size;
}

/* Returns the seconds it took. */
static double bench_pipeline(const struct bench *bench)
{
	double start, taken;
	struct rusage usage;
	int status;
	pid_t pid;

	remove_trace(bench->trace);
	start = now();
	pid = fork();
	if (pid < 0)
		die("fork");
	if (pid == 0)
		run_app(bench);
	if (wait4(pid, &status, 0, &usage) < 0 || status)
		die("the program failed");
	taken = now() - start;
	add(PIPELINE, 2.0 * (double)bench->kernels / taken);
	add(PIPELINE_CPU,
	    (seconds(usage.ru_utime) + seconds(usage.ru_stime)) * 1e9 / 2 / (double)bench->kernels);
	add(BYTES, (double)size_of(bench->trace) / (double)bench->kernels);
	read_trace(bench);
	return taken;
}

/* ---- yardsticks ---- */

static void step(sqlite3 *db, sqlite3_stmt *statement)
{
	if (sqlite3_step(statement) != SQLITE_DONE) {
		fprintf(stderr, "bench_writer: %s\n", sqlite3_errmsg(db));
		exit(1);
	}
	sqlite3_reset(statement);
}

static void insert_rows(sqlite3 *db, long kernels)
{
	sqlite3_stmt *call, *kernel;

	sqlite3_prepare_v2(
	        db,
	        "INSERT INTO api_call (id, start_ns, duration_ns, thread_id, name_id, result) "
	        "VALUES (?1, ?2, ?3, ?4, ?5, ?6)",
	        -1, &call, NULL);
	sqlite3_prepare_v2(db,
	                   "INSERT INTO kernel (start_ns, duration_ns, stream_id, launch_shape_id, "
	                   "correlation_id, channel_id, graph_id, graph_node_id) VALUES (?1, ?2, "
	                   "?3, ?4, ?5, ?6, NULL, NULL)",
	                   -1, &kernel, NULL);
	for (long i = 0; i < kernels; i++) {
		const int64_t call_row[] = { i + 1, i * 3000, 2500, 1, 1, 0 };
		const int64_t kernel_row[] = { i * 3000 + 2000, 2000 + i % 500, 1 + i % 4,
			                       1 + i % 10,      i + 1,          i % 4 };

		if (i % BATCH == 0)
			sqlite3_exec(db, "BEGIN", NULL, NULL, NULL);
		for (int column = 0; column < 6; column++) {
			sqlite3_bind_int64(call, column + 1, call_row[column]);
			sqlite3_bind_int64(kernel, column + 1, kernel_row[column]);
		}
		step(db, call);
		step(db, kernel);
		if (i % BATCH == BATCH - 1 || i == kernels - 1)
			sqlite3_exec(db, "COMMIT", NULL, NULL, NULL);
	}
	sqlite3_finalize(call);
	sqlite3_finalize(kernel);
}

/* Returns the seconds it took. */
static double bench_inserts(const struct bench *bench)
{
	char error[TRACE_ERROR_MAX];
	double start = now(), taken;
	sqlite3 *db;

	remove_trace(bench->other);
	if (trace_file_create(bench->other, &db, error)) {
		fprintf(stderr, "bench_writer: %s: %s\n", bench->other, error);
		exit(1);
	}
	insert_rows(db, bench->kernels);
	trace_file_close_complete(db);
	taken = now() - start;
	add(INSERTS, 2.0 * (double)bench->kernels / taken);
	add(BARE_BYTES, (double)size_of(bench->other) / (double)bench->kernels);
	remove_trace(bench->other);
	return taken;
}

static void bench_write(const struct bench *bench)
{
	static char block[1 << 20];
	off_t left = size_of(bench->trace), bytes = left;
	int fd = open(bench->other, O_CREAT | O_TRUNC | O_WRONLY | O_CLOEXEC, 0666);
	double start = now();

	memset(block, 'w', sizeof block);
	while (left > 0) {
		ssize_t written =
		        write(fd, block, left < (off_t)sizeof block ? (size_t)left : sizeof block);

		if (written < 0)
			die(bench->other);
		left -= written;
	}
	close(fd);
	add(WRITE, (double)bytes / 1e6 / (now() - start));
	unlink(bench->other);
}

static void CUPTIAPI give_buffer(uint8_t **data, size_t *size, size_t *records)
{
	static _Alignas(8) uint8_t buffer[DISCARD_BYTES];

	*data = buffer;
	*size = sizeof buffer;
	*records = 0;
}

static void CUPTIAPI throw_away(CUcontext context, uint32_t stream, uint8_t *data, size_t size,
                                size_t valid)
{
	(void)context;
	(void)stream;
	(void)data;
	(void)size;
	(void)valid;
}

/* Runs in a child, since a script is played once in a process. */
static void play_records(const struct bench *bench)
{
	__typeof__(cuptiActivityRegisterCallbacks) *register_callbacks;
	__typeof__(cuptiActivityEnable) *enable;
	void (*play)(void);
	char path[4096];
	void *library;

	setenv("FAKE_CUPTI_SCRIPT", bench->script, 1);
	snprintf(path, sizeof path, "%s/libcupti.so.13", bench->fake);
	library = dlopen(path, RTLD_NOW);
	if (!library) {
		fprintf(stderr, "bench_writer: %s\n", dlerror());
		_exit(1);
	}
	register_callbacks =
	        (__typeof__(register_callbacks))dlsym(library, "cuptiActivityRegisterCallbacks");
	enable = (__typeof__(enable))dlsym(library, "cuptiActivityEnable");
	play = (void (*)(void))dlsym(library, "fake_play");
	register_callbacks(give_buffer, throw_away);
	enable(CUPTI_ACTIVITY_KIND_CONCURRENT_KERNEL);
	enable(CUPTI_ACTIVITY_KIND_RUNTIME);
	play();
	_exit(0);
}

static void bench_records(const struct bench *bench)
{
	double start = now();
	int status = 0;
	pid_t pid = fork();

	if (pid < 0)
		die("fork");
	if (pid == 0)
		play_records(bench);
	if (waitpid(pid, &status, 0) < 0 || status)
		exit(1);
	add(RECORDS, 2.0 * (double)bench->kernels / (now() - start));
}

int main(int argc, char **argv)
{
	struct bench bench = { .kernels = 1000000, .rounds = 5 };

	if (argc < 4) {
		fprintf(stderr,
		        "Usage: bench_writer COLLECTOR FAKE-FOLDER APP [KERNELS [ROUNDS]]\n");
		return 2;
	}
	bench.collector = argv[1];
	bench.fake = argv[2];
	bench.app = argv[3];
	if (argc > 4)
		bench.kernels = atol(argv[4]);
	if (argc > 5)
		bench.rounds = atoi(argv[5]);
	if (bench.kernels < 1 || bench.rounds < 1 || bench.rounds > ROUNDS_MAX)
		return 2;
	snprintf(bench.folder, sizeof bench.folder, "%s/bench-writer-XXXXXX",
	         access("/var/tmp", W_OK) ? "/tmp" : "/var/tmp");
	if (!mkdtemp(bench.folder))
		die(bench.folder);
	snprintf(bench.script, sizeof bench.script, "%s/script", bench.folder);
	snprintf(bench.trace, sizeof bench.trace, "%s/trace.db", bench.folder);
	snprintf(bench.other, sizeof bench.other, "%s/other.db", bench.folder);
	write_script(&bench);
	printf("%ld kernels with their launch calls, %d rounds: median (lowest to highest)\n",
	       bench.kernels, bench.rounds);
	fflush(stdout);
	for (int round = 0; round < bench.rounds; round++) {
		double inserts = bench_inserts(&bench);

		add(RATIO, bench_pipeline(&bench) / inserts);
		bench_write(&bench);
		bench_records(&bench);
	}
	for (int i = 0; i < SERIES; i++)
		print(&series[i]);
	remove_trace(bench.trace);
	unlink(bench.script);
	rmdir(bench.folder);
	return 0;
}
