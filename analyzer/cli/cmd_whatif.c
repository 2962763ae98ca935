/* SPDX-License-Identifier: MIT */
/*
 * warpwise whatif: the recorded run, replayed with fixes, or with a kernel that takes another time:
 * how long it would take, and what it would spend its time on then. All are replayed together,
 * since gains overlap.
 */
#include <errno.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "cli/cmd.h"
#include "cli/input.h"
#include "cli/rule_list.h"
#include "cli/whatif.h"
#include "rules/shared/rule.h"

enum { FORMAT_IS_TEXT, FORMAT_IS_JSON };
static const char *const formats[] = { "text", "json", NULL };
static const double TIMES = 0.5; /* of --kernel, unless told otherwise */
enum { TIMES_MAX = 1000 };

static int option_format;
static struct cmd_list option_fixes;
static const char *option_window;
static const char *option_kernel, *option_times;
static int64_t option_call_cost;

/* ---- the window ---- */

/* The ranges named --window, united. Returns 0, -ENOMEM or -ENOENT. */
static int find_window(struct whatif *w)
{
	int err = 0;

	for (size_t i = 0; i < w->trace->markers_count && !err; i++) {
		const struct trace_marker *m = &w->trace->markers[i];

		if (m->end_ns > m->start_ns && strcmp(m->name, w->window_name) == 0)
			err = interval_set_add(&w->window, m->start_ns, m->end_ns);
	}
	interval_set_unite(&w->window);
	return err ? err : w->window.count ? 0 : -ENOENT;
}

static bool ends_until(const void *item, const void *key)
{
	return ((const struct interval *)item)->end_ns <= *(const int64_t *)key;
}

/* The range of the window in which call I lies as it was recorded, or the number of ranges. */
static size_t range_of(const struct whatif *w, size_t call)
{
	int64_t start_ns = w->trace->calls.start_ns[call], end_ns = w->trace->calls.end_ns[call];
	const struct interval *ranges = w->window.items;
	size_t place = lower_bound(&start_ns, ranges, w->window.count, sizeof *ranges, ends_until);

	if (place < w->window.count && ranges[place].start_ns <= start_ns &&
	    end_ns <= ranges[place].end_ns)
		return place;
	return w->window.count;
}

/*
 * How long the window takes when its calls start and end at these times: in each range from the
 * first start to the last end. Returns it, or -ENOMEM.
 */
static int64_t window_ns(const struct whatif *w, const int64_t *start_ns, const int64_t *end_ns)
{
	size_t count = w->window.count;
	int64_t *first_ns = malloc((count + 1) * sizeof *first_ns), sum_ns = 0;
	int64_t *last_ns = malloc((count + 1) * sizeof *last_ns);

	if (!first_ns || !last_ns) {
		sum_ns = -ENOMEM;
		goto out;
	}
	for (size_t r = 0; r < count; r++) {
		first_ns[r] = INT64_MAX;
		last_ns[r] = INT64_MIN;
	}
	for (size_t i = 0; i < w->trace->calls.count; i++) {
		size_t r = range_of(w, i);

		if (r == count)
			continue;
		first_ns[r] = start_ns[i] < first_ns[r] ? start_ns[i] : first_ns[r];
		last_ns[r] = end_ns[i] > last_ns[r] ? end_ns[i] : last_ns[r];
	}
	for (size_t r = 0; r < count; r++)
		if (first_ns[r] < last_ns[r])
			sum_ns += last_ns[r] - first_ns[r];
out:
	free(first_ns);
	free(last_ns);
	return sum_ns;
}

/* ---- the replays ---- */

bool whatif_is_chosen(const struct whatif *w, const struct finding *finding)
{
	for (const char *const *id = w->fixes; id && *id; id++)
		if (strcmp(*id, finding->rule->id) == 0)
			return true;
	return !w->fixes;
}

bool whatif_is_applied(const struct whatif *w, const struct finding *finding)
{
	return whatif_is_chosen(w, finding) && finding->is_predicted;
}

/* Replays with or without the fixes; *WALL_NS becomes the time in the window. */
static int replay(const struct whatif *w, const struct scenario *scenario, struct budget *budget,
                  int64_t *wall_ns)
{
	struct replay run = { 0 };
	int err = graph_replay(&w->graph, scenario, true, &run);

	if (err)
		return err;
	*budget = run.budget;
	*wall_ns = run.wall_ns;
	if (w->window.count)
		*wall_ns = window_ns(w, run.call_start_ns, run.call_end_ns);
	replay_release(&run);
	return *wall_ns < 0 ? -ENOMEM : 0;
}

