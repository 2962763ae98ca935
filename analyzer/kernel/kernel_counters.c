/* SPDX-License-Identifier: MIT */
/* The counters of kernel profiles: which metric is which member, and means over launches. */
#include "kernel/kernel_counters.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/array.h"

/* ---- members ---- */

#define MEMBER(member, amount)                                           \
	{                                                                \
#member, offsetof(struct kernel_profile, member), amount \
	}
#define RATIO(member)  MEMBER(member, false)
#define AMOUNT(member) MEMBER(member, true)
#define FLOPS_OFFSET(type) \
	(offsetof(struct kernel_profile, flops) + (size_t)(type) * sizeof(double))

const struct kernel_counter kernel_counters[] = {
	RATIO(achieved_occupancy),
	RATIO(threads_per_inst),
	RATIO(threads_pred_on_per_inst),
	RATIO(issue_active),
	RATIO(eligible_warps),
	AMOUNT(instructions),
	AMOUNT(scheduler_instructions_max),
	AMOUNT(active_cycles),
	AMOUNT(active_cycles_max),
	AMOUNT(time_ns),
	RATIO(compute_throughput),
	RATIO(memory_throughput),
	RATIO(dram_throughput),
	RATIO(l2_throughput),
	AMOUNT(dram_read_bytes),
	AMOUNT(dram_write_bytes),
	AMOUNT(host_read_sectors),
	RATIO(l1_hit),
	RATIO(l2_hit),
	RATIO(branch_uniform),
	AMOUNT(uniform_branches),
	AMOUNT(divergent_branches),
	AMOUNT(global_load_requests),
	AMOUNT(global_store_requests),
	AMOUNT(global_load_sectors),
	AMOUNT(global_store_sectors),
	RATIO(sectors_per_load),
	RATIO(sectors_per_store),
	RATIO(global_load_efficiency),
	RATIO(global_store_efficiency),
	AMOUNT(shared_loads),
	AMOUNT(shared_stores),
	AMOUNT(shared_load_wavefronts),
	AMOUNT(shared_store_wavefronts),
	AMOUNT(shared_load_conflicts),
	AMOUNT(shared_store_conflicts),
	RATIO(shared_efficiency),
	AMOUNT(local_loads),
	AMOUNT(local_stores),
	AMOUNT(local_load_bytes),
	AMOUNT(local_store_bytes),
	AMOUNT(global_atomics),
	AMOUNT(global_reductions),
	AMOUNT(shared_atomics),
	AMOUNT(l2_atomic_sectors),
	AMOUNT(l2_reduction_sectors),
	RATIO(tensor_active),
	AMOUNT(fp64_instructions),
	{ "fp64_flops", FLOPS_OFFSET(FLOP_64), true },
	{ "fp32_flops", FLOPS_OFFSET(FLOP_32), true },
	{ "fp16_flops", FLOPS_OFFSET(FLOP_16), true },
	{ NULL, 0, false },
};

double kernel_counter_value(const struct kernel_profile *profile,
                            const struct kernel_counter *counter)
{
	double value;

	memcpy(&value, (const char *)profile + counter->offset, sizeof value);
	return value;
}

bool kernel_profile_is_measured(const struct kernel_profile *profile)
{
	return profile->measured_launches > 0 && profile->measured_percent >= MEASURED_PERCENT_MIN;
}

bool kernel_profile_is_in_graphs(const struct kernel_profile *profile)
{
	return profile->timed_launches && profile->graph_launches == profile->timed_launches;
}

static void set_member(struct kernel_profile *profile, size_t offset, double value)
{
	memcpy((char *)profile + offset, &value, sizeof value);
}

/* ---- metrics ---- */

/*
 * Where a member comes from: the sum of all metrics of a way, times their factors. A member takes
 * the first of its ways that was measured in full. Rows of one way follow each other.
 */
struct part {
	const char *metric;
	size_t offset;
	int way;
	double factor;
};

#define IS(member, metric)                                            \
	{                                                             \
		metric, offsetof(struct kernel_profile, member), 0, 1 \
	}
#define OR(member, number, metric)                                         \
	{                                                                  \
		metric, offsetof(struct kernel_profile, member), number, 1 \
	}
#define OPERATIONS(type, name, factor)                                                            \
	{                                                                                         \
		"smsp__sass_thread_inst_executed_op_" name "_pred_on.sum", FLOPS_OFFSET(type), 0, \
		        factor                                                                    \
	}

