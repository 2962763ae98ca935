/* SPDX-License-Identifier: MIT */
/*
 * Opens trace files, which may be anything. In the analyzer, on any thread.
 */
#include "trace_file.h"

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "schema_sql.h" /* generated: schema_sql[], names_sql[], views_sql[] */
#include "trace_lock.h"

enum { SQLITE_HEADER_BYTES = 100 }; /* the file format's fixed part, big-endian numbers */

/* Tables that version 1 did not have yet: a file of an older version than theirs may lack them. */
static const struct {
	const char *name;
	int version;
} younger_tables[] = {
	{ "stall_reason", 2 },       { "pc_sample", 2 },
	{ "pc_sampling", 2 },        { "metric", 3 },
	{ "measured_launch", 3 },    { "launch_metric", 3 },
	{ "instruction_metric", 3 }, { "gpu_sample", 3 },
	{ "gpu_sample_metric", 3 },  { "host_function", 3 },
	{ "copy_stream", 4 },        { "device_link", 5 },
	{ "migration", 6 },          { "host_binary", 7 },
	{ "host_frame", 7 },         { "host_stack", 7 },
	{ "host_sample", 7 },        { "unrecorded", 8 },
	{ "graph_launch", 9 },       { "copy_address", 10 },
	{ "host_symbol", 11 },
};

static uint32_t be32(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

static int exec(sqlite3 *db, const char *sql)
{
	return sqlite3_exec(db, sql, NULL, NULL, NULL) == SQLITE_OK ? 0 : -EIO;
}

/* What is known of a trace before SQLite touches it. */
struct look {
	int fd; /* keeps the recorder from changing what is read, if there is one */
	bool is_recorded;
	bool has_log; /* the file is one with a write-ahead log */
};

static int system_error(int err, char error[TRACE_ERROR_MAX])
{
	snprintf(error, TRACE_ERROR_MAX, "%s", strerror(-err));
	return err;
}

/* What people give instead of a trace, by its first bytes. */
static const struct {
	const char *magic;
	const char *error;
} no_traces[] = {
	{ "{", "is JSON, not a trace: reports are read by compare and upload" },
	{ "<!DOCTYPE", "is a page, not a trace: a browser shows it" },
	{ "\x1f\x8b", "is compressed by gzip: unpack it first" },
	{ "\x28\xb5\x2f\xfd", "is compressed by zstd: unpack it first" },
};

static const char *name_no_trace(const unsigned char *header, ssize_t got)
{
	for (size_t i = 0; i < sizeof no_traces / sizeof *no_traces; i++) {
		const size_t length = strlen(no_traces[i].magic);

		if (got >= (ssize_t)length && memcmp(header, no_traces[i].magic, length) == 0)
			return no_traces[i].error;
	}
	return "is not an SQLite file";
}

/* Looks at the fixed header alone, so that a wrong file is named before SQLite touches it. */
static int check_header(const struct stat *st, const unsigned char *header, ssize_t got,
                        char error[TRACE_ERROR_MAX])
{
	if (st->st_size == 0) {
		snprintf(error, TRACE_ERROR_MAX, "is empty");
	} else if (got < 16 || memcmp(header, "SQLite format 3", 16) != 0) {
		snprintf(error, TRACE_ERROR_MAX, "%s", name_no_trace(header, got));
	} else if (got < SQLITE_HEADER_BYTES) {
		snprintf(error, TRACE_ERROR_MAX, "is truncated: %lld bytes",
		         (long long)st->st_size);
	} else if (be32(header + 68) != TRACE_APPLICATION_ID) {
		snprintf(error, TRACE_ERROR_MAX, "is an SQLite file, but not a warpwise trace");
	} else if (be32(header + 60) > TRACE_SCHEMA_VERSION) {
		snprintf(
		        error, TRACE_ERROR_MAX,
		        "has schema version %u, this warpwise reads up to %d: use a newer warpwise",
		        be32(header + 60), TRACE_SCHEMA_VERSION);
		return -ENOTSUP;
	} else {
		return 0;
	}
	return -EINVAL;
}

/* A log may hold the pages that the file lacks: then SQLite finds out. */
static int check_size(const struct stat *st, const unsigned char *header,
                      char error[TRACE_ERROR_MAX])
{
	uint64_t page_bytes = (uint64_t)header[16] << 8 | header[17];
	uint64_t pages_bytes = (page_bytes == 1 ? 65536 : page_bytes) * be32(header + 28);

	if ((uint64_t)st->st_size >= pages_bytes)
		return 0;
	snprintf(error, TRACE_ERROR_MAX, "is truncated: %lld of %llu bytes", (long long)st->st_size,
	         (unsigned long long)pages_bytes);
	return -EINVAL;
}

static int exists(const char *path, const char *suffix)
{
	char name[4096 + 8];
	struct stat st;

	if (snprintf(name, sizeof name, "%s%s", path, suffix) >= (int)sizeof name)
		return 0;
	return stat(name, &st) == 0 && st.st_size > 0;
}

static int look_into(struct look *look, const char *path, char error[TRACE_ERROR_MAX])
{
	unsigned char header[SQLITE_HEADER_BYTES];
	struct stat st;
	ssize_t got;
	int err;

	if (fstat(look->fd, &st))
		return system_error(-errno, error);
	if (!S_ISREG(st.st_mode)) {
		snprintf(error, TRACE_ERROR_MAX, "is %s",
		         S_ISDIR(st.st_mode) ? "a directory" : "not a regular file");
		return S_ISDIR(st.st_mode) ? -EISDIR : -EINVAL;
	}
	if (trace_lock_read(look->fd, &look->is_recorded)) {
		snprintf(error, TRACE_ERROR_MAX,
		         "is being written, and the program that does it stands still");
		return -EBUSY;
	}
	if (fstat(look->fd, &st)) /* as it is now that nobody changes it */
		return system_error(-errno, error);
	got = pread(look->fd, header, sizeof header, 0);
	err = check_header(&st, header, got, error);
	look->has_log = !err && (header[18] == 2 || header[19] == 2);
	if (!err && !(look->has_log && exists(path, "-wal")))
		err = check_size(&st, header, error);
	return err;
}

/* Close LOOK's file when the trace is not read any more, in any case. */
static int look_at(struct look *look, const char *path, char error[TRACE_ERROR_MAX])
{
	*look = (struct look){ .fd = open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK) };
	return look->fd < 0 ? system_error(-errno, error) : look_into(look, path, error);
}

