/* SPDX-License-Identifier: MIT */
/* Histograms of lags, and what is taken from them. */
#include "graph/lags.h"

#include <stdbool.h>
#include <stdlib.h>

#include "graph/constants.h"

enum {
	BUCKET_NS = 32, /* resolution of GPU timestamps */
	BUCKETS = 2048, /* up to 65 us; what is longer counts in the last */
};

struct histogram {
	uint32_t counts[BUCKETS];
};

struct lag_histograms {
	struct histogram by_cause[CAUSES][OPERATION_TYPES];
	/* [type before][type]: clear ones, and all of operations that waited for the one before
	 * longer than for anything else; and how many come behind such a one. */
	struct histogram after[OPERATION_TYPES][OPERATION_TYPES];
	struct histogram all_after[OPERATION_TYPES][OPERATION_TYPES];
	int64_t behind[OPERATION_TYPES][OPERATION_TYPES];
	struct histogram node;                   /* kernels in graphs */
	struct histogram graph[OPERATION_TYPES]; /* [type before]: graphs, clear ones */
};

struct lag_histograms *lag_histograms_new(void)
{
	return calloc(1, sizeof(struct lag_histograms));
}

void lag_histograms_free(struct lag_histograms *histograms)
{
	free(histograms);
}

static void add(struct histogram *histogram, int64_t lag_ns)
{
	int64_t bucket = lag_ns / BUCKET_NS;

	histogram->counts[bucket < BUCKETS ? bucket : BUCKETS - 1]++;
}

void lag_histograms_add(struct lag_histograms *histograms, enum cause cause, unsigned type,
                        int64_t lag_ns)
{
	add(&histograms->by_cause[cause][type], lag_ns);
}

void lag_histograms_add_after(struct lag_histograms *histograms, unsigned before, unsigned type,
                              int64_t lag_ns, bool is_clear)
{
	add(&histograms->all_after[before][type], lag_ns);
	if (is_clear)
		add(&histograms->after[before][type], lag_ns);
}

void lag_histograms_count_behind(struct lag_histograms *histograms, unsigned before, unsigned type)
{
	histograms->behind[before][type]++;
}

void lag_histograms_add_node(struct lag_histograms *histograms, int64_t lag_ns)
{
	add(&histograms->node, lag_ns);
}

void lag_histograms_add_graph(struct lag_histograms *histograms, unsigned before, int64_t lag_ns)
{
	add(&histograms->graph[before], lag_ns);
}

static int64_t default_lag(enum cause cause)
{
	static const int64_t defaults[CAUSES] = {
		[CAUSE_ISSUE] = DEFAULT_ISSUE_NS,     [CAUSE_STREAM] = DEFAULT_STREAM_NS,
		[CAUSE_EVENT] = DEFAULT_STREAM_NS,    [CAUSE_DEFAULT_STREAM] = DEFAULT_STREAM_NS,
		[CAUSE_QUEUE] = DEFAULT_QUEUE_NS,     [CAUSE_COPY_ENGINE] = DEFAULT_ENGINE_NS,
		[CAUSE_CAPACITY] = DEFAULT_STREAM_NS, [CAUSE_LOADING] = DEFAULT_LOAD_NS,
	};

	return defaults[cause];
}

/* The lag below which SHARE of the samples lie. */
static int64_t quantile(const struct histogram *histogram, int64_t samples, double share)
{
	int64_t wanted = (int64_t)((double)samples * share), seen = 0;

	for (size_t i = 0; i < BUCKETS; i++) {
		seen += histogram->counts[i];
		if (seen > wanted)
			return (int64_t)i * BUCKET_NS + BUCKET_NS / 2;
	}
	return (int64_t)BUCKETS * BUCKET_NS;
}

static int64_t count_samples(const struct histogram *histogram)
{
	int64_t samples = 0;

	for (size_t i = 0; histogram && i < BUCKETS; i++)
		samples += histogram->counts[i];
	return samples;
}

