/* SPDX-License-Identifier: MIT */
/* warpwise-dashboard copy: everything from one store to another. */
#include <inttypes.h>
#include <stdio.h>

#include "cli/cmd.h"
#include "server/base/secret.h"
#include "server/store/store.h"

static void print_progress(const char *table, int64_t rows)
{
	printf("%-14s %" PRId64 " rows\n", table, rows);
	fflush(stdout);
}

/* A folder, or postgresql://... */
static int open_place(const char *place, struct store **store, struct store_connection **db)
{
	const struct store_place where = {
		.directory = place,
		.url = strstr(place, "://") ? place : NULL,
	};
	char error[STORE_ERROR_MAX];

	*db = NULL;
	if (store_open(&where, store, error) == 0 && store_connect(*store, db, error) == 0)
		return STATUS_OK;
	cmd_error("cannot open the database: %s%s%s", where.url ? "" : place, where.url ? "" : ": ",
	          error);
	return STATUS_UNUSABLE;
}

static int run(int argc, char **argv)
{
	struct store_connection *from = NULL, *to = NULL;
	struct store *from_store = NULL, *to_store = NULL;
	char error[STORE_ERROR_MAX];
	int status;

	(void)argc;
	if (secret_init()) {
		cmd_error("cannot use libsodium");
		return STATUS_FAILED;
	}
	status = open_place(argv[0], &from_store, &from);
	if (!status)
		status = open_place(argv[1], &to_store, &to);
	if (!status && store_copy(from, to, print_progress, error)) {
		cmd_error("cannot copy: %s", error);
		status = STATUS_FAILED;
	}
	store_disconnect(from);
	store_disconnect(to);
	store_close(from_store);
	store_close(to_store);
	return status;
}

const struct cmd cmd_copy = {
	.name = "copy",
	.summary = "move everything between SQLite and PostgreSQL",
	.arguments = "FROM TO",
	.description =
	        "Copies all projects, reports, traces, tokens, users and the audit log from one "
	        "store to another: each is a folder with dashboard.db, or postgresql://.... The "
	        "destination must be empty; FROM stays as it is. Stop the server first, or what it "
	        "takes meanwhile may be missing.",
	.examples = "warpwise-dashboard copy /srv/warpwise postgresql://warpwise@db/warpwise",
	.exit_status =
	        "0: all was copied. 1: it was not. 2: wrong usage. 3: a store cannot be used.",
	.min_arguments = 2,
	.max_arguments = 2,
	.run = run,
};
