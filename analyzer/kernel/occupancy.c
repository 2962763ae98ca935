/* SPDX-License-Identifier: MIT */
/*
 * The occupancy calculation; occupancy.h explains the rules, occupancy_limits.h has the numbers.
 * Called in the analyzer's inner loops on values out of untrusted traces: it is bounded, and all
 * sums and products of such values are 64 bits wide. On the main thread, but without any state.
 */
#include "kernel/occupancy_limits.h"
#include "kernel/occupancy_parts.h"

#include <ctype.h>
#include <errno.h>
#include <string.h>

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))

enum {
	NO_LIMIT = INT_MAX,
	WARP_SIZE = 32,              /* threads; of every capability so far */
	THREADS_PER_BLOCK = 1024,    /* of every capability so far */
	REGISTER_UNIT = 256,         /* registers; of every capability since 3.0 */
	SHARED_PER_BLOCK = 48 << 10, /* bytes without opt-in, of every capability */
	PARTITIONS_MAX = 64,         /* with UNIT_MAX: keeps products within 64 bits */
	UNIT_MAX = 1 << 16,          /* registers or bytes */
};

/* One row per limiter: the table that the minimum, the flags and the names are read from. */
static const struct limiter {
	enum occupancy_limiter flag;
	const char *name;
	size_t limit; /* offset in struct occupancy */
} limiters[OCCUPANCY_LIMITERS] = {
	{ OCCUPANCY_LIMIT_WARPS, "warps", offsetof(struct occupancy, limit_warps) },
	{ OCCUPANCY_LIMIT_REGISTERS, "registers", offsetof(struct occupancy, limit_registers) },
	{ OCCUPANCY_LIMIT_SHARED, "shared memory", offsetof(struct occupancy, limit_shared) },
	{ OCCUPANCY_LIMIT_BLOCKS, "blocks", offsetof(struct occupancy, limit_blocks) },
	{ OCCUPANCY_LIMIT_BARRIERS, "barriers", offsetof(struct occupancy, limit_barriers) },
	{ OCCUPANCY_LIMIT_VIRTUAL, "virtual resources", offsetof(struct occupancy, limit_virtual) },
};

static const char *const refusal_texts[OCCUPANCY_REFUSALS] = {
	[OCCUPANCY_RUNS] = "fits",
	[OCCUPANCY_BAD_DEVICE] = "a device with impossible limits",
	[OCCUPANCY_BAD_THREADS] = "a block of less than one thread",
	[OCCUPANCY_BAD_REGISTERS] = "a negative number of registers per thread",
	[OCCUPANCY_BAD_SHARED] = "a negative amount of shared memory",
	[OCCUPANCY_BAD_CARVEOUT] = "a shared memory carve-out outside 0 to 100 percent",
	[OCCUPANCY_THREADS_PER_BLOCK] = "more threads than a block can have",
	[OCCUPANCY_WARPS_PER_SM] = "more warps per block than an SM has slots for",
	[OCCUPANCY_REGISTERS_PER_THREAD] = "more registers than a thread can have",
	[OCCUPANCY_REGISTERS_PER_BLOCK] = "more registers per block than a block can have",
	[OCCUPANCY_REGISTERS_PER_SM] = "more registers per block than the SM's partitions hold",
	[OCCUPANCY_DYNAMIC_SHARED] = "more dynamic shared memory than the function has opted in to",
	[OCCUPANCY_SHARED_PER_BLOCK] = "more shared memory than a block can have",
	[OCCUPANCY_SHARED_PER_SM] = "more shared memory per block than an SM has",
	[OCCUPANCY_BLOCKS_PER_SM] = "an SM without block slots",
	[OCCUPANCY_BARRIERS_PER_SM] = "more barriers per block than an SM has",
	[OCCUPANCY_VIRTUAL_PER_SM] = "more virtual resources per block than an SM has",
};

/* What the cache configuration, the older interface, means as a carve-out. */
static const int cache_config_percent[] = {
	[OCCUPANCY_CACHE_NONE] = OCCUPANCY_CARVEOUT_DEFAULT,
	[OCCUPANCY_CACHE_SHARED] = 100,
	[OCCUPANCY_CACHE_L1] = 0,
	[OCCUPANCY_CACHE_EQUAL] = 50,
};

