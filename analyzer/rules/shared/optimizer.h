/* SPDX-License-Identifier: MIT */
/* How PyTorch's optimizer does its steps, by the kernels of Adam and its like. Any thread. */
#ifndef WARPWISE_RULES_OPTIMIZER_H
#define WARPWISE_RULES_OPTIMIZER_H

#include <stdbool.h>

#include "rules/shared/finding.h"
#include "trace/trace.h"

/*
 * The case of a rule's notes: "foreach", if it goes over lists of tensors, "one by one"; NULL: it
 * is fused, there is none that can be told, or its steps are less than LEAST percent of all
 * kernels.
 */
const char *optimizer_case(const struct trace *trace, double least);

/* A class of torch.optim that goes over lists of tensors by default. */
struct optimizer {
	const char *file;  /* of torch/optim, with its step */
	const char *names; /* "torch.optim.SGD", or several whose step it is */
	bool has_fused;    /* one kernel for the whole step, by fused=True */
};

/* The one whose step() stacks of the host show; NULL: none, or several. */
const struct optimizer *optimizer_seen(const struct trace *trace);

/* Adds the case of rounds, NAME, to FINDING, and what an optimizer's step may be where they are
 * "changing". LEAST as above. */
void optimizer_say_rounds(struct finding *finding, const struct trace *trace, const char *name,
                          double least);

#endif
