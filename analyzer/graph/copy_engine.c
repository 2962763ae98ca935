/* SPDX-License-Identifier: MIT */
/* Copy engines. */
#include "graph/copy_engine.h"

#include <stdbool.h>

unsigned copy_engine_of(const struct trace *trace, uint32_t operation)
{
	const struct trace_transfer *transfer = operation_transfer(trace, operation);
	const uint32_t device = operation_device(trace, operation);

	if (transfer->copy_kind == COPY_HTOD || transfer->copy_kind == COPY_HTOA)
		return 0;
	if (transfer->copy_kind == COPY_DTOH || transfer->copy_kind == COPY_ATOH)
		return trace->devices[device].copy_engines == 1 ? 0 : 1;
	return 2;
}

/* Which slot is free, or has the copy that ends first. */
static unsigned slot_to_take(const struct copy_engine *engine)
{
	unsigned first = 0;

	if (engine->used < COPY_SLOTS)
		return engine->used;
	for (unsigned i = 1; i < COPY_SLOTS; i++)
		if (engine->slots[i].end_ns < engine->slots[first].end_ns)
			first = i;
	return first;
}

void copy_engine_take(struct copy_engine *engine, const struct copy_slot *slot)
{
	const unsigned at = slot_to_take(engine);

	if (!engine->used || slot->end_ns > engine->busy_until_ns)
		engine->busy_until_ns = slot->end_ns;
	if (engine->used == COPY_SLOTS) {
		const struct copy_slot *forgotten = &engine->slots[at];

		if (!engine->has_forgotten || forgotten->end_ns > engine->before.end_ns)
			engine->before = *forgotten;
		engine->has_forgotten = true;
	} else {
		engine->used++;
	}
	engine->slots[at] = *slot;
}

struct moment copy_engine_recorded(const struct copy_engine *engine, int64_t ready_ns,
                                   int64_t start_ns)
{
	struct moment busy = MOMENT_NONE;

	for (unsigned i = 0; i < engine->used; i++) {
		const struct copy_slot *slot = &engine->slots[i];

		if (slot->recorded_start_ns <= start_ns && slot->recorded_end_ns <= start_ns &&
		    slot->recorded_end_ns > ready_ns && slot->recorded_end_ns > busy.recorded_ns)
			busy = (struct moment){ slot->recorded_end_ns, slot->end_ns,
				                slot->operation, slot->operation };
	}
	return busy;
}

int64_t copy_engine_find(const struct copy_engine *engine, const struct copy_wanted *wanted,
                         uint32_t *blocker)
{
	const int64_t most_lag_ns = wanted->lag_ns > 0 ? wanted->lag_ns : 0;
	int64_t at = wanted->ready_ns;
	bool has_moved;

	*blocker = NONE;
	if (at >= moment_plus(engine->busy_until_ns, wanted->lag_ns))
		return at;
	if (engine->has_forgotten && engine->before.end_ns > at) {
		at = moment_plus(engine->before.end_ns,
		                 engine->before.stream == wanted->stream ? 0 : wanted->lag_ns);
		*blocker = engine->before.operation;
	}
	do {
		has_moved = false;
		for (unsigned i = 0; i < engine->used; i++) {
			const struct copy_slot *slot = &engine->slots[i];
			int64_t lag_ns, free_ns;

			if (slot->end_ns <= at - most_lag_ns) /* as most of them */
				continue;
			lag_ns = slot->stream == wanted->stream ? 0 : wanted->lag_ns;
			free_ns = moment_plus(slot->end_ns, lag_ns);
			if (slot->start_ns < moment_plus(at, wanted->duration_ns) && free_ns > at) {
				at = free_ns;
				*blocker = slot->operation;
				has_moved = true;
			}
		}
	} while (has_moved);
	return at;
}
