/* SPDX-License-Identifier: MIT */
/*
 * The doors by which a process ends itself with a signal: what Python does after Ctrl-C, what a
 * handler does that has put the default action back, what an exception does that nobody catches.
 * Each ends the recording first, then does what it always does. Where the signal is blocked the
 * process may live on, or end with the handler that sent it: the trace is made whole, and goes on.
 * A child of fork or vfork passes straight through. Runs on the program's threads, in signal
 * handlers too.
 *
 * Not here: pthread_kill(), of which glibc has two that answer otherwise for threads that have
 * ended (before and from 2.34 on), and nobody can tell which of them a program wants; signals from
 * outside; and faults of the program, also where a handler sends them again:
 * a process whose memory is damaged is not asked for more work.
 */
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "host/next.h"
#include "host/recording.h"
#include "session/session.h"

#define EXPORT __attribute__((visibility("default")))

/* libc's, of which assert() is made; <assert.h> does not always declare it. */
EXPORT void __assert_fail(const char *assertion, const char *file, unsigned line,
                          const char *function) __THROW __attribute__((noreturn));

/* The next ones in the loader's order. */
static struct {
	int (*kill)(pid_t pid, int number);
	int (*killpg)(pid_t group, int number);
	int (*raise)(int number);
	int (*sigqueue)(pid_t pid, int number, union sigval value);
	void (*abort)(void);
	void (*assert_fail)(const char *assertion, const char *file, unsigned line,
	                    const char *function);
} real;

/* Now: a signal handler must not ask the loader. */
__attribute__((constructor)) static void find_all(void)
{
	next_function_into(&real.kill, "kill");
	next_function_into(&real.killpg, "killpg");
	next_function_into(&real.raise, "raise");
	next_function_into(&real.sigqueue, "sigqueue");
	next_function_into(&real.abort, "abort");
	next_function_into(&real.assert_fail, "__assert_fail");
}

/* Constructors of the program's libraries come before ours. */
static void find_early(void)
{
	if (!real.abort)
		find_all();
}

/* ---- what a signal would do ---- */

/* Signals whose default action ends a process that is sound. */
static bool is_ending(int number)
{
	switch (number) {
	case SIGHUP:
	case SIGINT:
	case SIGQUIT:
	case SIGABRT:
	case SIGKILL:
	case SIGUSR1:
	case SIGUSR2:
	case SIGPIPE:
	case SIGALRM:
	case SIGTERM:
	case SIGVTALRM:
	case SIGPROF:
	case SIGXCPU:
	case SIGXFSZ:
	case SIGIO:
	case SIGPWR:
	case SIGSTKFLT:
		return true;
	default:
		return number >= SIGRTMIN && number <= SIGRTMAX;
	}
}

/* Whether it ends this process wherever it arrives; not in a child that shares our memory. errno
 * stays. */
static bool ends_us(int number)
{
	const int saved = errno;
	struct sigaction action;
	const bool is_default = is_ending(number) && recording.pid == getpid() &&
	                        !sigaction(number, NULL, &action) && action.sa_handler == SIG_DFL;

	errno = saved;
	return is_default;
}

/* The first process of a container has no default actions. */
static bool is_blocked(int number)
{
	sigset_t blocked;

	return getpid() == 1 ||
	       (!pthread_sigmask(SIG_BLOCK, NULL, &blocked) && sigismember(&blocked, number) > 0);
}

static void finish_with(int number)
{
	atomic_store(&recording.end_signal, number);
	session_finish();
}

/* This thread sends NUMBER to itself, or to the process. errno stays. */
static void prepare_for(int number)
{
	const int saved = errno;

	if (is_blocked(number))
		session_flush_to_end(" before a signal");
	else
		finish_with(number);
	errno = saved;
}

/* Also where SIGABRT is blocked: abort() ends that. */
static void prepare_for_abort(void)
{
	if (ends_us(SIGABRT))
		finish_with(SIGABRT);
}

/* ---- the doors ---- */

/* Before a signal that would end us each sends 0, which does nothing, to see whether it may. */

static bool is_to_us(pid_t pid)
{
	return pid == getpid() || !pid || (pid < -1 && pid == -getpgrp());
}

static int send(pid_t pid, int number)
{
	return real.kill ? real.kill(pid, number) : (int)syscall(SYS_kill, pid, number);
}

EXPORT int kill(pid_t pid, int number)
{
	if (is_to_us(pid) && ends_us(number) && !send(pid, 0))
		prepare_for(number);
	return send(pid, number);
}

EXPORT int killpg(pid_t group, int number)
{
	find_early();
	if ((!group || group == getpgrp()) && ends_us(number) && !real.killpg(group, 0))
		prepare_for(number);
	return real.killpg(group, number);
}

static int send_self(int number)
{
	return real.raise ? real.raise(number)
	                  : (int)syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), number);
}

EXPORT int raise(int number)
{
	if (ends_us(number) && !send_self(0))
		prepare_for(number);
	return send_self(number);
}

EXPORT int sigqueue(pid_t pid, int number, const union sigval value)
{
	find_early();
	if (pid == getpid() && ends_us(number) && !real.sigqueue(pid, 0, value))
		prepare_for(number);
	return real.sigqueue(pid, number, value);
}

EXPORT void abort(void)
{
	find_early();
	prepare_for_abort();
	if (real.abort)
		real.abort();
	_exit(128 + SIGABRT);
}

EXPORT void __assert_fail(const char *assertion, const char *file, unsigned line,
                          const char *function)
{
	find_early();
	prepare_for_abort();
	if (real.assert_fail)
		real.assert_fail(assertion, file, line, function);
	abort();
}
