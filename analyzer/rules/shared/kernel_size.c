/* SPDX-License-Identifier: MIT */
/* How many threads a kernel is launched with. Any thread. */
#include "kernel/recorded_launch.h"
#include "rules/shared/kernels.h"

double kernel_lanes(const struct kernel *kernel)
{
	return kernel->warps ? (double)kernel->threads / kernel->warps : 32;
}

bool kernel_is_one_warp(const struct kernel *kernel)
{
	return kernel->shape && kernel->warps == 1 && recorded_volume(kernel->shape->grid) == 1;
}

bool kernel_is_one_thread(const struct kernel *kernel)
{
	return kernel_is_one_warp(kernel) && kernel->threads == 1;
}
