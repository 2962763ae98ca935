/* SPDX-License-Identifier: MIT */
/* Tests of the rates of copies: which of a trace's own show them, from both sides of each limit. */
#include "rules/shared/copies.h"

#include <check.h>
#include <stdint.h>

#include "graph/constants.h"
#include "suite.h"

enum { MANY = 40, MIB = 1 << 20, MS = 1000000 };

static int64_t start_ns[MANY], end_ns[MANY], call_start_ns[MANY], call_end_ns[MANY];
static uint32_t detail[MANY];
static uint8_t type[MANY], flags[MANY];
static struct trace_transfer transfers[MANY];
static struct trace_allocation allocations[MANY];
static struct trace_device device;
static struct trace trace;

static void begin_trace(void)
{
	device = (struct trace_device){ .cc_major = 9 };
	trace = (struct trace){
		.devices = &device,
		.devices_count = 1,
		.transfers = transfers,
		.allocations = allocations,
		.operations = { .start_ns = start_ns,
		                .end_ns = end_ns,
		                .detail = detail,
		                .type = type,
		                .flags = flags },
		.calls = { .start_ns = call_start_ns, .end_ns = call_end_ns },
	};
}

/* A copy of pinned memory to the device. */
static void copy(int64_t size_bytes, int64_t duration_ns)
{
	const size_t i = trace.operations.count++;

	transfers[i] = (struct trace_transfer){ .size_bytes = size_bytes,
		                                .copy_kind = COPY_HTOD,
		                                .source_kind = MEMORY_PINNED,
		                                .target_kind = MEMORY_DEVICE,
		                                .source_device = NONE,
		                                .target_device = NONE };
	start_ns[i] = 0;
	end_ns[i] = duration_ns;
	detail[i] = (uint32_t)i;
	type[i] = OPERATION_COPY;
}

/* A call, which pins so much unless that is 0. */
static void call(int64_t size_bytes, int64_t duration_ns)
{
	const size_t c = trace.calls.count++;

	call_start_ns[c] = 0;
	call_end_ns[c] = duration_ns;
	if (size_bytes)
		allocations[trace.allocations_count++] = (struct trace_allocation){
			.size_bytes = size_bytes, .call = (uint32_t)c, .memory_kind = MEMORY_PINNED
		};
}

static struct copy_rates rates(void)
{
	struct copy_rates rates;

	copy_rates_measure(&rates, &trace);
	return rates;
}

START_TEST(test_small_copies_show_no_rate)
{
	copy(1200000, 120000);
	copy(1000000, 1000000);
	ck_assert_double_eq_tol(rates().bytes_per_s[COPY_IN], 1e10, 1);
	begin_trace();
	copy(2 * MIB, 2 * MIB);
	ck_assert(rates().is_measured[COPY_IN]);
	ck_assert_double_eq_tol(rates().bytes_per_s[COPY_IN], 1e9, 1);
}
END_TEST

START_TEST(test_copies_of_half_the_largest_show_it)
{
	copy(100 * MIB, 100 * MIB);
	copy(20 * MIB, 100 * MIB);
	ck_assert_double_eq_tol(rates().bytes_per_s[COPY_IN], 1e9, 1);
	copy(60 * MIB, 220 * MIB);
	ck_assert_double_eq_tol(rates().bytes_per_s[COPY_IN], 5e8, 1);
}
END_TEST

START_TEST(test_what_any_copy_takes)
{
	copy(400, 1500);
	copy(600, 1200);
	ck_assert_int_eq(rates().least_ns[COPY_IN], 1500);
	ck_assert_int_eq(rates().least_ns[COPY_OUT], COPY_LEAST_NS);
}
END_TEST

START_TEST(test_the_link_where_no_copy_shows_it)
{
	static const struct {
		int cc_major;
		double bytes_per_s; /* of 16 lanes, as the PCI Express base specification has it */
	} links[] = { { 10, 63.0e9 }, { 9, 63.0e9 }, { 8, 31.5e9 }, { 7, 15.75e9 } };

	for (size_t i = 0; i < sizeof links / sizeof *links; i++) {
		device.cc_major = links[i].cc_major;
		ck_assert(!rates().is_measured[COPY_IN]);
		ck_assert_double_eq_tol(rates().bytes_per_s[COPY_IN], 0.85 * links[i].bytes_per_s,
		                        1);
	}
}
END_TEST

/* CUDA may start in a call that pins memory: the longest of the first eight. */
START_TEST(test_pinning_but_for_the_start)
{
	ck_assert_double_eq_tol(rates().pinning_bytes_per_s, 2.33e9, 1);
	for (int i = 0; i < 5; i++)
		call(0, 1000);
	call(2 * MIB, 100 * MS);
	call(2 * MIB, 1 * MS);
	call(MIB / 2, 50 * MS);
	for (int i = 0; i < 12; i++)
		call(0, 1000);
	call(8 * MIB, 199 * MS);
	ck_assert_double_eq_tol(rates().pinning_bytes_per_s, 10 * MIB / 0.2, 1);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("copies");
	TCase *rates_case = tcase_create("rates");

	tcase_add_checked_fixture(rates_case, begin_trace, NULL);
	tcase_add_test(rates_case, test_small_copies_show_no_rate);
	tcase_add_test(rates_case, test_copies_of_half_the_largest_show_it);
	tcase_add_test(rates_case, test_what_any_copy_takes);
	tcase_add_test(rates_case, test_the_link_where_no_copy_shows_it);
	tcase_add_test(rates_case, test_pinning_but_for_the_start);
	suite_add_tcase(suite, rates_case);
	return run_suite(suite);
}
