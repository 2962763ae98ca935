/* SPDX-License-Identifier: MIT */
/*
 * Occupancy: the cases that people check by hand, each limit and refusal once, footprints, curves
 * and the device table. That the numbers are right at large says occupancy_reference.c.
 */
#include "analyzer/kernel/occupancy.h"
#include "suite.h"

#include <check.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define KIB           1024

static struct occupancy_device device_of(int major, int minor)
{
	struct occupancy_device device;

	ck_assert_int_eq(occupancy_device_for_cc(major, minor, &device), 0);
	return device;
}

static struct occupancy_launch launch_of(int threads, int registers, int64_t dynamic_bytes)
{
	struct occupancy_launch launch = OCCUPANCY_LAUNCH_DEFAULT;

	launch.threads_per_block = threads;
	launch.registers_per_thread = registers;
	launch.dynamic_shared_bytes = dynamic_bytes;
	return launch;
}

static struct occupancy_launch opted_in(int64_t dynamic_bytes)
{
	struct occupancy_launch launch = launch_of(256, 32, dynamic_bytes);

	launch.shared_optin = true;
	launch.max_dynamic_shared_bytes = dynamic_bytes;
	return launch;
}

static enum occupancy_refusal refusal_of(const struct occupancy_device *device,
                                         struct occupancy_launch launch)
{
	struct occupancy answer;
	int status = occupancy_compute(device, &launch, &answer);

	ck_assert_int_eq(status, answer.refusal == OCCUPANCY_RUNS ? 0 : -EINVAL);
	if (status) {
		ck_assert_int_eq(answer.blocks_per_sm, 0);
		ck_assert_int_eq(answer.active_warps, 0);
	}
	return answer.refusal;
}

/*
 * The textbook's device: 1536 threads and 4 blocks per SM. Of blocks with 128, 256, 512 and 1024
 * threads, 512 fill it (3 blocks); 128 and 256 run out of block slots, two of 1024 do not fit.
 */
START_TEST(hypothetical_device)
{
	static const struct {
		int threads, blocks, warps;
		unsigned limiters;
	} cases[] = {
		{ 128, 4, 16, OCCUPANCY_LIMIT_BLOCKS },
		{ 256, 4, 32, OCCUPANCY_LIMIT_BLOCKS },
		{ 512, 3, 48, OCCUPANCY_LIMIT_WARPS },
		{ 1024, 1, 32, OCCUPANCY_LIMIT_WARPS },
	};
	struct occupancy_device device = device_of(8, 6);

	device.max_threads_per_sm = 1536;
	device.max_blocks_per_sm = 4;
	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct occupancy_launch launch = launch_of(cases[i].threads, 16, 0);
		struct occupancy answer;

		ck_assert_int_eq(occupancy_compute(&device, &launch, &answer), 0);
		ck_assert_int_eq(answer.blocks_per_sm, cases[i].blocks);
		ck_assert_int_eq(answer.active_warps, cases[i].warps);
		ck_assert_int_eq(answer.max_warps, 48);
		ck_assert_uint_eq(answer.limiters, cases[i].limiters);
	}
}
END_TEST

/*
 * Capability 7.0: 2048 threads, 32 blocks, 65536 registers per SM.
 *
 * The third case is the one that notes on the textbook get wrong. 65536 / 34 = 1927 threads, hence
 * "7 blocks of 256, 87.5 %", or with half blocks thrown in 93.7 %. But a warp does not get
 * 34 * 32 = 1088 registers, it gets 1280, the next multiple of 256: 51 warps. And those must lie
 * whole in one of four partitions of 16384 registers, 12 in each: 48 warps, 6 blocks, 75 %.
 */
START_TEST(capability_70)
{
	static const struct {
		int threads, registers, blocks;
		double occupancy;
		unsigned limiters;
	} cases[] = {
		{ 128, 30, 16, 1.0, OCCUPANCY_LIMIT_WARPS | OCCUPANCY_LIMIT_REGISTERS },
		{ 32, 29, 32, 0.5, OCCUPANCY_LIMIT_BLOCKS },
		{ 256, 34, 6, 0.75, OCCUPANCY_LIMIT_REGISTERS },
	};
	struct occupancy_device device = device_of(7, 0);

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct occupancy_launch launch = launch_of(cases[i].threads, cases[i].registers, 0);
		struct occupancy answer;

		ck_assert_int_eq(occupancy_compute(&device, &launch, &answer), 0);
		ck_assert_int_eq(answer.blocks_per_sm, cases[i].blocks);
		ck_assert_double_eq(answer.occupancy, cases[i].occupancy);
		ck_assert_uint_eq(answer.limiters, cases[i].limiters);
	}
}
END_TEST

