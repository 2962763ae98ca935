/* SPDX-License-Identifier: MIT */
/*
 * The store in PostgreSQL. Statements are prepared when a connection first meets them; all values
 * go over in binary but numbers, which go as text, so that PostgreSQL finds their types. Rows come
 * one by one (single-row mode). A wait ends at the connection's deadline: then the query is
 * cancelled, and the connection is made anew, as it is when the database was gone. Between
 * store_defer() and store_settle() statements without rows go into libpq's pipeline: what waits
 * there goes over together, with the next statement that has rows.
 */
#include "server/store/engine.h"

#include <endian.h>
#include <errno.h>
#include <libpq-fe.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>

#include "server/base/clock.h"

/* pg_type.dat: these never change. */
enum {
	OID_BOOL = 16,
	OID_BYTEA = 17,
	OID_INT8 = 20,
	OID_INT4 = 23,
	OID_TEXT = 25,
	OID_FLOAT8 = 701,
	OID_VARCHAR = 1043,
};

enum { PUT_OFF_MAX = 64, NUMBER_TEXT = 32, LOCK_KEY = 0x77617270 /* "warp" */ };

struct postgres_connection {
	struct store_connection base;
	PGconn *pg;
	bool is_prepared[STATEMENTS];
	int put_off; /* statements that were sent, and whose results are to be read */
};

static void keep_error(struct postgres_connection *connection, const char *text)
{
	size_t length = strcspn(text, "\n"); /* the lines behind it are context and hints */

	if (strncmp(text, "ERROR:  ", 8) == 0) {
		text += 8;
		length -= 8;
	}
	snprintf(connection->base.error, STORE_ERROR_MAX, "%.*s", (int)length, text);
}

/* The error of a query that the database refused. */
static int error_of(struct postgres_connection *connection, const PGresult *result)
{
	const char *state = PQresultErrorField(result, PG_DIAG_SQLSTATE);

	keep_error(connection, PQresultErrorMessage(result));
	if (!state || PQstatus(connection->pg) == CONNECTION_BAD)
		return -EAGAIN;
	if (strncmp(state, "57014", 5) == 0) /* query_canceled */
		return -ETIMEDOUT;
	if (strncmp(state, "53100", 5) == 0) /* disk_full */
		return -ENOSPC;
	if (strncmp(state, "23503", 5) == 0) /* foreign_key_violation */
		return -ESTALE;
	if (strncmp(state, "57P", 3) == 0 || strncmp(state, "53", 2) == 0 ||
	    strncmp(state, "40", 2) == 0) /* it stops; too many connections; deadlock */
		return -EAGAIN;
	return -EIO;
}

static int wait_for(struct postgres_connection *connection)
{
	const int64_t deadline_ns = connection->base.deadline_ns;
	struct pollfd fd = { .fd = PQsocket(connection->pg), .events = POLLIN };
	int timeout_ms = -1, ready;
	PGcancel *cancel;

	if (deadline_ns) {
		const int64_t left_ns = deadline_ns - clock_monotonic_ns();

		timeout_ms = left_ns > 0 ? (int)(left_ns / NS_PER_MS) + 1 : 0;
	}
	do
		ready = poll(&fd, 1, timeout_ms);
	while (ready < 0 && errno == EINTR);
	if (ready > 0)
		return 0;
	cancel = PQgetCancel(connection->pg);
	if (cancel) {
		char text[256];

		PQcancel(cancel, text, sizeof text);
		PQfreeCancel(cancel);
	}
	snprintf(connection->base.error, STORE_ERROR_MAX, "took too long");
	PQfinish(connection->pg); /* what it still sends is of no use */
	connection->pg = NULL;
	return -ETIMEDOUT;
}

static bool is_lost(const struct postgres_connection *connection)
{
	return !connection->pg || PQstatus(connection->pg) == CONNECTION_BAD;
}

/* The next result within the deadline; *RESULT is NULL behind the last. */
static int next_result(struct postgres_connection *connection, PGresult **result)
{
	*result = NULL;
	while (PQisBusy(connection->pg)) {
		int err = wait_for(connection);

		if (err)
			return err;
		if (!PQconsumeInput(connection->pg)) {
			keep_error(connection, PQerrorMessage(connection->pg));
			return -EAGAIN;
		}
	}
	*result = PQgetResult(connection->pg);
	return 0;
}

static void ignore_notice(void *data, const PGresult *result)
{
	(void)data;
	(void)result;
}

static int reconnect(struct postgres_connection *connection)
{
	static const char *const keywords[] = { "dbname",           "connect_timeout",
		                                "tcp_user_timeout", "application_name",
		                                "client_encoding",  NULL };
	const char *const values[] = {
		connection->base.store->place, "5", "10000", "warpwise-dashboard", "UTF8", NULL,
	};

	PQfinish(connection->pg);
	connection->put_off = 0;
	memset(connection->is_prepared, 0, sizeof connection->is_prepared);
	connection->pg = PQconnectdbParams(keywords, values, 1);
	if (!connection->pg)
		return -ENOMEM;
	if (PQstatus(connection->pg) != CONNECTION_OK) {
		keep_error(connection, PQerrorMessage(connection->pg));
		return -EAGAIN;
	}
	PQsetNoticeReceiver(connection->pg, ignore_notice, NULL);
	return 0;
}

