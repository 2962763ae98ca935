/* SPDX-License-Identifier: MIT */
/*
 * Occupancy: how many blocks of a kernel are resident on one SM at the same time, and which limit
 * of the SM decides it. Pure arithmetic on integers: no allocation, no state, any thread.
 *
 * The rules are those of the CUDA C++ Programming Guide ("Hardware Multithreading", "Technical
 * Specifications per Compute Capability") and of Nsight Compute's occupancy calculator. The results
 * equal those of the toolkit's cuda_occupancy.h (CUDA 13.0) for every compute capability it knows:
 * tests/unit/occupancy_reference.c compares a million random launches.
 *
 * Registers, the rule that is most often got wrong. An SM is several processing blocks
 * ("partitions": four, two on capability 6.0), and each has its own warp slots and its own share of
 * the register file. A warp lives on one partition and gets its registers there, rounded up to the
 * allocation unit of 256:
 *
 *     registers per warp      = round_up(registers_per_thread * 32, 256)
 *     warps per partition     = (registers_per_sm / 4) / registers per warp       (rounded down)
 *     blocks                  = 4 * warps per partition / warps per block         (rounded down)
 *
 * So what is left over in one partition cannot be joined with what is left over in another. With 34
 * registers a warp takes 1280; a partition of 16384 holds 12 such warps and wastes 1024 registers;
 * the SM holds 48 warps (75 %), not 65536 / (34 * 32) = 60.
 */
#ifndef WARPWISE_GRAPH_OCCUPANCY_H
#define WARPWISE_GRAPH_OCCUPANCY_H

#include <limits.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define OCCUPANCY_CARVEOUTS 10 /* the most shared memory sizes that an SM can be set to */

/*
 * The limits of a device, plain data: start from occupancy_device_for_cc() and overwrite what the
 * trace's device row knows better. Shared memory is in bytes, registers are 32 bits wide.
 */
struct occupancy_device {
	int cc_major;
	int cc_minor;
	bool inferred; /* this minor is not published: its size limits are taken from a relative */
	int sm_count;  /* 0: unknown; no result here depends on it */

	int warp_size;        /* threads */
	int partitions;       /* processing blocks of an SM, each with its share of registers */
	int check_partitions; /* ... of the family's other SMs; a launch must fit those too (6.0) */
	int max_threads_per_sm; /* the warp slots are this / warp_size */
	int max_blocks_per_sm;
	int max_threads_per_block;

	int registers_per_sm;
	int registers_per_block;
	int max_registers_per_thread;
	int register_alloc_unit; /* registers; a warp's are rounded up to it */

	int shared_per_sm;             /* largest that the SM can be set to */
	int shared_per_block;          /* without opt-in, without the reserved part */
	int shared_per_block_optin;    /* with cudaFuncAttributeMaxDynamicSharedMemorySize */
	int shared_reserved_per_block; /* the driver's own, 1 KiB since 8.0 */
	int shared_alloc_unit;         /* bytes; a block's are rounded up to it */
	int shared_l1_preference;      /* what the L1 preference takes from shared memory (3.x) */
	int carveouts;                 /* entries below; 0: shared memory is not cut out of L1 */
	int carveout_kib[OCCUPANCY_CARVEOUTS]; /* sizes an SM can be set to, ascending, KiB */

	int barriers_per_sm;          /* 0: not counted */
	int virtual_resources_per_sm; /* 0: not counted */
	bool partitioned_caching;     /* has the half-SM global caching of 5.2 to 6.2 */
};

/* The numbers are CUPTI's and the driver's (CUfunc_cache). */
enum occupancy_cache_config {
	OCCUPANCY_CACHE_NONE,
	OCCUPANCY_CACHE_SHARED,
	OCCUPANCY_CACHE_L1,
	OCCUPANCY_CACHE_EQUAL,
};

/* Capabilities 5.2, 5.3, 6.1, 6.2: global loads cached per half SM; a block then uses one half. */
enum occupancy_partitioned_caching {
	OCCUPANCY_PARTITIONED_OFF,
	OCCUPANCY_PARTITIONED_ON,        /* given up for a block whose registers need both halves */
	OCCUPANCY_PARTITIONED_ON_STRICT, /* never given up */
};

#define OCCUPANCY_CARVEOUT_DEFAULT (-1) /* no preference */

/* A launch without any preference; the caller adds threads, registers and shared memory. */
#define OCCUPANCY_LAUNCH_DEFAULT                               \
	{                                                      \
		.carveout_percent = OCCUPANCY_CARVEOUT_DEFAULT \
	}

