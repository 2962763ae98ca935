/* SPDX-License-Identifier: MIT */
/*
 * warpwise whatif: the recorded run, replayed with fixes: how long it would take, and what it would
 * spend its time on then. Several fixes are replayed together, since gains overlap.
 */
#include <config.h>

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"
#include "cli/cmd.h"
#include "rules/shared/finding.h"
#include "graph/graph.h"
#include "cli/input.h"
#include "base/interval.h"
#include "print/page.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "cli/rule_list.h"
#include "base/statistics.h"
#include "base/terminal.h"

enum { FORMAT_IS_TEXT, FORMAT_IS_JSON };
static const char *const formats[] = { "text", "json", NULL };

static int option_format;
static struct cmd_list option_fixes;
static const char *option_window;
static int64_t option_call_cost;

/* Wall time in the window, recorded, replayed as it was, and replayed with the fixes. */
struct outcome {
	int64_t recorded_ns, replayed_ns, fixed_ns;
	int64_t alone_ns; /* without what recording cost; recorded_ns where that is not known */
	int64_t predicted_ns, gain_ns;
	double replay_error; /* fraction */
	struct budget before, after;
};

struct whatif {
	const struct trace *trace;
	struct graph graph;
	struct findings findings;
	const char *const *fixes;   /* rule ids; NULL: all */
	struct interval_set window; /* empty: the whole run */
	struct outcome outcome;
};

/* ---- the window ---- */

