/* SPDX-License-Identifier: MIT */
/*
 * Rule gpu-idle: the GPU ran nothing because the host had not issued anything, split by what the
 * host did. Stands behind the rules that say more about the same gaps. Any thread.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "rules/shared/alike.h"
#include "rules/shared/constants.h"
#include "rules/shared/copies.h"
#include "rules/shared/gap_claims.h"
#include "rules/shared/gap_limits.h"
#include "rules/shared/gaps.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/host_ranges.h"
#include "rules/shared/names.h"
#include "rules/shared/other_devices.h"
#include "rules/shared/rebuilds.h"
#include "rules/shared/results.h"
#include "rules/shared/rule.h"
#include "rules/shared/survey.h"
#include "rules/shared/waits.h"
#include "rules/shared/worth.h"

enum { IDLE, BEHIND, SOME, CLAIMED, LATE };

static const struct threshold thresholds[] = {
	[IDLE] = { "idle", 10, "%" },       [BEHIND] = { "idle behind waits", 5, "%" },
	[SOME] = { "some waits", 10, "%" }, [CLAIMED] = { "claimed", 25, "%" },
	[LATE] = { "late", 5, "%" },        { .name = NULL },
};

struct idle {
	const bool *needless; /* waits whose gaps needless-sync has reported, by call; or NULL */
	bool leaves_loads;    /* kernels made again have a finding of their own */
	const struct interval_set *shares; /* of others, which gpu-imbalance is about */
	int64_t base_ns;                   /* of the device's span, without gaps that happen once */
	int64_t limit_ns[GAP_KINDS];       /* a longer gap of that kind is one that happens once */
	int64_t gaps, cost_ns;
	int64_t kind_ns[GAP_KINDS];
	int64_t share_ns[SHARES];
	int64_t work_ns;          /* the GPU's, in all; 0: not known yet */
	int64_t late_ns;          /* of cost_ns: behind two thirds of that */
	int64_t waited_ns;        /* of cost_ns: the host had waited for the GPU in it */
	int64_t needless_ns;      /* of that: the trace shows no reason for the wait */
	struct interval_set host; /* when the host did work of its own */
	struct host_evidence code;
	int64_t loads_ns; /* of cost_ns: the host loaded code in it */
	int64_t loads;    /* such gaps */
	int64_t turns_ns; /* other GPUs worked, by turns with this one */
	int64_t *waits; /* gaps behind a call that waited, by the call's name; NULL: not counted */
	struct results results; /* that were waited for */
	uint32_t worst;
	int64_t worst_ns;
};

/* Returns 0 or -ENOMEM. */
static int init_waits(struct idle *idle, const struct trace *trace)
{
	idle->waits = calloc(trace->call_names_count + 1, sizeof *idle->waits);
	return idle->waits ? results_init(&idle->results, trace) : -ENOMEM;
}

static void count_wait(struct idle *idle, const struct graph *graph, uint32_t call)
{
	idle->waits[graph->trace->calls.name[call]]++;
	results_count(&idle->results, graph, call);
}

/* Whether the thread that ended GAP loaded code in it. */
static bool has_load(const struct graph *graph, const struct gap *gap)
{
	const struct trace *trace = graph->trace;
	uint32_t call = trace->operations.call[gap->next];

	for (; call != NONE && trace->calls.end_ns[call] > gap->start_ns;
	     call = graph_previous_call(graph, call))
		if (is_code_load(&trace->call_names[trace->calls.name[call]]))
			return true;
	return false;
}

/* When the first operation of DEVICE starts; 0: it has none. */
static int64_t first_start_ns(const struct trace *trace, uint32_t device)
{
	for (size_t i = 0; i < trace->operations.count; i++)
		if (operation_device(trace, i) == device)
			return trace->operations.start_ns[i];
	return 0;
}

/* What GAP, which costs LENGTH_NS, says in FINDING. */
static int say_gap(struct idle *idle, const struct check *check, const struct gap *gap,
                   int64_t length_ns, struct finding *finding)
{
	if (has_load(check->graph, gap)) {
		idle->loads++;
		idle->loads_ns += length_ns;
	}
	finding_example(finding, gap->next, length_ns);
	host_evidence_before(&idle->code, check->trace->operations.call[gap->next], gap->start_ns,
	                     gap->end_ns);
	return interval_set_add(&idle->host, gap->start_ns, gap->end_ns);
}

