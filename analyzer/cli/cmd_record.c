/* SPDX-License-Identifier: MIT */
/*
 * warpwise record: runs a program with the collector preloaded, and says what came of it. The
 * program comes first: what keeps it from being traced is said in a line, and it runs all the same.
 */
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "collector/host/settings.h"
#include "collector/host/trace_name.h"
#include "record/child.h"
#include "record/chosen_launches.h"
#include "record/environment.h"
#include "record/ended.h"
#include "record/host_names.h"
#include "record/library.h"
#include "cli/options.h"
#include "cli/record_control.h"
#include "cli/record_messages.h"
#include "cli/record_upload.h"
#include "record/program.h"
#include "record/recorded.h"
#include "record/runs.h"

#define INJECTION_VARIABLE "CUDA_INJECTION64_PATH"

enum { SOURCE_FUNCTIONS = 5 }; /* measured unless --source-functions says otherwise */

static bool is_quiet;
static const char *values[SETTINGS]; /* NULL: not given */
static bool switches[SETTINGS];
static int64_t source_functions; /* 0: not given */

/* What the shells complete. */
#define KIND_OF(id, type)                                                        \
	((int)SETTING_ID_##id == SETTING_ID_metrics            ? KIND_METRIC_SET \
	 : (int)SETTING_ID_##id == SETTING_ID_metrics_function ? KIND_OTHER      \
	 : (int)SETTING_ID_##id == SETTING_ID_metrics_time     ? KIND_OTHER      \
	 : (int)SETTING_ID_##id >= SETTING_ID_start_after &&                     \
	                 (int)SETTING_ID_##id <= SETTING_ID_rotate               \
	         ? KIND_OTHER                                                    \
	 : SETTING_##type == SETTING_TEXT ? KIND_FILE                            \
	                                  : KIND_OTHER)

/* How the help groups them. */
enum { GROUP_OTHER, GROUP_WHAT, GROUP_WHEN, GROUP_WHERE, GROUP_EXPERT };
static const char *const groups[] = { "Other options", "What to record", "When to record",
	                              "Where to",      "For experts",    NULL };

/* Each setting of the collector is an option, in the order of settings.def. */
static const struct cmd_option options[] = {
#define SETTING(id, environment, type, def, without_value, min, max, short_name, metavar, set, \
                description)                                                                   \
	{ .name = #id,                                                                         \
	  .letter = short_name,                                                                \
	  .argument = metavar,                                                                 \
	  .alone = without_value,                                                              \
	  .initial = SETTING_##type == SETTING_SWITCH ? NULL : def,                            \
	  .variable = environment,                                                             \
	  .help = description,                                                                 \
	  .group = GROUP_##set,                                                                \
	  .kind = KIND_OF(id, type),                                                           \
	  .flag = SETTING_##type == SETTING_SWITCH ? &switches[SETTING_ID_##id] : NULL,        \
	  .text = SETTING_##type == SETTING_SWITCH ? NULL : &values[SETTING_ID_##id] },
#include "collector/host/settings.def"
#undef SETTING
	{ .name = "upload",
	  .argument = "URL",
	  .text = &record_upload_url,
	  .group = GROUP_WHERE,
	  .help = RECORD_UPLOAD_HELP },
	{ .name = "source_functions",
	  .argument = "N",
	  .number = &source_functions,
	  .initial = "5",
	  .minimum = 1,
	  .maximum = 1000,
	  .group = GROUP_EXPERT,
	  .help = "With --metrics=source and no --metrics-function, the N functions to measure: "
	          "those that take most time, one run of PROGRAM each" },
	{ .name = "quiet", .letter = 'q', .flag = &is_quiet, .help = "Print only what went wrong" },
	{ 0 },
};

static const struct {
	enum setting_type type;
	int64_t min, max;
} ranges[SETTINGS] = {
#define SETTING(id, environment, type, def, without_value, minimum, maximum, short_name, metavar, \
                set, description)                                                                 \
	{ SETTING_##type, minimum, maximum },
#include "collector/host/settings.def"
#undef SETTING
};

/* The least that a number may be, where 0 has a meaning of its own below that. */
static const int64_t least[SETTINGS] = { [SETTING_ID_gpu_metrics] = GPU_METRICS_MIN_US };

static const char *const metric_sets[] = {
#define METRIC_SET(name) #name,
#include "collector/counters/metric_sets.def"
#undef METRIC_SET
	RUNS_SOURCE_SET,
	NULL,
};

/* What a setting is for the program: option, environment or default. */
static const char *setting(enum setting_id id)
{
	const char *text = values[id] ? values[id] : getenv(options[id].variable);

	return text && *text ? text : options[id].initial;
}

