/* SPDX-License-Identifier: MIT */
/* Tests of the room on the SMs: against looking at every kernel at every end. */
#include "graph/room.h"
#include "suite.h"

#include <check.h>
#include <stdlib.h>
#include <string.h>

#ifdef __SANITIZE_ADDRESS__
enum { ROUNDS = 10 }; /* the same places of memory as more of them */
#else
enum { ROUNDS = 40 };
#endif
enum { SHAPES = 6, KERNELS = 600, SMS = 4, WARPS_PER_SM = 64 };

/* Blocks of 256 threads, eight warps: eight of them fill one of the four SMs. */
static const int grids[SHAPES] = { 1, 3, 8, 16, 32, 80 };

static struct trace_device device = {
	.cc_major = 9,
	.multiprocessors = SMS,
	.max_threads_per_multiprocessor = 32 * WARPS_PER_SM,
	.max_blocks_per_multiprocessor = 32,
	.max_registers_per_multiprocessor = 65536,
};
static struct trace_launch_shape shapes[SHAPES];
static const struct trace trace = {
	.devices = &device,
	.devices_count = 1,
	.launch_shapes = shapes,
	.launch_shapes_count = SHAPES,
};

/* A random number that depends on nothing but the calls before. */
static int64_t random_below(uint64_t *state, int64_t limit)
{
	*state = *state * 6364136223846793005 + 1442695040888963407;
	return (int64_t)((*state >> 16) % (uint64_t)limit);
}

static int64_t held_warps(const struct room_holder *kernels, int count, int64_t at_ns)
{
	int64_t warps = 0;

	for (int i = count > ROOM_RESIDENT ? count - ROOM_RESIDENT : 0; i < count; i++)
		if (kernels[i].start_ns <= at_ns && at_ns < kernels[i].until_ns) {
			int blocks = grids[kernels[i].shape];

			warps += 8 * (blocks < 8 * SMS ? blocks : 8 * SMS);
		}
	return warps;
}

/* The first time from READY_NS on at which a block of eight warps has room: now, or at some end. */
static int64_t expected(const struct room_holder *kernels, int count, int64_t ready_ns)
{
	int64_t best_ns = INT64_MAX;

	if (held_warps(kernels, count, ready_ns) + 8 <= (int64_t)SMS * WARPS_PER_SM)
		return ready_ns;
	for (int i = 0; i < count; i++)
		if (kernels[i].until_ns > ready_ns && kernels[i].until_ns < best_ns &&
		    held_warps(kernels, count, kernels[i].until_ns) + 8 <=
		            (int64_t)SMS * WARPS_PER_SM)
			best_ns = kernels[i].until_ns;
	return best_ns;
}

/* Kernels of _i decimal digits of ns, so that times leave every range that is cut to 32 bits. */
START_TEST(finds_the_first_room)
{
	struct room_holder *kernels = calloc(KERNELS, sizeof *kernels);
	struct room *room = calloc(1, sizeof *room);
	struct room_model model;
	int64_t typical_ns = 1, waited = 0;
	uint64_t state = (uint64_t)_i;

	ck_assert(kernels && room);
	for (int i = 0; i < _i; i++)
		typical_ns *= 10;
	for (int s = 0; s < SHAPES; s++)
		shapes[s] = (struct trace_launch_shape){ .grid = { grids[s], 1, 1 },
			                                 .block = { 256, 1, 1 },
			                                 .registers_per_thread = 16 };
	ck_assert_int_eq(room_model_init(&model, &trace), 0);
	for (int round = 0; round < ROUNDS; round++) {
		int64_t now_ns = random_below(&state, 40 * typical_ns) - 20 * typical_ns;

		memset(room, 0, sizeof *room);
		for (int k = 0; k < KERNELS; k++) {
			uint32_t shape = (uint32_t)random_below(&state, SHAPES), blocker;
			int64_t start_ns, ready_ns;

			/* Mostly forwards; now and then back, as another stream's kernels. */
			now_ns += random_below(&state, typical_ns) - typical_ns / 4;
			ready_ns = now_ns + random_below(&state, typical_ns);
			start_ns = room_find(&model, room,
			                     &(struct room_wanted){ .shape = shape,
			                                            .ready_ns = ready_ns,
			                                            .operation = NONE },
			                     &blocker);
			ck_assert_int_eq(start_ns, expected(kernels, k, ready_ns));
			ck_assert_int_eq(blocker != NONE, start_ns != ready_ns);
			waited += blocker != NONE;
			kernels[k] = (struct room_holder){
				.start_ns = start_ns,
				.until_ns = start_ns + random_below(&state, 2 * typical_ns),
				.operation = (uint32_t)k,
				.shape = shape,
			};
			room_hold(&model, room, kernels[k].operation, shape, start_ns,
			          kernels[k].until_ns);
			if (grids[shape] > 8 * SMS) /* of 2.5 waves the last leaves room */
				kernels[k].until_ns =
				        start_ns +
				        (int64_t)((double)(kernels[k].until_ns - start_ns) * 2 / 3);
		}
	}
	ck_assert_int_gt(waited, ROUNDS * KERNELS / 100);
	ck_assert_int_lt(waited, ROUNDS * KERNELS * 99 / 100);
	room_model_release(&model);
	free(room);
	free(kernels);
}
END_TEST

