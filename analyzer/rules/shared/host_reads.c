/* SPDX-License-Identifier: MIT */
/* Kernels that read the host's memory over the bus. Any thread. */
#include "rules/shared/host_reads.h"

#include <string.h>

#include "base/statistics.h"

enum { SECTOR_BYTES = 32 };

const struct threshold host_reads_thresholds[] = {
	[HOST_READS_ELSEWHERE] = { "elsewhere", 50, "%" },
	[HOST_READS_RATE] = { "rate", 50, "%" },
	{ .name = NULL },
};

int64_t host_reads_pinned_bytes(const struct trace *trace)
{
	int64_t held_bytes = 0, most_bytes = 0;

	for (size_t i = 0; i < trace->allocations_count; i++) {
		const struct trace_allocation *it = &trace->allocations[i];

		if (it->memory_kind != MEMORY_PINNED)
			continue;
		if (it->is_release)
			held_bytes -= it->size_bytes;
		else
			held_bytes = sum_saturated(held_bytes, it->size_bytes);
		most_bytes = held_bytes > most_bytes ? held_bytes : most_bytes;
	}
	for (size_t i = 0; i < trace->call_names_count; i++)
		if (strstr(trace->call_names[i].name, "HostRegister"))
			return 1;
	return most_bytes;
}

double host_reads_bytes(const struct kernel_profile *p)
{
	const double l1_miss = 1 - (is_measured(p->l1_hit) ? p->l1_hit : 0) / 100;
	const double missed =
	        p->global_load_sectors * SECTOR_BYTES * l1_miss * (1 - p->l2_hit / 100);

	return is_measured(p->host_read_sectors) ? p->host_read_sectors * SECTOR_BYTES
	                                         : missed - p->dram_read_bytes;
}

bool host_reads_bind(const struct kernel_profile *p, const struct copy_rates *rates)
{
	const struct threshold *t = host_reads_thresholds;
	const double bytes = host_reads_bytes(p);

	return is_measured(bytes) && p->duration_ns > 0 &&
	       bytes >= p->global_load_sectors * SECTOR_BYTES * t[HOST_READS_ELSEWHERE].value /
	                        100 &&
	       bytes * 1e9 / p->duration_ns >=
	               rates->bytes_per_s[COPY_IN] * t[HOST_READS_RATE].value / 100;
}
