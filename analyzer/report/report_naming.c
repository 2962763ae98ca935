/* SPDX-License-Identifier: MIT */
/* Which findings of a report are about a kernel, and how much of its time they are. Any thread. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"
#include "code/shorten.h"
#include "report/report_parts.h"

enum { SHOWN_COLUMNS = 48 }; /* as findings show names */

/* Whether TEXT is a list of kernels with their parts, "NAME (92 %)", and has SHOWN in it. */
static bool lists(const char *text, const char *shown)
{
	const char *found = strstr(text, shown);

	return found && strncmp(found + strlen(shown), " (", 2) == 0;
}

/* Whether FINDING is about the kernel NAME, which is SHOWN shortened in sentences. */
static bool names(const struct report_finding *finding, const char *name, const char *shown)
{
	if (strcmp(finding->subject, name) == 0 || strstr(finding->headline, name) ||
	    strstr(finding->headline, shown))
		return true;
	for (size_t i = 0; i < finding->facts_count; i++)
		if (lists(finding->facts[i].text, shown))
			return true;
	return false;
}

static struct report_naming find_naming(const struct report *report, const char *name,
                                        const char *shown, int64_t total_ns)
{
	struct report_naming found = { .are_hints_only = true };
	int64_t cost_ns = 0;

	for (size_t i = 0; i < report->findings_count; i++) {
		const struct report_finding *f = &report->findings[i];

		if (!names(f, name, shown))
			continue;
		found.first = found.first ? found.first : i + 1;
		found.are_hints_only = found.are_hints_only && f->rank.is_hint;
		cost_ns = sum_saturated(cost_ns, f->cost_ns);
	}
	found.percent = total_ns > 0 ? fmin(percent_of(cost_ns, total_ns), 100) : 100;
	return found;
}

/* All of the launches of the function of KERNEL, which is the first of its shapes or another. */
static int64_t total_of(const struct report_process *p, const struct report_kernel *kernel)
{
	int64_t total_ns = 0;

	for (size_t i = 0; i < p->kernels_count; i++)
		if (strcmp(p->kernels[i].mangled, kernel->mangled) == 0)
			total_ns = sum_saturated(total_ns, p->kernels[i].statistics.total);
	return total_ns;
}

struct report_naming report_naming(const struct report *report, const struct report_process *p,
                                   const struct report_kernel *kernel)
{
	char *name = function_shorten(kernel->name, 0);
	char *shown = function_shorten(kernel->name, SHOWN_COLUMNS);
	struct report_naming found = { .first = 1, .percent = 100 }; /* without memory */

	if (name && shown)
		found = find_naming(report, name, shown, total_of(p, kernel));
	free(name);
	free(shown);
	return found;
}
