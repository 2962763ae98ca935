/* SPDX-License-Identifier: MIT */
/* What is the same for both engines: opening, migrations, transactions, copying. */
#include "server/store/engine.h"

#include <config.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "server/base/buffer.h"
#include "server/base/clock.h"
#include "web/server/migrations.h"

#define STATEMENT(id, name, sql) [STATEMENT_##id] = sql,
static const char *const statement_texts[STATEMENTS] = {
#include "web/server/statements.h"
};
#undef STATEMENT

static const char *const migrations[] = { migration_0001_sql, migration_0002_sql,
	                                  migration_0003_sql, migration_0004_sql,
	                                  migration_0005_sql, migration_0006_sql,
	                                  migration_0007_sql };
enum { MIGRATIONS = sizeof migrations / sizeof *migrations };

/* In an order in which they can be filled; then NULL. */
static const char *const tables[] = { "project", "report",  "report_body",   "measure",
	                              "finding", "trace",   "report_trace",  "trace_piece",
	                              "token",   "account", "account_right", "session",
	                              "audit",   NULL };

static int run(struct store_connection *connection, const struct store_query *query,
               store_row_fn *row, void *data)
{
	return connection->store->engine->run(connection, query, row, data);
}

static int run_plain(struct store_connection *connection, const char *sql)
{
	return run(connection, STORE_QUERY(sql), NULL, NULL);
}

/* The number that SQL gives. */
static int ask(struct store_connection *connection, const char *sql, int64_t *number)
{
	return run(connection, STORE_QUERY(sql), store_get_integer, number);
}

/* ---- the engines' words ---- */

/* SQL with @integer and the like replaced; new memory; NULL without memory. */
static char *translate(const struct store_engine *engine, const char *sql)
{
	const struct {
		const char *word, *text;
	} words[] = {
		{ "@integer", engine->integer },     { "@real", engine->real },
		{ "@blob", engine->blob },           { "@table", engine->table },
		{ "@clustered", engine->clustered }, { "@ascii", engine->ascii },
		{ "@share", engine->share },
	};
	struct buffer out = { 0 };

	while (*sql) {
		size_t i = 0, length = strcspn(sql, "@");

		buffer_add(&out, sql, length);
		sql += length;
		while (*sql && i < sizeof words / sizeof *words &&
		       strncmp(sql, words[i].word, strlen(words[i].word)) != 0)
			i++;
		if (*sql && i < sizeof words / sizeof *words) {
			buffer_text(&out, words[i].text);
			sql += strlen(words[i].word);
		} else if (*sql) {
			buffer_add(&out, sql++, 1);
		}
	}
	if (!buffer_string(&out))
		buffer_release(&out);
	return out.bytes;
}

/* ---- migrations ---- */

/* Runs each statement of TEXT, which end with ; at the end of a line; comments go with them. */
static int run_all(struct store_connection *connection, const char *text)
{
	char *sql = translate(connection->store->engine, text), *begin = sql, *end;
	int err = sql ? 0 : -ENOMEM;

	while (!err && (end = strstr(begin, ";\n"))) {
		*end = '\0';
		err = run_plain(connection, begin);
		begin = end + 2;
	}
	free(sql);
	return err;
}

static int get_version(struct store_connection *connection, int64_t *version)
{
	int err = run_plain(connection,
	                    "CREATE TABLE IF NOT EXISTS schema_version (version INTEGER)");

	*version = 0;
	if (!err)
		err = ask(connection, "SELECT coalesce(max(version), 0) FROM schema_version",
		          version);
	return err;
}

static int migrate(struct store_connection *connection, char error[STORE_ERROR_MAX])
{
	const struct store_engine *engine = connection->store->engine;
	struct store_value value;
	const struct store_query note = {
		.sql = "INSERT INTO schema_version (version) VALUES ($1)",
		.number = -1,
		.parameters = &value,
		.count = 1,
	};
	int64_t version;
	int err = engine->lock ? engine->lock(connection) : 0;

	if (!err)
		err = store_begin(connection);
	if (!err)
		err = get_version(connection, &version);
	if (!err && version > MIGRATIONS) {
		snprintf(error, STORE_ERROR_MAX,
		         "is from a newer warpwise-dashboard: its tables have version %lld, this "
		         "one knows %d",
		         (long long)version, MIGRATIONS);
		store_rollback(connection);
		return -ENOTSUP;
	}
	for (; !err && version < MIGRATIONS; version++) {
		err = run_all(connection, migrations[version]);
		value = store_integer(version + 1);
		if (!err)
			err = run(connection, &note, NULL, NULL);
	}
	if (!err)
		err = store_commit(connection);
	if (err) {
		snprintf(error, STORE_ERROR_MAX, "%s", store_error(connection));
		store_rollback(connection);
	}
	return err;
}

