/* SPDX-License-Identifier: MIT */
/* Checks what would be left out, with a line, in the program. */
#include "cli/record_control.h"

#include <stdint.h>
#include <string.h>

#include "cli/cmd.h"
#include "collector/host/amount.h"
#include "collector/host/duration.h"
#include "collector/host/settings.h"

enum { SIZE_MIN = 16 << 20 /* a batch, and what never goes */ };

static int check_time(const char *option, const char *text)
{
	int64_t ns;

	return text && duration_parse(text, &ns)
	               ? cmd_usage_error("--%s must be a time, as 10s, 500ms or 2m, not '%s'",
	                                 option, text)
	               : 0;
}

static int check_size(const char *option, const char *text)
{
	int64_t bytes;

	return text && (amount_parse(text, &bytes) || bytes < SIZE_MIN)
	               ? cmd_usage_error("--%s must be a size, as 500M or 2G, 16M at least, "
	                                 "not '%s'",
	                                 option, text)
	               : 0;
}

static int check_rotation(const char *const *values)
{
	const char *rotate = values[SETTING_ID_rotate];
	int64_t bytes, ns;

	if (!rotate)
		return values[SETTING_ID_keep]
		               ? cmd_usage_error("--keep does nothing without --rotate")
		               : 0;
	if (values[SETTING_ID_last] || values[SETTING_ID_max_size])
		return cmd_usage_error("--rotate goes with neither --last nor --max-size, which "
		                       "keep one file small");
	if (duration_parse(rotate, &ns) == 0)
		return 0;
	if (amount_parse(rotate, &bytes))
		return cmd_usage_error("--rotate must be a size, as 500M or 2G, or a time, as 10m "
		                       "or 24h, not '%s'",
		                       rotate);
	return check_size("rotate", rotate);
}

int record_control_check(const char *const *values)
{
	const char *range = values[SETTING_ID_range], *capture = values[SETTING_ID_capture];
	const char *graphs = values[SETTING_ID_graph_trace];
	int status = check_time("start-after", values[SETTING_ID_start_after]);

	if (!status)
		status = check_time("duration", values[SETTING_ID_duration]);
	if (!status)
		status = check_time("last", values[SETTING_ID_last]);
	if (!status)
		status = check_time("metrics-time", values[SETTING_ID_metrics_time]);
	if (!status)
		status = check_size("max-size", values[SETTING_ID_max_size]);
	if (!status)
		status = check_rotation(values);
	if (!status && range && !*range)
		status = cmd_usage_error("--range must not be empty");
	if (!status && capture && strcmp(capture, "api") != 0)
		status = cmd_usage_error("--capture must be api, not '%s'", capture);
	if (!status && graphs && strcmp(graphs, "node") != 0 && strcmp(graphs, "graph") != 0)
		status = cmd_usage_error("--graph-trace must be node or graph, not '%s'", graphs);
	return status;
}
