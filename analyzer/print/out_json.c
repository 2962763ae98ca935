/* SPDX-License-Identifier: MIT */
/*
 * The report as JSON, as schema/report.schema.json describes it. Each member of the top level is
 * built, printed and freed before the next, timelines track by track: memory stays small.
 */
#include <config.h>

#include <errno.h>
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "print/out_html_parts.h"
#include "report/report.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"
#include "base/text.h"

/* TEXT, whose bytes may be anything; what is no UTF-8 becomes U+FFFD. */
static json_t *text_of(const char *text)
{
	json_t *value = json_string(text);
	char *quoted = NULL;
	size_t size;
	FILE *stream;

	if (value)
		return value;
	stream = open_memstream(&quoted, &size);
	if (!stream)
		return NULL;
	text_print_json(stream, text);
	if (fclose(stream) == 0)
		value = json_loadb(quoted, size, JSON_DECODE_ANY | JSON_ALLOW_NUL, NULL);
	free(quoted);
	return value;
}

static json_t *text_or_null(const char *text)
{
	return text && *text ? text_of(text) : json_null();
}

static json_t *real_of(double value)
{
	return json_real(isfinite(value) ? value : 0);
}

/* Rounded to 3 decimals: more would be noise. */
static json_t *percent_json(double percent)
{
	return real_of(round(percent * 1000) / 1000);
}

static json_t *pairs_of(const struct report_pair *pairs, size_t count, const char *name)
{
	json_t *array = json_array();

	for (size_t i = 0; i < count; i++)
		json_array_append_new(array, json_pack("{so so}", name, text_of(pairs[i].name),
		                                       "text", text_of(pairs[i].text)));
	return array;
}

/* ---- budgets ---- */

static json_t *budget_of(const struct budget *budget)
{
	json_t *shares = json_object();

	for (int i = 0; i < SHARES; i++)
		if (budget->share_ns[i])
			json_object_set_new(shares, share_ids[i],
			                    json_integer(budget->share_ns[i]));
	return json_pack("{sI so}", "wall_ns", (json_int_t)budget->wall_ns, "share_ns", shares);
}

/* ---- findings ---- */

static json_t *operation_of(const struct report_operation *o)
{
	json_t *blocker = json_null();

	if (o->blocker)
		blocker = json_pack("{so sI sI}", "name", text_of(o->blocker), "stream",
		                    (json_int_t)o->blocker_stream, "start_ns",
		                    (json_int_t)o->blocker_start_ns);
	return json_pack("{so so sI sI sI ss so sI sI so}", "name", text_of(o->name), "range",
	                 text_or_null(o->range), "start_ns", (json_int_t)o->start_ns, "duration_ns",
	                 (json_int_t)o->duration_ns, "wait_ns", (json_int_t)o->wait_ns, "cause",
	                 cause_ids[o->cause], "blocker", blocker, "device", (json_int_t)o->device,
	                 "stream", (json_int_t)o->stream, "queue",
	                 o->queue < 0 ? json_null() : json_integer(o->queue));
}

static json_t *gain_of(const struct report_finding *f)
{
	if (!f->is_predicted)
		return json_null();
	return json_pack("{sI sI so}", "ns", (json_int_t)f->gain_ns, "error_ns",
	                 (json_int_t)f->gain_error_ns, "percent", percent_json(f->gain_percent));
}

static json_t *location_of(const struct report_finding *f)
{
	if (!f->file)
		return json_null();
	return json_pack("{so so}", "file", text_of(f->file), "line",
	                 f->line > 0 ? json_integer(f->line) : json_null());
}

