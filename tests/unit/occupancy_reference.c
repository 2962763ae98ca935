/* SPDX-License-Identifier: MIT */
/*
 * Compares occupancy.c with the toolkit's own cuda_occupancy.h (compiled from the installed
 * toolkit, never copied) on a million random launches, over every compute capability and cache
 * setting. Says in TAP how many agree and fails on the first that does not. The launches are drawn
 * so that each limit decides alone and each refusal is met; the test fails if one never was.
 *
 * One disagreement is intended: when barriers alone decide, the reference still reports the limits
 * that decided before it looked at barriers, and occupancy.c does not. Not compared are shared
 * memory sizes from 2 GiB, which the reference cuts to 32 bits.
 */
#include "analyzer/kernel/occupancy.h"

#include <cuda_occupancy.h>
#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define LAUNCHES      1000000
#define SHOWN         10 /* disagreements printed */
#define MAJORS        15 /* majors drawn: 0..14 */
#define MINORS        11

/* A launch, and the device that both sides are asked about. */
struct question {
	struct occupancy_device device;
	struct occupancy_launch launch;
	int major;
	int minor;
	bool known; /* the capability; if not, both must refuse it */
};

static struct {
	uint64_t random;
	int decided[OCCUPANCY_LIMITERS];
	int refused[OCCUPANCY_REFUSALS];
	int unknown;
	int partitioned;
	int capability[MAJORS][MINORS];
} state = { .random = 0x9e3779b97f4a7c15 };

/* xorshift64*, Marsaglia 2003, Vigna 2016; the same launches everywhere. */
static uint64_t next_random(void)
{
	state.random ^= state.random >> 12;
	state.random ^= state.random << 25;
	state.random ^= state.random >> 27;
	return state.random * 0x2545f4914f6cdd1d;
}

/* from..to, both included */
static int between(int from, int to)
{
	return from + (int)((next_random() >> 33) % (uint64_t)(to - from + 1));
}

static bool percent(int chance)
{
	return between(1, 100) <= chance;
}

static int draw_threads(void)
{
	if (percent(1))
		return between(-2, 0);
	if (percent(2))
		return between(1025, 5000);
	if (percent(30))
		return between(1, 128);
	if (percent(60))
		return 32 * between(1, 32);
	return between(1, 1024);
}

static int draw_registers(void)
{
	if (percent(1))
		return between(-2, -1);
	if (percent(2))
		return between(250, 600);
	if (percent(5))
		return 0;
	return percent(60) ? between(1, 64) : between(1, 256);
}

static int draw_shared(const struct occupancy_device *device)
{
	if (percent(40))
		return 0;
	if (percent(1))
		return between(1 << 20, 1 << 29);
	if (percent(20)) /* about a limit */
		return device->shared_per_block_optin + between(-1200, 1200);
	if (percent(20))
		return device->shared_per_block + between(-1200, 1200);
	if (percent(20))
		return between(0, 230) << 10;
	return percent(70) ? between(0, 12 << 10) : between(0, 100 << 10);
}

static int draw_carveout(void)
{
	if (percent(1))
		return percent(50) ? between(-5, -2) : between(101, 200);
	return percent(60) ? OCCUPANCY_CARVEOUT_DEFAULT : between(0, 100);
}

/* What a device of the trace could report that the table does not say. */
static void change_device(struct occupancy_device *device)
{
	static const int threads[] = { 16, 512, 768, 1024, 1536, 2048 };
	static const int registers[] = { 16 << 10, 32 << 10, 64 << 10, 128 << 10 };

	if (percent(50))
		device->max_threads_per_sm = threads[between(0, ARRAY_SIZE(threads) - 1)];
	if (percent(50))
		device->registers_per_sm = registers[between(0, ARRAY_SIZE(registers) - 1)];
	if (percent(50))
		device->registers_per_block = registers[between(0, ARRAY_SIZE(registers) - 1)];
	if (percent(20))
		device->max_threads_per_block = 32 * between(1, 32);
	if (percent(30))
		device->shared_per_sm = between(48, 260) << 10;
	if (percent(20) && device->cc_major >= 7)
		device->shared_per_block_optin = between(48, 260) << 10;
	if (percent(20))
		device->shared_per_block = between(16, 64) << 10;
	if (percent(20) && device->cc_major >= 8)
		device->shared_reserved_per_block = between(0, 4) << 9;
	if (percent(3))
		device->registers_per_sm = -1;
	if (percent(3))
		device->shared_per_sm = 0;
}

