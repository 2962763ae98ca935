/* SPDX-License-Identifier: MIT */
/* Children, and the program that this process turns into. */
#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "step.h"

extern char **environ;

static void wait_for(pid_t pid)
{
	int status = 0;

	while (waitpid(pid, &status, 0) < 0 && errno == EINTR)
		;
	printf("child %s %d\n", WIFSIGNALED(status) ? "signal" : "exit",
	       WIFSIGNALED(status) ? WTERMSIG(status) : WEXITSTATUS(status));
	fflush(stdout);
}

/* fork ... end: the steps between are the child's, which then returns from main. The parent waits.
 */
static void step_fork(const char *value)
{
	char **block = steps_take_block(), **rest = steps_left;
	pid_t pid;

	(void)value;
	fflush(stdout);
	pid = fork();
	if (pid == 0) {
		steps_left = block;
		return;
	}
	steps_left = rest;
	wait_for(pid);
}

/* The child ends at once, with that status, or by abort(). */
static void step_vfork(const char *value)
{
	int before;
	pid_t pid;

	fflush(stdout);
	pid = vfork();
	if (pid == 0 && strcmp(value, "abort") == 0)
		abort();
	if (pid == 0)
		_exit(atoi(value));
	wait_for(pid);
	pthread_setcancelstate(PTHREAD_CANCEL_ENABLE, &before);
	if (before != PTHREAD_CANCEL_ENABLE)
		printf("cannot be cancelled\n");
}

static void step_vfork_exec(const char *value)
{
	pid_t pid;

	(void)value;
	fflush(stdout);
	pid = vfork();
	if (pid == 0) {
		execlp("true", "true", NULL);
		_exit(99);
	}
	wait_for(pid);
}

static void step_spawn(const char *value)
{
	char **block = steps_take_block(), *argv[64] = { app_path };
	pid_t pid = -1;

	(void)value;
	for (int i = 0; block[i] && i < 62; i++)
		argv[i + 1] = block[i];
	fflush(stdout);
	if (posix_spawn(&pid, app_path, NULL, NULL, argv, environ) == 0)
		wait_for(pid);
}

static void step_exec(const char *value)
{
	char *argv[64] = { app_path };
	int fd = open(app_path, O_RDONLY | O_CLOEXEC);

	for (int i = 0; steps_left[i] && i < 62; i++)
		argv[i + 1] = steps_left[i];
	fflush(stdout);
	if (strcmp(value, "execvp") == 0)
		execvp(app_path, argv);
	else if (strcmp(value, "execve") == 0)
		execve(app_path, argv, environ);
	else if (strcmp(value, "execvpe") == 0)
		execvpe(app_path, argv, environ);
	else if (strcmp(value, "fexecve") == 0)
		fexecve(fd, argv, environ);
	else if (strcmp(value, "execl") == 0)
		execl(app_path, app_path, argv[1], argv[2], NULL);
	else if (strcmp(value, "execlp") == 0)
		execlp(app_path, app_path, argv[1], argv[2], NULL);
	else if (strcmp(value, "execle") == 0)
		execle(app_path, app_path, argv[1], argv[2], NULL, environ);
	else
		execv(app_path, argv);
	perror("exec");
}

static void step_exec_fails(const char *value)
{
	const int result = execl("/no/such/app_path", value, NULL);

	printf("%d %s\n", result, strerror(errno));
	fflush(stdout);
}

const struct step process_steps[] = {
	{ "fork", step_fork },   { "vfork", step_vfork }, { "vfork-exec", step_vfork_exec },
	{ "spawn", step_spawn }, { "exec", step_exec },   { "exec-fails", step_exec_fails },
	{ .name = NULL },
};
