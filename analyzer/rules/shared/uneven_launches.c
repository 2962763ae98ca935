/* SPDX-License-Identifier: MIT */
/* Finds launches that execute as much as others and take much longer. */
#include "rules/shared/uneven_launches.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

/* Launches of one shape that were measured: what they execute, and how long they take. */
struct span {
	double least, most;
};

static void span_add(struct span *span, double value)
{
	if (!(span->least <= value)) /* also the first one */
		span->least = value;
	if (!(span->most >= value))
		span->most = value;
}

int uneven_launches_find(double *fastest_ns, const struct trace *trace, double times_longer,
                         double same_percent)
{
	struct span *times = calloc(trace->launch_shapes_count + 1, sizeof *times);
	struct span *executed = calloc(trace->launch_shapes_count + 1, sizeof *executed);
	const int err = times && executed ? 0 : -ENOMEM;

	for (size_t s = 0; s < trace->launch_shapes_count && !err; s++)
		times[s] = executed[s] = (struct span){ NAN, NAN };
	for (size_t i = 0; i < trace->launch_metrics_count && !err; i++) {
		const struct trace_launch_metric *m = &trace->launch_metrics[i];
		const struct trace_measured_launch *launch = &trace->measured_launches[m->launch];
		const char *name = trace->metrics[m->metric].name;

		if (launch->passes == 1 && strcmp(name, "gpu__time_duration.sum") == 0)
			span_add(&times[launch->shape], m->value);
		else if (launch->passes == 1 && strcmp(name, "smsp__inst_executed.sum") == 0)
			span_add(&executed[launch->shape], m->value);
	}
	for (size_t s = 0; s < trace->launch_shapes_count && !err; s++) {
		double *fastest = &fastest_ns[trace->launch_shapes[s].function];

		if (times[s].most >= times_longer * times[s].least &&
		    executed[s].most <= (1 + same_percent / 100) * executed[s].least &&
		    !(*fastest <= times[s].least))
			*fastest = times[s].least;
	}
	free(times);
	free(executed);
	return err;
}
