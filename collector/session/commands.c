/* SPDX-License-Identifier: MIT */
/*
 * Obeys `warpwise ctl`. A thread of its own, but for commands_open() and commands_close().
 *
 * The page is a file, and who truncates it takes the memory away: who touched that would end the
 * program by SIGBUS. So nobody does. The thread sleeps on it and copies from and to it by system
 * calls alone, which fail then. Only where these are refused (containers of old, some sandboxes) it
 * touches the page: better than a program that cannot be reached.
 */
#include "session/commands.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "descriptor.h"
#include "host/clock.h"
#include "host/command_page.h"
#include "host/log.h"
#include "host/recording.h"
#include "host/thread.h"
#include "session/control.h"
#include "session/session.h"
#include "session/writer.h"
#include "stacks/perf_permit.h"

enum {
	TRACE_POLL_US = 2000,
	TRACE_POLLS = 1000, /* that a start waits for the trace's name, which the writer makes */
};

static struct command_page *shared; /* never read or written but by copy_in() and copy_out() */
static struct command_page page;    /* our copy */
static char path[PATH_MAX];         /* of the page's file; "": none */
static int64_t stop_ms;             /* when it stops by itself, by clock_ms(); 0: never */

/* ---- the page as memory ---- */

/* Whether the system call that failed is refused to this process, whatever it copies. */
static bool is_refused(void)
{
	return errno == EPERM || errno == ENOSYS || errno == EACCES;
}

/* A filter may end who copies by a system call: then that is tried in a child, once. */
static bool may_copy(void)
{
	static atomic_bool is_known;

	if (!atomic_exchange(&is_known, true))
		perf_permit_begin();
	return perf_permit();
}

/* Part of the shared page, into ours. False: it is gone. */
static bool copy_in(void *part, size_t bytes)
{
	char *theirs = (char *)shared + ((char *)part - (char *)&page);
	const struct iovec to = { part, bytes }, from = { theirs, bytes };

	if (may_copy()) {
		if (process_vm_readv(getpid(), &to, 1, &from, 1, 0) == (ssize_t)bytes)
			return true;
		if (!is_refused())
			return false;
	}
	memcpy(part, theirs, bytes);
	return true;
}

/* Part of ours, into the shared page; there is nothing to do about one that is gone. */
static void copy_out(void *part, size_t bytes)
{
	char *theirs = (char *)shared + ((char *)part - (char *)&page);
	const struct iovec from = { part, bytes }, to = { theirs, bytes };

	if (!may_copy() || (process_vm_writev(getpid(), &from, 1, &to, 1, 0) < 0 && is_refused()))
		memcpy(theirs, part, bytes);
}

/* ---- the answer ---- */

static int refuse(int err, const char *why)
{
	snprintf(page.message, sizeof page.message, "%s", why);
	return err;
}

static enum command_state state(void)
{
	const enum phase phase = atomic_load(&recording.phase);

	if (phase == PHASE_DORMANT)
		return COMMANDED_DORMANT;
	if (phase != PHASE_RECORDING || control_is_over())
		return COMMANDED_ENDED;
	if (!control_is_open(GATE_COMMAND))
		return COMMANDED_STOPPED;
	return *control_waits_for() ? COMMANDED_WAITING : COMMANDED_RECORDING;
}

static void answer(int err)
{
	const char *trace = writer_path();

	page.error = err;
	page.state = (int32_t)state();
	page.recorded_ns = page.state == COMMANDED_DORMANT || page.state == COMMANDED_ENDED
	                           ? 0
	                           : control_recorded_ns();
	snprintf(page.trace, sizeof page.trace, "%s", trace ? trace : "");
	if (!err && page.state == COMMANDED_WAITING)
		snprintf(page.message, sizeof page.message, "%s", control_waits_for());
}

/* ---- commands ---- */

static int refuse_ended(void)
{
	return refuse(-ESHUTDOWN,
	              "has ended its recording, which cannot begin again: by --duration or "
	              "--step-aside, or a line on its stderr says why");
}

static void await_trace(void)
{
	for (int i = 0; i < TRACE_POLLS && !writer_path(); i++)
		clock_sleep_us(TRACE_POLL_US);
}

static int wake(void)
{
	const int err = session_wake();

	if (err == -EBUSY)
		return refuse(err, "has another tool that holds CUPTI, and only one can; try again "
		                   "when that has ended");
	if (err)
		return refuse(err, "cannot be recorded: a line on its stderr says why");
	await_trace();
	return 0;
}

static int start(void)
{
	const enum command_state now = state();
	int err = 0;

	if (now == COMMANDED_ENDED)
		return refuse_ended();
	if (now == COMMANDED_RECORDING || now == COMMANDED_WAITING)
		return refuse(-EALREADY, "is recorded already");
	if (now == COMMANDED_DORMANT) {
		err = wake();
	} else {
		session_go_on();
		control_set(GATE_COMMAND, true);
		control_await();
	}
	if (!err && page.duration_ns > 0)
		stop_ms = clock_ms() + page.duration_ns / 1000000 + 1; /* not too early */
	return err;
}

