/* SPDX-License-Identifier: MIT */
/* The headline of a finding about idle time. */
#include "rules/shared/idle_headline.h"

#include <stdio.h>

#include "base/format.h"
#include "rules/shared/constants.h"
#include "rules/shared/names.h"

static const char *const causes[GAP_KINDS] = {
	[GAP_HOST] = "while the host did work of its own",
	[GAP_SYNCHRONIZATION] = "since the host issued more only after it had waited for the GPU",
	[GAP_LAUNCH] = "since launching takes longer than running",
	[GAP_GRAPH] = "since launching graphs takes longer than running them",
	[GAP_ALLOCATION] = "while the host allocated, freed or pinned memory",
	[GAP_COPY] = "while the host was in calls that copy",
	[GAP_OTHER] = "while the host was in other CUDA calls",
};

void idle_headline_say(const struct idle_time *idle, const struct trace *trace, enum gap_kind main,
                       struct finding *finding)
{
	const double percent = idle_percent_for(idle, main);
	char part[NAME_MAX_BYTES] = "mostly";

	if (percent < IDLE_MOST_PERCENT)
		snprintf(part, sizeof part, "%s of it", format_percent(FORMAT, percent));
	finding_headline(finding, "the GPU idled %s in %s gaps, %s %s%s%s",
	                 format_duration(FORMAT, idle->cost_ns), format_count(FORMAT, idle->gaps),
	                 part, causes[main], *idle->code.most ? ": " : "", idle->code.most);
	finding_fact(finding, "longest gap", "%s before %s of %s",
	             format_duration(FORMAT, idle->worst_ns),
	             name_operation(NAME, trace, idle->worst),
	             name_stream(NAME, trace, trace->operations.stream[idle->worst]));
}