static json_t *finding_of(const struct report_finding *f)
{
	json_t *object = json_object(), *processes = json_array(), *operations = json_array();

	for (size_t i = 0; i < f->processes_count; i++)
		json_array_append_new(processes, json_integer(f->processes[i]));
	for (size_t i = 0; i < f->operations_count; i++)
		json_array_append_new(operations, operation_of(&f->operations[i]));
	json_object_set_new(object, "id", json_string(f->rule->id));
	json_object_set_new(object, "title", text_of(rule_title(f->rule)));
	json_object_set_new(object, "severity", json_string(finding_severities[f->severity]));
	json_object_set_new(object, "subject", text_of(f->subject));
	json_object_set_new(object, "headline", text_of(f->headline));
	json_object_set_new(object, "advice", text_of(f->advice));
	json_object_set_new(object, "process", json_integer(f->process));
	json_object_set_new(object, "processes", processes);
	json_object_set_new(object, "occurrences", json_integer(f->occurrences));
	json_object_set_new(object, "cost_ns", json_integer(f->cost_ns));
	json_object_set_new(object, "cost_percent", percent_json(f->cost_percent));
	json_object_set_new(object, "gain", gain_of(f));
	json_object_set_new(object, "not_predicted", text_or_null(f->not_predicted));
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
		                                       text_of(a->reason), "process",
		                                       (json_int_t)a->process));
	}
	return array;
}

/* ---- processes ---- */

static json_t *device_of(const struct report_device *d)
{
	const struct summary_device *s = &d->summary;
	json_t *object = json_object();

	json_object_set_new(object, "id", json_integer(d->id));
	json_object_set_new(object, "name", text_of(d->name));
	json_object_set_new(object, "uuid", text_or_null(d->uuid));
	json_object_set_new(object, "compute_capability",
	                    json_sprintf("%d.%d", d->cc_major, d->cc_minor));
	json_object_set_new(object, "multiprocessors", json_integer(d->multiprocessors));
	json_object_set_new(object, "memory_bytes", json_integer(d->memory_bytes));
	json_object_set_new(object, "memory_bandwidth_bytes_per_s",
	                    json_integer(d->memory_bandwidth_bytes_per_s));
	json_object_set_new(object, "kernels", json_integer(s->operations[OPERATION_KERNEL]));
	json_object_set_new(object, "copies", json_integer(s->operations[OPERATION_COPY]));
	json_object_set_new(object, "fills", json_integer(s->operations[OPERATION_FILL]));
	json_object_set_new(object, "copied_bytes", json_integer(s->copied_bytes));
	json_object_set_new(object, "busy_ns", json_integer(s->busy_ns));
	json_object_set_new(object, "kernel_ns", json_integer(s->type_ns[OPERATION_KERNEL]));
	json_object_set_new(object, "copy_ns", json_integer(s->type_ns[OPERATION_COPY]));
	json_object_set_new(object, "fill_ns", json_integer(s->type_ns[OPERATION_FILL]));
	json_object_set_new(object, "copy_and_kernel_ns", json_integer(s->copy_and_kernel_ns));
	json_object_set_new(object, "several_kernels_ns", json_integer(s->several_kernels_ns));
	json_object_set_new(object, "most_kernels", json_integer((json_int_t)s->most_kernels));
	json_object_set_new(object, "average_kernels", real_of(s->average_kernels));
	json_object_set_new(object, "streams", json_integer((json_int_t)s->streams));
	json_object_set_new(object, "queues", json_integer((json_int_t)s->queues));
	json_object_set_new(object, "budget", budget_of(&d->budget));
	json_object_set_new(object, "idle", budget_of(&d->idle));
	return object;
}

static void set_statistics(json_t *object, const struct statistics *s)
{
	json_object_set_new(object, "count", json_integer(s->count));
	json_object_set_new(object, "total_ns", json_integer(s->total));
	json_object_set_new(object, "average_ns",
	                    json_integer((json_int_t)(statistics_average(s) + 0.5)));
	json_object_set_new(object, "median_ns", json_integer(s->median));
	json_object_set_new(object, "min_ns", json_integer(s->min));
	json_object_set_new(object, "max_ns", json_integer(s->max));
}

static json_t *size_of(const int32_t size[3])
{
	return json_pack("[iii]", (int)size[0], (int)size[1], (int)size[2]);
}

/* null where nothing was measured */
static json_t *measured_of(double value)
{
	return isfinite(value) ? json_real(value) : json_null();
}

/* Those that were measured. */
static json_t *counters_of(const struct kernel_profile *p)
{
	json_t *counters = json_object();

	for (const struct kernel_counter *c = kernel_counters; c->name; c++)
		if (isfinite(kernel_counter_value(p, c)))
			json_object_set_new(counters, c->name,
			                    measured_of(kernel_counter_value(p, c)));
	return counters;
}

