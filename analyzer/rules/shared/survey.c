/* SPDX-License-Identifier: MIT */
/* What several rules look up about the whole trace. */
#include "rules/shared/survey.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/data_waits.h"
#include "rules/shared/functors.h"
#include "rules/shared/host_reads.h"
#include "rules/shared/launch_libraries.h"
#include "rules/shared/local_part.h"
#include "rules/shared/once_part.h"
#include "rules/shared/sampled_sms.h"
#include "rules/shared/versions.h"
#include "rules/shared/worth.h"
#include "trace/summary.h"
#include "trace/trace_parts.h"

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

/* What the program does by itself behind all GPU work, as a check of its results. */
static int64_t host_last_ns(const struct trace *trace)
{
	return trace->operations.count && !trace->part.name
	               ? trace_outside_calls_ns(trace, trace_work_end_ns(trace), trace->last_ns)
	               : 0;
}

/* What the GPU idled before loops began, without the recorder's time, which is no part of the
 * program's any more: with several threads it begins to sample while others go on. */
static int64_t start_up_ns(const struct survey *survey, const struct graph *graph)
{
	const int64_t ns = survey->start_up.idle_ns - graph->run.share_ns[SHARE_RECORDER];

	return ns > 0 ? ns : 0;
}

static void find_host_reads(struct survey *survey, const struct trace *trace,
                            const struct kernel_profiles *profiles)
{
	if (!host_reads_pinned_bytes(trace))
		return;
	for (uint32_t f = 0; f < trace->functions_count; f++)
		survey->reads_host[f] = host_reads_bind(&profiles->functions[f], &survey->rates);
}

/* How many SMs a launch of shape S has at work, by the samples of its function, of which next to
 * all time is that shape's. */
static double find_sampled_sms(const struct survey *survey, const struct kernel_profiles *profiles,
                               uint32_t s)
{
	const uint32_t f = profiles->trace->launch_shapes[s].function;
	const int64_t ns = survey->functions[f].ns;

	return percent_of(survey->shapes[s].ns, ns) >= FEW_SMS_SHAPE_PERCENT
	               ? sampled_sms(&profiles->functions[f], profiles, &survey->codes[f], ns)
	               : NAN;
}

/* Launches, and what samples of their functions say of local memory, of what blocks do once, and of
 * the SMs. */
static int find_launches(struct survey *survey, const struct graph *graph,
                         const struct kernel_profiles *profiles)
{
	const struct trace *trace = graph->trace;
	double *local = calloc(trace->functions_count + 1, sizeof *local);
	double *once = calloc(trace->functions_count + 1, sizeof *once);
	int err = -ENOMEM;

	if (local && once)
		err = launches_find(&survey->launches, graph, profiles, survey->codes);
	if (!err)
		err = local_parts_find(local, trace, profiles, survey->codes);
	if (!err)
		err = once_parts_find(once, trace, profiles, survey->codes);
	for (size_t s = 0; !err && s < trace->launch_shapes_count; s++) {
		survey->launches[s].local_part = local[trace->launch_shapes[s].function];
		survey->launches[s].once_part = once[trace->launch_shapes[s].function];
		survey->launches[s].sampled_sms = find_sampled_sms(survey, profiles, (uint32_t)s);
		survey->launches[s].is_library |=
		        survey->launched_by[trace->launch_shapes[s].function] != NULL;
	}
	free(local);
	free(once);
	return err;
}

/* The parts of a survey, which know nothing of one another. */
enum { PART_KERNELS, PART_COPIES, PART_START_UP, PARTS };

struct surveying {
	struct survey *survey;
	const struct graph *graph;
	const struct kernel_profiles *profiles;
	int errors[PARTS];
};

static void survey_part(void *context, size_t part)
{
	struct surveying *s = context;
	struct survey *survey = s->survey;
	const struct trace *trace = s->graph->trace;

	if (part == PART_KERNELS) {
		kernels_measure_busy(survey->functions, survey->shapes, s->graph);
		s->errors[part] = find_launches(survey, s->graph, s->profiles);
	} else if (part == PART_COPIES) {
		copy_rates_measure(&survey->rates, trace);
		find_host_reads(survey, trace, s->profiles);
		s->errors[part] = chunk_runs_find(&survey->chunks, s->graph, &survey->rates);
	} else {
		s->errors[part] = start_up_find(&survey->start_up, trace);
	}
}

static int find_busy_ns(int64_t *ns, const struct trace *trace)
{
	struct interval_set busy = { 0 };
	int err = gpus_busy(&busy, trace);

	*ns = interval_set_length(&busy);
	interval_set_release(&busy);
	return err;
}

bool survey_hides_waits(const struct survey *survey, const struct graph *graph)
{
	const int64_t seen_ns = graph->run.share_ns[SHARE_KERNEL] + graph->run.share_ns[SHARE_COPY];

	return graph->trace->host_functions_count &&
	       percent_of(survey->busy_ns, survey->main_ns) >= UNSEEN_BUSY_PERCENT &&
	       percent_of(seen_ns, survey->main_ns) <= UNSEEN_SEEN_PERCENT;
}

int survey_init(struct survey *survey, const struct graph *graph,
                const struct kernel_profiles *profiles)
{
	const struct trace *trace = graph->trace;
	struct surveying surveying = { .survey = survey, .graph = graph, .profiles = profiles };
	int err = 0;

	*survey = (struct survey){
		.functions = calloc(trace->functions_count + 1, sizeof *survey->functions),
		.shapes = calloc(trace->launch_shapes_count + 1, sizeof *survey->shapes),
		.reads_host = calloc(trace->functions_count + 1, sizeof *survey->reads_host),
		.versions = calloc(trace->functions_count + 1, sizeof *survey->versions),
		.launched_by = calloc(trace->functions_count + 1, sizeof(void *)),
		.functors = calloc(trace->functions_count + 1, sizeof *survey->functors),
		.codes = graph_codes(graph),
		.latency_ns = launch_latency(graph),
	};
	if (!survey->functions || !survey->shapes || !survey->reads_host || !survey->versions ||
	    !survey->functors || !survey->launched_by)
		return -ENOMEM;
	err = launch_libraries_find(survey->launched_by, trace);
	if (err)
		return err;
	trace_run_parts(trace, PARTS, survey_part, &surveying);
	for (int part = 0; part < PARTS && !err; part++)
		err = surveying.errors[part];
	if (!err)
		err = versions_find(survey->versions, trace, profiles);
	if (!err)
		err = functors_find(survey->functors, trace, profiles);
	if (!err)
		err = find_busy_ns(&survey->busy_ns, trace);
	if (!err)
		err = data_waits_find(&survey->data_waits, trace);
	survey->span_ns = trace->gpu_span_ns - survey->start_up.idle_ns;
	survey->main_ns = graph->program_ns - start_up_ns(survey, graph) - host_first_ns(graph) -
	                  host_last_ns(trace);
	return err;
}

void survey_release(struct survey *survey)
{
	chunk_runs_release(&survey->chunks);
	start_up_release(&survey->start_up);
	free(survey->launches);
	free(survey->functions);
	free(survey->shapes);
	free(survey->reads_host);
	free(survey->versions);
	free(survey->functors);
	free(survey->launched_by);
	*survey = (struct survey){ 0 };
}
