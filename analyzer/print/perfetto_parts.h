/* SPDX-License-Identifier: MIT */
/* What the files that write a trace for Perfetto share. Private to perfetto*.c. */
#ifndef WARPWISE_PERFETTO_PARTS_H
#define WARPWISE_PERFETTO_PARTS_H

#include "graph/graph.h"
#include "print/event_lanes.h"
#include "print/event_writer.h"

/*
 * Above all ids that Linux gives processes and threads (2^22): from here on those of tracks are
 * ours.
 */
enum { PERFETTO_FIRST_NUMBER = 1 << 22 };

struct perfetto {
	struct event_writer events;
	const struct trace *trace;
	const struct graph *graph;
	const char *label;    /* which of several traces it is: "rank 0"; "": it is the only one */
	int position;         /* of the trace: groups are shown in this order */
	int64_t host;         /* the group of the threads */
	int64_t first_device; /* the group of the device 0; of others those behind it */
	int64_t next_number, next_arrow;
	char **functions, **calls; /* by function and by name of a call: quoted */
};

/* Rows that the events of one stream or thread go into: what does not fit has another. */
struct perfetto_rows {
	struct event_lanes lanes;
	struct event_track tracks[EVENT_LANES_MAX];
	size_t named; /* of tracks */
};

/* What a row is called, and where it stands among those of its group. */
struct perfetto_row_name {
	int64_t group, thread; /* THREAD: its number where that is known, else 0 */
	const char *text;
	int order;
};

/* Finds the row of an event, as event_lanes_place(): it is new where *ROW is rows->named. Returns 0
 * or -ENOMEM. */
int perfetto_place(struct perfetto_rows *rows, int64_t start_ns, int64_t end_ns, bool may_nest,
                   size_t *row);
void perfetto_name_row(struct perfetto *p, struct perfetto_rows *rows,
                       const struct perfetto_row_name *name);
void perfetto_rows_free(struct perfetto_rows *rows, size_t count);

/* NAME is "process_name", "thread_name" ... */
void perfetto_name(struct perfetto *p, const char *name, struct event_track track,
                   const char *text);
void perfetto_order(struct perfetto *p, const char *name, struct event_track track, int order);

/* The row of the calls of THREAD. */
struct event_track perfetto_thread(const struct perfetto *p, uint32_t thread);

/* Each returns 0 or -ENOMEM. */
int perfetto_print_operations(struct perfetto *p);
int perfetto_print_counters(struct perfetto *p);
int perfetto_print_memory(struct perfetto *p);
int perfetto_print_migrations(struct perfetto *p);
int perfetto_print_host(struct perfetto *p);

#endif
