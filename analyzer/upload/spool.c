/* SPDX-License-Identifier: MIT */
#include "upload/spool.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <jansson.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "base/array.h"
#define SUFFIX           ".report"
#define REFUSED_SUFFIX   ".refused"
#define TEMPORARY_PREFIX ".new-"

enum {
	SPOOLED_MAX_BYTES = 1 << 30,
	FORGOTTEN_S = 3600, /* a temporary file this old belongs to nobody: its writer was killed */
};

static int fail(char error[SPOOL_ERROR_MAX], int err, const char *format, ...)
        __attribute__((format(printf, 3, 4)));

static int fail(char error[SPOOL_ERROR_MAX], int err, const char *format, ...)
{
	va_list arguments;

	va_start(arguments, format);
	vsnprintf(error, SPOOL_ERROR_MAX, format, arguments);
	va_end(arguments);
	return err;
}

void spooled_release(struct spooled *spooled)
{
	free(spooled->url);
	free(spooled->query);
	free(spooled->name);
	for (size_t i = 0; i < spooled->traces_count; i++)
		free(spooled->traces[i]);
	free(spooled->traces);
	free(spooled->body);
	*spooled = (struct spooled){ 0 };
}

/* ---- the folder ---- */

int spool_folder(const char *given, char folder[PATH_MAX], char error[SPOOL_ERROR_MAX])
{
	const char *own = getenv("WARPWISE_SPOOL"), *state = getenv("XDG_STATE_HOME");
	const char *home = getenv("HOME");
	int length = PATH_MAX;

	if (own && *own)
		length = snprintf(folder, PATH_MAX, "%s", own);
	else if (given)
		length = snprintf(folder, PATH_MAX, "%s", given);
	else if (state && *state)
		length = snprintf(folder, PATH_MAX, "%s/warpwise/spool", state);
	else if (home && *home)
		length = snprintf(folder, PATH_MAX, "%s/.local/state/warpwise/spool", home);
	return length < PATH_MAX ? 0
	                         : fail(error, -ENOENT,
	                                "there is no home to keep reports in: "
	                                "WARPWISE_SPOOL names a folder");
}

/* FOLDER and what it is in, readable by its owner alone. */
static int make_folder(const char *folder, char error[SPOOL_ERROR_MAX])
{
	char path[PATH_MAX];

	snprintf(path, sizeof path, "%s", folder);
	for (char *slash = strchr(path + 1, '/'); slash; slash = strchr(slash + 1, '/')) {
		*slash = '\0';
		(void)mkdir(path, 0700);
		*slash = '/';
	}
	if (mkdir(path, 0700) == 0 || errno == EEXIST)
		return 0;
	return fail(error, -errno, "cannot create folder: path=\"%s\": %s", path, strerror(errno));
}

static int open_folder(const char *folder)
{
	int fd = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);

	return fd < 0 ? -errno : fd;
}

/* So that a name that came, went or changed is on the disk. */
static int sync_folder(int fd)
{
	return fsync(fd) ? -errno : 0;
}

/* ---- keeping one ---- */

static int write_all(int fd, const void *data, size_t size)
{
	for (const char *from = data; size;) {
		ssize_t written = write(fd, from, size);

		if (written < 0 && errno == EINTR)
			continue;
		if (written < 0)
			return -errno;
		from += written;
		size -= (size_t)written;
	}
	return 0;
}

static int write_spooled(int fd, const struct spooled *s)
{
	json_t *traces = json_array(), *head;
	char *line;
	int err;

	for (size_t i = 0; i < s->traces_count; i++)
		json_array_append_new(traces, json_string(s->traces[i]));
	head = json_pack("{ss ss ss so sI sI}", "url", s->url, "query", s->query, "name", s->name,
	                 "traces", traces, "size", (json_int_t)s->size, "body_size",
	                 (json_int_t)s->body_size);
	line = head ? json_dumps(head, JSON_COMPACT) : NULL;
	err = line ? 0 : -ENOMEM;
	if (!err && strlen(line) + 1 + s->body_size > SPOOLED_MAX_BYTES)
		err = -EFBIG; /* it would not be read */
	if (!err)
		err = write_all(fd, line, strlen(line));
	if (!err)
		err = write_all(fd, "\n", 1);
	if (!err)
		err = write_all(fd, s->body, s->body_size);
	if (!err && fsync(fd))
		err = -errno;
	free(line);
	json_decref(head);
	return err;
}

