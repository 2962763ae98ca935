/* SPDX-License-Identifier: MIT */
/* What the rules about launch shapes share. Any thread, one at a time. */
#include "rules/shared/launches.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "kernel/kernel_library.h"
#include "kernel/recorded_launch.h"
#include "rules/shared/names.h"
#include "rules/shared/replay_doubt.h"
#include "rules/shared/subject.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"
#include "trace/call_class.h"

const struct threshold launch_thresholds[] = {
	SHORT_THRESHOLDS,
	[LAUNCH_BESIDE] = { "beside", 50, "%" },
	[LAUNCH_COLD] = { "cold", 20, "us" },
	{ .name = NULL },
};

/* ---- what a shape is ---- */

/* Fills what follows from shape and device; false if that is not known. */
static bool launch_init(struct launch *launch, const struct trace *trace, uint32_t shape_id,
                        const struct trace_context *context)
{
	const struct trace_launch_shape *shape = &trace->launch_shapes[shape_id];
	const struct trace_device *device = &trace->devices[context->device];

	launch->shape_id = shape_id;
	launch->shape = shape;
	launch->device = device;
	if (!recorded_device(device, &launch->limits) ||
	    !recorded_launch(shape, &launch->request) ||
	    launch->request.threads_per_block > launch->limits.max_threads_per_block)
		return false;
	launch->multiprocessors =
	        context->multiprocessors > 0 ? context->multiprocessors : device->multiprocessors;
	launch->blocks = recorded_volume(shape->grid);
	if (launch->blocks < 1 || launch->multiprocessors < 1)
		return false;
	launch->is_library = kernel_library(trace->functions[shape->function].name) != NULL;
	launch->threads = launch->request.threads_per_block;
	launch->warps = (launch->threads + launch->limits.warp_size - 1) / launch->limits.warp_size;
	if (occupancy_compute(&launch->limits, &launch->request, &launch->occupancy) ||
	    launch->occupancy.blocks_per_sm < 1)
		return false;
	launch->wave_blocks = (int64_t)launch->occupancy.blocks_per_sm * launch->multiprocessors;
	launch->waves = (double)launch->blocks / (double)launch->wave_blocks;
	return true;
}

bool launch_has_tiny_blocks(const struct launch *launch)
{
	return launch->occupancy.limiters & OCCUPANCY_LIMIT_BLOCKS;
}

/* Adds the fact "launch": "1,060 blocks of 256 threads, 22 registers, 8 blocks per SM". */
static void describe(struct finding *finding, const struct launch *launch)
{
	finding_fact(finding, "launch",
	             "%s of %s, %d registers each; %d fit on an SM, %s on the GPU",
	             name_count(NAME, launch->blocks, "block", "blocks"),
	             name_count(NAME, launch->threads, "thread", "threads"),
	             launch->shape->registers_per_thread, launch->occupancy.blocks_per_sm,
	             format_count(FORMAT, launch->wave_blocks));
}

/* ---- who ran beside whom ---- */

/*
 * Kernels that run at one time on a device. CLOCK advances by the time divided by their number,
 * BLOCKS by the time times the blocks that they have on the device: what both gained between start
 * and end of a kernel is its share and what it ran beside.
 */
enum { RUNNING_MAX = 128 }; /* grids that can be resident at once (CUDA programming guide) */

struct running {
	struct running_kernel {
		int64_t end_ns;
		uint32_t shape;
		double clock, blocks; /* at its start */
		double own_blocks;
	} runs[RUNNING_MAX];
	int count;
	int64_t now_ns;
	double clock, blocks;
	double resident; /* blocks of all */
};

static void advance(struct running *running, int64_t to_ns)
{
	double passed_ns = (double)(to_ns - running->now_ns);

	if (running->count && passed_ns > 0) {
		running->clock += passed_ns / running->count;
		running->blocks += passed_ns * running->resident;
	}
	if (to_ns > running->now_ns || !running->count)
		running->now_ns = to_ns;
}