static void look_release(struct look *look)
{
	if (look->fd >= 0)
		close(look->fd);
}

bool trace_file_lacks_log(const char *path)
{
	char error[TRACE_ERROR_MAX], name[PATH_MAX + 8];
	struct look look;
	struct stat st;
	const bool lacks_log = look_at(&look, path, error) == 0 && look.has_log &&
	                       snprintf(name, sizeof name, "%s-wal", path) < (int)sizeof name &&
	                       stat(name, &st) != 0 && errno == ENOENT;

	look_release(&look);
	return lacks_log;
}

/* Text without comments and with single spaces, so that these may change; sqlite3_free() it. NULL
 * without memory. */
static char *plain(const char *text, size_t bytes)
{
	const char *end = text + bytes;
	char *plain = sqlite3_malloc64(bytes + 1), *to = plain;
	bool is_space = false;

	for (; plain && text < end; text++) {
		if (text[0] == '-' && end - text > 1 && text[1] == '-') {
			text += strcspn(text, "\n");
			if (text >= end)
				break;
		}
		if (strchr(" \t\n", *text)) {
			is_space = true;
			continue;
		}
		if (is_space)
			*to++ = ' ';
		*to++ = *text;
		is_space = false;
	}
	if (plain)
		*to = '\0';
	return plain;
}

/* A table of the schema, and what creates it. */
struct table {
	char name[64];
	const char *sql;
	size_t sql_bytes;
};

/* The first line of TEXT that begins with WORDS, or its end. Line by line: strstr() and sscanf() of
 * a sanitizer look for the end of all that follows. */
static const char *find_line(const char *text, const char *words)
{
	while (*text && strncmp(text, words, strlen(words)) != 0) {
		text = strchrnul(text, '\n');
		text += *text == '\n';
	}
	return text;
}

/* Takes the next table from the text *SQL. */
static bool next_table(const char **sql, struct table *table)
{
	static const char create[] = "CREATE TABLE ";
	const char *start = find_line(*sql, create), *end = find_line(start, ") STRICT");
	const char *name = start + strlen(create);

	if (!*end)
		return false;
	snprintf(table->name, sizeof table->name, "%.*s", (int)strcspn(name, " \n"), name);
	table->sql = start;
	table->sql_bytes = (size_t)(strchrnul(end, ';') - start);
	*sql = start + table->sql_bytes;
	return true;
}

