/* SPDX-License-Identifier: MIT */
/* On the thread that initialises CUDA; disable_kinds() also on the writer thread. */
#include "session/enabled.h"

#include <stdatomic.h>

#include "counters/instruction_metrics.h"
#include "cupti/api.h"
#include "host/recording.h"
#include "timeline/wait_notes.h"
#include "timeline/waits.h"

struct enabled enabled;

/*
 * While kernels are recorded, counts of instructions are all 0 (CUPTI 13.0), and every block runs
 * CUPTI's code that times it: a run that is for such counts, or for samples of warps alone, has no
 * timeline.
 */
static bool has_timeline(void)
{
	return !instruction_metrics_are_wanted() &&
	       !recording.settings.number[SETTING_ID_stalls_alone];
}

void enable_kinds(void)
{
	for (int i = 0; kinds[i]; i++) {
		const struct kind *kind = kinds[i];

		enabled.is_wanted[i] =
		        (kind->setting == ALWAYS || recording.settings.number[kind->setting]) &&
		        (has_timeline() || kind->is_inventory);
		if (enabled.is_wanted[i] && !kind->is_late)
			enabled.kinds[i] = kind->enable ? kind->enable()
			                                : cupti.cuptiActivityEnable(kind->activity);
	}
}

void enable_late_kinds(void)
{
	static atomic_flag is_done = ATOMIC_FLAG_INIT;

	if (atomic_flag_test_and_set(&is_done))
		return;
	for (int i = 0; kinds[i]; i++)
		if (kinds[i]->is_late && enabled.is_wanted[i])
			enabled.kinds[i] = kinds[i]->enable();
}

void enable_waits(CUpti_SubscriberHandle subscriber, size_t bytes)
{
	enabled.are_waits_wanted = recording.settings.number[SETTING_ID_waits] && has_timeline();
	if (!enabled.are_waits_wanted)
		return;
	enabled.waits = wait_notes_init(bytes, &recording.queue) ? CUPTI_ERROR_OUT_OF_MEMORY
	                                                         : waits_enable(subscriber);
}

void disable_kinds(void)
{
	for (int i = 0; kinds[i]; i++)
		if (enabled.is_wanted[i])
			cupti.cuptiActivityDisable(kinds[i]->activity);
}
