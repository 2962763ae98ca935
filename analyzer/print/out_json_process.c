/* SPDX-License-Identifier: MIT */
/* A process in the report as JSON: its machine, its budget, and its tables. */
#include "base/statistics.h"
#include "print/out_json_parts.h"

static json_t *device_of(const struct report_device *d)
{
	const struct summary_device *s = &d->summary;
	json_t *object = json_object();

	json_object_set_new(object, "id", json_integer(d->id));
	json_object_set_new(object, "name", model_text(d->name));
	json_object_set_new(object, "uuid", model_text_or_null(d->uuid));
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
	json_object_set_new(object, "fill_pages_ns", json_integer(d->fill_pages_ns));
	json_object_set_new(object, "copy_and_kernel_ns", json_integer(s->copy_and_kernel_ns));
	json_object_set_new(object, "several_kernels_ns", json_integer(s->several_kernels_ns));
	json_object_set_new(object, "most_kernels", json_integer((json_int_t)s->most_kernels));
	json_object_set_new(object, "average_kernels", model_real(s->average_kernels));
	json_object_set_new(object, "streams", json_integer((json_int_t)s->streams));
	json_object_set_new(object, "queues", json_integer((json_int_t)s->queues));
	json_object_set_new(object, "budget", model_budget(&d->budget));
	json_object_set_new(object, "idle", model_budget(&d->idle));
	return object;
}

static json_t *groups_of(const struct report_groups *groups, bool has_size)
{
	json_t *array = json_array();

	for (size_t i = 0; i < groups->count; i++) {
		const struct report_group *g = &groups->items[i];
		json_t *object = json_object();

		json_object_set_new(object, "name", model_text(g->name));
		model_set_statistics(object, &g->statistics);
		json_object_set_new(object, "share_percent", model_percent(g->share_percent));
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

		json_array_append_new(
		        array, json_pack("{so so ss sI so}", "code", model_text(d->code), "subject",
		                         model_text(d->subject), "severity",
		                         finding_severities[d->severity], "count",
		                         (json_int_t)d->count, "message", model_text(d->message)));
	}
	return array;
}

static json_t *fixed_of(const struct report_process *p)
{
	if (!p->fixes)
		return json_null();
	return json_pack("{sI sI so}", "fixes", (json_int_t)p->fixes, "wall_ns",
	                 (json_int_t)p->fixed_ns, "budget",
	                 p->fixed.wall_ns ? model_budget(&p->fixed) : json_null());
}

static json_t *combinations_of(const struct report_combinations *c)
{
	json_t *fixes = json_array(), *runs = json_array();

	for (size_t i = 0; i < c->fixes_count; i++)
		json_array_append_new(fixes, json_integer((json_int_t)c->fixes[i].finding));
	for (size_t i = 0; i < c->runs_count; i++) {
		const struct report_run *run = &c->runs[i];

		json_array_append_new(
		        runs,
		        json_pack("{sI so}", "wall_ns", (json_int_t)run->wall_ns, "budget",
		                  run->budget.wall_ns ? model_budget(&run->budget) : json_null()));
	}
	return json_pack("{so sI so}", "fixes", fixes, "left_out", (json_int_t)c->left_out, "runs",
	                 runs);
}

static json_t *version_of(int number)
{
	return number > 0 ? json_sprintf("%d.%d", number / 1000, number % 1000 / 10) : json_null();
}

static json_t *part_of(const struct trace_part *part)
{
	return part->name ? json_pack("{so sI sI sI sI}", "name", model_text(part->name), "count",
	                              (json_int_t)part->ranges, "start_ns",
	                              (json_int_t)part->start_ns, "end_ns",
	                              (json_int_t)part->end_ns, "run_ns", (json_int_t)part->run_ns)
	                  : json_null();
}

static void add_graphs(json_t *process, const struct report_process *p)
{
	const struct report_graphs *g = &p->graphs;
	json_t *object;

	if (p->in_graphs_percent > 0)
		json_object_set_new(process, "in_graphs_percent",
		                    model_percent(fmin(p->in_graphs_percent, 100)));
	if (!g->graphs)
		return;
	object = json_object();
	json_object_set_new(object, "graphs", json_integer((json_int_t)g->graphs));
	json_object_set_new(object, "unknown_graphs", json_integer((json_int_t)g->unknown_graphs));
	json_object_set_new(object, "unknown_launches", json_integer(g->unknown_launches));
	json_object_set_new(object, "launches", json_integer(g->launches));
	json_object_set_new(object, "measured_launches", json_integer(g->measured_launches));
	json_object_set_new(object, "scaled_operations", json_integer(g->scaled_operations));
	json_object_set_new(process, "graphs", object);
}

