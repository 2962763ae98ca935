/* SPDX-License-Identifier: MIT */
/* What the rules about the inside of kernels share. Any thread, one at a time. */
#include "rules/shared/kernels.h"

#include <errno.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/format.h"
#include "base/statistics.h"
#include "kernel/recorded_launch.h"
#include "kernel/kernel_library.h"
#include "rules/shared/constants.h"
#include "rules/shared/inlined_code.h"
#include "rules/shared/launches.h"
#include "rules/shared/names.h"
#include "rules/shared/replay_doubt.h"
#include "rules/shared/subject.h"
#include "rules/shared/survey.h"
#include "rules/shared/unjudged.h"
#include "rules/shared/worth.h"

const struct threshold samples_threshold[] = { { "samples", SAMPLES_MIN, "samples" },
	                                       { .name = NULL } };
const struct threshold peak_threshold[] = { { "peak", VERDICT_LATENCY_PERCENT, "%" },
	                                    { .name = NULL } };
const struct threshold kernel_threshold[] = { SHORT_THRESHOLDS, { .name = NULL } };

enum { SAVED_UNIT = 1000000 /* a finding's targets are integers: parts in a million */ };

/* ---- counts of all instructions ---- */

static void add_count(double *sum, double count)
{
	if (is_measured(count))
		*sum = (is_measured(*sum) ? *sum : 0) + count;
}

static void count_instructions(struct kernel *kernel, struct check *check)
{
	struct kernel_counts *counts = &kernel->counts;
	struct kernel_lines lines = { 0 };
	int err;

	*counts = (struct kernel_counts){ NAN, NAN, NAN, NAN, NAN, NAN, NAN, NAN };
	if (!check->profiles->has_instruction_metrics ||
	    !kernel_profile_is_measured(kernel->profile))
		return;
	err = kernel_lines_init(&lines, check->profiles, NULL, KERNEL_INSTRUCTIONS,
	                        kernel->function);
	for (size_t i = 0; !err && i < lines.count; i++) {
		const struct kernel_line *line = &lines.items[i];

		add_count(&counts->instructions, line->inst_executed);
		add_count(&counts->thread_instructions, line->thread_inst_executed);
		add_count(&counts->thread_instructions_pred_on, line->thread_inst_executed_pred_on);
		add_count(&counts->divergent_targets, line->branch_targets_divergent);
		add_count(&counts->global_sectors, line->global_sectors);
		add_count(&counts->global_sectors_ideal, line->global_sectors_ideal);
		add_count(&counts->shared_wavefronts, line->shared_wavefronts);
		add_count(&counts->shared_wavefronts_ideal, line->shared_wavefronts_ideal);
	}
	kernel_lines_release(&lines);
	check_failed(check, err);
}

/* ---- a kernel ---- */

static const struct kernel_profile *sampled_profile(const struct check *check,
                                                    const struct kernel_profile *profile)
{
	const struct kernel_profile *function = &check->profiles->functions[profile->function];

	return !profile->stalls_count && profile->time_percent >=
	                                         function->time_percent * MEASURED_PERCENT_ALL / 100
	               ? function
	               : profile;
}

/* What PART of the kernel's time costs the run, more than 1 of kernels that may be alike. */
static int64_t cost_of(const struct kernel *kernel, double part)
{
	return (int64_t)fmin(part * (double)kernel->busy_ns,
	                     fmax(part, 1) * (double)kernel->awaited_ns);
}

static void kernel_init(struct kernel *kernel, const struct check *check,
                        const struct kernel_profile *profile, const struct kernel_busy *busy)
{
	int64_t threads = 1;

	*kernel = (struct kernel){ .profile = profile,
		                   .sampled = sampled_profile(check, profile),
		                   .function = profile->function,
		                   .busy_ns = busy->ns,
		                   .awaited_ns = replay_is_off(check->survey, check->graph)
		                                         ? busy->ns
		                                         : busy->awaited_ns };
	if (busy->ns == 0 && profile->timed_launches == 0 && is_measured(profile->duration_ns)) {
		kernel->is_untimed = true;
		kernel->busy_ns = (int64_t)fmin(profile->duration_ns * (double)profile->launches,
		                                (double)TRACE_TIME_MAX_NS);
		kernel->awaited_ns = kernel->busy_ns;
	}
	if (profile->shape == NONE)
		return;
	kernel->shape = &check->trace->launch_shapes[profile->shape];
	for (int i = 0; i < 3; i++)
		if (__builtin_mul_overflow(threads, (int64_t)kernel->shape->block[i], &threads))
			return;
	if (threads < 1 || threads > 1024)
		return;
	kernel->threads = (int)threads;
	kernel->warps = (kernel->threads + 31) / 32;
}

