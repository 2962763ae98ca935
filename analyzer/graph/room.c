/* SPDX-License-Identifier: MIT */
/* Room on the SMs. */
#include "graph/room.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "kernel/recorded_launch.h"

enum { SLOTS, WARPS, REGISTERS, SHARED, RESOURCES };

static void demand_of(const struct trace_launch_shape *shape, const struct occupancy_device *device,
                      struct room_demand *demand)
{
	double blocks = (double)shape->grid[0] * shape->grid[1] * shape->grid[2];
	struct occupancy_launch launch;
	struct occupancy occupancy;
	double resident;

	if (!recorded_launch(shape, &launch) || occupancy_compute(device, &launch, &occupancy) ||
	    !occupancy.blocks_per_sm)
		return;
	resident = (double)occupancy.blocks_per_sm * device->sm_count;
	demand->waves = resident > 0 ? blocks / resident : 0;
	demand->block[SLOTS] = occupancy.block.blocks;
	demand->block[WARPS] = occupancy.block.warps;
	demand->block[REGISTERS] = occupancy.block.registers;
	demand->block[SHARED] = occupancy.block.shared_bytes;
	for (int i = 0; i < RESOURCES; i++)
		demand->held[i] = (int64_t)((double)demand->block[i] *
		                            (blocks < resident ? blocks : resident));
}

/* VALUE of LIMIT as parts of ROOM_FULL, rounded up; no more than twice the whole. */
static int32_t share_of(int64_t value, int64_t limit)
{
	double share = (double)value / (double)limit;

	return share < 2 ? (int32_t)(share * ROOM_FULL) + 1 : 2 * ROOM_FULL;
}

static void find_shares(const struct room_model *model, struct room_demand *demand)
{
	for (size_t d = 0; d < model->trace->devices_count; d++)
		for (int k = 0; k < RESOURCES; k++) {
			int64_t limit = model->limits[d][k];
			int32_t block = limit ? share_of(demand->block[k], limit) : 0;
			int32_t held = limit ? share_of(demand->held[k], limit) : 0;

			demand->block_share =
			        block > demand->block_share ? block : demand->block_share;
			demand->held_share = held > demand->held_share ? held : demand->held_share;
		}
}

int room_model_init(struct room_model *model, const struct trace *trace)
{
	struct occupancy_device first = { 0 };
	bool is_known = false;

	*model = (struct room_model){ .trace = trace };
	model->demands = calloc(trace->launch_shapes_count + 1, sizeof *model->demands);
	model->limits = calloc(trace->devices_count + 1, sizeof *model->limits);
	if (!model->demands || !model->limits) {
		room_model_release(model);
		return -ENOMEM;
	}
	for (size_t d = trace->devices_count;
	     d-- > 0;) { /* the first device's limits last: shapes use them */
		is_known = recorded_device(&trace->devices[d], &first);
		if (!is_known)
			continue;
		model->limits[d][SLOTS] = (int64_t)first.max_blocks_per_sm * first.sm_count;
		model->limits[d][WARPS] =
		        (int64_t)first.max_threads_per_sm / first.warp_size * first.sm_count;
		model->limits[d][REGISTERS] = (int64_t)first.registers_per_sm * first.sm_count;
		model->limits[d][SHARED] = (int64_t)first.shared_per_sm * first.sm_count;
	}
	for (size_t s = 0; is_known && s < trace->launch_shapes_count; s++) {
		demand_of(&trace->launch_shapes[s], &first, &model->demands[s]);
		find_shares(model, &model->demands[s]);
	}
	return 0;
}

void room_model_release(struct room_model *model)
{
	free(model->demands);
	free(model->limits);
	*model = (struct room_model){ 0 };
}

/*
 * From when on a kernel gives room away. One whose blocks are all resident holds it until its end;
 * of one with several waves the last, partial wave leaves room from its start.
 */
static int64_t releases_ns(const struct room_demand *demand, int64_t start_ns, int64_t end_ns)
{
	double waves = demand->waves;
	int64_t whole = (int64_t)waves;

	if (waves <= 1 || waves == (double)whole)
		return end_ns;
	return start_ns +
	       (int64_t)((double)(end_ns - start_ns) * (double)whole / (double)(whole + 1));
}

/* Ns since the base, cut to 32 bits: what is later than another never becomes earlier. */
static int32_t quick_time(const struct room *room, int64_t time_ns)
{
	int64_t since_ns = time_ns - room->base_ns;

	return since_ns > INT32_MAX   ? INT32_MAX
	       : since_ns < INT32_MIN ? INT32_MIN
	                              : (int32_t)since_ns;
}

