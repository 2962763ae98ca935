/* SPDX-License-Identifier: MIT */
/*
 * The report as JSON, as schema/report.schema.json describes it. Each member of the top level is
 * built, printed and freed before the next, timelines track by track: memory stays small.
 */
#include <config.h>

#include <errno.h>
#include <jansson.h>
#include <stdlib.h>

#include "print/out_html_parts.h"
#include "print/out_json_parts.h"
#include "report/report.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"

static json_t *pairs_of(const struct report_pair *pairs, size_t count, const char *name)
{
	json_t *array = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(array, json_pack("{so so}", name, model_text(pairs[i].name),
		                                       "text", model_text(pairs[i].text)));
	return array;
}

/* ---- findings ---- */

static json_t *operation_of(const struct report_operation *o)
{
	json_t *blocker = json_null();

	if (o->blocker)
		blocker = json_pack("{so sI sI sI}", "name", model_text(o->blocker), "stream",
		                    (json_int_t)o->blocker_stream, "start_ns",
		                    (json_int_t)o->blocker_start_ns, "duration_ns",
		                    (json_int_t)o->blocker_duration_ns);
	return json_pack("{so so sI sI sI ss so sI sI so}", "name", model_text(o->name), "range",
	                 model_text_or_null(o->range), "start_ns", (json_int_t)o->start_ns,
	                 "duration_ns", (json_int_t)o->duration_ns, "wait_ns",
	                 (json_int_t)o->wait_ns, "cause", cause_ids[o->cause], "blocker", blocker,
	                 "device", (json_int_t)o->device, "stream", (json_int_t)o->stream, "queue",
	                 o->queue < 0 ? json_null() : json_integer(o->queue));
}

static json_t *gain_of(const struct report_finding *f)
{
	if (!f->is_predicted)
		return json_null();
	return json_pack("{sI sI so}", "ns", (json_int_t)f->gain_ns, "error_ns",
	                 (json_int_t)f->gain_error_ns, "percent", model_percent(f->gain_percent));
}

static json_t *location_of(const struct report_finding *f)
{
	if (!f->file)
		return json_null();
	return json_pack("{so so}", "file", model_text(f->file), "line",
	                 f->line > 0 ? json_integer(f->line) : json_null());
}

static json_t *advice_parts_of(const struct report_finding *f)
{
	json_t *notes = json_array();

	for (size_t i = 0; i < f->notes_count; i++)
		json_array_append_new(notes, model_text(f->notes[i]));
	return json_pack("{so ss so}", "general", model_text(f->general), "framework", f->framework,
	                 "notes", notes);
}

static json_t *finding_of(const struct report_finding *f)
{
	json_t *object = json_object(), *processes = json_array(), *operations = json_array();

	for (size_t i = 0; i < f->processes_count; i++)
		json_array_append_new(processes, json_integer(f->processes[i]));
	for (size_t i = 0; i < f->operations_count; i++)
		json_array_append_new(operations, operation_of(&f->operations[i]));
	json_object_set_new(object, "id", json_string(f->rule->id));
	json_object_set_new(object, "title", model_text(rule_title(f->rule)));
	json_object_set_new(object, "severity", json_string(finding_severities[f->severity]));
	json_object_set_new(object, "subject", model_text(f->subject));
	json_object_set_new(object, "headline", model_text(f->headline));
	json_object_set_new(object, "advice", model_text(f->advice));
	if (f->framework)
		json_object_set_new(object, "advice_parts", advice_parts_of(f));
	json_object_set_new(object, "process", json_integer(f->process));
	json_object_set_new(object, "processes", processes);
	json_object_set_new(object, "occurrences", json_integer(f->occurrences));
	json_object_set_new(object, "cost_ns", json_integer(f->cost_ns));
	json_object_set_new(object, "cost_percent", model_percent(f->cost_percent));
	json_object_set_new(object, "gain", gain_of(f));
	json_object_set_new(object, "not_predicted", model_text_or_null(f->not_predicted));
	if (f->condition)
		json_object_set_new(object, "condition", json_string(f->condition));
	if (f->is_unmeasured)
		json_object_set_new(object, "is_unmeasured", json_true());
	json_object_set_new(object, "is_explanation", json_boolean(f->rank.is_explanation));
	if (f->rule->estimates_cost)
		json_object_set_new(object, "is_cost_estimate", json_true());
	json_object_set_new(object, "evidence", pairs_of(f->facts, f->facts_count, "label"));
	json_object_set_new(object, "operations", operations);
	json_object_set_new(object, "location", location_of(f));
	return object;
}

