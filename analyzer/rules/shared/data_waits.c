/* SPDX-License-Identifier: MIT */
/* Adds up waits for data. Any thread. */
#include "rules/shared/data_waits.h"

#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"
#include "code/host_setup.h"
#include "code/host_time.h"
#include "rules/shared/constants.h"

static bool is_start(const struct host_setup *setup)
{
	return setup->kind == SETUP_STARTING && strcmp(setup->tool, "DataLoader") == 0;
}

/* Samples are by thread, then by time: those from FIRST to END are one thread's. WAITS_NS has room
 * for all. */
static struct data_waits waits_of_thread(const struct trace *trace, const struct host_setup *stacks,
                                         size_t first, size_t end, int64_t *waits_ns)
{
	size_t count = 0;
	int64_t all_ns = 0, first_ns = 0;
	bool is_open = false, is_started = false;

	for (size_t i = first + 1; i < end; i++) {
		const struct trace_host_sample *sample = &trace->host_samples[i];
		const int64_t ns = sample->time_ns - trace->host_samples[i - 1].time_ns;
		const bool is_wait =
		        stacks[sample->stack].kind == SETUP_AWAITING && ns < HOST_SAMPLE_MAX_NS;

		if (is_wait && is_open)
			waits_ns[count - 1] += ns;
		else if (is_wait)
			waits_ns[count++] = ns;
		else if (is_open)
			is_started = false;
		is_started |= is_start(&stacks[sample->stack]);
		is_open = is_wait;
		all_ns += is_wait ? ns : 0;
		first_ns += is_wait && is_started ? ns : 0;
	}
	return (struct data_waits){
		.ns = count < REPEATS_MIN ? 0 : (int64_t)count * statistics_median(waits_ns, count),
		.all_ns = all_ns,
		.first_part = all_ns ? (double)first_ns / (double)all_ns : 0,
	};
}

int data_waits_find(struct data_waits *found, const struct trace *trace)
{
	struct host_setup *stacks;
	int64_t *waits_ns;
	int err = 0;

	*found = (struct data_waits){ 0 };
	if (!trace->timed_samples || !host_setup_has_workers(trace))
		return 0;
	stacks = host_setup_of_stacks(trace);
	waits_ns = malloc(trace->timed_samples * sizeof *waits_ns);
	if (!stacks || !waits_ns)
		err = -ENOMEM;
	for (size_t i = 0, end; !err && i < trace->timed_samples; i = end) {
		struct data_waits of_thread;

		for (end = i + 1; end < trace->timed_samples &&
		                  trace->host_samples[end].thread == trace->host_samples[i].thread;)
			end++;
		of_thread = waits_of_thread(trace, stacks, i, end, waits_ns);
		if (of_thread.ns > found->ns ||
		    (of_thread.ns == found->ns && of_thread.all_ns > found->all_ns))
			*found = of_thread;
	}
	free(stacks);
	free(waits_ns);
	return err;
}
