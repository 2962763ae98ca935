/* SPDX-License-Identifier: MIT */
/*
 * The environment's variables. The program's getenv() stands in for libc's in the whole process,
 * the collector too.
 */
#include <dlfcn.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "step.h"

static atomic_bool is_own; /* the first thread's, which may change it, so that no other may look */

static char *(*next_getenv)(const char *name);

/* At the start: later another thread may hold the loader's lock, and wait for who asks. */
__attribute__((constructor)) static void find_next(void)
{
	*(void **)&next_getenv = dlsym(RTLD_NEXT, "getenv");
}

__attribute__((visibility("default"))) char *getenv(const char *name)
{
	if (!next_getenv)
		find_next();
	if (atomic_load(&is_own) && syscall(SYS_gettid) != getpid() &&
	    strncmp(name, "FAKE_", 5) != 0)
		dprintf(STDERR_FILENO, "another thread looks for %s\n", name);
	return next_getenv(name);
}

static void step_own_environment(const char *value)
{
	(void)value;
	atomic_store(&is_own, true);
}

static void step_setenv(const char *value)
{
	char *name = strdup(value);
	size_t length = strcspn(name, "=");

	name[length] = '\0';
	setenv(name, value + length + (value[length] == '='), 1);
	free(name);
}

static void step_unsetenv(const char *value)
{
	unsetenv(value);
}

static void step_clearenv(const char *value)
{
	(void)value;
	clearenv();
}

const struct step environment_steps[] = {
	{ "own-environment", step_own_environment },
	{ "setenv", step_setenv },
	{ "unsetenv", step_unsetenv },
	{ "clearenv", step_clearenv },
	{ .name = NULL },
};
