/* SPDX-License-Identifier: MIT */
#include "trace/launcher.h"

#include <errno.h>
#include <stdlib.h>

/* -1: TEXT is no rank. */
static int64_t parse_rank(const char *text)
{
	char *end;
	long rank;

	errno = 0;
	rank = strtol(text, &end, 10);
	return *text && !errno && !*end && rank >= 0 ? rank : -1;
}

int64_t launcher_rank(const char *(*value_of)(const void *environment, const char *name),
                      const void *environment)
{
	static const char *const variables[] = { "RANK", "OMPI_COMM_WORLD_RANK", "PMIX_RANK",
		                                 "PMI_RANK", "SLURM_PROCID" };

	for (size_t i = 0; i < sizeof variables / sizeof *variables; i++) {
		const char *value = value_of(environment, variables[i]);
		const int64_t rank = value ? parse_rank(value) : -1;

		if (rank >= 0)
			return rank;
	}
	return -1;
}
