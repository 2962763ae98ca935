/* SPDX-License-Identifier: MIT */
/*
 * Rule load-in-loop: the program loads code again and again, since it compiles it or makes a
 * library's plan in a loop; or kernels are made anew for each new shape.
 */
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/interval.h"
#include "base/statistics.h"
#include "base/text.h"
#include "rules/shared/constants.h"
#include "rules/shared/host_evidence.h"
#include "rules/shared/names.h"
#include "rules/shared/rebuilds.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "rules/shared/two_kinds.h"
#include "rules/shared/worth.h"

enum { TIMES, OTHERS, LATER, START };

static const struct threshold thresholds[] = {
	[TIMES] = { "times", REPEATS_MIN, "times" },
	[OTHERS] = { "others", 5, "kernels" },
	[LATER] = { "later", 20, "%" },
	[START] = { "start", 33, "%" },
	{ .name = NULL },
};

/* What its fix changes; a finding's parameter. */
enum { LOADS, REBUILDS };

/* ---- what kernels are for ---- */

/* What kernels that a library plans are for, by their names (mangled) as cuDNN 9 has them. */
static const struct {
	const char *name, *once; /* cases of the notes on frameworks, made again and at the start */
	const char *patterns[5];
} uses[] = {
	{ "attention", "attention", { "*sdpa*", "*fmha*", "*flash*" } },
	{ "convolutions",
	  "convolutions once",
	  { "*implicit_gemm*", "*conv*", "*Nhwc*", "*Nchw*", "*xmma__5x_cudnn*" } },
};

enum { USES = sizeof uses / sizeof *uses };

static bool is_used_for(size_t use, const char *function)
{
	for (size_t p = 0; p < sizeof uses->patterns / sizeof *uses->patterns; p++)
		if (uses[use].patterns[p] && text_matches(uses[use].patterns[p], function))
			return true;
	return false;
}

/* What of the notes on frameworks fits: where the names tell nothing, all. */
static void name_uses(struct finding *f, const struct trace *trace, const struct rebuilds *rebuilds,
                      bool is_start)
{
	bool is_used[USES] = { false };
	size_t used = 0;

	for (size_t u = 0; u < USES; u++) {
		for (size_t i = 0; rebuilds && i < rebuilds->count && !is_used[u]; i++)
			is_used[u] =
			        is_used_for(u, trace->functions[rebuilds->items[i].function].name);
		used += is_used[u];
	}
	for (size_t u = 0; u < USES; u++)
		if (is_used[u] || !used)
			finding_case(f, is_start ? uses[u].once : uses[u].name);
	finding_case(f, is_start ? "once" : "shapes");
}

/* ---- loads of all code ---- */

/* What the program asks for. The runtime's own cuLibraryLoadData() loads what was compiled into it,
 * once. */
static bool is_load(const struct trace_call_name *name)
{
	return is_code_load(name) && strncmp(name->name, "cuLibrary", strlen("cuLibrary")) != 0;
}

static const struct trace_call_name *name_of(const struct trace *trace, uint32_t call)
{
	return &trace->call_names[trace->calls.name[call]];
}

static bool is_launch(const struct trace *trace, uint32_t call)
{
	return name_of(trace, call)->class == CALL_LAUNCH;
}

struct loads {
	int64_t count;
	int64_t once;   /* of these, needed: as many as there are kernels, and all before any GPU
	                 * work, the first of which starts CUDA */
	uint32_t first; /* call */
	struct interval_set time; /* of the others */
};

/* When the first operation was issued or ran. */
static int64_t first_work_ns(const struct trace *trace)
{
	const struct trace_operations *o = &trace->operations;
	int64_t first_ns = INT64_MAX;

	for (uint32_t i = 0; i < o->count; i++) {
		const int64_t ns =
		        o->call[i] == NONE ? o->start_ns[i] : trace->calls.start_ns[o->call[i]];

		first_ns = ns < first_ns ? ns : first_ns;
	}
	return first_ns;
}

static int add_call(struct loads *loads, const struct trace *trace, uint32_t call,
                    struct finding *f)
{
	if (f)
		finding_target(f, call);
	return interval_set_add(&loads->time, trace->calls.start_ns[call],
	                        trace->calls.end_ns[call]);
}

/* The loads that are not needed, and of each thread the first launch behind one, where it takes
 * longer than launches do: that brings the function to the GPU. */
