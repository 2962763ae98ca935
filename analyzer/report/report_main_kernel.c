/* SPDX-License-Identifier: MIT */
/* The kernel that takes most of the time, where no finding is about it. Any thread. */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "base/text.h"
#include "code/shorten.h"
#include "kernel/kernel_library.h"
#include "report/report_parts.h"
#include "rules/shared/constants.h"
#include "rules/shared/rule.h"
#include "rules/shared/worth.h"

/* Of the main part, what kernels take, and of that one kernel: below
 * that it is not what the run is about. */
enum {
	KERNELS_PERCENT = 30,
	MAIN_PERCENT = 30,
};

/* Of the same: what one kernel takes that is most of the run, whatever else findings are about. */
enum { MOST_PERCENT = 50 };

/* A kernel that nobody measured is named beside a fix, too, if it takes so many times as long as
 * the best one wins: it is where most can be gained, even if only half of it can. */
enum { MORE_TIMES = 2 };

/* Of the same: another kernel, which no finding names, is worth a line from here on. */
enum { OTHER_PERCENT = 10 };

/* Of a kernel's time: findings about less than that do not explain it. */
enum { EXPLAINED_PERCENT = 50 };

/* Of peak: above it, Nsight Compute's reports say, too, that a kernel is near what it is bound by.
 */
enum { NEAR_PERCENT = 80 };

/* Of 32, below which Nsight Compute reports divergence, as the rule about it does. */
enum { IDLE_LANES = 24 };

/* Of the peak of GPU memory, or of what computes: so little is left above it that a kernel which is
 * most of the run is as good as it gets, where no finding is about so much of the run. */
enum { LIMIT_PERCENT = 85, LARGE_PERCENT = 10 };

enum {
	SHOWN_COLUMNS = 48,                /* as findings show names */
	KNOWN_MAX = REPORT_UNMEASURED_MAX, /* bytes, with numbers and a reason */
};

/* Of all shapes of KERNEL together, from the one on that it is. */
static double percent_in_kernels(const struct report_process *p, const struct report_kernel *kernel)
{
	double sum = 0;

	for (const struct report_kernel *k = kernel; k < p->kernels + p->kernels_count; k++)
		if (strcmp(k->mangled, kernel->mangled) == 0)
			sum += k->share_percent;
	return sum;
}

/* The kernel of P with most of the time in kernels, which is *PERCENT; of those that no finding of
 * UNNAMED_IN names, where that is not NULL. NULL: there is none. */
static const struct report_kernel *find_most(const struct report_process *p, double *percent,
                                             const struct report *unnamed_in)
{
	const struct report_kernel *most = NULL;

	*percent = 0;
	for (size_t i = 0; i < p->kernels_count; i++) {
		const double sum = percent_in_kernels(p, &p->kernels[i]);

		if (sum <= *percent || kernel_is_of_tuner(p->kernels[i].mangled) ||
		    (unnamed_in && report_naming(unnamed_in, p, &p->kernels[i]).first))
			continue;
		*percent = sum;
		most = &p->kernels[i];
	}
	return most;
}

static const struct report_profile *profile_of(const struct report_process *p,
                                               const struct report_kernel *kernel)
{
	for (size_t i = 0; i < p->profiles_count; i++)
		if (strcmp(p->profiles[i].mangled, kernel->mangled) == 0)
			return &p->profiles[i];
	return NULL;
}

bool report_looks_inside_kernels(const struct report_process *p)
{
	for (size_t i = 0; i < p->profiles_count; i++)
		if (p->profiles[i].profile.samples || p->profiles[i].profile.measured_launches)
			return true;
	return false;
}

/* What is known of it: "memory-bound: the L2 cache at 84.0 % of peak, arithmetic at 10.5 %". */
static const char *known_of(char text[KNOWN_MAX], const struct report_process *p,
                            const struct report_profile *of, bool has_counters)
{
	const struct kernel_profile *profile = of ? &of->profile : NULL;
	const bool is_known = profile && kernel_profile_has_verdict(profile);
	char busy[REPORT_BUSY_MAX];

	if (of && !has_counters && is_measured(of->sms_in_use)) {
		snprintf(text, KNOWN_MAX,
		         "%.2g of %d SMs had a warp of it, on average, as samples say",
		         of->sms_in_use, of->multiprocessors);
		return text;
	}
	if (!has_counters || !profile)
		return report_say_unmeasured(text, p, of);
	snprintf(text, KNOWN_MAX, "%s%s%s%s", is_known ? kernel_profile_verdict_name(profile) : "",
	         is_known ? ": " : "", report_say_how_busy(busy, profile),
	         is_known ? "" : "; other units were not measured");
	return text;
}

