/* SPDX-License-Identifier: MIT */
/*
 * The largest wait of a run, and what would tell more about it: where no rule found a fix, this is
 * what there is to say. Any thread.
 */
#include <string.h>

#include "base/statistics.h"
#include "graph/scenario.h"
#include "report/report_parts.h"
#include "rules/shared/rule.h"
#include "rules/shared/survey.h"
#include "rules/shared/wait_behind.h"
#include "rules/shared/waits.h"
#include "trace/summary.h"

enum {
	WAIT_MIN_PERCENT = 5,          /* of the main part */
	WAIT_UNEXPLAINED_PERCENT = 25, /* of it, too */
};

/* By share, for those that are waits; NULL: work on the GPU, or CUDA's own start and end. */
static const char *const hints[SHARES] = {
	[SHARE_QUEUE] = "record it again with CUDA_DEVICE_MAX_CONNECTIONS=32: without shared "
	                "hardware queues this wait is gone",
	[SHARE_DEFAULT_STREAM] = "build it with nvcc --default-stream per-thread, or make streams "
	                         "with cudaStreamNonBlocking, and record it again: without the "
	                         "barrier this wait is gone",
	[SHARE_LOADING] = "record it again with CUDA_MODULE_LOADING=EAGER: the code is then loaded "
	                  "before the work begins",
	[SHARE_COPY_ENGINE] = "NVTX ranges around the program's steps tell which copies hold up "
	                      "which: the page shows both on one timeline (analyze --format html)",
	[SHARE_CAPACITY] = "record it with --metrics: the counters tell what the kernels do with "
	                   "the SMs that they hold",
	[SHARE_HOST_CALLBACK] = "NVTX ranges in the host functions, or a profiler of the CPU such "
	                        "as perf, tell what they do",
	[SHARE_MIGRATION] = "cudaMemPrefetchAsync() moves pages before somebody waits for them; "
	                    "the table migration of the trace has each move and fault",
	[SHARE_LAUNCH] = "the timeline shows which launches took long to arrive (analyze --format "
	                 "html); other programs on the same GPU or CPU make them late: record it "
	                 "again without them",
	[SHARE_GAP] = "the timeline shows between which operations (analyze --format html); more "
	              "work in each of them makes the gaps fewer",
	[SHARE_UNEXPLAINED] = "record it again without other programs on the GPU, and with "
	                      "--gpu-metrics, which shows whether the GPU was at work for somebody "
	                      "else",
	[SHARE_HOST] = "record it with --host, which names the program's functions and lines; NVTX "
	               "ranges around its steps tell it, too",
	[SHARE_CALL_LAUNCH] = "warpwise stats --by api tells which calls take long; the first "
	                      "launch of each function also loads it",
	[SHARE_CALL_COPY] = "warpwise stats --by api tells which calls take long, --by copy from "
	                    "which memory they copy",
	[SHARE_CALL_ALLOCATE] = "warpwise stats --by api tells which calls take long, --by "
	                        "allocation how much they allocate",
	[SHARE_CALL_SYNCHRONIZE] = "warpwise stats --by api tells which calls wait; NVTX ranges "
	                           "around the program's steps, what for",
	[SHARE_RESTART] = "leave out what ends CUDA between parts of the program, such as "
	                  "cudaDeviceReset(), and free what each part has made",
	[SHARE_CALL_OTHER] = "warpwise stats --by api tells which calls take long",
};

static const char prefetch_hint[] = "record it with --managed: it tells which pages move, how many "
                                    "and which way";

const char report_pages_hint[] =
        "record it with --host and --managed: the first names the program's functions and lines, "
        "the second tells how long it waits for pages of managed memory, which is its own work "
        "otherwise";

static const char next_graph_hint[] = "most of it is launches of graphs, behind which the host "
                                      "waits: queue the next launch before "
                                      "waiting for the last, and the GPU works during the call";
static const char larger_graph_hint[] =
        "most of it is launches of graphs: put several steps into one graph, so that a call "
        "launches more work";

/* Of the calls that launch, how long those of graphs take, how often the program makes them, and
 * how often it waits. */
struct graph_calls {
	int64_t all_ns, graphs_ns, graphs, waits;
};

static struct graph_calls graph_calls_of(const struct trace *trace)
{
	struct graph_calls sum = { 0 };

	for (size_t i = 0; i < trace->calls.count; i++) {
		const struct trace_call_name *name = &trace->call_names[trace->calls.name[i]];
		const enum call_class class = name->class;
		const int64_t ns = trace->calls.end_ns[i] - trace->calls.start_ns[i];

		sum.waits += class == CALL_SYNCHRONIZE ||
		             (class == CALL_COPY && !strstr(name->name, "Async"));
		if (class != CALL_LAUNCH && class != CALL_GRAPH_LAUNCH)
			continue;
		sum.all_ns = sum_saturated(sum.all_ns, ns);
		if (class == CALL_GRAPH_LAUNCH) {
			sum.graphs_ns = sum_saturated(sum.graphs_ns, ns);
			sum.graphs++;
		}
	}
	return sum;
}

