/* SPDX-License-Identifier: MIT */
/*
 * The doors by which a process becomes another program. Each makes the trace whole first, then does
 * what it always does; where that fails, the recording goes on. A child of fork or vfork passes
 * straight through. Runs on the program's threads.
 *
 * libc's own functions call each other past these doors, so that each of them has one here: those
 * with a list of arguments make an array of it, as libc does, and go through the ones with an
 * array.
 */
#include <errno.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include "host/next.h"
#include "session/session.h"

#define EXPORT __attribute__((visibility("default")))

extern char **environ;

/* The next ones in the loader's order. */
static struct {
	int (*execve)(const char *path, char *const argv[], char *const envp[]);
	int (*execvpe)(const char *file, char *const argv[], char *const envp[]);
	int (*fexecve)(int fd, char *const argv[], char *const envp[]);
	int (*execveat)(int folder, const char *path, char *const argv[], char *const envp[],
	                int flags);
} real;

/* Now: in a forked child the loader's lock may be held by a thread that there is no more. */
__attribute__((constructor)) static void find_all(void)
{
	next_function_into(&real.execve, "execve");
	next_function_into(&real.execvpe, "execvpe");
	next_function_into(&real.fexecve, "fexecve");
	next_function_into(&real.execveat, "execveat");
}

/* Of a call that has come back. */
static int failed(bool is_recorded, int result)
{
	const int saved = errno;

	if (is_recorded)
		session_go_on();
	errno = saved;
	return result;
}

EXPORT int execve(const char *path, char *const argv[], char *const envp[])
{
	const bool is_recorded = session_settle();

	if (!real.execve)
		find_all();
	return failed(is_recorded, real.execve(path, argv, envp));
}

EXPORT int execvpe(const char *file, char *const argv[], char *const envp[])
{
	const bool is_recorded = session_settle();

	if (!real.execvpe)
		find_all();
	return failed(is_recorded, real.execvpe(file, argv, envp));
}

EXPORT int fexecve(int fd, char *const argv[], char *const envp[])
{
	const bool is_recorded = session_settle();

	if (!real.fexecve)
		find_all();
	return failed(is_recorded, real.fexecve(fd, argv, envp));
}

EXPORT int execveat(int folder, const char *path, char *const argv[], char *const envp[], int flags)
{
	const bool is_recorded = session_settle();

	if (!real.execveat)
		find_all();
	if (!real.execveat) { /* glibc has it from 2.34 on */
		errno = ENOSYS;
		return failed(is_recorded, -1);
	}
	return failed(is_recorded, real.execveat(folder, path, argv, envp, flags));
}

EXPORT int execv(const char *path, char *const argv[])
{
	return execve(path, argv, environ);
}

EXPORT int execvp(const char *file, char *const argv[])
{
	return execvpe(file, argv, environ);
}

/* ---- with a list ---- */

/* How many arguments come after FIRST, with the NULL that ends them. */
static size_t count_list(const char *first, va_list list)
{
	size_t count = 1;

	for (const char *argument = first; argument; argument = va_arg(list, const char *))
		count++;
	return count;
}

static void fill_list(char **argv, const char *first, va_list list)
{
	memcpy(argv, &first, sizeof first);
	while (*argv)
		*++argv = va_arg(list, char *);
}

/* In the caller's frame: a child of vfork must not allocate. */
#define LIST(argv, first)                             \
	va_list list;                                 \
	va_start(list, first);                        \
	const size_t count = count_list(first, list); \
	va_end(list);                                 \
	char *argv[count];                            \
	va_start(list, first);                        \
	fill_list(argv, first, list)

EXPORT int execl(const char *path, const char *first, ...)
{
	LIST(argv, first);
	va_end(list);
	return execve(path, argv, environ);
}

EXPORT int execlp(const char *file, const char *first, ...)
{
	LIST(argv, first);
	va_end(list);
	return execvpe(file, argv, environ);
}

EXPORT int execle(const char *path, const char *first, ...)
{
	LIST(argv, first);
	char *const *envp = va_arg(list, char *const *);

	va_end(list);
	return execve(path, argv, envp);
}