/* The kernel that the run of P is about. */
struct main_kernel {
	const struct report_kernel *kernel; /* NULL: there is none, or it is not to be spoken of */
	const struct report_profile *of;
	char *shown;
	double percent; /* of the time in kernels */
	bool has_counters, is_near;
	struct report_naming naming;
};

/* Whether what binds the kernel of MOST is a limit of the GPU: what computes, or its memory. Caches
 * are busy by how a kernel is written. */
static bool is_near_limit(const struct main_kernel *most)
{
	const struct kernel_profile *profile = most->has_counters ? &most->of->profile : NULL;

	return profile &&
	       (profile->verdict_compute >= NEAR_PERCENT || profile->dram_percent >= NEAR_PERCENT);
}

/* Whether so many of its lanes are idle that fuller warps would execute fewer instructions. */
static bool has_idle_lanes(const struct main_kernel *most)
{
	return most->of->profile.threads_per_inst < IDLE_LANES;
}

/* The same of what leaves next to nothing. Loads and stores are as busy as the code makes them. */
static bool is_at_limit(const struct main_kernel *most)
{
	static const char *const limits[] = { "issue slots", "the FP64 unit", "tensor cores",
		                              "arithmetic", NULL };
	const struct kernel_profile *profile = most->has_counters ? &most->of->profile : NULL;
	const char *unit = profile ? kernel_profile_compute_unit(profile) : "";

	return profile && (profile->dram_percent >= LIMIT_PERCENT ||
	                   (profile->verdict_compute >= LIMIT_PERCENT && !has_idle_lanes(most) &&
	                    text_is_one_of(unit, limits)));
}

/* Of peak, the unit that is busiest in the kernel of MOST; 0: that was not measured. */
static double busiest(const struct main_kernel *most)
{
	return most->has_counters
	               ? fmax(most->of->profile.verdict_memory, most->of->profile.verdict_compute)
	               : 0;
}

static void main_kernel_release(struct main_kernel *most)
{
	free(most->shown);
}

/* What is known of KERNEL, which may be NULL and has so much of the time in kernels. */
static struct main_kernel look_at(const struct report *report, const struct report_process *p,
                                  const struct report_kernel *kernel, double percent)
{
	struct main_kernel most = { .percent = percent,
		                    .of = kernel ? profile_of(p, kernel) : NULL };

	most.has_counters = most.of && most.of->profile.verdict_source != VERDICT_FROM_NOTHING;
	most.is_near = is_near_limit(&most);
	most.shown = kernel ? function_shorten(kernel->name, SHOWN_COLUMNS) : NULL;
	most.kernel = most.shown ? kernel : NULL;
	if (kernel)
		most.naming = report_naming(report, p, kernel);
	return most;
}

/* How much PERCENT of the time in kernels are of what of the run of P is neither start nor end. */
static double percent_of_run(const struct report_process *p, double percent)
{
	const int64_t whole_ns = p->rest_ns ? p->rest_ns : p->program_ns;

	return percent / 100 * percent_of(p->run.share_ns[SHARE_KERNEL], whole_ns);
}

/* The function with the most time behind that of MOST, if it is a main kernel as well; *PERCENT is
 * its part. */
static const struct report_kernel *find_second(const struct report_process *p,
                                               const struct report_kernel *most, double *percent)
{
	const struct report_kernel *second = NULL;

	*percent = MAIN_PERCENT;
	for (size_t i = 0; i < p->kernels_count; i++) {
		const struct report_kernel *k = &p->kernels[i];
		const double sum = percent_in_kernels(p, k);

		if (sum >= *percent && strcmp(k->mangled, most->mangled) != 0 &&
		    !kernel_is_of_tuner(k->mangled)) {
			*percent = sum;
			second = k;
		}
	}
	return second;
}

/* How many kernels are most of the time in them: one, or two of which neither is. 0: no fewer than
 * three. */
