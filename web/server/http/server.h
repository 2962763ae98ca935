/* SPDX-License-Identifier: MIT */
/*
 * The server as a whole: what it was told, and what its threads share. Threads:
 *
 *	libmicrohttpd's pool, one a core (epoll): parse, answer what is quick, never wait
 *	pools for what takes longer (enum pool); the connection is suspended meanwhile
 *	the watch: closes connections that are too slow, deletes what expired
 */
#ifndef WARPWISE_SERVER_SERVER_H
#define WARPWISE_SERVER_SERVER_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "server/store/store.h"

struct schema;
struct request;
struct tls;
struct workers;
struct connections;
struct watch;
struct timelines;
struct cache;

struct server_options {
	const char *listen;            /* "127.0.0.1:8080", "[::1]:0", ":8080" */
	const char *certificate, *key; /* files; NULL: plain HTTP */
	const char *directory;         /* for bodies, and the store's */
	const char *trusted_proxy;     /* address whose X-Forwarded-For is believed; NULL: none */
	const char *base_path;         /* "" or "/warpwise": what all addresses begin with */
	bool allow_plain;              /* plain HTTP beyond loopback */
	bool is_demo;                  /* everyone may read all, nobody may write */
	int threads;                   /* 0: as many as cores */
	size_t report_limit_bytes;     /* decompressed */
};

/* What takes longer, in the order in which it ends: each hands on only to those behind it. */
enum pool {
	POOL_ASKER,    /* for the projects of requests, of a remote database */
	POOL_READERS,  /* large queries, PostgreSQL */
	POOL_CHECKERS, /* of what was uploaded, and of passwords */
	POOL_WRITER,
	POOL_FINISHER, /* whose reply is there, goes back to its connection's thread */
	POOLS
};

struct server {
	struct server_options options;
	struct store *store;
	struct MHD_Daemon *daemon;
	struct schema *schema; /* of reports */
	struct tls *tls;       /* NULL: plain HTTP */
	struct workers *pools[POOLS];
	struct connections *connections;
	struct watch *watch;
	struct timelines *timelines; /* NULL: there is no room for them */
	struct cache *answers;       /* that are sent again */
	char address[128];           /* "http://127.0.0.1:8080" */
	atomic_bool is_stopping;
	int64_t started_ns;
};

/* Starts all threads. 0, or -errno after the reason was logged. */
int server_start(struct server *server, const struct server_options *options, struct store *store);

/* Takes no more connections, finishes what is under way (at most LIMIT_DRAIN_S), ends all threads.
 */
void server_stop(struct server *server);

/* SIGHUP: reads the certificates again; the old ones stay where the new ones are broken. */
void server_reload(struct server *server);

/* The calling thread's connection to the store, made at its first use. NULL: it cannot be made. */
struct store_connection *server_connection(struct server *server);

#endif