static json_t *findings_of(const struct report *report)
{
	json_t *array = json_array();

	for (size_t i = 0; i < report->findings_count; i++)
		json_array_append_new(array, finding_of(&report->findings[i]));
	return array;
}

static json_t *abstentions_of(const struct report *report)
{
	json_t *array = json_array();

	for (size_t i = 0; i < report->abstentions_count; i++) {
		const struct report_abstention *a = &report->abstentions[i];

		json_array_append_new(array, json_pack("{ss so sI}", "id", a->rule->id, "reason",
		                                       model_text(a->reason), "process",
		                                       (json_int_t)a->process));
	}
	return array;
}

/* By process; null: unknown. */
static json_t *values_of(const struct report *report, const struct report_imbalance *b)
{
	json_t *array = json_array();

	for (size_t p = 0; p < report->processes_count; p++)
		json_array_append_new(array, b->values_ns[p] < 0 ? json_null()
		                                                 : json_integer(b->values_ns[p]));
	return array;
}

/* By process: how much of all waiting was for it; null: unknown. */
static json_t *awaited_of(const struct report *report)
{
	json_t *array = json_array();

	for (size_t p = 0; p < report->processes_count; p++) {
		const struct collective_wait *wait = &report->processes[p].wait;

		json_array_append_new(array, wait->is_known ? model_percent(100 * wait->awaited)
		                                            : json_null());
	}
	return array;
}

static json_t *imbalance_of(const struct report *report)
{
	json_t *array = json_array();

	for (size_t i = 0; i < report->imbalances_count; i++) {
		const struct report_imbalance *b = &report->imbalances[i];
		json_t *object = json_pack("{ss ss so sI sI so sI}", "id", b->id, "title", b->text,
		                           "values_ns", values_of(report, b), "mean_ns",
		                           (json_int_t)b->mean_ns, "max_ns", (json_int_t)b->max_ns,
		                           "percent", model_percent(b->percent), "slowest",
		                           (json_int_t)b->slowest);

		if (b->is_wait)
			json_object_set_new(object, "awaited_percent", awaited_of(report));
		json_array_append_new(array, object);
	}
	return array;
}

/* ---- timelines ---- */

#define COLUMN(array, track, expression)                                              \
	json_t *array = json_array();                                                 \
	for (size_t i = 0; i < (track)->boxes_count; i++) {                           \
		const struct report_box *box = &(track)->boxes[i];                    \
		json_array_append_new(array, json_integer((json_int_t)(expression))); \
	}

static json_t *track_of(const struct report_track *t)
{
	static const char *const types[] = { "unknown", "blocking", "non-blocking", "null" };
	json_t *object = json_object();

	COLUMN(starts, t, box->start_ns)
	COLUMN(durations, t, box->end_ns - box->start_ns)
	COLUMN(waits, t, box->wait_ns)
	COLUMN(causes, t, box->cause)
	COLUMN(categories, t, box->type)
	COLUMN(names, t, box->name)
	COLUMN(counts, t, box->count)
	json_object_set_new(object, "device", json_integer(t->device));
	json_object_set_new(object, "context", json_integer(t->context));
	json_object_set_new(object, "stream", json_integer(t->stream));
	json_object_set_new(object, "stream_type", json_string(types[t->stream_type]));
	json_object_set_new(object, "queue", t->queue < 0 ? json_null() : json_integer(t->queue));
	json_object_set_new(object, "operations", json_integer(t->operations));
	json_object_set_new(object, "start_ns", starts);
	json_object_set_new(object, "duration_ns", durations);
	json_object_set_new(object, "wait_ns", waits);
	json_object_set_new(object, "cause", causes);
	json_object_set_new(object, "category", categories);
	json_object_set_new(object, "name", names);
	json_object_set_new(object, "count", counts);
	return object;
}