/* ---- judging ---- */

/* What was found about the launches of a shape, and what that saves of their time. */
struct found {
	struct finding *finding; /* NULL: nothing */
	double saved;            /* NAN: not predicted */
};

/* What a kernel loses, or the shapes of a function together. */
struct loss_sum {
	struct kernel worst;     /* the costliest shape, or the function */
	struct kernel_loss loss; /* ... of which this is lost */
	int64_t cost_ns, worst_ns, busy_ns, launches, timed_launches;
	double lost_ns; /* of busy_ns, whether the run waited for it or not */
	double percent; /* lost of the time of all kernels, by those that are not in the timeline */
};

static struct finding *add_finding(struct check *check, const struct kernel_rule *rule,
                                   const struct loss_sum *sum)
{
	const struct kernel_loss *loss = &sum->loss;
	struct finding *f = finding_add_function(check, sum->worst.function);

	f->cost_ns = sum->cost_ns;
	if (!sum->worst.is_untimed && !sum->worst.alike)
		f->lost_part = fmin(
		        sum->lost_ns / (double)check->survey->functions[sum->worst.function].ns, 1);
	f->occurrences = sum->launches;
	rule->report(check, f, &sum->worst);
	if (rule->has_no_place && rule->has_no_place(check, &sum->worst))
		finding_drop_place(f);
	else
		kernel_name_hottest(check, f, &sum->worst, rule->waits);
	finding_fact(f, "kernel time", "%s in %s", format_duration(FORMAT, sum->busy_ns),
	             name_count(NAME, sum->timed_launches, "launch", "launches"));
	if (!is_measured(loss->saved))
		finding_not_predicted(f, "%s",
		                      loss->why_not ? loss->why_not : "too little was measured");
	return f;
}

/* Examples, and targets in pairs: a launch, and what it saves. */
static void add_launches(const struct trace *trace, const struct found *found)
{
	const struct trace_operations *o = &trace->operations;

	for (uint32_t i = 0; i < o->count; i++) {
		const struct found *of;

		if (o->type[i] != OPERATION_KERNEL)
			continue;
		of = &found[o->detail[i]];
		if (!of->finding)
			continue;
		finding_example(of->finding, i, operation_length_ns(trace, i));
		if (is_measured(of->saved)) {
			finding_target(of->finding, i);
			finding_target(of->finding, (uint32_t)(of->saved * SAVED_UNIT));
		}
	}
}

/* 0 to 1, whatever was computed from figures of the file. */
static double part_of_time(double part)
{
	return part > 0 ? fmin(part, 1) : 0;
}

/*
 * Whether PART of the kernel's time matters: a share of the GPU's time or, for one that is not in
 * the timeline, of the time of all kernels.
 */
static bool is_kernel_worth(const struct check *check, const struct kernel *kernel, double part)
{
	if (kernel->is_untimed)
		return part * kernel->profile->time_percent >= worth_threshold->value;
	return is_worth(check, cost_of(kernel, part));
}

/* The part of a kernel's time that its counters speak of: all of it where they are too few to be
 * listened to, and something else spoke. */
static double measured_part(const struct kernel *kernel)
{
	const double percent = kernel->profile->measured_percent;

	return kernel->profile->measured_launches && percent >= MEASURED_PERCENT_MIN &&
	                       percent < MEASURED_PERCENT_ALL
	               ? percent / 100
	               : 1;
}

static struct kernel_loss judge(struct check *check, const struct kernel_rule *rule,
                                const struct kernel *kernel)
{
	struct kernel_loss loss = rule->judge(check, kernel);

	loss.cost = part_of_time(loss.cost) * measured_part(kernel);
	if (is_measured(loss.saved))
		loss.saved = part_of_time(loss.saved) * measured_part(kernel);
	if (kernel->is_untimed) {
		loss.saved = NAN;
		loss.why_not =
		        "all launches were measured, so that the timeline does not have them "
		        "(record with --metrics beside --stalls, or measure fewer: "
		        "--metrics-launches)";
	}
	return loss;
}

