/* SPDX-License-Identifier: MIT */
/* A run as lists show it: a row of the view `run`, as JSON. Any thread. */
#ifndef WARPWISE_SERVER_RUN_H
#define WARPWISE_SERVER_RUN_H

#include "server/base/json_writer.h"
#include "server/store/store.h"

/* The columns of the view that others need by themselves. */
enum run_column {
	RUN_ID,
	RUN_HASH,
	RUN_PROJECT,
	RUN_RECORDED_NS = 12,
	RUN_DURATION_NS = 14,
	RUN_GAIN_NS = 21,
	RUN_COST_NS = 28
};

/* The members of ROW, within an object that the caller opens and closes. */
void run_print(struct json_writer *json, const struct store_value *row);

/* A hash in hexadecimal as the member NAME. */
void put_hash(struct json_writer *json, const char *name, const struct store_value *value);

#endif
