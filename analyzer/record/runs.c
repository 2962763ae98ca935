/* SPDX-License-Identifier: MIT */
/* Which counters are measured in which run, and how their traces become one for each process. */
#include "record/runs.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/array.h"
#include "base/error.h"
#include "collector/host/trace_name.h"
#include "code/demangle.h"
#include "code/shorten.h"
#include "record/merge.h"
#include "record/merged.h"
#include "base/terminal.h"

enum { FUNCTION_COLUMNS = 60 }; /* of a function's name in a message */

/* ---- the plan ---- */

static struct run *add_run(struct runs *runs, const char *label)
{
	struct run *run;

	if (ARRAY_ROOM(&runs->items, runs->count))
		return NULL;
	run = &runs->items[runs->count];
	*run = (struct run){ .label = strdup(label) };
	if (!run->label)
		return NULL;
	runs->count++;
	/* No counter but what this run is for. */
	run->values[SETTING_ID_stalls] = "0";
	run->values[SETTING_ID_metrics] = "";
	run->values[SETTING_ID_gpu_metrics] = "0";
	run->values[SETTING_ID_stalls_alone] = "0";
	return run;
}

/* Takes RUNS_SOURCE_SET out of the comma-separated METRICS; returns new memory. *HAS_SOURCE: it was
 * there. */
static char *without_source(const char *metrics, bool *has_source)
{
	char *out = calloc(strlen(metrics) + 1, 1), *end = out;
	size_t length;

	*has_source = false;
	for (; out && *metrics; metrics += length + (metrics[length] == ',')) {
		length = strcspn(metrics, ",");
		if (length == strlen(RUNS_SOURCE_SET) &&
		    strncmp(metrics, RUNS_SOURCE_SET, length) == 0)
			*has_source = true;
		else
			end += sprintf(end, "%s%.*s", end > out ? "," : "", (int)length, metrics);
	}
	return out;
}

bool runs_wanted_source(const struct runs_wanted *wanted)
{
	bool has_source = false;

	free(without_source(wanted->metrics, &has_source));
	return has_source;
}

bool runs_wanted_sets(const struct runs_wanted *wanted)
{
	bool has_source;
	char *sets = without_source(wanted->metrics, &has_source);
	bool has_sets = sets && *sets;

	free(sets);
	return has_sets;
}

static int add_stalls(struct runs *runs, bool are_alone)
{
	struct run *run = add_run(runs, are_alone ? "--stalls, alone" : "--stalls");

	if (!run)
		return -ENOMEM;
	run->values[SETTING_ID_stalls] = "1";
	run->values[SETTING_ID_stalls_alone] = are_alone ? "1" : "0";
	return 0;
}

int runs_plan(struct runs *runs, const struct runs_wanted *wanted)
{
	struct run *run;

	*runs = (struct runs){ 0 };
	runs->metrics = without_source(wanted->metrics, &runs->wants_source);
	if (!runs->metrics)
		return -ENOMEM;
	if (strcmp(wanted->gpu_metrics, "0") != 0) {
		run = add_run(runs, "--gpu-metrics");
		if (!run)
			return -ENOMEM;
		run->values[SETTING_ID_gpu_metrics] = wanted->gpu_metrics;
	}
	if (wanted->stalls && !wanted->are_stalls_alone && add_stalls(runs, false))
		return -ENOMEM;
	if (*runs->metrics) {
		run = add_run(runs, "--metrics");
		if (!run)
			return -ENOMEM;
		run->values[SETTING_ID_metrics] = runs->metrics;
	}
	if (!runs->count && !add_run(runs, "the timeline"))
		return -ENOMEM;
	return wanted->stalls && wanted->are_stalls_alone ? add_stalls(runs, true) : 0;
}

/* ---- functions that take most time ---- */

struct hot {
	char *name;
	int64_t time_ns;
	int64_t blocks, blocks_ns; /* of the launch shape that took most time */
};

struct hot_list {
	struct hot *items;
	size_t count;
};

