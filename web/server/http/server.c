/* SPDX-License-Identifier: MIT */
/*
 * Starts and stops the server, and is what libmicrohttpd calls. It calls on_request() once behind
 * the headers, then for each piece of the body, then once more with nothing; where the connection
 * was suspended meanwhile, the same call comes again. request->stage says which one it is.
 */
#include "server/http/server.h"

#include <errno.h>
#include <microhttpd.h>
#include <netdb.h>
#include <netinet/in.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <unistd.h>

#include "server/api/timelines.h"
#include "server/base/cache.h"
#include "server/base/clock.h"
#include "server/base/log.h"
#include "server/http/answers.h"
#include "server/http/connections.h"
#include "server/http/dispatch.h"
#include "server/http/limits.h"
#include "server/http/metrics.h"
#include "server/http/request.h"
#include "server/http/tls.h"
#include "server/http/watch.h"
#include "server/report/report.h"

/* ---- a connection to the store for each thread ---- */

static pthread_key_t connection_key;
static pthread_once_t connection_once = PTHREAD_ONCE_INIT;

static void disconnect(void *data)
{
	store_disconnect(data);
}

static void make_key(void)
{
	pthread_key_create(&connection_key, disconnect);
}

struct store_connection *server_connection(struct server *server)
{
	struct store_connection *connection;
	char error[STORE_ERROR_MAX];

	pthread_once(&connection_once, make_key);
	connection = pthread_getspecific(connection_key);
	if (connection)
		return connection;
	if (store_connect(server->store, &connection, error)) {
		log_line(LOG_ERROR, "cannot connect to the database",
		         LOG_FIELDS(LOG_TEXT("error", error)));
		return NULL;
	}
	pthread_setspecific(connection_key, connection);
	return connection;
}

/* ---- what libmicrohttpd calls ---- */

static struct connection *connection_of(struct MHD_Connection *mhd)
{
	const union MHD_ConnectionInfo *info =
	        MHD_get_connection_info(mhd, MHD_CONNECTION_INFO_SOCKET_CONTEXT);

	return info ? info->socket_context : NULL;
}

static enum MHD_Result on_accept(void *data, const struct sockaddr *address, socklen_t size)
{
	struct server *server = data;

	(void)size;
	return !atomic_load(&server->is_stopping) &&
	                       connections_have_room(server->connections, address)
	               ? MHD_YES
	               : MHD_NO;
}

static void on_connection(void *data, struct MHD_Connection *mhd, void **context,
                          enum MHD_ConnectionNotificationCode code)
{
	struct server *server = data;
	struct connection *connection = *context;

	if (code == MHD_CONNECTION_NOTIFY_STARTED) {
		*context = connections_add(server->connections, mhd);
	} else if (connection) {
		if (connection->pending)
			request_free(connection->pending);
		connections_remove(server->connections, connection);
		*context = NULL;
	}
}

/*
 * The request line is there. The request waits with its connection, since libmicrohttpd forgets
 * what this returns where the headers turn out to be bad.
 */
static void *on_target(void *data, const char *target, struct MHD_Connection *mhd)
{
	struct connection *connection = connection_of(mhd);

	if (!connection)
		return NULL;
	if (connection->pending)
		request_free(connection->pending);
	connection->pending = request_new(data, target);
	return NULL;
}

static void log_request(const struct request *request, int64_t duration_ns)
{
	const enum log_level level = request->reply.status >= 500   ? LOG_ERROR
	                             : request->reply.status >= 400 ? LOG_INFO
	                                                            : LOG_DEBUG;

	if (!log_is_on(level))
		return;
	log_line(level, "request",
	         LOG_FIELDS(LOG_TEXT("method", request->method),
	                    LOG_TEXT("path", request->query.path),
	                    LOG_NUMBER("status", request->reply.status),
	                    LOG_NUMBER("duration_us", duration_ns / 1000),
	                    LOG_NUMBER("received_bytes", (int64_t)request->body.size),
	                    LOG_NUMBER("sent_bytes", (int64_t)request->reply.body.size),
	                    LOG_TEXT("address", request->address),
	                    LOG_TEXT("who", request->principal.name),
	                    LOG_TEXT("project", request->project)));
}

static void on_completed(void *data, struct MHD_Connection *mhd, void **context,
                         enum MHD_RequestTerminationCode code)
{
	struct connection *connection = connection_of(mhd);
	struct request *request = *context;
	int64_t duration_ns;

