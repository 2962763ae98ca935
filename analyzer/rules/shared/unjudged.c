/* SPDX-License-Identifier: MIT */
/* Kernels that a rule does not judge. Any thread, one at a time. */
#include "rules/shared/unjudged.h"

#include "base/format.h"
#include "kernel/kernel_library.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/unmeasured.h"

static void add(struct unjudged_kernels *kernels, const struct kernel *kernel)
{
	if (!kernels->count++)
		kernels->function = kernel->function;
	kernels->busy_ns = sum_saturated(kernels->busy_ns, kernel->busy_ns);
}

void unjudged_add(struct unjudged *unjudged, const struct kernel *kernel, const char *lacks)
{
	if (!unjudged->unmeasured.count)
		unjudged->lacks = lacks;
	add(&unjudged->unmeasured, kernel);
}

void unjudged_add_inlined(struct unjudged *unjudged, const struct kernel *kernel,
                          const struct inlined_code *code)
{
	if (!unjudged->inlined.count)
		unjudged->code = *code;
	add(&unjudged->inlined, kernel);
}

static void abstain_unmeasured(struct check *check, const struct unjudged *unjudged, int64_t judged)
{
	const struct unjudged_kernels *kernels = &unjudged->unmeasured;
	char text[UNMEASURED_TEXT];
	const char *lacks;

	if (!kernels->count)
		return;
	lacks = unmeasured_text(text, check->profiles, unjudged->lacks, kernels->function);
	if (!judged)
		check_abstain(check, "needs %s", lacks);
	else
		check_abstain(check, "%s that ran for %s %s not judged: needs %s",
		              name_count(NAME, kernels->count, "kernel", "kernels"),
		              format_duration(FORMAT, kernels->busy_ns),
		              kernels->count == 1 ? "was" : "were", lacks);
}

static void abstain_inlined(struct check *check, const struct unjudged *unjudged)
{
	const struct unjudged_kernels *kernels = &unjudged->inlined;

	if (kernels->count == 1)
		check_abstain(check, "%s was not judged: %.0f %% of it is code of %s",
		              name_function(NAME, check->trace, kernels->function),
		              unjudged->code.percent, unjudged->code.library->name);
	else if (kernels->count)
		check_abstain(check,
		              "%s that ran for %s were not judged: most of each is a library's "
		              "code, as of %s",
		              name_count(NAME, kernels->count, "kernel", "kernels"),
		              format_duration(FORMAT, kernels->busy_ns),
		              unjudged->code.library->name);
}

void unjudged_abstain(struct check *check, const struct unjudged *unjudged, int64_t judged)
{
	abstain_unmeasured(check, unjudged, judged);
	abstain_inlined(check, unjudged);
}