/* Whether GAP, which is open, belongs to a finding of another rule. */
static bool is_reported(const struct idle *idle, const struct graph *graph, const struct gap *gap)
{
	return (idle->needless && is_needless_gap(graph->trace, gap, idle->needless)) ||
	       (idle->leaves_loads && gap->kind == GAP_HOST && has_load(graph, gap));
}

static int measure(struct idle *idle, const struct check *check, uint32_t device,
                   const bool is_open[], const bool has_no_reason[], struct finding *finding)
{
	struct gap_walk walk;
	struct gap gap;
	const int64_t first_ns = first_start_ns(check->trace, device);
	int64_t gaps_ns = 0; /* so far */
	int err = gap_walk_init(&walk, check->graph);

	walk.device = device;
	idle->base_ns = gpu_span_ns(check->trace, device);
	while (!err && gap_next(&walk, &gap)) {
		const int64_t worked_ns = gap.start_ns - first_ns - gaps_ns;
		int64_t length_ns = gap.end_ns - gap.start_ns;
		double alone;

		gaps_ns += length_ns;
		if (length_ns > idle->limit_ns[gap.kind] ||
		    gap.next < check->survey->start_up.end) {
			idle->base_ns -= length_ns;
			continue;
		}
		alone = (double)gap_alone_ns(&gap) / (double)length_ns;
		length_ns = gap_alone_ns(&gap) -
		            interval_set_within(idle->shares, gap.start_ns, gap.end_ns);
		idle->base_ns -= gap.recorder_ns;
		if (!is_open[GAP_ALLOCATION])
			length_ns -= gap_leave_allocation(&gap, check->trace);
		if (!is_open[gap.kind] || length_ns <= 0 || is_reported(idle, check->graph, &gap))
			continue;
		idle->gaps++;
		idle->cost_ns += length_ns;
		idle->kind_ns[gap.kind] += length_ns;
		if (idle->work_ns && worked_ns >= idle->work_ns / 3 * 2)
			idle->late_ns += length_ns;
		for (int s = 0; s < SHARES; s++)
			idle->share_ns[s] += (int64_t)((double)gap.share_ns[s] * alone);
		if (length_ns > idle->worst_ns) {
			idle->worst_ns = length_ns;
			idle->worst = gap.next;
		}
		if (gap.wait_call != NONE)
			idle->waited_ns += length_ns;
		if (gap.wait_call != NONE && idle->waits)
			count_wait(idle, check->graph, gap.wait_call);
		if (gap.wait_call != NONE && has_no_reason[gap.wait_call]) {
			idle->needless_ns += length_ns;
			if (finding)
				finding_target(finding, gap.wait_call);
		}
		if (finding)
			err = say_gap(idle, check, &gap, length_ns, finding);
	}
	if (!err && walk.last_end_ns[device] > first_ns + gaps_ns)
		idle->work_ns = walk.last_end_ns[device] - first_ns - gaps_ns;
	gap_walk_release(&walk);
	return err;
}

/* ---- the finding ---- */

/* What to do, by what most of the idle time was spent on. */
static const struct {
	const char *cause, *advice;
} kinds[GAP_KINDS] = {
	[GAP_HOST] = { "while the host did work of its own", "" },
	[GAP_SYNCHRONIZATION] = { "since the host issued more only after it had waited for the GPU",
	                          "Issue the next work before waiting for the result of the last "
	                          "one (two buffers in turn), or look at results every few steps "
	                          "only." },
	[GAP_LAUNCH] = { "since launching takes longer than running",
	                 "Launch a CUDA graph instead of single kernels, or give each kernel more "
	                 "work." },
	[GAP_GRAPH] = { "since launching graphs takes longer than running them",
	                "Put more work into each graph, several steps of a loop for example, so "
	                "that one launch serves for more." },
	[GAP_ALLOCATION] = { "while the host allocated, freed or pinned memory",
	                     "Allocate once before the loop, or from a pool (cudaMallocAsync); "
	                     "pin host memory once (cudaHostRegister), and use it again." },
	[GAP_COPY] = { "while the host was in calls that copy",
	               "Copy asynchronously from pinned memory, while kernels run." },
	[GAP_OTHER] = { "while the host was in other CUDA calls",
	                "Move calls that create, destroy or configure something out of the loop." },
};

/* Where the host's own work is what most of the time goes to, and little of it stands behind waits:
 * what these are, then what to do about its work. */
