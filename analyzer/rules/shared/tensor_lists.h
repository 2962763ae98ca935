/* SPDX-License-Identifier: MIT */
/*
 * Loops of a program of PyTorch over lists of tensors, such as a model's parameters: for each of
 * them the same few operations on elements, each a launch. torch._foreach_* does an operation on
 * all of a list in few launches. A loop of up to {operations} operations that are repeated
 * {tensors} times and more without another launch between them, and have {sizes} or more launch
 * shapes, is one over a list if it comes with these shapes {again} times and more. One with an
 * operation among them that looks places up, such as index_add_(), is over the items of a batch,
 * whatever its shapes. Any thread.
 */
#ifndef WARPWISE_RULES_TENSOR_LISTS_H
#define WARPWISE_RULES_TENSOR_LISTS_H

#include "rules/shared/finding.h"
#include "rules/shared/threshold.h"

extern const struct threshold tensor_lists_thresholds[];

/* Says in FINDING how many launches are of such loops, and from which lines, if they are {lists} of
 * all. Returns 0 or -ENOMEM. */
int tensor_lists_say(struct finding *finding, const struct check *check);

#endif
