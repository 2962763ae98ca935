/* SPDX-License-Identifier: MIT */
/*
 * warpwise-dashboard timeline: what the page draws of a trace, to stdout, as
 * print/out_html_timeline.c writes it. The server runs it (api_timeline.c), and has it remove its
 * copy of the trace once that is loaded: so none stays behind, whoever of both is killed.
 */
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "print/out_html_parts.h"
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
	const rlim_t bytes = (rlim_t)LIMIT_DRAWING_MB << 20;

	alarm(LIMIT_DRAWING_S);
	if (setrlimit(RLIMIT_CORE, &(struct rlimit){ 0 }) ||
	    setrlimit(RLIMIT_CPU, &(struct rlimit){ LIMIT_DRAWING_S, LIMIT_DRAWING_S }))
		return -1;
	return LIMITS_MEMORY ? setrlimit(RLIMIT_AS, &(struct rlimit){ bytes, bytes }) : 0;
}

static int print(const struct trace *trace)
{
	const struct report_options wanted = { .is_without_timeline = true,
		                               .has_fine_timeline = true };
	struct report report = { 0 };
	int err = report_add(&report, trace, &wanted);

	if (!err)
		err = report_finish(&report);
	if (!err)
		err = html_print_timeline(&report.processes[0], stdout, HTML_BYTES);
	report_release(&report);
	return err || fflush(stdout) || ferror(stdout) ? STATUS_FAILED : STATUS_OK;
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
	.summary = "write what the page draws of a trace",
	.arguments = "TRACE",
	.description = "",
	.examples = "",
	.exit_status = "0: written. 1: it could not be. 3: no trace.",
	.min_arguments = 1,
	.max_arguments = 1,
	.is_hidden = true,
	.options = options,
	.run = run,
};
