/* SPDX-License-Identifier: MIT */
/*
 * How long operations take to start once what held them back let go: measured, and in a replay.
 */
#include "graph/constants.h"
#include "graph/lags.h"
#include "graph/walk_state.h"

/* Whether an operation whose type is known has to end first. */
static bool is_behind(const struct candidate *candidate)
{
	return (candidate->cause == CAUSE_STREAM || candidate->cause == CAUSE_EVENT) &&
	       candidate->moment.operation != NONE;
}

/* The latest of what OPERATION can have waited for, recorded. */
static int64_t last_let_go_ns(const struct operation *operation)
{
	int64_t last_ns = NEVER;

	for (int i = 0; i < operation->count; i++) {
		int64_t at = operation->candidates[i].moment.recorded_ns;

		if (at > last_ns && at <= operation->recorded_start_ns)
			last_ns = at;
	}
	return last_ns;
}

/*
 * What an operation that sets its own pace takes from its call to its start: what it would have
 * taken without waiting, from the last thing on that it waited for. A copy that CUDA was busy with
 * for longer than what came before it took to end did not wait for that, but took its time from the
 * call on.
 */
static int64_t own_pace(const struct operation *operation, const struct candidate *issue)
{
	const int64_t issued_ns = issue->moment.recorded_ns;
	const int64_t last_ns = last_let_go_ns(operation);
	const int64_t pace_ns =
	        operation->recorded_start_ns - (last_ns > issued_ns ? last_ns : issued_ns);

	return last_ns - issued_ns < pace_ns && !operation->is_graph
	               ? operation->recorded_start_ns - issued_ns
	               : pace_ns;
}

/* LAG_NS less COST_NS; of a lag that is shorter a part stays. */
static int64_t less_lag(int64_t lag_ns, int64_t cost_ns)
{
	const int64_t least_ns = lag_ns > 0 ? lag_ns / LAG_PARTS_LEFT : lag_ns;

	return lag_ns - cost_ns > least_ns ? lag_ns - cost_ns : least_ns;
}

/*
 * The same, and the operation itself is shortened by what is left of the cost: where one operation
 * ends and the next begins is a matter of time stamps.
 */
static int64_t shorter_lag(struct operation *operation, int64_t lag_ns, int64_t cost_ns)
{
	const int64_t shorter_ns = less_lag(lag_ns, cost_ns);

	operation->shorter_ns = cost_ns - (lag_ns - shorter_ns);
	return shorter_ns;
}

/* What of LAG_NS, behind the operation BEFORE in its stream, is not there unrecorded, or in a
 * graph. */
static int64_t removed_from_lag(const struct walk *walk, const struct operation *operation,
                                uint32_t before, int64_t lag_ns)
{
	const struct recorder_cost *recorder = walk->recorder;

	if (operation->is_merged)
		return lag_ns - walk->lags->graph_gap_ns + (recorder ? recorder->node_ns : 0);
	if (!recorder)
		return 0;
	if (operation->is_graph && walk->call_operations > 1)
		return lag_ns > recorder->graph_start_ns ? lag_ns - recorder->graph_start_ns : 0;
	return recorder_cost_of_gap(recorder, walk->trace, before, operation->id);
}

/* The same of OWN_NS, the operation's own lag, where USUAL_NS are taken out of the usual one: a
 * graph that starts sooner than most has less to lose, and one that starts later has waited for
 * something else as well. */
static int64_t removed_from_own(const struct walk *walk, const struct operation *operation,
                                uint32_t before, int64_t own_ns, int64_t usual_ns)
{
	const int64_t removed_ns = removed_from_lag(walk, operation, before, own_ns);

	return removed_ns < usual_ns ? removed_ns : usual_ns;
}

/*
 * PACE_NS of a graph's first operation, which counts from its call's end on, or from its beginning
 * if it started before the end. Where recording made the call longer, when that ended says nothing:
 * the graph was on its way to the GPU meanwhile. It takes what a launch usually takes from where
 * the call ends unrecorded, and no longer than it did.
 */