/* NULL: most of the time in calls that launch is not that of graphs. */
static const char *graph_hint(const struct trace *trace)
{
	const struct graph_calls calls = graph_calls_of(trace);

	if (calls.graphs_ns <= calls.all_ns / 2)
		return NULL;
	return calls.waits > calls.graphs / 2 ? next_graph_hint : larger_graph_hint;
}

static const char *hint_of(enum share share, const struct trace *trace)
{
	const char *of_graphs = share == SHARE_CALL_LAUNCH ? graph_hint(trace) : NULL;

	if (share == SHARE_HOST && waits_pages_unrecorded(trace))
		return report_pages_hint;
	if (of_graphs)
		return of_graphs;
	return share == SHARE_MIGRATION && !trace->migrations_count ? prefetch_hint : hints[share];
}

/* What a run without waits for CAUSE would win. */
static int win_without(int64_t *ns, const struct graph *graph, enum cause cause)
{
	struct scenario scenario;
	struct replay replay = { 0 };
	int err;

	scenario_init(&scenario, graph);
	scenario_without(&scenario, cause);
	err = graph_replay(graph, &scenario, false, &replay);
	scenario_release(&scenario);
	*ns = err ? 0 : finding_scaled_ns(graph, graph->alone_replayed_ns - replay.wall_ns);
	replay_release(&replay);
	return err;
}

static int64_t overlap_ns(const struct interval *interval, int64_t start_ns, int64_t end_ns)
{
	const int64_t from_ns = interval->start_ns > start_ns ? interval->start_ns : start_ns;
	const int64_t to_ns = interval->end_ns < end_ns ? interval->end_ns : end_ns;

	return to_ns > from_ns ? to_ns - from_ns : 0;
}

int64_t report_kernels_end_ns(const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	int64_t end_ns = INT64_MIN;

	for (size_t i = 0; i < o->count; i++)
		if (o->type[i] == OPERATION_KERNEL && o->end_ns[i] > end_ns)
			end_ns = o->end_ns[i];
	return end_ns == INT64_MIN ? trace_work_end_ns(trace) : end_ns;
}

static int64_t behind_ns(int64_t ns, int64_t start_ns, int64_t end_ns)
{
	return overlap_ns(&(struct interval){ ns, INT64_MAX }, start_ns, end_ns);
}

/* Adds to SHARE_NS what the run was spent on, without its start: before its first operation, and
 * what devices idled before loops began. What the program does by itself after its last kernel is
 * left out as well: no GPU waits for that; nor for what it releases behind all of the GPU's work.
 */
static int add_steps(int64_t share_ns[SHARES], const struct graph *graph,
                     const struct start_up *start_up)
{
	const struct trace *trace = graph->trace;
	const int64_t kernels_ns = report_kernels_end_ns(trace), work_ns = trace_work_end_ns(trace);
	struct interval_set start = { 0 };
	struct graph_path path = { 0 };
	int64_t now_ns = trace->first_ns;
	size_t next = 0;
	int err = 0;

	if (trace->operations.count)
		err = interval_set_add(&start, now_ns, trace->operations.start_ns[0]);
	if (!err)
		err = start_up_pauses(&start, start_up, trace);
	interval_set_unite(&start);
	if (!err)
		err = graph_path_init(&path, graph);
	for (size_t i = 0; i < path.count && !err; i++) {
		const struct graph_step *step = &path.steps[i];
		const int64_t end_ns = now_ns + step->duration_ns;

		share_ns[step->share] += step->duration_ns;
		if (step->share == SHARE_HOST)
			share_ns[step->share] -= behind_ns(kernels_ns, now_ns, end_ns);
		if (step->share == SHARE_CALL_ALLOCATE)
			share_ns[step->share] -= behind_ns(work_ns, now_ns, end_ns);
		while (next < start.count && start.items[next].start_ns < end_ns) {
			share_ns[step->share] -= overlap_ns(&start.items[next], now_ns, end_ns);
			if (start.items[next].end_ns > end_ns)
				break;
			next++;
		}
		now_ns = end_ns;
	}
	graph_path_release(&path);
	interval_set_release(&start);
	return err;
}

/* What a device at most idled in the main part: all that it ran, it ran there. */
static int64_t idle_in_main_ns(const struct graph *graph, size_t device, int64_t main_ns)
{
	const int64_t busy_ns = graph->run.wall_ns - graph->idle[device].wall_ns;

	return main_ns > busy_ns ? main_ns - busy_ns : 0;
}

/* By share: the most that one device idled for it in the main part. */
static void find_idle(int64_t idle_ns[SHARES], const struct graph *graph, int64_t main_ns)
{
	for (size_t d = 0; d < graph->trace->devices_count; d++) {
		const int64_t most_ns = idle_in_main_ns(graph, d, main_ns);

		for (int share = 0; share < SHARES; share++) {
			const int64_t share_ns = graph->idle[d].share_ns[share];
			const int64_t ns = share_ns < most_ns ? share_ns : most_ns;

			if (ns > idle_ns[share])
				idle_ns[share] = ns;
		}
	}
}

