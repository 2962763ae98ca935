/* SPDX-License-Identifier: MIT */
/*
 * All open connections, the oldest first. shutdown() is how one is ended from another thread: its
 * own thread then reads an end and cleans up, and it is in the list until its descriptor is closed,
 * so the lock keeps the number from being another's.
 */
#include "server/http/connections.h"

#include <arpa/inet.h>
#include <linux/tcp.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "server/base/clock.h"
#include "server/base/secret.h"
#include "server/http/limits.h"

enum { PLACES = 1 << 16, ADDRESS_BYTES = 16, MAPPED_AT = 12, EVICTED_AT_ONCE = 64 };
static const unsigned int not_counted = UINT32_MAX;

struct connections {
	pthread_mutex_t lock;
	struct connection *first, *last;
	int limit;
	const char *proxy;
	struct connection_counts counts;
	/* By a hash of the address: two may share a place, and then their limit. */
	uint16_t of_address[PLACES];
};

struct connections *connections_new(int limit, const char *proxy)
{
	struct connections *connections = calloc(1, sizeof *connections);

	if (connections) {
		pthread_mutex_init(&connections->lock, NULL);
		connections->limit = limit;
		connections->proxy = proxy;
	}
	return connections;
}

void connections_free(struct connections *connections)
{
	if (connections)
		pthread_mutex_destroy(&connections->lock);
	free(connections);
}

/* IPv4 that came to a socket of both: "[::]:8443". */
static bool is_mapped(const struct sockaddr *address)
{
	return address->sa_family == AF_INET6 &&
	       IN6_IS_ADDR_V4MAPPED(&((const struct sockaddr_in6 *)address)->sin6_addr);
}

void address_print(const struct sockaddr *address, char *text, size_t size)
{
	const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
	const struct sockaddr_in *four = (const struct sockaddr_in *)address;

	*text = '\0';
	if (address && address->sa_family == AF_INET)
		inet_ntop(AF_INET, &four->sin_addr, text, (socklen_t)size);
	else if (address && is_mapped(address))
		inet_ntop(AF_INET, &six->sin6_addr.s6_addr[MAPPED_AT], text, (socklen_t)size);
	else if (address && address->sa_family == AF_INET6)
		inet_ntop(AF_INET6, &six->sin6_addr, text, (socklen_t)size);
}

/* An IPv6 client has a /64 to choose addresses from: that counts as one. */
static unsigned int place_of(const struct connections *connections, const struct sockaddr *address)
{
	unsigned char bytes[ADDRESS_BYTES] = { 0 }, hash[HASH_SIZE];
	char text[64];

	address_print(address, text, sizeof text);
	if (!*text || (connections->proxy && strcmp(connections->proxy, text) == 0))
		return not_counted;
	if (address->sa_family == AF_INET)
		memcpy(bytes, &((const struct sockaddr_in *)address)->sin_addr, 4);
	else if (is_mapped(address))
		memcpy(bytes, &((const struct sockaddr_in6 *)address)->sin6_addr.s6_addr[MAPPED_AT],
		       4);
	else
		memcpy(bytes, &((const struct sockaddr_in6 *)address)->sin6_addr, 8);
	hash_quick(bytes, sizeof bytes, hash);
	return (unsigned int)(hash[0] | hash[1] << 8) % PLACES;
}

static void end(struct connection *connection)
{
	atomic_store(&connection->phase, PHASE_ENDED);
	shutdown(connection->fd, SHUT_RDWR);
}

/* With the lock held: ends the longest idle connections where there are many. */
static void make_room(struct connections *connections)
{
	struct connection *connection = connections->first;
	int ended = 0;

	if (connections->counts.open < connections->limit - connections->limit / 4)
		return;
	for (; connection && ended < EVICTED_AT_ONCE; connection = connection->next) {
		const int phase = atomic_load(&connection->phase);

		if (phase != PHASE_FIRST && phase != PHASE_IDLE)
			continue;
		end(connection);
		connections->counts.evicted++;
		ended++;
	}
}

bool connections_have_room(struct connections *connections, const struct sockaddr *address)
{
	const unsigned int place = place_of(connections, address);
	bool has_room;

	pthread_mutex_lock(&connections->lock);
	make_room(connections);
	has_room = place == not_counted ||
	           connections->of_address[place] < LIMIT_CONNECTIONS_OF_ADDRESS;
	connections->counts.refused += !has_room;
	pthread_mutex_unlock(&connections->lock);
	return has_room;
}

