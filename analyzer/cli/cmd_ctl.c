/* SPDX-License-Identifier: MIT */
/* warpwise ctl: begins and ends the recording of programs that run already. */
#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "base/terminal.h"
#include "cli/cmd.h"
#include "collector/host/duration.h"
#include "print/table.h"
#include "record/controlled.h"

static const char *option_for;
static bool option_analyze, is_quiet;

/* What the program is doing, and how a command is said to have been done. */
static const char *const states[COMMANDED_STATES] = {
	[COMMANDED_DORMANT] = "dormant", [COMMANDED_RECORDING] = "recording",
	[COMMANDED_WAITING] = "waiting", [COMMANDED_STOPPED] = "stopped",
	[COMMANDED_ENDED] = "ended",
};

/* The verbs: word, command, and as in struct verb. */
#define VERBS(VERB)                                    \
	VERB("start", START, false, true, "recording") \
	VERB("stop", STOP, false, true, "stopped")     \
	VERB("flush", FLUSH, false, true, "flushed")   \
	VERB("status", STATUS, true, false, NULL)
#define AS_VERB(word, command, is_for_all, has_report, done) \
	{ word, COMMAND_##command, is_for_all, has_report, done },
#define AS_WORD(word, ...) word,

static const struct verb {
	const char *word;
	enum command command;
	bool is_for_all; /* without a process: all of the user's */
	bool has_report; /* --analyze is of use */
	const char *done;
} verbs[] = { VERBS(AS_VERB) };

/* For completion. */
static const char *const words[] = { VERBS(AS_WORD) NULL };

/* What was asked, and of whom. */
struct request {
	const struct verb *verb;
	int64_t duration_ns; /* --for; 0: without */
	struct pid_list pids;
	char **traces; /* of those that obeyed; each the caller's to free */
	size_t traces_count;
	int status;
};

static const char *state_of(const struct command_page *page)
{
	return page->state >= 0 && page->state < COMMANDED_STATES ? states[page->state] : "?";
}

/* ---- who is meant ---- */

static int add_pid(struct request *request, const char *text)
{
	char error[CONTROLLED_ERROR_MAX], *end;
	const long number = strtol(text, &end, 10);
	struct controlled process;
	const size_t before = request->pids.count;
	int err;

	if (end == text || *end || number <= 0 || number > INT_MAX)
		return cmd_usage_error("a process id is a number, not '%s'", text);
	err = controlled_open(&process, (pid_t)number, error);
	controlled_close(&process);
	/* A launcher, or warpwise record itself: what it started is meant. */
	if (!err || err == -ENOENT)
		controlled_find(&request->pids, (pid_t)number);
	if (request->pids.count == before) {
		cmd_error("process %ld %s", number, error);
		request->status = STATUS_FAILED;
	}
	return 0;
}

static int find_processes(struct request *request, char **pids)
{
	int status = 0;

	for (; *pids && !status; pids++)
		status = add_pid(request, *pids);
	return status;
}

/* ---- what they answered ---- */

static const struct table_column columns[] = {
	{ "pid", "pid", TABLE_NAME, 0 },     { "program", "program", TABLE_NAME, 0 },
	{ "state", "state", TABLE_NAME, 0 }, { "recorded_ns", "recorded", TABLE_DURATION, 0 },
	{ "trace", "trace", TABLE_NAME, 0 },
};

static void add_row(struct table *table, const struct controlled *process, const char *name,
                    const char *trace)
{
	struct table_cell cells[sizeof columns / sizeof *columns] = { { 0 } };
	char pid[32];

	snprintf(pid, sizeof pid, "%ld", (long)process->pid);
	cells[0].text = pid;
	cells[1].text = name;
	cells[2].text = state_of(process->page);
	cells[3].integer = process->page->recorded_ns;
	cells[3].is_none = process->page->recorded_ns <= 0;
	cells[4].text = *trace ? trace : NULL;
	cells[4].is_none = !*trace;
	table_add(table, cells);
}

static void print_done(const struct request *request, const struct controlled *process,
                       const char *name, const char *trace)
{
	const struct command_page *page = process->page;

	if (is_quiet)
		return;
	printf("%s process %ld (%s)", request->verb->done, (long)process->pid, name);
	if (request->verb->command == COMMAND_START && request->duration_ns)
		printf(" for %s", format_duration(FORMAT, request->duration_ns));
	if (request->verb->command != COMMAND_START)
		printf(", %s recorded", format_duration(FORMAT, page->recorded_ns));
	printf("%s%s", *trace ? ": " : "", trace);
	if (page->state == COMMANDED_WAITING)
		printf("; it still waits for %s", page->message);
	putchar('\n');
	fflush(stdout);
}

/* Each of them once. */
static void keep_trace(struct request *request, const char *trace)
{
	char *copy;

	for (size_t i = 0; i < request->traces_count; i++)
		if (request->traces[i] && strcmp(request->traces[i], trace) == 0)
			return;
	copy = *trace ? strdup(trace) : NULL;
	if (copy)
		request->traces[request->traces_count++] = copy;
}

/* Asks one process. TABLE: for what it answers; NULL: in a line. */
static void ask(struct request *request, pid_t pid, struct table *table)
{
	char error[CONTROLLED_ERROR_MAX], raw[64], trace[PATH_MAX];
	char *name;
	struct controlled process;
	int err = controlled_open(&process, pid, error);

	if (!err)
		err = controlled_ask(&process, request->verb->command, request->duration_ns, error);
	if (err) {
		cmd_error("process %ld %s", (long)pid, error);
		request->status = STATUS_FAILED;
		controlled_close(&process);
		return;
	}
	controlled_trace(&process, trace);
	controlled_name(pid, raw, sizeof raw);
	name = text_clean(raw, 0);
	if (table)
		add_row(table, &process, name ? name : raw, trace);
	else
		print_done(request, &process, name ? name : raw, trace);
	keep_trace(request, trace);
	free(name);
	controlled_close(&process);
}

static void ask_all(struct request *request)
{
	struct table *table = request->verb->command == COMMAND_STATUS
	                              ? table_new(columns, sizeof columns / sizeof *columns)
	                              : NULL;

	for (size_t i = 0; i < request->pids.count; i++)
		ask(request, request->pids.items[i], table);
	if (table)
		table_print(table, stdout, TABLE_TEXT);
	table_free(table);
}

/* ---- --analyze ---- */

static void sleep_ns(int64_t ns)
{
	struct timespec left = { ns / 1000000000, ns % 1000000000 };

	while (nanosleep(&left, &left) && errno == EINTR)
		;
}

/* What was started has ended: each process has stopped by itself, or does now, or is no more. */
static void await_end(struct request *request)
{
	char error[CONTROLLED_ERROR_MAX], trace[PATH_MAX];

	sleep_ns(request->duration_ns);
	for (size_t i = 0; i < request->pids.count; i++) {
		struct controlled process;

		if (controlled_open(&process, request->pids.items[i], error))
			continue;
		if (!controlled_ask(&process, COMMAND_STOP, 0, error)) {
			controlled_trace(&process, trace);
			keep_trace(request, trace);
		}
		controlled_close(&process);
	}
}

/* Becomes warpwise analyze. */
static int analyze(const struct request *request)
{
	char **argv = calloc(request->traces_count + 4, sizeof *argv);
	char program[] = "warpwise", verb[] = "analyze", last[] = "--last-recording";

	if (!request->traces_count) {
		cmd_error("nothing to analyse: there is no trace");
		free(argv);
		return STATUS_FAILED;
	}
	if (argv) {
		argv[0] = program;
		argv[1] = verb;
		argv[2] = last;
		for (size_t i = 0; i < request->traces_count; i++)
			argv[i + 3] = request->traces[i];
		fflush(stdout);
		execv("/proc/self/exe", argv);
	}
	cmd_error("cannot analyse: %s", strerror(errno));
	free(argv);
	return STATUS_FAILED;
}

/* ---- the verb ---- */

static int check_usage(const struct verb *verb, int64_t *duration_ns, int pids)
{
	*duration_ns = 0;
	if (!verb->is_for_all && !pids)
		return cmd_usage_error("which process? 'warpwise ctl status' lists them");
	if (option_for && verb->command != COMMAND_START)
		return cmd_usage_error("--for does nothing without start");
	if (option_for && duration_parse(option_for, duration_ns))
		return cmd_usage_error("--for must be a time, as 10s, 500ms or 2m, not '%s'",
		                       option_for);
	if (option_analyze && !verb->has_report)
		return cmd_usage_error("--analyze does nothing with status");
	if (option_analyze && verb->command == COMMAND_START && !option_for)
		return cmd_usage_error("--analyze needs --for with start: a report has an end");
	return 0;
}

static void release(struct request *request)
{
	for (size_t i = 0; i < request->traces_count; i++)
		free(request->traces[i]);
	free(request->traces);
	pid_list_release(&request->pids);
}

static int obey(struct request *request, char **pids)
{
	int status = find_processes(request, pids);

	if (status)
		return status;
	if (!*pids)
		controlled_find(&request->pids, 0);
	if (!*pids && !request->pids.count && !is_quiet)
		puts("no process of yours is recorded or dormant");
	/* Each may have two: of the start, and another one of the stop. */
	request->traces = calloc(2 * request->pids.count + 1, sizeof *request->traces);
	if (!request->traces)
		return STATUS_FAILED;
	ask_all(request);
	if (!option_analyze)
		return request->status;
	if (request->duration_ns && request->traces_count)
		await_end(request);
	status = analyze(request);
	return request->status ? request->status : status;
}

static int run(int argc, char **argv)
{
	struct request request = { 0 };
	int status;

	if (!argc)
		return cmd_usage_error("what is to be done? start, stop, flush or status");
	for (size_t i = 0; i < sizeof verbs / sizeof *verbs; i++)
		if (strcmp(verbs[i].word, argv[0]) == 0)
			request.verb = &verbs[i];
	if (!request.verb)
		return cmd_usage_error("it is start, stop, flush or status, not '%s'", argv[0]);
	status = check_usage(request.verb, &request.duration_ns, argc - 1);
	if (!status)
		status = obey(&request, argv + 1);
	release(&request);
	return status;
}

static const struct cmd_option options[] = {
	{ .name = "for",
	  .argument = "TIME",
	  .text = &option_for,
	  .help = "With start, stop after so long: 10s, 500ms, 2m. The program does that itself, "
	          "also "
	          "when warpwise is no more" },
	{ .name = "analyze",
	  .flag = &option_analyze,
	  .help = "Print the report of what was recorded, as 'warpwise analyze' does: with start, "
	          "when "
	          "--for is over. It is about what was recorded since the last start" },
	{ .name = "quiet",
	  .letter = 'q',
	  .flag = &is_quiet,
	  .help = "Print only what went wrong, and reports" },
	{ 0 },
};

const struct cmd cmd_ctl = {
	.name = "ctl",
	.summary = "begin and end the recording of a program that runs",
	.arguments = "start|stop|flush|status [PID]...",
	.description =
	        "Controls programs that were started by 'warpwise record', or with the collector "
	        "in "
	        "LD_PRELOAD, and are of the same user. PID is such a process, or one that started "
	        "some: then all of these are meant. On other machines and in containers it is run "
	        "there, or with the process id that the machine itself has for it.\n"
	        "\n"
	        "start begins to record: a program of 'warpwise record --dormant', or one that was "
	        "stopped. stop ends that, and makes the trace whole; the program goes on, and can "
	        "be "
	        "started again: what lies between is in no report. flush writes what there is so "
	        "far, "
	        "for 'warpwise analyze'. status lists processes, without PID all that there are: "
	        "dormant, recording, waiting (for --start-after, --range or --capture), stopped, "
	        "or "
	        "ended for good.\n"
	        "\n"
	        "A program has one trace, to which each start adds; --analyze is about what came "
	        "after the last one, 'warpwise analyze' about all. Before it is started a "
	        "dormant program runs as if it were alone; when it is stopped CUPTI stays in it, "
	        "and goes on to note calls, which are left out: CUDA graphs of many small kernels "
	        "were seen to be a tenth slower, launches of a few us one to two us. A start "
	        "at the very moment in which another thread destroys CUDA graphs was seen to "
	        "crash in CUPTI 13.0: 4 of 300 times in a program that did nothing else.\n"
	        "\n"
	        "Programs are reached through a page of shared memory, /dev/shm/warpwise-ctl-PID, "
	        "that "
	        "a sleeping thread of theirs waits for: no signal is sent to them, no file stays "
	        "open in "
	        "them.",
	.examples = "warpwise record --dormant python serve.py\n"
	            "warpwise ctl status\n"
	            "warpwise ctl start --for 10s --analyze 4711\n"
	            "warpwise ctl stop 4711",
	.exit_status =
	        "0: all processes did it. 1: one did not, which was said. 2: wrong usage. With "
	        "--analyze, that of warpwise analyze.",
	.options = options,
	.max_arguments = -1,
	.first_choices = words,
	.run = run,
};