static int stop(void)
{
	const enum command_state now = state();

	stop_ms = 0;
	if (now == COMMANDED_ENDED)
		return refuse_ended();
	if (now == COMMANDED_DORMANT)
		return refuse(-EINVAL, "is dormant: nothing is recorded");
	if (now == COMMANDED_STOPPED)
		return 0;
	session_stop(GATE_COMMAND);
	return 0;
}

static int flush(void)
{
	const enum command_state now = state();

	if (now == COMMANDED_DORMANT)
		return refuse(-EINVAL, "is dormant: nothing is recorded");
	if (now == COMMANDED_RECORDING || now == COMMANDED_WAITING)
		session_flush();
	return 0;
}

static int tell(void)
{
	return 0;
}

static int (*const commands[COMMANDS])(void) = {
	[COMMAND_STATUS] = tell,
	[COMMAND_START] = start,
	[COMMAND_STOP] = stop,
	[COMMAND_FLUSH] = flush,
};

static void obey(void)
{
	const int32_t command = page.command;

	page.message[0] = '\0';
	answer(command >= 0 && command < COMMANDS
	               ? commands[command]()
	               : refuse(-ENOSYS, "has another version of warpwise, which does not know "
	                                 "this command"));
	copy_out(&page.state, sizeof page - offsetof(struct command_page, state));
	page.obeyed = page.asked;
	copy_out(&page.obeyed, sizeof page.obeyed);
	command_page_wake(&shared->obeyed);
}

/* How long the thread sleeps; below 0: until somebody asks. */
static int64_t until_stop_ms(void)
{
	const int64_t left = stop_ms - clock_ms();

	if (!stop_ms)
		return -1;
	return left > 0 ? left : 0;
}

/* Nobody can ask any more. */
static void stop_in_time(void)
{
	if (!stop_ms)
		return;
	while (until_stop_ms() > 0)
		clock_sleep_us(until_stop_ms() * 1000);
	stop();
}

static void *run(void *unused)
{
	uint32_t seen = 0;

	for (;;) {
		command_page_wait(&shared->asked, seen, until_stop_ms());
		if (!copy_in(&page.asked, sizeof page.asked)) {
			stop_in_time();
			return unused;
		}
		if (until_stop_ms() == 0)
			stop();
		if (page.asked == seen || !copy_in(&page, sizeof page)) /* what it stands for */
			continue;
		obey();
		seen = page.asked;
	}
}

/* ---- the page ---- */

static uint64_t pid_space(void)
{
	struct stat st;

	return stat("/proc/self/ns/pid", &st) ? 0 : (uint64_t)st.st_ino;
}

/* Beyond the limit of the size of files the kernel would end the program by a signal. */
static bool may_write(size_t bytes)
{
	struct rlimit limit;

	return getrlimit(RLIMIT_FSIZE, &limit) == 0 &&
	       (limit.rlim_cur == RLIM_INFINITY || limit.rlim_cur >= bytes);
}

/* All of it is there from the start: a file system that runs full must harm nobody later. */
static int map_page(int fd)
{
	memcpy(page.magic, COMMAND_PAGE_MAGIC, sizeof COMMAND_PAGE_MAGIC);
	page.version = COMMAND_PAGE_VERSION;
	page.pid = recording.pid;
	page.pid_space = pid_space();
	page.started_ticks = command_page_started("/proc/self/stat");
	errno = EFBIG;
	if (!may_write(sizeof page) || write(fd, &page, sizeof page) != (ssize_t)sizeof page)
		return -errno;
	shared = mmap(NULL, sizeof page, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
	if (shared != MAP_FAILED)
		return 0;
	shared = NULL;
	return -errno;
}

/* A page of an earlier process with this id is replaced, if it is this user's. */
static int create_page(const char *folder)
{
	char name[COMMAND_FILE_MAX], unnamed[PATH_MAX];
	int fd, err;

	command_page_file(name, recording.pid);
	snprintf(unnamed, sizeof unnamed, "%s/%s.new", folder, name);
	snprintf(path, sizeof path, "%s/%s", folder, name);
	unlink(unnamed);
	fd = descriptor_open(unnamed, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW);
	err = fd < 0 ? fd : map_page(fd);
	if (!err && rename(unnamed, path))
		err = -errno;
	if (fd >= 0)
		close(fd);
	if (!err)
		return 0;
	if (fd >= 0)
		unlink(unnamed);
	if (shared)
		munmap(shared, sizeof *shared);
	shared = NULL;
	path[0] = '\0';
	return err;
}

void commands_open(void)
{
	int err = -ENOENT;

	for (int i = 0; command_page_folders[i] && err; i++)
		err = create_page(command_page_folders[i]);
	if (!err)
		err = thread_start("warpwise-ctl", run);
	if (err)
		commands_close();
	if (err && recording.settings.number[SETTING_ID_dormant])
		log_line("cannot be reached by warpwise ctl: %s: nothing will be recorded",
		         strerror(-err));
}

void commands_close(void)
{
	static atomic_bool is_closed; /* perhaps by another thread */

	if (*path && !atomic_exchange(&is_closed, true))
		unlink(path);
}
