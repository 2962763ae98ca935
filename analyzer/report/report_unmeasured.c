/* SPDX-License-Identifier: MIT */
/* What is known of a kernel that counters did not measure, and why. Any thread. */
#include <math.h>
#include <stdio.h>
#include <string.h>

#include "base/format.h"
#include "base/text.h"
#include "report/report_parts.h"
#include "rules/shared/kernels.h"
#include "rules/shared/rule.h"
#include "rules/shared/rule_text.h"

/* Of the time in kernels, what is launched in graphs: then counters alone are no advice. */
enum { GRAPHS_PERCENT = 30 };

/* Of the time of warps, and of the cycles in which schedulers issue: as in the rule stall. */
enum { AWAITED_PERCENT = 30, ISSUE_PERCENT = 60 };

/* What a kernel of less could move is in the L2 cache. */
enum { YARDSTICK_NS = 50000, YARDSTICK_MAX = 200 };

/* States of warps in which they wait for memory. */
static const char *const for_memory[] = { "long_scoreboard", "lg_throttle", "drain", NULL };

/* Whether kernels were measured by less than was asked for, which the trace notes with the reason.
 */
static bool is_measured_in_part(const struct report_process *p)
{
	for (size_t i = 0; i < p->diagnostics_count; i++)
		if (strcmp(p->diagnostics[i].code, "measured-once") == 0 ||
		    strcmp(p->diagnostics[i].code, "measured-in-part") == 0)
			return true;
	return false;
}

static const char in_graphs[] = "counters cannot measure launches in CUDA graphs (record it once "
                                "without graphs)";

/* What its warps wait for most, if that is much, and schedulers have little to do meanwhile. */
static const struct kernel_stall *most_awaited(const struct kernel_profile *profile)
{
	if (profile->samples < SAMPLES_MIN ||
	    kernel_profile_sampled_issue(profile) >= ISSUE_PERCENT)
		return NULL;
	for (size_t i = 0; i < profile->stalls_count; i++)
		if (!kernel_stall_is_executing(profile->stalls[i].label))
			return profile->stalls[i].percent >= AWAITED_PERCENT ? &profile->stalls[i]
			                                                     : NULL;
	return NULL;
}

/* "; at the 3.98 TB/s of this run's copies within the GPU a launch could move 2.55 GB": whoever
 * knows what the kernel has to move can compare. */
static const char *yardstick(char text[YARDSTICK_MAX], const struct report_process *p,
                             const struct kernel_profile *profile)
{
	const double bytes = p->device_copies_bytes_per_s * profile->duration_ns / 1e9;

	*text = '\0';
	if (profile->duration_ns >= YARDSTICK_NS && bytes < (double)(INT64_MAX / 2))
		snprintf(
		        text, YARDSTICK_MAX,
		        "; at the %s of this run's copies within the GPU (read and written) memory "
		        "moves %s in one of its launches",
		        format_rate(FORMAT, p->device_copies_bytes_per_s),
		        format_bytes(FORMAT, (int64_t)bytes));
	return text;
}

/* What its warps wait for, where nobody measured whether what they wait for is busy. */
static const char *say_awaited(char text[REPORT_UNMEASURED_MAX], const struct report_process *p,
                               const struct kernel_profile *profile,
                               const struct kernel_stall *awaited)
{
	const char *what = rule_note(rule_find("stall"), RULE_REASONS, awaited->label);
	const bool is_memory = text_is_one_of(awaited->label, for_memory);
	const bool is_in_graphs = kernel_profile_is_in_graphs(profile);
	char moved[YARDSTICK_MAX];

	snprintf(
	        text, REPORT_UNMEASURED_MAX,
	        "its warps wait for %s %s of their time; whether %s busy is not known: record %s%s",
	        what ? what : awaited->label, format_percent(FORMAT, awaited->percent),
	        is_memory ? "memory is" : "a unit is",
	        !is_in_graphs          ? "with --metrics"
	        : p->gpu_samples_count ? "once without CUDA graphs with --metrics"
	                               : "with --gpu-metrics, or once without CUDA graphs with "
	                                 "--metrics",
	        is_memory ? yardstick(moved, p, profile) : "");
	return text;
}

/* Why nothing says how busy it keeps the GPU. */
const char *report_say_unmeasured(char text[REPORT_UNMEASURED_MAX], const struct report_process *p,
                                  const struct report_profile *of)
{
	const struct kernel_profile *profile = of ? &of->profile : NULL;
	const int64_t launches = profile ? profile->measured_launches : 0;
	const bool is_in_graphs = profile && kernel_profile_is_in_graphs(profile);
	const double issues = profile && profile->samples >= SAMPLES_MIN
	                              ? kernel_profile_sampled_issue(profile)
	                              : NAN;
	const struct kernel_stall *awaited;

	if (!report_looks_inside_kernels(p) && p->in_graphs_percent >= GRAPHS_PERCENT)
		return "how busy it keeps the GPU was not measured: record with --stalls, and once "
		       "without CUDA graphs with --metrics, since counters cannot measure launches "
		       "in graphs";
	if (!report_looks_inside_kernels(p))
		return "how busy it keeps the GPU was not measured: record with --stalls --metrics";
	if (launches && kernel_profile_is_measured(profile) && is_measured_in_part(p))
		return "how busy it keeps the GPU was not among what could be measured: the notes "
		       "on the trace say why";
	if (launches && kernel_profile_is_measured(profile))
		return "how busy it keeps the GPU was not among what was measured: record with "
		       "--metrics=default,memory,roofline";
	if (launches) {
		snprintf(text, REPORT_UNMEASURED_MAX,
		         "how busy it keeps the GPU is known of %s launch%s only, like those that "
		         "took %s of its time",
		         format_count(FORMAT, launches), launches == 1 ? "" : "es",
		         format_percent(FORMAT, profile->measured_percent));
		return text;
	}
	awaited = profile ? most_awaited(profile) : NULL;
	if (awaited)
		return say_awaited(text, p, profile, awaited);
	if (issues < 100) { /* no kernel issues in all cycles: else nobody counted */
		snprintf(text, REPORT_UNMEASURED_MAX,
		         "how busy it keeps the GPU was not measured: %s; "
		         "samples say that its SMs issue an instruction in %s of the cycles",
		         is_in_graphs ? in_graphs : "none of its launches was",
		         format_percent(FORMAT, issues));
		return text;
	}
	if (is_in_graphs || p->graphs.launches) {
		snprintf(text, REPORT_UNMEASURED_MAX, "how busy it keeps the GPU is not known: %s",
		         in_graphs);
		return text;
	}
	return "how busy it keeps the GPU was not measured: none of its "
	       "launches was";
}