/* Adds MORE to SUM, which is more than nothing: what a shape loses, or a function. */
static void sum_join(struct loss_sum *sum, const struct loss_sum *more)
{
	if (!sum->launches || more->cost_ns > sum->worst_ns) {
		sum->worst = more->worst;
		sum->loss = more->loss;
		sum->worst_ns = more->cost_ns;
	}
	sum->cost_ns = sum_saturated(sum->cost_ns, more->cost_ns);
	sum->lost_ns += more->lost_ns;
	sum->percent += more->percent;
	sum->busy_ns = sum_saturated(sum->busy_ns, more->busy_ns);
	sum->launches += more->launches;
	sum->timed_launches += more->timed_launches;
}

static void sum_add(struct loss_sum *sum, const struct kernel *kernel,
                    const struct kernel_loss *loss)
{
	if (loss->cost > 0)
		sum_join(sum,
		         &(struct loss_sum){
		                 .worst = *kernel,
		                 .loss = *loss,
		                 .cost_ns = cost_of(kernel, loss->cost),
		                 .lost_ns = loss->cost * (double)kernel->busy_ns,
		                 .percent = kernel->is_untimed
		                                    ? loss->cost * kernel->profile->time_percent
		                                    : 0,
		                 .busy_ns = kernel->busy_ns,
		                 .launches = kernel->profile->launches,
		                 .timed_launches = kernel->profile->timed_launches,
		         });
}

/* Kernels that lose for one cause, or are versions of one template. */
enum { CAUSES_MAX = 32 };

struct group {
	const char *cause; /* NULL: versions */
	struct loss_sum sum;
	int64_t kernels;
	struct finding *finding;
};

/* What the loop over all kernels needs. */
struct judging {
	struct group *groups; /* by cause, and behind CAUSES_MAX by the first of the versions */
	size_t causes_count, groups_count;
	struct member {
		struct group *group; /* NULL: none */
		double saved;        /* NAN: not predicted */
	} * members;                 /* by function */
	const struct survey *survey;
	uint32_t *first_shape; /* by function; NONE: it has none */
	uint32_t *next_shape;  /* by shape: of the same function, or NONE */
	struct found *found;   /* by shape */
	struct unjudged unjudged;
};

static void list_shapes(struct judging *judging, const struct trace *trace)
{
	for (size_t f = 0; f < trace->functions_count; f++)
		judging->first_shape[f] = NONE;
	for (uint32_t s = (uint32_t)trace->launch_shapes_count; s-- > 0;) {
		uint32_t *first = &judging->first_shape[trace->launch_shapes[s].function];

		judging->next_shape[s] = *first;
		*first = s;
	}
}

static int judging_init(struct judging *judging, const struct check *check)
{
	size_t functions = check->trace->functions_count + 1;
	size_t shapes = check->trace->launch_shapes_count + 1;

	*judging = (struct judging){
		.survey = check->survey,
		.first_shape = calloc(functions, sizeof *judging->first_shape),
		.next_shape = calloc(shapes, sizeof *judging->next_shape),
		.found = calloc(shapes, sizeof *judging->found),
		.groups = calloc(CAUSES_MAX + functions, sizeof *judging->groups),
		.groups_count = CAUSES_MAX + functions,
		.members = calloc(functions, sizeof *judging->members),
	};
	if (!judging->groups || !judging->members || !judging->first_shape ||
	    !judging->next_shape || !judging->found)
		return -ENOMEM;
	list_shapes(judging, check->trace);
	return 0;
}

static void judging_release(struct judging *judging)
{
	free(judging->first_shape);
	free(judging->next_shape);
	free(judging->found);
	free(judging->groups);
	free(judging->members);
}

static bool is_short(const struct judging *judging, const struct kernel *kernel,
                     const struct kernel_busy *busy)
{
	return launches_are_short(kernel->busy_ns, kernel->profile->timed_launches, busy->issued,
	                          judging->survey->latency_ns);
}

/* Adds what a function loses, of which SAVED is predicted. */
static void add_to_group(struct judging *judging, struct group *group, const struct loss_sum *loss,
                         double saved)
{
	sum_join(&group->sum, loss);
	group->kernels++;
	judging->members[loss->worst.function] = (struct member){ group, saved };
}