static bool is_on(enum setting_id id)
{
	const char *text = getenv(options[id].variable);

	return switches[id] || (text && strcmp(text, "1") == 0);
}

/* What the user wants measured. */
static struct runs_wanted wanted(void)
{
	return (struct runs_wanted){
		.stalls = is_on(SETTING_ID_stalls),
		.are_stalls_alone = is_on(SETTING_ID_stalls_alone),
		.metrics = setting(SETTING_ID_metrics),
		.gpu_metrics = setting(SETTING_ID_gpu_metrics),
	};
}

/* ---- wrong usage: refused before the program runs ---- */

static int check_numbers(void)
{
	char name[OPTION_NAME_MAX];

	for (int i = 0; i < SETTINGS; i++) {
		const int64_t min = least[i] ? least[i] : ranges[i].min;
		long long number;
		char *end;

		if (!values[i] || ranges[i].type != SETTING_NUMBER)
			continue;
		errno = 0;
		number = strtoll(values[i], &end, 10);
		if (!errno && end != values[i] && !*end && number <= ranges[i].max &&
		    (number >= min || (least[i] && number == 0)))
			continue;
		return cmd_usage_error("--%s must be %sa number from %lld to %lld, not '%s'",
		                       option_name(&options[i], name), least[i] ? "0 or " : "",
		                       (long long)min, (long long)ranges[i].max, values[i]);
	}
	return 0;
}

static int check_output(void)
{
	const char *pattern = setting(SETTING_ID_output), *given = values[SETTING_ID_output];

	if (given && !*given)
		return cmd_usage_error("--output must not be empty");
	if (trace_name_check(pattern))
		return cmd_usage_error("%s may have %%p, %%h, %%q{NAME} and %%%%, but no other %%: "
		                       "'%s'",
		                       given ? "--output" : options[SETTING_ID_output].variable,
		                       pattern);
	return 0;
}

static bool is_metric_set(const char *word, size_t length)
{
	for (size_t i = 0; metric_sets[i]; i++)
		if (strlen(metric_sets[i]) == length && strncmp(metric_sets[i], word, length) == 0)
			return true;
	return false;
}

/* Only the GPU knows whether it has a metric; but their names have two underscores. */
static int check_metrics(void)
{
	const char *word = values[SETTING_ID_metrics];
	char sets[128];
	size_t length;

	for (; word && *word; word += length + (word[length] == ',')) {
		length = strcspn(word, ",");
		if (!is_metric_set(word, length) && !memmem(word, length, "__", 2))
			return cmd_usage_error(
			        "--metrics must be %s, or CUPTI's name of a metric, not '%.*s'",
			        option_choices(metric_sets, sets, sizeof sets), (int)length, word);
	}
	return 0;
}

/* An option that would be ignored. */
static int check_needed(void)
{
	const struct runs_wanted measured = wanted();
	const bool has_source = runs_wanted_source(&measured);
	const struct {
		const char *option;
		bool is_given, is_used;
		const char *needed;
	} needs[] = {
		{ "stall-period", values[SETTING_ID_stall_period], measured.stalls, "--stalls" },
		{ "stalls-alone", switches[SETTING_ID_stalls_alone], measured.stalls, "--stalls" },
		{ "metrics-launches", values[SETTING_ID_metrics_launches],
		  runs_wanted_sets(&measured),
		  "--metrics, or with --metrics=" RUNS_SOURCE_SET " alone" },
		{ "metrics-time", values[SETTING_ID_metrics_time], runs_wanted_sets(&measured),
		  "--metrics, or with --metrics=" RUNS_SOURCE_SET " alone" },
		{ "metrics-plan", values[SETTING_ID_metrics_plan], runs_wanted_sets(&measured),
		  "--metrics, or with --metrics=" RUNS_SOURCE_SET " alone" },
		{ "metrics-function", values[SETTING_ID_metrics_function], has_source,
		  "--metrics=" RUNS_SOURCE_SET },
		{ "metrics-blocks", values[SETTING_ID_metrics_blocks], has_source,
		  "--metrics=" RUNS_SOURCE_SET },
		{ "source-functions", source_functions,
		  has_source && !*setting(SETTING_ID_metrics_function),
		  "--metrics=" RUNS_SOURCE_SET ", or with --metrics-function" },
	};

	for (size_t i = 0; i < sizeof needs / sizeof *needs; i++)
		if (needs[i].is_given && !needs[i].is_used)
			return cmd_usage_error("--%s does nothing without %s", needs[i].option,
			                       needs[i].needed);
	return 0;
}

