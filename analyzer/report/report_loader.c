/* SPDX-License-Identifier: MIT */
/*
 * What PyTorch's DataLoader took of the run in the thread that asks it for batches: several lines
 * and findings are about parts of it, each with another base. Any thread.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "code/host_setup.h"
#include "code/host_spots.h"
#include "code/host_time.h"
#include "report/report_parts.h"
#include "rules/shared/survey.h"

enum {
	LOADER_MIN_PERCENT = 5, /* of the run: a line about less leads nowhere */
	LOADER_TEXT = 512,
};

/* What it does, in the order in which a batch goes through it. */
enum part { STARTING, FIRST, AWAITING, RECEIVING, LOADING, PARTS };

static const char *const part_texts[PARTS] = {
	[STARTING] = "starting and ending workers", [FIRST] = "waiting for their first batches",
	[AWAITING] = "waiting for later batches",   [RECEIVING] = "taking batches from workers",
	[LOADING] = "loading without workers",
};

/* Each part of it, ns, of what the thread that was sampled most did in the whole trace. */
static int measure(double ns[PARTS], const struct host_code *code, const struct survey *survey)
{
	const struct trace *trace = code->trace;
	struct host_setup *setups = host_setup_of_stacks(trace);
	struct host_time time;
	int err = host_time_init(&time, code);
	double awaited_ns;

	if (!setups)
		err = -ENOMEM;
	if (!err && time.most_sampled != NONE)
		host_time_add_own(&time, time.most_sampled, trace->first_ns, trace->last_ns);
	for (uint32_t i = 0; i < trace->host_stacks_count && !err; i++) {
		const bool is_loader = setups[i].tool && strcmp(setups[i].tool, "DataLoader") == 0;

		if (!is_loader)
			continue;
		ns[setups[i].kind == SETUP_STARTING    ? STARTING
		   : setups[i].kind == SETUP_RECEIVING ? RECEIVING
		   : setups[i].kind == SETUP_LOADING   ? LOADING
		                                       : AWAITING] += time.sampled_ns[i];
	}
	awaited_ns = ns[AWAITING];
	ns[FIRST] = awaited_ns * survey->data_waits.first_part;
	ns[AWAITING] = awaited_ns - ns[FIRST];
	free(setups);
	host_time_release(&time);
	return err;
}

int report_add_loader(struct report *report, struct report_process *process,
                      const struct graph *graph, const struct findings *findings)
{
	double ns[PARTS] = { 0 }, sum_ns = 0;
	char text[LOADER_TEXT] = "";
	size_t used = 0, told = 0;
	int err = measure(ns, findings->host, findings->survey);

	process->loader.code = "";
	for (int part = 0; part < PARTS; part++)
		sum_ns += ns[part];
	if (err || percent_of((int64_t)sum_ns, graph->trace->last_ns - graph->trace->first_ns) <
	                   LOADER_MIN_PERCENT)
		return err;
	for (int part = 0; part < PARTS; part++) {
		if (100 * ns[part] < HOST_SPOT_MIN_PERCENT * sum_ns)
			continue;
		used += (size_t)snprintf(text + used, LOADER_TEXT - used, "%s%s %s",
		                         told++ ? ", " : "", part_texts[part],
		                         format_duration(FORMAT, (int64_t)ns[part]));
	}
	process->loader = (struct report_own_work){
		.ns = (int64_t)sum_ns,
		.code = report_text(report, "%s", text),
	};
	return 0;
}
