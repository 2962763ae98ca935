/* SPDX-License-Identifier: MIT */
/* Calls of the CUDA runtime. Which ones says calls.c. */
#include "timeline/calls.h"

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	return calls_bind(rows, statement, record, CUPTI_CB_DOMAIN_RUNTIME_API);
}

const struct kind kind_runtime_call = {
	.name = "runtime call",
	.activity = CUPTI_ACTIVITY_KIND_RUNTIME,
	.insert = CALLS_INSERT,
	.bind = bind,
	.enable = calls_enable_runtime,
	.disable = calls_disable_runtime,
	.setting = SETTING_ID_api,
	.is_entered = true,
	.left_out = COUNTER_nested_calls,
};
