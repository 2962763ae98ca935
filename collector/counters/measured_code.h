/* SPDX-License-Identifier: MIT */
/*
 * The code that was measured. When it is unloaded, no launch may be measured any more: CUPTI (seen
 * in 13.0) reads what belonged to a measured kernel when it measures a later one, and the program
 * dies of that, in one of two runs that measured thirty kernels and unloaded each. Unloading what
 * was never measured does no harm. One thread at a time.
 */
#ifndef WARPWISE_MEASURED_CODE_H
#define WARPWISE_MEASURED_CODE_H

#include <stdbool.h>

#include "cupti/compat.h"

/* FUNCTION is about to be measured. */
void measured_code_add(CUfunction function);

/* Whether MODULE has a function that was; NULL: whether a library may, which tells no module. */
bool measured_code_is_of(CUmodule module);

#endif
