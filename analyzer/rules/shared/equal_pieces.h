/* SPDX-License-Identifier: MIT */
/*
 * Loops of a program of PyTorch over equal pieces: chunks of a batch, or steps of time. Each piece
 * takes up to {piece} launches with at least one product of matrices among them, of the same
 * functions and shapes as the piece before, {pieces} or more of them follow one another, and such
 * loops come {loops} times and more. Larger pieces take as many launches each. Layers of a network
 * look alike, but take more launches, are fewer, or have attention or convolutions in them.
 *
 * And loops over rows that are sorted, or whose largest are taken: up to {of a row} launches each,
 * with a sort in place of the product, and none of that. Any thread.
 */
#ifndef WARPWISE_RULES_EQUAL_PIECES_H
#define WARPWISE_RULES_EQUAL_PIECES_H

#include "rules/shared/finding.h"
#include "rules/shared/threshold.h"

extern const struct threshold equal_pieces_thresholds[];

/* Says in FINDING how many launches are of such loops, and from which lines, if they are {in
 * pieces} of all, and names the case "pieces" or "rows" of its rule's notes. Returns 0 or -ENOMEM.
 */
int equal_pieces_say(struct finding *finding, const struct check *check);

#endif