static void add_unrecorded(json_t *process, const struct report_process *p)
{
	json_t *object, *places;

	if (!p->unrecorded_intervals)
		return;
	object = json_object();
	places = json_array();
	for (size_t i = 0; i < p->seams_count; i++)
		json_array_append_new(places, json_pack("{s:I, s:I}", "at_ns",
		                                        (json_int_t)p->seams[i].at_ns, "ns",
		                                        (json_int_t)p->seams[i].length_ns));
	json_object_set_new(object, "ns", json_integer(p->unrecorded_ns));
	json_object_set_new(object, "intervals", json_integer((json_int_t)p->unrecorded_intervals));
	json_object_set_new(object, "reason", model_text(p->unrecorded_reason));
	json_object_set_new(object, "places", places);
	json_object_set_new(process, "unrecorded", object);
}

/* What most traces do not have. */
static void add_ranges(json_t *process, const struct report_process *p)
{
	json_t *ranges = p->ranges_count ? json_array() : NULL;

	for (size_t i = 0; i < p->ranges_count; i++)
		json_array_append_new(ranges, json_pack("{so sI sI sI}", "name",
		                                        model_text(p->ranges[i].name), "count",
		                                        (json_int_t)p->ranges[i].count, "start_ns",
		                                        (json_int_t)p->ranges[i].start_ns, "end_ns",
		                                        (json_int_t)p->ranges[i].end_ns));
	if (ranges)
		json_object_set_new(process, "ranges", ranges);
}

static void set_code(json_t *object, const char *name, const char *code)
{
	if (*code)
		json_object_set_new(object, name, model_text(code));
}

static void set_own_work(json_t *process, const char *name, const struct report_own_work *own)
{
	if (own->ns)
		json_object_set_new(process, name,
		                    json_pack("{sI so}", "ns", (json_int_t)own->ns, "code",
		                              model_text(own->code)));
}

static json_t *stretches_of(const struct report_stretches *s)
{
	return json_pack("{sI sI sI sI sI}", "count", (json_int_t)s->count, "start_ns",
	                 (json_int_t)s->start_ns, "end_ns", (json_int_t)s->end_ns, "ns",
	                 (json_int_t)s->ns, "kernels_ns", (json_int_t)s->kernels_ns);
}

static void add_recurring(json_t *process, const struct report_process *p)
{
	const struct report_recurring *it = &p->recurring;

	if (it->end_ns)
		json_object_set_new(process, "recurring",
		                    json_pack("{sI sI so}", "before_ns", (json_int_t)it->before_ns,
		                              "end_ns", (json_int_t)it->end_ns, "code",
		                              model_text(it->code)));
}

static void add_operators(json_t *process, const struct report_process *p)
{
	json_t *kinds = json_array();

	for (size_t i = 0; i < p->operators_count; i++) {
		const struct report_operator *o = &p->operators[i];

		json_array_append_new(kinds,
		                      json_pack("{ss sI sI so}", "name", operator_text(o->kind),
		                                "total_ns", (json_int_t)o->ns, "count",
		                                (json_int_t)o->launches, "share_percent",
		                                model_percent(o->percent)));
	}
	if (p->operators_count)
		json_object_set_new(process, "operators",
		                    json_pack("{ss so}", "text", p->operators_text, "kinds",
		                              json_incref(kinds)));
	json_decref(kinds);
}

