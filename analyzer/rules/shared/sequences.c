/* SPDX-License-Identifier: MIT */
/* Finds sequences again by their hashes. Any thread. */
#include "rules/shared/sequences.h"

#include <errno.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>

#include "rules/shared/constants.h"

/* Odd, so that no bit of a number is lost: Knuth's, for linear congruences of 64 bits. */
#define FACTOR UINT64_C(6364136223846793005)

/* Hashes that were seen, by open addressing; 0: a free place. */
struct seen {
	uint64_t *hashes;
	size_t mask;
};

static int seen_init(struct seen *seen, size_t count)
{
	size_t places = 64;

	while (places < 2 * count)
		places *= 2;
	*seen = (struct seen){ .hashes = calloc(places, sizeof *seen->hashes), .mask = places - 1 };
	return seen->hashes ? 0 : -ENOMEM;
}

/* Returns whether HASH had not been there. */
static bool seen_add(struct seen *seen, uint64_t hash)
{
	size_t at = hash >> 32 & seen->mask;
	bool is_new;

	hash = hash ? hash : 1;
	while (seen->hashes[at] && seen->hashes[at] != hash)
		at = (at + 1) & seen->mask;
	is_new = !seen->hashes[at];
	seen->hashes[at] = hash;
	return is_new;
}

/* A polynomial of the last numbers: ADDED joins them, and GONE, if it is no NULL, leaves. */
static uint64_t roll(uint64_t hash, uint32_t added, const uint32_t *gone)
{
	uint64_t factor = 1;

	hash = hash * FACTOR + added + 1;
	for (int i = 0; gone && i < SEQUENCE_LAUNCHES; i++)
		factor *= FACTOR;
	return gone ? hash - factor * (*gone + UINT64_C(1)) : hash;
}

double sequences_news(const struct sequences *found)
{
	const double round = fmax((double)found->round, SEQUENCE_LAUNCHES);

	return found->later ? (double)found->news * round / (double)found->later : 0;
}

int sequences_count(struct sequences *found, const struct sequence_item *items, size_t count)
{
	struct seen functions = { 0 }, shapes = { 0 };
	uint64_t of_functions = 0, of_shapes = 0;
	size_t clear = 0; /* from here on nothing of the last new one is in a sequence */
	int err = seen_init(&functions, count);

	*found = (struct sequences){ 0 };
	if (!err)
		err = seen_init(&shapes, count);
	for (size_t i = 0; i < count && !err; i++) {
		const struct sequence_item *gone =
		        i < SEQUENCE_LAUNCHES ? NULL : &items[i - SEQUENCE_LAUNCHES];
		const bool is_later = i >= count / 2;

		of_functions = roll(of_functions, items[i].function, gone ? &gone->function : NULL);
		of_shapes = roll(of_shapes, items[i].shape, gone ? &gone->shape : NULL);
		if (i + 1 < SEQUENCE_LAUNCHES)
			continue;
		found->round += seen_add(&functions, of_functions);
		found->later += is_later;
		if (seen_add(&shapes, of_shapes) && is_later && i >= clear) {
			found->news++;
			clear = i + SEQUENCE_LAUNCHES;
		}
	}
	free(functions.hashes);
	free(shapes.hashes);
	return err;
}

int sequences_find(struct sequences *found, const struct trace *trace, const uint32_t *row_of,
                   const uint32_t *issued)
{
	struct sequence_item *items = calloc(trace->operations.count + 1, sizeof *items);
	size_t *next =
	        calloc(trace->threads_count + 2, sizeof *next); /* place, by thread; then all */
	int err = items && next ? 0 : -ENOMEM;

	for (uint32_t c = 0; c < trace->calls.count && !err; c++)
		if (row_of[c] != NONE && issued[c] != NONE)
			next[trace->calls.thread[c] + 1]++;
	for (size_t t = 0; t < trace->threads_count && !err; t++)
		next[t + 1] += next[t];
	for (uint32_t c = 0; c < trace->calls.count && !err; c++) {
		const uint32_t id = issued[c];

		if (row_of[c] == NONE || id == NONE)
			continue;
		items[next[trace->calls.thread[c]]++] =
		        trace->operations.type[id] == OPERATION_KERNEL
		                ? (struct sequence_item){ operation_function(trace, id),
			                                  trace->operations.detail[id] }
		                : (struct sequence_item){ NONE, NONE };
	}
	if (!err)
		err = sequences_count(found, items, next[trace->threads_count]);
	free(items);
	free(next);
	return err;
}