	(void)data;
	if (connection && code == MHD_REQUEST_TERMINATED_COMPLETED_OK)
		connection_enter(connection, PHASE_IDLE);
	*context = NULL;
	if (!request)
		return;
	duration_ns = clock_monotonic_ns() - request->started_ns;
	metrics_note(request, duration_ns);
	log_request(request, duration_ns);
	request_free(request);
	metrics_end();
}

static enum MHD_Result answer(struct request *request)
{
	struct connection *connection = connection_of(request->connection);

	if (connection)
		connection_enter(connection, PHASE_REPLY);
	return reply_queue(request);
}

/* The whole body is refused before it comes: the connection ends with the reply. */
static bool can_refuse_early(const struct request *request)
{
	const char *length = request_header(request, "Content-Length");
	const char *expect = request_header(request, "Expect");

	/* One that is on its way already is read and dropped, or its sender might not see the
	 * reply. */
	return expect || (length && strtoull(length, NULL, 10) > LIMIT_DRAIN_BYTES);
}

static enum MHD_Result begin(struct server *server, struct MHD_Connection *mhd, const char *method,
                             void **context)
{
	struct connection *connection = connection_of(mhd);
	struct request *request = connection ? connection->pending : NULL;

	(void)server;
	if (!request)
		return MHD_NO;
	connection->pending = NULL;
	*context = request;
	metrics_begin();
	request->connection = mhd;
	request->method = method;
	connection_enter(connection, PHASE_BODY);
	dispatch_headers(request);
	request->stage = STAGE_BODY;
	if (!request->reply.status && !dispatch_admit(request))
		return MHD_YES;
	return request->reply.status && can_refuse_early(request) ? answer(request) : MHD_YES;
}

static enum MHD_Result take_body(struct request *request, const char *data, size_t size)
{
	struct connection *connection = connection_of(request->connection);
	const size_t limit = request->route ? request->route->body_limit : 0;
	int err;

	if (connection)
		atomic_fetch_add(&connection->bytes, (int64_t)size);
	if (request->reply.status) { /* refused: read on, for a while */
		request->body.size += size;
		return request->body.size > LIMIT_DRAIN_BYTES ? MHD_NO : MHD_YES;
	}
	if (size > limit - request->body.size) {
		reply_too_large(request, limit);
		return MHD_YES;
	}
	err = body_add(&request->body, data, size, request->server->options.directory);
	if (err)
		reply_error(request, err, "a body");
	return MHD_YES;
}

static enum MHD_Result on_request(void *data, struct MHD_Connection *mhd, const char *url,
                                  const char *method, const char *version, const char *upload,
                                  size_t *upload_size, void **context)
{
	struct request *request = *context;
	struct connection *connection = connection_of(mhd);

	(void)url;
	(void)version;
	if (!request)
		return begin(data, mhd, method, context);
	if (request->stage == STAGE_ASKING) {
		request->stage = STAGE_BODY;
		if (request->reply.status && can_refuse_early(request))
			return answer(request);
		return MHD_YES;
	}
	if (request->stage == STAGE_BODY && *upload_size) {
		const enum MHD_Result result = take_body(request, upload, *upload_size);

		*upload_size = 0;
		return result;
	}
	if (request->stage == STAGE_BODY) {
		if (connection)
			connection_enter(connection, PHASE_BUSY);
		request->stage = STAGE_WORKING;
		if (!request->reply.status && !dispatch_run(request))
			return MHD_YES;
	}
	if (request->stage == STAGE_WORKING)
		return answer(request);
	return MHD_YES;
}

/* ---- starting ---- */

static int fail(const char *message, const char *detail, int err)
{
	log_line(LOG_ERROR, message, LOG_FIELDS(LOG_TEXT("error", detail)));
	return err;
}

static bool is_loopback(const struct sockaddr *address)
{
	const struct sockaddr_in6 *six = (const struct sockaddr_in6 *)address;
	const struct sockaddr_in *four = (const struct sockaddr_in *)address;

	return address->sa_family == AF_INET ? ntohl(four->sin_addr.s_addr) >> 24 == 127
	                                     : IN6_IS_ADDR_LOOPBACK(&six->sin6_addr);
}

/* Takes "127.0.0.1:8080", "[::1]:8080" or ":8080" apart. */
static int split_address(const char *listen, char host[64], char port[8])
{
	const char *colon = strrchr(listen, ':');
	size_t length;

	if (!colon || !colon[1] || strlen(colon + 1) > 5 ||
	    strspn(colon + 1, "0123456789") != strlen(colon + 1))
		return -EINVAL;
	length = (size_t)(colon - listen);
	if (length && *listen == '[' && colon[-1] == ']') {
		listen++;
		length -= 2;
	}
	if (length >= 64)
		return -EINVAL;
	memcpy(host, listen, length);
	host[length] = '\0';
	snprintf(port, 8, "%s", colon + 1);
	return 0;
}