/* Launches of NAME with so many BLOCKS took TIME_NS. */
static int add_hot(struct hot_list *list, const char *name, int64_t blocks, int64_t time_ns)
{
	for (size_t i = 0; i < list->count; i++) {
		struct hot *item = &list->items[i];

		if (strcmp(item->name, name) != 0)
			continue;
		item->time_ns += time_ns;
		if (time_ns > item->blocks_ns ||
		    (time_ns == item->blocks_ns && blocks > item->blocks)) {
			item->blocks = blocks;
			item->blocks_ns = time_ns;
		}
		return 0;
	}
	if (ARRAY_ROOM(&list->items, list->count))
		return -ENOMEM;
	list->items[list->count] = (struct hot){ strdup(name), time_ns, blocks, time_ns };
	return list->items[list->count].name ? (list->count++, 0) : -ENOMEM;
}

static int read_hot(struct hot_list *list, const char *path)
{
	static const char sql[] =
	        "SELECT f.name, s.grid_x * s.grid_y * s.grid_z, coalesce(sum(k.duration_ns), 0) "
	        "FROM kernel k JOIN launch_shape s ON s.id = k.launch_shape_id "
	        "JOIN function f ON f.id = s.function_id GROUP BY s.id";
	char error[TRACE_ERROR_MAX];
	sqlite3_stmt *statement = NULL;
	sqlite3 *db;
	int err = 0;

	if (trace_file_open(path, &db, error))
		return 0; /* the summary says why */
	if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK)
		while (!err && sqlite3_step(statement) == SQLITE_ROW)
			err = add_hot(list, (const char *)sqlite3_column_text(statement, 0),
			              sqlite3_column_int64(statement, 1),
			              sqlite3_column_int64(statement, 2));
	sqlite3_finalize(statement);
	sqlite3_close(db);
	return err;
}

static int compare_hot(const void *a, const void *b)
{
	const struct hot *left = a, *right = b;

	if (left->time_ns != right->time_ns)
		return left->time_ns > right->time_ns ? -1 : 1;
	return strcmp(left->name, right->name);
}

/* BLOCKS: that the launch to be measured has at least. */
static int add_function(struct runs *runs, const char *function, int64_t blocks)
{
	char *plain = demangle(function), *clean = NULL, *label = NULL;
	struct run *run = NULL;

	if (plain)
		clean = function_shorten(plain, FUNCTION_COLUMNS);
	if (clean && asprintf(&label, "--metrics=source of %s", clean) >= 0)
		run = add_run(runs, label);
	free(plain);
	free(clean);
	free(label);
	if (!run)
		return -ENOMEM;
	run->function = strdup(function);
	run->values[SETTING_ID_metrics] = RUNS_SOURCE_SET;
	run->values[SETTING_ID_metrics_function] = run->function;
	snprintf(run->blocks, sizeof run->blocks, "%lld", (long long)blocks);
	run->values[SETTING_ID_metrics_blocks] = run->blocks;
	return run->function ? 0 : -ENOMEM;
}

int runs_add_source(struct runs *runs, const struct trace_list *traces, int64_t limit,
                    const char *function, int64_t blocks)
{
	struct hot_list hot = { 0 };
	size_t added = 0;
	int err = 0;

	for (size_t i = 0; i < traces->count && !err; i++)
		err = read_hot(&hot, traces->paths[i]);
	if (hot.count)
		qsort(hot.items, hot.count, sizeof *hot.items, compare_hot);
	for (size_t i = 0; i < hot.count && (int64_t)added < limit && !err; i++) {
		const struct hot *item = &hot.items[i];

		if (function && strcmp(item->name, function) != 0)
			continue;
		err = add_function(runs, item->name, blocks >= 0 ? blocks : item->blocks);
		added++;
	}
	if (function && !err && added == 0) /* that it is not launched, its run says */
		err = add_function(runs, function, blocks >= 0 ? blocks : 0);
	for (size_t i = 0; i < hot.count; i++)
		free(hot.items[i].name);
	free(hot.items);
	return err;
}