/* Ends the run that ends first, if that is not after NS. */
static bool end_first(struct running *running, int64_t ns, struct launch *launches)
{
	struct running_kernel *first = NULL;
	struct launch *launch;

	for (int i = 0; i < running->count; i++)
		if (!first || running->runs[i].end_ns < first->end_ns)
			first = &running->runs[i];
	if (!first || first->end_ns > ns)
		return false;
	advance(running, first->end_ns);
	launch = &launches[first->shape];
	launch->share_ns += (int64_t)(running->clock - first->clock);
	launch->blocks_beside += running->blocks - first->blocks;
	running->resident -= first->own_blocks;
	*first = running->runs[--running->count];
	return true;
}

static void begin_run(struct running *running, struct launch *launches, uint32_t shape,
                      int64_t start_ns, int64_t end_ns)
{
	const struct launch *launch = &launches[shape];
	int64_t own = launch->blocks < launch->wave_blocks ? launch->blocks : launch->wave_blocks;

	while (end_first(running, start_ns, launches))
		;
	if (running->count == RUNNING_MAX)
		end_first(running, INT64_MAX, launches);
	advance(running, start_ns);
	running->resident += (double)own;
	running->runs[running->count++] = (struct running_kernel){ end_ns, shape, running->clock,
		                                                   running->blocks, (double)own };
}

static void add_launch(struct launch *launch, const struct graph *graph, uint32_t operation)
{
	const struct trace_operations *o = &graph->trace->operations;
	int64_t duration_ns = operation_length_ns(graph->trace, operation);

	launch->launches++;
	launch->issued += graph->cause[operation] == CAUSE_ISSUE;
	launch->total_ns = sum_saturated(launch->total_ns, duration_ns);
	if (launch->launches == 1)
		launch->stream = o->stream[operation];
	else if (launch->stream != o->stream[operation])
		launch->stream = NONE;
	if (launch->launches == 1 || duration_ns > launch->longest_ns) {
		launch->longest_ns = duration_ns;
		launch->longest = operation;
	}
}

/* 0 where allocations were not recorded, or not from the start on. */
static double allocated_bytes(const struct trace *trace)
{
	double bytes = 0;

	for (size_t i = 0; i < trace->diagnostics_count; i++)
		if (strcmp(trace->diagnostics[i].code, "late-start") == 0)
			return 0;
	for (size_t i = 0; i < trace->allocations_count; i++)
		if (!trace->allocations[i].is_release)
			bytes += (double)trace->allocations[i].size_bytes;
	return bytes;
}

/* What is known once all launches are. */
static int complete_launches(struct launch *all, const struct trace *trace,
                             const struct kernel_profiles *profiles, const struct code *codes)
{
	const int64_t span_ns = gpu_span_ns(trace, NONE);
	const double allocated = allocated_bytes(trace);

	for (size_t s = 0; s < trace->launch_shapes_count; s++) {
		if (all[s].total_ns > 0)
			all[s].blocks_beside /= (double)all[s].total_ns;
		if (span_ns > 0)
			all[s].span_part = (double)all[s].share_ns / (double)span_ns;
		all[s].allocated_bytes = allocated;
		all[s].code = &codes[trace->launch_shapes[s].function];
		all[s].profile = &profiles->shapes[s];
		all[s].of_function = &profiles->functions[trace->launch_shapes[s].function];
	}
	return launches_compare(all, trace->launch_shapes_count);
}

