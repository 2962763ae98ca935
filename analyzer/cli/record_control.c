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

int record_control_check(const char *const *values)
{
	const char *range = values[SETTING_ID_range], *capture = values[SETTING_ID_capture];
	const char *size = values[SETTING_ID_max_size];
	int64_t bytes;
	int status = check_time("start-after", values[SETTING_ID_start_after]);

	if (!status)
		status = check_time("duration", values[SETTING_ID_duration]);
	if (!status)
		status = check_time("last", values[SETTING_ID_last]);
	if (!status)
		status = check_time("metrics-time", values[SETTING_ID_metrics_time]);
	if (!status && size && (amount_parse(size, &bytes) || bytes < SIZE_MIN))
		status = cmd_usage_error("--max-size must be a size, as 500M or 2G, 16M at least, "
		                         "not '%s'",
		                         size);
	if (!status && range && !*range)
		status = cmd_usage_error("--range must not be empty");
	if (!status && capture && strcmp(capture, "api") != 0)
		status = cmd_usage_error("--capture must be api, not '%s'", capture);
	return status;
}
