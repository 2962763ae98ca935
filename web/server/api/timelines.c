/* SPDX-License-Identifier: MIT */
/*
 * Who asks for a timeline that is not there yet is put into a list, from which one thread makes one
 * after the other. What failed stays in the list, so that it is not tried at every look.
 */
#include "server/api/timelines.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "cli/cmd.h"
#include "server/api/api.h"
#include "server/api/timeline_maker.h"
#include "server/base/clock.h"
#include "server/base/log.h"

struct wanted {
	int64_t id, size_bytes, since_ns;
	enum timeline_state state; /* none is TIMELINE_READY */
};

struct timelines {
	struct server *server;
	char folder[PATH_MAX / 2];
	pthread_mutex_t lock;
	pthread_cond_t changed;
	pthread_t thread;
	bool is_stopping;
	pid_t child;                                /* at work; 0: none */
	struct wanted list[LIMIT_TIMELINES_LISTED]; /* in order of asking */
	size_t count;
};

#define SUFFIX      ".tiles"
#define NEW_SUFFIX  ".new"  /* an index that is not finished */
#define COPY_SUFFIX ".copy" /* a trace, for SQLite, which opens files by name */

static int path_of(const struct timelines *timelines, int64_t id, const char *suffix,
                   char path[PATH_MAX])
{
	int length = snprintf(path, PATH_MAX, "%s/%" PRId64 "%s", timelines->folder, id, suffix);

	return length < PATH_MAX ? 0 : -ENAMETOOLONG;
}

/* ---- the list; all with the lock held ---- */

static struct wanted *find(struct timelines *timelines, int64_t id)
{
	for (size_t i = 0; i < timelines->count; i++)
		if (timelines->list[i].id == id)
			return &timelines->list[i];
	return NULL;
}

static bool is_over(const struct wanted *wanted)
{
	return wanted->state != TIMELINE_WAITS && wanted->state != TIMELINE_IS_MADE;
}

static void forget(struct timelines *timelines, struct wanted *wanted)
{
	struct wanted *end = timelines->list + --timelines->count;

	memmove(wanted, wanted + 1, (size_t)(end - wanted) * sizeof *wanted);
}

/* NULL: too many wait. */
static struct wanted *add(struct timelines *timelines, int64_t id, int64_t size_bytes)
{
	struct wanted *wanted = timelines->list;

	if (timelines->count == LIMIT_TIMELINES_LISTED) {
		while (wanted < timelines->list + timelines->count && !is_over(wanted))
			wanted++;
		if (wanted == timelines->list + timelines->count)
			return NULL;
		forget(timelines, wanted);
	}
	wanted = &timelines->list[timelines->count++];
	*wanted = (struct wanted){ .id = id,
		                   .size_bytes = size_bytes,
		                   .since_ns = clock_monotonic_ns(),
		                   .state = TIMELINE_WAITS };
	pthread_cond_signal(&timelines->changed);
	return wanted;
}

enum timeline_state timelines_open(struct timelines *timelines, int64_t id, int64_t size_bytes,
                                   int *fd, int64_t *seconds)
{
	enum timeline_state state = TIMELINE_TOO_MANY;
	struct wanted *wanted;
	char path[PATH_MAX];

	*seconds = 0;
	*fd = -1;
	if (path_of(timelines, id, SUFFIX, path))
		return TIMELINE_TOO_MANY;
	pthread_mutex_lock(&timelines->lock);
	*fd = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW);
	if (*fd >= 0) {
		state = TIMELINE_READY;
	} else {
		wanted = find(timelines, id);
		if (!wanted)
			wanted = add(timelines, id, size_bytes);
		if (wanted && wanted->state == TIMELINE_FAILED &&
		    clock_monotonic_ns() - wanted->since_ns > LIMIT_TIMELINE_RETRY_S * NS_PER_S) {
			wanted->state = TIMELINE_WAITS;
			pthread_cond_signal(&timelines->changed);
		}
		if (wanted) {
			state = wanted->state;
			*seconds = (clock_monotonic_ns() - wanted->since_ns) / NS_PER_S;
		}
	}
	pthread_mutex_unlock(&timelines->lock);
	return state;
}

/* ---- one is made ---- */

/* The stored trace as a file of its own. */
static int copy_trace(struct timelines *timelines, const struct wanted *wanted, const char *path)
{
	struct store_connection *db = server_connection(timelines->server);
	int err, fd = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0600);

	if (fd < 0)
		return -errno;
	if (db)
		store_set_deadline(db, 0);
	err = db ? trace_copy(db, wanted->id, wanted->size_bytes, fd) : -EIO;
	close(fd);
	return err;
}

