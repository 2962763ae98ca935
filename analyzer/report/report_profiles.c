/* SPDX-License-Identifier: MIT */
/* What a report says of the inside of kernels, and of counters of whole GPUs over the run. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "code/demangle.h"
#include "kernel/recorded_launch.h"
#include "report/report_parts.h"
#include "rules/shared/constants.h"
#include "rules/shared/copies.h"
#include "rules/shared/kernels.h"
#include "rules/shared/names.h"
#include "rules/shared/sampled_sms.h"
#include "rules/shared/survey.h"

enum { LINES_MIN_PERCENT = 5 }; /* of the time in kernels */

/* ---- kernels ---- */

const char *report_limiter(struct report *report, const struct kernel_profile *profile)
{
	const struct occupancy *occupancy = &profile->occupancy;
	char limiters[128] = "";
	size_t used = 0;

	for (unsigned i = 0; i < OCCUPANCY_LIMITERS && profile->has_occupancy &&
	                     occupancy->active_warps < occupancy->max_warps;
	     i++)
		if (occupancy->limiters & (1u << i) && used < sizeof limiters)
			used += (size_t)snprintf(limiters + used, sizeof limiters - used, "%s%s",
			                         used ? ", " : "", occupancy_limiter_name(1u << i));
	return report_text(report, "%s", limiters);
}

static int64_t threads_of(const struct trace_launch_shape *shape)
{
	return recorded_volume(shape->grid) * recorded_volume(shape->block);
}

/* What the metric NAME counted, for each thread of a launch of the shape with most of the time. */
static double for_each_thread(const struct kernel_profiles *profiles,
                              const struct kernel_profile *function, const char *name)
{
	const struct kernel_profile *shape =
	        function->shape == NONE ? NULL : &profiles->shapes[function->shape];

	return shape ? kernel_profile_metric(profiles, shape, name) /
	                       (double)threads_of(&profiles->trace->launch_shapes[function->shape])
	             : (double)NAN;
}

static void add_profile(struct report *report, struct report_profile *to,
                        const struct kernel_profile *from, const struct kernel_profiles *profiles,
                        const struct survey *survey)
{
	const struct trace *trace = profiles->trace;
	const char *mangled = trace->functions[from->function].name;
	struct kernel_profile *profile = &to->profile;

	to->name = report_keep_text(report, demangle(mangled));
	to->mangled = report_text(report, "%s", mangled);
	to->limiter = report_limiter(report, from);
	to->sms_in_use = sampled_sms(from, profiles, &survey->codes[from->function],
	                             survey->functions[from->function].ns);
	to->multiprocessors = trace->devices_count ? trace->devices[0].multiprocessors : 0;
	to->thread_loads_bytes =
	        for_each_thread(profiles, from, "smsp__sass_data_bytes_mem_global_op_ld.sum");
	to->thread_stores_bytes =
	        for_each_thread(profiles, from, "smsp__sass_data_bytes_mem_global_op_st.sum");
	*profile = *from;
	to->peak_bytes_per_s =
	        from->device == NONE
	                ? NAN
	                : (double)trace->devices[from->device].memory_bandwidth_bytes_per_s;
	if (profile->stalls_count > REPORT_STALLS_MAX)
		profile->stalls_count = REPORT_STALLS_MAX;
	profile->stalls = report_array(report, profile->stalls_count, sizeof *profile->stalls);
	if (!profile->stalls)
		profile->stalls_count = 0;
	for (size_t i = 0; i < profile->stalls_count; i++) {
		profile->stalls[i] = from->stalls[i];
		profile->stalls[i].label = report_text(report, "%s", from->stalls[i].label);
	}
}

const char *report_say_how_busy(char text[REPORT_BUSY_MAX], const struct kernel_profile *p)
{
	const char *memory = kernel_profile_memory_unit(p);
	const char *compute = kernel_profile_compute_unit(p);
	const bool is_computing = p->verdict == VERDICT_COMPUTE; /* the busy one comes first */
	char at_work[FORMAT_MAX + 64] = "";

	if (p->verdict == VERDICT_UNFILLED && is_measured(p->busy_at_work))
		snprintf(at_work, sizeof at_work,
		         "; where an SM has work, one of its units is at %s",
		         format_percent(FORMAT, p->busy_at_work));
	snprintf(text, REPORT_BUSY_MAX, "%s at %s of peak, %s at %s%s",
	         is_computing ? compute : memory,
	         format_percent(FORMAT, is_computing ? p->verdict_compute : p->verdict_memory),
	         is_computing ? memory : compute,
	         format_percent(FORMAT, is_computing ? p->verdict_memory : p->verdict_compute),
	         at_work);
	return text;
}