/* ---- devices ---- */

static const struct major_limits *find_major(int major)
{
	for (size_t i = 0; i < ARRAY_SIZE(major_limits); i++)
		if (major_limits[i].major == major)
			return &major_limits[i];
	return NULL;
}

static const struct minor_limits *find_minor(int major, int minor)
{
	for (size_t i = 0; i < ARRAY_SIZE(minor_limits); i++) {
		const struct minor_limits *row = &minor_limits[i];

		if (row->major == major && (row->minor == minor || row->minor == ANY_MINOR))
			return row;
	}
	return NULL;
}

/* 6.0 has two partitions, but may only run what 6.1, which has four, could run as well. */
static bool is_gp100(int major, int minor)
{
	return major == 6 && minor == 0;
}

/* 5.2, 5.3 and the Pascals but GP100. */
static bool has_partitioned_caching(int major, int minor)
{
	return (major == 5 && (minor == 2 || minor == 3)) || (major == 6 && minor != 0);
}

int occupancy_device_for_cc(int major, int minor, struct occupancy_device *device)
{
	const struct major_limits *family = find_major(major);
	const struct minor_limits *row = minor < 0 ? NULL : find_minor(major, minor);

	if (!family || !row)
		return -ENODEV;
	*device = (struct occupancy_device){
		.cc_major = major,
		.cc_minor = minor,
		.inferred = row->inferred,
		.warp_size = WARP_SIZE,
		.partitions = is_gp100(major, minor) ? 2 : family->partitions,
		.check_partitions = family->partitions,
		.max_threads_per_sm = row->threads_per_sm,
		.max_blocks_per_sm = row->blocks_per_sm,
		.max_threads_per_block = THREADS_PER_BLOCK,
		.registers_per_sm = row->registers_per_sm,
		.registers_per_block = row->registers_per_block,
		.max_registers_per_thread = family->registers_per_thread,
		.register_alloc_unit = REGISTER_UNIT,
		.shared_per_sm = row->shared_per_sm_kib << 10,
		.shared_per_block = SHARED_PER_BLOCK,
		.shared_per_block_optin = row->optin_kib ? row->optin_kib << 10 : SHARED_PER_BLOCK,
		.shared_reserved_per_block = family->shared_reserved,
		.shared_alloc_unit = family->shared_unit,
		.shared_l1_preference = family->shared_preference,
		.carveouts = row->carveouts,
		.barriers_per_sm = row->barriers_per_sm,
		.virtual_resources_per_sm = family->virtual_resources,
		.partitioned_caching = has_partitioned_caching(major, minor),
	};
	memcpy(device->carveout_kib, row->carveout_kib, sizeof(device->carveout_kib));
	return 0;
}

const struct occupancy_product *occupancy_products(size_t *count)
{
	*count = ARRAY_SIZE(products);
	return products;
}

/* Steps over the characters that do not count and returns the next that does, in lower case. */
static int next_letter(const char **text)
{
	while (**text && !isalnum((unsigned char)**text))
		(*text)++;
	return **text ? tolower((unsigned char)*(*text)++) : '\0';
}

/* True if text begins with prefix; *rest is then what follows it. */
static bool name_begins(const char *text, const char *prefix, const char **rest)
{
	for (;;) {
		int want = next_letter(&prefix);

		if (!want)
			break;
		if (next_letter(&text) != want)
			return false;
	}
	*rest = text;
	return true;
}

static const char *without_brand(const char *name)
{
	static const char *const brands[] = { "NVIDIA", "Tesla", "GeForce", "Quadro" };

	for (size_t i = 0; i < ARRAY_SIZE(brands); i++)
		(void)name_begins(name, brands[i], &name);
	return name;
}

const struct occupancy_product *occupancy_product_find(const char *name)
{
	name = without_brand(name);
	for (size_t i = 0; i < ARRAY_SIZE(products); i++) {
		const char *rest;

		if (name_begins(name, products[i].name, &rest) && !next_letter(&rest))
			return &products[i];
	}
	return NULL;
}

