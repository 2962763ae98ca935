/* SPDX-License-Identifier: MIT */
/* Long pauses of the host beside short gaps. */
#include "rules/shared/idle_pauses.h"

#include <stdio.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/worth.h"

const struct threshold idle_pauses_thresholds[] = {
	[PAUSES_APART] = { "apart", 25, "%" },
	[PAUSES_PLACE] = { "one place", 80, "%" },
	{ .name = NULL },
};

int idle_pauses_are_apart(bool *are_apart, const struct check *check,
                          const struct idle_scope *scope, const struct idle_time *all)
{
	struct idle_scope pauses = *scope;
	struct idle_time idle = { 0 };
	int err, ended;

	*are_apart = false;
	if (percent_of(all->pauses_ns, all->cost_ns) < idle_pauses_thresholds[PAUSES_APART].value ||
	    idle_has_long_gaps(all) || !is_worth(check, all->pauses_ns))
		return 0;
	pauses.part = IDLE_PAUSES;
	host_evidence_init(&idle.code, check);
	host_evidence_init(&idle.singles.code, check);
	err = idle_time_measure(&idle, check, &pauses, NULL);
	ended = host_evidence_end_setups(&idle.code);
	err = err ? err : ended;
	ended = host_evidence_end_setups(&idle.singles.code);
	*are_apart = idle.gaps >= REPEATS_MIN &&
	             100 * idle.code.most_part >= idle_pauses_thresholds[PAUSES_PLACE].value;
	idle_time_release(&idle);
	return err ? err : ended;
}

const char *idle_pauses_subject(char text[NAME_MAX_BYTES], const struct trace *trace,
                                const struct idle_scope *scope)
{
	char name[NAME_MAX_BYTES];

	name_device(name, trace, scope->device);
	snprintf(text, NAME_MAX_BYTES, "%s%.*s", scope->part == IDLE_PAUSES ? "pauses of " : "",
	         NAME_MAX_BYTES / 2, name);
	return text;
}

void idle_pauses_say(const struct idle_scope *scope, struct finding *finding)
{
	if (scope->part == IDLE_PAUSES)
		finding_fact(
		        finding, "pauses",
		        "in each of these gaps, of %s and more, the host is at its own work and "
		        "hardly calls CUDA: shorter ones have a finding of their own",
		        format_duration(FORMAT, scope->long_gap_ns));
	else if (scope->part == IDLE_BUT_PAUSES)
		finding_fact(finding, "without",
		             "longer pauses, in which the host hardly calls CUDA: they have a "
		             "finding of their own");
}
