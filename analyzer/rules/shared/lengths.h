/* SPDX-License-Identifier: MIT */
/*
 * Whether rounds of a program differ in how much each does. A program that does the same in each
 * step may end several rounds in it, of different lengths: then these come again, some rounds
 * later. Or it does one of a few things in each, as results decide: then lengths are few. Any
 * thread.
 */
#ifndef WARPWISE_RULES_LENGTHS_H
#define WARPWISE_RULES_LENGTHS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct lengths {
	int64_t *items; /* of the first LENGTHS_MAX that did something */
	size_t count;
	int64_t sum; /* of these */
	int64_t at;
};

void lengths_release(struct lengths *lengths);

/* A round ends, when so much has been DONE in all, which is never less than before. Returns 0 or
 * -ENOMEM. */
int lengths_mark(struct lengths *lengths, int64_t done);

/* Whether LEAST of them and more have most of what was DONE in all, and less than SAME percent is
 * in those that are about as long as the one a number of rounds before, whatever that number is,
 * and in those of a few lengths that come again and again, in whatever order. To be asked once: it
 * sorts them. */
bool lengths_are_uneven(struct lengths *lengths, int64_t done, double least, double same);

#endif