static int wait_for(struct timelines *timelines, pid_t child, int *status)
{
	siginfo_t info;

	/* It stays a zombie, and its number its own, until the number is forgotten here. */
	while (waitid(P_PID, (id_t)child, &info, WEXITED | WNOWAIT) < 0)
		if (errno != EINTR)
			return -errno;
	pthread_mutex_lock(&timelines->lock);
	timelines->child = 0;
	pthread_mutex_unlock(&timelines->lock);
	while (waitpid(child, status, 0) < 0)
		if (errno != EINTR)
			return -errno;
	return 0;
}

static int run_maker(struct timelines *timelines, char *copy, int out_fd, int *status)
{
	pid_t child = 0;
	int err = -ECANCELED;

	pthread_mutex_lock(&timelines->lock);
	if (!timelines->is_stopping)
		err = timeline_maker_start(copy, out_fd, &child);
	if (!err)
		timelines->child = child;
	pthread_mutex_unlock(&timelines->lock);
	return err ? err : wait_for(timelines, child, status);
}

static enum timeline_state state_of(int err, int status)
{
	if (err)
		return TIMELINE_FAILED;
	if (!WIFEXITED(status)) /* its limits end it by a signal */
		return TIMELINE_TOO_LARGE;
	switch (WEXITSTATUS(status)) {
	case STATUS_OK:
		return TIMELINE_READY;
	case STATUS_UNUSABLE:
		return TIMELINE_NO_TRACE;
	case TIMELINE_MAKER_TOO_LARGE:
		return TIMELINE_TOO_LARGE;
	default:
		return TIMELINE_FAILED;
	}
}

static enum timeline_state make(struct timelines *timelines, const struct wanted *wanted)
{
	char copy[PATH_MAX], new[PATH_MAX], path[PATH_MAX];
	int status = 0, err, out_fd = -1;
	enum timeline_state state = TIMELINE_FAILED;

	if (path_of(timelines, wanted->id, COPY_SUFFIX, copy) ||
	    path_of(timelines, wanted->id, NEW_SUFFIX, new) ||
	    path_of(timelines, wanted->id, SUFFIX, path))
		return TIMELINE_FAILED;
	unlink(copy); /* of a server that was killed */
	err = copy_trace(timelines, wanted, copy);
	if (!err)
		out_fd = open(new, O_RDWR | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
	if (out_fd >= 0) {
		err = run_maker(timelines, copy, out_fd, &status);
		state = state_of(err, status);
		if (state == TIMELINE_READY && (fdatasync(out_fd) || rename(new, path))) {
			err = -errno;
			state = TIMELINE_FAILED;
		}
		close(out_fd);
	}
	unlink(copy);
	unlink(new);
	if (state == TIMELINE_FAILED && err != -ECANCELED)
		log_line(
		        LOG_ERROR, "cannot make a timeline",
		        LOG_FIELDS(LOG_TEXT("error", err ? strerror(-err) : "it was not written")));
	return state;
}

/* ---- the folder ---- */

struct file {
	int64_t id, size_bytes;
	struct timespec used;
};

struct files {
	struct file *items;
	size_t count, room;
};

static int compare_use(const void *a, const void *b)
{
	const struct file *left = a, *right = b;

	if (left->used.tv_sec != right->used.tv_sec)
		return left->used.tv_sec < right->used.tv_sec ? -1 : 1;
	return (left->used.tv_nsec > right->used.tv_nsec) -
	       (left->used.tv_nsec < right->used.tv_nsec);
}

/* All indexes, the least used first; free() items. */
static struct files list_files(const struct timelines *timelines)
{
	struct files files = { 0 };
	DIR *folder = opendir(timelines->folder);