static void add_own_spans(json_t *process, const struct report_process *p)
{
	static const struct {
		const char *ns, *code;
	} names[OWN_SPANS] = {
		[OWN_BEFORE] = { "before_ns", "before_code" },
		[OWN_ONCE] = { "once_ns", "once_code" },
		[OWN_PAUSES] = { "pauses_ns", "pauses_code" },
		[OWN_AFTER] = { "after_ns", "after_code" },
		[OWN_OUT_BEFORE] = { "outside_before_ns", "outside_before_code" },
		[OWN_OUT_AFTER] = { "outside_after_ns", "outside_after_code" },
	};
	json_t *object = json_object();
	bool has_any = false;

	for (int span = 0; span < OWN_SPANS; span++) {
		const struct report_own_work *own = &p->own[span];

		json_object_set_new(object, names[span].ns, json_integer(own->ns));
		if (own->ns)
			set_code(object, names[span].code, own->code);
		has_any |= own->ns > 0;
	}
	if (has_any)
		json_object_set_new(process, "host_ends", object);
	else
		json_decref(object);
	if (*p->own_advice)
		json_object_set_new(process, "own_work_advice", model_text(p->own_advice));
	if (*p->own_first)
		json_object_set_new(process, "own_first",
		                    json_pack("{so sI sb sb}", "text", model_text(p->own_first),
		                              "whole_ns", (json_int_t)p->whole_ns,
		                              "has_outside_before", p->own_leads[OWN_OUT_BEFORE],
		                              "has_outside_after", p->own_leads[OWN_OUT_AFTER]));
	if (*p->one_cause)
		json_object_set_new(process, "one_cause", json_string(p->one_cause));
	if (*p->launched_from)
		json_object_set_new(process, "launched_from", model_text(p->launched_from));
	if (p->main_kernel.text)
		json_object_set_new(
		        process, "main_kernel",
		        json_pack("{so so sb so}", "name", model_text(p->main_kernel.name),
		                  "percent", model_percent(p->main_kernel.percent), "is_near_limit",
		                  p->main_kernel.is_near, "text", model_text(p->main_kernel.text)));
	set_own_work(process, "compiling", &p->compiling);
	set_own_work(process, "idle_code", &p->idle_code);
	set_own_work(process, "data_loader", &p->loader);
	set_own_work(process, "repeated_work", &p->repeated);
	set_own_work(process, "benchmark", &p->benchmark);
	if (p->stretches.count)
		json_object_set_new(process, "kernel_stretches", stretches_of(&p->stretches));
	if (p->own_hint)
		json_object_set_new(process, "own_work_hint", json_string(p->own_hint));
}

static void add_most_own(json_t *process, const struct report_process *p)
{
	const struct report_own_work *most = &p->most_own;
	json_t *object;

	if (!most->ns)
		return;
	object = json_pack("{sI so}", "ns", (json_int_t)most->ns, "percent",
	                   model_percent(percent_of(most->ns, p->run.wall_ns)));
	set_code(object, "code", most->code);
	json_object_set_new(process, "own_work", object);
}

static void add_cut(json_t *process, const struct report_process *p)
{
	json_t *object;

	if (!p->cut.ns)
		return;
	object = json_pack("{sI}", "ns", (json_int_t)p->cut.ns);
	set_code(object, "kernel", p->cut_kernel);
	set_code(object, "code", p->cut.code);
	json_object_set_new(process, "cut", object);
}

static void add_ending(json_t *process, const struct report_process *p)
{
	json_t *object;

	if (!*p->ending)
		return;
	object = json_pack("{sb}", "is_start_alone", (int)p->is_start_alone);
	set_code(object, "text", p->ending);
	json_object_set_new(process, "ending", object);
}

static void add_rare(json_t *process, const struct report_process *p)
{
	add_unrecorded(process, p);
	add_graphs(process, p);
	add_ranges(process, p);
	if (p->rest_ns)
		json_object_set_new(process, "rest_ns", json_integer(p->rest_ns));
	add_own_spans(process, p);
	add_most_own(process, p);
	add_operators(process, p);
	add_recurring(process, p);
	if (p->end_signal)
		json_object_set_new(process, "end_signal", json_string(p->end_signal));
	add_ending(process, p);
	if (p->exit_status)
		json_object_set_new(process, "exit_status", json_integer(p->exit_status));
	add_cut(process, p);
	if (p->host_time)
		json_object_set_new(process, "host_time", model_host_time(p->host_time));
	if (p->pinned.ns)
		json_object_set_new(process, "pinned_memory",
		                    json_pack("{sI sI sI sI sI}", "duration_ns",
		                              (json_int_t)p->pinned.ns, "loader_ns",
		                              (json_int_t)p->pinned.loader_ns, "bytes",
		                              (json_int_t)p->pinned.bytes, "allocations",
		                              (json_int_t)p->pinned.allocations, "releases",
		                              (json_int_t)p->pinned.releases));
}

static json_t *largest_wait_of(const struct report_wait *wait)
{
	if (!wait->hint)
		return json_null();
	return json_pack("{ss sI so ss so*}", "share", share_ids[wait->share], "ns",
	                 (json_int_t)wait->ns, "percent", model_percent(wait->percent), "hint",
	                 wait->hint, "code", *wait->code ? model_text(wait->code) : NULL);
}

static json_t *replay_of(const struct report_process *p)
{
	return json_pack("{sI so}", "wall_ns", (json_int_t)p->replayed_ns, "error_percent",
	                 model_percent(100 * p->replay_error));
}

