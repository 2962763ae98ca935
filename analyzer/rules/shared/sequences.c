/* SPDX-License-Identifier: MIT */
/* Finds sequences again by their hashes. Any thread. */
#include "rules/shared/sequences.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"

enum { NEWS, LOOP, ALIKE };

const struct threshold sequences_thresholds[] = {
	[NEWS] = { "news", 0.5, "times a round" },
	[LOOP] = { "loop", 8, "rounds" },
	[ALIKE] = { "alike", 50, "%" },
	{ .name = NULL },
};

/* Odd, so that no bit of a number is lost: Knuth's, for linear congruences of 64 bits. */
#define FACTOR UINT64_C(6364136223846793005)

/* A launch. */
struct item {
	uint32_t function, shape, call;
};

/* Hashes that were seen, by open addressing; 0: a free place. */
struct seen {
	uint64_t *hashes;
	size_t *places; /* where each was last */
	size_t mask;
};

static int seen_init(struct seen *seen, size_t count)
{
	size_t places = 64;

	while (places < 2 * count)
		places *= 2;
	*seen = (struct seen){ .hashes = calloc(places, sizeof *seen->hashes),
		               .places = calloc(places, sizeof *seen->places),
		               .mask = places - 1 };
	return seen->hashes && seen->places ? 0 : -ENOMEM;
}

static void seen_release(struct seen *seen)
{
	free(seen->hashes);
	free(seen->places);
}

/* HASH is at PLACE, which is more than 0. Returns where it was last; 0: it had not been there. */
static size_t seen_add(struct seen *seen, uint64_t hash, size_t place)
{
	size_t at = hash >> 32 & seen->mask, before;

	hash = hash ? hash : 1;
	while (seen->hashes[at] && seen->hashes[at] != hash)
		at = (at + 1) & seen->mask;
	before = seen->places[at];
	seen->hashes[at] = hash;
	seen->places[at] = place;
	return before;
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

/* Launches one behind the other, from FIRST on, among which nothing is new. */
struct stretch {
	size_t first;
	size_t round; /* sequences of functions in it that are unlike */
};

/* STRETCH of COUNT items ends before item END: are these alike? */
static void end_stretch(struct sequences *found, const struct stretch *stretch,
                        const struct item *items, size_t end, size_t half)
{
	const double round = fmax((double)stretch->round, SEQUENCE_LAUNCHES);

	if (end < stretch->first ||
	    (double)(end - stretch->first) < sequences_thresholds[LOOP].value * round)
		return;
	for (size_t i = stretch->first; i < end; i++)
		found->is_alike[items[i].call] = true;
	if (end > half)
		found->alike += end - (stretch->first > half ? stretch->first : half);
}

static int count_items(struct sequences *found, const struct item *items, size_t count)
{
	struct seen functions = { 0 }, shapes = { 0 };
	uint64_t of_functions = 0, of_shapes = 0;
	struct stretch stretch = { 0 }; /* begins where nothing of the last new one is in one */
	int err = seen_init(&functions, count);

	if (!err)
		err = seen_init(&shapes, count);
	for (size_t i = 0; i < count && !err; i++) {
		const struct item *gone =
		        i < SEQUENCE_LAUNCHES ? NULL : &items[i - SEQUENCE_LAUNCHES];
		const bool is_later = i >= count / 2;
		size_t before;

		of_functions = roll(of_functions, items[i].function, gone ? &gone->function : NULL);
		of_shapes = roll(of_shapes, items[i].shape, gone ? &gone->shape : NULL);
		if (i + 1 < SEQUENCE_LAUNCHES)
			continue;
		before = seen_add(&functions, of_functions, i);
		found->round += !before;
		found->later += is_later;
		if (!seen_add(&shapes, of_shapes, i) && i >= stretch.first) {
			found->news += is_later;
			end_stretch(found, &stretch, items, i, count / 2);
			stretch = (struct stretch){ .first = i + SEQUENCE_LAUNCHES };
		} else if (i >= stretch.first) {
			stretch.round += before < stretch.first;
		}
	}
	if (!err)
		end_stretch(found, &stretch, items, count, count / 2);
	seen_release(&functions);
	seen_release(&shapes);
	return err;
}

void sequences_release(struct sequences *found)
{
	free(found->is_alike);
	*found = (struct sequences){ 0 };
}

int sequences_find(struct sequences *found, const struct trace *trace, const uint32_t *row_of,
                   const uint32_t *issued)
{
	struct item *items = calloc(trace->operations.count + 1, sizeof *items);
	size_t *next =
	        calloc(trace->threads_count + 2, sizeof *next); /* place, by thread; then all */
	int err;

	found->is_alike = calloc(trace->calls.count + 1, sizeof *found->is_alike);
	err = items && next && found->is_alike ? 0 : -ENOMEM;
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
		                ? (struct item){ operation_function(trace, id),
			                         trace->operations.detail[id], c }
		                : (struct item){ NONE, NONE, c };
	}
	if (!err)
		err = count_items(found, items, next[trace->threads_count]);
	free(items);
	free(next);
	return err;
}

/* How often something new came in a round, on average; one that is shorter than a sequence counts
 * as so many. */
static double news_in_round(const struct sequences *found)
{
	const double round = fmax((double)found->round, SEQUENCE_LAUNCHES);

	return found->later ? (double)found->news * round / (double)found->later : 0;
}

/* Taken over all launches: another loop may be the one that changes. Too few tell nothing, and
 * rounds that hardly come again are no loop. */
static bool some_change(const struct sequences *found)
{
	return found->later >= sequences_thresholds[LOOP].value * (double)found->round &&
	       news_in_round(found) >= sequences_thresholds[NEWS].value;
}

static double alike_percent(const struct sequences *found)
{
	return percent_of((int64_t)found->alike, (int64_t)found->later);
}

bool sequences_change(const struct sequences *found)
{
	return some_change(found) && alike_percent(found) < sequences_thresholds[ALIKE].value;
}

bool sequences_fit(const struct sequences *found, uint32_t call)
{
	return !some_change(found) || sequences_change(found) || found->is_alike[call];
}

double sequences_rounds(void)
{
	return sequences_thresholds[LOOP].value;
}

void sequences_say(const struct sequences *found, struct finding *finding, bool uneven)
{
	if (!some_change(found))
		return;
	if (!sequences_change(found)) {
		finding_fact(finding, "changes",
		             "in %s of the launches they come in a new order, or with new grids; "
		             "the others are alike round by round, and the gain is theirs",
		             format_percent(FORMAT, 100 - alike_percent(found)));
		return;
	}
	if (uneven)
		finding_fact(finding, "changes",
		             "once in some %s launches they come in a new order, or with new grids",
		             format_count(FORMAT, (int64_t)(found->later / found->news)));
	else
		finding_fact(finding, "changes",
		             "%.1f times in a round of some %s launches they come in a new order, "
		             "or with new grids",
		             news_in_round(found), format_count(FORMAT, (int64_t)found->round));
	finding_not_predicted(finding, "a graph needs the same launches each time, and these "
	                               "change; at most the whole cost");
}
