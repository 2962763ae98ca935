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
#include "record/program.h"

enum { STATUS_NOT_EXECUTABLE = 126, STATUS_NOT_FOUND = 127 };

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

void record_no_trace(int status, bool has_several, bool is_said)
{
	const char *reason =
	        ": the program did not use CUDA, found no GPU, was started without record's "
	        "environment (sudo, env -i), or a line above says why; 'warpwise doctor' checks "
	        "this machine";

	if (is_said && !has_several)
		return;
	if (is_said)
		reason = "";
	else if (status > CHILD_SIGNALLED && status <= CHILD_SIGNALLED + SIGRTMAX)
		reason = ": a signal ended the program before or just after it began to use CUDA, "
		         "or a "
		         "line above says why";
	cmd_error("no trace was written%s%s",
	          has_several ? ", so the program does not run again" : "", reason);
}
