/* SPDX-License-Identifier: MIT */
/*
 * All open connections: how many there are of an address, what each is doing and since when. Those
 * that are too slow are ended, and the longest idle ones make room for new ones. libmicrohttpd
 * alone would let a client that sends a byte now and then stay for ever.
 */
#ifndef WARPWISE_SERVER_CONNECTIONS_H
#define WARPWISE_SERVER_CONNECTIONS_H

#include <microhttpd.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <sys/socket.h>

struct request;

enum connection_phase {
	PHASE_FIRST, /* its first headers are awaited */
	PHASE_IDLE,  /* behind a reply */
	PHASE_BODY,
	PHASE_BUSY,  /* it waits for us */
	PHASE_REPLY, /* it reads */
	PHASE_ENDED,
};

struct connection {
	int fd;
	unsigned int place; /* of its address among the counts; -1U: not counted */
	_Atomic int phase;
	_Atomic int64_t
	        since_ns;      /* it is in its phase, or, while it reads, that it was fast enough */
	_Atomic int64_t bytes; /* of the body so far */
	int64_t acknowledged;  /* bytes, at since_ns; the watch's */
	struct request *pending; /* its target is known, its headers are not; its thread's */
	struct connection *previous, *next;
};

struct connections;

/* LIMIT connections; PROXY (NULL: none) is an address without a limit of its own. NULL without
 * memory. */
struct connections *connections_new(int limit, const char *proxy);
void connections_free(struct connections *connections);

/* Whether ADDRESS may have one more. */
bool connections_have_room(struct connections *connections, const struct sockaddr *address);

struct connection *connections_add(struct connections *connections, struct MHD_Connection *mhd);
void connections_remove(struct connections *connections, struct connection *connection);

/* On the connection's thread. */
void connection_enter(struct connection *connection, enum connection_phase phase);

/* Ends those that are too slow; call it every second or so. */
void connections_watch(struct connections *connections);

struct connection_counts {
	int64_t open, refused, too_slow, evicted;
};
struct connection_counts connections_count(struct connections *connections);

/* The address as text; "" where there is none. */
void address_print(const struct sockaddr *address, char *text, size_t size);

#endif