int launches_find(struct launch **launches, const struct graph *graph,
                  const struct kernel_profiles *profiles, const struct code *codes)
{
	const struct trace *trace = graph->trace;
	const struct trace_operations *o = &trace->operations;
	struct launch *all = calloc(trace->launch_shapes_count + 1, sizeof *all);
	struct running *devices = calloc(trace->devices_count + 1, sizeof *devices);

	*launches = NULL;
	if (!all || !devices) {
		free(all);
		free(devices);
		return -ENOMEM;
	}
	for (uint32_t i = 0; i < o->count; i++) {
		const struct trace_stream *stream = &trace->streams[o->stream[i]];
		struct launch *launch;

		if (o->type[i] != OPERATION_KERNEL)
			continue;
		launch = &all[o->detail[i]];
		if (!launch->shape &&
		    !launch_init(launch, trace, o->detail[i], &trace->contexts[stream->context]))
			continue;
		if (!launch->wave_blocks)
			continue;
		add_launch(launch, graph, i);
		begin_run(&devices[stream->device], all, o->detail[i], o->start_ns[i],
		          o->end_ns[i]);
	}
	for (size_t d = 0; d < trace->devices_count; d++)
		while (end_first(&devices[d], INT64_MAX, all))
			;
	free(devices);
	if (complete_launches(all, trace, profiles, codes)) {
		free(all);
		return -ENOMEM;
	}
	*launches = all;
	return 0;
}

/* ---- judging ---- */

bool launches_are_short(int64_t total_ns, int64_t launches, int64_t issued, int64_t latency_ns)
{
	const double all = (double)launches, total = (double)total_ns;
	const double least_ns = launch_thresholds[LAUNCH_DURATION].value * (double)latency_ns;

	if (total >= least_ns * all)
		return false;
	return 2 * issued > launches ||
	       total < 1e3 * launch_thresholds[LAUNCH_SHORTEST].value * all;
}

static bool counts(const struct launch *launch, const struct launch_rule *rule, int64_t launch_ns)
{
	return launch->launches > 0 &&
	       !launches_are_short(launch->total_ns, launch->launches, launch->issued, launch_ns) &&
	       (rule->judges_beside || percent_of(launch->share_ns, launch->total_ns) >
	                                       100 - launch_thresholds[LAUNCH_BESIDE].value);
}

int64_t launch_latency(const struct graph *graph)
{
	const int64_t cold_ns = (int64_t)(1e3 * launch_thresholds[LAUNCH_COLD].value);
	const int64_t latency_ns =
	        graph->launch_call_ns + graph->lags.median_ns[CAUSE_ISSUE][OPERATION_KERNEL];

	return latency_ns > cold_ns ? cold_ns : latency_ns;
}

/* What the shapes of one function lose together. */
struct function_loss {
	int64_t launches, time_ns;
	int64_t function_ns; /* of all its launches */
	struct extent blocks, warps;
	double lost_ns, worst_ns;
	double idle_sm_ns;    /* the time of each SM that had no block of it */
	double lost_whole_ns; /* whether the run waited for it or not */
	uint32_t worst;       /* shape */
	struct finding *finding;
};

static void add_launches(struct function_loss *losses, const struct trace *trace,
                         const double *lost)
{
	const struct trace_operations *o = &trace->operations;

	for (uint32_t i = 0; i < o->count; i++) {
		struct finding *f;

		if (o->type[i] != OPERATION_KERNEL || lost[o->detail[i]] <= 0)
			continue;
		f = losses[operation_function(trace, i)].finding;
		if (!f)
			continue;
		finding_target(f, i);
		finding_example(
		        f, i,
		        (int64_t)(lost[o->detail[i]] * (double)operation_length_ns(trace, i)));
	}
}

static int64_t whole_ns(double ns)
{
	return ns < (double)TRACE_TIME_MAX_NS ? (int64_t)ns : TRACE_TIME_MAX_NS;
}

/* Most of the time, kernels of other launches run as well. */
static bool runs_beside(const struct launch *launch)
{
	return percent_of(launch->share_ns, launch->total_ns) <=
	       100 - launch_thresholds[LAUNCH_BESIDE].value;
}