START_TEST(allocation_units)
{
	struct occupancy_device device = device_of(7, 0);
	struct occupancy_launch launch = launch_of(250, 34, 1);
	struct occupancy answer;

	launch.static_shared_bytes = 256;
	ck_assert_int_eq(occupancy_compute(&device, &launch, &answer), 0);
	ck_assert_int_eq(answer.registers_allocated_per_block, 8 * 1280);
	ck_assert_int_eq(answer.shared_allocated_per_block, 512);
	ck_assert_int_eq(answer.shared_per_sm, 96 * KIB);
	ck_assert_int_eq(answer.limit_barriers, INT_MAX);
}
END_TEST

/* 227 KiB for a block and 1 KiB for the driver are the 228 KiB of the SM. */
START_TEST(optin_shared_memory)
{
	struct occupancy_device device = device_of(9, 0);
	struct occupancy_launch launch = opted_in(227 * KIB);
	struct occupancy answer;

	ck_assert_int_eq(occupancy_compute(&device, &launch, &answer), 0);
	ck_assert_int_eq(answer.blocks_per_sm, 1);
	ck_assert_uint_eq(answer.limiters, OCCUPANCY_LIMIT_SHARED);
	ck_assert_int_eq(answer.shared_allocated_per_block, 228 * KIB);
	ck_assert_int_eq(refusal_of(&device, opted_in(227 * KIB + 1)), OCCUPANCY_SHARED_PER_BLOCK);
	ck_assert_int_eq(refusal_of(&device, launch_of(256, 32, 48 * KIB)), OCCUPANCY_RUNS);
	ck_assert_int_eq(refusal_of(&device, launch_of(256, 32, 48 * KIB + 1)),
	                 OCCUPANCY_SHARED_PER_BLOCK);
	launch.dynamic_shared_bytes++;
	ck_assert_int_eq(refusal_of(&device, launch), OCCUPANCY_DYNAMIC_SHARED);
}
END_TEST

/* From 8.0 on the driver adds 1 KiB to each block: 9 KiB blocks fit 16 times into 164, not 18. */
START_TEST(reserved_shared_memory)
{
	struct occupancy_device ampere = device_of(8, 0);
	struct occupancy_device volta = device_of(7, 0);
	struct occupancy_launch launch = launch_of(32, 16, 9 * KIB);
	struct occupancy answer;

	ck_assert_int_eq(occupancy_compute(&ampere, &launch, &answer), 0);
	ck_assert_int_eq(answer.shared_allocated_per_block, 10 * KIB);
	ck_assert_int_eq(answer.blocks_per_sm, 16);
	ck_assert_int_eq(occupancy_compute(&volta, &launch, &answer), 0);
	ck_assert_int_eq(answer.shared_allocated_per_block, 9 * KIB);
	ck_assert_int_eq(answer.blocks_per_sm, 10);
	launch.dynamic_shared_bytes = 0;
	ck_assert_int_eq(occupancy_compute(&ampere, &launch, &answer), 0);
	ck_assert_int_eq(answer.shared_allocated_per_block, 1 * KIB);
}
END_TEST

/* A carve-out is rounded up to a size that the SM has, and yields to a block that needs more. */
START_TEST(carveout)
{
	static const struct {
		int percent;
		enum occupancy_cache_config config;
		int64_t bytes;
		int sm_kib;
	} cases[] = {
		{ OCCUPANCY_CARVEOUT_DEFAULT, OCCUPANCY_CACHE_NONE, 8 * KIB, 228 },
		{ OCCUPANCY_CARVEOUT_DEFAULT, OCCUPANCY_CACHE_EQUAL, 8 * KIB, 132 },
		{ OCCUPANCY_CARVEOUT_DEFAULT, OCCUPANCY_CACHE_L1, 8 * KIB, 16 },
		{ 100, OCCUPANCY_CACHE_L1, 8 * KIB, 228 },
		{ 10, OCCUPANCY_CACHE_NONE, 8 * KIB, 32 },
		{ 10, OCCUPANCY_CACHE_NONE, 40 * KIB, 64 },
	};
	struct occupancy_device device = device_of(9, 0);

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct occupancy_launch launch = launch_of(64, 16, cases[i].bytes);
		struct occupancy answer;

		launch.carveout_percent = cases[i].percent;
		launch.cache_config = cases[i].config;
		ck_assert_int_eq(occupancy_compute(&device, &launch, &answer), 0);
		ck_assert_int_eq(answer.shared_per_sm, cases[i].sm_kib * KIB);
	}
}
END_TEST

