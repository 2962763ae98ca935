/* SPDX-License-Identifier: MIT */
/*
 * Threads for what takes longer than a connection's thread may wait: each takes requests whose
 * connections are suspended, and works on them.
 */
#ifndef WARPWISE_SERVER_WORKERS_H
#define WARPWISE_SERVER_WORKERS_H

#include <stdbool.h>

struct request;
struct workers;

struct workers_plan {
	const char *name; /* of the threads, as top -H shows them: at most 15 bytes */
	int threads;      /* 0: as many as the server has for connections */
	int nice;         /* whoever waits for a quick answer goes before what may take its time */
	int limit;        /* requests that may wait; 0: any number */
	int together;     /* that are worked on at once: a chain by request->next */
	void (*work)(struct request *first);
};

/* THREADS is for a plan that does not say. NULL without memory or threads. */
struct workers *workers_start(const struct workers_plan *plan, int threads);

/* Works off what waits, and ends the threads; what comes later is refused until workers_free(). */
void workers_stop(struct workers *workers);
void workers_free(struct workers *workers); /* NULL: nothing */

/* false: too many wait already. */
bool workers_submit(struct workers *workers, struct request *request);

int workers_waiting(const struct workers *workers);

#endif