/* ---- printing ---- */

/* Prints VALUE and frees it. */
static int print_value(FILE *stream, json_t *value, size_t flags)
{
	int err = value ? 0 : -ENOMEM;

	if (value)
		json_dumpf(value, stream,
		           flags | JSON_ENCODE_ANY |
		                   JSON_REAL_PRECISION(12)); /* a full disk: its owner's */
	json_decref(value);
	return err;
}

static const char *unit_of(const struct report_reading *reading)
{
	return reading->is_percent ? "percent" : reading->is_bytes ? "bytes" : "number";
}

/* Counters of a whole GPU, as columns. */
static json_t *gpu_samples_of(const struct report_gpu_samples *samples)
{
	json_t *readings = json_array();

	for (size_t i = 0; i < samples->readings_count; i++) {
		const struct report_reading *r = &samples->readings[i];
		json_t *values = json_array();

		for (size_t k = 0; k < samples->intervals; k++)
			json_array_append_new(values, model_measured(r->values[k]));
		json_array_append_new(
		        readings, json_pack("{so so ss sb so so}", "metric", model_text(r->name),
		                            "label", model_text(r->label), "unit", unit_of(r),
		                            "is_per_second", r->is_rate, "average",
		                            model_measured(r->average), "value", values));
	}
	return json_pack("{sI sI sI sI so}", "device", (json_int_t)samples->device, "samples",
	                 (json_int_t)samples->samples, "start_ns", (json_int_t)samples->start_ns,
	                 "interval_ns", (json_int_t)samples->interval_ns, "readings", readings);
}

static int print_timeline(FILE *stream, const struct report_process *p, size_t index,
                          bool has_tracks)
{
	const struct report_timeline *t = &p->timeline;
	json_t *names = json_array();
	int err;

	for (size_t i = 0; i < t->names_count; i++)
		json_array_append_new(names, model_text(t->names[i]));
	fprintf(stream,
	        "%s\n{\"process\":%zu,\"resolution_ns\":%lld,\"operations_left_out\":%lld,"
	        "\"names\":",
	        index ? "," : "", index, (long long)t->resolution_ns,
	        (long long)t->operations_left_out);
	err = print_value(stream, names, JSON_COMPACT);
	fputs(",\"tracks\":[", stream);
	for (size_t i = 0; has_tracks && i < t->tracks_count && !err; i++) {
		fputs(i ? ",\n" : "\n", stream);
		err = print_value(stream, track_of(&t->tracks[i]), JSON_COMPACT);
	}
	fputs("],\"gpu_samples\":[", stream);
	for (size_t i = 0; i < p->gpu_samples_count && !err; i++) {
		fputs(i ? ",\n" : "\n", stream);
		err = print_value(stream, gpu_samples_of(&p->gpu_samples[i]), JSON_COMPACT);
	}
	fputs("]}", stream);
	return err;
}

/* What the rules of the findings mean, each once. */
static json_t *legend_rules(const struct report *report)
{
	json_t *array = json_array();

	for (size_t i = 0; i < report->findings_count; i++) {
		const struct rule *rule = report->findings[i].rule;
		char *meaning;
		size_t k = 0;

		while (k < i && report->findings[k].rule != rule)
			k++;
		if (k < i)
			continue;
		meaning = rule_section(rule, RULE_MEANING);
		json_array_append_new(array, json_pack("{ss so so}", "id", rule->id, "title",
		                                       model_text(rule_title(rule)), "meaning",
		                                       model_text(meaning ? meaning : "")));
		free(meaning);
	}
	return array;
}

