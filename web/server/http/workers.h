/* SPDX-License-Identifier: MIT */
/*
 * Threads for what takes longer than a connection's thread may wait: each takes requests whose
 * connections are suspended, works on them, and resumes them.
 */
#ifndef WARPWISE_SERVER_WORKERS_H
#define WARPWISE_SERVER_WORKERS_H

#include <stdbool.h>

#include "server/http/server.h"

struct workers;

/* WORK is called with each request on one of COUNT threads. NULL without memory or threads. */
struct workers *workers_start(int count, void (*work)(struct request *request));

/* Works off what waits, then ends. */
void workers_stop(struct workers *workers);

/* false: too many wait already. */
bool workers_submit(struct workers *workers, struct request *request);

int workers_waiting(struct workers *workers);

/* ---- what waits, first in, first out ---- */

struct request_queue {
	struct request *first, **end;
	int count;
};

void request_queue_init(struct request_queue *queue);
void request_queue_add(struct request_queue *queue, struct request *request);
struct request *request_queue_take(struct request_queue *queue);

#endif
