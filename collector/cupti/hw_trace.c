/* SPDX-License-Identifier: MIT */
/*
 * What is said here is from NVIDIA's manual and release notes: no GPU that has it was at hand.
 *   - It cannot begin late, and MPS, MIG and confidential computing refuse it.
 *   - It does not tell a kernel's hardware queue.
 *   - Before CUDA 13.4 it may damage the program's heap; before Update 1 of 13.4 it may crash
 *     cudaGraphInstantiate(), and the machine when a context is destroyed.
 * Whether it goes together with CUPTI's profilers they do not say: it is left out beside these.
 */
#include "cupti/hw_trace.h"

#include <stdatomic.h>
#include <stddef.h>

#include "cupti/api.h"
#include "cupti/version.h"

static atomic_bool is_on;

static bool has_profiler(const struct settings *settings)
{
	return settings->number[SETTING_ID_stalls] || settings->number[SETTING_ID_metrics] ||
	       settings->number[SETTING_ID_gpu_metrics];
}

void hw_trace_choose(struct settings *settings, bool is_late)
{
	if (!cupti.cuptiActivityEnableHWTrace || cupti.version < CUPTI_HW_TRACE_SOUND || is_late ||
	    has_profiler(settings))
		settings->number[SETTING_ID_hw_trace] = 0;
}

void hw_trace_ask(void)
{
	atomic_store(&is_on, cupti.cuptiActivityEnableHWTrace(1) == CUPTI_SUCCESS);
}

bool hw_trace_is_on(void)
{
	return atomic_load_explicit(&is_on, memory_order_relaxed);
}
