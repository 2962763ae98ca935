/* SPDX-License-Identifier: MIT */
/* Tests of verdicts by figures that a trace's fixture has no counters for; kernel_profile_test.c
 * has the others. */
#include "kernel/kernel_verdict.h"

#include <check.h>
#include <math.h>
#include <stddef.h>
#include <string.h>

#include "suite.h"

/* Memory at 1 % of its peak, computing at 58; of a short kernel, whose SMs issue in 63 % of the
 * cycles in which they have warps: on average they have some as long as ACTIVE says, in percent of
 * the one that has longest. */
static const struct {
	double active, issue;
	enum kernel_verdict verdict;
} shorts[] = {
	{ NAN, 63, VERDICT_UNFILLED },      { 20, 63, VERDICT_UNFILLED },
	{ 89, 63, VERDICT_UNFILLED },       { 90, 59, VERDICT_LATENCY },
	{ 90, 63, VERDICT_MOSTLY_COMPUTE }, { 100, 63, VERDICT_MOSTLY_COMPUTE },
};

START_TEST(filled)
{
	static const struct trace none;
	struct kernel_profile profile = {
		.device = NONE,
		.duration_ns = 15000,
		.memory_throughput = 1,
		.compute_throughput = 58,
		.issue_active = shorts[_i].issue,
		.active_cycles = shorts[_i].active,
		.active_cycles_max = 100,
		.dram_throughput = NAN,
		.l2_throughput = NAN,
		.tensor_active = NAN,
	};

	kernel_profile_judge(&profile, &none);
	ck_assert_int_eq(profile.verdict_source, VERDICT_FROM_THROUGHPUT);
	ck_assert_str_eq(kernel_verdict_name(profile.verdict),
	                 kernel_verdict_name(shorts[_i].verdict));
}
END_TEST

/* Of an SM's time, ACTIVE percent with warps: what is its own is as much busier then. */
static const struct {
	double memory, compute, l2, active, at_work;
	enum kernel_verdict verdict;
} few_sms[] = {
	{ 5, 2, 1, 6, 83.3, VERDICT_UNFILLED },        { 5, 2, 5, 6, 33.3, VERDICT_LATENCY },
	{ 5, 4, 5, 6, 66.7, VERDICT_UNFILLED },        { 5, 2, 1, 4, 100, VERDICT_UNFILLED },
	{ 50, 2, 1, 89, 56.2, VERDICT_LATENCY },       { 55, 2, 1, 89, 61.8, VERDICT_UNFILLED },
	{ 55, 2, 1, 90, NAN, VERDICT_LATENCY },        { 55, 2, 1, NAN, NAN, VERDICT_LATENCY },
	{ 61, 2, 1, 70, 87.1, VERDICT_MOSTLY_MEMORY },
};

START_TEST(few_sms_at_work)
{
	static const struct trace none;
	struct kernel_profile profile = {
		.device = NONE,
		.duration_ns = 15000,
		.memory_throughput = few_sms[_i].memory,
		.compute_throughput = few_sms[_i].compute,
		.issue_active = 3,
		.active_cycles = few_sms[_i].active,
		.active_cycles_max = 100,
		.dram_throughput = NAN,
		.l2_throughput = few_sms[_i].l2,
		.tensor_active = NAN,
	};

	kernel_profile_judge(&profile, &none);
	if (isnan(few_sms[_i].at_work))
		ck_assert_double_nan(profile.busy_at_work);
	else
		ck_assert_double_eq_tol(profile.busy_at_work, few_sms[_i].at_work, 0.1);
	ck_assert_str_eq(kernel_verdict_name(profile.verdict),
	                 kernel_verdict_name(few_sms[_i].verdict));
}
END_TEST

/* Moving at 61 % of its peak, computing at 55.8, and the SMs have warps for 90 % of the time: how
 * much they issue in it decides whether moving is most of what they do. */
static const struct {
	double issue;
	enum kernel_verdict verdict;
} issuing[] = {
	{ 63, VERDICT_MIXED },
	{ 62, VERDICT_MOSTLY_MEMORY },
	{ NAN, VERDICT_MOSTLY_MEMORY },
};

