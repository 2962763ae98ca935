/* SPDX-License-Identifier: MIT */
/* Rule device-malloc: kernels that take memory from the device heap spend their time there. */
#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/statistics.h"
#include "code/code.h"
#include "kernel/kernel_profile.h"
#include "rules/shared/kernels.h"
#include "rules/shared/names.h"
#include "rules/shared/rule.h"
#include "rules/shared/subject.h"
#include "rules/shared/survey.h"
#include "rules/shared/worth.h"

enum { HEAP };

static const struct threshold thresholds[] = {
	[HEAP] = { "heap", 25, "%" },
	{ .name = NULL },
};

/* What ran of a function whose code uses the heap. */
struct user {
	int64_t total_ns, launches;
	uint32_t longest; /* operation */
};

static struct user *find_users(const struct trace *trace, const struct code *codes)
{
	const struct trace_operations *o = &trace->operations;
	struct user *users = calloc(trace->functions_count + 1, sizeof *users);

	for (uint32_t i = 0; users && i < o->count; i++) {
		struct user *user;

		if (o->type[i] != OPERATION_KERNEL ||
		    !codes[operation_function(trace, i)].uses_heap)
			continue;
		user = &users[operation_function(trace, i)];
		user->total_ns = sum_saturated(user->total_ns, operation_length_ns(trace, i));
		if (!user->launches++ ||
		    operation_length_ns(trace, i) > operation_length_ns(trace, user->longest))
			user->longest = i;
	}
	return users;
}

/*
 * The part of all samples of warps that lies in code which is not the program's: malloc() and
 * free() are part of the driver. Below 0: it is not known.
 */
static double driver_percent(const struct trace *trace)
{
	int64_t samples = 0, driver = 0;

	for (size_t i = 0; i < trace->pc_samplings_count; i++) {
		samples = sum_saturated(samples, trace->pc_samplings[i].samples);
		driver = sum_saturated(driver, trace->pc_samplings[i].non_user_samples);
	}
	return kernels_samples_are_told(trace) ? percent_of(driver, samples) : -1;
}

/* All kernels, one after another. */
static int64_t all_kernels_ns(const struct trace *trace)
{
	int64_t all_ns = 0;

	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (trace->operations.type[i] == OPERATION_KERNEL)
			all_ns = sum_saturated(all_ns, operation_length_ns(trace, i));
	return all_ns;
}

/*
 * The part of USER's time in the driver's code, in percent, of which all kernels have ALL: less
 * where samples of its own code fill more of the time that it ran.
 */
static double heap_percent(const struct check *check, uint32_t function, const struct user *user,
                           double all)
{
	const struct trace *trace = check->trace;
	const double time = percent_of(user->total_ns, all_kernels_ns(trace));
	int64_t samples = 0;

	for (size_t i = 0; i < trace->pc_samplings_count; i++)
		samples = sum_saturated(samples, trace->pc_samplings[i].samples);
	return fmin(all,
	            100 - 100 * percent_of(check->profiles->functions[function].samples, samples) /
	                            time);
}

static struct finding *begin(struct check *check, uint32_t function, const struct user *user,
                             int64_t cost_ns)
{
	struct finding *f = finding_add_function(check, function);

	f->cost_ns = cost_ns;
	f->occurrences = user->launches;
	finding_example(f, user->longest, operation_length_ns(check->trace, user->longest));
	finding_advice(f, "Give the kernel one buffer that the host allocates, and let each thread "
	                  "take its part by index; or let one thread of a block allocate for all; "
	                  "small arrays of fixed size belong into registers or shared memory.");
	return f;
}

/* Warps were not sampled. */
static void report_unknown(struct check *check, uint32_t function, const struct user *user)
{
	struct finding *f = begin(check, function, user, user->total_ns);

	f->severity = FINDING_NOTE;
	finding_headline(f,
	                 "%s takes memory from the device heap, which is slow: how much of its %s "
	                 "go there was not recorded",
	                 f->subject, format_duration(FORMAT, user->total_ns));
	finding_fact(f, "code",
	             "the kernel, or a function that it calls, calls malloc(), free() or new");
	finding_fact(f, "to know", "record with --stalls");
	finding_not_predicted(f, "how often the kernel comes there is not known");
}

/* It launches kernels as well, and dynamic-parallelism has nothing against that. */
static void report_launches(struct check *check, uint32_t function, const struct user *user,
                            double heap)
{
	struct finding *f = begin(check, function, user, user->total_ns);

	f->severity = FINDING_NOTE;
	finding_headline(f,
	                 "%s takes memory from the device heap, and launches kernels: how much of "
	                 "its %s goes to which is not known",
	                 f->subject, format_duration(FORMAT, user->total_ns));
	finding_fact(f, "samples",
	             "%s of all samples of warps lie in the driver's code, which malloc(), free() "
	             "and new are part of, and what launches kernels as well",
	             format_percent(FORMAT, heap));
	finding_not_predicted(f, "malloc() and launches are one sum in samples");
}

static void report(struct check *check, uint32_t function, const struct user *user, int64_t cost_ns,
                   double heap)
{
	struct finding *f = begin(check, function, user, cost_ns);

	check_explains(check, function);
	finding_headline(f, "%s takes memory from the device heap: about %s of its %s go there",
	                 f->subject, format_duration(FORMAT, cost_ns),
	                 format_duration(FORMAT, user->total_ns));
	finding_fact(f, "samples",
	             "%s of all samples of warps lie in the driver's code, which "
	             "malloc(), free() and new are part of; in its own lie %s",
	             format_percent(FORMAT, heap),
	             format_count(FORMAT, check->profiles->functions[function].samples));
	finding_fact(f, "code",
	             "the kernel, or a function that it calls, calls malloc() or free()");
	finding_not_predicted(f, "what the memory is replaced by takes time as well; at most %s",
	                      format_duration(FORMAT, cost_ns));
}

static int judge(struct check *check, const struct code *codes)
{
	const double heap = driver_percent(check->trace);
	struct user *users = find_users(check->trace, codes);
	int64_t unknown_ns = 0;

	if (!users)
		return -ENOMEM;
	for (uint32_t i = 0; i < check->trace->functions_count; i++) {
		const double own = users[i].launches ? heap_percent(check, i, &users[i], heap) : 0;
		const int64_t cost_ns = (int64_t)((double)users[i].total_ns * own / 100);

		if (check_finding_of(check, "dynamic-parallelism", i))
			continue; /* it names malloc() as well */

		if (heap < 0 && is_worth(check, users[i].total_ns))
			report_unknown(check, i, &users[i]);
		if (heap < 0)
			unknown_ns = sum_saturated(unknown_ns, users[i].total_ns);
		else if (heap >= thresholds[HEAP].value && is_worth(check, cost_ns))
			(codes[i].launches_kernels ? report_launches(check, i, &users[i], heap)
			                           : report(check, i, &users[i], cost_ns, heap));
	}
	if (is_worth(check, unknown_ns))
		check_abstain(
		        check,
		        "kernels that use the device heap ran for %s; how much of it went there "
		        "needs samples of warps (record with --stalls)",
		        format_duration(FORMAT, unknown_ns));
	free(users);
	return 0;
}

static void check_device_malloc(struct check *check)
{
	check_failed(check, judge(check, check->survey->codes));
}

const struct rule rule_device_malloc = {
	.id = "device-malloc",
	.severity = FINDING_WARNING,
	.thresholds = { thresholds, worth_threshold },
	.yields_to = { "dynamic-parallelism" },
	.check = check_device_malloc,
};