int occupancy_device_for_name(const char *name, struct occupancy_device *device)
{
	const struct occupancy_product *product = occupancy_product_find(name);

	if (!product || occupancy_device_for_cc(product->cc_major, product->cc_minor, device))
		return -ENODEV;
	device->sm_count = product->sm_count;
	return 0;
}

/* ---- one launch ---- */

bool occupancy_device_is_sane(const struct occupancy_device *device)
{
	return device->warp_size > 0 && device->warp_size <= THREADS_PER_BLOCK &&
	       device->partitions > 0 && device->partitions <= PARTITIONS_MAX &&
	       device->check_partitions > 0 && device->check_partitions <= PARTITIONS_MAX &&
	       device->max_threads_per_block > 0 && device->max_threads_per_sm > 0 &&
	       device->registers_per_block > 0 && device->registers_per_sm > 0 &&
	       device->register_alloc_unit > 0 && device->register_alloc_unit <= UNIT_MAX &&
	       device->shared_alloc_unit > 0 && device->shared_alloc_unit <= UNIT_MAX &&
	       device->shared_per_block > 0 && device->shared_per_sm > 0 &&
	       device->shared_reserved_per_block >= 0 && device->carveouts >= 0 &&
	       device->carveouts <= OCCUPANCY_CARVEOUTS;
}

static enum occupancy_refusal check_question(const struct occupancy_device *device,
                                             const struct occupancy_launch *launch)
{
	if (launch->threads_per_block <= 0)
		return OCCUPANCY_BAD_THREADS;
	if (!occupancy_device_is_sane(device))
		return OCCUPANCY_BAD_DEVICE;
	if (launch->registers_per_thread < 0)
		return OCCUPANCY_BAD_REGISTERS;
	if (launch->static_shared_bytes < 0 || launch->dynamic_shared_bytes < 0)
		return OCCUPANCY_BAD_SHARED;
	/* without carve-outs the percentage is not looked at */
	if (device->carveouts > 0 && (launch->carveout_percent < OCCUPANCY_CARVEOUT_DEFAULT ||
	                              launch->carveout_percent > 100))
		return OCCUPANCY_BAD_CARVEOUT;
	return OCCUPANCY_RUNS;
}

static int64_t warps_of_block(const struct occupancy_device *device,
                              const struct occupancy_launch *launch)
{
	return divide_up(launch->threads_per_block, device->warp_size);
}

static int64_t registers_of_warp(const struct occupancy_device *device,
                                 const struct occupancy_launch *launch)
{
	return round_up((int64_t)launch->registers_per_thread * device->warp_size,
	                device->register_alloc_unit);
}

/*
 * Blocks by registers, on an SM of that many partitions (occupancy.h explains). With partitioned
 * caching a block lives in one half of the partitions; *caching is switched off when that leaves
 * no room for one. The launch check counts as if each partition took the same number of warps.
 */
static enum occupancy_refusal blocks_by_registers(const struct occupancy_device *device,
                                                  const struct occupancy_launch *launch,
                                                  int partitions,
                                                  enum occupancy_partitioned_caching *caching,
                                                  int64_t *blocks)
{
	int64_t block_warps = warps_of_block(device, launch);
	int64_t per_warp = registers_of_warp(device, launch);
	int64_t warps; /* that a partition holds */

	*blocks = 0;
	if (launch->registers_per_thread > device->max_registers_per_thread)
		return OCCUPANCY_REGISTERS_PER_THREAD;
	if (per_warp * round_up(block_warps, partitions) > device->registers_per_block)
		return OCCUPANCY_REGISTERS_PER_BLOCK;
	*blocks = NO_LIMIT;
	if (per_warp == 0)
		return OCCUPANCY_RUNS;
	warps = device->registers_per_sm / partitions / per_warp;
	*blocks = 0;
	if (*caching != OCCUPANCY_PARTITIONED_OFF)
		*blocks = warps * (partitions / 2) / block_warps * 2;
	if (*blocks == 0 && *caching != OCCUPANCY_PARTITIONED_ON_STRICT) {
		*caching = OCCUPANCY_PARTITIONED_OFF;
		*blocks = warps * partitions / block_warps;
	}
	return *blocks > 0 ? OCCUPANCY_RUNS : OCCUPANCY_REGISTERS_PER_SM;
}

