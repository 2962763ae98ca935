/* SPDX-License-Identifier: MIT */
/* Sorting of calls. Any thread. */
#include "trace/call_order.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

enum { COLUMN_BYTES_MAX = sizeof(int64_t) };

struct place {
	uint32_t id, at;
};

static int compare(const void *a, const void *b)
{
	const struct place *left = a, *right = b;

	return (left->id > right->id) - (left->id < right->id);
}

static bool is_sorted(const struct trace_calls *calls)
{
	for (size_t i = 1; i < calls->count; i++)
		if (calls->correlation_id[i] < calls->correlation_id[i - 1])
			return false;
	return true;
}

/* Puts COUNT items of COLUMN into the order PLACES; SPARE has room for them. */
static void arrange(void *column, size_t item_bytes, const struct place *places, size_t count,
                    char *spare)
{
	for (size_t i = 0; i < count; i++)
		memcpy(spare + i * item_bytes, (char *)column + places[i].at * item_bytes,
		       item_bytes);
	memcpy(column, spare, count * item_bytes);
}

#define ARRANGE(member) arrange(calls->member, sizeof *calls->member, places, calls->count, spare)

int call_order(struct trace_calls *calls)
{
	struct place *places;
	char *spare;
	int err = -ENOMEM;

	if (is_sorted(calls))
		return 0;
	places = malloc(calls->count * sizeof *places);
	spare = malloc(calls->count * COLUMN_BYTES_MAX);
	if (!places || !spare)
		goto out;
	for (size_t i = 0; i < calls->count; i++)
		places[i] = (struct place){ calls->correlation_id[i], (uint32_t)i };
	qsort(places, calls->count, sizeof *places, compare);
	ARRANGE(start_ns);
	ARRANGE(end_ns);
	ARRANGE(correlation_id);
	ARRANGE(thread);
	ARRANGE(name);
	ARRANGE(result);
	err = 0;
out:
	free(places);
	free(spare);
	return err;
}
