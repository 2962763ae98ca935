/* SPDX-License-Identifier: MIT */
/*
 * warpwise-dashboard timeline: the index of a trace's timeline, to stdout, as
 * print/timeline_index.h has it. The server runs it (api/timelines.c), and has it remove its
 * copy of the trace once that is loaded: so none stays behind, whoever of both is killed.
 */
#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "print/timeline_index.h"
#include "server/api/timeline_maker.h"
#include "server/http/limits.h"
#include "trace/trace.h"

/* The sanitizers' shadow takes terabytes of addresses. */
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
enum { LIMITS_MEMORY = false };
#else
enum { LIMITS_MEMORY = true };
#endif

static bool option_remove;

static const struct cmd_option options[] = {
	{ .name = "remove", .flag = &option_remove, .help = "Remove TRACE once it is loaded" },
	{ 0 },
};

static int limit(void)
{
	rlim_t bytes = (rlim_t)LIMIT_DRAWING_MB << 20;
	const rlim_t most = (rlim_t)sysconf(_SC_PHYS_PAGES) * (rlim_t)sysconf(_SC_PAGESIZE) / 4 * 3;

	bytes = bytes < most ? bytes : most;
	prctl(PR_SET_PDEATHSIG, SIGKILL); /* with the server */
	errno = 0;
	if (nice(10) < 0 && errno)
		return -1;

	alarm(LIMIT_DRAWING_S);
	if (setrlimit(RLIMIT_CORE, &(struct rlimit){ 0 }) ||
	    setrlimit(RLIMIT_CPU, &(struct rlimit){ LIMIT_DRAWING_S, LIMIT_DRAWING_S }))
		return -1;
	return LIMITS_MEMORY ? setrlimit(RLIMIT_AS, &(struct rlimit){ bytes, bytes }) : 0;
}

static int print(const struct trace *trace)
{
	struct report report = { 0 };
	int err = timeline_index_write(&report, trace, stdout);

	report_release(&report);
	if (fflush(stdout) || ferror(stdout))
		return STATUS_FAILED;
	return err ? TIMELINE_MAKER_TOO_LARGE : STATUS_OK;
}

static int run(int argc, char **argv)
{
	char error[TRACE_ERROR_MAX];
	struct trace trace;
	int status;

	(void)argc;
	if (limit()) {
		cmd_error("cannot limit what drawing takes");
		return STATUS_FAILED;
	}
	status = trace_load(&trace, argv[0], error) ? STATUS_UNUSABLE : STATUS_OK;
	if (option_remove)
		unlink(argv[0]);
	if (status)
		return status;
	status = print(&trace);
	trace_release(&trace);
	return status;
}

const struct cmd cmd_timeline = {
	.name = "timeline",
	.summary = "write the index of a trace's timeline",
	.arguments = "TRACE",
	.description = "",
	.examples = "",
	.exit_status = "0: written. 1: it could not be. 3: no trace. 4: out of memory.",
	.min_arguments = 1,
	.max_arguments = 1,
	.is_hidden = true,
	.options = options,
	.run = run,
};