static int check_control(void)
{
	const struct runs_wanted measured = wanted();

	if (is_on(SETTING_ID_dormant) &&
	    (measured.stalls || *measured.metrics || strcmp(measured.gpu_metrics, "0") != 0))
		return cmd_usage_error("--dormant cannot be combined with --stalls, --metrics and "
		                       "--gpu-metrics, which begin when a context is made");
	return record_control_check(values);
}

static int check_usage(void)
{
	static int (*const checks[])(void) = { check_numbers, check_output,  check_metrics,
		                               check_needed,  check_control, record_upload_check };
	int status = 0;

	for (size_t i = 0; i < sizeof checks / sizeof *checks && !status; i++)
		status = checks[i]();
	return status;
}

/* ---- what can be said before the program runs ---- */

/* Says why no trace can be written where PATTERN wants it, if that can be seen now. */
static bool is_output_writable(const char *pattern)
{
	char folder[PATH_MAX];

	trace_name_folder(pattern, folder);
	if (strchr(folder, '%') ||
	    access(folder, W_OK | X_OK) == 0) /* '%': known only in the program */
		return true;
	cmd_error("cannot write traces: folder=\"%s\": %s: the program runs without being recorded",
	          folder, strerror(errno));
	return false;
}

/*
 * Whether the program can be recorded; if not, the reason was printed. LIBRARY receives the
 * collector's path, *IS_DOUBTFUL whether a reason was printed although it is tried.
 */
static bool can_record(const char *program, char library[PATH_MAX], bool *is_doubtful)
{
	const char *injection = getenv(INJECTION_VARIABLE);
	const char *obstacle = NULL;
	char path[PATH_MAX];

	*is_doubtful = false;
	if (!library_find(library)) {
		cmd_error("cannot find " LIBRARY_NAME ": the program runs without being recorded; "
		          "say where it is with " LIBRARY_VARIABLE);
		return false;
	}
	if (access(library, R_OK) != 0) {
		cmd_error("cannot load the collector: path=\"%s\": %s: the program runs without "
		          "being recorded",
		          library, strerror(errno));
		return false;
	}
	if (!library_is_preloadable(library)) {
		cmd_error("cannot preload the collector: path=\"%s\" has a blank or a colon: the "
		          "program runs without being "
		          "recorded; say another path with " LIBRARY_VARIABLE,
		          library);
		return false;
	}
	if (!is_output_writable(setting(SETTING_ID_output)))
		return false;
	/* From here on it is tried against all appearances: the program may start another one that
	 * can be traced. */
	if (injection && *injection && strcmp(injection, library) != 0) {
		cmd_error("another tool is set to trace the program, so no trace will be "
		          "written: " INJECTION_VARIABLE "=\"%s\": unset it first",
		          injection);
		*is_doubtful = true;
	}
	if (program_find(program, path))
		obstacle = program_preload_obstacle(path);
	if (obstacle) {
		cmd_error("the collector cannot be loaded into the program, so no trace of it will "
		          "be written: path=\"%s\" %s",
		          path, obstacle);
		*is_doubtful = true;
	}
	return true;
}

/* ---- running it ---- */

/* How the program runs; all NULL: without the collector. */
struct how {
	const char *library;
	const char *list;      /* the file in which the collector names its traces */
	const struct run *run; /* of several; NULL: the only one */
};

/* In the child: the environment that makes the collector work. */
static int set_environment(const void *data)
{
	const struct how *how = data;
	const char *preload = getenv("LD_PRELOAD");
	char name[LIBRARY_PRELOAD_MAX], *text;

	for (int i = 0; i < SETTINGS; i++) {
		const char *value = switches[i] ? "1" : values[i];

		if (value && setenv(options[i].variable, value, 1))
			return -errno;
	}
	if (environment_set_name(options[SETTING_ID_output].variable, setting(SETTING_ID_output),
	                         true) ||
	    (how->list &&
	     environment_set_name(options[SETTING_ID_list].variable, how->list, false)) ||
	    environment_set_sanitizer())
		return -errno;
	for (int i = 0; i < SETTINGS && how->run; i++)
		if (how->run->values[i] && setenv(options[i].variable, how->run->values[i], 1))
			return -errno;
	/* For programs whose loader does not take what is preloaded. Another tool's stays. */
	if (setenv(INJECTION_VARIABLE, how->library, 0))
		return -errno;
	library_preload_name(how->library, name);
	if (!preload || !*preload)
		return setenv("LD_PRELOAD", name, 1) ? -errno : 0;
	if (asprintf(&text, "%s:%s", name, preload) < 0)
		return -ENOMEM;
	return setenv("LD_PRELOAD", text, 1) ? -errno : 0;
}