static int count_most(const struct report_process *p, const struct main_kernel *most)
{
	double percent;

	if (most->percent >= MOST_PERCENT)
		return 1;
	return find_second(p, most->kernel, &percent) && most->percent + percent >= MOST_PERCENT
	               ? 2
	               : 0;
}

/* " and compute2 46.7 %", of one that no finding names either, where the first has less than half.
 */
static const char *name_second(struct report *report, const struct report_process *p,
                               const struct main_kernel *most)
{
	double percent;
	const struct report_kernel *second = find_second(p, most->kernel, &percent);
	const char *text = "";
	char *shown;

	if (most->percent >= MOST_PERCENT || most->naming.first || most->is_near || !second ||
	    report_naming(report, p, second).first)
		return text;
	shown = function_shorten(second->name, SHOWN_COLUMNS);
	if (shown)
		text = report_text(report, " (and %s %s)", shown, format_percent(FORMAT, percent));
	free(shown);
	return text;
}

/* Whether so much of the time in kernels is much more than any finding about P is worth. */
static bool is_more_than_fixes(const struct report *report, const struct report_process *p,
                               double percent)
{
	const double ns = percent / 100 * (double)p->run.share_ns[SHARE_KERNEL];
	const uint32_t index = (uint32_t)(p - report->processes);
	int64_t best_ns = 0;

	for (size_t i = 0; i < report->findings_count; i++) {
		const struct finding_rank *rank = &report->findings[i].rank;

		if (report->findings[i].process != index)
			continue;
		best_ns = rank->worth_ns > best_ns ? rank->worth_ns : best_ns;
		best_ns = rank->together_ns > best_ns ? rank->together_ns : best_ns;
	}
	return ns > MORE_TIMES * (double)best_ns;
}

static struct main_kernel find_main_kernel(const struct report *report,
                                           const struct report_process *p, bool has_fix)
{
	double percent;
	const struct report_kernel *kernel = find_most(p, &percent, NULL);
	struct main_kernel most = look_at(report, p, kernel, percent);

	if ((has_fix && !most.has_counters && percent_of_run(p, percent) < MOST_PERCENT &&
	     !is_more_than_fixes(report, p, percent)) ||
	    percent < MAIN_PERCENT || percent_of_run(p, 100) < KERNELS_PERCENT)
		most.kernel = NULL;
	return most;
}

/* Whether findings are about so little of the kernel of MOST that the rest of it is a main part of
 * the run of P by itself. */
static bool is_explained_in_part(const struct main_kernel *most, const struct report_process *p)
{
	const double left_percent = 100 - most->naming.percent;

	return most->naming.first && most->naming.percent < EXPLAINED_PERCENT && !most->is_near &&
	       percent_of_run(p, most->percent) * left_percent / 100 >= MAIN_PERCENT;
}

/* What findings have to do with the kernel of MOST. */
static const char *say_naming(struct report *report, const struct report_process *p,
                              const struct main_kernel *most)
{
	const size_t number = most->naming.first;

	if (most->is_near)
		return "and is near a limit of the GPU";
	if (!number)
		return "and no finding names it";
	if (is_explained_in_part(most, p))
		return report_text(report, "and findings explain about %s of that",
		                   format_percent(FORMAT, most->naming.percent));
	return report_text(report, "which finding %zu, %s, is about", number,
	                   report->findings[number - 1].rule->id);
}

/* "; a thread loads 540 B and stores 380 B", where global memory or the L2 cache binds it. */
static const char *bytes_of_threads(char text[KNOWN_MAX], const struct main_kernel *most)
{
	const struct report_profile *of = most->of;
	const bool is_moving =
	        most->has_counters && fmax(of->profile.dram_percent, of->profile.l2_throughput) >=
	                                      VERDICT_LATENCY_PERCENT;

	*text = '\0';
	if (is_moving && is_measured(of->thread_loads_bytes) &&
	    is_measured(of->thread_stores_bytes))
		snprintf(text, KNOWN_MAX, "; a thread loads %s of global memory and stores %s",
		         format_bytes(FORMAT, llround(of->thread_loads_bytes)),
		         format_bytes(FORMAT, llround(of->thread_stores_bytes)));
	return text;
}