static void note_address(struct server *server, int fd)
{
	union {
		struct sockaddr any;
		struct sockaddr_in four;
		struct sockaddr_in6 six;
	} bound = { .six = { 0 } };
	socklen_t size = sizeof bound;
	char text[64] = "";
	unsigned int port = 0;

	if (getsockname(fd, &bound.any, &size) == 0) {
		address_print(&bound.any, text, sizeof text);
		port = ntohs(bound.any.sa_family == AF_INET ? bound.four.sin_port
		                                            : bound.six.sin6_port);
	}
	snprintf(server->address, sizeof server->address,
	         strchr(text, ':') ? "%s://[%s]:%u" : "%s://%s:%u", server->tls ? "https" : "http",
	         text, port);
}

static int fail_to_bind(const struct server *server, int reason)
{
	char why[256];

	snprintf(why, sizeof why, "%s: %s%s", server->options.listen, strerror(reason),
	         reason == EADDRINUSE ? "; --listen ADDRESS:PORT takes another" : "");
	return fail("cannot listen", why, -reason);
}

static int open_socket(struct server *server, int *fd)
{
	const struct addrinfo hints = { .ai_flags = AI_PASSIVE, .ai_socktype = SOCK_STREAM };
	struct addrinfo *found = NULL;
	char host[64] = "", port[8] = "";
	int err;

	if (split_address(server->options.listen, host, port))
		return fail("cannot listen", "--listen must be ADDRESS:PORT", -EINVAL);
	err = getaddrinfo(*host ? host : NULL, port, &hints, &found);
	if (err)
		return fail("cannot listen", gai_strerror(err), -EINVAL);
	if (!server->tls && !server->options.allow_plain && !is_loopback(found->ai_addr)) {
		freeaddrinfo(found);
		return fail("cannot listen",
		            "plain HTTP would show tokens and passwords to the network: give "
		            "--certificate and --key, or put a proxy with TLS before it and say "
		            "--allow-plain-http",
		            -EPERM);
	}
	*fd = socket(found->ai_family, SOCK_STREAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
	if (*fd >= 0)
		setsockopt(*fd, SOL_SOCKET, SO_REUSEADDR, &(int){ 1 }, sizeof(int));
	if (*fd < 0 || bind(*fd, found->ai_addr, found->ai_addrlen) || listen(*fd, SOMAXCONN))
		err = fail_to_bind(server, errno);
	freeaddrinfo(found);
	if (!err)
		note_address(server, *fd);
	else if (*fd >= 0)
		close(*fd);
	return err;
}

/* As many descriptors as this process may have; returns how many connections fit. */
static int raise_limit(void)
{
	struct rlimit limit = { 1024, 1024 };
	enum { OTHERS = 128 }; /* databases, logs, bodies */

	if (getrlimit(RLIMIT_NOFILE, &limit) == 0) {
		if (limit.rlim_max > LIMIT_CONNECTIONS + OTHERS)
			limit.rlim_cur = LIMIT_CONNECTIONS + OTHERS;
		else
			limit.rlim_cur = limit.rlim_max;
		setrlimit(RLIMIT_NOFILE, &limit);
		getrlimit(RLIMIT_NOFILE, &limit);
	}
	return limit.rlim_cur > (rlim_t)2 * OTHERS ? (int)limit.rlim_cur - OTHERS : OTHERS;
}

static void on_mhd_log(void *data, const char *format, va_list arguments)
{
	char text[256];

	(void)data;
	vsnprintf(text, sizeof text, format, arguments);
	text[strcspn(text, "\n")] = '\0';
	log_line(LOG_DEBUG, "libmicrohttpd", LOG_FIELDS(LOG_TEXT("detail", text)));
}

static int start_daemon(struct server *server, int fd, int connection_limit)
{
	unsigned int flags = MHD_USE_EPOLL_INTERNAL_THREAD | MHD_USE_ITC |
	                     MHD_ALLOW_SUSPEND_RESUME | MHD_USE_ERROR_LOG;
	struct MHD_OptionItem options[] = {
		{ MHD_OPTION_EXTERNAL_LOGGER, (intptr_t)on_mhd_log, NULL },
		{ MHD_OPTION_LISTEN_SOCKET, fd, NULL },
		{ MHD_OPTION_THREAD_POOL_SIZE, server->options.threads, NULL },
		{ MHD_OPTION_CONNECTION_LIMIT, connection_limit, NULL },
		{ MHD_OPTION_CONNECTION_MEMORY_LIMIT, LIMIT_HEADER_BYTES, NULL },
		{ MHD_OPTION_CONNECTION_TIMEOUT, LIMIT_IDLE_S, NULL },
		{ MHD_OPTION_NOTIFY_CONNECTION, (intptr_t)on_connection, server },
		{ MHD_OPTION_NOTIFY_COMPLETED, (intptr_t)on_completed, server },
		{ MHD_OPTION_URI_LOG_CALLBACK, (intptr_t)on_target, server },
		{ server->tls ? MHD_OPTION_HTTPS_CERT_CALLBACK : MHD_OPTION_END, 0, NULL },
		{ MHD_OPTION_END, 0, NULL },
	};

	if (server->options.threads == 1)
		options[2] = options[0]; /* a pool has two or more */
	if (server->tls) {
		flags |= MHD_USE_TLS;
		options[9].ptr_value = tls_callback();
	}
	server->daemon = MHD_start_daemon(flags, 0, on_accept, server, on_request, server,
	                                  MHD_OPTION_ARRAY, options, MHD_OPTION_END);
	return server->daemon ? 0 : -EIO;
}

int server_start(struct server *server, const struct server_options *options, struct store *store)
{
	char error[TLS_ERROR_MAX];
	struct schema_error schema_error;
	int fd = -1, limit = raise_limit(), err = 0;
	bool is_complete = true;

	*server = (struct server){ .options = *options, .store = store };
	server->started_ns = clock_monotonic_ns();
	if (!server->options.threads)
		server->options.threads = (int)sysconf(_SC_NPROCESSORS_ONLN);
	if (options->certificate) {
		err = tls_open(options->certificate, options->key, &server->tls, error);
		if (err)
			return fail("cannot use the certificate", error, err);
	}
	err = report_schema(&server->schema, &schema_error);
	if (err)
		return fail("cannot use the schema of reports", schema_error.text, err);
	err = open_socket(server, &fd);
	if (err)
		return err;
	server->connections = connections_new(limit, options->trusted_proxy);
	server->answers = answers_new();
	for (int i = 0; i < POOLS; i++) {
		server->pools[i] = workers_start(&dispatch_pools[i], server->options.threads);
		is_complete = is_complete && server->pools[i];
	}
	server->timelines = timelines_start(server);
	if (!is_complete || !server->connections || !server->answers ||
	    watch_start(server, &server->watch) || start_daemon(server, fd, limit))
		return fail("cannot start", "threads cannot be started", -EIO);
	log_line(LOG_INFO, "started",
	         LOG_FIELDS(LOG_TEXT("address", server->address),
	                    LOG_TEXT("store", store_engine_name(store)),
	                    LOG_NUMBER("threads", server->options.threads),
	                    LOG_NUMBER("connections", limit)));
	return 0;
}

void server_stop(struct server *server)
{
	const int64_t until_ns = clock_monotonic_ns() + LIMIT_DRAIN_S * NS_PER_S;

	/* Not MHD_quiesce_daemon(): its caller and a thread of the pool may both take the socket
	 * out of epoll, and the second aborts the process (0.9.75: 1 of 100 ends under strace). */
	atomic_store(&server->is_stopping, true);
	log_line(LOG_INFO, "stopping", LOG_FIELDS(LOG_NUMBER("active", metrics_active())));
	while (metrics_active() && clock_monotonic_ns() < until_ns)
		usleep(10000);
	watch_stop(server->watch);
	timelines_stop(server->timelines);
	for (int i = 0; i < POOLS; i++)
		workers_stop(server->pools[i]);
	MHD_stop_daemon(server->daemon);
	for (int i = 0; i < POOLS; i++)
		workers_free(server->pools[i]);
	cache_free(server->answers);
	connections_free(server->connections);
	tls_close(server->tls);
	schema_free(server->schema);
	log_line(LOG_INFO, "stopped", LOG_FIELDS(LOG_NUMBER("active", metrics_active())));
}

void server_reload(struct server *server)
{
	char error[TLS_ERROR_MAX];

	if (!server->tls)
		return;
	if (tls_reload(server->tls, error))
		fail("the certificate stays as it was", error, 0);
	else
		log_line(LOG_INFO, "certificate read again", NULL);
}