/* The one finding that is fixed; NULL: none is, or several. */
static const struct finding *only_fix(const struct whatif *w)
{
	const struct finding *only = NULL;

	for (size_t i = 0; i < w->findings.count; i++) {
		if (!whatif_is_applied(w, w->findings.items[i]))
			continue;
		if (only)
			return NULL;
		only = w->findings.items[i];
	}
	return only;
}

/* Behind the fixes, which may say what the launches take, and this what part of that. */
static void scale_kernel(const struct whatif *w, struct scenario *scenario)
{
	for (uint32_t i = 0; i < w->trace->operations.count; i++)
		if (kernel_is_chosen(&w->kernel, w->trace, i))
			scenario_scale(scenario, i, w->times);
}

static int predict(struct whatif *w)
{
	const struct trace *trace = w->trace;
	struct outcome *o = &w->outcome;
	const struct finding *only;
	struct scenario scenario;
	int err;

	o->recorded_ns = w->graph.run.wall_ns;
	if (w->window.count)
		o->recorded_ns = window_ns(w, trace->calls.start_ns, trace->calls.end_ns);
	if (o->recorded_ns < 0)
		return -ENOMEM;
	err = replay(w, NULL, &o->before, &o->replayed_ns);
	if (err)
		return err;
	scenario_init(&scenario, &w->graph);
	err = replay(w, &scenario, &o->before, &o->alone_ns);
	for (size_t i = 0; i < w->findings.count && !err; i++)
		if (whatif_is_applied(w, w->findings.items[i]))
			finding_apply(&w->graph, w->findings.items[i], &scenario);
	scale_kernel(w, &scenario);
	if (!err)
		err = replay(w, &scenario, &o->after, &o->fixed_ns);
	scenario_release(&scenario);
	if (err)
		return err;
	o->predicted_ns = o->fixed_ns;
	if (o->replayed_ns > 0) {
		/* On the scale of the recorded run: see finding_scaled_ns(). */
		const double scale = (double)o->recorded_ns / (double)o->replayed_ns;

		o->predicted_ns = (int64_t)((double)o->fixed_ns * scale);
		o->alone_ns = (int64_t)((double)o->alone_ns * scale);
		o->replay_error = graph_replay_error(&w->graph);
		if (w->window.count)
			o->replay_error = fabs((double)(o->replayed_ns - o->recorded_ns)) /
			                  (double)(o->recorded_ns > 0 ? o->recorded_ns : 1);
	}
	/* Its cost may limit what one fix wins: see cost_limits_gain. */
	only = w->window.count || w->kernel.name ? NULL : only_fix(w);
	if (only && o->predicted_ns < only->fixed_ns)
		o->predicted_ns = only->fixed_ns;
	o->gain_ns = o->alone_ns - o->predicted_ns;
	return 0;
}

/* ---- the verb ---- */

/* Prints what the run would be. Returns 0 or -ENOMEM. */
static int work(struct whatif *w)
{
	const bool is_kernel_alone = w->kernel.name && !option_fixes.count;
	int err = graph_build(&w->graph, w->trace);

	if (err)
		return err;
	if (!is_kernel_alone)
		err = findings_run(&w->findings, &w->graph, NULL);
	if (!err)
		err = predict(w);
	if (!err && option_format == FORMAT_IS_JSON)
		err = whatif_print_json(w);
	else if (!err)
		whatif_print_text(w);
	graph_release(&w->graph);
	return err;
}

/* --fix: ids, or "all". */
static int parse_fixes(struct whatif *w)
{
	for (size_t i = 0; i < option_fixes.count; i++)
		if (strcmp(option_fixes.items[i], "all") == 0)
			return 0;
	return rule_list_parse(&option_fixes, &w->fixes);
}

static int parse_times(struct whatif *w)
{
	char *end;

	w->times = TIMES;
	if (!option_times)
		return 0;
	w->times = strtod(option_times, &end);
	if (end == option_times || *end || !(w->times >= 0 && w->times <= TIMES_MAX))
		return cmd_usage_error("--times must be a number from 0 to %d, as 0.5, not '%s'",
		                       TIMES_MAX, option_times);
	return 0;
}