/* Adds what the launches of FUNCTION, or of several of which it is the worst, lose together. */
static struct finding *add_finding(struct check *check, uint32_t function,
                                   const struct function_loss *loss, const struct launch *worst,
                                   const struct launch_rule *rule)
{
	struct finding *finding = finding_add_function(check, function);
	struct launch about = *worst;

	about.all_blocks = loss->blocks;
	about.all_warps = loss->warps;
	about.idle_sms = loss->time_ns > 0 ? loss->idle_sm_ns / (double)loss->time_ns : 0;
	finding->cost_ns = whole_ns(loss->lost_ns);
	if (!worst->alike && !runs_beside(worst))
		finding->lost_part = fmin(
		        loss->lost_whole_ns / (double)check->survey->functions[function].ns, 1);
	finding->occurrences = loss->launches;
	rule->report(check, finding, &about, loss->launches, loss->time_ns);
	describe(finding, worst);
	return finding;
}

/* Whether the launches of FUNCTION that lose are what it mostly does, and its user's to change. */
static bool may_report(const struct check *check, uint32_t function,
                       const struct function_loss *loss, const struct launch_rule *rule)
{
	return (!rule->least ||
	        percent_of(loss->time_ns, loss->function_ns) > rule->least->value) &&
	       check_may_change(check, function);
}

static void extend(struct extent *extent, int64_t least, int64_t most)
{
	if (!extent->most || least < extent->least)
		extent->least = least;
	if (most > extent->most)
		extent->most = most;
}

static const char *skip_digits(const char *text)
{
	return text + strspn(text, "0123456789");
}

/* Whether two names are the same but for numbers: configurations of one kernel, as tuners make. */
static bool are_versions(const char *a, const char *b)
{
	for (a = skip_digits(a), b = skip_digits(b); *a && *a == *b;)
		a = skip_digits(a + 1), b = skip_digits(b + 1);
	return *a == *b;
}

/*
 * Whether what FUNCTION loses goes into one finding with LEADER's: what loses for the same reason;
 * no LEADER: what has no finding of its own.
 */
static bool belongs(const struct check *check, const struct function_loss *losses,
                    const struct launch_rule *rule, uint32_t leader, uint32_t function)
{
	const struct trace_function *functions = check->trace->functions;
	const struct launch *launches = check->survey->launches;
	const struct function_loss *loss = &losses[function];

	if (loss->finding || loss->lost_ns <= 0 || !may_report(check, function, loss, rule))
		return false;
	if (leader == NONE || leader == function)
		return true;
	return rule->is_alike && is_worth(check, whole_ns(loss->lost_ns)) &&
	       kernel_library(functions[leader].name) == kernel_library(functions[function].name) &&
	       rule->is_alike(&launches[losses[leader].worst], &launches[loss->worst],
	                      are_versions(functions[leader].name, functions[function].name));
}

/* One finding for all functions that belong to LEADER. */
static void add_pool(struct check *check, struct function_loss *losses,
                     const struct launch_rule *rule, uint32_t leader)
{
	const uint32_t functions = (uint32_t)check->trace->functions_count;
	struct function_loss sum = { 0 };
	struct finding *finding;
	struct launch worst;
	uint32_t most = NONE;
	int64_t count = 0;

	for (uint32_t i = 0; i < functions; i++) {
		const struct function_loss *loss = &losses[i];

		if (!belongs(check, losses, rule, leader, i))
			continue;
		count++;
		sum.launches += loss->launches;
		sum.time_ns = sum_saturated(sum.time_ns, loss->time_ns);
		sum.lost_ns += loss->lost_ns;
		sum.lost_whole_ns += loss->lost_whole_ns;
		sum.idle_sm_ns += loss->idle_sm_ns;
		extend(&sum.blocks, loss->blocks.least, loss->blocks.most);
		extend(&sum.warps, loss->warps.least, loss->warps.most);
		if (most == NONE || loss->lost_ns > losses[most].lost_ns)
			most = i;
	}
	if (!count || (leader == NONE && count < 2) || !is_worth(check, whole_ns(sum.lost_ns)))
		return;
	worst = check->survey->launches[losses[most].worst];
	worst.alike = count - 1;
	finding = add_finding(check, most, &sum, &worst, rule);
	for (uint32_t i = 0; i < functions; i++)
		if (belongs(check, losses, rule, leader, i))
			losses[i].finding = finding;
}

