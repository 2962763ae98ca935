/* SPDX-License-Identifier: MIT */
/* What warpwise whatif prints for programs. Main thread only. */
#include <config.h>

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/statistics.h"
#include "base/text.h"
#include "cli/whatif.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"

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

		if (!whatif_is_chosen(w, f) || whatif_is_applied(w, f) != applied)
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

static json_t *kernel_of(const struct whatif *w)
{
	const struct kernel_choice *kernel = &w->kernel;

	if (!kernel->name)
		return json_null();
	return json_pack("{so sf sI sI}", "name", text_of(kernel->name), "times", w->times,
	                 "launches", (json_int_t)kernel->launches, "recorded_ns",
	                 (json_int_t)kernel->recorded_ns);
}

int whatif_print_json(const struct whatif *w)
{
	const struct outcome *o = &w->outcome;
	json_t *root = json_pack(
	        "{s{ss ss} so so so sI sI sI sb sI sI sf sf ss so so so so}", "tool", "name",
	        PACKAGE, "version", PACKAGE_VERSION, "trace", text_of(w->trace->path), "window",
	        w->window_name ? text_of(w->window_name) : json_null(), "kernel", kernel_of(w),
	        "recorded_ns", (json_int_t)o->recorded_ns, "replayed_ns",
	        (json_int_t)o->replayed_ns, "alone_ns", (json_int_t)o->alone_ns, "is_alone_known",
	        w->graph.recorder.is_known, "predicted_ns", (json_int_t)o->predicted_ns, "gain_ns",
	        (json_int_t)o->gain_ns, "gain_percent",
	        rounded(percent_of(o->gain_ns, o->alone_ns)), "replay_error_percent",
	        rounded(100 * o->replay_error), "assumption", finding_assumption, "applied",
	        fixes_of(w, true), "not_predicted", fixes_of(w, false), "before",
	        budget_of(&o->before), "after", budget_of(&o->after));

	if (!root)
		return -ENOMEM;
	json_dumpf(root, stdout, JSON_INDENT(1) | JSON_REAL_PRECISION(12));
	putchar('\n');
	json_decref(root);
	return 0;
}