static void quick_hold(const struct room_model *model, struct room *room, unsigned place)
{
	const struct room_holder *holder = &room->holders[place];

	room->quick.start[place] = quick_time(room, holder->start_ns);
	room->quick.until[place] = quick_time(room, holder->until_ns);
	room->quick.share[place] = model->demands[holder->shape].held_share;
}

/* At least what is held at AT_NS, as a share of the device; seldom more. */
static int32_t quick_held(const struct room *room, int64_t at_ns)
{
	const int32_t at = quick_time(room, at_ns);
	int32_t held = 0;

	/* Without a branch: only then compilers make vector instructions of it. */
	for (int i = 0; i < ROOM_RESIDENT; i++)
		held += room->quick.share[i] &
		        -((room->quick.start[i] <= at) & (room->quick.until[i] >= at));
	return held;
}

void room_hold(const struct room_model *model, struct room *room, uint32_t operation,
               uint32_t shape, int64_t start_ns, int64_t end_ns)
{
	unsigned place = room->next++ % ROOM_RESIDENT;

	room->count += room->count < ROOM_RESIDENT;
	room->holders[place] = (struct room_holder){
		start_ns, releases_ns(&model->demands[shape], start_ns, end_ns), operation, shape
	};
	if (end_ns > room->busy_until_ns)
		room->busy_until_ns = end_ns;
	if (start_ns - room->base_ns > INT32_MAX / 2) { /* out of reach soon: begin anew */
		room->base_ns = start_ns;
		for (int i = 0; i < room->count; i++)
			quick_hold(model, room, (unsigned)i);
	} else {
		quick_hold(model, room, place);
	}
}

/* When HOLDER begins to give room to WANTED. */
static int64_t gives_room_ns(const struct room_model *model, const struct room_holder *holder,
                             const struct room_wanted *wanted)
{
	const struct trace_operations *o = &model->trace->operations;
	int64_t after_ns;

	if (wanted->operation == NONE ||
	    o->start_ns[wanted->operation] >= o->end_ns[holder->operation] ||
	    !room_is_filled_by(model, wanted->device, holder->shape, wanted->shape))
		return holder->until_ns;
	after_ns = o->start_ns[wanted->operation] - o->start_ns[holder->operation];
	if (after_ns < 0)
		return holder->start_ns;
	return after_ns < holder->until_ns - holder->start_ns ? holder->start_ns + after_ns
	                                                      : holder->until_ns;
}

int64_t room_find(const struct room_model *model, const struct room *room,
                  const struct room_wanted *wanted, uint32_t *blocker)
{
	const int64_t *limits = model->limits[wanted->device];
	const struct room_demand *demand = &model->demands[wanted->shape];
	int64_t at = wanted->ready_ns;

	*blocker = NONE;
	if (at >= room->busy_until_ns || quick_held(room, at) + demand->block_share <= ROOM_FULL)
		return at;
	for (int round = 0; round <= room->count && at < room->busy_until_ns; round++) {
		int64_t used[RESOURCES] = { 0 }, next = INT64_MAX;
		uint32_t next_operation = NONE;
		bool is_full = false;

		for (int i = 0; i < room->count; i++) {
			const struct room_holder *holder = &room->holders[i];
			int64_t until_ns;

			if (holder->start_ns > at || holder->until_ns <= at)
				continue;
			until_ns = gives_room_ns(model, holder, wanted);
			if (until_ns <= at)
				continue;
			for (int k = 0; k < RESOURCES; k++)
				used[k] += model->demands[holder->shape].held[k];
			if (until_ns < next) {
				next = until_ns;
				next_operation = holder->operation;
			}
		}
		for (int k = 0; k < RESOURCES; k++)
			is_full |= limits[k] && used[k] + demand->block[k] > limits[k];
		if (!is_full || next_operation == NONE)
			break;
		at = next;
		*blocker = next_operation;
	}
	return at;
}

bool room_is_filled_by(const struct room_model *model, uint32_t device, uint32_t holder,
                       uint32_t wanted)
{
	const int64_t *limits = model->limits[device];

	for (int k = 0; k < RESOURCES; k++)
		if (limits[k] &&
		    model->demands[holder].held[k] + model->demands[wanted].block[k] > limits[k])
			return true;
	return false;
}
