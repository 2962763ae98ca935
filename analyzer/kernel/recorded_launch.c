/* SPDX-License-Identifier: MIT */
#include "kernel/recorded_launch.h"

#include <limits.h>

bool recorded_device(const struct trace_device *from, struct occupancy_device *device)
{
	if (occupancy_device_for_cc(from->cc_major, from->cc_minor, device))
		return false;
	if (from->max_threads_per_multiprocessor > 0)
		device->max_threads_per_sm = from->max_threads_per_multiprocessor;
	if (from->max_blocks_per_multiprocessor > 0)
		device->max_blocks_per_sm = from->max_blocks_per_multiprocessor;
	if (from->max_registers_per_multiprocessor > 0)
		device->registers_per_sm = from->max_registers_per_multiprocessor;
	device->sm_count = from->multiprocessors;
	return true;
}

int64_t recorded_volume(const int32_t size[3])
{
	int64_t volume = size[0];

	for (int i = 1; i < 3; i++)
		if (__builtin_mul_overflow(volume, (int64_t)size[i], &volume))
			return INT64_MAX;
	return volume;
}

bool recorded_launch(const struct trace_launch_shape *shape, struct occupancy_launch *launch)
{
	const int64_t threads = recorded_volume(shape->block);

	*launch = (struct occupancy_launch)OCCUPANCY_LAUNCH_DEFAULT;
	if (threads < 1 || threads > INT_MAX)
		return false;
	launch->threads_per_block = (int)threads;
	launch->registers_per_thread = shape->registers_per_thread;
	launch->static_shared_bytes = shape->static_shared_bytes;
	launch->dynamic_shared_bytes = shape->dynamic_shared_bytes;
	launch->shared_optin = true; /* it ran: what it asked for was allowed */
	launch->max_dynamic_shared_bytes = shape->dynamic_shared_bytes;
	if (shape->shared_carveout_percent >= 0 && shape->shared_carveout_percent <= 100)
		launch->carveout_percent = shape->shared_carveout_percent;
	return true;
}