/* What a warp that was sampled may have been doing, in words: "long_scoreboard" ... */
static json_t *legend_stalls(void)
{
	static const struct rule_note others[] = {
		{ "selected", "nothing: they issued an instruction" },
		{ "not_selected", "their turn: the scheduler issued another warp's instruction" },
		{ "misc", "a reason of the hardware that has no name" },
		{ NULL, NULL },
	};
	json_t *object = json_object();

	for (const struct rule_text *text = rule_texts; text->id; text++)
		for (const struct rule_note *note = text->lists[RULE_REASONS]; note && note->name;
		     note++)
			json_object_set_new(object, note->name, json_string(note->text));
	for (const struct rule_note *note = others; note->name; note++)
		json_object_set_new(object, note->name, json_string(note->text));
	return object;
}

/* The words behind ids and the numbers in cause, share and category, so that readers need no copy
 * of them. */
static json_t *legend(const struct report *report)
{
	static const char *const types[OPERATION_TYPES] = { "kernel", "copy", "fill" };
	json_t *causes = json_array(), *shares = json_array(), *categories = json_array();

	for (int i = 0; i < CAUSES; i++)
		json_array_append_new(causes, json_pack("{ss ss ss}", "id", cause_ids[i], "text",
		                                        cause_texts[i], "share",
		                                        share_ids[share_of_cause[i]]));
	for (int i = 0; i < SHARES; i++)
		json_array_append_new(shares, json_pack("{ss ss ss}", "id", share_ids[i], "label",
		                                        share_labels[i], "text", share_texts[i]));
	for (int i = 0; i < OPERATION_TYPES; i++)
		json_array_append_new(categories, json_string(types[i]));
	return json_pack("{so so so so so}", "causes", causes, "shares", shares, "categories",
	                 categories, "rules", legend_rules(report), "stalls", legend_stalls());
}

static json_t *tool(void)
{
	return json_pack("{ss ss}", "name", PACKAGE, "version", PACKAGE_VERSION);
}

static json_t *summary_of(const struct report *report)
{
	json_t *summary = json_pack("{sI sI sI}", "span_ns", (json_int_t)report->span_ns,
	                            "processes", (json_int_t)report->processes_count, "rules_asked",
	                            (json_int_t)report->rules_asked);

	if (report->small_count)
		json_object_set_new(summary, "left_out",
		                    json_pack("{sI sf}", "findings",
		                              (json_int_t)report->small_count, "min_gain_percent",
		                              100 * report->min_gain));
	return summary;
}

int report_print_model(const struct report *report, FILE *stream, bool is_for_page)
{
	const size_t pretty = is_for_page ? JSON_COMPACT : JSON_INDENT(1);
	int err;

	fprintf(stream, "{\n\"schema_version\": \"%s\",\n\"tool\": ", REPORT_VERSION);
	err = print_value(stream, tool(), pretty);
#define MEMBER(name, value)                 \
	fputs(",\n\"" name "\": ", stream); \
	err = err ? err : print_value(stream, (value), pretty)
	MEMBER("summary", summary_of(report));
	MEMBER("findings", findings_of(report));
	MEMBER("abstentions", abstentions_of(report));
	MEMBER("imbalance", imbalance_of(report));
	MEMBER("legend", legend(report));
#undef MEMBER
	fputs(",\n\"processes\": [", stream);
	for (size_t i = 0; i < report->processes_count && !err; i++) {
		fputs(i ? ",\n" : "\n", stream);
		err = print_value(stream, model_process(&report->processes[i]), pretty);
	}
	fputs("],\n\"timelines\": [", stream);
	for (size_t i = 0; i < report->processes_count && !err; i++)
		err = print_timeline(stream, &report->processes[i], i, !is_for_page);
	fputs("]\n}\n", stream);
	return err;
}

int report_print_json(const struct report *report, FILE *stream)
{
	return report_print_model(report, stream, false);
}