static void postgres_disconnect(struct store_connection *base)
{
	struct postgres_connection *connection = (struct postgres_connection *)base;

	PQfinish(connection->pg);
	free(connection);
}

static int postgres_connect(struct store *store, struct store_connection **connection,
                            char error[STORE_ERROR_MAX])
{
	struct postgres_connection *made = calloc(1, sizeof *made);
	int err = made ? 0 : -ENOMEM;

	*connection = NULL;
	snprintf(error, STORE_ERROR_MAX, "out of memory");
	if (!err) {
		made->base.store = store;
		err = reconnect(made);
	}
	if (err && made) {
		snprintf(error, STORE_ERROR_MAX, "%s", made->base.error);
		postgres_disconnect(&made->base);
		return err;
	}
	if (!err)
		*connection = &made->base;
	return err;
}

/* ---- values ---- */

struct parameters {
	const char *values[STORE_PARAMETERS_MAX];
	int lengths[STORE_PARAMETERS_MAX], formats[STORE_PARAMETERS_MAX];
	char numbers[STORE_PARAMETERS_MAX][NUMBER_TEXT];
};

static void set_parameters(struct parameters *out, const struct store_query *query)
{
	const struct store_value *in = query->parameters;

	for (size_t i = 0; i < query->count; i++) {
		out->values[i] = out->numbers[i];
		out->lengths[i] = 0;
		out->formats[i] = 0;
		switch (in[i].type) {
		case STORE_INTEGER:
			snprintf(out->numbers[i], NUMBER_TEXT, "%lld", (long long)in[i].integer);
			break;
		case STORE_REAL:
			snprintf(out->numbers[i], NUMBER_TEXT, "%.17g", in[i].real);
			break;
		case STORE_TEXT:
		case STORE_BLOB:
			out->values[i] = in[i].bytes ? in[i].bytes : "";
			out->lengths[i] = (int)in[i].size;
			out->formats[i] = 1;
			break;
		default:
			out->values[i] = NULL;
			break;
		}
	}
}

static int64_t read_big_endian(const char *bytes, size_t size)
{
	uint64_t eight;
	uint32_t four;

	if (size == sizeof four) {
		memcpy(&four, bytes, sizeof four);
		return (int32_t)be32toh(four);
	}
	memcpy(&eight, bytes, sizeof eight);
	return (int64_t)be64toh(eight);
}

static int read_value(struct postgres_connection *connection, const PGresult *result, int row,
                      int column, struct store_value *value)
{
	const char *bytes = PQgetvalue(result, row, column);
	const size_t size = (size_t)PQgetlength(result, row, column);
	int64_t bits;

	*value = (struct store_value){ .type = STORE_NULL };
	if (PQgetisnull(result, row, column))
		return 0;
	switch (PQftype(result, column)) {
	case OID_BOOL:
		*value = store_integer(*bytes);
		return 0;
	case OID_INT4:
	case OID_INT8:
		*value = store_integer(read_big_endian(bytes, size));
		return 0;
	case OID_FLOAT8:
		bits = read_big_endian(bytes, size);
		value->type = STORE_REAL;
		memcpy(&value->real, &bits, sizeof value->real);
		return 0;
	case OID_TEXT:
	case OID_VARCHAR:
		*value = (struct store_value){ STORE_TEXT, 0, 0, bytes, size };
		return 0;
	case OID_BYTEA:
		*value = (struct store_value){ STORE_BLOB, 0, 0, bytes, size };
		return 0;
	default:
		snprintf(connection->base.error, STORE_ERROR_MAX, "column %s has the type %u",
		         PQfname(result, column), PQftype(result, column));
		return -EIO;
	}
}

/* All rows of RESULT: one, or in a pipeline all of a statement. */
static int give_rows(struct postgres_connection *connection, const PGresult *result,
                     store_row_fn *row, void *data)
{
	struct store_value values[STORE_COLUMNS_MAX];
	const int columns = PQnfields(result);
	int err = 0;

	for (int r = 0; r < PQntuples(result) && !err; r++) {
		for (int i = 0; i < columns && i < STORE_COLUMNS_MAX && !err; i++)
			err = read_value(connection, result, r, i, &values[i]);
		if (!err)
			err = row(values, data);
	}
	return err;
}

/* ---- statements ---- */

/* Reads all results of a statement, as the protocol wants, and gives rows on until one of them ends
 * it. */
static int take_results(struct postgres_connection *connection, store_row_fn *row, void *data)
{
	PGresult *result;
	int err = 0, wait_err;

	while ((wait_err = next_result(connection, &result)) == 0 && result) {
		const ExecStatusType status = PQresultStatus(result);

		if (status == PGRES_SINGLE_TUPLE || status == PGRES_TUPLES_OK)
			err = err || !row ? err : give_rows(connection, result, row, data);
		else if (status ==
		         PGRES_PIPELINE_ABORTED) /* what is before it failed, and is told */
			err = -EAGAIN;
		else if (status != PGRES_COMMAND_OK && !err)
			err = error_of(connection, result);
		PQclear(result);
	}
	return wait_err ? wait_err : err;
}

