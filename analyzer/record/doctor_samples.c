/* SPDX-License-Identifier: MIT */
/* Whether `warpwise record --host` can sample native code: perf events of the program's own
 * threads, outside of the kernel. */
#include <errno.h>
#include <linux/perf_event.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>

#include "record/doctor_checks.h"

#define PARANOID "/proc/sys/kernel/perf_event_paranoid"

enum { PARANOID_MAX = 2 }; /* with more, Debian's and Ubuntu's kernels refuse everybody but root */

/* As the collector opens them: 0 or an errno. */
static int open_event(void)
{
	struct perf_event_attr what = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof what,
		.config = PERF_COUNT_SW_TASK_CLOCK,
		.sample_period = 1000000000,
		.sample_type = PERF_SAMPLE_IP | PERF_SAMPLE_CALLCHAIN,
		.exclude_kernel = 1,
		.exclude_hv = 1,
		.exclude_callchain_kernel = 1,
	};
	const long fd = syscall(SYS_perf_event_open, &what, 0, -1, -1, PERF_FLAG_FD_CLOEXEC);

	return fd < 0 ? errno : 0;
}

/* By a child: a filter of system calls may end the process that asks. Returns 0 or -errno. */
static int try_event(void)
{
	const pid_t child = fork();
	int status;

	if (child == 0) {
		prctl(PR_SET_DUMPABLE, 0, 0, 0, 0); /* it leaves no core */
		_exit(open_event());
	}
	if (child < 0 || waitpid(child, &status, 0) < 0)
		return -errno;
	return WIFEXITED(status) ? -WEXITSTATUS(status) : -EPERM;
}

void doctor_check_samples(struct doctor *doctor, const char *name)
{
	struct doctor_finding *finding;
	const int err = try_event();
	char value[64] = "";

	if (!err) {
		doctor_report(doctor, name, VERDICT_OK,
		              "native code between calls can be sampled (--host)");
		return;
	}
	finding = doctor_report(
	        doctor, name, VERDICT_NOTE,
	        "the kernel refuses perf events (%s): recording works, --host does not sample "
	        "native code between calls",
	        strerror(-err));
	if (doctor_value(PARANOID, "", value, sizeof value) && atoi(value) > PARANOID_MAX)
		doctor_fix(finding,
		           "Allow it to everybody; it is %s now\n"
		           " sudo sysctl kernel.perf_event_paranoid=2",
		           value);
	else
		doctor_fix(finding, "In a container: start it with that right\n"
		                    " docker run --cap-add PERFMON ...\n"
		                    "Or the service has a filter of system calls: let it have "
		                    "perf_event_open");
}
