/* SPDX-License-Identifier: MIT */
/* What several rules look up about the whole trace. */
#include "rules/shared/survey.h"

#include <errno.h>
#include <stdlib.h>

/* What passes before the first operation but for CUDA's own start: imports, reading of files. */
static int64_t host_first_ns(const struct graph *graph)
{
	const struct trace *trace = graph->trace;
	const int64_t first_ns =
	        trace->operations.count ? trace->operations.start_ns[0] : trace->first_ns;
	const int64_t ns = first_ns - trace->first_ns - graph->run.share_ns[SHARE_STARTUP] -
	                   graph->run.share_ns[SHARE_RECORDER];

	return ns > 0 ? ns : 0;
}

int survey_init(struct survey *survey, const struct graph *graph,
                const struct kernel_profiles *profiles)
{
	const struct trace *trace = graph->trace;
	int err;

	*survey = (struct survey){
		.functions = calloc(trace->functions_count + 1, sizeof *survey->functions),
		.shapes = calloc(trace->launch_shapes_count + 1, sizeof *survey->shapes),
		.codes = graph_codes(graph),
		.latency_ns = launch_latency(graph),
	};
	if (!survey->functions || !survey->shapes)
		return -ENOMEM;
	kernels_measure_busy(survey->functions, survey->shapes, graph);
	copy_rates_measure(&survey->rates, trace);
	err = chunk_runs_find(&survey->chunks, graph, &survey->rates);
	if (!err)
		err = launches_find(&survey->launches, graph, profiles, survey->codes);
	if (!err)
		err = start_up_find(&survey->start_up, trace);
	survey->span_ns = trace->gpu_span_ns - survey->start_up.idle_ns;
	survey->program_ns = graph->program_ns - survey->start_up.idle_ns - host_first_ns(graph);
	return err;
}

void survey_release(struct survey *survey)
{
	chunk_runs_release(&survey->chunks);
	start_up_release(&survey->start_up);
	free(survey->launches);
	free(survey->functions);
	free(survey->shapes);
	*survey = (struct survey){ 0 };
}
