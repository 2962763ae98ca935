/* SPDX-License-Identifier: MIT */
/* What the server counts about itself. Any thread: atomic counters. */
#include "server/http/metrics.h"

#include <config.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include "server/base/clock.h"
#include "server/http/connections.h"
#include "server/http/dispatch.h"
#include "server/http/workers.h"

enum { CLASSES = 6, ROUTES_MAX = 64 }; /* of status: 1xx to 5xx */

/* Upper bounds of durations, in seconds, as Prometheus's clients have them. */
static const double bounds[] = { 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05,
	                         0.1,    0.25,  0.5,    1,     2.5,  5,     10 };
enum { BOUNDS = sizeof bounds / sizeof *bounds };

static _Atomic int64_t counters[METRIC_COUNTERS], active;
static _Atomic int64_t by_route[ROUTES_MAX][CLASSES], buckets[BOUNDS + 1], duration_sum_ns;

static const struct {
	const char *name, *help;
} counter_texts[METRIC_COUNTERS] = {
	[METRIC_REPORTS_STORED] = { "reports_stored_total", "Reports stored" },
	[METRIC_REPORTS_REPEATED] = { "reports_repeated_total", "Reports sent again" },
	[METRIC_REPORTS_REFUSED] = { "reports_refused_total", "Bodies that were no valid report" },
	[METRIC_BODY_BYTES] = { "received_bytes_total", "Bytes of bodies received" },
	[METRIC_SIGN_IN_FAILURES] = { "sign_in_failures_total", "Wrong passwords" },
	[METRIC_KEPT_REPLIES] = { "kept_replies_total", "Replies that had been made before" },
	[METRIC_SLOW_READS] = { "slow_reads_total",
	                        "Reads that went on elsewhere, since others waited" },
	[METRIC_WRITES] = { "writes_total", "Writes" },
	[METRIC_TRANSACTIONS] = { "transactions_total", "Transactions that they shared" },
};

void metrics_add(enum metric_counter counter, int64_t amount)
{
	atomic_fetch_add_explicit(&counters[counter], amount, memory_order_relaxed);
}

int64_t metrics_active(void)
{
	return atomic_load(&active);
}

void metrics_begin(void)
{
	atomic_fetch_add(&active, 1);
}

void metrics_end(void)
{
	atomic_fetch_sub(&active, 1);
}

/* Position 0 is for requests without a route. */
void metrics_note(const struct request *request, int64_t duration_ns)
{
	const size_t route = request->route ? (size_t)(request->route - routes) + 1 : 0;
	const int class = request->reply.status / 100;
	int bucket = 0;

	while (bucket < BOUNDS && (double)duration_ns > bounds[bucket] * 1e9)
		bucket++;
	if (route < ROUTES_MAX && class < CLASSES)
		atomic_fetch_add_explicit(&by_route[route][class], 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&buckets[bucket], 1, memory_order_relaxed);
	atomic_fetch_add_explicit(&duration_sum_ns, duration_ns, memory_order_relaxed);
	metrics_add(METRIC_BODY_BYTES, (int64_t)request->body.size);
}

static void print_head(struct buffer *out, const char *name, const char *type, const char *help)
{
	buffer_print(out, "# HELP warpwise_%s %s\n# TYPE warpwise_%s %s\n", name, help, name, type);
}

static void print_value(struct buffer *out, const char *name, const char *type, const char *help,
                        int64_t value)
{
	print_head(out, name, type, help);
	buffer_print(out, "warpwise_%s %" PRId64 "\n", name, value);
}

static void print_requests(struct buffer *out)
{
	print_head(out, "http_requests_total", "counter", "Requests answered, by route and status");
	for (size_t i = 0; i < ROUTES_MAX; i++)
		for (int class = 1; class < CLASSES; class ++) {
			const int64_t count = atomic_load(&by_route[i][class]);

			if (count)
				buffer_print(
				        out,
				        "warpwise_http_requests_total{method=\"%s\",route=\"%s\","
				        "status=\"%dxx\"} %" PRId64 "\n",
				        i ? routes[i - 1].method : "", i ? routes[i - 1].path : "",
				        class, count);
		}
}

static void print_durations(struct buffer *out)
{
	int64_t count = 0;

	print_head(out, "http_request_duration_seconds", "histogram",
	           "Time from a request's target to the end of its reply");
	for (int i = 0; i < BOUNDS; i++) {
		count += atomic_load(&buckets[i]);
		buffer_print(out,
		             "warpwise_http_request_duration_seconds_bucket{le=\"%g\"} %" PRId64
		             "\n",
		             bounds[i], count);
	}
	count += atomic_load(&buckets[BOUNDS]);
	buffer_print(out,
	             "warpwise_http_request_duration_seconds_bucket{le=\"+Inf\"} %" PRId64 "\n"
	             "warpwise_http_request_duration_seconds_sum %.9f\n"
	             "warpwise_http_request_duration_seconds_count %" PRId64 "\n",
	             count, (double)atomic_load(&duration_sum_ns) / 1e9, count);
}

static int64_t resident_bytes(void)
{
	long pages = 0;
	FILE *file = fopen("/proc/self/statm", "re");

	if (!file)
		return 0;
	if (fscanf(file, "%*s %ld", &pages) != 1)
		pages = 0;
	fclose(file);
	return (int64_t)pages * sysconf(_SC_PAGESIZE);
}

static void print_waiting(const struct server *server, struct buffer *out)
{
	print_head(out, "waiting_requests", "gauge", "Requests that wait for a thread");
	for (int i = 0; i < POOLS; i++)
		buffer_print(out, "warpwise_waiting_requests{threads=\"%s\"} %d\n",
		             dispatch_pools[i].name, workers_waiting(server->pools[i]));
}

void metrics_print(struct server *server, struct buffer *out)
{
	const struct connection_counts connections = connections_count(server->connections);

	print_head(out, "build_info", "gauge", "Always 1");
	buffer_print(out, "warpwise_build_info{version=\"%s\",store=\"%s\"} 1\n", PACKAGE_VERSION,
	             store_engine_name(server->store));
	print_requests(out);
	print_durations(out);
	for (int i = 0; i < METRIC_COUNTERS; i++)
		print_value(out, counter_texts[i].name, "counter", counter_texts[i].help,
		            atomic_load(&counters[i]));
	print_value(out, "connections", "gauge", "Open connections", connections.open);
	print_value(out, "connections_refused_total", "counter",
	            "Connections beyond the limit of an address", connections.refused);
	print_value(out, "connections_too_slow_total", "counter",
	            "Connections ended since their client took too long", connections.too_slow);
	print_value(out, "connections_evicted_total", "counter",
	            "Idle connections ended to make room", connections.evicted);
	print_waiting(server, out);
	print_value(out, "resident_memory_bytes", "gauge", "Memory of the server",
	            resident_bytes());
	print_value(out, "uptime_seconds", "gauge", "Since the server started",
	            (clock_monotonic_ns() - server->started_ns) / NS_PER_S);
}
