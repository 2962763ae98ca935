/* SPDX-License-Identifier: MIT */
/* Finds sequences again by their hashes. Any thread. */
#include "rules/shared/sequences.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

#include "base/format.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"

enum { NEWS, LOOP, ALIKE, VARIANTS };

const struct threshold sequences_thresholds[] = {
	[NEWS] = { "news", 0.5, "times a round" },
	[LOOP] = { "loop", 8, "rounds" },
	[ALIKE] = { "alike", 50, "%" },
	[VARIANTS] = { "variants", 16, "times" },
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
	struct sighting {
		uint64_t hash;
		uint64_t shapes;   /* of functions: the shapes that they had last */
		size_t place;      /* where it was last */
		uint32_t variants; /* of functions: how many shapes they have in all */
	} * items;
	size_t mask;
};

static int seen_init(struct seen *seen, size_t count)
{
	size_t places = 64;

	while (places < 2 * count)
		places *= 2;
	*seen = (struct seen){ .items = calloc(places, sizeof *seen->items), .mask = places - 1 };
	return seen->items ? 0 : -ENOMEM;
}

/* That of HASH, or the free one that it will have. */
static struct sighting *seen_find(const struct seen *seen, uint64_t hash)
{
	size_t at = hash >> 32 & seen->mask;

	hash = hash ? hash : 1;
	while (seen->items[at].hash && seen->items[at].hash != hash)
		at = (at + 1) & seen->mask;
	seen->items[at].hash = hash;
	return &seen->items[at];
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

/* The hashes of what ends with an item. */
struct hashes {
	uint64_t functions, shapes;
};

static void roll_on(struct hashes *hashes, const struct item *items, size_t i)
{
	const struct item *gone = i < SEQUENCE_LAUNCHES ? NULL : &items[i - SEQUENCE_LAUNCHES];

	hashes->functions =
	        roll(hashes->functions, items[i].function, gone ? &gone->function : NULL);
	hashes->shapes = roll(hashes->shapes, items[i].shape, gone ? &gone->shape : NULL);
}

/* Where sequences were last, and how many of functions and variants there are. */
struct sightings {
	struct seen functions, shapes;
	size_t round; /* sequences of functions that are unlike */
};

static int sightings_init(struct sightings *seen, const struct item *items, size_t count)
{
	struct hashes hashes = { 0 };
	int err = seen_init(&seen->functions, count);

	if (!err)
		err = seen_init(&seen->shapes, count);
	for (size_t i = 0; i < count && !err; i++) {
		struct sighting *functions, *shapes;

		roll_on(&hashes, items, i);
		if (i + 1 < SEQUENCE_LAUNCHES)
			continue;
		functions = seen_find(&seen->functions, hashes.functions);
		shapes = seen_find(&seen->shapes, hashes.shapes);
		seen->round += !functions->variants;
		functions->variants += !shapes->place;
		shapes->place = i;
	}
	for (size_t i = 0; i <= seen->shapes.mask && !err; i++)
		seen->shapes.items[i].place = 0;
	return err;
}

static void sightings_release(struct sightings *seen)
{
	free(seen->functions.items);
	free(seen->shapes.items);
}

/*
 * Whether SHAPES, which the launches up to item I have, are another variant of FUNCTIONS than the
 * one before. They never came before; or they come again after so many others that it is no choice
 * of a few: then a request may repeat what another one was, as a text that is generated twice does.
 * A loop over tensors within a round has many variants as well, but of few launches each.
 */
static bool is_news(const struct sightings *seen, const struct sighting *functions,
                    const struct sighting *shapes, size_t i)
{
	const double variants = sequences_thresholds[VARIANTS].value;
	const double round = fmax((double)seen->round, SEQUENCE_LAUNCHES);

	if (!shapes->place)
		return true;
	return (double)functions->variants >= variants && functions->shapes != shapes->hash &&
	       i - functions->place >= SEQUENCE_LAUNCHES &&
	       (double)(i - shapes->place) > variants * round;
}

static int count_items(struct sequences *found, const struct item *items, size_t count)
{
	struct sightings seen = { 0 };
	struct hashes hashes = { 0 };
	struct stretch stretch = { 0 }; /* begins where nothing of the last new one is in one */
	int err = sightings_init(&seen, items, count);

	found->round = seen.round;
	for (size_t i = 0; i < count && !err; i++) {
		const bool is_later = i >= count / 2;
		struct sighting *functions, *shapes;

		roll_on(&hashes, items, i);
		if (i + 1 < SEQUENCE_LAUNCHES)
			continue;
		functions = seen_find(&seen.functions, hashes.functions);
		shapes = seen_find(&seen.shapes, hashes.shapes);
		found->later += is_later;
		if (i >= stretch.first && is_news(&seen, functions, shapes, i)) {
			found->news += is_later;
			end_stretch(found, &stretch, items, i, count / 2);
			stretch = (struct stretch){ .first = i + SEQUENCE_LAUNCHES };
		} else if (i >= stretch.first) {
			stretch.round += functions->place < stretch.first;
		}
		functions->place = shapes->place = i;
		functions->shapes = shapes->hash;
	}
	if (!err)
		end_stretch(found, &stretch, items, count, count / 2);
	sightings_release(&seen);
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
		finding_fact(
		        finding, "changes",
		        "in %s of the launches they come in another order, or with other grids; "
		        "the others are alike round by round, and the gain is theirs",
		        format_percent(FORMAT, 100 - alike_percent(found)));
		return;
	}
	if (uneven)
		finding_fact(
		        finding, "changes",
		        "once in some %s launches they come in another order, or with other grids",
		        format_count(FORMAT, (int64_t)(found->later / found->news)));
	else
		finding_fact(
		        finding, "changes",
		        "%.1f times in a round of some %s launches they come in another order, "
		        "or with other grids",
		        news_in_round(found), format_count(FORMAT, (int64_t)found->round));
	finding_not_predicted(finding, "a graph needs the same launches each time, and these "
	                               "change; at most the whole cost");
}