static const char no_wait_advice[] = "The trace shows no wait for the GPU before these gaps. ";
static const char hardly_a_wait_advice[] =
        "Hardly any of these gaps stands behind a wait for the GPU. ";
static const char own_advice[] =
        "If the host takes results from it there in a way of its own, let it do so later, or every "
        "few steps. Else its work alone takes longer than the GPU's: ";
static const char few_waits_advice[] =
        "Where the host waits for results, let it look at them every few steps only, or let a "
        "kernel compute what it computes from them: then it gets ahead of the GPU. The rest is "
        "work of the host that takes longer than the GPU's: ";
static const char host_advice[] =
        "make it faster, spread it over more threads or processes, give the GPU more work for each "
        "piece of it, or move it to the GPU.";

/* Where the host waits for the GPU first, and only then does its own work. */
static const char after_wait_advice[] =
        "Let the host prepare the next piece of work while the GPU is busy with this one: launch, "
        "prepare, and only then wait; look at results a step later, or every few steps; or "
        "prepare in another thread. What cannot be moved must become faster, or move to the GPU.";

/* Where the host waits for results one by one, before it goes on. */
static const char results_advice[] =
        "Look at the results that the host waits for every few steps only, or let a kernel "
        "compute what the host computes from them.";
/* ... and copies inputs in. */
static const char inputs_advice[] = " Copy inputs once, before the loop, or asynchronously from "
                                    "pinned memory while kernels run.";

/* Where the host waits for another GPU, and only then issues work for this one. */
static const char turns_advice[] =
        "The GPUs take turns: the host waits for one before it gives the next one its work. If "
        "that does not need the other's results, issue the work of all of them first, with "
        "asynchronous copies from pinned memory, and only then wait; or drive each GPU from a host "
        "thread of its own. If it does, cut the work into parts, so that one GPU begins the next "
        "part while the other goes on with this one.";

/* Moving the host's work beside the GPU's is what is predicted: possible where nothing shows that
 * it needs results. */
static bool can_overlap(const struct idle *idle, const struct trace *trace, enum gap_kind main)
{
	return main == GAP_HOST && !waits_memory_read_directly(trace) &&
	       percent_of(idle->needless_ns, idle->cost_ns) >= IDLE_WAITED_PERCENT;
}

/* The GPU's own work, which is what overlapping wins at most, is not worth a finding. */
static bool is_hosts_alone(const struct idle *idle, enum gap_kind main)
{
	return main == GAP_HOST &&
	       percent_of(idle->base_ns - idle->cost_ns, idle->base_ns) < worth_threshold->value;
}

static void say_hosts_alone(const struct idle *idle, struct finding *finding)
{
	finding_advice(finding,
	               "The host's work alone takes the time: beside it the GPU's, %s at most, is "
	               "next to nothing, and overlapping the two wins no more than that. Make the "
	               "host's work faster, spread it over more threads or processes, or move it "
	               "to the GPU.",
	               format_duration(FORMAT, idle->base_ns - idle->cost_ns));
	finding_not_predicted(finding, "it is the host's own work that has to become less: at most "
	                               "the whole cost");
}

static bool takes_turns(const struct idle *idle, enum gap_kind main)
{
	return main != GAP_HOST && percent_of(idle->turns_ns, idle->cost_ns) >= IDLE_MOST_PERCENT;
}

/* Whether the host may wait for pages of managed memory in it, which only --managed records. */
static bool may_wait_for_pages(const struct trace *trace, enum gap_kind main)
{
	return main == GAP_HOST && !trace->migrations_count &&
	       waits_memory_read_directly(trace) == managed_memory;
}

static const char pages_advice[] =
        "First record with --managed: where the host touches managed memory that a kernel "
        "used, its pages come back fault by fault in this time, and go again fault by fault "
        "while the next kernel runs. If so, let a kernel do what the host does with them (a "
        "sum, a count), copy the result alone, or prefetch the memory both ways "
        "(cudaMemPrefetchAsync). Else prepare the next piece of work while the GPU is busy "
        "with this one, or in another thread.";