START_TEST(launches_that_cannot_run)
{
	static const struct {
		struct occupancy_launch launch;
		enum occupancy_refusal refusal;
	} cases[] = {
		{ { .threads_per_block = 0 }, OCCUPANCY_BAD_THREADS },
		{ { .threads_per_block = -1 }, OCCUPANCY_BAD_THREADS },
		{ { .threads_per_block = INT_MIN }, OCCUPANCY_BAD_THREADS },
		{ { .threads_per_block = 1025 }, OCCUPANCY_THREADS_PER_BLOCK },
		{ { .threads_per_block = INT_MAX }, OCCUPANCY_THREADS_PER_BLOCK },
		{ { .threads_per_block = 32, .registers_per_thread = -1 },
		  OCCUPANCY_BAD_REGISTERS },
		{ { .threads_per_block = 32, .registers_per_thread = 257 },
		  OCCUPANCY_REGISTERS_PER_THREAD },
		/* Too many threads need too many registers, too. */
		{ { .threads_per_block = INT_MAX, .registers_per_thread = INT_MAX },
		  OCCUPANCY_THREADS_PER_BLOCK },
		{ { .threads_per_block = 2000, .registers_per_thread = 64 },
		  OCCUPANCY_THREADS_PER_BLOCK },
		{ { .threads_per_block = 2000, .static_shared_bytes = -1 }, OCCUPANCY_BAD_SHARED },
		{ { .threads_per_block = 1024, .registers_per_thread = 65 },
		  OCCUPANCY_REGISTERS_PER_BLOCK },
		{ { .threads_per_block = 32, .static_shared_bytes = -1 }, OCCUPANCY_BAD_SHARED },
		{ { .threads_per_block = 32, .dynamic_shared_bytes = -1 }, OCCUPANCY_BAD_SHARED },
		{ { .threads_per_block = 32, .static_shared_bytes = INT64_MAX },
		  OCCUPANCY_SHARED_PER_BLOCK },
		{ { .threads_per_block = 32,
		    .static_shared_bytes = INT64_MAX,
		    .dynamic_shared_bytes = INT64_MAX },
		  OCCUPANCY_SHARED_PER_BLOCK },
		{ { .threads_per_block = 32, .carveout_percent = 101 }, OCCUPANCY_BAD_CARVEOUT },
		{ { .threads_per_block = 32, .carveout_percent = -2 }, OCCUPANCY_BAD_CARVEOUT },
		{ { .threads_per_block = 32, .barriers_per_block = 65 },
		  OCCUPANCY_BARRIERS_PER_SM },
		{ { .threads_per_block = 32 }, OCCUPANCY_RUNS },
	};
	struct occupancy_device device = device_of(9, 0);
	struct occupancy_device nothing = { 0 };

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++)
		ck_assert_int_eq(refusal_of(&device, cases[i].launch), cases[i].refusal);
	ck_assert_int_eq(refusal_of(&nothing, launch_of(32, 32, 0)), OCCUPANCY_BAD_DEVICE);
}
END_TEST

/* The limits are known although the launch cannot run: they say which of them is in the way. */
START_TEST(refusal_names_its_limit)
{
	struct occupancy_device device = device_of(8, 0);
	struct occupancy_launch launch = launch_of(1024, 65, 0);
	struct occupancy answer;

	ck_assert_int_eq(occupancy_compute(&device, &launch, &answer), -EINVAL);
	ck_assert_uint_eq(answer.limiters, OCCUPANCY_LIMIT_REGISTERS);
	ck_assert_int_eq(answer.limit_warps, 2);
	for (int i = 0; i < OCCUPANCY_REFUSALS; i++)
		ck_assert_ptr_nonnull(occupancy_refusal_text((enum occupancy_refusal)i));
	ck_assert_ptr_nonnull(occupancy_refusal_text(OCCUPANCY_REFUSALS));
}
END_TEST

/*
 * GP100 (6.0) has two partitions of 32768 registers: 9 warps of 3584 each, 18 on the SM, where 6.1
 * has 4 in each of four, 16 on the SM.
 */
START_TEST(two_partitions)
{
	struct occupancy_device gp100 = device_of(6, 0);
	struct occupancy_device gp102 = device_of(6, 1);
	struct occupancy_launch launch = launch_of(64, 112, 0);
	struct occupancy answer;

	ck_assert_int_eq(occupancy_compute(&gp100, &launch, &answer), 0);
	ck_assert_int_eq(answer.blocks_per_sm, 9);
	ck_assert_int_eq(occupancy_compute(&gp102, &launch, &answer), 0);
	ck_assert_int_eq(answer.blocks_per_sm, 8);
}
END_TEST

