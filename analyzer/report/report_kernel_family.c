/* SPDX-License-Identifier: MIT */
/* A family of kernels that takes most of the time together, where no kernel does. Any thread. */
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "kernel/kernel_family.h"
#include "report/report_parts.h"

/* Of the time in kernels, and of the run: as of a main kernel. */
enum { FAMILY_PERCENT = 30 };

enum { KERNELS_LEAST = 3 }; /* as many as have no name together otherwise */

/* What the rows of P's table that are of the family and the launch shape of FIRST have. */
struct family {
	const struct report_kernel *first;
	size_t kernels;
	double percent;
	int64_t total_ns;
};

static bool is_of(const struct report_kernel *kernel, const struct report_kernel *first)
{
	return memcmp(kernel->grid, first->grid, sizeof first->grid) == 0 &&
	       memcmp(kernel->block, first->block, sizeof first->block) == 0 &&
	       kernel_family_is_same(kernel->mangled, first->mangled);
}

/* Whether the kernel of row K of P is in one of the rows from FIRST on as well. */
static bool is_listed(const struct report_process *p, size_t first, size_t k)
{
	for (size_t i = first; i < k; i++)
		if (is_of(&p->kernels[i], &p->kernels[first]) &&
		    strcmp(p->kernels[i].mangled, p->kernels[k].mangled) == 0)
			return true;
	return false;
}

/* The largest family of P. */
static struct family find_largest(const struct report_process *p)
{
	struct family largest = { 0 };

	for (size_t i = 0; i < p->kernels_count; i++) {
		struct family family = { .first = &p->kernels[i] };

		if (!kernel_family_length(p->kernels[i].mangled))
			continue;
		for (size_t k = i; k < p->kernels_count; k++)
			if (is_of(&p->kernels[k], family.first)) {
				family.kernels += !is_listed(p, i, k);
				family.percent += p->kernels[k].share_percent;
				family.total_ns = sum_saturated(family.total_ns,
				                                p->kernels[k].statistics.total);
			}
		if (family.percent > largest.percent)
			largest = family;
	}
	return largest;
}

/* Whether a finding is about the family NAME, or about a kernel of it. */
static bool is_named(const struct report *report, const struct report_process *p,
                     const struct family *family, const char *name)
{
	for (size_t i = 0; i < report->findings_count; i++)
		if (strstr(report->findings[i].headline, name))
			return true;
	for (size_t k = 0; k < p->kernels_count; k++)
		if (is_of(&p->kernels[k], family->first) &&
		    report_naming(report, p, &p->kernels[k]).first)
			return true;
	return false;
}

void report_say_kernel_family(struct report *report, struct report_process *p)
{
	const struct family family = find_largest(p);
	const int64_t whole_ns = p->rest_ns ? p->rest_ns : p->program_ns;
	const char *name;

	if (family.kernels < KERNELS_LEAST || family.percent < FAMILY_PERCENT ||
	    percent_of(family.total_ns, whole_ns) < FAMILY_PERCENT)
		return;
	name = report_text(report, "%.*s*", (int)kernel_family_length(family.first->mangled),
	                   family.first->mangled);
	if (is_named(report, p, &family, name))
		return;
	p->main_kernel.name = name;
	p->main_kernel.percent = family.percent;
	p->main_kernel.text = report_text(
	        report,
	        "%zu kernels %s of one launch shape have %s of the time in kernels, %s, and no "
	        "finding names them: by their names they do the same, on different data or one "
	        "part after another",
	        family.kernels, name, format_percent(FORMAT, family.percent),
	        format_duration(FORMAT, family.total_ns));
}
