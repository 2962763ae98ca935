/* SPDX-License-Identifier: MIT */
/* Where the data is. Main thread only. */
#include "server/cli/place.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "server/base/secret.h"

const char *place_data, *place_database;

static int make_folder(bool must_exist)
{
	char path[4096];

	umask(077); /* also in a folder that others may look into */
	if (!must_exist && mkdir(place_data, 0700) && errno != EEXIST) {
		cmd_error("cannot make the folder: path=\"%s\": %s", place_data, strerror(errno));
		return STATUS_FAILED;
	}
	if (snprintf(path, sizeof path, "%s/dashboard.db", place_data) >= (int)sizeof path ||
	    access(must_exist && !place_database ? path : place_data, R_OK | W_OK)) {
		cmd_error("cannot use the data: path=\"%s\": %s",
		          must_exist && !place_database ? path : place_data, strerror(errno));
		return STATUS_UNUSABLE;
	}
	return STATUS_OK;
}

int place_open(struct store **store, bool must_exist)
{
	char error[STORE_ERROR_MAX];
	int status;

	if (!place_data)
		place_data = getenv("WARPWISE_DATA");
	if (!place_database)
		place_database = getenv("WARPWISE_DATABASE");
	if (!place_data && !place_database)
		return cmd_usage_error("--data is missing");
	if (secret_init()) {
		cmd_error("cannot use libsodium");
		return STATUS_FAILED;
	}
	status = place_data ? make_folder(must_exist) : STATUS_OK;
	if (status)
		return status;
	if (store_open(&(struct store_place){ .directory = place_data, .url = place_database },
	               store, error)) {
		/* The URL may hold a password. */
		cmd_error("cannot open the database: %s%s%s%s", place_database ? "" : "path=\"",
		          place_database ? "" : place_data,
		          place_database ? "" : "/dashboard.db\": ", error);
		return STATUS_UNUSABLE;
	}
	return STATUS_OK;
}

/* Ends both: ERR 0 commits. Prints what went wrong. Returns a status. */
static int end(struct store *store, struct store_connection *db, int err)
{
	if (!err)
		err = store_commit(db);
	if (err) {
		if (*store_error(db))
			cmd_error("the database failed: %s", store_error(db));
		store_rollback(db);
	}
	store_disconnect(db);
	store_close(store);
	return err ? STATUS_FAILED : STATUS_OK;
}

/* Opens the store and a connection, within a transaction. */
static int begin(struct store **store, struct store_connection **db)
{
	char error[STORE_ERROR_MAX];
	int status = place_open(store, false);

	if (status)
		return status;
	if (store_connect(*store, db, error)) {
		cmd_error("cannot open the database: %s", error);
		store_close(*store);
		return STATUS_UNUSABLE;
	}
	return store_begin(*db) ? end(*store, *db, -EIO) : STATUS_OK;
}

/* "create, list or revoke" */
static const char *join(const char *const *names, char text[128])
{
	size_t size = 0;

	text[0] = '\0';
	for (size_t i = 0; names[i] && size < 128; i++) {
		const char *before = !i ? "" : names[i + 1] ? ", " : " or ";

		size += (size_t)snprintf(text + size, 128 - size, "%s%s", before, names[i]);
	}
	return text;
}

int place_act(const char *const *names, const struct place_action *actions, const char *argument,
              int argc, char **argv)
{
	struct store_connection *db = NULL;
	struct store *store = NULL;
	size_t action = 0;
	char text[128];
	int status, err;

	while (names[action] && strcmp(names[action], argv[0]) != 0)
		action++;
	if (!names[action])
		return cmd_usage_error("no such action: '%s'; %s", argv[0], join(names, text));
	if (actions[action].needs_argument && argc < 2)
		return cmd_usage_error("%s is missing", argument);
	status = begin(&store, &db);
	if (status)
		return status;
	err = actions[action].run(db, argc > 1 ? argv[1] : NULL);
	status = end(store, db, err);
	return err == STATUS_USAGE ? STATUS_USAGE : status;
}
