/* SPDX-License-Identifier: MIT */
/* How alike two names are: the distance of Damerau and Levenshtein. Any thread. */
#include "base/nearest.h"

#include <string.h>

size_t edit_distance(const char *a, const char *b)
{
	enum { LENGTH_MAX = 32 };
	size_t rows[LENGTH_MAX + 1][LENGTH_MAX + 1];
	size_t m = strnlen(a, LENGTH_MAX), n = strnlen(b, LENGTH_MAX);

	for (size_t i = 0; i <= m; i++)
		for (size_t j = 0; j <= n; j++) {
			size_t best = i ? rows[i - 1][j] + 1 : j;

			if (j && (!i || rows[i][j - 1] + 1 < best))
				best = rows[i][j - 1] + 1;
			if (i && j && rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]) < best)
				best = rows[i - 1][j - 1] + (a[i - 1] != b[j - 1]);
			if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1] &&
			    rows[i - 2][j - 2] + 1 < best)
				best = rows[i - 2][j - 2] + 1;
			rows[i][j] = best;
		}
	return rows[m][n];
}

bool is_near(const char *a, const char *b)
{
	return 3 * edit_distance(a, b) <= strlen(b);
}