/*
 * By share: what of the run's time without its start was lost by it. Waits beside which a GPU ran
 * something else cost nothing, unless the run would be shorter without them; and what nobody can
 * explain may be anything.
 */
static int measure_waits(int64_t wait_ns[SHARES], const struct graph *graph,
                         const struct survey *survey, bool is_host_enough)
{
	int64_t idle_ns[SHARES] = { [SHARE_UNEXPLAINED] = INT64_MAX }, won_ns = 0;
	int err = add_steps(wait_ns, graph, &survey->start_up);

	find_idle(idle_ns, graph, survey->main_ns);
	for (size_t i = 0; avoidable_causes[i] != CAUSE_UNEXPLAINED && !err && !is_host_enough;
	     i++) {
		const enum share share = share_of_cause[avoidable_causes[i]];

		if (percent_of(wait_ns[share], survey->main_ns) < WAIT_MIN_PERCENT)
			continue;
		err = win_without(&won_ns, graph, avoidable_causes[i]);
		if (won_ns > idle_ns[share])
			idle_ns[share] = won_ns;
	}
	for (int share = 0; share < SHARES; share++)
		if (wait_ns[share] > idle_ns[share])
			wait_ns[share] = idle_ns[share];
	return err;
}

/* Whether findings of RULE are about time in which GPUs wait. What others say of kernels' inside is
 * no reason for a wait, however much it costs. */
static bool is_about_waits(const struct rule *rule)
{
	const struct rule *idle = rule_find("gpu-idle");

	if (rule == idle || rule->wait != SHARE_KERNEL || rule == rule_find("managed-memory"))
		return true;
	for (size_t i = 0; i < RULE_YIELDS_MAX && idle->yields_to[i]; i++)
		if (strcmp(rule->id, idle->yields_to[i]) == 0)
			return true;
	return false;
}

/* Whether findings say more than WAIT: those that cost more, and those that may be about this wait,
 * as gpu-idle alone is about the program's own work, or that explain half of it. */
static bool say_more(const struct findings *findings, const struct report_wait *wait)
{
	int64_t own_ns = 0;

	for (size_t i = 0; i < findings->count; i++) {
		const struct finding *f = findings->items[i];

		if (wait->share != SHARE_HOST || strcmp(f->rule->id, "gpu-idle") == 0 ||
		    (f->cost_ns >= wait->ns && is_about_waits(f->rule)))
			return true;
		own_ns = sum_saturated(own_ns, f->is_own_work ? f->cost_ns : 0);
	}
	return own_ns >= wait->ns / 2 && own_ns;
}

static bool have_fix(const struct findings *findings)
{
	for (size_t i = 0; i < findings->count; i++)
		if (!finding_rank(findings->items[i]).is_hint)
			return true;
	return false;
}

int report_add_largest_wait(struct report_process *process, const struct graph *graph,
                            const struct findings *findings)
{
	const int64_t main_ns = findings->survey->main_ns;
	struct report_wait wait = { .hint = NULL };
	const bool has_fix = have_fix(findings);
	int64_t wait_ns[SHARES] = { 0 };
	bool is_unexplained;
	int err;

	if (survey_hides_waits(findings->survey, graph))
		return 0;
	err = measure_waits(wait_ns, graph, findings->survey, has_fix);
	for (int share = 0; share < SHARES && !err; share++)
		if (hints[share] && wait_ns[share] > wait.ns && (!has_fix || share == SHARE_HOST))
			wait = (struct report_wait){ .share = (enum share)share,
				                     .ns = wait_ns[share],
				                     .hint = hint_of((enum share)share,
				                                     graph->trace) };
	/* What nobody can explain is no finding's, and nor is it what the host does elsewhere. */
	is_unexplained =
	        percent_of(wait_ns[SHARE_UNEXPLAINED], main_ns) >= WAIT_UNEXPLAINED_PERCENT;
	if (is_unexplained)
		wait = (struct report_wait){ .share = SHARE_UNEXPLAINED,
			                     .ns = wait_ns[SHARE_UNEXPLAINED],
			                     .hint = hints[SHARE_UNEXPLAINED] };
	wait.percent = percent_of(wait.ns, main_ns);
	if (wait.percent < WAIT_MIN_PERCENT || finding_is_lost_in(wait.ns, graph->run.wall_ns) ||
	    (!is_unexplained && say_more(findings, &wait)))
		wait.hint = NULL;
	process->largest_wait = wait;
	return err;
}

bool report_waits_for_host(const struct report_process *process)
{
	return process->largest_wait.hint && process->largest_wait.share == SHARE_HOST;
}

void report_wait_leave(struct report_wait *wait, double part)
{
	if (wait->percent * (1 - part) < WAIT_MIN_PERCENT)
		wait->hint = NULL;
}
