/* SPDX-License-Identifier: MIT */
/* How the runs would be compared better: by an NVTX range that all of them have, where they differ
 * by how long CUDA took to start and end. */
#include "compare/comparison_parts.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "graph/cause.h"

enum {
	RANGE_PERCENT = 10
}; /* of what the base does beside CUDA's start: less is no part to compare by */

static bool is_in_all(const struct comparison *c, const char *name)
{
	for (int side = 0; side < SIDES; side++)
		for (size_t i = 0; i < c->sides[side].count; i++) {
			const struct compared_run *run = &c->sides[side].runs[i];

			if (run->range || compared_run_range_ns(run, name) < 0)
				return false;
		}
	return true;
}

/* The longest range that all runs have, if it is worth looking at; else NULL. What a shell would
 * not take between quotes is no name to give as an option. */
static const char *common_range(const struct comparison *c)
{
	const int64_t program_ns = c->program.ns[SIDE_BASE];
	const struct compared_run *base = side_middle(&c->sides[SIDE_BASE], 0);

	for (size_t i = 0; i < base->ranges_count; i++) {
		const char *name = base->ranges[i].name;

		if (base->ranges[i].ns >= program_ns / 100 * RANGE_PERCENT &&
		    !strpbrk(name, "'\\\n") && is_in_all(c, name))
			return name;
	}
	return NULL;
}

/* Whether CUDA's start and end differ by more than all else. */
static bool is_of_start(const struct comparison *c)
{
	const int64_t start_ns = c->wall.change_ns - c->program.change_ns;

	return start_ns && llabs(start_ns) >= llabs(c->program.change_ns);
}

int comparison_add_hint(struct comparison *c)
{
	const char *name, *quote;

	if (!is_of_start(c))
		return 0;
	name = common_range(c);
	if (!name)
		return 0;
	quote = strspn(name,
	               "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.:/-") ==
	                        strlen(name)
	                ? ""
	                : "'";
	if (asprintf(&c->hint,
	             "CUDA's start and end differ by more than all else; all runs have the NVTX "
	             "range "
	             "%s: warpwise compare --range %s%s%s compares that part of their traces",
	             name, quote, name, quote) < 0) {
		c->hint = NULL;
		return -ENOMEM;
	}
	return 0;
}