/* What stands between what is known of it and its lines. */
static const char *where_in(char text[KNOWN_MAX], const struct main_kernel *most)
{
	const bool is_computing =
	        most->is_near && most->of->profile.verdict_compute >= NEAR_PERCENT;
	const bool has_lines = most->of && *most->of->lines;
	const char *lines = has_lines ? "; its time is at " : "";

	if (has_lines && (is_computing || most->of->are_lines_issued))
		lines = "; most of its instructions are at ";
	if (is_computing && has_idle_lanes(most))
		snprintf(text, KNOWN_MAX,
		         "; with %.1f of 32 lanes active, fuller warps help, too%s",
		         most->of->profile.threads_per_inst, lines);
	else if (is_computing)
		snprintf(text, KNOWN_MAX, "; only fewer or cheaper instructions help%s",
		         has_lines ? ", most of them at " : "");
	else
		snprintf(text, KNOWN_MAX, "%s", lines);
	return text;
}

static void say(struct report *report, struct report_process *p, const struct main_kernel *most)
{
	char bytes[KNOWN_MAX];
	char known[KNOWN_MAX], where[KNOWN_MAX];

	p->main_kernel.name = report_text(report, "%s", most->shown);
	p->main_kernel.percent = most->percent;
	p->main_kernel.is_near = most->is_near;
	p->main_kernel.text = report_text(
	        report, "%s has %s of the time in kernels%s, %s: %s%s%s%s", most->shown,
	        format_percent(FORMAT, most->percent), name_second(report, p, most),
	        say_naming(report, p, most), known_of(known, p, most->of, most->has_counters),
	        bytes_of_threads(bytes, most), where_in(where, most),
	        most->of ? most->of->lines : "");
}

/* Of one that is as good as it gets: which limit that is. */
static void say_limit(struct report *report, struct report_process *p,
                      const struct main_kernel *most)
{
	const struct kernel_profile *profile = &most->of->profile;
	const bool is_memory = profile->dram_percent >= LIMIT_PERCENT;

	p->main_kernel.name = report_text(report, "%s", most->shown);
	p->main_kernel.percent = most->percent;
	p->main_kernel.is_near = true;
	p->main_kernel.text = report_text(
	        report,
	        "%s has %s of the time in kernels, and is near a limit of the GPU: %s at %s of "
	        "peak: little to gain there%s",
	        most->shown, format_percent(FORMAT, most->percent),
	        is_memory ? "GPU memory" : kernel_profile_compute_unit(profile),
	        format_percent(FORMAT,
	                       is_memory ? profile->dram_percent : profile->verdict_compute),
	        is_memory ? ", but by moving fewer bytes"
	                  : ", but by fewer or cheaper instructions");
}

/* Beside a main kernel that findings are about. */
static void say_other(struct report *report, struct report_process *p)
{
	double percent;
	const struct report_kernel *kernel = find_most(p, &percent, report);
	struct main_kernel other = look_at(report, p, kernel, percent);

	if (other.kernel && other.has_counters && !other.is_near &&
	    percent_of_run(p, percent) >= OTHER_PERCENT)
		say(report, p, &other);
	main_kernel_release(&other);
}

/* Whether the first finding about P is about little. */
static bool is_first_little(const struct report *report, const struct report_process *p)
{
	const uint32_t index = (uint32_t)(p - report->processes);

	for (size_t i = 0; i < report->findings_count; i++)
		if (report->findings[i].process == index)
			return report_is_little(p, &report->findings[i]);
	return false;
}

/* Whether MOST is most of the run, and what comes first is about something else: findings about it
 * are hints, which stand behind. */
static bool is_behind(const struct main_kernel *most, const struct report_process *p)
{
	return most->naming.first > 1 && most->naming.are_hints_only &&
	       percent_of_run(p, most->percent) >= MOST_PERCENT;
}

/* Whether a finding about P is about much of its run. */
static bool has_large_finding(const struct report *report, const struct report_process *p)
{
	const uint32_t index = (uint32_t)(p - report->processes);
	const int64_t whole_ns = p->rest_ns ? p->rest_ns : p->program_ns;

	for (size_t i = 0; i < report->findings_count; i++) {
		const struct report_finding *f = &report->findings[i];

		if (f->process == index && !f->rank.is_explanation &&
		    percent_of(f->rank.worth_ns, whole_ns) >= LARGE_PERCENT)
			return true;
	}
	return false;
}