static enum occupancy_refusal limit_registers(const struct occupancy_device *device,
                                              const struct occupancy_launch *launch,
                                              struct occupancy *out)
{
	enum occupancy_partitioned_caching ignored = out->caching;
	enum occupancy_refusal refusal;
	int64_t blocks;
	int64_t family_blocks;

	out->registers_allocated_per_block =
	        registers_of_warp(device, launch) * warps_of_block(device, launch);
	refusal = blocks_by_registers(device, launch, device->partitions, &out->caching, &blocks);
	if (refusal == OCCUPANCY_RUNS && device->check_partitions != device->partitions) {
		refusal = blocks_by_registers(device, launch, device->check_partitions, &ignored,
		                              &family_blocks);
		if (family_blocks == 0)
			blocks = 0;
	}
	out->limit_registers = (int)smaller(blocks, NO_LIMIT);
	return refusal;
}

static enum occupancy_refusal limit_warps(const struct occupancy_device *device,
                                          const struct occupancy_launch *launch,
                                          struct occupancy *out)
{
	int64_t warps = warps_of_block(device, launch);

	out->limit_warps = 0;
	if (launch->threads_per_block > device->max_threads_per_block)
		return OCCUPANCY_THREADS_PER_BLOCK;
	if (out->caching != OCCUPANCY_PARTITIONED_OFF)
		out->limit_warps = (int)(out->max_warps / 2 / warps * 2);
	else
		out->limit_warps = (int)(out->max_warps / warps);
	return out->limit_warps > 0 ? OCCUPANCY_RUNS : OCCUPANCY_WARPS_PER_SM;
}

/* The smallest size that an SM can be set to and that holds size bytes; -1 if there is none. */
static int64_t carveout_for(const struct occupancy_device *device, int64_t size)
{
	for (int i = 0; i < device->carveouts; i++) {
		int64_t carveout = (int64_t)device->carveout_kib[i] << 10;

		if (carveout >= size)
			return carveout;
	}
	return -1;
}

/*
 * The shared memory that an SM is set to before the launch's own need is looked at: the carve-out
 * that the function or, if it has no wish, its cache configuration prefers. -1: there is none.
 */
static int64_t preferred_shared(const struct occupancy_device *device,
                                const struct occupancy_launch *launch)
{
	size_t config = (size_t)launch->cache_config;
	int percent = launch->carveout_percent;

	if (config >= ARRAY_SIZE(cache_config_percent))
		config = OCCUPANCY_CACHE_NONE;
	if (device->carveouts > 0) {
		if (percent == OCCUPANCY_CARVEOUT_DEFAULT)
			percent = cache_config_percent[config];
		if (percent == OCCUPANCY_CARVEOUT_DEFAULT)
			percent = 100;
		return carveout_for(device, (int64_t)percent * device->shared_per_sm / 100);
	}
	if (config == OCCUPANCY_CACHE_L1)
		return (int64_t)device->shared_per_sm - device->shared_l1_preference;
	if (config == OCCUPANCY_CACHE_EQUAL)
		return (int64_t)device->shared_per_sm - device->shared_l1_preference / 2;
	return device->shared_per_sm;
}

/*
 * Bytes that a block may have. The opt-in exists where shared memory is cut out of the L1 cache,
 * and is granted by what the function could use, not by what this launch uses.
 */
static int64_t shared_limit_per_block(const struct occupancy_device *device,
                                      const struct occupancy_launch *launch, int64_t fixed_bytes,
                                      int64_t max_dynamic_bytes)
{
	int limit = device->shared_per_block;

	if (launch->shared_optin && device->carveouts > 0 &&
	    fixed_bytes + max_dynamic_bytes > limit)
		limit = device->shared_per_block_optin;
	return (int64_t)limit + device->shared_reserved_per_block;
}