static json_t *alone_of(const struct report_process *p)
{
	return p->is_alone_known ? json_pack("{sI sI sb ss*}", "wall_ns", (json_int_t)p->alone_ns,
	                                     "error_ns", (json_int_t)p->alone_error_ns, "is_most",
	                                     p->is_alone_most, "hint", p->alone_hint)
	                         : json_null();
}

static json_t *kernel_times_of(const struct report_process *p)
{
	return json_string(p->has_hardware_times ? "hardware" : "software");
}

static void add_lengths(json_t *process, const struct report_process *p)
{
	json_object_set_new(process, "wall_ns", json_integer(p->run.wall_ns));
	json_object_set_new(process, "program_ns", json_integer(p->program_ns));
	json_object_set_new(process, "main_ns", json_integer(p->main_ns));
	json_object_set_new(process, "recorder_ns", json_integer(p->recorder_ns));
	json_object_set_new(process, "alone", alone_of(p));
}

json_t *model_process(const struct report_process *p)
{
	json_t *object = json_object(), *devices = json_array(), *environment = json_object();

	for (size_t i = 0; i < p->devices_count; i++)
		json_array_append_new(devices, device_of(&p->devices[i]));
	for (size_t i = 0; i < p->environment_count; i++)
		json_object_set_new(environment, p->environment[i].name,
		                    model_text(p->environment[i].text));
	json_object_set_new(object, "trace", model_text(p->path));
	json_object_set_new(object, "name", model_text(p->name));
	json_object_set_new(object, "label", model_text(p->label));
	json_object_set_new(object, "rank", p->rank < 0 ? json_null() : json_integer(p->rank));
	json_object_set_new(object, "pid", json_integer(p->pid));
	json_object_set_new(object, "host", model_text_or_null(p->host));
	json_object_set_new(object, "executable", model_text_or_null(p->executable));
	json_object_set_new(object, "command_line", model_text_or_null(p->command_line));
	json_object_set_new(object, "start_unix_ns", json_integer(p->start_unix_ns));
	json_object_set_new(object, "first_ns", json_integer(p->first_ns));
	json_object_set_new(object, "last_ns", json_integer(p->last_ns));
	json_object_set_new(object, "range", part_of(&p->part));
	json_object_set_new(object, "is_complete", json_boolean(p->is_complete));
	json_object_set_new(object, "collector_version", model_text_or_null(p->collector_version));
	json_object_set_new(object, "kernel_times", kernel_times_of(p));
	json_object_set_new(object, "driver_version", version_of(p->driver_version));
	json_object_set_new(object, "runtime_version", version_of(p->runtime_version));
	json_object_set_new(object, "environment", environment);

	add_lengths(object, p);
	add_rare(object, p);
	json_object_set_new(object, "gpu_busy_ns", json_integer(p->summary.busy_ns));
	json_object_set_new(object, "active_devices",
	                    json_integer((json_int_t)p->summary.active_devices));
	json_object_set_new(object, "functions", json_integer((json_int_t)p->functions));
	json_object_set_new(object, "threads", json_integer((json_int_t)p->summary.threads));
	json_object_set_new(object, "call_count", json_integer(p->calls));
	json_object_set_new(object, "start_call",
	                    *p->start_call
	                            ? json_pack("{so sI sb}", "name", model_text(p->start_call),
	                                        "duration_ns", (json_int_t)p->start_call_ns,
	                                        "is_slowed", p->is_start_slowed)
	                            : json_null());
	json_object_set_new(object, "start_before_ns", json_integer(p->start_before_ns));
	json_object_set_new(object, "failed_calls", json_integer(p->summary.failed_calls));
	json_object_set_new(object, "untimed_operations", json_integer(p->untimed_operations));
	json_object_set_new(object, "budget", model_budget(&p->run));
	json_object_set_new(object, "largest_wait", largest_wait_of(&p->largest_wait));
	json_object_set_new(object, "replay", replay_of(p));
	json_object_set_new(object, "fixed", fixed_of(p));
	json_object_set_new(object, "combinations", combinations_of(&p->combinations));
	json_object_set_new(object, "devices", devices);
	json_object_set_new(object, "kernels", model_kernels(p));
	json_object_set_new(object, "profiles", model_profiles(p));
	json_object_set_new(object, "copies", groups_of(&p->copies, true));
	json_object_set_new(object, "fills", groups_of(&p->fills, true));
	json_object_set_new(object, "calls", groups_of(&p->api, false));
	json_object_set_new(object, "memory", model_memory(p));
	json_object_set_new(object, "diagnostics", diagnostics_of(p));
	return object;
}
