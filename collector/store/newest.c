/* SPDX-License-Identifier: MIT */
/* Deletes what is oldest. On the writer thread. */
#include "store/newest.h"

#include "cupti/api.h"
#include "host/amount.h"
#include "host/duration.h"
#include "host/log.h"
#include "host/losses.h"
#include "host/recording.h"
#include "store/extent.h"

enum {
	PARTS = 8,       /* it is done when the trace is a part more than it should be, */
	FULL_PARTS = 7,  /* or so full, */
	LEFT_PARTS = 5,  /* and then so much is left. */
	RECENT_MS = 100, /* never deleted */
};

/* ?1: the end of what is deleted; ?2: the first call that is left. */
static const char *const deletions[] = {
	"DELETE FROM api_call WHERE end_ns < ?1",
	"DELETE FROM kernel WHERE end_ns < ?1 OR (end_ns IS NULL AND correlation_id < ?2)",
	"DELETE FROM graph_launch WHERE end_ns < ?1 OR (end_ns IS NULL AND correlation_id < ?2)",
	"DELETE FROM copy WHERE end_ns < ?1 OR (end_ns IS NULL AND correlation_id < ?2)",
	"DELETE FROM fill WHERE end_ns < ?1 OR (end_ns IS NULL AND correlation_id < ?2)",
	"DELETE FROM synchronization WHERE end_ns < ?1",
	"DELETE FROM event_record WHERE correlation_id < ?2",
	"DELETE FROM host_function WHERE correlation_id < ?2",
	"DELETE FROM copy_stream WHERE correlation_id < ?2",
	"DELETE FROM copy_address WHERE correlation_id < ?2",
	"DELETE FROM allocation WHERE time_ns < ?1",
	"DELETE FROM marker WHERE end_ns < ?1",
	"DELETE FROM overhead WHERE end_ns < ?1",
	"DELETE FROM migration WHERE coalesce(end_ns, start_ns) < ?1",
	"DELETE FROM host_sample WHERE time_ns < ?1",
	("DELETE FROM gpu_sample_metric WHERE gpu_sample_id IN "
	 "(SELECT id FROM gpu_sample WHERE end_ns < ?1)"),
	"DELETE FROM gpu_sample WHERE end_ns < ?1",
};

enum { DELETIONS = sizeof deletions / sizeof *deletions };

void newest_init(struct newest *newest)
{
	const char *last = recording.settings.text[SETTING_ID_last];
	const char *size = recording.settings.text[SETTING_ID_max_size];

	*newest = (struct newest){ 0 };
	if (*last && duration_parse(last, &newest->last_ns))
		log_line("WARPWISE_LAST=\"%s\" is no time, as 60s or 10m: it is left out", last);
	if (*size && amount_parse(size, &newest->max_bytes))
		log_line("WARPWISE_MAX_SIZE=\"%s\" is no size, as 500M or 2G: it is left out",
		         size);
}

/* As if records came evenly: where they do not, it is due again. */
static int64_t cut_of_size(const struct newest *newest, sqlite3 *db, int64_t now_ns)
{
	const int64_t left_bytes = newest->max_bytes / PARTS * LEFT_PARTS;
	const int64_t bytes = extent_bytes(db);

	if (bytes <= newest->max_bytes / PARTS * FULL_PARTS)
		return 0;
	return now_ns -
	       (int64_t)((double)(now_ns - newest->cut_ns) * (double)left_bytes / (double)bytes);
}

/* Not later than now: one wrong time of the GPU's would make all the rest old. */
static int64_t newest_ns(sqlite3 *db)
{
	const int64_t written_ns = extent_newest_ns(db);
	const uint64_t now = cupti_timestamp();
	const int64_t now_ns = now ? (int64_t)(now - recording.start_ns) : written_ns;

	return written_ns < now_ns ? written_ns : now_ns;
}

bool newest_is_due(struct newest *newest, sqlite3 *db)
{
	int64_t now_ns, recent_ns, of_size;

	if (!newest->last_ns && !newest->max_bytes)
		return false;
	now_ns = newest_ns(db);
	recent_ns = now_ns - (int64_t)RECENT_MS * 1000000;
	newest->next_ns = newest->cut_ns;
	if (newest->last_ns &&
	    now_ns - newest->cut_ns >= newest->last_ns + newest->last_ns / PARTS) {
		newest->next_ns = now_ns - newest->last_ns;
		newest->why = "--last";
	}
	of_size = newest->max_bytes ? cut_of_size(newest, db, now_ns) : 0;
	if (of_size > newest->next_ns) {
		newest->next_ns = of_size;
		newest->why = "--max-size";
	}
	if (newest->next_ns > recent_ns)
		newest->next_ns = recent_ns;
	return newest->next_ns > newest->cut_ns;
}

static void delete (struct batch *batch, const char *sql, int64_t end_ns, int64_t first_call)
{
	sqlite3_stmt *statement = NULL;
	const int result = sqlite3_prepare_v2(batch->db, sql, -1, &statement, NULL);

	if (result != SQLITE_OK) {
		batch->error = batch->error ? batch->error : result;
		return;
	}
	sqlite3_bind_int64(statement, 1, end_ns);
	if (sqlite3_bind_parameter_count(statement) > 1)
		sqlite3_bind_int64(statement, 2, first_call);
	if (batch_run(batch, statement))
		batch_count(batch, COUNTER_dropped_oldest, sqlite3_changes(batch->db));
	sqlite3_finalize(statement);
}

/* Before the intervals that unrecorded_store.c writes, from 1 on. */
static void note(const struct newest *newest, struct batch *batch)
{
	batch_exec(batch,
	           "INSERT OR REPLACE INTO unrecorded (id, start_ns, end_ns, reason) "
	           "VALUES (0, 0, ?1, ?2)",
	           newest->next_ns, newest->why);
}

void newest_write(const struct newest *newest, struct batch *batch)
{
	int64_t first_call = 0;

	for (int i = 0; i < DELETIONS && batch->error == SQLITE_OK; i++) {
		delete (batch, deletions[i], newest->next_ns, first_call);
		if (i == 0) /* of calls, whose numbers grow with time */
			first_call = extent_ask(batch->db, "SELECT min(id) FROM api_call");
	}
	note(newest, batch);
}

void newest_keep(struct newest *newest)
{
	newest->cut_ns = newest->next_ns;
}

void newest_write_end(struct newest *newest, struct batch *batch)
{
	newest->next_ns = newest->cut_ns;
	if (newest->cut_ns)
		newest_write(newest, batch);
}
