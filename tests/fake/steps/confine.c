/* SPDX-License-Identifier: MIT */
/* How a program takes rights away from itself, as services and sandboxes do. */
#include <fcntl.h>
#include <linux/filter.h>
#include <linux/perf_event.h>
#include <linux/seccomp.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/resource.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "step.h"

/* FOLDER is the root from now on; the current folder stays. */
static void step_chroot(const char *folder)
{
	if (chroot(folder))
		perror(folder);
}

/* Says whether it may sample itself with perf events. */
static void step_perf(const char *value)
{
	struct perf_event_attr what = {
		.type = PERF_TYPE_SOFTWARE,
		.size = sizeof what,
		.config = PERF_COUNT_SW_TASK_CLOCK,
		.exclude_kernel = 1,
		.exclude_hv = 1,
	};
	const long fd = syscall(SYS_perf_event_open, &what, 0, -1, -1, 0);

	(void)value;
	puts(fd < 0 ? "not allowed" : "allowed");
	fflush(stdout);
	if (fd >= 0)
		close((int)fd);
}

/* ---- system calls ---- */

enum { GROUP_CALLS = 4 };

static const struct group {
	const char *name;
	int calls[GROUP_CALLS]; /* -1: none */
	int flags_argument;     /* only with flags to write in this one; -1: in any case */
} groups[] = {
	{ "files", { SYS_openat, -1, -1, -1 }, 2 },
	{ "unlink",
	  { SYS_unlinkat,
#ifdef SYS_unlink
	    SYS_unlink,
#else
	    -1,
#endif
	    -1, -1 },
	  -1 },
	{ "truncate", { SYS_ftruncate, SYS_truncate, SYS_fallocate, -1 }, -1 },
	{ "sockets", { SYS_socket, SYS_socketpair, SYS_connect, SYS_bind }, -1 },
	{ "perf", { SYS_perf_event_open, -1, -1, -1 }, -1 },
	{ "threads", { SYS_clone, SYS_clone3, -1, -1 }, -1 },
	{ "kill", { SYS_kill, SYS_tgkill, SYS_rt_sigqueueinfo, -1 }, -1 },
	{ "vm", { SYS_process_vm_readv, SYS_process_vm_writev, -1, -1 }, -1 },
};

static const struct group *find_group(const char *rule)
{
	const size_t length = strcspn(rule, ":");

	for (size_t i = 0; i < sizeof groups / sizeof *groups; i++)
		if (strlen(groups[i].name) == length && !strncmp(groups[i].name, rule, length))
			return &groups[i];
	fprintf(stderr, "app: no such calls: %s\n", rule);
	exit(99);
}

/* Returns the number of instructions. */
static unsigned short write_filter(struct sock_filter *filter, const struct group *group,
                                   unsigned action)
{
	const struct sock_filter load_number =
	        BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(struct seccomp_data, nr));
	const struct sock_filter allow = BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW);
	unsigned short count = 0;

	filter[count++] = load_number;
	for (int i = 0; i < GROUP_CALLS; i++)
		if (group->calls[i] >= 0) {
			const bool has_flags = group->flags_argument >= 0;

			filter[count++] = (struct sock_filter)BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K,
			                                               (unsigned)group->calls[i], 0,
			                                               has_flags ? 4 : 1);
			if (has_flags) {
				filter[count++] = (struct sock_filter)BPF_STMT(
				        BPF_LD | BPF_W | BPF_ABS,
				        offsetof(struct seccomp_data, args) +
				                sizeof(uint64_t) * (size_t)group->flags_argument);
				filter[count++] = (struct sock_filter)BPF_JUMP(
				        BPF_JMP | BPF_JSET | BPF_K, O_WRONLY | O_RDWR | O_CREAT, 1,
				        0);
				filter[count++] = allow;
			}
			filter[count++] = (struct sock_filter)BPF_STMT(BPF_RET | BPF_K, action);
		}
	filter[count++] = allow;
	return count;
}

/*
 * A seccomp filter for all threads of the process. RULE is "calls:how": calls is the name of a
 * group; how is the errno that they give from now on, or "kill".
 */
static void step_forbid(const char *rule)
{
	const struct group *group = find_group(rule);
	const char *how = rule + strlen(group->name);
	const unsigned action = strcmp(how, ":kill") == 0
	                                ? SECCOMP_RET_KILL_PROCESS
	                                : SECCOMP_RET_ERRNO | (unsigned)atoi(how + (*how == ':'));
	struct sock_filter filter[5 * GROUP_CALLS];
	struct sock_fprog program = { .filter = filter };

	program.len = write_filter(filter, group, action);
	if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) ||
	    syscall(SYS_seccomp, SECCOMP_SET_MODE_FILTER, SECCOMP_FILTER_FLAG_TSYNC, &program))
		perror("seccomp");
}

/* ---- limits ---- */

/* LIMIT is "name:number": as, nproc, nofile, stack or memlock is no more than that. */
static void step_limit(const char *limit)
{
	static const struct {
		const char *name;
		__rlimit_resource_t resource;
	} limits[] = {
		{ "as:", RLIMIT_AS },           { "nproc:", RLIMIT_NPROC },
		{ "nofile:", RLIMIT_NOFILE },   { "stack:", RLIMIT_STACK },
		{ "memlock:", RLIMIT_MEMLOCK },
	};

	for (size_t i = 0; i < sizeof limits / sizeof *limits; i++) {
		const size_t length = strlen(limits[i].name);
		struct rlimit both;

		if (strncmp(limit, limits[i].name, length) != 0)
			continue;
		both.rlim_cur = both.rlim_max = (rlim_t)atol(limit + length);
		if (setrlimit(limits[i].resource, &both))
			perror(limit);
		return;
	}
	fprintf(stderr, "app: no such limit: %s\n", limit);
	exit(99);
}

const struct step confine_steps[] = {
	{ "chroot", step_chroot }, { "forbid", step_forbid }, { "limit", step_limit },
	{ "perf", step_perf },     { .name = NULL },
};
