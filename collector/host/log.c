/* SPDX-License-Identifier: MIT */
/* Lines on stderr. Runs on any thread. */
#include "host/log.h"

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <sys/select.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

static struct stat first; /* of stderr */
static bool has_first;

__attribute__((constructor)) static void remember(void)
{
	const int saved = errno; /* 0 when main() begins, says C */

	has_first = fstat(STDERR_FILENO, &first) == 0;
	errno = saved;
}

/* Whether stderr is what it was, and takes a line without a wait. Not by poll(): it fails where the
 * limit of open files is 0. */
static bool may_write(void)
{
	struct timeval at_once = { 0, 0 };
	struct stat now;
	fd_set out;

	FD_ZERO(&out);
	FD_SET(STDERR_FILENO, &out);
	return has_first && fstat(STDERR_FILENO, &now) == 0 && now.st_dev == first.st_dev &&
	       now.st_ino == first.st_ino &&
	       select(STDERR_FILENO + 1, NULL, &out, NULL, &at_once) == 1;
}

/* Nobody who reads stderr, or a file that must not be longer (RLIMIT_FSIZE), is no reason for the
 * program to end: the signal that comes of our line is taken back. Nor is a terminal that stops who
 * writes from the background ('stty tostop'): it lets pass who has blocked that. */
static void write_line(const char *line, size_t length)
{
	const struct timespec at_once = { 0, 0 };
	sigset_t held, before, pending;
	ssize_t written;
	int signal;

	sigemptyset(&held);
	sigaddset(&held, SIGPIPE);
	sigaddset(&held, SIGXFSZ);
	sigaddset(&held, SIGTTOU);
	pthread_sigmask(SIG_BLOCK, &held, &before);
	sigpending(&pending);
	written = write(STDERR_FILENO, line, length);
	signal = written >= 0 ? 0 : errno == EPIPE ? SIGPIPE : errno == EFBIG ? SIGXFSZ : 0;
	if (signal && !sigismember(&pending, signal)) {
		sigemptyset(&held);
		sigaddset(&held, signal);
		sigtimedwait(&held, NULL, &at_once);
	}
	pthread_sigmask(SIG_SETMASK, &before, NULL);
}

void log_line(const char *format, ...)
{
	static const char prefix[] = "warpwise: ";
	char line[1024] = "warpwise: ";
	int saved = errno, cancel;
	va_list args;
	size_t room = sizeof line - sizeof prefix - 1; /* and the newline */
	int length;

	va_start(args, format);
	length = vsnprintf(line + sizeof prefix - 1, room, format, args);
	va_end(args);
	if (length < 0)
		length = 0;
	if ((size_t)length >= room)
		length = (int)room - 1;
	line[sizeof prefix - 1 + (size_t)length] = '\n';
	pthread_setcancelstate(PTHREAD_CANCEL_DISABLE, &cancel);
	if (may_write())
		write_line(line, sizeof prefix + (size_t)length);
	pthread_setcancelstate(cancel, NULL);
	errno = saved;
}
