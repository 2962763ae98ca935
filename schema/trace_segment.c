/* SPDX-License-Identifier: MIT */
#include "trace_segment.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

const struct trace_segment_table trace_segment_tables[] = {
	{ .name = "api_call" },
	{ .name = "kernel" },
	{ .name = "graph_launch" },
	{ .name = "copy" },
	{ .name = "fill" },
	{ .name = "synchronization" },
	/* Where the GPU's times of events are asked for, they come later. */
	{ .name = "event_record",
	  .settled = "device_time_ns IS NOT NULL OR "
	             "(SELECT max(device_time_ns) FROM event_record) IS NULL" },
	{ .name = "host_function" },
	{ .name = "copy_stream" },
	{ .name = "copy_address" },
	{ .name = "allocation" },
	/* An open range ends later, and its two records may come in any order. */
	{ .name = "marker", .settled = "start_ns IS NOT NULL AND end_ns IS NOT NULL" },
	{ .name = "overhead" },
	{ .name = "migration" },
	{ .name = "host_sample" },
	{ .name = "gpu_sample" },
	{ .name = "gpu_sample_metric" },
	{ .name = NULL },
};

int trace_segment_name(const char *path, int64_t number, char name[PATH_MAX])
{
	const char *slash = strrchr(path, '/');
	const char *dot = strrchr(slash ? slash : path, '.');
	const int stem = (int)(dot ? dot - path : (ptrdiff_t)strlen(path));

	return snprintf(name, PATH_MAX, "%.*s.%lld%s", stem, path, (long long)number, path + stem) <
	                       PATH_MAX
	               ? 0
	               : -ENAMETOOLONG;
}
