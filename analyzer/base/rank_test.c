/* SPDX-License-Identifier: MIT */
#include "base/rank_test.h"

#include <errno.h>
#include <math.h>
#include <stdlib.h>

struct value {
	int64_t value;
	bool is_first; /* of sample A */
	size_t rank;   /* twice the midrank, so that it is whole */
};

/* What the test needs of the ranked values. */
struct ranks {
	struct value *values;
	size_t count, first_count;
	size_t sum;  /* of the doubled ranks of sample A */
	double ties; /* sum of t^3 - t over groups of t equal values */
};

static int compare_values(const void *a, const void *b)
{
	const struct value *left = a, *right = b;

	return (left->value > right->value) - (left->value < right->value);
}

static void rank(struct ranks *ranks)
{
	qsort(ranks->values, ranks->count, sizeof *ranks->values, compare_values);
	for (size_t i = 0, end; i < ranks->count; i = end) {
		double size;

		for (end = i + 1; end < ranks->count; end++)
			if (ranks->values[end].value != ranks->values[i].value)
				break;
		size = (double)(end - i);
		ranks->ties += size * size * size - size;
		for (size_t k = i; k < end; k++) {
			ranks->values[k].rank = i + 1 + end; /* (i + 1 + end) / 2 doubled */
			if (ranks->values[k].is_first)
				ranks->sum += ranks->values[k].rank;
		}
	}
}

/*
 * ways[k][s]: in how many ways K of the values have doubled ranks that add up to S. Value by value,
 * each is taken or not; sums fall so that none is taken twice.
 */
static int exact(const struct ranks *ranks, double *p)
{
	size_t sums = ranks->count * (ranks->count + 1) + 1, taken = ranks->first_count;
	double *ways = calloc((taken + 1) * sums, sizeof *ways);
	double all = 0, below = 0, above = 0;

	if (!ways)
		return -ENOMEM;
	ways[0] = 1;
	for (size_t i = 0; i < ranks->count; i++)
		for (size_t k = taken; k > 0; k--)
			for (size_t s = ranks->values[i].rank; s < sums; s++)
				ways[k * sums + s] +=
				        ways[(k - 1) * sums + s - ranks->values[i].rank];
	for (size_t s = 0; s < sums; s++) {
		double these = ways[taken * sums + s];

		all += these;
		below += s <= ranks->sum ? these : 0;
		above += s >= ranks->sum ? these : 0;
	}
	free(ways);
	*p = fmin(1, 2 * fmin(below, above) / all);
	return 0;
}

static double approximate(const struct ranks *ranks)
{
	double n = (double)ranks->first_count, count = (double)ranks->count, m = count - n;
	double u = (double)ranks->sum / 2 - n * (n + 1) / 2;
	double variance = n * m / 12 * (count + 1 - ranks->ties / (count * (count - 1)));
	double distance = fabs(u - n * m / 2) - 0.5;

	if (variance <= 0 || distance <= 0)
		return 1;
	return erfc(distance / sqrt(variance) / sqrt(2));
}

/* 2 / (a + b over a) */
static double least_p(size_t a_count, size_t b_count)
{
	double ways = 1;

	for (size_t i = 1; i <= a_count && isfinite(ways); i++)
		ways = ways * (double)(b_count + i) / (double)i;
	return fmin(1, 2 / ways);
}

bool rank_test_can_tell(size_t a_count, size_t b_count)
{
	return a_count && b_count && least_p(a_count, b_count) < RANK_TEST_ALPHA;
}

size_t rank_test_least(void)
{
	size_t count = 1;

	while (!rank_test_can_tell(count, count))
		count++;
	return count;
}

int rank_test(const int64_t *a, size_t a_count, const int64_t *b, size_t b_count,
              struct rank_test *test)
{
	struct ranks ranks = { .count = a_count + b_count, .first_count = a_count };
	int err = 0;

	ranks.values = calloc(ranks.count, sizeof *ranks.values);
	if (!ranks.values)
		return -ENOMEM;
	for (size_t i = 0; i < ranks.count; i++)
		ranks.values[i] = (struct value){ .value = i < a_count ? a[i] : b[i - a_count],
			                          .is_first = i < a_count };
	rank(&ranks);
	*test = (struct rank_test){ .least_p = least_p(a_count, b_count),
		                    .is_exact = ranks.count <= RANK_TEST_EXACT_MAX };
	if (test->is_exact)
		err = exact(&ranks, &test->p);
	else
		test->p = approximate(&ranks);
	free(ranks.values);
	return err;
}