static void add_findings(struct check *check, struct function_loss *losses,
                         const struct launch_rule *rule)
{
	for (uint32_t i = 0; i < check->trace->functions_count; i++)
		if (is_worth(check, whole_ns(losses[i].lost_ns)) &&
		    belongs(check, losses, rule, i, i))
			add_pool(check, losses, rule, i);
	if (rule->pools)
		add_pool(check, losses, rule, NONE);
}

/*
 * How much of the launches' time the run waited for: none of it where the GPU waits for the host
 * anyway, however long its kernels take. Of what runs beside others nobody knows.
 */
static int64_t awaited_ns(const struct check *check, const struct launch *launch, size_t shape)
{
	const int64_t critical_ns = check->survey->shapes[shape].awaited_ns;

	return runs_beside(launch) || critical_ns >= launch->share_ns ||
	                       replay_is_off(check->survey, check->graph)
	               ? launch->share_ns
	               : critical_ns;
}

/* SMs that get no block. */
static double idle_sms(const struct launch *launch)
{
	return fmax(launch->multiprocessors - (double)launch->blocks, 0);
}

static void judge_all(struct check *check, double *lost, struct function_loss *losses,
                      const struct launch_rule *rule)
{
	for (size_t s = 0; s < check->trace->launch_shapes_count; s++) {
		const struct launch *launch = &check->survey->launches[s];
		struct function_loss *loss;
		double lost_ns;

		loss = &losses[check->trace->launch_shapes[s].function];
		loss->function_ns = sum_saturated(loss->function_ns, launch->share_ns);
		if (!counts(launch, rule, check->survey->latency_ns))
			continue;
		lost[s] = fmin(rule->judge(launch),
		               check_part_left(check, rule->binding, launch->shape->function));
		if (lost[s] <= 0)
			continue;
		lost_ns = lost[s] * (double)awaited_ns(check, launch, s);
		loss->launches += launch->launches;
		loss->time_ns = sum_saturated(loss->time_ns, launch->share_ns);
		loss->lost_ns += lost_ns;
		loss->idle_sm_ns += idle_sms(launch) * (double)launch->share_ns;
		loss->lost_whole_ns += lost[s] * (double)launch->share_ns;
		extend(&loss->blocks, launch->blocks, launch->blocks);
		extend(&loss->warps, launch->occupancy.active_warps,
		       launch->occupancy.active_warps);
		if (lost_ns > loss->worst_ns) {
			loss->worst_ns = lost_ns;
			loss->worst = (uint32_t)s;
		}
	}
}

static bool has_unknown_device(const struct trace *trace)
{
	struct occupancy_device limits;

	for (size_t d = 0; d < trace->devices_count; d++)
		if (occupancy_device_for_cc(trace->devices[d].cc_major, trace->devices[d].cc_minor,
		                            &limits))
			return true;
	return false;
}

void launches_check(struct check *check, const struct launch_rule *rule)
{
	const struct trace *trace = check->trace;
	double *lost = calloc(trace->launch_shapes_count + 1, sizeof *lost);
	struct function_loss *losses = calloc(trace->functions_count + 1, sizeof *losses);

	if (lost && losses) {
		const size_t before = check->findings->count;

		judge_all(check, lost, losses, rule);
		add_findings(check, losses, rule);
		if (check->findings->count > before)
			add_launches(losses, trace, lost);
		if (has_unknown_device(trace))
			check_abstain(
			        check,
			        "the limits of a GPU of this compute capability are not known");
	} else {
		check_failed(check, -ENOMEM);
	}
	free(losses);
	free(lost);
}

void launches_fix(const struct check *check, const struct finding *finding,
                  struct scenario *scenario, launch_judge *judge)
{
	for (size_t i = 0; i < finding->targets_count; i++) {
		const uint32_t id = finding->targets[i];
		const struct launch *launch =
		        &check->survey->launches[check->trace->operations.detail[id]];

		launch_scale(check, scenario, id, 1 - judge(launch));
	}
}
