/* SPDX-License-Identifier: MIT */
/* On the thread that initialises CUDA; disable_kinds() and switch_kinds() on any, one at a time. */
#include "session/enabled.h"

#include "counters/instruction_metrics.h"
#include "cupti/api.h"
#include "host/recording.h"
#include "timeline/wait_notes.h"
#include "timeline/waits.h"

struct enabled enabled;

static atomic_bool has_context;

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

void announce_zero_buffers(bool are_zero)
{
	uint8_t value = are_zero;
	size_t size = sizeof value;

	cupti.cuptiActivitySetAttribute(CUPTI_ACTIVITY_ATTR_ZEROED_OUT_ACTIVITY_BUFFER, &size,
	                                &value);
}

static bool is_due(const struct kind *kind)
{
	return !kind->is_for_contexts || recording.is_late || atomic_load(&has_context);
}

static void turn_on(int i)
{
	const struct kind *kind = kinds[i];

	if (enabled.is_on[i] || !is_due(kind))
		return;
	enabled.kinds[i] =
	        kind->enable ? kind->enable() : cupti.cuptiActivityEnable(kind->activity);
	enabled.is_on[i] = true;
	if (enabled.kinds[i] == CUPTI_SUCCESS)
		enabled.has_been_on[i] = true;
}

static void turn_off(int i)
{
	const struct kind *kind = kinds[i];

	if (!enabled.is_on[i])
		return;
	enabled.is_on[i] = false;
	if (kind->disable)
		kind->disable();
	else
		cupti.cuptiActivityDisable(kind->activity);
}

void enable_kinds(void)
{
	for (int i = 0; kinds[i]; i++) {
		const struct kind *kind = kinds[i];

		enabled.is_wanted[i] =
		        (kind->setting == ALWAYS || recording.settings.number[kind->setting]) &&
		        (has_timeline() || kind->is_inventory);
		if (enabled.is_wanted[i] && !kind->is_entered)
			turn_on(i);
	}
}

bool enable_for_contexts(void)
{
	if (atomic_exchange(&has_context, true) || recording.is_late)
		return false;
	for (int i = 0; kinds[i]; i++)
		if (kinds[i]->is_for_contexts && kinds[i]->is_kept && enabled.is_wanted[i])
			turn_on(i);
	return true;
}

void enable_waits(CUpti_SubscriberHandle subscriber, size_t bytes)
{
	enabled.are_waits_wanted = recording.settings.number[SETTING_ID_waits] && has_timeline();
	if (!enabled.are_waits_wanted)
		return;
	enabled.waits = wait_notes_init(bytes, &recording.queue) ? CUPTI_ERROR_OUT_OF_MEMORY
	                                                         : waits_enable(subscriber);
	enabled.have_waits_been_on = enabled.waits == CUPTI_SUCCESS;
}

void disable_kinds(void)
{
	for (int i = 0; kinds[i]; i++)
		turn_off(i);
}

static bool is_switched(int i)
{
	return enabled.is_wanted[i] && enabled.kinds[i] == CUPTI_SUCCESS &&
	       !kinds[i]->is_inventory && !kinds[i]->is_kept;
}

void switch_kinds(CUpti_SubscriberHandle subscriber, enum kinds_switch to)
{
	for (int i = 0; kinds[i]; i++) {
		if (!is_switched(i))
			continue;
		if (to == KINDS_ON || to == KINDS_MORE)
			turn_on(i);
		else if (to == KINDS_OFF_FOR_GOOD || !kinds[i]->is_entered)
			turn_off(i);
	}
	if (to != KINDS_MORE && enabled.are_waits_wanted && enabled.waits == CUPTI_SUCCESS)
		enabled.waits = waits_switch(subscriber, to == KINDS_ON);
}