/* The same of what loses for CAUSE. False: there is none, or too many. */
static bool add_to_cause(struct judging *judging, const char *cause, const struct loss_sum *loss)
{
	size_t i = 0;

	if (!cause)
		return false;
	while (i < judging->causes_count && strcmp(judging->groups[i].cause, cause) != 0)
		i++;
	if (i == CAUSES_MAX)
		return false;
	if (i == judging->causes_count)
		judging->groups[judging->causes_count++].cause = cause;
	add_to_group(judging, &judging->groups[i], loss, NAN);
	return true;
}

/* Says whose finding it is that GROUP has, the longest first. */
static void name_members(struct check *check, const struct judging *judging,
                         const struct group *group)
{
	struct name_list names = { 0 };

	for (size_t i = 0; i < check->profiles->hottest_count; i++) {
		const uint32_t function = check->profiles->hottest[i];
		char text[NAME_MAX_BYTES];

		if (judging->members[function].group != group)
			continue;
		finding_also_about(check, group->finding, function);
		snprintf(text, sizeof text, "%.300s (%.60s)",
		         name_function(NAME, check->trace, function),
		         format_duration(FORMAT, judging->survey->functions[function].ns));
		name_list_add(&names, text);
	}
	finding_fact(group->finding, "kernels", "%s", name_list_end(&names));
}

/* One finding for each cause, and each template, whose kernels lose enough together. */
static void report_groups(struct check *check, const struct kernel_rule *rule,
                          struct judging *judging)
{
	const struct trace *trace = check->trace;

	for (size_t i = 0; i < judging->groups_count; i++) {
		struct group *group = &judging->groups[i];
		struct loss_sum *sum = &group->sum;

		if (!group->kernels ||
		    (!is_worth(check, sum->cost_ns) && sum->percent < worth_threshold->value))
			continue;
		sum->worst.alike = group->kernels - 1;
		group->finding = add_finding(check, rule, sum);
		if (group->kernels < 2)
			continue;
		if (group->cause) {
			name_members(check, judging, group);
			continue;
		}
		group->finding->versions_of = (uint32_t)(i - CAUSES_MAX);
		finding_fact(group->finding, "versions",
		             "%s of this template lose it together, this one %s of it",
		             format_count(FORMAT, group->kernels),
		             format_duration(FORMAT, sum->worst_ns));
	}
	for (uint32_t s = 0; s < trace->launch_shapes_count; s++) {
		const struct member *member = &judging->members[trace->launch_shapes[s].function];
		struct found *found = &judging->found[s];

		if (!member->group)
			continue;
		if (!rule->is_by_shape)
			found->saved = member->saved;
		if (!rule->is_by_shape || is_measured(found->saved))
			found->finding = member->group->finding;
	}
}

/* What a KERNEL of the program's own loses too little of by itself is added up with its versions.
 */
static void add_to_versions(struct judging *judging, const struct loss_sum *loss,
                            const struct inlined_code *inlined)
{
	const uint32_t first = judging->survey->versions[loss->worst.function];

	if (first != NONE && !inlined->library)
		add_to_group(judging, &judging->groups[CAUSES_MAX + first], loss, loss->loss.saved);
}

static void judge_function(struct check *check, const struct kernel_rule *rule,
                           struct judging *judging, const struct kernel *kernel)
{
	struct kernel_loss loss = judge(check, rule, kernel);
	struct loss_sum sum = { 0 };
	struct found found = { NULL, loss.saved };
	struct inlined_code inlined = { 0 };
	const char *cause;

	sum_add(&sum, kernel, &loss);
	if (!sum.launches)
		return;
	if (!rule->is_about_library)
		inlined = kernel_inlined_code(check, kernel);
	cause = rule->cause && !inlined.library ? rule->cause(check, kernel) : NULL;
	if (!inlined_code_may_change(check, &inlined)) {
		if (is_kernel_worth(check, kernel, loss.cost))
			unjudged_add_inlined(&judging->unjudged, kernel, &inlined);
		return;
	}
	if (add_to_cause(judging, cause, &sum))
		return;
	if (!is_kernel_worth(check, kernel, loss.cost)) {
		add_to_versions(judging, &sum, &inlined);
		return;
	}
	found.finding = add_finding(check, rule, &sum);
	inlined_code_name(found.finding, &inlined);
	for (uint32_t s = judging->first_shape[kernel->function]; s != NONE;
	     s = judging->next_shape[s])
		judging->found[s] = found;
}