/* A few capabilities that neither side knows; the device's limits are then those of 9.0. */
static void draw_capability(struct question *question)
{
	do {
		question->major = percent(97) ? between(3, 12) : between(0, MAJORS - 1);
		question->minor = between(0, MINORS - 1);
		question->known = !occupancy_device_for_cc(question->major, question->minor,
		                                           &question->device);
	} while (!question->known && percent(90));
	if (!question->known)
		(void)occupancy_device_for_cc(9, 0, &question->device);
}

static void draw_question(struct question *question)
{
	struct occupancy_launch *launch = &question->launch;
	struct occupancy_device *device = &question->device;

	draw_capability(question);
	if (question->known && percent(10))
		change_device(device);
	*launch = (struct occupancy_launch){
		.threads_per_block = draw_threads(),
		.registers_per_thread = draw_registers(),
		.static_shared_bytes = percent(50) ? 0 : draw_shared(device),
		.dynamic_shared_bytes = draw_shared(device),
		.shared_optin = percent(60),
		.carveout_percent = question->known ? draw_carveout() : OCCUPANCY_CARVEOUT_DEFAULT,
		.cache_config = (enum occupancy_cache_config)between(0, 4),
		.partitioned_caching = (enum occupancy_partitioned_caching)between(0, 2),
		.barriers_per_block = percent(60) ? between(0, 1) : between(0, 70),
		.virtual_resources_per_block = percent(60) ? 0 : between(0, 140),
	};
	launch->max_dynamic_shared_bytes =
	        percent(80) ? launch->dynamic_shared_bytes : draw_shared(device);
}

static cudaOccError ask_reference(const struct question *question, cudaOccResult *result)
{
	const struct occupancy_device *device = &question->device;
	const struct occupancy_launch *launch = &question->launch;
	cudaOccDeviceProp properties = {
		.computeMajor = question->major,
		.computeMinor = question->minor,
		.maxThreadsPerBlock = device->max_threads_per_block,
		.maxThreadsPerMultiprocessor = device->max_threads_per_sm,
		.regsPerBlock = device->registers_per_block,
		.regsPerMultiprocessor = device->registers_per_sm,
		.warpSize = device->warp_size,
		.sharedMemPerBlock = (size_t)device->shared_per_block,
		.sharedMemPerMultiprocessor = (size_t)device->shared_per_sm,
		.numSms = 1,
		.sharedMemPerBlockOptin = (size_t)device->shared_per_block_optin,
		.reservedSharedMemPerBlock = (size_t)device->shared_reserved_per_block,
	};
	cudaOccFuncAttributes attributes = {
		.maxThreadsPerBlock = device->max_threads_per_block,
		.numRegs = launch->registers_per_thread,
		.sharedSizeBytes = (size_t)launch->static_shared_bytes,
		.partitionedGCConfig = (cudaOccPartitionedGCConfig)launch->partitioned_caching,
		.shmemLimitConfig =
		        launch->shared_optin ? FUNC_SHMEM_LIMIT_OPTIN : FUNC_SHMEM_LIMIT_DEFAULT,
		.maxDynamicSharedSizeBytes = (size_t)launch->max_dynamic_shared_bytes,
		.numBlockBarriers = launch->barriers_per_block,
		.virtualResourceCount = launch->virtual_resources_per_block,
	};
	cudaOccDeviceState device_state = {
		.cacheConfig = (cudaOccCacheConfig)launch->cache_config,
		.carveoutConfig = launch->carveout_percent,
	};

	memset(result, 0, sizeof(*result));
	return cudaOccMaxActiveBlocksPerMultiprocessor(result, &properties, &attributes,
	                                               &device_state, launch->threads_per_block,
	                                               (size_t)launch->dynamic_shared_bytes);
}

