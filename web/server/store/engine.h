/* SPDX-License-Identifier: MIT */
/* What SQLite and PostgreSQL each have to be able to do; store.c does the rest, once for both. */
#ifndef WARPWISE_SERVER_ENGINE_H
#define WARPWISE_SERVER_ENGINE_H

#include "server/store/store.h"

struct store_query {
	const char *sql;
	int number; /* of a statement, which is prepared once a connection; -1: it is none */
	const struct store_value *parameters;
	size_t count;
};

/* What is no listed statement, and has no parameters. */
#define STORE_QUERY(text) (&(const struct store_query){ .sql = (text), .number = -1 })

struct store_engine {
	const char *name;
	bool is_remote;
	/* What @integer, @real, @blob, @table, @clustered (a table kept in the order of its key)
	 * and
	 * @ascii (behind a text: what is done to it knows ASCII alone) and @share (at the end of a
	 * SELECT: nobody changes its rows before this transaction ends) are. */
	const char *integer, *real, *blob, *table, *clustered, *ascii, *share;
	const char *begin; /* a transaction that writes */

	/* Sets store->... as it needs; need not touch the network. */
	int (*connect)(struct store *store, struct store_connection **connection,
	               char error[STORE_ERROR_MAX]);
	void (*disconnect)(struct store_connection *connection);
	/* As store_run(). Sets connection->error on -EIO. */
	int (*run)(struct store_connection *connection, const struct store_query *query,
	           store_row_fn *row, void *data);
	/* store_settle(); NULL: nothing is ever put off. */
	int (*settle)(struct store_connection *connection);
	/* store_give_back(), once; *IS_DONE: nothing is left to give. NULL: it does so itself. */
	int (*give_back)(struct store_connection *connection, bool *is_done);
	/* Keeps other servers from migrating, until disconnected; NULL: nothing to do. */
	int (*lock)(struct store_connection *connection);
};

struct store {
	const struct store_engine *engine;
	char *place; /* path or URL */
	char *statements[STATEMENTS];
};

struct store_connection {
	struct store *store;
	int64_t deadline_ns;
	bool is_deferring;   /* store_defer() */
	bool in_transaction; /* then an engine must not connect anew: half of it would be lost */
	char error[STORE_ERROR_MAX];
};

extern const struct store_engine store_sqlite, store_postgres;

#endif
