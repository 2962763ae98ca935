/* SPDX-License-Identifier: MIT */
/* Integer arithmetic in scripts: "1000+i*20", compiled once and evaluated for each record. Any
 * thread. */
#ifndef WARPWISE_EXPRESSION_H
#define WARPWISE_EXPRESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { EXPRESSION_OPS = 24, EXPRESSION_VARIABLES = 6 };

/* Values of the variables, in the order of expression_variables[]. */
struct variables {
	int64_t value[EXPRESSION_VARIABLES];
};

enum variable { VAR_I, VAR_J, VAR_K, VAR_T, VAR_TID, VAR_PID };
extern const char *const expression_variables[EXPRESSION_VARIABLES];

struct expression {
	struct {
		char code; /* 'n' push number, 'v' push variable, or the operator */
		int64_t value;
	} op[EXPRESSION_OPS];
	size_t count;
	bool is_constant;
};

/* Compiles TEXT up to its end; @ stands for EPOCH. Returns 0 or -EINVAL. */
int expression_parse(struct expression *expression, const char *text, int64_t epoch);

int64_t expression_value(const struct expression *expression, const struct variables *variables);

#endif