/* Overlapping wins no more than what it is done beside takes. */
static void say_not_predicted(const struct idle *idle, enum gap_kind main, struct finding *finding)
{
	const int64_t rest_ns = idle->base_ns - idle->cost_ns;
	char most[NAME_MAX_BYTES] = "at most the whole cost";

	if (main == GAP_HOST && rest_ns < idle->cost_ns)
		snprintf(most, sizeof most,
		         "that wins %s at most, since the GPU has no more work than that; the rest "
		         "goes only if the host's own work becomes less",
		         format_duration(FORMAT, rest_ns));
	finding_not_predicted(finding, "%s: %s",
	                      main == GAP_HOST ? "whether the host's work can be done while the "
	                                         "GPU is busy depends on what it needs"
	                                       : "it depends on what replaces these calls",
	                      most);
}

/* Where the host loads code, which it has made there: compiled, or planned. */
static const char loads_advice[] =
        "In these gaps the host loads code, which it has probably compiled or planned there "
        "(NVRTC, a "
        "just-in-time compiler, a library's plan). Keep what was compiled by its source and "
        "options, and "
        "plans by their sizes, and use them again; give kernels what varies as arguments instead "
        "of "
        "compiling it in; what has to be compiled can be in another thread, while the GPU works.";

static const char compiler_advice[] =
        "What a just-in-time compiler makes is made again for each new shape, type or static "
        "argument: "
        "pad inputs to a few sizes, make compiled functions once, outside the loop, and pass what "
        "varies as arrays. Keep what was compiled on disk between runs (in JAX: "
        "jax_compilation_cache_dir; torch.compile and Triton do so by themselves).";

static const char made_once_advice[] =
        "The code is made once, at the run's start: it costs a longer run no more. Where runs are "
        "short, keep what was compiled on disk between them (in JAX: jax_compilation_cache_dir; "
        "torch.compile and Triton do so by themselves).";

/* Of what the host's samples say. */
static bool is_compiling(const struct idle *idle, enum gap_kind main)
{
	return main == GAP_HOST && 100 * idle->code.compiling >= IDLE_MOST_PERCENT;
}

static bool is_making_code(const struct idle *idle, enum gap_kind main)
{
	return main == GAP_HOST && percent_of(idle->loads_ns, idle->cost_ns) >= IDLE_MOST_PERCENT;
}

/* Whether it is code that is made once: hardly anything of it behind two thirds of the GPU's work.
 */
static bool is_code_made_once(const struct idle *idle, enum gap_kind main)
{
	return (is_compiling(idle, main) || is_making_code(idle, main)) &&
	       percent_of(idle->late_ns, idle->cost_ns) < thresholds[LATE].value;
}

/* What to do where most of the gaps are of kind MAIN. */
static void advise(const struct idle *idle, const struct trace *trace, enum gap_kind main,
                   struct finding *finding)
{
	const double waited = percent_of(idle->waited_ns, idle->cost_ns);
	const bool has_results = waited >= IDLE_MOST_PERCENT && idle->results.count >= REPEATS_MIN;
	const char *first = kinds[main].advice, *then = "", *last = "";

	if (takes_turns(idle, main)) {
		first = turns_advice;
	} else if (is_code_made_once(idle, main)) {
		first = made_once_advice;
	} else if (is_compiling(idle, main)) {
		first = compiler_advice;
	} else if (is_making_code(idle, main)) {
		first = loads_advice;
	} else if (may_wait_for_pages(trace, main)) {
		first = pages_advice;
	} else if (main == GAP_HOST && waited >= IDLE_MOST_PERCENT) {
		first = after_wait_advice;
	} else if (main == GAP_HOST) {
		first = !idle->waited_ns                  ? no_wait_advice
		        : waited < thresholds[SOME].value ? hardly_a_wait_advice
		                                          : few_waits_advice;
		then = first == few_waits_advice ? "" : own_advice;
		last = host_advice;
	} else if (has_results && (main == GAP_COPY || main == GAP_SYNCHRONIZATION)) {
		first = results_advice;
		then = main == GAP_COPY ? inputs_advice : "";
	}
	finding_advice(finding, "%s%s%s", first, then, last);
}

static void say_mixed(const struct idle *idle, const struct trace *trace, enum gap_kind main,
                      struct finding *finding)
{
	advise(idle, trace, main, finding);
	if (!can_overlap(idle, trace, main))
		say_not_predicted(idle, main, finding);
}