static json_t *verdict_of(const struct kernel_profile *p)
{
	static const char *const sources[] = {
		[VERDICT_FROM_THROUGHPUT] = "throughput",
		[VERDICT_FROM_UNITS] = "units",
	};

	if (p->verdict == VERDICT_UNKNOWN)
		return json_null();
	return json_pack("{ss ss so so}", "bound", kernel_verdict_name(p->verdict), "source",
	                 sources[p->verdict_source], "memory_percent",
	                 percent_json(p->verdict_memory), "compute_percent",
	                 percent_json(p->verdict_compute));
}

static json_t *kernel_of(const struct report_kernel *k)
{
	json_t *object = json_object();

	json_object_set_new(object, "name", text_of(k->name));
	json_object_set_new(object, "mangled", text_of(k->mangled));
	json_object_set_new(object, "grid", size_of(k->grid));
	json_object_set_new(object, "block", size_of(k->block));
	json_object_set_new(object, "cluster",
	                    k->cluster[0] > 0 ? size_of(k->cluster) : json_null());
	json_object_set_new(object, "registers_per_thread", json_integer(k->registers_per_thread));
	json_object_set_new(object, "static_shared_bytes", json_integer(k->static_shared_bytes));
	json_object_set_new(object, "dynamic_shared_bytes", json_integer(k->dynamic_shared_bytes));
	json_object_set_new(object, "local_bytes_per_thread",
	                    json_integer(k->local_bytes_per_thread));
	set_statistics(object, &k->statistics);
	json_object_set_new(object, "share_percent", percent_json(k->share_percent));
	json_object_set_new(object, "critical_ns", json_integer(k->critical_ns));
	json_object_set_new(object, "occupancy_percent",
	                    k->has_occupancy ? percent_json(k->occupancy_percent) : json_null());
	json_object_set_new(object, "occupancy_limiter", text_or_null(k->limiter));
	json_object_set_new(object, "waves", k->waves > 0 ? real_of(k->waves) : json_null());
	json_object_set_new(object, "measured_launches",
	                    json_integer(k->profile.measured_launches));
	json_object_set_new(object, "counters", counters_of(&k->profile));
	json_object_set_new(object, "verdict", verdict_of(&k->profile));
	return object;
}

static json_t *kernels_of(const struct report_process *p)
{
	json_t *array = json_array();

	for (size_t i = 0; i < p->kernels_count; i++)
		json_array_append_new(array, kernel_of(&p->kernels[i]));
	return json_pack("{sI sI so}", "total_ns", (json_int_t)p->kernels_total_ns, "left_out",
	                 (json_int_t)p->kernels_left_out, "rows", array);
}

static json_t *stalls_of(const struct kernel_profile *p)
{
	json_t *array = json_array();

	for (size_t i = 0; i < p->stalls_count; i++) {
		const struct kernel_stall *stall = &p->stalls[i];

		json_array_append_new(array,
		                      json_pack("{so so sI sI}", "reason", text_of(stall->label),
		                                "percent", percent_json(stall->percent), "samples",
		                                (json_int_t)stall->samples, "not_issued_samples",
		                                (json_int_t)stall->not_issued));
	}
	return array;
}

static json_t *rooflines_of(const struct kernel_profile *p)
{
	json_t *object = json_object();

	for (int type = 0; type < FLOP_TYPES; type++) {
		const struct roofline *r = &p->rooflines[type];

		if (isfinite(r->flops_per_s))
			json_object_set_new(object, flop_type_name((enum flop_type)type),
			                    json_pack("{so so so so so}", "flops",
			                              measured_of(r->flops), "flops_per_s",
			                              measured_of(r->flops_per_s), "flops_per_byte",
			                              measured_of(r->intensity), "peak_flops_per_s",
			                              measured_of(r->peak_flops_per_s),
			                              "attainable_flops_per_s",
			                              measured_of(r->attainable_flops_per_s)));
	}
	return object;
}

