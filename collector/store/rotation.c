/* SPDX-License-Identifier: MIT */
/* Moves what was recorded into segments. On the writer thread. */
#include "store/rotation.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "host/amount.h"
#include "host/clock.h"
#include "host/duration.h"
#include "host/log.h"
#include "host/recording.h"
#include "store/extent.h"
#include "store/origin.h"
#include "trace_file.h"
#include "trace_segment.h"

enum {
	LEAST_PART = 2, /* of --rotate=SIZE is new in each segment, whatever never goes */
	READ_MS = 1000, /* until it is tried again: somebody read the trace, */
	FULL_MS = 60000 /* or the disk was full, or the like */
};

void rotation_init(struct rotation *rotation)
{
	const char *text = recording.settings.text[SETTING_ID_rotate];

	*rotation = (struct rotation){
		.number = 1,
		.keep = recording.settings.number[SETTING_ID_keep],
	};
	if (!*text)
		return;
	if (*recording.settings.text[SETTING_ID_last] ||
	    *recording.settings.text[SETTING_ID_max_size])
		log_line("WARPWISE_ROTATE=\"%s\" is left out: WARPWISE_LAST and WARPWISE_MAX_SIZE "
		         "keep one file small",
		         text);
	else if (duration_parse(text, &rotation->every_ns) &&
	         amount_parse(text, &rotation->max_bytes))
		log_line("WARPWISE_ROTATE=\"%s\" is no time, as 10m or 24h, and no size, as 500M "
		         "or 2G: it is left out",
		         text);
	else if (rotation->keep)
		rotation->kept = calloc((size_t)rotation->keep, sizeof *rotation->kept);
}

void rotation_release(struct rotation *rotation)
{
	free(rotation->kept);
	rotation->kept = NULL;
}

static bool is_wanted(const struct rotation *rotation)
{
	return rotation->every_ns || rotation->max_bytes;
}

static void write_number(struct batch *batch, int64_t number)
{
	batch_exec(batch, "INSERT OR REPLACE INTO meta (key, value) VALUES ('segment', ?1)", number,
	           NULL);
}

void rotation_write_number(const struct rotation *rotation, struct batch *batch)
{
	if (is_wanted(rotation))
		write_number(batch, rotation->number);
}

static bool is_full(const struct rotation *rotation, sqlite3 *db)
{
	const int64_t base = rotation->base_bytes, max = rotation->max_bytes;
	const int64_t least = max / LEAST_PART;

	return max && extent_bytes(db) - base >= (max - base > least ? max - base : least);
}

bool rotation_is_due(struct rotation *rotation, sqlite3 *db)
{
	if (!is_wanted(rotation) || clock_ms() < rotation->wait_until_ms)
		return false;
	rotation->end_ns = extent_newest_ns(db);
	if (rotation->end_ns < rotation->start_ns) /* which was a wrong time of the GPU's */
		rotation->start_ns = rotation->end_ns;
	return (rotation->every_ns &&
	        rotation->end_ns - rotation->start_ns >= rotation->every_ns) ||
	       is_full(rotation, db);
}

static struct segment_file as_it_is(const struct stat *st)
{
	return (struct segment_file){ st->st_dev, st->st_ino, st->st_mtim };
}

static bool is_same(const struct segment_file *left, const struct segment_file *right)
{
	return left->device == right->device && left->inode == right->inode &&
	       left->changed.tv_sec == right->changed.tv_sec &&
	       left->changed.tv_nsec == right->changed.tv_nsec;
}

int rotation_save(struct rotation *rotation, sqlite3 *db, const char *path)
{
	char name[PATH_MAX] = "";
	struct stat saved;
	int err = trace_segment_name(path, rotation->number, name);

	if (!err)
		err = trace_file_save(db, name, &saved);
	if (!err) {
		rotation->saved = as_it_is(&saved);
		return 0;
	}
	rotation->wait_until_ms = clock_ms() + (err == -EBUSY ? READ_MS : FULL_MS);
	if (err != -EBUSY && !rotation->has_failed) {
		log_line("cannot begin a new file: \"%s\": %s; the trace goes on in \"%s\"", name,
		         strerror(-err), path);
		rotation->has_failed = true;
	}
	return err;
}

void rotation_write(const struct rotation *rotation, struct batch *batch)
{
	const struct trace_segment_table *table = trace_segment_tables;
	char sql[256];

	for (; table->name && batch->error == SQLITE_OK; table++) {
		/* Without a condition SQLite frees the pages without looking at them. */
		snprintf(sql, sizeof sql, "DELETE FROM %s%s%s", table->name,
		         table->settled ? " WHERE " : "", table->settled ? table->settled : "");
		batch_exec(batch, sql, 0, NULL);
	}
	/* Before the intervals that unrecorded_store.c writes, from 1 on. */
	batch_exec(batch,
	           "INSERT OR REPLACE INTO unrecorded (id, start_ns, end_ns, reason) "
	           "VALUES (0, 0, ?1, ?2)",
	           rotation->end_ns, TRACE_SEGMENT_REASON);
	write_number(batch, rotation->number + 1);
	origin_write_going_on(batch);
}

/* Deletes segment NUMBER of the trace PATH if it is still the file KEPT. */
static void delete_old(const char *path, int64_t number, const struct segment_file *kept)
{
	char name[PATH_MAX];
	struct segment_file found;
	struct stat st;

	if (trace_segment_name(path, number, name) || lstat(name, &st))
		return;
	found = as_it_is(&st);
	if (is_same(&found, kept))
		unlink(name);
}

void rotation_keep(struct rotation *rotation, sqlite3 *db, const char *path)
{
	const int64_t newest = rotation->number++;

	rotation->start_ns = rotation->end_ns;
	rotation->base_bytes = extent_bytes(db);
	if (!rotation->kept)
		return;
	if (newest > rotation->keep)
		delete_old(path, newest - rotation->keep, &rotation->kept[newest % rotation->keep]);
	rotation->kept[newest % rotation->keep] = rotation->saved;
}