/* Two kernels on one SM of 9.0: 4 blocks of 256 x 64 registers leave no registers, 3 leave a
 * rest. */
START_TEST(footprints_of_two_kernels)
{
	struct occupancy_device device = device_of(9, 0);
	struct occupancy_launch big = launch_of(256, 64, 0);
	struct occupancy_launch small = launch_of(128, 34, 20 * KIB);
	struct occupancy big_answer, small_answer;
	struct occupancy_footprint room;

	ck_assert_int_eq(occupancy_compute(&device, &big, &big_answer), 0);
	ck_assert_int_eq(occupancy_compute(&device, &small, &small_answer), 0);
	ck_assert_int_eq(big_answer.block.registers, 8 * 2048);
	ck_assert_int_eq(small_answer.block.registers, 4 * 1365);
	ck_assert_int_eq(small_answer.block.shared_bytes, 21 * KIB);
	room = big_answer.sm;
	ck_assert_int_eq(occupancy_fit(&room, &big_answer.block), 4);
	occupancy_add(&room, &big_answer.block, -3);
	ck_assert_int_eq(occupancy_fit(&room, &big_answer.block), 1);
	ck_assert_int_eq(occupancy_fit(&room, &small_answer.block), 3);
	occupancy_add(&room, &small_answer.block, -3);
	ck_assert_int_eq(occupancy_fit(&room, &big_answer.block), 0);
	occupancy_add(&room, &small_answer.block, 3);
	occupancy_add(&room, &big_answer.block, 3);
	ck_assert_mem_eq(&room, &big_answer.sm, sizeof(room));
}
END_TEST

START_TEST(capabilities)
{
	static const struct {
		int major, minor, status;
		bool inferred;
	} cases[] = {
		{ 2, 0, -ENODEV, false },  { 3, 5, 0, false },        { 4, 0, -ENODEV, false },
		{ 7, 4, 0, true },         { 8, 8, 0, true },         { 9, 0, 0, false },
		{ 9, 1, 0, true },         { 10, 0, 0, false },       { 10, 2, -ENODEV, false },
		{ 10, 3, 0, false },       { 11, 0, 0, false },       { 12, 1, 0, false },
		{ 12, 2, -ENODEV, false }, { 13, 0, -ENODEV, false }, { 8, -1, -ENODEV, false },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		struct occupancy_device device = { 0 };

		ck_assert_int_eq(occupancy_device_for_cc(cases[i].major, cases[i].minor, &device),
		                 cases[i].status);
		ck_assert_int_eq(device.inferred, cases[i].inferred);
	}
}
END_TEST

START_TEST(product_names)
{
	static const struct {
		const char *name;
		int status, sm_count;
	} cases[] = {
		{ "H200", 0, 132 },
		{ "NVIDIA H200", 0, 132 },
		{ "nvidia geforce rtx 4090", 0, 128 },
		{ "RTX4090", 0, 128 },
		{ "H100", 0, 132 },
		{ "H100-PCIe", 0, 114 },
		{ "Tesla V100", 0, 80 },
		{ "L4", 0, 58 },
		{ "L40S", 0, 142 },
		{ "", -ENODEV, 0 },
		{ "NVIDIA", -ENODEV, 0 },
		{ "H20", -ENODEV, 0 },
		{ "H2000", -ENODEV, 0 },
	};
	struct occupancy_device device;
	const struct occupancy_product *products;
	size_t count;

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		device.sm_count = 0;
		ck_assert_int_eq(occupancy_device_for_name(cases[i].name, &device),
		                 cases[i].status);
		ck_assert_int_eq(device.sm_count, cases[i].sm_count);
	}
	products = occupancy_products(&count);
	for (size_t i = 0; i < count; i++) {
		ck_assert_int_eq(occupancy_device_for_name(products[i].name, &device), 0);
		ck_assert_int_eq(device.sm_count, products[i].sm_count);
		ck_assert_int_eq(device.cc_major, products[i].cc_major);
		ck_assert(!device.inferred);
	}
}
END_TEST

