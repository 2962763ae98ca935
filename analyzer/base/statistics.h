/* SPDX-License-Identifier: MIT */
/*
 * Statistics of durations or sizes, all of them exact: sums are kept whole, and a median is found
 * by selection among all values, never estimated. Any thread, one at a time.
 */
#ifndef WARPWISE_STATISTICS_H
#define WARPWISE_STATISTICS_H

#include <stddef.h>
#include <stdint.h>

/* Of the values added so far, all >= 0; begins as { 0 }. All are 0 where there are none. */
struct statistics {
	int64_t count;
	int64_t total; /* INT64_MAX where the sum is larger */
	int64_t min, max;
	int64_t median; /* the caller's to fill: statistics_median() */
	/* The rest is its own. */
	unsigned __int128 sum, squares; /* of the values and of their squares */
};

void statistics_add(struct statistics *statistics, int64_t value);

double statistics_average(const struct statistics *statistics);

/* Standard deviation of the values as the whole population: divided by count. */
double statistics_deviation(const struct statistics *statistics);

/* A + B, both >= 0, or INT64_MAX. */
int64_t sum_saturated(int64_t a, int64_t b);

/* PART in percent of WHOLE; 0 of nothing. */
double percent_of(int64_t part, int64_t whole);

/*
 * The Kth smallest of COUNT values, K from 0. Reorders VALUES: those before position K are not
 * larger after it, those behind it not smaller. Linear on average, n log n at worst.
 */
int64_t statistics_select(int64_t *values, size_t count, size_t k);

/* The median; of an even number of values the mean of the middle two, rounded down. 0 of none. */
int64_t statistics_median(int64_t *values, size_t count);

#endif
