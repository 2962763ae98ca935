/* SPDX-License-Identifier: MIT */
/* Looks for an order in the lengths of rounds. Any thread. */
#include "rules/shared/lengths.h"

#include <errno.h>
#include <stdlib.h>

#include "base/array.h"
#include "base/statistics.h"
#include "rules/shared/constants.h"

enum { LENGTHS_MAX = 4096 }; /* each is compared with half of the others */

void lengths_release(struct lengths *lengths)
{
	free(lengths->items);
	*lengths = (struct lengths){ 0 };
}

int lengths_mark(struct lengths *lengths, int64_t done)
{
	const int64_t length = done - lengths->at;
	int64_t *added;

	if (length <= 0 || lengths->count == LENGTHS_MAX)
		return 0;
	added = ARRAY_ADD(&lengths->items, &lengths->count);
	if (!added)
		return -ENOMEM;
	*added = length;
	lengths->sum += length;
	lengths->at = done;
	return 0;
}

static bool are_about_equal(int64_t a, int64_t b)
{
	return a < b ? percent_of(a, b) >= LENGTHS_ALIKE_PERCENT
	             : percent_of(b, a) >= LENGTHS_ALIKE_PERCENT;
}

/* In percent, of what was done in the rounds that have one so many before them. */
static double same_as_before(const struct lengths *lengths, size_t before)
{
	int64_t same = 0, all = 0;

	for (size_t i = before; i < lengths->count; i++) {
		const int64_t length = lengths->items[i];

		all += length;
		same += are_about_equal(length, lengths->items[i - before]) ? length : 0;
	}
	return percent_of(same, all);
}

static int compare_lengths(const void *a, const void *b)
{
	const int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return (left > right) - (left < right);
}

/* Keeps the larger ones of MOST, which are in order, the largest first, and of ADDED. */
static void keep_most(int64_t most[LENGTHS_FEW], int64_t added)
{
	for (size_t i = 0; i < LENGTHS_FEW; i++)
		if (added > most[i]) {
			const int64_t less = most[i];

			most[i] = added;
			added = less;
		}
}

/* What was done in rounds of a few lengths that come again and again, in any order: each of these
 * has a graph of its own. SORTED are COUNT lengths. */
static int64_t done_in_few(const int64_t *sorted, size_t count)
{
	int64_t most[LENGTHS_FEW] = { 0 }, sum = 0;
	size_t next;

	for (size_t i = 0; i < count; i = next) {
		for (next = i + 1; next < count && sorted[next] == sorted[i];)
			next++;
		if (next - i >= REPEATS_MIN)
			keep_most(most, sorted[i] * (int64_t)(next - i));
	}
	for (size_t i = 0; i < LENGTHS_FEW; i++)
		sum += most[i];
	return sum;
}

/* Sorts them. */
static double in_few(struct lengths *lengths)
{
	if (lengths->count)
		qsort(lengths->items, lengths->count, sizeof *lengths->items, compare_lengths);
	return percent_of(done_in_few(lengths->items, lengths->count), lengths->sum);
}

bool lengths_are_uneven(struct lengths *lengths, int64_t done, double least, double same)
{
	/* Of more than can be kept the rest is not known. */
	const int64_t all = lengths->count == LENGTHS_MAX ? lengths->at : done;

	if ((double)lengths->count < least || percent_of(lengths->sum, all) < GROWTH_ALL_PERCENT)
		return false;
	for (size_t before = 1; before <= lengths->count / 2; before++)
		if (same_as_before(lengths, before) >= same)
			return false;
	return in_few(lengths) < same;
}
