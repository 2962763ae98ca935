/* SPDX-License-Identifier: MIT */
/* Whether GPUs take turns. Any thread. */
#include "rules/shared/other_devices.h"

#include <string.h>

#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/rule.h"

int other_devices_turns(int64_t *turns_ns, const struct trace *trace, uint32_t device,
                        const struct interval_set *windows)
{
	const struct trace_operations *o = &trace->operations;
	struct interval_set own = { 0 }, others = { 0 };
	int64_t own_ns, both_ns;
	int err = 0;

	*turns_ns = 0;
	if (!windows->count || trace->devices_count < 2)
		return 0;
	for (size_t i = 0; i < o->count && !err; i++)
		if (o->end_ns[i] >= windows->items[0].start_ns &&
		    o->start_ns[i] <= windows->items[windows->count - 1].end_ns)
			err = interval_set_add(operation_device(trace, i) == device ? &own
			                                                            : &others,
			                       o->start_ns[i], o->end_ns[i]);
	interval_set_unite(&own);
	interval_set_unite(&others);
	own_ns = interval_set_length(&own);
	both_ns = interval_set_intersection(&own, &others);
	if (!err && percent_of(own_ns - both_ns, own_ns) >= IDLE_MOST_PERCENT)
		*turns_ns = interval_set_intersection(&others, windows);
	interval_set_release(&own);
	interval_set_release(&others);
	return err;
}

int other_devices_shares(struct interval_set *shares, const struct check *check, uint32_t device)
{
	const struct trace_operations *o = &check->trace->operations;
	int err = 0;

	for (size_t i = 0; i < check->findings->count; i++) {
		const struct finding *f = check->findings->items[i];

		if (strcmp(f->rule->id, "gpu-imbalance") != 0)
			continue;
		for (size_t t = 0; t < f->targets_count && !err; t++)
			if (operation_device(check->trace, f->targets[t]) != device)
				err = interval_set_add(shares, o->start_ns[f->targets[t]],
				                       o->end_ns[f->targets[t]]);
	}
	interval_set_unite(shares);
	return err;
}