/* ---- where the traces of further runs go ---- */

/* Beside the traces of PATTERN, where there is room for them; a folder with % only the program
 * knows. */
static int make_folder(struct runs *runs, const char *pattern)
{
	const char *temporary = getenv("TMPDIR"), *parent;
	char folder[PATH_MAX], relative[PATH_MAX];
	int err = 0;

	trace_name_folder(pattern, folder);
	parent = !strchr(folder, '%') ? folder : temporary && *temporary ? temporary : "/tmp";
	if (snprintf(relative, sizeof relative, "%s/warpwise-XXXXXX", parent) >=
	    (int)sizeof relative)
		relative[0] = '\0'; /* mkdtemp() says that it is none */
	/* The program may change its folder. */
	if (!mkdtemp(relative) || !realpath(relative, runs->folder)) {
		err = -errno;
		error_print("cannot create folder: path=\"%s\": %s", relative, strerror(-err));
		runs->folder[0] = '\0';
	}
	return err;
}

/* The settings of run NUMBER, whose traces are not the user's. */
static int direct(struct runs *runs, size_t number)
{
	/* What only the timeline needs. */
	static const enum setting_id off[] = { SETTING_ID_api, SETTING_ID_waits,
		                               SETTING_ID_allocations, SETTING_ID_markers };
	struct run *run = &runs->items[number];
	int fd;

	if (asprintf(&run->output, "%s/run%zu-%%p.db", runs->folder, number + 1) < 0)
		run->output = NULL;
	if (asprintf(&run->list, "%s/run%zu", runs->folder, number + 1) < 0)
		run->list = NULL;
	if (!run->output || !run->list)
		return -ENOMEM;
	fd = open(run->list, O_WRONLY | O_CREAT | O_CLOEXEC, 0666); /* it is only appended to */
	if (fd < 0)
		return -errno;
	close(fd);
	run->values[SETTING_ID_output] = run->output;
	run->values[SETTING_ID_list] = run->list;
	for (size_t i = 0; i < sizeof off / sizeof *off; i++)
		run->values[off[i]] = "0";
	return 0;
}

int runs_open(struct runs *runs, const char *pattern)
{
	int err = make_folder(runs, pattern);

	if (err)
		return err;
	for (size_t i = 1; i < runs->count && !err; i++)
		err = direct(runs, i);
	if (err)
		error_print("cannot prepare the further runs: folder=\"%s\": %s", runs->folder,
		            strerror(-err));
	return err;
}

/* ---- which process is which ---- */

struct process {
	const char *path; /* of its trace */
	char *rank, *command_line, *executable;
	bool is_running, is_taken;
};

struct process_list {
	struct process *items;
	size_t count;
};

static char *column(sqlite3_stmt *statement, int number)
{
	const char *text = (const char *)sqlite3_column_text(statement, number);

	return strdup(text ? text : "");
}

static void read_process(struct process *process, const char *path)
{
	static const char sql[] =
	        "SELECT (SELECT group_concat(name || '=' || value) FROM environment WHERE name IN "
	        "('RANK', 'LOCAL_RANK', 'OMPI_COMM_WORLD_RANK', 'PMI_RANK', 'PMIX_RANK', "
	        "'SLURM_PROCID', 'CUDA_VISIBLE_DEVICES')), command_line, executable, pid, (SELECT "
	        "value FROM meta WHERE key = 'state') = 'recording' FROM process LIMIT 1";
	char error[TRACE_ERROR_MAX];
	sqlite3_stmt *statement = NULL;
	sqlite3 *db;

	*process = (struct process){ .path = path };
	if (trace_file_open(path, &db, error))
		return;
	if (sqlite3_prepare_v2(db, sql, -1, &statement, NULL) == SQLITE_OK &&
	    sqlite3_step(statement) == SQLITE_ROW) {
		process->rank = column(statement, 0);
		process->command_line = column(statement, 1);
		process->executable = column(statement, 2);
		process->is_running = sqlite3_column_int(statement, 4) &&
		                      kill((pid_t)sqlite3_column_int64(statement, 3), 0) == 0;
	}
	sqlite3_finalize(statement);
	sqlite3_close(db);
}

