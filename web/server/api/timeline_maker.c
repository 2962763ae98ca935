/* SPDX-License-Identifier: MIT */
/* Starts the process with the signals as a program begins with them: the server blocks some. */
#include "server/api/timeline_maker.h"

#include <signal.h>
#include <spawn.h>
#include <unistd.h>

int timeline_maker_start(char *path, int out_fd, pid_t *child)
{
	char program[] = "warpwise-dashboard", verb[] = "timeline", remove[] = "--remove";
	char *const arguments[] = { program, verb, remove, path, NULL };
	posix_spawn_file_actions_t actions;
	posix_spawnattr_t attributes;
	sigset_t none, all;
	int err;

	sigemptyset(&none);
	sigfillset(&all);
	posix_spawn_file_actions_init(&actions);
	posix_spawnattr_init(&attributes);
	posix_spawnattr_setsigmask(&attributes, &none);
	posix_spawnattr_setsigdefault(&attributes, &all);
	posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF);
	err = posix_spawn_file_actions_adddup2(&actions, out_fd, STDOUT_FILENO);
	if (!err)
		err = posix_spawn(child, "/proc/self/exe", &actions, &attributes, arguments,
		                  environ);
	posix_spawn_file_actions_destroy(&actions);
	posix_spawnattr_destroy(&attributes);
	return -err;
}
