/* SPDX-License-Identifier: MIT */
/* What a finding advises the users of libraries and frameworks. Any thread. */
#ifndef WARPWISE_RULES_LIBRARY_ADVICE_H
#define WARPWISE_RULES_LIBRARY_ADVICE_H

#include "kernel/kernel_library.h"
#include "rules/shared/finding.h"

/* Advice on code and launches is for who wrote them: users of a library get their own in FINDING,
 * and are told whose code it is. */
void library_advice_give(struct finding *finding, const struct trace *trace);

/* Adds to FINDING's advice what it means in FRAMEWORK, which the program uses (NULL: none), or in
 * Triton. */
void library_advice_translate(struct finding *finding, const struct trace *trace,
                              const struct framework *framework);

#endif