/* The first version that has TABLE. */
static int version_of(const char *table)
{
	for (size_t i = 0; i < sizeof younger_tables / sizeof *younger_tables; i++)
		if (strcmp(younger_tables[i].name, table) == 0)
			return younger_tables[i].version;
	return 1;
}

static int user_version(sqlite3 *db)
{
	sqlite3_stmt *statement = NULL;
	int version = TRACE_SCHEMA_VERSION;

	if (sqlite3_prepare_v2(db, "PRAGMA user_version", -1, &statement, NULL) == SQLITE_OK &&
	    sqlite3_step(statement) == SQLITE_ROW)
		version = sqlite3_column_int(statement, 0);
	sqlite3_finalize(statement);
	return version;
}

bool trace_file_has_table(sqlite3 *db, const char *table)
{
	sqlite3_stmt *statement = NULL;
	bool is_there;

	if (sqlite3_prepare_v2(db, "SELECT 1 FROM sqlite_schema WHERE name = ?1", -1, &statement,
	                       NULL) != SQLITE_OK)
		return true; /* reading the table will say what is wrong */
	sqlite3_bind_text(statement, 1, table, -1, SQLITE_STATIC);
	is_there = sqlite3_step(statement) != SQLITE_DONE;
	sqlite3_finalize(statement);
	return is_there;
}

/* Whether SQL, which made a table of a file, is what makes TABLE. */
static bool is_same_table(const char *sql, const struct table *table)
{
	const size_t bytes = strlen(sql);
	char *have, *want;
	bool is_same;

	if (bytes == table->sql_bytes && memcmp(sql, table->sql, bytes) == 0)
		return true;
	have = plain(sql, bytes);
	want = plain(table->sql, table->sql_bytes);
	is_same = have && want && strcmp(have, want) == 0;
	sqlite3_free(have);
	sqlite3_free(want);
	return is_same;
}

/* CREATED gives what made the table of a name. */
static int check_table(sqlite3 *db, sqlite3_stmt *created, const struct table *table, int version,
                       char error[TRACE_ERROR_MAX])
{
	const char *sql;
	int step, err = 0;

	sqlite3_bind_text(created, 1, table->name, -1, SQLITE_STATIC);
	step = sqlite3_step(created);
	sql = step == SQLITE_ROW ? (const char *)sqlite3_column_text(created, 0) : NULL;
	if (step != SQLITE_ROW && step != SQLITE_DONE) {
		snprintf(error, TRACE_ERROR_MAX, "is damaged: %s", sqlite3_errmsg(db));
		err = -EINVAL;
	} else if (!(sql && is_same_table(sql, table)) &&
	           (version_of(table->name) <= version || trace_file_has_table(db, table->name))) {
		snprintf(error, TRACE_ERROR_MAX,
		         "is damaged or was changed: table %s is not that of schema version %d",
		         table->name, TRACE_SCHEMA_VERSION);
		err = -EINVAL;
	}
	sqlite3_reset(created);
	return err;
}

/*
 * Every table must be the one that schema.sql makes: the text of its CREATE statement is compared.
 * So no view, trigger or strange column stands where we expect a table. One that the file's version
 * did not have may be missing, but not be another.
 */
static int check_tables(sqlite3 *db, char error[TRACE_ERROR_MAX])
{
	const char *const texts[] = { schema_sql, names_sql };
	const int version = user_version(db);
	sqlite3_stmt *created = NULL;
	struct table table;
	int err = 0;

	if (sqlite3_prepare_v2(db,
	                       "SELECT sql FROM sqlite_schema WHERE type = 'table' AND name = ?1",
	                       -1, &created, NULL) != SQLITE_OK) {
		snprintf(error, TRACE_ERROR_MAX, "is damaged: %s", sqlite3_errmsg(db));
		return -EINVAL;
	}
	for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
		for (const char *sql = texts[i]; !err && next_table(&sql, &table);)
			err = check_table(db, created, &table, version, error);
	sqlite3_finalize(created);
	return err;
}

/*
 * How to open PATH for reading, as an URI; sqlite3_free() it. NULL without memory.
 *
 * SQLite would create what it misses of log and index beside the trace, and leave it there. A file
 * that expects a log, without one, is all there is of it: opened as if on a disk that cannot be
 * written. A log without its index is what a killed program leaves, or one that is recorded now:
 * without locks (*IS_UNLOCKED) SQLite keeps the index in memory. With both there another SQLite may
 * be at work, and the usual way is the right one.
 */
