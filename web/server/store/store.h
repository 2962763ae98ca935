/* SPDX-License-Identifier: MIT */
/*
 * Where the dashboard keeps what it has: the statements of statements.sql on one of two engines.
 * What an engine is is struct store_engine; nothing else in the server knows which one it talks to,
 * except that a remote one may make its caller wait (store_is_remote()).
 *
 * A connection belongs to one thread at a time. Values that a row holds are valid until the
 * callback returns.
 */
#ifndef WARPWISE_SERVER_STORE_H
#define WARPWISE_SERVER_STORE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#define STATEMENT(id, name, sql) STATEMENT_##id,
enum statement {
#include "web/server/statements.h"
	STATEMENTS
};
#undef STATEMENT

enum { STORE_ERROR_MAX = 512, STORE_PARAMETERS_MAX = 32, STORE_COLUMNS_MAX = 32 };

enum store_type { STORE_NULL, STORE_INTEGER, STORE_REAL, STORE_TEXT, STORE_BLOB };

struct store_value {
	enum store_type type;
	int64_t integer;
	double real;
	const char *bytes; /* a text is ended by a NUL that size does not count */
	size_t size;
};

static inline struct store_value store_integer(int64_t value)
{
	return (struct store_value){ .type = STORE_INTEGER, .integer = value };
}

static inline struct store_value store_real(double value)
{
	return (struct store_value){ .type = STORE_REAL, .real = value };
}

static inline struct store_value store_text(const char *text)
{
	return (struct store_value){ .type = STORE_TEXT, .bytes = text, .size = strlen(text) };
}

static inline struct store_value store_blob(const void *bytes, size_t size)
{
	return (struct store_value){ .type = STORE_BLOB, .bytes = bytes, .size = size };
}

static inline struct store_value store_null(void)
{
	return (struct store_value){ .type = STORE_NULL };
}

/* Called for each row; what it returns, unless 0, ends the statement and is its result. */
typedef int store_row_fn(const struct store_value *row, void *data);

struct store;
struct store_connection;

/* Where a store is. */
struct store_place {
	const char *directory; /* of the embedded SQLite */
	const char *url;       /* postgresql://...; NULL: the embedded one */
};

/*
 * Opens the store and brings its tables up to this version. Returns 0, or -errno with one line in
 * ERROR: -ENOTSUP where the store is a newer warpwise-dashboard's, or this build has no PostgreSQL.
 */
int store_open(const struct store_place *place, struct store **store, char error[STORE_ERROR_MAX]);
void store_close(struct store *store); /* after all connections */

bool store_is_remote(const struct store *store);
const char *store_engine_name(const struct store *store); /* "SQLite" */

int store_connect(struct store *store, struct store_connection **connection,
                  char error[STORE_ERROR_MAX]);
void store_disconnect(struct store_connection *connection);

/* Until when statements may take: clock_monotonic_ns(); 0, as at first: without end. */
void store_set_deadline(struct store_connection *connection, int64_t deadline_ns);

/*
 * Runs a statement with COUNT parameters. Returns 0; what ROW returned; -ETIMEDOUT behind the
 * deadline; -ENOSPC for a full disk; -EAGAIN where the database is gone or busy and may be back;
 * -ESTALE where what a new row belongs to is there no more; -EIO for all else, which store_error()
 * describes.
 */
int store_run(struct store_connection *connection, enum statement statement,
              const struct store_value *parameters, size_t count, store_row_fn *row, void *data);

#define STORE_RUN(connection, statement, row, data, ...)                              \
	store_run(connection, statement, (const struct store_value[]){ __VA_ARGS__ }, \
	          sizeof((const struct store_value[]){ __VA_ARGS__ }) /               \
	                  sizeof(struct store_value),                                 \
	          row, data)

const char *store_error(const struct store_connection *connection);

/* A transaction that writes; nothing of it is there before store_commit() returned 0, all is after.
 */
int store_begin(struct store_connection *connection);
int store_commit(struct store_connection *connection);

/*
 * From here to the end of the transaction a remote engine may put off statements without ROW, and
 * send them together: each is a way to it and back. Their errors are those of store_settle(), or of
 * a later statement.
 */
void store_defer(struct store_connection *connection);
int store_settle(struct store_connection *connection); /* all were run, or the first error */

void store_rollback(struct store_connection *connection);

/*
 * Where much of the file is unused, makes it shorter, until UNTIL_NS; *IS_DONE: there is no more to
 * give. On an engine that does so itself nothing. 0 or an error of store_run().
 */
int store_give_back(struct store_connection *connection, int64_t until_ns, bool *is_done);

/* One write within a transaction that may fail alone. */
int store_save(struct store_connection *connection);
int store_keep(struct store_connection *connection, bool is_kept);

/* Copies all rows into TO, which must have none. PROGRESS is told of each table. */
int store_copy(struct store_connection *from, struct store_connection *to,
               void (*progress)(const char *table, int64_t rows), char error[STORE_ERROR_MAX]);

/* Row callbacks: the first column of the first row. */
int store_get_integer(const struct store_value *row, void *data); /* int64_t * */

#endif