/* A model of COUNT kernels that ran at these times, with RECORDED, which lives as long. */
static void model_recorded(struct room_model *model, struct trace *recorded, int64_t *start_ns,
                           int64_t *end_ns, size_t count)
{
	*recorded = trace;
	recorded->operations.count = count;
	recorded->operations.start_ns = start_ns;
	recorded->operations.end_ns = end_ns;
	for (int s = 0; s < SHAPES; s++)
		shapes[s] = (struct trace_launch_shape){ .grid = { grids[s], 1, 1 },
			                                 .block = { 256, 1, 1 },
			                                 .registers_per_thread = 16 };
	ck_assert_int_eq(room_model_init(model, recorded), 0);
}

/* Two kernels that fill the device, of which the second began OVERLAP_NS before the first one's end
 * as they were recorded: in a replay it may again. */
static const struct {
	int overlap_ns;
	int64_t start_ns;
} filled[] = { { 0, 1000 }, { 300, 700 }, { 1200, 0 } };

START_TEST(room_as_recorded)
{
	int64_t recorded_start_ns[] = { 5000, 6000 - filled[_i].overlap_ns };
	int64_t recorded_end_ns[] = { 6000, 7000 };
	struct trace recorded;
	struct room *room = calloc(1, sizeof *room);
	struct room_model model;
	uint32_t blocker;

	ck_assert(room);
	model_recorded(&model, &recorded, recorded_start_ns, recorded_end_ns, 2);
	room_hold(&model, room, 0, 4, 0, 1000);
	ck_assert_int_eq(room_find(&model, room,
	                           &(struct room_wanted){ .shape = 4, .operation = 1 }, &blocker),
	                 filled[_i].start_ns);
	room_model_release(&model);
	free(room);
}
END_TEST

/* Three that fill half of it each: the third ran beside either, which does not say that it has room
 * beside both. */
START_TEST(room_beside_one)
{
	int64_t recorded_start_ns[] = { 0, 1000, 500 };
	int64_t recorded_end_ns[] = { 1000, 2000, 1500 };
	struct trace recorded;
	struct room *room = calloc(1, sizeof *room);
	struct room_model model;
	uint32_t blocker;

	ck_assert(room);
	model_recorded(&model, &recorded, recorded_start_ns, recorded_end_ns, 3);
	room_hold(&model, room, 0, 3, 0, 1000);
	room_hold(&model, room, 1, 3, 100, 1100);
	ck_assert_int_eq(
	        room_find(&model, room,
	                  &(struct room_wanted){ .shape = 3, .ready_ns = 200, .operation = 2 },
	                  &blocker),
	        1000);
	room_model_release(&model);
	free(room);
}
END_TEST

int main(void)
{
	Suite *suite = suite_create("room");
	TCase *cases = tcase_create("room");

	tcase_add_loop_test(cases, finds_the_first_room, 2, 13);
	tcase_add_loop_test(cases, room_as_recorded, 0, (int)(sizeof filled / sizeof *filled));
	tcase_add_test(cases, room_beside_one);
	suite_add_tcase(suite, cases);
	return run_suite(suite);
}
