/* SPDX-License-Identifier: MIT */
/* A report on its way into the store. Any thread. */
#include "server/report/upload.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "server/base/clock.h"

/* What ?q= is looked for in. Only ASCII is folded: both databases agree on that. */
int upload_finish(struct upload *upload)
{
	const struct report *report = upload->report;
	const char *texts[] = {
		report->name, report->command_line, upload->branch, upload->commit,
		NULL,         report->gpu,          report->rule,   report->headline
	};

	if (!*upload->host)
		upload->host = report->host;
	texts[4] = upload->host;
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) {
		buffer_text(&upload->search, texts[i]);
		buffer_text(&upload->search, "\n");
	}
	if (!buffer_string(&upload->tags))
		return upload->tags.err;
	buffer_text(&upload->search, upload->tags.bytes);
	if (!buffer_string(&upload->search))
		return upload->search.err;
	for (char *c = upload->search.bytes; *c; c++)
		*c = (char)(*c >= 'A' && *c <= 'Z' ? *c - 'A' + 'a' : *c);
	return 0;
}

void upload_release(struct upload *upload)
{
	report_free(upload->report);
	buffer_release(&upload->tags);
	buffer_release(&upload->search);
}

/* -1 is unknown. */
static struct store_value known_percent(double percent)
{
	return percent < 0 ? store_null() : store_real(percent);
}

enum { MEASURES_TOGETHER = 15 }; /* of the statement */

/* Those from FIRST on; where fewer are left, the last fills up. */
static int insert_measures(struct store_connection *db, const struct report *report, size_t first,
                           int64_t id)
{
	struct store_value values[1 + 2 * MEASURES_TOGETHER] = { store_integer(id) };

	for (size_t i = 0; i < MEASURES_TOGETHER; i++) {
		const size_t place =
		        first + i < report->measure_count ? first + i : report->measure_count - 1;

		values[1 + 2 * i] = store_text(report->measures[place].name);
		values[2 + 2 * i] = store_real(report->measures[place].value);
	}
	return store_run(db, STATEMENT_MEASURE_INSERT, values, sizeof values / sizeof *values, NULL,
	                 NULL);
}

static int insert_parts(struct store_connection *db, const struct report *report, int64_t id)
{
	int err = STORE_RUN(db, STATEMENT_REPORT_BODY_INSERT, NULL, NULL, store_integer(id),
	                    store_blob(report->packed.bytes, report->packed.size));

	for (size_t i = 0; i < report->measure_count && !err; i += MEASURES_TOGETHER)
		err = insert_measures(db, report, i, id);
	for (size_t i = 0; i < report->finding_count && !err; i++) {
		const struct report_finding *f = &report->findings[i];

		err = STORE_RUN(db, STATEMENT_FINDING_INSERT, NULL, NULL, store_integer(id),
		                store_integer((int64_t)i), store_text(f->rule),
		                store_text(f->subject), store_text(f->title),
		                store_text(f->severity), store_text(f->headline),
		                store_integer(f->cost_ns), store_integer(f->gain_ns));
	}
	return err;
}

int upload_store(struct store_connection *db, int64_t project, const char *uploader,
                 const struct upload *upload, int64_t *id)
{
	const struct report *r = upload->report;
	const int64_t now_ns = clock_unix_ns();
	/* A sender whose clock is ahead would have the newest run of all for as long. */
	const int64_t recorded_ns = r->recorded_ns < now_ns ? r->recorded_ns : now_ns;
	int err;

	*id = 0;
	err = STORE_RUN(
	        db, STATEMENT_REPORT_INSERT, store_get_integer, id, store_integer(id_new()),
	        store_integer(project), store_blob(r->hash, HASH_SIZE), store_text(r->name),
	        store_text(r->command_line), store_text(upload->branch), store_text(upload->commit),
	        store_text(upload->host), store_text(r->gpu), store_integer(r->gpu_count),
	        store_integer(r->process_count), store_text(upload->tags.bytes),
	        store_text(upload->search.bytes), store_integer(recorded_ns), store_integer(now_ns),
	        store_integer(r->duration_ns), known_percent(r->gpu_busy_percent),
	        store_integer(r->notes), store_integer(r->warnings), store_integer(r->errors),
	        store_text(r->rule), store_text(r->headline), store_integer(r->gain_ns),
	        known_percent(r->gain_percent), store_text(r->tool_version),
	        store_integer((int64_t)r->size_bytes), store_text(uploader));
	if (!err && *id)
		err = insert_parts(db, r, *id);
	return err;
}

struct repeat {
	const struct upload *upload; /* as it was sent again */
	struct upload_kept *kept;
};

/* branch, commit_id, host, tags. What was not said is no other label. */
static int take_labels(const struct store_value *row, void *data)
{
	const struct repeat *repeat = data;
	const struct upload *sent = repeat->upload;
	const char *const texts[] = { sent->branch, sent->commit, sent->host, sent->tags.bytes };
	struct upload_kept *kept = repeat->kept;

	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		kept->is_other |= *texts[i] && strcmp(texts[i], row[i].bytes) != 0;
	snprintf(kept->branch, sizeof kept->branch, "%s", row[0].bytes);
	snprintf(kept->commit, sizeof kept->commit, "%s", row[1].bytes);
	return 0;
}

int upload_find_kept(struct store_connection *db, int64_t project, const struct upload *upload,
                     struct upload_kept *kept)
{
	struct repeat repeat = { upload, kept };

	*kept = (struct upload_kept){ 0 };
	return STORE_RUN(db, STATEMENT_REPORT_LABELS, take_labels, &repeat, store_integer(project),
	                 store_blob(upload->report->hash, HASH_SIZE));
}