static void add_split(const struct idle *idle, struct finding *finding)
{
	struct name_list list = { 0 };

	for (int s = 0; s < SHARES; s++) {
		char text[NAME_MAX_BYTES];

		if (percent_of(idle->share_ns[s], idle->cost_ns) < worth_threshold->value)
			continue;
		snprintf(text, sizeof text, "%s %s", format_duration(FORMAT, idle->share_ns[s]),
		         share_texts[s]);
		name_list_add(&list, text);
	}
	finding_fact(finding, "meanwhile the host", "%s", name_list_end(&list));
}

/* How much of it came behind a wait, and which calls waited most often. */
static void add_waits(const struct idle *idle, const struct trace *trace, struct finding *finding)
{
	uint32_t most = 0;

	if (!idle->waited_ns)
		return;
	for (uint32_t name = 1; name < trace->call_names_count; name++)
		if (idle->waits[name] > idle->waits[most])
			most = name;
	finding_fact(finding, "after a wait",
	             "%s of it: the host had waited for the GPU first, %s in %s",
	             format_percent(FORMAT, percent_of(idle->waited_ns, idle->cost_ns)),
	             name_count(NAME, idle->waits[most], "time", "times"),
	             trace->call_names[most].name);
	results_say(&idle->results, finding);
}

static void say_headline(const struct idle *idle, enum gap_kind main, struct finding *finding)
{
	const double percent = percent_of(idle->kind_ns[main], idle->cost_ns);
	char part[NAME_MAX_BYTES] = "mostly";

	if (percent < IDLE_MOST_PERCENT)
		snprintf(part, sizeof part, "%s of it", format_percent(FORMAT, percent));
	finding_headline(finding, "the GPU idled %s in %s gaps, %s %s%s%s",
	                 format_duration(FORMAT, idle->cost_ns), format_count(FORMAT, idle->gaps),
	                 part, kinds[main].cause, *idle->code.most ? ": " : "", idle->code.most);
}

/* What is said where the host makes code. */
static void say_code(const struct idle *idle, enum gap_kind main, struct finding *finding)
{
	if (is_making_code(idle, main))
		finding_fact(finding, "code", "is loaded in %s of these gaps, which take %s",
		             format_count(FORMAT, idle->loads),
		             format_duration(FORMAT, idle->loads_ns));
	if (is_compiling(idle, main))
		finding_fact(finding, "compiler", "%s of it is a just-in-time compiler's",
		             format_percent(FORMAT, 100 * idle->code.compiling));
	if (!is_code_made_once(idle, main))
		return;
	finding->severity = FINDING_NOTE;
	finding_fact(
	        finding, "once",
	        "%s of it is behind two thirds of the GPU's work: the code is made at the start",
	        format_percent(FORMAT, percent_of(idle->late_ns, idle->cost_ns)));
}

static int report(struct check *check, uint32_t device, struct idle *idle, const bool is_open[],
                  const bool has_no_reason[])
{
	const struct trace *trace = check->trace;
	struct finding *finding = finding_add(check, name_device(NAME, trace, device));
	struct idle found = { 0 };
	enum gap_kind main = GAP_HOST;
	int err;

	memcpy(found.limit_ns, idle->limit_ns, sizeof found.limit_ns);
	found.needless = idle->needless;
	found.leaves_loads = idle->leaves_loads;
	found.shares = idle->shares;
	found.work_ns = idle->work_ns;
	*idle = found;
	err = init_waits(idle, trace);
	if (err)
		return err;
	host_evidence_init(&idle->code, check);
	err = measure(idle, check, device, is_open, has_no_reason, finding);
	if (err) {
		host_evidence_end(&idle->code, finding);
		return err;
	}
	for (int kind = 0; kind < GAP_KINDS; kind++)
		if (idle->kind_ns[kind] > idle->kind_ns[main])
			main = (enum gap_kind)kind;
	finding->cost_ns = idle->cost_ns;
	finding->occurrences = idle->gaps;
	finding_fact(finding, "share",
	             "%s of the time, start-up and long pauses that do not recur left out",
	             format_percent(FORMAT, percent_of(idle->cost_ns, idle->base_ns)));
	add_split(idle, finding);
	add_waits(idle, trace, finding);
	err = host_evidence_end(&idle->code, finding);
	say_code(idle, main, finding);
	say_headline(idle, main, finding);
	finding_fact(finding, "longest gap", "%s before %s of %s",
	             format_duration(FORMAT, idle->worst_ns),
	             name_operation(NAME, trace, idle->worst),
	             name_stream(NAME, trace, trace->operations.stream[idle->worst]));
	if (!err && main == GAP_HOST)
		err = alike_say(finding, &idle->host, idle->cost_ns);
	if (!err)
		err = host_ranges_add(finding, trace, &idle->host);
	if (!err)
		err = other_devices_turns(&idle->turns_ns, trace, device, &idle->host);
	if (takes_turns(idle, main))
		finding_fact(finding, "other GPUs", "at work in %s of it, by turns with this one",
		             format_duration(FORMAT, idle->turns_ns));
	if (is_hosts_alone(idle, main) && !is_making_code(idle, main) && !is_compiling(idle, main))
		say_hosts_alone(idle, finding);
	else
		say_mixed(idle, trace, main, finding);
	return err;
}