static void process_list_read(struct process_list *list, const struct trace_list *traces)
{
	list->items = calloc(traces->count + 1, sizeof *list->items);
	list->count = list->items ? traces->count : 0;
	for (size_t i = 0; i < list->count; i++)
		read_process(&list->items[i], traces->paths[i]);
}

static void process_list_release(struct process_list *list)
{
	for (size_t i = 0; i < list->count; i++) {
		free(list->items[i].rank);
		free(list->items[i].command_line);
		free(list->items[i].executable);
	}
	free(list->items);
}

static bool is_equal(const char *a, const char *b)
{
	return a && b && strcmp(a, b) == 0;
}

/* Equal but for arguments that are others each time: a port, a file descriptor. */
static bool is_alike(const struct process *a, const struct process *b)
{
	return is_equal(a->rank, b->rank) && is_equal(a->executable, b->executable);
}

static bool is_same(const struct process *a, const struct process *b)
{
	return is_alike(a, b) && is_equal(a->command_line, b->command_line);
}

/* The first of OTHERS, in order, that is what the WANTED process was in its run. */
static struct process *find_counterpart(const struct process *wanted, struct process_list *others,
                                        bool (*is_it)(const struct process *a,
                                                      const struct process *b))
{
	for (size_t i = 0; i < others->count; i++)
		if (!others->items[i].is_taken && is_it(wanted, &others->items[i]))
			return &others->items[i];
	return NULL;
}

/* ---- joining ---- */

struct counterpart {
	const struct process *process; /* NULL: none in that run */
	bool is_forced;                /* its command line is another */
};

/* Runs on their way into the traces of the first one. */
struct joining {
	const struct runs *runs;
	size_t count; /* of runs that have ended */
	struct process_list first;
	struct counterpart *counterparts; /* of each process of the first run, one of each run */
	bool (*is_cancelled)(void);       /* NULL: it never is */
	bool is_quiet;
};

/*
 * Joins into the trace of PROCESS what OTHERS measured, one of each run. One that does not fit is
 * said, kept and left out. Returns 0 or -errno.
 */
static int join_process(const struct joining *joining, const struct process *process,
                        struct counterpart *others)
{
	int64_t(*counts)[MERGED] = calloc(joining->count, sizeof *counts);
	char error[TRACE_ERROR_MAX] = "out of memory";
	struct merge merge = { .is_cancelled = joining->is_cancelled };
	bool is_output;
	int err =
	        counts ? merge_begin(&merge, process->path, process->path, false, &is_output, error)
	               : -ENOMEM;

	for (size_t i = 1; i < joining->count && !err; i++) {
		if (!others[i].process)
			continue;
		merge.is_forced = others[i].is_forced;
		err = merge_add(&merge, others[i].process->path, counts[i], error);
		if (err && err != -EINTR && err != -EIO) {
			error_print("cannot join run %zu (%s): path=\"%s\": %s", i + 1,
			            joining->runs->items[i].label, others[i].process->path, error);
			others[i].process = NULL;
			merge_release(&merge);
			free(counts);
			join_process(joining, process, others);
			return err;
		}
	}
	if (!err)
		err = merge_end(&merge, true, error);
	if (err)
		error_print("cannot join the runs: path=\"%s\": %s", process->path, error);
	for (size_t i = 1; i < joining->count && !err && !joining->is_quiet; i++) {
		char *label = NULL;

		if (others[i].process && asprintf(&label, "%s, run %zu (%s)", process->path, i + 1,
		                                  joining->runs->items[i].label) >= 0)
			merged_print(stderr, label, counts[i]);
		free(label);
	}
	merge_release(&merge);
	free(counts);
	return err;
}