/* Ends the pipeline: reads the results of what was put off; the last statement may have rows. */
static int take_pipeline(struct postgres_connection *connection, store_row_fn *row, void *data)
{
	PGresult *end = NULL;
	int first = 0, err = 0;

	if (!connection->put_off) {
		PQexitPipelineMode(connection->pg); /* that nothing went into */
		return 0;
	}
	if (!PQpipelineSync(connection->pg)) {
		keep_error(connection, PQerrorMessage(connection->pg));
		first = -EAGAIN;
	}
	for (; connection->put_off && !is_lost(connection); connection->put_off--) {
		err = take_results(connection, connection->put_off == 1 ? row : NULL, data);
		first = first ? first : err;
	}
	connection->put_off = 0;
	if (is_lost(connection))
		return first ? first : -EAGAIN;
	err = next_result(connection, &end);
	PQclear(end);
	if (!err && !PQexitPipelineMode(connection->pg)) {
		keep_error(connection, PQerrorMessage(connection->pg));
		err = -EAGAIN;
	}
	return first ? first : err;
}

static int postgres_settle(struct store_connection *base)
{
	return take_pipeline((struct postgres_connection *)base, NULL, NULL);
}

static int prepare(struct postgres_connection *connection, const char *name, const char *sql)
{
	int err;

	if (!PQsendPrepare(connection->pg, name, sql, 0, NULL)) {
		keep_error(connection, PQerrorMessage(connection->pg));
		return -EAGAIN;
	}
	err = take_results(connection, NULL, NULL);
	return err;
}

static int send(struct postgres_connection *connection, const struct store_query *query)
{
	struct parameters parameters;
	char name[16] = "";
	int sent;

	set_parameters(&parameters, query);
	if (query->number >= 0) {
		snprintf(name, sizeof name, "s%d", query->number);
		sent = PQsendQueryPrepared(connection->pg, name, (int)query->count,
		                           parameters.values, parameters.lengths,
		                           parameters.formats, 1);
	} else {
		sent = PQsendQueryParams(connection->pg, query->sql, (int)query->count, NULL,
		                         parameters.values, parameters.lengths, parameters.formats,
		                         1);
	}
	if (!sent) {
		keep_error(connection, PQerrorMessage(connection->pg));
		return -EAGAIN;
	}
	return 0;
}

static int prepare_once(struct postgres_connection *connection, const struct store_query *query)
{
	char name[16];
	int err;

	if (query->number < 0 || connection->is_prepared[query->number])
		return 0;
	snprintf(name, sizeof name, "s%d", query->number);
	err = take_pipeline(connection, NULL, NULL);
	if (!err)
		err = prepare(connection, name, query->sql);
	connection->is_prepared[query->number] = !err;
	return err;
}

static int postgres_run(struct store_connection *base, const struct store_query *query,
                        store_row_fn *row, void *data)
{
	struct postgres_connection *connection = (struct postgres_connection *)base;
	int err = query->count <= STORE_PARAMETERS_MAX ? 0 : -E2BIG;

	if (!err && is_lost(connection) && base->in_transaction) {
		snprintf(base->error, STORE_ERROR_MAX, "the connection was lost");
		return -EAGAIN;
	}
	if (!err && is_lost(connection))
		err = reconnect(connection);
	/* PostgreSQL answers COMMIT with ROLLBACK, and calls that no error. */
	if (!err && PQtransactionStatus(connection->pg) == PQTRANS_INERROR &&
	    strcmp(query->sql, "COMMIT") == 0)
		return -EIO;
	if (!err)
		err = prepare_once(connection, query);
	if (!err && base->is_deferring && !row && !connection->put_off &&
	    !PQenterPipelineMode(connection->pg))
		err = -EAGAIN;
	if (!err)
		err = send(connection, query);
	if (err)
		return err;
	if (PQpipelineStatus(connection->pg) == PQ_PIPELINE_OFF) {
		PQsetSingleRowMode(connection->pg);
		return take_results(connection, row, data);
	}
	connection->put_off++;
	return row || connection->put_off == PUT_OFF_MAX ? take_pipeline(connection, row, data) : 0;
}

/* Held until the connection ends: one server migrates, the others wait. */
static int postgres_lock(struct store_connection *base)
{
	const struct store_value key = store_integer(LOCK_KEY);
	const struct store_query query = { "SELECT 1 FROM pg_advisory_lock($1)", -1, &key, 1 };

	return postgres_run(base, &query, NULL, NULL);
}

const struct store_engine store_postgres = {
	.name = "PostgreSQL",
	.is_remote = true,
	.integer = "BIGINT",
	.real = "DOUBLE PRECISION",
	.blob = "BYTEA",
	.table = "",
	.clustered = "",
	.ascii = "COLLATE \"C\"",
	.share = "FOR SHARE",
	.begin = "BEGIN",
	.connect = postgres_connect,
	.disconnect = postgres_disconnect,
	.run = postgres_run,
	.settle = postgres_settle,
	.lock = postgres_lock,
};