static int find_loads(struct loads *loads, const struct graph *graph, struct finding *f)
{
	const struct trace *trace = graph->trace;
	bool *has_loaded = calloc(trace->threads_count + 1, sizeof *has_loaded);
	bool *loads_code = calloc(trace->call_names_count + 1, sizeof *loads_code); /* by name */
	const int64_t work_ns = first_work_ns(trace);
	int err = has_loaded && loads_code ? 0 : -ENOMEM;

	*loads = (struct loads){ .first = NONE };
	for (size_t n = 0; n < trace->call_names_count && !err; n++)
		loads_code[n] = is_load(&trace->call_names[n]);
	for (uint32_t c = 0; c < trace->calls.count && !err; c++) {
		bool *is_behind = &has_loaded[trace->calls.thread[c]];

		if (loads_code[trace->calls.name[c]]) {
			const bool is_once = trace->calls.start_ns[c] < work_ns ||
			                     loads->count < (int64_t)trace->functions_count;

			if (!loads->count++)
				loads->first = c;
			loads->once += is_once;
			*is_behind = !is_once;
			err = is_once ? 0 : add_call(loads, trace, c, f);
		} else if (is_launch(trace, c)) {
			if (*is_behind && call_length_ns(trace, c) > graph->launch_call_ns)
				err = add_call(loads, trace, c, f);
			*is_behind = false;
		}
	}
	interval_set_unite(&loads->time);
	free(has_loaded);
	free(loads_code);
	return err;
}

static int report_loads(struct check *check)
{
	const struct trace *trace = check->trace;
	struct finding *f = finding_add(check, "");
	struct loads loads;
	int err = find_loads(&loads, check->graph, f);

	f->cost_ns = interval_set_length(&loads.time);
	f->occurrences = loads.count;
	if (loads.first != NONE)
		finding_headline(
		        f, "code was loaded %s in %s, of %s in all: %s",
		        name_count(NAME, loads.count, "time", "times"),
		        name_call(NAME, trace, loads.first),
		        name_count(NAME, (int64_t)trace->functions_count, "kernel", "kernels"),
		        format_duration(FORMAT, f->cost_ns));
	finding_advice(f, "Load code once and keep it: make plans (cuFFT) before the loop, and use "
	                  "them again for each piece of the same size; keep modules that were "
	                  "compiled at run time (NVRTC) by their options, and give kernels what "
	                  "varies as arguments instead of compiling it in.");
	name_uses(f, trace, NULL, false);
	finding_fact(f, "counted",
	             "the calls that load, and each first launch behind one, where it takes longer "
	             "than other launches");
	finding_fact(f, "needed", "%s, before any GPU work or one for each kernel: not counted",
	             name_count(NAME, loads.once, "load", "loads"));
	interval_set_release(&loads.time);
	return err;
}

static int check_loads(struct check *check)
{
	struct loads loads;
	int err = find_loads(&loads, check->graph, NULL);
	const size_t kernels = check->trace->functions_count;
	const double least = thresholds[TIMES].value * (double)(kernels ? kernels : 1);
	const bool is_finding = !err && (double)loads.count >= least &&
	                        is_worth(check, interval_set_length(&loads.time));

	interval_set_release(&loads.time);
	return is_finding ? report_loads(check) : err;
}

/* ---- kernels that are made again ---- */

/* In how much time the host made and loaded them while no GPU ran anything. */
static int measure(int64_t *cost_ns, const struct trace *trace, const struct rebuilds *rebuilds)
{
	struct interval_set busy = { 0 }, time = { 0 };
	int err = gpus_busy(&busy, trace);

	for (size_t i = 0; i < rebuilds->count && !err; i++)
		err = interval_set_add(&time, rebuild_start_ns(trace, &rebuilds->items[i]),
		                       rebuild_end_ns(trace, &rebuilds->items[i]));
	interval_set_unite(&time);
	*cost_ns = interval_set_length(&time) - interval_set_intersection(&time, &busy);
	interval_set_release(&time);
	interval_set_release(&busy);
	return err;
}

static int compare_functions(const void *a, const void *b)
{
	const struct rebuild *left = a, *right = b;

	return (left->function > right->function) - (left->function < right->function);
}

