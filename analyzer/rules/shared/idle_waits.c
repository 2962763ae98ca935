/* SPDX-License-Identifier: MIT */
/* Waits for the GPU before it idled. Any thread. */
#include "rules/shared/idle_waits.h"

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"
#include "rules/shared/names.h"

int idle_waits_say(struct idle_time *idle, const struct trace *trace, double some,
                   struct finding *finding)
{
	uint32_t most = 0;
	int err = 0;

	if (!idle->waited_ns)
		return 0;
	for (uint32_t name = 1; name < trace->call_names_count; name++)
		if (idle->waits[name] > idle->waits[most])
			most = name;
	finding_fact(finding, "after a wait",
	             "%s of it: the host had waited for the GPU first, for %s in %s, %s in %s",
	             format_percent(FORMAT, percent_of(idle->waited_ns, idle->cost_ns)),
	             format_duration(FORMAT, idle->waiting_ns),
	             name_count(NAME, idle->waits_counted, "call", "calls"),
	             idle->waits[most] == idle->waits_counted
	                     ? "all"
	                     : format_count(FORMAT, idle->waits[most]),
	             trace->call_names[most].name);
	if (idle_is_in_shadow(idle) &&
	    percent_of(idle->waited_ns, idle->cost_ns) < IDLE_MOST_PERCENT)
		finding_fact(finding, "catching up",
		             "%s of it is no longer than the host had waited before",
		             format_percent(FORMAT, percent_of(idle->shadow_ns, idle->cost_ns)));
	if (results_are_many(&idle->results.out, idle->waits_counted, some))
		err = results_say(&idle->results, finding);
	if (results_are_many(&idle->results.in, idle->waits_counted, some) && !err)
		err = results_say_inputs(&idle->results, finding);
	return err;
}
