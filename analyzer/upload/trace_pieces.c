/* SPDX-License-Identifier: MIT */
#include "upload/trace_pieces.h"

#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <limits.h>
#include <sqlite3.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zstd.h>

#include "trace_file.h"
#include "upload/digest.h"

enum {
	PIECE = 4 << 20, /* bytes; the server takes at most 8 MiB */
	ZSTD_LEVEL = 1,  /* 0.5 GB/s; higher ones win little on SQLite */
	RESTARTS = 3,    /* how often the server may send us back */
};

struct sending {
	const struct server *server;
	const char *label;
	char path[1024]; /* of the requests */
	int fd;
	int64_t size, offset;
	char *piece, *packed;
	size_t packed_room;
	char *error;
};

static enum http_outcome failed(struct sending *s, enum http_outcome outcome, const char *reason)
{
	snprintf(s->error, SERVER_ERROR_MAX, "%s", reason);
	return outcome;
}

/* ---- the file ---- */

/*
 * What a killed program recorded last stands in a file beside the trace; then a copy that has it
 * all is sent instead. COPY receives its name, "" where the trace is whole.
 */
static int make_whole(const char *path, char copy[PATH_MAX], char error[SERVER_ERROR_MAX])
{
	const char *folder = getenv("TMPDIR");
	char wal[PATH_MAX], reason[TRACE_ERROR_MAX], *sql = NULL;
	sqlite3 *db = NULL;
	struct stat st;
	int fd, err = 0;

	copy[0] = '\0';
	snprintf(wal, sizeof wal, "%s-wal", path);
	if (stat(wal, &st) || st.st_size == 0)
		return 0;
	if (trace_file_open(path, &db, reason)) {
		snprintf(error, SERVER_ERROR_MAX, "%.400s", reason);
		return -EINVAL;
	}
	snprintf(copy, PATH_MAX, "%s/warpwise-XXXXXX", folder && *folder ? folder : "/tmp");
	fd = mkostemp(copy, O_CLOEXEC);
	if (fd < 0) {
		copy[0] = '\0';
		err = -errno;
	} else {
		close(fd);
		sql = sqlite3_mprintf("VACUUM INTO %Q", copy);
		if (!sql || sqlite3_exec(db, sql, NULL, NULL, NULL) != SQLITE_OK)
			err = -EIO;
	}
	if (err)
		snprintf(error, SERVER_ERROR_MAX, "cannot copy the trace: %s",
		         err == -EIO ? sqlite3_errmsg(db) : strerror(-err));
	sqlite3_free(sql);
	sqlite3_close(db);
	return err;
}

static int read_piece(struct sending *s, size_t size)
{
	for (size_t at = 0; at < size;) {
		ssize_t got = pread(s->fd, s->piece + at, size - at, s->offset + (int64_t)at);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return got ? -errno : -EIO;
		at += (size_t)got;
	}
	return 0;
}

/* ---- the server ---- */

/* Where the server wants to go on; -1: it did not say. */
static int64_t offset_of(const struct http_reply *reply, bool *is_complete)
{
	json_t *root = json_loadb(reply->body ? reply->body : "", reply->body_size, 0, NULL);
	const json_t *offset = json_object_get(root, "offset");
	int64_t value = json_is_integer(offset) ? json_integer_value(offset) : -1;

	*is_complete = json_is_true(json_object_get(root, "is_complete"));
	json_decref(root);
	return value;
}

static enum http_outcome ask_offset(struct sending *s, bool *is_complete)
{
	const struct http_request request = { .method = "GET",
		                              .path = s->path,
		                              .expected = { 404 } };
	struct http_reply reply;
	enum http_outcome outcome = http_send(s->server, &request, &reply);

	*is_complete = false;
	s->offset = 0;
	if (outcome != HTTP_DONE)
		failed(s, outcome, reply.error);
	else if (reply.status != 404)
		s->offset = offset_of(&reply, is_complete);
	if (s->offset < 0 || s->offset > s->size)
		s->offset = 0;
	http_reply_release(&reply);
	return outcome;
}