static int64_t without_call(const struct walk *walk, const struct operation *operation,
                            int64_t pace_ns)
{
	const int64_t median_ns = walk->lags->median_ns[CAUSE_ISSUE][operation->type];
	int64_t usual_ns = median_ns > GRAPH_START_NS ? median_ns : GRAPH_START_NS;
	int64_t most_ns = pace_ns + walk->shortened.taken_ns, least_ns = pace_ns;

	if (!walk->shortened.taken_ns || !operation->is_graph)
		return pace_ns;
	if (operation->recorded_start_ns < walk->shortened.recorded_end_ns) {
		usual_ns += walk->shortened.left_ns;
		least_ns = pace_ns - walk->shortened.taken_ns;
		most_ns = pace_ns;
	}
	if (usual_ns < least_ns)
		usual_ns = least_ns;
	return usual_ns < most_ns ? usual_ns : most_ns;
}

/* The usual lag of operations of TYPE behind BEFORE, or, IS_START, of graphs behind it. */
static int64_t usual_behind(const struct walk *walk, uint32_t before, unsigned type, bool is_start)
{
	const struct lags *lags = walk->lags;
	const unsigned type_before = walk->trace->operations.type[before];
	const int64_t usual_ns = lags->after_ns[type_before][type];
	const int64_t start_ns = lags->graph_start_ns[type_before];

	return is_start && start_ns > usual_ns ? start_ns : usual_ns;
}

/* As walk_lag_of(), for an operation that is launched as it was. */
static int64_t lag_of(const struct walk *walk, struct operation *operation,
                      const struct candidate *candidate, bool is_its_cause)
{
	const struct lags *lags = walk->lags;
	const bool is_start = operation->is_graph && candidate->cause == CAUSE_STREAM;
	int64_t median = lags->median_ns[candidate->cause][operation->type];
	int64_t own, removed_ns = 0;
	uint32_t before = NONE;

	if (is_behind(candidate)) {
		before = candidate->moment.recorded_operation != NONE
		                 ? candidate->moment.recorded_operation
		                 : candidate->moment.operation;
		median = usual_behind(walk, before, operation->type, is_start);
		if (candidate->cause == CAUSE_STREAM) {
			removed_ns = removed_from_lag(walk, operation, before, median);
			median = shorter_lag(operation, median, removed_ns);
		}
	} else if (is_start && median < GRAPH_START_NS) {
		median = GRAPH_START_NS;
	}
	if (candidate->moment.recorded_ns == NEVER || operation->is_unchained ||
	    operation->is_split)
		return median;
	own = operation->recorded_start_ns - candidate->moment.recorded_ns;
	if (is_start && before != NONE)
		own = less_lag(own, removed_from_own(walk, operation, before, own, removed_ns));
	if (operation->is_graph_node)
		return walk->recorder ? shorter_lag(operation, own, walk->recorder->node_ns) : own;
	if (operation->is_own_paced && candidate->cause == CAUSE_ISSUE)
		return without_call(walk, operation, own_pace(operation, candidate));
	if (operation->is_own_paced && !operation->is_graph &&
	    candidate->moment.recorded_ns == last_let_go_ns(operation))
		return shorter_lag(operation, own, removed_ns);
	if (is_its_cause)
		return operation->is_graph ? own : median;
	return own < median ? own : median;
}

/*
 * How long the operation takes to start after CANDIDATE let it go: the median of its kind, and
 * never more than its own recorded lag where another cause bound it.
 */
int64_t walk_lag_of(const struct walk *walk, struct operation *operation,
                    const struct candidate *candidate, bool is_its_cause)
{
	const int64_t lag_ns = lag_of(walk, operation, candidate, is_its_cause);
	const bool is_behind_other = candidate->cause == CAUSE_STREAM;
	const int64_t start_ns =
	        is_behind_other && walk->recorder ? walk->recorder->graph_start_ns : GRAPH_START_NS;

	if (operation->begins_graph && lag_ns < start_ns &&
	    (candidate->cause == CAUSE_ISSUE || is_behind_other))
		return start_ns;
	return lag_ns;
}

