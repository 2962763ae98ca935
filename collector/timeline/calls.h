/* SPDX-License-Identifier: MIT */
/* API calls: which ones are recorded, and the row that runtime and driver calls share. */
#ifndef WARPWISE_CALLS_H
#define WARPWISE_CALLS_H

#include "timeline/kind.h"
#include "store/rows.h"

/*
 * The correlation id is the key. A driver call made by a recorded runtime call would carry the same
 * id; the one that came first stays, and the other is counted (nested_calls).
 */
#define CALLS_INSERT                                                                              \
	"INSERT OR IGNORE INTO api_call (id, start_ns, duration_ns, thread_id, name_id, result) " \
	"VALUES (?1, ?2, ?3, ?4, ?5, ?6)"

enum bound calls_bind(struct rows *rows, sqlite3_stmt *statement, const void *record,
                      CUpti_CallbackDomain domain);

/* Ask CUPTI for records of the calls that the analysis needs, one by one: a whole kind costs far
 * more. */
CUptiResult calls_enable_runtime(void);
CUptiResult calls_enable_driver(void);
void calls_disable_runtime(void);
void calls_disable_driver(void);

/* Whether this CUPTI can record some calls and not others. */
bool calls_can_be_chosen(void);

#endif