#define PERCENT_ACTIVE  ".avg.pct_of_peak_sustained_active"
#define PERCENT_ELAPSED ".avg.pct_of_peak_sustained_elapsed"

static const struct part parts[] = {
	IS(achieved_occupancy, "sm__warps_active" PERCENT_ACTIVE),
	OR(achieved_occupancy, 1, "smsp__warps_active" PERCENT_ACTIVE),
	IS(threads_per_inst, "smsp__thread_inst_executed_per_inst_executed.ratio"),
	IS(threads_pred_on_per_inst, "smsp__thread_inst_executed_pred_on_per_inst_executed.ratio"),
	OR(threads_pred_on_per_inst, 1,
	   "sm__average_thread_inst_executed_pred_on_per_inst_executed_realtime.ratio"),
	/* One instruction in a cycle is a scheduler's peak, so that issuing is being active. Some
	   are issued again and executed once: what is executed is slightly less. */
	IS(issue_active, "smsp__issue_active" PERCENT_ACTIVE),
	OR(issue_active, 1, "sm__issue_active" PERCENT_ACTIVE),
	OR(issue_active, 2, "sm__inst_issued" PERCENT_ACTIVE),
	OR(issue_active, 3, "smsp__inst_issued" PERCENT_ACTIVE),
	{ "sm__inst_executed.avg.per_cycle_active", offsetof(struct kernel_profile, issue_active),
	  4, 100.0 / SCHEDULERS },
	IS(eligible_warps, "smsp__warps_eligible.avg.per_cycle_active"),
	IS(instructions, "smsp__inst_executed.sum"),
	OR(instructions, 1, "sm__inst_executed.sum"),
	IS(scheduler_instructions_max, "smsp__inst_executed.max"),
	IS(active_cycles, "sm__cycles_active.avg"),
	IS(active_cycles_max, "sm__cycles_active.max"),
	IS(time_ns, "gpu__time_duration.sum"),
	IS(compute_throughput, "sm__throughput" PERCENT_ELAPSED),
	IS(memory_throughput, "gpu__compute_memory_throughput" PERCENT_ELAPSED),
	IS(dram_throughput, "dram__throughput" PERCENT_ELAPSED),
	OR(dram_throughput, 1, "gpu__dram_throughput" PERCENT_ELAPSED),
	IS(l2_throughput, "lts__throughput" PERCENT_ELAPSED),
	IS(dram_read_bytes, "dram__bytes_read.sum"),
	IS(dram_write_bytes, "dram__bytes_write.sum"),
	IS(host_read_sectors, "lts__d_sectors_fill_sysmem.sum"),
	IS(l1_hit, "l1tex__t_sector_hit_rate.pct"),
	IS(l2_hit, "lts__t_sector_hit_rate.pct"),
	IS(branch_uniform, "smsp__sass_average_branch_targets_threads_uniform.pct"),
	IS(uniform_branches, "smsp__sass_branch_targets_threads_uniform.sum"),
	IS(divergent_branches, "smsp__sass_branch_targets_threads_divergent.sum"),
	IS(global_load_requests, "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum"),
	IS(global_store_requests, "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum"),
	IS(global_load_sectors, "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum"),
	IS(global_store_sectors, "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum"),
	IS(sectors_per_load,
	   "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio"),
	IS(sectors_per_store,
	   "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio"),
	IS(global_load_efficiency, "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct"),
	IS(global_store_efficiency,
	   "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct"),
	IS(shared_loads, "smsp__inst_executed_op_shared_ld.sum"),
	IS(shared_stores, "smsp__inst_executed_op_shared_st.sum"),
	IS(shared_load_wavefronts, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_ld.sum"),
	IS(shared_store_wavefronts, "l1tex__data_pipe_lsu_wavefronts_mem_shared_op_st.sum"),
	IS(shared_load_conflicts, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_ld.sum"),
	IS(shared_store_conflicts, "l1tex__data_bank_conflicts_pipe_lsu_mem_shared_op_st.sum"),
	IS(shared_efficiency, "smsp__sass_average_data_bytes_per_wavefront_mem_shared.pct"),
	IS(local_loads, "smsp__inst_executed_op_local_ld.sum"),
	IS(local_stores, "smsp__inst_executed_op_local_st.sum"),
	IS(local_load_bytes, "l1tex__t_bytes_pipe_lsu_mem_local_op_ld.sum"),
	IS(local_store_bytes, "l1tex__t_bytes_pipe_lsu_mem_local_op_st.sum"),
	IS(global_atomics, "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum"),
	IS(global_reductions, "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum"),
	IS(shared_atomics, "smsp__inst_executed_op_shared_atom.sum"),
	IS(l2_atomic_sectors, "lts__t_sectors_op_atom.sum"),
	IS(l2_reduction_sectors, "lts__t_sectors_op_red.sum"),
	IS(tensor_active, "sm__pipe_tensor_cycles_active" PERCENT_ACTIVE),
	IS(fp64_instructions, "smsp__sass_thread_inst_executed_op_dadd_pred_on.sum"),
	IS(fp64_instructions, "smsp__sass_thread_inst_executed_op_dmul_pred_on.sum"),
	IS(fp64_instructions, "smsp__sass_thread_inst_executed_op_dfma_pred_on.sum"),
	/* A fused multiply-add is two operations; one instruction on half precision does two
	   values. */
	OPERATIONS(FLOP_64, "dadd", 1),
	OPERATIONS(FLOP_64, "dmul", 1),
	OPERATIONS(FLOP_64, "dfma", 2),
	OPERATIONS(FLOP_32, "fadd", 1),
	OPERATIONS(FLOP_32, "fmul", 1),
	OPERATIONS(FLOP_32, "ffma", 2),
	OPERATIONS(FLOP_16, "hadd", 2),
	OPERATIONS(FLOP_16, "hmul", 2),
	OPERATIONS(FLOP_16, "hfma", 4),
};

enum { PARTS = sizeof parts / sizeof *parts };

/*
 * What a ratio is of. Where that did not happen, the ratio is 0 (CUPTI 13.0): there is none then,
 * so that it is taken as not measured. Several metrics of one ratio are added up.
 */
static const struct {
	const char *ratio, *of;
} divisors[] = {
	{ "smsp__sass_average_branch_targets_threads_uniform.pct",
	  "smsp__sass_branch_targets_threads_uniform.sum" },
	{ "smsp__sass_average_branch_targets_threads_uniform.pct",
	  "smsp__sass_branch_targets_threads_divergent.sum" },
	{ "smsp__sass_average_data_bytes_per_sector_mem_global_op_ld.pct",
	  "smsp__sass_data_bytes_mem_global_op_ld.sum" },
	{ "smsp__sass_average_data_bytes_per_sector_mem_global_op_st.pct",
	  "smsp__sass_data_bytes_mem_global_op_st.sum" },
	{ "smsp__sass_average_data_bytes_per_wavefront_mem_shared.pct",
	  "smsp__sass_data_bytes_mem_shared.sum" },
	{ "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_ld.ratio",
	  "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum" },
	{ "l1tex__average_t_sectors_per_request_pipe_lsu_mem_global_op_st.ratio",
	  "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum" },
};

static uint32_t find_metric(const struct trace *trace, const char *name)
{
	for (size_t i = 0; i < trace->metrics_count; i++)
		if (strcmp(trace->metrics[i].name, name) == 0)
			return (uint32_t)i;
	return NONE;
}

#define DURATION "gpu__time_duration.sum"

static bool is_of_earlier_metric(const void *item, const void *key)
{
	return ((const struct trace_launch_metric *)item)->metric < *(const uint32_t *)key;
}

/* The value of METRIC of a launch; NAN: it was not measured. Its rows are in order of metric. */
static double launch_value(const struct kernel_counters *c, uint32_t launch, uint32_t metric)
{
	const struct range *rows = &c->launch_values[launch];
	const struct trace_launch_metric *values = c->trace->launch_metrics + rows->first;
	const size_t place =
	        lower_bound(&metric, values, rows->count, sizeof *values, is_of_earlier_metric);

	return place < rows->count && values[place].metric == metric ? values[place].value : NAN;
}

/* ---- whose the launches are ---- */

static int compare_launches(const void *a, const void *b, void *trace_pointer)
{
	const struct trace *trace = trace_pointer;
	const uint32_t left = *(const uint32_t *)a, right = *(const uint32_t *)b;
	const uint32_t left_shape = trace->measured_launches[left].shape;
	const uint32_t right_shape = trace->measured_launches[right].shape;
	const uint32_t left_function = trace->launch_shapes[left_shape].function;
	const uint32_t right_function = trace->launch_shapes[right_shape].function;

	if (left_function != right_function)
		return left_function < right_function ? -1 : 1;
	if (left_shape != right_shape)
		return left_shape < right_shape ? -1 : 1;
	return (left > right) - (left < right);
}

static void count_in(struct range *range, size_t position)
{
	if (range->count == 0)
		range->first = position;
	range->count++;
}

int kernel_counters_init(struct kernel_counters *c, const struct trace *trace,
                         struct kernel_profile *shapes, struct kernel_profile *functions)
{
	size_t launches = trace->measured_launches_count;
	const uint32_t duration = find_metric(trace, DURATION);

	*c = (struct kernel_counters){ .trace = trace, .shapes = shapes, .functions = functions };
	if (launches == 0)
		return 0;
	c->launches = calloc(launches, sizeof *c->launches);
	c->launch_values = calloc(launches, sizeof *c->launch_values);
	c->shape_launches = calloc(trace->launch_shapes_count, sizeof *c->shape_launches);
	c->function_launches = calloc(trace->functions_count, sizeof *c->function_launches);
	c->stands_for = calloc(launches, sizeof *c->stands_for);
	c->stands_for_ns = calloc(launches, sizeof *c->stands_for_ns);
	if (!c->launches || !c->launch_values || !c->shape_launches || !c->function_launches ||
	    !c->stands_for || !c->stands_for_ns)
		return -ENOMEM;
	for (size_t i = 0; i < trace->launch_metrics_count; i++)
		count_in(&c->launch_values[trace->launch_metrics[i].launch], i);
	for (size_t i = 0; i < launches; i++)
		c->launches[i] = (uint32_t)i;
	qsort_r(c->launches, launches, sizeof *c->launches, compare_launches, (void *)trace);
	for (size_t i = 0; i < launches; i++) {
		uint32_t shape = trace->measured_launches[c->launches[i]].shape;
		uint32_t function = trace->launch_shapes[shape].function;

		count_in(&c->shape_launches[shape], i);
		count_in(&c->function_launches[function], i);
		shapes[shape].measured_launches++;
		functions[function].measured_launches++;
	}
	for (uint32_t i = 0; i < launches; i++) {
		const double ns = launch_value(c, i, duration);

		c->stands_for[i] = 1;
		c->stands_for_ns[i] = ns > 0 ? ns : 1;
	}
	return 0;
}

void kernel_counters_release(struct kernel_counters *counters)
{
	free(counters->launches);
	free(counters->shape_launches);
	free(counters->function_launches);
	free(counters->launch_values);
	free(counters->stands_for);
	free(counters->stands_for_ns);
	*counters = (struct kernel_counters){ 0 };
}

/* ---- means ---- */

/* The metrics that a metric is a ratio of. */
struct divisor {
	uint32_t metrics[2];
	int count;
};

static struct divisor find_divisor(const struct trace *trace, const char *name)
{
	struct divisor divisor = { .count = 0 };

	for (size_t i = 0; i < sizeof divisors / sizeof *divisors; i++)
		if (strcmp(divisors[i].ratio, name) == 0)
			divisor.metrics[divisor.count++] = find_metric(trace, divisors[i].of);
	return divisor;
}

/* What LAUNCH has nothing of is known to be 0; what was not measured is not. */
static bool is_of_nothing(const struct kernel_counters *c, uint32_t launch,
                          const struct divisor *divisor)
{
	double sum = 0;

	for (int i = 0; i < divisor->count; i++)
		sum += divisor->metrics[i] == NONE ? NAN
		                                   : launch_value(c, launch, divisor->metrics[i]);
	return divisor->count > 0 && sum == 0;
}

struct mean {
	double sum, weight;
};

static void mean_add(struct mean *mean, double value, double weight)
{
	if (!is_measured(value))
		return;
	mean->sum += value * weight;
	mean->weight += weight;
}

static double mean_of(const struct mean *mean)
{
	double value = mean->weight > 0 ? mean->sum / mean->weight : NAN;

	return isfinite(value) ? value : NAN; /* a hostile trace may hold the largest numbers */
}

/* What a shape counts among those of its function. */
static double shape_weight(const struct kernel_profile *shape, bool is_amount)
{
	double launches = (double)shape->launches;

	return is_amount                         ? launches
	       : is_measured(shape->duration_ns) ? launches * shape->duration_ns
	                                         : 0;
}

double kernel_counters_launch_ns(const struct kernel_counters *c, uint32_t launch)
{
	const int64_t ns = c->trace->measured_launches[launch].timeline_ns;

	return ns > 0 ? (double)ns : launch_value(c, launch, find_metric(c->trace, DURATION));
}

double kernel_counters_mean(const struct kernel_counters *c, const struct kernel_profile *profile,
                            uint32_t metric, bool is_amount)
{
	const struct trace *trace = c->trace;
	const bool is_shape =
	        profile >= c->shapes && profile < c->shapes + trace->launch_shapes_count;
	struct mean weighted = { 0, 0 }, plain = { 0, 0 };
	const struct range *range;
	struct divisor divisor;
	double covered = 0;

	if (!c->launches || metric == NONE)
		return NAN;
	divisor = find_divisor(trace, trace->metrics[metric].name);
	range = is_shape ? &c->shape_launches[profile->shape]
	                 : &c->function_launches[profile->function];
	for (size_t i = range->first, next; i < range->first + range->count; i = next) {
		uint32_t shape = trace->measured_launches[c->launches[i]].shape;
		struct mean mean = { 0, 0 };

		for (next = i; next < range->first + range->count &&
		               trace->measured_launches[c->launches[next]].shape == shape;
		     next++)
			if (!is_of_nothing(c, c->launches[next], &divisor))
				mean_add(&mean, launch_value(c, c->launches[next], metric),
				         (is_amount ? c->stands_for
				                    : c->stands_for_ns)[c->launches[next]]);
		if (is_shape)
			return mean_of(&mean);
		mean_add(&weighted, mean_of(&mean), shape_weight(&c->shapes[shape], is_amount));
		mean_add(&plain, mean_of(&mean), mean.weight);
		if (mean.weight > 0)
			covered += shape_weight(&c->shapes[shape], false);
	}
	/* Of shapes that take little of its time: those say nothing of the others. */
	if (covered > 0 && 100 * covered < MEASURED_PERCENT_ALL * shape_weight(profile, false))
		return NAN;
	/* Shapes that ran in another run only have no weight. */
	return weighted.weight > 0 ? mean_of(&weighted) : mean_of(&plain);
}

static bool ends_with(const char *text, const char *end)
{
	size_t length = strlen(text), end_length = strlen(end);

	return length >= end_length && strcmp(text + length - end_length, end) == 0;
}

double kernel_counters_named(const struct kernel_counters *c, const struct kernel_profile *profile,
                             const char *name)
{
	return kernel_counters_mean(c, profile, find_metric(c->trace, name),
	                            ends_with(name, ".sum"));
}

/* ---- filling ---- */

static bool is_amount_member(size_t offset)
{
	const struct kernel_counter *counter = kernel_counters;

	while (counter->name && counter->offset != offset)
		counter++;
	return counter->is_amount;
}

static void fill_profile(const struct kernel_counters *c, struct kernel_profile *profile,
                         const uint32_t metrics[PARTS], const bool is_amount[PARTS])
{
	if (!kernel_profile_is_measured(profile))
		return;
	for (size_t i = 0, next; i < PARTS; i = next) {
		double sum = 0, old;

		for (next = i; next < PARTS && parts[next].offset == parts[i].offset &&
		               parts[next].way == parts[i].way;
		     next++)
			sum += parts[next].factor *
			       kernel_counters_mean(c, profile, metrics[next], is_amount[next]);
		memcpy(&old, (char *)profile + parts[i].offset, sizeof old);
		if (!is_measured(old) && isfinite(sum))
			set_member(profile, parts[i].offset, sum);
	}
}

void kernel_counters_fill(const struct kernel_counters *c, struct kernel_profile *of, size_t count)
{
	uint32_t metrics[PARTS];
	bool is_amount[PARTS];

	if (!c->launches)
		return;
	for (size_t i = 0; i < PARTS; i++) {
		metrics[i] = find_metric(c->trace, parts[i].metric);
		is_amount[i] = is_amount_member(parts[i].offset);
	}
	for (size_t i = 0; i < count; i++)
		fill_profile(c, &of[i], metrics, is_amount);
}