/* The ranges named --window, united. Returns 0, -ENOMEM or -ENOENT. */
static int find_window(struct whatif *w)
{
	int err = 0;

	for (size_t i = 0; i < w->trace->markers_count && !err; i++) {
		const struct trace_marker *m = &w->trace->markers[i];

		if (m->end_ns > m->start_ns && strcmp(m->name, option_window) == 0)
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

static bool is_chosen(const struct whatif *w, const struct finding *finding)
{
	for (const char *const *id = w->fixes; id && *id; id++)
		if (strcmp(*id, finding->rule->id) == 0)
			return true;
	return !w->fixes;
}

static bool is_applied(const struct whatif *w, const struct finding *finding)
{
	return is_chosen(w, finding) && finding->is_predicted;
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
		if (!is_applied(w, w->findings.items[i]))
			continue;
		if (only)
			return NULL;
		only = w->findings.items[i];
	}
	return only;
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
		if (is_applied(w, w->findings.items[i]))
			finding_apply(&w->graph, w->findings.items[i], &scenario);
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
	only = w->window.count ? NULL : only_fix(w);
	if (only && o->predicted_ns < only->fixed_ns)
		o->predicted_ns = only->fixed_ns;
	o->gain_ns = o->alone_ns - o->predicted_ns;
	return 0;
}

/* ---- text ---- */

enum {
	FACT_COLUMN = 13,
	PERCENT_WIDTH = 60, /* a page that is narrower has no room for percentages in columns */
};

static size_t count_applied(const struct whatif *w)
{
	size_t count = 0;

	for (size_t i = 0; i < w->findings.count; i++)
		count += is_applied(w, w->findings.items[i]);
	return count;
}

static void print_window(const struct page *page)
{
	char *name = text_clean(option_window, page->width - FACT_COLUMN);

	print_fact(page, 2, FACT_COLUMN, "window", "only in the NVTX range %s", name ? name : "");
	free(name);
}

static void print_outcome(const struct whatif *w, const struct page *page)
{
	const struct outcome *o = &w->outcome;
	const size_t fixes = count_applied(w);

	if (fixes)
		print_line(page, 0, COLOR_HEADING, "%s instead of %s with %zu fix%s",
		           format_duration(FORMAT, o->predicted_ns),
		           format_duration(FORMAT, o->alone_ns), fixes, fixes == 1 ? "" : "es");
	else
		print_line(page, 0, COLOR_HEADING, "%s as recorded: no fix can be replayed",
		           format_duration(FORMAT, o->alone_ns));
	if (fixes)
		print_fact(page, 2, FACT_COLUMN, "gain", "%s (%s), %s as fast",
		           format_duration(FORMAT, o->gain_ns),
		           format_percent(FORMAT, percent_of(o->gain_ns, o->alone_ns)),
		           format_speedup(FORMAT, o->alone_ns, o->predicted_ns));
	if (w->graph.recorder.is_known)
		print_fact(
		        page, 2, FACT_COLUMN, "recorder",
		        "recording took %s of the %s that were recorded; all else is without that",
		        format_duration(FORMAT, o->recorded_ns - o->alone_ns),
		        format_duration(FORMAT, o->recorded_ns));
	print_fact(page, 2, FACT_COLUMN, "replay",
	           "the unchanged run replays in %s, %s off what was recorded%s",
	           format_duration(FORMAT, o->replayed_ns),
	           format_percent(FORMAT, 100 * o->replay_error),
	           w->window.count ? "" : " (CUDA's start and end not counted)");
	if (fixes)
		print_fact(page, 2, FACT_COLUMN, "assumes", "that %s", finding_assumption);
	if (w->window.count)
		print_window(page);
}

/* A list of findings, those that were applied or those that could not be. */
static void print_fixes(const struct whatif *w, const struct page *page, bool applied,
                        const char *heading)
{
	bool is_begun = false;

	for (size_t i = 0; i < w->findings.count; i++) {
		const struct finding *f = w->findings.items[i];

		if (!is_chosen(w, f) || is_applied(w, f) != applied)
			continue;
		if (!is_begun)
			print_heading(page, "%s", heading);
		is_begun = true;
		if (applied)
			print_line(page, 2, COLOR_NAME, "%s, alone %s", f->rule->id,
			           format_duration(FORMAT, f->gain_ns));
		else
			print_line(page, 2, COLOR_NAME, "%s", f->rule->id);
		print_line(page, 4, COLOR_PLAIN, "%s", applied ? f->headline : f->not_predicted);
	}
	if (applied && is_begun)
		print_line(page, 2, COLOR_PLAIN,
		           "How each is predicted, and what that leaves out: warpwise rules ID");
}

/* The rules that were asked for and have no finding to fix. */
static void print_silent(const struct whatif *w, const struct page *page)
{
	for (const char *const *id = w->fixes; id && *id; id++) {
		size_t i = 0;

		while (i < w->findings.count && strcmp(w->findings.items[i]->rule->id, *id) != 0)
			i++;
		if (i < w->findings.count)
			continue;
		putchar('\n');
		print_line(page, 0, COLOR_PLAIN, "%s found nothing in this run", *id);
	}
}

/* Times and percentages, without and with fixes, and the text behind them. */
static void print_budget_row(const struct page *page, const char *was, const char *was_percent,
                             const char *will_be, const char *will_be_percent, const char *text)
{
	bool has_percent = page->width >= PERCENT_WIDTH;
	int used = printf(" %9s", was);

	if (has_percent)
		used += printf(" %8s", was_percent);
	used += printf(" %9s", will_be);
	if (has_percent)
		used += printf(" %8s", will_be_percent);
	print_wrapped(page, text, used + 2, used);
}

/*
 * What the time goes to, now and then: shares of at least half a percent of the run in either. Both
 * are replays, of the whole run.
 */
static void print_budgets(const struct whatif *w, const struct page *page)
{
	const struct budget *before = &w->outcome.before, *after = &w->outcome.after;

	print_heading(page, "The time of the whole run without and with fixes");
	fputs(color_begin(stdout, COLOR_HEADING), stdout);
	print_budget_row(page, "without", "", "with", "", "the run spends its time on");
	fputs(color_end(stdout), stdout);
	for (int s = 0; s < SHARES; s++) {
		double was = percent_of(before->share_ns[s], before->wall_ns);
		double will_be = percent_of(after->share_ns[s], after->wall_ns);

		if (was >= 0.5 || will_be >= 0.5)
			print_budget_row(page, format_duration(FORMAT, before->share_ns[s]),
			                 format_percent(FORMAT, was),
			                 format_duration(FORMAT, after->share_ns[s]),
			                 format_percent(FORMAT, will_be), share_texts[s]);
	}
}

static void print_text(const struct whatif *w)
{
	const struct page page = { .stream = stdout, .width = terminal_text_width(stdout) };
	const struct budget *after = &w->outcome.after;
	int largest = 0;

	print_outcome(w, &page);
	print_fixes(w, &page, true, "Replayed together");
	print_fixes(w, &page, false, "Without a prediction, not part of it");
	print_silent(w, &page);
	if (!count_applied(w))
		return;
	for (int s = 0; s < SHARES; s++)
		if (after->share_ns[s] > after->share_ns[largest])
			largest = s;
	if (after->wall_ns > 0 && w->outcome.gain_ns > 0) {
		putchar('\n');
		print_line(&page, 0, COLOR_PLAIN,
		           "Then the largest part of the whole run, %s, is %s",
		           format_percent(FORMAT,
		                          percent_of(after->share_ns[largest], after->wall_ns)),
		           share_texts[largest]);
	}
	print_budgets(w, &page);
}

/* ---- JSON ---- */

static json_t *text_of(const char *text)
{
	json_t *value = json_string(text);
	char *clean;

	if (value)
		return value;
	clean = text_clean(text, 0);
	value = json_string(clean ? clean : "");
	free(clean);
	return value ? value : json_string("?");
}

static json_t *budget_of(const struct budget *budget)
{
	json_t *shares = json_object();

	for (int i = 0; i < SHARES; i++)
		if (budget->share_ns[i])
			json_object_set_new(shares, share_ids[i],
			                    json_integer(budget->share_ns[i]));
	return json_pack("{sI so}", "wall_ns", (json_int_t)budget->wall_ns, "share_ns", shares);
}

static void set_prediction(json_t *object, const struct rule *rule)
{
	char *text = rule_section(rule, RULE_PREDICTION);

	if (text)
		json_object_set_new(object, "prediction", text_of(text));
	free(text);
}

static json_t *fixes_of(const struct whatif *w, bool applied)
{
	json_t *array = json_array();

	for (size_t i = 0; i < w->findings.count; i++) {
		const struct finding *f = w->findings.items[i];
		json_t *object;

		if (!is_chosen(w, f) || is_applied(w, f) != applied)
			continue;
		object = json_pack("{ss so so}", "id", f->rule->id, "subject", text_of(f->subject),
		                   "headline", text_of(f->headline));
		if (applied)
			json_object_set_new(object, "gain_ns", json_integer(f->gain_ns));
		if (applied)
			set_prediction(object, f->rule);
		if (!applied)
			json_object_set_new(object, "not_predicted", text_of(f->not_predicted));
		json_array_append_new(array, object);
	}
	return array;
}

static double rounded(double percent)
{
	return round(percent * 1000) / 1000;
}

static int print_json(const struct whatif *w)
{
	const struct outcome *o = &w->outcome;
	json_t *root = json_pack(
	        "{s{ss ss} so so sI sI sI sb sI sI sf sf ss so so so so}", "tool", "name", PACKAGE,
	        "version", PACKAGE_VERSION, "trace", text_of(w->trace->path), "window",
	        option_window ? text_of(option_window) : json_null(), "recorded_ns",
	        (json_int_t)o->recorded_ns, "replayed_ns", (json_int_t)o->replayed_ns, "alone_ns",
	        (json_int_t)o->alone_ns, "is_alone_known", w->graph.recorder.is_known,
	        "predicted_ns", (json_int_t)o->predicted_ns, "gain_ns", (json_int_t)o->gain_ns,
	        "gain_percent", rounded(percent_of(o->gain_ns, o->alone_ns)),
	        "replay_error_percent", rounded(100 * o->replay_error), "assumption",
	        finding_assumption, "applied", fixes_of(w, true), "not_predicted",
	        fixes_of(w, false), "before", budget_of(&o->before), "after", budget_of(&o->after));

	if (!root)
		return -ENOMEM;
	json_dumpf(root, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
	putchar('\n');
	json_decref(root);
	return 0;
}

/* ---- the verb ---- */

static int work(struct whatif *w, const struct trace *trace)
{
	int err;

	w->trace = trace;
	err = option_window ? find_window(w) : 0;
	if (!err)
		err = graph_build(&w->graph, trace);
	if (err)
		return err;
	err = findings_run(&w->findings, &w->graph, NULL);
	if (!err)
		err = predict(w);
	if (!err && option_format == FORMAT_IS_JSON)
		err = print_json(w);
	else if (!err)
		print_text(w);
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

static int run(int argc, char **argv)
{
	struct whatif w = { 0 };
	struct trace trace;
	int err, status = parse_fixes(&w);

	(void)argc;
	if (!status)
		status = input_load(&trace, argv[0]);
	if (status)
		goto out;
	if (!trace.call_cost_ns)
		trace.call_cost_ns = option_call_cost;
	err = work(&w, &trace);
	if (err == -ENOENT)
		status = cmd_usage_error("no such NVTX range in the trace: '%s'", option_window);
	else if (err) {
		cmd_error("cannot replay: %s", strerror(-err));
		status = STATUS_FAILED;
	}
	findings_release(&w.findings);
	interval_set_release(&w.window);
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
	  .initial = "all",
	  .kind = KIND_RULE,
	  .list = &option_fixes },
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

const struct cmd cmd_whatif = {
	.name = "whatif",
	.summary = "predict how long a run would take with fixes",
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
	        "Findings without a prediction are listed, and stay as they are.",
	.examples = "warpwise whatif run.db\n"
	            "warpwise whatif --fix false-dependency run.db\n"
	            "warpwise whatif --fix pageable-copy,no-overlap --window step run.db",
	.options = options,
	.min_arguments = 1,
	.max_arguments = 1,
	.argument_kind = KIND_TRACE,
	.run = run,
};