static enum occupancy_refusal limit_shared(const struct occupancy_device *device,
                                           const struct occupancy_launch *launch,
                                           struct occupancy *out)
{
	int64_t fixed = smaller(launch->static_shared_bytes, SHARED_BYTES_MAX) +
	                device->shared_reserved_per_block;
	int64_t dynamic = smaller(launch->dynamic_shared_bytes, SHARED_BYTES_MAX);
	int64_t max_dynamic = smaller(launch->max_dynamic_shared_bytes, SHARED_BYTES_MAX);
	int64_t allocated = round_up(fixed + dynamic, device->shared_alloc_unit);
	int64_t sm = preferred_shared(device, launch);

	out->shared_allocated_per_block = allocated;
	out->limit_shared = 0;
	if (sm < 0)
		return OCCUPANCY_BAD_DEVICE;
	if (launch->shared_optin && launch->dynamic_shared_bytes > launch->max_dynamic_shared_bytes)
		return OCCUPANCY_DYNAMIC_SHARED;
	if (allocated > shared_limit_per_block(device, launch, fixed, max_dynamic))
		return OCCUPANCY_SHARED_PER_BLOCK;
	if (sm < allocated) /* a preference does not keep a block from running */
		sm = device->carveouts > 0 ? carveout_for(device, allocated)
		                           : device->shared_per_sm;
	if (sm < 0)
		return OCCUPANCY_BAD_DEVICE;
	out->shared_per_sm = sm;
	out->limit_shared = allocated > 0 ? (int)(sm / allocated) : NO_LIMIT;
	return out->limit_shared > 0 ? OCCUPANCY_RUNS : OCCUPANCY_SHARED_PER_SM;
}

static enum occupancy_refusal limit_blocks(const struct occupancy_device *device,
                                           const struct occupancy_launch *launch,
                                           struct occupancy *out)
{
	(void)launch;
	out->limit_blocks = device->max_blocks_per_sm > 0 ? device->max_blocks_per_sm : 0;
	return out->limit_blocks > 0 ? OCCUPANCY_RUNS : OCCUPANCY_BLOCKS_PER_SM;
}

static int share(int available, int used)
{
	return available > 0 && used > 0 ? available / used : NO_LIMIT;
}

static enum occupancy_refusal limit_barriers(const struct occupancy_device *device,
                                             const struct occupancy_launch *launch,
                                             struct occupancy *out)
{
	out->limit_barriers = share(device->barriers_per_sm, launch->barriers_per_block);
	return out->limit_barriers > 0 ? OCCUPANCY_RUNS : OCCUPANCY_BARRIERS_PER_SM;
}

static enum occupancy_refusal limit_virtual(const struct occupancy_device *device,
                                            const struct occupancy_launch *launch,
                                            struct occupancy *out)
{
	out->limit_virtual =
	        share(device->virtual_resources_per_sm, launch->virtual_resources_per_block);
	return out->limit_virtual > 0 ? OCCUPANCY_RUNS : OCCUPANCY_VIRTUAL_PER_SM;
}

/* Registers come first: they may switch partitioned caching off, which the warps' limit reads. */
static enum occupancy_refusal (*const limit_functions[])(const struct occupancy_device *device,
                                                         const struct occupancy_launch *launch,
                                                         struct occupancy *out) = {
	limit_registers, limit_warps, limit_shared, limit_blocks, limit_barriers, limit_virtual,
};

/*
 * The first refusal in the table's order is reported, but a wrong question before all others, and
 * after that a block of too many threads: what such a block needs is too much of everything.
 */
static enum occupancy_refusal compute_limits(const struct occupancy_device *device,
                                             const struct occupancy_launch *launch,
                                             struct occupancy *out)
{
	enum occupancy_refusal first = OCCUPANCY_RUNS;

	for (size_t i = 0; i < ARRAY_SIZE(limit_functions); i++) {
		enum occupancy_refusal refusal = limit_functions[i](device, launch, out);

		if (first == OCCUPANCY_RUNS ||
		    (refusal != OCCUPANCY_RUNS && refusal <= OCCUPANCY_BAD_LAST) ||
		    (refusal == OCCUPANCY_THREADS_PER_BLOCK && first > OCCUPANCY_BAD_LAST))
			first = refusal;
	}
	return first;
}

static int read_limit(const struct occupancy *out, const struct limiter *limiter)
{
	return *(const int *)((const char *)out + limiter->limit);
}