/* Time behind waits for the GPU has a cause at hand: less of it is worth a finding. */
static bool is_worth_saying(const struct idle *idle)
{
	const bool is_behind = percent_of(idle->waited_ns, idle->cost_ns) >= IDLE_MOST_PERCENT;

	return idle->gaps >= REPEATS_MIN && percent_of(idle->cost_ns, idle->base_ns) >=
	                                            thresholds[is_behind ? BEHIND : IDLE].value;
}

static bool has_rebuilds(const struct check *check)
{
	const struct findings *findings = check->findings;

	for (size_t i = 0; i < findings->count; i++)
		if (strcmp(findings->items[i]->rule->id, "load-in-loop") == 0 &&
		    strcmp(findings->items[i]->subject, REBUILDS_SUBJECT) == 0)
			return true;
	return false;
}

static int check_device(struct check *check, uint32_t device, const bool has_no_reason[])
{
	bool is_open[GAP_KINDS];
	struct interval_set shares = { 0 };
	struct idle idle = { .shares = &shares }, all;
	int err = other_devices_shares(&shares, check, device);

	/* What was issued in time is left to the rules of what held the operation back. */
	for (int kind = 0; kind < GAP_KINDS; kind++)
		is_open[kind] = kind != GAP_DEPENDENCY;
	if (check_finding_of(check, "needless-sync", NONE))
		idle.needless = has_no_reason;
	idle.leaves_loads = has_rebuilds(check);
	if (!err)
		err = gap_limits_find(idle.limit_ns, check, device);
	all = idle;
	if (!err)
		err = measure(&all, check, device, is_open, has_no_reason, NULL);
	idle.work_ns = all.work_ns;
	for (int kind = 0; kind < GAP_KINDS; kind++)
		is_open[kind] = is_open[kind] &&
		                !gap_is_claimed(check, (enum gap_kind)kind, all.kind_ns[kind],
		                                thresholds[CLAIMED].value);
	if (!err)
		err = measure(&idle, check, device, is_open, has_no_reason, NULL);
	if (!err && is_worth_saying(&idle))
		err = report(check, device, &idle, is_open, has_no_reason);
	interval_set_release(&shares);
	interval_set_release(&idle.host);
	free(idle.waits);
	results_release(&idle.results);
	return err;
}

static void check_gpu_idle(struct check *check)
{
	bool *has_no_reason;
	int err;

	if (!check->trace->calls.count && check->trace->operations.count) {
		check_abstain(check, "the trace has no API calls, so what the host did is unknown");
		return;
	}
	has_no_reason = calloc(check->trace->calls.count + 1, sizeof *has_no_reason);
	err = has_no_reason ? waits_without_reason(has_no_reason, check) : -ENOMEM;
	for (uint32_t device = 0; device < check->trace->devices_count && !err; device++)
		err = check_device(check, device, has_no_reason);
	free(has_no_reason);
	check_failed(check, err);
}

static void fix_gpu_idle(const struct check *check, const struct finding *finding,
                         struct scenario *scenario)
{
	(void)check;
	for (size_t i = 0; i < finding->targets_count; i++)
		scenario_change_call(scenario, finding->targets[i], CALL_ORDERS);
}

const struct rule rule_gpu_idle = {
	.id = "gpu-idle",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, gap_limit_thresholds, start_up_thresholds,
	                unexplained_threshold, alike_thresholds },
	.yields_to = { "launch-bound", "needless-sync", "alloc-in-loop", "sync-copy",
	               "pageable-copy", "small-copies", "graph-recapture", "stream-in-loop",
	               "load-in-loop", "threads-in-turn", "gpu-imbalance" },
	.check = check_gpu_idle,
	.fix = fix_gpu_idle,
};
