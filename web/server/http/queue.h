/* SPDX-License-Identifier: MIT */
/*
 * Requests that wait for a thread. Whoever puts one in takes no lock: those who take them out may
 * run at a lower priority, and one that is put aside while it holds a lock would keep a
 * connection's thread, and all its connections, waiting (seen: 20 ms).
 */
#ifndef WARPWISE_SERVER_QUEUE_H
#define WARPWISE_SERVER_QUEUE_H

#include <stdbool.h>

struct request;
struct request_queue;

/* For at most LIMIT requests. NULL without memory. */
struct request_queue *request_queue_new(int limit);
void request_queue_free(struct request_queue *queue); /* NULL: nothing */

/* false: too many wait already, or it was stopped. Any thread. */
bool request_queue_add(struct request_queue *queue, struct request *request);

/*
 * Waits for requests; up to MAX of them, in the order in which they came, as a chain by
 * request->next. NULL: it was stopped, and none is left. Any thread.
 */
struct request *request_queue_take(struct request_queue *queue, int max);

/* From now on nothing more comes in. */
void request_queue_stop(struct request_queue *queue);

int request_queue_count(const struct request_queue *queue);

#endif
