/* SPDX-License-Identifier: MIT */
/*
 * The thread that looks after the rest. What expired is deleted in small transactions, between
 * which uploads get their turn; several servers on one database may all do it.
 */
#include "server/http/watch.h"

#include <errno.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <time.h>

#include "server/api/retention.h"
#include "server/api/timelines.h"
#include "server/base/clock.h"
#include "server/base/log.h"
#include "server/http/connections.h"
#include "server/http/limits.h"

enum { EXPIRE_EVERY_S = 60 };

struct watch {
	struct server *server;
	pthread_mutex_t lock;
	pthread_cond_t changed;
	atomic_bool is_stopping;
	pthread_t thread;
};

/* Sleeps a second; true: it is time to stop. */
static bool wait_a_second(struct watch *watch)
{
	struct timespec until;
	bool is_stopping;

	clock_gettime(CLOCK_MONOTONIC, &until);
	until.tv_sec++;
	pthread_mutex_lock(&watch->lock);
	while (!watch->is_stopping &&
	       pthread_cond_timedwait(&watch->changed, &watch->lock, &until) != ETIMEDOUT)
		;
	is_stopping = watch->is_stopping;
	pthread_mutex_unlock(&watch->lock);
	return is_stopping;
}

static void *run(void *data)
{
	struct watch *watch = data;
	struct server *server = watch->server;
	struct store_connection *db;
	int64_t seconds = 0;
	bool is_done = false; /* the first at once */

	while (!wait_a_second(watch)) {
		connections_watch(server->connections);
		if ((is_done && ++seconds % EXPIRE_EVERY_S) || server->options.is_demo)
			continue;
		is_done = true;
		db = server_connection(server);
		if (db && retention_run(db, clock_unix_ns(), &is_done))
			log_line(LOG_ERROR, "cannot delete what expired",
			         LOG_FIELDS(LOG_TEXT("error", store_error(db))));
		if (db)
			timelines_sweep(server->timelines, db);
	}
	return NULL;
}

int watch_start(struct server *server, struct watch **watch)
{
	struct watch *made = calloc(1, sizeof *made);
	pthread_condattr_t attributes;

	*watch = made;
	if (!made)
		return -ENOMEM;
	made->server = server;
	pthread_mutex_init(&made->lock, NULL);
	pthread_condattr_init(&attributes);
	pthread_condattr_setclock(&attributes, CLOCK_MONOTONIC);
	pthread_cond_init(&made->changed, &attributes);
	pthread_condattr_destroy(&attributes);
	return pthread_create(&made->thread, NULL, run, made) ? -EAGAIN : 0;
}

void watch_stop(struct watch *watch)
{
	pthread_mutex_lock(&watch->lock);
	watch->is_stopping = true;
	pthread_cond_signal(&watch->changed);
	pthread_mutex_unlock(&watch->lock);
	pthread_join(watch->thread, NULL);
	pthread_cond_destroy(&watch->changed);
	pthread_mutex_destroy(&watch->lock);
	free(watch);
}