START_TEST(curves)
{
	struct occupancy_device device = device_of(9, 0);
	struct occupancy_launch launch = launch_of(250, 34, 20 * KIB);
	struct occupancy_point points[64];
	static const struct {
		enum occupancy_axis axis;
		int count, current;
		int64_t last, own;
	} cases[] = {
		{ OCCUPANCY_BY_THREADS, 32, 7, 1024, 250 },
		{ OCCUPANCY_BY_REGISTERS, 64, 8, 256, 34 },
		{ OCCUPANCY_BY_SHARED, 64, 6, 227 * KIB, 20 * KIB },
	};

	for (size_t i = 0; i < ARRAY_SIZE(cases); i++) {
		int count = occupancy_curve(&device, &launch, cases[i].axis, points, 64);

		ck_assert_int_eq(count, cases[i].count);
		ck_assert_int_eq(points[count - 1].value, cases[i].last);
		ck_assert_int_eq(points[cases[i].current].value, cases[i].own);
		for (int j = 0; j < count; j++)
			ck_assert_int_eq(points[j].current, j == cases[i].current);
	}
	ck_assert_int_eq(occupancy_curve(&device, &launch, OCCUPANCY_BY_REGISTERS, points, 64), 64);
	ck_assert_int_eq(points[8].active_warps, 48);
	ck_assert_int_eq(points[63].active_warps, 8);
	ck_assert_int_eq(occupancy_curve(&device, &launch, OCCUPANCY_BY_SHARED, points, 64), 64);
	ck_assert_int_eq(points[63].blocks_per_sm, 1);
	ck_assert_int_eq(occupancy_curve(&device, &launch, OCCUPANCY_AXES, points, 64), -EINVAL);
	ck_assert_int_eq(occupancy_curve(&device, &launch, OCCUPANCY_BY_SHARED, points, 1),
	                 -EINVAL);
}
END_TEST

/* Whatever is asked between two steps has the occupancy of the next one. */
START_TEST(steps_of_curves)
{
	struct occupancy_device device = device_of(9, 0);
	struct occupancy_launch launch = launch_of(256, 34, 0);
	struct occupancy_step steps[OCCUPANCY_STEPS_MAX];
	static const int64_t last[OCCUPANCY_AXES] = { 1024, 255, 227 * KIB };
	struct occupancy answer;
	int step = 0, count;

	count = occupancy_steps(&device, &launch, OCCUPANCY_BY_REGISTERS, steps,
	                        OCCUPANCY_STEPS_MAX);
	for (int registers = 1; registers <= 255; registers++) {
		launch.registers_per_thread = registers;
		step += registers > steps[step].last;
		ck_assert_int_lt(step, count);
		(void)occupancy_compute(&device, &launch, &answer);
		ck_assert_int_eq(answer.active_warps, steps[step].active_warps);
		ck_assert_uint_eq(answer.limiters, steps[step].limiters);
	}
	ck_assert_int_eq(step, count - 1);
	launch = launch_of(256, 34, 0);
	for (int axis = 0; axis < OCCUPANCY_AXES; axis++) {
		count = occupancy_steps(&device, &launch, (enum occupancy_axis)axis, steps,
		                        OCCUPANCY_STEPS_MAX);
		ck_assert_int_gt(count, 1);
		ck_assert_int_lt(count, OCCUPANCY_STEPS_MAX);
		ck_assert_int_ge(steps[count - 1].last, last[axis]);
		for (int i = 1; i < count; i++)
			ck_assert_int_gt(steps[i].last, steps[i - 1].last);
	}
	ck_assert_int_eq(occupancy_steps(&device, &launch, OCCUPANCY_BY_THREADS, steps, 1), 1);
	ck_assert_int_eq(occupancy_steps(&device, &launch, OCCUPANCY_AXES, steps, 8), -EINVAL);
}
END_TEST

START_TEST(limiter_names)
{
	ck_assert_str_eq(occupancy_limiter_name(OCCUPANCY_LIMIT_SHARED), "shared memory");
	for (int i = 0; i < OCCUPANCY_LIMITERS; i++)
		ck_assert_ptr_nonnull(occupancy_limiter_name(1u << i));
	ck_assert_ptr_null(occupancy_limiter_name(0));
	ck_assert_ptr_null(occupancy_limiter_name(1u << OCCUPANCY_LIMITERS));
}
END_TEST

int main(void)
{
	const TTest *const tests[] = {
		hypothetical_device,
		capability_70,
		allocation_units,
		optin_shared_memory,
		reserved_shared_memory,
		carveout,
		launches_that_cannot_run,
		refusal_names_its_limit,
		two_partitions,
		footprints_of_two_kernels,
		capabilities,
		product_names,
		curves,
		steps_of_curves,
		limiter_names,
	};
	Suite *suite = suite_create("occupancy");
	TCase *tcase = tcase_create("occupancy");

	for (size_t i = 0; i < ARRAY_SIZE(tests); i++)
		tcase_add_test(tcase, tests[i]);
	suite_add_tcase(suite, tcase);
	return run_suite(suite);
}