/* Finds in run NUMBER, which left OTHERS, the counterparts of the first; says what has none. */
static void find_counterparts(const struct joining *joining, size_t number,
                              struct process_list *others)
{
	const struct process_list *first = &joining->first;
	const char *label = joining->runs->items[number].label;
	bool (*const kinds[])(const struct process *, const struct process *) = { is_same,
		                                                                  is_alike };
	size_t found = 0;

	for (size_t k = 0; k < sizeof kinds / sizeof *kinds; k++)
		for (size_t i = 0; i < first->count; i++) {
			struct counterpart *counterpart =
			        &joining->counterparts[i * joining->count + number];
			struct process *other;

			if (counterpart->process)
				continue;
			other = find_counterpart(&first->items[i], others, kinds[k]);
			if (!other)
				continue;
			other->is_taken = true;
			*counterpart = (struct counterpart){ other, k > 0 };
			found++;
		}
	if (found < first->count)
		error_print(
		        "run %zu (%s) did not measure %zu of %zu processes: it left no trace of "
		        "them",
		        number + 1, label, first->count - found, first->count);
	if (found < others->count)
		error_print("run %zu (%s) measured %zu processes that the first run did not have",
		            number + 1, label, others->count - found);
}

/* Whether all of it was joined. */
static bool join_processes(const struct joining *joining)
{
	const struct process_list *first = &joining->first;
	bool is_whole = true;

	for (size_t i = 0; i < first->count && !(joining->is_cancelled && joining->is_cancelled());
	     i++) {
		const struct process *process = &first->items[i];

		if (process->is_running) {
			error_print("cannot join the runs: path=\"%s\": its process still runs",
			            process->path);
			is_whole = false;
		} else if (join_process(joining, process,
		                        &joining->counterparts[i * joining->count])) {
			is_whole = false;
		}
	}
	return is_whole;
}

bool runs_join(const struct runs *runs, size_t count, const struct trace_list *traces,
               bool (*is_cancelled)(void), bool is_quiet)
{
	struct joining joining = {
		.runs = runs,
		.count = count,
		.counterparts = calloc(traces->count * count + 1, sizeof *joining.counterparts),
		.is_cancelled = is_cancelled,
		.is_quiet = is_quiet,
	};
	struct process_list *others = calloc(count, sizeof *others);
	struct trace_list *lists = calloc(count, sizeof *lists);
	bool is_whole = false;

	process_list_read(&joining.first, traces);
	if (!others || !lists || !joining.counterparts || joining.first.count < traces->count)
		goto out;
	for (size_t i = 1; i < count; i++) {
		trace_list_read(&lists[i], runs->items[i].list, 0);
		process_list_read(&others[i], &lists[i]);
		find_counterparts(&joining, i, &others[i]);
	}
	is_whole = join_processes(&joining);
out:
	for (size_t i = 1; i < count && others && lists; i++) {
		process_list_release(&others[i]);
		trace_list_release(&lists[i]);
	}
	process_list_release(&joining.first);
	free(joining.counterparts);
	free(others);
	free(lists);
	return is_whole;
}

/* ---- end ---- */

static void remove_folder(const char *path)
{
	DIR *folder = opendir(path);
	struct dirent *entry;

	while (folder && (entry = readdir(folder)))
		if (strcmp(entry->d_name, ".") != 0 && strcmp(entry->d_name, "..") != 0)
			unlinkat(dirfd(folder), entry->d_name, 0);
	if (folder)
		closedir(folder);
	rmdir(path);
}

void runs_release(struct runs *runs, bool is_kept)
{
	if (*runs->folder && !is_kept)
		remove_folder(runs->folder);
	for (size_t i = 0; i < runs->count; i++) {
		free(runs->items[i].label);
		free(runs->items[i].function);
		free(runs->items[i].output);
		free(runs->items[i].list);
	}
	free(runs->items);
	free(runs->metrics);
	free(runs->plan);
}
