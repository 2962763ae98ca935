/* SPDX-License-Identifier: MIT */
/* Chooses a profiler. Runs in the thread that initialises CUDA; the writer thread reads. */
#include "cupti/profiler_choice.h"

#include <stdbool.h>
#include <stdio.h>

#include "host/log.h"

/* The first one that is asked for runs. */
static const struct {
	enum setting_id setting;
	const char *name;
} profilers[] = {
	{ SETTING_ID_stalls, "stalls" },
	{ SETTING_ID_metrics, "metrics" },
	{ SETTING_ID_gpu_metrics, "gpu-metrics" },
};

enum { PROFILERS = sizeof profilers / sizeof *profilers };

static const char *chosen;
static bool is_excluded[PROFILERS];

static void turn_off(struct settings *settings, enum setting_id setting)
{
	settings->number[setting] = 0;
	settings->text[setting] = "";
}

void profiler_choose(struct settings *settings)
{
	for (int i = 0; i < PROFILERS; i++) {
		if (!settings->number[profilers[i].setting])
			continue;
		if (!chosen) {
			chosen = profilers[i].name;
			continue;
		}
		is_excluded[i] = true;
		turn_off(settings, profilers[i].setting);
		log_line("%s and %s exclude each other in a process: %s is left out; record it in "
		         "another run",
		         chosen, profilers[i].name, profilers[i].name);
	}
	if (!settings->number[SETTING_ID_stalls])
		turn_off(settings, SETTING_ID_stalls_alone);
}

void profiler_each_excluded(diagnostic_fn *write, void *data)
{
	char message[128];

	for (int i = 0; i < PROFILERS; i++) {
		if (!is_excluded[i])
			continue;
		snprintf(message, sizeof message,
		         "not recorded: %s was asked for too, and they exclude each other", chosen);
		write(data, "profiler-excluded", profilers[i].name, SEVERITY_WARNING, 1, message);
	}
}