/* The flags that the reference reports: see the intended disagreement above. */
static unsigned flags_of_reference(const cudaOccResult *result)
{
	if (result->blockLimitBarriers == result->activeBlocksPerMultiprocessor &&
	    result->blockLimitBarriers < result->blockLimitWarps &&
	    result->blockLimitBarriers < result->blockLimitRegs &&
	    result->blockLimitBarriers < result->blockLimitSharedMem &&
	    result->blockLimitBarriers < result->blockLimitBlocks &&
	    result->blockLimitBarriers < result->blockLimitVirtual)
		return result->limitingFactors & OCC_LIMIT_BARRIERS;
	return result->limitingFactors;
}

/* Packing one block after the other by footprints has to end at the same number. */
static bool packing_agrees(const struct occupancy *ours)
{
	struct occupancy_footprint room = ours->sm;
	int expected = ours->blocks_per_sm;
	int packed = 0;

	if (ours->refusal != OCCUPANCY_RUNS || ours->caching != OCCUPANCY_PARTITIONED_OFF ||
	    ours->limit_barriers == expected || ours->limit_virtual == expected)
		return true;
	while (packed <= expected && occupancy_fit(&room, &ours->block) > 0) {
		if (occupancy_fit(&room, &ours->block) != expected - packed)
			return false;
		occupancy_add(&room, &ours->block, -1);
		packed++;
	}
	return packed == expected;
}

static bool answers_agree(const struct occupancy *ours, const cudaOccResult *theirs)
{
	return ours->blocks_per_sm == theirs->activeBlocksPerMultiprocessor &&
	       ours->limit_warps == theirs->blockLimitWarps &&
	       ours->limit_registers == theirs->blockLimitRegs &&
	       ours->limit_shared == theirs->blockLimitSharedMem &&
	       ours->limit_blocks == theirs->blockLimitBlocks &&
	       ours->limit_barriers == theirs->blockLimitBarriers &&
	       ours->limit_virtual == theirs->blockLimitVirtual &&
	       ours->limiters == flags_of_reference(theirs) &&
	       ours->registers_allocated_per_block == theirs->allocatedRegistersPerBlock &&
	       ours->shared_allocated_per_block == (int64_t)theirs->allocatedSharedMemPerBlock &&
	       (int)ours->caching == (int)theirs->partitionedGCConfig &&
	       (ours->refusal == OCCUPANCY_RUNS) == (theirs->activeBlocksPerMultiprocessor > 0) &&
	       packing_agrees(ours);
}

static void count_answer(const struct occupancy *ours)
{
	state.refused[ours->refusal]++;
	if (ours->refusal != OCCUPANCY_RUNS)
		return;
	state.partitioned += ours->caching != OCCUPANCY_PARTITIONED_OFF;
	for (int i = 0; i < OCCUPANCY_LIMITERS; i++)
		state.decided[i] += ours->limiters == 1u << i;
}

static bool agrees(const struct question *question, struct occupancy *ours, cudaOccError *error,
                   cudaOccResult *theirs)
{
	int status = occupancy_compute(&question->device, &question->launch, ours);
	bool wrong_question =
	        ours->refusal != OCCUPANCY_RUNS && ours->refusal <= OCCUPANCY_BAD_LAST;

	*error = ask_reference(question, theirs);
	if (!question->known) {
		state.unknown++;
		return *error == (wrong_question ? CUDA_OCC_ERROR_INVALID_INPUT
		                                 : CUDA_OCC_ERROR_UNKNOWN_DEVICE);
	}
	count_answer(ours);
	state.capability[question->major][question->minor]++;
	if (status != (ours->refusal == OCCUPANCY_RUNS ? 0 : -EINVAL))
		return false;
	if (wrong_question)
		return *error == CUDA_OCC_ERROR_INVALID_INPUT;
	return *error == CUDA_OCC_SUCCESS && answers_agree(ours, theirs);
}