/* What has a twentieth of the time, or was sampled without having any, gets its lines. */
static int add_lines(struct report *report, struct report_profile *to,
                     const struct kernel_profiles *profiles, uint32_t function)
{
	char text[NAME_MAX_BYTES] = "";
	int err = 0;

	to->are_lines_issued = kernel_is_told_by_issue(&to->profile);
	if (to->profile.time_percent >= LINES_MIN_PERCENT || !to->profile.launches)
		err = kernel_hottest_lines(text, sizeof text, profiles, function,
		                           to->are_lines_issued ? kernel_issued : NULL);
	to->lines = report_text(report, "%s", text);
	return err;
}

static int add_profiles(struct report *report, struct report_process *p,
                        const struct kernel_profiles *profiles, const struct survey *survey)
{
	size_t room = profiles->hottest_count;

	int err = 0;

	if (!profiles->has_counters && !profiles->has_samples)
		return 0;
	if (room > REPORT_PROFILES_MAX)
		room = REPORT_PROFILES_MAX;
	p->profiles = report_array(report, room, sizeof *p->profiles);
	for (size_t i = 0; p->profiles && i < profiles->hottest_count && !err; i++) {
		uint32_t function = profiles->hottest[i];
		struct report_profile *to = &p->profiles[p->profiles_count];
		const struct kernel_profile *from = &profiles->functions[function];

		if (from->measured_launches == 0 && from->stalls_count == 0)
			continue;
		if (p->profiles_count == room) {
			p->profiles_left_out++;
			continue;
		}
		p->profiles_count++;
		add_profile(report, to, from, profiles, survey);
		err = add_lines(report, to, profiles, function);
	}
	return err;
}

/* ---- whole GPUs ---- */

bool report_reading_is_rate(const char *metric)
{
	size_t length = strlen(metric);

	return length > 4 && strcmp(metric + length - 4, ".sum") == 0;
}

static const struct {
	const char *metric, *label;
} reading_labels[] = {
	{ "sm__cycles_active.avg.pct_of_peak_sustained_elapsed", "SMs with a warp" },
	{ "sm__warps_active.avg.pct_of_peak_sustained_elapsed", "warp slots in use" },
	{ "smsp__issue_active.avg.pct_of_peak_sustained_elapsed", "issue slots in use" },
	{ "dram__bytes_read.sum", "memory read" },
	{ "dram__bytes_write.sum", "memory written" },
};

const char *report_reading_label(const char *metric)
{
	for (size_t i = 0; i < sizeof reading_labels / sizeof *reading_labels; i++)
		if (strcmp(reading_labels[i].metric, metric) == 0)
			return reading_labels[i].label;
	return metric;
}

/* The readings of one device while they are added up. */
struct readings {
	struct report_gpu_samples *to;
	uint32_t *reading_of; /* by metric: NONE: none yet */
	double *time_s;       /* by reading and interval: that was sampled */
	double *total_s;      /* by reading */
};

/* Adds VALUE, which was measured from START_NS to END_NS, to the interval of its middle. */
static void add_value(struct readings *readings, uint32_t reading, int64_t start_ns, int64_t end_ns,
                      double value)
{
	const struct report_gpu_samples *to = readings->to;
	struct report_reading *r = &to->readings[reading];
	int64_t offset_ns = start_ns / 2 + end_ns / 2 - to->start_ns;
	size_t interval = (size_t)(offset_ns > 0 ? offset_ns / to->interval_ns : 0);
	double time_s = (double)(end_ns - start_ns) / 1e9;
	double amount = r->is_rate ? value : value * time_s;

	if (time_s <= 0)
		return;
	if (interval >= to->intervals)
		interval = to->intervals - 1;
	r->values[interval] += amount;
	readings->time_s[reading * to->intervals + interval] += time_s;
	r->average += amount;
	readings->total_s[reading] += time_s;
}

/* Sums become means over the time that was sampled. */
static void finish_readings(struct readings *readings)
{
	const struct report_gpu_samples *to = readings->to;

	for (size_t i = 0; i < to->readings_count; i++) {
		struct report_reading *r = &to->readings[i];

		r->average /= readings->total_s[i]; /* NAN of no time */
		for (size_t k = 0; k < to->intervals; k++)
			r->values[k] /= readings->time_s[i * to->intervals + k];
	}
}

