/* SPDX-License-Identifier: MIT */
/* Scenarios: arrays that are made when the first change of their kind is. */
#include "graph/scenario.h"

#include <stdlib.h>
#include <string.h>

#include "base/statistics.h"

void scenario_init(struct scenario *scenario, const struct graph *graph)
{
	*scenario = (struct scenario){ .graph = graph };
}

static size_t duration_groups(const struct scenario *scenario)
{
	return scenario->graph->trace->operations.count / DURATIONS + 1;
}

void scenario_release(struct scenario *scenario)
{
	free(scenario->without_on);
	free(scenario->call_change);
	free(scenario->call_duration_ns);
	free(scenario->operation_change);
	for (size_t i = 0; scenario->durations && i < duration_groups(scenario); i++)
		free(scenario->durations[i]);
	free(scenario->durations);
	free(scenario->after);
	free(scenario->also_after);
	free(scenario->split);
	*scenario = (struct scenario){ 0 };
}

/* COUNT elements of SIZE bytes, each byte FILL, the first time; false when memory ran out. */
static bool need(struct scenario *scenario, void *array, size_t count, size_t size, int fill)
{
	void *memory;

	memcpy(&memory, array, sizeof memory);
	if (memory)
		return true;
	memory = malloc(count ? count * size : 1);
	if (!memory) {
		scenario->has_failed = true;
		return false;
	}
	memset(memory, fill, count * size);
	memcpy(array, &memory, sizeof memory);
	return true;
}

void scenario_without(struct scenario *scenario, enum cause cause)
{
	scenario->without |= 1u << cause;
}

void scenario_without_on(struct scenario *scenario, uint32_t device, enum cause cause)
{
	if (need(scenario, &scenario->without_on, scenario->graph->trace->devices_count,
	         sizeof *scenario->without_on, 0))
		scenario->without_on[device] |= 1u << cause;
}

void scenario_change_call(struct scenario *scenario, uint32_t call, enum call_change change)
{
	static const int gone[] = {
		[CALL_AS_RECORDED] = 0, [CALL_AT_ONCE] = 1, [CALL_LAUNCHES_GRAPH] = 2,
		[CALL_NO_WAIT] = 3,     [CALL_ORDERS] = 4,  [CALL_DROPPED] = 5,
		[CALL_MERGED] = 6,
	};

	if (need(scenario, &scenario->call_change, scenario->graph->trace->calls.count, 1,
	         CALL_AS_RECORDED) &&
	    gone[change] > gone[scenario->call_change[call]])
		scenario->call_change[call] = (uint8_t)change;
}

void scenario_call_duration(struct scenario *scenario, uint32_t call, int64_t duration_ns)
{
	if (need(scenario, &scenario->call_duration_ns, scenario->graph->trace->calls.count,
	         sizeof(int64_t), 0xff))
		scenario->call_duration_ns[call] = duration_ns;
}

static bool need_operations(struct scenario *scenario)
{
	return need(scenario, &scenario->operation_change, scenario->graph->trace->operations.count,
	            1, OPERATION_AS_RECORDED);
}

void scenario_drop_operation(struct scenario *scenario, uint32_t operation)
{
	if (need_operations(scenario))
		scenario->operation_change[operation] |= OPERATION_DROPPED;
}

void scenario_duration(struct scenario *scenario, uint32_t operation, int64_t duration_ns)
{
	if (need(scenario, &scenario->durations, duration_groups(scenario), sizeof(int64_t *), 0) &&
	    need(scenario, &scenario->durations[operation / DURATIONS], DURATIONS, sizeof(int64_t),
	         0xff))
		scenario->durations[operation / DURATIONS][operation % DURATIONS] = duration_ns;
}

void scenario_scale(struct scenario *scenario, uint32_t operation, double factor)
{
	int64_t duration_ns = scenario_duration_of(scenario, operation);

	if (duration_ns < 0)
		duration_ns = operation_length_ns(scenario->graph->trace, operation);
	scenario_duration(scenario, operation, (int64_t)((double)duration_ns * factor));
}

void scenario_unchain(struct scenario *scenario, uint32_t operation, uint32_t after)
{
	if (!need_operations(scenario) ||
	    !need(scenario, &scenario->after, scenario->graph->trace->operations.count,
	          sizeof(uint32_t), 0xff))
		return;
	scenario->operation_change[operation] |= OPERATION_UNCHAINED;
	scenario->after[operation] = after;
}

void scenario_also_after(struct scenario *scenario, uint32_t operation, uint32_t also_after)
{
	if (need(scenario, &scenario->also_after, scenario->graph->trace->operations.count,
	         sizeof(uint32_t), 0xff))
		scenario->also_after[operation] = also_after;
}

void scenario_split_stream(struct scenario *scenario, uint32_t stream)
{
	if (need(scenario, &scenario->split, scenario->graph->trace->streams_count, 1, 0) &&
	    !scenario->split[stream] && scenario->split_count < UINT8_MAX)
		scenario->split[stream] = (uint8_t)++scenario->split_count;
}

void scenario_takes_once(struct scenario *scenario, int64_t ns)
{
	scenario->once_ns = sum_saturated(scenario->once_ns, ns);
	if (scenario->once_ns > TRACE_TIME_MAX_NS)
		scenario->once_ns = TRACE_TIME_MAX_NS;
}
