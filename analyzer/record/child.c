/* SPDX-License-Identifier: MIT */
/* Runs the program. Main thread only, but for the signals. */
#include "record/child.h"

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdbool.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/error.h"
#include "base/inherited.h"

enum { STATUS_NOT_FOUND = 127 };

/* ---- signals ---- */

static volatile sig_atomic_t child_pid;   /* 0: none */
static volatile sig_atomic_t stop_signal; /* that wants all to end; 0: none */
static int end_signal, exit_status;       /* of the last program */

static const int forwarded[] = { SIGHUP, SIGINT, SIGQUIT, SIGTERM, SIGUSR1, SIGUSR2 };
enum { FORWARDED = sizeof forwarded / sizeof *forwarded };

/* What a terminal sends, it sends to the program as well; what a process sends is for us alone, so
 * it is passed on. */
static void forward(int number, siginfo_t *info, void *context)
{
	int saved = errno;

	(void)context;
	if (number != SIGUSR1 && number != SIGUSR2)
		stop_signal = number;
	if (child_pid && info->si_code <= 0 && info->si_pid != child_pid)
		kill(child_pid, number);
	errno = saved;
}

int child_exit_status(void)
{
	return exit_status;
}

int child_end_signal(void)
{
	return end_signal;
}

int child_stop_signal(void)
{
	return stop_signal;
}

static struct signals {
	bool are_caught;
	struct sigaction before[FORWARDED];
	struct sigaction pipe_before;
	sigset_t mask_before;
} signals;

/* Holds all forwarded signals back; the first time sets their handlers, but for those that we were
 * told to ignore (nohup). */
static void signals_hold(void)
{
	struct sigaction action = { .sa_sigaction = forward, .sa_flags = SA_SIGINFO | SA_RESTART };
	struct sigaction ignore = { .sa_handler = SIG_IGN };
	sigset_t set;

	sigemptyset(&set);
	for (int i = 0; i < FORWARDED; i++)
		sigaddset(&set, forwarded[i]);
	action.sa_mask = set;
	sigprocmask(SIG_BLOCK, &set, signals.are_caught ? NULL : &signals.mask_before);
	if (signals.are_caught)
		return;
	signals.are_caught = true;
	for (int i = 0; i < FORWARDED; i++) {
		sigaction(forwarded[i], NULL, &signals.before[i]);
		if (signals.before[i].sa_handler != SIG_IGN)
			sigaction(forwarded[i], &action, NULL);
	}
	sigaction(SIGPIPE, &ignore,
	          &signals.pipe_before); /* our stderr may go away before the program does */
}

/* In the child: all as it was before. */
static void signals_restore(void)
{
	for (int i = 0; i < FORWARDED; i++)
		sigaction(forwarded[i], &signals.before[i], NULL);
	sigaction(SIGPIPE, &signals.pipe_before, NULL);
	sigprocmask(SIG_SETMASK, &signals.mask_before, NULL);
}

/* ---- the program ---- */

int child_start(char **argv, int (*prepare)(const void *data), const void *data, pid_t *pid)
{
	int failed[2], err = 0;

	if (pipe2(failed, O_CLOEXEC))
		return -errno;
	signals_hold();
	*pid = fork();
	if (*pid == 0) {
		signals_restore();
		inherited_restore();
		err = prepare ? prepare(data) : 0;
		if (!err) {
			execvp(argv[0], argv);
			err = -errno;
		}
		(void)!write(failed[1], &err, sizeof err);
		_exit(STATUS_NOT_FOUND);
	}
	if (*pid < 0)
		err = -errno;
	close(failed[1]);
	child_pid = *pid > 0 ? *pid : 0;
	sigprocmask(SIG_SETMASK, &signals.mask_before, NULL);
	while (*pid > 0 && read(failed[0], &err, sizeof err) < 0 && errno == EINTR)
		;
	close(failed[0]);
	if (err && *pid > 0) {
		waitpid(*pid, NULL, 0);
		child_pid = 0;
	}
	return err;
}

int child_wait(pid_t pid, const char *program)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	child_pid = 0; /* what comes now is ours */
	end_signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
	exit_status = WIFEXITED(status) ? WEXITSTATUS(status) : 0;
	if (!WIFSIGNALED(status))
		return WEXITSTATUS(status);
	error_print("%s: %s%s (signal %d)", program, strsignal(WTERMSIG(status)),
	            WCOREDUMP(status) ? ", core dumped" : "", WTERMSIG(status));
	return CHILD_SIGNALLED + WTERMSIG(status);
}
