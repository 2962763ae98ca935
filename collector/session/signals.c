/* SPDX-License-Identifier: MIT */
/*
 * The doors by which a process ends itself with a signal: what Python does after Ctrl-C, what a
 * handler does that has put the default action back, what an exception does that nobody catches.
 * Each ends the recording first, then does what it always does. Where the signal is blocked the
 * process may live on, or end with the handler that sent it: the trace is made whole, and goes on.
 * A child of fork or vfork passes straight through. Runs on the program's threads, in signal
 * handlers too.
 *
 * Not here: signals from outside, and faults of the program, also where a handler sends them again:
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
	int (*raise)(int number);
	void (*abort)(void);
	void (*assert_fail)(const char *assertion, const char *file, unsigned line,
	                    const char *function);
} real;

/* Now: a signal handler must not ask the loader. */
__attribute__((constructor)) static void find_all(void)
{
	next_function_into(&real.kill, "kill");
	next_function_into(&real.raise, "raise");
	next_function_into(&real.abort, "abort");
	next_function_into(&real.assert_fail, "__assert_fail");
}

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
		return true;
	default:
		return false;
	}
}

/* The first process of a container has no default actions. */
static bool is_blocked(int number)
{
	sigset_t blocked;

	return getpid() == 1 ||
	       (!pthread_sigmask(SIG_BLOCK, NULL, &blocked) && sigismember(&blocked, number) > 0);
}

/* This process sends NUMBER to itself. errno stays. */
static void prepare_for(int number)
{
	const int saved = errno;
	struct sigaction action;

	if (is_ending(number) && recording.pid == getpid() && !sigaction(number, NULL, &action) &&
	    action.sa_handler == SIG_DFL) {
		if (is_blocked(number)) {
			session_flush_to_end(" before a signal");
		} else {
			atomic_store(&recording.end_signal, number);
			session_finish();
		}
	}
	errno = saved;
}

EXPORT int kill(pid_t pid, int number)
{
	if (pid == getpid() || !pid)
		prepare_for(number);
	return real.kill ? real.kill(pid, number) : (int)syscall(SYS_kill, pid, number);
}

EXPORT int raise(int number)
{
	prepare_for(number);
	return real.raise ? real.raise(number)
	                  : (int)syscall(SYS_tgkill, getpid(), syscall(SYS_gettid), number);
}

/* Also where SIGABRT is blocked: abort() ends that. */
static void prepare_for_abort(void)
{
	struct sigaction action;

	if (!sigaction(SIGABRT, NULL, &action) && action.sa_handler == SIG_DFL) {
		atomic_store(&recording.end_signal, SIGABRT);
		session_finish();
	}
}

EXPORT void abort(void)
{
	prepare_for_abort();
	if (real.abort)
		real.abort();
	_exit(128 + SIGABRT);
}

EXPORT void __assert_fail(const char *assertion, const char *file, unsigned line,
                          const char *function)
{
	prepare_for_abort();
	if (real.assert_fail)
		real.assert_fail(assertion, file, line, function);
	abort();
}