/* ---- the store ---- */

static bool is_postgres(const char *url)
{
	return strncmp(url, "postgresql://", 13) == 0 || strncmp(url, "postgres://", 11) == 0;
}

static int set_place(struct store *store, const struct store_place *place,
                     char error[STORE_ERROR_MAX])
{
	store->engine = &store_sqlite;
	if (place->url && !is_postgres(place->url)) {
		snprintf(error, STORE_ERROR_MAX, "must begin with postgresql://");
		return -EINVAL;
	}
	if (place->url) {
#ifdef HAVE_LIBPQ
		store->engine = &store_postgres;
		store->place = strdup(place->url);
		return store->place ? 0 : -ENOMEM;
#else
		snprintf(error, STORE_ERROR_MAX, "this warpwise-dashboard was built without libpq");
		return -ENOTSUP;
#endif
	}
	if (asprintf(&store->place, "%s/dashboard.db", place->directory) < 0)
		store->place = NULL;
	return store->place ? 0 : -ENOMEM;
}

int store_open(const struct store_place *place, struct store **store, char error[STORE_ERROR_MAX])
{
	struct store_connection *connection = NULL;
	struct store *made = calloc(1, sizeof *made);
	int err = made ? 0 : -ENOMEM;

	snprintf(error, STORE_ERROR_MAX, "out of memory");
	if (!err)
		err = set_place(made, place, error);
	for (int i = 0; !err && i < STATEMENTS; i++) {
		made->statements[i] = translate(made->engine, statement_texts[i]);
		err = made->statements[i] ? 0 : -ENOMEM;
	}
	if (!err)
		err = store_connect(made, &connection, error);
	if (!err)
		err = migrate(connection, error);
	store_disconnect(connection);
	if (err && made) {
		store_close(made);
		made = NULL;
	}
	*store = made;
	return err;
}

void store_close(struct store *store)
{
	if (!store)
		return;
	for (int i = 0; i < STATEMENTS; i++)
		free(store->statements[i]);
	free(store->place);
	free(store);
}

bool store_is_remote(const struct store *store)
{
	return store->engine->is_remote;
}

const char *store_engine_name(const struct store *store)
{
	return store->engine->name;
}

int store_connect(struct store *store, struct store_connection **connection,
                  char error[STORE_ERROR_MAX])
{
	return store->engine->connect(store, connection, error);
}

void store_disconnect(struct store_connection *connection)
{
	if (connection)
		connection->store->engine->disconnect(connection);
}

void store_set_deadline(struct store_connection *connection, int64_t deadline_ns)
{
	connection->deadline_ns = deadline_ns;
}

int store_run(struct store_connection *connection, enum statement statement,
              const struct store_value *parameters, size_t count, store_row_fn *row, void *data)
{
	const struct store_query query = {
		.sql = connection->store->statements[statement],
		.number = (int)statement,
		.parameters = parameters,
		.count = count,
	};

	return run(connection, &query, row, data);
}

const char *store_error(const struct store_connection *connection)
{
	return connection->error;
}

int store_begin(struct store_connection *connection)
{
	int err = run_plain(connection, connection->store->engine->begin);

	connection->in_transaction = !err;
	return err;
}

void store_defer(struct store_connection *connection)
{
	connection->is_deferring = connection->store->engine->settle != NULL;
}

int store_settle(struct store_connection *connection)
{
	return connection->is_deferring ? connection->store->engine->settle(connection) : 0;
}

int store_commit(struct store_connection *connection)
{
	int err = store_settle(connection);

	connection->is_deferring = false;
	if (!err)
		err = run_plain(connection, "COMMIT");

	connection->in_transaction = err != 0;
	return err;
}

void store_rollback(struct store_connection *connection)
{
	char error[STORE_ERROR_MAX];

	/* The error of what failed before is the one to be told. */
	memcpy(error, connection->error, sizeof error);
	store_settle(connection);
	connection->is_deferring = false;
	if (connection->in_transaction)
		run_plain(connection, "ROLLBACK");
	connection->in_transaction = false;
	memcpy(connection->error, error, sizeof error);
}

