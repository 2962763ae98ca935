/* SPDX-License-Identifier: MIT */
/*
 * What libraries' kernels compute, by their names: matrix products, sorting ... THE TABLE is in
 * kernel_operator.c. What a program's own kernels compute their names do not tell.
 */
#ifndef WARPWISE_KERNEL_OPERATOR_H
#define WARPWISE_KERNEL_OPERATOR_H

enum operator_kind {
	OPERATOR_OTHER, /* the program's own, and all that is not known */
	OPERATOR_MATRIX,
	OPERATOR_CONVOLUTION,
	OPERATOR_ATTENTION,
	OPERATOR_NORMALIZATION,
	OPERATOR_POOLING,
	OPERATOR_ELEMENTWISE,
	OPERATOR_LISTS, /* one operation on the elements of lists of arrays */
	OPERATOR_REDUCTION,
	OPERATOR_COPY,
	OPERATOR_CONCATENATION,
	OPERATOR_INDEXING,
	OPERATOR_SORT,
	OPERATOR_RANDOM,
	OPERATOR_OPTIMIZER,
	OPERATOR_COMMUNICATION,
	OPERATOR_TRANSFORM,
	OPERATOR_SOLVER,
	OPERATOR_SPARSE,
	OPERATORS
};

/* Of the kernel NAME (mangled). */
enum operator_kind kernel_operator(const char *name);

/* "matrix products" */
const char *operator_text(enum operator_kind kind);

#endif
