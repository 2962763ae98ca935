/* SPDX-License-Identifier: MIT */
/* Functions of the host in streams: what waits for them, and whom they wake. */
#include "graph/walk_state.h"

/* What is in STREAM, all of which a function that is put there now waits for. */
static void add_due(struct walk *walk, uint32_t stream_id, uint32_t call)
{
	const struct stream_state *stream = walk_stream(walk, stream_id, call);
	struct moment *due = &walk->due[walk->functions++ % DUE_FUNCTIONS];

	*due = stream->last;
	moment_add(due, &stream->event);
	walk_add_default_stream(walk, stream_id, due);
}

/* The next operations in STREAM_ID, and in those that the default stream's barrier ties to it, wait
 * for a function of the host. */
static void put_host_function(struct walk *walk, uint32_t stream_id, uint32_t call)
{
	const struct trace_stream *stream = &walk->trace->streams[stream_id];
	struct context_state *context = &walk->contexts[stream->context];

	walk_stream(walk, stream_id, call)->has_host_function = true;
	context->null_functions += stream->type == STREAM_NULL;
	context->blocking_functions += stream->type == STREAM_BLOCKING;
	add_due(walk, stream_id, call);
}

void walk_host_functions(struct walk *walk, uint32_t call)
{
	const struct trace *trace = walk->trace;

	while (walk->next.host_function < trace->host_functions_count) {
		const struct trace_stream_call *function =
		        &trace->host_functions[walk->next.host_function];

		if (function->call != NONE && function->call > call)
			break;
		if (function->call == call && function->stream != NONE)
			put_host_function(walk, function->stream, call);
		walk->next.host_function++;
	}
}

/* How many functions of the host the default stream's barrier has put before what comes next in
 * STREAM_ID. */
static size_t functions_before(const struct walk *walk, uint32_t stream_id)
{
	const struct trace_stream *stream = &walk->trace->streams[stream_id];
	const struct context_state *context = &walk->contexts[stream->context];

	return stream->type == STREAM_NULL       ? context->blocking_functions
	       : stream->type == STREAM_BLOCKING ? context->null_functions
	                                         : 0;
}

bool walk_has_host_function(const struct walk *walk, uint32_t stream_id, uint32_t call)
{
	const struct stream_state *stream = walk_stream(walk, stream_id, call);

	return stream->has_host_function ||
	       stream->functions_seen != functions_before(walk, stream_id);
}

void walk_pass_host_functions(struct walk *walk, const struct operation *operation)
{
	walk->has_host_function = operation->state->has_host_function = false;
	operation->state->functions_seen = functions_before(walk, operation->stream_id);
}

const struct moment *walk_waker(const struct walk *walk, const struct call *call)
{
	const int64_t ended_ns = walk->threads[call->thread].recorded_ns;
	const int64_t start_ns = call->recorded_start_ns;
	const struct moment *last = NULL;
	int64_t last_ns = walk->last_call.recorded_ns; /* its thread may have woken this one */

	if (ended_ns == NEVER || !is_handover(start_ns - ended_ns, 0))
		return NULL;
	if (last_ns > start_ns)
		last_ns = ended_ns;
	for (size_t i = 0; i < walk->functions && i < DUE_FUNCTIONS; i++)
		if (walk->due[i].recorded_ns > last_ns && walk->due[i].recorded_ns <= start_ns) {
			last = &walk->due[i];
			last_ns = last->recorded_ns;
		}
	return last && is_handover(start_ns - ended_ns, start_ns - last_ns) ? last : NULL;
}
