/* SPDX-License-Identifier: MIT */
/*
 * Tells launches that must not be measured, or in a single pass alone. Runs on the program's
 * threads.
 *
 * What keeps a launch from being measured was seen on a GH100 with CUPTI 13.0, five passes each:
 * blocks that a kernel allocated with malloc() were lost or freed twice (the device's heap is not
 * restored, nor what is in the blocks), and what it printed was printed five times. In a single
 * pass it runs as the program launched it, and nothing is restored: that came out right.
 *
 * Before the first of several passes CUPTI copies away what the kernel may write to: within the
 * GPU's memory, or to the host where that has no room. Of a program of JAX, which takes three
 * quarters of the memory when it starts, the first measured launch did not end within 50 s.
 *
 * A kernel that waits for the host, through memory that both see, never gets what it waits for, in
 * a single pass either: CUPTI holds the launching thread until the kernel has ended. So one that is
 * given memory of the host is measured only where its code cannot wait (wait_code.h). Kernels that
 * wait for kernels on other GPUs wait for ever. Grids that synchronise as a whole came out right.
 */
#include "counters/replay.h"

#include <stdatomic.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "counters/call_graph.h"
#include "counters/wait_code.h"
#include "host/driver.h"
#include "host/fnv1a.h"

/* In the order of weight: of several, the last is said. */
enum obstacle {
	OBSTACLE_NONE,
	OBSTACLE_MEMORY, /* up to heap: only where there are several passes */
	OBSTACLE_MANAGED,
	OBSTACLE_MAPPED,
	OBSTACLE_BLOCKS,
	OBSTACLE_PRINT,
	OBSTACLE_LAUNCH,
	OBSTACLE_HEAP,
	OBSTACLE_HOST,
	OBSTACLE_PEER,
	OBSTACLES
};

static const char *const reasons[OBSTACLES] = {
	[OBSTACLE_MEMORY] =
	        "more of the GPU's memory is in use than is free, and CUPTI would copy it to the "
	        "host first, and back",
	[OBSTACLE_MANAGED] = "it uses managed memory, which the host may write meanwhile",
	[OBSTACLE_MAPPED] = "it uses memory of the host, which the host may write meanwhile",
	[OBSTACLE_BLOCKS] = "kernels before it used malloc() or new, and it may write to what they "
	                    "allocated, which CUPTI does not restore",
	[OBSTACLE_PRINT] = "it calls printf(), and would print several times",
	[OBSTACLE_LAUNCH] = "it launches kernels itself",
	[OBSTACLE_HEAP] =
	        "it allocates or frees memory with malloc(), new, free() or delete, which "
	        "CUPTI does not take back",
	[OBSTACLE_HOST] = "it uses memory of the host, for which it may wait",
	[OBSTACLE_PEER] = "it may wait for kernels on other GPUs",
};

/* ---- functions of the code ---- */

static const struct call_target targets[] = {
	{ "malloc", OBSTACLE_HEAP },
	{ "free", OBSTACLE_HEAP },
	{ "vprintf", OBSTACLE_PRINT },
	{ "cudaLaunchDevice*", OBSTACLE_LAUNCH },
	{ "cudaCDP2LaunchDevice*", OBSTACLE_LAUNCH },
	{ "__cudaCDP2LaunchDevice*", OBSTACLE_LAUNCH },
	{ NULL, 0 },
};

/* Parts of the names of functions that wait for others of their kind: of NCCL and NVSHMEM, and the
 * all-reduces that PyTorch and vLLM bring. */
static const char *const peers[] = { "nccl",
	                             "nvshmem",
	                             "cross_device_reduce",
	                             "one_shot_all_reduce",
	                             "two_shot_all_reduce",
	                             "multimem_all_" };

enum {
	FUNCTIONS = 8192, /* a power of two */
	PROBES = 64,
	OBSTACLE_BITS = 4,
	QUIET = 16384, /* a power of two, too */
};

_Static_assert(OBSTACLES <= 1 << OBSTACLE_BITS, "a place has room for an obstacle");

/* Hashes of names with an obstacle in their low bits; 0: free. */
static _Atomic uint64_t functions[FUNCTIONS];
static atomic_bool is_full;      /* so that nobody knows of the rest */
static atomic_bool is_heap_used; /* a function that allocates was launched */