	for (struct dirent *entry; folder && (entry = readdir(folder));) {
		struct stat status;
		int64_t id;
		int end = 0;
		void *more;

		if (sscanf(entry->d_name, "%19" SCNd64 SUFFIX "%n", &id, &end) != 1 || !end ||
		    entry->d_name[end] || fstatat(dirfd(folder), entry->d_name, &status, 0))
			continue;
		if (files.count == files.room) {
			files.room = 2 * files.room + 16;
			more = realloc(files.items, files.room * sizeof *files.items);
			if (!more)
				break;
			files.items = more;
		}
		files.items[files.count++] = (struct file){ id, status.st_size, status.st_mtim };
	}
	if (folder)
		closedir(folder);
	if (files.count)
		qsort(files.items, files.count, sizeof *files.items, compare_use);
	return files;
}

static void remove_file(const struct timelines *timelines, int64_t id)
{
	char path[PATH_MAX];

	if (path_of(timelines, id, SUFFIX, path) == 0)
		unlink(path);
}

void timelines_forget(struct timelines *timelines, int64_t id)
{
	remove_file(timelines, id);
}

/* The least used make room, but for the last one, which somebody waits for. */
static void make_room(const struct timelines *timelines)
{
	struct files files = list_files(timelines);
	int64_t sum_bytes = 0;

	for (size_t i = 0; i < files.count; i++)
		sum_bytes += files.items[i].size_bytes;
	for (size_t i = 0; i + 1 < files.count && sum_bytes > LIMIT_TIMELINES_BYTES; i++) {
		remove_file(timelines, files.items[i].id);
		sum_bytes -= files.items[i].size_bytes;
	}
	free(files.items);
}

void timelines_sweep(struct timelines *timelines, struct store_connection *db)
{
	struct files files;

	if (!timelines)
		return;
	files = list_files(timelines);
	for (size_t i = 0; i < files.count; i++) {
		int64_t id = 0;

		if (STORE_RUN(db, STATEMENT_TRACE_EXISTS, store_get_integer, &id,
		              store_integer(files.items[i].id)) == 0 &&
		    !id)
			remove_file(timelines, files.items[i].id);
	}
	free(files.items);
}

/* ---- the thread ---- */

static struct wanted *next_waiting(struct timelines *timelines)
{
	for (size_t i = 0; i < timelines->count; i++)
		if (timelines->list[i].state == TIMELINE_WAITS)
			return &timelines->list[i];
	return NULL;
}

static void *run(void *data)
{
	struct timelines *timelines = data;
	struct wanted *wanted, one;
	enum timeline_state state;

	pthread_mutex_lock(&timelines->lock);
	while (!timelines->is_stopping) {
		wanted = next_waiting(timelines);
		if (!wanted) {
			pthread_cond_wait(&timelines->changed, &timelines->lock);
			continue;
		}
		wanted->state = TIMELINE_IS_MADE;
		wanted->since_ns = clock_monotonic_ns();
		one = *wanted;
		pthread_mutex_unlock(&timelines->lock);
		state = make(timelines, &one);
		if (state == TIMELINE_READY)
			make_room(timelines);
		pthread_mutex_lock(&timelines->lock);
		wanted = find(timelines, one.id);
		if (wanted && state == TIMELINE_READY)
			forget(timelines, wanted);
		else if (wanted) {
			wanted->state = state;
			wanted->since_ns = clock_monotonic_ns();
		}
	}
	pthread_mutex_unlock(&timelines->lock);
	return NULL;
}

/* In /tmp a folder of that name may be somebody else's. */
static bool make_folder(const char *path)
{
	struct stat status;

	return (!mkdir(path, 0700) || errno == EEXIST) && !lstat(path, &status) &&
	       S_ISDIR(status.st_mode) && status.st_uid == geteuid();
}

struct timelines *timelines_start(struct server *server)
{
	struct timelines *timelines = calloc(1, sizeof *timelines);
	int length;

	if (!timelines)
		return NULL;
	timelines->server = server;
	pthread_mutex_init(&timelines->lock, NULL);
	pthread_cond_init(&timelines->changed, NULL);
	length = snprintf(timelines->folder, sizeof timelines->folder, "%s/warpwise-timelines",
	                  server->options.directory);
	if (length < (int)sizeof timelines->folder && make_folder(timelines->folder) &&
	    !pthread_create(&timelines->thread, NULL, run, timelines))
		return timelines;
	log_line(LOG_ERROR, "cannot keep timelines",
	         LOG_FIELDS(LOG_TEXT("folder", timelines->folder)));
	free(timelines);
	return NULL;
}

void timelines_stop(struct timelines *timelines)
{
	if (!timelines)
		return;
	pthread_mutex_lock(&timelines->lock);
	timelines->is_stopping = true;
	if (timelines->child)
		kill(timelines->child, SIGKILL);
	pthread_cond_signal(&timelines->changed);
	pthread_mutex_unlock(&timelines->lock);
	pthread_join(timelines->thread, NULL);
	pthread_mutex_destroy(&timelines->lock);
	pthread_cond_destroy(&timelines->changed);
	free(timelines);
}
