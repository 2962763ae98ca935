/* SPDX-License-Identifier: MIT */
/* How occupancy changes along an axis: threads, registers or shared memory. Any thread. */
#include <errno.h>
#include <stddef.h>

#include "kernel/occupancy_parts.h"

static int64_t get_threads(const struct occupancy_launch *launch)
{
	return launch->threads_per_block;
}

static int64_t get_registers(const struct occupancy_launch *launch)
{
	return launch->registers_per_thread;
}

static int64_t get_shared(const struct occupancy_launch *launch)
{
	return smaller(launch->static_shared_bytes, SHARED_BYTES_MAX) +
	       smaller(launch->dynamic_shared_bytes, SHARED_BYTES_MAX);
}

static void set_threads(struct occupancy_launch *launch, int64_t value)
{
	launch->threads_per_block = (int)value;
}

static void set_registers(struct occupancy_launch *launch, int64_t value)
{
	launch->registers_per_thread = (int)value;
}

static void set_shared(struct occupancy_launch *launch, int64_t value)
{
	launch->static_shared_bytes = 0;
	launch->dynamic_shared_bytes = value;
	launch->shared_optin = true;
	launch->max_dynamic_shared_bytes = value;
}

static const struct axis {
	int64_t (*get)(const struct occupancy_launch *launch);
	void (*set)(struct occupancy_launch *launch, int64_t value);
	size_t last; /* offset in struct occupancy_device of the axis' end ... */
	size_t unit; /* ... and of the least step that means anything; 0: 1 */
	bool from_zero;
} axes[OCCUPANCY_AXES] = {
	[OCCUPANCY_BY_THREADS] = {
		.get = get_threads,
		.set = set_threads,
		.last = offsetof(struct occupancy_device, max_threads_per_block),
		.unit = offsetof(struct occupancy_device, warp_size),
	},
	[OCCUPANCY_BY_REGISTERS] = {
		.get = get_registers,
		.set = set_registers,
		.last = offsetof(struct occupancy_device, max_registers_per_thread),
	},
	[OCCUPANCY_BY_SHARED] = {
		.get = get_shared,
		.set = set_shared,
		.last = offsetof(struct occupancy_device, shared_per_block_optin),
		.unit = offsetof(struct occupancy_device, shared_alloc_unit),
		.from_zero = true,
	},
};

static int64_t read_device(const struct occupancy_device *device, size_t offset)
{
	return *(const int *)((const char *)device + offset);
}

int occupancy_curve(const struct occupancy_device *device, const struct occupancy_launch *launch,
                    enum occupancy_axis axis, struct occupancy_point *points, int max_points)
{
	struct occupancy_launch varied = *launch;
	const struct axis *rule;
	int64_t current, first, last, limit, unit, step;
	bool found = false;
	int count;

	if ((size_t)axis >= OCCUPANCY_AXES || max_points < 2 || !occupancy_device_is_sane(device))
		return -EINVAL;
	rule = &axes[axis];
	current = rule->get(launch);
	unit = rule->unit ? read_device(device, rule->unit) : 1;
	limit = read_device(device, rule->last);
	last = divide_up(limit, unit); /* in units, as are first and step */
	step = divide_up(last, rule->from_zero ? max_points - 1 : max_points);
	if (step < 1)
		return -EINVAL;
	first = rule->from_zero ? 0 : step;
	count = (int)(divide_up(last - first, step) + 1);
	for (int i = 0; i < count; i++) {
		int64_t value = smaller((first + i * step) * unit, limit);
		bool is_current = current <= value && !found;
		struct occupancy answer;

		found |= is_current;
		rule->set(&varied, is_current ? current : value);
		(void)occupancy_compute(device, &varied, &answer); /* a refusal has 0 warps */
		points[i] = (struct occupancy_point){
			.value = is_current ? current : value,
			.active_warps = answer.active_warps,
			.blocks_per_sm = answer.blocks_per_sm,
			.limiters = answer.limiters,
			.current = is_current,
		};
	}
	return count;
}

int occupancy_steps(const struct occupancy_device *device, const struct occupancy_launch *launch,
                    enum occupancy_axis axis, struct occupancy_step *steps, int max_steps)
{
	struct occupancy_launch varied = *launch;
	const struct axis *rule;
	int64_t limit, unit;
	int count = 0;

	if ((size_t)axis >= OCCUPANCY_AXES || max_steps < 1 || !occupancy_device_is_sane(device))
		return -EINVAL;
	rule = &axes[axis];
	unit = rule->unit ? read_device(device, rule->unit) : 1;
	limit = read_device(device, rule->last);
	for (int64_t i = rule->from_zero ? 0 : 1; i <= divide_up(limit, unit); i++) {
		int64_t value = smaller(i * unit, limit);
		struct occupancy answer;

		rule->set(&varied, value);
		(void)occupancy_compute(device, &varied, &answer); /* a refusal has 0 warps */
		if (!count || steps[count - 1].active_warps != answer.active_warps ||
		    steps[count - 1].limiters != answer.limiters) {
			if (count == max_steps)
				break;
			count++;
		}
		steps[count - 1] = (struct occupancy_step){
			.last = value,
			.active_warps = answer.active_warps,
			.limiters = answer.limiters,
		};
	}
	return count;
}