/* ---- the verb ---- */

/* The user's own list, with the size it has now; NULL: it cannot be written, which was said. */
static const char *open_own_list(const char *path, off_t *size)
{
	struct stat st;
	int fd = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0666);

	if (fd < 0) {
		cmd_error("cannot write the list: path=\"%s\": %s: the traces are not named there",
		          path, strerror(errno));
		return NULL;
	}
	if (fstat(fd, &st) == 0)
		*size = st.st_size;
	close(fd);
	return path;
}

/*
 * The file that the traces are named in: the user's own, or a temporary one, which is ours to
 * remove. Returns its name and the size it has now, or NULL after saying why.
 */
static const char *open_list(char temporary[PATH_MAX], off_t *size)
{
	const char *folder = getenv("TMPDIR"), *own = setting(SETTING_ID_list);
	int fd;

	*size = 0;
	own = *own ? open_own_list(own, size) : NULL;
	if (own)
		return own;
	snprintf(temporary, PATH_MAX, "%s/warpwise-XXXXXX", folder && *folder ? folder : "/tmp");
	fd = mkostemp(temporary, O_CLOEXEC);
	if (fd < 0) {
		cmd_error("cannot create file: path=\"%s\": %s: the traces are written, but not "
		          "summed up",
		          temporary, strerror(errno));
		temporary[0] = '\0';
		return NULL;
	}
	close(fd);
	return temporary;
}

/* ---- several runs ---- */

static bool is_stopped(void)
{
	return child_stop_signal() != 0;
}

/* Where the program's input begins; -1: it cannot be read twice. */
static off_t input_start;

static bool is_input_lost(void)
{
	input_start = lseek(STDIN_FILENO, 0, SEEK_CUR);
	return input_start < 0 && errno == ESPIPE && !isatty(STDIN_FILENO);
}

/* Runs the program again for each of RUNS but the first. Returns how many runs there were with
 * that. */
static size_t run_others(char **argv, const char *library, const struct runs *runs,
                         int first_status)
{
	for (size_t i = 1; i < runs->count; i++) {
		const struct how how = { library, runs->items[i].list, &runs->items[i] };
		pid_t pid;
		int err;

		if (child_stop_signal())
			return i;
		if (!is_quiet)
			fprintf(stderr, "warpwise: run %zu of %zu: %s\n", i + 1, runs->count,
			        runs->items[i].label);
		if (input_start >= 0)
			(void)lseek(STDIN_FILENO, input_start, SEEK_SET);
		err = child_start(argv, how.library ? set_environment : NULL, &how, &pid);
		if (err) {
			record_not_started(argv[0], err);
			return i;
		}
		record_report_status(i + 1, runs->count, child_wait(pid, argv[0]), first_status);
	}
	return runs->count;
}

/* Whether the traces of the first run have all launches, so that they can be counted; where the
 * user has a plan of their own, nobody asks. */
static bool tells_launches(void)
{
	static const enum setting_id obstacles[] = { SETTING_ID_last, SETTING_ID_max_size,
		                                     SETTING_ID_rotate, SETTING_ID_metrics_plan };

	for (size_t i = 0; i < sizeof obstacles / sizeof *obstacles; i++)
		if (*setting(obstacles[i]))
			return false;
	return true;
}

/*
 * Measures in further runs what the first, which left LIST from SIZE on, could not, and joins it.
 * Returns the exit status of all.
 */
static int measure_rest(char **argv, const char *library, struct runs *runs, const char *list,
                        off_t size, int status)
{
	const char *function = setting(SETTING_ID_metrics_function);
	const char *blocks = setting(SETTING_ID_metrics_blocks);
	struct trace_list traces = { 0 };
	bool is_whole = true;
	size_t done = 1;

	trace_list_read(&traces, list, size);
	if (runs->wants_source &&
	    runs_add_source(runs, &traces, source_functions ? source_functions : SOURCE_FUNCTIONS,
	                    *function ? function : NULL,
	                    strcmp(blocks, "0") == 0 ? -1 : strtoll(blocks, NULL, 10)))
		cmd_error("out of memory");
	if (traces.count && !child_stop_signal() &&
	    runs_open(runs, setting(SETTING_ID_output)) == 0) {
		if (tells_launches())
			chosen_launches_give(
			        runs, &traces,
			        strtoll(setting(SETTING_ID_metrics_launches), NULL, 10));
		done = run_others(argv, library, runs, status);
	}
	if (!child_stop_signal() && done > 1)
		is_whole = runs_join(runs, done, &traces, is_stopped, is_quiet);
	if (child_stop_signal()) {
		cmd_error("interrupted: the traces hold what the first run recorded");
		status = CHILD_SIGNALLED + child_stop_signal();
	} else if (!is_whole) {
		cmd_error("what was not joined is kept: path=\"%s\"", runs->folder);
	}
	trace_list_release(&traces);
	runs_release(runs, !is_whole && !child_stop_signal());
	return status;
}