/* Sends the piece at the offset, which moves to where the server wants to go on. */
static enum http_outcome send_piece(struct sending *s, bool *is_complete, bool *is_sent_back)
{
	const int64_t left = s->size - s->offset;
	const size_t size = (size_t)(left < PIECE ? left : PIECE);
	struct http_request request = {
		.method = "PUT",
		.path = s->path,
		.body = s->packed,
		.content_type = "application/vnd.sqlite3",
		.content_encoding = "zstd",
		.expected = { 409 },
		.label = s->label,
		.label_from = s->offset,
		.label_size = s->size,
	};
	struct http_reply reply;
	enum http_outcome outcome;
	char range[96];
	int64_t next;
	int err = read_piece(s, size);

	if (err)
		return failed(s, HTTP_REFUSED, strerror(-err));
	request.body_size = ZSTD_compress(s->packed, s->packed_room, s->piece, size, ZSTD_LEVEL);
	if (ZSTD_isError(request.body_size))
		return failed(s, HTTP_REFUSED, ZSTD_getErrorName(request.body_size));
	snprintf(range, sizeof range, "bytes %lld-%lld/%lld", (long long)s->offset,
	         (long long)(s->offset + (int64_t)size - 1), (long long)s->size);
	request.content_range = range;
	outcome = http_send(s->server, &request, &reply);
	if (outcome != HTTP_DONE)
		failed(s, outcome, reply.error);
	next = offset_of(&reply, is_complete);
	*is_sent_back = reply.status == 409;
	if (outcome == HTTP_DONE && (next < 0 || next > s->size))
		outcome = failed(s, HTTP_REFUSED, "the server's answer is none that we understand");
	else if (outcome == HTTP_DONE && !*is_complete && !*is_sent_back && next <= s->offset)
		outcome = failed(s, HTTP_REFUSED, "the server takes nothing of the trace");
	else
		s->offset = next;
	http_reply_release(&reply);
	return outcome;
}

static enum http_outcome send_all(struct sending *s)
{
	bool is_complete = false, is_sent_back = false;
	enum http_outcome outcome = ask_offset(s, &is_complete);
	int restarts = 0;

	while (outcome == HTTP_DONE && !is_complete) {
		if (s->offset >= s->size) /* all is there, but it says that it is not */
			return failed(s, HTTP_REFUSED, "the server does not take the whole trace");
		outcome = send_piece(s, &is_complete, &is_sent_back);
		if (is_sent_back && ++restarts > RESTARTS)
			return failed(s, HTTP_UNREACHABLE,
			              "another upload of the same trace is under way");
	}
	return outcome;
}

static enum http_outcome send_file(struct sending *s, const char *path, const char *id,
                                   const char *project)
{
	char digest[DIGEST_MAX], *escaped = http_escape(project ? project : "");
	struct stat st = { 0 };
	int err;

	if (!escaped)
		return failed(s, HTTP_REFUSED, strerror(ENOMEM));
	s->fd = open(path, O_RDONLY | O_CLOEXEC);
	err = s->fd < 0 || fstat(s->fd, &st) ? -errno : 0;
	s->size = err ? 0 : st.st_size;
	if (!err)
		err = digest_of_file(digest, s->fd, s->size);
	if (err)
		failed(s, HTTP_REFUSED, strerror(-err));
	else
		snprintf(s->path, sizeof s->path, "/api/v1/traces/%s?report=%s%s%s", digest, id,
		         project ? "&project=" : "", escaped);
	free(escaped);
	return err ? HTTP_REFUSED : send_all(s);
}

enum http_outcome trace_pieces_send(const struct server *server, const char *path, const char *id,
                                    const char *project, char error[SERVER_ERROR_MAX])
{
	struct sending s = { .server = server, .label = path, .fd = -1, .error = error };
	enum http_outcome outcome = HTTP_REFUSED;
	char copy[PATH_MAX] = "";

	s.packed_room = ZSTD_compressBound(PIECE);
	s.piece = malloc(PIECE);
	s.packed = malloc(s.packed_room);
	if (!s.piece || !s.packed)
		failed(&s, HTTP_REFUSED, strerror(ENOMEM));
	else if (make_whole(path, copy, error) == 0)
		outcome = send_file(&s, *copy ? copy : path, id, project);
	if (*copy)
		unlink(copy);
	if (s.fd >= 0)
		close(s.fd);
	free(s.piece);
	free(s.packed);
	return outcome;
}