static void judge_shapes(struct check *check, const struct kernel_rule *rule,
                         struct judging *judging, uint32_t function)
{
	const uint32_t *next = judging->next_shape, first = judging->first_shape[function];
	struct loss_sum sum = { 0 };
	struct inlined_code inlined;
	struct finding *finding;

	for (uint32_t s = first; s != NONE; s = next[s]) {
		struct kernel kernel;
		struct kernel_loss loss;

		judging->found[s].saved = NAN;
		kernel_init(&kernel, check, &check->profiles->shapes[s],
		            &judging->survey->shapes[s]);
		if (is_short(judging, &kernel, &judging->survey->shapes[s]) ||
		    rule->lacks(check, &kernel))
			continue;
		loss = judge(check, rule, &kernel);
		sum_add(&sum, &kernel, &loss);
		if (!kernel.is_untimed)
			judging->found[s].saved = loss.cost > 0 ? loss.saved : NAN;
	}
	if (!sum.launches ||
	    (sum.percent < worth_threshold->value && !is_worth(check, sum.cost_ns)))
		return;
	inlined = kernel_inlined_code(check, &sum.worst);
	if (!inlined_code_may_change(check, &inlined)) {
		unjudged_add_inlined(&judging->unjudged, &sum.worst, &inlined);
		return;
	}
	if (rule->cause && !inlined.library &&
	    add_to_cause(judging, rule->cause(check, &sum.worst), &sum))
		return;
	finding = add_finding(check, rule, &sum);
	inlined_code_name(finding, &inlined);
	for (uint32_t s = first; s != NONE; s = next[s])
		if (is_measured(judging->found[s].saved))
			judging->found[s].finding = finding;
}

/* How many times its time must be worth a finding: others may lose as much. */
static double smallest_part(const struct judging *judging, const struct kernel_rule *rule,
                            uint32_t function)
{
	const bool adds_up = rule->cause && !rule->leaves_small;

	return !rule->is_by_shape && (adds_up || judging->survey->versions[function] != NONE)
	               ? SMALLEST_OF_CAUSE
	               : 1;
}

static void judge_all(struct check *check, const struct kernel_rule *rule, struct judging *judging)
{
	const struct kernel_profiles *profiles = check->profiles;
	int64_t judged = 0;

	for (size_t i = 0; i < profiles->hottest_count; i++) {
		uint32_t function = profiles->hottest[i];
		struct kernel kernel;
		const char *lacks;

		kernel_init(&kernel, check, &profiles->functions[function],
		            &judging->survey->functions[function]);
		if (!is_kernel_worth(check, &kernel, smallest_part(judging, rule, function)) ||
		    is_short(judging, &kernel, &judging->survey->functions[function]) ||
		    !check_may_change(check, function))
			continue;
		if (!rule->is_by_shape) {
			kernel.code = &judging->survey->codes[function];
			count_instructions(&kernel, check);
		}
		lacks = rule->lacks(check, &kernel);
		if (lacks && kernel.profile->measured_launches &&
		    !kernel_profile_is_measured(kernel.profile))
			lacks = NEEDS_ITS_LAUNCHES;
		if (lacks) {
			unjudged_add(&judging->unjudged, &kernel, lacks);
			continue;
		}
		if (rule->is_by_shape)
			judge_shapes(check, rule, judging, function);
		else
			judge_function(check, rule, judging, &kernel);
		judged++;
	}
	report_groups(check, rule, judging);
	unjudged_abstain(check, &judging->unjudged, judged);
}

void kernels_check(struct check *check, const struct kernel_rule *rule)
{
	struct judging judging;
	const size_t before = check->findings->count;
	int err = judging_init(&judging, check);

	if (!err)
		judge_all(check, rule, &judging);
	if (!err && check->findings->count > before)
		add_launches(check->trace, judging.found);
	check_failed(check, err);
	judging_release(&judging);
}

void kernels_fix(const struct check *check, const struct finding *finding,
                 struct scenario *scenario)
{
	for (size_t i = 0; i + 1 < finding->targets_count; i += 2)
		launch_scale(check, scenario, finding->targets[i],
		             1 - (double)finding->targets[i + 1] / SAVED_UNIT);
}