static json_t *profile_of(const struct report_profile *from)
{
	const struct kernel_profile *p = &from->profile;
	json_t *object = json_object();

	json_object_set_new(object, "name", text_of(from->name));
	json_object_set_new(object, "mangled", text_of(from->mangled));
	json_object_set_new(object, "launches", json_integer(p->launches));
	json_object_set_new(object, "measured_launches", json_integer(p->measured_launches));
	json_object_set_new(object, "samples", json_integer(p->samples));
	json_object_set_new(object, "average_ns", measured_of(p->duration_ns));
	json_object_set_new(object, "share_percent", percent_json(p->time_percent));
	json_object_set_new(object, "occupancy_percent",
	                    p->has_occupancy ? percent_json(p->theoretical_occupancy)
	                                     : json_null());
	json_object_set_new(object, "occupancy_limiter", text_or_null(from->limiter));
	json_object_set_new(object, "counters", counters_of(p));
	json_object_set_new(object, "dram_bytes_per_s", measured_of(p->dram_bytes_per_s));
	json_object_set_new(object, "dram_percent", measured_of(p->dram_percent));
	json_object_set_new(object, "verdict", verdict_of(p));
	json_object_set_new(object, "rooflines", rooflines_of(p));
	json_object_set_new(object, "stalls", stalls_of(p));
	return object;
}

static json_t *profiles_of(const struct report_process *p)
{
	json_t *array = json_array();

	for (size_t i = 0; i < p->profiles_count; i++)
		json_array_append_new(array, profile_of(&p->profiles[i]));
	return json_pack("{sI so}", "left_out", (json_int_t)p->profiles_left_out, "rows", array);
}

static json_t *groups_of(const struct report_groups *groups, bool has_size)
{
	json_t *array = json_array();

	for (size_t i = 0; i < groups->count; i++) {
		const struct report_group *g = &groups->items[i];
		json_t *object = json_object();

		json_object_set_new(object, "name", text_of(g->name));
		set_statistics(object, &g->statistics);
		json_object_set_new(object, "share_percent", percent_json(g->share_percent));
		if (has_size)
			json_object_set_new(object, "size_bytes", json_integer(g->size_bytes));
		else
			json_object_set_new(object, "failed", json_integer(g->failed));
		json_array_append_new(array, object);
	}
	return json_pack("{sI sI so}", "total_ns", (json_int_t)groups->total_ns, "left_out",
	                 (json_int_t)groups->left_out, "rows", array);
}

static json_t *diagnostics_of(const struct report_process *p)
{
	json_t *array = json_array();

	for (size_t i = 0; i < p->diagnostics_count; i++) {
		const struct report_diagnostic *d = &p->diagnostics[i];

		json_array_append_new(array, json_pack("{so so ss sI so}", "code", text_of(d->code),
		                                       "subject", text_of(d->subject), "severity",
		                                       finding_severities[d->severity], "count",
		                                       (json_int_t)d->count, "message",
		                                       text_of(d->message)));
	}
	return array;
}

static json_t *fixed_of(const struct report_process *p)
{
	if (!p->fixes)
		return json_null();
	return json_pack("{sI sI so}", "fixes", (json_int_t)p->fixes, "wall_ns",
	                 (json_int_t)p->fixed_ns, "budget",
	                 p->fixed.wall_ns ? budget_of(&p->fixed) : json_null());
}

static json_t *version_of(int number)
{
	return number > 0 ? json_sprintf("%d.%d", number / 1000, number % 1000 / 10) : json_null();
}

static json_t *part_of(const struct trace_part *part)
{
	return part->name ? json_pack("{so sI sI sI sI}", "name", text_of(part->name), "count",
	                              (json_int_t)part->ranges, "start_ns",
	                              (json_int_t)part->start_ns, "end_ns",
	                              (json_int_t)part->end_ns, "run_ns", (json_int_t)part->run_ns)
	                  : json_null();
}

