/* SPDX-License-Identifier: MIT */
/* Kernels in the report as JSON: launches by shape, and what was measured of functions. */
#include <limits.h>
#include <math.h>

#include "print/out_json_parts.h"

/* ---- figures ---- */

static json_t *size_of(const int32_t size[3])
{
	return json_pack("[iii]", (int)size[0], (int)size[1], (int)size[2]);
}

/* Those that were measured. */
static json_t *counters_of(const struct kernel_profile *p)
{
	json_t *counters = json_object();

	for (const struct kernel_counter *c = kernel_counters; c->name; c++)
		if (isfinite(kernel_counter_value(p, c)))
			json_object_set_new(counters, c->name,
			                    model_measured(kernel_counter_value(p, c)));
	return counters;
}

static json_t *verdict_of(const struct kernel_profile *p)
{
	static const char *const sources[] = {
		[VERDICT_FROM_THROUGHPUT] = "throughput",
		[VERDICT_FROM_UNITS] = "units",
	};

	const bool has_units = p->verdict_source == VERDICT_FROM_THROUGHPUT;
	json_t *verdict;

	if (p->verdict == VERDICT_UNKNOWN)
		return json_null();
	verdict = json_pack("{ss ss so so}", "bound", kernel_verdict_name(p->verdict), "source",
	                    sources[p->verdict_source], "memory_percent",
	                    model_percent(p->verdict_memory), "compute_percent",
	                    model_percent(p->verdict_compute));
	if (has_units) {
		json_object_set_new(verdict, "memory_unit",
		                    json_string(kernel_profile_memory_unit(p)));
		json_object_set_new(verdict, "compute_unit",
		                    json_string(kernel_profile_compute_unit(p)));
		if (p->verdict == VERDICT_UNFILLED && is_measured(p->busy_at_work))
			json_object_set_new(verdict, "at_work_percent",
			                    model_percent(p->busy_at_work));
	}
	return verdict;
}

/* ---- launches ---- */

/* The flags of a step in words; null where nothing limits, for every warp has its place. */
static json_t *limiters_of(const struct occupancy_step *step, int max_warps)
{
	char text[128] = "";
	size_t used = 0;

	for (unsigned i = 0; i < OCCUPANCY_LIMITERS && step->active_warps < max_warps; i++)
		if (step->limiters & (1u << i) && used < sizeof text)
			used += (size_t)snprintf(text + used, sizeof text - used, "%s%s",
			                         used ? ", " : "", occupancy_limiter_name(1u << i));
	return model_text_or_null(text);
}

static json_t *curve_of(const struct report_curve *curve, int max_warps)
{
	json_t *last = json_array(), *warps = json_array(), *limiters = json_array();

	for (size_t i = 0; i < curve->steps_count; i++) {
		const struct occupancy_step *step = &curve->steps[i];

		json_array_append_new(last, json_integer(step->last));
		json_array_append_new(warps, json_integer(step->active_warps));
		json_array_append_new(limiters, limiters_of(step, max_warps));
	}
	return json_pack("{sI so so so}", "value", (json_int_t)curve->value, "up_to", last, "warps",
	                 warps, "limiter", limiters);
}

static json_t *limit_of(int blocks)
{
	return blocks == INT_MAX ? json_null() : json_integer(blocks);
}

static json_t *occupancy_of(const struct report_occupancy *o)
{
	static const char *const names[OCCUPANCY_AXES] = {
		[OCCUPANCY_BY_THREADS] = "threads_per_block",
		[OCCUPANCY_BY_REGISTERS] = "registers_per_thread",
		[OCCUPANCY_BY_SHARED] = "shared_bytes_per_block",
	};
	json_t *curves;

	if (!o)
		return json_null();
	curves = json_object();
	for (int axis = 0; axis < OCCUPANCY_AXES; axis++)
		json_object_set_new(curves, names[axis], curve_of(&o->curves[axis], o->max_warps));
	return json_pack("{si si si s{so so so so} so}", "warps_per_sm", o->warps,
	                 "max_warps_per_sm", o->max_warps, "blocks_per_sm", o->blocks, "limits",
	                 "warps", limit_of(o->limit_warps), "registers",
	                 limit_of(o->limit_registers), "shared_memory", limit_of(o->limit_shared),
	                 "blocks", limit_of(o->limit_blocks), "curves", curves);
}

static json_t *durations_of(const struct report_durations *d)
{
	json_t *bounds = json_array(), *launches = json_array();

	for (size_t i = 0; i <= d->bins && d->bins; i++)
		json_array_append_new(bounds, json_integer(d->bounds_ns[i]));
	for (size_t i = 0; i < d->bins; i++)
		json_array_append_new(launches, json_integer(d->launches[i]));
	return json_pack("{so so}", "bounds_ns", bounds, "launches", launches);
}

static json_t *lines_of(const struct report_kernel *k)
{
	json_t *array = json_array();

	for (size_t i = 0; i < k->lines_count; i++)
		json_array_append_new(
		        array,
		        json_pack("{so so so so}", "code", model_text(k->lines[i].code), "caller",
		                  model_text_or_null(k->lines[i].caller), "launches_percent",
		                  model_percent(k->lines[i].percent), "known_percent",
		                  model_percent(k->lines[i].known_percent)));
	return array;
}