/* Whether MOST is most of the run, and little is to gain in it. */
static bool is_good_as_it_is(const struct main_kernel *most, const struct report *report,
                             const struct report_process *p)
{
	return percent_of_run(p, most->percent) >= MOST_PERCENT && is_at_limit(most) &&
	       !has_large_finding(report, p);
}

/* What kernels near limits of the GPU have in common. */
struct near_kernels {
	size_t count;
	double percent;                 /* of the time in kernels, together */
	double least;                   /* of peak, what the one that is the least near has */
	bool are_memory, are_computing; /* some are bound by that */
};

/* Of all shapes of the function PROFILE. */
static double percent_of_profile(const struct report_process *p,
                                 const struct report_profile *profile)
{
	for (size_t i = 0; i < p->kernels_count; i++)
		if (strcmp(p->kernels[i].mangled, profile->mangled) == 0)
			return percent_in_kernels(p, &p->kernels[i]);
	return 0;
}

static struct near_kernels find_near(const struct report_process *p)
{
	struct near_kernels near = { .least = 100 };

	for (size_t i = 0; i < p->profiles_count; i++) {
		const struct report_profile *of = &p->profiles[i];
		const struct main_kernel one = {
			.of = of,
			.has_counters = of->profile.verdict_source != VERDICT_FROM_NOTHING,
		};
		const bool is_memory = of->profile.dram_percent >= NEAR_PERCENT;

		if (!is_near_limit(&one))
			continue;
		near.count++;
		near.percent += percent_of_profile(p, of);
		near.least = fmin(near.least, is_memory ? of->profile.dram_percent
		                                        : of->profile.verdict_compute);
		near.are_memory |= is_memory;
		near.are_computing |= !is_memory;
	}
	return near;
}

/* Of several kernels that are most of the run together, where none is by itself, and no finding is
 * about much of it. */
static void say_near(struct report *report, struct report_process *p)
{
	const struct near_kernels near = find_near(p);

	if (near.count < 2 || percent_of_run(p, near.percent) < MOST_PERCENT ||
	    has_large_finding(report, p))
		return;
	p->main_kernel.name = report_text(report, "%zu kernels", near.count);
	p->main_kernel.percent = near.percent;
	p->main_kernel.is_near = true;
	p->main_kernel.text = report_text(
	        report,
	        "%zu kernels with %s of the time in kernels are near a limit of the GPU, %s at %s "
	        "of its peak or more: only %s there",
	        near.count, format_percent(FORMAT, near.percent),
	        !near.are_computing ? "GPU memory"
	        : !near.are_memory  ? "what computes"
	                            : "GPU memory or what computes",
	        format_percent(FORMAT, near.least),
	        !near.are_computing ? "moving fewer bytes helps"
	        : !near.are_memory  ? "fewer or cheaper instructions help"
	                            : "fewer bytes, or fewer or cheaper instructions, help");
}

/* What there is to say of MOST, or beside it. */
static void say_most(struct report *report, struct report_process *p,
                     const struct main_kernel *most, bool has_fix)
{
	if (most->kernel && (!most->naming.first || (most->is_near && is_first_little(report, p)) ||
	                     is_behind(most, p)))
		say(report, p, most);
	else if (most->kernel && is_good_as_it_is(most, report, p))
		say_limit(report, p, most);
	else if (most->kernel && is_explained_in_part(most, p))
		say(report, p, most);
	else if (has_fix)
		say_other(report, p);
}

void report_add_main_kernel(struct report *report, struct report_process *p)
{
	const bool has_fix = report_has_fix(report, p);
	struct main_kernel most = find_main_kernel(report, p, has_fix);

	p->has_unexplained_kernel =
	        most.kernel &&
	        (!most.naming.first || (most.has_counters && is_explained_in_part(&most, p))) &&
	        busiest(&most) < VERDICT_LATENCY_PERCENT;
	p->most_kernels = most.kernel ? count_most(p, &most) : 0;
	if (!most.kernel || (most.is_near && percent_of_run(p, most.percent) < MOST_PERCENT))
		say_near(report, p);
	if (!p->main_kernel.text)
		say_most(report, p, &most, has_fix);
	if (!p->main_kernel.text)
		report_say_kernel_family(report, p);
	report_say_likely(report, p);
	if (!p->main_kernel.text)
		report_say_few_blocks(report, p);
	main_kernel_release(&most);
}
