/* SPDX-License-Identifier: MIT */
/*
 * How much of what a framework compiled was its compiler's autotuner: native code, which samples of
 * Python do not tell from the rest, but which XLA marks by NVTX ranges. Any thread.
 */
#include "base/text.h"
#include "kernel/kernel_library.h"
#include "report/report_parts.h"

enum {
	TUNING_MIN_PERCENT = 30, /* of the compiling: less is a step of it like others, */
	TUNING_RUN_PERCENT = 5,  /* and of the program time, as for the compiling */
};

/* Ranges of the passes of XLA that try variants of kernels out, in its versions since 2020. */
static const char *const passes[] = {
	"XlaPass:#name=config-assigner,*",
	"XlaPass:#name=*autotuner,*",
	"XlaPass:#name=*-algorithm-picker,*",
};

static bool is_pass(const char *name)
{
	for (size_t i = 0; i < sizeof passes / sizeof *passes; i++)
		if (text_matches(passes[i], name))
			return true;
	return false;
}

/* With tuning off, or with its results at hand, the passes run all the same. */
static bool has_tuned(const struct trace *trace)
{
	for (size_t f = 0; f < trace->functions_count; f++)
		if (kernel_is_of_tuner(trace->functions[f].name))
			return true;
	return false;
}

int report_tuning(int64_t *ns, const struct graph *graph, const struct interval_set *within,
                  int64_t compiling_ns)
{
	const struct trace *trace = graph->trace;
	struct interval_set tuning = { 0 };
	int err = 0;

	*ns = 0;
	if (!has_tuned(trace))
		return 0;
	for (size_t i = 0; i < trace->markers_count && !err; i++)
		if (is_pass(trace->markers[i].name))
			err = interval_set_add(&tuning, trace->markers[i].start_ns,
			                       trace->markers[i].end_ns);
	interval_set_unite(&tuning);
	*ns = interval_set_intersection(&tuning, within);
	interval_set_release(&tuning);
	if (*ns > compiling_ns)
		*ns = compiling_ns;
	if (percent_of(*ns, compiling_ns) < TUNING_MIN_PERCENT ||
	    percent_of(*ns, graph->program_ns) < TUNING_RUN_PERCENT)
		*ns = 0;
	return err;
}
