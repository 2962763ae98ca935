/* SPDX-License-Identifier: MIT */
/* Finds the parts of a program that rows which count are in. Any thread. */
#include "rules/shared/bound_parts.h"

#include <errno.h>
#include <stdlib.h>

#include "rules/shared/constants.h"
#include "rules/shared/sequences.h"

/* Calls FROM to TO, the latter not, that are of a row. */
static void mark(struct launch_rows *rows, uint32_t from, uint32_t to, uint32_t part)
{
	for (uint32_t c = from; c < to; c++)
		if (launch_row_of(rows, c))
			rows->part_of[c] = part;
}

/* Rows that count with no more than MOST operations of others between them are one part. */
static void find_parts(struct launch_rows *rows, size_t calls, size_t most)
{
	uint32_t part = 0, last = NONE;
	size_t between = 0;

	for (uint32_t c = 0; c < calls; c++) {
		const struct launch_row *row = launch_row_of(rows, c);

		rows->part_of[c] = NONE;
		between += row && !row->is_bound;
		if (!row || !row->is_bound)
			continue;
		if (last != NONE && between <= most)
			mark(rows, last + 1, c, part);
		else
			part++;
		rows->part_of[c] = part;
		last = c;
		between = 0;
	}
}

/* A round is at least as long as the sequences that tell rounds. */
int bound_parts_find(struct launch_rows *rows, const struct trace *trace)
{
	struct sequences found = { 0 };
	int err;

	rows->part_of = malloc((trace->calls.count + 1) * sizeof *rows->part_of);
	if (!rows->part_of)
		return -ENOMEM;
	find_parts(rows, trace->calls.count, 0);
	err = sequences_find(&found, trace, rows->part_of, rows->issued);
	find_parts(rows, trace->calls.count,
	           found.round > SEQUENCE_LAUNCHES ? found.round : SEQUENCE_LAUNCHES);
	sequences_release(&found);
	return err;
}
