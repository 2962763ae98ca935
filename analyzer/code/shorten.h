/* SPDX-License-Identifier: MIT */
/* Names of functions, cut to a width so that they still differ. */
#ifndef WARPWISE_SHORTEN_H
#define WARPWISE_SHORTEN_H

/*
 * A demangled function in at most COLUMNS columns (0: unlimited), cleaned as text_clean() does. In
 * this order, as far as is needed: without return type and parameter list; template arguments as
 * <...>, the innermost and last first; without the outer namespaces; of kernels that run what they
 * are given that alone; an ellipsis in the middle. Unlimited: only return type and parameters go.
 * Returns new memory for the caller to free; NULL without memory.
 */
char *function_shorten(const char *name, int columns);

#endif