/*
 * What a launch asks for per block. Start from OCCUPANCY_LAUNCH_DEFAULT, because a zeroed carve-out
 * means "all L1". For a launch that was recorded, and so did run, set shared_optin and give
 * max_dynamic_shared_bytes the value of dynamic_shared_bytes.
 * The size of a thread block cluster is not here: it does not change how many blocks fit on an SM.
 */
struct occupancy_launch {
	int threads_per_block;
	int registers_per_thread; /* 0: the kernel uses none */
	int64_t static_shared_bytes;
	int64_t dynamic_shared_bytes;
	bool shared_optin;                /* the function has raised its dynamic limit to ... */
	int64_t max_dynamic_shared_bytes; /* ... this; unused without shared_optin */
	int carveout_percent;             /* 0..100 of shared_per_sm, or _DEFAULT; from 7.0 on */
	enum occupancy_cache_config cache_config; /* any other value counts as NONE */
	enum occupancy_partitioned_caching partitioned_caching;
	int barriers_per_block;          /* named barriers; 0: unknown; counts from 9.0 on */
	int virtual_resources_per_block; /* 0: unknown; counts from 10.0 on */
};

/* What can decide the number of blocks; several do when they agree. */
enum occupancy_limiter {
	OCCUPANCY_LIMIT_WARPS = 1 << 0, /* warp slots (threads) */
	OCCUPANCY_LIMIT_REGISTERS = 1 << 1,
	OCCUPANCY_LIMIT_SHARED = 1 << 2,
	OCCUPANCY_LIMIT_BLOCKS = 1 << 3, /* block slots */
	OCCUPANCY_LIMIT_BARRIERS = 1 << 4,
	OCCUPANCY_LIMIT_VIRTUAL = 1 << 5,
};
#define OCCUPANCY_LIMITERS 6 /* the flags are 1 << 0 .. 1 << (OCCUPANCY_LIMITERS - 1) */

/* Why a launch cannot run. Up to _BAD_LAST the question itself was wrong, and no limit is known. */
enum occupancy_refusal {
	OCCUPANCY_RUNS,
	OCCUPANCY_BAD_DEVICE,
	OCCUPANCY_BAD_THREADS,
	OCCUPANCY_BAD_REGISTERS,
	OCCUPANCY_BAD_SHARED,
	OCCUPANCY_BAD_CARVEOUT,
	OCCUPANCY_BAD_LAST = OCCUPANCY_BAD_CARVEOUT,
	OCCUPANCY_THREADS_PER_BLOCK,
	OCCUPANCY_WARPS_PER_SM,
	OCCUPANCY_REGISTERS_PER_THREAD,
	OCCUPANCY_REGISTERS_PER_BLOCK,
	OCCUPANCY_REGISTERS_PER_SM,
	OCCUPANCY_DYNAMIC_SHARED,
	OCCUPANCY_SHARED_PER_BLOCK,
	OCCUPANCY_SHARED_PER_SM,
	OCCUPANCY_BLOCKS_PER_SM,
	OCCUPANCY_BARRIERS_PER_SM,
	OCCUPANCY_VIRTUAL_PER_SM,
	OCCUPANCY_REFUSALS, /* how many there are */
};

/*
 * What one block takes of an SM, and with the same units what an SM has. Footprints of different
 * kernels may be added: blocks of several kernels are taken to fit together while no sum exceeds
 * the SM's. For blocks of one kernel this gives exactly blocks_per_sm. For a mixture it is a close
 * estimate, since the hardware's placement is not published; also, SMs change their shared memory
 * size only when they are empty, so take the shared_bytes of the kernel that is resident already.
 *
 * registers: a warp is charged floor(registers_per_sm / warps that fit), that is with its part of
 * what is wasted at the end of each partition (see above): 1365 instead of 1280 for 34 registers.
 * Barriers, virtual resources and partitioned caching are left out.
 */
struct occupancy_footprint {
	int blocks; /* block slots: 1 for a block */
	int warps;  /* warp slots */
	int registers;
	int shared_bytes;
};

/*
 * The answer. limit_*: blocks per SM if only that limit existed, INT_MAX where the launch takes
 * nothing of it; blocks_per_sm is their minimum.
 */