struct connection *connections_add(struct connections *connections, struct MHD_Connection *mhd)
{
	const union MHD_ConnectionInfo *fd, *address;
	struct connection *connection = calloc(1, sizeof *connection);

	if (!connection)
		return NULL;
	fd = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CONNECTION_FD);
	address = MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_CLIENT_ADDRESS);
	connection->fd = fd ? fd->connect_fd : -1;
	connection->place = address ? place_of(connections, address->client_addr) : not_counted;
	connection_enter(connection, PHASE_FIRST);
	pthread_mutex_lock(&connections->lock);
	connection->previous = connections->last;
	*(connections->last ? &connections->last->next : &connections->first) = connection;
	connections->last = connection;
	connections->counts.open++;
	if (connection->place != not_counted)
		connections->of_address[connection->place]++;
	pthread_mutex_unlock(&connections->lock);
	return connection;
}

void connections_remove(struct connections *connections, struct connection *connection)
{
	pthread_mutex_lock(&connections->lock);
	*(connection->previous ? &connection->previous->next : &connections->first) =
	        connection->next;
	*(connection->next ? &connection->next->previous : &connections->last) =
	        connection->previous;
	connections->counts.open--;
	if (connection->place != not_counted)
		connections->of_address[connection->place]--;
	pthread_mutex_unlock(&connections->lock);
	free(connection);
}

void connection_enter(struct connection *connection, enum connection_phase phase)
{
	atomic_store(&connection->since_ns, clock_monotonic_ns());
	atomic_store(&connection->bytes, 0);
	if (atomic_load(&connection->phase) != PHASE_ENDED)
		atomic_store(&connection->phase, (int)phase);
}

/* Seconds that CONNECTION may be in its phase; 0: any. */
static int64_t allowed_s(struct connection *connection)
{
	switch (atomic_load(&connection->phase)) {
	case PHASE_FIRST:
		return LIMIT_HEADER_S;
	case PHASE_IDLE:
		return LIMIT_IDLE_S;
	case PHASE_BODY:
		return LIMIT_REQUEST_S + atomic_load(&connection->bytes) / LIMIT_BODY_RATE;
	case PHASE_REPLY:
		return LIMIT_REQUEST_S; /* since note_reading() */
	default:
		return 0;
	}
}

/*
 * Who reads a reply slowly has it kept in memory. Enough is LIMIT_BODY_RATE over LIMIT_REQUEST_S,
 * again and again: an average since the beginning would forgive a long stop after what the socket's
 * buffers take at once. libmicrohttpd does not say how much it sent; the kernel knows what arrived.
 */
static void note_reading(struct connection *connection, int64_t now_ns)
{
	struct tcp_info info = { 0 };
	socklen_t size = sizeof info;
	int64_t arrived;

	if (getsockopt(connection->fd, IPPROTO_TCP, TCP_INFO, &info, &size))
		return;
	arrived = (int64_t)info.tcpi_bytes_acked;
	if (arrived - connection->acknowledged < (int64_t)LIMIT_BODY_RATE * LIMIT_REQUEST_S)
		return;
	connection->acknowledged = arrived;
	atomic_store(&connection->since_ns, now_ns);
}

void connections_watch(struct connections *connections)
{
	const int64_t now_ns = clock_monotonic_ns();

	pthread_mutex_lock(&connections->lock);
	for (struct connection *c = connections->first; c; c = c->next) {
		int64_t allowed;

		if (atomic_load(&c->phase) == PHASE_REPLY)
			note_reading(c, now_ns);
		allowed = allowed_s(c);
		if (!allowed || now_ns - atomic_load(&c->since_ns) <= allowed * NS_PER_S)
			continue;
		end(c);
		connections->counts.too_slow++;
	}
	make_room(connections);
	pthread_mutex_unlock(&connections->lock);
}

struct connection_counts connections_count(struct connections *connections)
{
	struct connection_counts counts;

	pthread_mutex_lock(&connections->lock);
	counts = connections->counts;
	pthread_mutex_unlock(&connections->lock);
	return counts;
}
