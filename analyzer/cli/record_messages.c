/* SPDX-License-Identifier: MIT */
/* Why a program was not started, or left no trace. */
#include "cli/record_messages.h"

#include <errno.h>
#include <limits.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/cmd.h"
#include "record/child.h"
#include "record/doctor.h"
#include "record/program.h"

enum { STATUS_NOT_EXECUTABLE = 126, STATUS_NOT_FOUND = 127 };
enum { REASON_MAX = FINDING_MAX + 64 };

void record_dormant(pid_t pid)
{
	fprintf(stderr, "warpwise: nothing is recorded before 'warpwise ctl start %ld'\n",
	        (long)pid);
}

int record_not_started(const char *program, int err)
{
	char path[PATH_MAX];
	struct stat st;

	if (err == -EACCES && stat(program, &st) == 0 && S_ISDIR(st.st_mode))
		err = -EISDIR;
	if (err == -ENOENT && program_find(program, path))
		cmd_error("cannot run program: path=\"%s\": its interpreter is missing", path);
	else if (err == -ENOENT)
		cmd_error("cannot run program: no such file%s: \"%s\"",
		          strchr(program, '/') ? "" : " on PATH", program);
	else
		cmd_error("cannot run program: path=\"%s\": %s", program, strerror(-err));
	return err == -ENOENT ? STATUS_NOT_FOUND : STATUS_NOT_EXECUTABLE;
}

/* Why a program left no trace, as far as can be known: what follows "no trace was written". */
static const char *reason_of(int status, char text[REASON_MAX])
{
	char driver[FINDING_MAX];

	if (!doctor_has_driver(driver)) {
		snprintf(text, REASON_MAX, ": %s; 'warpwise doctor' says what to do", driver);
		return text;
	}
	if (status > CHILD_SIGNALLED && status <= CHILD_SIGNALLED + SIGRTMAX)
		return ": a signal ended the program before or just after it began to use CUDA, "
		       "or a line above says why";
	return ": the program did not use CUDA, found no GPU, was started without record's "
	       "environment (sudo, env -i), or a line above says why; 'warpwise doctor' checks "
	       "this machine";
}

void record_no_trace(int status, bool has_several, bool is_said)
{
	char text[REASON_MAX];

	if (is_said && !has_several)
		return;
	cmd_error("no trace was written%s%s",
	          has_several ? ", so the program does not run again" : "",
	          is_said ? "" : reason_of(status, text));
}

void record_announce(const struct runs *runs, const char *program, bool is_lost)
{
	fprintf(stderr, "warpwise: %s runs several times: for ", program);
	for (size_t i = 0; i < runs->count; i++)
		fprintf(stderr, "%s%s", i ? ", for " : "", runs->items[i].label);
	if (runs->wants_source)
		fputs(", and once for each function that --metrics=source measures", stderr);
	fprintf(stderr, "; what it prints appears each time%s\n",
	        is_lost ? ", what is piped into it the first run reads" : "");
}

void record_report_status(size_t number, size_t count, int status, int first_status)
{
	if (status != first_status)
		cmd_error("run %zu of %zu ended with status %d, the first with %d: it may not have "
		          "done the same",
		          number, count, status, first_status);
}