/*
 * Without samples: behind an operation of another type the lag may be far longer, where CUDA goes
 * from one engine of the GPU to another, so that what is known of those behind other types is a
 * bound.
 */
static int64_t default_after(const struct lags *lags, unsigned before, unsigned type)
{
	const int64_t any_ns = lags->median_ns[CAUSE_STREAM][type];

	return before == OPERATION_COPY || type == OPERATION_COPY || any_ns < DEFAULT_STREAM_NS
	               ? any_ns
	               : DEFAULT_STREAM_NS;
}

/*
 * How long an operation takes behind another. Where the GPU goes from one kind of work to another
 * and none was clearly the last thing waited for, but it was the last for most, all count: at most,
 * their lags are longer, by what let go shortly before. Few of many are late for a reason of their
 * own, and behind one of its own type the default tells more: a program that issues as fast as the
 * GPU works shows the pace of the two together.
 */
static int64_t lag_after(const struct lag_histograms *histograms, const struct lags *lags,
                         unsigned before, unsigned type)
{
	const struct histogram *clear, *all;
	int64_t samples;

	if (!histograms)
		return default_after(lags, before, type);
	clear = &histograms->after[before][type];
	samples = count_samples(clear);
	if (samples >= LAG_SAMPLES_MIN)
		return quantile(clear, samples, 0.5);
	all = &histograms->all_after[before][type];
	samples = count_samples(all);
	if (before != type && samples >= LAG_SAMPLES_MIN &&
	    samples > histograms->behind[before][type] / 2)
		return quantile(all, samples, 0.5);
	return default_after(lags, before, type);
}

static bool is_measured_gpu(const struct trace *trace)
{
	for (size_t d = 0; d < trace->devices_count; d++)
		if (trace->devices[d].cc_major != GRAPH_GAP_CC_MAJOR)
			return false;
	return true;
}

static void set_graph_gap(struct lags *lags, const struct trace *trace,
                          const struct lag_histograms *histograms)
{
	const struct histogram *node = histograms ? &histograms->node : NULL;
	const int64_t samples = count_samples(node);

	lags->graph_gap_error_ns = 0;
	if (samples >= LAG_SAMPLES_MIN) {
		lags->graph_gap_ns = quantile(node, samples, 0.5);
	} else if (is_measured_gpu(trace)) {
		lags->graph_gap_ns = GRAPH_GAP_NS;
	} else {
		lags->graph_gap_ns = (GRAPH_GAP_MOST_NS + GRAPH_GAP_NS) / 2;
		lags->graph_gap_error_ns = (GRAPH_GAP_MOST_NS - GRAPH_GAP_NS) / 2;
	}
}

/* How long a graph takes behind an operation of the type BEFORE: small ones start sooner. */
static int64_t graph_start(const struct lag_histograms *histograms, unsigned before)
{
	const struct histogram *graph = histograms ? &histograms->graph[before] : NULL;
	const int64_t samples = count_samples(graph);

	return samples >= LAG_SAMPLES_MIN ? quantile(graph, samples, 0.5) : GRAPH_START_NS;
}

void lags_set(struct lags *lags, const struct trace *trace, const struct lag_histograms *histograms)
{
	for (int cause = 0; cause < CAUSES; cause++)
		for (unsigned type = 0; type < OPERATION_TYPES; type++) {
			const struct histogram *histogram =
			        histograms ? &histograms->by_cause[cause][type] : NULL;
			int64_t samples = count_samples(histogram);
			bool is_enough = samples >= LAG_SAMPLES_MIN;

			lags->median_ns[cause][type] =
			        is_enough ? quantile(histogram, samples, 0.5) : default_lag(cause);
		}
	for (unsigned before = 0; before < OPERATION_TYPES; before++)
		lags->graph_start_ns[before] = graph_start(histograms, before);
	for (unsigned before = 0; before < OPERATION_TYPES; before++)
		for (unsigned type = 0; type < OPERATION_TYPES; type++)
			lags->after_ns[before][type] = lag_after(histograms, lags, before, type);
	set_graph_gap(lags, trace, histograms);
}
