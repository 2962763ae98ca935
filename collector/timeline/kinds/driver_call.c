/* SPDX-License-Identifier: MIT */
/* Calls of the CUDA driver API that the program makes itself. Which ones says calls.c. */
#include "timeline/calls.h"

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	return calls_bind(rows, statement, record, CUPTI_CB_DOMAIN_DRIVER_API);
}

const struct kind kind_driver_call = {
	.name = "driver call",
	.activity = CUPTI_ACTIVITY_KIND_DRIVER,
	.insert = CALLS_INSERT,
	.bind = bind,
	.enable = calls_enable_driver,
	.disable = calls_disable_driver,
	.setting = SETTING_ID_api,
	.is_entered = true,
	.left_out = COUNTER_nested_calls,
};
