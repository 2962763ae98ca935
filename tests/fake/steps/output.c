/* SPDX-License-Identifier: MIT */
/* What the program says of itself. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "step.h"

static void step_out(const char *value)
{
	printf("%s\n", value);
	fflush(stdout);
}

static void step_err(const char *value)
{
	fprintf(stderr, "%s\n", value);
}

static void step_errno(const char *value)
{
	(void)value;
	printf("errno %d\n", app_errno);
	fflush(stdout);
}

static void step_env(const char *value)
{
	printf("%s=%s\n", value, getenv(value) ? getenv(value) : "(unset)");
	fflush(stdout);
}

/* The mapped files whose name contains VALUE, each once. */
static void step_maps(const char *value)
{
	char line[4096], last[4096] = "";
	FILE *maps = fopen("/proc/self/maps", "re");

	while (maps && fgets(line, sizeof line, maps)) {
		int at = 0;

		sscanf(line, "%*s %*s %*s %*s %*s %n", &at);
		if (strstr(line + at, value) && strcmp(line + at, last) != 0)
			printf("mapped %s", strcpy(last, line + at));
	}
	if (maps)
		fclose(maps);
	fflush(stdout);
}

const struct step output_steps[] = {
	{ "out", step_out }, { "err", step_err },   { "errno", step_errno },
	{ "env", step_env }, { "maps", step_maps }, { .name = NULL },
};