static char *reading_uri(const char *path, const struct look *look, bool *is_unlocked)
{
	sqlite3_str *uri = sqlite3_str_new(NULL);
	const bool is_immutable = look->has_log && !exists(path, "-wal");

	*is_unlocked =
	        look->has_log && !is_immutable && (look->is_recorded || !exists(path, "-shm"));
	sqlite3_str_appendall(uri,
	                      *path == '/' ? "file://" : "file:"); /* "//" could begin a host */
	for (; *path; path++) {
		if (strchr("%?#", *path))
			sqlite3_str_appendf(uri, "%%%02X", *path);
		else
			sqlite3_str_appendchar(uri, 1, *path);
	}
	sqlite3_str_appendall(uri, is_immutable   ? "?mode=ro&immutable=1"
	                           : *is_unlocked ? "?mode=ro&vfs=unix-none"
	                                          : "?mode=ro");
	return sqlite3_str_finish(uri);
}

/* What keeps an untrusted schema from doing anything but hold rows. */
static void distrust(sqlite3 *db)
{
	/* Or the last reader to close would delete a log in which it found nothing. */
	sqlite3_db_config(db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_DEFENSIVE, 1, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_TRUSTED_SCHEMA, 0, NULL);
	sqlite3_db_config(db, SQLITE_DBCONFIG_ENABLE_TRIGGER, 0, NULL);
	exec(db, "PRAGMA cell_size_check = ON");
}

static void close_file(void *data)
{
	close((int)(intptr_t)data);
}

static void no_function(sqlite3_context *context, int count, sqlite3_value **values)
{
	(void)count;
	(void)values;
	sqlite3_result_null(context);
}

/*
 * LOOK's file stays open as long as DB: SQLite lets go of a function when it closes. To close it
 * before would let go of the locks that SQLite has on the same file (sqlite.org/howtocorrupt.html,
 * section 2.2), and of the one that keeps the recorder out.
 */
static int keep_look(sqlite3 *db, struct look *look)
{
	const int fd = look->fd;
	char name[32]; /* of its own: a second function of a name ends the first one */

	snprintf(name, sizeof name, "keeps_file_%d", fd);
	look->fd = -1; /* closed below even if that fails */
	return sqlite3_create_function_v2(db, name, 0, SQLITE_UTF8, (void *)(intptr_t)fd,
	                                  no_function, NULL, NULL, close_file) == SQLITE_OK
	               ? 0
	               : -ENOMEM;
}

int trace_file_open(const char *path, sqlite3 **db, char error[TRACE_ERROR_MAX])
{
	bool is_unlocked;
	char *uri = NULL;
	struct look look;
	int err;

	*db = NULL;
	err = look_at(&look, path, error);
	if (err)
		goto out;
	uri = reading_uri(path, &look, &is_unlocked);
	if (!uri ||
	    sqlite3_open_v2(uri, db, SQLITE_OPEN_READONLY | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI,
	                    NULL) != SQLITE_OK ||
	    keep_look(*db, &look) ||
	    (is_unlocked && exec(*db, "PRAGMA locking_mode = EXCLUSIVE"))) {
		snprintf(error, TRACE_ERROR_MAX, "cannot be read: %s",
		         *db ? sqlite3_errmsg(*db) : "out of memory");
		err = -EINVAL;
		goto out;
	}
	distrust(*db);
	err = check_tables(*db, error);
out:
	look_release(&look);
	sqlite3_free(uri);
	if (err) {
		sqlite3_close(*db);
		*db = NULL;
	}
	return err;
}

/* ---- copies ---- */

/* Creates the tables that came after the version of DB. */
static int upgrade(sqlite3 *db)
{
	const char *sql = schema_sql;
	char version[64], *statement;
	struct table table;
	int err = 0;

	while (!err && next_table(&sql, &table)) {
		if (trace_file_has_table(db, table.name))
			continue;
		statement = sqlite3_mprintf("%.*s", (int)table.sql_bytes, table.sql);
		err = statement ? exec(db, statement) : -ENOMEM;
		sqlite3_free(statement);
	}
	snprintf(version, sizeof version, "PRAGMA user_version = %d", TRACE_SCHEMA_VERSION);
	return err ? err : exec(db, version);
}

