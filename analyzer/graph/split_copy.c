/* SPDX-License-Identifier: MIT */
/* Copies between GPUs, and the streams whose order they keep. Part of the walk. */
#include "graph/walk_state.h"

/* The stream that CALL, which copies, named; NONE: as its operations say. */
static uint32_t named_stream(struct walk *walk, uint32_t call)
{
	const struct trace *trace = walk->trace;
	uint32_t stream = NONE;

	while (walk->next.copy_stream < trace->copy_streams_count) {
		const struct trace_stream_call *copy = &trace->copy_streams[walk->next.copy_stream];

		if (copy->call != NONE && copy->call > call)
			break;
		if (copy->call == call)
			stream = copy->stream;
		walk->next.copy_stream++;
	}
	return stream;
}

bool split_copy_begin(struct walk *walk, uint32_t call, struct split_copy *copy)
{
	const uint32_t stream = named_stream(walk, call);

	if (stream == NONE)
		return false;
	*copy = (struct split_copy){ stream, walk->streams[stream].last, MOMENT_NONE, MOMENT_NONE };
	moment_add(&copy->before, &walk->streams[stream].event);
	walk_add_default_stream(walk, stream, &copy->before);
	return true;
}

void split_copy_order(struct walk *walk, const struct split_copy *copy, uint32_t id)
{
	const struct trace_operations *operations = &walk->trace->operations;
	struct stream_state *stream = &walk->streams[operations->stream[id]];

	if (operations->stream[id] != copy->stream)
		moment_add(&stream->last, &copy->before);
	if (copy->part.recorded_ns <= operations->start_ns[id])
		moment_add(&stream->last, &copy->part);
}

void split_copy_add(const struct walk *walk, struct split_copy *copy, uint32_t id,
                    const struct moment *end)
{
	copy->part = *end;
	if (walk->trace->operations.stream[id] != copy->stream)
		moment_add(&copy->after, end);
}

void split_copy_end(struct walk *walk, const struct split_copy *copy)
{
	walk_put(walk, copy->stream, NONE, &copy->after);
}