int store_save(struct store_connection *connection)
{
	return run_plain(connection, "SAVEPOINT one");
}

int store_keep(struct store_connection *connection, bool is_kept)
{
	int err = is_kept ? 0 : run_plain(connection, "ROLLBACK TO SAVEPOINT one");

	return err ? err : run_plain(connection, "RELEASE SAVEPOINT one");
}

int store_give_back(struct store_connection *connection, int64_t until_ns, bool *is_done)
{
	const struct store_engine *engine = connection->store->engine;
	int err = 0;

	*is_done = !engine->give_back;
	while (!err && !*is_done && clock_monotonic_ns() < until_ns) {
		const int64_t begin_ns = clock_monotonic_ns();

		err = engine->give_back(connection, is_done);
		if (!err && !*is_done) /* others want to write, too */
			usleep((useconds_t)((clock_monotonic_ns() - begin_ns) / 1000));
	}
	return err;
}

int store_get_integer(const struct store_value *row, void *data)
{
	*(int64_t *)data = row[0].integer;
	return 0;
}

/* ---- copying ---- */

enum { ROWS_A_TRANSACTION = 10000 };

struct copying {
	struct store_connection *to;
	const char *table;
	char insert[512]; /* made at the first row, which says how many columns there are */
	int columns;
	int64_t rows;
};

static void make_insert(struct copying *copying)
{
	int used = snprintf(copying->insert, sizeof copying->insert, "INSERT INTO %s VALUES (",
	                    copying->table);

	for (int i = 1; i <= copying->columns; i++)
		used += snprintf(copying->insert + used, sizeof copying->insert - (size_t)used,
		                 "%s$%d", i > 1 ? ", " : "", i);
	snprintf(copying->insert + used, sizeof copying->insert - (size_t)used, ")");
}

static int copy_row(const struct store_value *row, void *data)
{
	struct copying *copying = data;
	const struct store_query insert = {
		.sql = copying->insert,
		.number = -1,
		.parameters = row,
		.count = (size_t)copying->columns,
	};
	int err = run(copying->to, &insert, NULL, NULL);

	if (!err && ++copying->rows % ROWS_A_TRANSACTION == 0) {
		err = store_commit(copying->to);
		if (!err)
			err = store_begin(copying->to);
	}
	return err;
}

/* The columns of a table, in the order of the migrations: by a name that both engines have. */
static int count_columns(struct store_connection *connection, const char *table, int *columns)
{
	char sql[160];
	int64_t count = 0;
	int err;

	if (connection->store->engine->is_remote)
		snprintf(sql, sizeof sql,
		         "SELECT count(*) FROM information_schema.columns WHERE table_name = '%s' "
		         "AND table_schema = current_schema()",
		         table);
	else
		snprintf(sql, sizeof sql, "SELECT count(*) FROM pragma_table_info('%s')", table);
	err = ask(connection, sql, &count);
	*columns = (int)count;
	return err;
}

static int copy_table(struct store_connection *from, struct store_connection *to, const char *table,
                      int64_t *rows, char error[STORE_ERROR_MAX])
{
	struct copying copying = { .to = to, .table = table };
	char sql[64];
	int64_t before = 0;
	int err;

	snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", table);
	err = ask(to, sql, &before);
	if (!err && before) {
		snprintf(error, STORE_ERROR_MAX,
		         "the destination is not empty: table %s has %lld rows", table,
		         (long long)before);
		return -EEXIST;
	}
	if (!err)
		err = count_columns(to, table, &copying.columns);
	if (err)
		return err;
	make_insert(&copying);
	err = store_begin(to);
	if (!err) {
		snprintf(sql, sizeof sql, "SELECT * FROM %s", table);
		err = run(from, STORE_QUERY(sql), copy_row, &copying);
	}
	if (!err)
		err = store_commit(to);
	else
		store_rollback(to);
	*rows = copying.rows;
	return err;
}

int store_copy(struct store_connection *from, struct store_connection *to,
               void (*progress)(const char *table, int64_t rows), char error[STORE_ERROR_MAX])
{
	int64_t rows;
	int err = 0;

	*error = '\0';
	for (size_t i = 0; tables[i] && !err; i++) {
		err = copy_table(from, to, tables[i], &rows, error);
		if (!err && progress)
			progress(tables[i], rows);
	}
	if (err && !*error)
		snprintf(error, STORE_ERROR_MAX, "%s",
		         *store_error(from) ? store_error(from) : store_error(to));
	return err;
}
