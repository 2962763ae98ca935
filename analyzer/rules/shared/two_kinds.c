/* SPDX-License-Identifier: MIT */
/* Finds two kinds of lengths. Any thread. */
#include "rules/shared/two_kinds.h"

#include "base/statistics.h"
#include "rules/shared/constants.h"

bool two_kinds_find(struct two_kinds *found, const int64_t *lengths_ns, size_t count)
{
	double widest = KINDS_APART;
	int64_t sum_ns = 0, short_ns = 0;

	*found = (struct two_kinds){ 0 };
	for (size_t i = 0; i < count; i++)
		sum_ns = sum_saturated(sum_ns, lengths_ns[i]);
	for (size_t i = 1; i + REPEATS_MIN <= count; i++) {
		const int64_t before_ns = lengths_ns[i - 1] > 0 ? lengths_ns[i - 1] : 1;
		double percent;

		short_ns = sum_saturated(short_ns, lengths_ns[i - 1]);
		percent = percent_of(sum_ns - short_ns, sum_ns);
		if (i < REPEATS_MIN || percent < KINDS_LONG_PERCENT ||
		    (double)lengths_ns[i] / (double)before_ns < widest)
			continue;
		widest = (double)lengths_ns[i] / (double)before_ns;
		*found = (struct two_kinds){
			.short_count = (int64_t)i,
			.long_count = (int64_t)(count - i),
			.longest_short_ns = lengths_ns[i - 1],
			.shortest_long_ns = lengths_ns[i],
			.long_percent = percent,
		};
	}
	return found->long_count > 0;
}
