/* SPDX-License-Identifier: MIT */
/*
 * Lags: how long operations take to start once what held them back let go, measured on a trace as
 * histograms.
 */
#ifndef WARPWISE_LAGS_H
#define WARPWISE_LAGS_H

#include <stdbool.h>
#include <stdint.h>

#include "graph/cause.h"
#include "trace/trace.h"

/*
 * How long an operation usually takes to start once its cause let it go, in ns: medians of this
 * trace, by cause and type of the operation. Of fewer than 8 the defaults of lags.c.
 */
struct lags {
	int64_t median_ns[CAUSES][OPERATION_TYPES];
	/* For the cause stream also by what was before: median of [type before][type]. */
	int64_t after_ns[OPERATION_TYPES][OPERATION_TYPES];
	/* From the end of an operation of [type before] to the first operation of a graph behind it
	 * in its stream: of this trace's launches of graphs, or GRAPH_START_NS. */
	int64_t graph_start_ns[OPERATION_TYPES];
	/* What a kernel in a graph takes longer than its recorded duration in a stream: the way
	 * from the one before it. And how far that may be off: where the trace has no graphs, on
	 * GPUs that it was not measured on. */
	int64_t graph_gap_ns, graph_gap_error_ns;
};

/* Lags as they are measured. */
struct lag_histograms;

/* Empty; NULL without memory. Release with lag_histograms_free(). */
struct lag_histograms *lag_histograms_new(void);
void lag_histograms_free(struct lag_histograms *histograms);

/* Operations of TYPE started LAG_NS (not negative) after CAUSE let go. */
void lag_histograms_add(struct lag_histograms *histograms, enum cause cause, unsigned type,
                        int64_t lag_ns);

/* ... where the last thing to let go was an operation of type BEFORE, which ended; IS_CLEAR:
 * nothing else let go within LAG_CLEAR_NS. */
void lag_histograms_add_after(struct lag_histograms *histograms, unsigned before, unsigned type,
                              int64_t lag_ns, bool is_clear);

/* An operation of TYPE came behind one of type BEFORE, whichever let go last. */
void lag_histograms_count_behind(struct lag_histograms *histograms, unsigned before, unsigned type);

/* The same of a kernel in a graph, behind the kernel that it waited for. */
void lag_histograms_add_node(struct lag_histograms *histograms, int64_t lag_ns);

/* And of the first operation of a graph behind an operation of type BEFORE in its stream, long
 * after its call and all else let go. */
void lag_histograms_add_graph(struct lag_histograms *histograms, unsigned before, int64_t lag_ns);

/* Sets LAGS of TRACE from what was measured; NULL: all to the defaults. */
void lags_set(struct lags *lags, const struct trace *trace,
              const struct lag_histograms *histograms);

#endif