static void show(const struct question *question, const struct occupancy *ours, cudaOccError error,
                 const cudaOccResult *theirs)
{
	const struct occupancy_launch *launch = &question->launch;

	printf("# cc %d.%d%s: threads=%d registers=%d static=%" PRId64 " dynamic=%" PRId64
	       " optin=%d max_dynamic=%" PRId64
	       " carveout=%d cache=%d caching=%d barriers=%d virtual=%d\n",
	       question->major, question->minor, question->known ? "" : " (unknown)",
	       launch->threads_per_block, launch->registers_per_thread, launch->static_shared_bytes,
	       launch->dynamic_shared_bytes, launch->shared_optin, launch->max_dynamic_shared_bytes,
	       launch->carveout_percent, (int)launch->cache_config,
	       (int)launch->partitioned_caching, launch->barriers_per_block,
	       launch->virtual_resources_per_block);
	printf("#   ours: %s, blocks=%d warps=%d registers=%d shared=%d barriers=%d virtual=%d "
	       "limiters=%x\n",
	       occupancy_refusal_text(ours->refusal), ours->blocks_per_sm, ours->limit_warps,
	       ours->limit_registers, ours->limit_shared, ours->limit_barriers, ours->limit_virtual,
	       ours->limiters);
	printf("#   reference: error=%d blocks=%d warps=%d registers=%d shared=%d barriers=%d "
	       "virtual=%d limiters=%x\n",
	       (int)error, theirs->activeBlocksPerMultiprocessor, theirs->blockLimitWarps,
	       theirs->blockLimitRegs, theirs->blockLimitSharedMem, theirs->blockLimitBarriers,
	       theirs->blockLimitVirtual, theirs->limitingFactors);
}

/*
 * Refusals that no question of this test can meet: the reference takes shared memory as unsigned,
 * so a negative amount cannot be asked, and the block slots are its own constants.
 */
static bool is_met_here(int refusal)
{
	return refusal != OCCUPANCY_BAD_SHARED && refusal != OCCUPANCY_BLOCKS_PER_SM;
}

static int report_coverage(void)
{
	int missing = 0;

	for (int i = 0; i < OCCUPANCY_LIMITERS; i++) {
		printf("# decided alone by %s: %d\n", occupancy_limiter_name(1u << i),
		       state.decided[i]);
		missing += state.decided[i] == 0;
	}
	for (int i = 0; i < OCCUPANCY_REFUSALS; i++) {
		if (!is_met_here(i))
			continue;
		printf("# %s: %d\n",
		       i == OCCUPANCY_RUNS ? "runs"
		                           : occupancy_refusal_text((enum occupancy_refusal)i),
		       state.refused[i]);
		missing += state.refused[i] == 0;
	}
	printf("# capability unknown to both: %d\n", state.unknown);
	printf("# partitioned caching in effect: %d\n", state.partitioned);
	missing += state.unknown == 0 || state.partitioned == 0;
	for (int major = 0; major < MAJORS; major++) {
		for (int minor = 0; minor < MINORS; minor++) {
			struct occupancy_device device;
			bool known = !occupancy_device_for_cc(major, minor, &device);

			missing += known && state.capability[major][minor] == 0;
		}
	}
	if (missing)
		printf("# %d limits, refusals or capabilities were never met\n", missing);
	return missing;
}

int main(void)
{
	int agreed = 0;
	int missing;

	printf("1..1\n");
	for (int i = 0; i < LAUNCHES; i++) {
		struct question question;
		struct occupancy ours;
		cudaOccError error;
		cudaOccResult theirs;

		draw_question(&question);
		if (agrees(&question, &ours, &error, &theirs))
			agreed++;
		else if (i + 1 - agreed <= SHOWN)
			show(&question, &ours, error, &theirs);
	}
	missing = report_coverage();
	printf("%sok 1 - %d of %d agree\n", agreed == LAUNCHES && !missing ? "" : "not ", agreed,
	       LAUNCHES);
	return agreed == LAUNCHES && !missing ? EXIT_SUCCESS : EXIT_FAILURE;
}
