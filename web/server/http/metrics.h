/* SPDX-License-Identifier: MIT */
/* What the server counts about itself, and /metrics. Any thread. */
#ifndef WARPWISE_SERVER_METRICS_H
#define WARPWISE_SERVER_METRICS_H

#include "server/http/request.h"

/* A request was answered. BYTES is what its body brought. */
void metrics_note(const struct request *request, int64_t duration_ns);

enum metric_counter {
	METRIC_REPORTS_STORED,
	METRIC_REPORTS_REPEATED,
	METRIC_REPORTS_REFUSED,
	METRIC_BODY_BYTES,
	METRIC_SIGN_IN_FAILURES,
	METRIC_KEPT_REPLIES,
	METRIC_SLOW_READS,
	METRIC_WRITES,
	METRIC_TRANSACTIONS,
	METRIC_COUNTERS
};

void metrics_add(enum metric_counter counter, int64_t amount);

/* In Prometheus's text format 0.0.4. */
void metrics_print(struct server *server, struct buffer *out);

/* Requests between their headers and the end of their reply. */
int64_t metrics_active(void);
void metrics_begin(void);
void metrics_end(void);

#endif
