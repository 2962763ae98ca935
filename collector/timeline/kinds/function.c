/* SPDX-License-Identifier: MIT */
/*
 * Functions that were loaded. No row comes of them; but unless CUPTI tells of these, it does not
 * know whose code the samples of warps are in: 12.4 and 12.5 never, 13.0 where it does not tell of
 * kernels either (found on a GH100).
 */
#include "timeline/kind.h"

static enum bound bind(struct rows *rows, sqlite3_stmt *statement, const void *record)
{
	(void)rows;
	(void)statement;
	(void)record;
	return BOUND_SKIP;
}

const struct kind kind_function = {
	.name = "function",
	.activity = CUPTI_ACTIVITY_KIND_FUNCTION,
	.bind = bind,
	.setting = SETTING_ID_stalls,
	.is_inventory = true,
	.is_extra = true,
};