static json_t *process_of(const struct report_process *p)
{
	json_t *object = json_object(), *devices = json_array(), *environment = json_object();

	for (size_t i = 0; i < p->devices_count; i++)
		json_array_append_new(devices, device_of(&p->devices[i]));
	for (size_t i = 0; i < p->environment_count; i++)
		json_object_set_new(environment, p->environment[i].name,
		                    text_of(p->environment[i].text));
	json_object_set_new(object, "trace", text_of(p->path));
	json_object_set_new(object, "name", text_of(p->name));
	json_object_set_new(object, "label", text_of(p->label));
	json_object_set_new(object, "rank", p->rank < 0 ? json_null() : json_integer(p->rank));
	json_object_set_new(object, "pid", json_integer(p->pid));
	json_object_set_new(object, "host", text_or_null(p->host));
	json_object_set_new(object, "executable", text_or_null(p->executable));
	json_object_set_new(object, "command_line", text_or_null(p->command_line));
	json_object_set_new(object, "start_unix_ns", json_integer(p->start_unix_ns));
	json_object_set_new(object, "first_ns", json_integer(p->first_ns));
	json_object_set_new(object, "last_ns", json_integer(p->last_ns));
	json_object_set_new(object, "range", part_of(&p->part));
	json_object_set_new(object, "is_complete", json_boolean(p->is_complete));
	json_object_set_new(object, "collector_version", text_or_null(p->collector_version));
	json_object_set_new(object, "driver_version", version_of(p->driver_version));
	json_object_set_new(object, "runtime_version", version_of(p->runtime_version));
	json_object_set_new(object, "environment", environment);

	json_object_set_new(object, "wall_ns", json_integer(p->run.wall_ns));
	json_object_set_new(object, "program_ns", json_integer(p->program_ns));
	json_object_set_new(object, "recorder_ns", json_integer(p->recorder_ns));
	json_object_set_new(object, "gpu_busy_ns", json_integer(p->summary.busy_ns));
	json_object_set_new(object, "active_devices",
	                    json_integer((json_int_t)p->summary.active_devices));
	json_object_set_new(object, "functions", json_integer((json_int_t)p->functions));
	json_object_set_new(object, "threads", json_integer((json_int_t)p->summary.threads));
	json_object_set_new(object, "call_count", json_integer(p->calls));
	json_object_set_new(object, "start_call",
	                    *p->start_call ? json_pack("{so sI}", "name", text_of(p->start_call),
	                                               "duration_ns", (json_int_t)p->start_call_ns)
	                                   : json_null());
	json_object_set_new(object, "failed_calls", json_integer(p->summary.failed_calls));
	json_object_set_new(object, "untimed_operations", json_integer(p->untimed_operations));
	json_object_set_new(object, "budget", budget_of(&p->run));
	json_object_set_new(object, "replay",
	                    json_pack("{sI so}", "wall_ns", (json_int_t)p->replayed_ns,
	                              "error_percent", percent_json(100 * p->replay_error)));
	json_object_set_new(object, "fixed", fixed_of(p));
	json_object_set_new(object, "devices", devices);
	json_object_set_new(object, "kernels", kernels_of(p));
	json_object_set_new(object, "profiles", profiles_of(p));
	json_object_set_new(object, "copies", groups_of(&p->copies, true));
	json_object_set_new(object, "fills", groups_of(&p->fills, true));
	json_object_set_new(object, "calls", groups_of(&p->api, false));
	json_object_set_new(object, "diagnostics", diagnostics_of(p));
	return object;
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

		json_array_append_new(array, wait->is_known ? percent_json(100 * wait->awaited)
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
		                           "percent", percent_json(b->percent), "slowest",
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

/* Counters of a whole GPU, as columns. */
static json_t *gpu_samples_of(const struct report_gpu_samples *samples)
{
	json_t *readings = json_array();

	for (size_t i = 0; i < samples->readings_count; i++) {
		const struct report_reading *r = &samples->readings[i];
		json_t *values = json_array();

		for (size_t k = 0; k < samples->intervals; k++)
			json_array_append_new(values, measured_of(r->values[k]));
		json_array_append_new(readings,
		                      json_pack("{so sb so so}", "metric", text_of(r->name),
		                                "is_per_second", r->is_rate, "average",
		                                measured_of(r->average), "value", values));
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
		json_array_append_new(names, text_of(t->names[i]));
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
		                                       text_of(rule_title(rule)), "meaning",
		                                       text_of(meaning ? meaning : "")));
		free(meaning);
	}
	return array;
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
	return json_pack("{so so so so}", "causes", causes, "shares", shares, "categories",
	                 categories, "rules", legend_rules(report));
}

static json_t *tool(void)
{
	return json_pack("{ss ss}", "name", PACKAGE, "version", PACKAGE_VERSION);
}

static json_t *summary_of(const struct report *report)
{
	return json_pack("{sI sI}", "span_ns", (json_int_t)report->span_ns, "processes",
	                 (json_int_t)report->processes_count);
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
		err = print_value(stream, process_of(&report->processes[i]), pretty);
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