START_TEST(moving_and_issuing)
{
	static const struct trace none;
	struct kernel_profile profile = {
		.device = NONE,
		.duration_ns = 15000,
		.memory_throughput = 61,
		.compute_throughput = 55.8,
		.issue_active = issuing[_i].issue,
		.active_cycles = 90,
		.active_cycles_max = 100,
		.dram_throughput = 0.5,
		.l2_throughput = 61,
		.tensor_active = NAN,
	};

	kernel_profile_judge(&profile, &none);
	ck_assert_str_eq(kernel_verdict_name(profile.verdict),
	                 kernel_verdict_name(issuing[_i].verdict));
}
END_TEST

/* The figure of the SM is that of its busiest unit: which one, by what is counted of each. */
static const struct {
	double compute, issue, active, fp64;
	const char *unit;
} busiest[] = {
	{ 59.5, 62.2, 332722, 44.4, "issue slots" },
	{ 72.4, 73, 340000, 65, "issue slots" },
	/* A third of the time half of the SMs have nothing to do. */
	{ 59.5, 62.2, 230000, 44.4, "arithmetic" },
	{ 59.5, 62.2, 230000, 47.6, "the FP64 unit" },
	{ 90, 50, 340000, 88, "the FP64 unit" },
	{ 90, 50, 340000, 71, "arithmetic" },
	{ 92.2, 29.6, 340000, 34.6, "arithmetic" },
	/* More than the busiest unit has: counted of other launches. */
	{ 50, 29.6, 340000, 60, "arithmetic" },
	{ 90, 50, 340000, NAN, "arithmetic" },
	{ 90, NAN, 340000, NAN, "arithmetic" },
};

START_TEST(busiest_units)
{
	struct kernel_profile profile = { .compute_throughput = busiest[_i].compute,
		                          .issue_active = busiest[_i].issue,
		                          .active_cycles = busiest[_i].active,
		                          .active_cycles_max = 344444,
		                          .fp64_percent = busiest[_i].fp64,
		                          .load_store_percent = NAN,
		                          .tensor_active = NAN };

	ck_assert_str_eq(kernel_profile_compute_unit(&profile), busiest[_i].unit);
	profile.verdict_source = VERDICT_FROM_UNITS;
	ck_assert_str_eq(kernel_profile_compute_unit(&profile), "issue slots");
}
END_TEST

/* Only device memory and issue slots were measured. */
static const struct {
	double memory, issue;
	const char *name;
} measured_in_part[] = {
	{ 0.1, 77.8, "bound by issuing instructions, as far as measured" },
	{ 0.1, 59, "not measured" },
	{ 12, 77.8, "not measured" },
	{ NAN, 77.8, "not measured" },
	{ 0.1, 81, "compute-bound" },
};

START_TEST(issuing_alone)
{
	const struct trace trace = { 0 };
	struct kernel_profile profile = { .dram_throughput = measured_in_part[_i].memory,
		                          .l2_throughput = NAN,
		                          .shared_percent = NAN,
		                          .memory_throughput = NAN,
		                          .compute_throughput = NAN,
		                          .issue_active = measured_in_part[_i].issue,
		                          .device = NONE };

	kernel_profile_judge(&profile, &trace);
	ck_assert_str_eq(kernel_profile_verdict_name(&profile), measured_in_part[_i].name);
	ck_assert_int_eq(kernel_profile_has_verdict(&profile),
	                 strcmp(measured_in_part[_i].name, "not measured") != 0);
}
END_TEST

/* What that pipe counts in a kernel without such instructions is no use of it. */
START_TEST(tensor_cores)
{
	struct kernel_profile profile = { .compute_throughput = 9.9,
		                          .tensor_active = 9.9,
		                          .issue_active = 9.9 };

	ck_assert_str_eq(kernel_profile_compute_unit(&profile), "arithmetic");
	profile.compute_throughput = profile.tensor_active = 10;
	ck_assert_str_eq(kernel_profile_compute_unit(&profile), "tensor cores");
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("verdicts");
	TCase *cases = tcase_create("all");

	tcase_add_loop_test(cases, filled, 0, sizeof shorts / sizeof *shorts);
	tcase_add_loop_test(cases, few_sms_at_work, 0, sizeof few_sms / sizeof *few_sms);
	tcase_add_loop_test(cases, moving_and_issuing, 0, sizeof issuing / sizeof *issuing);
	tcase_add_loop_test(cases, busiest_units, 0, sizeof busiest / sizeof *busiest);
	tcase_add_loop_test(cases, issuing_alone, 0,
	                    sizeof measured_in_part / sizeof *measured_in_part);
	tcase_add_test(cases, tensor_cores);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
