/* SPDX-License-Identifier: MIT */
/*
 * The program that the collector's tests trace. Its arguments are steps, done one after another, so
 * that a test says itself what happens: `app context launch=3 fork context launch=2 _exit=0 end
 * exit=3`. Linked against nothing of CUDA: it loads libcuda.so.1 at the first step that needs it,
 * as the static CUDA runtime does. README.md lists the steps.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "steps/driver.h"
#include "steps/step.h"

static const struct step *const tables[] = {
	context_steps, launch_steps,  stream_steps,  graph_steps, marker_steps,
	output_steps,  clock_steps,   disk_steps,    file_steps,  environment_steps,
	thread_steps,  process_steps, confine_steps, end_steps,
};

_Thread_local char **steps_left;
char *app_path;
int app_errno;

char **steps_take_block(void)
{
	char **block = steps_left;
	int depth = 1;

	for (; *steps_left; steps_left++) {
		if (strncmp(*steps_left, "fork", 4) == 0 || strncmp(*steps_left, "spawn", 5) == 0 ||
		    strcmp(*steps_left, "aside") == 0)
			depth++;
		else if (strcmp(*steps_left, "end") == 0 && --depth == 0)
			break;
	}
	if (*steps_left)
		*steps_left++ = NULL;
	return block;
}

static const struct step *find_step(const char *name, size_t length)
{
	for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
		for (const struct step *step = tables[i]; step->name; step++)
			if (strlen(step->name) == length && strncmp(step->name, name, length) == 0)
				return step;
	fprintf(stderr, "app: no such step: %s\n", name);
	exit(99);
}

static void run_step(char *word)
{
	size_t length = strcspn(word, "=");

	find_step(word, length)->run(word[length] ? word + length + 1 : "1");
}

void steps_run(void)
{
	while (*steps_left)
		run_step(*steps_left++);
}

int main(int argc, char **argv)
{
	app_errno = errno;
	(void)argc;
	app_path = argv[0];
	steps_left = argv + 1;
	steps_run();
	if (cuda_first_error())
		printf("CUDA error %d\n", cuda_first_error());
	return 0;
}