/* Copies all pages of FROM, whatever they hold. */
static int copy_pages(sqlite3 *from, sqlite3 *to, bool (*is_cancelled)(void),
                      char error[TRACE_ERROR_MAX])
{
	enum { PAGES_AT_ONCE = 4096 };
	sqlite3_backup *backup = sqlite3_backup_init(to, "main", from, "main");
	int result = SQLITE_OK;
	bool is_stopped = false;

	while (backup && result == SQLITE_OK && !is_stopped) {
		result = sqlite3_backup_step(backup, PAGES_AT_ONCE);
		is_stopped = is_cancelled && is_cancelled();
	}
	if (backup)
		sqlite3_backup_finish(backup);
	if (is_stopped) {
		snprintf(error, TRACE_ERROR_MAX, "interrupted");
		return -EINTR;
	}
	if (result == SQLITE_DONE)
		return 0;
	if (backup && (result == SQLITE_CORRUPT || result == SQLITE_NOTADB)) {
		snprintf(error, TRACE_ERROR_MAX, "is damaged: %s", sqlite3_errstr(result));
		return -EINVAL;
	}
	snprintf(error, TRACE_ERROR_MAX, "%s",
	         backup ? sqlite3_errstr(result) : sqlite3_errmsg(to));
	return -EIO;
}

/* Why TO cannot be written: the disk, or what it was copied from. */
static int copy_failed(sqlite3 *to, char error[TRACE_ERROR_MAX])
{
	const int code = sqlite3_errcode(to);
	const bool is_disk = code == SQLITE_FULL || code == SQLITE_IOERR || code == SQLITE_NOMEM;

	snprintf(error, TRACE_ERROR_MAX, "%s%s", is_disk ? "" : "is damaged: ", sqlite3_errmsg(to));
	return is_disk ? -EIO : -EINVAL;
}

/* TO has all pages: they say that there is a write-ahead log, where the trace had one. */
static int make_writable(sqlite3 *to, char error[TRACE_ERROR_MAX])
{
	if (exec(to, "PRAGMA journal_mode = DELETE") || exec(to, "PRAGMA journal_mode = OFF"))
		return copy_failed(to, error);
	distrust(to);
	return upgrade(to) ? copy_failed(to, error) : 0;
}

void trace_file_remove_journals(const char *path)
{
	static const char *const endings[] = { "-wal", "-shm", "-journal" };
	char name[PATH_MAX + 16];

	for (size_t i = 0; i < sizeof endings / sizeof *endings; i++) {
		snprintf(name, sizeof name, "%s%s", path, endings[i]);
		unlink(name);
	}
}

int trace_file_copy(sqlite3 *from, const char *path, bool (*is_cancelled)(void), sqlite3 **to,
                    char error[TRACE_ERROR_MAX])
{
	int err, fd = open(path, O_CREAT | O_EXCL | O_RDWR | O_CLOEXEC, 0666);

	*to = NULL;
	if (fd < 0) {
		err = -errno;
		snprintf(error, TRACE_ERROR_MAX, "%s", strerror(-err));
		return err;
	}
	close(fd);
	if (sqlite3_open_v2(path, to, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_URI,
	                    NULL) != SQLITE_OK ||
	    exec(*to, "PRAGMA synchronous = OFF; PRAGMA journal_mode = OFF")) {
		snprintf(error, TRACE_ERROR_MAX, "%s", *to ? sqlite3_errmsg(*to) : "out of memory");
		err = -EIO;
	} else {
		err = copy_pages(from, *to, is_cancelled, error);
	}
	if (!err)
		err = make_writable(*to, error);
	if (err) {
		sqlite3_close(*to);
		*to = NULL;
		unlink(path);
		trace_file_remove_journals(path);
	}
	return err;
}

int trace_file_attach(sqlite3 *db, const char *path, const char *name, char error[TRACE_ERROR_MAX])
{
	char *uri = NULL, *sql = NULL;
	sqlite3 *checked = NULL;
	bool is_unlocked = false;
	struct look look = { .fd = -1 };
	int err = trace_file_open(path, &checked, error);

	sqlite3_close(checked);
	if (!err)
		err = look_at(&look, path, error);
	if (err)
		goto out;
	uri = reading_uri(path, &look, &is_unlocked);
	/* Before, since it is read when it is attached. */
	sql = sqlite3_mprintf("PRAGMA locking_mode = %s; ATTACH %Q AS \"%w\"",
	                      is_unlocked ? "EXCLUSIVE" : "NORMAL", uri, name);
	if (!uri || !sql || keep_look(db, &look) || exec(db, sql)) {
		snprintf(error, TRACE_ERROR_MAX, "cannot be read: %s", sqlite3_errmsg(db));
		err = -EINVAL;
	}
out:
	look_release(&look);
	sqlite3_free(uri);
	sqlite3_free(sql);
	return err;
}
