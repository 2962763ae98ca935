/* SPDX-License-Identifier: MIT */
/*
 * Whether two samples differ by more than chance: the Mann-Whitney U test (Mann and Whitney, 1947;
 * also Wilcoxon's rank-sum test), two-sided. It compares ranks, so that it needs no normal
 * distribution and one run that went astray does not decide. Any thread.
 *
 * Up to RANK_TEST_EXACT_MAX values the p-value is exact: the share of all ways to deal the observed
 * ranks (equal values share the mean of theirs) among the two samples that are at least as uneven.
 * Beyond, it is the normal approximation with the corrections for ties and continuity.
 */
#ifndef WARPWISE_RANK_TEST_H
#define WARPWISE_RANK_TEST_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#define RANK_TEST_NAME "Mann-Whitney U test"

/* From here on a difference counts as more than noise: the usual 5 %. */
#define RANK_TEST_ALPHA 0.05

enum { RANK_TEST_EXACT_MAX = 50 };

struct rank_test {
	double p;
	double least_p; /* that samples of these sizes can give, when no values are equal */
	bool is_exact;
};

/* Both samples need a value. Returns 0 or -ENOMEM. */
int rank_test(const int64_t *a, size_t a_count, const int64_t *b, size_t b_count,
              struct rank_test *test);

/* Whether samples of these sizes can show a difference at all, however large it is. */
bool rank_test_can_tell(size_t a_count, size_t b_count);

/* The fewest values in each of two samples with which the test can tell. */
size_t rank_test_least(void);

#endif