/* Gives each metric that the COUNT samples from FIRST on have a reading. */
static void find_readings(struct report *report, struct readings *readings,
                          const struct trace *trace, const struct trace_gpu_sample *first,
                          size_t count)
{
	struct report_gpu_samples *to = readings->to;

	for (size_t i = 0; i < count; i++)
		for (uint32_t v = 0; v < first[i].value_count; v++) {
			uint32_t metric = trace->gpu_sample_values[first[i].first_value + v].metric;

			if (readings->reading_of[metric] == NONE &&
			    to->readings_count < REPORT_READINGS_MAX)
				readings->reading_of[metric] = (uint32_t)to->readings_count++;
		}
	to->readings = report_array(report, to->readings_count, sizeof *to->readings);
	if (!to->readings)
		to->readings_count = 0;
	for (size_t m = 0; m < trace->metrics_count && to->readings; m++) {
		const char *name = trace->metrics[m].name;
		uint32_t reading = readings->reading_of[m];

		if (reading == NONE)
			continue;
		to->readings[reading] = (struct report_reading){
			.name = report_text(report, "%s", name),
			.label = report_text(report, "%s", report_reading_label(name)),
			.is_rate = report_reading_is_rate(name),
			.is_percent = strstr(name, ".pct") != NULL,
			.is_bytes = strstr(name, "__bytes") != NULL,
			.values = report_array(report, to->intervals, sizeof(double)),
		};
	}
}

static void add_device(struct report *report, struct report_process *p, const struct trace *trace,
                       const struct trace_gpu_sample *first, size_t count)
{
	struct report_gpu_samples *to = &p->gpu_samples[p->gpu_samples_count++];
	struct readings readings = { .to = to };
	int64_t end_ns = first[0].end_ns;

	for (size_t i = 1; i < count; i++)
		end_ns = first[i].end_ns > end_ns ? first[i].end_ns : end_ns;
	to->device = trace->devices[first->device].id;
	to->samples = (int64_t)count;
	to->start_ns = first->start_ns;
	to->intervals = count < REPORT_INTERVALS_MAX ? count : REPORT_INTERVALS_MAX;
	to->interval_ns = (end_ns - to->start_ns) / (int64_t)to->intervals + 1;
	readings.reading_of = malloc((trace->metrics_count + 1) * sizeof *readings.reading_of);
	if (!readings.reading_of) {
		report_keep(report, NULL);
		return;
	}
	memset(readings.reading_of, 0xff, (trace->metrics_count + 1) * sizeof(uint32_t)); /* NONE */
	find_readings(report, &readings, trace, first, count);
	readings.time_s = calloc(to->readings_count * to->intervals + 1, sizeof(double));
	readings.total_s = calloc(to->readings_count + 1, sizeof(double));
	if (!readings.time_s || !readings.total_s)
		report_keep(report, NULL);
	if (readings.time_s && readings.total_s && !report_has_failed(report)) {
		for (size_t i = 0; i < count; i++)
			for (uint32_t v = 0; v < first[i].value_count; v++) {
				const struct trace_gpu_sample_value *value =
				        &trace->gpu_sample_values[first[i].first_value + v];

				if (readings.reading_of[value->metric] != NONE)
					add_value(&readings, readings.reading_of[value->metric],
					          first[i].start_ns, first[i].end_ns, value->value);
			}
		finish_readings(&readings);
	}
	free(readings.reading_of);
	free(readings.time_s);
	free(readings.total_s);
}

/* Samples are in order of device, then of time. */
static void add_gpu_samples(struct report *report, struct report_process *p,
                            const struct trace *trace)
{
	const struct trace_gpu_sample *samples = trace->gpu_samples;

	p->gpu_samples = report_array(report, trace->devices_count, sizeof *p->gpu_samples);
	for (size_t i = 0, end; p->gpu_samples && i < trace->gpu_samples_count; i = end) {
		end = i + 1;
		while (end < trace->gpu_samples_count && samples[end].device == samples[i].device)
			end++;
		add_device(report, p, trace, &samples[i], end - i);
	}
}

/* How fast memory is, as copies show that do not fit into the L2 cache. */
static double measure_device_copies(const struct trace *trace)
{
	const int64_t least = trace->devices_count == 1 ? trace->devices[0].l2_cache_bytes : 0;
	const struct trace_operations *o = &trace->operations;
	double bytes = 0, ns = 0;
	size_t count = 0;

	for (uint32_t i = 0; i < o->count && least > 0; i++) {
		if (o->type[i] != OPERATION_COPY ||
		    operation_transfer(trace, i)->copy_kind != COPY_DTOD ||
		    copy_bytes(trace, i) < least)
			continue;
		bytes += 2 * (double)copy_bytes(trace, i);
		ns += (double)(o->end_ns[i] - o->start_ns[i]);
		count++;
	}
	return count >= REPEATS_MIN && ns > 0 ? bytes / ns * 1e9 : NAN;
}

int report_add_profiles(struct report *report, struct report_process *process,
                        const struct findings *findings)
{
	int err = add_profiles(report, process, findings->profiles, findings->survey);

	process->device_copies_bytes_per_s = measure_device_copies(findings->profiles->trace);
	add_gpu_samples(report, process, findings->profiles->trace);
	return err;
}
