/* SPDX-License-Identifier: MIT */
/* The environment's variables. */
#include <stdlib.h>
#include <string.h>

#include "step.h"

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
	{ "setenv", step_setenv },
	{ "unsetenv", step_unsetenv },
	{ "clearenv", step_clearenv },
	{ .name = NULL },
};