/* The window and the kernel, by their names. */
static int find_named(struct whatif *w)
{
	int err = w->window_name ? find_window(w) : 0;

	if (err == -ENOENT)
		return cmd_usage_error("no such NVTX range in the trace: '%s'", w->window_name);
	return err || !option_kernel ? err : kernel_choose(&w->kernel, w->trace, option_kernel);
}

static int run(int argc, char **argv)
{
	struct whatif w = { .window_name = option_window };
	struct trace trace;
	int status = parse_fixes(&w);

	(void)argc;
	if (!status)
		status = parse_times(&w);
	if (!status)
		status = input_load(&trace, argv[0]);
	if (status)
		goto out;
	w.trace = &trace;
	if (!trace.call_cost_ns)
		trace.call_cost_ns = option_call_cost;
	status = find_named(&w);
	if (!status)
		status = work(&w);
	if (status < 0) {
		cmd_error("cannot replay: %s", strerror(-status));
		status = STATUS_FAILED;
	}
	findings_release(&w.findings);
	interval_set_release(&w.window);
	kernel_choice_release(&w.kernel);
	trace_release(&trace);
out:
	rule_list_free(w.fixes);
	return status;
}

static const struct cmd_option options[] = {
	{ .name = "fix",
	  .letter = 'x',
	  .argument = "ID",
	  .help = "Replay with the fix of what this rule found, or of all; several: given again, "
	          "or "
	          "separated by commas",
	  .initial = "all; with --kernel, none",
	  .kind = KIND_RULE,
	  .list = &option_fixes },
	{ .name = "kernel",
	  .letter = 'k',
	  .argument = "NAME",
	  .help = "Replay with a kernel whose launches take --times as long: its name as reports "
	          "print it, or a part of it that no other one has",
	  .text = &option_kernel },
	{ .name = "times",
	  .letter = 't',
	  .argument = "FACTOR",
	  .help = "With --kernel, how long its launches take, as a part of what was recorded: 0 is "
	          "no time, 2 twice as long",
	  .initial = "0.5",
	  .text = &option_times },
	{ .name = "window",
	  .letter = 'w',
	  .argument = "NAME",
	  .help = "Count only the time inside the NVTX ranges of this name: from the start of the "
	          "first CUDA call in each to the end of the last",
	  .text = &option_window },
	{ .name = "call-cost",
	  .argument = "NS",
	  .help = "In a trace that does not say what recording a call cost, assume so many ns: "
	          "then the run is replayed without that",
	  .number = &option_call_cost,
	  .maximum = 1000000 },
	{ .name = "format",
	  .letter = 'f',
	  .argument = "FORMAT",
	  .help = "How to print",
	  .initial = "text",
	  .choices = formats,
	  .choice = &option_format },
	{ .name = NULL },
};

static const struct cmd_use uses[] = {
	{ .option = "times", .beside = "kernel" },
	{ .option = NULL },
};

const struct cmd cmd_whatif = {
	.name = "whatif",
	.summary = "predict how long a run would take with fixes, or a faster kernel",
	.arguments = "TRACE",
	.description =
	        "Replays a recorded run from its constraints, with what warpwise analyze found "
	        "fixed, and prints how long it would take, what that wins, and what the run would "
	        "spend its time on then.\n"
	        "\n"
	        "Several fixes are replayed together: what two of them win is rarely the sum of "
	        "what "
	        "each wins alone. The run is replayed unchanged as well, and the factor by which "
	        "that is off what was recorded is taken out of the prediction. If it is far off, "
	        "the run was not understood, and no prediction is to be trusted. If it is not, a "
	        "prediction is still no better than what it assumes, which is printed with it. "
	        "Findings without a prediction are listed, and stay as they are.\n"
	        "\n"
	        "--kernel answers what a faster kernel would win: all of its launches take --times "
	        "as long, and the rest stays as it is. What was hidden behind other work wins "
	        "nothing. Without --fix, no finding is fixed beside that.",
	.examples = "warpwise whatif run.db\n"
	            "warpwise whatif --fix false-dependency run.db\n"
	            "warpwise whatif --kernel matmul --times 0.5 run.db\n"
	            "warpwise whatif --fix pageable-copy,no-overlap --window step run.db",
	.options = options,
	.uses = uses,
	.min_arguments = 1,
	.max_arguments = 1,
	.argument_kind = KIND_TRACE,
	.run = run,
};
