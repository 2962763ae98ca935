/* SPDX-License-Identifier: MIT */
/* What verbs have in common: the options that say where the data is, and actions on it. Main thread
 * only. */
#ifndef WARPWISE_SERVER_PLACE_H
#define WARPWISE_SERVER_PLACE_H

#include <stdbool.h>

#include "server/store/store.h"

extern const char *place_data, *place_database;

#define PLACE_OPTIONS                                                                     \
	{ .name = "data",                                                                 \
	  .argument = "DIR",                                                              \
	  .kind = KIND_DIRECTORY,                                                         \
	  .text = &place_data,                                                            \
	  .variable = "WARPWISE_DATA",                                                    \
	  .help = "Folder of the dashboard's data; made where there is none" },           \
	{                                                                                 \
		.name = "database", .argument = "URL", .text = &place_database,           \
		.variable = "WARPWISE_DATABASE",                                          \
		.help = "Keep reports in PostgreSQL, postgresql://..., instead of in DIR" \
	}

/* Makes the folder and opens the store. Returns STATUS_OK, or a status after the reason was
 * printed. */
int place_open(struct store **store, bool must_exist);

/* Of a verb with several. RUN returns 0, -errno or, what is wrong having been said, STATUS_USAGE;
 * ARGUMENT is NULL where there is none. */
struct place_action {
	int (*run)(struct store_connection *db, const char *argument);
	bool needs_argument;
};

/* Runs, within a transaction, that of ACTIONS which argv[0] is among NAMES, with argv[1], which is
 * called ARGUMENT. Returns a status. */
int place_act(const char *const *names, const struct place_action *actions, const char *argument,
              int argc, char **argv);

#endif