static json_t *kernel_of(const struct report_kernel *k)
{
	json_t *object = json_object();

	json_object_set_new(object, "name", model_text(k->name));
	json_object_set_new(object, "mangled", model_text(k->mangled));
	json_object_set_new(object, "grid", size_of(k->grid));
	json_object_set_new(object, "block", size_of(k->block));
	json_object_set_new(object, "cluster",
	                    k->cluster[0] > 0 ? size_of(k->cluster) : json_null());
	json_object_set_new(object, "registers_per_thread", json_integer(k->registers_per_thread));
	json_object_set_new(object, "static_shared_bytes", json_integer(k->static_shared_bytes));
	json_object_set_new(object, "dynamic_shared_bytes", json_integer(k->dynamic_shared_bytes));
	json_object_set_new(object, "local_bytes_per_thread",
	                    json_integer(k->local_bytes_per_thread));
	model_set_statistics(object, &k->statistics);
	json_object_set_new(object, "share_percent", model_percent(k->share_percent));
	json_object_set_new(object, "critical_ns", json_integer(k->critical_ns));
	json_object_set_new(object, "occupancy_percent",
	                    k->has_occupancy ? model_percent(k->occupancy_percent) : json_null());
	json_object_set_new(object, "occupancy_limiter", model_text_or_null(k->limiter));
	if (is_measured(k->grid_occupancy_percent))
		json_object_set_new(object, "grid_occupancy_percent",
		                    model_percent(k->grid_occupancy_percent));
	json_object_set_new(object, "waves", k->waves > 0 ? model_real(k->waves) : json_null());
	json_object_set_new(object, "measured_launches",
	                    json_integer(k->profile.measured_launches));
	json_object_set_new(object, "counters", counters_of(&k->profile));
	json_object_set_new(object, "verdict", verdict_of(&k->profile));
	json_object_set_new(object, "occupancy", occupancy_of(k->occupancy));
	if (k->durations.bins)
		json_object_set_new(object, "durations", durations_of(&k->durations));
	if (k->lines_count)
		json_object_set_new(object, "launched_from", lines_of(k));
	return object;
}

json_t *model_kernels(const struct report_process *p)
{
	json_t *array = json_array();

	for (size_t i = 0; i < p->kernels_count; i++)
		json_array_append_new(array, kernel_of(&p->kernels[i]));
	return json_pack("{sI sI so}", "total_ns", (json_int_t)p->kernels_total_ns, "left_out",
	                 (json_int_t)p->kernels_left_out, "rows", array);
}

/* ---- functions ---- */

static json_t *stalls_of(const struct kernel_profile *p)
{
	json_t *array = json_array();

	for (size_t i = 0; i < p->stalls_count; i++) {
		const struct kernel_stall *stall = &p->stalls[i];

		json_array_append_new(array,
		                      json_pack("{so so sI sI}", "reason", model_text(stall->label),
		                                "percent", model_percent(stall->percent), "samples",
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
			json_object_set_new(
			        object, flop_type_name((enum flop_type)type),
			        json_pack("{so so so so so sb}", "flops", model_measured(r->flops),
			                  "flops_per_s", model_measured(r->flops_per_s),
			                  "flops_per_byte", model_measured(r->intensity),
			                  "peak_flops_per_s", model_measured(r->peak_flops_per_s),
			                  "attainable_flops_per_s",
			                  model_measured(r->attainable_flops_per_s), "is_small",
			                  (int)roofline_is_small(r)));
	}
	return object;
}

static json_t *profile_of(const struct report_profile *from)
{
	const struct kernel_profile *p = &from->profile;
	json_t *object = json_object();

	json_object_set_new(object, "name", model_text(from->name));
	json_object_set_new(object, "mangled", model_text(from->mangled));
	json_object_set_new(object, "launches", json_integer(p->launches));
	json_object_set_new(object, "measured_launches", json_integer(p->measured_launches));
	json_object_set_new(object, "measured_percent",
	                    p->measured_launches ? model_percent(p->measured_percent)
	                                         : json_null());
	json_object_set_new(object, "samples", json_integer(p->samples));
	json_object_set_new(object, "average_ns", model_measured(p->duration_ns));
	json_object_set_new(object, "share_percent", model_percent(p->time_percent));
	json_object_set_new(object, "occupancy_percent",
	                    p->has_occupancy ? model_percent(p->theoretical_occupancy)
	                                     : json_null());
	json_object_set_new(object, "occupancy_limiter", model_text_or_null(from->limiter));
	if (is_measured(p->grid_occupancy))
		json_object_set_new(object, "grid_occupancy_percent",
		                    model_percent(p->grid_occupancy));
	json_object_set_new(object, "counters", counters_of(p));
	json_object_set_new(object, "dram_bytes_per_s", model_measured(p->dram_bytes_per_s));
	json_object_set_new(object, "dram_percent", model_measured(p->dram_percent));
	json_object_set_new(object, "verdict", verdict_of(p));
	json_object_set_new(object, "rooflines", rooflines_of(p));
	json_object_set_new(object, "stalls", stalls_of(p));
	json_object_set_new(object, "peak_bytes_per_s",
	                    from->peak_bytes_per_s > 0 ? json_real(from->peak_bytes_per_s)
	                                               : json_null());
	json_object_set_new(object, "code", model_code(from->code));
	return object;
}

json_t *model_profiles(const struct report_process *p)
{
	json_t *array = json_array();

	for (size_t i = 0; i < p->profiles_count; i++)
		json_array_append_new(array, profile_of(&p->profiles[i]));
	return json_pack("{sI so}", "left_out", (json_int_t)p->profiles_left_out, "rows", array);
}