struct occupancy {
	enum occupancy_refusal refusal;
	int blocks_per_sm;
	int active_warps;  /* per SM */
	int max_warps;     /* per SM */
	double occupancy;  /* active_warps / max_warps, 0..1 */
	unsigned limiters; /* enum occupancy_limiter: every limit that equals blocks_per_sm */
	int limit_warps;
	int limit_registers;
	int limit_shared;
	int limit_blocks;
	int limit_barriers;
	int limit_virtual;
	int64_t registers_allocated_per_block;
	int64_t shared_allocated_per_block; /* bytes, with the reserved part */
	int64_t shared_per_sm;              /* bytes that the SM is set to for this launch */
	enum occupancy_partitioned_caching caching; /* what is left of the launch's wish */
	struct occupancy_footprint block;           /* all 0 if the launch cannot run */
	struct occupancy_footprint sm;              /* what those are taken from */
};

/*
 * Fills *device with the limits of a compute capability, sm_count 0. Returns 0, or -ENODEV for a
 * capability that cuda_occupancy.h of CUDA 13.0 refuses. That file takes any minor of 3, 5, 6, 7, 8
 * and 9, and only listed ones from 10 on; so does this, with `inferred` set for unpublished minors.
 */
int occupancy_device_for_cc(int major, int minor, struct occupancy_device *device);

/* A product that --device can name; sm_count is what its vendor publishes for the full product. */
struct occupancy_product {
	const char *name; /* "H100 PCIe" */
	int cc_major;
	int cc_minor;
	int sm_count;
};

/* The products, *count of them, in a table that lives as long as the program. */
const struct occupancy_product *occupancy_products(size_t *count);

/*
 * The product of that name, NULL if there is none. Case, blanks and punctuation do not count, nor
 * do the words NVIDIA, Tesla, GeForce and Quadro: "nvidia geforce rtx 4090" is "RTX 4090".
 */
const struct occupancy_product *occupancy_product_find(const char *name);

/* Fills *device for such a name. Returns 0 or -ENODEV. */
int occupancy_device_for_name(const char *name, struct occupancy_device *device);

/*
 * Computes *out. Returns 0 if at least one block fits on an SM, or -EINVAL: out->refusal then says
 * why, and unless it is one of the BAD ones the limits and limiters are filled too (at least one
 * limit is 0). Any values are safe, a trace's included.
 */
int occupancy_compute(const struct occupancy_device *device, const struct occupancy_launch *launch,
                      struct occupancy *out);

/* How many blocks of this footprint fit into what is free; at least 0, INT_MAX for an empty one. */
int occupancy_fit(const struct occupancy_footprint *free_room,
                  const struct occupancy_footprint *block);

/* Adds (count > 0) or takes away (count < 0) the footprints of count blocks. */
void occupancy_add(struct occupancy_footprint *room, const struct occupancy_footprint *block,
                   int count);

/* "warps", "registers", "shared memory" ...; limiter is one flag. NULL for an unknown one. */
const char *occupancy_limiter_name(unsigned limiter);

/* Half a sentence: "more registers per block than a block can have". Never NULL. */
const char *occupancy_refusal_text(enum occupancy_refusal refusal);

/* The inputs that a curve can vary while the launch's others stay. */
enum occupancy_axis {
	OCCUPANCY_BY_THREADS,   /* threads per block, in whole warps */
	OCCUPANCY_BY_REGISTERS, /* registers per thread */
	OCCUPANCY_BY_SHARED,    /* bytes per block, static and dynamic together, as if opted in */
	OCCUPANCY_AXES,
};

struct occupancy_point {
	int64_t value; /* of the axis: threads, registers or bytes */
	int active_warps;
	int blocks_per_sm;
	unsigned limiters;
	bool current; /* this is the launch's own value, in place of the next one above it */
};

/*
 * Fills points with the occupancy over the whole range of an axis, evenly spaced (by the axis' own
 * unit where that needs no more than max_points); the last is the device's limit per block or
 * thread. Returns how many points were filled, or -EINVAL for a device or axis that is none, or
 * fewer than 2 points. A value that cannot run is a point with 0 warps.
 */
int occupancy_curve(const struct occupancy_device *device, const struct occupancy_launch *launch,
                    enum occupancy_axis axis, struct occupancy_point *points, int max_points);

/* Values of an axis that follow each other and have the same occupancy. */
struct occupancy_step {
	int64_t last; /* the largest of them */
	int active_warps;
	unsigned limiters;
};

/*
 * The same curve without a value left out: fills steps with the runs of equal occupancy, and
 * returns how many there are, at most max_steps, or -EINVAL as above. No known device has more than
 * OCCUPANCY_STEPS_MAX. Takes as long as some thousand calculations.
 */
enum { OCCUPANCY_STEPS_MAX = 128 };
int occupancy_steps(const struct occupancy_device *device, const struct occupancy_launch *launch,
                    enum occupancy_axis axis, struct occupancy_step *steps, int max_steps);

#endif