static uint64_t hash_of(const char *name)
{
	const uint64_t hash = fnv1a(name, strlen(name)) << OBSTACLE_BITS;

	return hash ? hash : UINT64_C(1) << OBSTACLE_BITS;
}

static void note_function(void *unused, const char *name, int obstacle)
{
	const uint64_t wanted = hash_of(name) | (uint64_t)obstacle;

	(void)unused;
	for (uint64_t i = 0; i < PROBES; i++) {
		_Atomic uint64_t *place =
		        &functions[((wanted >> OBSTACLE_BITS) + i) & (FUNCTIONS - 1)];
		uint64_t known = 0;

		if (atomic_compare_exchange_strong(place, &known, wanted) || known == wanted)
			return;
	}
	atomic_store(&is_full, true);
}

static enum obstacle obstacle_of(const char *name)
{
	const uint64_t wanted = hash_of(name);
	enum obstacle obstacle = OBSTACLE_NONE;

	for (uint64_t i = 0; i < PROBES; i++) {
		const uint64_t known =
		        atomic_load(&functions[((wanted >> OBSTACLE_BITS) + i) & (FUNCTIONS - 1)]);

		if (!known)
			return obstacle;
		if (known >> OBSTACLE_BITS == wanted >> OBSTACLE_BITS &&
		    (enum obstacle)(known & ((1 << OBSTACLE_BITS) - 1)) > obstacle)
			obstacle = (enum obstacle)(known & ((1 << OBSTACLE_BITS) - 1));
	}
	return obstacle ? obstacle : atomic_load(&is_full) ? OBSTACLE_HEAP : OBSTACLE_NONE;
}

/* Hashes of names of functions that cannot wait for anybody; 0: free. */
static _Atomic uint64_t quiet[QUIET];

static void note_quiet(void *unused, const char *name)
{
	const uint64_t wanted = hash_of(name);

	(void)unused;
	for (uint64_t i = 0; i < PROBES; i++) {
		_Atomic uint64_t *place = &quiet[((wanted >> OBSTACLE_BITS) + i) & (QUIET - 1)];
		uint64_t known = 0;

		if (atomic_compare_exchange_strong(place, &known, wanted) || known == wanted)
			return;
	}
}

static bool is_quiet(const char *name)
{
	const uint64_t wanted = hash_of(name);

	for (uint64_t i = 0; i < PROBES; i++)
		if (atomic_load(&quiet[((wanted >> OBSTACLE_BITS) + i) & (QUIET - 1)]) == wanted)
			return true;
	return false;
}

void replay_module_loaded(const void *cubin, size_t bytes)
{
	if (!cubin)
		return;
	call_graph_each(cubin, bytes, targets, note_function, NULL);
	call_graph_each_unmarked(cubin, bytes, wait_code_is_possible, note_quiet, NULL);
}

/* The driver loads a function when it is first asked about it or, later, launched: its module is
 * known then. */
void replay_launched(const struct launch *launch)
{
	size_t offset, bytes;

	driver_argument(launch->handle, 0, &offset, &bytes);
	if (launch->function && obstacle_of(launch->function) == OBSTACLE_HEAP)
		atomic_store(&is_heap_used, true);
}

/* ---- memory ---- */

static enum obstacle obstacle_at(uint64_t address)
{
	static const enum obstacle obstacles[] = {
		[MEMORY_OF_HOST] = OBSTACLE_HOST,
		[MEMORY_MANAGED] = OBSTACLE_MANAGED,
	};

	return obstacles[driver_memory(address)];
}

struct search {
	enum obstacle obstacle;
};

/* Every word of the arguments may be an address, also one inside of a structure. */
static void look_at(void *data, const void *argument, size_t bytes)
{
	struct search *search = data;
	uint64_t word;

	for (size_t at = 0; at + sizeof word <= bytes; at += sizeof word) {
		enum obstacle obstacle;

		memcpy(&word, (const char *)argument + at, sizeof word);
		obstacle = obstacle_at(word);
		if (obstacle > search->obstacle)
			search->obstacle = obstacle;
	}
}

/* ---- what is left out ---- */

enum { LEFT_OUT = 256, NAME_MAX_BYTES = 512 };