/* Leaves those of functions that are made again often enough. */
static void keep_frequent(struct rebuilds *rebuilds)
{
	size_t kept = 0, end;

	if (rebuilds->count)
		qsort(rebuilds->items, rebuilds->count, sizeof *rebuilds->items, compare_functions);
	for (size_t i = 0; i < rebuilds->count; i = end) {
		for (end = i; end < rebuilds->count &&
		              rebuilds->items[end].function == rebuilds->items[i].function;)
			end++;
		if ((double)(end - i) < thresholds[TIMES].value)
			continue;
		memmove(rebuilds->items + kept, rebuilds->items + i,
		        (end - i) * sizeof *rebuilds->items);
		kept += end - i;
	}
	rebuilds->count = kept;
}

static int compare_lengths(const void *a, const void *b)
{
	const int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return (left > right) - (left < right);
}

/* "before" and "call": how long the host usually made such a kernel, and loaded it. */
static int say_lengths(struct finding *f, const struct trace *trace,
                       const struct rebuilds *rebuilds)
{
	const struct trace_calls *calls = &trace->calls;
	const char *call = name_call(NAME, trace, rebuilds->items[0].first_load);
	int64_t *before_ns = malloc(rebuilds->count * sizeof *before_ns);
	struct two_kinds kinds;

	if (!before_ns)
		return -ENOMEM;
	for (size_t i = 0; i < rebuilds->count; i++)
		before_ns[i] = calls->start_ns[rebuilds->items[i].first_load] -
		               rebuild_start_ns(trace, &rebuilds->items[i]);
	qsort(before_ns, rebuilds->count, sizeof *before_ns, compare_lengths);
	if (two_kinds_find(&kinds, before_ns, rebuilds->count))
		finding_fact(f, "each time",
		             "up to %s of the host's own work %s times, %s or more %s times, which "
		             "have %s of it; then %s",
		             format_duration(FORMAT, kinds.longest_short_ns),
		             format_count(FORMAT, kinds.short_count),
		             format_duration(FORMAT, kinds.shortest_long_ns),
		             format_count(FORMAT, kinds.long_count),
		             format_percent(FORMAT, kinds.long_percent), call);
	else
		finding_fact(f, "each time", "%s of the host's own work, then %s",
		             format_duration(FORMAT, statistics_median(before_ns, rebuilds->count)),
		             call);
	free(before_ns);
	return 0;
}

/* How many launches of kernels there are in all, and in *LATER, how many behind the last of
 * REBUILDS.
 */
static int64_t count_launches(int64_t *later, const struct trace *trace,
                              const struct rebuilds *rebuilds)
{
	const struct trace_operations *o = &trace->operations;
	uint32_t last = 0;
	int64_t count = 0;

	for (size_t i = 0; i < rebuilds->count; i++)
		if (rebuilds->items[i].launch > last)
			last = rebuilds->items[i].launch;
	*later = 0;
	for (uint32_t i = 0; i < o->count; i++) {
		const bool is_launch_of_it = o->type[i] == OPERATION_KERNEL && o->call[i] != NONE;

		count += is_launch_of_it;
		*later += is_launch_of_it && o->call[i] > last;
	}
	return count;
}

/*
 * Where kernels were made anew in the first part of the GPU's work alone, as for the lengths of a
 * first prompt, or when each operation of a model is first met: they are used again behind it.
 * Returns whether it is but a start.
 */
static bool say_later(struct finding *f, const struct trace *trace, const struct rebuilds *rebuilds)
{
	int64_t later;
	const int64_t launches = count_launches(&later, trace, rebuilds);

	if (percent_of(later, launches) < thresholds[LATER].value)
		return false;
	finding_fact(f, "later",
	             "not once in the last %s launches of kernels, of %s: a longer run with the "
	             "same shapes loses no more",
	             format_count(FORMAT, later), format_count(FORMAT, launches));
	if (percent_of(later, launches) < thresholds[START].value)
		return false;
	f->severity = FINDING_NOTE;
	finding_not_predicted(f, "it is the start of a run that would then go on without: at most "
	                         "the whole cost, and in a longer run no more");
	return true;
}

