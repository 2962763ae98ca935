/* SPDX-License-Identifier: MIT */
/* Statistics of durations or sizes. Any thread, one at a time. */
#include "base/statistics.h"

#include <math.h>
#include <stdlib.h>

int64_t sum_saturated(int64_t a, int64_t b)
{
	int64_t sum;

	return __builtin_add_overflow(a, b, &sum) ? INT64_MAX : sum;
}

double percent_of(int64_t part, int64_t whole)
{
	return whole > 0 ? 100.0 * (double)part / (double)whole : 0;
}

void statistics_add(struct statistics *s, int64_t value)
{
	unsigned __int128 square = (unsigned __int128)value * (uint64_t)value;

	s->min = s->count == 0 || value < s->min ? value : s->min;
	s->max = s->count == 0 || value > s->max ? value : s->max;
	s->count++;
	s->total = sum_saturated(s->total, value);
	s->sum += (uint64_t)value;
	/* 2^32 squares of 70 years in ns: only a forged trace gets there. */
	if (__builtin_add_overflow(s->squares, square, &s->squares))
		s->squares = ~(unsigned __int128)0;
}

double statistics_average(const struct statistics *s)
{
	return s->count ? (double)((long double)s->sum / (long double)s->count) : 0;
}

/* The difference of the mean square and the squared mean: 64 bits of mantissa are enough for
 * that. */
double statistics_deviation(const struct statistics *s)
{
	long double average, variance;

	if (s->count == 0)
		return 0;
	average = (long double)s->sum / (long double)s->count;
	variance = (long double)s->squares / (long double)s->count - average * average;
	return variance > 0 ? (double)sqrtl(variance) : 0;
}

static int compare(const void *a, const void *b)
{
	int64_t left = *(const int64_t *)a, right = *(const int64_t *)b;

	return (left > right) - (left < right);
}

static int64_t middle_of(int64_t a, int64_t b, int64_t c)
{
	if (a > b) {
		int64_t swapped = a;

		a = b;
		b = swapped;
	}
	return c < a ? a : c > b ? b : c;
}

/* Hoare's quickselect; after twice the rounds that halving would take, sorting bounds the time. */
int64_t statistics_select(int64_t *values, size_t count, size_t k)
{
	size_t low = 0, high = count; /* the Kth is in [low, high) */
	int rounds = 0;

	for (size_t left = count; left > 1; left /= 2)
		rounds += 2;
	while (high - low > 1) {
		int64_t pivot =
		        middle_of(values[low], values[low + (high - low) / 2], values[high - 1]);
		size_t i = low, j = high - 1;

		if (rounds-- == 0) {
			qsort(values + low, high - low, sizeof *values, compare);
			break;
		}
		for (;;) {
			while (values[i] < pivot)
				i++;
			while (values[j] > pivot)
				j--;
			if (i >= j)
				break;
			int64_t swapped = values[i];

			values[i++] = values[j];
			values[j--] = swapped;
		}
		/* [low, j] is not larger than the pivot, [i, high) not smaller; i <= j + 2. */
		if (i == j) { /* at the pivot itself */
			i++;
			if (k == j)
				break;
			if (k < j) {
				high = j;
				continue;
			}
			low = i;
			continue;
		}
		if (k <= j)
			high = j + 1;
		else if (k >= i)
			low = i;
		else
			break;
	}
	return values[k];
}

int64_t statistics_median(int64_t *values, size_t count)
{
	int64_t upper, lower;

	if (count == 0)
		return 0;
	upper = lower = statistics_select(values, count, count / 2);
	if (count % 2)
		return upper;
	for (size_t i = 0; i < count / 2; i++)
		lower = i == 0 || values[i] > lower ? values[i] : lower;
	return lower + (upper - lower) / 2;
}