/* A function and why. Those that come when there are so many are counted with the last. */
struct left_out {
	_Atomic uint64_t hash;
	atomic_bool is_written; /* the rest */
	enum obstacle obstacle;
	enum replay replay;
	size_t passes;
	atomic_int_least64_t launches;
	char name[NAME_MAX_BYTES];
};

static struct left_out left_out[LEFT_OUT];

static struct left_out *leave_out(const char *name, enum obstacle obstacle, size_t passes,
                                  enum replay replay)
{
	const uint64_t hash = hash_of(name) | (uint64_t)obstacle;
	struct left_out *item = left_out;

	for (int i = 0; i < LEFT_OUT; i++) {
		uint64_t known = 0;

		item = &left_out[i];
		if (atomic_compare_exchange_strong(&item->hash, &known, hash)) {
			item->obstacle = obstacle;
			item->passes = passes;
			item->replay = replay;
			snprintf(item->name, sizeof item->name, "%s", name);
			atomic_store(&item->is_written, true);
			return item;
		}
		if (known == hash)
			return item;
	}
	return item;
}

static enum obstacle find_obstacle(const struct launch *launch, size_t passes)
{
	const char *name = launch->function ? launch->function : "";
	struct search search = { OBSTACLE_NONE };

	for (size_t i = 0; i < sizeof peers / sizeof *peers; i++)
		if (strstr(name, peers[i]))
			return OBSTACLE_PEER;
	launch_each_argument(launch, look_at, &search);
	if (search.obstacle == OBSTACLE_HOST && is_quiet(name))
		search.obstacle = OBSTACLE_MAPPED;
	if (passes > 1 && search.obstacle == OBSTACLE_NONE && !driver_has_room_for_copy())
		search.obstacle = OBSTACLE_MEMORY;
	if (atomic_load(&is_heap_used) && search.obstacle < OBSTACLE_BLOCKS)
		search.obstacle = OBSTACLE_BLOCKS;
	return obstacle_of(name) > search.obstacle ? obstacle_of(name) : search.obstacle;
}

bool replay_is_left_out(const struct launch_shape *shape)
{
	struct left_out *item = atomic_load(&shape->left_out);

	if (item)
		atomic_fetch_add(&item->launches, 1);
	return item != NULL;
}

enum replay replay_of(const struct launch *launch, struct launch_shape *shape, size_t passes,
                      bool has_single)
{
	const char *name = launch->function ? launch->function : "";
	const enum obstacle obstacle = find_obstacle(launch, passes);
	struct left_out *item;

	if (!obstacle || (passes == 1 && obstacle < OBSTACLE_HOST))
		return REPLAY_ANY;
	if (obstacle < OBSTACLE_HOST && has_single) {
		item = leave_out(name, obstacle, passes, REPLAY_ONCE);
		atomic_fetch_add(&item->launches, 1);
		return REPLAY_ONCE;
	}
	atomic_store(&shape->left_out, leave_out(name, obstacle, passes, REPLAY_NEVER));
	replay_is_left_out(shape); /* counts it */
	launch_shape_settle(shape);
	return REPLAY_NEVER;
}

/* A diagnostic: its code and its message. */
static const char *describe(const struct left_out *item, char *message, size_t size)
{
	const char *reason = reasons[item->obstacle];

	if (item->replay == REPLAY_ONCE) {
		snprintf(message, size,
		         "a kernel was measured in a single pass, by the metrics of the set "
		         "default alone: %s; these metrics take %zu passes",
		         reason, item->passes);
		return "measured-once";
	}
	if (item->obstacle < OBSTACLE_HOST)
		snprintf(message, size,
		         "a kernel was not measured: %s; these metrics take %zu passes, "
		         "--metrics=default takes one",
		         reason, item->passes);
	else
		snprintf(message, size, "a kernel was not measured: %s", reason);
	return "not-measured";
}

void replay_each_left_out(diagnostic_fn *write, void *data)
{
	char message[512];

	for (int i = 0; i < LEFT_OUT; i++) {
		const struct left_out *item = &left_out[i];
		const char *code;

		if (!atomic_load(&item->is_written))
			continue;
		code = describe(item, message, sizeof message);
		write(data, code, item->name, SEVERITY_NOTE, atomic_load(&item->launches), message);
	}
}
