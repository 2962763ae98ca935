/* SPDX-License-Identifier: MIT */
/* How PyTorch's optimizer does its steps, by the kernels of Adam and its like. Any thread. */
#ifndef WARPWISE_RULES_OPTIMIZER_H
#define WARPWISE_RULES_OPTIMIZER_H

#include "trace/trace.h"

/*
 * The case of a rule's notes: "foreach", if it goes over lists of tensors, "one by one"; NULL: it
 * is fused, there is none that can be told, or its steps are less than LEAST percent of all
 * kernels.
 */
const char *optimizer_case(const struct trace *trace, double least);

#endif
