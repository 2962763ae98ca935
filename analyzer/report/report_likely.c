/* SPDX-License-Identifier: MIT */
/* What a rule that could not judge the main kernel is likely to find in it. Any thread. */
#include <string.h>

#include "report/report_parts.h"
#include "rules/shared/rule.h"

void report_say_likely(struct report *report, struct report_process *p)
{
	const uint32_t index = (uint32_t)(p - report->processes);

	if (!p->main_kernel.text)
		return;
	for (size_t i = 0; i < report->abstentions_count; i++) {
		const struct report_abstention *a = &report->abstentions[i];

		if (a->process != index || !a->is_likely || !strstr(a->hint, p->main_kernel.name))
			continue;
		p->main_kernel.text = report_text(report,
		                                  "%s. %s: %s is likely, and could not be "
		                                  "judged",
		                                  p->main_kernel.text, a->hint, a->rule->id);
		return;
	}
}