/* The kernels, which stand together in REBUILDS. */
static int write_kernels(struct name_list *names, const struct trace *trace,
                         const struct rebuilds *rebuilds)
{
	enum { KERNELS_NAMED = 8 };
	int64_t *times = calloc(trace->functions_count + 1, sizeof *times);
	struct name_heavy heavy[KERNELS_NAMED];
	size_t count, functions = 0;

	if (!times)
		return -ENOMEM;
	for (size_t i = 0; i < rebuilds->count; i++)
		functions += !times[rebuilds->items[i].function]++;
	count = heaviest_names(heavy, KERNELS_NAMED, trace, times);
	for (size_t i = 0; i < count; i++) {
		char text[2 * NAME_MAX_BYTES] = "";

		if (heavy[i].functions > 1)
			snprintf(text, sizeof text, "%zu functions ", heavy[i].functions);
		snprintf(text + strlen(text), NAME_MAX_BYTES, "%.*s", NAME_MAX_BYTES - 1,
		         heavy[i].text);
		name_list_add(names, text);
		functions -= heavy[i].functions;
	}
	names->count += (int64_t)functions;
	free(times);
	return 0;
}

static int report_rebuilds(struct check *check, const struct rebuilds *rebuilds, int64_t cost_ns)
{
	const struct trace *trace = check->trace;
	struct finding *f = finding_add(check, REBUILDS_SUBJECT);
	struct host_evidence code;
	struct name_list names = { 0 };
	int err, evidence_err;
	bool is_start;

	host_evidence_init(&code, check);
	for (size_t i = 0; i < rebuilds->count; i++) {
		const struct rebuild *r = &rebuilds->items[i];

		finding_target(f, r->first_load);
		finding_target(f, r->launch);
		host_evidence_before(&code, r->first_load, rebuild_start_ns(trace, r),
		                     trace->calls.start_ns[r->first_load]);
	}
	err = write_kernels(&names, trace, rebuilds);
	f->parameter = REBUILDS;
	f->is_own_work = true;
	f->cost_ns = cost_ns;
	f->occurrences = (int64_t)rebuilds->count;
	finding_headline(f,
	                 "code was made and loaded %s between other work, before launches of %s: "
	                 "the GPU idled %s",
	                 name_count(NAME, f->occurrences, "time", "times"), name_list_end(&names),
	                 format_duration(FORMAT, cost_ns));
	err = err ? err : say_lengths(f, trace, rebuilds);
	is_start = say_later(f, trace, rebuilds);
	finding_advice(f, "%s", rule_note(check->rule, RULE_ADVICE, is_start ? "once" : "anew"));
	name_uses(f, trace, rebuilds, is_start);
	evidence_err = host_evidence_end(&code, f);
	return err ? err : evidence_err;
}

static int check_rebuilds(struct check *check)
{
	struct rebuilds rebuilds;
	int64_t cost_ns = 0;
	int err = rebuilds_init(&rebuilds, check->graph, (int)thresholds[OTHERS].value);

	if (!err)
		keep_frequent(&rebuilds);
	if (!err && rebuilds.count)
		err = measure(&cost_ns, check->trace, &rebuilds);
	if (!err && rebuilds.count && is_worth(check, cost_ns))
		err = report_rebuilds(check, &rebuilds, cost_ns);
	rebuilds_release(&rebuilds);
	return err;
}

/* ---- the rule ---- */

static void check_load_in_loop(struct check *check)
{
	int err = check_loads(check);

	if (!err && !check_finding_of(check, check->rule->id, NONE))
		err = check_rebuilds(check);
	check_failed(check, err);
}

/* Nothing is made and loaded again, and launches follow at once. */
static void fix_rebuilds(const struct check *check, const struct finding *finding,
                         struct scenario *scenario)
{
	for (size_t i = 0; i < finding->targets_count; i++) {
		const uint32_t call = finding->targets[i];

		scenario_change_call(scenario, call,
		                     is_code_load(name_of(check->trace, call)) ? CALL_MERGED
		                                                               : CALL_AT_ONCE);
	}
}

/* Nothing is loaded, and a first launch takes no longer than the others. */
static void fix_load_in_loop(const struct check *check, const struct finding *finding,
                             struct scenario *scenario)
{
	if (finding->parameter == REBUILDS) {
		fix_rebuilds(check, finding, scenario);
		return;
	}
	for (size_t i = 0; i < finding->targets_count; i++) {
		const uint32_t call = finding->targets[i];

		if (is_launch(check->trace, call))
			scenario_call_duration(scenario, call, check->graph->launch_call_ns);
		else
			scenario_change_call(scenario, call, CALL_DROPPED);
	}
}

const struct rule rule_load_in_loop = {
	.id = "load-in-loop",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, worth_threshold },
	.check = check_load_in_loop,
	.fix = fix_load_in_loop,
};