int spool_keep(const char *folder, const char *id, const struct spooled *spooled,
               char error[SPOOL_ERROR_MAX])
{
	char temporary[PATH_MAX], name[NAME_MAX];
	int folder_fd = -1, fd = -1, err = make_folder(folder, error);
	bool is_made = false;

	if (err)
		return err;
	snprintf(name, sizeof name, "%s" SUFFIX, id);
	if (snprintf(temporary, sizeof temporary, "%s/" TEMPORARY_PREFIX "XXXXXX", folder) >=
	    (int)sizeof temporary)
		return fail(error, -ENAMETOOLONG, "the name of the folder is too long");
	folder_fd = open_folder(folder);
	if (folder_fd < 0) {
		err = folder_fd;
		goto out;
	}
	fd = mkostemp(temporary, O_CLOEXEC);
	if (fd < 0) {
		err = -errno;
		goto out;
	}
	is_made = true;
	err = write_spooled(fd, spooled);
	if (!err && renameat(AT_FDCWD, temporary, folder_fd, name))
		err = -errno;
	if (!err) {
		is_made = false;
		err = sync_folder(folder_fd);
	}
out:
	if (is_made)
		unlink(temporary);
	if (fd >= 0)
		close(fd);
	if (folder_fd >= 0)
		close(folder_fd);
	return err ? fail(error, err, "path=\"%s\": %s", folder, strerror(-err)) : 0;
}

/* ---- what is there ---- */

struct found {
	char *name;
	struct timespec time;
};

static int compare_found(const void *a, const void *b)
{
	const struct found *left = a, *right = b;

	if (left->time.tv_sec != right->time.tv_sec)
		return left->time.tv_sec < right->time.tv_sec ? -1 : 1;
	if (left->time.tv_nsec != right->time.tv_nsec)
		return left->time.tv_nsec < right->time.tv_nsec ? -1 : 1;
	return strcmp(left->name, right->name);
}

static bool ends_with(const char *text, const char *suffix)
{
	size_t length = strlen(text), end = strlen(suffix);

	return length > end && strcmp(text + length - end, suffix) == 0;
}

static void remove_forgotten(int folder_fd, const char *name)
{
	struct stat st;

	if (strncmp(name, TEMPORARY_PREFIX, sizeof TEMPORARY_PREFIX - 1) == 0 &&
	    fstatat(folder_fd, name, &st, AT_SYMLINK_NOFOLLOW) == 0 &&
	    time(NULL) - st.st_mtime > FORGOTTEN_S)
		unlinkat(folder_fd, name, 0);
}

/* Grows *FOUND by NAME. */
static int add_found(struct found **found, size_t *count, int folder_fd, const char *name)
{
	struct stat st = { 0 };

	if (ARRAY_ROOM(found, *count))
		return -ENOMEM;
	if (fstatat(folder_fd, name, &st, AT_SYMLINK_NOFOLLOW) || !S_ISREG(st.st_mode))
		return 0;
	(*found)[*count] = (struct found){ strdup(name), st.st_mtim };
	if (!(*found)[*count].name)
		return -ENOMEM;
	++*count;
	return 0;
}

char **spool_names(const char *folder, char error[SPOOL_ERROR_MAX])
{
	DIR *stream = opendir(folder);
	struct found *found = NULL;
	struct dirent *entry;
	size_t count = 0;
	char **names = NULL;
	int err = 0;

	if (!stream && errno != ENOENT) {
		fail(error, -errno, "cannot read folder: path=\"%s\": %s", folder, strerror(errno));
		return NULL;
	}
	while (stream && !err && (entry = readdir(stream))) {
		remove_forgotten(dirfd(stream), entry->d_name);
		if (ends_with(entry->d_name, SUFFIX))
			err = add_found(&found, &count, dirfd(stream), entry->d_name);
	}
	if (stream)
		closedir(stream);
	names = err ? NULL : calloc(count + 1, sizeof *names);
	if (!names)
		fail(error, -ENOMEM, "%s", strerror(ENOMEM));
	if (found)
		qsort(found, count, sizeof *found, compare_found);
	for (size_t i = 0; i < count; i++) {
		if (names)
			names[i] = found[i].name;
		else
			free(found[i].name);
	}
	free(found);
	return names;
}

