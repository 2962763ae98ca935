/* SPDX-License-Identifier: MIT */
/*
 * Code of a library that the compiler inlined into a program's own kernel: what is found inside it
 * is not the program's to change, and its user can only call it otherwise. Any thread, one at a
 * time.
 */
#ifndef WARPWISE_RULES_INLINED_CODE_H
#define WARPWISE_RULES_INLINED_CODE_H

#include "rules/shared/kernels.h"

struct inlined_code {
	const struct library *library; /* NULL: no library has most of it */
	const char *function;          /* of it that takes most, mangled; as long as the sources */
	double percent;                /* of the kernel's samples, or of what it executed */
};

/* The library whose code takes most of KERNEL's time, as far as its lines are known. None for a
 * library's own kernel. */
struct inlined_code kernel_inlined_code(struct check *check, const struct kernel *kernel);

/* Of what KERNEL's warps were sampled in, or executed, the percentage that is code of a function
 * whose mangled name contains NAME, and of what that calls. 0: none, or its lines are not known. */
double kernel_percent_in(struct check *check, const struct kernel *kernel, const char *name);

/* Whether the user of CODE's library can change something about what the rule that runs finds: as
 * the rule's text says. True for the program's own code. */
bool inlined_code_may_change(const struct check *check, const struct inlined_code *code);

/* Says of FINDING that it is about CODE, if that is a library's. */
void inlined_code_name(struct finding *finding, const struct inlined_code *code);

#endif
