/* SPDX-License-Identifier: MIT */
/* Copies that come in the same order of sizes again and again. */
#include "rules/shared/copy_rounds.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/statistics.h"
#include "rules/shared/chunks.h"
#include "rules/shared/copies.h"

enum { ROUND_COPIES = 16 /* more to a round are not looked for */ };

struct copies_in {
	uint32_t *ids;
	size_t count;
};

static int find_copies(struct copies_in *in, const struct trace *trace)
{
	for (uint32_t i = 0; i < trace->operations.count; i++) {
		uint64_t address;
		uint32_t *id;

		if (copy_direction(trace, i) != COPY_IN || copy_bytes(trace, i) < RATE_MIN_BYTES ||
		    operation_host_address(trace, i, &address))
			continue;
		id = ARRAY_ADD(&in->ids, &in->count);
		if (!id)
			return -ENOMEM;
		*id = i;
	}
	return 0;
}

/* Whether each copy has as many bytes as the one LENGTH copies before. */
static bool is_period(const struct copies_in *in, const struct trace *trace, size_t length)
{
	for (size_t i = length; i < in->count; i++)
		if (copy_bytes(trace, in->ids[i]) != copy_bytes(trace, in->ids[i - length]))
			return false;
	return true;
}

/* Whether the host had too little time between rounds of LENGTH copies to write their BYTES. */
static bool is_unwritten(const struct copies_in *in, const struct trace *trace, size_t length,
                         int64_t bytes)
{
	for (size_t i = length; i < in->count; i += length)
		if (copy_host_has_ns(trace, in->ids[i - length], in->ids[i],
		                     chunk_writing_ns(bytes)))
			return false;
	return true;
}

/* What copies from number FROM on took. */
static int64_t time_from(const struct copies_in *in, const struct trace *trace, size_t from)
{
	int64_t time_ns = 0;

	for (size_t i = from; i < in->count; i++)
		time_ns = sum_saturated(time_ns, operation_length_ns(trace, in->ids[i]));
	return time_ns;
}

int copy_rounds_find(struct copy_rounds *rounds, const struct trace *trace, double least)
{
	struct copies_in in = { 0 };
	int err = find_copies(&in, trace);
	size_t length = 1;

	*rounds = (struct copy_rounds){ 0 };
	while (!err && length <= ROUND_COPIES && !is_period(&in, trace, length))
		length++;
	/* Copies of one size are chunks of anything. */
	if (!err && in.ids && length > 1 && length <= ROUND_COPIES &&
	    (double)in.count >= least * (double)length) {
		int64_t bytes = 0;

		for (size_t i = 0; i < length; i++)
			bytes = sum_saturated(bytes, copy_bytes(trace, in.ids[i]));
		if (is_unwritten(&in, trace, length, bytes))
			*rounds = (struct copy_rounds){ .rounds = (int64_t)(in.count / length),
				                        .copies = (int64_t)length,
				                        .bytes = bytes,
				                        .time_ns = time_from(&in, trace, length) };
	}
	free(in.ids);
	return err;
}
