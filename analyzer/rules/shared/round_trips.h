/* SPDX-License-Identifier: MIT */
/*
 * Round trips: data comes to the host, which works alone, and then data goes to the GPU, with
 * nothing else in between. Any thread.
 */
#ifndef WARPWISE_RULES_ROUND_TRIPS_H
#define WARPWISE_RULES_ROUND_TRIPS_H

#include <stdbool.h>
#include <stdint.h>

#include "rules/shared/copies.h"
#include "rules/shared/gaps.h"

enum { ROUND_SOURCES = 8 }; /* of the latest trips */

struct round_trips {
	int64_t count;
	/* Trips whose copies to the GPU begin at a known address of the host, and those of them
	 * that one of the latest before had, too: a buffer that is filled anew. */
	int64_t known, recurring;
	uint64_t sources[ROUND_SOURCES];
	int64_t idle_ns;                    /* of the gaps between the copies */
	int64_t host_ns;                    /* of that, the host's own work */
	int64_t copies_ns[COPY_DIRECTIONS]; /* that the copies before and behind them took */
	int64_t bytes[COPY_DIRECTIONS];
};

/* Those in which memory that came to the host goes back, as addresses say, and all others. */
struct round_trip_kinds {
	struct round_trips back, other;
};

/*
 * Adds GAP, of which LENGTH_NS counts, if it is such a trip: the host had waited in it, copies to
 * the host of LEAST bytes or more in all ended right before it, and such to the GPU begin behind
 * it. With fewer bytes it is a flag that comes, or parameters that go.
 */
void round_trips_add(struct round_trip_kinds *kinds, const struct trace *trace,
                     const struct gap *gap, int64_t length_ns, double least);

/* Whether those in which the memory goes back have most of COST_NS: the host works on it. */
bool round_trips_are_back(const struct round_trip_kinds *kinds, int64_t cost_ns);

/* Adds to FINDING, of gaps that cost COST_NS, what the trips are, if they have most of it. */
void round_trips_say(const struct round_trip_kinds *kinds, const struct check *check,
                     int64_t cost_ns, struct finding *finding);

/* What to do where they are back. */
void round_trips_advise(struct finding *finding);

#endif