static void take_minimum(struct occupancy *out)
{
	out->blocks_per_sm = NO_LIMIT;
	for (size_t i = 0; i < ARRAY_SIZE(limiters); i++)
		out->blocks_per_sm =
		        (int)smaller(out->blocks_per_sm, read_limit(out, &limiters[i]));
	for (size_t i = 0; i < ARRAY_SIZE(limiters); i++)
		if (read_limit(out, &limiters[i]) == out->blocks_per_sm)
			out->limiters |= limiters[i].flag;
}

/*
 * The registers charged to a warp. With n warps on the SM and registers_per_sm / n rounded down, a
 * sum of n + 1 charges exceeds the SM while n * (n + 1) < registers_per_sm; n is at most 256 where
 * registers come in units of 256.
 */
static int charge_per_warp(const struct occupancy_device *device, int64_t per_warp)
{
	int64_t warps;

	if (per_warp == 0)
		return 0;
	warps = device->registers_per_sm / device->partitions / per_warp * device->partitions;
	return warps > 0 ? (int)(device->registers_per_sm / warps) : device->registers_per_sm;
}

static void fill_footprints(const struct occupancy_device *device,
                            const struct occupancy_launch *launch, struct occupancy *out)
{
	int64_t warps = warps_of_block(device, launch);
	int charge = charge_per_warp(device, registers_of_warp(device, launch));

	out->block = (struct occupancy_footprint){
		.blocks = 1,
		.warps = (int)warps,
		.registers = (int)(warps * charge),
		.shared_bytes = (int)out->shared_allocated_per_block,
	};
	out->sm = (struct occupancy_footprint){
		.blocks = device->max_blocks_per_sm,
		.warps = out->max_warps,
		.registers = device->registers_per_sm,
		.shared_bytes = (int)out->shared_per_sm,
	};
}

int occupancy_compute(const struct occupancy_device *device, const struct occupancy_launch *launch,
                      struct occupancy *out)
{
	*out = (struct occupancy){ .refusal = check_question(device, launch) };
	if (out->refusal != OCCUPANCY_RUNS)
		return -EINVAL;
	out->max_warps = device->max_threads_per_sm / device->warp_size;
	if (device->partitioned_caching)
		out->caching = launch->partitioned_caching;
	out->refusal = compute_limits(device, launch, out);
	if (out->refusal == OCCUPANCY_RUNS || out->refusal > OCCUPANCY_BAD_LAST)
		take_minimum(out);
	if (out->refusal != OCCUPANCY_RUNS)
		return -EINVAL;
	out->active_warps = out->blocks_per_sm * (int)warps_of_block(device, launch);
	out->occupancy = (double)out->active_warps / out->max_warps;
	fill_footprints(device, launch, out);
	return 0;
}

/* ---- several kernels on one SM ---- */

static int fit_one(int free_units, int block_units)
{
	if (block_units <= 0)
		return NO_LIMIT;
	return free_units > 0 ? free_units / block_units : 0;
}

int occupancy_fit(const struct occupancy_footprint *free_room,
                  const struct occupancy_footprint *block)
{
	int64_t fit = fit_one(free_room->blocks, block->blocks);

	fit = smaller(fit, fit_one(free_room->warps, block->warps));
	fit = smaller(fit, fit_one(free_room->registers, block->registers));
	return (int)smaller(fit, fit_one(free_room->shared_bytes, block->shared_bytes));
}

void occupancy_add(struct occupancy_footprint *room, const struct occupancy_footprint *block,
                   int count)
{
	room->blocks += count * block->blocks;
	room->warps += count * block->warps;
	room->registers += count * block->registers;
	room->shared_bytes += count * block->shared_bytes;
}

/* ---- texts ---- */

const char *occupancy_limiter_name(unsigned limiter)
{
	for (size_t i = 0; i < ARRAY_SIZE(limiters); i++)
		if ((unsigned)limiters[i].flag == limiter)
			return limiters[i].name;
	return NULL;
}

const char *occupancy_refusal_text(enum occupancy_refusal refusal)
{
	if ((size_t)refusal >= ARRAY_SIZE(refusal_texts))
		return "an unknown refusal";
	return refusal_texts[refusal];
}