void spool_names_free(char **names)
{
	for (size_t i = 0; names && names[i]; i++)
		free(names[i]);
	free(names);
}

/* ---- reading one ---- */

static int read_all(int fd, char *to, size_t size)
{
	for (size_t at = 0; at < size;) {
		ssize_t got = pread(fd, to + at, size - at, (off_t)at);

		if (got < 0 && errno == EINTR)
			continue;
		if (got <= 0)
			return got ? -errno : -EBADMSG;
		at += (size_t)got;
	}
	return 0;
}

static char *copy_member(const json_t *head, const char *name)
{
	const char *text = json_string_value(json_object_get(head, name));

	return text ? strdup(text) : NULL;
}

static int copy_traces(struct spooled *s, const json_t *head)
{
	const json_t *traces = json_object_get(head, "traces");

	s->traces = calloc(json_array_size(traces) + 1, sizeof *s->traces);
	for (size_t i = 0; s->traces && i < json_array_size(traces); i++) {
		const char *trace = json_string_value(json_array_get(traces, i));

		if (!trace)
			return -EBADMSG;
		s->traces[i] = strdup(trace);
		if (!s->traces[i])
			return -ENOMEM;
		s->traces_count++;
	}
	return s->traces ? 0 : -ENOMEM;
}

/* The file's SIZE bytes at DATA. */
static int parse(struct spooled *s, const char *data, size_t size)
{
	const char *end = memchr(data, '\n', size);
	json_t *head = end ? json_loadb(data, (size_t)(end - data), 0, NULL) : NULL;
	size_t body_size = end ? size - (size_t)(end + 1 - data) : 0;
	int err = -EBADMSG;

	if (!head ||
	    json_integer_value(json_object_get(head, "body_size")) != (json_int_t)body_size)
		goto out;
	s->url = copy_member(head, "url");
	s->query = copy_member(head, "query");
	s->name = copy_member(head, "name");
	s->size = (size_t)json_integer_value(json_object_get(head, "size"));
	s->body = malloc(body_size + 1);
	s->body_size = body_size;
	if (!s->url || !s->query || !s->name || !s->body)
		goto out;
	memcpy(s->body, end + 1, body_size);
	err = copy_traces(s, head);
out:
	json_decref(head);
	return err;
}

int spool_open(const char *folder, const char *name, struct spooled *spooled,
               char error[SPOOL_ERROR_MAX])
{
	char path[PATH_MAX], *data = NULL;
	struct stat st = { 0 };
	int fd, err = 0;

	*spooled = (struct spooled){ 0 };
	snprintf(path, sizeof path, "%s/%s", folder, name);
	fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (fd < 0)
		return fail(error, -errno, "path=\"%s\": %s", path, strerror(errno));
	if (flock(fd, LOCK_EX | LOCK_NB))
		err = errno == EWOULDBLOCK ? -EBUSY : -errno;
	else if (fstat(fd, &st))
		err = -errno;
	else if (st.st_nlink == 0) /* sent between open() and flock() */
		err = -ENOENT;
	else if (st.st_size > SPOOLED_MAX_BYTES)
		err = -EBADMSG;
	if (!err && !(data = malloc((size_t)st.st_size + 1)))
		err = -ENOMEM;
	if (!err)
		err = read_all(fd, data, (size_t)st.st_size);
	if (!err)
		err = parse(spooled, data, (size_t)st.st_size);
	free(data);
	if (!err)
		return fd;
	spooled_release(spooled);
	close(fd);
	return fail(error, err, "path=\"%s\": %s", path,
	            err == -EBADMSG ? "damaged" : strerror(-err));
}

void spool_close(int fd)
{
	close(fd);
}

static int change(const char *folder, const char *name, const char *new_name)
{
	int fd = open_folder(folder), err = 0;

	if (fd < 0)
		return fd;
	if (new_name ? renameat(fd, name, fd, new_name) : unlinkat(fd, name, 0))
		err = -errno;
	if (!err)
		err = sync_folder(fd);
	close(fd);
	return err;
}

int spool_remove(const char *folder, const char *name)
{
	return change(folder, name, NULL);
}

int spool_refuse(const char *folder, const char *name)
{
	char refused[NAME_MAX];

	snprintf(refused, sizeof refused, "%.*s" REFUSED_SUFFIX,
	         (int)(strlen(name) - (sizeof SUFFIX - 1)), name);
	return change(folder, name, refused);
}
