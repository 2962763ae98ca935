/* SPDX-License-Identifier: MIT */
/* Calls of the CUDA driver API that the program makes itself. Which ones says calls.c. */
#include "calls.h"
#include "session.h"

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	return calls_bind(rows, statement, record, CUPTI_CB_DOMAIN_DRIVER_API);
}

static CUptiResult enable(void)
{
	CUptiResult result = calls_enable_driver();

	/* Otherwise the writer turns launches on when it sees that the program needs them. */
	if (session.settings.number[SETTING_ID_driver_launches] == DRIVER_LAUNCHES_ALWAYS &&
	    calls_enable_driver_launches() != CUPTI_SUCCESS)
		result = CUPTI_ERROR_UNKNOWN;
	return result;
}

const struct kind kind_driver_call = {
	.name = "driver call",
	.activity = CUPTI_ACTIVITY_KIND_DRIVER,
	.insert = CALLS_INSERT,
	.bind = bind,
	.enable = enable,
	.setting = SETTING_ID_api,
};
