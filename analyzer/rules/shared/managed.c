/* SPDX-License-Identifier: MIT */
/* Managed memory, as far as a trace has it. Any thread. */
#include "rules/shared/managed.h"

#include <string.h>

#include "base/statistics.h"

int64_t managed_bytes(const struct trace *trace)
{
	int64_t bytes = 0;

	for (size_t i = 0; i < trace->allocations_count; i++)
		if (is_managed(trace->allocations[i].memory_kind) &&
		    !trace->allocations[i].is_release)
			bytes = sum_saturated(bytes, trace->allocations[i].size_bytes);
	for (size_t i = 0; !bytes && i < trace->call_names_count; i++)
		if (strstr(trace->call_names[i].name, "AllocManaged") ||
		    strstr(trace->call_names[i].name, "MallocManaged"))
			bytes = 1;
	return bytes;
}
