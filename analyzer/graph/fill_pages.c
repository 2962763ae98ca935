/* SPDX-License-Identifier: MIT */
/* Tells memory sets that wait for pages by their rate. */
#include "graph/fill_pages.h"

#include <stdbool.h>

#include "base/statistics.h"
#include "graph/constants.h"

static bool is_of_managed(const struct trace_transfer *fill)
{
	return fill->target_kind == MEMORY_MANAGED || fill->target_kind == MEMORY_MANAGED_STATIC;
}

int64_t fill_pages_ns(const struct trace *trace, uint32_t operation)
{
	const struct trace_device *device = &trace->devices[operation_device(trace, operation)];
	const double peak = (double)device->memory_bandwidth_bytes_per_s;
	const double length_ns = (double)operation_length_ns(trace, operation);
	const struct trace_transfer *fill;
	double needed_ns, bus_ns;

	if (trace->operations.type[operation] != OPERATION_FILL || peak <= 0)
		return 0;
	fill = operation_transfer(trace, operation);
	if (!is_of_managed(fill) || fill->size_bytes < RATE_MIN_BYTES)
		return 0;
	needed_ns = (double)fill->size_bytes * 1e9 / peak;
	bus_ns = (double)fill->size_bytes * 1e9 / LINK_5_BYTES_PER_S;
	return length_ns >= bus_ns && length_ns >= 2 * needed_ns ? (int64_t)(length_ns - needed_ns)
	                                                         : 0;
}

int64_t fill_pages_of_device_ns(const struct trace *trace, uint32_t device)
{
	int64_t sum_ns = 0;

	for (uint32_t i = 0; i < trace->operations.count; i++)
		if (operation_device(trace, i) == device)
			sum_ns = sum_saturated(sum_ns, fill_pages_ns(trace, i));
	return sum_ns;
}