struct copy_engine *walk_engine_of(const struct walk *walk, const struct operation *operation)
{
	return &walk->engines[operation->stream->device * COPY_ENGINES +
	                      copy_engine_of(walk->trace, operation->id)];
}

/* The latest of the operation's candidates, and *SECOND, the one that is the latest but for it;
 * NULL: there is none. */
static const struct candidate *latest_of(const struct operation *operation,
                                         const struct candidate **second)
{
	const struct candidate *latest = *second = NULL;

	for (int i = 0; i < operation->count; i++) {
		const struct candidate *candidate = &operation->candidates[i];

		if (!latest || candidate->moment.recorded_ns > latest->moment.recorded_ns) {
			*second = latest;
			latest = candidate;
		} else if (!*second ||
		           candidate->moment.recorded_ns > (*second)->moment.recorded_ns) {
			*second = candidate;
		}
	}
	return latest;
}

/* Whether OPERATION, a copy, waited for the engine after LATEST had let go: how long from there is
 * measured, too. */
static bool measure_engine_lag(struct walk *walk, const struct operation *operation,
                               const struct candidate *latest)
{
	const struct moment engine =
	        copy_engine_recorded(walk_engine_of(walk, operation), latest->moment.recorded_ns,
	                             operation->recorded_start_ns);

	if (engine.recorded_ns == NEVER)
		return false;
	if (engine.recorded_ns - latest->moment.recorded_ns >= LAG_CLEAR_NS &&
	    walk->trace->operations.stream[engine.recorded_operation] != operation->stream_id)
		lag_histograms_add(walk->measured, CAUSE_COPY_ENGINE, OPERATION_COPY,
		                   operation->recorded_start_ns - engine.recorded_ns);
	return true;
}

void walk_measure_lag(struct walk *walk, const struct operation *operation)
{
	const uint8_t *types = walk->trace->operations.type;
	const struct candidate *second, *latest = latest_of(operation, &second);
	bool is_clear;
	int64_t lag;

	if (!latest)
		return;
	lag = operation->recorded_start_ns - latest->moment.recorded_ns;
	if (operation->is_graph_node && operation->type == OPERATION_KERNEL && lag >= 0)
		lag_histograms_add_node(walk->measured, lag);
	is_clear =
	        !second || latest->moment.recorded_ns - second->moment.recorded_ns >= LAG_CLEAR_NS;
	if (operation->is_graph && !operation->is_graph_node && is_clear && lag >= 0 &&
	    latest->cause == CAUSE_STREAM && is_behind(latest))
		lag_histograms_add_graph(walk->measured, types[latest->moment.operation], lag);
	if (operation->is_own_paced || operation->is_staged || operation->is_graph_node || lag < 0)
		return;
	if (operation->type == OPERATION_COPY && measure_engine_lag(walk, operation, latest))
		return;
	if (is_clear)
		lag_histograms_add(walk->measured, latest->cause, operation->type, lag);
	if (is_behind(latest))
		lag_histograms_add_after(walk->measured, types[latest->moment.operation],
		                         operation->type, lag, is_clear);
	for (int i = 0; i < operation->count; i++)
		if (is_behind(&operation->candidates[i]))
			lag_histograms_count_behind(
			        walk->measured, types[operation->candidates[i].moment.operation],
			        operation->type);
}

/* DURATION_NS without what recording adds to it, or as a part of a graph. */
int64_t walk_shorter_duration(const struct walk *walk, const struct operation *operation,
                              int64_t duration_ns)
{
	int64_t shorter_ns = operation->shorter_ns;

	if (walk->recorder && operation->type == OPERATION_KERNEL)
		shorter_ns += recorder_cost_of_warps(walk->recorder, walk->trace, operation->id);
	return shorter_ns < duration_ns / 2 ? duration_ns - shorter_ns
	                                    : duration_ns - duration_ns / 2;
}