static int run(int argc, char **argv)
{
	const struct runs_wanted measured = wanted();
	char library[PATH_MAX], temporary[PATH_MAX] = "";
	struct how how = { 0 };
	struct runs runs = { 0 };
	bool is_recorded, is_doubtful, has_several;
	off_t size = 0;
	pid_t pid = -1;
	int status, err;

	(void)argc;
	status = check_usage();
	if (status)
		return status;
	is_recorded = can_record(argv[0], library, &is_doubtful);
	if (is_recorded) {
		how.library = library;
		how.list = open_list(temporary, &size);
	}
	has_several = how.list && runs_plan(&runs, &measured) == 0 &&
	              (runs.count > 1 || runs.wants_source);
	if (has_several) {
		how.run = &runs.items[0];
		if (is_quiet)
			(void)is_input_lost();
		else
			record_announce(&runs, argv[0], is_input_lost());
	}
	err = child_start(argv, how.library ? set_environment : NULL, &how, &pid);
	if (!err && how.library && is_on(SETTING_ID_dormant) && !is_quiet)
		record_dormant(pid);
	status = err ? record_not_started(argv[0], err) : child_wait(pid, argv[0]);
	if (!err && how.list)
		ended_write(how.list, size, pid);
	if (!err && has_several)
		status = measure_rest(argv, library, &runs, how.list, size, status);
	else
		runs_release(&runs, false);
	if (!err && how.list && is_on(SETTING_ID_host))
		host_names_write(how.list, size, HOST_NAMES_MOST_MS);
	if (!err && how.list && !recorded_print(stderr, how.list, size, is_quiet) &&
	    !is_on(SETTING_ID_dormant))
		record_no_trace(status, has_several, is_doubtful);
	if (!err && how.list)
		record_upload(how.list, size, is_quiet, is_stopped);
	if (*temporary)
		unlink(temporary);
	return status;
}

const struct cmd cmd_record = {
	.name = "record",
	.summary = "run a CUDA program and record it into a trace",
	.arguments = "[--] PROGRAM [ARGUMENT]...",
	.description = "Runs PROGRAM and records what it does with CUDA: kernels, copies, API "
	               "calls, NVTX ranges. Each process that uses "
	               "CUDA, PROGRAM or one that it starts, leaves one trace. At the end the "
	               "traces are summed up on stderr.\n"
	               "\n"
	               "Nothing in PROGRAM changes: input, output, signals and exit status are its "
	               "own. Whatever keeps it from being "
	               "recorded (the collector is missing, the folder of the traces cannot be "
	               "written, another tool traces it) is said in "
	               "one line on stderr, and PROGRAM runs all the same. 'warpwise doctor' tells "
	               "beforehand whether recording works.\n"
	               "\n"
	               "--stalls, --metrics and --gpu-metrics exclude each other in one run. With "
	               "several of them PROGRAM runs "
	               "once for each, and what it prints appears each time; with --metrics=source "
	               "it runs once more for each "
	               "function, with --stalls-alone once before for the timeline. What the runs "
	               "measured is joined into one trace for each "
	               "process, as 'warpwise merge' does; "
	               "the timeline is that of the first run: of --gpu-metrics if it is given, "
	               "else of --stalls. The exit status "
	               "is that of the first run too. An interrupt ends all runs.",
	.examples = "warpwise record ./app --size 4096\n"
	            "warpwise record -o 'run-%h-%p.db' python train.py\n"
	            "warpwise record --stalls --metrics ./app\n"
	            "warpwise record -o 'rank-%q{RANK}.db' -- torchrun --nproc-per-node 2 train.py",
	.exit_status = "That of PROGRAM; 128 + N when signal N ended it; 126: PROGRAM cannot be "
	               "executed; 127: it was not found; 2: wrong usage, PROGRAM was not started.",
	.options = options,
	.groups = groups,
	.min_arguments = 1,
	.max_arguments = -1,
	.is_prefix = true,
	.argument_kind = KIND_PROGRAM,
	.run = run,
};
